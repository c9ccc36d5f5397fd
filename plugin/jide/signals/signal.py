"""Turn and Signal: what the extractor reads and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

SIGNALS: Final = ("correction", "preference", "context", "withdrawal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of a conversation, already redacted."""

    role: str
    content: str
    at: datetime
    message_id: str = ""
    seq: int = 0
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """One voice for a signal: a rule (by name) or the model, with its own score in 0..1."""

    source: str
    name: str
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Signal:
    """Something a user message says about its author that is worth keeping.

    index      position in the turns read, of the user message that carries it
    answers    position of the assistant message it denies, or None
    span       characters of that user message, [start, end)
    scope      'global' or 'project'
    ending     how a version it replaces ends: 'changed' or 'wrong' ('withdrawn' for a withdrawal)
    flags      'authority', 'instruction', 'sensitive', 'hedged', 'double_negative', 'passing': reasons for the gate
    """

    signal: str
    type: str
    key: str
    value: Mapping[str, Any]
    statement: str
    polarity: str
    confidence: float
    index: int
    span: tuple[int, int]
    why: tuple[Why, ...]
    line: str
    member: str = ""
    scope: str = "global"
    lifecycle: str = "permanent"
    valid_until: datetime | None = None
    answers: int | None = None
    ending: str = "changed"
    flags: frozenset[str] = frozenset()
