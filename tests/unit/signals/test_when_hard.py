"""Times that are easily misread: years, times of day, what recurs, what is over, what is still to come."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from jide.drafts import gate
from jide.signals.extract import extract
from jide.signals.signal import Turn
from jide.signals.when import holds

ZONE = ZoneInfo("Europe/London")
WEDNESDAY = datetime(2025, 2, 5, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        # years and months
        ("until March 2027", "2027-03-01"),
        ("until March 15, 2027", "2027-03-16"),
        ("until Dec. 31", "2026-01-01"),
        ("until Sept. 5", "2025-09-06"),
        ("until 3/15/2027", "2027-03-16"),
        ("until 15/3/2027", "2027-03-16"),
        ("until the end of 2027", "2028-01-01"),
        ("until end of month", "2025-03-01"),
        ("until end of year", "2026-01-01"),
        ("2027年3月前都用英文", "2027-03-01"),
        ("到2027年3月15日都用英文", "2027-03-16"),
        ("到2027年底都用英文", "2028-01-01"),
        ("2027年底前都用英文", "2028-01-01"),
        ("半年内都用英文", "2025-08-06"),
        ("Q1请用英文", "2025-04-01"),
        # what is over, and what is today
        ("本周结束前都用英文", "2025-02-10"),
        ("本月结束前都用英文", "2025-03-01"),
        ("Q3结束前都用英文", "2025-10-01"),
        ("until Q3 ends use English", "2025-10-01"),
        ("until Friday next week use English", "2025-02-15"),
        ("before Wednesday use English", "2025-02-12"),
        ("周三之前都用英文", "2025-02-12"),
        ("before tonight use English", "2025-02-06"),
        ("今晚之前都用英文", "2025-02-06"),
        # a day with a time of the day
        ("周五下午5点前都用英文", "2025-02-08"),
        ("本周五下午6点前都用英文", "2025-02-08"),
        ("本周五都用英文", "2025-02-08"),
        ("下班前都用英文", "2025-02-06"),
    ],
)
def test_a_time_is_read_to_its_end(text: str, until: str) -> None:
    span = holds(text, WEDNESDAY, ZONE)
    assert (span.until, span.unclear) == (datetime.fromisoformat(until).replace(tzinfo=ZONE), False)


@pytest.mark.parametrize(
    "text",
    [
        "Never call me before noon.", "上午9点前不要打电话给我", "Always include this week's sales in reports.",
        "以后周报一律先写本周的销量", "以后回答我请先说今天的日期", "Always put today's date at the top.",
        "周一到周五请用英文回答我", "每周一到周五请用英文回答我", "Answer in French Monday through Friday.",
        "Do not send it, not before Friday.",
    ],
)  # fmt: skip
def test_what_recurs_has_no_end(text: str) -> None:
    span = holds(text, WEDNESDAY, ZONE)
    assert (span.until, span.unclear) == (None, False)


@pytest.mark.parametrize(
    "text",
    [
        # a time of which no day is known
        "这学期都用英文回复我", "寒假期间都用英文回复我", "春节前都用英文回复我", "直到我毕业都用英文回复我",
        "接下来48小时都用英文回复我", "两小时内都用英文回复我", "暂时都用英文回复我",
        "this semester always answer in English", "until my exam always answer in English",
        "always answer in English for the next 48 hours", "for now, always answer in English",
        # what is still to come
        "下周一起都用英文回复我", "从明天开始都用英文回复我", "明天都用英文回复我", "下个月都用英文回复我",
        "from next Monday on, always answer in English", "starting tomorrow, always answer in English",
        "next week always answer in English",
        # what is past
        "上周都用英文回复我", "到上周五为止都用英文回复我", "last week always answer in English",
    ],
)  # fmt: skip
def test_a_time_that_is_not_clear_or_not_now_waits_for_a_person(text: str) -> None:
    span = holds(text, WEDNESDAY, ZONE)
    assert (span.until, span.unclear) == (None, True)
    turn = Turn(role="user", content=text, at=WEDNESDAY)
    for signal in extract([turn]):
        assert gate.decide(signal, None, auto_promote=0.7, trusted=True).outcome != gate.PROMOTE


@pytest.mark.parametrize("text", ["I'm in Berlin this week.", "我这周在柏林。"])
def test_where_somebody_is_this_week_is_not_where_they_live(text: str) -> None:
    for signal in extract([Turn(role="user", content=text, at=WEDNESDAY)]):
        assert (signal.key, signal.valid_until) == ("location", datetime(2025, 2, 10, tzinfo=UTC))


def test_somebody_who_moved_this_week_has_moved_for_good() -> None:
    (signal,) = extract([Turn(role="user", content="I moved to Berlin this week.", at=WEDNESDAY)])
    assert (signal.key, signal.valid_until) == ("location", None)
