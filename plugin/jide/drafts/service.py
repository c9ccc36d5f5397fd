"""What becomes of signals: settled into UCUs and drafts, listed for review, or only shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.drafts import claims, gate, store
from jide.drafts.claims import Heard
from jide.errors import Invalid, NotFound
from jide.infra import audit, leases, metrics
from jide.infra.deps import Deps
from jide.infra.leases import Lease
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.profiles import store as profiles
from jide.profiles import trust
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal
from jide.text import quote_sha256

STATUSES: Final = ("pending", "promoted", "approved", "amended", "rejected", "closed")


def settle(
    deps: Deps,
    ns: Namespace,
    heard: Heard,
    signals: Sequence[Signal],
    *,
    lease: Lease | None,
    actor: Actor,
    extractor: str,
) -> None:
    """Let the signals of one message have their effect, each once for ever, and mark the message done.

    One transaction: the lease is held, and an effect that stands already is passed over, so any pass may run twice.
    Raises LeaseLost, with nothing written, when another worker has the bucket now.
    """
    now = deps.clock()
    with deps.database.transaction("worker", ns) as cursor:
        if lease is not None:
            leases.hold(cursor, lease)
        active = profiles.read_active(cursor, ns, ["", heard.project_id], now) if signals else []
        for signal in signals:
            task = _Task(deps=deps, ns=ns, heard=heard, signal=signal, actor=actor, extractor=extractor, now=now)
            _settle_one(cursor, task, claims.home(signal, heard.project_id, active))
        store.set_done(cursor, ns, heard.session_id, heard.message_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """One signal on its way to its effect."""

    deps: Deps
    ns: Namespace
    heard: Heard
    signal: Signal
    actor: Actor
    extractor: str
    now: datetime


def _settle_one(cursor: RealDictCursor, task: _Task, project_id: str) -> None:
    signal, heard = task.signal, task.heard
    standing = profiles.lock_line(cursor, task.ns, project_id=project_id, line=signal.line, member=signal.member)
    active = _in_force(standing.active if standing else None, task.now)
    decision = gate.decide(
        signal, active, auto_promote=task.deps.settings.auto_promote, trusted=heard.trusted, placed=bool(project_id)
    )
    metrics.SIGNALS.labels(signal.signal, decision.outcome).inc()
    if decision.outcome == gate.DROP:
        return
    claim = claims.to_claim(signal, heard, project_id=project_id, now=task.now, extractor=task.extractor)
    draft_id = task.deps.new_id()
    row = {
        **claims.draft_row(signal, heard, claim, draft_id=draft_id, extractor=task.extractor),
        "value": profiles.to_json(dict(signal.value)),
        "why": profiles.to_json(claims.why_json(signal)),
        "reason": decision.reason,
        "conflict": decision.conflict,
        "current_ucu_id": active.ucu_id if active else None,
        "current_version": active.version if active else None,
        "status": "promoted" if decision.outcome == gate.PROMOTE else "pending",
        "created_by": task.actor.actor_id,
        "created_at": task.now,
    }
    if not store.insert_draft(cursor, task.ns, row):
        return
    if decision.outcome == gate.REVIEW:
        after = {name: row[name] for name in ("key", "value", "polarity", "conflict", "status")}
        audit.record(
            cursor, task.ns, task.actor, action="draft.pending", object_type="draft", object_id=draft_id, after=after
        )
        return
    promoted = profiles.promote(cursor, task.ns, claim, ucu_id=task.deps.new_id(), now=task.now)
    _note(cursor, task, draft_id, promoted)


def _note(cursor: RealDictCursor, task: _Task, draft_id: str, promoted: profiles.Promoted) -> None:
    """One audit row for what a promoted draft became."""
    metrics.PROMOTIONS.labels(promoted.outcome).inc()
    changed = promoted.ucu is not None and promoted.outcome != "unchanged"
    ucu_id = promoted.ucu.ucu_id if promoted.ucu else None
    status = "promoted" if changed else "closed"
    store.set_outcome(cursor, task.ns, draft_id, status=status, ucu_id=ucu_id, now=task.now)
    audit.record(
        cursor, task.ns, task.actor,
        action=f"ucu.{promoted.outcome}" if changed else "draft.closed",
        object_type="ucu" if changed else "draft",
        object_id=ucu_id if changed and ucu_id else draft_id,
        before=profiles.audited(promoted.previous), after=profiles.audited(promoted.ucu),
        reason=task.signal.signal,
    )  # fmt: skip


def _in_force(active: UCU | None, now: datetime) -> UCU | None:
    """The version, unless its time has run out."""
    return None if active is None or (active.valid_until is not None and active.valid_until <= now) else active


# --- the review queue -------------------------------------------------------------------


def list_drafts(
    deps: Deps,
    caller: Caller,
    ns: Namespace | None,
    *,
    status: str | None,
    min_age: int,
    before: tuple[Any, ...] | None,
    limit: int,
    actor: Actor,
) -> tuple[list[dict[str, Any]], tuple[datetime, str] | None]:
    """Drafts of one user, or of the whole tenant where `ns` is None, newest first; and where the next page starts.

    status None is any; min_age is in seconds.
    """
    if ns is None and caller.users is not None:
        raise Invalid("user_id: this key speaks for single users; name one", field="user_id")
    now = deps.clock()
    filters = {
        "user_id": ns.user_id if ns else None,
        "status": status,
        "latest": now - timedelta(seconds=min_age),
        "before_at": before[0] if before else None,
        "before_id": before[1] if before else None,
        "limit": limit + 1,
    }
    role, scope = _reader(caller, ns)
    with deps.database.transaction(role, scope) as cursor:
        rows = store.list_drafts(cursor, scope, filters)
        currents = store.read_currents(cursor, scope, [row["draft_id"] for row in rows])
        if caller.role == "reviewer":
            audit.record(cursor, scope, actor, action="drafts.read", object_type="drafts", object_id=status or "all")
    page = rows[:limit]
    after = (page[-1]["created_at"], page[-1]["draft_id"]) if len(rows) > limit else None
    return [_as_json(row, currents, now) for row in page], after


def read_draft(deps: Deps, caller: Caller, user_id: str | None, draft_id: str, *, actor: Actor) -> dict[str, Any]:
    """One draft - of `user_id`, where one is named - of a user this caller may speak for; NotFound otherwise."""
    role, scope = _reader(caller, None)
    with deps.database.transaction(role, scope) as cursor:
        row = store.read_draft(cursor, scope, draft_id)
        if row is None or user_id not in (None, row["user_id"]):
            raise NotFound
        caller.namespace(row["user_id"])
        currents = store.read_currents(cursor, scope, [draft_id])
        if caller.role == "reviewer":
            audit.record(cursor, scope, actor, action="draft.read", object_type="draft", object_id=draft_id)
    return _as_json(row, currents, deps.clock())


def _reader(caller: Caller, ns: Namespace | None) -> tuple[str, Namespace]:
    """The database role that reads drafts: the queue of a whole tenant is the reviewer's."""
    if caller.role == "app" and ns is not None:
        return "app", ns
    return "reviewer", caller.tenant


def _as_json(
    row: Mapping[str, Any], currents: Mapping[tuple[str, str, str, str], UCU], now: datetime
) -> dict[str, Any]:
    """A draft as the API writes it."""
    current = currents.get((row["user_id"], row["project_id"], row["line"], row["member"]))
    evidence = {
        "anchor": row["anchor"], "session_id": row["session_id"], "message_id": row["message_id"],
        "quote": row["quote"], "start": row["span_start"], "end": row["span_end"],
        "sha256": quote_sha256(row["quote"]), "at": stamp(row["at"]),
    }  # fmt: skip
    plain = (
        "draft_id", "user_id", "signal", "type", "key", "value", "statement", "polarity", "lifecycle", "why", "reason",
        "conflict", "status", "ucu_id",
    )  # fmt: skip
    return {name: row[name] for name in plain} | {
        "project_id": row["project_id"] or None,
        "confidence": round(row["confidence"], 4),
        "valid_until": stamp(row["valid_until"]) if row["valid_until"] else None,
        "evidence": [evidence],
        "current": profiles.as_json(current, trust.weigh(current, now)) if current else None,
        "created_at": stamp(row["created_at"]),
    }
