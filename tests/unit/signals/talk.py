"""Turns and memories to read signals from: builders of the extractor's tests."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals.extract import extract
from jide.signals.signal import Signal, Turn

AT = datetime(2026, 3, 4, 9, tzinfo=UTC)
"""A Wednesday, 17:00 in Shanghai."""


def turns(*said: str, at: datetime = AT, **metadata: object) -> list[Turn]:
    """Turns of a conversation; those that begin with 'A: ' are the assistant's."""
    return [
        Turn(
            role="assistant" if text.startswith("A: ") else "user", content=text.removeprefix("A: "), at=at,
            message_id=f"m{n}", seq=n + 1, metadata=metadata,
        )
        for n, text in enumerate(said)
    ]  # fmt: skip


def ucu(key: str, value: Mapping[str, Any], statement: str, polarity: str = "positive", **more: Any) -> UCU:
    """An active memory, said long ago in another session."""
    found = registry.KEYS[key]
    fields: dict[str, Any] = {
        "ucu_id": f"u-{key}", "user_id": "u1", "project_id": "", "type": found.type, "line": found.line,
        "member": registry.member_of(key, value), "key": key, "value": value, "statement": statement,
        "polarity": polarity, "confidence": 0.9, "importance": 0.5, "version": 1, "status": "active", "ended": None,
        "lifecycle": "permanent", "valid_from": AT, "valid_until": None, "recorded_at": AT, "superseded_at": None,
        "source": "extractor", "asserted_by": "user",
    }  # fmt: skip
    return UCU(**(fields | more))


def last(*said: str, active: tuple[UCU, ...] = ()) -> list[Signal]:
    """The signals of the last message."""
    conversation = turns(*said)
    return extract(conversation, active=active, indexes=[len(conversation) - 1])
