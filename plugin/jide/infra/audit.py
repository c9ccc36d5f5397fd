"""Audit: one row for every change, in its transaction; people and values only as keyed digests."""

import hashlib
import hmac
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.errors import NotFound
from jide.infra.deps import new_id
from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.namespace import Namespace

_CLOCKS: Final = timedelta(days=1)
"""How far a server's clock, which makes the ids, may be behind the database's, which says when a row was written."""

_CANONICAL: Final = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z


def record(
    cursor: RealDictCursor, namespace: Namespace, actor: Actor, *,
    action: str, object_type: str, object_id: str,
    before: Any = None, after: Any = None, outcome: str = "done", reason: str = "",
) -> None:  # fmt: skip
    """Write the audit row of a change inside its transaction, which runs as the actor's role.

    before, after   what stood and what stands, as anything JSON can hold; only their HMACs are kept
    object_id       a server-made id; what people chose (user ids, session ids) belongs in before and after
    """
    secret = _secret(cursor, namespace)
    cursor.execute(
        QUERIES["audit_insert"],
        {
            "tenant_id": namespace.tenant_id,
            "audit_id": new_id(),
            "actor_role": actor.role,
            "actor_id": actor.actor_id,
            "subject_digest": subject_digest(secret, namespace.user_id),
            "action": action,
            "object_type": object_type,
            "object_id": object_id,
            "before_digest": _digest(secret, before),
            "after_digest": _digest(secret, after),
            "outcome": outcome,
            "reason": reason,
            "request_id": actor.request_id,
        },
    )


def _secret(cursor: RealDictCursor, namespace: Namespace) -> bytes:
    cursor.execute(QUERIES["audit_digest_key"], {"tenant_id": namespace.tenant_id})
    row = cursor.fetchone()
    if row is None:
        raise NotFound
    return bytes(row["digest_key"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which rows of the audit are meant; None is all.

    since       the time from which on they were written
    subject     the user they are about, looked for by digest
    before      the id that the page before ended with
    """

    since: datetime | None = None
    subject: str | None = None
    action: str | None = None
    before: str | None = None


def read_audit(
    database: Database, caller: Caller, asked: Asked, *, limit: int, actor: Actor
) -> tuple[list[dict[str, Any]], str | None]:
    """The tenant's rows, newest first, and the id after which the next page starts: None after the last.

    That somebody looked is a row of its own, which the next look shows.
    """
    tenant = caller.tenant
    with database.transaction(caller.role, tenant) as cursor:
        digest = subject_digest(_secret(cursor, tenant), asked.subject) if asked.subject else None
        row = {
            "tenant_id": tenant.tenant_id, "since": asked.since, "lowest_id": _lowest_id(asked.since),
            "subject_digest": digest, "action": asked.action, "before_id": asked.before, "limit": limit + 1,
        }  # fmt: skip
        cursor.execute(QUERIES["audit_list"], row)
        rows: Any = cursor.fetchall()
        about = Namespace(tenant_id=tenant.tenant_id, user_id=asked.subject or "")
        record(cursor, about, actor, action="audit.read", object_type="audit", object_id="")
    return list(rows[:limit]), str(rows[limit - 1]["audit_id"]) if len(rows) > limit else None


def _lowest_id(since: datetime | None) -> str | None:
    """A UUIDv7 below all that were made since then: where the search by the primary key may stop."""
    if since is None:
        return None
    milliseconds = max(0, int(since.timestamp() - _CLOCKS.total_seconds()) * 1000)
    return str(uuid.UUID(int=min(milliseconds, 2**48 - 1) << 80))


def subject_digest(secret: bytes, user_id: str) -> str:
    """The name under which a user appears in the audit of the tenant whose digest key is `secret`."""
    return _digest(secret, {"user": user_id}) if user_id else ""


def _digest(secret: bytes, value: Any) -> str:
    if value is None:
        return ""
    return hmac.new(secret, orjson.dumps(value, default=str, option=_CANONICAL), hashlib.sha256).hexdigest()
