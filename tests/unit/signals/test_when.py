"""How long a wish holds, and the day a phrase names, from the message's time in the user's zone."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from jide.signals.extract import extract
from jide.signals.signal import Turn
from jide.signals.when import holds, parse_date, zone_of

SHANGHAI = ZoneInfo("Asia/Shanghai")
WEDNESDAY = datetime(2026, 8, 12, 17, 30, tzinfo=UTC)
"""Half past one on Thursday 13 August in Shanghai."""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("今天", "2026-08-13"),
        ("明天", "2026-08-14"),
        ("后天", "2026-08-15"),
        ("周五", "2026-08-14"),
        ("下周一", "2026-08-17"),
        ("本周日", "2026-08-16"),
        ("月底", "2026-08-31"),
        ("9月30日", "2026-09-30"),
        ("1月5号", "2027-01-05"),
        ("15号", "2026-08-15"),
        ("2026年12月1日", "2026-12-01"),
        ("年底", "2026-12-31"),
        ("本季度", "2026-09-30"),
        ("三天之内", "2026-08-16"),
        ("tomorrow", "2026-08-14"),
        ("Friday", "2026-08-14"),
        ("next Friday", "2026-08-21"),
        ("September 30", "2026-09-30"),
        ("30th of September", "2026-09-30"),
        ("end of the month", "2026-08-31"),
        ("2026-12-01", "2026-12-01"),
        ("Sep 3, 2027", "2027-09-03"),
        ("in two weeks", "2026-08-27"),
    ],
)
def test_a_phrase_names_a_day(text: str, day: str) -> None:
    """Counted in the user's zone, not in UTC."""
    assert parse_date(text, WEDNESDAY, SHANGHAI) == date.fromisoformat(day)


@pytest.mark.parametrize("text", ["十万年前", "公元前", "", "2026年13月40日", "0月0日", "99号", "someday", "may I"])
def test_what_names_no_day_is_none(text: str) -> None:
    """No crash, no invented day."""
    assert parse_date(text, WEDNESDAY, SHANGHAI) is None


@pytest.mark.parametrize(
    ("text", "lifecycle", "until"),
    [
        ("本季度报告都用 Excel", "quarterly", "2026-10-01"),
        ("this quarter, reports go out in Excel", "quarterly", "2026-10-01"),
        ("这周用英文回复我", "", "2026-08-17"),
        ("this week answer me in English", "", "2026-08-17"),
        ("到周五为止用英文回复我", "", "2026-08-15"),
        ("answer in English until Friday", "", "2026-08-15"),
        ("until January, keep my reports in PDF", "", "2027-01-01"),
        ("有效到8月13日为止", "", "2026-08-14"),
        ("接下来三天别打电话", "", "2026-08-17"),
        ("本次会话用英文", "session_based", None),
        ("以后都用英文", "", None),
    ],
)
def test_a_wish_holds_for_a_time(text: str, lifecycle: str, until: str | None) -> None:
    """To the end of its last day, local time."""
    span = holds(text, WEDNESDAY, SHANGHAI)
    assert span.lifecycle == lifecycle
    assert span.until == (datetime.fromisoformat(until).replace(tzinfo=SHANGHAI) if until else None)


def test_a_fact_that_happened_today_does_not_end_today() -> None:
    """'This week' dates a move; it does not say how long one lives there."""
    assert holds("我这周搬到上海了", WEDNESDAY, SHANGHAI, until_only=True).until is None


@pytest.mark.parametrize(
    ("metadata", "zone", "until"),
    [
        ({"timezone": "America/New_York"}, "Asia/Shanghai", "2026-08-13T04:00:00+00:00"),
        ({}, "Asia/Shanghai", "2026-08-13T16:00:00+00:00"),
        ({"timezone": "nowhere"}, "Asia/Shanghai", "2026-08-13T16:00:00+00:00"),
        ({"timezone": 8}, "also/nowhere", "2026-08-13T00:00:00+00:00"),
    ],
)
def test_the_messages_own_zone_comes_first(metadata: dict[str, object], zone: str, until: str) -> None:
    """Then the one given, then UTC."""
    said = [Turn(role="user", content="今天都用英文回复我", at=WEDNESDAY, metadata=metadata)]
    (signal,) = extract(said, zone=zone)
    assert signal.valid_until == datetime.fromisoformat(until)


@pytest.mark.parametrize("name", ["", "../etc/passwd", "/etc/localtime", "a" * 300, None, 3, "Mars/Base"])
def test_a_bad_zone_is_none(name: object) -> None:
    """Zone names come from clients."""
    assert zone_of(name) is None
