"""GET /audit: what auditors see, and nobody else."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.infra import sequencer
from jide.infra.deps import Deps, utc_now
from jide.namespace import Namespace
from tests.api.conftest import Caller, make_key

ASSERTED = {
    "type": "preference",
    "key": "report_format",
    "value": {"format": "Markdown"},
    "statement": "周报用 Markdown",
}


@pytest.fixture
def auditor(client: FlaskClient, web_deps: Deps, tenant: Namespace) -> Caller:
    """An auditor of the tenant, calling."""
    return Caller(client=client, key=make_key(web_deps, tenant, "auditor"))


def actions(reply: Any) -> list[str]:
    """What the rows of a reply say was done, newest first."""
    assert reply.status_code == 200, reply.json
    return [row["action"] for row in reply.json["audit"]]


def test_changes_are_listed_newest_first_without_people_or_values(call: Caller, auditor: Caller) -> None:
    """Who, what, when and which request; of the person and the value only digests."""
    made = call("POST", "/user/张三/ucu", json=ASSERTED, headers={"X-Request-Id": "r-1"})
    found = auditor("GET", "/audit")
    assert actions(found)[0] == "ucu.created"
    row = found.json["audit"][0]
    assert (row["object_id"], row["request_id"], row["actor_role"]) == (made.json["ucu_id"], "r-1", "app")
    assert row["after_digest"]
    assert row["at"].endswith("Z")
    assert "张三" not in found.text
    assert "Markdown" not in found.text


def test_a_user_is_found_by_id(call: Caller, auditor: Caller) -> None:
    """The id is turned into the digest under which the user appears; another tenant's has another."""
    for user in ("张三", "李四", "张三"):
        call("POST", f"/user/{user}/ucu", json=ASSERTED | {"value": {"format": user}})
    found = auditor("GET", "/audit", query_string={"subject": "张三", "action": "ucu.created"})
    assert actions(found) == ["ucu.created"]
    digest = found.json["audit"][0]["subject_digest"]
    everything = auditor("GET", "/audit", query_string={"subject": "张三"})
    assert {row["subject_digest"] for row in everything.json["audit"]} == {digest}
    assert actions(auditor("GET", "/audit", query_string={"subject": "nobody"})) == []


def test_looking_leaves_a_row(call: Caller, auditor: Caller) -> None:
    """Which the next look shows, about the user who was looked for."""
    call("POST", "/user/u1/ucu", json=ASSERTED)
    first = auditor("GET", "/audit", query_string={"subject": "u1"})
    assert actions(first) == ["ucu.created"]
    assert actions(auditor("GET", "/audit", query_string={"subject": "u1"})) == ["audit.read", "ucu.created"]


def test_pages_follow_each_other(call: Caller, auditor: Caller) -> None:
    """Each row once, however many are written meanwhile."""
    for number in range(5):
        call("POST", "/user/u1/ucu", json=ASSERTED | {"value": {"format": f"f{number}"}})
    asked = {"limit": 2, "subject": "u1", "action": "ucu.created"}
    seen, cursor = [], None
    while True:
        page = auditor("GET", "/audit", query_string=asked | ({"cursor": cursor} if cursor else {})).json
        seen += [row["audit_id"] for row in page["audit"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert (len(seen), seen) == (5, sorted(set(seen), reverse=True))


def test_since_is_a_time(call: Caller, auditor: Caller) -> None:
    """Inclusive; the future is empty; the far past is everything."""
    call("POST", "/user/u1/ucu", json=ASSERTED)
    at = auditor("GET", "/audit", query_string={"subject": "u1"}).json["audit"][0]["at"]
    for since, seen in ((at, True), ("0001-01-01T00:00:00Z", True), ("9999-12-31T23:59:59Z", False)):
        found = auditor("GET", "/audit", query_string={"subject": "u1", "action": "ucu.created", "since": since})
        assert bool(actions(found)) is seen, since
    assert auditor("GET", "/audit", query_string={"since": "2026-01-01T00:00:00"}).status_code == 422


def test_chained_rows_say_their_place(call: Caller, auditor: Caller, work_database: Any, tenant: Namespace) -> None:
    """Number and hash, as the sequencer gave them."""
    call("POST", "/user/u1/ucu", json=ASSERTED)
    asked = {"subject": "u1", "action": "ucu.created"}
    assert auditor("GET", "/audit", query_string=asked).json["audit"][0]["number"] is None
    sequencer.chain(work_database, tenant, now=utc_now())
    row = auditor("GET", "/audit", query_string=asked).json["audit"][0]
    assert row["number"] >= 1
    assert len(row["hash"]) == len(row["previous_hash"]) == 64


@pytest.mark.parametrize("role", ["app", "reviewer", "admin", "hr", "dept_head"])
def test_others_are_refused(client: FlaskClient, web_deps: Deps, tenant: Namespace, role: str) -> None:
    """Looking after a tenant and auditing it are two people's work."""
    assert Caller(client=client, key=make_key(web_deps, tenant, role))("GET", "/audit").status_code == 403


def test_another_tenants_rows_are_absent(other_call: Caller, auditor: Caller) -> None:
    """The same person's id has no meaning across tenants."""
    other_call("POST", "/user/u1/ucu", json=ASSERTED)
    assert actions(auditor("GET", "/audit", query_string={"subject": "u1"})) == []
