"""Appending: each message once, in order, gap-free; across repetition, loss and expiry."""

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from jide.errors import IdempotencyMismatch, MessageMismatch
from jide.infra.deps import Deps
from jide.infra.redis import connect
from jide.namespace import Namespace, deadlines_key, outbox_key
from jide.sessions import archive, outbox, service, store
from tests.stores.talk import app, append, archived, lossy, places, read_outbox, says, with_settings


def window(deps: Deps, ns: Namespace, session_id: str = "s1") -> list[dict[str, object]]:
    """The live messages."""
    return [json.loads(item) for item in service.read_session(deps, app(ns), ns, session_id).items]


def archive_outbox(deps: Deps, ns: Namespace) -> None:
    """What the worker does first with an outbox."""
    entries = read_outbox(deps.redis, ns.bucket, 1000)
    for entry in entries:
        if entry.message is not None:
            with deps.database.transaction("app", ns) as cursor:
                archive.insert_entry(cursor, entry)
    outbox.ack(deps.redis, ns.bucket, [e.entry_id for e in entries])


def test_200_parallel_appends_of_100_messages_are_100_messages_without_a_gap(web_deps: Deps, user: Namespace) -> None:
    """Each once, replies agree with each other, with the window and with the archive."""
    deps = with_settings(web_deps, window_turns=200, window_tokens=200_000)
    work = [says(f"第 {n} 条 message", f"m{n}") for n in range(100)] * 2
    random.Random(7).shuffle(work)  # noqa: S311
    with ThreadPoolExecutor(16) as pool:
        replies = list(pool.map(lambda m: append(deps, user, "s1", m), work))
    told = {(r.messages[0].message_id, *places(r)[0]) for r in replies}
    assert sorted(seq for _, _, seq in told) == list(range(1, 101))
    assert [m["seq"] for m in window(deps, user)] == list(range(1, 101))
    assert {(m["message_id"], 1, m["seq"]) for m in window(deps, user)} == told
    assert {(m["message_id"], m["epoch"], m["seq"]) for m in archived(deps, user, "s1")} == told
    assert deps.redis.xlen(outbox_key(user.bucket)) == 100


@pytest.mark.parametrize("chosen", ["m1", None])
def test_a_reply_that_was_lost_and_its_retry_are_one_message(
    web_deps: Deps, redis_url: str, user: Namespace, chosen: str | None
) -> None:
    """The server applied the append, the proxy lost the reply, the service asked again."""
    with lossy(redis_url, user.session_keys("s1").messages.encode()) as proxy:
        deps = replace(web_deps, redis=connect(proxy.url(redis_url), timeout=2))
        append(deps, user, "s1", says("first"))
        proxy.lose = 1
        reply = append(deps, user, "s1", says("只此一条", chosen))
        deps.redis.close()
    assert proxy.lost == 1
    assert reply.degraded == ()
    assert [(m["seq"], m["content"]) for m in window(web_deps, user)] == [(1, "first"), (2, "只此一条")]
    assert len(archived(web_deps, user, "s1")) == 2


def test_what_a_client_retries_after_two_lost_replies_is_one_message(
    web_deps: Deps, redis_url: str, user: Namespace
) -> None:
    """With its own retry lost too, the service writes to the archive; Redis and the archive still hold one message."""
    with lossy(redis_url, user.session_keys("s1").messages.encode()) as proxy:
        deps = replace(web_deps, redis=connect(proxy.url(redis_url), timeout=2))
        append(deps, user, "s1", says("first"))
        proxy.lose = 2
        lost = append(deps, user, "s1", says("only once", "m2"))
        again = append(deps, user, "s1", says("only once", "m2"))
        deps.redis.close()
    assert proxy.lost == 2
    assert lost.degraded == ("redis",)
    assert places(again) == places(lost)
    archive_outbox(web_deps, user)
    assert [m["content"] for m in archived(web_deps, user, "s1")] == ["first", "only once"]
    assert [m["content"] for m in window(web_deps, user)] == ["first", "only once"]


def test_a_session_written_again_after_it_expired_goes_on_counting(web_deps: Deps, user: Namespace) -> None:
    """Numbers continue, the epoch grows, no anchor names two messages, an old id keeps its number."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    first = append(deps, user, "s1", says("以后用中文", "m1"), says("好的", "m2", "assistant"))
    keys = user.session_keys("s1")
    time.sleep(1.2)
    assert not deps.redis.exists(keys.session, keys.messages, keys.ids)
    # Nobody has archived the assistant's message yet from the outbox, yet its number is taken.
    second = append(deps, user, "s1", says("hello again", "m3"))
    assert places(first) == [(1, 1), (1, 2)]
    assert places(second) == [(2, 3)]
    late = append(deps, user, "s1", says("以后用中文", "m1"))
    assert places(late) == [(1, 1)]
    archive_outbox(deps, user)
    assert [m["seq"] for m in archived(deps, user, "s1")] == [1, 2, 3]
    assert [m["message_id"] for m in window(deps, user)] == ["m3"]
    assert deps.redis.hget(keys.session, "floor") == b"2"


def test_a_batch_of_old_and_new_after_expiry_gives_each_its_number(web_deps: Deps, user: Namespace) -> None:
    """The old one keeps its place and is not in the window again, nor in the outbox."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    append(deps, user, "s1", says("一", "m1"), says("二", "m2"))
    time.sleep(1.2)
    batch = [says("三", "m3"), says("一", "m1"), says("四", "m4")]
    for _ in range(2):
        reply = append(deps, user, "s1", *batch)
        assert places(reply) == [(2, 3), (1, 1), (2, 4)]
    assert [m["content"] for m in window(deps, user)] == ["三", "四"]
    assert deps.redis.xlen(outbox_key(user.bucket)) == 4


def woken(deps: Deps, ns: Namespace) -> int:
    """How often the workers of a user's bucket were woken while the user spoke, spoke again the same, and left."""
    with deps.redis.pubsub(ignore_subscribe_messages=True) as channel:
        channel.subscribe(store.WAKE)
        channel.get_message(timeout=1)
        for _ in range(2):
            append(deps, ns, "s1", says("hi", "m1"))
        service.end_session(deps, app(ns), ns, "s1")
        heard = [m["data"] for m in iter(lambda: channel.get_message(timeout=0.3), None)]
    return heard.count(str(ns.bucket).encode())


def test_an_append_wakes_the_workers_of_its_bucket_and_a_repetition_does_not(web_deps: Deps, user: Namespace) -> None:
    """Publishing knows no database number: what other tests wake the same bucket for is heard here too, and adds."""
    users = [replace(user, user_id=f"{user.user_id}-{n}") for n in range(3)]
    assert min(woken(web_deps, ns) for ns in users) == 2


def test_numbers_that_only_the_outbox_knows_are_not_given_again(web_deps: Deps, user: Namespace) -> None:
    """A session-level session expires before the worker came: its numbers and ids still count."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    append(deps, user, "s1", says("one", "m1"), says("two", "m2"), durable=False)
    time.sleep(1.2)
    repeated = append(deps, user, "s1", says("two", "m2"), durable=False)
    fresh = append(deps, user, "s1", says("three", "m3"), durable=False)
    assert places(repeated) == [(1, 2)]
    assert places(fresh) == [(2, 3)]


def test_a_late_retry_alone_changes_nothing_of_an_expired_session(web_deps: Deps, user: Namespace) -> None:
    """It returns its old number, and the session stays expired."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    first = append(deps, user, "s1", says("hello", "m1"))
    time.sleep(1.2)
    late = append(deps, user, "s1", says("hello", "m1"))
    assert places(late) == places(first)
    assert late.durability == "durable"
    assert late.expires_at == first.expires_at
    assert not deps.redis.exists(user.session_keys("s1").session)
    with pytest.raises(MessageMismatch):
        append(deps, user, "s1", says("something else", "m1"))
    assert places(append(deps, user, "s1", says("next", "m2"))) == [(2, 2)]


@pytest.mark.parametrize("expired", [False, True])
def test_an_id_with_other_content_is_refused_with_its_whole_batch(
    web_deps: Deps, user: Namespace, expired: bool
) -> None:
    """Also after expiry, and also when the clash is inside one batch; nothing of the batch is written."""
    deps = with_settings(web_deps, session_ttl_seconds=1 if expired else 60)
    append(deps, user, "s1", says("第一", "m1"))
    if expired:
        time.sleep(1.2)
        append(deps, user, "s1", says("new life", "m2"))
    before = deps.redis.xlen(outbox_key(user.bucket)), len(archived(deps, user, "s1"))
    for batch in (
        [says("fine", "m8"), says("第二", "m1")],
        [says("one", "m9"), says("another", "m9")],
        [says("fine", "m8"), says("第一", "m1", "assistant")],
    ):
        with pytest.raises(MessageMismatch):
            append(deps, user, "s1", *batch)
    assert (deps.redis.xlen(outbox_key(user.bucket)), len(archived(deps, user, "s1"))) == before
    assert not deps.redis.hexists(user.session_keys("s1").ids, "m8")


def test_a_repeated_id_in_one_batch_counts_once(web_deps: Deps, user: Namespace) -> None:
    reply = append(web_deps, user, "s1", says("hi", "m1"), says("hi", "m1"), says("你好", "m2"))
    assert places(reply) == [(1, 1), (1, 1), (1, 2)]
    assert [m.new for m in reply.messages] == [True, False, True]
    assert [m["message_id"] for m in archived(web_deps, user, "s1")] == ["m1", "m2"]


def test_a_secret_is_stored_nowhere_and_its_message_may_be_repeated(web_deps: Deps, user: Namespace) -> None:
    """The retry matches by what the client sent, of which only a fingerprint is kept."""
    metadata = {"note": "mail me at wang@example.com", "deep": [{"tel": "13812345678"}]}
    message = says("我的电话是 13812345678", "m1", metadata=metadata)
    first = append(web_deps, user, "s1", message, metadata={"device": "13812345678"})
    assert first.messages[0].redactions == {"EMAIL": 1, "PHONE": 2}
    assert places(append(web_deps, user, "s1", message)) == places(first)
    with pytest.raises(MessageMismatch):
        append(web_deps, user, "s1", says("我的电话是 13812345679", "m1", metadata=metadata))
    keys = user.session_keys("s1")
    held = [
        *web_deps.redis.lrange(keys.messages, 0, -1), *web_deps.redis.hvals(keys.session),
        *(entry[b"m"] for _, entry in web_deps.redis.xrange(keys.outbox)),
        json.dumps(archived(web_deps, user, "s1"), default=str).encode(),
    ]  # fmt: skip
    assert not [text for text in held if b"13812345678" in text or b"wang@" in text]


def test_every_key_of_a_session_lives_as_long_as_the_session(web_deps: Deps, user: Namespace) -> None:
    """Whatever was done to it: appended, repeated, looked up in the archive, raised, ended."""
    deps = with_settings(web_deps, session_ttl_seconds=1)
    append(deps, user, "s1", says("a", "m1"))
    time.sleep(1.2)
    deps = with_settings(web_deps, session_ttl_seconds=60)
    append(deps, user, "s1", says("b", "m2"), metadata={"channel": "web"})
    append(deps, user, "s1", says("a", "m1"))
    store.raise_epoch(deps.redis, user, "s1", epoch=9, floor=9)
    service.end_session(deps, app(user), user, "s1")
    base = user.session_keys("s1").session
    found = [key for key in deps.redis.scan_iter(count=1000) if key.decode().startswith(base)]
    assert len(found) == 3
    assert len({deps.redis.pexpiretime(key) for key in found}) == 1
    assert all(0 < deps.redis.pttl(key) <= 60_000 for key in found)


@pytest.mark.parametrize(
    ("turns", "tokens", "contents", "kept"),
    [
        (2, 8000, ["一", "two", "三", "four", "五", "six"], ["三", "four", "五", "six"]),
        (10, 100, ["word " * 60, "词" * 40, "short", "短"], ["词" * 40, "short", "短"]),
        (10, 100, ["short", "长" * 500], ["长" * 500]),
    ],
)
def test_the_window_keeps_the_newest_by_number_and_by_tokens(
    web_deps: Deps, user: Namespace, turns: int, tokens: int, contents: list[str], kept: list[str]
) -> None:
    """Oldest first out, oldest first read; the newest stays whatever its size; the count counts all."""
    deps = with_settings(web_deps, window_turns=turns, window_tokens=tokens)
    for content in contents:
        append(deps, user, "s1", says(content))
    assert [str(m["content"]).strip() for m in window(deps, user)] == [text.strip() for text in kept]
    assert [m["seq"] for m in window(deps, user)] == list(range(len(contents) - len(kept) + 1, len(contents) + 1))
    live = service.read_session(deps, app(user), user, "s1")
    assert live.message_count == len(contents)
    held = int(deps.redis.hget(user.session_keys("s1").session, "tokens"))
    assert held == sum(int(str(m["tokens"])) for m in window(deps, user))


def test_an_idempotency_key_names_one_body(web_deps: Deps, user: Namespace) -> None:
    """The same body again is the same messages; any other body is refused; another session or key is another matter."""

    def turn(user_text: str, assistant: str | None, session: str = "s1", key: str = "turn-1") -> list[tuple[int, int]]:
        return places(
            service.append_turn(
                web_deps, app(user), user, session, user=user_text, assistant=assistant, idempotency_key=key
            )
        )

    assert turn("你好", "hello") == turn("你好", "hello") == [(1, 1), (1, 2)]
    for other in (("你好", "hi"), ("再见", "hello"), ("你好", None)):
        with pytest.raises(IdempotencyMismatch):
            turn(*other)
    assert turn("你好", "hello", session="s2") == [(1, 1), (1, 2)]
    assert turn("你好", "hello", key="turn-2") == [(1, 3), (1, 4)]


class Late:
    """Redis as an overtaken request finds it: its first script saw no session, the rest sees what came since."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._first = True

    def evalsha(self, *arguments: Any) -> Any:
        first, self._first = self._first, False
        return [b"cold"] if first else self._redis.evalsha(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._redis, name)


@pytest.mark.parametrize("durable", [None, False], ids=["archived", "in the outbox"])
def test_a_repetition_that_was_overtaken_knows_when_the_session_expires(
    web_deps: Deps, user: Namespace, durable: bool | None
) -> None:
    """Two of the same request at once: the later answer is the first one."""
    first = append(web_deps, user, "s1", says("hi", "m1"), durable=durable)
    again = append(replace(web_deps, redis=Late(web_deps.redis)), user, "s1", says("hi", "m1"), durable=durable)
    assert (places(again), again.expires_at) == (places(first), first.expires_at)


ODD = ["*", "%", "_", "o'brien", "a|b", "u1:s1", "张三", "{x}", "#1", "%3A", "a:s", "?", "[a-z]", "ü", "\U0001f600"]


def test_odd_ids_are_literal_and_collide_with_nothing(web_deps: Deps, tenant: Namespace) -> None:
    """Every odd id as user, session and message id: each session holds exactly its own message."""
    pairs = [(user, session) for user in [*ODD, "u1", "u1:a"] for session in [*ODD[:6], "s", "a:s"]]
    for user_id, session_id in pairs:
        ns = replace(tenant, user_id=user_id)
        reply = append(web_deps, ns, session_id, says(f"{user_id} in {session_id}", ODD[len(user_id) % len(ODD)]))
        assert places(reply) == [(1, 1)]
    for user_id, session_id in pairs:
        ns = replace(tenant, user_id=user_id)
        assert [m["content"] for m in window(web_deps, ns, session_id)] == [f"{user_id} in {session_id}"]
        assert [m["content"] for m in archived(web_deps, ns, session_id)] == [f"{user_id} in {session_id}"]
    assert len({replace(tenant, user_id=u).session_keys(s).session for u, s in pairs}) == len(pairs)


def test_a_stale_deadline_is_forgotten_and_a_live_one_kept(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("hi"))
    key = deadlines_key(user.bucket)
    web_deps.redis.zadd(key, {"t:u:old": 1000})
    outbox.trim_deadlines(web_deps.redis, [user.bucket])
    assert web_deps.redis.zrange(key, 0, -1) == [user.session_keys("s1").member.encode()]
