"""When: how long what somebody says holds, counted from the message's time in the user's zone."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from jide.signals.dates import AFTER, CLOCK, DAY_EN, DAYS_ON, PERIOD, QUARTER, WEEKDAY_ZH, Named, named_days


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """How long something holds.

    lifecycle   '' leaves what the registry says
    until       the first moment after it
    unclear     it holds for a time, or from a later one on, that these words do not tell: people have to say
    """

    lifecycle: str = ""
    until: datetime | None = None
    unclear: bool = False


def zone_of(name: object) -> ZoneInfo | None:
    """The zone of that name, or None when there is none."""
    if not isinstance(name, str) or not name or len(name) > 64:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


_SESSION: Final = regex.compile(r"(?:这|本)次(?:会话|对话|聊天)|\b(?:this|the current) (?:session|conversation|chat)\b")
_PROJECT_TIME: Final = regex.compile(r"项目期间|\bfor the duration of (?:the|this) project\b")
_T_EN: Final = r"(?P<t>(?:[^,.!?;\n]|,(?=\s20\d\d)|\.(?=\s\d)){2,40})"
"""Words up to the end of a clause; 'March 15, 2027' and 'Dec. 31' are no ends."""
_UNTIL: Final = regex.compile(
    r"(?:直到|截至|截止到?|到|至)(?P<t>[^，。！？；,!?;\n]{1,20})"
    rf"|\b(?:until|till|['’]til|through|up to|up until)\s{_T_EN}"
)
_UP_TO_ZH: Final = regex.compile(r"(?P<t>[^，。！？；,!?;\n]{1,16}?)为止")
_BEFORE: Final = regex.compile(
    rf"(?P<t>[^，。！？；,!?;\n]{{1,16}}?)(?:之前|以前|(?P<over>结束)前|前)|(?<!\bnot )\bbefore\s{_T_EN}"
)
_OVER: Final = regex.compile(r"\s(?:ends|is over|is done|finishes)\b.*$")
_AT_CLOCK: Final = regex.compile(rf"\s?(?:的|\bat\s)?(?:{CLOCK.pattern})[^\w]*$")
_AGAIN: Final = regex.compile(
    r"不要|别|勿|不准|不能|不许|每|以后|今后|一律|\b(?:never|don't|do not|always|every|each|from now on)\b"
)
"""What recurs: '9 o'clock' is then that of every day."""
_A_WEEKDAY: Final = rf"(?:(?:周|星期|礼拜)[一二三四五六日天]|\b{DAY_EN})"
_ANY_WEEK: Final = regex.compile(rf"(?<!这个?|本|this ){_A_WEEKDAY}(?![a-z])")
_RANGE: Final = regex.compile(rf"{_A_WEEKDAY}\s?$")
"""'Monday through Friday' are days of every week."""
_NEAR: Final = 8
"""Characters that may stand between 'until' and the words for the day."""
_AROUND: Final = 2
"""The same between the words for the day and '前'."""
_QUARTERLY: Final = regex.compile(r"季|\bquarter\b|\bq[1-4](?![a-z0-9])")
_NOW: Final = frozenset(
    {"本", "这", "这个", "这一", "当前", "今", "this", "the current", "the rest of the", "the rest of this"}
)
_RUNNING: Final = (PERIOD, *(pattern for pattern, _ in DAYS_ON), AFTER, QUARTER, WEEKDAY_ZH)
_FROM: Final = regex.compile(
    r"(?:从|自|打|\b(?:from|since|after|as of|effective|start(?:ing|s)?(?: from| with| on)?|"
    r"begin(?:ning|s)?(?: with| on)?)(?: the)? )$"
)
_ON: Final = regex.compile(
    r"(?:开始|起|以后|之后|往后|以来|后(?!天)|\s?on(?:wards?)?\b(?! (?:mon|tue|wed|thu|fri|sat|sun|the)))"
)
_ITS: Final = regex.compile(r"的(?!时候|话)|['’]s\b")
"""'this week's sales': what is of that time, every time."""
_SOME_TIME: Final = regex.compile(
    r"(?:这|本)?学期|(?:寒|暑|放)假|休假期间|期间|(?:春节|过年|中秋|考试)之?前|直到|截[至止](?!日期|时间)|小时(?:之?内|以内)|"
    r"(?:接下来|未来|今后)(?:的)?[\d一二两三四五六七八九十几]+个?(?:小时|钟头)|(?:这|接下来)几[天周]|这段时间|暂时|临时|"
    r"\b(?:until|till|this (?:semester|term)|for the time being|for now|for the moment|"
    r"for a (?:while|few (?:days|weeks))|temporarily|for the next (?:\d+|few|couple of) (?:hours|days|weeks))\b"
)
"""It holds for a time, of which no day is known."""
_LATER: Final = regex.compile(
    r"(?:^|[，,]|从|自)(?P<t>明[天日年]|大?后天|下下?个?(?:周|星期|礼拜)[一二三四五六日天]?+|下个?(?:月|季度?+))"
    r"(?!之?前|以前|内|为止|底)|(?P<t>\d{1,2}月(?:\d{1,2}[日号])?)(?:开始|起)|"
    r"^(?P<t>tomorrow|next (?:week|month|quarter|year|[a-z]+day))\b|"
    r"\b(?:from|starting|beginning|as of|effective)(?: on| from)? (?P<t>[^,.!?;\n]{2,24})"
)
_EARLIER: Final = regex.compile(
    r"^(?:上个?(?:周|星期|礼拜|月)|昨天|前天|去年|前年)|到上个?(?:周|星期|礼拜|月)|"
    r"^(?:last (?:week|month|year)|yesterday)\b"
)


def holds(text: str, at: datetime, zone: ZoneInfo, *, until_only: bool = False) -> Span:
    """How long what `text` says holds. `until_only`: phrases such as 'this week' do not count, 'until Friday' does.

    What ends 'until Friday' or 'this week' holds to the end of that day or week; what ends 'before Friday', or until a
    month or week that has not begun, ends where that begins. Days begin and end at midnight in `zone`.
    """
    text = text.lower()
    if _SESSION.search(text):
        return Span(lifecycle="session_based")
    lifecycle = "project_based" if _PROJECT_TIME.search(text) else ""
    today = at.astimezone(zone).date()
    if _is_later(text, today) or _EARLIER.search(text):
        return Span(lifecycle=lifecycle, unclear=True)
    ends = _limit(text, today) or (None if until_only else _during(text, today))
    if ends is None:
        return Span(lifecycle=lifecycle, unclear=_SOME_TIME.search(text) is not None)
    day, phrase = ends
    if day <= today:  # it would have ended before it was said
        return Span(lifecycle=lifecycle, unclear=True)
    return Span(
        lifecycle="quarterly" if _QUARTERLY.search(phrase) else lifecycle,
        until=datetime.combine(day, time(), tzinfo=zone),
    )


def _limit(text: str, today: date) -> tuple[date, str] | None:
    """The first day after 'until …' or 'before …', with the words that say so."""
    for match in _BEFORE.finditer(text):
        if found := _before(match, text, today):
            return found
    for pattern, near in ((_UNTIL, _begins), (_UP_TO_ZH, None)):
        for match in pattern.finditer(text):
            phrase, over = _OVER.subn("", match["t"].strip())
            named = named_days(phrase, today)
            if named and not _RANGE.search(text[: match.start()]) and (near(named) if near else _ends(named, phrase)):
                ahead = named.first > today and named.last > named.first and not over
                return (named.first if ahead else _day_after(named.last)), phrase
    return None


def _before(match: Any, text: str, today: date) -> tuple[date, str] | None:
    """The first day after 'before …': the day that is named, or the one after it where only its end is meant."""
    whole = match["t"].strip()
    phrase, clocks = _AT_CLOCK.subn("", whole)
    if not phrase:  # a time of the day alone
        phrase, clocks = whole, 0
        if _AGAIN.search(text):
            return None
    named = named_days(phrase, today)
    if named is None or not (_begins(named) if match[0].startswith("before") else _ends(named, phrase)):
        return None
    if named.end or clocks or match["over"]:
        return _day_after(named.last), whole
    if named.first > today:
        return named.first, whole
    return named.first + timedelta(days=7 if _ANY_WEEK.search(phrase) else 1), whole


def _begins(named: Named) -> bool:
    return named.at[0] <= _NEAR


def _ends(named: Named, phrase: str) -> bool:
    return named.at[1] >= len(phrase) - _AROUND


def _day_after(day: date) -> date:
    return day + timedelta(days=1) if day < date.max else day


def _during(text: str, today: date) -> tuple[date, str] | None:
    """The first day after the time that is running: today, this week, the next three days, Q3."""
    for pattern in _RUNNING:
        for match in pattern.finditer(text):
            named = named_days(match[0], today) if _runs(match) and not _starts(text, match.span()) else None
            if named:
                return _day_after(named.last), match[0]
    return None


def _runs(match: Any) -> bool:
    """Whether the words mean a time that is running, and not one that comes again or is still to come."""
    if match.re is PERIOD:
        return match["w"] in _NOW or match[0].endswith("内")
    if match.re is WEEKDAY_ZH:
        return match["w"] in _NOW
    return not match[0].startswith("in ")


def _starts(text: str, at: tuple[int, int]) -> bool:
    """'from today on', '从本月起': the words say since when, not how long; or what is of that time."""
    return bool(_FROM.search(text[: at[0]]) or _ON.match(text[at[1] :]) or _ITS.match(text[at[1] :]))


def _is_later(text: str, today: date) -> bool:
    """Whether it is to hold from a later day on."""
    for match in _LATER.finditer(text):
        named = named_days(match["t"].strip(), today)
        if named and named.first > today and named.at[0] <= _AROUND:
            return True
    return False
