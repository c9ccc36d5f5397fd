"""The edge: keys as clients write them, unknown routes, headers, errors of ours."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from jide.app import create_app
from jide.errors import PostgresAway
from jide.infra import keys
from jide.infra.deps import Deps, new_id
from jide.infra.postgres import Database
from jide.infra.web.guard import open_to_all
from jide.namespace import Namespace
from jide.settings import Settings
from tests.api.conftest import BASE, Caller, make_key

PROBLEM = "application/problem+json"


@pytest.mark.parametrize(
    ("header", "form"),
    [
        ("Authorization", "Bearer {}"),
        ("Authorization", "Bearer Bearer {}"),
        ("Authorization", "Basic {}"),
        ("Authorization", "Basic {base64}"),
        ("X-API-Key", "{}"),
    ],
)
def test_a_key_is_understood_as_clients_write_it(client: FlaskClient, app_key: str, header: str, form: str) -> None:
    """Dify's spellings among them."""
    value = form.format(app_key, base64=base64.b64encode(app_key.encode()).decode())
    assert client.get(f"{BASE}/user/u1", headers={header: value}).status_code == 200


def test_a_key_in_the_query_is_no_key(client: FlaskClient, app_key: str) -> None:
    """A query is logged by everybody on the way."""
    assert client.get(f"{BASE}/user/u1?key={app_key}&api_key={app_key}").status_code == 401


def test_revoked_and_expired_keys_open_nothing(client: FlaskClient, web_deps: Deps, tenant: Namespace) -> None:
    """Both are as good as unknown."""
    past = make_key(web_deps, tenant, expires_at=web_deps.clock() - timedelta(seconds=1))
    gone = make_key(web_deps, tenant)
    keys.revoke_key(web_deps.database, tenant, gone.split("_")[2], now=web_deps.clock())
    for key in (past, gone):
        assert Caller(client=client, key=key)("GET", "/user/u1").status_code == 401


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/"), ("GET", "/nothing"), ("GET", f"{BASE}/user/a/b/c/d"), ("GET", f"{BASE}/user//"),
     ("GET", f"{BASE}//user/u1"),
     ("GET", f"{BASE}/user/u1/"), ("POST", f"{BASE}/%00"), ("GET", "/%ff"), ("GET", "/static/app.js"),
     ("GET", "/.env")],
)  # fmt: skip
def test_an_unknown_route_is_a_problem(client: FlaskClient, method: str, path: str) -> None:
    """Whether a key was shown or not, and never a redirect."""
    reply = client.open(path, method=method)
    assert (reply.status_code, reply.content_type, reply.json["code"]) == (404, PROBLEM, "not_found")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "TRACE", "BREW"])
def test_another_method_is_a_problem(call: Caller, method: str) -> None:
    """It says which there are."""
    reply = call(method, "/extract")
    assert (reply.status_code, reply.content_type, reply.json["code"]) == (405, PROBLEM, "method_not_allowed")
    assert "POST" in reply.headers["Allow"]


def test_every_reply_has_its_headers_and_no_cookie(client: FlaskClient, call: Caller) -> None:
    """Nothing is sniffed, nothing is kept, and each can be found in the log."""
    for reply in (client.get("/livez"), call("GET", "/user/u1"), client.get("/nothing"), call("GET", "/user/.")):
        assert reply.headers["X-Content-Type-Options"] == "nosniff"
        assert reply.headers["Cache-Control"] == "no-store"
        assert reply.headers["X-Request-Id"]
        assert "Set-Cookie" not in reply.headers
        if reply.content_type == PROBLEM:
            assert reply.headers["X-Request-Id"] == reply.json["request_id"]


@pytest.mark.parametrize(
    ("given", "kept"), [("abc-123.X_y", True), ("a\tb", False), ("x" * 65, False), ("<script>", False)]
)
def test_a_request_id_is_kept_where_it_is_harmless(client: FlaskClient, given: str, kept: bool) -> None:
    """A caller's own id joins its log with ours."""
    assert (client.get("/livez", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given) is kept


def test_a_fault_of_ours_says_nothing_of_it(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither to the client nor to the log: what failed is named by class and place."""

    @open_to_all
    def broken() -> Any:
        raise RuntimeError("password of 张三 is hunter2")

    app.add_url_rule("/broken", view_func=broken)
    with app.test_client() as client:
        reply = client.get("/broken?user_id=li.si")
    log = capsys.readouterr().err
    assert (reply.status_code, reply.content_type, reply.json["code"]) == (500, PROBLEM, "internal")
    assert "RuntimeError" in log
    assert not any(word in log + reply.text for word in ("hunter2", "张三", "li.si"))


def test_the_log_has_routes_and_no_people(call: Caller, capsys: pytest.CaptureFixture[str]) -> None:
    """Ids travel in path and query, so neither is logged."""
    call("GET", "/user/wang.wu?session_id=geheim&q=secret")
    log = capsys.readouterr().err
    assert "/user/<user_id>" in log
    assert not any(word in log for word in ("wang.wu", "geheim", "secret", call.key))


def test_an_untrusted_key_sees_no_profile(call: Caller, client: FlaskClient, web_deps: Deps, tenant: Namespace) -> None:
    """Anybody can claim any id behind it: it reaches the session it names and nothing that was learned."""
    body = {"type": "identity", "key": "name", "value": {"value": "王五"}, "statement": "用户叫王五"}
    assert call("POST", "/user/u1/ucu", json=body).status_code == 201
    assert "王五" in call("GET", "/context?user_id=u1&q=王五").text
    untrusted = Caller(client=client, key=make_key(web_deps, tenant, identity="untrusted"))
    for method, path in (
        ("GET", "/user/u1"),
        ("POST", "/user/u1/ucu"),
        ("GET", "/drafts"),
        ("GET", "/profile?user_id=u1"),
    ):
        assert untrusted(method, path).status_code == 403
    assert untrusted("POST", "/recall", json={"user_id": "u1", "q": "王五"}).status_code == 403
    assert "王五" not in untrusted("GET", "/context?user_id=u1&q=王五").text
    assert untrusted("POST", "/turns?user_id=u1&session_id=s1", data={"user": "我叫赵六"}).status_code == 202


def test_a_signed_key_without_a_token_reaches_nobody(client: FlaskClient, web_deps: Deps, tenant: Namespace) -> None:
    """Its user comes from a token that it does not have."""
    signed = Caller(client=client, key=make_key(web_deps, tenant, identity="signed"))
    absent = signed("GET", f"/user/u1/ucu/{new_id()}")
    reply = signed("GET", "/user/u1")
    assert reply.status_code == 404
    assert {**reply.json, "request_id": ""} == {**absent.json, "request_id": ""}
    rows = web_deps.database.fetch("auditor", tenant, "SELECT * FROM jide.audit WHERE outcome = 'refused'", {})
    assert {(row["action"], row["object_id"], row["reason"]) for row in rows} >= {
        ("access", "GET /api/v1/memory/user/<user_id>", "user"),
        ("access", "GET /api/v1/memory/user/<user_id>/ucu/<ucu_id>", "user"),
    }


@pytest.mark.parametrize(
    ("query", "status"),
    [("format=text", 200), ("on_error=empty", 200), ("format=text&on_error=fail", 503), ("", 503)],
)
def test_a_prompt_is_never_held_up_by_a_key_that_cannot_be_looked_up(
    web_deps: Deps, app_key: str, query: str, status: int
) -> None:
    """With PostgreSQL away from the start, the block is empty for everybody, and says so."""
    deps = replace(web_deps, database=Database("postgresql://jide_web:x@127.0.0.1:1/none", size=1))
    with create_app(Settings(), deps=deps).test_client() as client:
        reply = Caller(client=client, key=app_key)("GET", f"/context?user_id=u1&q=hi&{query}")
    assert reply.status_code == status
    if status == 200:
        assert reply.headers["X-Memory-Status"] == "degraded"
        assert "hi" not in reply.text
    else:
        assert (reply.json["code"], reply.headers["Retry-After"]) == ("postgres_away", "2")


def test_a_known_key_still_takes_messages_while_postgres_is_away(web_deps: Deps, app_key: str) -> None:
    """At level session, and the reply says so; only an explicit wish for durability is refused."""

    class Cut(Database):
        cut = False

        @contextmanager
        def transaction(self, role: str, namespace: Namespace) -> Iterator[Any]:
            if self.cut:
                raise PostgresAway(retry_after=2)
            with web_deps.database.transaction(role, namespace) as cursor:
                yield cursor

    database = Cut("postgresql://nowhere/none")
    with create_app(Settings(), deps=replace(web_deps, database=database)).test_client() as client:
        call = Caller(client=client, key=app_key)
        assert call("POST", "/turns?user_id=u1&session_id=s1", data={"user": "一"}).status_code == 202
        database.cut = True
        reply = call("POST", "/turns?user_id=u1&session_id=s1", data={"user": "二"})
        assert (reply.status_code, reply.json["durability"], reply.json["degraded"]) == (202, "session", ["postgres"])
        message = {"message": {"role": "user", "content": "三"}}
        assert call("POST", "/session/u1/s1?durable=true", json=message).status_code == 503
        assert call("GET", "/user/u1").json["code"] == "postgres_away"
