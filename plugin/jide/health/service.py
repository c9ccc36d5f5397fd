"""Whether messages can be taken, which parts are away, and the report on how well each tenant's memory is.

The report is one code path for everybody who asks: an admin over HTTP (its own tenant, role admin), `jide health` and
the worker (all tenants, role system). What a store that is away leaves unknown is said to be unknown, never an error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from jide.drafts import work
from jide.errors import NotMigrated, PostgresAway, RedisAway
from jide.health import store
from jide.health.checks import Measure, Report, checks_of, findings, share
from jide.health.store import LiveSession
from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.settings import Settings

OK: Final = "ok"
AWAY: Final = "away"
NOT_MIGRATED: Final = "not_migrated"

NOBODY: Final = Namespace(tenant_id="service")
"""The catalogue belongs to no tenant; nor does a report on stores that cannot say which tenants there are."""

KEPT: Final = timedelta(days=30)
"""How long reports are kept."""

_SAYS: Final = {OK: "answers", AWAY: "is away", NOT_MIGRATED: "is not migrated: run `jide migrate`"}
_PAGE: Final = 500  # tenants read at a time
_PER_BUCKET: Final = 40  # sessions of each of the 256 buckets

# A session is short of time below this.
_SHORT: Final = timedelta(seconds=300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """How many active UCUs and users are looked at; where there are more, others each hour."""

    units: int = 10_000
    users: int = 1_000


THOROUGH: Final = Depth()
GLANCE: Final = Depth(units=300, users=100)


# --- readiness ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """Each part's state, and what follows from them."""

    parts: Mapping[str, str]

    @property
    def takes_messages(self) -> bool:
        """One store is enough, but a database without its tables is a deployment that is not finished."""
        return OK in self.parts.values() and self.parts["postgres"] != NOT_MIGRATED

    @property
    def status(self) -> str:
        """ok, degraded or away."""
        if not self.takes_messages:
            return AWAY
        return OK if set(self.parts.values()) == {OK} else "degraded"


def readiness(deps: Deps) -> Readiness:
    """Ask both stores."""
    return Readiness(parts={"postgres": _postgres(deps), "redis": _redis(deps)})


def _postgres(deps: Deps) -> str:
    try:
        with deps.database.transaction("app", NOBODY) as cursor:
            migrated = store.is_migrated(cursor)
    except PostgresAway:
        return AWAY
    except NotMigrated:
        return NOT_MIGRATED
    return OK if migrated else NOT_MIGRATED


def _redis(deps: Deps) -> str:
    try:
        store.ping_redis(deps.redis)
    except RedisAway:
        return AWAY
    return OK


# --- the report -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Live:
    """What Redis holds of all tenants, looked at once for all their reports."""

    state: str
    sessions: Mapping[str, Sequence[LiveSession]]
    waiting: Mapping[str, float]
    """Seconds that a tenant's oldest outbox entry has waited."""


def look_at_redis(deps: Deps) -> Live:
    """A sample of the live sessions, and how long the outboxes have waited."""
    sessions: dict[str, list[LiveSession]] = {}
    try:
        store.ping_redis(deps.redis)
        waiting = store.read_waiting(deps.redis)
        for session in store.sample_sessions(deps.redis, _PER_BUCKET):
            sessions.setdefault(session.tenant_id, []).append(session)
    except RedisAway:
        return Live(state=AWAY, sessions={}, waiting={})
    return Live(state=OK, sessions=sessions, waiting=waiting)


def report(deps: Deps, role: str, tenant: Namespace, live: Live, depth: Depth = THOROUGH) -> Report:
    """How `tenant` is now, asked of PostgreSQL as jide_<role> (admin or system); a store may be away."""
    state, rows = _rows(deps, role, tenant, depth)
    measures = {"postgres": _up(state), "redis": _up(live.state)}
    if live.state == OK:
        measures["session_survival"] = survival(live.sessions.get(tenant.tenant_id, ()), deps.settings)
    if rows is not None:
        measures |= _measures(rows, live.waiting.get(tenant.tenant_id, 0.0))
    away = {"postgres": f"PostgreSQL {_SAYS[state]}", "redis": f"Redis {_SAYS[live.state]}"}
    found = findings(checks_of(deps.settings), measures, away)
    return Report(tenant_id=tenant.tenant_id, at=deps.clock(), findings=found)


def report_without_postgres(deps: Deps) -> Report:
    """What can be said while PostgreSQL cannot even tell who asks: nothing about any tenant."""
    state = _redis(deps)
    measures = {"postgres": _up(AWAY), "redis": _up(state)}
    away = {"postgres": f"PostgreSQL {_SAYS[AWAY]}", "redis": "only a tenant's own admin is told"}
    return Report(tenant_id="", at=deps.clock(), findings=findings(checks_of(deps.settings), measures, away))


def walk(deps: Deps) -> Iterator[Namespace]:
    """Every tenant, in order. Raises PostgresAway or NotMigrated when nobody can say which there are."""
    after = ""
    while True:
        with deps.database.transaction("system", NOBODY) as cursor:
            page = work.list_tenants(cursor, after, _PAGE)
        yield from (Namespace(tenant_id=tenant) for tenant in page)
        if len(page) < _PAGE:
            return
        after = page[-1]


def keep(deps: Deps, reports: Sequence[Report]) -> None:
    """Put reports into the history of their tenants, and forget what is older than `KEPT`."""
    for each in reports:
        tenant = Namespace(tenant_id=each.tenant_id)
        with deps.database.transaction("system", tenant) as cursor:
            store.insert_report(cursor, each, deps.new_id())
            store.forget_reports(cursor, tenant, each.at - KEPT)


def history(deps: Deps, role: str, tenant: Namespace, limit: int) -> list[dict[str, Any]]:
    """The tenant's kept reports, newest first."""
    if limit < 1:
        return []
    with deps.database.transaction(role, tenant) as cursor:
        return store.read_reports(cursor, tenant, limit)


def survival(sessions: Sequence[LiveSession], settings: Settings) -> Measure:
    """Share of live sessions that will end sooner than they should.

    A session that nobody speaks in comes to its end by itself, and in its last minutes has little time left: no fault.
    So a session counts only when its keys have less than 300 s and either its deadline promised more, or somebody spoke
    in it within the life time less those 300 s (25 minutes of the default 30) - an append should have given it more.
    Where the life time is set to no more than 300 s, every session counts: a conversation is lost in a short pause.
    """
    life = timedelta(seconds=settings.session_ttl_seconds)
    short = sum(
        session.left < _SHORT
        and (
            life <= _SHORT or session.promised >= _SHORT or (session.idle is not None and session.idle < life - _SHORT)
        )
        for session in sessions
    )
    numbers = {"short": short, "looked": len(sessions), "seconds": f"{_SHORT.total_seconds():g}"}
    return Measure(value=share(short, len(sessions)), numbers=numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What PostgreSQL counted for one tenant."""

    workers: int
    work: Mapping[str, Any]
    evidence: Mapping[str, Any]
    agreement: Mapping[str, Any]


def _rows(deps: Deps, role: str, tenant: Namespace, depth: Depth) -> tuple[str, Rows | None]:
    """PostgreSQL's state, and its counts where it has any."""
    now = deps.clock()
    hour = int(now.timestamp() // 3600)
    try:
        with deps.database.transaction(role, tenant) as cursor:
            if not store.is_migrated(cursor):
                return NOT_MIGRATED, None
            return OK, Rows(
                workers=store.read_workers(cursor),
                work=store.read_work(cursor, now),
                evidence=store.read_evidence(cursor, most=depth.units, seed=hour),
                agreement=store.read_agreement(cursor, most=depth.users, seed=hour),
            )
    except PostgresAway:
        return AWAY, None
    except NotMigrated:
        return NOT_MIGRATED, None


def _up(state: str) -> Measure:
    return Measure(value=float(state == OK), numbers={"state": _SAYS[state]})


_VALUES: Final[Mapping[str, Callable[[Rows, float], float]]] = {
    "workers": lambda rows, _: rows.workers,
    "evidence_integrity": lambda rows, _: share(rows.evidence["broken"], rows.evidence["looked"]),
    "layer_agreement": lambda rows, _: share(rows.agreement["apart"], rows.agreement["looked"]),
    "archive_lag": lambda rows, outbox: max(outbox, rows.work["queued_seconds"]),
    "extraction_failures": lambda rows, _: share(rows.work["failed"], rows.work["heard"]),
    "dead_letters": lambda rows, _: rows.work["letters"],
    "review_age": lambda rows, _: rows.work["pending_seconds"] / 3600,
    "review_size": lambda rows, _: rows.work["pending"],
    "audit_chain": lambda rows, _: rows.work["unchained_seconds"],
}


def _measures(rows: Rows, outbox_seconds: float) -> dict[str, Measure]:
    """What PostgreSQL's counts, and the seconds that the oldest outbox entry has waited, come to."""
    more = {"outbox_seconds": outbox_seconds, "pending_hours": rows.work["pending_seconds"] / 3600}
    numbers = {
        "evidence_integrity": rows.evidence, "layer_agreement": rows.agreement, "workers": {"workers": rows.workers},
    }  # fmt: skip
    return {
        name: Measure(value=float(value(rows, outbox_seconds)), numbers=numbers.get(name, {**rows.work, **more}))
        for name, value in _VALUES.items()
    }
