"""Long and repetitive messages: read in pieces, so that the cost grows with their length and no faster."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.signals.sentences import LONGEST, MANY, MOST, mask, split
from tests.unit.signals.talk import last


@given(st.text(alphabet="我是a ，,。.!？?\n", max_size=2000))
def test_sentences_are_pieces_of_the_text_in_order(text: str) -> None:
    """Each is where it says, none is longer than what is read at once, none overlaps the one before."""
    masked = mask(text)
    sentences = split(masked)
    assert all(masked[s.start : s.end] == s.text and len(s.text) <= LONGEST for s in sentences)
    assert all(one.end <= other.start for one, other in itertools.pairwise(sentences))


@pytest.mark.parametrize("unit", ["我叫小陈，", "My name is Sam, ", "别再用表格。", "x", "a. "])
def test_a_message_is_read_in_few_pieces(unit: str) -> None:
    """Whatever its length, one message costs at most this many readings."""
    assert len(split(mask(unit * 50_000))) <= min(MANY, MOST)


@pytest.mark.parametrize("mark", ["？", "?"])
def test_every_piece_of_a_long_question_asks(mark: str) -> None:
    """A question does not teach because it is long."""
    pieces = split("我们主要卖东南亚，" * 100 + "对吗" + mark)
    assert len(pieces) > 1
    assert all(piece.asks for piece in pieces)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("，".join(["今天的天气不错"] * 90) + "，往后给我的周报一律用 Markdown。", "report_format"),
        (", ".join(["the weather was fine"] * 40) + ". From now on, send every report as Markdown.", "report_format"),
    ],
)
def test_a_wish_after_much_talk_is_heard(said: str, key: str) -> None:
    """Cutting a long run loses nothing of what is read."""
    assert key in {signal.key for signal in last(said)}
