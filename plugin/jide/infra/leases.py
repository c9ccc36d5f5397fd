"""Leases: which worker works on which bucket, with a fence that grows at each change of hands.

The clock of a lease is PostgreSQL's. A worker keeps, beside it, a time of its own before which it stops by itself.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from psycopg2.extras import RealDictCursor

from jide.errors import LeaseLost
from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.namespace import BUCKETS, Namespace, bucket_name

_SERVICE: Final = Namespace(tenant_id="service")  # leases belong to no tenant; the system role needs none


_JUST_AFTER: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work on one bucket, until somebody has a higher fence."""

    name: str
    owner: str
    fence: int

    @property
    def bucket(self) -> int:
        """0..255."""
        return int(self.name.removeprefix("b"))


def hold(cursor: RealDictCursor, lease: Lease) -> None:
    """Keep `lease` until the transaction ends. Raises LeaseLost when another worker has the bucket now."""
    cursor.execute(QUERIES["lease_check"], {"name": lease.name, "owner": lease.owner, "fence": lease.fence})
    if cursor.fetchone() is None:
        raise LeaseLost(bucket=lease.name)


def balance(database: Database, owner: str, seconds: float) -> dict[int, Lease]:
    """Say that `owner` lives, renew what it holds, and take or give back up to its fair share of the buckets."""
    me = {"owner": owner, "seconds": seconds}
    with database.transaction("system", _SERVICE) as cursor:
        cursor.execute(QUERIES["lease_heartbeat"], me)
        cursor.execute(QUERIES["lease_workers"])
        workers = max(1, *(row["workers"] for row in cursor.fetchall()))
        cursor.execute(QUERIES["lease_renew"], me)
        held = _leases(owner, cursor)
        share = math.ceil(BUCKETS / workers)
        if len(held) > share:
            extra = sorted(held)[share:]
            cursor.execute(QUERIES["lease_release"], {"owner": owner, "names": [bucket_name(b) for b in extra]})
            return {bucket: lease for bucket, lease in held.items() if bucket not in extra}
        if len(held) < share:
            cursor.execute(QUERIES["lease_acquire"], {**me, "count": share - len(held)})
            held |= _leases(owner, cursor)
        return held


def soonest_end(database: Database, owner: str) -> float:
    """Seconds until the next lease of another worker runs out, unless it is renewed; infinite where there is none.

    Whoever looks again just then takes over from a worker that died as soon as its leases allow.
    """
    with database.transaction("system", _SERVICE) as cursor:
        cursor.execute(QUERIES["lease_soonest_end"], {"owner": owner})
        row = cursor.fetchone()
    seconds = row["seconds"] if row else None
    return math.inf if seconds is None else float(seconds) + _JUST_AFTER


def release(database: Database, owner: str, buckets: Iterable[int]) -> None:
    """Give buckets back, so that another worker need not wait until the leases run out; and say farewell."""
    with database.transaction("system", _SERVICE) as cursor:
        cursor.execute(QUERIES["lease_release"], {"owner": owner, "names": [bucket_name(b) for b in buckets]})
        cursor.execute(QUERIES["lease_farewell"], {"owner": owner})


def _leases(owner: str, cursor: RealDictCursor) -> dict[int, Lease]:
    found = [Lease(name=row["name"], owner=owner, fence=row["fence"]) for row in cursor.fetchall()]
    return {lease.bucket: lease for lease in found}
