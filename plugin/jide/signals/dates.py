"""Dates: which day or days a phrase names, in both languages, counted from today."""

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import regex

from jide.signals.numbers import number_of

_DAYS_ZH: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 6}
_DAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS_EN: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_EN: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
DAY_EN: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_N: Final = (
    r"(?P<n>\d{1,3}|[一二两三四五六七八九十]{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a|an|the next)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The days that words name, first and last, and where the words stand. `end`: they name the end of something."""

    first: date
    last: date
    at: tuple[int, int]
    end: bool = False


def _months_on(day: date, months: int) -> date:
    """The same day so many months on, or the last day of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _week(today: date, weeks: int) -> tuple[date, date]:
    first = today - timedelta(days=today.weekday()) + timedelta(days=7 * weeks)
    return first, first + timedelta(days=6)


def _months(first: date, count: int) -> tuple[date, date]:
    return first, _months_on(first, count) - timedelta(days=1)


def _month(today: date, months: int) -> tuple[date, date]:
    return _months(_months_on(today.replace(day=1), months), 1)


def _quarter(today: date, quarters: int) -> tuple[date, date]:
    return _months(_months_on(today.replace(day=1, month=(today.month - 1) // 3 * 3 + 1), quarters * 3), 3)


def _year(today: date, years: int) -> tuple[date, date]:
    return _months(today.replace(year=today.year + years, month=1, day=1), 12)


_PERIODS: Final[dict[str, Callable[[date, int], tuple[date, date]]]] = {
    "周": _week, "星期": _week, "礼拜": _week, "week": _week, "月": _month, "个月": _month, "month": _month,
    "季度": _quarter, "季": _quarter, "quarter": _quarter, "年": _year, "年度": _year, "year": _year,
}  # fmt: skip
_WHICH: Final = {
    "": 0, "本": 0, "这": 0, "这个": 0, "这一": 0, "当前": 0, "今": 0, "this": 0, "the": 0, "the current": 0,
    "the rest of the": 0, "the rest of this": 0, "下": 1, "下个": 1, "下一": 1, "明": 1, "next": 1, "the next": 1,
    "the coming": 1, "the following": 1, "下下": 2, "下下个": 2, "后": 2,
}  # fmt: skip
PERIOD: Final = regex.compile(
    r"(?P<w>下下个?|下[个一]?|本|这[个一]?|当前|今(?=年)|明(?=年)|后(?=年)|(?<![\d一二三四五六七八九十两几每上个半])"
    r"(?=(?:周|月|季度?|年)[底末内]))"
    r"(?P<u>(?:周|星期|礼拜)(?![一二三四五六日天](?![直起定般样切致旦]))|个?月|季度?|年度?)(?P<end>[底末])?内?"
    r"|(?P<end>\b(?:the )?end of )?\b(?P<w>the rest of th(?:e|is)|the current|the next|the coming|the following|this|"
    r"next|the(?<=end of the))\s(?P<u>week|month|quarter|year)\b"
    r"|(?P<end>\bend of )(?P<w>)(?P<u>week|month|quarter|year)\b"
)
QUARTER: Final = regex.compile(r"\bq(?P<q>[1-4])(?![a-z0-9])|第?(?P<q>[一二三四1-4])季度?")
DAYS_ON: Final = (
    (regex.compile(r"大后天"), 3),
    (regex.compile(r"后天|\bthe day after tomorrow\b"), 2),
    (regex.compile(r"明[天日早晚]|\btomorrow\b"), 1),
    (regex.compile(r"今[天日晚早]|\b(?:today|tonight|(?:the )?end of (?:the )?day|eod)\b"), 0),
)
CLOCK: Final = regex.compile(
    r"(?:上午|下午|晚上|中午|早上|傍晚)(?:[\d一二三四五六七八九十两]{1,3}点(?:半|\d{1,2}分?)?)?|下班|睡|天黑|"
    r"(?<!\d)\d{1,2}(?::\d{2})?\s?[ap]\.?m\b|\b(?:noon|midnight|bedtime)\b"
)
"""A time of the day: the day is today."""
_FEASTS: Final = (
    (regex.compile(r"元旦|\bnew year(?:['’]?s(?: day)?)?\b"), (1, 1)),
    (regex.compile(r"五一|劳动节|\b(?:labou?r|may) day\b"), (5, 1)),
    (regex.compile(r"国庆"), (10, 1)),
    (regex.compile(r"圣诞|\bchristmas\b"), (12, 25)),
)
_NUMERIC: Final = regex.compile(r"(?P<y>\d{4})\s?[-/.年]\s?(?P<m>\d{1,2})\s?[-/.月]\s?(?P<d>\d{1,2})\s?[日号]?")
_SLASHED: Final = regex.compile(r"(?<![\d/.])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>20\d\d))?(?![\d/])")
_MONTH_DAY_ZH: Final = regex.compile(
    r"(?<![去前]年)(?P<next>明年)?(?:(?P<y>20\d\d)\s?年\s?)?(?<!这|下|上|本)(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})\s?月\s?(?:(?P<d>\d{1,2}|"
    r"[一二三四五六七八九十]{1,3})\s?[日号]?|(?P<end>[底末]))?"
)
_DAY_ZH: Final = regex.compile(
    r"(?<!上个?月)(?:(?P<next>下个?月)|这个?月|本月)?(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
)
WEEKDAY_ZH: Final = regex.compile(
    r"(?<!上|上个)(?P<w>下下|下个?|这个?|本)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])"
)
_NTH: Final = r"(?P<d2>\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|tenth|last day|last)"
_MONTH_DAY_EN: Final = regex.compile(
    rf"\b(?:(?P<end>(?:the )?end of |late )?(?P<m>{_MONTH_EN})\.?(?:\s(?P<d>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?)?(?![a-z])"
    rf"|(?:the )?{_NTH}\s(?:of\s)?(?P<m2>{_MONTH_EN})\b)(?:,?\s(?P<y>\d{{4}}))?"
)
_ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "tenth": 10,
    "last": 31,
    "last day": 31,
}
_DAY_EN_NTH: Final = regex.compile(r"\bthe (?P<d>\d{1,2})(?:st|nd|rd|th)\b(?: of (?:this|the|(?P<next>next)) month\b)?")
_WEEKDAY_EN: Final = regex.compile(
    rf"(?<!\blast )\b(?P<w>next\s|this\s)?(?P<day>{DAY_EN})\b(?P<on>\s(?:of\s)?next\sweek\b)?"
)
_UNIT: Final = {
    "天": "d", "日": "d", "day": "d", "周": "w", "星期": "w", "礼拜": "w", "week": "w", "月": "m", "month": "m",
    "季度": "q", "quarter": "q", "年": "y", "year": "y",
}  # fmt: skip
AFTER: Final = regex.compile(
    rf"(?:未来|接下来|今后|之后|往后)(?:的)?{_N}?\s?(?P<u>天|日(?!报)|周(?!报|会)|个?星期|个?礼拜|个?月(?!报)|个?季度|年(?!报|会))|"
    r"这(?P<n>[二两三四五六七八九十]{1,3}|\d{1,3})\s?(?P<u>天|周|个?星期|个?礼拜|个月|个季度|年)(?!前)|"
    rf"{_N}\s?(?P<u>天|周|个?星期|个?礼拜|个月|个?季度|年)(?:之?内|以内)|(?P<half>半年)(?:之?内|以内)"
    rf"|\b(?:for|over|during|within|in)\s(?:the\s)?(?:next\s|coming\s)?{_N}?\s?(?P<u>day|week|month|quarter|year)s?\b"
)
_BARE_YEAR: Final = regex.compile(
    r"(?<![\d/])(?P<y>20\d\d)(?:\s?年(?P<end>[底末])?|(?![\d\-/.]))|(?P<end>\bend of )(?P<y>20\d\d)\b"
)


def parse_date(text: str, at: datetime, zone: ZoneInfo) -> date | None:
    """The (last) day a phrase names, seen from the message's time; None when it names none."""
    named = named_days(text.strip().lower(), at.astimezone(zone).date())
    return named.last if named else None


def named_days(text: str, today: date) -> Named | None:
    """The days a phrase names, by the first of the finders that knows it; None where the calendar has no such day."""
    try:
        return next((found for find in _FINDERS if (found := find(text, today))), None)
    except (ValueError, OverflowError):
        return None


def _one(day: date | None, match: Any, *, end: bool = False) -> Named | None:
    return Named(first=day, last=day, at=match.span(), end=end) if day else None


def _next_day(today: date, weekday: int, weeks: int) -> date:
    """That weekday: the next one from today, or of the week so many weeks on."""
    if weeks < 0:
        return today + timedelta(days=(weekday - today.weekday()) % 7)
    return today - timedelta(days=today.weekday()) + timedelta(days=7 * weeks + weekday)


def _on(today: date, month: int, day: int, year: int | None = None) -> date:
    """The day of that month, of this year or the next when it has passed. Raises ValueError where there is none."""
    if not 1 <= month <= 12:
        raise ValueError(month)
    found = date(year or today.year, month, min(day, monthrange(year or today.year, month)[1]))
    return found if year or found >= today else _on(today, month, day, today.year + 1)


def _numeric(text: str, today: date) -> Named | None:
    if match := _NUMERIC.search(text):
        return _one(_on(today, int(match["m"]), int(match["d"]), int(match["y"])), match)
    if match := _SLASHED.search(text):
        month, day = int(match["m"]), int(match["d"])
        if month > 12:  # the other way round
            month, day = day, month
        return _one(_on(today, month, day, int(match["y"]) if match["y"] else None), match)
    return None


def _month_day(text: str, today: date) -> Named | None:
    if match := _MONTH_DAY_ZH.search(text):
        month, day = number_of(match["m"]), number_of(match["d"] or "")
        year = int(match["y"]) if match["y"] else today.year + 1 if match["next"] else None
        return _of_month(match, today, (int(month or 0), int(day) if day else None, year))
    if match := _MONTH_DAY_EN.search(text):
        month = _MONTHS_EN.index((match["m"] or match["m2"])[:3]) + 1
        written = match["d"] or match["d2"]
        if match["m"] == "may" and not written and not match["end"] and not regex.match(r"may\b(?! i\b| we\b)", text):
            return None
        day = _ORDINALS.get(written) or int(written.rstrip("stndrh")) if written else None
        return _of_month(match, today, (month, day, int(match["y"]) if match["y"] else None))
    return None


def _of_month(match: Any, today: date, parts: tuple[int, int | None, int | None]) -> Named | None:
    """A day of a month; its end; or the whole month."""
    month, day, year = parts
    if day == 0 or (day or 0) > 31:
        return None
    last = _on(today, month, day or 31, year)
    if day or match["end"]:
        return _one(last, match, end=not day)
    return Named(first=last.replace(day=1), last=last, at=match.span())


def _weekday(text: str, today: date) -> Named | None:
    if match := WEEKDAY_ZH.search(text):
        weeks = {"下下": 2, "下": 1, "下个": 1, "这": 0, "这个": 0, "本": 0}.get(match["w"] or "", -1)
        return _one(_next_day(today, _DAYS_ZH[match["day"]], weeks), match, end=match["day"] == "末")
    if match := _WEEKDAY_EN.search(text):
        weeks = 1 if match["on"] or (match["w"] or "").startswith("next") else -1
        return _one(_next_day(today, _DAYS_EN.index(match["day"][:3]), weeks), match)
    return None


def _day_of_month(text: str, today: date) -> Named | None:
    match = _DAY_ZH.search(text) or _DAY_EN_NTH.search(text)
    day = int(number_of(match["d"]) or 0) if match else 0
    if match is None or not 1 <= day <= 31:
        return None
    first = today.replace(day=1)
    if match["next"] or day < today.day:
        first = _months_on(first, 1)
    return _one(first.replace(day=min(day, monthrange(first.year, first.month)[1])), match)


def _period(text: str, today: date) -> Named | None:
    if match := PERIOD.search(text):
        first, last = _PERIODS[match["u"]](today, _WHICH[match["w"] or ""])
        return _one(last, match, end=True) if match["end"] else Named(first=first, last=last, at=match.span())
    if match := QUARTER.search(text):
        first, last = _months(today.replace(month=int(number_of(match["q"]) or 1) * 3 - 2, day=1), 3)
        if last < today:
            first, last = _months(first.replace(year=first.year + 1), 3)
        return Named(first=first, last=last, at=match.span())
    return None


def _day_word(text: str, today: date) -> Named | None:
    for pattern, days in DAYS_ON:
        if match := pattern.search(text):
            return _one(today + timedelta(days=days), match, end=CLOCK.search(text) is not None)
    match = CLOCK.search(text)
    return _one(today, match, end=True) if match else None


def _feast(text: str, today: date) -> Named | None:
    for pattern, (month, day) in _FEASTS:
        if match := pattern.search(text):
            return _one(_on(today, month, day), match)
    return None


def _after(text: str, today: date) -> Named | None:
    match = AFTER.search(text)
    if match is None:
        return None
    if match["half"]:
        return _one(_months_on(today, 6), match)
    unit, n = _UNIT[match["u"].removeprefix("个")], int(number_of(match["n"] or "1") or 1)
    if unit in "dw":
        return _one(today + timedelta(days=n * {"d": 1, "w": 7}[unit]), match)
    return _one(_months_on(today, n * {"m": 1, "q": 3, "y": 12}[unit]), match)


def _year_alone(text: str, today: date) -> Named | None:
    match = _BARE_YEAR.search(text)
    if match is None:
        return None
    first, last = date(int(match["y"]), 1, 1), date(int(match["y"]), 12, 31)
    return _one(last, match, end=True) if match["end"] else Named(first=first, last=last, at=match.span())


_FINDERS: Final = (
    _numeric, _month_day, _weekday, _day_of_month, _period, _day_word, _feast, _after, _year_alone,
)  # fmt: skip
