"""Personal data and secrets -> typed, numbered placeholders such as [PHONE_1], with an offset map (pure).

A text is read through a view of itself (see `view`). What is found is masked and the view is read again until nothing
is found, so that redacting twice is redacting once. Every pattern is bounded, or starts only where a run of its
characters starts, so the time grows with the text and not with its square.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from jide.redact import contacts, keys, numbers
from jide.redact.view import KINDS, PLACEHOLDER, Found, cover, look


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """A text that may be stored. `counts` says how many places of each kind were replaced."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)
    edits: tuple[tuple[int, int, int, int], ...] = ()
    """(start, end, original start, original end) of each placeholder, in order."""

    def to_original(self, index: int) -> int:
        """Where `index` of the redacted text lies in the original; inside a placeholder, where its secret starts."""
        n = bisect_right(self.edits, index, key=lambda edit: edit[0]) - 1
        if n < 0:
            return index
        _, end, start, original_end = self.edits[n]
        return start if index < end else original_end + index - end


def redact(text: str) -> Redacted:
    """`text` with phones, resident ids, passports, bank cards, IBANs, e-mails, keys and passwords replaced.

    The same value has the same number throughout the text. A text without any is returned as it is. Names and
    addresses are not looked for: patterns cannot tell them.
    """
    view, places = look(text)
    found = sorted(_find(view), key=lambda one: one.start)
    return _replace(text, places, found) if found else Redacted(text=text)


def _find(view: str) -> Iterator[Found]:
    """Everything in the view, without overlaps."""
    while chosen := _choose(_read(view), len(view)):
        yield from chosen
        view = cover(view, chosen)


def _read(view: str) -> list[Found]:
    return [
        *keys.find_secrets(view),
        *numbers.find_numbers(view),
        *contacts.find_passports(view),
        *contacts.find_ibans(view),
        *contacts.find_phones(view),
        *contacts.find_emails(view),
    ]


def _choose(found: Iterable[Found], size: int) -> list[Found]:
    """Of overlapping findings the one of the weightier kind, then the longer, then the earlier; in order of place."""
    taken = bytearray(size)
    chosen = []
    for one in sorted(found, key=lambda f: (KINDS.index(f.kind), f.start - f.end, f.start)):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)


def _replace(text: str, places: Sequence[int] | None, found: Iterable[Found]) -> Redacted:
    numbers_used = [(m[1], int(m[2])) for m in PLACEHOLDER.finditer(text)]
    last = {kind: max((n for k, n in numbers_used if k == kind), default=0) for kind in KINDS}
    names: dict[tuple[str, str], str] = {}
    counts: dict[str, int] = {}
    parts: list[str] = []
    edits: list[tuple[int, int, int, int]] = []
    at = length = 0
    for one in found:
        name = names.get((one.kind, one.value))
        if name is None:
            last[one.kind] += 1
            name = names[one.kind, one.value] = f"[{one.kind}_{last[one.kind]}]"
        start, end = (one.start, one.end) if places is None else (places[one.start], places[one.end])
        length += start - at
        edits.append((length, length + len(name), start, end))
        parts += [text[at:start], name]
        length += len(name)
        at = end
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return Redacted(text="".join([*parts, text[at:]]), counts=counts, edits=tuple(edits))
