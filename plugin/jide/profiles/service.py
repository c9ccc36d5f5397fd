"""What is known of a user, read as of any time, as known at any other: listed, one by one, explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.errors import Invalid, NotFound
from jide.infra import audit
from jide.infra.deps import Deps
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.profiles import store, trust
from jide.profiles.store import View
from jide.profiles.ucu import TYPES, UCU

STATUSES: Final = ("active", "superseded", "retired", "expired")
_OWN: Final = frozenset({"app", "self"})  # roles that act for the user; the others are staff, and leave a trace
_QUOTED: Final = _OWN | {"reviewer"}  # roles that see quotes
_PAGE: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which of a user's UCUs are meant.

    status      as seen at `known_at`, where what has run out is 'expired'. None: 'active', or - as of a time -
                whatever was true then; 'all': everything
    as_of       the time at which it was true; None is now
    known_at    the time by which Jide knew it; None is now
    """

    type: str | None = None
    key: str | None = None
    project_id: str | None = None
    session_id: str | None = None
    min_trust: float | None = None
    status: str | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.status not in (None, "all", *STATUSES):
            raise Invalid(f"status: one of {', '.join(STATUSES)} or all", field="status")
        if self.type is not None and self.type not in TYPES:
            raise Invalid(f"type: one of {', '.join(TYPES)}", field="type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some UCUs as JSON, and where the next page starts: None after the last."""

    memories: list[dict[str, Any]]
    after: tuple[datetime, str] | None


def read_profile(
    deps: Deps, caller: Caller, ns: Namespace, filters: Filters, *,
    before: tuple[Any, ...] | None, limit: int, actor: Actor,
) -> Page:  # fmt: skip
    """A user's UCUs, newest recorded first."""
    now = deps.clock()
    found: list[tuple[UCU, dict[str, Any]]] = []
    page = limit + 1 if filters.min_trust is None else max(limit + 1, _PAGE)
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        while len(found) <= limit:
            rows = store.read_profile(cursor, ns, _parameters(filters, now, before, page))
            memories = [(ucu, shown(caller, ucu, filters.known_at or now)) for ucu in rows]
            # Trust is never stored, so it is filtered here, page by page.
            found += [pair for pair in memories if pair[1]["trust"] >= (filters.min_trust or 0.0)]
            if len(rows) < page:
                break
            before = (rows[-1].recorded_at, rows[-1].ucu_id)
        _trace(cursor, caller, ns, actor)
    last = found[limit - 1][0] if len(found) > limit else None
    after = (last.recorded_at, last.ucu_id) if last else None
    return Page(memories=[memory for _, memory in found[:limit]], after=after)


def _scope(caller: Caller, ns: Namespace) -> Namespace:
    """The namespace a reading transaction runs in: a department head reads as themselves, about somebody else."""
    if caller.role == "dept_head":
        return Namespace(tenant_id=ns.tenant_id, user_id=caller.subject)
    return ns


def _parameters(filters: Filters, now: datetime, before: tuple[Any, ...] | None, limit: int) -> dict[str, Any]:
    asked = filters.status or (None if filters.as_of else "active")
    return {
        "type": filters.type, "key": filters.key, "project_id": filters.project_id, "session_id": filters.session_id,
        "status": None if asked == "all" else asked,
        **View(as_of=filters.as_of or now, known_at=filters.known_at).parameters,
        "in_force": asked == "active" or (filters.as_of is not None and filters.status is None),
        "before_at": before[0] if before else None, "before_id": before[1] if before else None, "limit": limit,
    }  # fmt: skip


def _trace(cursor: RealDictCursor, caller: Caller, ns: Namespace, actor: Actor) -> None:
    """Staff who look at somebody's profile leave an audit row."""
    if caller.role not in _OWN:
        audit.record(cursor, ns, actor, action="profile.read", object_type="profile", object_id="")


# --- one version --------------------------------------------------------------------------


def read_ucu(
    deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *,
    actor: Actor, as_of: datetime | None = None, known_at: datetime | None = None,
) -> dict[str, Any]:  # fmt: skip
    """One version by its id, as of a time, as known at another; NotFound where it was not recorded by then."""
    now = deps.clock()
    view = View(as_of=as_of or now, known_at=known_at)
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        ucu = _find(cursor, ns, ucu_id, view)
        _trace(cursor, caller, ns, actor)
    return shown(caller, ucu, known_at or now)


def read_history(
    deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *,
    before: int | None, limit: int, actor: Actor, known_at: datetime | None = None,
) -> tuple[list[dict[str, Any]], int | None]:  # fmt: skip
    """Every version of that version's line as known at a time, newest first; and the number the next page starts below.

    NotFound where that version was not recorded by then.
    """
    now = deps.clock()
    view = View(as_of=now, known_at=known_at)
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        _find(cursor, ns, ucu_id, view)
        rows = store.read_history(cursor, ns, ucu_id, view, before=before, limit=limit + 1)
        _trace(cursor, caller, ns, actor)
    after = rows[limit - 1].version if len(rows) > limit else None
    return [shown(caller, ucu, known_at or now) for ucu in rows[:limit]], after


def read_evidence(deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *, actor: Actor) -> list[dict[str, Any]]:
    """What supports a version: each anchor with its message and the neighbours, for those who may read messages."""
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        ucu = _find(cursor, ns, ucu_id, View(as_of=deps.clock()))
        rows = store.read_neighbours(cursor, ns, ucu_id) if caller.role in _OWN else []
        _trace(cursor, caller, ns, actor)
    found = []
    for anchor in ucu.evidence if caller.role in _QUOTED else ():
        mine = (anchor["session_id"], anchor["message_id"])
        messages = [_message(row) for row in rows if (row["session_id"], row["evidence_id"]) == mine]
        found.append({**anchor, "messages": messages})
    return found


def _message(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "message_id": row["message_id"], "seq": row["seq"], "role": row["role"], "content": row["content"],
        "timestamp": stamp(row["at"]), "metadata": row["metadata"],
    }  # fmt: skip


def _find(cursor: RealDictCursor, ns: Namespace, ucu_id: str, view: View) -> UCU:
    ucu = store.read_at(cursor, ns, ucu_id, view)
    if ucu is None:
        raise NotFound
    return ucu


def shown(caller: Caller, ucu: UCU, now: datetime) -> dict[str, Any]:
    """A UCU as this caller may see it: to some staff the values alone, never what was said."""
    told = store.as_json(ucu, trust.weigh(ucu, now))
    return told if caller.role in _QUOTED else told | {"evidence": [], "statement": ""}
