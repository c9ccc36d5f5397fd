"""What failed, over HTTP: seen by administrators of the tenant, tried again on request, done with when it worked."""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.drafts.learning import MOST_ATTEMPTS
from jide.infra.deps import Deps
from jide.namespace import Namespace, outbox_key, parked_key
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal, Turn
from jide.worker import Worker
from tests.api.conftest import Caller, make_key
from tests.stores.told import hears, states
from tests.stores.working import NOBODY, worker

THB = hears("泰铢", "currency")


class Moody:
    """An extractor that fails, finds nothing, or works, as it is told."""

    def __init__(self) -> None:
        self.mood = "broken"

    def __call__(
        self, turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str
    ) -> list[Signal]:
        if self.mood == "broken" and any("泰铢" in turns[n].content for n in indexes):
            raise ValueError("13800138000")
        return THB(turns, active, indexes, zone) if self.mood == "well" else []


@pytest.fixture
def admin(client: FlaskClient, admin_key: str) -> Caller:
    """The administrator, calling."""
    return Caller(client=client, key=admin_key)


@pytest.fixture
def free(work_deps: Deps) -> None:
    """Nobody holds a bucket before a test."""
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")


Sweep = Callable[[], None]


@pytest.fixture
def moody() -> Moody:
    return Moody()


@pytest.fixture
def sweep(work_deps: Deps, tenant: Namespace, moody: Moody, free: None) -> Sweep:
    """A sweep of one worker through this tenant."""
    this: Worker = worker(work_deps, moody)

    def one() -> None:
        this.tenant = tenant.tenant_id[:-1]
        this.step((), sweep=True)

    return one


def say(call: Caller, text: str, user: str = "u1", session: str = "s1") -> str:
    reply = call("POST", f"/session/{user}/{session}", json={"message": {"role": "user", "content": text}})
    assert reply.status_code == 201
    return str(reply.json["messages"][0]["message_id"])


def open_letters(admin: Caller, **query: str) -> list[dict[str, Any]]:
    reply = admin("GET", "/failed", query_string=query)
    assert reply.status_code == 200
    return list(reply.json["failed"])


def fail(call: Caller, sweep: Sweep, text: str = "用泰铢") -> str:
    message = say(call, text)
    for _ in range(MOST_ATTEMPTS):
        sweep()
    return message


def until(sweep: Sweep, ready: Callable[[], bool]) -> None:
    """Sweep until it is so: what was archived a moment ago is the outbox's for two seconds."""
    end = time.monotonic() + 20
    while not ready():
        assert time.monotonic() < end, "it took too long"
        sweep()


def state_of(call: Caller, message: str, user: str = "u1", session: str = "s1") -> str:
    rows = call("GET", f"/session/{user}/{session}/messages").json["messages"]
    return str(next(row["state"] for row in rows if row["message_id"] == message))


def test_a_failed_message_is_seen_retried_and_resolved(call: Caller, admin: Caller, sweep: Sweep, moody: Moody) -> None:
    """queued, failed, queued, done: the state is right at every moment."""
    message = say(call, "用泰铢")
    assert state_of(call, message) == "queued"
    for _ in range(MOST_ATTEMPTS):
        sweep()
    assert state_of(call, message) == "failed"
    (letter,) = open_letters(admin)
    assert letter["at"].endswith("Z")
    assert {name: letter[name] for name in letter if name not in {"failed_id", "at"}} == {
        "user_id": "u1", "session_id": "s1", "message_id": message, "stage": "extract", "reason": "ValueError",
        "attempts": MOST_ATTEMPTS, "retry_requested_at": None, "resolved_at": None,
    }  # fmt: skip
    moody.mood = "well"
    reply = admin("POST", f"/failed/{letter['failed_id']}/retry")
    assert (reply.status_code, reply.json) == (202, {"failed_id": letter["failed_id"], "status": "queued"})
    assert open_letters(admin)[0]["retry_requested_at"] is not None
    until(sweep, lambda: state_of(call, message) == "done")
    until(sweep, lambda: not open_letters(admin))
    (resolved,) = open_letters(admin, state="resolved")
    assert resolved["resolved_at"] is not None
    assert [m["value"] for m in call("GET", "/user/u1").json["memories"]] == [{"value": "泰铢"}]
    again = admin("POST", f"/failed/{letter['failed_id']}/retry")
    assert (again.status_code, again.json["code"]) == (409, "conflict")


def test_a_retry_that_fails_opens_the_letter_again(call: Caller, admin: Caller, sweep: Sweep, moody: Moody) -> None:
    """With its new reason, and all its attempts before it."""
    message = fail(call, sweep)
    (letter,) = open_letters(admin)
    assert admin("POST", f"/failed/{letter['failed_id']}/retry").status_code == 202
    sweep()
    assert state_of(call, message) == "queued"
    (begun,) = open_letters(admin)
    assert (begun["attempts"], begun["retry_requested_at"] is not None) == (0, True)
    until(sweep, lambda: state_of(call, message) == "failed")
    (again,) = open_letters(admin)
    assert (again["failed_id"], again["attempts"], again["retry_requested_at"]) == (
        letter["failed_id"], MOST_ATTEMPTS, None,
    )  # fmt: skip


def test_a_sessions_end_is_tried_again(call: Caller, admin: Caller, sweep: Sweep, moody: Moody) -> None:
    """Where the closing pass failed, which alone reads a message that had no effect once more."""
    moody.mood = "silent"
    message = say(call, "用泰铢")
    sweep()
    moody.mood = "broken"
    call("POST", "/session/u1/s1/end")
    for _ in range(MOST_ATTEMPTS):
        sweep()
    (letter,) = open_letters(admin)
    assert (letter["stage"], letter["message_id"], state_of(call, message)) == ("close", None, "done")
    moody.mood = "well"
    admin("POST", f"/failed/{letter['failed_id']}/retry")
    until(sweep, lambda: not open_letters(admin))
    assert [s["state"] for s in call("GET", "/session/u1").json["sessions"]] == ["closed"]
    assert [m["value"] for m in call("GET", "/user/u1").json["memories"]] == [{"value": "泰铢"}]


def test_what_could_not_be_read_comes_back_to_the_outbox(
    call: Caller, admin: Caller, sweep: Sweep, moody: Moody, work_deps: Deps
) -> None:
    """And while it still cannot, it is one letter, not one more each time."""
    moody.mood = "well"
    ns = Namespace(tenant_id=admin.key.split("_")[1], user_id="u1")
    message = say(call, "用泰铢")
    ((entry_id, fields),) = work_deps.redis.xrange(outbox_key(ns.bucket))
    work_deps.redis.delete(outbox_key(ns.bucket))
    work_deps.redis.xadd(outbox_key(ns.bucket), {b"s": fields[b"s"], b"m": b"{"}, id=entry_id)
    sweep()
    (letter,) = open_letters(admin)
    assert (letter["stage"], letter["session_id"]) == ("parse", "s1")
    for _ in range(2):
        admin("POST", f"/failed/{letter['failed_id']}/retry")
        sweep()
        sweep()
        (again,) = open_letters(admin)
        assert (again["failed_id"], again["retry_requested_at"]) == (letter["failed_id"], None)
    assert work_deps.redis.hlen(parked_key(ns.bucket)) == 1
    assert states(work_deps, ns).keys() == {message}


def test_what_the_archive_refused_is_archived_when_it_takes_it(
    call: Caller, admin: Caller, sweep: Sweep, moody: Moody, work_deps: Deps
) -> None:
    """As it was: with its own id and number."""
    moody.mood = "well"
    ns = Namespace(tenant_id=admin.key.split("_")[1], user_id="u1")
    said = call("POST", "/session/u1/s1", json={"message": {"role": "assistant", "content": "好"}}).json["messages"][0]
    key, parked = outbox_key(ns.bucket), parked_key(ns.bucket)
    ((entry_id, fields),) = work_deps.redis.xrange(key)
    work_deps.redis.delete(key)
    work_deps.redis.xadd(key, {**fields, b"m": fields[b"m"].replace(b'"assistant"', b'"assistent"')}, id=entry_id)
    for _ in range(MOST_ATTEMPTS):
        sweep()
    (letter,) = open_letters(admin)
    assert (letter["stage"], letter["message_id"], letter["reason"]) == (
        "archive", said["message_id"], "CheckViolation:23514",
    )  # fmt: skip
    ((name, packed),) = work_deps.redis.hgetall(parked).items()
    work_deps.redis.hset(parked, name, packed.replace(b'"assistent"', b'"assistant"'))
    admin("POST", f"/failed/{letter['failed_id']}/retry")
    until(sweep, lambda: not open_letters(admin))
    (row,) = call("GET", "/session/u1/s1/messages").json["messages"]
    assert (row["message_id"], row["seq"], row["state"]) == (said["message_id"], said["seq"], "done")
    assert (work_deps.redis.xlen(key), work_deps.redis.exists(parked)) == (0, 0)


def test_what_was_lost_with_redis_cannot_be_tried_again_and_says_so(
    call: Caller, admin: Caller, sweep: Sweep, moody: Moody, work_deps: Deps
) -> None:
    ns = Namespace(tenant_id=admin.key.split("_")[1], user_id="u1")
    say(call, "谢谢")
    ((entry_id, fields),) = work_deps.redis.xrange(outbox_key(ns.bucket))
    work_deps.redis.delete(outbox_key(ns.bucket))
    work_deps.redis.xadd(outbox_key(ns.bucket), {b"s": fields[b"s"], b"m": b"{"}, id=entry_id)
    sweep()
    (letter,) = open_letters(admin)
    work_deps.redis.flushdb()
    admin("POST", f"/failed/{letter['failed_id']}/retry")
    sweep()
    (gone,) = open_letters(admin)
    assert (gone["reason"], gone["retry_requested_at"]) == ("Gone", None)


def test_the_list_is_filtered_paged_and_the_tenants_own(
    call: Caller, admin: Caller, sweep: Sweep, client: FlaskClient, web_deps: Deps
) -> None:
    for user in ("u1", "u2", "u3"):
        say(call, "用泰铢", user=user)
    for _ in range(MOST_ATTEMPTS):
        sweep()
    assert len(open_letters(admin)) == 3
    assert [row["user_id"] for row in open_letters(admin, user_id="u2")] == ["u2"]
    assert open_letters(admin, state="resolved") == []
    first = admin("GET", "/failed", query_string={"limit": 2, "state": "all"}).json
    second = admin("GET", "/failed", query_string={"limit": 2, "state": "all", "cursor": first["next_cursor"]}).json
    assert {row["user_id"] for row in first["failed"] + second["failed"]} == {"u1", "u2", "u3"}
    assert second["next_cursor"] is None
    assert admin("GET", "/failed", query_string={"state": "lost"}).status_code == 422
    stranger = Caller(
        client=client, key=make_key(web_deps, Namespace(tenant_id=f"x{web_deps.new_id()[-12:]}"), "admin")
    )
    assert open_letters(stranger) == []
    foreign = stranger("POST", f"/failed/{first['failed'][0]['failed_id']}/retry", headers={"X-Request-Id": "r"})
    absent = stranger("POST", f"/failed/{web_deps.new_id()}/retry", headers={"X-Request-Id": "r"})
    assert (foreign.status_code, foreign.data) == (404, absent.data)


def test_a_retry_is_audited_once_and_repeated_under_its_key(
    call: Caller, admin: Caller, sweep: Sweep, web_deps: Deps, tenant: Namespace
) -> None:
    fail(call, sweep)
    (letter,) = open_letters(admin)
    path, key = f"/failed/{letter['failed_id']}/retry", {"Idempotency-Key": "k1"}
    first = admin("POST", path, headers=key)
    second = admin("POST", path, headers=key)
    assert (first.status_code, first.data) == (second.status_code, second.data)
    rows = web_deps.database.fetch(
        "auditor", tenant, "SELECT object_id, reason, subject_digest FROM jide.audit WHERE action = 'failed.retry'", {}
    )
    assert [(row["object_id"], row["reason"]) for row in rows] == [(letter["failed_id"], "extract")]
    assert rows[0]["subject_digest"] != ""


@pytest.mark.parametrize("role", ["app", "reviewer", "auditor", "hr"])
def test_only_administrators_look_after_what_failed(
    client: FlaskClient, web_deps: Deps, tenant: Namespace, role: str
) -> None:
    caller = Caller(client=client, key=make_key(web_deps, tenant, role))
    assert caller("GET", "/failed").status_code == 403
    assert caller("POST", f"/failed/{web_deps.new_id()}/retry").status_code == 403
