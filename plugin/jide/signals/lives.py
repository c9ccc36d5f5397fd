"""How long a signal holds by its own sentence, and whether it is of a project only."""

from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import regex

from jide.profiles import registry
from jide.signals import when
from jide.signals.signal import Signal

_PROJECT: Final = regex.compile(
    r"(?i)(?:这个?|本|当前|该|此|咱们这个?)(?:项目|仓库|工程|代码库)(?!经理|部)|\b(?:in|for|on|within)?\s?this "
    r"(?:project|repo(?:sitory)?|codebase)\b"
)
_TIME_IS_VALUE: Final = frozenset({"deadline", "default_range"})
_ONE_THING: Final = frozenset({"identity", "decision"})
"""Types of which 'this week' or 'today' says when something happened, not how long it holds."""
_MOVED: Final = regex.compile(r"(?i)搬|迁|定居|\b(?:mov|relocat|settl)")


def with_life(signal: Signal, text: str, at: datetime, zone: ZoneInfo) -> Signal:
    """The signal with how long it holds and whether it is of a project only."""
    scope = "project" if signal.scope == "project" or _PROJECT.search(text) else "global"
    timed = signal.key not in _TIME_IS_VALUE
    until_only = signal.type in _ONE_THING and (signal.key != "location" or _MOVED.search(text) is not None)
    span = when.holds(text, at, zone, until_only=until_only) if timed else when.Span()
    lifecycle = span.lifecycle or registry.KEYS[signal.key].lifecycle
    if scope == "project" and lifecycle == "permanent":
        lifecycle = "project_based"
    flags = signal.flags | {"unclear_time"} if span.unclear else signal.flags
    return replace(signal, scope=scope, lifecycle=lifecycle, valid_until=span.until, flags=flags)
