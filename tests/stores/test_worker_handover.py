"""Hand-over: workers join, leave and die under load, and nothing is lost, nothing twice, nothing out of order."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from jide.infra import leases
from jide.infra.deps import Deps
from jide.infra.logins import LoginUrls
from jide.infra.metrics import REGISTRY
from jide.namespace import BUCKETS, Namespace
from jide.profiles.ucu import UCU
from jide.sessions import outbox
from jide.sessions.wake import Wake
from jide.settings import Settings
from jide.signals.signal import Signal, Turn
from jide.worker import Worker, serve
from tests.stores.told import found, hears, profile, states, tell
from tests.stores.working import NOBODY, Append, neighbour, wait_for, waiting, worker

pytestmark = pytest.mark.usefixtures("free_leases")

USERS, SAID = 12, 15


class Counting:
    """An extractor that finds a number in every message, and remembers in which order each user said theirs."""

    def __init__(self) -> None:
        self.heard: defaultdict[str, list[int]] = defaultdict(list)

    def __call__(
        self, turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str
    ) -> list[Signal]:
        signals = []
        for n in indexes:
            user, _, number = turns[n].content.partition(":")
            self.heard[user].append(int(number))
            signals.append(found("currency", number, n, (0, 1)))
        time.sleep(0.002)  # long enough for leases to change hands in between
        return signals


@contextmanager
def working(deps: Deps, owner: str, extract: Counting) -> Iterator[Worker]:
    """A worker in a thread of its own, which is told to stop in the end."""
    stop, wake = threading.Event(), Wake()
    this = Worker(deps, owner=owner, extract=extract, stopped=stop.is_set)
    thread = threading.Thread(target=serve, args=(this, wake, stop), kwargs={"poll": 0.05})
    thread.start()
    try:
        yield this
    finally:
        stop.set()
        thread.join(timeout=30)
        this.release()
    assert not thread.is_alive()


def test_workers_that_join_and_leave_under_load_lose_nothing_and_keep_everybodys_order(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    deps = replace(work_deps, settings=Settings(lease_seconds=2))
    users = [Namespace(tenant_id=user.tenant_id, user_id=f"u{n}") for n in range(USERS)]
    heard = Counting()

    def say(first: int) -> None:
        for n in range(first, first + SAID // 3):
            for ns in users:
                append("s", ("user", f"{ns.user_id}:{n}"), ns=ns)

    with working(deps, "one", heard):
        say(0)
        with working(deps, "two", heard) as two:
            say(SAID // 3)
            wait_for(lambda: len(two.held) > 0, 20)
            say(2 * SAID // 3)
        wait_for(lambda: not outbox.waiting(deps.redis, range(BUCKETS)), 40)
    for ns in users:
        assert set(states(deps, ns).values()) == {"done"}
        (ucu,) = profile(deps, ns)
        assert (ucu.value["value"], ucu.version) == (str(SAID - 1), SAID)  # each of them once, the last one last
        assert heard.heard[ns.user_id] == list(range(SAID))
    assert deps.database.fetch("worker", user, "SELECT * FROM jide.dead_letters", {}) == []


def test_a_worker_that_is_told_to_stop_finishes_what_it_has_in_hand_and_no_more(
    work_deps: Deps, user: Namespace, append: Append
) -> None:
    first, second = append("s", ("user", "用泰铢"), ("user", "用泰铢"))
    stop = threading.Event()

    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        stop.set()
        return []

    this = worker(work_deps, extract, stopped=stop.is_set)
    this.step({user.bucket}, sweep=True)
    assert states(work_deps, user) == {first: "done"}
    this.release()
    worker(work_deps, hears("泰铢", "currency"), owner="w2").step({user.bucket}, sweep=False)
    assert states(work_deps, user) == {first: "done", second: "done"}


@contextmanager
def process(login_urls: LoginUrls, redis_url: str, lease: int) -> Iterator[subprocess.Popen[bytes]]:
    """`jide worker`, as its own process; killed in the end where it has not ended."""
    environment = {
        **os.environ, "JIDE_DATABASE_URL": login_urls.work, "JIDE_REDIS_URL": redis_url,
        "JIDE_LEASE_SECONDS": str(lease), "JIDE_WORKER_POLL_MS": "100",
    }  # fmt: skip
    child = subprocess.Popen(
        [sys.executable, "-P", "-m", "jide.cli", "worker"], env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def held(deps: Deps) -> int:
    names = "SELECT count(*) FROM jide.leases WHERE name LIKE 'b___' AND expires_at > clock_timestamp()"
    (row,) = deps.database.fetch("system", NOBODY, names, {})
    return int(row["count"])


def test_a_terminated_process_gives_its_buckets_back_at_once(
    work_deps: Deps, user: Namespace, append: Append, login_urls: LoginUrls, redis_url: str
) -> None:
    (message,) = append("s", ("user", "谢谢"))
    with process(login_urls, redis_url, 300) as child:
        wait_for(lambda: states(work_deps, user).get(message) == "done", 60)
        child.send_signal(signal.SIGTERM)
        assert child.wait(timeout=30) == 0
        assert held(work_deps) == 0


def test_a_killed_process_is_taken_over_from_within_one_lease(
    work_deps: Deps, user: Namespace, append: Append, login_urls: LoginUrls, redis_url: str
) -> None:
    """The other looks again just when its leases run out, not at its own next renewal."""
    deps = replace(work_deps, settings=Settings(lease_seconds=6))
    with process(login_urls, redis_url, 6) as child:
        wait_for(lambda: held(work_deps) == BUCKETS, 60)
        heir = worker(deps, hears("泰铢", "currency"), owner="heir")
        heir.keep()
        assert heir.held == {}
        child.kill()
        child.wait()
        killed = time.monotonic()
        (message,) = append("s", ("user", "用泰铢"))

        def taken_over() -> bool:
            heir.step({user.bucket}, sweep=False)
            return len(heir.held) == BUCKETS

        wait_for(taken_over, 30)
        assert time.monotonic() - killed < 6 + 1.5
        heir.step({user.bucket}, sweep=False)
    assert states(work_deps, user) == {message: "done"}


def test_the_next_end_of_anothers_lease_is_known(work_deps: Deps) -> None:
    assert leases.soonest_end(work_deps.database, "a") == float("inf")
    leases.balance(work_deps.database, "a", 60)
    assert leases.soonest_end(work_deps.database, "a") == float("inf")
    assert 50 < leases.soonest_end(work_deps.database, "b") < 61


def test_a_worker_that_lost_its_bucket_counts_no_attempt(work_deps: Deps, user: Namespace) -> None:
    """Nothing at all is written by one whose fence is behind."""
    ago = work_deps.clock() - timedelta(minutes=1)
    tell(work_deps.database, user, "s", [("user", "用泰铢")], at=ago, recorded=ago)
    slow = worker(work_deps, hears("泰铢", "currency"), owner="slow")
    slow.keep()
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("UPDATE jide.leases SET fence = fence + 1 WHERE name LIKE 'b___'")
    before = work_deps.database.fetch("worker", user, "SELECT * FROM jide.messages", {})
    slow.backstop()
    while slow.tenant:
        slow.backstop()
    assert user.bucket not in slow.held
    assert work_deps.database.fetch("worker", user, "SELECT * FROM jide.messages", {}) == before


def test_what_waits_and_how_long_is_measured(work_deps: Deps, user: Namespace, append: Append) -> None:
    append("s", ("user", "谢谢"))
    append("s", ("user", "谢谢"), ns=neighbour(user))
    this = worker(work_deps, hears("泰铢", "currency"))
    stages = ("archive", "extract")

    def counts() -> list[float]:
        name = "jide_stage_seconds_count"
        return [REGISTRY.get_sample_value(name, {"stage": stage}) or 0.0 for stage in stages]

    before = counts()
    this.step((), sweep=True)
    assert REGISTRY.get_sample_value("jide_outbox_entries") == 2
    oldest = REGISTRY.get_sample_value("jide_outbox_oldest_seconds")
    assert oldest is not None
    assert 0 <= oldest < 60
    assert REGISTRY.get_sample_value("jide_buckets_held") == BUCKETS
    # What other tests left in the archive is learned from too.
    assert all(now - then >= 2 for now, then in zip(counts(), before, strict=True))
    this.step((), sweep=True)
    assert REGISTRY.get_sample_value("jide_outbox_entries") == 0
    assert waiting(work_deps, user) == 0
