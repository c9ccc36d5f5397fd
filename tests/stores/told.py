"""Conversations put straight into the archive, and extractors that find one word, for tests of what is learned."""

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from jide.caller import Actor
from jide.drafts import learning
from jide.drafts.learning import Pass
from jide.infra.deps import Deps
from jide.infra.leases import Lease
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.profiles import registry
from jide.profiles import store as profiles
from jide.profiles.ucu import UCU, Claim, EvidenceRef
from jide.signals.signal import Signal, Turn, Why

SESSION = """
INSERT INTO jide.sessions (tenant_id, user_id, session_id, project_id, app_id, epoch, max_seq, started_at, last_active,
                           expires_at, state)
VALUES (%(tenant)s, %(user)s, %(session)s, %(project)s, 'app', 1, %(last)s, %(at)s, %(at)s, %(expires)s, %(state)s)
ON CONFLICT (tenant_id, user_id, session_id)
DO UPDATE SET max_seq = excluded.max_seq, last_active = excluded.last_active, state = excluded.state
"""
MESSAGE = """
INSERT INTO jide.messages (tenant_id, user_id, session_id, message_id, epoch, seq, role, content, content_sha256,
                           metadata, project_id, app_id, trusted, at, state, recorded_at)
VALUES (%(tenant)s, %(user)s, %(session)s, %(message)s, 1, %(seq)s, %(role)s, %(content)s, %(sha256)s, '{}',
        %(project)s, 'app', %(trusted)s, %(at)s, %(state)s, coalesce(%(recorded)s, clock_timestamp()))
"""


def tell(
    database: Database,
    ns: Namespace,
    session_id: str,
    turns: Sequence[tuple[str, str]],
    *,
    at: datetime,
    first: int = 1,
    trusted: bool = True,
    ended: bool = False,
    recorded: datetime | None = None,
) -> list[str]:
    """Archive these (role, content) turns, a second apart; the ids of the messages."""
    common = {"tenant": ns.tenant_id, "user": ns.user_id, "session": session_id, "project": ns.project_id}
    last = first + len(turns) - 1
    ids = []
    with database.transaction("worker", ns) as cursor:
        more = {"last": last, "at": at, "expires": at + timedelta(minutes=30), "state": "ended" if ended else "open"}
        cursor.execute(SESSION, common | more)
        for seq, (role, content) in enumerate(turns, start=first):
            ids.append(f"{session_id}-m{seq}")
            row: dict[str, Any] = {
                "message": ids[-1], "recorded": recorded, "seq": seq, "role": role, "content": content,
                "trusted": trusted,
                "sha256": hashlib.sha256(content.encode()).digest(), "at": at + timedelta(seconds=seq - first),
                "state": "queued" if role == "user" else "done",
            }  # fmt: skip
            cursor.execute(MESSAGE, common | row)
    return ids


def claim(key: str, value: Any, at: datetime, **more: Any) -> Claim:
    """A plain claim of `value` under `key`, said at `at`."""
    found = registry.find_key(key)
    shaped = value if isinstance(value, dict) else {"value": value}
    polarity = more.pop("polarity", found.polarity or "positive")
    fields: dict[str, Any] = {
        "key": key, "type": found.type, "value": shaped, "polarity": polarity, "confidence": 0.9, "at": at,
        "line": found.line, "member": registry.member_of(key, shaped),
        "statement": registry.default_statement(key, shaped, polarity, "zh"),
    }  # fmt: skip
    return Claim(**(fields | more))


def said(session_id: str, message_id: str, quote: str) -> EvidenceRef:
    """The first words of an archived message, as evidence."""
    return EvidenceRef(session_id=session_id, message_id=message_id, start=0, end=len(quote), quote=quote)


WORKER = Actor(role="worker", actor_id="w1")


def found(key: str, value: str, index: int, span: tuple[int, int], **more: Any) -> Signal:
    known = registry.find_key(key)
    fields: dict[str, Any] = {
        "signal": "preference", "type": known.type, "key": key, "value": {"value": value}, "statement": value,
        "polarity": known.polarity or "positive", "confidence": 0.9, "index": index, "span": span, "line": known.line,
        "member": registry.member_of(key, {"value": value}), "why": (Why(source="rule", name="test", score=0.9),),
    }  # fmt: skip
    return Signal(**(fields | more))


def hears(word: str, key: str, **more: Any) -> learning.Extract:
    """An extractor that finds `word` as the value of `key`."""

    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        hits = [(n, turns[n].content.find(word)) for n in indexes]
        return [found(key, word, n, (at, at + len(word)), **more) for n, at in hits if at >= 0]

    return extract


def run(deps: Deps, extract: learning.Extract, lease: Lease | None = None, version: str = "x1") -> Pass:
    return Pass(deps=deps, actor=WORKER, lease=lease, extract=extract, version=version)


def profile(deps: Deps, user: Namespace) -> list[UCU]:
    with deps.database.transaction("worker", user) as cursor:
        return profiles.read_active(cursor, user, ["", "p1"], deps.clock())


def states(deps: Deps, user: Namespace) -> dict[str, str]:
    rows = deps.database.fetch("worker", user, "SELECT message_id, state FROM jide.messages ORDER BY at", {})
    return {row["message_id"]: row["state"] for row in rows}


Talk = Sequence[tuple[str, ...]]
"""(session, the user's words, the assistant's answer)"""


def live(deps: Deps, user: Namespace, talk: Talk) -> None:
    """Let the user say all that, in order, each session closed at its end."""
    run = Pass(deps=deps, actor=WORKER)
    start = deps.clock() - timedelta(days=1)
    numbers: dict[str, int] = {}
    for n, (session, said, *answer) in enumerate(talk):
        first = numbers.get(session, 1)
        turns = [("user", said), *(("assistant", text) for text in answer)]
        message, *_ = tell(deps.database, user, session, turns, at=start + timedelta(minutes=n), first=first)
        numbers[session] = first + len(turns)
        learning.learn(run, user, session, message)
    for session in numbers:
        assert learning.close(run, user, session)
