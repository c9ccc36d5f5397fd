"""Taking up what the outbox announces: archived, learned from, sessions closed, what fails put aside."""

import contextlib
import time
from collections.abc import Container
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from psycopg2.extras import RealDictCursor

from jide.drafts import attempts, learning, work
from jide.drafts.attempts import Desk, reason_of
from jide.drafts.learning import ARCHIVE, DIED, MOST_ATTEMPTS, PARSE, Pass
from jide.errors import LeaseLost, MessageMismatch, RedisAway, Unavailable, Unreadable
from jide.infra import logs, metrics
from jide.namespace import Namespace
from jide.sessions import archive, outbox, store
from jide.sessions.message import Message
from jide.sessions.outbox import Fields, OutboxEntry, Turns

TURN = 16
"""Outbox entries taken up at a time; then the other buckets have their turn."""

TURN_SECONDS = 0.2
"""Nor is a turn longer than this: behind many of them, somebody who has just spoken is heard within about a second."""

CATCH_UP = 16
"""Earlier messages of a user that are learned from before the one in hand, at a time."""


class _Outcome(Enum):
    DONE = auto()  # it may leave the outbox
    GONE = auto()  # it has left the outbox
    LATER = auto()  # its user is being caught up with
    STUCK = auto()  # it failed, and the user's next ones wait for it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """One entry in hand; `begun` counts the attempts at it, this one included."""

    run: Pass
    bucket: int
    entry_id: bytes
    fields: Fields
    begun: int


class Uptake:
    """Works through the outboxes of the buckets that are held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._turns: dict[int, tuple[int, Turns]] = {}

    def waits(self, ns: Namespace) -> bool:
        """Whether the outbox holds something of this user, as far as is known."""
        _, turns = self._turns.get(ns.bucket, (0, None))
        return turns is not None and turns.waits(ns)

    def forget_others(self, buckets: Container[int]) -> None:
        """Nothing waits in other buckets than these: what was known of them is no more, as after Redis lost it."""
        for bucket in [known for known in self._turns if known not in buckets]:
            del self._turns[bucket]

    def empty(self, bucket: int) -> bool:
        """Take up what waits in one bucket, its users in turn; whether there is more to do at once."""
        run = self._desk.lend(bucket)
        if run is None:
            self._turns.pop(bucket, None)
            return False
        turns = self._turns_of(bucket, run)
        turns.look(self._desk.deps.redis)
        finished: list[bytes] = []
        try:
            moved = self._take_turns(bucket, turns, finished)
        except LeaseLost:
            self._desk.lose(bucket)
            return False
        finally:
            if finished:
                outbox.ack(self._desk.deps.redis, bucket, finished)
        return moved and bool(turns)

    def _turns_of(self, bucket: int, run: Pass) -> Turns:
        """Who waits there, known anew after every change of hands."""
        fence = run.lease.fence if run.lease else 0
        known = self._turns.get(bucket)
        if known is None or known[0] != fence:
            known = self._turns[bucket] = (fence, Turns(bucket))
        return known[1]

    def _take_turns(self, bucket: int, turns: Turns, finished: list[bytes]) -> bool:
        """One turn; the entries to take out of the outbox are added to `finished`. Whether any moved on."""
        stuck: set[bytes] = set()
        moved, over = False, time.monotonic() + TURN_SECONDS
        for owner, entry_id, fields in turns.take(self._desk.deps.redis, TURN):
            # The later messages of a user wait for the earlier; other users' do not.
            if owner in stuck:
                continue
            run = self._desk.lend(bucket)
            if run is None:
                break
            outcome = self._take_up(run, bucket, entry_id, fields)
            if outcome in {_Outcome.DONE, _Outcome.GONE}:
                turns.forget(owner, entry_id)
            else:
                stuck.add(owner)
            if outcome is _Outcome.DONE:
                finished.append(entry_id)
            moved = moved or outcome is not _Outcome.STUCK
            if time.monotonic() > over:
                break
        return moved

    def _take_up(self, run: Pass, bucket: int, entry_id: bytes, fields: Fields) -> _Outcome:
        """Make an attempt at one entry, counted before it begins; not counted where a store was away."""
        redis = self._desk.deps.redis
        job = _Job(
            run=run, bucket=bucket, entry_id=entry_id, fields=fields, begun=outbox.begin(redis, bucket, entry_id)
        )
        try:
            entry = outbox.parse(entry_id, fields)
            return self._close(job, entry) if entry.message is None else self._learn(job, entry, entry.message)
        except Unreadable as error:
            metrics.FAILED_ATTEMPTS.labels(PARSE).inc()
            return self._set_aside(job, PARSE, outbox.fingerprint(fields), f"Unreadable:{error.data['kind']}")
        except (LeaseLost, Unavailable):
            with contextlib.suppress(RedisAway):
                outbox.spare(redis, bucket, entry_id)
            raise

    def _close(self, job: _Job, entry: OutboxEntry) -> _Outcome:
        """The end of a session; where one of its messages still waits, the sweep closes it after that."""
        with learning.writing(job.run, entry.namespace) as cursor:
            archive.end_session(cursor, entry.namespace, entry.session_id)
            self._resolve(job, cursor, entry)
        closed = attempts.close(self._desk, job.run, entry.namespace, entry.session_id)
        return _Outcome.DONE if closed else _Outcome.STUCK

    def _learn(self, job: _Job, entry: OutboxEntry, message: Message) -> _Outcome:
        if job.begun > MOST_ATTEMPTS and not self._is_archived(entry, message):
            return self._set_aside(job, ARCHIVE, message.message_id, DIED)
        earlier: list[dict[str, str]] = []
        error = attempts.timed(job.run, ARCHIVE, lambda: earlier.extend(self._archive(job, entry, message)))
        if error is not None:
            logs.log.warning("message.failed", bucket=job.bucket, reason=reason_of(error), stage=ARCHIVE)
            # The archive will never take other content under an id that it knows.
            if isinstance(error, MessageMismatch) or job.begun >= MOST_ATTEMPTS:
                return self._set_aside(job, ARCHIVE, message.message_id, reason_of(error))
            return _Outcome.STUCK
        if message.role != "user":
            return _Outcome.DONE
        own = {"session_id": entry.session_id, "message_id": message.message_id}
        for row in earlier if len(earlier) >= CATCH_UP else (*earlier, own):
            if not attempts.learn(self._desk, job.run, entry.namespace, row["session_id"], row["message_id"]):
                return _Outcome.STUCK
        return _Outcome.LATER if len(earlier) >= CATCH_UP else _Outcome.DONE

    def _archive(self, job: _Job, entry: OutboxEntry, message: Message) -> list[dict[str, str]]:
        """Archive one message; what its user said before it and is still to be learned from."""
        ns, raised = entry.namespace, None
        with learning.writing(job.run, ns) as cursor:
            raised = archive.insert_entry(cursor, entry).raised
            self._resolve(job, cursor, entry)
            earlier = work.read_earlier(cursor, ns, entry.session_id, message.message_id, CATCH_UP)
        metrics.ARCHIVED.inc()
        if raised is not None:
            metrics.COUNTER_WENT_BACK.inc()
            epoch, floor = raised
            store.raise_epoch(self._desk.deps.redis, ns, entry.session_id, epoch=epoch, floor=floor)
        return earlier

    def _is_archived(self, entry: OutboxEntry, message: Message) -> bool:
        with self._desk.deps.database.transaction("worker", entry.namespace) as cursor:
            state = archive.read_message_state(cursor, entry.namespace, entry.session_id, message.message_id)
        return state is not None

    def _resolve(self, job: _Job, cursor: RealDictCursor, entry: OutboxEntry) -> None:
        """What was put aside once, and came back, is understood and archived now."""
        if entry.letter_id:
            work.resolve_letter(cursor, entry.namespace, entry.letter_id, job.run.deps.clock())

    def _set_aside(self, job: _Job, stage: str, message_id: str, reason: str) -> _Outcome:
        """Write the dead letter, then put the entry aside with all it holds: it leaves the outbox and is not lost."""
        who = outbox.whose(job.fields)
        error = who and job.run.tried(partial(self._write_letter, job, who, stage, message_id, reason))
        if who is None or error is not None:  # it names nobody of whom there could be a letter
            metrics.DEAD_LETTERS.labels(stage).inc()
        logs.log.warning(
            "message.put_aside", bucket=job.bucket, stage=stage, reason=reason, entry=job.entry_id.decode(),
            letter=reason_of(error) if error else "written" if who else "none",
        )  # fmt: skip
        ns, session_id = who or (None, "")
        name = parked_name(stage, ns, session_id, message_id)
        outbox.park(self._desk.deps.redis, job.bucket, job.entry_id, name)
        return _Outcome.GONE

    def _write_letter(
        self, job: _Job, who: tuple[Namespace, str], stage: str, message_id: str, reason: str
    ) -> None:  # fmt: skip
        ns, session_id = who
        with learning.writing(job.run, ns) as cursor:
            learning.put_aside(
                job.run, cursor, ns, session_id, message_id, stage=stage, reason=reason, attempts=job.begun
            )  # fmt: skip


def parked_name(stage: str, ns: Namespace | None, session_id: str, message_id: str) -> str:
    """The name under which an entry is put aside, made of what its dead letter says too."""
    member = ns.session_keys(session_id).member if ns else ""
    return f"{stage}:{member}:{message_id}"
