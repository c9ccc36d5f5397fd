"""When: how long what somebody says holds, counted from the message's time in the user's zone."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from jide.signals.dates import AFTER, DAYS_ON, PERIOD, QUARTER, Named, named_days


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


_SESSION: Final = regex.compile(r"(?:这|本)次(?:会话|对话|聊天)|\b(?:this|the current) (?:session|conversation|chat)\b")
_PROJECT_TIME: Final = regex.compile(r"项目期间|\bfor the duration of (?:the|this) project\b")
_UNTIL: Final = regex.compile(
    r"(?:直到|截至|截止到?|到|至)(?P<t>[^，。！？；,!?;\n]{1,20})"
    r"|\b(?:until|till|['’]til|through|up to|up until)\s(?P<t>[^,.!?;\n]{2,40})"
)
_UP_TO_ZH: Final = regex.compile(r"(?P<t>[^，。！？；,!?;\n]{1,16}?)为止")
_BEFORE: Final = regex.compile(
    r"(?P<t>[^，。！？；,!?;\n]{1,16}?)(?:之前|以前|结束前|前)|\bbefore\s(?P<t>[^,.!?;\n]{2,40})"
)
_NEAR: Final = 8
"""Characters that may stand between 'until' and the words for the day."""
_AROUND: Final = 2
"""The same between the words for the day and '前'."""
_QUARTERLY: Final = regex.compile(r"季|\bquarter\b|\bq[1-4]\b")
_NOW: Final = frozenset(
    {"本", "这", "这个", "这一", "当前", "今", "this", "the current", "the rest of the", "the rest of this"}
)
_RUNNING: Final = (PERIOD, *(pattern for pattern, _ in DAYS_ON), AFTER, QUARTER)
_FROM: Final = regex.compile(
    r"(?:从|自|打|\b(?:from|since|after|as of|effective|start(?:ing|s)?(?: from| with| on)?|"
    r"begin(?:ning|s)?(?: with| on)?)(?: the)? )$"
)
_ON: Final = regex.compile(
    r"(?:开始|起|以后|之后|往后|以来|后(?!天)|\s?on(?:wards?)?\b(?! (?:mon|tue|wed|thu|fri|sat|sun|the)))"
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
    ends = _limit(text, today) or (None if until_only else _during(text, today))
    if ends is None:
        return Span(lifecycle=lifecycle)
    day, phrase = ends
    return Span(
        lifecycle="quarterly" if _QUARTERLY.search(phrase) else lifecycle,
        until=datetime.combine(day, time(), tzinfo=zone),
    )


def _limit(text: str, today: date) -> tuple[date, str] | None:
    """The first day after 'until …' or 'before …', with the words that say so."""
    for match in _BEFORE.finditer(text):
        phrase = match["t"].strip()
        named = named_days(phrase, today)
        if named and (_begins(named) if match[0].startswith("before") else _ends(named, phrase)):
            return (_day_after(named.last) if named.end else named.first), phrase
    for pattern, near in ((_UNTIL, _begins), (_UP_TO_ZH, None)):
        for match in pattern.finditer(text):
            phrase = match["t"].strip()
            named = named_days(phrase, today)
            if named and (near(named) if near else _ends(named, phrase)):
                ahead = named.first > today and named.last > named.first
                return (named.first if ahead else _day_after(named.last)), phrase
    return None


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
    return not match[0].startswith("in ")


def _starts(text: str, at: tuple[int, int]) -> bool:
    """'from today on', '从本月起': the words say since when, not how long."""
    return bool(_FROM.search(text[: at[0]]) or _ON.match(text[at[1] :]))
