"""Changing a profile over HTTP: amended, rolled back, retired; what is stale is refused with what stands."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg2
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.namespace import Namespace
from jide.profiles import registry
from tests.api.conftest import Caller
from tests.stores.told import tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CURRENCY = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
SYSTEM = {"type": "fact", "key": "system_in_use", "value": {"value": "SAP"}}
REPORT = {
    "type": "preference", "key": "report_format", "value": {"format": "Markdown", "elements": ["表格"]},
}  # fmt: skip
Made = Callable[..., Any]


def path(ucu: Any, tail: str = "") -> str:
    return f"/user/u1/ucu/{ucu['ucu_id']}{tail}"


@pytest.fixture
def made(call: Caller) -> Made:
    """Assert a UCU; what it became."""

    def make(body: dict[str, Any], **more: Any) -> Any:
        reply = call("POST", "/user/u1/ucu", json=body | more)
        assert reply.status_code in {200, 201}
        return reply.json

    return make


def patch(call: Caller, ucu: Any, **body: Any) -> TestResponse:
    """Amend the version as it was last seen."""
    return call("PATCH", path(ucu), json={"expected_version": ucu["version"], **body})


def line(call: Caller, ucu: Any) -> list[tuple[Any, ...]]:
    """(version, status, ended) of a line, newest first."""
    memories = call("GET", path(ucu, "/history")).json["memories"]
    return [(m["version"], m["status"], m["ended"]) for m in memories]


def audited(database: Database, tenant: Namespace) -> list[str]:
    rows = database.fetch("auditor", tenant, "SELECT action FROM jide.audit WHERE object_type = 'ucu' ORDER BY at", {})
    return [row["action"] for row in rows]


@pytest.mark.parametrize(
    ("body", "changes", "shows"),
    [
        (CURRENCY, {"value": {"value": "THB"}}, {"value": {"value": "THB"}}),
        (CURRENCY, {"polarity": "negative"}, {"polarity": "negative", "value": {"value": "SGD"}}),
        (CURRENCY, {"statement": "Quotes in SGD, please."}, {"statement": "Quotes in SGD, please."}),
        (CURRENCY, {"statement": "报价用新加坡元。"}, {"statement": "报价用新加坡元。"}),
        (CURRENCY, {"lifecycle": "project_based"}, {"lifecycle": "project_based", "value": {"value": "SGD"}}),
        (CURRENCY, {"valid_until": "2031-01-01T08:00:00+08:00"}, {"valid_until": "2031-01-01T00:00:00.000000Z"}),
        # What is given is the whole value: nothing of the old one stays.
        (REPORT, {"value": {"format": "Word"}}, {"value": {"format": "Word"}}),
        (REPORT, {"value": {"elements": ["图表"]}}, {"value": {"elements": ["图表"]}}),
    ],
)
def test_an_amendment_is_the_next_version_of_its_line(
    call: Caller, made: Made, web_database: Database, tenant: Namespace, body: Any, changes: Any, shows: Any
) -> None:
    old = made(body)
    reply = patch(call, old, **changes)
    assert reply.status_code == 200
    new = reply.json
    assert {name: new[name] for name in shows} == shows
    assert (new["version"], new["status"], new["source"], new["type"]) == (2, "active", "api", old["type"])
    assert line(call, new) == [(2, "active", None), (1, "superseded", "changed")]
    assert call("GET", path(old)).json["valid_until"] == new["valid_from"]
    assert [m["ucu_id"] for m in call("GET", "/user/u1").json["memories"]] == [new["ucu_id"]]
    assert audited(web_database, tenant) == ["ucu.created", "ucu.amended"]


@pytest.mark.parametrize(("value", "begins"), [("小陈", "用户的"), ("Ann", "The user's")])
def test_a_new_value_gets_a_sentence_in_the_language_of_the_old_one(
    call: Caller, made: Made, value: str, begins: str
) -> None:
    body = {"type": "identity", "key": "preferred_name", "value": {"value": value}}
    new = patch(call, made(body), value={"value": "Leo"}).json
    assert new["statement"].startswith(begins)
    assert "Leo" in new["statement"]


def test_a_limit_is_lifted_by_null_and_stays_where_it_is_not_named(call: Caller, made: Made) -> None:
    limited = made(CURRENCY, valid_until="2031-01-01T00:00:00Z")
    renamed = patch(call, limited, value={"value": "THB"}).json
    assert renamed["valid_until"] == limited["valid_until"]
    assert patch(call, renamed, valid_until=None).json["valid_until"] is None


def test_what_was_wrong_is_no_answer_of_any_time(call: Caller, made: Made) -> None:
    old = made(CURRENCY)
    new = patch(call, old, value={"value": "THB"}, ending="wrong").json
    assert new["valid_from"] == old["valid_from"]
    assert line(call, new)[1] == (1, "superseded", "wrong")
    then = call("GET", "/user/u1", query_string={"as_of": old["valid_from"]}).json["memories"]
    assert [m["value"]["value"] for m in then] == ["THB"]
    before = {"as_of": old["valid_from"], "known_at": old["recorded_at"]}
    known = call("GET", "/user/u1", query_string=before).json["memories"]
    assert [(m["value"]["value"], m["status"]) for m in known] == [("SGD", "active")]
    assert call("GET", path(new), query_string={"known_at": old["recorded_at"]}).status_code == 404
    seen = call("GET", path(new | {"ucu_id": old["ucu_id"]}), query_string={"known_at": old["recorded_at"]}).json
    assert (seen["status"], seen["ended"]) == ("active", None)


@pytest.mark.parametrize(
    "same",
    [{}, {"value": {"value": "SGD"}}, {"polarity": "positive"}, {"valid_until": None}, {"lifecycle": "permanent"}],
)
def test_where_nothing_changes_the_version_stays(
    call: Caller, made: Made, web_database: Database, tenant: Namespace, same: dict[str, Any]
) -> None:
    ucu = made(CURRENCY)
    reply = patch(call, ucu, **same)
    assert (reply.status_code, reply.json["ucu_id"], reply.json["version"]) == (200, ucu["ucu_id"], 1)
    assert audited(web_database, tenant) == ["ucu.created"]


def test_what_is_not_in_force_is_not_amended(call: Caller, made: Made) -> None:
    """409 with the version that stands; null where none does."""
    old = made(CURRENCY)
    new = made(CURRENCY | {"value": {"value": "THB"}})
    for reply in (patch(call, old, value={"value": "CNY"}), call("PATCH", path(new), json={"expected_version": 1})):
        assert (reply.status_code, reply.json["code"]) == (409, "version_conflict")
        assert reply.json["current"]["ucu_id"] == new["ucu_id"]
    assert call("DELETE", path(new)).status_code == 200
    gone = patch(call, new, value={"value": "CNY"})
    assert (gone.status_code, gone.json["current"]) == (409, None)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "expected_version"),
        ({"expected_version": 0}, "expected_version"),
        ({"expected_version": "1"}, "expected_version"),
        ({"expected_version": 1, "value": {"colour": "red"}}, "value"),
        ({"expected_version": 1, "value": {"value": ""}}, "value"),
        ({"expected_version": 1, "ending": "expired"}, "ending"),
        ({"expected_version": 1, "lifecycle": "for ever"}, "lifecycle"),
        ({"expected_version": 1, "valid_until": "2031-01-01"}, "valid_until"),
        ({"expected_version": 1, "valid_until": "2020-01-01T00:00:00Z"}, "valid_until"),
        ({"expected_version": 1, "statement": " "}, "statement"),
        ({"expected_version": 1, "key": "budget"}, "key"),
    ],
)
def test_a_bad_amendment_is_422_and_names_the_field(call: Caller, made: Made, body: dict[str, Any], field: str) -> None:
    ucu = made(CURRENCY)
    reply = call("PATCH", path(ucu), json=body)
    assert (reply.status_code, reply.json["code"]) == (422, "invalid")
    assert field in reply.get_data(as_text=True)
    assert call("GET", path(ucu)).json["status"] == "active"


def test_evidence_goes_along_where_the_words_stay(
    call: Caller, made: Made, work_database: Database, user: Namespace
) -> None:
    tell(work_database, user, "s", [("user", "金额用新加坡元")], at=T0)
    first = made(CURRENCY, evidence=["session_s#msg_1"])
    limited = patch(call, first, valid_until="2031-01-01T00:00:00Z").json
    assert [e["anchor"] for e in limited["evidence"]] == ["session_s#msg_1"]
    assert patch(call, limited, value={"value": "THB"}).json["evidence"] == []


@pytest.mark.parametrize(("wrong", "right"), [("SAP", "金蝶"), ("Jira", "Notion")])
@pytest.mark.parametrize("ending", ["wrong", "changed"])
def test_another_member_of_a_set_is_written_on_its_own_line(
    call: Caller, made: Made, web_database: Database, tenant: Namespace, wrong: str, right: str, ending: str
) -> None:
    old = made(SYSTEM | {"value": {"value": wrong}})
    new = patch(call, old, value={"value": right}, ending=ending).json
    assert (new["version"], new["replaces"], new["status"]) == (1, old["ucu_id"], "active")
    assert line(call, old) == [(1, "superseded", ending)]
    again = call("POST", "/user/u1/ucu", json=SYSTEM | {"value": {"value": right}})
    assert (again.status_code, again.json["ucu_id"]) == (200, new["ucu_id"])
    assert [m["value"]["value"] for m in call("GET", "/user/u1").json["memories"]] == [right]
    assert audited(web_database, tenant) == ["ucu.created", "ucu.amended"]


def test_a_rollback_is_a_new_version_that_copies_an_old_one(
    call: Caller, made: Made, web_database: Database, work_database: Database, user: Namespace, tenant: Namespace
) -> None:
    tell(work_database, user, "s", [("user", "金额用新加坡元")], at=T0)
    first = made(CURRENCY, evidence=["session_s#msg_1"], statement="金额用新加坡元。")
    second = made(CURRENCY | {"value": {"value": "THB"}})
    reply = call("POST", path(second, "/rollback"), json={"version": 1})
    assert reply.status_code == 201
    new = reply.json
    assert (new["version"], new["rolled_back_from"], new["status"]) == (3, 1, "active")
    for same in ("value", "statement", "polarity", "type", "lifecycle"):
        assert new[same] == first[same]
    assert [e["anchor"] for e in new["evidence"]] == ["session_s#msg_1"]
    assert line(call, new) == [(3, "active", None), (2, "superseded", "rolled_back"), (1, "superseded", "changed")]
    between = call("GET", "/user/u1", query_string={"as_of": second["valid_from"]}).json["memories"]
    assert [m["value"]["value"] for m in between] == ["THB"]
    again = call("POST", path(first, "/rollback"), json={"version": 3})
    assert (again.status_code, again.json["ucu_id"]) == (200, new["ucu_id"])
    assert audited(web_database, tenant) == ["ucu.created", "ucu.created", "ucu.rolled_back"]


def test_a_line_that_was_retired_is_rolled_back(call: Caller, made: Made) -> None:
    ucu = made(CURRENCY)
    assert call("DELETE", path(ucu)).status_code == 200
    reply = call("POST", path(ucu, "/rollback"), json={"version": 1})
    assert (reply.status_code, reply.json["version"], reply.json["status"]) == (201, 2, "active")
    assert line(call, ucu) == [(2, "active", None), (1, "retired", "withdrawn")]


def test_a_limit_counts_after_a_rollback_while_it_lies_ahead(call: Caller, made: Made) -> None:
    limited = made(CURRENCY, valid_until="2031-01-01T00:00:00Z")
    other = made(CURRENCY | {"value": {"value": "THB"}})
    new = call("POST", path(other, "/rollback"), json={"version": 1}).json
    assert new["valid_until"] == limited["valid_until"]


def test_a_version_whose_evidence_is_gone_is_not_put_back(
    call: Caller, made: Made, work_database: Database, user: Namespace, database_url: str
) -> None:
    tell(work_database, user, "s", [("user", "金额用新加坡元")], at=T0)
    made(CURRENCY, evidence=["session_s#msg_1"])
    second = made(CURRENCY | {"value": {"value": "THB"}})
    with closing(psycopg2.connect(database_url)) as connection, connection, connection.cursor() as cursor:
        cursor.execute("DELETE FROM jide.ucu_evidence WHERE tenant_id = %s", (user.tenant_id,))
    reply = call("POST", path(second, "/rollback"), json={"version": 1})
    assert (reply.status_code, reply.json["code"]) == (409, "evidence_gone")
    assert line(call, second) == [(2, "active", None), (1, "superseded", "changed")]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"version": 9}, 404, "not_found"),
        ({"version": 0}, 422, "invalid"),
        ({"version": "1"}, 422, "invalid"),
        ({}, 422, "invalid"),
        ({"version": 1, "extra": 1}, 422, "invalid"),
    ],
)
def test_a_bad_rollback_changes_nothing(call: Caller, made: Made, body: dict[str, Any], status: int, code: str) -> None:
    ucu = made(CURRENCY)
    reply = call("POST", path(ucu, "/rollback"), json=body)
    assert (reply.status_code, reply.json["code"]) == (status, code)
    assert line(call, ucu) == [(1, "active", None)]


CHANGES = (
    ("PATCH", "", {"expected_version": 2, "value": {"value": "CNY"}}, {"expected_version": 2, "value": {"value": "X"}}),
    ("POST", "/rollback", {"version": 1}, {"version": 2}),
)


@pytest.mark.parametrize(("method", "tail", "body", "other"), CHANGES, ids=["amend", "rollback"])
def test_an_idempotency_key_makes_one_change_and_one_reply(
    call: Caller, made: Made, method: str, tail: str, body: Any, other: Any
) -> None:
    made(CURRENCY)
    ucu = made(CURRENCY | {"value": {"value": "THB"}})
    key = {"Idempotency-Key": "k-1"}
    first, again = (call(method, path(ucu, tail), json=body, headers=key) for _ in range(2))
    assert first.status_code in {200, 201}
    assert (again.status_code, again.data) == (first.status_code, first.data)
    mismatch = call(method, path(ucu, tail), json=other, headers=key)
    assert (mismatch.status_code, mismatch.json["code"]) == (422, "idempotency_mismatch")
    assert len(line(call, ucu)) == 3


def test_a_retirement_is_replayed_too(call: Caller, made: Made) -> None:
    ucu = made(CURRENCY)
    key = {"Idempotency-Key": "k-1"}
    first = call("DELETE", path(ucu), headers=key)
    made(CURRENCY)
    assert call("DELETE", path(ucu), headers=key).data == first.data
    assert call("DELETE", path(ucu)).status_code == 409


@pytest.mark.parametrize(("method", "tail", "body", "other"), CHANGES, ids=["amend", "rollback"])
def test_somebody_elses_version_and_none_at_all_look_the_same(
    call: Caller, other_call: Caller, made: Made, method: str, tail: str, body: Any, other: Any
) -> None:
    ucu = made(CURRENCY)
    replies = [
        call(method, f"/user/u2/ucu/{ucu['ucu_id']}{tail}", json=body),
        call(method, f"/user/u1/ucu/01a22f7f-d07f-72b1-87ff-89eb30f31d02{tail}", json=other),
        other_call(method, path(ucu, tail), json=body),
    ]
    seen = {json.dumps({k: v for k, v in r.json.items() if k != "request_id"}, sort_keys=True) for r in replies}
    assert ({r.status_code for r in replies}, len(seen)) == ({404}, 1)


@pytest.mark.parametrize(
    ("key", "kind", "status"),
    [
        ("currency", "preference", 201),
        ("currency", "correction", 201),
        ("currency", "identity", 422),
        ("name", "fact", 422),
        ("other_fact", "observation", 201),
        ("other_preference", "constraint", 201),
    ],
)
def test_a_key_has_its_type_and_only_the_general_ones_take_any(call: Caller, key: str, kind: str, status: int) -> None:
    reply = call("POST", "/user/u1/ucu", json={"type": kind, "key": key, "value": {"value": "x"}})
    assert reply.status_code == status
    if status == 422:
        assert "type" in reply.json["detail"]


def test_what_is_asserted_of_a_quarter_ends_with_it(call: Caller) -> None:
    ucu = call("POST", "/user/u1/ucu", json=CURRENCY | {"lifecycle": "quarterly"}).json
    until = datetime.fromisoformat(ucu["valid_until"])
    assert (until.month in {1, 4, 7, 10}, until.day, until.hour) == (True, 1, 0)
    assert timedelta() < until - datetime.now(UTC) <= timedelta(days=92)
    assert patch(call, ucu, lifecycle="permanent").json["valid_until"] is None


WAITING = "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))"


@pytest.mark.parametrize(
    ("method", "tail", "body", "seen"),
    [
        ("POST", "", {**CURRENCY, "value": {"value": "THB"}}, "recorded_at"),
        ("PATCH", "/{id}", {"expected_version": 2, "value": {"value": "THB"}}, "recorded_at"),
        ("POST", "/{id}/rollback", {"version": 1}, "recorded_at"),
        ("DELETE", "/{id}", None, "superseded_at"),
    ],
)
def test_a_change_that_had_to_wait_is_recorded_when_its_turn_came(
    app: Flask, call: Caller, made: Made, user: Namespace, database_url: str,
    method: str, tail: str, body: Any, seen: str,
) -> None:  # fmt: skip
    """Otherwise whoever asks meanwhile what is known now would be told something else later."""
    made(CURRENCY)
    second = made({**CURRENCY, "value": {"value": "CNY"}})
    replies: list[Any] = []

    def change() -> None:
        with app.test_client() as client:
            there = f"/user/u1/ucu{tail.format(id=second['ucu_id'])}"
            replies.append(Caller(client=client, key=call.key)(method, there, json=body).json)

    with closing(psycopg2.connect(database_url)) as writer, writer.cursor() as cursor:
        cursor.execute(QUERIES["user_lock"], user.row())
        thread = threading.Thread(target=change)
        thread.start()
        for _ in range(500):
            cursor.execute(WAITING)
            if cursor.fetchone() == (1,):
                break
            time.sleep(0.01)
        released = datetime.now(UTC)
        writer.rollback()
        thread.join()
    (reply,) = replies
    assert datetime.fromisoformat(reply[seen]) >= released


@pytest.mark.parametrize(
    ("key", "polarity"), [("liked", "negative"), ("disliked", "positive"), ("forbidden_phrase", "positive")]
)
def test_a_key_that_says_yes_or_no_itself_takes_no_opposite(
    call: Caller, made: Made, key: str, polarity: str
) -> None:  # fmt: skip
    """Stored as it is, the opposite of what was meant would be remembered."""
    body = {"type": registry.find_key(key).type, "key": key, "value": {"value": "水"}}
    reply = call("POST", "/user/u1/ucu", json=body | {"polarity": polarity})
    assert (reply.status_code, reply.json["detail"][:9]) == (422, "polarity:")
    ucu = made(body)
    assert patch(call, ucu, polarity=polarity).status_code == 422
    assert patch(call, ucu, polarity=ucu["polarity"]).status_code == 200
