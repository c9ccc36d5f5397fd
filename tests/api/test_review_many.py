"""Many decisions at once, and several reviewers at the same time."""

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import pytest
from flask.testing import FlaskClient

from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from tests.api.conftest import make_key
from tests.api.reviewing import Desk

Made = TypeVar("Made")
ROUNDS = 15


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def desk(client: FlaskClient, work_deps: Deps, tenant: Namespace, app_key: str, reviewer_key: str) -> Desk:
    return Desk(client=client, work=work_deps, tenant=tenant, app=bearer(app_key), reviewer=bearer(reviewer_key))


@pytest.fixture
def reviewers(desk: Desk, web_deps: Deps) -> list[Desk]:
    """The desk as two reviewers see it, each with a client and a key of their own."""
    return [another(desk, bearer(make_key(web_deps, desk.tenant, "reviewer"))) for _ in range(2)]


def another(desk: Desk, reviewer: Mapping[str, str]) -> Desk:
    """The same desk from another client: one client serves one thread."""
    return replace(desk, client=desk.client.application.test_client(), reviewer=reviewer)


def at_once(*acts: Callable[[], Made]) -> list[Made]:
    """What each of these gives, all begun at the same moment."""
    gate = threading.Barrier(len(acts))

    def begin(act: Callable[[], Made]) -> Made:
        gate.wait(timeout=30)
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [future.result(timeout=60) for future in [pool.submit(begin, act) for act in acts]]


# --- two reviewers ------------------------------------------------------------------------


def test_of_two_reviewers_at_once_one_wins_and_one_is_shown_why(desk: Desk, reviewers: list[Desk]) -> None:
    for n in range(ROUNDS):
        user = f"u{n}"
        draft_id = desk.hear(user, "泰铢")
        replies = at_once(
            lambda d=draft_id: reviewers[0].decide(d),
            lambda d=draft_id: reviewers[1].decide(d, "amend", value={"value": "EUR"}),
        )
        assert sorted(reply.status_code for reply in replies) == [200, 409]
        won, lost = sorted(replies, key=lambda reply: reply.status_code)
        assert (lost.json["code"], lost.json["diff"]["status"]) == ("stale_draft", won.json["status"])
        assert lost.json["diff"]["decided_by"] == desk.draft(draft_id)["decided_by"]
        assert lost.json["diff"]["current"]["ucu_id"] == won.json["ucu"]["ucu_id"]
        assert desk.values(user) == {"currency": won.json["ucu"]["value"]["value"]}
        assert [m["version"] for m in desk.known(user, status="all")] == [1]


def test_of_two_drafts_of_one_line_the_second_is_stale(desk: Desk, reviewers: list[Desk]) -> None:
    for n in range(ROUNDS):
        drafts = [desk.hear(f"u{n}", "泰铢"), desk.hear(f"u{n}", "欧元")]
        replies = at_once(*(lambda r=r, d=d: r.decide(d) for r, d in zip(reviewers, drafts, strict=True)))
        assert sorted(reply.status_code for reply in replies) == [200, 409]
        (memory,) = desk.known(f"u{n}")
        (won,) = [reply.json["ucu"] for reply in replies if reply.status_code == 200]
        assert memory["ucu_id"] == won["ucu_id"]


def test_the_same_request_twice_at_once_is_done_once(desk: Desk) -> None:
    desks = [another(desk, desk.reviewer) for _ in range(2)]
    for n in range(ROUNDS):
        draft_id = desk.hear(f"u{n}", "泰铢")
        key = {"Idempotency-Key": f"k{n}"}
        replies = at_once(*(lambda d=d, i=draft_id, k=key: d.decide(i, headers=k) for d in desks))
        codes = {reply.status_code: reply.json.get("code") for reply in replies}
        assert codes in ({200: None}, {200: None, 409: "in_flight"})
        assert len(desk.known(f"u{n}", status="all")) == 1


# --- many decisions -----------------------------------------------------------------------


def test_each_of_many_decisions_stands_or_fails_by_itself(desk: Desk, web_deps: Deps) -> None:
    ids = {name: desk.hear(name, "泰铢") for name in ("ok", "amend", "reject", "bad", "stale", "me")}
    desk.hear("stale", "欧元", confidence=0.9)
    own = bearer(make_key(web_deps, desk.tenant, "reviewer", subject="me"))
    absent = new_id()
    reply = desk.decide_all(
        {"draft_id": ids["ok"], "decision": "approve"},
        {"draft_id": ids["bad"], "decision": "amend", "value": {"values": 1}},
        {"draft_id": ids["ok"], "decision": "reject"},
        {"draft_id": absent, "decision": "approve"},
        {"draft_id": "no id", "decision": "approve"},
        {"draft_id": ids["me"], "decision": "approve"},
        {"draft_id": ids["stale"], "decision": "approve"},
        {"draft_id": ids["amend"], "decision": "amend", "value": {"value": "EUR"}, "reason": "he said so"},
        {"draft_id": ids["reject"], "decision": "reject"},
        {"draft_id": ids["bad"], "decision": "amend"},
        **own,
    )
    assert reply.status_code == 200
    results = reply.json["results"]
    assert [r["draft_id"] for r in results] == [
        ids["ok"], ids["bad"], ids["ok"], absent, "no id", ids["me"], ids["stale"], ids["amend"], ids["reject"],
        ids["bad"],
    ]  # fmt: skip
    assert [r.get("status") or r["error"]["code"] for r in results] == [
        "approved", "invalid", "stale_draft", "not_found", "not_found", "own_draft", "stale_draft", "amended",
        "rejected", "invalid",
    ]  # fmt: skip
    assert results[2]["error"]["diff"]["status"] == "approved"
    assert results[6]["error"]["diff"]["current"]["value"] == {"value": "欧元"}
    assert results[0]["ucu_id"] == desk.known("ok")[0]["ucu_id"]
    assert {user: desk.values(user) for user in ids} == {
        "ok": {"currency": "泰铢"}, "amend": {"currency": "EUR"}, "reject": {}, "bad": {},
        "stale": {"currency": "欧元"}, "me": {},
    }  # fmt: skip
    done = [(row["action"], row["object_id"], row["outcome"]) for row in desk.audit(web_deps)]
    wanted = [
        ("draft.approved", ids["ok"], "done"), ("draft.amended", ids["amend"], "done"),
        ("draft.rejected", ids["reject"], "done"), ("draft.decide", ids["me"], "refused"),
        ("draft.decide", ids["ok"], "refused"), ("draft.decide", ids["stale"], "refused"),
    ]  # fmt: skip
    assert sorted(row for row in done if row[0] not in {"draft.pending", "draft.read"}) == sorted(wanted)


def test_a_hundred_decisions_are_one_request(desk: Desk) -> None:
    ids = [desk.hear(f"u{n % 25}", f"事{n}", "other_fact", confidence=0.5) for n in range(100)]
    reply = desk.decide_all(*({"draft_id": i, "decision": "approve"} for i in ids))
    assert [r["status"] for r in reply.json["results"]] == ["approved"] * 100
    assert [len(desk.known(f"u{n}")) for n in range(25)] == [4] * 25


@pytest.mark.parametrize("count", [0, 101])
def test_none_and_too_many_are_422(desk: Desk, count: int) -> None:
    reply = desk.decide_all(*({"draft_id": new_id(), "decision": "reject"} for _ in range(count)))
    assert (reply.status_code, "decisions" in reply.json["detail"]) == (422, True)


def test_the_same_many_again_get_the_same_reply(desk: Desk, web_deps: Deps) -> None:
    ids = [desk.hear("u1", "泰铢"), desk.hear("u2", "泰铢"), new_id()]
    desk.hear("u2", "欧元", confidence=0.9)
    decisions: list[dict[str, Any]] = [{"draft_id": i, "decision": "approve"} for i in ids]
    first = desk.decide_all(*decisions, **{"Idempotency-Key": "m1"})
    again = desk.decide_all(*decisions, **{"Idempotency-Key": "m1"})
    assert first.data == again.data
    assert [r.get("status") or r["error"]["code"] for r in first.json["results"]] == [
        "approved", "stale_draft", "not_found",
    ]  # fmt: skip
    other = desk.decide_all(*decisions[:1], **{"Idempotency-Key": "m1"})
    assert (other.status_code, other.json["code"]) == (422, "idempotency_mismatch")
    assert "欧元" not in str(stored(web_deps, desk.tenant))
    assert "欧元" in str(stored(web_deps, Namespace(tenant_id=desk.tenant.tenant_id, user_id="u2")))


def stored(deps: Deps, ns: Namespace) -> list[dict[str, Any]]:
    """The replies kept by this user, or by nobody."""
    return deps.database.fetch("reviewer", ns, "SELECT reply FROM jide.idempotency", {})


def test_two_reviewers_with_the_same_many_never_wait_in_a_ring(desk: Desk, reviewers: list[Desk]) -> None:
    """Whatever the order of theirs: every draft is decided once, by one of them."""
    for n in range(4):
        users = [f"u{n}-{m}" for m in range(10)]
        ids = [desk.hear(user, word) for user in users for word in ("泰铢", "欧元")]
        decisions = [{"draft_id": i, "decision": "approve"} for i in ids]
        replies = at_once(
            lambda d=decisions: reviewers[0].decide_all(*d), lambda d=decisions: reviewers[1].decide_all(*reversed(d))
        )
        assert [reply.status_code for reply in replies] == [200, 200]
        done = [r["draft_id"] for reply in replies for r in reply.json["results"] if "status" in r]
        assert len(done) == len(set(done)) == len(users)
        assert [len(desk.known(user)) for user in users] == [1] * len(users)


def test_reviewers_and_the_worker_at_once_leave_one_version_in_force(desk: Desk, reviewers: list[Desk]) -> None:
    speaker = another(desk, desk.reviewer)
    for n in range(ROUNDS):
        draft_id = desk.hear(f"u{n}", "泰铢")
        replies = at_once(
            lambda d=draft_id: reviewers[0].decide(d).status_code,
            lambda u=f"u{n}": bool(speaker.hear(u, "欧元", confidence=0.9)),
        )
        assert replies[0] in {200, 409}
        versions = desk.known(f"u{n}", status="all")
        assert len([v for v in versions if v["status"] == "active"]) == 1
        assert sorted(v["version"] for v in versions) == list(range(1, len(versions) + 1))
