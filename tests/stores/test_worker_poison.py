"""A poisoned message: whatever it does, it is put aside with its reason, and neither its user nor its bucket waits."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from jide.drafts import learning
from jide.drafts.learning import MOST_ATTEMPTS
from jide.errors import PostgresAway
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.namespace import Namespace, attempts_key, outbox_key, parked_key
from jide.profiles.ucu import UCU
from jide.sessions import outbox, store
from jide.signals.signal import Signal, Turn
from jide.worker import Worker
from tests.stores.told import hears, profile, states, tell
from tests.stores.working import (
    Append,
    either,
    failing,
    letters,
    neighbour,
    session_state,
    sweep,
    waiting,
    worker,
)

pytestmark = pytest.mark.usefixtures("free_leases")

THB = hears("泰铢", "currency")


class Died(BaseException):
    """The end of the process, as far as one process can tell of its own end."""


def deadly(word: str) -> learning.Extract:
    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        if any(word in turns[n].content for n in indexes):
            raise Died
        return THB(turns, active, indexes, zone)

    return extract


def raising(error: Exception) -> learning.Extract:
    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        if any("坏" in turns[n].content for n in indexes):
            raise error
        return THB(turns, active, indexes, zone)

    return extract


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("13800138000"), "ValueError"),
        (TimeoutError("regex timed out"), "TimeoutError"),
        (RecursionError("deep"), "RecursionError"),
        (MemoryError("13800138000"), "MemoryError"),
    ],
)
def test_whatever_the_extractor_raises_the_next_message_is_learned(
    work_deps: Deps, user: Namespace, append: Append, error: Exception, reason: str
) -> None:
    bad, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    this = worker(work_deps, raising(error))
    for _ in range(MOST_ATTEMPTS):
        this.step((), sweep=True)
    assert states(work_deps, user) == {bad: "failed", good: "done"}
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
    (letter,) = letters(work_deps, user)
    assert (letter["message_id"], letter["stage"], letter["reason"], letter["attempts"]) == (
        bad, "extract", reason, MOST_ATTEMPTS,
    )  # fmt: skip
    assert (waiting(work_deps, user), work_deps.redis.exists(attempts_key(user.bucket))) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "以后" * 16_000, "不对，" * 10_000, "I like " * 9_000, "no, " * 16_000, "((((" * 16_000, "「" * 21_000,
        "￼" * 20_000, "不" * 20_000 + "是" * 1_000, "\u202e" * 20_000, "a" * 64_000,
    ],
)  # fmt: skip
def test_64_kilobytes_of_hostile_text_do_not_hold_up_the_next_message(
    work_deps: Deps, user: Namespace, append: Append, text: str
) -> None:
    """With the extractor as it ships; done or put aside, but not in the way."""
    hostile, plain = append("s", ("user", text), ("user", "以后金额都用新加坡元。"))
    this = worker(work_deps, learning.by_rules)
    for _ in range(MOST_ATTEMPTS):
        this.step((), sweep=True)
    found = states(work_deps, user)
    assert found[plain] == "done"
    assert found[hostile] in {"done", "failed"}
    assert waiting(work_deps, user) == 0


def kill(deps: Deps, user: Namespace, extract: learning.Extract) -> bool:
    """Drive a new worker until it dies; whether it did. The next one takes over at once, for it has its name."""
    try:
        worker(deps, extract).step({user.bucket}, sweep=False)
    except Died:
        return True
    return False


def test_a_message_that_ends_its_worker_every_time_is_put_aside(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    """Attempts are counted before they begin, for a dead worker counts nothing."""
    bad, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    assert [kill(work_deps, user, deadly("坏")) for _ in range(MOST_ATTEMPTS + 1)] == [True] * MOST_ATTEMPTS + [False]
    assert states(work_deps, user) == {bad: "failed", good: "done"}
    (letter,) = letters(work_deps, user)
    assert (letter["stage"], letter["reason"], letter["attempts"]) == ("extract", "WorkerDied", MOST_ATTEMPTS)
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_a_closing_pass_that_ends_its_worker_every_time_is_given_up(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    append("s", ("user", "坏"))
    worker(work_deps, THB).step((), sweep=True)
    store.end(work_deps.redis, user, "s", known=True)
    assert [kill(work_deps, user, deadly("坏")) for _ in range(MOST_ATTEMPTS + 1)] == [True] * MOST_ATTEMPTS + [False]
    assert session_state(work_deps, user) == "closed"
    assert [(row["stage"], row["reason"]) for row in letters(work_deps, user)] == [("close", "WorkerDied")]
    assert waiting(work_deps, user) == 0


def test_an_archiving_that_ends_its_worker_every_time_is_put_aside(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    """Nothing of it is in PostgreSQL, so the attempts are counted beside the outbox."""
    bad, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    (entry_id, _), *_ = outbox.read_page(work_deps.redis, user.bucket, b"", 1)
    work_deps.redis.hset(attempts_key(user.bucket), entry_id, MOST_ATTEMPTS)
    worker(work_deps, THB).step((), sweep=True)
    assert states(work_deps, user) == {good: "done"}
    (letter,) = letters(work_deps, user)
    assert (letter["message_id"], letter["stage"], letter["reason"]) == (bad, "archive", "WorkerDied")


def spoilt(deps: Deps, user: Namespace, **changes: bytes) -> None:
    """Replace the oldest entry of the outbox by one that differs; the younger ones stay behind it."""
    key = outbox_key(user.bucket)
    (entry_id, fields), *younger = deps.redis.xrange(key)
    changed = {
        name: value for name, value in {**fields, **{n.encode(): v for n, v in changes.items()}}.items() if value
    }
    deps.redis.delete(key)
    deps.redis.xadd(key, changed or {b"x": b"y"}, id=entry_id)
    for at, other in younger:
        deps.redis.xadd(key, other, id=at)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"null", b"{}", b'{"kind":"other"}', b"\xff\xfe", b'{"tenant":"T A","user":"u"}', b"9" * 5000]
)
def test_an_entry_that_cannot_be_read_gets_a_letter_and_leaves_the_stream(
    work_deps: Deps, user: Namespace, append: Append, body: bytes
) -> None:
    _, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    spoilt(work_deps, user, m=body)
    worker(work_deps, THB).step((), sweep=True)
    assert states(work_deps, user) == {good: "done"}
    (letter,) = letters(work_deps, user)
    assert (letter["session_id"], letter["stage"]) == ("s", "parse")
    assert letter["reason"].startswith("Unreadable:")
    assert (waiting(work_deps, user), work_deps.redis.hlen(parked_key(user.bucket))) == (0, 1)


@pytest.mark.parametrize("session", [b"", b"nobody", b"no-such-tenant:u1:s", b"T A:u:s", b"a:b:c:d", b"\xff"])
def test_an_entry_that_names_nobody_leaves_the_stream_and_is_kept(
    work_deps: Deps, user: Namespace, append: Append, session: bytes
) -> None:
    """There is nobody of whom there could be a letter; a log line says so, and nothing waits behind it."""
    _, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    spoilt(work_deps, user, s=session, m=b"{")
    worker(work_deps, THB).step((), sweep=True)
    assert states(work_deps, user) == {good: "done"}
    assert letters(work_deps, user) == []
    assert (waiting(work_deps, user), work_deps.redis.hlen(parked_key(user.bucket))) == (0, 1)


def test_what_cannot_be_read_does_not_keep_its_session_from_going_on(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    """A session that begins again looks into the outbox for its own."""
    append("s", ("user", "坏"))
    spoilt(work_deps, user, m=b"{")
    assert store.read_tail(work_deps.redis, user, "s") == ()


@pytest.fixture
def refused(admin_cursor: Any, user: Namespace) -> Any:
    """An archive that refuses what says 坏, as a constraint of a later version might."""
    name = f"refuse_{user.tenant_id}"
    admin_cursor.execute(
        f"ALTER TABLE jide.messages ADD CONSTRAINT {name} CHECK (tenant_id <> '{user.tenant_id}' OR content <> '坏')"
    )
    yield lambda: admin_cursor.execute(f"ALTER TABLE jide.messages DROP CONSTRAINT IF EXISTS {name}")
    admin_cursor.execute(f"ALTER TABLE jide.messages DROP CONSTRAINT IF EXISTS {name}")


def test_what_the_archive_refuses_is_put_aside_and_nothing_is_lost(
    work_deps: Deps, user: Namespace, append: Append, refused: Any
) -> None:
    bad, good = append("s", ("user", "坏"), ("user", "用泰铢"))
    other = neighbour(user)
    (theirs,) = append("s", ("user", "用泰铢"), ns=other)
    this = worker(work_deps, THB)
    this.step((), sweep=True)
    assert (states(work_deps, user), states(work_deps, other)) == ({}, {theirs: "done"})  # the user's order is kept
    for _ in range(MOST_ATTEMPTS - 1):
        this.step((), sweep=True)
    assert states(work_deps, user) == {good: "done"}
    (letter,) = letters(work_deps, user)
    assert (letter["message_id"], letter["stage"], letter["reason"]) == (bad, "archive", "CheckViolation:23514")
    assert (waiting(work_deps, user), work_deps.redis.hlen(parked_key(user.bucket))) == (0, 1)


def test_other_content_under_a_known_id_is_put_aside_at_once(work_deps: Deps, user: Namespace, append: Append) -> None:
    """The archive will never take it, however often it is asked; what is archived stands."""
    (message,) = append("s", ("user", "用泰铢"))
    fields = work_deps.redis.xrange(outbox_key(user.bucket))[0][1]
    worker(work_deps, THB).step((), sweep=True)
    other = fields[b"m"].replace("用泰铢".encode(), "用美元".encode())
    digest = other.split(b'"content_sha256":"')[1][:64]
    work_deps.redis.xadd(outbox_key(user.bucket), {b"s": fields[b"s"], b"m": other.replace(digest, b"0" * 64)})
    worker(work_deps, THB).step((), sweep=True)
    (letter,) = letters(work_deps, user)
    assert (letter["message_id"], letter["stage"]) == (message, "archive")
    assert letter["reason"].startswith("MessageMismatch")
    assert waiting(work_deps, user) == 0


def test_a_store_that_is_away_is_no_fault_of_the_message(work_deps: Deps, user: Namespace, append: Append) -> None:
    """However often it is cut off, its attempts are all before it."""
    (message,) = append("s", ("user", "用泰铢"))
    this = Worker(work_deps, owner="w1", extract=away)
    for _ in range(3 * MOST_ATTEMPTS):
        with pytest.raises(PostgresAway):
            this.step((), sweep=True)
    assert states(work_deps, user) == {message: "queued"}
    (row,) = work_deps.database.fetch("worker", user, "SELECT attempts FROM jide.messages", {})
    assert row["attempts"] == 1
    assert letters(work_deps, user) == []


def away(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
    raise PostgresAway


def test_a_statement_that_is_given_up_is_that_messages_own_trouble(
    work_deps: Deps, login_urls: Any, user: Namespace
) -> None:
    """A row that somebody holds for ever stops one user, not the worker."""
    other, ago = neighbour(user), work_deps.clock() - timedelta(minutes=1)
    for ns in (user, other):
        tell(work_deps.database, ns, "s", [("user", "用泰铢")], at=ago, recorded=ago)
    hasty = Database(login_urls.work, statement_timeout=300)
    this = worker(replace(work_deps, database=hasty), THB)
    try:
        with work_deps.database.transaction("worker", min(user, other, key=lambda ns: ns.user_id)) as cursor:
            cursor.execute("SELECT FROM jide.messages FOR UPDATE")
            sweep(this)
            assert sorted([*states(work_deps, user).values(), *states(work_deps, other).values()]) == ["done", "queued"]
        sweep(this)
    finally:
        hasty.close()
    assert {*states(work_deps, user).values(), *states(work_deps, other).values()} == {"done"}
    assert letters(work_deps, user) + letters(work_deps, other) == []


def test_a_poisoned_message_does_not_poison_its_sessions_end(work_deps: Deps, user: Namespace, append: Append) -> None:
    """The closing pass leaves it out, and reads the others."""
    append("s", ("user", "坏"), ("user", "用泰铢"))
    this = worker(work_deps, failing("坏", hears("nothing", "currency")))
    for _ in range(MOST_ATTEMPTS):
        this.step((), sweep=True)
    store.end(work_deps.redis, user, "s", known=True)
    worker(work_deps, failing("坏", THB)).step((), sweep=True)
    assert session_state(work_deps, user) == "closed"
    assert [row["stage"] for row in letters(work_deps, user)] == ["extract"]
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_one_message_that_fails_in_the_closing_pass_does_not_keep_the_others_from_theirs(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    append("s", ("user", "坏"), ("user", "用泰铢"))
    worker(work_deps, hears("nothing", "currency")).step((), sweep=True)
    store.end(work_deps.redis, user, "s", known=True)
    this = worker(work_deps, failing("坏", THB))
    this.step((), sweep=True)
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
    for _ in range(MOST_ATTEMPTS):
        this.step((), sweep=True)
    assert session_state(work_deps, user) == "closed"
    assert [(row["stage"], row["reason"]) for row in letters(work_deps, user)] == [("close", "ValueError")]


def test_the_backlogs_poison_is_put_aside_too(work_deps: Deps, user: Namespace) -> None:
    ago = work_deps.clock() - timedelta(minutes=1)
    bad, good = tell(work_deps.database, user, "s", [("user", "坏"), ("user", "用泰铢")], at=ago, recorded=ago)
    this = worker(work_deps, failing("坏", either(THB)))
    for _ in range(MOST_ATTEMPTS + 1):
        sweep(this)
    assert states(work_deps, user) == {bad: "failed", good: "done"}
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
