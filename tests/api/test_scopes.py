"""Which scope each route requires: the exact table. A route that is not here, or says nothing, fails."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from jide.caller import ROLE_SCOPES
from jide.infra.deps import Deps
from jide.infra.web import openapi
from jide.infra.web.guard import OPEN, required_scope
from jide.namespace import Namespace
from tests.api.conftest import make_key

BASE = "/api/v1/memory"
TABLE = {
    # Open, each for a reason: probes and scrapers hold no key, and a description describes no person.
    "GET /livez": OPEN,
    "GET /readyz": OPEN,
    "GET /metrics": OPEN,
    "GET /openapi.json": OPEN,
    # The live conversation.
    f"POST {BASE}/turns": "session:rw",
    f"GET {BASE}/session/{{user_id}}": "session:rw",
    f"GET {BASE}/session/{{user_id}}/{{session_id}}": "session:rw",
    f"POST {BASE}/session/{{user_id}}/{{session_id}}": "session:rw",
    f"GET {BASE}/session/{{user_id}}/{{session_id}}/messages": "session:rw",
    f"POST {BASE}/session/{{user_id}}/{{session_id}}/end": "session:rw",
    f"POST {BASE}/end": "session:rw",
    # The profile.
    f"GET {BASE}/profile": "profile:r",
    f"GET {BASE}/user/{{user_id}}": "profile:r",
    f"POST {BASE}/user/{{user_id}}/ucu": "profile:rw",
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": "profile:r",
    f"PATCH {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": "profile:rw",
    f"POST {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/rollback": "profile:rw",
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/history": "profile:r",
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/evidence": "profile:r",
    f"DELETE {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": "profile:rw",
    # Recall.
    f"GET {BASE}/context": "context:r",
    f"POST {BASE}/context": "context:r",
    f"POST {BASE}/recall": "context:r",
    f"GET {BASE}/recalls/{{recall_id}}": "context:r",
    # Learning and review.
    f"POST {BASE}/extract": "extract",
    f"GET {BASE}/drafts": "drafts:r",
    f"GET {BASE}/drafts/{{draft_id}}": "drafts:r",
    f"POST {BASE}/drafts/{{draft_id}}/decision": "drafts:rw",
    f"POST {BASE}/drafts/decisions": "drafts:rw",
    # Administration.
    f"GET {BASE}/keys": "keys:rw",
    f"POST {BASE}/keys": "keys:rw",
    f"DELETE {BASE}/keys": "keys:rw",
    f"DELETE {BASE}/keys/{{key_id}}": "keys:rw",
    f"GET {BASE}/failed": "failed:r",
    f"POST {BASE}/failed/{{failed_id}}/retry": "failed:rw",
    f"GET {BASE}/health": "health:r",
    f"GET {BASE}/audit": "audit:r",
}
CLOSED = sorted(route for route, scope in TABLE.items() if scope != OPEN)


def filled(path: str) -> str:
    """`path` with something in its placeholders."""
    return path.replace("{", "").replace("}", "")


def test_each_route_requires_exactly_this(app: Flask) -> None:
    """The table is the whole truth, in both directions."""
    found = {f"{method} {path}": required_scope(app, rule.endpoint) for method, path, rule in openapi.routes(app)}
    assert found == TABLE


def test_every_scope_is_somebodys() -> None:
    """No route asks for a scope that no role may carry."""
    carried = frozenset().union(*ROLE_SCOPES.values())
    assert {scope for scope in TABLE.values() if scope != OPEN} <= carried | {"profile:r", "drafts:r"}


@pytest.mark.parametrize("route", CLOSED)
def test_without_a_key_nothing_opens(client: FlaskClient, route: str) -> None:
    """401, and the challenge."""
    method, path = route.split(" ")
    for headers in ({}, {"Authorization": "Bearer jk_default_0123456789ab_" + "x" * 43}):
        reply = client.open(filled(path), method=method, headers=headers)
        assert (reply.status_code, reply.json["code"]) == (401, "unauthenticated")
        assert reply.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("route", CLOSED)
def test_a_key_without_the_scope_is_refused_and_that_is_recorded(
    client: FlaskClient, web_deps: Deps, tenant: Namespace, route: str
) -> None:
    """403 before the body is looked at, and a row in the audit."""
    method, path = route.split(" ")
    key = make_key(web_deps, tenant, "hr" if TABLE[route] == "audit:r" else "auditor")
    reply = client.open(filled(path), method=method, headers={"Authorization": f"Bearer {key}"}, data=b"{")
    assert (reply.status_code, reply.json["code"]) == (403, "forbidden")
    assert TABLE[route] in reply.json["detail"]
    rows = web_deps.database.fetch("auditor", tenant, "SELECT * FROM jide.audit WHERE outcome = 'refused'", {})
    assert [(TABLE[route], reply.json["request_id"])] == [(row["reason"], row["request_id"]) for row in rows]


def test_a_route_that_says_nothing_is_closed(app: Flask, app_key: str) -> None:
    """Deny by default: forgetting the mark opens nothing."""
    app.add_url_rule("/forgotten", view_func=lambda: "secret")
    with app.test_client() as client:
        assert client.get("/forgotten").status_code == 401
        reply = client.get("/forgotten", headers={"Authorization": f"Bearer {app_key}"})
    assert reply.status_code == 403
    assert b"secret" not in reply.data
