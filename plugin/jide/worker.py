"""The worker: takes its share of the buckets, archives what is appended, learns from it, closes sessions.

Order per user is kept, for all of a user's sessions share a bucket and a bucket has one worker at a time. Every effect
is idempotent, so that any step may be cut off and run again. The sweep finds whatever a lost wake-up left behind.
"""

import contextlib
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

import redis

from jide.caller import Actor
from jide.drafts import learning
from jide.drafts import store as work
from jide.drafts.learning import Extract, Pass
from jide.errors import JideError, LeaseLost, MessageMismatch, Misconfigured, RedisAway, Unavailable
from jide.infra import idempotency, leases, logs, metrics
from jide.infra.deps import Deps, new_id
from jide.infra.leases import Lease
from jide.infra.postgres import Database
from jide.infra.redis import connect
from jide.namespace import BUCKETS, Namespace
from jide.sessions import archive, store
from jide.sessions.store import OutboxEntry
from jide.settings import Settings

BATCH = 64
"""Outbox entries read at a time; then the other buckets have their turn."""

TENANTS_PER_SWEEP = 64
"""Tenants whose backlog is looked at in one sweep; the next sweep goes on from there."""

BACKLOG_AGE = 2.0
"""Seconds after which a queued message is looked for in the archive instead of the outbox."""

TIDY_EVERY = timedelta(hours=1)
"""How often the stored replies of a tenant are looked through for old ones."""

TRIM_SECONDS = 30.0
"""How often passed deadlines are trimmed in Redis."""


class Wake:
    """Buckets that were announced since they were last taken; filled by its own thread and connection."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._buckets: set[int] = set()

    def add(self, buckets: Iterable[int]) -> None:
        """Announce buckets."""
        with self._changed:
            self._buckets.update(buckets)
            self._changed.notify()

    def take(self, timeout: float) -> set[int]:
        """The announced buckets, after at most `timeout` seconds."""
        with self._changed:
            if not self._buckets and timeout > 0:
                self._changed.wait(timeout)
            taken, self._buckets = self._buckets, set()
        return taken

    def listen(self, connect: Callable[[], Any], stop: threading.Event) -> None:
        """Subscribe until `stop`; what is announced while Redis is away, the sweep finds."""
        while not stop.is_set():
            with contextlib.suppress(redis.RedisError, RedisAway, OSError):
                self._subscribe(connect, stop)
            stop.wait(0.5)

    def _subscribe(self, connect: Callable[[], Any], stop: threading.Event) -> None:
        client = connect()
        pubsub = client.pubsub(ignore_subscribe_messages=True)
        with contextlib.closing(client), contextlib.closing(pubsub) as channel:
            channel.subscribe(store.WAKE)
            while not stop.is_set():
                message = channel.get_message(timeout=0.2)
                if message is not None and message["data"].isdigit():
                    self.add([int(message["data"])])


class Worker:
    """One worker: what it holds, and single steps that a loop, or a test, drives."""

    def __init__(
        self,
        deps: Deps,
        *,
        owner: str,
        extract: Extract = learning.by_rules,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.deps = deps
        self.owner = owner
        self.held: dict[int, Lease] = {}
        self._extract = extract
        self._monotonic = monotonic
        self._renew_at = self._lost_at = self._trim_at = 0.0
        self.tenant = ""  # where the walk over the tenants goes on; '' is the start
        self._busy: set[int] = set()
        self._heir = True  # what a dead worker of this name held need not run out first
        self._parked: defaultdict[int, set[bytes]] = defaultdict(set)
        self._failures: Counter[str] = Counter()
        self._tidy_at: dict[str, datetime] = {}

    # --- leases -------------------------------------------------------------------------

    def keep(self) -> None:
        """Renew the leases and take a fair share, when a third of their time has passed."""
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
        self._renew_at, self._lost_at = now + seconds / 3, now + seconds

    def rests(self) -> float:
        """Seconds until the leases want to be renewed."""
        return max(0.0, self._renew_at - self._monotonic())

    def release(self) -> None:
        """Give all buckets back."""
        leases.release(self.deps.database, self.owner, self.held)
        self.held = {}

    def _lose(self, bucket: int) -> None:
        self.held.pop(bucket, None)
        metrics.LEASES_LOST.inc()

    def _pass(self, bucket: int) -> Pass:
        actor = Actor(role="worker", actor_id=self.owner)
        return Pass(deps=self.deps, actor=actor, lease=self.held[bucket], extract=self._extract)

    # --- the outbox ---------------------------------------------------------------------

    def step(self, woken: Iterable[int], *, sweep: bool) -> set[int]:
        """Work on the buckets that were announced - all, in a sweep; the buckets that want to be taken up again."""
        self.keep()
        due, away = set(woken) & self.held.keys(), None
        if sweep:
            try:
                due |= store.waiting(self.deps.redis, sorted(self.held))
                self._trim()
            except RedisAway as error:
                away = error  # what was archived meanwhile is learned all the same
        again = {bucket for bucket in sorted(due) if self._try(bucket)}
        if sweep:
            self.backstop()
        if away is not None:
            raise away
        return again

    def _try(self, bucket: int) -> bool:
        """`empty`, without letting one bad bucket stop the others."""
        try:
            return self.empty(bucket)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # as above: an outbox that cannot be read is one bucket's trouble
            logs.log.warning("worker.bucket_failed", bucket=bucket, reason=_reason(error))
            return False

    def empty(self, bucket: int) -> bool:
        """Take up what waits in one bucket, in order; whether there is more at once."""
        entries = store.read_outbox(self.deps.redis, bucket, BATCH + len(self._parked[bucket]))
        entries = [entry for entry in entries if entry.entry_id not in self._parked[bucket]]
        finished: list[bytes] = []
        stuck: set[Namespace] = set()
        try:
            for entry in entries:
                self.keep()
                if bucket not in self.held:
                    break
                # The later messages of a user wait for the earlier; other users' do not.
                if entry.namespace in stuck:
                    continue
                if self._take_up(bucket, entry):
                    finished.append(entry.entry_id)
                elif entry.entry_id not in self._parked[bucket]:
                    stuck.add(entry.namespace)
        except LeaseLost:
            self._lose(bucket)
        finally:
            if finished:
                store.ack_outbox(self.deps.redis, bucket, finished)
        more = len(entries) >= BATCH
        (self._busy.add if stuck or more else self._busy.discard)(bucket)
        return more and bool(finished)

    def _take_up(self, bucket: int, entry: OutboxEntry) -> bool:
        """Archive and learn one entry; whether it is finished and may leave the outbox."""
        run = self._pass(bucket)
        archived = False
        try:
            if entry.message is None:
                learning.close(run, entry.namespace, entry.session_id)
                return True
            archived = self._archive(run, entry)
            if entry.message.role == "user":
                learning.learn(run, entry.namespace, entry.session_id, entry.message.message_id)
        except (LeaseLost, Unavailable):
            raise
        except MessageMismatch as error:
            # The archive holds other content under this id, and what is archived stands.
            logs.log.warning("message.refused", bucket=bucket, reason=_reason(error), stage="archive")
            return True
        except Exception as error:  # noqa: BLE001  # one bad message must not stop the others
            return self._failed(run, bucket, entry, error, archived=archived)
        return True

    def _archive(self, run: Pass, entry: OutboxEntry) -> bool:
        with self.deps.database.transaction("worker", entry.namespace) as cursor:
            archived = archive.insert_entry(cursor, entry)
        metrics.ARCHIVED.inc()
        if archived.raised is not None:
            metrics.COUNTER_WENT_BACK.inc()
            epoch, floor = archived.raised
            store.raise_epoch(self.deps.redis, entry.namespace, entry.session_id, epoch=epoch, floor=floor)
        return True

    def _failed(self, run: Pass, bucket: int, entry: OutboxEntry, error: Exception, *, archived: bool) -> bool:
        """Count a failure; whether the entry is given up. What cannot be archived is parked, never dropped."""
        reason = _reason(error)
        logs.log.warning("message.failed", bucket=bucket, reason=reason, stage="extract" if archived else "archive")
        if archived and entry.message is not None:
            return learning.fail(
                run, entry.namespace, entry.session_id, entry.message.message_id, stage="extract", reason=reason
            )
        name = f"{bucket}:{entry.entry_id!r}"
        self._failures[name] += 1
        if self._failures[name] < learning.MOST_ATTEMPTS:
            return False
        del self._failures[name]
        if entry.message is None:
            return True  # the sweep finds sessions that want closing
        self._parked[bucket].add(entry.entry_id)
        return False

    # --- the archive --------------------------------------------------------------------

    def backstop(self) -> None:
        """Look through some tenants for messages and sessions that no outbox announces."""
        with self.deps.database.transaction("system", _NO_TENANT) as cursor:
            tenants = work.list_tenants(cursor, self.tenant, TENANTS_PER_SWEEP)
        self.tenant = tenants[-1] if len(tenants) == TENANTS_PER_SWEEP else ""
        for tenant in tenants:
            self._look_through(Namespace(tenant_id=tenant))

    def _look_through(self, tenant: Namespace) -> None:
        now = self.deps.clock()
        with self.deps.database.transaction("system", tenant) as cursor:
            messages = work.waiting_messages(cursor, tenant, BACKLOG_AGE, BATCH)
            sessions = work.waiting_sessions(cursor, tenant, now, BATCH)
            if now >= self._tidy_at.get(tenant.tenant_id, now):
                idempotency.forget_old(cursor, tenant)
                self._tidy_at[tenant.tenant_id] = now + TIDY_EVERY
        stuck: set[str] = set()
        for row in messages:
            if row["user_id"] not in stuck and not self._learn(tenant, row):
                stuck.add(row["user_id"])
        for row in sessions:
            if row["user_id"] not in stuck:
                self._close(tenant, row)

    def _mine(self, ns: Namespace) -> Pass | None:
        """The means to work for a user, if the bucket is held and its outbox is not itself at work on something."""
        self.keep()
        return self._pass(ns.bucket) if ns.bucket in self.held and ns.bucket not in self._busy else None

    def _learn(self, tenant: Namespace, row: dict[str, str]) -> bool:
        ns = Namespace(tenant_id=tenant.tenant_id, user_id=row["user_id"])
        run = self._mine(ns)
        if run is None:
            return False
        try:
            learning.learn(run, ns, row["session_id"], row["message_id"])
        except LeaseLost:
            self._lose(ns.bucket)
            return False
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # one bad message must not stop the others
            reason = _reason(error)
            logs.log.warning("message.failed", bucket=ns.bucket, reason=reason, stage="extract")
            return learning.fail(run, ns, row["session_id"], row["message_id"], stage="extract", reason=reason)
        return True

    def _close(self, tenant: Namespace, row: dict[str, str]) -> None:
        ns = Namespace(tenant_id=tenant.tenant_id, user_id=row["user_id"])
        run = self._mine(ns)
        if run is None:
            return
        name = f"{ns.tenant_id}\0{ns.user_id}\0{row['session_id']}"
        try:
            learning.close(run, ns, row["session_id"])
            self._failures.pop(name, None)
        except LeaseLost:
            self._lose(ns.bucket)
        except Unavailable:
            raise
        except Exception as error:  # noqa: BLE001  # one bad session must not stop the others
            self._failures[name] += 1
            logs.log.warning("message.failed", bucket=ns.bucket, reason=_reason(error), stage="close")
            if self._failures[name] >= learning.MOST_ATTEMPTS:
                del self._failures[name]
                learning.give_up(run, ns, row["session_id"], reason=_reason(error))

    def _trim(self) -> None:
        """Forget passed deadlines in Redis, now and then: the archive knows them too."""
        now = self._monotonic()
        if now < self._trim_at:
            return
        self._trim_at = now + TRIM_SECONDS
        store.trim_deadlines(self.deps.redis, sorted(self.held))


def _reason(error: Exception) -> str:
    """The kind of an error, without any of its values."""
    code = getattr(error, "code", None) or getattr(error, "pgcode", None)
    return f"{type(error).__name__}:{code}" if code else type(error).__name__


_NO_TENANT = Namespace(tenant_id="service")


def serve(worker: Worker, wake: Wake, stop: threading.Event, *, poll: float) -> None:
    """Drive `worker` until `stop`; when a store is away, wait a little longer each time and go on."""
    pause, again, sweep_at = 0.0, set[int](), 0.0
    while not stop.is_set():
        woken = wake.take(0.0 if again else max(0.0, min(0.5, worker.rests(), sweep_at - time.monotonic())))
        sweep = time.monotonic() >= sweep_at
        if sweep:
            sweep_at = time.monotonic() + poll
        try:
            again = worker.step(woken | again, sweep=sweep)
            pause = 0.0
        except Exception as error:  # noqa: BLE001  # the loop outlives whatever happens in a step
            logs.log.warning("worker.step_failed", reason=_reason(error))
            pause, again = min(5.0, max(0.2, pause * 2)), set()
            stop.wait(pause)


def run(settings: Settings, *, stop: threading.Event, name: str = "") -> None:
    """Work until `stop` is set, then give the buckets back.

    name    takes over at once from the dead worker of that name; the caller vouches that it is dead
    """
    url = settings.worker_database_url or settings.database_url
    if url is None or settings.redis_url is None:
        raise Misconfigured("JIDE_DATABASE_URL (or JIDE_WORKER_DATABASE_URL) and JIDE_REDIS_URL are needed")
    logs.configure(settings.log_level)
    redis_url = settings.redis_url.get_secret_value()
    database = Database(url.get_secret_value(), size=2, statement_timeout=10_000, application="jide-worker")
    deps = Deps(settings=settings, database=database, redis=connect(redis_url))
    worker, wake = Worker(deps, owner=name or new_id()), Wake()
    ear = threading.Thread(target=wake.listen, args=(lambda: connect(redis_url), stop), name="wake", daemon=True)
    ear.start()
    try:
        learning.warm_up(deps.clock())
        serve(worker, wake, stop, poll=settings.worker_poll_ms / 1000)
    finally:
        with contextlib.suppress(JideError):  # leases run out by themselves
            worker.release()
        ear.join(timeout=2)
        database.close()
