"""When: how long a wish holds and which day a phrase names, counted from the message's time in the user's zone."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from jide.signals.numbers import number_of

_DAYS_ZH: Final = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 6}
_DAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS_EN: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_EN: Final = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?)"
)
_DAY_EN: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
_N: Final = (
    r"(?P<n>\d{1,3}|[一二两三四五六七八九十]{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|a|an|the next)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """How long something holds. `lifecycle` '' leaves what the registry says; `until` is the first moment after it."""

    lifecycle: str = ""
    until: datetime | None = None


def zone_of(name: object) -> ZoneInfo | None:
    """The zone of that name, or None when there is none."""
    if not isinstance(name, str) or not name or len(name) > 64:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _month_end(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


def _quarter_end(day: date) -> date:
    return _month_end(day.replace(day=1, month=(day.month - 1) // 3 * 3 + 3))


def _week_end(day: date) -> date:
    return day + timedelta(days=6 - day.weekday())


def _next_day(today: date, weekday: int, weeks: int) -> date:
    """That weekday: the next one from today, or of the week so many weeks on."""
    if weeks < 0:
        return today + timedelta(days=(weekday - today.weekday()) % 7)
    return today - timedelta(days=today.weekday()) + timedelta(days=7 * weeks + weekday)


def _on(today: date, month: int, day: int, year: int | None = None) -> date | None:
    """The day of that month, of this year or the next when it has passed."""
    try:
        found = date(year or today.year, month, min(day, monthrange(year or today.year, month)[1]))
        return found if year or found >= today else found.replace(year=today.year + 1)
    except ValueError:
        return None


def _plus(today: date, n: int, unit: str) -> date | None:
    days = {"d": 1, "w": 7, "m": 30, "q": 91, "y": 365}[unit]
    try:
        return today + timedelta(days=n * days)
    except OverflowError:
        return None


_UNIT_OF: Final = {
    "天": "d",
    "日": "d",
    "day": "d",
    "周": "w",
    "星期": "w",
    "礼拜": "w",
    "week": "w",
    "个月": "m",
    "月": "m",
    "month": "m",
    "季度": "q",
    "quarter": "q",
    "年": "y",
    "year": "y",
}
_FIXED: Final = (
    (
        regex.compile(
            r"(?:本|这个?|当前)季度?(?:末|底)?|季度?[末底]|\b(?:this|the current|the rest of "
            r"the|end of (?:the |this )?)\s?quarter\b|\bq[1-4]\b"
        ),
        _quarter_end,
    ),
    (
        regex.compile(
            r"(?:本|这个?)(?:周|星期|礼拜)(?![一二三四五六日天])|\b(?:this|the rest of the|end "
            r"of (?:the |this )?)\s?week\b|周末"
        ),
        _week_end,
    ),
    (
        regex.compile(
            r"(?:本|这个?)月(?:底|末)?|月[底末]|\b(?:this|the rest of the|end of (?:the |this "
            r")?)\s?month\b"
        ),
        _month_end,
    ),
    (
        regex.compile(r"(?:今|本)年(?:底|末|内)?|年[底末]|\b(?:this|the rest of the|end of (?:the |this )?)\s?year\b"),
        lambda d: d.replace(month=12, day=31),
    ),
    (regex.compile(r"后天|\bthe day after tomorrow\b"), lambda d: d + timedelta(days=2)),
    (regex.compile(r"明[天日早晚]|\btomorrow\b"), lambda d: d + timedelta(days=1)),
    (regex.compile(r"今[天日晚]|\b(?:today|tonight|end of (?:the )?day|eod)\b"), lambda d: d),
)
_NUMERIC: Final = regex.compile(r"(?P<y>\d{4})\s?[-/.年]\s?(?P<m>\d{1,2})\s?[-/.月]\s?(?P<d>\d{1,2})")
_MONTH_DAY_ZH: Final = regex.compile(
    r"(?P<next>明年)?(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})\s?月\s?(?:(?P<d>\d{1,2}|"
    r"[一二三四五六七八九十]{1,3})\s?[日号]?|(?P<end>[底末]))?"
)
_DAY_ZH: Final = regex.compile(r"(?:(?P<next>下个?月)|这个?月|本月)?(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号]")
_WEEKDAY_ZH: Final = regex.compile(r"(?P<w>下下|下个?|这个?|本)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])")
_MONTH_DAY_EN: Final = regex.compile(
    rf"\b(?:(?P<end>end of |late )?(?P<m>{_MONTH_EN})\.?(?:\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?)?(?![a-z])|"
    rf"(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<m2>{_MONTH_EN})\b)(?:,?\s(?P<y>\d{{4}}))?"
)
_WEEKDAY_EN: Final = regex.compile(rf"\b(?P<w>next\s|this\s)?(?P<day>{_DAY_EN})\b")
_AFTER: Final = regex.compile(
    rf"(?:未来|接下来|今后|之后|往后)(?:的)?{_N}?\s?(?P<u>天|日|周|个?星期|个?礼拜|个月|个?季度|年)|{_N}\s?(?P<u>天|"
    rf"周|个?星期|个月|年)(?:之?内|以内)"
    rf"|\b(?:for|over|during|within|in)\s(?:the\s)?(?:next\s|coming\s)?{_N}?\s?(?P<u>day|week|month|quarter|year)s?\b"
)
_SESSION: Final = regex.compile(r"(?:这|本)次(?:会话|对话|聊天)|\b(?:this|the current) (?:session|conversation|chat)\b")
_PROJECT_TIME: Final = regex.compile(r"项目期间|\bfor the duration of (?:the|this) project\b")
_UNTIL: Final = regex.compile(
    r"(?:直到|截至|截止到|到|至)(?P<t>[^，。！？；,\n]{1,16}?)(?:为止|之前都|前都|结束|以前都|之前|$|[，。,])|"
    r"(?P<t>[^，。！？；,\n]{1,12}?)(?:为止|结束前|以前都|之前都|前都)"
    r"|\b(?:until|till|through|up to|up until)\s(?P<t>[^,.!?;\n]{2,40})"
)
_EXCLUSIVE: Final = regex.compile(
    rf"^(?:the start of |the beginning of )?{_MONTH_EN}$|^(?:\d{{1,2}}|"
    rf"[一二三四五六七八九十]{{1,2}})月$"
)


def parse_date(text: str, at: datetime, zone: ZoneInfo) -> date | None:
    """The day a phrase names, seen from the message's time; None when it names none."""
    text = text.strip().lower()
    today = at.astimezone(zone).date()
    if match := _NUMERIC.search(text):
        return _on(today, int(match["m"]), int(match["d"]), int(match["y"])) if 1 <= int(match["m"]) <= 12 else None
    for find in (_month_day, _weekday, _day_of_month):
        if found := find(text, today):
            return found
    for pattern, end in _FIXED:
        if pattern.search(text):
            return end(today)
    return _after(text, today)


def _month_day(text: str, today: date) -> date | None:
    if match := _MONTH_DAY_ZH.search(text):
        month, day = number_of(match["m"]), number_of(match["d"] or "")
        if month is None or not 1 <= month <= 12:
            return None
        year = today.year + 1 if match["next"] else None
        return _on(today, int(month), 31 if match["end"] or not match["d"] else int(day or 1), year)
    if match := _MONTH_DAY_EN.search(text):
        month = _MONTHS_EN.index((match["m"] or match["m2"])[:3]) + 1
        written = match["d"] or match["d2"]
        if match["m"] == "may" and not written and not match["end"] and text.strip() != "may":
            return None
        return _on(today, month, int(written) if written else 31, int(match["y"]) if match["y"] else None)
    return None


def _weekday(text: str, today: date) -> date | None:
    if match := _WEEKDAY_ZH.search(text):
        weeks = {"下下": 2, "下": 1, "下个": 1, "这": 0, "这个": 0, "本": 0}.get(match["w"] or "", -1)
        return _next_day(today, _DAYS_ZH[match["day"]], weeks)
    if match := _WEEKDAY_EN.search(text):
        weeks = 1 if (match["w"] or "").startswith("next") else -1
        return _next_day(today, _DAYS_EN.index(match["day"][:3]), weeks)
    return None


def _day_of_month(text: str, today: date) -> date | None:
    match = _DAY_ZH.search(text)
    day = int(number_of(match["d"]) or 0) if match else 0
    if match is None or not 1 <= day <= 31:
        return None
    first = today.replace(day=1)
    if match["next"] or day < today.day:
        first = _month_end(today) + timedelta(days=1)
    return first.replace(day=min(day, monthrange(first.year, first.month)[1]))


def _after(text: str, today: date) -> date | None:
    match = _AFTER.search(text)
    if match is None:
        return None
    unit = match["u"].removeprefix("个") if match["u"] not in ("个月",) else "个月"
    n = number_of(match["n"] or "1")
    return _plus(today, int(n or 1), _UNIT_OF[unit])


def _midnight_after(day: date, zone: ZoneInfo) -> datetime | None:
    try:
        return datetime.combine(day + timedelta(days=1), time(), tzinfo=zone)
    except OverflowError:
        return None


def holds(text: str, at: datetime, zone: ZoneInfo, *, until_only: bool = False) -> Span:
    """How long what `text` says holds. `until_only`: phrases such as 'this week' do not count, 'until Friday' does."""
    text = text.lower()
    if _SESSION.search(text):
        return Span(lifecycle="session_based")
    lifecycle = "project_based" if _PROJECT_TIME.search(text) else ""
    match = _UNTIL.search(text)
    phrase = match["t"].strip() if match else ""
    if day := _last_day(phrase, at, zone) if phrase else None:
        return Span(lifecycle=_quarterly(phrase) or lifecycle, until=_midnight_after(day, zone))
    day = None if until_only else _period(text, at.astimezone(zone).date())
    return Span(lifecycle=(day and _quarterly(text)) or lifecycle, until=_midnight_after(day, zone) if day else None)


def _last_day(phrase: str, at: datetime, zone: ZoneInfo) -> date | None:
    """The last day of 'until …'; a bare month is not in it."""
    day = parse_date(phrase, at, zone)
    return day.replace(day=1) - timedelta(days=1) if day and _EXCLUSIVE.match(phrase) else day


def _period(text: str, today: date) -> date | None:
    return next((end(today) for pattern, end in _FIXED if pattern.search(text)), None) or _after(text, today)


def _quarterly(text: str) -> str:
    return "quarterly" if _FIXED[0][0].search(text) else ""
