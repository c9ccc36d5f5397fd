"""The worker: takes its share of the buckets, archives what is appended, learns from it, closes sessions.

Order per user is kept, for all of a user's sessions share a bucket and a bucket has one worker at a time. Every effect
is idempotent, so that any step may be cut off and run again. The sweep finds whatever a lost wake-up left behind.
"""

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable

from jide.caller import Actor
from jide.drafts import learning
from jide.drafts.attempts import Desk, reason_of
from jide.drafts.backlog import Backlog
from jide.drafts.learning import Extract, Pass
from jide.drafts.uptake import Uptake
from jide.errors import JideError, LeaseLost, Misconfigured, RedisAway, Unavailable
from jide.health.watch import Watch
from jide.infra import leases, logs, metrics, sequencer
from jide.infra.deps import Deps, new_id
from jide.infra.leases import Lease
from jide.infra.postgres import Database
from jide.infra.redis import connect
from jide.namespace import BUCKETS
from jide.sessions import outbox
from jide.sessions.wake import Wake
from jide.settings import Settings

VISITS = 8
"""Visits to buckets in one step; then it is heard which others were announced meanwhile, and the sweep has its turn."""

VISIT_SECONDS = 0.5
"""Nor do a step's visits take longer than this."""

TRIM_SECONDS = 30.0
"""How often passed deadlines are trimmed in Redis."""

_TIMED_OUT = frozenset({"57014", "55P03"})
"""A statement that was given up, or a lock that was not to be had: that piece of work's own, for others go on."""


class Worker:
    """One worker: what it holds, and single steps that a loop, or a test, drives."""

    def __init__(
        self,
        deps: Deps,
        *,
        owner: str,
        extract: Extract = learning.by_rules,
        monotonic: Callable[[], float] = time.monotonic,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.deps = deps
        self.owner = owner
        self.held: dict[int, Lease] = {}
        self._extract = extract
        self._monotonic = monotonic
        self._stopped = stopped
        self._renew_at = self._lost_at = self._trim_at = 0.0
        self._heir = True  # what a dead worker of this name held need not run out first
        self._chained = ""  # where the walk of the audit's sequencer goes on
        self._due: OrderedDict[int, None] = OrderedDict()  # buckets in the order of their turns
        desk = Desk(deps=deps, lend=self._lend, lose=self._lose)
        self._uptake = Uptake(desk)
        self._backlog = Backlog(desk, self._uptake.waits)

    @property
    def tenant(self) -> str:
        """Where the walk over the tenants goes on; '' is the start."""
        return self._backlog.tenant

    @tenant.setter
    def tenant(self, after: str) -> None:
        self._backlog.tenant = after

    @property
    def behind(self) -> bool:
        """Whether the last sweep left something in the archive that waits."""
        return self._backlog.behind

    # --- leases -------------------------------------------------------------------------

    def keep(self) -> None:
        """Renew the leases and take a fair share, when a third of their time has passed, or somebody's ran out."""
        now = self._monotonic()
        if now < self._renew_at:
            return
        if now >= self._lost_at:
            self.held = {}
        if self._heir:
            leases.release(self.deps.database, self.owner, range(BUCKETS))
            self._heir = False
        seconds = self.deps.settings.lease_seconds
        self.held = leases.balance(self.deps.database, self.owner, seconds)
        metrics.BUCKETS_HELD.set(len(self.held))
        self._lost_at = now + seconds
        self._renew_at = now + min(seconds / 3, leases.soonest_end(self.deps.database, self.owner))

    def rests(self) -> float:
        """Seconds until the leases want to be renewed."""
        return max(0.0, self._renew_at - self._monotonic())

    def release(self) -> None:
        """Give all buckets back."""
        leases.release(self.deps.database, self.owner, self.held)
        self.held = {}
        metrics.BUCKETS_HELD.set(0)

    def _lose(self, bucket: int) -> None:
        self.held.pop(bucket, None)
        metrics.LEASES_LOST.inc()

    def _lend(self, bucket: int) -> Pass | None:
        """The means to work in a bucket; None where it is not held, or when the worker is to stop."""
        if self._stopped():
            return None
        self.keep()
        if bucket not in self.held:
            return None
        actor = Actor(role="worker", actor_id=self.owner)
        return Pass(deps=self.deps, actor=actor, lease=self.held[bucket], extract=self._extract, tried=tried)

    # --- steps --------------------------------------------------------------------------

    def step(self, woken: Iterable[int], *, sweep: bool) -> set[int]:
        """Work on the buckets that were announced - all, in a sweep; the buckets that want to be taken up again."""
        self.keep()
        away: RedisAway | None = None
        fresh = set(woken)
        if sweep:
            try:
                fresh |= self._survey()
            except RedisAway as error:
                away = error  # what was archived meanwhile is learned all the same
        self._queue(fresh & self.held.keys())
        if away is None:
            self._visit()
        if sweep:
            self._sweep()
        if away is not None:
            raise away
        return set(self._due)

    def _queue(self, fresh: set[int]) -> None:
        """Who was not waiting comes first, for those that wait already have more than a turn holds."""
        for bucket in sorted(fresh - self._due.keys(), reverse=True):
            self._due[bucket] = None
            self._due.move_to_end(bucket, last=False)

    def _visit(self) -> None:
        """Give buckets their turns; those that have more to do come again, after the others."""
        again = []
        over = self._monotonic() + VISIT_SECONDS
        for _ in range(max(VISITS, len(self._due) // 4)):
            if not self._due or self._stopped():
                break
            bucket, _ = self._due.popitem(last=False)
            try:
                if self._try(bucket):
                    again.append(bucket)
            except Unavailable:
                self._due[bucket] = None
                raise
            if self._monotonic() > over:
                break
        self._due.update(dict.fromkeys(again))

    def _try(self, bucket: int) -> bool:
        """`empty`, without letting one bad bucket stop the others."""
        try:
            return self._uptake.empty(bucket)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # as above: an outbox that cannot be read is one bucket's trouble
            logs.log.warning("worker.bucket_failed", bucket=bucket, reason=reason_of(error))
            return False

    # --- the sweep ----------------------------------------------------------------------

    def _survey(self) -> set[int]:
        """The held buckets in which something waits, with how much and how long for the metrics."""
        held = sorted(self.held)
        lengths = outbox.waiting(self.deps.redis, held)
        self._uptake.forget_others(lengths)
        metrics.OUTBOX_ENTRIES.set(sum(lengths.values()))
        metrics.OUTBOX_OLDEST.set(outbox.oldest_seconds(self.deps.redis, sorted(lengths)))
        now = self._monotonic()
        if now >= self._trim_at:
            # The archive knows the deadlines too.
            self._trim_at = now + TRIM_SECONDS
            outbox.trim_deadlines(self.deps.redis, held)
        return set(lengths)

    def _sweep(self) -> None:
        """What is looked after beside the outboxes."""
        self._chained = sequencer.chain_all(self.deps.database, clock=self.deps.clock, after=self._chained)
        self.backstop()

    def backstop(self) -> None:
        """Look through some tenants for messages and sessions that no outbox announces, and for work to try again."""
        self._backlog.walk()


def tried(task: Callable[[], None]) -> Exception | None:
    """Do a piece of work; its error, where it is its own: not that a store is away, nor that the lease is lost."""
    try:
        task()
    except LeaseLost:
        raise
    except Unavailable as error:
        if getattr(error.__cause__, "pgcode", None) not in _TIMED_OUT:
            raise
        return error
    except Exception as error:  # noqa: BLE001  # one bad message must not stop the others
        return error
    return None


def serve(
    worker: Worker, wake: Wake, stop: threading.Event, *, poll: float, look: Callable[[], None] = lambda: None
) -> None:
    """Drive `worker` until `stop`; when a store is away, wait a little longer each time and go on.

    look    is called before each sweep, so that a store away, which ends the step, is seen: health's eye
    """
    pause, again, sweep_at = 0.0, set[int](), 0.0
    while not stop.is_set():
        woken = wake.take(0.0 if again else max(0.0, min(0.5, worker.rests(), sweep_at - time.monotonic())))
        sweep = time.monotonic() >= sweep_at
        if sweep:
            sweep_at = time.monotonic() + poll
        try:
            if sweep:
                look()
            again = worker.step(woken | again, sweep=sweep)
            pause = 0.0
            if sweep and worker.behind:
                sweep_at = 0.0
        except Exception as error:  # noqa: BLE001  # the loop outlives whatever happens in a step
            logs.log.warning("worker.step_failed", reason=reason_of(error))
            pause, again = min(5.0, max(0.2, pause * 2)), set()
            stop.wait(pause)


def run(settings: Settings, *, stop: threading.Event, name: str = "") -> None:
    """Work until `stop` is set, finish the message in hand, then give the buckets back.

    name    takes over at once from the dead worker of that name; the caller vouches that it is dead
    """
    url = settings.worker_database_url or settings.database_url
    if url is None or settings.redis_url is None:
        raise Misconfigured("JIDE_DATABASE_URL (or JIDE_WORKER_DATABASE_URL) and JIDE_REDIS_URL are needed")
    logs.configure(settings.log_level)
    redis_url = settings.redis_url.get_secret_value()
    database = Database(url.get_secret_value(), size=2, statement_timeout=10_000, application="jide-worker")
    deps = Deps(settings=settings, database=database, redis=connect(redis_url))
    worker, wake = Worker(deps, owner=name or new_id(), stopped=stop.is_set), Wake()
    ear = threading.Thread(target=wake.listen, args=(lambda: connect(redis_url), stop), name="wake", daemon=True)
    ear.start()
    try:
        learning.warm_up(deps.clock())
        serve(worker, wake, stop, poll=settings.worker_poll_ms / 1000, look=Watch(deps).look)
    finally:
        with contextlib.suppress(JideError):  # leases run out by themselves
            worker.release()
        ear.join(timeout=2)
        database.close()
