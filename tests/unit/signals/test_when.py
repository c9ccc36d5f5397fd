"""How long a wish holds, and the day a phrase names, from the message's time in the user's zone."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.signals.dates import parse_date
from jide.signals.extract import extract
from jide.signals.signal import Turn
from jide.signals.when import holds, zone_of

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
        ("下个月底", "2026-09-30"),
        ("下周", "2026-08-23"),
        ("三个月内", "2026-11-13"),
        ("四季度", "2026-12-31"),
        ("元旦", "2027-01-01"),
        ("the 14th", "2026-08-14"),
        ("the 3rd", "2026-09-03"),
        ("the first of September", "2026-09-01"),
        ("end of next week", "2026-08-23"),
        ("next quarter", "2026-12-31"),
        ("9/1", "2026-09-01"),
        ("Christmas", "2026-12-25"),
    ],
)
def test_a_phrase_names_a_day(text: str, day: str) -> None:
    """Counted in the user's zone, not in UTC."""
    assert parse_date(text, WEDNESDAY, SHANGHAI) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "text",
    [
        "十万年前",
        "公元前",
        "",
        "2026年13月40日",
        "0月0日",
        "99号",
        "someday",
        "may I",
        "99999年99月99日",
        "99/99",
        "the 99th",
        "0000-00-00",
        "30天前",
    ],
)
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
        ("下周三前用英文回复我", "", "2026-08-19"),
        ("下周三之前都用英文", "", "2026-08-19"),
        ("before Friday, use euros", "", "2026-08-14"),
        ("until the 14th, answer in English", "", "2026-08-15"),
        ("until June use euros", "", "2027-06-01"),
        ("until the end of January use euros", "", "2027-02-01"),
        ("until next week use euros", "", "2026-08-17"),
        ("until the end of next week use euros", "", "2026-08-24"),
        ("直到下个月底都用英文", "", "2026-10-01"),
        ("月底前都用英文", "", "2026-09-01"),
        ("今天下班前用英文", "", "2026-08-14"),
        ("圣诞节前报价用美元", "", "2026-12-25"),
        ("从今天到周五用英文", "", "2026-08-15"),
        ("这两周用英文回复", "", "2026-08-28"),
        ("for two months use euros", "", "2026-10-14"),
        ("Q3 都用 Excel", "quarterly", "2026-10-01"),
        ("接下来三天别打电话", "", "2026-08-17"),
        ("本次会话用英文", "session_based", None),
        ("以后都用英文", "", None),
        ("从今天起都用英文", "", None),
        ("自本季度起报价用美元", "", None),
        ("from today on answer in English", "", None),
        ("starting this week answer in English", "", None),
        ("周末别给我发消息", "", None),
        ("每个月底的报告用 Excel", "", None),
        ("at the end of the month send the report in Excel", "", None),
        ("每周五发 PDF", "", None),
        ("every Friday send a PDF", "", None),
        ("以前用 Excel，现在用 Markdown", "", None),
        ("三天前我搬家了", "", None),
        ("until further notice use euros", "", None),
        ("直到十万年后都用英文", "", None),
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


@pytest.mark.parametrize("text", ["默认看本季度的数据", "By default, show me this quarter."])
def test_a_range_that_is_wanted_is_no_time_that_passes(text: str) -> None:
    """'本季度' is then what is wanted, for good."""
    assert [s.valid_until for s in extract([Turn(role="user", content=text, at=WEDNESDAY)]) if s.key != "deadline"] in (
        [None], [],
    )  # fmt: skip


_WORDS = """
    到 直到 截至 之前 前 为止 until before through end of the next this 下 下下 本 这 周 周三 月 月底 季度 年 天 内 未来
    9999 2026 0 13 31 99 十万 年 月 日 号 - / january may friday week month year days the 14th q1 从 起 from on
"""


@given(
    st.lists(st.sampled_from(_WORDS.split()), max_size=9), st.sampled_from(["", " "]),
    st.integers(0, 32_000_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Pacific/Kiritimati"]),
)  # fmt: skip
def test_no_words_for_a_time_make_a_fault(words: list[str], joined: str, at: datetime, zone: str) -> None:
    """Whatever stands together; and what is found ends at a local midnight."""
    span = holds(joined.join(words), at, ZoneInfo(zone))
    parse_date(joined.join(words), at, ZoneInfo(zone))
    if span.until is not None:
        local = span.until.astimezone(ZoneInfo(zone))
        assert (local.hour, local.minute) == (0, 0) or local.utcoffset() != span.until.utcoffset()


@pytest.mark.parametrize("name", ["", "../etc/passwd", "/etc/localtime", "a" * 300, None, 3, "Mars/Base"])
def test_a_bad_zone_is_none(name: object) -> None:
    """Zone names come from clients."""
    assert zone_of(name) is None
