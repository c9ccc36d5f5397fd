"""The view through which patterns read a text: folded, without invisible characters, masked (pure)."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

KINDS: Final = ("SECRET", "ID", "PASSPORT", "CARD", "IBAN", "PHONE", "EMAIL")
"""What is found, the first winning where two overlap."""

PLACEHOLDER: Final = re.compile(rf"\[({'|'.join(KINDS)})_([0-9]{{1,6}})\]")
MASK: Final = "\ue000\ue001"
"""The characters that stand for what is masked: the second where a mask starts. No pattern may match them."""

_INVISIBLE: Final = frozenset({"Cf", "Mn", "Me"})
_OWN: Final = str.maketrans(dict.fromkeys(MASK, "\ufffd"))
_NUMERAL: Final = "零〇一幺壹二贰三叁四肆五伍六陆陸七柒八捌九玖"
_NUMERALS: Final = str.maketrans(_NUMERAL, "0011122334455666778899")
_NUMERAL_RUN: Final = re.compile(f"[0-9{_NUMERAL}]+(?:[ -][0-9{_NUMERAL}]+)*+")
_SPELLED: Final = 11  # characters from which Chinese numerals are taken for the digits of a number somebody has
_NOT_PERSONAL: Final = re.compile(
    r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9A-Za-z])"  # UUID
    r"|(?<![0-9])[12][0-9]{3}([-/.])[01]?[0-9]\1[0-3]?[0-9](?![0-9])(?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?)?"
    r"|(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"  # IP address, version
)


_MONEY: Final = re.compile(r" ?(?:元(?!旦)|美元|人民币|块钱|rmb|usd|cny|dollars?\b)", re.IGNORECASE)
_LONGEST: Final = 4  # characters one may fold into; more are ligatures of whole phrases


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Something in the view that may not be stored; `value` is what makes two of them the same."""

    kind: str
    start: int
    end: int
    value: str


def found(kind: str, match: re.Match[str], group: int = 0) -> Found:
    """A group of a match, as it stands."""
    return Found(kind=kind, start=match.start(group), end=match.end(group), value=match[group])


def look(text: str) -> tuple[str, list[int] | None]:
    """The view of `text`, and where each of its characters lies in the text (None: at its own place)."""
    if text.isascii():
        return _masked(text), None
    parts: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        seen = char if char < "\x80" else _folded(char)
        parts.append(seen)
        places += [place] * len(seen)
    places.append(len(text))
    return _masked("".join(parts)), places


def _folded(char: str) -> str:
    """How a pattern sees one character: '' where people see none."""
    category = unicodedata.category(char)
    if category in _INVISIBLE:
        return ""
    if category == "Nd":
        return str(unicodedata.decimal(char))
    if category == "Pd":
        return "-"
    folded = unicodedata.normalize("NFKC", char).translate(_OWN)
    return folded if len(folded) <= _LONGEST else char


def is_money(view: str, end: int) -> bool:
    """Whether the number that ends here is an amount."""
    return _MONEY.match(view, end) is not None


def _masked(view: str) -> str:
    """The view with long Chinese numerals as digits, and masks over placeholders and over what is nobody's number."""
    view = _NUMERAL_RUN.sub(_as_digits, view)
    return _NOT_PERSONAL.sub(_mask, PLACEHOLDER.sub(_mask, view))


def _as_digits(run: re.Match[str]) -> str:
    return run[0].translate(_NUMERALS) if len(run[0]) >= _SPELLED else run[0]


def _mask(match: re.Match[str]) -> str:
    return mask(len(match[0]))


def mask(size: int) -> str:
    """A mask over `size` characters."""
    return MASK[1] + MASK[0] * (size - 1)


def cover(view: str, findings: Iterable[Found]) -> str:
    """The view with masks over the findings, which are in order and do not overlap."""
    parts, at = [], 0
    for one in findings:
        parts += [view[at : one.start], mask(one.end - one.start)]
        at = one.end
    return "".join([*parts, view[at:]])


def masks(view: str) -> int:
    """How many masks lie over the view."""
    return view.count(MASK[1])


def before(view: str, start: int, size: int = 16) -> str:
    """The few characters before a place in lower case, not reaching over a mask."""
    return view[max(0, start - size) : start].rpartition(MASK[0])[2].rpartition(MASK[1])[2].lower()
