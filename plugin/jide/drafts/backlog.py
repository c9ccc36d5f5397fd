"""The backlog: messages and sessions that no outbox announces, and work to try again, found in PostgreSQL."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from jide.drafts import attempts, learning, work
from jide.drafts.attempts import Desk
from jide.drafts.learning import CLOSE, EXTRACT, Pass
from jide.drafts.uptake import parked_name
from jide.errors import LeaseLost, RedisAway
from jide.infra import idempotency, metrics
from jide.namespace import Namespace
from jide.sessions import archive, outbox

TENANTS = 64
"""Tenants that one walk looks at; the next goes on from there."""

USERS = 64
"""Users of a tenant whose backlog is looked at in one walk, and its sessions and letters too."""

TURN = 16
"""Messages of one user that are learned from before it is the next one's turn."""

MOST = 256
"""Messages of the backlog in one walk: live ones wait no longer than these take."""

AGE = 2.0
"""Seconds after which a queued message is looked for in the archive instead of the outbox."""

TIDY_EVERY = timedelta(hours=1)
"""How often the stored replies of a tenant are looked through for old ones."""

GONE = "Gone"
"""The reason of a letter that cannot be tried again: what was put aside is nowhere any more."""

_NO_TENANT = Namespace(tenant_id="service")


class Backlog:
    """A walk over the tenants, some at a time."""

    def __init__(self, desk: Desk, announced: Callable[[Namespace], bool]) -> None:
        """`announced`: whether the outbox holds something of a user, so that the user's turn comes there."""
        self.tenant = ""
        """Where the next walk goes on; '' is the start."""
        self.behind = False
        """Whether the last walk left something that waits."""
        self._desk = desk
        self._announced = announced
        self._user: dict[str, str] = {}  # where the next look at each tenant's users goes on
        self._tidy_at: dict[str, datetime] = {}
        self._counting = 0

    def walk(self) -> None:
        """Look through some tenants."""
        with self._desk.deps.database.transaction("system", _NO_TENANT) as cursor:
            tenants = work.list_tenants(cursor, self.tenant, TENANTS)
        if not self.tenant:
            self._counting = 0
        learned, self.behind = 0, False
        for tenant in tenants:
            learned += self._look_through(Namespace(tenant_id=tenant))
            if learned >= MOST:
                self.tenant = tenant
                return
        self.tenant = tenants[-1] if len(tenants) == TENANTS else ""
        if not self.tenant:
            metrics.QUEUED_MESSAGES.set(self._counting)

    def _look_through(self, tenant: Namespace) -> int:
        """How many messages of this tenant were learned from."""
        now, after = self._desk.deps.clock(), self._user.get(tenant.tenant_id, "")
        with self._desk.deps.database.transaction("system", tenant) as cursor:
            letters = work.list_requested(cursor, tenant, USERS)
            users = work.waiting_users(cursor, tenant, age=AGE, after=after, limit=USERS)
            sessions = work.waiting_sessions(cursor, tenant, now, USERS)
            self._counting += work.waiting_count(cursor, tenant)
            if now >= self._tidy_at.get(tenant.tenant_id, now):
                idempotency.forget_old(cursor, tenant)
                self._tidy_at[tenant.tenant_id] = now + TIDY_EVERY
        self._user[tenant.tenant_id] = users[-1] if len(users) == USERS else ""
        for letter in letters:
            self._retry(_of(tenant, letter["user_id"]), letter)
        users += [letter["user_id"] for letter in letters if letter["user_id"] not in users]
        learned, stuck = 0, set[str]()
        for user_id in users:
            caught_up, number = self._catch_up(_of(tenant, user_id))
            learned += number
            if not caught_up:
                stuck.add(user_id)
        for row in sessions:
            if row["user_id"] not in stuck:
                self._close(_of(tenant, row["user_id"]), row["session_id"])
        return learned

    def _mine(self, ns: Namespace) -> Pass | None:
        """The means to work for a user, if the bucket is held and the user's turn does not come in its outbox."""
        run = self._desk.lend(ns.bucket)
        return None if run is None or self._announced(ns) else run

    def _catch_up(self, ns: Namespace) -> tuple[bool, int]:
        """Learn from what waits of a user, in order; whether nothing stands in the way now, and from how many."""
        if self._mine(ns) is None:
            return False, 0
        with self._desk.deps.database.transaction("worker", ns) as cursor:
            rows = work.read_queue(cursor, ns, age=AGE, limit=TURN)
        for number, row in enumerate(rows):
            run = self._mine(ns)
            if run is None or not self._learn(run, ns, row):
                return False, number
        self.behind = self.behind or len(rows) == TURN
        return True, len(rows)

    def _learn(self, run: Pass, ns: Namespace, row: dict[str, str]) -> bool:
        try:
            return attempts.learn(self._desk, run, ns, row["session_id"], row["message_id"])
        except LeaseLost:
            self._desk.lose(ns.bucket)
            return False

    def _close(self, ns: Namespace, session_id: str) -> None:
        run = self._mine(ns)
        if run is None:
            return
        try:
            attempts.close(self._desk, run, ns, session_id)
        except LeaseLost:
            self._desk.lose(ns.bucket)

    # --- dead letters -------------------------------------------------------------------

    def _retry(self, ns: Namespace, letter: dict[str, Any]) -> None:
        """Bring what was put aside back to where it failed, or note that it has succeeded since."""
        run = self._desk.lend(ns.bucket)
        if run is None:
            return
        again = {EXTRACT: self._extract_again, CLOSE: self._close_again}.get(letter["stage"], self._put_back)
        try:
            again(run, ns, letter)
        except LeaseLost:
            self._desk.lose(ns.bucket)
        except RedisAway:
            metrics.DEGRADED.labels("redis").inc()  # the letter stays asked for; the rest of the walk needs no Redis

    def _extract_again(self, run: Pass, ns: Namespace, letter: dict[str, Any]) -> None:
        with learning.writing(run, ns) as cursor:
            state = archive.read_message_state(cursor, ns, letter["session_id"], letter["message_id"])
            if state == "failed":
                work.requeue(cursor, ns, letter["session_id"], letter["message_id"])
                work.begin_letter(cursor, ns, letter["dead_letter_id"])
            elif state != "queued":
                work.resolve_letter(cursor, ns, letter["dead_letter_id"], run.deps.clock())

    def _close_again(self, run: Pass, ns: Namespace, letter: dict[str, Any]) -> None:
        with learning.writing(run, ns) as cursor:
            session = work.read_session(cursor, ns, letter["session_id"])
            if session is not None and session["state"] != "closed":
                return
            if session is None or work.has_begun(cursor, ns, letter["dead_letter_id"]):
                work.resolve_letter(cursor, ns, letter["dead_letter_id"], run.deps.clock())
                return
            work.reopen_session(cursor, ns, letter["session_id"])
            work.begin_letter(cursor, ns, letter["dead_letter_id"])

    def _put_back(self, run: Pass, ns: Namespace, letter: dict[str, Any]) -> None:
        """What never came as far as the archive goes to the end of its outbox, which it left.

        Where it is not put aside any more, it is on its way through the outbox, or archived, or lost with Redis.
        """
        redis, letter_id = run.deps.redis, letter["dead_letter_id"]
        name = parked_name(letter["stage"], ns, letter["session_id"], letter["message_id"])
        back = outbox.unpark(redis, ns.bucket, name, letter_id)
        on_its_way = not back and bool(outbox.waiting(redis, [ns.bucket]))
        with learning.writing(run, ns) as cursor:
            if back:
                work.begin_letter(cursor, ns, letter_id)
            elif archive.read_message_state(cursor, ns, letter["session_id"], letter["message_id"]) is not None:
                work.resolve_letter(cursor, ns, letter_id, run.deps.clock())
            elif not on_its_way:
                work.refuse_letter(cursor, ns, letter_id, GONE)


def _of(tenant: Namespace, user_id: str) -> Namespace:
    return Namespace(tenant_id=tenant.tenant_id, user_id=user_id)
