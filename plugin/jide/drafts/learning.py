"""The extraction passes: over one message, over a whole session when it ends, and what happens when one fails."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor
from jide.drafts import claims, gate, service, store, work
from jide.drafts.claims import Heard
from jide.errors import Invalid
from jide.infra import leases, metrics
from jide.infra.deps import Deps
from jide.infra.leases import Lease
from jide.infra.times import parse_time, stamp
from jide.namespace import Namespace
from jide.profiles import store as profiles
from jide.profiles.ucu import UCU
from jide.redact import Redacted, redact
from jide.sessions.intake import LATEST, check_time
from jide.sessions.message import DONE
from jide.settings import Settings
from jide.signals.extract import EXTRACTOR_VERSION, extract
from jide.signals.signal import Signal, Turn

CONTEXT_TURNS: Final = 12
"""Turns read for one message, itself included."""

SESSION_TURNS: Final = 400
"""Turns a closing pass reads at most."""

MOST_ATTEMPTS: Final = 5
"""Attempts after which a piece of work is put aside."""

PARSE: Final = "parse"
ARCHIVE: Final = "archive"
EXTRACT: Final = "extract"
CLOSE: Final = "close"
"""The stages at which work can fail: an outbox entry is read, archived, learned from; a session is closed."""

DIED: Final = "WorkerDied"
"""The reason of what was begun again and again and never came to an end, good or bad."""

DRY_RUN_SECONDS: Final = 2.0
"""Seconds of the processor that a dry run may take: the web process has other callers."""

Extract = Callable[[Sequence[Turn], Sequence[UCU], Collection[int], str], list[Signal]]


def by_rules(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
    """The extractor as it ships."""
    return extract(turns, active=active, indexes=indexes, zone=zone)


_FIRST: Final = (
    "不对，以后金额都用新加坡元，我在成都。",
    "No, that's wrong: I live in Leeds, and from now on use euros.",
)


def warm_up(now: datetime) -> None:
    """Let the patterns of both languages be compiled before the first message has to wait for it."""
    for text in _FIRST:
        extract([Turn(role="assistant", content=text, at=now), Turn(role="user", content=text, at=now)])


Tried = Callable[[Callable[[], None]], Exception | None]


def plainly(task: Callable[[], None]) -> Exception | None:
    """Do something, and let its error through."""
    task()
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Who runs the passes, with which extractor; `lease` is held in every transaction that writes.

    tried   does something and gives its error back, where it is one of that very piece of work
    """

    deps: Deps
    actor: Actor
    lease: Lease | None = None
    extract: Extract = by_rules
    version: str = EXTRACTOR_VERSION
    tried: Tried = plainly


@contextmanager
def writing(run: Pass, ns: Namespace) -> Iterator[RealDictCursor]:
    """A transaction in which the lease is held. Raises LeaseLost when another worker has the bucket now."""
    with run.deps.database.transaction("worker", ns) as cursor:
        if run.lease is not None:
            leases.hold(cursor, run.lease)
        yield cursor


def learn(run: Pass, ns: Namespace, session_id: str, message_id: str, *, again: bool = False) -> None:
    """Take one archived user message up, if nobody has; inference happens outside every transaction.

    again   the attempt before was cut off by no fault of the message, so that this one is not counted

    The attempt is counted before it begins: a message that ends its worker is put aside too, by the worker after the
    last that it ended. Raises LeaseLost, with nothing written, when another worker has the bucket now.
    """
    message = _begin(run, ns, session_id, message_id, again=again)
    if message is None:
        return
    now = run.deps.clock()
    speaks = _may_teach(message)
    with run.deps.database.transaction("worker", ns) as cursor:
        position = {"epoch": message["epoch"], "seq": message["seq"]}
        rows = work.read_turns(cursor, ns, session_id, **position, limit=CONTEXT_TURNS) if speaks else []
        active = profiles.read_active(cursor, ns, ["", message["project_id"]], now) if speaks else []
        tenant_zone = work.read_zone(cursor, ns)
    turns = [_turn(row) for row in rows]
    zone = claims.zone(message["metadata"], active, tenant_zone)
    signals = run.extract(turns, active, [len(turns) - 1], zone) if speaks else []
    service.settle(
        run.deps, ns, _heard(message, turns), signals, lease=run.lease, actor=run.actor, extractor=run.version
    )


def _begin(run: Pass, ns: Namespace, session_id: str, message_id: str, *, again: bool) -> dict[str, Any] | None:
    """Count the attempt, in a transaction of its own; None where there is nothing to do, or no attempt left."""
    with writing(run, ns) as cursor:
        message = work.begin_message(cursor, ns, session_id, message_id, count=0 if again else 1)
        if message is None or message["attempts"] <= MOST_ATTEMPTS:
            return message
        work.set_failed(cursor, ns, session_id, message_id)
        put_aside(run, cursor, ns, session_id, message_id, stage=EXTRACT, reason=DIED, attempts=MOST_ATTEMPTS)
    return None


def close(run: Pass, ns: Namespace, session_id: str, *, again: bool = False) -> bool:
    """The closing pass: read a session's user messages once more, each with the whole conversation around it.

    Only messages that had no effect yet may have one now, and against what was known when the session began; so a
    conversation is not taken for a correction of what it taught itself. What was put aside is left out. One message
    that fails does not keep the others from their pass; its error is raised when all had theirs. False when the
    session is not over, or one of its messages still waits. The pass is counted before it begins, as an attempt is.
    """
    now = run.deps.clock()
    session = _begin_close(run, ns, session_id, again=again)
    if session is None:
        return False
    with run.deps.database.transaction("worker", ns) as cursor:
        position = {"epoch": session["epoch"], "seq": session["max_seq"]}
        rows = work.read_turns(cursor, ns, session_id, **position, limit=SESSION_TURNS)
        effects = store.read_effects(cursor, ns, session_id)
        known = profiles.read_active(cursor, ns, ["", session["project_id"]], now)
        tenant_zone = work.read_zone(cursor, ns)
    known = [ucu for ucu in known if ucu.recorded_at < session["started_at"]]
    again_at = [n for n, row in enumerate(rows) if row["message_id"] not in effects and _may_teach(row)]
    _read_again(run, ns, rows, again_at, known, tenant_zone)
    with writing(run, ns) as cursor:
        return work.close_session(cursor, ns, session_id, session["last_active"])


def _read_again(
    run: Pass, ns: Namespace, rows: Sequence[dict[str, Any]], indexes: Sequence[int], known: Sequence[UCU], zone: str
) -> None:
    turns = [_turn(row) for row in rows]

    def read(index: int) -> None:
        row = rows[index]
        signals = run.extract(turns, known, [index], claims.zone(row["metadata"], known, zone))
        if signals:
            heard = _heard(row, turns)
            service.settle(run.deps, ns, heard, signals, lease=run.lease, actor=run.actor, extractor=run.version)

    errors = [error for index in indexes if (error := run.tried(partial(read, index))) is not None]
    if errors:
        raise errors[0]


def _begin_close(run: Pass, ns: Namespace, session_id: str, *, again: bool) -> dict[str, Any] | None:
    with writing(run, ns) as cursor:
        session = work.begin_close(cursor, ns, session_id, count=0 if again else 1)
        if session is None or session["attempts"] <= MOST_ATTEMPTS:
            return session
        _give_up(run, cursor, ns, session_id, session, reason=DIED)
    return None


def fail(run: Pass, ns: Namespace, session_id: str, message_id: str, *, reason: str) -> bool:
    """What becomes of a message after a failed attempt: True when it had its last and is put aside for people."""
    with writing(run, ns) as cursor:
        attempts = work.read_attempts(cursor, ns, session_id, message_id)
        if attempts is None:
            return True
        if attempts < MOST_ATTEMPTS:
            return False
        work.set_failed(cursor, ns, session_id, message_id)
        put_aside(run, cursor, ns, session_id, message_id, stage=EXTRACT, reason=reason, attempts=attempts)
    return True


def fail_close(run: Pass, ns: Namespace, session_id: str, *, reason: str) -> bool:
    """What becomes of a session after a failed closing pass: True when it had its last, and is closed without it."""
    with writing(run, ns) as cursor:
        session = work.read_session(cursor, ns, session_id)
        if session is None or session["state"] == "closed":
            return True
        if session["attempts"] < MOST_ATTEMPTS:
            return False
        _give_up(run, cursor, ns, session_id, session, reason=reason)
    return True


def _give_up(run: Pass, cursor: Any, ns: Namespace, session_id: str, session: dict[str, Any], *, reason: str) -> None:
    if work.close_session(cursor, ns, session_id, session["last_active"]):
        put_aside(run, cursor, ns, session_id, "", stage=CLOSE, reason=reason, attempts=MOST_ATTEMPTS)


def put_aside(
    run: Pass, cursor: Any, ns: Namespace, session_id: str, message_id: str, *, stage: str, reason: str, attempts: int
) -> None:
    """Write the dead letter of a piece of work: ids, the stage and the kind of error, never content."""
    letter = {
        "dead_letter_id": run.deps.new_id(), "session_id": session_id, "message_id": message_id, "stage": stage,
        "reason": reason, "attempts": attempts, "now": run.deps.clock(),
    }  # fmt: skip
    work.insert_dead_letter(cursor, ns, letter)
    metrics.DEAD_LETTERS.labels(stage).inc()


def dry_run(messages: Sequence[Mapping[str, Any]], *, now: datetime, settings: Settings) -> list[dict[str, Any]]:
    """What the extractor would find in this conversation, and the gate decide with nothing known; nothing is stored.

    Raises Invalid for more than can be read in one request.
    """
    redacted = [redact(message["content"]) for message in messages]
    turns = [
        Turn(
            role=message["role"],
            content=clean.text,
            at=_said_at(message["timestamp"], number - 1) if "timestamp" in message else now,
            seq=number,
            metadata=message.get("metadata", {}),
        )
        for number, (message, clean) in enumerate(zip(messages, redacted, strict=True), start=1)
    ]
    indexes = [n for n, turn in enumerate(turns) if turn.role == "user" and turn.content.strip() != DONE]
    named = [turn.metadata for turn in turns if "timezone" in turn.metadata]
    zone = claims.zone(named[-1] if named else {}, (), "UTC")
    try:
        signals = extract(turns, indexes=indexes, zone=zone, patience=DRY_RUN_SECONDS)
    except TimeoutError as error:
        raise Invalid("messages: too much to read at once; send fewer, or shorter ones", field="messages") from error
    return [_as_json(signal, redacted[signal.index], settings) for signal in signals]


def _said_at(text: str, index: int) -> datetime:
    field = f"messages[{index}].timestamp"
    at = parse_time(text, field)
    check_time(at, LATEST, field)
    return at


def _as_json(signal: Signal, clean: Redacted, settings: Settings) -> dict[str, Any]:
    decision = gate.decide(signal, None, auto_promote=settings.auto_promote, trusted=True)
    start, end = (clean.to_original(at) for at in signal.span)
    return {
        "signal": signal.signal,
        "type": signal.type,
        "key": signal.key,
        "value": dict(signal.value),
        "statement": signal.statement,
        "polarity": signal.polarity,
        "scope": signal.scope,
        "lifecycle": signal.lifecycle,
        "valid_until": stamp(signal.valid_until) if signal.valid_until else None,
        "confidence": round(signal.confidence, 4),
        "anchor_index": signal.index,
        "span": [start, end],
        "answers_index": signal.answers,
        "ending": signal.ending,
        "flags": sorted(signal.flags),
        "why": claims.why_json(signal),
        "decision": decision.outcome,
        "reason": decision.reason,
    }


def _may_teach(row: dict[str, Any]) -> bool:
    """Whether a stored message can be evidence at all."""
    return bool(row["role"] == "user" and row["trusted"] and row["content"].strip() != DONE)


def _turn(row: dict[str, Any]) -> Turn:
    return Turn(
        role=row["role"], content=row["content"], at=row["at"], message_id=row["message_id"], seq=row["seq"],
        metadata=row["metadata"],
    )  # fmt: skip


def _heard(row: dict[str, Any], turns: Sequence[Turn]) -> Heard:
    return Heard(
        session_id=row["session_id"], message_id=row["message_id"], project_id=row["project_id"],
        trusted=row["trusted"], turns=turns,
    )  # fmt: skip
