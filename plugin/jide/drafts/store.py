"""Drafts in PostgreSQL; inside the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from psycopg2.extras import RealDictCursor

from jide.infra.queries import QUERIES
from jide.namespace import Namespace
from jide.profiles.store import from_row
from jide.profiles.ucu import UCU


def insert_draft(cursor: RealDictCursor, ns: Namespace, draft: Mapping[str, Any]) -> bool:
    """Write a draft; False where this effect of this message stands already."""
    cursor.execute(QUERIES["draft_insert"], ns.row(**draft))
    return cursor.fetchone() is not None


def set_outcome(
    cursor: RealDictCursor, ns: Namespace, draft_id: str, *, status: str, ucu_id: str | None, now: datetime
) -> None:
    """Note what a promoted draft became."""
    cursor.execute(QUERIES["draft_outcome"], ns.row(draft_id=draft_id, status=status, ucu_id=ucu_id, now=now))


def list_drafts(cursor: RealDictCursor, ns: Namespace, filters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Drafts that pass the filters of `draft_list`, newest first."""
    cursor.execute(QUERIES["draft_list"], {"tenant_id": ns.tenant_id, **filters})
    return [_plain(row) for row in cursor.fetchall()]


def read_draft(cursor: RealDictCursor, ns: Namespace, draft_id: str) -> dict[str, Any] | None:
    """One draft by its id, of whichever user of the tenant."""
    cursor.execute(QUERIES["draft_read"], ns.row(draft_id=draft_id))
    row = cursor.fetchone()
    return _plain(row) if row else None


def lock_draft(cursor: RealDictCursor, ns: Namespace, draft_id: str) -> dict[str, Any] | None:
    """One draft of the user, locked until the transaction ends."""
    cursor.execute(QUERIES["draft_lock"], ns.row(draft_id=draft_id))
    row = cursor.fetchone()
    return _plain(row) if row else None


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its ids as text."""
    return row | {name: str(row[name]) for name in ("draft_id", "ucu_id", "current_ucu_id") if row[name] is not None}


def find_users(cursor: RealDictCursor, ns: Namespace, draft_ids: Sequence[str]) -> dict[str, str]:
    """Draft id -> the user it is about, for those of these ids that the tenant has."""
    cursor.execute(QUERIES["draft_users"], ns.row(draft_ids=list(draft_ids)))
    return {str(row["draft_id"]): row["user_id"] for row in cursor.fetchall()}


def name_user(cursor: RealDictCursor, ns: Namespace) -> None:
    """Let the rest of the transaction act for the user of `ns`."""
    cursor.execute(QUERIES["draft_named"], ns.row())


def read_currents(
    cursor: RealDictCursor, ns: Namespace, rows: Sequence[Mapping[str, Any]], now: datetime
) -> dict[tuple[str, str, str, str], UCU]:
    """The versions in force on the lines of these drafts, by (user, project, line, member)."""
    wanted = {"draft_ids": [row["draft_id"] for row in rows], "user_ids": sorted({row["user_id"] for row in rows})}
    cursor.execute(QUERIES["draft_currents"], {"tenant_id": ns.tenant_id, "now": now, **wanted})
    found = [from_row(row) for row in cursor.fetchall()]
    return {(ucu.user_id, ucu.project_id, ucu.line, ucu.member): ucu for ucu in found}


def read_messages(
    cursor: RealDictCursor, ns: Namespace, draft_ids: Sequence[str], longest: int
) -> dict[str, list[dict[str, Any]]]:
    """The messages around those of these drafts, in order, by draft; each cut to `longest` characters."""
    cursor.execute(QUERIES["draft_messages"], ns.row(draft_ids=list(draft_ids), longest=longest))
    found: dict[str, list[dict[str, Any]]] = {}
    for row in cursor.fetchall():
        found.setdefault(str(row["draft_id"]), []).append(row)
    return found


def count_queue(cursor: RealDictCursor, ns: Namespace, user_id: str | None) -> list[dict[str, Any]]:
    """How many drafts wait - of one user, where one is named - and since when, by conflict."""
    cursor.execute(QUERIES["draft_queue"], {"tenant_id": ns.tenant_id, "user_id": user_id})
    return list(cursor.fetchall())


def decide_draft(cursor: RealDictCursor, ns: Namespace, draft_id: str, decided: Mapping[str, Any]) -> None:
    """Write what was decided on a draft that waits: the fields of `draft_decide`."""
    cursor.execute(QUERIES["draft_decide"], ns.row(draft_id=draft_id, **decided))


def lock_siblings(cursor: RealDictCursor, ns: Namespace, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The other drafts that wait on the line of this one, whatever member they are about; locked."""
    line = {name: row[name] for name in ("project_id", "line", "draft_id")}
    cursor.execute(QUERIES["draft_siblings"], ns.row(**line))
    return [_plain(other) for other in cursor.fetchall()]


def set_conflict(cursor: RealDictCursor, ns: Namespace, draft_id: str, conflict: str) -> None:
    """Note how a draft that waits stands to what is in force since that changed."""
    cursor.execute(QUERIES["draft_conflict"], ns.row(draft_id=draft_id, conflict=conflict))


def read_effects(cursor: RealDictCursor, ns: Namespace, session_id: str) -> frozenset[str]:
    """Ids of the session's messages that already had an effect, whichever version of the extractor read them."""
    cursor.execute(QUERIES["drafts_of_session"], ns.row(session_id=session_id))
    return frozenset(row["message_id"] for row in cursor.fetchall())


def set_done(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> None:
    """A message has had its effect."""
    cursor.execute(QUERIES["work_done"], ns.row(session_id=session_id, message_id=message_id))
