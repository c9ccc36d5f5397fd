"""What is wrong with what is seen: one small check for each field of `See` (pure)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tests.stores.dialogues import seen
from tests.stores.dialogues.screenplay import Expected, See
from tests.stores.dialogues.seen import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What the API shows at one moment.

    prompts     blocks for a prompt: first about what `See.about` asks, then about each text that must not be in one
    before      the active UCUs of the earlier looks, oldest first
    """

    active: Sequence[Json]
    drafts: Sequence[Json] = ()
    prompts: Sequence[str] = ("",)
    before: Sequence[Sequence[Json]] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Something that is not as expected.

    kind        missing, doubled, merged, extra, evidence, never, unsaid, recall, drafts, review; stale: what should
                have ended is active still; resurrected: what had ended is active again, or in a prompt
    """

    kind: str
    expected: str
    got: str


def judge(see: See, sight: Sight) -> list[Verdict]:
    """Everything that is not as expected."""
    return [verdict for check in _CHECKS for verdict in check(see, sight)]


def _there(see: See, sight: Sight) -> Iterator[Verdict]:
    for expected in see.active:
        there = seen.found(sight.active, expected)
        if not there:
            yield Verdict("missing", f"{expected}", f"{seen.short(sight.active)}; drafts: {seen.short(sight.drafts)}")
        elif len(there) > 1:
            yield Verdict("doubled", f"{expected} once", seen.short(there))
        elif expected.evidence is not None and len(there[0]["evidence"]) != expected.evidence:
            yield Verdict("evidence", f"{expected}", seen.short(there))


def _apart(see: See, sight: Sight) -> Iterator[Verdict]:
    """Members of a set are UCUs of their own."""
    for one in sorted({(e.key, e.project) for e in see.active if e.positive}):
        group = [e for e in see.active if e.positive and (e.key, e.project) == one]
        found = [seen.found(sight.active, expected) for expected in group]
        if all(found) and len({ucu["ucu_id"] for ucus in found for ucu in ucus}) < len(group):
            yield Verdict("merged", f"{len(group)} UCUs under {one[0]}", seen.short(sight.active))


def _only(see: See, sight: Sight) -> Iterator[Verdict]:
    asked = [ucu for ucu in sight.active if "*" in see.only or ucu["key"] in see.only]
    extra = [ucu for ucu in asked if not any(seen.matches(ucu, expected) for expected in see.active)]
    if extra:
        yield Verdict("extra", f"nothing else under {', '.join(see.only)}", seen.short(extra))


def _ended(see: See, sight: Sight) -> Iterator[Verdict]:
    for gone in see.ended:
        active = _is_active(sight.active, gone)
        if not active and not _lines(sight, gone):
            continue
        before = [_is_active(look, gone) for look in sight.before]
        returned = True in before and False in before[before.index(True) :]
        kind = "resurrected" if returned or not active else "stale"
        yield Verdict(kind, f"ended: {gone}", seen.short(sight.active) + _lines(sight, gone))


def _never(see: See, sight: Sight) -> Iterator[Verdict]:
    for never in see.never:
        if _is_active(sight.active, never) or _lines(sight, never):
            yield Verdict("never", f"never {never}", seen.short(sight.active) + _lines(sight, never))


def _unsaid(see: See, sight: Sight) -> Iterator[Verdict]:
    for text in see.unsaid:
        if lines := _lines(sight, text):
            yield Verdict("unsaid", f"not in a prompt: {text}", lines)


def _recalled(see: See, sight: Sight) -> Iterator[Verdict]:
    for text in see.recalled:
        if not seen.holds(sight.prompts[0], text):
            got = sight.prompts[0] or "an empty block"
            yield Verdict("recall", f"in the prompt about {see.about!r}: {text}", got)


def _waiting(see: See, sight: Sight) -> Iterator[Verdict]:
    if see.drafts is None:
        return
    if len(sight.drafts) != len(see.drafts) or not all(seen.found(sight.drafts, e) for e in see.drafts):
        yield Verdict("drafts", f"exactly {see.drafts}", seen.short(sight.drafts))


_CHECKS: Final[tuple[Callable[[See, Sight], Iterator[Verdict]], ...]] = (
    _there, _apart, _only, _ended, _never, _unsaid, _recalled, _waiting,
)  # fmt: skip


def _is_active(active: Sequence[Json], what: str | Expected) -> bool:
    if isinstance(what, Expected):
        return bool(seen.found(active, what))
    return any(seen.says(ucu, what) for ucu in active)


def _lines(sight: Sight, what: str | Expected) -> str:
    """The lines of prompts in which a text stands; '' when in none."""
    if isinstance(what, Expected):
        return ""
    lines = dict.fromkeys(line for prompt in sight.prompts for line in prompt.splitlines() if seen.holds(line, what))
    return "".join(f"; prompt: {line}" for line in lines)
