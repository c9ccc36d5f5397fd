"""A draft as it waits: what it would claim, how it stands to what is in force now, how readers see it (pure)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from jide.drafts import gate
from jide.infra.times import parse_time, stamp
from jide.profiles import registry
from jide.profiles.ucu import UCU, Claim, EvidenceRef
from jide.text import language, quote_sha256

Row = Mapping[str, Any]

WITHDRAWAL: Final = "withdrawal"

_PLAIN: Final = (
    "draft_id", "user_id", "signal", "type", "key", "value", "statement", "polarity", "lifecycle", "why", "reason",
    "status", "ucu_id", "amended_value", "amended_statement", "decided_by", "decision_reason",
)  # fmt: skip
_PROPOSED: Final = ("key", "value", "statement", "polarity", "lifecycle")
_MAY_CHANGE: Final = ("ucu_id", "version", "key", "value", "statement", "polarity", "valid_until")
# Versions that somebody entered count from when they did; the others from when their words were said.
_SPOKEN: Final = frozenset({"extractor", "reviewer"})


def in_force(ucu: UCU | None, now: datetime) -> UCU | None:
    """The version, unless its time has run out."""
    return None if ucu is None or (ucu.valid_until is not None and ucu.valid_until <= now) else ucu


def unplaced(row: Row) -> bool:
    """Whether it speaks of a project that its conversation does not name: it belongs on no line."""
    return not row["project_id"] and (row["lifecycle"] == "project_based" or row["reason"] == gate.UNPLACED)


def is_stale(row: Row, current: UCU | None) -> bool:
    """Whether another version stands on its line than when it was made, or none any more, or one now."""
    return bool(row["current_ucu_id"] != (current.ucu_id if current else None))


def conflict(row: Row, current: UCU | None) -> str:
    """How it stands to the version in force now; what was said before that version becomes history at most."""
    if current is None or unplaced(row):
        return "none"
    stands = gate.stands_to(
        current, signal=row["signal"], key=row["key"], value=row["value"], polarity=row["polarity"],
        poison=row["reason"] in gate.POISONED,
    )  # fmt: skip
    return "none" if stands != "same" and row["at"] < _newest(current) else stands


def _newest(ucu: UCU) -> datetime:
    """When the newest thing that supports a version was said, or the version entered."""
    said = [parse_time(anchor["at"]) for anchor in ucu.evidence]
    entered = ucu.valid_from if ucu.source in _SPOKEN else max(ucu.valid_from, ucu.recorded_at)
    return max([entered, *said])


def says_the_same(row: Row, ucu: UCU) -> bool:
    """Whether it would say of its user what the version says already."""
    return (
        row["signal"] != WITHDRAWAL and not unplaced(row) and gate.says(ucu, row["key"], row["value"], row["polarity"])
    )


def to_claim(row: Row, *, value: Mapping[str, Any] | None, statement: str | None, by: str) -> Claim:
    """What approving it claims - with another `value` or `statement` where a reviewer, named by `by`, amended it.

    It was said when its message was, whoever decides on it when; so it never overtakes what was said later.
    """
    amended = value is not None or statement is not None
    said = dict(value if value is not None else row["value"])
    if statement is None:
        tongue = language(row["quote"])
        kept = value is None
        statement = row["statement"] if kept else registry.default_statement(row["key"], said, row["polarity"], tongue)
    return Claim(
        key=row["key"], type=row["type"], value=said, statement=statement, polarity=row["polarity"],
        confidence=row["confidence"], at=row["at"], line=row["line"], member=_member(row, said),
        project_id=row["project_id"], lifecycle=row["lifecycle"], valid_until=row["valid_until"],
        ending=row["ending"] if row["ending"] == "wrong" else "changed", withdraws=row["signal"] == WITHDRAWAL,
        source="reviewer", asserted_by=by if amended else "user", models={"extractor": row["extractor_version"]},
        evidence=(_evidence(row),),
    )  # fmt: skip


def _member(row: Row, value: Mapping[str, Any]) -> str:
    """The member the claim is about: of the amended value, or the one that it corrects or withdraws."""
    if row["signal"] == WITHDRAWAL or row["member"] != registry.member_of(row["key"], row["value"]):
        return str(row["member"])
    return registry.member_of(row["key"], value)


def _evidence(row: Row) -> EvidenceRef:
    return EvidenceRef(
        session_id=row["session_id"], message_id=row["message_id"], start=row["span_start"], end=row["span_end"],
        quote=row["quote"], cause_message_id=row["cause_message_id"],
    )  # fmt: skip


def diff(row: Row, drafted: UCU | None, current: UCU | None, shown: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a reviewer has to look at again: what it was made against, what stands now (`shown`), what it proposes."""
    against = {"ucu_id": row["current_ucu_id"], "version": row["current_version"]}
    before, after = _fields(drafted), _fields(current)
    moved = [name for name in _MAY_CHANGE if before.get(name) != after.get(name)] if is_stale(row, current) else []
    found = {
        "drafted_against": against | {"value": before.get("value")} if row["current_ucu_id"] else None,
        "current": shown,
        "proposed": {name: row[name] for name in _PROPOSED} | {"valid_until": _time(row["valid_until"])},
        "changes": [{"field": name, "was": before.get(name), "now": after.get(name)} for name in moved],
        "status": row["status"],
    }
    return found | ({"decided_by": row["decided_by"]} if row["decided_by"] else {})


def _fields(ucu: UCU | None) -> dict[str, Any]:
    if ucu is None:
        return {}
    found = {name: getattr(ucu, name) for name in _MAY_CHANGE}
    return found | {"value": dict(ucu.value), "valid_until": _time(ucu.valid_until)}


def as_json(
    row: Row, current: UCU | None, shown: Mapping[str, Any] | None, messages: Sequence[Row], now: datetime
) -> dict[str, Any]:
    """A draft as the API writes it; `shown` is `current` as the API writes that.

    messages    its own message and those around it, in order, as the store reads them
    age_seconds how long it has waited, or waited until it was decided on
    """
    evidence = {
        "anchor": row["anchor"], "session_id": row["session_id"], "message_id": row["message_id"],
        "quote": row["quote"], "start": row["span_start"], "end": row["span_end"],
        "sha256": quote_sha256(row["quote"]), "at": stamp(row["at"]), "messages": [_message(m) for m in messages],
    }  # fmt: skip
    pending = row["status"] == "pending"
    against = {"ucu_id": row["current_ucu_id"], "version": row["current_version"]}
    return {name: row[name] for name in _PLAIN} | {
        "project_id": row["project_id"] or None,
        "confidence": round(row["confidence"], 4),
        "valid_until": _time(row["valid_until"]),
        "evidence": [evidence],
        "current": shown,
        "drafted_against": against if row["current_ucu_id"] else None,
        "conflict": conflict(row, current) if pending else row["conflict"],
        "stale": pending and is_stale(row, current),
        "age_seconds": max(0, int(((row["decided_at"] or now) - row["created_at"]).total_seconds())),
        "created_at": stamp(row["created_at"]),
        "decided_at": _time(row["decided_at"]),
    }


def _message(row: Row) -> dict[str, Any]:
    return {
        "message_id": row["message_id"], "seq": row["seq"], "role": row["role"], "content": row["content"],
        "cut": row["cut"], "timestamp": stamp(row["at"]), "metadata": row["metadata"],
    }  # fmt: skip


def _time(at: datetime | None) -> str | None:
    return stamp(at) if at else None
