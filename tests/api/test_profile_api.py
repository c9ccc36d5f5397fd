"""The profile over HTTP: asserted, listed, explained, retired; by those who may."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.app import create_app
from jide.infra import keys
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.namespace import Namespace
from tests.stores.told import tell

BASE = "/api/v1/memory"
T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
SGD = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
KeyMaker = Callable[..., dict[str, str]]


@pytest.fixture
def http(web_deps: Deps) -> FlaskClient:
    return create_app(web_deps.settings, deps=web_deps).test_client()


@pytest.fixture
def key(web_database: Database, tenant: Namespace) -> KeyMaker:
    """Make a key of the tenant; the headers that present it."""

    def make(role: str = "app", **more: Any) -> dict[str, str]:
        made = keys.create_key(web_database, tenant, app_id="a", role=role, now=datetime.now(UTC), **more)
        return {"Authorization": f"Bearer {made.text}"}

    return make


def test_an_assertion_is_listed_explained_and_retired(
    http: FlaskClient, key: KeyMaker, work_database: Database, user: Namespace
) -> None:
    app = key()
    tell(work_database, user, "s", [("assistant", "USD?"), ("user", "不，用新加坡元"), ("assistant", "好")], at=T0)
    body = SGD | {"id": "mine", "evidence": ["session_s#msg_1-msg_2"], "statement": "用户用新加坡元。"}
    made = http.post(f"{BASE}/user/u1/ucu", json=body, headers=app)
    assert made.status_code == 201
    ucu = made.json
    assert ucu["ucu_id"] != "mine"
    assert (ucu["version"], ucu["status"], ucu["source"], ucu["project_id"]) == (1, "active", "api", None)
    listed = http.get(f"{BASE}/user/u1", headers=app).json
    assert (listed["user_id"], listed["next_cursor"]) == ("u1", None)
    assert [m["ucu_id"] for m in listed["memories"]] == [ucu["ucu_id"]]
    assert http.get(f"{BASE}/profile?user_id=u1", headers=app).json == listed
    one = f"{BASE}/user/u1/ucu/{ucu['ucu_id']}"
    assert http.get(one, headers=app).json["value"] == {"value": "SGD"}
    (evidence,) = http.get(f"{one}/evidence", headers=app).json["evidence"]
    assert evidence["anchor"] == "session_s#msg_1-msg_2"
    assert [m["content"] for m in evidence["messages"]] == ["USD?", "不，用新加坡元", "好"]
    assert http.delete(one, headers=app).json["ended"] == "withdrawn"
    assert http.delete(one, headers=app).status_code == 200
    assert http.get(f"{BASE}/user/u1", headers=app).json["memories"] == []
    assert [m["status"] for m in http.get(f"{one}/history", headers=app).json["memories"]] == ["retired"]


def test_what_an_app_asserts_is_the_last_word_on_its_line(http: FlaskClient, key: KeyMaker, user: Namespace) -> None:
    """Also where the clock of whoever asserted before, or sent a message, was ahead: 201 is a version in force."""
    app = key()
    ahead = (datetime.now(UTC) + timedelta(minutes=4)).isoformat()
    message = {"role": "user", "content": "以后报价一律用美元", "timestamp": ahead}
    assert http.post(f"{BASE}/session/u1/s", json={"message": message}, headers=app).status_code == 201
    evidence = {"evidence": ["session_s#msg_1"]}
    first = http.post(f"{BASE}/user/u1/ucu", json=SGD | {"value": {"value": "USD"}} | evidence, headers=app)
    second = http.post(f"{BASE}/user/u1/ucu", json=SGD, headers=app)
    assert [(r.status_code, r.json["version"], r.json["status"]) for r in (first, second)] == [
        (201, 1, "active"), (201, 2, "active"),
    ]  # fmt: skip


def test_versions_asserted_at_once_are_contiguous_and_each_was_in_force(http: FlaskClient, key: KeyMaker) -> None:
    app = key()

    def post(number: int) -> Any:
        body = SGD | {"value": {"value": f"C{number % 3}"}}
        return http.application.test_client().post(f"{BASE}/user/u1/ucu", json=body, headers=app)

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(post, range(24)))
    assert {reply.status_code for reply in replies} <= {200, 201}
    assert {reply.json["status"] for reply in replies if reply.status_code == 201} == {"active"}
    newest = http.get(f"{BASE}/user/u1", headers=app).json["memories"][0]
    line = http.get(f"{BASE}/user/u1/ucu/{newest['ucu_id']}/history", headers=app).json["memories"]
    assert [ucu["version"] for ucu in line] == list(range(len(line), 0, -1))
    assert [ucu["status"] for ucu in line] == ["active", *["superseded"] * (len(line) - 1)]
    assert [ucu["valid_from"] for ucu in line[:-1]] == [ucu["valid_until"] for ucu in line[1:]]


def test_what_an_untrusted_key_stored_is_no_evidence(http: FlaskClient, key: KeyMaker) -> None:
    """Nobody vouches for who said it."""
    body = {"user": "以后报价一律用美元"}
    public = key(identity="untrusted")
    assert http.post(f"{BASE}/turns?user_id=u1&session_id=s", json=body, headers=public).status_code == 202
    reply = http.post(f"{BASE}/user/u1/ucu", json=SGD | {"evidence": ["session_s#msg_1"]}, headers=key())
    assert (reply.status_code, reply.json["code"]) == (422, "evidence_not_found")


def test_under_one_idempotency_key_another_project_is_another_request(http: FlaskClient, key: KeyMaker) -> None:
    app = key() | {"Idempotency-Key": "k"}
    replies = [http.post(f"{BASE}/user/u1/ucu?project_id={name}", json=SGD, headers=app) for name in ("p1", "p1", "p2")]
    assert [reply.status_code for reply in replies] == [201, 201, 422]
    assert replies[2].json["code"] == "idempotency_mismatch"


@pytest.mark.parametrize("number", ["1e20", "-1e300", "1.7976931348623157e308"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/user/u1/ucu", '{"type": "constraint", "key": "budget", "value": {"amount": %s}}'),
        ("/session/u1/s", '{"message": {"role": "user", "content": "x", "metadata": {"a": %s}}}'),
        ("/session/u1/s", '{"message": {"role": "user", "content": "x"}, "metadata": {"a": [%s]}}'),
    ],
    ids=["value", "message", "session"],
)
def test_a_number_that_no_reader_takes_back_is_refused(
    http: FlaskClient, key: KeyMaker, path: str, body: str, number: str
) -> None:
    """Otherwise it is stored, and every list that it is in fails."""
    app = key() | {"Content-Type": "application/json"}
    reply = http.post(BASE + path, data=body % number, headers=app)
    assert (reply.status_code, reply.json["code"]) == (422, "invalid")
    for read in ("/user/u1?status=all", "/session/u1", "/session/u1/s/messages"):
        assert http.get(BASE + read, headers=app).status_code == 200


def test_one_id_in_two_spellings_is_no_conflict(http: FlaskClient, key: KeyMaker) -> None:
    for query in ("user_id=%C3%A9", "user_id=e%CC%81"):
        reply = http.get(f"{BASE}/user/e%CC%81?{query}", headers=key())
        assert (reply.status_code, reply.json["user_id"]) == (200, "é")


def test_the_same_value_again_is_200_and_another_is_the_next_version(http: FlaskClient, key: KeyMaker) -> None:
    app = key()
    replies = [
        http.post(f"{BASE}/user/u1/ucu", json=SGD | {"value": {"value": value}}, headers=app)
        for value in ("SGD", "SGD", "THB", "SGD")
    ]
    assert [(r.status_code, r.json["version"]) for r in replies] == [(201, 1), (200, 1), (201, 2), (201, 3)]
    history = http.get(f"{BASE}/user/u1/ucu/{replies[0].json['ucu_id']}/history?limit=2", headers=app).json
    assert [m["version"] for m in history["memories"]] == [3, 2]
    rest = http.get(
        f"{BASE}/user/u1/ucu/{replies[0].json['ucu_id']}/history?cursor={history['next_cursor']}", headers=app
    ).json
    assert ([m["version"] for m in rest["memories"]], rest["next_cursor"]) == ([1], None)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"key": "no_such_key"}, "invalid", "key"),
        ({"value": {"value": ""}}, "invalid", "value.value"),
        ({"value": {"colour": "red"}}, "invalid", "value"),
        ({"value": "SGD"}, "invalid", "value"),
        ({"type": "context"}, "invalid", "type"),
        ({"statement": " "}, "invalid", "statement"),
        ({"extra": 1}, "invalid", "extra"),
        ({"project_id": "a/b"}, "bad_id", "project_id"),
        ({"valid_until": "2031-01-01T00:00:00"}, "invalid", "valid_until"),
        ({"evidence": ["session_s#msg_1"]}, "evidence_not_found", "evidence"),
        ({"evidence": ["msg_1"]}, "invalid", "evidence"),
    ],
)
def test_a_bad_assertion_is_422_and_names_the_field(
    http: FlaskClient, key: KeyMaker, change: dict[str, Any], code: str, field: str
) -> None:
    app = key()
    reply = http.post(f"{BASE}/user/u1/ucu", json=SGD | change, headers=app)
    assert (reply.status_code, reply.json["code"]) == (422, code)
    assert field in reply.get_data(as_text=True)
    assert http.get(f"{BASE}/user/u1?status=all", headers=app).json["memories"] == []


def test_an_idempotency_key_makes_one_version_and_one_reply(
    http: FlaskClient, key: KeyMaker, web_database: Database, tenant: Namespace
) -> None:
    app = key() | {"Idempotency-Key": "k-1"}
    first = http.post(f"{BASE}/user/u1/ucu", json=SGD, headers=app)
    again = http.post(f"{BASE}/user/u1/ucu", json=SGD, headers=app)
    other = http.post(f"{BASE}/user/u1/ucu", json=SGD | {"value": {"value": "THB"}}, headers=app)
    assert (first.status_code, again.status_code, first.json) == (201, 201, again.json)
    assert (other.status_code, other.json["code"]) == (422, "idempotency_mismatch")
    rows = web_database.fetch("auditor", tenant, "SELECT action FROM jide.audit WHERE object_type = 'ucu'", {})
    assert [row["action"] for row in rows] == ["ucu.created"]


@pytest.mark.parametrize("name", ["*", "%", "_", "u1:s1", "o'brien", "张三"])
def test_a_users_name_is_literal(http: FlaskClient, key: KeyMaker, name: str) -> None:
    app = key()
    assert http.post(f"{BASE}/user/u1/ucu", json=SGD, headers=app).status_code == 201
    assert http.get(f"{BASE}/profile", query_string={"user_id": name}, headers=app).json["memories"] == []


def test_somebody_elses_version_and_none_at_all_look_the_same(http: FlaskClient, key: KeyMaker) -> None:
    app = key()
    ucu_id = http.post(f"{BASE}/user/u1/ucu", json=SGD, headers=app).json["ucu_id"]
    for method in ("get", "delete"):
        for path in (f"u2/ucu/{ucu_id}", "u1/ucu/01a22f7f-d07f-72b1-87ff-89eb30f31d02", "u1/ucu/*"):
            reply = getattr(http, method)(f"{BASE}/user/{path}", headers=app)
            assert (reply.status_code, reply.json["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("maker", "method", "status"),
    [
        ({"scopes": ["session:rw"]}, "get", 403),
        ({"scopes": ["context:r"]}, "post", 403),
        ({"identity": "untrusted"}, "get", 403),
        ({"identity": "untrusted"}, "post", 403),
        ({"role": "admin"}, "get", 403),
        ({"role": "hr"}, "post", 403),
        ({"role": "hr"}, "get", 200),
    ],
)
def test_only_those_who_may_reach_a_profile(
    http: FlaskClient, key: KeyMaker, maker: dict[str, Any], method: str, status: int
) -> None:
    path = f"{BASE}/user/u1" if method == "get" else f"{BASE}/user/u1/ucu"
    reply = http.get(path, headers=key(**maker)) if method == "get" else http.post(path, json=SGD, headers=key(**maker))
    assert reply.status_code == status


def test_staff_see_what_their_role_may_and_leave_a_trace(
    http: FlaskClient, key: KeyMaker, web_database: Database, tenant: Namespace
) -> None:
    app = key()
    for body in (SGD, {"type": "identity", "key": "department", "value": {"value": "财务部"}}):
        assert http.post(f"{BASE}/user/u1/ucu", json=body, headers=app).status_code == 201
    seen = http.get(f"{BASE}/user/u1", headers=key(role="hr")).json["memories"]
    assert [m["key"] for m in seen] == ["department"]
    rows = web_database.fetch("auditor", tenant, "SELECT actor_role FROM jide.audit WHERE action = 'profile.read'", {})
    assert [row["actor_role"] for row in rows] == ["hr"]


def test_a_department_head_sees_preferences_of_the_people_they_manage(
    http: FlaskClient, key: KeyMaker, web_database: Database, tenant: Namespace
) -> None:
    app, boss = key(), key(role="dept_head", subject="boss")
    for user, body in (
        ("u1", SGD), ("u1", {"type": "identity", "key": "department", "value": {"value": "财务部"}}), ("u2", SGD),
    ):  # fmt: skip
        assert http.post(f"{BASE}/user/{user}/ucu", json=body, headers=app).status_code == 201
    with web_database.transaction("admin", tenant) as cursor:
        cursor.execute("INSERT INTO jide.dept_management VALUES (%s, 'boss', 'u1')", (tenant.tenant_id,))
    seen = {user: http.get(f"{BASE}/user/{user}", headers=boss).json["memories"] for user in ("u1", "u2")}
    assert {user: [m["key"] for m in memories] for user, memories in seen.items()} == {"u1": ["currency"], "u2": []}


def test_a_list_is_paged_and_filtered(http: FlaskClient, key: KeyMaker) -> None:
    app = key()
    for n in range(5):
        body = {"type": "preference", "key": "liked", "value": {"value": f"茶 {n}"}}
        assert http.post(f"{BASE}/user/u1/ucu?project_id=p{n % 2}", json=body, headers=app).status_code == 201
    first = http.get(f"{BASE}/user/u1?limit=2", headers=app).json
    rest = http.get(f"{BASE}/user/u1?limit=9&cursor={first['next_cursor']}", headers=app).json
    names = [m["value"]["value"] for m in first["memories"] + rest["memories"]]
    assert names == [f"茶 {n}" for n in (4, 3, 2, 1, 0)]
    assert len(http.get(f"{BASE}/user/u1?project_id=p1", headers=app).json["memories"]) == 2
    assert http.get(f"{BASE}/user/u1?key=name", headers=app).json["memories"] == []
    assert http.get(f"{BASE}/user/u1?min_trust=1", headers=app).json["memories"] == []


@pytest.mark.parametrize(
    "query", ["as_of=2026-03-01", "known_at=now", "status=gone", "type=x", "min_trust=2", "limit=0", "cursor=x"]
)
def test_a_bad_filter_is_422_and_named(http: FlaskClient, key: KeyMaker, query: str) -> None:
    reply = http.get(f"{BASE}/user/u1?{query}", headers=key())
    assert reply.status_code == 422
    assert query.partition("=")[0] in reply.json["detail"]
