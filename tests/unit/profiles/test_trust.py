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
    assert weigh(ucu("a", disputed=True), NOW).trust == pytest.approx(weigh(ucu("a"), NOW).trust / 2)


def test_what_was_corrected_often_is_trusted_less() -> None:
    """Once is life; from the second time on it falls."""
    trusts = [weigh(ucu("a", "b", corrections=n), NOW).trust for n in range(8)]
    assert trusts[0] == trusts[1] > trusts[2] > trusts[3] > trusts[5] == trusts[7] > 0


@pytest.mark.parametrize(
    ("what", "reasons"),
    [
        (
            ucu("a", "b", "b", "c"),
            [("clarity", 0.8, 0.55), ("sessions", 3, 0.9089), ("source", "extractor", 0.0), ("recency", 0, 1.0)],
        ),
        (
            ucu("a", confidence=0.6, source="reviewer", days=400, disputed=True, corrections=3),
            [
                ("clarity", 0.6, 0.28), ("sessions", 1, 0.28), ("source", "reviewer", 0.8), ("recency", 400, 0.88),
                ("corrected", 3, 0.85), ("disputed", 1, 0.5),
            ],
        ),
        (
            ucu(source="user"),
            [("clarity", 0.8, 0.55), ("sessions", 0, 0.0), ("source", "user", 0.6), ("recency", 0, 1.0)],
        ),
    ],
)  # fmt: skip
def test_the_reasons_are_named_with_their_numbers(what: UCU, reasons: list[tuple[str, object, float]]) -> None:
    """Each factor with what it was looked up by and what it does."""
    weight = weigh(what, NOW)
    assert [(r["reason"], r["value"], r["effect"]) for r in weight.trust_reasons] == reasons


@pytest.mark.parametrize("sessions", [0, 1, 2, 3, 9])
@pytest.mark.parametrize("source", ["extractor", "reviewer", "api"])
@pytest.mark.parametrize("more", [{}, {"disputed": True}, {"corrections": 4}, {"days": 300}, {"confidence": 0.5}])
def test_trust_can_be_worked_out_from_its_reasons(sessions: int, source: str, more: dict[str, float]) -> None:
    """Nothing else goes into it."""
    weight = weigh(ucu(*map(str, range(sessions)), source=source, **more), NOW)  # type: ignore[arg-type]
    effect = {reason["reason"]: reason["effect"] for reason in weight.trust_reasons}
    support = 1 - (1 - effect["sessions"]) * (1 - effect["source"])
    worked_out = support * effect["recency"] * effect.get("corrected", 1) * effect.get("disputed", 1)
    assert weight.trust == pytest.approx(min(0.99, worked_out), abs=1e-3)


def test_importance_is_of_the_words_it_was_said_in() -> None:
    """A later quote that stresses it raises it; nothing lowers it."""
    plain = ucu("a")
    stressed = replace(plain, evidence=(*plain.evidence, {**plain.evidence[0], "quote": "务必用泰铢"}))
    assert weigh(stressed, NOW).importance == pytest.approx(weigh(plain, NOW).importance + 0.1)
    assert [reason["reason"] for reason in weigh(stressed, NOW).importance_reasons] == ["key", "emphasis"]
    entered = ucu(source="api", statement="Amounts must be in baht")
    assert weigh(entered, NOW).importance == weigh(stressed, NOW).importance


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
