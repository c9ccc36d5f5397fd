"""Sessions, one function per verb: append, read, list, end. Redis first, then the archive; either may be away."""

import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Caller
from jide.errors import IdempotencyMismatch, MessageMismatch, NotFound, PostgresAway, RedisAway, Unavailable
from jide.infra import metrics
from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.sessions import archive, store
from jide.sessions.archive import Archived
from jide.sessions.intake import Repeatable, prepare, redact_metadata
from jide.sessions.message import Appended, Arrival, Batch, IncomingMessage, Past, Place
from jide.sessions.store import Limits
from jide.sessions.window import Window, pack, to_json
from jide.text import estimate_tokens

_YEAR_ZERO: Final = datetime(2026, 1, 1, tzinfo=UTC)
_POLL_SECONDS: Final = 0.025


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendReply:
    """What became of a batch: each message's place, the level reached, and the parts that were away."""

    user_id: str
    session_id: str
    messages: tuple[Appended, ...]
    durability: str
    degraded: tuple[str, ...]
    expires_at: datetime
    epoch: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage:
    """Archived messages in order; `next_after_seq` is None where there are no more."""

    messages: tuple[dict[str, Any], ...]
    next_after_seq: int | None


# --- append ---------------------------------------------------------------------------


def append(
    deps: Deps,
    caller: Caller,
    ns: Namespace,
    session_id: str,
    incoming: Sequence[IncomingMessage],
    *,
    metadata: Mapping[str, Any] | None = None,
    durable: bool | None = None,
    idempotency_key: str | None = None,
    path: str = "session",
) -> AppendReply:
    """Append messages to a session, all or none; what was appended before changes nothing and is answered the same.

    durable     True: in PostgreSQL before the reply, or PostgresAway with nothing written; False: Redis is enough;
                None: as the roles of the messages have it, and taken all the same when PostgreSQL is away
    path        which of the routes was called, for the scope of the idempotency key

    Raises MessageMismatch (IdempotencyMismatch under a key) for a repeated id with other content, Unavailable when
    neither store answers.
    """
    repeatable = idempotency_key and Repeatable(
        key_id=caller.key_id, path=path, user_id=ns.user_id, session_id=session_id, idempotency_key=idempotency_key
    )
    messages = prepare(
        incoming, now=deps.clock(), new_id=deps.new_id, repeatable=repeatable or None,
        beside={"metadata": metadata, "project_id": ns.project_id},
    )  # fmt: skip
    batch = Batch(
        namespace=ns, session_id=session_id, app_id=caller.app_id, messages=messages, trusted=caller.trusted,
        metadata=None if metadata is None else redact_metadata(metadata)[0],
    )  # fmt: skip
    try:
        reply = _append_durably(deps, caller, batch) if durable else _append(deps, caller, batch, durable)
    except MessageMismatch as error:
        if repeatable and all(m.message_id is None for m in incoming):
            raise IdempotencyMismatch(field="idempotency_key") from error
        raise
    _count(reply, batch)
    return reply


def append_turn(
    deps: Deps,
    caller: Caller,
    ns: Namespace,
    session_id: str,
    *,
    user: str,
    assistant: str | None,
    idempotency_key: str | None = None,
) -> AppendReply:
    """Append what the user said and what was answered: both are durable, or neither."""
    incoming = [IncomingMessage(role="user", content=user, field="user")]
    if assistant:
        incoming.append(IncomingMessage(role="assistant", content=assistant, field="assistant"))
    return append(deps, caller, ns, session_id, incoming, idempotency_key=idempotency_key, path="turns")


def _append(deps: Deps, caller: Caller, batch: Batch, durable: bool | None) -> AppendReply:
    """Redis, then PostgreSQL as far as it is wanted and there; PostgreSQL alone when Redis is away."""
    try:
        arrival, sighted = _take(deps, caller, batch, None)
    except RedisAway:
        return _append_to_archive(deps, caller, batch)
    wanted = durable is None and any(m.role in deps.settings.durable_roles for m in batch.messages)
    if not sighted:
        return _reply(batch, arrival, None, degraded=("postgres",))
    if not wanted:
        return _reply(batch, arrival, None)
    try:
        with deps.database.transaction(caller.role, batch.namespace) as cursor:
            archived = _archive(deps, cursor, arrival)
    except PostgresAway:
        # The outbox holds them: the worker archives them when PostgreSQL is back.
        return _reply(batch, arrival, None, degraded=("postgres",))
    _raise_epoch(deps, batch, archived)
    return _reply(batch, arrival, archived)


def _append_durably(deps: Deps, caller: Caller, batch: Batch) -> AppendReply:
    """The same where only PostgreSQL is enough: its transaction is open before anything is written."""
    with deps.database.transaction(caller.role, batch.namespace) as cursor:
        try:
            arrival, _ = _take(deps, caller, batch, cursor)
        except RedisAway:
            arrival = None
        archived = _archive(deps, cursor, arrival) if arrival else _number(deps, batch, cursor)
    _raise_epoch(deps, batch, archived)
    return _reply(batch, arrival, archived) if arrival else _reply_without_redis(deps, batch, archived)


def _append_to_archive(deps: Deps, caller: Caller, batch: Batch) -> AppendReply:
    try:
        with deps.database.transaction(caller.role, batch.namespace) as cursor:
            archived = _number(deps, batch, cursor)
    except PostgresAway as error:
        raise Unavailable("Neither Redis nor PostgreSQL answers; nothing was stored.", retry_after=2) from error
    return _reply_without_redis(deps, batch, archived)


def _take(deps: Deps, caller: Caller, batch: Batch, cursor: RealDictCursor | None) -> tuple[Arrival, bool]:
    """Append to Redis, asking the archive where the script wants it; False when the archive could not be asked."""
    past, epoch = None, None
    while True:
        answer = store.append(
            deps.redis, batch, _limits(deps), past=past, epoch=epoch, checked=past is not None
        )  # fmt: skip
        if isinstance(answer, Arrival):
            return answer, past is None or past.certain
        if past is None:
            past = _look_up(deps, caller, batch, cursor)
        if answer == "cold":
            if repeated := _all_known(deps, batch, past):
                return repeated, past.certain
            epoch = past.epoch + 1


def _look_up(deps: Deps, caller: Caller, batch: Batch, cursor: RealDictCursor | None) -> Past:
    """What outbox and archive know of the session; the outbox first, for what leaves it is in the archive."""
    ns, session_id = batch.namespace, batch.session_id
    ids = [m.message_id for m in batch.messages]
    tail = store.read_tail(deps.redis, ns, session_id)
    try:
        if cursor is not None:
            past = archive.read_past(cursor, ns, session_id, ids)
        else:
            with deps.database.transaction(caller.role, ns) as own:
                past = archive.read_past(own, ns, session_id, ids)
    except PostgresAway:
        if cursor is not None:
            raise
        # An epoch no session has reached by ones: what is numbered blindly clashes with nothing.
        blind = max(0, int((deps.clock() - _YEAR_ZERO).total_seconds()))
        past = Past(epoch=blind, certain=False)
    newest = max(tail, key=lambda place: (place.epoch, place.seq), default=None)
    known = {place.message_id: place for place in tail if place.message_id in ids}
    known |= {place.message_id: place for place in past.places}
    return replace(
        past,
        epoch=max(past.epoch, newest.epoch if newest else 0),
        seq=max(past.seq, *(place.seq for place in tail), 0),
        places=tuple(known.values()),
    )


def _all_known(deps: Deps, batch: Batch, past: Past) -> Arrival | None:
    """The answer to a batch that was appended as a whole before its session expired: the session stays as it is."""
    known = {place.message_id: place for place in past.places}
    if any(m.message_id not in known for m in batch.messages):
        return None
    for message in batch.messages:
        if known[message.message_id].content_sha256 != message.content_sha256:
            raise MessageMismatch(field="message_id", message_id=message.message_id)
    now = deps.clock()
    places = tuple(known[m.message_id] for m in batch.messages)
    # It may have begun, in another request, after this one found none.
    expires_at = store.read_expiry(deps.redis, batch.namespace, batch.session_id) or past.expires_at or now
    return Arrival(batch=batch, epoch=past.epoch, places=places, now=now, expires_at=expires_at)


def _archive(deps: Deps, cursor: RealDictCursor, arrival: Arrival) -> Archived:
    try:
        return archive.insert_messages(cursor, arrival, fresh=True)
    except MessageMismatch:
        # Redis had lost, or never known, what the id names: written while it was away.
        with contextlib.suppress(RedisAway):
            store.retract(deps.redis, arrival)
        raise


def _number(deps: Deps, batch: Batch, cursor: RealDictCursor) -> Archived:
    now = deps.clock()
    return archive.number_messages(cursor, batch, now=now, expires_at=now + _life(deps))


def _raise_epoch(deps: Deps, batch: Batch, archived: Archived) -> None:
    """Tell the live session that its counter had gone back; the next append finds out where this does not arrive."""
    if archived.raised is None:
        return
    metrics.COUNTER_WENT_BACK.inc()
    epoch, floor = archived.raised
    with contextlib.suppress(RedisAway):
        store.raise_epoch(deps.redis, batch.namespace, batch.session_id, epoch=epoch, floor=floor)


def _limits(deps: Deps) -> Limits:
    settings = deps.settings
    return Limits(
        ttl_ms=settings.session_ttl_seconds * 1000, messages=settings.window_turns * 2, tokens=settings.window_tokens
    )


def _life(deps: Deps) -> timedelta:
    return timedelta(seconds=deps.settings.session_ttl_seconds)


def _reply(batch: Batch, arrival: Arrival, archived: Archived | None, *, degraded: tuple[str, ...] = ()) -> AppendReply:
    places = archived.places if archived else arrival.places
    new = [place.new for place in arrival.places]
    return _answer(batch, places, new, "durable" if archived else "session", degraded, arrival.expires_at)


def _reply_without_redis(deps: Deps, batch: Batch, archived: Archived) -> AppendReply:
    new = [place.new for place in archived.places]
    return _answer(batch, archived.places, new, "durable", ("redis",), deps.clock() + _life(deps))


def _answer(
    batch: Batch, places: Sequence[Place], new: Sequence[bool], durability: str, degraded: tuple[str, ...],
    expires_at: datetime,
) -> AppendReply:  # fmt: skip
    messages = tuple(
        Appended(
            message_id=message.message_id, role=message.role, seq=place.seq, epoch=place.epoch, new=fresh,
            durability=durability, redactions=message.redactions,
        )
        for message, place, fresh in zip(batch.messages, places, new, strict=True)
    )  # fmt: skip
    return AppendReply(
        user_id=batch.namespace.user_id, session_id=batch.session_id, messages=messages, durability=durability,
        degraded=degraded, expires_at=expires_at, epoch=max(place.epoch for place in places),
    )  # fmt: skip


def _count(reply: AppendReply, batch: Batch) -> None:
    for part in reply.degraded:
        metrics.DEGRADED.labels(part).inc()
    for message in reply.messages:
        if message.new:
            metrics.MESSAGES.labels(message.role, message.durability).inc()
            for kind, number in message.redactions.items():
                metrics.REDACTIONS.labels(kind).inc(number)
        else:
            metrics.REPEATED.inc()


# --- read -----------------------------------------------------------------------------


def read_session(
    deps: Deps,
    caller: Caller,
    ns: Namespace,
    session_id: str,
    *,
    limit: int | None = None,
    max_tokens: int | None = None,
) -> Window:
    """A live session with its last messages, oldest first; from the archive, and `stale`, while Redis is away.

    Raises NotFound when the session was never seen or is expired.
    """
    try:
        window = store.read_window(deps.redis, ns, session_id, limit)
    except RedisAway:
        metrics.DEGRADED.labels("redis").inc()
        window = _read_stale(deps, caller, ns, session_id, limit or deps.settings.window_turns * 2)
    if window is None:
        raise NotFound
    return replace(window, items=pack(window.items, max_tokens))


def _read_stale(deps: Deps, caller: Caller, ns: Namespace, session_id: str, limit: int) -> Window | None:
    try:
        with deps.database.transaction(caller.role, ns) as cursor:
            session = archive.read_session(cursor, ns, session_id)
            rows = archive.read_recent(cursor, ns, session_id, limit)
    except PostgresAway as error:
        raise Unavailable("Neither Redis nor PostgreSQL answers.", retry_after=2) from error
    if session is None or session["expires_at"] <= deps.clock():
        return None
    return Window(
        user_id=ns.user_id,
        session_id=session_id,
        start_time=session["started_at"],
        last_active=session["last_active"],
        expires_at=session["expires_at"],
        message_count=session["message_count"],
        epoch=session["epoch"],
        metadata=to_json(session["metadata"]).encode(),
        items=tuple(archive.as_item(session_id, row, estimate_tokens(row["content"])) for row in rows),
        stale=True,
    )


def read_archive(
    deps: Deps, caller: Caller, ns: Namespace, session_id: str, *, after_seq: int, limit: int
) -> ArchivePage:
    """A session's archived messages after a number, across expiry."""
    with deps.database.transaction(caller.role, ns) as cursor:
        rows = archive.read_messages(cursor, ns, session_id, after_seq=after_seq, limit=limit)
    more = rows[-1]["seq"] if len(rows) >= limit else None
    return ArchivePage(messages=tuple(rows), next_after_seq=more)


def list_sessions(
    deps: Deps, caller: Caller, ns: Namespace, *, before: tuple[datetime, str] | None, limit: int
) -> list[dict[str, Any]]:
    """A user's sessions, newest first."""
    with deps.database.transaction(caller.role, ns) as cursor:
        return archive.list_sessions(cursor, ns, before=before, limit=limit)


def await_extraction(
    deps: Deps, caller: Caller, ns: Namespace, session_id: str, message_id: str, *, seconds: float,
    sleep: Callable[[float], None] = time.sleep, monotonic: Callable[[], float] = time.monotonic,
) -> None:  # fmt: skip
    """Return when the message has been extracted, or after `seconds`, whichever comes first."""
    deadline = monotonic() + seconds
    with contextlib.suppress(PostgresAway):
        while monotonic() < deadline:
            with deps.database.transaction(caller.role, ns) as cursor:
                state = archive.read_message_state(cursor, ns, session_id, message_id)
            if state in {"done", "failed"}:
                return
            sleep(_POLL_SECONDS)


# --- end ------------------------------------------------------------------------------


def end_session(deps: Deps, caller: Caller, ns: Namespace, session_id: str) -> None:
    """End a session; its closing pass follows what the outbox holds of it. Ending it again changes nothing.

    Raises NotFound for a session that was never seen.
    """
    away: RedisAway | None = None
    try:
        if store.end(deps.redis, ns, session_id, known=False):
            return
    except RedisAway as error:
        away = error
    try:
        with deps.database.transaction(caller.role, ns) as cursor:
            state = archive.read_state(cursor, ns, session_id)
            if state == "open":
                archive.end_session(cursor, ns, session_id)
    except PostgresAway as error:
        if away:
            raise Unavailable("Neither Redis nor PostgreSQL answers; nothing was changed.", retry_after=2) from error
        raise
    if state is None:
        raise NotFound
    if state == "open" and not away:
        # The sweep finds it too; this is sooner, and behind what the outbox still holds.
        with contextlib.suppress(RedisAway):
            store.end(deps.redis, ns, session_id, known=True)
