"""Memories as recall sees them, for tests."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from jide.profiles import registry
from jide.profiles.trust import weigh
from jide.profiles.ucu import UCU
from jide.recall.rank import Candidate, Memory
from jide.text import search_tokens

NOW = datetime(2026, 12, 1, 8, tzinfo=UTC)


def ucu(key: str, statement: str, *, value: str = "", project: str = "", source: str = "extractor", n: int = 0) -> UCU:
    """An active UCU with one piece of evidence."""
    known = registry.find_key(key)
    name = hashlib.sha256(f"{key}{statement}{project}{n}".encode("utf-8", "replace")).hexdigest()
    evidence = {"session_id": "s1", "message_id": "m1", "anchor": "session_s1#msg_1", "quote": statement,
                "at": "2026-11-30T08:00:00.000000Z"}  # fmt: skip
    return UCU(
        ucu_id=name, user_id="u1", project_id=project, type=known.type, line=known.line, member="", key=key,
        value={"value": value or statement}, statement=statement, polarity=known.polarity or "positive", confidence=0.9,
        importance=known.importance, version=1, status="active", ended=None, lifecycle="permanent", valid_from=NOW,
        valid_until=None, recorded_at=NOW, superseded_at=None, source=source, asserted_by="user", evidence=(evidence,),
    )  # fmt: skip


def candidate(key: str, statement: str, *, disputed: bool = False, **more: Any) -> Candidate:
    """The same as a candidate of a recall."""
    made = replace(ucu(key, statement, **more), disputed=disputed)
    return Candidate(ucu=made, tokens=frozenset(search_tokens(statement)))


def memory(key: str, statement: str, **more: Any) -> Memory:
    """The same as a memory that is told."""
    made = ucu(key, statement, **more)
    return Memory(ucu=made, weight=weigh(made, NOW), score=0.5, reason="core profile", core=True)
