"""Sessions in PostgreSQL: the archive of every message, inside the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import psycopg2
from psycopg2.extras import RealDictCursor

from jide.errors import CounterWentBack, MessageMismatch
from jide.infra.postgres import constraint
from jide.infra.queries import QUERIES
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.sessions.message import Arrival, Batch, Message, Past, Place
from jide.sessions.outbox import OutboxEntry
from jide.sessions.window import item_of, to_json
from jide.text import search_tokens

_ONE_PER_NUMBER: Final = "messages_one_per_number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Archived:
    """Where the messages of a batch stand, in its order.

    raised      the epoch and number that the live session must go past, when its counter went back; else None
    """

    places: tuple[Place, ...]
    raised: tuple[int, int] | None = None


# --- writing --------------------------------------------------------------------------


def insert_messages(cursor: RealDictCursor, arrival: Arrival, *, fresh: bool) -> Archived:
    """Archive messages that Redis numbered; those that the archive has already keep the numbers they have there.

    fresh   the numbers were taken just now, so an epoch that the archive is past means that the counter went back

    A number that is another message's already gets the next epoch, and `raised` says so. Raises MessageMismatch, for
    the transaction to be undone, when an id names other content.
    """
    batch, places = arrival.batch, {place.message_id: place for place in arrival.places}
    session = _hold(cursor, arrival)
    raised = None
    if fresh and session["epoch"] > arrival.epoch:
        places, raised = _raise(cursor, batch, places)
    try:
        # One trip: the savepoint lets a clash of numbers be answered in this transaction.
        added = _insert(cursor, arrival, places, before="SAVEPOINT numbers; ")
    except psycopg2.errors.UniqueViolation as error:
        if constraint(error) != _ONE_PER_NUMBER:
            raise
        cursor.execute("ROLLBACK TO SAVEPOINT numbers")
        places, raised = _raise(cursor, batch, places)
        added = _insert_again(cursor, arrival, places)
    return Archived(places=_settle(cursor, batch, places, added), raised=raised)


def insert_entry(cursor: RealDictCursor, entry: OutboxEntry) -> Archived:
    """Archive the message of an outbox entry."""
    if entry.arrival is None:
        raise ValueError("the end of a session has no message")
    return insert_messages(cursor, entry.arrival, fresh=False)


def number_messages(cursor: RealDictCursor, batch: Batch, *, now: datetime, expires_at: datetime) -> Archived:
    """Number messages and archive them while Redis is away. Raises MessageMismatch when an id names other content."""
    arrival = Arrival(batch=batch, epoch=0, places=(), now=now, expires_at=expires_at)
    cursor.execute(QUERIES["session_hold_numbering"], _session(arrival))
    session = _one(cursor)
    known = find_messages(cursor, batch)
    places, seq = {}, session["max_seq"]
    for message in batch.messages:
        if message.message_id not in known and message.message_id not in places:
            seq += 1
            places[message.message_id] = Place(
                message_id=message.message_id, seq=seq, epoch=session["epoch"], content_sha256=message.content_sha256
            )
    added = _insert(cursor, arrival, places) if places else {}
    return Archived(places=_settle(cursor, batch, places, added))


def _session(arrival: Arrival) -> dict[str, Any]:
    batch = arrival.batch
    return {
        "tenant_id": batch.namespace.tenant_id, "user_id": batch.namespace.user_id, "session_id": batch.session_id,
        "project_id": batch.namespace.project_id, "app_id": batch.app_id, "now": arrival.now,
        "expires_at": arrival.expires_at, "metadata": None if batch.metadata is None else to_json(batch.metadata),
    }  # fmt: skip


def _one(cursor: RealDictCursor) -> dict[str, Any]:
    """The one row that the statement always returns."""
    row: dict[str, Any] | None = cursor.fetchone()
    if row is None:
        raise LookupError("the session's row is not to be seen")
    return row


def _hold(cursor: RealDictCursor, arrival: Arrival) -> dict[str, Any]:
    cursor.execute(QUERIES["session_hold"], {**_session(arrival), "epoch": arrival.epoch})
    return _one(cursor)


def _raise(
    cursor: RealDictCursor, batch: Batch, places: Mapping[str, Place]
) -> tuple[dict[str, Place], tuple[int, int]]:
    """The same numbers in a new epoch, which nothing can hold yet: the session's row is locked."""
    cursor.execute(QUERIES["session_raise_epoch"], _where(batch))
    session = _one(cursor)
    moved = {key: replace(place, epoch=session["epoch"]) for key, place in places.items()}
    floor = max(session["max_seq"], *(place.seq for place in moved.values()))
    return moved, (session["epoch"], floor)


def _insert(
    cursor: RealDictCursor, arrival: Arrival, places: Mapping[str, Place], *, before: str = ""
) -> dict[str, Place]:
    batch = arrival.batch
    messages = {m.message_id: m for m in batch.messages}
    parameters = {
        **_session(arrival),
        "trusted": batch.trusted,
        # With Redis, the end comes through the outbox, behind the messages.
        "state": "ended" if batch.ends and not arrival.places else "open",
        "rows": to_json([_row(messages[key], place) for key, place in places.items()]),
    }
    cursor.execute(before + QUERIES["messages_insert"], parameters)
    return {row["message_id"]: _place(row, new=True) for row in cursor.fetchall()}


def _insert_again(cursor: RealDictCursor, arrival: Arrival, places: Mapping[str, Place]) -> dict[str, Place]:
    try:
        return _insert(cursor, arrival, places)
    except psycopg2.errors.UniqueViolation as error:
        raise CounterWentBack(session_id=arrival.batch.session_id) from error


def _row(message: Message, place: Place) -> dict[str, Any]:
    return {
        "message_id": message.message_id, "epoch": place.epoch, "seq": place.seq, "role": message.role,
        "content": message.content, "redactions": dict(message.redactions),
        "content_sha256": message.content_sha256.hex(), "metadata": dict(message.metadata), "at": stamp(message.at),
        "tokens": search_tokens(message.content) if message.role != "tool" else [],
    }  # fmt: skip


def _settle(
    cursor: RealDictCursor, batch: Batch, places: Mapping[str, Place], added: Mapping[str, Place]
) -> tuple[Place, ...]:
    """Where each message of the batch stands; what was not added is read back."""
    missing = [m.message_id for m in batch.messages if m.message_id not in added]
    stand = {**(find_messages(cursor, batch, missing) if missing else {}), **added}
    for message in batch.messages:
        if stand[message.message_id].content_sha256 != message.content_sha256:
            raise MessageMismatch(field="message_id", message_id=message.message_id)
    return tuple(stand[m.message_id] for m in batch.messages)


def end_session(cursor: RealDictCursor, ns: Namespace, session_id: str) -> str | None:
    """End an open session; its state as it is now, None when it was never seen."""
    cursor.execute(QUERIES["session_end"], _of(ns, session_id))
    row = cursor.fetchone()
    return row["state"] if row else None


# --- reading --------------------------------------------------------------------------


def read_past(cursor: RealDictCursor, ns: Namespace, session_id: str, message_ids: Sequence[str]) -> Past:
    """A session's newest epoch and number, and where those of `message_ids` stand that the archive has."""
    cursor.execute(QUERIES["session_past"], _of(ns, session_id, message_ids=list(message_ids)))
    rows = cursor.fetchall()
    if not rows:
        return Past()
    places = [_place({**row, "epoch": row["message_epoch"]}) for row in rows if row["message_id"] is not None]
    head = rows[0]
    return Past(epoch=head["epoch"], seq=head["max_seq"], places=tuple(places), expires_at=head["expires_at"])


def find_messages(cursor: RealDictCursor, batch: Batch, message_ids: Sequence[str] | None = None) -> dict[str, Place]:
    """Where messages of a batch stand in the archive, by id."""
    ids = [m.message_id for m in batch.messages] if message_ids is None else list(message_ids)
    cursor.execute(QUERIES["messages_find"], {**_where(batch), "message_ids": ids})
    return {row["message_id"]: _place(row) for row in cursor.fetchall()}


def read_session(cursor: RealDictCursor, ns: Namespace, session_id: str) -> dict[str, Any] | None:
    """One session's row, with how many messages the archive holds of it."""
    cursor.execute(QUERIES["session_read"], _of(ns, session_id))
    return cursor.fetchone()


def read_recent(cursor: RealDictCursor, ns: Namespace, session_id: str, limit: int) -> list[dict[str, Any]]:
    """The newest messages of a session, oldest first."""
    cursor.execute(QUERIES["session_recent"], _of(ns, session_id, limit=limit))
    return list(reversed(cursor.fetchall()))


def as_item(session_id: str, row: Mapping[str, Any], tokens: int) -> bytes:
    """An archived message in the JSON of the live window."""
    message = Message(
        message_id=row["message_id"], role=row["role"], content=row["content"],
        content_sha256=bytes(row["content_sha256"]), at=row["at"], tokens=tokens, chosen=False,
        metadata=row["metadata"], redactions=row["redactions"],
    )  # fmt: skip
    return item_of(session_id, row["seq"], message)


def read_messages(
    cursor: RealDictCursor, ns: Namespace, session_id: str, *, after_seq: int, limit: int
) -> list[dict[str, Any]]:
    """Messages after a number, in order; more than `limit` only where two epochs share the last number."""
    cursor.execute(QUERIES["session_messages"], _of(ns, session_id, after_seq=after_seq, limit=limit))
    return sorted(cursor.fetchall(), key=lambda row: (row["seq"], row["epoch"]))


def list_sessions(
    cursor: RealDictCursor, ns: Namespace, *, before: tuple[datetime, str] | None, limit: int
) -> list[dict[str, Any]]:
    """A user's sessions, newest first."""
    at, session_id = before or (None, None)
    cursor.execute(
        QUERIES["session_list"],
        ns.row(before_at=at, before_id=session_id, limit=limit),
    )
    return list(cursor.fetchall())


def read_state(cursor: RealDictCursor, ns: Namespace, session_id: str) -> str | None:
    """open, ended or closed; None when the archive does not have the session."""
    cursor.execute(QUERIES["session_state"], _of(ns, session_id))
    row = cursor.fetchone()
    return row["state"] if row else None


def read_message_state(cursor: RealDictCursor, ns: Namespace, session_id: str, message_id: str) -> str | None:
    """queued, done or failed; None when the archive does not have the message."""
    cursor.execute(QUERIES["message_state"], _of(ns, session_id, message_id=message_id))
    row = cursor.fetchone()
    return row["state"] if row else None


def _of(ns: Namespace, session_id: str, **more: Any) -> dict[str, Any]:
    return ns.row(session_id=session_id, **more)


def _where(batch: Batch) -> dict[str, Any]:
    return _of(batch.namespace, batch.session_id)


def _place(row: Mapping[str, Any], *, new: bool = False) -> Place:
    return Place(
        message_id=row["message_id"], seq=row["seq"], epoch=row["epoch"],
        content_sha256=bytes(row["content_sha256"]), new=new,
    )  # fmt: skip
