"""Recall: what a prompt is given, what a search finds, and what was given before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.caller import Caller
from jide.errors import NotFound, NotMigrated, PostgresAway, RedisAway
from jide.evidence import anchor_prefix
from jide.infra import metrics
from jide.infra.deps import Deps
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.profiles.store import as_json
from jide.recall import rank, store
from jide.recall.budget import Packed, pack
from jide.recall.rank import Memory, Question, Ranking
from jide.recall.store import Place, Told
from jide.recall.topics import CORE
from jide.sessions import archive
from jide.sessions import store as sessions
from jide.text import estimate_tokens, language

_LOOKED_AT: Final = 100  # messages with a word in common, of which the best are given

Turns = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """One request to recall: by whom, where, what, how much; `with_core` tells the core profile unasked."""

    caller: Caller
    place: Place
    question: Question
    limit: int
    max_tokens: int
    recall_id: str
    with_core: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What was recalled. `status`: ok, degraded (a part was away), empty (nothing is worth saying)."""

    packed: Packed
    ranking: Ranking
    recall_id: str
    degraded: tuple[str, ...] = ()
    found: tuple[Mapping[str, Any], ...] = ()
    """Archived messages that a search found."""

    @property
    def status(self) -> str:
        """One word for X-Memory-Status."""
        if self.degraded:
            return "degraded"
        return "ok" if self.packed.text else "empty"

    @property
    def memories(self) -> list[dict[str, Any]]:
        """The memories told, as the API writes them."""
        return [_memory_json(memory) for memory in self.packed.memories]

    @property
    def dropped(self) -> list[dict[str, str]]:
        """The memories not told, and why."""
        return [{"ucu_id": d.ucu_id, "reason": d.reason} for d in (*self.ranking.dropped, *self.packed.dropped)]


def _memory_json(memory: Memory) -> dict[str, Any]:
    return {**as_json(memory.ucu, memory.weight), "score": memory.score, "reason": memory.reason}


def at_once(read: Callable[[], tuple[Packed, Ranking]]) -> tuple[Packed, Ranking]:
    """Read without a deadline."""
    return read()


def recall_for_prompt(
    deps: Deps,
    caller: Caller,
    ns: Namespace,
    *,
    session_id: str,
    q: str,
    limit: int,
    max_tokens: int,
    types: tuple[str, ...] | None = None,
    bound: Callable[[Callable[[], tuple[Packed, Ranking]]], tuple[Packed, Ranking]] = at_once,
) -> Recalled:
    """The last turns of the session, the core profile, and the memories that `q` calls for, as one block.

    bound   runs the part that reads PostgreSQL, and raises PostgresAway when that takes too long

    A part that is away is left out and named in `degraded`. A caller whose user ids nobody vouches for is told the
    session alone.
    """
    place = Place(namespace=ns, at=deps.clock(), session_id=session_id, types=types)
    recall = Recall(
        caller=caller, place=place, question=rank.ask(q), limit=limit, max_tokens=max_tokens, recall_id=deps.new_id()
    )
    degraded = []
    turns: Turns | None = None
    try:
        turns = _live_turns(deps, ns, session_id)
    except RedisAway:
        degraded.append("redis")
    try:
        packed, ranking = bound(lambda: _read(deps, recall, turns))
    except (PostgresAway, NotMigrated):
        degraded.append("postgres")
        ranking = Ranking()
        packed = _pack(recall, ranking, turns or ())
    recalled = Recalled(packed=packed, ranking=ranking, recall_id=recall.recall_id, degraded=tuple(degraded))
    for part in degraded:
        metrics.DEGRADED.labels(part).inc()
    metrics.RECALLS.labels(recalled.status).inc()
    return recalled


def _live_turns(deps: Deps, ns: Namespace, session_id: str) -> Turns:
    """The session's last messages, oldest first; none where there is no live session."""
    window = sessions.read_window(deps.redis, ns, session_id) if session_id else None
    return [orjson.loads(item) for item in window.items] if window else []


def _archived_turns(cursor: RealDictCursor, deps: Deps, recall: Recall) -> Turns:
    """The same from the archive, for a session that has not expired."""
    ns, session_id = recall.place.namespace, recall.place.session_id
    session = archive.read_session(cursor, ns, session_id) if session_id else None
    if session is None or session["expires_at"] <= recall.place.at:
        return []
    rows = archive.read_recent(cursor, ns, session_id, deps.settings.window_turns * 2)
    return [orjson.loads(archive.as_item(session_id, row, estimate_tokens(row["content"]))) for row in rows]


def _read(deps: Deps, recall: Recall, turns: Turns | None) -> tuple[Packed, Ranking]:
    """Rank what may be told, pack it with the turns, and log it; turns that Redis did not give come from here."""
    with deps.database.transaction(recall.caller.role, recall.place.namespace) as cursor:
        if turns is None:
            turns = _archived_turns(cursor, deps, recall)
        ranking = _rank(cursor, recall)
        packed = _pack(recall, ranking, turns)
        _log(cursor, recall, packed, ranking)
    return packed, ranking


def _rank(cursor: RealDictCursor, recall: Recall) -> Ranking:
    if not recall.caller.trusted:
        return Ranking()
    keys = CORE if recall.with_core else ()
    candidates, total = store.find_candidates(cursor, recall.place, recall.question, keys)
    return rank.rank(recall.question, candidates, recall.place.at, core=recall.with_core, total=total)


def _pack(recall: Recall, ranking: Ranking, turns: Turns) -> Packed:
    said = recall.question.text or " ".join(turn["content"] for turn in turns[-2:])
    said = said or " ".join(memory.ucu.statement for memory in ranking.memories[:5])
    return pack(
        ranking.memories, turns, max_tokens=recall.max_tokens, limit=recall.limit, language=language(said)
    )  # fmt: skip


def _log(cursor: RealDictCursor, recall: Recall, packed: Packed, ranking: Ranking) -> None:
    told = Told(
        recall_id=recall.recall_id, key_id=recall.caller.key_id, memories=packed.memories,
        dropped=(*ranking.dropped, *packed.dropped), tokens=packed.tokens, at=recall.place.at,
    )  # fmt: skip
    store.append_log(cursor, recall.place, told)


def search(
    deps: Deps,
    caller: Caller,
    ns: Namespace,
    *,
    q: str,
    limit: int,
    max_tokens: int,
    types: tuple[str, ...] | None = None,
    as_of: datetime | None = None,
    include: Sequence[str] = ("memories", "messages"),
) -> Recalled:
    """The memories and archived messages that `q` calls for, at `as_of` or now; the core profile is not added."""
    place = Place(namespace=ns, at=as_of or deps.clock(), past=as_of is not None, types=types)
    recall = Recall(
        caller=caller, place=place, question=rank.ask(q), limit=limit, max_tokens=max_tokens, recall_id=deps.new_id(),
        with_core=False,
    )  # fmt: skip
    found: tuple[Mapping[str, Any], ...] = ()
    with deps.database.transaction(caller.role, ns) as cursor:
        ranking = _rank(cursor, recall) if "memories" in include else Ranking()
        packed = _pack(recall, ranking, ())
        if "messages" in include:
            found = _find_messages(cursor, recall)
        _log(cursor, recall, packed, ranking)
    recalled = Recalled(packed=packed, ranking=ranking, recall_id=recall.recall_id, found=found)
    metrics.RECALLS.labels(recalled.status).inc()
    return recalled


def _find_messages(cursor: RealDictCursor, recall: Recall) -> tuple[Mapping[str, Any], ...]:
    """The best of the archived messages with a word in common, each with its neighbours."""
    question, ns = recall.question, recall.place.namespace
    rows = store.find_messages(cursor, recall.place, question, _LOOKED_AT)
    texts = [frozenset(row["tokens"]) for row in rows]
    worth = rank.weigh_words(question, texts, len(rows))
    scored = [(rank.relevance(question, worth, text), row) for text, row in zip(texts, rows, strict=True)]
    best = sorted((pair for pair in scored if pair[0] >= rank.THRESHOLD), key=lambda pair: -pair[0])[: recall.limit]
    around: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in store.read_neighbours(cursor, ns, [row for _, row in best]) if best else ():
        around.setdefault((row["session_id"], row["of_message_id"]), []).append(_message_json(row))
    return tuple(
        {
            **_message_json(row),
            "score": round(score, 4),
            "neighbours": around.get((row["session_id"], row["message_id"]), []),
        }
        for score, row in best
    )


def _message_json(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "message_id": row["message_id"], "anchor": f"{anchor_prefix(row['session_id'])}{row['seq']}",
        "session_id": row["session_id"], "seq": row["seq"], "role": row["role"], "content": row["content"],
        "timestamp": stamp(row["at"]),
    }  # fmt: skip


def read_recall(deps: Deps, caller: Caller, user_id: str | None, recall_id: str) -> dict[str, Any]:
    """What was told in a recall and why; of `user_id`, or of whichever user the caller may speak for.

    Raises NotFound for any other.
    """
    # Without a user, the row is found by its id alone - by a caller that may speak for everybody.
    users = {user_id} if user_id else {""} if caller.users is None else caller.users
    for name in sorted(users):
        ns = Namespace(tenant_id=caller.tenant_id, user_id=name)
        with deps.database.transaction(caller.role, ns) as cursor:
            row = store.read_log(cursor, ns, recall_id)
        if row is not None and name in {"", row["user_id"]} and (caller.trusted or row["key_id"] == caller.key_id):
            return {**row, "at": stamp(row["at"]), "project_id": row["project_id"] or None}
    raise NotFound
