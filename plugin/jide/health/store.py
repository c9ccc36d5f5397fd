"""What the two stores say about themselves, and the reports that are kept; counts, never ids or content."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.errors import RedisAway
from jide.health.checks import Report
from jide.infra import migrations
from jide.infra.queries import QUERIES
from jide.infra.redis import Script, translated
from jide.namespace import BUCKETS, Namespace, deadlines_key, decode_segment, outbox_key, split_member
from jide.sessions import outbox

_OLDEST: Final = Script("jide.health", "oldest.lua")
_ENTRIES: Final = 32  # of a bucket's outbox, whose messages may be large
_AT_A_TIME: Final = 64  # commands in one trip, so that its reply comes within the client's time-out


# --- PostgreSQL -----------------------------------------------------------------------


def is_migrated(cursor: RealDictCursor) -> bool:
    """Whether the database is as far as this code needs it; one that is further serves older code as well."""
    cursor.execute(QUERIES["health_level"])
    return str(_row(cursor)["level"]) >= _level()


@cache
def _level() -> str:
    return migrations.level()


def read_work(cursor: RealDictCursor, now: datetime) -> dict[str, Any]:
    """Work of the transaction's tenant that waits or failed at `now`."""
    cursor.execute(QUERIES["health_work"], {"now": now})
    return _row(cursor)


def read_evidence(cursor: RealDictCursor, *, most: int, seed: int) -> dict[str, Any]:
    """How the evidence of about `most` of the tenant's active UCUs holds; `seed` says which, where there are more."""
    cursor.execute(QUERIES["health_evidence"], {"most": most, "seed": seed})
    return _row(cursor)


def read_agreement(cursor: RealDictCursor, *, most: int, seed: int) -> dict[str, Any]:
    """How far the newest evidence of about `most` of the tenant's users agrees with the archive."""
    cursor.execute(QUERIES["health_agreement"], {"most": most, "seed": seed})
    return _row(cursor)


def read_workers(cursor: RealDictCursor) -> int:
    """How many workers live."""
    cursor.execute(QUERIES["health_workers"])
    return int(_row(cursor)["workers"])


def insert_report(cursor: RealDictCursor, report: Report, report_id: str) -> None:
    """Keep a report."""
    row = {
        "tenant_id": report.tenant_id, "report_id": report_id, "at": report.at, "status": report.status,
        "checks": orjson.dumps([finding.as_json() for finding in report.findings]).decode(),
    }  # fmt: skip
    cursor.execute(QUERIES["health_report_insert"], row)


def forget_reports(cursor: RealDictCursor, tenant: Namespace, before: datetime) -> None:
    """Forget reports made before a time."""
    cursor.execute(QUERIES["health_report_forget"], {"tenant_id": tenant.tenant_id, "before": before})


def read_reports(cursor: RealDictCursor, tenant: Namespace, limit: int) -> list[dict[str, Any]]:
    """The tenant's kept reports, newest first."""
    cursor.execute(QUERIES["health_reports"], {"tenant_id": tenant.tenant_id, "limit": limit})
    return list(cursor.fetchall())


def _row(cursor: RealDictCursor) -> dict[str, Any]:
    """The row of a statement that always gives one."""
    return cursor.fetchone() or {}


# --- Redis ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSession:
    """A session whose deadline has not passed.

    left        until the first of its keys expires; nothing where one is gone already
    promised    until its deadline
    idle        since somebody spoke in it last; None where nobody can say any more
    """

    tenant_id: str
    left: timedelta
    promised: timedelta
    idle: timedelta | None


def ping_redis(redis: Any) -> None:
    """Return when Redis answers; raises RedisAway otherwise, also for no client at all (a cluster that was away)."""
    if redis is None:
        raise RedisAway(retry_after=2)
    with translated():
        redis.ping()


def read_waiting(redis: Any) -> dict[str, float]:
    """tenant -> seconds that its oldest outbox entry has waited, among the oldest entries of each bucket."""
    found: dict[str, float] = {}
    for bucket in sorted(outbox.waiting(redis, range(BUCKETS))):
        reply = _OLDEST.run(redis, [outbox_key(bucket)], [_ENTRIES])
        for waited, tenant in zip(reply[::2], reply[1::2], strict=True):
            name = decode_segment(tenant.decode())
            found[name] = max(found.get(name, 0.0), waited / 1000)
    return found


def sample_sessions(redis: Any, per_bucket: int) -> list[LiveSession]:
    """Up to `per_bucket` sessions of each bucket, drawn by Redis, whose deadlines have not passed."""
    with translated():
        seconds, micros = redis.time()
        now = seconds * 1000 + micros // 1000
        drawn: list[tuple[str, float]] = []
        for buckets in _pieces(range(BUCKETS)):
            pipeline = redis.pipeline(transaction=False)
            for bucket in buckets:
                pipeline.zrandmember(deadlines_key(bucket), per_bucket, withscores=True)
            drawn += [pair for reply in pipeline.execute() for pair in _pairs(reply)]
        alive = [(member, deadline) for member, deadline in drawn if deadline > now]
        return [session for some in _pieces(alive) for session in _look_at(redis, list(some), now)]


def _pieces(everything: Iterable[Any]) -> Iterable[list[Any]]:
    every = list(everything)
    return (every[at : at + _AT_A_TIME] for at in range(0, len(every), _AT_A_TIME))


def _pairs(reply: list[Any]) -> list[tuple[str, float]]:
    """(member, score) of ZRANDMEMBER, which answers flat or in pairs, as the protocol has it."""
    flat = [part for pair in reply for part in pair] if reply and isinstance(reply[0], list | tuple) else reply
    return [(member.decode(), float(score)) for member, score in zip(flat[::2], flat[1::2], strict=True)]


def _look_at(redis: Any, sessions: list[tuple[str, float]], now: int) -> list[LiveSession]:
    pipeline = redis.pipeline(transaction=False)
    for member, _ in sessions:
        ns, session_id = split_member(member)
        keys = ns.session_keys(session_id)
        for key in (keys.session, keys.messages, keys.ids):
            pipeline.pttl(key)
        pipeline.hget(keys.session, "last_active")
    replies = pipeline.execute()
    return [
        _live(member, deadline, now, replies[4 * at : 4 * at + 3], replies[4 * at + 3])
        for at, (member, deadline) in enumerate(sessions)
    ]


def _live(member: str, deadline: float, now: int, ttls: list[int], last_active: bytes | None) -> LiveSession:
    # -2: the key is gone; -1: it never expires, which is no early end.
    left = min(max(0, ttl) if ttl != -1 else deadline - now for ttl in ttls)
    return LiveSession(
        tenant_id=split_member(member)[0].tenant_id,
        left=timedelta(milliseconds=left),
        promised=timedelta(milliseconds=deadline - now),
        idle=timedelta(milliseconds=now - int(last_active)) if last_active else None,
    )
