"""Leases: each bucket has one worker at a time, and a fence that tells the last one from those before."""

from collections.abc import Iterator

import pytest

from jide.errors import LeaseLost
from jide.infra import leases
from jide.infra.leases import Lease
from jide.infra.postgres import Database
from jide.namespace import BUCKETS, Namespace

NOBODY = Namespace(tenant_id="service")


@pytest.fixture(autouse=True)
def free(work_database: Database) -> Iterator[None]:
    """Every test starts and ends with nobody holding anything."""
    clear(work_database)
    yield
    clear(work_database)


def clear(database: Database) -> None:
    with database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")


def expire(database: Database, owner: str) -> None:
    with database.transaction("system", NOBODY) as cursor:
        cursor.execute("UPDATE jide.leases SET expires_at = clock_timestamp() WHERE owner = %s", (owner,))


def test_a_lone_worker_holds_every_bucket(work_database: Database) -> None:
    assert sorted(leases.balance(work_database, "a", 60)) == list(range(BUCKETS))


def test_two_workers_come_to_share_the_buckets(work_database: Database) -> None:
    leases.balance(work_database, "a", 60)
    assert leases.balance(work_database, "b", 60) == {}
    first = leases.balance(work_database, "a", 60)
    second = leases.balance(work_database, "b", 60)
    assert (len(first), len(second)) == (BUCKETS // 2, BUCKETS // 2)
    assert not first.keys() & second.keys()


def test_a_renewal_keeps_the_fence_and_a_change_of_hands_raises_it(work_database: Database, user: Namespace) -> None:
    before = leases.balance(work_database, "a", 60)
    assert leases.balance(work_database, "a", 60) == before
    expire(work_database, "a")
    after = leases.balance(work_database, "b", 60)
    assert all(after[n].fence == before[n].fence + 1 for n in range(BUCKETS))
    with pytest.raises(LeaseLost), work_database.transaction("worker", user) as cursor:
        leases.hold(cursor, before[0])
    with work_database.transaction("worker", user) as cursor:
        leases.hold(cursor, after[0])


def test_a_lease_that_ran_out_cannot_be_held_even_if_nobody_took_it(work_database: Database, user: Namespace) -> None:
    mine = leases.balance(work_database, "a", 60)
    expire(work_database, "a")
    with pytest.raises(LeaseLost), work_database.transaction("worker", user) as cursor:
        leases.hold(cursor, mine[7])


def test_released_buckets_are_free_at_once(work_database: Database) -> None:
    mine = leases.balance(work_database, "a", 60)
    leases.release(work_database, "a", mine)
    assert len(leases.balance(work_database, "b", 60)) == BUCKETS


def test_a_lease_knows_its_bucket() -> None:
    assert Lease(name="b042", owner="a", fence=1).bucket == 42
