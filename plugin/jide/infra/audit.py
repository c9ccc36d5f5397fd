"""Audit: one row for every change, in its transaction; people and values only as keyed digests."""

import hashlib
import hmac
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.caller import Actor
from jide.errors import NotFound
from jide.infra.deps import new_id
from jide.infra.queries import QUERIES
from jide.namespace import Namespace

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
    cursor.execute(QUERIES["audit_digest_key"], {"tenant_id": namespace.tenant_id})
    row = cursor.fetchone()
    if row is None:
        raise NotFound
    secret = bytes(row["digest_key"])
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


def subject_digest(secret: bytes, user_id: str) -> str:
    """The name under which a user appears in the audit of the tenant whose digest key is `secret`."""
    return _digest(secret, {"user": user_id}) if user_id else ""


def _digest(secret: bytes, value: Any) -> str:
    if value is None:
        return ""
    return hmac.new(secret, orjson.dumps(value, default=str, option=_CANONICAL), hashlib.sha256).hexdigest()
