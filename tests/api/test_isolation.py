"""Two tenants × two users: nothing foreign through any route, and foreign looks like absent, byte for byte.

The routes come from the application itself; a new one without a sample fails here.
"""

import json
import re
from dataclasses import dataclass
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient

from jide.infra.deps import Deps, new_id
from jide.infra.postgres import Database
from jide.infra.web import openapi
from jide.infra.web.guard import OPEN, required_scope
from jide.namespace import Namespace
from tests.api.conftest import Caller, make_key
from tests.api.samples import BASE, SAMPLES, request

# A tenant's own: test_keys_routes.py, test_health.py, test_failed.py, test_audit_api.py.
WITHOUT_USERS: Final = re.compile(rf"{BASE}/(keys|health|failed|audit)")
CANARY: Final = "CANARY-7f3a"
ROUTES: Final = sorted(SAMPLES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned:
    """What u1 of the first tenant owns, by placeholder."""

    names: dict[str, str]


@pytest.fixture
def owned(call: Caller, web_deps: Deps, work_database: Database, tenant: Namespace) -> Owned:
    """u1 has a session, a UCU with evidence, a draft and a recall, all of them with the canary inside."""
    for text in (f"我的项目叫 {CANARY}", f"Call me {CANARY}"):
        query = {"user_id": "u1", "session_id": "s1"}
        assert call("POST", "/turns", query_string=query, data={"user": text, "assistant": CANARY}).status_code == 202
    body = {
        "type": "identity",
        "key": "name",
        "value": {"value": CANARY},
        "statement": CANARY,
        "evidence": ["session_s1#msg_1"],
    }
    ucu = call("POST", "/user/u1/ucu", json=body)
    assert ucu.status_code == 201, ucu.text
    recall = call("GET", "/context", query_string={"user_id": "u1", "session_id": "s1", "q": CANARY})
    assert CANARY in recall.text
    return Owned(
        names={
            "ucu_id": ucu.json["ucu_id"],
            "recall_id": recall.json["recall_id"],
            "draft_id": _draft(web_deps, work_database, tenant),
        }
    )


def _draft(deps: Deps, database: Database, tenant: Namespace) -> str:
    """A draft about u1, as the worker would have written it."""
    draft_id = deps.new_id()
    ns = Namespace(tenant_id=tenant.tenant_id, user_id="u1")
    message = deps.database.fetch("app", ns, "SELECT message_id FROM jide.messages WHERE role = 'user' LIMIT 1", {})[0]
    row = {
        "tenant_id": tenant.tenant_id, "user_id": "u1", "draft_id": draft_id, "session_id": "s1", **message,
        "anchor": "session_s1#msg_1", "at": deps.clock(), "extractor_version": "t", "signal": "context",
        "type": "identity",
        "line": "name", "key": "name", "value": json.dumps({"value": CANARY}), "statement": CANARY,
        "polarity": "positive",
        "confidence": 0.5, "why": "[]", "reason": "low", "span_start": 0, "span_end": 1, "quote": CANARY,
        "conflict": "none", "status": "pending", "created_by": "worker", "created_at": deps.clock(),
        "epoch": 1, "seq": 1,
    }  # fmt: skip
    columns = ", ".join(row)
    with database.transaction("worker", ns) as cursor:
        cursor.execute(f"INSERT INTO jide.drafts ({columns}) VALUES ({', '.join(f'%({name})s' for name in row)})", row)
    return draft_id


def test_every_route_about_users_is_tried(app: Flask) -> None:
    """No sample, no isolation test."""
    found = {
        f"{method} {path}"
        for method, path, rule in openapi.routes(app)
        if required_scope(app, rule.endpoint) != OPEN and not WITHOUT_USERS.match(path)
    }
    assert found == set(SAMPLES)


@pytest.mark.parametrize("route", ROUTES)
def test_another_tenant_finds_nothing(owned: Owned, client: FlaskClient, web_deps: Deps, route: str) -> None:
    """The same user id, session id and object ids under another tenant's key are another person's."""
    other = Namespace(tenant_id=f"o{new_id().replace('-', '')}")
    other_call = Caller(client=client, key=make_key(web_deps, other, SAMPLES[route].role))
    method, path, more = request(route, "u1", **owned.names)
    reply = other_call(method, path, **more)
    assert CANARY not in reply.text
    assert reply.status_code < 500
    assert reply.status_code != 403
    absent = request(route, "u1", ucu_id=GONE, recall_id=GONE, draft_id=GONE)
    if any(name in route for name in ("{ucu_id}", "{recall_id}", "{draft_id}")):
        assert_same_bytes(other_call, (method, path, more), absent)


# The app, or the reviewer, speaks for every user of its tenant, and these routes name none.
NAMELESS: Final = {
    f"GET {BASE}/drafts/{{draft_id}}", f"GET {BASE}/recalls/{{recall_id}}",
    f"POST {BASE}/drafts/{{draft_id}}/decision", f"POST {BASE}/drafts/decisions",
}  # fmt: skip


@pytest.mark.parametrize("route", [route for route in ROUTES if route not in NAMELESS])
def test_another_user_finds_nothing(owned: Owned, call: Caller, route: str) -> None:
    """The same tenant, the same objects, asked for as u2."""
    method, path, more = request(route, "u2", **owned.names)
    reply = call(method, path, **more)
    assert CANARY not in reply.text
    assert reply.status_code < 500
    if any(name in route for name in ("{ucu_id}", "{recall_id}")):
        assert_same_bytes(call, (method, path, more), request(route, "u2", ucu_id=GONE, recall_id=GONE))


@pytest.mark.parametrize("identity", ["signed", "untrusted"])
@pytest.mark.parametrize("route", sorted(route for route in ROUTES if re.search(r"\{(ucu|draft|recall)_id\}", route)))
def test_a_key_that_vouches_for_nobody_finds_no_object(
    owned: Owned, client: FlaskClient, web_deps: Deps, tenant: Namespace, identity: str, route: str
) -> None:
    """A signed identity names its user in a token; with the key alone there is none."""
    method, path, more = request(route, "u1", **owned.names)
    reply = Caller(client=client, key=make_key(web_deps, tenant, identity=identity))(method, path, **more)
    assert reply.status_code in {403, 404}
    assert CANARY not in reply.text


@pytest.mark.parametrize("role", ["auditor", "admin"])
def test_staff_without_business_see_no_content(
    owned: Owned, client: FlaskClient, web_deps: Deps, tenant: Namespace, role: str
) -> None:
    """Auditors read digests, administrators keys; neither reads people, through any route."""
    staff = Caller(client=client, key=make_key(web_deps, tenant, role))
    for route in ROUTES:
        method, path, more = request(route, "u1", **owned.names)
        reply = staff(method, path, **more)
        assert reply.status_code == 403, route
        assert CANARY not in reply.text, route


def test_the_owner_still_has_everything(owned: Owned, call: Caller, other_call: Caller) -> None:
    """After everybody else has tried, including deletion."""
    for who in (other_call, call):
        for route in ROUTES:
            method, path, more = request(route, "u1" if who is other_call else "u2", **owned.names)
            who(method, path, **more)
    assert CANARY in call("GET", "/user/u1").text
    assert CANARY in call("GET", "/session/u1/s1/messages").text
    assert call("GET", f"/user/u1/ucu/{owned.names['ucu_id']}").json["status"] == "active"


GONE: Final = "01900000-0000-7000-8000-000000000000"


def assert_same_bytes(who: Caller, foreign: tuple[str, str, dict], absent: tuple[str, str, dict]) -> None:  # type: ignore[type-arg]
    """A foreign thing and one that never was have one reply."""
    replies = [who(method, path, headers={"X-Request-Id": "r"}, **more) for method, path, more in (foreign, absent)]
    assert {reply.status_code for reply in replies} == {404}
    assert replies[0].data == replies[1].data
