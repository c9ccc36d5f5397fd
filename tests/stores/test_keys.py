"""Keys on the real database: made, found, revoked; what a process remembers while PostgreSQL is away."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from jide.caller import ROLE_SCOPES, Actor
from jide.embedded import supervisor
from jide.errors import BadId, Invalid, NotFound, PostgresAway, Unauthenticated
from jide.infra import keys
from jide.infra.deps import new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)


def fresh_tenant() -> Namespace:
    """A tenant that does not exist yet."""
    return Namespace(tenant_id=f"k{new_id().replace('-', '')}")


def made(database: Database, tenant: Namespace, **more: Any) -> keys.NewKey:
    """A key of `tenant`."""
    return keys.create_key(database, tenant, **{"app_id": "客服", "role": "app", "now": NOW, **more})


def audits(database: Database, tenant: Namespace) -> list[dict[str, Any]]:
    """The tenant's audit, as the auditor reads it."""
    query = "SELECT action, object_id, outcome, after_digest FROM jide.audit ORDER BY at"
    return database.fetch("auditor", tenant, query, {})


def test_a_key_makes_its_tenant_and_stands_for_it(web_database: Database) -> None:
    """The first key of a tenant brings it into being."""
    tenant = fresh_tenant()
    key = made(web_database, tenant)
    caller = keys.find_caller(web_database, key.text, NOW)
    assert (tenant.tenant_id, "客服", "app", "asserted") == (
        caller.tenant_id,
        caller.app_id,
        caller.role,
        caller.identity,
    )
    assert ROLE_SCOPES["app"] == caller.scopes
    assert key.text.startswith(f"jk_{tenant.tenant_id}_{key.key_id}_")


def test_the_secret_is_stored_nowhere(web_database: Database) -> None:
    """Neither in the table nor in the audit nor in the list."""
    tenant = fresh_tenant()
    key = made(web_database, tenant)
    secret = key.text.rpartition("_")[2]
    rows = web_database.fetch("admin", tenant, "SELECT k::text AS row FROM jide.api_keys AS k", {})
    rows += web_database.fetch("auditor", tenant, "SELECT a::text AS row FROM jide.audit AS a", {})
    assert len(rows) == 2
    assert secret not in str(rows) + str(keys.list_keys(web_database, tenant))


SPOILT: Final[dict[str, Callable[[str], str]]] = {
    "secret": lambda text: text[:-1] + ("a" if text[-1] != "a" else "b"),
    "tenant": lambda text: text.replace("jk_k", "jk_x", 1),
    "all of the secret": lambda text: text[:-43] + "A" * 43,
    "longer": lambda text: text + "x",
    "no tenant": lambda text: "jk_-bad-_0123456789ab_" + "a" * 43,
    "nothing": lambda text: "",
    "prefix": lambda text: "jk_",
    "case": lambda text: text.upper(),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_another_key_stands_for_nobody(web_database: Database, spoil: Any) -> None:
    """Neither a changed secret, nor another tenant, nor rubbish."""
    key = made(web_database, fresh_tenant())
    with pytest.raises(Unauthenticated):
        keys.find_caller(web_database, spoil(key.text), NOW)


def test_a_revoked_key_and_an_expired_key_stand_for_nobody(web_database: Database) -> None:
    """Revoking twice is the same as once."""
    tenant = fresh_tenant()
    short = made(web_database, tenant, expires_at=NOW + timedelta(seconds=10))
    key = made(web_database, tenant)
    keys.find_caller(web_database, short.text, NOW + timedelta(seconds=9))
    with pytest.raises(Unauthenticated):
        keys.find_caller(web_database, short.text, NOW + timedelta(seconds=10))
    keys.revoke_key(web_database, tenant, key.key_id, now=NOW)
    keys.revoke_key(web_database, tenant, key.key_id, now=NOW)
    with pytest.raises(Unauthenticated):
        keys.find_caller(web_database, key.text, NOW)
    assert [row["action"] for row in audits(web_database, tenant)] == ["key.create", "key.create", "key.revoke"]


def test_a_key_is_revoked_only_by_its_tenant(web_database: Database) -> None:
    """Another tenant's key is absent."""
    one, two = fresh_tenant(), fresh_tenant()
    key = made(web_database, one)
    made(web_database, two)
    with pytest.raises(NotFound):
        keys.revoke_key(web_database, two, key.key_id, now=NOW)
    assert keys.find_caller(web_database, key.text, NOW).tenant_id == one.tenant_id
    assert key.key_id not in str(keys.list_keys(web_database, two))


@pytest.mark.parametrize(
    ("identity", "scopes", "users"),
    [
        ("asserted", ROLE_SCOPES["app"], None),
        ("untrusted", keys.UNTRUSTED_SCOPES, None),
        ("signed", ROLE_SCOPES["app"], frozenset()),
    ],
)
def test_identity_limits_what_a_key_may(
    web_database: Database, identity: str, scopes: frozenset[str], users: frozenset[str] | None
) -> None:
    """Where anybody can claim any id, no profile is behind the key; a signed identity alone speaks for nobody."""
    key = made(web_database, fresh_tenant(), identity=identity)
    caller = keys.find_caller(web_database, key.text, NOW)
    assert (scopes, users, identity != "untrusted") == (caller.scopes, caller.users, caller.trusted)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"role": "root"}, Invalid),
        ({"role": "self"}, Invalid),
        ({"identity": "me"}, Invalid),
        ({"scopes": ["keys:rw"]}, Invalid),
        ({"scopes": []}, Invalid),
        ({"identity": "untrusted", "scopes": ["profile:rw"]}, Invalid),
        ({"app_id": "a/b"}, BadId),
        ({"app_id": ""}, BadId),
    ],
)
def test_a_key_never_gets_more_than_its_role(
    web_database: Database, more: dict[str, Any], error: type[Invalid]
) -> None:
    """Nothing is made, not even the tenant."""
    tenant = fresh_tenant()
    with pytest.raises(error):
        made(web_database, tenant, **more)
    assert web_database.fetch("admin", tenant, "SELECT FROM jide.tenants", {}) == []


class Switch(Database):
    """A real database whose connection can be cut."""

    cut = False

    @contextmanager
    def transaction(self, role: str, namespace: Namespace) -> Iterator[Any]:
        """As ever, or away."""
        if self.cut:
            raise PostgresAway
        with super().transaction(role, namespace) as cursor:
            yield cursor


@pytest.fixture
def switch(login_urls: Any) -> Iterator[Switch]:
    """A database that can go away."""
    database = Switch(login_urls.web, size=1)
    yield database
    database.close()


def test_a_process_knows_of_a_revocation_within_five_seconds(switch: Switch) -> None:
    """What it remembers is read again in time."""
    tenant = fresh_tenant()
    key = made(switch, tenant)
    ring = keys.KeyRing(switch)
    assert ring.find(key.text, NOW).key_id == key.key_id
    keys.revoke_key(switch, tenant, key.key_id, now=NOW, actor=Actor(role="admin", actor_id="x"))
    with pytest.raises(Unauthenticated):
        ring.find(key.text, NOW + timedelta(seconds=5))


def test_a_clock_that_went_back_keeps_no_key_alive(switch: Switch) -> None:
    """What was read "later" is read again."""
    tenant = fresh_tenant()
    key = made(switch, tenant)
    ring = keys.KeyRing(switch)
    ring.find(key.text, NOW)
    keys.revoke_key(switch, tenant, key.key_id, now=NOW)
    with pytest.raises(Unauthenticated):
        ring.find(key.text, NOW - timedelta(minutes=40))


def test_known_keys_work_while_postgres_is_away(switch: Switch) -> None:
    """Messages are taken then, so somebody must be allowed to send them; but not for ever, and nobody new."""
    tenant = fresh_tenant()
    key, other = made(switch, tenant), made(switch, tenant)
    short = made(switch, tenant, expires_at=NOW + timedelta(minutes=1))
    ring = keys.KeyRing(switch)
    ring.find(key.text, NOW)
    ring.find(short.text, NOW)
    switch.cut = True
    for seconds in (1, 60, 61, 300):
        assert ring.find(key.text, NOW + timedelta(seconds=seconds)).key_id == key.key_id
    with pytest.raises(Unauthenticated):
        ring.find(short.text, NOW + timedelta(minutes=2))
    with pytest.raises(PostgresAway):
        ring.find(other.text, NOW)
    with pytest.raises(PostgresAway):
        ring.find(key.text, NOW + timedelta(minutes=11))
    switch.cut = False
    assert ring.find(other.text, NOW).key_id == other.key_id


def test_a_process_remembers_a_bounded_number_of_keys(switch: Switch) -> None:
    """Many keys do not fill its memory."""
    tenant = fresh_tenant()
    ring = keys.KeyRing(switch, size=2)
    for key in [made(switch, tenant) for _ in range(3)]:
        ring.find(key.text, NOW)
    assert len(ring._known) == 2


@pytest.mark.parametrize("scopes", [None, ["keys:rw", "health:r"]])
def test_a_kept_key_serves_while_it_may_all_that_its_role_may(
    web_database: Database, tenant: Namespace, monkeypatch: pytest.MonkeyPatch, scopes: list[str] | None
) -> None:
    """`jide up` keeps its keys; one that an older version made, with fewer scopes, is made anew."""
    monkeypatch.setattr(supervisor, "TENANT", tenant.tenant_id)
    key = made(web_database, tenant, role="admin", scopes=scopes)
    assert supervisor._serves(web_database, key.text, "admin") is (scopes is None)
    assert not supervisor._serves(web_database, "", "admin")
    assert not supervisor._serves(web_database, key.text[:-1], "admin")
