"""Idempotency keys: the first reply again, another body refused, one at a time."""

import hashlib
from typing import Any

import pytest
from psycopg2.extras import RealDictCursor

from jide.errors import IdempotencyMismatch, InFlight
from jide.infra import idempotency
from jide.infra.postgres import Database
from jide.namespace import Namespace

BODY = hashlib.sha256(b"{}").digest()
OTHER = hashlib.sha256(b"[]").digest()


def claim(cursor: RealDictCursor, ns: Namespace, key: str = "k", body: bytes = BODY, **scope: str) -> Any:
    """Claim `key` or get its reply."""
    where = {"key_id": "key1", "method": "POST", "path": "/p", **scope}
    return idempotency.replay_or_claim(cursor, ns, key=key, body_sha256=body, **where)


def store(cursor: RealDictCursor, ns: Namespace, reply: dict[str, Any], key: str = "k") -> None:
    """Keep a reply."""
    idempotency.store_reply(cursor, ns, "key1", "POST", "/p", key, status=201, reply=reply)


def test_the_first_reply_comes_again(web_database: Database, user: Namespace) -> None:
    """Same key, same body."""
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user) is None
        store(cursor, user, {"ucu_id": "1", "statement": "用户偏好 Markdown"})
    with web_database.transaction("app", user) as cursor:
        again = claim(cursor, user)
    assert again == idempotency.Stored(status=201, reply={"ucu_id": "1", "statement": "用户偏好 Markdown"})


def test_the_key_itself_is_not_kept(web_database: Database, user: Namespace) -> None:
    """A client may make it of anything, a phone number too."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user, key="13812345678")
        cursor.execute("SELECT i::text AS row FROM jide.idempotency AS i")
        assert ["13812345678" in row["row"] for row in cursor.fetchall()] == [False]


def test_another_body_is_refused(web_database: Database, user: Namespace) -> None:
    """The key stands for one request."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, {})
    with pytest.raises(IdempotencyMismatch), web_database.transaction("app", user) as cursor:
        claim(cursor, user, body=OTHER)


@pytest.mark.parametrize("scope", [{"key_id": "key2"}, {"method": "DELETE"}, {"path": "/q"}])
def test_the_same_key_elsewhere_is_another(web_database: Database, user: Namespace, scope: dict[str, str]) -> None:
    """Credential, method and path are part of it."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, {})
        assert claim(cursor, user, body=OTHER, **scope) is None


def test_another_user_has_other_keys(web_database: Database, user: Namespace) -> None:
    """A user never sees what another was told."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, {"secret": 1})
    second = Namespace(tenant_id=user.tenant_id, user_id="u2")
    with web_database.transaction("app", second) as cursor:
        assert claim(cursor, second) is None


def test_while_the_first_runs_the_second_is_told_at_once(web_database: Database, user: Namespace) -> None:
    """It does not wait for the first to end."""
    with web_database.transaction("app", user) as first:
        assert claim(first, user) is None
        with pytest.raises(InFlight), web_database.transaction("app", user) as second:
            claim(second, user)
        store(first, user, {"n": 1})
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user).reply == {"n": 1}


def _claim_and_fail(cursor: RealDictCursor, user: Namespace) -> None:
    claim(cursor, user)
    raise KeyError


def test_a_failed_first_request_leaves_no_claim(web_database: Database, user: Namespace) -> None:
    """The key may be used again."""
    with pytest.raises(KeyError), web_database.transaction("app", user) as cursor:
        _claim_and_fail(cursor, user)
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user, body=OTHER) is None


def test_after_a_day_the_key_is_free(web_database: Database, user: Namespace) -> None:
    """A stored reply is kept 24 hours."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, {})
        cursor.execute("UPDATE jide.idempotency SET created_at = now() - interval '25 hours'")
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user, body=OTHER) is None


def test_a_claim_without_a_reply_is_taken_up(web_database: Database, user: Namespace) -> None:
    """A first request that ended well and kept nothing does not close its key for a day."""
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user) is None
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user, body=OTHER) is None


def test_a_reply_keeps_the_order_of_its_fields(web_database: Database, user: Namespace) -> None:
    """Byte for byte the first one: JSONB would sort them."""
    reply = {"zz": 1.5, "a": None, "城市": ["上海", {"y": 1, "x": 2}]}
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, reply)
    with web_database.transaction("app", user) as cursor:
        again = claim(cursor, user).reply
    assert list(again) == list(reply)
    assert repr(again) == repr(reply)


def test_a_reply_that_an_older_version_kept_comes_again(web_database: Database, user: Namespace) -> None:
    """As an object of JSONB, not as text: an upgrade in the middle of a retry must not fail it."""
    with web_database.transaction("app", user) as cursor:
        claim(cursor, user)
        store(cursor, user, {"draft_id": "1"})
        cursor.execute("UPDATE jide.idempotency SET reply = (reply #>> '{}')::jsonb")
    with web_database.transaction("app", user) as cursor:
        assert claim(cursor, user).reply == {"draft_id": "1"}
