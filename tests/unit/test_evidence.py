"""Anchors: written once, read back the same, and nothing else is one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.errors import BadId, Invalid
from jide.evidence import Anchor, anchor_prefix, parse
from tests.unit.ids import legal_ids

NUMBERS = st.integers(min_value=1, max_value=10**17)


@given(legal_ids, NUMBERS, NUMBERS)
def test_round_trip(session_id: str, one: int, other: int) -> None:
    """Every legal session id, single or causal, survives being written and read."""
    anchor = Anchor(session_id=check(session_id), first=min(one, other), last=max(one, other))
    assert parse(str(anchor)) == anchor
    assert str(anchor).startswith(anchor_prefix(anchor.session_id))


def check(session_id: str) -> str:
    """The id as it comes out of an anchor: an anchor is read in NFC."""
    return parse(f"{anchor_prefix(session_id)}1").session_id


@pytest.mark.parametrize(
    ("text", "session_id", "first", "last"),
    [
        ("session_s442#msg_18", "s442", 18, 18),
        ("session_s442#msg_15-msg_18", "s442", 15, 18),
        ("session_会话 1#msg_1", "会话 1", 1, 1),
        ("session_u1%3As1#msg_2", "u1:s1", 2, 2),
        ("session_a%23msg_9#msg_2", "a#msg_9", 2, 2),
        ("session_session_x#msg_3", "session_x", 3, 3),
        ("session_50%25#msg_3", "50%", 3, 3),
    ],
)
def test_anchors_as_written(text: str, session_id: str, first: int, last: int) -> None:
    """The form people and cards use."""
    assert parse(text) == Anchor(session_id=session_id, first=first, last=last)
    assert str(parse(text)) == text


def test_range_of_one_message_is_that_message() -> None:
    """msg_4-msg_4 is read, and written short."""
    assert str(parse("session_s#msg_4-msg_4")) == "session_s#msg_4"


@pytest.mark.parametrize(
    "text",
    ["", "s442#msg_18", "session_#msg_1", "session_s#msg_", "session_s#msg_0", "session_s#msg_-1", "session_s#msg_01",
     "session_s#xxxx18", "session_s#msg_18-", "session_s#msg_18-19", "session_s#msg_9-msg_8", "session_s#msg_1-msg_0",
     "session_a#b#msg_1", "session_a:b#msg_1", "session_{a}#msg_1", " session_s#msg_1", "session_s#msg_1\n",
     "session_s#msg_１", "session_s#msg_1.5", "Session_s#msg_1", "session_s#msg_1234567890123456789",
     f"session_{'x' * 2000}#msg_1"],
)  # fmt: skip
def test_what_is_no_anchor(text: str) -> None:
    """The evidence field is named in the error."""
    with pytest.raises(Invalid) as caught:
        parse(text)
    assert caught.value.data["field"] == "evidence"


@pytest.mark.parametrize("session_id", ["..", "a/b", "a%0Ab\n", "x" * 129, " s"])
def test_illegal_session_in_an_anchor(session_id: str) -> None:
    """An anchor cannot smuggle in an id that is refused elsewhere."""
    with pytest.raises(BadId):
        parse(f"session_{session_id}#msg_1")


@given(st.text())
def test_any_text_is_an_anchor_or_invalid(text: str) -> None:
    """No text breaks the parser."""
    for candidate in (text, f"session_{text}#msg_1", f"session_s#msg_{text}"):
        try:
            assert parse(candidate).first >= 1
        except Invalid:
            continue


@pytest.mark.parametrize(("first", "last"), [(0, 1), (-1, 1), (2, 1)])
def test_numbers_go_up_from_one(first: int, last: int) -> None:
    """An anchor is valid by construction."""
    with pytest.raises(Invalid):
        Anchor(session_id="s", first=first, last=last)
