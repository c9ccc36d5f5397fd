"""Turns: a flood of one user, or of one bucket, holds up nobody else, and everybody's own order is kept."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from jide.drafts import backlog, uptake
from jide.infra.deps import Deps
from jide.namespace import Namespace, outbox_key
from jide.profiles.ucu import UCU
from jide.sessions import outbox
from jide.sessions.outbox import Turns
from jide.signals.signal import Signal, Turn
from jide.worker import VISITS
from tests.stores.told import hears, profile, states, tell
from tests.stores.working import Append, neighbour, sweep, waiting, worker

pytestmark = pytest.mark.usefixtures("free_leases")

FLOOD = 10_000


class Listener:
    """An extractor that finds nothing and remembers what it was asked about, in order."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def __call__(
        self, turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str
    ) -> list[Signal]:
        self.heard += [turns[n].content for n in indexes]
        return []


def flood(deps: Deps, append: Append, user: Namespace, number: int) -> None:
    """Fill the outbox with one user's messages; copies of a first one, each with an id and a number of its own."""
    append("s", ("user", "m1"))
    ((_, fields),) = [e for e in deps.redis.xrange(outbox_key(user.bucket)) if b'"m1"' in e[1][b"m"]]
    first = outbox.parse(b"0-1", fields).message
    assert first is not None
    pipeline = deps.redis.pipeline(transaction=False)
    for n in range(2, number + 1):
        body = fields[b"m"].replace(b'"seq":1,', b'"seq":%d,' % n).replace(b'"m1"', b'"m%d"' % n)
        body = body.replace(first.message_id.encode(), deps.new_id().encode())
        pipeline.xadd(outbox_key(user.bucket), {b"s": fields[b"s"], b"m": body})
    pipeline.execute()


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are as long as their entries here, however busy the machine is."""
    monkeypatch.setattr(uptake, "TURN_SECONDS", 60.0)
    monkeypatch.setattr("jide.worker.VISIT_SECONDS", 60.0)


def test_a_flood_of_one_user_does_not_hold_up_another_of_the_same_bucket(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    flood(work_deps, append, user, FLOOD)
    other = neighbour(user)
    (theirs,) = append("s", ("user", "用泰铢"), ns=other)
    this = worker(work_deps, hears("泰铢", "currency"))
    for _ in range(2):
        this.step({user.bucket}, sweep=False)
    assert states(work_deps, other) == {theirs: "done"}
    assert waiting(work_deps, user) > FLOOD - 3 * uptake.TURN


def test_users_take_turns_and_each_keeps_the_own_order(work_deps: Deps, user: Namespace, append: Append) -> None:
    users = [user, neighbour(user, "a"), neighbour(user, "b")]
    for ns, many in zip(users, (80, 40, 3), strict=True):
        for n in range(0, many, 20):
            append("s", *[("user", f"{ns.user_id}:{at}") for at in range(n, min(many, n + 20))], ns=ns)
    listener = Listener()
    this, again = worker(work_deps, listener), {user.bucket}
    this.step(again, sweep=False)
    first = Counter(said.partition(":")[0] for said in listener.heard)
    assert first == {users[0].user_id: 7, users[1].user_id: 6, users[2].user_id: 3}
    while again:
        again = this.step(again, sweep=False)
    for ns, many in zip(users, (80, 40, 3), strict=True):
        own = [said for said in listener.heard if said.startswith(f"{ns.user_id}:")]
        assert own == [f"{ns.user_id}:{n}" for n in range(many)]
    assert waiting(work_deps, user) == 0


def test_more_floods_than_a_turn_holds_do_not_starve_a_single_message(
    work_deps: Deps, user: Namespace, append: Append, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uptake, "TURN", 4)
    floods = [neighbour(user, letter) for letter in "abcdefgh"]
    for ns in floods:
        append("s", *[("user", "谢谢")] * 6, ns=ns)
    (mine,) = append("s", ("user", "用泰铢"))
    this = worker(work_deps, hears("泰铢", "currency"))
    for _ in range(3):
        this.step({user.bucket}, sweep=False)
    assert states(work_deps, user) == {mine: "done"}
    assert waiting(work_deps, user) > 30


def test_a_turn_that_takes_long_ends_before_it_is_full(
    work_deps: Deps, user: Namespace, append: Append, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However slow each message is: somebody who speaks meanwhile waits for a short turn, not for sixteen messages."""
    monkeypatch.setattr(uptake, "TURN_SECONDS", 0.0)
    names = (Namespace(tenant_id=user.tenant_id, user_id=f"n{n}") for n in range(10_000))
    slow = next(ns for ns in names if ns.bucket != user.bucket)
    append("s", *[("user", "谢谢")] * 4, ns=slow)
    this = worker(work_deps, hears("泰铢", "currency"))
    monkeypatch.setattr("jide.worker.VISIT_SECONDS", 0.0)
    again = this.step({slow.bucket}, sweep=False)
    assert waiting(work_deps, slow) == 3
    (mine,) = append("s", ("user", "用泰铢"))
    again = this.step(again | {user.bucket}, sweep=False)
    assert states(work_deps, user) == {mine: "done"}
    while again:
        again = this.step(again, sweep=False)
    assert waiting(work_deps, slow) == 0


def test_full_buckets_take_turns_with_a_quiet_one(
    work_deps: Deps, user: Namespace, append: Append, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is announced while others have plenty comes next."""
    monkeypatch.setattr(uptake, "TURN", 2)
    names = (Namespace(tenant_id=user.tenant_id, user_id=f"n{n}") for n in range(10_000))
    loud = {ns.bucket: ns for ns in names if ns.bucket != user.bucket}
    for ns in list(loud.values())[: 3 * VISITS]:
        append("s", *[("user", "谢谢")] * 6, ns=ns)
    this = worker(work_deps, hears("泰铢", "currency"))
    again = this.step(list(loud)[: 3 * VISITS], sweep=False)
    assert len(again) == 3 * VISITS
    (mine,) = append("s", ("user", "用泰铢"))
    this.step(again | {user.bucket}, sweep=False)
    assert states(work_deps, user) == {mine: "done"}
    while again := this.step(again, sweep=False):
        pass
    assert not outbox.waiting(work_deps.redis, range(256))


def test_the_backlog_of_one_user_does_not_hold_up_anothers(work_deps: Deps, user: Namespace) -> None:
    ago = work_deps.clock() - timedelta(minutes=1)
    flooded = Namespace(tenant_id=user.tenant_id, user_id="a")
    many = [("user", f"m{n}") for n in range(backlog.TURN * 3)]
    tell(work_deps.database, flooded, "s", many, at=ago, recorded=ago)
    (mine,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=ago, recorded=ago)
    this = worker(work_deps, hears("泰铢", "currency"))
    sweep(this)
    assert states(work_deps, user) == {mine: "done"}
    assert Counter(states(work_deps, flooded).values()) == {"done": backlog.TURN, "queued": backlog.TURN * 2}


def test_what_redis_lost_is_learned_before_what_came_after(work_deps: Deps, user: Namespace, append: Append) -> None:
    """After FLUSHALL the archive has what was said first, and the outbox only what was said since."""
    ago = work_deps.clock() - timedelta(minutes=5)
    first = tell(work_deps.database, user, "monday", [("user", "用美元"), ("user", "用欧元")], at=ago, recorded=ago)
    (last,) = append("friday", ("user", "用泰铢"))
    listener = Listener()
    worker(work_deps, listener).step({user.bucket}, sweep=False)
    assert listener.heard == ["用美元", "用欧元", "用泰铢"]
    assert states(work_deps, user) == dict.fromkeys([*first, last], "done")


def test_the_backlog_goes_by_number_within_a_session_and_by_time_between(work_deps: Deps, user: Namespace) -> None:
    """Whatever order they were archived in."""
    ago = work_deps.clock() - timedelta(hours=1)
    at = [ago + timedelta(minutes=n) for n in range(4)]
    tell(work_deps.database, user, "b", [("user", "q3")], at=at[2], recorded=ago)
    tell(work_deps.database, user, "a", [("user", "q1")], at=at[0], recorded=at[3])
    tell(work_deps.database, user, "a", [("user", "q2")], at=at[1], first=2, recorded=at[2])
    tell(work_deps.database, user, "c", [("user", "q4")], at=at[3], recorded=at[1])
    listener = Listener()
    sweep(worker(work_deps, listener))
    own = [said for said in listener.heard if said.startswith("q")]
    assert own[:4] == ["q1", "q2", "q3", "q4"]  # then come the closing passes


def test_a_long_earlier_backlog_is_caught_up_with_bit_by_bit(work_deps: Deps, user: Namespace, append: Append) -> None:
    ago = work_deps.clock() - timedelta(hours=1)
    tell(work_deps.database, user, "old", [("user", f"{n}") for n in range(40)], at=ago, recorded=ago)
    append("new", ("user", "40"))
    listener = Listener()
    this, again = worker(work_deps, listener), {user.bucket}
    while again:
        again = this.step(again, sweep=False)
    assert listener.heard == [f"{n}" for n in range(41)]
    assert waiting(work_deps, user) == 0


def test_a_stream_that_was_lost_and_began_again_is_seen(work_deps: Deps, user: Namespace, append: Append) -> None:
    """Also where its ids are older than those that were read before."""
    redis, key = work_deps.redis, outbox_key(user.bucket)
    append("s", ("user", "谢谢"))
    turns = Turns(user.bucket)
    turns.look(redis)
    ((_, fields),) = redis.xrange(key)
    redis.delete(key)
    redis.xadd(key, fields, id="1-1")
    redis.xadd(key, fields, id="1-2")
    turns.look(redis)
    assert [entry_id for _, entry_id, _ in turns.take(redis, 10)] == [b"1-1", b"1-2"]


def test_a_flush_does_not_leave_a_user_waiting_for_an_outbox_that_is_gone(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    ago = work_deps.clock() - timedelta(minutes=5)
    append("s", ("user", "谢谢"), ("user", "谢谢"))
    this = worker(replace(work_deps, clock=work_deps.clock), hears("泰铢", "currency"))
    this._uptake._turns[user.bucket] = (0, turns := Turns(user.bucket))
    turns.look(work_deps.redis)
    work_deps.redis.flushdb()
    tell(work_deps.database, user, "t", [("user", "用泰铢")], at=ago, recorded=ago)
    sweep(this)
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
