"""Idempotency: the first reply to a write, kept 24 h inside the writing transaction, by user.

A key's scope is credential + method + path + user; of the key itself, which a client may make of anything, only the
sha256 is kept. Claiming takes an advisory lock until the transaction ends, so
that a second request with the key is told "in flight" at once instead of waiting.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from psycopg2.extras import Json, RealDictCursor

from jide.errors import IdempotencyMismatch, InFlight
from jide.infra.queries import QUERIES
from jide.namespace import Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The reply that the first request got."""

    status: int
    reply: Mapping[str, Any]


def replay_or_claim(
    cursor: RealDictCursor, namespace: Namespace, key_id: str, method: str, path: str, key: str, body_sha256: bytes
) -> Stored | None:
    """The stored reply of an earlier request with this key, or None after claiming the key for this transaction.

    Raises IdempotencyMismatch for the same key with another body, InFlight while the first still runs.
    """
    scope = _scope(namespace, key_id, method, path, key)
    cursor.execute(QUERIES["idempotency_lock"], scope)
    held: Any = cursor.fetchone()
    if not held["locked"]:
        raise InFlight(retry_after=1)
    cursor.execute(QUERIES["idempotency_claim"], {**scope, "body_sha256": body_sha256})
    if cursor.fetchone() is not None:
        return None
    cursor.execute(QUERIES["idempotency_read"], scope)
    row: Any = cursor.fetchone()
    if bytes(row["body_sha256"]) != body_sha256:
        raise IdempotencyMismatch(field="idempotency_key")
    if row["status"] is None:
        raise InFlight(retry_after=1)
    return Stored(status=row["status"], reply=row["reply"])


def store_reply(
    cursor: RealDictCursor, namespace: Namespace, key_id: str, method: str, path: str, key: str, *,
    status: int, reply: Mapping[str, Any],
) -> None:  # fmt: skip
    """Keep the reply of a claimed key, in the transaction that claimed it."""
    scope = _scope(namespace, key_id, method, path, key)
    cursor.execute(QUERIES["idempotency_store"], {**scope, "status": status, "reply": Json(reply)})


def forget_old(cursor: RealDictCursor, tenant: Namespace) -> int:
    """Forget the tenant's replies that are older than 24 hours; how many. For the system role."""
    cursor.execute(QUERIES["idempotency_forget"], {"tenant_id": tenant.tenant_id})
    return cursor.rowcount


def _scope(namespace: Namespace, key_id: str, method: str, path: str, key: str) -> dict[str, str]:
    return {
        "tenant_id": namespace.tenant_id,
        "user_id": namespace.user_id,
        "key_id": key_id,
        "method": method,
        "path": path,
        "idempotency_key": hashlib.sha256(key.encode()).hexdigest(),
    }
