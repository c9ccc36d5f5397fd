"""Finding the numbers people have: resident ids, bank cards, mobile phones of the mainland (pure)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from jide.redact.view import Found, before, is_money

_RUN: Final = re.compile(r"[0-9]+(?:[ -][0-9]+)*+(?: ?[Xx])?")
_GROUP: Final = re.compile(r"[0-9]+[Xx]?|[Xx]")
_GLUED: Final = re.compile(r"[0-9A-Za-z_]|\.[0-9]|@[A-Za-z0-9]")  # right behind a number: a part of something longer
_SINGLES: Final = 11  # digits said one by one from which they are one number

# --- shapes: how people group digits ------------------------------------------------------

_MOBILE: Final = [
    (11,), (3, 4, 4), (3, 8), (4, 4, 3), (4, 3, 4), (7, 4), (3, 3, 5), (3, 3, 3, 2), (5, 3, 3),
]  # fmt: skip
_SHAPES: Final[dict[tuple[int, ...], frozenset[str]]] = {}
_BEGINNINGS: Final[set[tuple[int, ...]]] = set()
"""Shapes that may still become one of the known."""


def _know(kind: str, *shapes: tuple[int, ...]) -> None:
    for shape in shapes:
        _SHAPES[shape] = _SHAPES.get(shape, frozenset()) | {kind}
        _BEGINNINGS.update(shape[:n] for n in range(1, len(shape) + 1))


for _prefix in (0, 2, 4):  # none, 86, 0086: apart or glued
    _know("PHONE", *((_prefix, *s) for s in _MOBILE if _prefix), *((s[0] + _prefix, *s[1:]) for s in _MOBILE))
_know("ID", (18,), (15,), (17, 1), (6, 8, 4), (6, 4, 4, 4), (6, 6, 6), (3,) * 6, (4, 4, 4, 4, 2), (14, 4), (6, 12))
_know("CARD", *((n,) for n in range(14, 20)), (4, 4, 4, 4), *((4, 4, 4, 4, n) for n in (1, 2, 3)), (4, 6, 5), (4, 6, 4))
_know("CARD", *((6, n) for n in range(8, 14)), (8, 8))

# --- what the digits must be ---------------------------------------------------------------

_PROVINCES: Final = frozenset(
    str(n) for n in (*range(11, 16), *range(21, 24), *range(31, 38), *range(41, 47), *range(50, 55), *range(61, 66),
                     71, 81, 82, 83)
)  # fmt: skip
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_PHONE: Final = re.compile(r"(?:86|0086)?(1[3-9][0-9]{9})")
_CARDS: Final = tuple(
    (re.compile(prefix), frozenset(lengths))
    for prefix, lengths in (
        ("62", range(16, 20)),  # UnionPay
        ("9558", (19,)),  # UnionPay before 62
        ("4", (16, 18, 19)),  # Visa, and UnionPay on Visa's numbers
        ("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),  # Mastercard
        ("3[47]", (15,)),  # American Express
        ("35(?:2[89]|[3-8])", (16,)),  # JCB
        ("30[0-5]|3[68]", (14,)),  # Diners Club
        ("6011|65|64[4-9]", (16,)),  # Discover
    )
)
_DOUBLED: Final = str.maketrans("0123456789", "0246813579")  # twice a digit, its own digits added up
_CARD_WORD: Final = re.compile(r"卡|账号|账户|帐号|帐户|visa|master|amex|\bcard|account|acct")
_OTHER_WORD: Final = re.compile(
    r"订单|单号|运单|流水|快递|条码|编号|货号|order|tracking|invoice|isbn|sku|ean|serial|\bno\b|#"
)
_ID_WORD: Final = re.compile(r"身份证|证件|\bid\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Digits:
    """Digits written together, or said one by one."""

    start: int
    end: int
    digits: str


def find_numbers(view: str) -> Iterator[Found]:
    """Resident ids, bank cards and mobile phones, also in groups, wherever they are numbers of their own."""
    for run in _RUN.finditer(view):
        if run.end() - run.start() >= _SINGLES:
            groups = _groups(run)
            for first in range(len(groups)):
                yield from _from(view, groups, first)


def _groups(run: re.Match[str]) -> list[_Digits]:
    """The groups of a run; a stretch of single digits long enough is one group."""
    found: list[_Digits] = []
    single: list[_Digits] = []
    for match in _GROUP.finditer(run[0]):
        one = _Digits(start=run.start() + match.start(), end=run.start() + match.end(), digits=match[0])
        if len(one.digits) == 1:
            single.append(one)
            continue
        found += _joined(single)
        single = []
        found.append(one)
    return found + _joined(single)


def _joined(single: Sequence[_Digits]) -> list[_Digits]:
    if len(single) < _SINGLES:
        return list(single)
    return [_Digits(start=single[0].start, end=single[-1].end, digits="".join(one.digits for one in single))]


def _from(view: str, groups: Sequence[_Digits], first: int) -> Iterator[Found]:
    """What the groups of digits from `first` on spell together."""
    start = groups[first].start
    if _is_glued_before(view, start):
        return
    shape: tuple[int, ...] = ()
    for last in range(first, len(groups)):
        shape = (*shape, len(groups[last].digits))
        if shape not in _BEGINNINGS:
            return
        kinds = _SHAPES.get(shape)
        end = groups[last].end
        if kinds and not _GLUED.match(view, end):
            digits = "".join(one.digits for one in groups[first : last + 1])
            yield from _check(view, digits, kinds, start, end)


def _is_glued_before(view: str, start: int) -> bool:
    one = view[start - 1 : start]
    return (one.isascii() and (one.isalnum() or one == "_")) or (one == "." and view[max(0, start - 2)].isdigit())


def _check(view: str, digits: str, kinds: frozenset[str], start: int, end: int) -> Iterator[Found]:
    if "ID" in kinds and _is_id(view, digits, start):
        yield Found(kind="ID", start=start, end=end, value=digits.upper())
    phone = _PHONE.fullmatch(digits) if "PHONE" in kinds else None
    if phone and not is_money(view, end):
        yield Found(kind="PHONE", start=start - (view[start - 1 : start] == "+"), end=end, value="+86" + phone[1])
    if "CARD" in kinds and _is_card(view, digits, start):
        yield Found(kind="CARD", start=start, end=end, value=digits)


def _is_id(view: str, digits: str, start: int) -> bool:
    if len(digits) == 18:
        return is_resident_id(digits)
    return is_old_resident_id(digits) and bool(_ID_WORD.search(before(view, start)))


def _is_card(view: str, digits: str, start: int) -> bool:
    """A card's length, prefix and check digit; a card's word beside it allows more prefixes, another's fewer."""
    if digits[0] not in "234569" or not digits.isdigit() or len(set(digits)) == 1 or not passes_luhn(digits):
        return False
    context = before(view, start, 20)
    if _CARD_WORD.search(context):
        return True
    known = any(len(digits) in lengths and prefix.match(digits) for prefix, lengths in _CARDS)
    return known and not _OTHER_WORD.search(context)


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others (ISO/IEC 7812)."""
    return (sum(map(int, digits[-1::-2])) + sum(map(int, digits[-2::-2].translate(_DOUBLED)))) % 10 == 0


def is_resident_id(digits: str) -> bool:
    """Whether this is a Chinese resident id of 18: province, date of birth and check digit all right."""
    if len(digits) != 18 or not digits[:17].isdigit() or digits[:2] not in _PROVINCES or not _is_date(digits[6:14]):
        return False
    rest = sum(int(digit) * weight for digit, weight in zip(digits[:17], _WEIGHTS, strict=True)) % 11
    return digits[17].upper() == "10X98765432"[rest]


def is_old_resident_id(digits: str) -> bool:
    """Whether this may be a resident id of 15 digits, which has no check digit."""
    return len(digits) == 15 and digits.isdigit() and digits[:2] in _PROVINCES and _is_date("19" + digits[6:12])


def _is_date(text: str) -> bool:
    if text[:2] not in {"19", "20"}:
        return False
    try:
        date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return False
    return True
