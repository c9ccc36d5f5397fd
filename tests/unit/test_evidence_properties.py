"""Anchors, whatever they are made of: one spelling each, and no way to name another session or message."""

from hypothesis import given
from hypothesis import strategies as st

from jide.errors import Invalid
from jide.evidence import Anchor, parse
from jide.namespace import check_id

PIECES = st.sampled_from([
    "session_", "#msg_", "-msg_", "#", "%", "%23", "%2523", "%3A", "%7B", "%7b", ":", "{", "}", "s", "1", "0", "18",
    "-1", "１", "会话", "e\u0301", "\u200b", "\u200d", "..", "/", "\\", " ", "\n", "\0", "\ud800", "9" * 18, "9" * 19,
])  # fmt: skip


@given(st.lists(PIECES, max_size=10).map("".join))
def test_what_is_read_is_written_in_one_spelling(text: str) -> None:
    """Reading what was written changes nothing; everything else is Invalid, and no text is another error."""
    try:
        anchor, field = parse(text), "evidence"
    except Invalid as error:
        anchor, field = Anchor(session_id="s", first=1, last=1), error.data["field"]
    assert field == "evidence"
    assert parse(str(anchor)) == anchor
    assert str(parse(str(anchor))) == str(anchor)
    assert check_id(anchor.session_id) == anchor.session_id
    assert 1 <= anchor.first <= anchor.last


@given(*[st.tuples(st.lists(st.sampled_from("ab#%:{}-_23A"), min_size=1, max_size=8).map("".join),
                   st.integers(1, 99), st.integers(1, 99))] * 2)  # fmt: skip
def test_two_messages_never_share_an_anchor(one: tuple[str, int, int], other: tuple[str, int, int]) -> None:
    """The separators of anchors are ordinary characters of ids."""
    first, second = (Anchor(session_id=s, first=min(a, b), last=max(a, b)) for s, a, b in (one, other))
    assert (str(first) == str(second)) is (first == second)
