"""The audit: one row per change, in its transaction, with digests instead of people and values."""

import pytest
from psycopg2.extras import RealDictCursor

from jide.caller import Actor
from jide.errors import NotFound
from jide.infra import audit
from jide.infra.deps import new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace

APP = Actor(role="app", actor_id="key1", request_id="r1")
READ = "SELECT a.*, a::text AS everything FROM jide.audit AS a ORDER BY a.at"


def test_people_and_values_appear_only_as_digests(web_database: Database, user: Namespace) -> None:
    """The same person and value have the same digest; nobody can read either from it."""
    person = Namespace(tenant_id=user.tenant_id, user_id="张三")
    with web_database.transaction("app", person) as cursor:
        for before, after in ((None, {"city": "上海"}), ({"city": "上海"}, {"city": "Berlin"})):
            audit.record(
                cursor, person, APP, action="ucu.promote", object_type="ucu", object_id="u", before=before, after=after
            )
    one, two = web_database.fetch("auditor", user, READ, {})
    assert one["subject_digest"] == two["subject_digest"] != ""
    assert (one["before_digest"], one["after_digest"]) == ("", two["before_digest"])
    assert two["after_digest"] not in {"", two["before_digest"]}
    assert tuple(one[n] for n in ("actor_role", "actor_id", "request_id", "outcome")) == ("app", "key1", "r1", "done")
    assert not any(word in one["everything"] + two["everything"] for word in ("张三", "上海", "Berlin"))


def test_two_tenants_digests_differ(web_database: Database, tenant: Namespace) -> None:
    """The key of the digest is the tenant's."""
    digests = set()
    for secret in (b"a" * 32, b"b" * 32):
        digests.add(audit.subject_digest(secret, "u1"))
    assert len(digests) == 2
    assert audit.subject_digest(b"a" * 32, "") == ""


def _record_and_fail(cursor: RealDictCursor, user: Namespace) -> None:
    audit.record(cursor, user, APP, action="x", object_type="ucu", object_id="u")
    raise KeyError


def test_the_row_is_gone_with_its_transaction(web_database: Database, user: Namespace) -> None:
    """No change, no row."""
    with pytest.raises(KeyError), web_database.transaction("app", user) as cursor:
        _record_and_fail(cursor, user)
    assert web_database.fetch("auditor", user, READ, {}) == []


def test_an_unknown_tenant_has_no_audit(web_database: Database) -> None:
    """Nothing can be written there."""
    nobody = Namespace(tenant_id=f"n{new_id()}", user_id="u1")
    with pytest.raises(NotFound), web_database.transaction("app", nobody) as cursor:
        audit.record(cursor, nobody, APP, action="x", object_type="ucu", object_id="u")
