"""What becomes of signals: settled into UCUs and drafts, listed for review, or only shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.drafts import claims, draft, gate, store
from jide.drafts.claims import Heard
from jide.errors import Invalid, NotFound
from jide.infra import audit, leases, metrics
from jide.infra.deps import Deps
from jide.infra.leases import Lease
from jide.namespace import Namespace
from jide.profiles import store as profiles
from jide.profiles import trust
from jide.sessions.intake import LARGEST
from jide.signals.signal import Signal

STATUSES: Final = ("pending", "promoted", "approved", "amended", "rejected", "closed")

LISTED: Final = 1_000
"""Characters of each message beside a draft in a list."""


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
    with deps.database.transaction("worker", ns) as cursor:
        if lease is not None:
            leases.hold(cursor, lease)
        if signals:
            profiles.lock_user(cursor, ns)
        now = deps.clock()  # when nobody else writes of this user: what was known at a time stays as it was
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
    active = draft.in_force(standing.active if standing else None, task.now)
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


# --- the review queue -------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Some drafts as JSON, where the next page starts (None after the last), and how much waits in all."""

    drafts: list[dict[str, Any]]
    after: tuple[datetime, str] | None
    waiting: dict[str, Any]


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
) -> Queue:
    """Drafts of one user, or of the whole tenant where `ns` is None, newest first.

    status None is any; min_age is in seconds. Messages come cut, whole ones with the draft alone.
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
        page = rows[:limit]
        drafts = _as_json(cursor, scope, page, now, longest=LISTED)
        waiting = _waiting(store.count_queue(cursor, scope, ns.user_id if ns else None), now)
        if caller.role == "reviewer":
            audit.record(cursor, scope, actor, action="drafts.read", object_type="drafts", object_id=status or "all")
    after = (page[-1]["created_at"], page[-1]["draft_id"]) if len(rows) > limit else None
    return Queue(drafts=drafts, after=after, waiting=waiting)


def read_draft(deps: Deps, caller: Caller, user_id: str | None, draft_id: str, *, actor: Actor) -> dict[str, Any]:
    """One draft - of `user_id`, where one is named - of a user this caller may speak for; NotFound otherwise."""
    role, scope = _reader(caller, None)
    with deps.database.transaction(role, scope) as cursor:
        row = store.read_draft(cursor, scope, draft_id)
        if row is None or user_id not in (None, row["user_id"]):
            raise NotFound
        caller.namespace(row["user_id"])
        (found,) = _as_json(cursor, scope, [row], deps.clock(), longest=LARGEST)
        if caller.role == "reviewer":
            audit.record(cursor, scope, actor, action="draft.read", object_type="draft", object_id=draft_id)
    return found


def _reader(caller: Caller, ns: Namespace | None) -> tuple[str, Namespace]:
    """The database role that reads drafts: the queue of a whole tenant is the reviewer's."""
    if caller.role == "app" and ns is not None:
        return "app", ns
    return "reviewer", caller.tenant


def _as_json(
    cursor: RealDictCursor, scope: Namespace, rows: Sequence[Mapping[str, Any]], now: datetime, *, longest: int
) -> list[dict[str, Any]]:
    """Drafts as the API writes them: with what stands now and what was said around them."""
    currents = store.read_currents(cursor, scope, rows, now)
    messages = store.read_messages(cursor, scope, [row["draft_id"] for row in rows], longest)
    found = []
    for row in rows:
        current = currents.get((row["user_id"], row["project_id"], row["line"], row["member"]))
        shown = profiles.as_json(current, trust.weigh(current, now)) if current else None
        found.append(draft.as_json(row, current, shown, messages.get(row["draft_id"], ()), now))
    return found


def _waiting(counts: Sequence[Mapping[str, Any]], now: datetime) -> dict[str, Any]:
    """How many drafts wait, how long the oldest has, and how they stood to what was known when they were made."""
    oldest = [row["oldest"] for row in counts]
    return {
        "pending": sum(row["pending"] for row in counts),
        "oldest_age_seconds": max(0, int((now - min(oldest)).total_seconds())) if oldest else 0,
        "by_conflict": {name: 0 for name in gate.CONFLICTS} | {row["conflict"]: row["pending"] for row in counts},
    }
