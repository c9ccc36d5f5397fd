"""Message: one redacted turn on its way into a session, and what became of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

ROLES: Final = ("user", "assistant", "tool")


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
    metadata: Mapping[str, Any] = field(default_factory=dict)
    redactions: Mapping[str, int] = field(default_factory=dict)


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
