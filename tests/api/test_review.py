"""Deciding on drafts over HTTP: what each decision makes, refuses and leaves behind."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from tests.api.conftest import BASE, make_key
from tests.api.reviewing import T0, Desk


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def desk(client: FlaskClient, work_deps: Deps, tenant: Namespace, app_key: str, reviewer_key: str) -> Desk:
    return Desk(client=client, work=work_deps, tenant=tenant, app=bearer(app_key), reviewer=bearer(reviewer_key))


# --- what a draft shows -------------------------------------------------------------------


def test_a_draft_is_read_with_what_was_said_around_it(desk: Desk) -> None:
    found = desk.draft(desk.hear("u1", "泰铢"))
    (evidence,) = found["evidence"]
    assert [(m["role"], m["content"], m["cut"]) for m in evidence["messages"]] == [
        ("assistant", "?", False), ("user", "大概用泰铢", False), ("assistant", "好的", False), ("user", "谢谢", False),
    ]  # fmt: skip
    assert found["current"] is found["drafted_against"] is found["decided_at"] is found["ucu_id"] is None
    assert (found["conflict"], found["stale"], found["decision_reason"]) == ("none", False, "")
    assert 0 <= found["age_seconds"] < 60


def test_long_neighbours_are_cut_in_lists_and_whole_alone(desk: Desk) -> None:
    long = "长" * 3_000
    draft_id = desk.hear("u1", f"泰铢{long}")
    (listed,) = desk.drafts("u1")
    found = {
        "list": listed["evidence"][0]["messages"][1],
        "alone": desk.draft(draft_id)["evidence"][0]["messages"][1],
    }
    assert {name: (len(m["content"]), m["cut"]) for name, m in found.items()} == {
        "list": (1_000, True), "alone": (3_005, False),
    }  # fmt: skip


def test_conflict_and_staleness_are_told_as_things_stand_now(desk: Desk) -> None:
    first, second = desk.hear("u1", "泰铢"), desk.hear("u1", "欧元")
    assert {d["draft_id"]: (d["conflict"], d["stale"]) for d in desk.drafts("u1")} == {
        first: ("none", False), second: ("none", False),
    }  # fmt: skip
    approved = desk.decide(first).json["ucu"]
    (waiting,) = desk.drafts("u1")
    assert (waiting["draft_id"], waiting["conflict"], waiting["stale"]) == (second, "contradicts", True)
    assert waiting["current"]["ucu_id"] == approved["ucu_id"]
    assert waiting["drafted_against"] is None


def test_the_queue_is_counted(desk: Desk) -> None:
    desk.decide(desk.hear("u1", "泰铢"))
    for user, word in (("u1", "欧元"), ("u2", "美元"), ("u3", "日元")):
        desk.hear(user, word)
    whole = desk.client.get(f"{BASE}/drafts?limit=1", headers=desk.reviewer).json["queue"]
    assert whole["by_conflict"] == {"none": 2, "same": 0, "supersedes": 0, "contradicts": 1}
    assert (whole["pending"], 0 <= whole["oldest_age_seconds"] < 60) == (3, True)
    own = desk.client.get(f"{BASE}/drafts?user_id=u2", headers=desk.app).json["queue"]
    nobody = desk.client.get(f"{BASE}/drafts?user_id=u9", headers=desk.app).json["queue"]
    assert (own["pending"], nobody["pending"], nobody["oldest_age_seconds"]) == (1, 0, 0)


# --- one decision -------------------------------------------------------------------------


def test_an_approved_draft_is_a_reviewed_memory_with_its_evidence(desk: Desk) -> None:
    draft_id = desk.hear("u1", "泰铢")
    reply = desk.decide(draft_id, reason="说得很清楚")
    assert (reply.status_code, reply.json["draft_id"], reply.json["status"]) == (200, draft_id, "approved")
    (memory,) = desk.known("u1")
    ucu = reply.json["ucu"]
    assert ucu["ucu_id"] == memory["ucu_id"]
    assert (memory["value"], memory["source"], memory["version"]) == ({"value": "泰铢"}, "reviewer", 1)
    assert datetime.fromisoformat(memory["valid_from"]) == T0 + timedelta(minutes=1, seconds=1)
    assert memory["evidence"][0]["quote"] == "泰铢"
    assert memory["evidence"][0]["anchor"].endswith("#msg_1-msg_2")
    decided = desk.draft(draft_id)
    assert (decided["status"], decided["ucu_id"], decided["stale"]) == ("approved", ucu["ucu_id"], False)
    assert decided["decision_reason"] == "说得很清楚"
    assert decided["decided_by"] == desk.reviewer["Authorization"].split("_")[2]
    assert decided["decided_at"]


@pytest.mark.parametrize(
    ("amendment", "value", "statement"),
    [
        ({"value": {"value": "THB"}}, "THB", "用户的常用货币：THB。"),
        ({"value": {"value": "THB"}, "statement": "只用泰铢报价"}, "THB", "只用泰铢报价"),
        ({"statement": "Quotes in baht, call 13800138000."}, "泰铢", "Quotes in baht, call [PHONE_1]."),
    ],
)
def test_an_amended_draft_becomes_what_the_reviewer_wrote(
    desk: Desk, amendment: dict[str, Any], value: str, statement: str
) -> None:
    draft_id = desk.hear("u1", "泰铢")
    reply = desk.decide(draft_id, "amend", **amendment)
    assert (reply.status_code, reply.json["status"]) == (200, "amended")
    (memory,) = desk.known("u1")
    assert memory["value"] == {"value": value}
    if "货币" not in statement:
        assert memory["statement"] == statement
    assert value in memory["statement"] or memory["statement"] == statement
    decided = desk.draft(draft_id)
    assert decided["value"] == {"value": "泰铢"}
    assert decided["amended_value"] == amendment.get("value")
    assert (decided["amended_statement"] is None) == ("statement" not in amendment)


def test_a_rejected_draft_changes_nothing(desk: Desk) -> None:
    reply = desk.decide(desk.hear("u1", "泰铢"), "reject", reason="a joke")
    assert reply.json.keys() == {"draft_id", "status"}
    assert (reply.json["status"], desk.known("u1"), desk.drafts("u1")) == ("rejected", [], [])
    (draft,) = desk.drafts("u1", "rejected")
    assert (draft["decision_reason"], draft["ucu_id"]) == ("a joke", None)


def test_approving_what_is_known_adds_evidence_and_leaves_the_version(desk: Desk) -> None:
    first = desk.hear("u1", "泰铢", confidence=0.9)
    again = desk.hear("u1", "泰铢")
    (draft,) = desk.drafts("u1")
    assert (draft["draft_id"], draft["conflict"], desk.draft(first)["status"]) == (again, "same", "promoted")
    ucu = desk.decide(again).json["ucu"]
    assert (ucu["version"], len(ucu["evidence"])) == (1, 2)
    assert [m["ucu_id"] for m in desk.known("u1")] == [ucu["ucu_id"]]


def test_an_approved_change_supersedes_what_stood(desk: Desk) -> None:
    desk.hear("u1", "泰铢", confidence=0.9)
    ucu = desk.decide(desk.hear("u1", "欧元")).json["ucu"]
    assert (ucu["version"], desk.values("u1")) == (2, {"currency": "欧元"})
    (old,) = desk.known("u1", status="superseded")
    assert (old["ended"], old["valid_until"]) == ("changed", ucu["valid_from"])


def test_an_approved_withdrawal_retires(desk: Desk) -> None:
    desk.decide(desk.hear("u1", "泰铢"))
    draft_id = desk.hear("u1", "泰铢", signal="withdrawal", confidence=0.6, ending="withdrawn")
    amended = desk.decide(draft_id, "amend", value={"value": "EUR"})
    assert (amended.status_code, amended.json["errors"][0]["field"]) == (422, "value")
    reply = desk.decide(draft_id)
    assert (reply.status_code, reply.json["ucu"]["status"], reply.json["ucu"]["ended"]) == (200, "retired", "withdrawn")
    assert desk.known("u1") == []


def test_a_withdrawal_of_what_never_stood_is_decided_without_effect(desk: Desk) -> None:
    reply = desk.decide(desk.hear("u1", "泰铢", signal="withdrawal", confidence=0.6))
    assert (reply.status_code, reply.json["status"], "ucu" in reply.json) == (200, "approved", False)


def test_an_amended_member_of_a_set_stands_on_its_own_line(desk: Desk) -> None:
    desk.hear("u1", "金蝶", "system_in_use", confidence=0.9)
    reply = desk.decide(desk.hear("u1", "思爱普", "system_in_use"), "amend", value={"value": "SAP"})
    assert reply.status_code == 200
    assert sorted(m["value"]["value"] for m in desk.known("u1")) == ["SAP", "金蝶"]
    desk.hear("u1", "SAP", "system_in_use", confidence=0.9)
    assert sorted(len(m["evidence"]) for m in desk.known("u1")) == [1, 2]


@pytest.mark.parametrize("flag", ["authority", "instruction"])
def test_people_may_approve_what_is_never_promoted(desk: Desk, flag: str) -> None:
    draft_id = desk.hear("u1", "管理员", "other_fact", confidence=0.95, flags=frozenset({flag}))
    assert desk.draft(draft_id)["status"] == "pending"
    assert desk.decide(draft_id).json["ucu"]["value"] == {"value": "管理员"}


def test_what_says_the_same_is_closed_and_the_rest_waits_stale(desk: Desk) -> None:
    first, same, other = desk.hear("u1", "THB"), desk.hear("u1", "泰铢"), desk.hear("u1", "EUR")
    elsewhere = desk.hear("u2", "THB")
    ucu = desk.decide(first).json["ucu"]
    assert {name: desk.draft(name)["status"] for name in (same, other, elsewhere)} == {
        same: "closed", other: "pending", elsewhere: "pending",
    }  # fmt: skip
    closed = desk.draft(same)
    assert (closed["ucu_id"], closed["decided_by"]) == (ucu["ucu_id"], desk.draft(first)["decided_by"])
    assert (desk.draft(other)["stale"], desk.draft(elsewhere)["stale"]) == (True, False)


def test_what_was_said_earlier_never_overtakes_what_a_reviewer_confirmed_of_later(desk: Desk) -> None:
    """Nor does it put it in doubt any longer."""
    desk.decide(desk.hear("u1", "美元"))
    early, late = desk.hear("u1", "泰铢"), desk.hear("u1", "欧元")
    assert [d["conflict"] for d in desk.drafts("u1")] == ["contradicts", "contradicts"]
    assert desk.known("u1")[0]["disputed"] is True
    assert desk.decide(late).status_code == 200
    assert desk.draft(early)["conflict"] == "none"
    assert [(m["value"], m["disputed"]) for m in desk.known("u1")] == [({"value": "欧元"}, False)]
    reply = desk.decide(early, expected_version=2)
    assert (reply.status_code, reply.json["ucu"]["status"]) == (200, "superseded")
    assert desk.values("u1") == {"currency": "欧元"}


def test_what_was_said_later_takes_the_place_of_what_was_confirmed_meanwhile(desk: Desk) -> None:
    """A review counts from when the words were said, not from when somebody found the time."""
    first, later = desk.hear("u1", "泰铢"), desk.hear("u1", "欧元")
    desk.decide(first)
    assert desk.decide(later, expected_version=1).json["ucu"]["version"] == 2
    assert desk.values("u1") == {"currency": "欧元"}


# --- what is refused ----------------------------------------------------------------------


def test_a_draft_that_was_decided_on_is_stale(desk: Desk) -> None:
    draft_id = desk.hear("u1", "泰铢")
    desk.decide(draft_id)
    reply = desk.decide(draft_id, "reject")
    assert (reply.status_code, reply.json["code"]) == (409, "stale_draft")
    diff = reply.json["diff"]
    assert (diff["status"], diff["decided_by"]) == ("approved", desk.draft(draft_id)["decided_by"])
    assert (diff["drafted_against"], diff["current"]["value"]) == (None, {"value": "泰铢"})
    assert desk.values("u1") == {"currency": "泰铢"}


def test_a_memory_that_moved_is_shown_and_may_be_named(desk: Desk) -> None:
    desk.hear("u1", "美元", confidence=0.9)
    draft_id = desk.hear("u1", "泰铢")
    (was,) = desk.known("u1")
    desk.hear("u1", "欧元", confidence=0.9, minute=2)
    reply = desk.decide(draft_id)
    assert (reply.status_code, reply.json["code"]) == (409, "stale_draft")
    diff = reply.json["diff"]
    assert diff["drafted_against"] == {"ucu_id": was["ucu_id"], "version": 1, "value": {"value": "美元"}}
    assert (diff["current"]["version"], diff["current"]["value"]) == (2, {"value": "欧元"})
    assert (diff["proposed"]["key"], diff["proposed"]["value"]) == ("currency", {"value": "泰铢"})
    changes = {change["field"]: (change["was"], change["now"]) for change in diff["changes"]}
    assert changes["value"] == ({"value": "美元"}, {"value": "欧元"})
    assert changes["version"] == (1, 2)
    assert (diff["status"], "decided_by" in diff) == ("pending", False)
    assert [desk.decide(draft_id, expected_version=n).status_code for n in (0, 1, 3)] == [409, 409, 409]
    assert desk.decide(draft_id, "reject", expected_version=1).status_code == 409
    assert desk.draft(draft_id)["status"] == "pending"
    assert desk.decide(draft_id, expected_version=2).status_code == 200
    assert desk.values("u1") == {"currency": "泰铢"}


def test_a_memory_that_is_gone_is_zero(desk: Desk) -> None:
    ucu = desk.decide(desk.hear("u1", "美元")).json["ucu"]
    draft_id = desk.hear("u1", "泰铢")
    desk.decide(desk.hear("u1", "美元", signal="withdrawal", confidence=0.6), "approve")
    assert desk.known("u1") == []
    reply = desk.decide(draft_id)
    assert (reply.status_code, reply.json["diff"]["current"]) == (409, None)
    assert reply.json["diff"]["drafted_against"]["ucu_id"] == ucu["ucu_id"]
    assert [desk.decide(draft_id, expected_version=n).status_code for n in (1, 0)] == [409, 200]


def test_a_rejection_needs_no_second_look(desk: Desk) -> None:
    draft_id = desk.hear("u1", "泰铢")
    desk.hear("u1", "欧元", confidence=0.9)
    assert desk.draft(draft_id)["stale"] is True
    assert desk.decide(draft_id, "reject").json["status"] == "rejected"


def test_what_has_run_out_can_only_be_rejected(desk: Desk) -> None:
    draft_id = desk.hear("u1", "泰铢", valid_until=T0 + timedelta(days=3))
    reply = desk.decide(draft_id)
    assert (reply.status_code, reply.json["code"]) == (409, "stale_draft")
    assert desk.decide(draft_id, "reject").status_code == 200


def test_what_belongs_to_a_project_nobody_named_cannot_be_approved(desk: Desk) -> None:
    desk.hear("u1", "美元", confidence=0.9)
    draft_id = desk.hear("u1", "泰铢", scope="project", lifecycle="project_based", confidence=0.9)
    assert desk.draft(draft_id)["conflict"] == "none"
    reply = desk.decide(draft_id)
    assert (reply.status_code, reply.json["code"]) == (409, "conflict")
    assert "project" in reply.json["detail"]
    assert desk.values("u1") == {"currency": "美元"}


@pytest.mark.parametrize("subject", ["u1", "王芳"])
def test_nobody_decides_about_themselves(desk: Desk, web_deps: Deps, subject: str) -> None:
    draft_id = desk.hear(subject, "泰铢")
    own = bearer(make_key(web_deps, desk.tenant, "reviewer", subject=subject))
    for decision in ("approve", "reject"):
        reply = desk.decide(draft_id, decision, headers=own)
        assert (reply.status_code, reply.json["code"]) == (403, "own_draft")
    assert (desk.draft(draft_id)["status"], desk.known(subject)) == ("pending", [])
    rows = [row for row in desk.audit(web_deps) if row["outcome"] == "refused"]
    assert [(row["object_id"], row["reason"]) for row in rows] == [(draft_id, "own_draft")] * 2
    assert all(row["subject_digest"] for row in rows)
    other = bearer(make_key(web_deps, desk.tenant, "reviewer", subject="somebody else"))
    assert desk.decide(draft_id, headers=other).status_code == 200


def test_whoever_wrote_a_draft_cannot_decide_on_it(desk: Desk, web_deps: Deps, database_url: str) -> None:
    draft_id = desk.hear("u1", "泰铢")
    own = bearer(make_key(web_deps, desk.tenant, "reviewer", subject="w1"))  # as the tests' worker is called
    assert desk.decide(draft_id, headers=own).json["code"] == "own_draft"
    assert desk.decide(draft_id).status_code == 200


def test_foreign_and_absent_drafts_are_the_same(desk: Desk, web_deps: Deps) -> None:
    draft_id = desk.hear("u1", "泰铢")
    stranger = bearer(make_key(web_deps, Namespace(tenant_id=f"x{new_id()}"), "reviewer"))
    replies = [desk.decide(draft_id, headers=stranger), desk.decide(new_id()), desk.decide("x")]
    for reply in replies:
        reply.json.pop("request_id")
    assert [reply.status_code for reply in replies] == [404] * 3
    assert len({str({**reply.json, "request_id": ""}) for reply in replies}) == 1
    assert desk.draft(draft_id)["status"] == "pending"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "decision"),
        ({"decision": "maybe"}, "decision"),
        ({"decision": "amend"}, "value"),
        ({"decision": "approve", "value": {"value": "EUR"}}, "value"),
        ({"decision": "reject", "statement": "x"}, "statement"),
        ({"decision": "amend", "value": {"values": "EUR"}}, "value"),
        ({"decision": "amend", "value": {"value": ["EUR"]}}, "value.value"),
        ({"decision": "amend", "value": "EUR"}, "value"),
        ({"decision": "amend", "statement": " "}, "statement"),
        ({"decision": "approve", "expected_version": -1}, "expected_version"),
        ({"decision": "approve", "expected_version": "1"}, "expected_version"),
        ({"decision": "approve", "reason": "x" * 1001}, "reason"),
        ({"decision": "approve", "version": 1}, "version"),
    ],
)
def test_a_bad_decision_is_422_and_named(desk: Desk, body: dict[str, Any], field: str) -> None:
    draft_id = desk.hear("u1", "泰铢")
    reply = desk.client.post(f"{BASE}/drafts/{draft_id}/decision", json=body, headers=desk.reviewer)
    assert (reply.status_code, reply.json["code"]) == (422, "invalid")
    assert field in reply.json["detail"]
    assert (desk.draft(draft_id)["status"], desk.known("u1")) == ("pending", [])


# --- traces -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decision", "more", "action", "reason"),
    [
        ("approve", {}, "draft.approved", "created"),
        ("amend", {"value": {"value": "EUR"}}, "draft.amended", "created"),
        ("reject", {}, "draft.rejected", ""),
    ],
)
def test_a_decision_leaves_one_row_and_no_words(
    desk: Desk, web_deps: Deps, decision: str, more: dict[str, Any], action: str, reason: str
) -> None:
    draft_id = desk.hear("u1", "泰铢")
    query = "SELECT * FROM jide.audit WHERE actor_role = 'reviewer' AND action NOT LIKE %(reads)s"
    rows = web_deps.database.fetch
    desk.decide(draft_id, decision, reason="因为他这样说", **more)
    (row,) = rows("auditor", desk.tenant, query, {"reads": "%.read"})
    assert (row["action"], row["object_id"], row["outcome"], row["reason"]) == (action, draft_id, "done", reason)
    assert row["before_digest"] != row["after_digest"]
    assert "因为" not in str(row)
    desk.decide(draft_id, decision, **more)  # stale: nothing is decided
    done = [row["outcome"] for row in rows("auditor", desk.tenant, query, {"reads": "%.read"})]
    assert sorted(done) == ["done", "refused"]


def test_the_same_request_again_gets_the_same_reply(desk: Desk, web_deps: Deps) -> None:
    draft_id = desk.hear("u1", "泰铢")
    key = {"Idempotency-Key": "i1"}
    first = desk.decide(draft_id, headers=key)
    again = desk.decide(draft_id, headers=key)
    assert (first.status_code, first.data) == (again.status_code, again.data)
    assert first.status_code == 200
    other = desk.decide(draft_id, "reject", headers=key)
    assert (other.status_code, other.json["code"]) == (422, "idempotency_mismatch")
    assert desk.decide(draft_id, headers={"Idempotency-Key": "i2"}).status_code == 409
    rows = web_deps.database.fetch(
        "reviewer", Namespace(tenant_id=desk.tenant.tenant_id, user_id="u1"), "SELECT user_id FROM jide.idempotency", {}
    )
    assert [row["user_id"] for row in rows] == ["u1"]


def test_a_reviewed_memory_is_contradicted_only_by_way_of_review(desk: Desk) -> None:
    desk.decide(desk.hear("u1", "泰铢"))
    draft_id = desk.hear("u1", "欧元", confidence=1.0)
    assert (desk.draft(draft_id)["status"], desk.draft(draft_id)["conflict"]) == ("pending", "contradicts")
    assert desk.values("u1") == {"currency": "泰铢"}


def test_a_stale_decision_leaves_a_row_for_its_diff_was_a_look(desk: Desk, web_deps: Deps) -> None:
    draft_id = desk.hear("u1", "泰铢")
    for _ in range(2):
        assert desk.decide(draft_id, expected_version=999).json["code"] == "stale_draft"
    rows = [row for row in desk.audit(web_deps) if row["outcome"] == "refused"]
    assert [(row["object_id"], row["reason"]) for row in rows] == [(draft_id, "stale_draft")] * 2
    assert desk.decide(draft_id).status_code == 200
