"""Idempotency: the first reply to a write, kept 24 h inside the writing transaction, by user.

A key's scope is credential + method + path + user; of the key itself, which a client may make of anything, only the
sha256 is kept. Claiming takes an advisory lock until the transaction ends, so that a second request with the key is
told "in flight" at once instead of waiting. A reply is kept as the text it was: JSONB would put its fields into an
order of its own.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson
from psycopg2.extras import Json, RealDictCursor

from jide.caller import Actor, Caller
from jide.errors import IdempotencyMismatch, InFlight
from jide.infra.queries import QUERIES
from jide.namespace import Namespace

_STRICT: Final = orjson.OPT_PASSTHROUGH_DATETIME  # a reply is made of what the wire knows


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A writing request: what makes it the same request when it comes again, and who the audit says made it.

    body    all that the request says beside its path and its key; anything JSON can hold
    """

    method: str
    path: str
    body: Any
    idempotency_key: str | None
    actor: Actor

    @property
    def body_sha256(self) -> bytes:
        """Of the body in one spelling."""
        return hashlib.sha256(orjson.dumps(self.body, option=orjson.OPT_SORT_KEYS)).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The reply that the first request got."""

    status: int
    reply: Mapping[str, Any]


def replay(
    cursor: RealDictCursor, caller: Caller, namespace: Namespace, attempt: Attempt
) -> tuple[int, dict[str, Any]] | None:
    """The first reply to this attempt's key; None when the request is to be done now, in this transaction.

    Raises as `replay_or_claim`.
    """
    if attempt.idempotency_key is None:
        return None
    stored = replay_or_claim(
        cursor, namespace, caller.key_id, attempt.method, attempt.path, attempt.idempotency_key, attempt.body_sha256
    )
    return (stored.status, dict(stored.reply)) if stored is not None else None


def keep(
    cursor: RealDictCursor, caller: Caller, namespace: Namespace, attempt: Attempt, status: int,
    reply: Mapping[str, Any],
) -> None:  # fmt: skip
    """Keep the reply to an attempt that has a key, in the transaction that replayed nothing."""
    if attempt.idempotency_key is not None:
        store_reply(
            cursor, namespace, caller.key_id, attempt.method, attempt.path, attempt.idempotency_key,
            status=status, reply=reply,
        )  # fmt: skip


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
    reply = row["reply"]  # kept as an object by versions before this one, for the day that a reply is kept
    return Stored(status=row["status"], reply=orjson.loads(reply) if isinstance(reply, str) else reply)


def store_reply(
    cursor: RealDictCursor, namespace: Namespace, key_id: str, method: str, path: str, key: str, *,
    status: int, reply: Mapping[str, Any],
) -> None:  # fmt: skip
    """Keep the reply of a claimed key, in the transaction that claimed it."""
    scope = _scope(namespace, key_id, method, path, key)
    text = orjson.dumps(reply, option=_STRICT).decode()
    cursor.execute(QUERIES["idempotency_store"], {**scope, "status": status, "reply": Json(text)})


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
