"""Sessions over HTTP: the wire forms, statuses and headers of the API."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.app import create_app
from jide.infra.deps import Deps
from jide.infra.times import parse_time, stamp
from jide.namespace import Namespace
from tests.api.conftest import Caller, make_key
from tests.stores.talk import without_postgres, without_redis

TURN = {"user_id": "u1", "session_id": "s442"}


def post(call: Caller, *messages: dict[str, Any], path: str = "/session/u1/s442", **more: Any) -> Any:
    """The reply's JSON to an append that is taken."""
    reply = call("POST", path, json={"messages": list(messages)}, **more)
    assert reply.status_code == 201, reply.text
    return reply.json


def user(content: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": content, **more}


@pytest.mark.parametrize(
    ("body", "roles"),
    [
        ({"json": {"user": "你好", "assistant": "hello"}}, ["user", "assistant"]),
        ({"data": {"user": "你好", "assistant": "hello"}}, ["user", "assistant"]),
        ({"data": {"user": "你好", "assistant": " "}}, ["user"]),
        ({"json": {"user": "你好", "assistant": None}}, ["user"]),
        ({"data": "你好".encode(), "content_type": "text/plain"}, ["user"]),
    ],
)
def test_a_turn_is_taken_in_every_form_dify_sends(call: Caller, body: dict[str, Any], roles: list[str]) -> None:
    reply = call("POST", "/turns", query_string=TURN, **body)
    assert reply.status_code == 202, reply.text
    found = reply.json
    assert (found["accepted"], found["user_id"], found["session_id"]) == (True, "u1", "s442")
    assert (found["durability"], found["degraded"]) == ("durable", [])
    assert [(m["role"], m["seq"], m["anchor"], m["durability"]) for m in found["messages"]] == [
        (role, n, f"session_s442#msg_{n}", "durable") for n, role in enumerate(roles, start=1)
    ]
    assert parse_time(found["expires_at"]) > datetime.now(UTC)
    archive = call("GET", "/session/u1/s442/messages").json["messages"]
    assert [(m["role"], m["content"]) for m in archive][:1] == [("user", "你好")]


def test_what_is_posted_is_what_is_read(call: Caller) -> None:
    """Append and read agree, oldest first, with every field of the contract."""
    at = datetime.now(UTC) - timedelta(minutes=3)
    reply = post(
        call,
        user("我的电话 13812345678", message_id="m1", timestamp=stamp(at), metadata={"source": "voice"}),
        {"role": "assistant", "content": "记下了"},
    )
    assert (reply["status"], reply["session_id"], reply["durability"], reply["epoch"]) == (
        "saved",
        "s442",
        "durable",
        1,
    )
    assert reply["messages"][0] | {"message_id": "m1", "seq": 1, "redactions": {"PHONE": 1}} == reply["messages"][0]
    live = call("GET", "/session/u1/s442").json
    assert [m["content"] for m in live["messages"]] == ["我的电话 [PHONE_1]", "记下了"]
    first = live["messages"][0]
    assert (first["seq"], first["role"], first["timestamp"], first["anchor"], first["metadata"]) == (
        1, "user", stamp(at), "session_s442#msg_1", {"source": "voice"},
    )  # fmt: skip
    assert (live["user_id"], live["session_id"], live["message_count"], live["stale"]) == ("u1", "s442", 2, False)
    assert live["start_time"] <= live["last_active"] < live["expires_at"]
    archive = call("GET", "/session/u1/s442/messages").json
    assert archive["next_after_seq"] is None
    assert [m["state"] for m in archive["messages"]] == ["queued", "done"]
    shared = ("seq", "message_id", "role", "content", "timestamp", "anchor", "metadata")
    assert [[m[n] for n in shared] for m in archive["messages"]] == [[m[n] for n in shared] for m in live["messages"]]


def test_reads_take_limits(call: Caller) -> None:
    for n in range(1, 8):
        post(call, user(f"第 {n} 句"))
    seqs = [m["seq"] for m in call("GET", "/session/u1/s442", query_string={"limit": 3}).json["messages"]]
    assert seqs == [5, 6, 7]
    budget = sum(m["tokens"] for m in call("GET", "/session/u1/s442?limit=2").json["messages"])
    assert len(call("GET", f"/session/u1/s442?max_tokens={budget}").json["messages"]) == 2
    page = call("GET", "/session/u1/s442/messages?limit=4&after_seq=2").json
    assert ([m["seq"] for m in page["messages"]], page["next_after_seq"]) == ([3, 4, 5, 6], 6)
    for query in ("limit=0", "limit=501", "limit=x", "max_tokens=-1"):
        assert call("GET", f"/session/u1/s442?{query}").status_code == 422


def test_the_same_message_again_is_the_same_answer_and_other_content_a_problem(call: Caller) -> None:
    first = post(call, user("one", message_id="m1"))
    again = post(call, user("one", message_id="m1"))
    assert again["messages"] == first["messages"]
    reply = call("POST", "/session/u1/s442", json={"message": user("two", message_id="m1")})
    assert (reply.status_code, reply.json["code"]) == (422, "message_mismatch")
    assert [error["field"] for error in reply.json["errors"]] == ["message_id"]
    # Unique per user and session: elsewhere it is another message.
    assert post(call, user("two", message_id="m1"), path="/session/u1/other")["messages"][0]["seq"] == 1
    assert post(call, user("two", message_id="m1"), path="/session/u2/s442")["messages"][0]["seq"] == 1


@pytest.mark.parametrize("where", ["query", "header"])
def test_an_idempotency_key_repeats_the_first_reply(call: Caller, where: str) -> None:
    more: dict[str, Any] = {"query_string": {**TURN, "idempotency_key": "k"}}
    if where == "header":
        more = {"query_string": TURN, "headers": {"Idempotency-Key": "k"}}
    first = call("POST", "/turns", data={"user": "a", "assistant": "b"}, **more).json
    again = call("POST", "/turns", data={"user": "a", "assistant": "b"}, **more).json
    assert again["messages"] == first["messages"]
    other = call("POST", "/turns", data={"user": "a", "assistant": "c"}, **more)
    assert (other.status_code, other.json["code"]) == (422, "idempotency_mismatch")
    assert call("GET", "/session/u1/s442").json["message_count"] == 2


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"message": user("x"), "messages": [user("y")]}, "body"),
        ({"messages": []}, "messages"),
        ({"messages": [user("x")] * 101}, "messages"),
        ({"message": user("")}, "message.content"),
        ({"message": user(" \u3000\n")}, "message.content"),
        ({"message": user("词" * 30_000)}, "message.content"),
        ({"message": {"role": "system", "content": "x"}}, "message.role"),
        ({"message": {"role": "user"}}, "message.content"),
        ({"message": user("x", surprise=1)}, "message.surprise"),
        ({"message": user("x", message_id="a/b")}, "message.message_id"),
        ({"messages": [user("x"), user("y", message_id="\u0007")]}, "messages[1].message_id"),
        ({"message": user("x", timestamp="2026-01-01T00:00:00")}, "message.timestamp"),
        ({"message": user("x", timestamp="2999-01-01T00:00:00Z")}, "message.timestamp"),
        ({"message": user("x"), "metadata": [1]}, "metadata"),
    ],
)
def test_a_bad_append_names_the_field_and_stores_nothing(
    call: Caller, web_deps: Deps, body: dict[str, Any], field: str
) -> None:
    reply = call("POST", "/session/u1/s442", json=body)
    assert reply.status_code == 422, reply.text
    assert reply.content_type == "application/problem+json"
    assert field in [fault["field"] for fault in reply.json["errors"]]
    assert call("GET", "/session/u1/s442").status_code == 404
    assert web_deps.redis.dbsize() == 0


def test_a_bad_turn_names_the_field(call: Caller) -> None:
    for data in ({"user": ""}, {"assistant": "x"}, {"user": "  "}, {"user": "词" * 30_000}):
        reply = call("POST", "/turns", query_string=TURN, json=data)
        assert reply.status_code == 422
        assert [fault["field"] for fault in reply.json["errors"]] == ["user"]
    assert call("POST", "/turns", query_string={"user_id": "u1"}, json={"user": "x"}).json["code"] == "bad_id"
    reply = call("POST", "/turns", query_string=TURN, json={"user": "x", "user_id": "u2"})
    assert (reply.status_code, reply.json["code"]) == (400, "identity_conflict")
    assert call("POST", "/turns", query_string={**TURN, "wait": 2001}, json={"user": "x"}).status_code == 422


def test_what_was_never_seen_is_absent_and_collections_are_empty(call: Caller) -> None:
    assert call("GET", "/session/u1/never").status_code == 404
    assert call("POST", "/session/u1/never/end").status_code == 404
    assert call("GET", "/session/u1/never/messages").json == {"messages": [], "next_after_seq": None}
    assert call("GET", "/session/u1").json == {"sessions": [], "next_cursor": None}


def test_sessions_are_listed_in_pages(call: Caller) -> None:
    for n in range(5):
        post(call, user("x"), path=f"/session/u1/s{n}")
    found, cursor = [], None
    while True:
        page = call("GET", "/session/u1", query_string={"limit": 2, **({"cursor": cursor} if cursor else {})}).json
        found += [s["session_id"] for s in page["sessions"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert found == ["s4", "s3", "s2", "s1", "s0"]
    assert call("GET", "/session/u1?cursor=nonsense").status_code == 422


@pytest.mark.parametrize("path", ["/session/u1/s442/end", "/end"])
def test_a_session_ends_as_often_as_one_likes(call: Caller, path: str) -> None:
    post(call, user("hi"))
    for _ in range(2):
        reply = call("POST", path, query_string=TURN if path == "/end" else {})
        assert (reply.status_code, reply.json) == (202, {"ended": True})


@pytest.mark.parametrize(("flag", "level"), [("true", "durable"), ("false", "session"), ("", "durable")])
def test_the_caller_chooses_the_level(call: Caller, flag: str, level: str) -> None:
    assert post(call, user("hi"), query_string={"durable": flag})["durability"] == level
    assert call("POST", "/session/u1/s442?durable=maybe", json={"message": user("x")}).status_code == 422


def test_without_postgres_a_turn_is_taken_and_only_explicit_durability_refused(
    call: Caller, web_deps: Deps, client: FlaskClient
) -> None:
    post(call, user("before"))  # the key is known to this process from here on
    with without_postgres(web_deps) as deps:
        degraded = Caller(client=_client(deps, call), key=call.key)
        reply = degraded("POST", "/turns", query_string=TURN, json={"user": "hi", "assistant": "yes"})
        assert reply.status_code == 202, reply.text
        assert (reply.json["durability"], reply.json["degraded"]) == ("session", ["postgres"])
        refused = degraded("POST", "/session/u1/s442?durable=true", json={"message": user("x")})
        assert (refused.status_code, refused.json["code"]) == (503, "postgres_away")
        assert refused.headers["Retry-After"]
    assert call("GET", "/session/u1/s442").json["message_count"] == 3


def test_without_redis_a_turn_goes_to_the_archive_and_reads_are_stale(call: Caller, web_deps: Deps) -> None:
    post(call, user("before"))
    degraded = Caller(client=_client(without_redis(web_deps), call), key=call.key)
    reply = degraded("POST", "/turns", query_string=TURN, json={"user": "hi", "assistant": "yes"})
    assert (reply.status_code, reply.json["durability"], reply.json["degraded"]) == (202, "durable", ["redis"])
    live = degraded("GET", "/session/u1/s442").json
    assert (live["stale"], [m["content"] for m in live["messages"]]) == (True, ["before", "hi", "yes"])


def _client(deps: Deps, call: Caller) -> FlaskClient:
    """A client of an application on other connections, which knows the caller's key already."""
    app = create_app(deps.settings, deps=deps)
    known = call.client.application.extensions
    app.extensions |= {name: value for name, value in known.items() if name == "jide.keys"}
    return app.test_client()


def test_a_project_is_named_in_the_query(call: Caller) -> None:
    post(call, user("x"), query_string={"project_id": "apollo"})
    assert call("GET", "/session/u1").json["sessions"][0]["project_id"] == "apollo"


def test_a_session_key_alone_opens_sessions(client: FlaskClient, web_deps: Deps, tenant: Namespace) -> None:
    reader = Caller(client=client, key=make_key(web_deps, tenant, scopes=["context:r"]))
    for method, path in (
        ("POST", "/session/u1/s1"),
        ("GET", "/session/u1/s1"),
        ("POST", "/end?user_id=u&session_id=s"),
    ):
        assert reader(method, path, json={"message": user("x")}).status_code == 403


def test_the_reply_of_a_read_is_json_whatever_was_said(call: Caller) -> None:
    said = ['"],"x":{', "\\", "a\u2028b", '"tokens":9}', "\U0001f600", "</script>"]
    post(call, *(user(text, metadata={"k": text}) for text in said), path="/session/a%22b/s%3A%7B1%7D")
    reply = call("GET", "/session/a%22b/s%3A%7B1%7D")
    found = json.loads(reply.data)
    assert [m["content"] for m in found["messages"]] == said
    assert (found["user_id"], found["messages"][0]["anchor"]) == ('a"b', "session_s%3A%7B1%7D#msg_1")


def test_a_late_repetition_of_an_end_ends_nothing_new(call: Caller) -> None:
    """The request that ended the session comes again after the talk went on: the new talk goes on."""
    message = {"message": {"role": "user", "content": "Use Markdown."}}
    once = {"Idempotency-Key": "end-1"}
    assert call("POST", "/session/u1/s1", json=message).status_code == 201
    first = call("POST", "/session/u1/s1/end", headers=once)
    assert call("POST", "/session/u1/s1", json=message).status_code == 201
    again = call("POST", "/session/u1/s1/end", headers=once)
    assert (first.status_code, first.data) == (again.status_code, again.data) == (202, b'{"ended":true}')
    assert call("GET", "/session/u1").json["sessions"][0]["state"] == "open"
