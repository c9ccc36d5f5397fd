"""What survives what: levels of durability, a store that is away, a counter that went back."""

import socket
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import redis

from jide.errors import MessageMismatch, NotFound, PostgresAway, RedisAway, Unavailable
from jide.infra.deps import Deps
from jide.infra.redis import connect, translated
from jide.namespace import Namespace, outbox_key
from jide.sessions import archive, service
from tests.stores.talk import (
    app,
    append,
    archived,
    free_port,
    places,
    read_outbox,
    says,
    start_valkey,
    until,
    with_settings,
    without_postgres,
    without_redis,
)  # fmt: skip


def state(deps: Deps, ns: Namespace, session_id: str = "s1") -> str | None:
    """open, ended or closed, as the archive has it."""
    with deps.database.transaction("app", ns) as cursor:
        return archive.read_state(cursor, ns, session_id)


@pytest.mark.parametrize(
    ("roles", "durable", "level"),
    [
        (["user"], None, "durable"),
        (["assistant"], None, "session"),
        (["tool", "assistant"], None, "session"),
        (["assistant", "user"], None, "durable"),
        (["assistant"], True, "durable"),
        (["user"], False, "session"),
    ],
)
def test_the_reply_names_the_level_and_the_archive_agrees(
    web_deps: Deps, user: Namespace, roles: list[str], durable: bool | None, level: str
) -> None:
    """Durable is in PostgreSQL when the reply comes; session is in Redis and its outbox."""
    reply = append(web_deps, user, "s1", *(says("内容", role=role) for role in roles), durable=durable)
    assert reply.durability == level
    assert len(archived(web_deps, user, "s1")) == (len(roles) if level == "durable" else 0)
    assert web_deps.redis.xlen(outbox_key(user.bucket)) == len(roles)
    states = [m["state"] for m in archived(web_deps, user, "s1")]
    assert states == (["queued" if role == "user" else "done" for role in roles] if level == "durable" else [])


def test_roles_that_are_durable_are_a_setting(web_deps: Deps, user: Namespace) -> None:
    deps = with_settings(web_deps, durable_roles="assistant,tool")
    assert append(deps, user, "s1", says("hi")).durability == "session"
    assert append(deps, user, "s1", says("hi", role="tool")).durability == "durable"


def test_both_messages_of_a_turn_are_durable(web_deps: Deps, user: Namespace) -> None:
    reply = service.append_turn(web_deps, app(user), user, "s1", user="你好", assistant="hello")
    assert [(m.role, m.durability) for m in reply.messages] == [("user", "durable"), ("assistant", "durable")]
    assert [m["role"] for m in archived(web_deps, user, "s1")] == ["user", "assistant"]


def test_nothing_is_promoted_from_a_platform_that_vouches_for_nobody(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("以后用中文"), caller=app(user, identity="untrusted"))
    with web_deps.database.transaction("app", user) as cursor:
        cursor.execute("SELECT trusted FROM jide.messages")
        assert [row["trusted"] for row in cursor.fetchall()] == [False]
    (entry,) = read_outbox(web_deps.redis, user.bucket, 10)
    assert entry.arrival is not None
    assert entry.arrival.batch.trusted is False


def test_the_outbox_holds_the_message_as_it_was_appended(web_deps: Deps, user: Namespace) -> None:
    """An entry archived by the worker is the same row that a durable append writes."""
    ns = Namespace(tenant_id=user.tenant_id, user_id="张:三", project_id="p{1}")
    at = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
    append(web_deps, ns, "s#1", says("给 wang@example.com 发信", "m1", at=at, metadata={"n": 1}), durable=False)
    (entry,) = read_outbox(web_deps.redis, ns.bucket, 10)
    assert entry.message is not None
    assert entry.message.content == "给 [EMAIL_1] 发信"
    assert (entry.namespace.user_id, entry.session_id, entry.project_id) == ("张:三", "s#1", "p{1}")
    with web_deps.database.transaction("app", ns) as cursor:
        archive.insert_entry(cursor, entry)
        cursor.execute("SELECT * FROM jide.messages")
        (row,) = cursor.fetchall()
    assert (row["at"], row["metadata"], row["redactions"], row["project_id"]) == (at, {"n": 1}, {"EMAIL": 1}, "p{1}")
    assert append(web_deps, ns, "s#1", says("给 wang@example.com 发信", "m1", at=at, metadata={"n": 1})).epoch == 1


def test_a_time_in_the_future_is_refused_and_the_past_kept(web_deps: Deps, user: Namespace) -> None:
    now = datetime.now(UTC)
    with pytest.raises(Exception, match="future"):
        append(web_deps, user, "s1", says("x", at=now + timedelta(minutes=6)))
    append(web_deps, user, "s1", says("x", at=now + timedelta(minutes=4)), says("y", at=now - timedelta(days=400)))
    assert len(archived(web_deps, user, "s1")) == 2


# --- PostgreSQL away ------------------------------------------------------------------


def test_without_postgres_messages_are_taken_and_the_reply_says_so(web_deps: Deps, user: Namespace) -> None:
    """Known session or new one; they are archived when PostgreSQL is back."""
    append(web_deps, user, "known", says("一"))
    with without_postgres(web_deps) as deps:
        known = append(deps, user, "known", says("二", "k2"))
        new = append(deps, user, "new", says("hello", "n1"), says("hi", "n2", "assistant"))
        again = append(deps, user, "new", says("hello", "n1"))
    assert [(r.durability, r.degraded) for r in (known, new, again)] == [("session", ("postgres",))] * 3
    assert places(known) == [(1, 2)]
    assert places(again) == places(new)[:1]
    assert append(web_deps, user, "known", says("二", "k2")).durability == "durable"
    for entry in read_outbox(web_deps.redis, user.bucket, 10):
        with web_deps.database.transaction("app", user) as cursor:
            archive.insert_entry(cursor, entry)
    assert [m["content"] for m in archived(web_deps, user, "known")] == ["一", "二"]
    assert [m["content"] for m in archived(web_deps, user, "new")] == ["hello", "hi"]


def test_a_session_begun_blindly_clashes_with_nothing_archived(web_deps: Deps, user: Namespace) -> None:
    """It expired, PostgreSQL is away, it is written again: nobody knows its numbers, so its epoch is a far one."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    append(deps, user, "s1", says("一", "m1"), says("二", "m2"))
    deps.redis.flushdb()
    with without_postgres(deps) as blind:
        reply = append(blind, user, "s1", says("三", "m3"))
    assert reply.epoch > 1000
    assert append(deps, user, "s1", says("三", "m3")).durability == "durable"
    contents = [(m["epoch"] > 1, m["content"]) for m in archived(deps, user, "s1")]
    assert sorted(contents) == [(False, "一"), (False, "二"), (True, "三")]
    # An old id is still looked up, although the archive's past was unknown when the session began.
    assert places(append(deps, user, "s1", says("一", "m1"))) == [(1, 1)]


def test_what_must_be_durable_is_refused_without_postgres_before_anything_is_written(
    web_deps: Deps, user: Namespace
) -> None:
    with without_postgres(web_deps) as deps, pytest.raises(PostgresAway):
        append(deps, user, "s1", says("重要", "m1"), durable=True)
    assert web_deps.redis.dbsize() == 0


def test_what_must_be_durable_and_is_refused_by_the_archive_is_in_neither(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("a", "m1"), durable=True)
    with pytest.raises(MessageMismatch):
        append(web_deps, user, "s1", says("new", "m2"), says("b", "m1"), durable=True)
    assert [m["message_id"] for m in archived(web_deps, user, "s1")] == ["m1"]
    assert web_deps.redis.llen(user.session_keys("s1").messages) == 1


# --- Redis away -----------------------------------------------------------------------


def test_without_redis_messages_go_to_the_archive_in_an_epoch_of_their_own(web_deps: Deps, user: Namespace) -> None:
    """One epoch per outage; when Redis is back it goes past it, and no number of an epoch is given twice."""
    append(web_deps, user, "s1", says("before", "m1"))
    deps = without_redis(web_deps)
    first = append(deps, user, "s1", says("一", "m2"), says("二", "m3", "assistant"), durable=False)
    second = append(deps, user, "s1", says("三", "m4"), durable=True)
    assert [(r.durability, r.degraded) for r in (first, second)] == [("durable", ("redis",))] * 2
    assert places(first) + places(second) == [(2, 2), (2, 3), (2, 4)]
    assert places(append(deps, user, "s1", says("一", "m2"))) == [(2, 2)]
    with pytest.raises(MessageMismatch):
        append(deps, user, "s1", says("一", "m4"))
    back = append(web_deps, user, "s1", says("back", "m5"))
    assert back.epoch == 3
    after = append(web_deps, user, "s1", says("after", "m6"))
    assert places(after) == [(3, 5)]
    assert places(append(web_deps, user, "s1", says("三", "m4"))) == [(2, 4)]
    assert places(append(deps, user, "s1", says("again away"))) == [(4, 6)]


@pytest.mark.parametrize("durable", [None, True])
def test_an_id_that_only_the_archive_knows_is_refused_and_leaves_nothing_in_redis(
    web_deps: Deps, user: Namespace, durable: bool | None
) -> None:
    """It was written while Redis was away; Redis takes other content under it, the archive does not: taken back."""
    append(web_deps, user, "s1", says("before", "m1"))
    append(without_redis(web_deps), user, "s1", says("meanwhile", "m2"))
    keys = user.session_keys("s1")
    before = web_deps.redis.hmget(keys.session, "count", "tokens"), web_deps.redis.lrange(keys.messages, 0, -1)
    with pytest.raises(MessageMismatch):
        append(web_deps, user, "s1", says("new", "m3"), says("other", "m2"), says("before", "m1"), durable=durable)
    after = web_deps.redis.hmget(keys.session, "count", "tokens"), web_deps.redis.lrange(keys.messages, 0, -1)
    assert after == before
    assert web_deps.redis.hkeys(keys.ids) == [b"m1"]
    assert [e.message.message_id for e in read_outbox(web_deps.redis, user.bucket, 10) if e.message] == ["m1"]
    assert [m["message_id"] for m in archived(web_deps, user, "s1")] == ["m1", "m2"]
    # The right content is the same message, which Redis now knows too.
    assert places(append(web_deps, user, "s1", says("meanwhile", "m2"))) == [(2, 2)]


def test_without_redis_a_session_is_read_from_the_archive_and_says_so(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("一"), says("two", role="assistant"), metadata={"channel": "web"})
    live = service.read_session(web_deps, app(user), user, "s1")
    stale = service.read_session(without_redis(web_deps), app(user), user, "s1")
    assert (live.stale, stale.stale) == (False, True)
    assert stale.items == live.items
    assert (stale.message_count, stale.metadata) == (2, b'{"channel":"web"}')
    with pytest.raises(NotFound):
        service.read_session(without_redis(web_deps), app(user), user, "never")
    later = with_settings(without_redis(web_deps), session_ttl_seconds=1)
    append(later, user, "s2", says("x"))
    time.sleep(1.1)
    with pytest.raises(NotFound):
        service.read_session(later, app(user), user, "s2")


def test_with_both_away_nothing_is_taken(web_deps: Deps, user: Namespace) -> None:
    with without_postgres(without_redis(web_deps)) as deps:
        for durable in (None, True, False):
            with pytest.raises(Unavailable):
                append(deps, user, "s1", says("x"), durable=durable)
        with pytest.raises(Unavailable):
            service.read_session(deps, app(user), user, "s1")
        with pytest.raises(Unavailable):
            service.end_session(deps, app(user), user, "s1")


def test_a_redis_that_hangs_holds_nobody_up(web_deps: Deps, user: Namespace) -> None:
    """It takes the connection and never answers: a third of a second, then the archive."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        deps = replace(web_deps, redis=connect(f"redis://127.0.0.1:{silent.getsockname()[1]}"))
        start = time.monotonic()
        assert append(deps, user, "s1", says("x")).degraded == ("redis",)
        assert service.read_session(deps, app(user), user, "s1").stale
        assert time.monotonic() - start < 3


def test_a_full_redis_is_as_good_as_none_and_writes_nothing_by_halves(
    web_deps: Deps, user: Namespace, tmp_path: Path
) -> None:
    """The append that no longer fits goes to the archive; what Redis holds stays whole."""
    port = free_port()
    process = start_valkey(tmp_path, port, "--maxmemory", "3mb", "--maxmemory-policy", "noeviction")
    try:
        deps = replace(web_deps, redis=connect(f"redis://127.0.0.1:{port}"))
        until(deps.redis.ping)
        for n in range(200):
            reply = append(deps, user, "s1", says(f"{n} " + "满" * 10_000), durable=False)
            if reply.degraded:
                break
        assert (reply.degraded, reply.durability) == (("redis",), "durable")
        keys = user.session_keys("s1")
        counts = [deps.redis.xlen(keys.outbox), int(deps.redis.hget(keys.session, "seq")), deps.redis.hlen(keys.ids)]
        assert counts == [n] * 3
        deps.redis.close()
    finally:
        process.kill()
        process.wait(10)


@pytest.mark.parametrize(
    ("reply", "away"),
    [
        (redis.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), True),
        (redis.ResponseError("MISCONF Errors writing to the AOF file: No space left on device"), True),
        (redis.ReadOnlyError("You can't write against a read only replica."), True),
        (redis.BusyLoadingError("Redis is loading the dataset in memory"), True),
        (redis.ResponseError("WRONGTYPE Operation against a key holding the wrong kind of value"), False),
    ],
)
def test_a_redis_that_cannot_write_is_away_and_a_fault_of_ours_is_not(reply: redis.RedisError, away: bool) -> None:
    with pytest.raises(RedisAway if away else redis.ResponseError), translated():
        raise reply


# --- a counter that went back ---------------------------------------------------------


@pytest.mark.parametrize("durable", [None, True])
def test_a_redis_restored_from_an_older_copy_overwrites_nothing(
    web_deps: Deps, user: Namespace, durable: bool | None
) -> None:
    """Its next number is another message's already: the archive keeps both, and the epoch is raised."""
    append(web_deps, user, "s1", says("一", "m1"))
    keys = user.session_keys("s1")
    copies = {key: web_deps.redis.dump(key) for key in (keys.session, keys.messages, keys.ids)}
    append(web_deps, user, "s1", says("二", "m2"), says("三", "m3"))
    for key, copy in copies.items():
        web_deps.redis.restore(key, 60_000, copy, replace=True)
    clash = append(web_deps, user, "s1", says("四", "m4"), durable=durable)
    after = append(web_deps, user, "s1", says("五", "m5"), durable=durable)
    assert places(clash) == [(2, 2)]
    assert places(after) == [(2, 4)]
    assert [(m["epoch"], m["seq"], m["content"]) for m in archived(web_deps, user, "s1")] == [
        (1, 1, "一"), (1, 2, "二"), (2, 2, "四"), (1, 3, "三"), (2, 4, "五"),
    ]  # fmt: skip
    # What the copy has forgotten is looked up from now on.
    assert places(append(web_deps, user, "s1", says("三", "m3"), durable=False)) == [(1, 3)]


def test_an_emptied_redis_goes_on_from_the_archive(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("一", "m1"), says("二", "m2"))
    web_deps.redis.flushdb()
    assert places(append(web_deps, user, "s1", says("三", "m3"))) == [(2, 3)]
    assert places(append(web_deps, user, "s1", says("一", "m1"))) == [(1, 1)]
    assert [m["content"] for m in archived(web_deps, user, "s1")] == ["一", "二", "三"]


def test_the_worker_archives_a_clash_under_a_new_epoch(web_deps: Deps, user: Namespace) -> None:
    """A session-level message whose number another message took meanwhile is kept beside it."""
    append(web_deps, user, "s1", says("一", "m1"), durable=False)
    (entry,) = read_outbox(web_deps.redis, user.bucket, 10)
    web_deps.redis.flushdb()
    append(web_deps, user, "s1", says("other", "m2"))
    with web_deps.database.transaction("app", user) as cursor:
        found = archive.insert_entry(cursor, entry)
    assert [(p.epoch, p.seq) for p in found.places] == [(2, 1)]
    assert found.raised == (2, 1)
    assert [m["content"] for m in archived(web_deps, user, "s1")] == ["other", "一"]


# --- the end --------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["/done", "  /done\n"])
def test_done_is_stored_and_ends_the_session(web_deps: Deps, user: Namespace, said: str) -> None:
    """The end stands behind the messages in the outbox; a repetition does not end it again."""
    for _ in range(2):
        append(web_deps, user, "s1", says("hi", "m1"), says(said, "m2"), says("bye", "m3", "assistant"))
    kinds = [e.message.content if e.message else None for e in read_outbox(web_deps.redis, user.bucket, 10)]
    assert kinds == ["hi", said, "bye", None]
    assert web_deps.redis.hget(user.session_keys("s1").session, "state") == b"ended"


@pytest.mark.parametrize("message", [says("done"), says("/done it"), says("/done", role="assistant")])
def test_only_the_user_saying_exactly_done_ends_a_session(web_deps: Deps, user: Namespace, message: object) -> None:
    append(web_deps, user, "s1", message)  # type: ignore[arg-type]
    assert all(e.message for e in read_outbox(web_deps.redis, user.bucket, 10))


def test_ending_is_idempotent_and_a_message_opens_the_session_again(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("hi"))
    for _ in range(3):
        service.end_session(web_deps, app(user), user, "s1")
    entries = read_outbox(web_deps.redis, user.bucket, 10)
    assert [e.message is None for e in entries] == [False, True]
    assert entries[1].namespace == user
    append(web_deps, user, "s1", says("one more thing"))
    service.end_session(web_deps, app(user), user, "s1")
    assert [e.message is None for e in read_outbox(web_deps.redis, user.bucket, 10)] == [False, True, False, True]


def test_an_expired_session_can_be_ended_and_one_never_seen_cannot(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("hi"))
    web_deps.redis.flushdb()
    for _ in range(2):
        service.end_session(web_deps, app(user), user, "s1")
    assert state(web_deps, user) == "ended"
    assert len(read_outbox(web_deps.redis, user.bucket, 10)) == 1
    with pytest.raises(NotFound):
        service.end_session(web_deps, app(user), user, "never")


def test_without_redis_a_session_ends_in_the_archive(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("hi"))
    service.end_session(without_redis(web_deps), app(user), user, "s1")
    assert state(web_deps, user) == "ended"
    append(without_redis(web_deps), user, "s1", says("still here"))
    assert state(web_deps, user) == "open"
    append(without_redis(web_deps), user, "s1", says("/done"))
    assert state(web_deps, user) == "ended"


def test_without_postgres_a_live_session_ends_in_the_outbox(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("hi"))
    with without_postgres(web_deps) as deps:
        service.end_session(deps, app(user), user, "s1")
        with pytest.raises(PostgresAway):
            service.end_session(deps, app(user), user, "unknown here")
    assert read_outbox(web_deps.redis, user.bucket, 10)[-1].message is None
