"""From what a client sent to what may be stored."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from jide.errors import Invalid
from jide.sessions.intake import EARLIEST, LARGEST, Repeatable, prepare, redact_metadata
from jide.sessions.message import IncomingMessage, Message

NOW = datetime(2026, 12, 1, tzinfo=UTC)
KEY = Repeatable(key_id="k", path="turns", user_id="u", session_id="s", idempotency_key="i")


def names() -> Iterator[str]:
    return (f"id{n}" for n in count())


def prepared(*incoming: IncomingMessage, repeatable: Repeatable | None = None) -> tuple[Message, ...]:
    ids = names()
    return prepare(incoming, now=NOW, new_id=lambda: next(ids), repeatable=repeatable)


def said(content: str = "x", **more: Any) -> IncomingMessage:
    return IncomingMessage(role=more.pop("role", "user"), content=content, field="messages[1]", **more)


def test_content_and_metadata_are_redacted_and_counted_and_the_fingerprint_is_of_the_original() -> None:
    (first,) = prepared(said("call 13812345678", metadata={"a": ["13912345678"], "n": 1}))
    (second,) = prepared(said("call 13812345679", metadata={"a": ["13912345678"], "n": 1}))
    assert (first.content, first.metadata, first.redactions) == (
        "call [PHONE_1]",
        {"a": ["[PHONE_1]"], "n": 1},
        {"PHONE": 2},
    )
    assert first.content == second.content
    assert first.content_sha256 != second.content_sha256


def test_metadata_is_redacted_at_every_depth_names_included() -> None:
    clean, counts = redact_metadata({"13812345678": {"x": [{"y": "wang@example.com"}]}, "ok": None, "n": 1.5})
    assert clean == {"[PHONE_1]": {"x": [{"y": "[EMAIL_1]"}]}, "ok": None, "n": 1.5}
    assert counts == {"EMAIL": 1, "PHONE": 1}


def test_ids_are_the_clients_or_of_the_key_or_new() -> None:
    own = prepared(said(message_id="m"), said())
    assert [(m.message_id, m.chosen) for m in own] == [("m", True), ("id0", False)]
    keyed = prepared(said("a"), said("b", message_id="m"), repeatable=KEY)
    assert [m.chosen for m in keyed] == [True, True]
    assert keyed[0].message_id == KEY.message_id(0) != KEY.message_id(1)
    assert keyed[1].message_id == "m"


@pytest.mark.parametrize("field", ["key_id", "path", "user_id", "session_id", "idempotency_key"])
def test_every_part_of_a_keys_scope_counts(field: str) -> None:
    parts = {name: getattr(KEY, name) for name in ("key_id", "path", "user_id", "session_id", "idempotency_key")}
    assert Repeatable(**(parts | {field: "other"})).message_id(0) != KEY.message_id(0)


def test_under_a_key_a_message_is_the_same_only_in_the_same_body() -> None:
    alone = prepared(said("a"), repeatable=KEY)[0]
    together = prepared(said("a"), said("b"), repeatable=KEY)[0]
    again = prepared(said("a"), repeatable=KEY)[0]
    assert alone.content_sha256 == again.content_sha256 != together.content_sha256


def test_time_is_the_clients_or_now() -> None:
    at = NOW - timedelta(days=3)
    assert [m.at for m in prepared(said(at=at), said())] == [at, NOW]


def test_a_clock_that_is_a_little_ahead_says_now() -> None:
    assert prepared(said(at=NOW + timedelta(minutes=4)))[0].at == NOW


@pytest.mark.parametrize(
    "other",
    [
        {"beside": {"metadata": {"channel": "web"}}},
        {"beside": {"project_id": "p"}},
        {"incoming": [said("a", at=NOW - timedelta(days=1))]},
        {"incoming": [said("a", metadata={"n": 1})]},
    ],
    ids=["session metadata", "project", "time", "metadata"],
)
def test_under_a_key_all_that_is_said_makes_the_body(other: dict[str, Any]) -> None:
    same: dict[str, Any] = {"incoming": [said("a")], "now": NOW, "new_id": lambda: "x", "repeatable": KEY}
    (first,), (again,), (changed,) = prepare(**same), prepare(**same), prepare(**(same | other))
    assert first.message_id == changed.message_id
    assert first.content_sha256 == again.content_sha256 != changed.content_sha256


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (said(" \n\u3000"), "content"),
        (said("", role="assistant"), "content"),
        (said("词" * (LARGEST // 3 + 1)), "content"),
        (said(role="system"), "role"),
        (said(at=NOW + timedelta(minutes=6)), "timestamp"),
        (said(at=EARLIEST - timedelta(seconds=1)), "timestamp"),
        (said(at=datetime.min.replace(tzinfo=UTC)), "timestamp"),
        (said(message_id="a/b"), "message_id"),
        (said(message_id=""), "message_id"),
    ],
)
def test_what_may_not_be_stored_is_refused_by_name(message: IncomingMessage, field: str) -> None:
    with pytest.raises(Invalid) as refused:
        prepared(said(), message)
    assert refused.value.data["field"] == f"messages[1].{field}"
    assert refused.value.detail.startswith(f"messages[1].{field}: ")


def test_the_largest_message_is_taken() -> None:
    assert len(prepared(said("x" * LARGEST))[0].content) == LARGEST
