"""Sessions in Redis: the append script and its kin, the live window. No transaction, no decision."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from jide.errors import MessageMismatch
from jide.infra.redis import Script, translated
from jide.namespace import Namespace, SessionKeys
from jide.sessions.message import Arrival, Batch, Past, Place
from jide.sessions.window import Window, entry_of, from_ms, item_around, to_json

WAKE: Final = "jide:wake"
"""The channel on which the number of a bucket says that its outbox has something."""

_APPEND: Final = Script("jide.sessions", "append.lua")
_END: Final = Script("jide.sessions", "end.lua")
_RAISE: Final = Script("jide.sessions", "raise.lua")
_RETRACT: Final = Script("jide.sessions", "retract.lua")

# A cold start looks this far back for messages of the session that the archive does not hold yet.
_TAIL_PAGE: Final = 100
_TAIL_PAGES: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long a session lives unwritten, and how much of it the window keeps."""

    ttl_ms: int
    messages: int
    tokens: int


# --- appending ------------------------------------------------------------------------


def append(
    redis: Any, batch: Batch, limits: Limits, *, past: Past | None, epoch: int | None, checked: bool
) -> Arrival | Literal["cold", "check"]:
    """Number the batch's messages and keep them, once each.

    past, epoch     what the archive knows, and the epoch of a session that starts; None while it was not asked
    checked         the ids that the client chose were looked up in the archive: `past` has those that it knows

    `cold`: there is no such session, and the archive was not asked. `check`: an id may be in the archive. Nothing is
    written then, nor when MessageMismatch is raised.
    """
    keys = batch.namespace.session_keys(batch.session_id)
    reply = _APPEND.run(
        redis,
        [keys.session, keys.messages, keys.ids, keys.deadlines, keys.outbox],
        [*_head(batch, limits, keys, past, epoch, checked), *_known(past), *_rows(batch)],
    )
    if reply[0] == b"mismatch":
        raise MessageMismatch(field="message_id", message_id=reply[1].decode())
    if reply[0] != b"ok":
        return "cold" if reply[0] == b"cold" else "check"
    expires_at = from_ms(reply[2])
    places = tuple(
        Place(message_id=m.message_id, seq=seq, epoch=age, content_sha256=m.content_sha256, new=bool(new))
        for m, seq, age, new in zip(batch.messages, reply[3::3], reply[4::3], reply[5::3], strict=True)
    )
    now = from_ms(reply[2] - limits.ttl_ms)
    return Arrival(batch=batch, epoch=reply[1], places=places, now=now, expires_at=expires_at)


def _head(
    batch: Batch, limits: Limits, keys: SessionKeys, past: Past | None, epoch: int | None, checked: bool
) -> list[str | int]:
    older = past is not None and (past.seq > 0 or not past.certain)
    return [
        "" if epoch is None else epoch,
        past.seq if past else 0,
        "1" if older else "0",
        "1" if checked else "0",
        limits.ttl_ms,
        limits.messages,
        limits.tokens,
        keys.member,
        batch.namespace.bucket,
        batch.namespace.user_id,
        "" if batch.metadata is None else to_json(batch.metadata),
        _end_entry(batch.namespace, batch.session_id) if batch.ends else "",
        len(past.places) if past else 0,
    ]


def _known(past: Past | None) -> Iterable[str]:
    for place in past.places if past else ():
        yield place.message_id
        yield f"{place.seq}:{place.epoch}:{place.content_sha256.hex()}"


def _rows(batch: Batch) -> Iterable[str | int]:
    for message in batch.messages:
        yield message.message_id
        yield message.content_sha256.hex()
        yield message.tokens
        yield "1" if message.chosen else "0"
        yield from item_around(batch.session_id, message)
        yield entry_of(batch, message)


def _end_entry(ns: Namespace, session_id: str) -> str:
    return to_json({"kind": "end", "tenant": ns.tenant_id, "user": ns.user_id, "session": session_id})


def read_tail(redis: Any, ns: Namespace, session_id: str) -> tuple[Place, ...]:
    """Messages of a session that wait in the outbox, newest first: numbers the archive may not know yet."""
    keys = ns.session_keys(session_id)
    member, found, before = keys.member.encode(), list[Place](), "+"
    with translated():
        for _ in range(_TAIL_PAGES):
            page = redis.xrevrange(keys.outbox, max=before, count=_TAIL_PAGE)
            found += [place for _, fields in page if fields.get(b"s") == member and (place := _place(fields))]
            if len(page) < _TAIL_PAGE:
                break
            before = f"({page[-1][0].decode()}"
    return tuple(found)


def _place(fields: Mapping[bytes, bytes]) -> Place | None:
    """Where the message of an outbox entry stands; None for the end of a session, and for what says nothing."""
    try:
        entry = json.loads(fields[b"m"])
        return Place(
            message_id=entry["message_id"], seq=entry["seq"], epoch=entry["epoch"],
            content_sha256=bytes.fromhex(entry["content_sha256"]),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError):
        return None


def end(redis: Any, ns: Namespace, session_id: str, *, known: bool) -> bool:
    """Put the end of a session behind its messages in the outbox, once; False when there is no such session.

    known   the archive has the session, so that it may end even after it expired here
    """
    keys = ns.session_keys(session_id)
    arguments: list[str | int] = [keys.member, ns.bucket, _end_entry(ns, session_id), "1" if known else ""]
    return bool(_END.run(redis, [keys.session, keys.deadlines, keys.outbox], arguments))


def raise_epoch(redis: Any, ns: Namespace, session_id: str, *, epoch: int, floor: int) -> bool:
    """Move a live session's counters past what the archive holds; False when it is not live."""
    return bool(_RAISE.run(redis, [ns.session_keys(session_id).session], [epoch, floor]))


def retract(redis: Any, arrival: Arrival) -> None:
    """Take back what an append just put here, for the archive knows better; not what was here before."""
    batch = arrival.batch
    keys = batch.namespace.session_keys(batch.session_id)
    new = [place.message_id for place in arrival.places if place.new]
    if new:
        _RETRACT.run(redis, [keys.session, keys.messages, keys.ids, keys.outbox], [keys.member, *new])


# --- reading --------------------------------------------------------------------------


def read_window(redis: Any, ns: Namespace, session_id: str, limit: int | None = None) -> Window | None:
    """A live session and its last `limit` messages, oldest first; None when there is none."""
    keys = ns.session_keys(session_id)
    with translated():
        pipeline = redis.pipeline(transaction=False)
        pipeline.hgetall(keys.session)
        pipeline.lrange(keys.messages, -limit if limit else 0, -1)
        state, items = pipeline.execute()
    if b"epoch" not in state:
        return None
    return Window(
        user_id=ns.user_id,
        session_id=session_id,
        start_time=from_ms(int(state[b"start_time"])),
        last_active=from_ms(int(state[b"last_active"])),
        expires_at=from_ms(int(state[b"expires"])),
        message_count=int(state[b"count"]),
        epoch=int(state[b"epoch"]),
        metadata=state[b"metadata"],
        items=tuple(items),
    )


def read_expiry(redis: Any, ns: Namespace, session_id: str) -> datetime | None:
    """When a live session expires; None when there is none."""
    with translated():
        expires = redis.hget(ns.session_keys(session_id).session, "expires")
    return from_ms(int(expires)) if expires else None
