"""The worker: from the outbox to what is known, in order, whatever is cut off, and shared among several."""

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import redis
from pydantic import SecretStr

from jide.errors import RedisAway
from jide.infra import idempotency
from jide.infra.deps import Deps
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.infra.redis import connect
from jide.namespace import BUCKETS, Namespace, outbox_key
from jide.sessions import store
from jide.sessions.wake import Wake
from jide.settings import Settings
from jide.worker import Worker, run, serve
from tests.stores.told import hears, profile, states, tell
from tests.stores.working import NOBODY, Append, either, failing, session_state, sweep, wait_for, waiting, worker

pytestmark = pytest.mark.usefixtures("free_leases")


@pytest.mark.parametrize(
    ("said", "word"), [("以后金额都用新加坡元", "新加坡元"), ("Use Singapore dollars from now on", "Singapore dollars")]
)
def test_what_is_appended_is_archived_learned_and_leaves_the_outbox(
    work_deps: Deps, user: Namespace, append: Append, said: str, word: str
) -> None:
    _, message = append("s", ("assistant", "USD?"), ("user", said))
    worker(work_deps, hears(word, "currency")).step({user.bucket}, sweep=False)
    (ucu,) = profile(work_deps, user)
    assert [(e["anchor"], e["quote"]) for e in ucu.evidence] == [("session_s#msg_2", word)]
    assert states(work_deps, user)[message] == "done"
    assert waiting(work_deps, user) == 0


def test_a_sweep_finds_what_no_wake_up_announced(work_deps: Deps, user: Namespace, append: Append) -> None:
    append("s", ("user", "用泰铢"))
    worker(work_deps, hears("泰铢", "currency")).step((), sweep=True)
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_a_correction_in_a_later_session_leaves_one_active_version(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    both = worker(work_deps, either(hears("新加坡元", "currency"), hears("泰铢", "currency")))
    append("monday", ("user", "用新加坡元"))
    both.step((), sweep=True)
    append("friday", ("user", "改成泰铢"))
    both.step((), sweep=True)
    (ucu,) = profile(work_deps, user)
    assert (ucu.value["value"], ucu.version) == ("泰铢", 2)


@pytest.mark.parametrize("text", ["用泰铢", "/done"])
def test_an_untrusted_user_and_an_end_teach_nothing(
    work_deps: Deps, user: Namespace, append: Append, text: str
) -> None:
    append("s", ("user", text), trusted=False)
    worker(work_deps, either(hears("泰铢", "currency"), hears("/done", "currency"))).step((), sweep=True)
    assert profile(work_deps, user) == []
    assert set(states(work_deps, user).values()) == {"done"}


def test_a_worker_killed_between_archive_and_acknowledgement_leaves_one_effect(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    """The outbox entry is still there, as after a kill, and is taken up again by the next worker."""
    append("s", ("user", "用泰铢"))
    (entry,) = work_deps.redis.xrange(outbox_key(user.bucket))
    worker(work_deps, hears("泰铢", "currency")).step((), sweep=True)
    work_deps.redis.delete(outbox_key(user.bucket))
    work_deps.redis.xadd(outbox_key(user.bucket), entry[1])
    worker(work_deps, hears("泰铢", "currency")).step((), sweep=True)
    (ucu,) = profile(work_deps, user)
    assert (ucu.version, len(ucu.evidence), waiting(work_deps, user)) == (1, 1, 0)


def test_a_message_that_fails_five_times_is_put_aside_and_the_next_one_is_learned(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    bad, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    this = worker(work_deps, failing("坏", hears("泰铢", "currency")))
    for attempt in range(5):
        assert states(work_deps, user).get(bad, "queued") == "queued", attempt
        assert profile(work_deps, user) == []  # the user's order is kept
        this.step((), sweep=True)
    assert states(work_deps, user) == {bad: "failed", good: "done"}
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
    (letter,) = work_deps.database.fetch("worker", user, "SELECT * FROM jide.dead_letters", {})
    assert (letter["message_id"], letter["stage"], letter["reason"]) == (bad, "extract", "ValueError")
    assert waiting(work_deps, user) == 0


def test_a_failing_user_does_not_hold_up_another_of_the_same_bucket(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    names = (Namespace(tenant_id=user.tenant_id, user_id=f"n{n}") for n in range(10_000))
    other = next(ns for ns in names if ns.bucket == user.bucket)
    append("s", ("user", "坏"))
    append("s", ("user", "用泰铢"), ns=other)
    worker(work_deps, failing("坏", hears("泰铢", "currency"))).step((), sweep=True)
    assert [u.value["value"] for u in profile(work_deps, other)] == ["泰铢"]


def test_messages_that_only_the_archive_has_are_learned(work_deps: Deps, user: Namespace) -> None:
    now = work_deps.clock()
    soon = now + timedelta(minutes=1)
    (fresh,) = tell(work_deps.database, user, "s", [("user", "用美元")], at=now, recorded=soon)
    ago = now - timedelta(minutes=1)
    (late,) = tell(work_deps.database, user, "t", [("user", "用泰铢")], at=ago, recorded=ago)
    sweep(worker(work_deps, hears("泰铢", "currency")))
    # The outbox entry of the fresh one may still be on its way.
    assert states(work_deps, user) == {late: "done", fresh: "queued"}
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_an_idle_session_gets_its_closing_pass(work_deps: Deps, user: Namespace, append: Append) -> None:
    append("s", ("user", "用泰铢"), ("assistant", "好"))
    worker(work_deps, hears("nothing", "currency")).step((), sweep=True)
    assert session_state(work_deps, user) == "open"
    later = replace(work_deps, clock=lambda: datetime.now(UTC) + timedelta(hours=1))
    sweep(worker(later, hears("泰铢", "currency"), owner="w1"))
    assert session_state(work_deps, user) == "closed"
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_an_ended_session_gets_its_closing_pass_at_once(work_deps: Deps, user: Namespace, append: Append) -> None:
    append("s", ("user", "thanks"))
    store.end(work_deps.redis, user, "s", known=True)
    worker(work_deps, hears("nothing", "currency")).step((), sweep=True)
    assert session_state(work_deps, user) == "closed"


def test_a_closing_pass_that_fails_again_and_again_is_put_aside(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    (message,) = append("s", ("user", "坏"))
    worker(work_deps, hears("nothing", "currency")).step((), sweep=True)
    later = replace(work_deps, clock=lambda: datetime.now(UTC) + timedelta(hours=1))
    this = worker(later, failing("坏", hears("nothing", "currency")))
    for _ in range(5):
        sweep(this)
    assert session_state(work_deps, user) == "closed"
    assert states(work_deps, user) == {message: "done"}
    letters = work_deps.database.fetch("worker", user, "SELECT stage, session_id FROM jide.dead_letters", {})
    assert letters == [{"stage": "close", "session_id": "s"}]


def test_two_workers_share_the_buckets_and_hand_them_over(work_deps: Deps, user: Namespace, append: Append) -> None:
    ticks = iter(range(0, 10_000, 100))

    def at() -> float:
        return float(next(ticks))  # every look at the clock finds the leases due for renewal

    quick = replace(work_deps, settings=Settings(lease_seconds=300))
    one = Worker(quick, owner="one", extract=hears("泰铢", "currency"), monotonic=at)
    two = Worker(quick, owner="two", extract=hears("泰铢", "currency"), monotonic=at)
    one.step((), sweep=False)
    two.step((), sweep=False)
    assert (len(one.held), len(two.held)) == (BUCKETS, 0)
    one.step((), sweep=False)
    two.step((), sweep=False)
    assert (len(one.held), len(two.held)) == (BUCKETS // 2, BUCKETS // 2)
    assert not one.held.keys() & two.held.keys()
    append("s", ("user", "用泰铢"))
    for this in (one, two):
        this.step((), sweep=True)
    assert [u.version for u in profile(work_deps, user)] == [1]
    one.release()
    two.step((), sweep=False)
    assert len(two.held) == BUCKETS


def test_a_worker_takes_over_from_the_dead_one_of_its_name_at_once_and_never_from_another(work_deps: Deps) -> None:
    """With higher fences, so that nothing which the dead one left under way still counts."""
    nothing = hears("nothing", "currency")
    dead = worker(work_deps, nothing, owner="the home's")
    dead.step((), sweep=False)
    other, heir = worker(work_deps, nothing, owner="other"), worker(work_deps, nothing, owner="the home's")
    other.step((), sweep=False)
    assert other.held == {}
    heir.step((), sweep=False)
    assert heir.held.keys() <= dead.held.keys()
    assert len(heir.held) >= BUCKETS // 2
    assert all(lease.fence > dead.held[bucket].fence for bucket, lease in heir.held.items())
    for one in (other, heir):
        one.release()


def test_a_bucket_that_another_worker_took_is_let_go_and_nothing_is_written(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    slow = worker(work_deps, hears("泰铢", "currency"), owner="slow")
    slow.step((), sweep=False)
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("UPDATE jide.leases SET expires_at = clock_timestamp() WHERE owner = 'slow'")
    quick = worker(work_deps, hears("nothing", "currency"), owner="quick")
    quick.step((), sweep=False)
    (message,) = append("s", ("user", "用泰铢"))
    slow.step({user.bucket}, sweep=False)
    assert user.bucket not in slow.held
    assert profile(work_deps, user) == []
    assert (states(work_deps, user), waiting(work_deps, user)) == ({}, 1)
    quick.step({user.bucket}, sweep=False)
    assert (states(work_deps, user), waiting(work_deps, user)) == ({message: "done"}, 0)


def test_a_redis_that_is_away_does_not_stop_what_the_archive_has(work_deps: Deps, user: Namespace) -> None:
    now = work_deps.clock()
    tell(work_deps.database, user, "s", [("user", "用泰铢")], at=now, recorded=now - timedelta(minutes=1))
    this = worker(replace(work_deps, redis=connect("redis://127.0.0.1:1")), hears("泰铢", "currency"))
    with pytest.raises(RedisAway):
        this.step((), sweep=True)
    while this.tenant:
        this.backstop()
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_a_woken_worker_learns_at_once_and_gives_its_buckets_back(
    work_deps: Deps, user: Namespace, append: Append, redis_url: str
) -> None:
    """With a sweep every minute, only the wake-up can be what makes it quick."""
    stop, wake = threading.Event(), Wake()
    this = worker(work_deps, hears("泰铢", "currency"))
    threads = [
        threading.Thread(target=wake.listen, args=(lambda: redis.Redis.from_url(redis_url), stop)),
        threading.Thread(target=serve, args=(this, wake, stop), kwargs={"poll": 60.0}),
    ]
    threads[0].start()
    wait_for(lambda: bool(work_deps.redis.publish(store.WAKE, "0")) and bool(wake.take(0.05)))
    threads[1].start()
    try:
        wait_for(lambda: len(this.held) == BUCKETS)
        append("s", ("user", "用泰铢"))
        wait_for(lambda: bool(profile(work_deps, user)))
    finally:
        stop.set()
        wake.add([])
        for thread in threads:
            thread.join(timeout=10)
    assert not any(thread.is_alive() for thread in threads)


def test_the_command_runs_until_it_is_stopped_and_gives_its_buckets_back(
    work_deps: Deps, user: Namespace, append: Append, login_urls: LoginUrls, redis_url: str
) -> None:
    stop = threading.Event()
    settings = Settings(database_url=SecretStr(login_urls.work), redis_url=SecretStr(redis_url), worker_poll_ms=50)
    thread = threading.Thread(target=run, args=(settings,), kwargs={"stop": stop})
    (message,) = append("s", ("user", "谢谢"))
    thread.start()
    try:
        wait_for(lambda: states(work_deps, user).get(message) == "done" and waiting(work_deps, user) == 0)
    finally:
        stop.set()
        thread.join(timeout=10)
    assert not thread.is_alive()
    held = "SELECT count(*) FROM jide.leases WHERE expires_at > clock_timestamp()"
    assert work_deps.database.fetch("system", NOBODY, held, {}) == [{"count": 0}]


def test_stored_replies_are_forgotten_after_a_day_whoever_they_are_of(
    work_deps: Deps, web_database: Database, user: Namespace
) -> None:
    """A user who never comes back leaves no reply behind; one of today stays."""
    with web_database.transaction("app", user) as cursor:
        for path in ("/old", "/new"):
            idempotency.replay_or_claim(cursor, user, "k1", "POST", path, "x", b"body")
        cursor.execute("UPDATE jide.idempotency SET created_at = now() - interval '25 hours' WHERE path = '/old'")
    sweep(worker(work_deps, hears("泰铢", "currency")))
    kept = web_database.fetch("app", user, "SELECT path FROM jide.idempotency", {})
    assert [row["path"] for row in kept] == ["/new"]
