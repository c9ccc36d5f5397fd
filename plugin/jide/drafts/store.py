"""Drafts, and the work that waits for the extractor, in PostgreSQL; inside the caller's transaction."""

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
    """One draft by its id."""
    cursor.execute(QUERIES["draft_read"], ns.row(draft_id=draft_id))
    row = cursor.fetchone()
    return _plain(row) if row else None


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """The row with its ids as text."""
    return row | {name: str(row[name]) for name in ("draft_id", "ucu_id", "current_ucu_id") if row[name] is not None}


def read_currents(
    cursor: RealDictCursor, ns: Namespace, draft_ids: Sequence[str]
) -> dict[tuple[str, str, str, str], UCU]:
    """The versions in force on the lines of these drafts, by (user, project, line, member)."""
    cursor.execute(QUERIES["draft_currents"], ns.row(draft_ids=list(draft_ids)))
    found = [from_row(row) for row in cursor.fetchall()]
    return {(ucu.user_id, ucu.project_id, ucu.line, ucu.member): ucu for ucu in found}


def read_effects(cursor: RealDictCursor, ns: Namespace, session_id: str, extractor_version: str) -> frozenset[str]:
    """Ids of the session's messages that already had an effect under this version of the extractor."""
    cursor.execute(QUERIES["drafts_of_session"], ns.row(session_id=session_id, extractor_version=extractor_version))
    return frozenset(row["message_id"] for row in cursor.fetchall())


def read_message(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> dict[str, Any] | None:
    """A stored message as the extractor takes it up."""
    cursor.execute(QUERIES["work_message"], ns.row(session_id=session_id, message_id=message_id))
    return cursor.fetchone()


def read_turns(
    cursor: RealDictCursor, ns: Namespace, session_id: str, *, epoch: int, seq: int, limit: int
) -> list[dict[str, Any]]:
    """The last turns of a session up to a message, oldest first."""
    cursor.execute(QUERIES["work_turns"], ns.row(session_id=session_id, epoch=epoch, seq=seq, limit=limit))
    return list(reversed(cursor.fetchall()))


def read_session(cursor: RealDictCursor, ns: Namespace, session_id: str) -> dict[str, Any] | None:
    """A session and how it stands."""
    cursor.execute(QUERIES["work_session"], ns.row(session_id=session_id))
    return cursor.fetchone()


def close_session(cursor: RealDictCursor, ns: Namespace, session_id: str, last_active: datetime) -> bool:
    """The closing pass is done; False when the session was written to in the meantime."""
    cursor.execute(QUERIES["work_close_session"], ns.row(session_id=session_id, last_active=last_active))
    return cursor.rowcount == 1


def set_done(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> None:
    """A message has had its effect."""
    cursor.execute(QUERIES["work_done"], ns.row(session_id=session_id, message_id=message_id))


def count_attempt(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> int | None:
    """Count a failed attempt; how many there were, or None where no such message is archived."""
    cursor.execute(QUERIES["work_attempt"], ns.row(session_id=session_id, message_id=message_id))
    row = cursor.fetchone()
    return row["attempts"] if row else None


def set_failed(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> None:
    """Give a message up; it stays in the archive."""
    cursor.execute(QUERIES["work_failed"], ns.row(session_id=session_id, message_id=message_id))


def insert_dead_letter(cursor: RealDictCursor, ns: Namespace, letter: Mapping[str, Any]) -> None:
    """Put a message aside for people: ids, the stage and the kind of error, never content."""
    cursor.execute(QUERIES["dead_letter_insert"], ns.row(**letter))


def read_zone(cursor: RealDictCursor, ns: Namespace) -> str:
    """The tenant's time zone."""
    cursor.execute(QUERIES["work_zone"], ns.row())
    row = cursor.fetchone()
    return row["timezone"] if row else "UTC"


def list_tenants(cursor: RealDictCursor, after: str, limit: int) -> list[str]:
    """The next tenants after this one, in order."""
    cursor.execute(QUERIES["work_tenants"], {"after": after, "limit": limit})
    return [row["tenant_id"] for row in cursor.fetchall()]


def waiting_messages(cursor: RealDictCursor, tenant: Namespace, age: float, limit: int) -> list[dict[str, Any]]:
    """Messages of a tenant that have waited longer than `age` seconds, oldest first."""
    cursor.execute(QUERIES["work_waiting_messages"], {"tenant_id": tenant.tenant_id, "age": age, "limit": limit})
    return list(cursor.fetchall())


def waiting_sessions(cursor: RealDictCursor, tenant: Namespace, now: datetime, limit: int) -> list[dict[str, Any]]:
    """Sessions of a tenant that want their closing pass."""
    cursor.execute(QUERIES["work_waiting_sessions"], {"tenant_id": tenant.tenant_id, "now": now, "limit": limit})
    return list(cursor.fetchall())
