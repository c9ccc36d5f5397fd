"""Message: one redacted turn on its way into a session, and what became of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import datetime
from typing import Any, Final

from jide.namespace import Namespace

ROLES: Final = ("user", "assistant", "tool")

DONE: Final = "/done"
"""The user message that ends a session: stored, never evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingMessage:
    """A message as the client sent it; `message_id` and `at` are None where the client gave none.

    field       where in the request it stood, for what is said of faults
    """

    role: str
    content: str
    message_id: str | None = None
    at: datetime | None = None
    metadata: Mapping[str, Any] = dataclass_field(default_factory=dict)
    field: str = "message"

    @property
    def content_field(self) -> str:
        """What holds the text: a turn's messages are their text."""
        return self.field if self.field in {"user", "assistant"} else f"{self.field}.content"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message as it may be stored: `content` is redacted; `content_sha256` is of what the client sent.

    chosen      the client chose the message id (or an idempotency key did): it may be a repetition
    tokens      estimate of the content's size for the window's budget
    """

    message_id: str
    role: str
    content: str
    content_sha256: bytes
    at: datetime
    tokens: int
    chosen: bool
    metadata: Mapping[str, Any] = dataclass_field(default_factory=dict)
    redactions: Mapping[str, int] = dataclass_field(default_factory=dict)


def fingerprint(role: str, content: str, metadata: Mapping[str, Any]) -> bytes:
    """sha256 over what makes two messages of one id the same message."""
    body = json.dumps([role, content, metadata], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(body.encode()).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """Where a message stands: its number in the session, and whether this call put it there."""

    message_id: str
    role: str
    seq: int
    epoch: int
    new: bool
    durability: str
    redactions: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Messages that are appended to one session together: all of them, or none.

    namespace   the user and, where one was named, the project
    metadata    the session's metadata (channel, device), None keeps what there is
    trusted     the platform vouches for who speaks; nothing is promoted from others
    """

    namespace: Namespace
    session_id: str
    app_id: str
    messages: tuple[Message, ...]
    metadata: Mapping[str, Any] | None = None
    trusted: bool = True

    @property
    def ends(self) -> bool:
        """Whether the user says that the session is over."""
        return any(m.role == "user" and m.content.strip() == DONE for m in self.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one message of a session stands; `new` when the call at hand put it there."""

    message_id: str
    seq: int
    epoch: int
    content_sha256: bytes
    new: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is known of a session's earlier life: its newest epoch and number, and where some messages stand.

    certain     False when PostgreSQL could not be asked
    """

    epoch: int = 0
    seq: int = 0
    places: tuple[Place, ...] = ()
    certain: bool = True
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A batch with its numbers, in the order of its messages, as Redis gave them in a session that is in `epoch`."""

    batch: Batch
    epoch: int
    places: tuple[Place, ...]
    now: datetime
    expires_at: datetime
