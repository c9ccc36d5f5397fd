"""Trust: what makes a UCU more or less to be believed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from jide.profiles.trust import weigh
from jide.profiles.ucu import UCU

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)


def ucu(*sessions: str, confidence: float = 0.8, source: str = "extractor", days: int = 0, **more: object) -> UCU:
    """A UCU said in these sessions, so many days ago."""
    at = NOW - timedelta(days=days)
    evidence = tuple({"session_id": s, "at": at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "quote": "q"} for s in sessions)
    made = UCU(
        ucu_id="u", user_id="u1", project_id="", type="preference", line="currency", member="", key="currency",
        value={"value": "THB"}, statement="金额用泰铢", polarity="positive", confidence=confidence, importance=0.7,
        version=1, status="active", ended=None, lifecycle="permanent", valid_from=at, valid_until=None, recorded_at=at,
        superseded_at=None, source=source, asserted_by="user", evidence=evidence,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]


def test_three_sessions_said_clearly_are_trusted() -> None:
    """Three independent sessions make at least 0.9."""
    assert weigh(ucu("a", "b", "c", confidence=0.75), NOW).trust >= 0.9


def test_once_and_vaguely_is_hardly_trusted() -> None:
    """One vague mention makes at most 0.3."""
    assert 0 < weigh(ucu("a", confidence=0.6), NOW).trust <= 0.3


def test_repeating_inside_one_session_counts_once() -> None:
    """Ten repetitions in one session are one."""
    assert weigh(ucu(*["a"] * 10), NOW).trust == weigh(ucu("a"), NOW).trust


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (ucu("a", "b"), ucu("a")),
        (ucu("a", confidence=0.95), ucu("a", confidence=0.6)),
        (ucu("a", source="reviewer"), ucu("a")),
        (ucu(source="reviewer"), ucu(source="import")),
        (ucu("a"), ucu("a", days=400)),
        (ucu("a", days=60), ucu("a", days=60, lifecycle="quarterly")),
        (ucu("a"), ucu()),
    ],
)
def test_what_raises_trust(more: UCU, less: UCU) -> None:
    """Sessions, clarity, review and recency each raise it."""
    assert weigh(more, NOW).trust > weigh(less, NOW).trust


def test_a_dispute_lowers_trust() -> None:
    """While something contradicts it, half of the trust is gone."""
    assert weigh(ucu("a"), NOW, disputed=True).trust < weigh(ucu("a"), NOW).trust


def test_reading_refreshes_nothing() -> None:
    """The same UCU at the same time weighs the same, however often it is read, and no version counts."""
    old = ucu("a", days=800)
    assert {weigh(old, NOW).trust for _ in range(100)} == {weigh(replace(old, version=40), NOW).trust}


@pytest.mark.parametrize("days", [0, 1, 100, 10_000, -5])
@pytest.mark.parametrize("sessions", [0, 1, 50])
@pytest.mark.parametrize("source", ["extractor", "user", "reviewer", "import", "api"])
def test_weights_stay_within_their_bounds(days: int, sessions: int, source: str) -> None:
    """Between 0 and 1 for every age, support and source, also for what comes from the future."""
    weight = weigh(ucu(*map(str, range(sessions)), source=source, days=days), NOW)
    assert 0 <= weight.trust < 1
    assert weight.importance == 0.7
