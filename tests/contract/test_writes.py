"""Every route that changes something: done once for an idempotency key, and recorded once in the audit.

A new route needs a line in WRITES, or in READS when it changes nothing.
"""

import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import psycopg2
import pytest
from flask import Flask
from psycopg2.extras import RealDictCursor
from werkzeug.test import TestResponse

from jide.infra import keys
from jide.infra.deps import Deps
from jide.infra.web import openapi
from tests.api.conftest import BASE, Caller, app  # noqa: F401  # fixture
from tests.contract.world import WORD, World, make_world, path_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """A good call of a route that changes something.

    body, query     what it says; `$name` stands for what the world has by that name
    other           another body, or another query where there is no body; None where the path says everything
    """

    body: Any = None
    query: dict[str, str] = field(default_factory=dict)
    other: Any = None


HERE: Final = {"user_id": "u1", "session_id": "s1"}
UCU: Final = f"{BASE}/user/{{user_id}}/ucu"
WRITES: Final = {
    f"POST {BASE}/turns": Write(query=HERE, body={"user": "以后周报用 Markdown"}, other={"user": "Use Word instead."}),
    f"POST {BASE}/session/{{user_id}}/{{session_id}}": Write(
        body={"message": {"role": "user", "content": "Use Markdown."}},
        other={"message": {"role": "user", "content": "用 Word。"}},
    ),
    f"POST {BASE}/session/{{user_id}}/{{session_id}}/end": Write(),
    f"POST {BASE}/end": Write(query=HERE, other={"session_id": "s0"}),
    f"POST {UCU}": Write(body=WORD | {"value": {"format": "PDF"}}, other=WORD | {"value": {"format": "CSV"}}),
    f"PATCH {UCU}/{{ucu_id}}": Write(
        body={"value": {"format": "PDF"}, "expected_version": 2},
        other={"value": {"format": "CSV"}, "expected_version": 2},
    ),
    f"POST {UCU}/{{ucu_id}}/rollback": Write(body={"version": 1}, other={"version": 2}),
    f"DELETE {UCU}/{{ucu_id}}": Write(),
    f"POST {BASE}/drafts/{{draft_id}}/decision": Write(body={"decision": "approve"}, other={"decision": "reject"}),
    f"POST {BASE}/drafts/decisions": Write(
        body={"decisions": [{"draft_id": "$draft_id", "decision": "approve"}]},
        other={"decisions": [{"draft_id": "$draft_id", "decision": "reject"}]},
    ),
    f"POST {BASE}/failed/{{failed_id}}/retry": Write(),
    f"POST {BASE}/keys": Write(body={"app_id": "客服"}, other={"app_id": "sales"}),
    f"DELETE {BASE}/keys": Write(query={"key_id": "$key_id"}, other={"key_id": "aaaaaaaaaaaa"}),
    f"DELETE {BASE}/keys/{{key_id}}": Write(),
}  # fmt: skip
READS: Final = {
    f"POST {BASE}/context": "a question too long for a query; the recall log is no change of what is known",
    f"POST {BASE}/recall": "as above",
    f"POST {BASE}/extract": "a dry run",
}
UNAUDITED: Final = {
    f"POST {BASE}/turns": "the archive row is the record of a message",
    f"POST {BASE}/session/{{user_id}}/{{session_id}}": "as above",
    f"POST {BASE}/session/{{user_id}}/{{session_id}}/end": "its row says when it ended; nothing known changes",
    f"POST {BASE}/end": "as above",
}
BY_MESSAGE: Final = frozenset({f"POST {BASE}/turns", f"POST {BASE}/session/{{user_id}}/{{session_id}}"})
"""Appends know a repetition by their messages' ids: nothing is kept, and nothing is in flight."""

SECRETS: Final = frozenset({f"POST {BASE}/keys"})
"""What is shown once is not shown again."""


@pytest.fixture
def world(app: Flask, web_deps: Deps, database_url: str) -> World:  # noqa: F811
    """A tenant of this test's own."""
    return make_world(app, web_deps, database_url)


def send(
    world: World, route: str, request_id: str, *,
    other: bool = False, key: str | None = "once", as_: str = "", user: str = "",
) -> TestResponse:  # fmt: skip
    """Call `route` under an idempotency key; `other`: saying something else; `as_`: with another credential."""
    write = WRITES[route]
    query = write.query | (write.other if other and write.body is None else {})
    names = world.names | ({"user_id": user} if user else {})
    query = {name: _named(world, value) for name, value in query.items()} | (
        {"user_id": user} if user and query else {}
    )
    body = _named(world, write.other if other and write.body is not None else write.body)
    method, path = path_of(route, names)
    caller = Caller(client=world.app.test_client(), key=as_ or world.key(route))
    headers = {"X-Request-Id": request_id} | ({"Idempotency-Key": key} if key else {})
    more = {} if body is None else {"json": body}
    return caller(method, path, query_string=query, headers=headers, **more)


def _named(world: World, part: Any) -> Any:
    """`part` with what the world has in place of each `$name`."""
    if isinstance(part, dict):
        return {name: _named(world, value) for name, value in part.items()}
    if isinstance(part, list):
        return [_named(world, value) for value in part]
    return world.names[part[1:]] if isinstance(part, str) and part.startswith("$") else part


def audited(deps: Deps, world: World, request_id: str) -> list[dict[str, Any]]:
    """The audit rows that a request wrote."""
    query = "SELECT a.* FROM jide.audit AS a WHERE a.request_id = %(id)s"
    return deps.database.fetch("auditor", world.tenant, query, {"id": request_id})


def test_the_table_is_complete(app: Flask) -> None:  # noqa: F811
    """Every route that is no GET is here, on one side or the other."""
    found = {f"{method} {path}" for method, path, _ in openapi.routes(app) if method != "GET"}
    assert found == {*WRITES, *READS}
    assert set(UNAUDITED) <= set(WRITES)


@pytest.mark.parametrize("route", WRITES)
def test_a_change_is_recorded_once(world: World, web_deps: Deps, route: str) -> None:
    """One row: by whom, to what, from what to what, in which request."""
    reply = send(world, route, "r-1", key=None)
    assert reply.status_code < 300, reply.json
    rows = audited(web_deps, world, "r-1")
    assert len(rows) == (0 if route in UNAUDITED else 1), [row["action"] for row in rows]
    for row in rows:
        assert row["outcome"] == "done"
        assert row["actor_id"] == world.key(route).split("_")[2]
        assert row["object_id"]
        assert row["action"].partition(".")[0] in row["object_type"] or row["object_type"] in row["action"]


@pytest.mark.parametrize("route", WRITES)
def test_the_same_request_again_gets_the_first_reply(world: World, web_deps: Deps, route: str) -> None:
    """Byte for byte; nothing is done a second time, and nothing recorded."""
    first = send(world, route, "r-1")
    assert first.status_code < 300, first.json
    for number in (2, 3):
        again = send(world, route, f"r-{number}")
        assert again.status_code == first.status_code
        if route in SECRETS:
            assert again.json["key"] is None
            assert again.json["detail"]
            assert {**again.json, "key": first.json["key"]} == {**first.json, "detail": again.json["detail"]}
        else:
            assert again.data == first.data
        assert audited(web_deps, world, f"r-{number}") == []


@pytest.mark.parametrize("route", [route for route, write in WRITES.items() if write.other is not None])
def test_the_same_key_for_something_else_is_refused(world: World, web_deps: Deps, route: str) -> None:
    """And not done."""
    assert send(world, route, "r-1").status_code < 300
    reply = send(world, route, "r-2", other=True)
    assert (reply.status_code, reply.json["code"]) == (422, "idempotency_mismatch")
    assert audited(web_deps, world, "r-2") == []


@pytest.mark.parametrize("route", [route for route in WRITES if route not in BY_MESSAGE])
def test_while_the_first_runs_the_second_is_told(world: World, web_deps: Deps, database_url: str, route: str) -> None:
    """409 at once, with the time after which to come again; afterwards the first reply."""
    first = send(world, route, "r-1")
    with in_flight(database_url, world, "once"):
        reply = send(world, route, "r-2")
        assert (reply.status_code, reply.json["code"]) == (409, "in_flight")
        assert int(reply.headers["Retry-After"]) >= 1
    assert send(world, route, "r-3").status_code == first.status_code
    assert audited(web_deps, world, "r-2") == []


@contextmanager
def in_flight(database_url: str, world: World, key: str) -> Iterator[None]:
    """As if the request under `key`, whose row tells its scope, were still running."""
    digest = hashlib.sha256(key.encode()).hexdigest()
    connection = psycopg2.connect(database_url)
    with connection, connection.cursor(cursor_factory=RealDictCursor) as cursor:
        cursor.execute(
            """SELECT pg_advisory_xact_lock(hashtextextended(jsonb_build_array(
               i.tenant_id, i.user_id, i.key_id, i.method, i.path, i.idempotency_key)::text, 0))
               FROM jide.idempotency AS i WHERE i.tenant_id = %s AND i.idempotency_key = %s""",
            (world.tenant.tenant_id, digest),
        )
        assert cursor.rowcount == 1, "no reply is kept: the route ignores its idempotency key"
        yield
    connection.close()


@pytest.mark.parametrize("route", [route for route, write in WRITES.items() if write.other is not None])
def test_anothers_key_is_another(world: World, web_deps: Deps, route: str) -> None:
    """What one credential, or one user, was told says nothing about another's request of the same key."""
    assert send(world, route, "r-1").status_code < 300
    role = next(role for role, text in world.roles.items() if text == world.key(route))
    second = keys.create_key(web_deps.database, world.tenant, app_id="tests", role=role, now=web_deps.clock()).text
    assert send(world, route, "r-2", other=True, as_=second).json.get("code") != "idempotency_mismatch"
    if "{user_id}" in route or "user_id" in WRITES[route].query:
        assert send(world, route, "r-3", other=True, user="u2").json.get("code") != "idempotency_mismatch"


@pytest.mark.parametrize("route", [route for route in WRITES if route not in UNAUDITED])
def test_the_same_request_at_once_is_done_once(world: World, web_deps: Deps, route: str) -> None:
    """Whoever comes second waits its turn elsewhere, or gets the first reply."""
    together = threading.Barrier(4)

    def go(number: int) -> TestResponse:
        together.wait()
        return send(world, route, f"r-{number}")

    with ThreadPoolExecutor(4) as pool:
        replies = list(pool.map(go, range(4)))
    rows = [row for number in range(4) for row in audited(web_deps, world, f"r-{number}")]
    assert len(rows) == 1
    told = {reply.status_code for reply in replies if reply.json.get("code") != "in_flight"}
    assert len(told) == 1
    assert told.pop() < 300


@pytest.mark.parametrize("route", WRITES)
def test_the_key_may_be_in_the_query(world: World, route: str) -> None:
    """For callers that cannot set headers."""
    write, (method, path) = WRITES[route], path_of(route, world.names)
    more = {} if write.body is None else {"json": _named(world, write.body)}
    query = {name: _named(world, value) for name, value in write.query.items()} | {"idempotency_key": "q"}
    replies = [world.caller(route)(method, path, query_string=query, **more) for _ in range(2)]
    assert replies[0].status_code == replies[1].status_code < 300
    assert replies[0].data == replies[1].data or route in SECRETS
