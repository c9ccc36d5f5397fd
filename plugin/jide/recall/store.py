"""Recall in PostgreSQL: candidates, messages with a word in common, the log; inside the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from psycopg2.extras import RealDictCursor

from jide.infra.queries import QUERIES
from jide.namespace import Namespace
from jide.profiles.store import from_row
from jide.recall.rank import Candidate, Dropped, Memory, Question


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where and when a recall happens; `past` also admits what was true at `at` and has changed since."""

    namespace: Namespace
    at: datetime
    session_id: str = ""
    past: bool = False
    types: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a recall told and left out, for its log."""

    recall_id: str
    key_id: str
    memories: Sequence[Memory]
    dropped: Sequence[Dropped]
    tokens: int
    at: datetime


def _where(ns: Namespace, **more: Any) -> dict[str, Any]:
    return ns.row(project_id=ns.project_id, **more)


def find_candidates(
    cursor: RealDictCursor, place: Place, question: Question, keys: Iterable[str]
) -> tuple[list[Candidate], int]:
    """The memories that may answer the question or have one of `keys`, and how many may be told in all."""
    cursor.execute(
        QUERIES["recall_candidates"],
        _where(
            place.namespace, session_id=place.session_id, at=place.at, past=place.past,
            types=list(place.types) if place.types else None, tokens=list(question.tokens),
            keys=sorted({*keys, *question.keys}), every=question.open,
        ),
    )  # fmt: skip
    rows = cursor.fetchall()
    found = [
        Candidate(ucu=from_row(row), tokens=frozenset(row["tokens"]))
        for row in rows if row["ucu_id"]
    ]  # fmt: skip
    return found, rows[0]["total"]


def find_messages(cursor: RealDictCursor, place: Place, question: Question, limit: int) -> list[dict[str, Any]]:
    """User and assistant messages that share a word with the question, most words first."""
    cursor.execute(
        QUERIES["recall_messages"],
        _where(place.namespace, at=place.at, tokens=list(question.tokens), limit=limit),
    )
    return list(cursor.fetchall())


def read_neighbours(
    cursor: RealDictCursor, ns: Namespace, messages: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The messages right before and after these, in order; `of_message_id` says whose neighbour."""
    cursor.execute(
        QUERIES["recall_neighbours"],
        _where(
            ns, session_ids=[m["session_id"] for m in messages], message_ids=[m["message_id"] for m in messages]
        ),
    )  # fmt: skip
    return list(cursor.fetchall())


def append_log(cursor: RealDictCursor, place: Place, told: Told) -> None:
    """Write the one row of a recall."""
    memories = [
        {"ucu_id": m.ucu.ucu_id, "score": m.score, "trust": round(m.weight.trust, 4), "reason": m.reason}
        for m in told.memories
    ]
    dropped = [{"ucu_id": d.ucu_id, "reason": d.reason} for d in told.dropped]
    cursor.execute(
        QUERIES["recall_log"],
        _where(
            place.namespace, recall_id=told.recall_id, session_id=place.session_id, key_id=told.key_id,
            memories=orjson.dumps(memories).decode(), dropped=orjson.dumps(dropped).decode(),
            tokens=told.tokens, at=told.at,
        ),
    )  # fmt: skip


def read_log(cursor: RealDictCursor, ns: Namespace, recall_id: str) -> dict[str, Any] | None:
    """One recall by its id, whosever it is in this tenant; None where there is none."""
    cursor.execute(QUERIES["recall_named"], {"recall_id": recall_id})
    cursor.execute(QUERIES["recall_read"], _where(ns, recall_id=recall_id))
    row: dict[str, Any] | None = cursor.fetchone()
    return row
