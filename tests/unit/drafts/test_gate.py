"""The gate's table: which signals are promoted, reviewed or dropped, and why."""

from datetime import UTC, datetime
from typing import Any

import pytest

from jide.drafts import gate
from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal, Why

NOW = datetime(2026, 3, 2, tzinfo=UTC)


def signal(key: str = "currency", value: Any = "SGD", **more: Any) -> Signal:
    found = registry.find_key(key)
    shaped = value if isinstance(value, dict) else {"value": value}
    fields: dict[str, Any] = {
        "signal": "preference", "type": found.type, "key": key, "value": shaped, "statement": "…", "confidence": 0.9,
        "polarity": found.polarity or "positive", "index": 0, "span": (0, 1), "line": found.line,
        "why": (Why(source="rule", name="r", score=0.9),), "member": registry.member_of(key, shaped),
    }  # fmt: skip
    return Signal(**(fields | more))


def ucu(key: str = "currency", value: Any = "USD", **more: Any) -> UCU:
    found = registry.find_key(key)
    shaped = value if isinstance(value, dict) else {"value": value}
    fields: dict[str, Any] = {
        "ucu_id": "u", "user_id": "u1", "project_id": "", "type": found.type, "line": found.line,
        "member": registry.member_of(key, shaped), "key": key, "value": shaped, "statement": "…",
        "polarity": found.polarity or "positive", "confidence": 0.9, "importance": 0.5, "version": 1,
        "status": "active", "ended": None, "lifecycle": "permanent", "valid_from": NOW, "valid_until": None,
        "recorded_at": NOW, "superseded_at": None, "source": "extractor", "asserted_by": "user",
    }  # fmt: skip
    return UCU(**(fields | more))


def decide(this: Signal, active: UCU | None = None, **more: Any) -> gate.Decision:
    return gate.decide(this, active, **({"auto_promote": 0.7, "trusted": True} | more))


@pytest.mark.parametrize(
    ("confidence", "outcome"),
    [(1.0, "promote"), (0.7, "promote"), (0.69, "review"), (0.4, "review"), (0.39, "drop"), (0.0, "drop")],
)
def test_confidence_decides_over_a_plain_claim(confidence: float, outcome: str) -> None:
    assert decide(signal(confidence=confidence)).outcome == outcome


def test_the_threshold_is_a_setting() -> None:
    assert decide(signal(confidence=0.9), auto_promote=0.95).outcome == "review"


@pytest.mark.parametrize("flag", ["authority", "instruction", "sensitive", "double_negative", "hedged"])
def test_a_flag_keeps_even_the_surest_signal_from_promotion(flag: str) -> None:
    assert decide(signal(confidence=1.0, flags=frozenset({flag}))).outcome == "review"


@pytest.mark.parametrize("flag", ["authority", "instruction"])
def test_poison_is_reviewed_even_where_it_repeats_what_is_known(flag: str) -> None:
    assert decide(signal(flags=frozenset({flag})), ucu(value="SGD")).outcome == "review"


@pytest.mark.parametrize(
    ("key", "value", "outcome"),
    [
        ("job_title", "财务经理", "promote"),
        ("other_fact", "our fiscal year starts in July", "promote"),
        ("health", "青霉素过敏", "review"),
        ("family", "two children", "review"),
        ("forbidden_phrase", "马上处理", "promote"),
        ("forbidden_phrase", "x" * 40, "promote"),
        ("forbidden_phrase", "x" * 41, "review"),
        ("forbidden_topic", "话" * 41, "review"),
    ],
)
def test_the_key_decides_over_a_sure_claim(key: str, value: str, outcome: str) -> None:
    assert decide(signal(key, value)).outcome == outcome


def test_an_untrusted_identity_teaches_nothing() -> None:
    assert decide(signal(confidence=1.0), trusted=False).outcome == "drop"


def test_a_project_signal_without_a_project_is_reviewed() -> None:
    assert decide(signal(scope="project"), placed=False).outcome == "review"
    assert decide(signal(scope="project"), placed=True).outcome == "promote"
    assert decide(signal(scope="global"), placed=False).outcome == "promote"


@pytest.mark.parametrize(
    ("active", "conflict", "outcome"),
    [
        (None, "none", "promote"),
        (ucu(value="SGD"), "same", "promote"),
        (ucu(value="USD"), "supersedes", "promote"),
        (ucu(value="USD", source="api"), "supersedes", "promote"),
        (ucu(value="USD", source="reviewer"), "contradicts", "review"),
        (ucu(value="SGD", source="reviewer"), "same", "promote"),
    ],
)
def test_the_version_in_force_decides(active: UCU | None, conflict: str, outcome: str) -> None:
    decision = decide(signal(value="SGD"), active)
    assert (decision.conflict, decision.outcome) == (conflict, outcome)


def test_poison_never_makes_a_confirmed_memory_disputed() -> None:
    decision = decide(signal(flags=frozenset({"authority"})), ucu(source="reviewer"))
    assert (decision.conflict, decision.outcome) == ("supersedes", "review")


def test_a_refusal_of_the_value_in_force_is_no_repetition() -> None:
    decision = decide(signal("code_language", "Python", polarity="negative"), ucu("code_language", "Python"))
    assert (decision.conflict, decision.outcome) == ("supersedes", "promote")


def test_a_liking_of_what_was_disliked_supersedes_it() -> None:
    assert decide(signal("liked", "jazz"), ucu("disliked", "jazz")).conflict == "supersedes"


def test_a_repetition_of_a_confirmed_sensitive_fact_is_evidence() -> None:
    known = ucu("health", "青霉素过敏", source="reviewer")
    assert decide(signal("health", "青霉素过敏"), known).outcome == "promote"


@pytest.mark.parametrize("active", [ucu("health", "青霉素过敏"), ucu("health", "青霉素过敏", source="reviewer")])
def test_a_user_may_withdraw_whatever_is_held_about_them(active: UCU) -> None:
    assert decide(signal("health", "青霉素过敏", signal="withdrawal"), active).outcome == "promote"


def test_every_decision_names_its_reason() -> None:
    for this in (signal(), signal(confidence=0.1), signal(flags=frozenset({"authority"}))):
        assert decide(this).reason


def test_what_belongs_to_an_unnamed_project_disputes_nothing() -> None:
    decision = decide(signal(scope="project"), ucu(source="reviewer"), placed=False)
    assert (decision.conflict, decision.outcome) == ("none", "review")
