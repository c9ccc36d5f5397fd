"""What a worker publishes of health: gauges of all tenants, in short looks, and no more often than it should."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

import psycopg2
import pytest
import redis

from jide.drafts import learning
from jide.health import watch
from jide.health.watch import Watch
from jide.infra import logins, metrics, migrations
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.sessions.wake import Wake
from jide.settings import Settings
from jide.worker import Worker, serve
from tests.stores.talk import without_postgres, without_redis
from tests.stores.told import hears, run, tell

TENANTS: Final = ("quiet-one", "quiet-two")


class Clock:
    """Seconds that pass when told to, and at each look by `each`."""

    def __init__(self) -> None:
        self.now, self.each = 0.0, 0.0

    def __call__(self) -> float:
        self.now += self.each
        return self.now


def gauge(name: str, **labels: str) -> float:
    """The value that a scraper reads."""
    inside = ",".join(f'{key}="{value}"' for key, value in labels.items())
    line = re.search(rf"^jide_{name}{re.escape('{' + inside + '}') if inside else ''} (\S+)$", _text(), re.MULTILINE)
    return float(line[1]) if line else -1.0


def _text() -> str:
    return metrics.exposition().decode()


@pytest.fixture
def clock() -> Clock:
    """A clock at which it is time for the first walk."""
    return Clock()


@pytest.fixture
def quiet(empty_url: str, login_secret: str, redis_client: redis.Redis) -> Iterator[Deps]:
    """A worker's means in a database of its own, with two tenants: a walk covers all there are."""
    connection = psycopg2.connect(empty_url)
    migrations.migrate(connection)
    with connection.cursor() as cursor:
        for tenant in TENANTS:
            cursor.execute("INSERT INTO jide.tenants (tenant_id, digest_key) VALUES (%s, %s)", (tenant, b"d" * 32))
    connection.close()
    database = Database(logins.login_urls(empty_url, login_secret).work, size=2, statement_timeout=10_000)
    yield Deps(settings=Settings(), database=database, redis=redis_client)
    database.close()


def walk(deps: Deps, clock: Clock) -> Watch:
    """A watch that has walked all tenants once."""
    this = Watch(deps, monotonic=clock)
    clock.now += watch.FIRST
    this.look()
    return this


@pytest.mark.parametrize(("text", "word"), [("可能用泰铢", "泰铢"), ("maybe Thai baht", "Thai baht")])
def test_a_walk_publishes_every_check_and_how_much_waits(quiet: Deps, clock: Clock, text: str, word: str) -> None:
    """Statuses as numbers, sums over the tenants, and when it was looked."""
    Worker(quiet, owner="watched").keep()
    for tenant in TENANTS:
        user = Namespace(tenant_id=tenant, user_id="u1")
        tell(quiet.database, user, "s", [("user", text)], at=quiet.clock())
        learning.learn(run(quiet, hears(word, "currency", confidence=0.5)), user, "s", "s-m1")
    before = quiet.clock().timestamp()
    walk(quiet, clock)
    assert gauge("health_status", check="postgres") == 0
    assert gauge("health_status", check="workers") == 0
    assert gauge("review_pending") == 2
    assert gauge("review_oldest_seconds") > 0
    assert gauge("archive_lag_seconds") >= 0
    assert gauge("health_observed_timestamp_seconds") >= before
    assert not any(tenant in _text() for tenant in TENANTS)


def test_a_stopped_worker_and_stores_that_are_away_show(quiet: Deps, clock: Clock) -> None:
    """Each as the alarm it is, gone with the next walk; the sums that nobody can know are left as they were."""
    walk(quiet, clock)
    assert gauge("health_status", check="workers") == 2
    pending = gauge("review_pending")
    walk(without_redis(quiet), clock)
    assert gauge("health_status", check="redis") == 2
    with without_postgres(quiet) as deps:
        walk(deps, clock)
    assert (gauge("health_status", check="postgres"), gauge("health_status", check="archive_lag")) == (2, 1)
    assert gauge("review_pending") == pending
    walk(quiet, clock)
    assert [gauge("health_status", check=name) for name in ("postgres", "redis")] == [0, 0]


def test_walks_begin_seldom_and_go_on_in_short_looks(quiet: Deps, clock: Clock) -> None:
    """Where time is short, one tenant a look, and nothing is published before the last."""
    seen: list[str] = []

    def now() -> datetime:
        seen.append("asked")
        return quiet.clock()

    this = Watch(replace(quiet, clock=now), monotonic=clock)
    this.look()
    assert seen == []  # too early
    clock.now, clock.each = watch.FIRST, watch.BUDGET
    this.look()
    per_tenant = len(seen)
    assert per_tenant
    this.look()
    assert len(seen) == 2 * per_tenant
    this.look()
    assert len(seen) == 2 * per_tenant + 1  # nobody is left, and the time of publishing
    clock.now, clock.each = watch.FIRST + watch.EVERY / 2, 0.0
    this.look()
    assert len(seen) == 2 * per_tenant + 1  # not yet time again
    clock.now += watch.EVERY
    this.look()
    assert len(seen) == 4 * per_tenant + 2


def test_a_worker_looks_also_while_its_steps_fail(work_deps: Deps) -> None:
    """A store that is away ends every step; that is when somebody must see it."""
    stop, looked = threading.Event(), 0

    def look() -> None:
        nonlocal looked
        looked += 1
        if looked == 2:
            stop.set()

    serve(Worker(without_redis(work_deps), owner="lost"), Wake(), stop, poll=0.01, look=look)
    assert looked == 2
