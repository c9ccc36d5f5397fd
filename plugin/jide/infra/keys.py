"""Service keys: made, listed, revoked, and turned into the Caller they stand for.

A key is jk_<tenant>_<key id>_<secret>: it names its tenant, so that even its look-up runs inside it. Of the secret,
256 random bits, only the sha256 is stored.
"""

import hashlib
import hmac
import os
import re
import secrets
import string
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import IDENTITIES, ROLE_SCOPES, ROLES, Actor, Caller
from jide.errors import Invalid, NotFound, PostgresAway, Unauthenticated
from jide.infra import audit, idempotency
from jide.infra.idempotency import Attempt
from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.namespace import Namespace, check_id, check_tenant

_KEY: Final = re.compile(r"jk_([a-z0-9-]{1,63})_([a-z0-9]{12})_([A-Za-z0-9]{43})")
_NOBODY: Final = hashlib.sha256(b"").digest()
_CLI: Final = Actor(role="admin", actor_id="cli")

UNTRUSTED_SCOPES: Final = frozenset({"session:rw", "context:r", "extract"})
"""All that a key may do whose user ids anybody can claim: sessions, and the session's own part of a prompt."""

SHOWN_ONCE: Final = "the key was shown once, in the first reply to this idempotency key; it is stored nowhere"
"""What a repeated request is told in place of the key that it made."""

_NONE: Final = timedelta()

FRESH: Final = timedelta(seconds=3)
"""How long a process believes what it read about a key: a revocation works everywhere within 5 s."""

LASTING: Final = timedelta(minutes=10)
"""How long it still does while PostgreSQL is away, where nobody can revoke anything either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key as it is made; `text` is shown once and stored nowhere."""

    key_id: str
    text: str
    secret_sha256: bytes


def make_key(tenant_id: str) -> NewKey:
    """A new random key of `tenant_id`."""
    key_id = "".join(secrets.choice(string.ascii_lowercase + string.digits) for _ in range(12))
    secret = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(43))
    text = f"jk_{check_tenant(tenant_id)}_{key_id}_{secret}"
    return NewKey(key_id=key_id, text=text, secret_sha256=hashlib.sha256(secret.encode()).digest())


def check_scopes(role: str, identity: str, scopes: Iterable[str] | None) -> frozenset[str]:
    """The scopes a key of `role` and `identity` gets when `scopes` are asked for (None: all it may carry)."""
    if role not in ROLES or role == "self":
        raise Invalid(f"role: one of {', '.join(r for r in ROLES if r != 'self')}", field="role")
    if identity not in IDENTITIES:
        raise Invalid(f"identity: one of {', '.join(IDENTITIES)}", field="identity")
    most = ROLE_SCOPES[role] & UNTRUSTED_SCOPES if identity == "untrusted" else ROLE_SCOPES[role]
    asked = most if scopes is None else frozenset(scopes)
    if not asked or asked - most:
        wrong = ", ".join(sorted(asked - most)) or "none"
        raise Invalid(f"scopes: {wrong} - this role and identity may carry {', '.join(sorted(most))}", field="scopes")
    return asked


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyWish:
    """What a key is to be.

    scopes      None: all that the role and identity may carry
    subject     the person behind a key of staff: nobody decides about themselves, a department head has a department
    """

    app_id: str
    role: str = "app"
    identity: str = "asserted"
    scopes: Iterable[str] | None = None
    subject: str = ""
    expires_at: datetime | None = None


def create_key(
    database: Database, tenant: Namespace, *,
    app_id: str, role: str, now: datetime, identity: str = "asserted", scopes: Iterable[str] | None = None,
    subject: str = "", expires_at: datetime | None = None, actor: Actor = _CLI,
) -> NewKey:  # fmt: skip
    """Make a key as a KeyWish of these parts says, and its tenant where that is new."""
    wish = KeyWish(
        app_id=app_id, role=role, identity=identity, scopes=scopes, subject=subject, expires_at=expires_at
    )  # fmt: skip
    key = make_key(tenant.tenant_id)
    row = _row(tenant, key, wish, now)
    with database.transaction("admin", tenant) as cursor:
        _insert(cursor, tenant, row, actor)
    return key


def create_key_once(
    database: Database, caller: Caller, wish: KeyWish, *, now: datetime, attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    """Make a key for whoever asks with an idempotency key: asked again, the same key's record without its secret."""
    tenant = caller.tenant
    key = make_key(tenant.tenant_id)
    row = _row(tenant, key, wish, now)
    reply = {"key_id": key.key_id, "key": key.text, "app_id": row["app_id"]}
    with database.transaction(caller.role, tenant) as cursor:
        stored = idempotency.replay(cursor, caller, tenant, attempt)
        if stored is not None:
            return stored
        _insert(cursor, tenant, row, attempt.actor)
        idempotency.keep(cursor, caller, tenant, attempt, 201, {**reply, "key": None, "detail": SHOWN_ONCE})
    return 201, reply


def _row(tenant: Namespace, key: NewKey, wish: KeyWish, now: datetime) -> dict[str, Any]:
    return {
        "tenant_id": tenant.tenant_id,
        "key_id": key.key_id,
        "secret_sha256": key.secret_sha256,
        "app_id": check_id(wish.app_id, "app_id"),
        "role": wish.role,
        "scopes": sorted(check_scopes(wish.role, wish.identity, wish.scopes)),
        "identity": wish.identity,
        "subject": check_id(wish.subject, "subject") if wish.subject else "",
        "created_at": now,
        "expires_at": wish.expires_at,
    }


def _insert(cursor: RealDictCursor, tenant: Namespace, row: dict[str, Any], actor: Actor) -> None:
    cursor.execute(QUERIES["tenant_create"], {"tenant_id": tenant.tenant_id, "digest_key": os.urandom(32)})
    cursor.execute(QUERIES["key_create"], row)
    shown = {name: value for name, value in row.items() if name != "secret_sha256"}
    audit.record(cursor, tenant, actor, action="key.create", object_type="key", object_id=row["key_id"], after=shown)


def list_keys(database: Database, tenant: Namespace) -> list[dict[str, Any]]:
    """Every key of the tenant, newest first, without what would let anybody use it."""
    return database.fetch("admin", tenant, QUERIES["key_list"], {"tenant_id": tenant.tenant_id})


def revoke_key(database: Database, tenant: Namespace, key_id: str, *, now: datetime, actor: Actor = _CLI) -> None:
    """End a key; again is the same as once. Raises NotFound where the tenant has none of that id."""
    with database.transaction("admin", tenant) as cursor:
        _revoke(cursor, tenant, key_id, now, actor)


def revoke_key_once(
    database: Database, caller: Caller, key_id: str, *, now: datetime, attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    """The same for whoever asks with an idempotency key: asked again, the first reply."""
    reply = {"revoked": True, "key_id": key_id}
    with database.transaction(caller.role, caller.tenant) as cursor:
        stored = idempotency.replay(cursor, caller, caller.tenant, attempt)
        if stored is not None:
            return stored
        _revoke(cursor, caller.tenant, key_id, now, attempt.actor)
        idempotency.keep(cursor, caller, caller.tenant, attempt, 200, reply)
    return 200, reply


def _revoke(cursor: RealDictCursor, tenant: Namespace, key_id: str, now: datetime, actor: Actor) -> None:
    cursor.execute(QUERIES["key_revoke"], {"tenant_id": tenant.tenant_id, "key_id": key_id, "now": now})
    row: Any = cursor.fetchone()
    if row is None:
        raise NotFound
    if row["fresh"]:
        audit.record(cursor, tenant, actor, action="key.revoke", object_type="key", object_id=key_id)


def find_caller(database: Database, presented: str, now: datetime) -> Caller:
    """Whom the key `presented` stands for. Raises Unauthenticated unless it is known, unexpired and unrevoked."""
    match = _KEY.fullmatch(presented)
    if match is None:
        raise Unauthenticated
    tenant_id, key_id, secret = match.groups()
    namespace = Namespace(tenant_id=_tenant(tenant_id))
    rows = database.fetch("app", namespace, QUERIES["key_find"], {"tenant_id": tenant_id, "key_id": key_id})
    row = rows[0] if rows else {}
    same = hmac.compare_digest(hashlib.sha256(secret.encode()).digest(), bytes(row.get("secret_sha256", _NOBODY)))
    if not same or not rows or not _in_force(row, now):
        raise Unauthenticated
    return _caller(tenant_id, row)


def _tenant(tenant_id: str) -> str:
    try:
        return check_tenant(tenant_id)
    except Invalid as error:
        raise Unauthenticated from error


def _in_force(row: dict[str, Any], now: datetime) -> bool:
    return row["revoked_at"] is None and (row["expires_at"] is None or now < row["expires_at"])


def _caller(tenant_id: str, row: dict[str, Any]) -> Caller:
    # A role's scopes may have shrunk since the key was made.
    scopes = frozenset(row["scopes"]) & ROLE_SCOPES[row["role"]]
    return Caller(
        tenant_id=tenant_id,
        key_id=row["key_id"],
        app_id=row["app_id"],
        role=row["role"],
        scopes=scopes & UNTRUSTED_SCOPES if row["identity"] == "untrusted" else scopes,
        identity=row["identity"],
        subject=row["subject"],
        # A signed identity names its user in a token; without one it speaks for nobody.
        users=frozenset() if row["identity"] == "signed" else None,
        expires_at=row["expires_at"],
    )


class KeyRing:
    """The keys this process met lately: each is read again after FRESH, or LASTING while PostgreSQL is away."""

    def __init__(self, database: Database, *, size: int = 1024) -> None:
        self._database = database
        self._size = size
        self._known: OrderedDict[bytes, tuple[datetime, Caller]] = OrderedDict()
        self._away_until: datetime | None = None
        self._lock = Lock()

    def find(self, presented: str, now: datetime) -> Caller:
        """Whom `presented` stands for; as `find_caller`, and PostgresAway for a key not met before."""
        name = hashlib.sha256(presented.encode()).digest()
        with self._lock:
            read_at, caller = self._known.get(name, (None, None))
            away = self._away_until is not None and now < self._away_until
        # A clock that went back makes nothing fresh.
        if caller is not None and read_at is not None and _NONE <= now - read_at < (LASTING if away else FRESH):
            return _unexpired(caller, now)
        try:
            found = find_caller(self._database, presented, now)
        except PostgresAway:
            if caller is None or read_at is None or now - read_at >= LASTING:
                raise
            with self._lock:
                self._away_until = now + timedelta(seconds=2)
            return _unexpired(caller, now)
        except Unauthenticated:
            with self._lock:
                self._known.pop(name, None)
            raise
        self._remember(name, now, found)
        return found

    def _remember(self, name: bytes, now: datetime, caller: Caller) -> None:
        with self._lock:
            self._away_until = None
            self._known[name] = (now, caller)
            self._known.move_to_end(name)
            while len(self._known) > self._size:
                self._known.popitem(last=False)


def _unexpired(caller: Caller, now: datetime) -> Caller:
    if caller.expires_at is not None and now >= caller.expires_at:
        raise Unauthenticated
    return caller
