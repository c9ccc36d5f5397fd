"""How a draft that waits stands to what is in force now, what approving it claims, and what changed meanwhile."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.drafts import draft, gate
from jide.infra.times import stamp
from jide.profiles import registry
from tests.unit.drafts.test_gate import ucu

AT = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
EARLIER = AT - timedelta(hours=1)
LATER = AT + timedelta(hours=1)


def row(key: str = "currency", value: str = "EUR", **more: Any) -> dict[str, Any]:
    """A draft as the store reads it, of something said at AT."""
    found = registry.find_key(key)
    shaped = {"value": value}
    fields: dict[str, Any] = {
        "draft_id": "d", "user_id": "u1", "signal": "preference", "type": found.type, "project_id": "",
        "line": found.line, "member": registry.member_of(key, shaped), "key": key, "value": shaped, "statement": "…",
        "polarity": "positive", "lifecycle": "permanent", "valid_until": None, "ending": "changed", "confidence": 0.6,
        "reason": "it is said with reserve", "status": "pending", "at": AT, "current_ucu_id": None,
        "current_version": None, "quote": "报价可能用欧元", "span_start": 2, "span_end": 9, "session_id": "s",
        "message_id": "m", "cause_message_id": None, "extractor_version": "x1", "decided_by": None,
    }  # fmt: skip
    return fields | more


def told(at: datetime) -> tuple[dict[str, str], ...]:
    """Evidence of a message of that time."""
    return ({"session_id": "s9", "at": stamp(at)},)


@pytest.mark.parametrize(
    ("waits", "stands", "conflict"),
    [
        (row(), None, "none"),
        (row(), ucu(value="USD", valid_from=EARLIER), "supersedes"),
        (row(), ucu(value="USD", valid_from=EARLIER, source="reviewer"), "contradicts"),
        (row(), ucu(value="欧元", valid_from=EARLIER), "same"),
        (row(), ucu(value="欧元", valid_from=LATER), "same"),
        (row(), ucu(value="USD", valid_from=LATER, source="reviewer"), "none"),
        (row(), ucu(value="USD", valid_from=EARLIER, source="reviewer", evidence=told(LATER)), "none"),
        (row(), ucu(value="USD", valid_from=EARLIER, source="reviewer", evidence=told(EARLIER)), "contradicts"),
        # A review is of what was said; what was entered by hand counts from when it was.
        (row(), ucu(value="USD", valid_from=EARLIER, source="reviewer", recorded_at=LATER), "contradicts"),
        (row(), ucu(value="USD", valid_from=EARLIER, source="api", recorded_at=LATER), "none"),
        *((row(reason=why), ucu(value="USD", valid_from=EARLIER, source="reviewer"), "supersedes")
          for why in sorted(gate.POISONED)),
        (row(reason=gate.UNPLACED), ucu(value="USD", valid_from=EARLIER, source="reviewer"), "none"),
        (row(lifecycle="project_based"), ucu(value="USD", valid_from=EARLIER), "none"),
        (row(lifecycle="project_based", project_id="p"), ucu(value="USD", valid_from=EARLIER), "supersedes"),
        (row(signal="withdrawal"), ucu(value="欧元", valid_from=EARLIER, source="reviewer"), "contradicts"),
    ],
)  # fmt: skip
def test_conflict_is_told_as_things_stand_now(waits: dict[str, Any], stands: Any, conflict: str) -> None:
    assert draft.conflict(waits, stands) == conflict


@pytest.mark.parametrize(
    ("against", "stands", "stale"),
    [(None, None, False), ("a", ucu(ucu_id="a"), False), ("a", ucu(ucu_id="b"), True), ("a", None, True),
     (None, ucu(ucu_id="b"), True)],
)  # fmt: skip
def test_a_draft_is_stale_when_what_it_was_made_against_moved(against: str | None, stands: Any, stale: bool) -> None:
    waits = row(current_ucu_id=against, current_version=1 if against else None)
    assert draft.is_stale(waits, stands) is stale
    changes = draft.diff(waits, ucu(ucu_id="a") if against else None, stands, None)["changes"]
    assert bool(changes) is stale


@pytest.mark.parametrize(
    ("value", "statement", "said", "by"),
    [
        (None, None, "…", "user"),
        ({"value": "CHF"}, None, registry.default_statement("currency", {"value": "CHF"}, "positive", "zh"), "k1"),
        ({"value": "CHF"}, "瑞郎", "瑞郎", "k1"),
        (None, "欧元就好", "欧元就好", "k1"),
    ],
)
def test_approving_claims_what_was_said_when_it_was(
    value: dict[str, str] | None, statement: str | None, said: str, by: str
) -> None:
    claim = draft.to_claim(row(), value=value, statement=statement, by="k1")
    assert (claim.value, claim.statement, claim.asserted_by) == (value or {"value": "EUR"}, said, by)
    assert (claim.at, claim.source, claim.withdraws, claim.prompt) == (AT, "reviewer", False, False)
    (ref,) = claim.evidence
    assert (ref.message_id, ref.start, ref.end, ref.quote) == ("m", 2, 9, "报价可能用欧元")


def member(value: str) -> str:
    return registry.member_of("system_in_use", {"value": value})


@pytest.mark.parametrize(
    ("waits", "value", "wanted"),
    [
        (row("system_in_use", "SAP"), None, member("SAP")),
        (row("system_in_use", "SAP"), {"value": "金蝶"}, member("金蝶")),
        # What corrects or withdraws another member goes on meaning that one.
        (row("system_in_use", "金蝶", member=member("SAP")), {"value": "用友"}, member("SAP")),
        (row("system_in_use", "SAP", signal="withdrawal"), None, member("SAP")),
    ],
)
def test_the_member_follows_the_value(waits: dict[str, Any], value: dict[str, str] | None, wanted: str) -> None:
    assert draft.to_claim(waits, value=value, statement=None, by="k1").member == wanted
