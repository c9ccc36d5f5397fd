"""From what a client sent to what may be stored: redacted, measured, named (pure)."""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from jide.errors import Invalid
from jide.infra.times import stamp
from jide.namespace import check_id
from jide.redact import redact
from jide.sessions.message import ROLES, IncomingMessage, Message, fingerprint
from jide.text import estimate_tokens

LARGEST: Final = 64 * 1024
"""Bytes of UTF-8 a message may have."""

EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
LATEST: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""Times between which a message can have been sent, with room for the days reckoned from it."""

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
    incoming: Sequence[IncomingMessage],
    *,
    now: datetime,
    new_id: Callable[[], str],
    repeatable: Repeatable | None,
    beside: Mapping[str, Any] | None = None,
) -> tuple[Message, ...]:
    """The messages as they may be stored. Raises Invalid, naming the field, for one that may not.

    beside      what else the request says, which is another request's under the same idempotency key if it differs
    """
    prints = [fingerprint(m.role, m.content, m.metadata) for m in incoming]
    times = [m.at and stamp(m.at) for m in incoming]
    whole = fingerprint("", "".join(p.hex() for p in prints), {"times": times, "beside": beside})
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
                content_sha256=prints[index] if named or not repeatable else _part(whole, index),
                # A client's clock may be ahead; what is said now is not said in the future.
                at=min(message.at or now, now),
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
    if message.at is not None:
        check_time(message.at, now + _AHEAD, f"{field}.timestamp")


def check_time(at: datetime, latest: datetime, field: str) -> None:
    """Raise Invalid, naming `field`, for a time that no message can have."""
    if not EARLIEST <= at <= latest:
        when = "in the future" if at > latest else "before 1970"
        raise Invalid(f"{field}: lies {when}", field=field)


def _part(whole: bytes, index: int) -> bytes:
    return fingerprint(str(index), whole.hex(), {})


def _sum(first: Mapping[str, int], second: Mapping[str, int]) -> dict[str, int]:
    return {kind: first.get(kind, 0) + second.get(kind, 0) for kind in sorted({*first, *second})}
