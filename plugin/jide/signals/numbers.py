"""Numbers and amounts of money as people write them in both languages."""

from collections.abc import Mapping
from typing import Any, Final

import regex

from jide.profiles import registry
from jide.signals.rules import compile_pattern

_DIGITS_ZH: Final = {
    "零": 0,
    "〇": 0,
    "一": 1,
    "二": 2,
    "两": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
}
_TENS_ZH: Final = {"十": 10, "百": 100, "千": 1000}
_GROUPS_ZH: Final = {"万": 10_000, "亿": 100_000_000}
_WORDS_EN: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "a dozen": 12,
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "a hundred": 100,
}
_SCALES: Final = {
    "百": 100,
    "千": 1000,
    "万": 10_000,
    "w": 10_000,
    "亿": 100_000_000,
    "k": 1000,
    "thousand": 1000,
    "grand": 1000,
    "m": 1_000_000,
    "mn": 1_000_000,
    "million": 1_000_000,
    "bn": 1_000_000_000,
    "billion": 1_000_000_000,
}
_AMOUNT: Final = regex.compile(
    r"(?P<n>\d[\d,，]*(?:\.\d+)?|[零一二两三四五六七八九十百千万亿半]{1,9})\s?(?:多|来)?(?P<scale>(?:百|千|万|亿)+|"
    r"(?:k|w|mn|m|million|thousand|grand|bn|billion)(?![a-z]))?",
    regex.IGNORECASE,
)
_CURRENCY: Final = compile_pattern(r"<CUR>|(?:US|A|C|S|HK|NT)?\$|[€£¥￥₹]")
_PERIODS: Final = (
    (regex.compile(r"(?:每|一|/)个?月|月(?=预算)|\b(?:per|a|an|each|every|/)\s?month\b|\bmonthly\b"), "month"),
    (
        regex.compile(
            r"(?:每|一|/)年|年(?=预算)|\b(?:per|a|an|each|every)\s?year\b|\b(?:yearly|"
            r"annual(?:ly)?)\b"
        ),
        "year",
    ),
    (regex.compile(r"(?:每|一|/)(?:周|星期)|\b(?:per|a|each|every)\s?week\b|\bweekly\b"), "week"),
    (regex.compile(r"(?:每|/)(?:个)?季度?|季度(?=预算)|\b(?:per|a|each|every)\s?quarter\b|\bquarterly\b"), "quarter"),
    (regex.compile(r"(?:每|一|/)天|\b(?:per|a|each|every)\s?(?:day|night)\b|\bdaily\b"), "day"),
    (regex.compile(r"(?:每|一|/)人|\b(?:per|a|each|every)\s?(?:person|head|seat)\b"), "person"),
)


def number_of(text: str) -> float | None:
    """The number that digits, Chinese numerals or a small English word write; None when it is none."""
    text = text.strip().lower().replace(",", "").replace("，", "")
    if text in _WORDS_EN:
        return _WORDS_EN[text]
    if text and text.replace(".", "", 1).isdecimal():
        return float(text) if len(text) <= 18 else None
    return _chinese(text)


def _chinese(text: str) -> float | None:
    if not text or any(c not in _DIGITS_ZH and c not in _TENS_ZH and c not in _GROUPS_ZH for c in text):
        return None
    total = group = digit = 0
    last = 1
    for char in text:
        if char in _DIGITS_ZH:
            digit = _DIGITS_ZH[char]
        elif char in _TENS_ZH:
            last = _TENS_ZH[char]
            group += (digit or 1) * last
            digit = 0
        else:
            last = _GROUPS_ZH[char]
            total = (total + group + digit or 1) * last
            group = digit = 0
    # 一万二 is twelve thousand: a digit after a unit counts tenths of it
    return total + group + digit * (last // 10 if last > 10 and text[-1] in _DIGITS_ZH and "零" not in text[-2:] else 1)


def whole(number: float) -> int | float:
    """The number without a fraction where it has none."""
    return int(number) if number == int(number) else number


def money_of(text: str, around: str = "") -> Mapping[str, Any] | None:
    """{"amount", "currency"?, "period"?} of a phrase; the period may stand in the words around it."""
    match = _AMOUNT.search(text)
    if match is None:
        return None
    number = number_of(match["n"])
    if number is None:
        return None
    scale = (match["scale"] or "").lower()
    for part in [scale] if scale in _SCALES else scale:
        number *= _SCALES[part]
    if not 0 < number < 1e15:
        return None
    value: dict[str, Any] = {"amount": whole(round(number, 2))}
    if currency := _CURRENCY.search(text):
        value["currency"] = registry.canonical("currency", currency[0])
    for pattern, period in _PERIODS:
        if pattern.search(text.lower()) or pattern.search(around.lower()):
            value["period"] = period
            break
    return value
