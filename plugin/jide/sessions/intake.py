"""From what a client sent to what may be stored: redacted, measured, named (pure)."""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from jide.errors import Invalid
from jide.namespace import check_id
from jide.redact import redact
from jide.sessions.message import ROLES, IncomingMessage, Message, fingerprint
from jide.text import estimate_tokens

LARGEST: Final = 64 * 1024
"""Bytes of UTF-8 a message may have."""

_AHEAD: Final = timedelta(minutes=5)
_NAMES: Final = uuid.UUID("5c1d9f0e-7a46-5b1c-9a53-6b1f2f6f6a70")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeatable:
    """The scope of an idempotency key: whoever uses the same one again means the same messages."""

    key_id: str
    path: str
    user_id: str
    session_id: str
    idempotency_key: str

    def message_id(self, index: int) -> str:
        """The id of the message at `index`, the same each time."""
        scope = [self.key_id, self.path, self.user_id, self.session_id, self.idempotency_key, index]
        return str(uuid.uuid5(_NAMES, json.dumps(scope, ensure_ascii=False)))


def prepare(
    incoming: Sequence[IncomingMessage], *, now: datetime, new_id: Callable[[], str], repeatable: Repeatable | None
) -> tuple[Message, ...]:
    """The messages as they may be stored. Raises Invalid, naming the field, for one that may not."""
    prints = [fingerprint(m.role, m.content, m.metadata) for m in incoming]
    messages = []
    for index, message in enumerate(incoming):
        _check(message, now)
        content = redact(message.content)
        metadata, counts = redact_metadata(message.metadata)
        named = message.message_id
        messages.append(
            Message(
                message_id=named or (repeatable.message_id(index) if repeatable else new_id()),
                role=message.role,
                content=content.text,
                # Under an idempotency key the messages are one body: another body is refused as a whole.
                content_sha256=prints[index] if named or not repeatable else _whole(prints, index),
                at=message.at or now,
                tokens=estimate_tokens(content.text),
                chosen=named is not None or repeatable is not None,
                metadata=metadata,
                redactions=_sum(content.counts, counts),
            )
        )
    return tuple(messages)


def redact_metadata(metadata: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, int]]:
    """Metadata with every text in it redacted, and how many places of each kind were replaced."""
    counts: dict[str, int] = {}

    def clean(value: Any) -> Any:
        if isinstance(value, str):
            found = redact(value)
            counts.update(_sum(counts, found.counts))
            return found.text
        if isinstance(value, Mapping):
            return {clean(name): clean(part) for name, part in value.items()}
        return [clean(part) for part in value] if isinstance(value, list) else value

    return clean(metadata), counts


def _check(message: IncomingMessage, now: datetime) -> None:
    field = message.field
    if message.role not in ROLES:
        raise Invalid(f"{field}.role: one of {', '.join(ROLES)}", field=f"{field}.role")
    if not message.content.strip():
        raise Invalid(f"{message.content_field}: must not be blank", field=message.content_field)
    if len(message.content.encode()) > LARGEST:
        raise Invalid(f"{message.content_field}: at most 64 kB", field=message.content_field)
    if message.message_id is not None and check_id(message.message_id, f"{field}.message_id") != message.message_id:
        raise ValueError("message ids arrive in NFC")
    if message.at is not None and message.at > now + _AHEAD:
        raise Invalid(f"{field}.timestamp: lies in the future", field=f"{field}.timestamp")


def _whole(prints: Sequence[bytes], index: int) -> bytes:
    return fingerprint(str(index), "".join(p.hex() for p in prints), {})


def _sum(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {kind: first.get(kind, 0) + second.get(kind, 0) for kind in sorted({*first, *second})}
