"""UCU, Claim and EvidenceRef: the smallest checkable statement about a user, and what supports it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

TYPES: Final = (
    "identity", "preference", "constraint", "correction", "fact", "decision", "task", "observation", "summary",
)  # fmt: skip
LIFECYCLES: Final = ("permanent", "quarterly", "project_based", "session_based")
ENDINGS: Final = ("changed", "wrong", "withdrawn", "rolled_back", "expired")
SOURCES: Final = ("extractor", "user", "reviewer", "import", "api")


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRef:
    """A stored user message that supports a claim; offsets are characters of its redacted content."""

    session_id: str
    message_id: str
    start: int
    end: int
    quote: str
    cause_message_id: str | None = None
    """The assistant message this one answers, when the claim corrects it: the anchor is then causal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is to become a UCU: said by a user, decided by the gate, a reviewer or an API call.

    `ending` says how the version it replaces ends: 'changed' (it was true until `at`), 'wrong' (it never was),
    'rolled_back' (an older one is put back). `withdraws` retires the line instead of writing a new version.
    A correction of a member of a set names the line of the member it denies; its value belongs on another one.
    """

    key: str
    type: str
    value: Mapping[str, Any]
    statement: str
    polarity: str
    confidence: float
    at: datetime
    """When it was said: the message's time."""
    line: str
    member: str = ""
    project_id: str = ""
    lifecycle: str = "permanent"
    valid_until: datetime | None = None
    ending: str = "changed"
    withdraws: bool = False
    prompt: bool = False
    """Said this very moment, whatever order requests came through in: no earlier than what stands."""
    exact: bool = False
    """The value as it shall stand, not a sentence to be merged into another; a version even where it says the same."""
    rolled_back_from: int | None = None
    source: str = "extractor"
    asserted_by: str = "user"
    models: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[EvidenceRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UCU:
    """One version of a line, as stored. `evidence` holds the JSON anchors that readers see."""

    ucu_id: str
    user_id: str
    project_id: str
    type: str
    line: str
    member: str
    key: str
    value: Mapping[str, Any]
    statement: str
    polarity: str
    confidence: float
    importance: float
    version: int
    status: str
    ended: str | None
    lifecycle: str
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    superseded_at: datetime | None
    source: str
    asserted_by: str
    evidence: tuple[Mapping[str, Any], ...] = ()
    rolled_back_from: int | None = None
    replaces: str | None = None
    """The version on another line whose place it took: a member of a set that was corrected."""
    disputed: bool = False
    """In force, and contradicted by a draft that waits for review; known only where the query says it."""
    corrections: int = 0
    """Earlier versions of its line that said something else and ended as wrong or changed; likewise."""
