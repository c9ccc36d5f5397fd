"""The live window as bytes: messages in their final JSON, built once when appended, joined when read."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from jide.evidence import anchor_prefix
from jide.infra.times import stamp
from jide.sessions.message import Batch, Message

_TOKENS: Final = re.compile(rb'"tokens":([0-9]+)\}$')


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A session as it is read: its state, and its last messages as JSON, oldest first."""

    user_id: str
    session_id: str
    start_time: datetime
    last_active: datetime
    expires_at: datetime
    message_count: int
    epoch: int
    metadata: bytes
    items: tuple[bytes, ...]
    stale: bool = False


def to_json(value: Any) -> str:
    """Compact JSON with its characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def item_around(session_id: str, message: Message) -> tuple[str, str]:
    """A message's JSON around its number, which the append script puts in twice: as seq, and in the anchor."""
    opening = {
        "message_id": message.message_id, "role": message.role, "content": message.content,
        "timestamp": stamp(message.at), "anchor": anchor_prefix(session_id),
    }  # fmt: skip
    closing = {"metadata": dict(message.metadata), "tokens": message.tokens}
    return f",{to_json(opening)[1:-2]}", f'",{to_json(closing)[1:]}'


def item_of(session_id: str, seq: int, message: Message) -> bytes:
    """The JSON of a message with its number."""
    before, after = item_around(session_id, message)
    return f'{{"seq":{seq}{before}{seq}{after}'.encode()


def entry_of(batch: Batch, message: Message) -> str:
    """An outbox entry's JSON after its numbers, which the append script puts before it; without its opening brace."""
    return to_json({
        "tenant": batch.namespace.tenant_id, "user": batch.namespace.user_id, "session": batch.session_id,
        "project": batch.namespace.project_id, "app": batch.app_id, "trusted": batch.trusted,
        "message_id": message.message_id, "role": message.role, "content": message.content,
        "content_sha256": message.content_sha256.hex(), "metadata": dict(message.metadata),
        "redactions": dict(message.redactions), "at": stamp(message.at), "tokens": message.tokens,
        "session_metadata": batch.metadata,
    })[1:]  # fmt: skip


def tokens_of(item: bytes) -> int:
    """The token estimate at the end of an item."""
    match = _TOKENS.search(item)
    return int(match[1]) if match else 0


def pack(items: Sequence[bytes], max_tokens: int | None) -> tuple[bytes, ...]:
    """The newest items that fit `max_tokens` together, oldest first; the newest may be too large to fit at all."""
    if max_tokens is None:
        return tuple(items)
    start, left = len(items), max_tokens
    while start and (left := left - tokens_of(items[start - 1])) >= 0:
        start -= 1
    return tuple(items[start:])


def from_ms(milliseconds: int) -> datetime:
    """A Redis time as an aware datetime."""
    seconds, rest = divmod(milliseconds, 1000)
    return datetime.fromtimestamp(seconds, UTC).replace(microsecond=rest * 1000)
