"""The work that waits for the extractor, and what was put aside of it; inside the caller's transaction."""

from collections.abc import Mapping
from datetime import datetime
from itertools import takewhile
from typing import Any

from psycopg2.extras import RealDictCursor

from jide.infra.queries import QUERIES
from jide.namespace import Namespace

# --- messages -----------------------------------------------------------------------------


def begin_message(
    cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str, *, count: int
) -> dict[str, Any] | None:
    """Count an attempt at a message that waits, and take it up; None for one that does not wait."""
    cursor.execute(QUERIES["work_begin"], ns.row(session_id=session_id, message_id=message_id, count=count))
    return cursor.fetchone()


def read_turns(
    cursor: RealDictCursor, ns: Namespace, session_id: str, *, epoch: int, seq: int, limit: int
) -> list[dict[str, Any]]:
    """The last turns of a session up to a message, oldest first; without those put aside or not trusted."""
    cursor.execute(QUERIES["work_turns"], ns.row(session_id=session_id, epoch=epoch, seq=seq, limit=limit))
    return list(reversed(cursor.fetchall()))


def read_attempts(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> int | None:
    """How many attempts at a message were begun; None for one that does not wait."""
    cursor.execute(QUERIES["work_attempts"], ns.row(session_id=session_id, message_id=message_id))
    row = cursor.fetchone()
    return row["attempts"] if row else None


def read_earlier(
    cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str, limit: int
) -> list[dict[str, str]]:
    """What the user said before a message and still waits, oldest first."""
    cursor.execute(QUERIES["work_earlier"], ns.row(session_id=session_id, message_id=message_id, limit=limit))
    return list(cursor.fetchall())


def read_queue(cursor: RealDictCursor, ns: Namespace, *, age: float, limit: int) -> list[dict[str, str]]:
    """What waits of one user, in order, up to the first that has not waited longer than `age` seconds."""
    cursor.execute(QUERIES["work_queue"], ns.row(age=age, limit=limit))
    return list(takewhile(lambda row: row["overdue"], cursor.fetchall()))


def set_failed(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> None:
    """Give a message up; it stays in the archive."""
    cursor.execute(QUERIES["work_failed"], ns.row(session_id=session_id, message_id=message_id))


def requeue(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> bool:
    """Let a message that was given up wait again; False for one that was not."""
    cursor.execute(QUERIES["work_requeue"], ns.row(session_id=session_id, message_id=message_id))
    return cursor.rowcount == 1


# --- sessions -----------------------------------------------------------------------------


def begin_close(cursor: RealDictCursor, ns: Namespace, session_id: str, *, count: int) -> dict[str, Any] | None:
    """Count a closing pass and begin it; None for a session that is closed, or of which a message still waits."""
    cursor.execute(QUERIES["work_begin_close"], ns.row(session_id=session_id, count=count))
    return cursor.fetchone()


def close_session(cursor: RealDictCursor, ns: Namespace, session_id: str, last_active: datetime) -> bool:
    """A closing pass came to its end; False when the session was written to in the meantime and stays open."""
    cursor.execute(QUERIES["work_close_session"], ns.row(session_id=session_id, last_active=last_active))
    row = cursor.fetchone()
    return row is not None and row["state"] == "closed"


def read_session(cursor: RealDictCursor, ns: Namespace, session_id: str) -> dict[str, Any] | None:
    """How a session stands, and how many closing passes of it were begun."""
    cursor.execute(QUERIES["work_session"], ns.row(session_id=session_id))
    return cursor.fetchone()


def reopen_session(cursor: RealDictCursor, ns: Namespace, session_id: str) -> None:
    """Let a closed session want its closing pass again."""
    cursor.execute(QUERIES["work_reopen_session"], ns.row(session_id=session_id))


# --- the walk over the tenants ------------------------------------------------------------


def read_zone(cursor: RealDictCursor, ns: Namespace) -> str:
    """The tenant's time zone."""
    cursor.execute(QUERIES["work_zone"], ns.row())
    row = cursor.fetchone()
    return row["timezone"] if row else "UTC"


def list_tenants(cursor: RealDictCursor, after: str, limit: int) -> list[str]:
    """The next tenants after this one, in order."""
    cursor.execute(QUERIES["work_tenants"], {"after": after, "limit": limit})
    return [row["tenant_id"] for row in cursor.fetchall()]


def waiting_users(cursor: RealDictCursor, tenant: Namespace, *, age: float, after: str, limit: int) -> list[str]:
    """The next users of a tenant, in order of their ids, with a message that has waited longer than `age` seconds."""
    asked = {"tenant_id": tenant.tenant_id, "age": age, "after": after, "limit": limit}
    cursor.execute(QUERIES["work_waiting_users"], asked)
    return [row["user_id"] for row in cursor.fetchall()]


def waiting_count(cursor: RealDictCursor, tenant: Namespace) -> int:
    """How many messages of a tenant wait."""
    cursor.execute(QUERIES["work_waiting_count"], {"tenant_id": tenant.tenant_id})
    row: Any = cursor.fetchone()
    return int(row["waiting"])


def waiting_sessions(cursor: RealDictCursor, tenant: Namespace, now: datetime, limit: int) -> list[dict[str, Any]]:
    """Sessions of a tenant that want their closing pass."""
    cursor.execute(QUERIES["work_waiting_sessions"], {"tenant_id": tenant.tenant_id, "now": now, "limit": limit})
    return list(cursor.fetchall())


# --- dead letters -------------------------------------------------------------------------


def insert_dead_letter(cursor: RealDictCursor, ns: Namespace, letter: Mapping[str, Any]) -> None:
    """Put a piece of work aside for people: ids, the stage and the kind of error, never content."""
    cursor.execute(QUERIES["dead_letter_insert"], ns.row(**letter))


def list_requested(cursor: RealDictCursor, tenant: Namespace, limit: int) -> list[dict[str, Any]]:
    """Dead letters of a tenant for which somebody asked for another attempt."""
    cursor.execute(QUERIES["work_requested"], {"tenant_id": tenant.tenant_id, "limit": limit})
    return [row | {"dead_letter_id": str(row["dead_letter_id"])} for row in cursor.fetchall()]


def begin_letter(cursor: RealDictCursor, ns: Namespace, dead_letter_id: str) -> None:
    """Note that another attempt has begun."""
    cursor.execute(QUERIES["dead_letter_begin"], ns.row(dead_letter_id=dead_letter_id))


def has_begun(cursor: RealDictCursor, ns: Namespace, dead_letter_id: str) -> bool:
    """Whether the attempt that was asked for has begun."""
    cursor.execute(QUERIES["dead_letter_begun"], ns.row(dead_letter_id=dead_letter_id))
    row = cursor.fetchone()
    return row is not None and bool(row["begun"])


def resolve_letter(cursor: RealDictCursor, ns: Namespace, dead_letter_id: str, now: datetime) -> None:
    """Note that the work has succeeded after all."""
    cursor.execute(QUERIES["dead_letter_resolve"], ns.row(dead_letter_id=dead_letter_id, now=now))


def refuse_letter(cursor: RealDictCursor, ns: Namespace, dead_letter_id: str, reason: str) -> None:
    """Note that another attempt cannot be made, and why."""
    cursor.execute(QUERIES["dead_letter_refuse"], ns.row(dead_letter_id=dead_letter_id, reason=reason))


# --- dead letters, for people -------------------------------------------------------------


def list_failed(cursor: RealDictCursor, tenant: Namespace, filters: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Dead letters that pass the filters of `failed_list`, the newest failure first."""
    cursor.execute(QUERIES["failed_list"], {"tenant_id": tenant.tenant_id, **filters})
    return [row | {"dead_letter_id": str(row["dead_letter_id"])} for row in cursor.fetchall()]


def request_retry(
    cursor: RealDictCursor, tenant: Namespace, dead_letter_id: str, now: datetime
) -> dict[str, Any] | None:
    """Ask for another attempt; whose it is and at which stage, None where there is no such open letter."""
    asked = {"tenant_id": tenant.tenant_id, "dead_letter_id": dead_letter_id, "now": now}
    cursor.execute(QUERIES["failed_request"], asked)
    return cursor.fetchone()


def read_failed(cursor: RealDictCursor, tenant: Namespace, dead_letter_id: str) -> dict[str, Any] | None:
    """Whose a dead letter is and when it was resolved; None where there is none."""
    asked = {"tenant_id": tenant.tenant_id, "dead_letter_id": dead_letter_id}
    cursor.execute(QUERIES["failed_read"], asked)
    return cursor.fetchone()
