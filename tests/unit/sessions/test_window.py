"""The live window's bytes: an item is the API's message, and what fits is the newest."""

import json
from datetime import UTC, datetime

import pytest

from jide.namespace import Namespace
from jide.sessions.message import Batch, Message, fingerprint
from jide.sessions.window import entry_of, from_ms, item_around, item_of, pack, tokens_of

AT = datetime(2026, 1, 2, 3, 4, 5, 600000, tzinfo=UTC)


def message(content: str, tokens: int = 7, **metadata: object) -> Message:
    return Message(
        message_id="m1", role="user", content=content, content_sha256=fingerprint("user", content, metadata), at=AT,
        tokens=tokens, chosen=False, metadata=metadata,
    )  # fmt: skip


@pytest.mark.parametrize("session_id", ["s442", 'quo"te', "a#b%c:d{e}", "张三", "o'brien"])
@pytest.mark.parametrize("content", ["hi", '"tokens":99}', "换行\n和 \\ 反斜杠", "\u2028\U0001f600"])
def test_an_item_is_the_message_as_the_api_writes_it(session_id: str, content: str) -> None:
    found = json.loads(item_of(session_id, 18, message(content, 7, note=content)))
    encoded = session_id
    for char in "%#:{}":
        encoded = encoded.replace(char, f"%{ord(char):02X}")
    assert found == {
        "seq": 18, "message_id": "m1", "role": "user", "content": content, "timestamp": "2026-01-02T03:04:05.600000Z",
        "anchor": f"session_{encoded}#msg_18", "metadata": {"note": content}, "tokens": 7,
    }  # fmt: skip
    assert list(found)[-1] == "tokens"
    assert tokens_of(item_of(session_id, 18, message(content, 7, note=content))) == 7


def test_what_stands_around_the_number_is_what_the_script_puts_together() -> None:
    before, after = item_around("s1", message("x"))
    assert f'{{"seq":3{before}3{after}'.encode() == item_of("s1", 3, message("x"))


@pytest.mark.parametrize(
    ("budget", "kept"), [(None, [1, 2, 3, 4]), (100, [1, 2, 3, 4]), (14, [3, 4]), (20, [3, 4]), (7, [4]), (6, [])]
)
def test_the_newest_items_that_fit_are_kept_oldest_first(budget: int | None, kept: list[int]) -> None:
    items = [item_of("s1", seq, message("x")) for seq in range(1, 5)]
    assert [json.loads(item)["seq"] for item in pack(items, budget)] == kept


def test_an_outbox_entry_is_complete_once_its_numbers_stand_before_it() -> None:
    ns = Namespace(tenant_id="t", user_id="张三", project_id="p")
    batch = Batch(namespace=ns, session_id="s", app_id="a", messages=(message("x"),), trusted=False)
    entry = json.loads('{"epoch":1,"seq":2,' + entry_of(batch, batch.messages[0]))
    assert {"tenant": "t", "user": "张三", "session": "s", "project": "p", "app": "a", "trusted": False}.items() <= (
        entry.items()
    )
    assert bytes.fromhex(entry["content_sha256"]) == batch.messages[0].content_sha256


def test_redis_times_keep_their_milliseconds() -> None:
    assert from_ms(1_767_323_045_123) == datetime(2026, 1, 2, 3, 4, 5, 123000, tzinfo=UTC)
