"""Long and repetitive messages: read in pieces, so that the cost grows with their length and no faster."""

import itertools
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.drafts import gate
from jide.signals import rules
from jide.signals.extract import extract
from jide.signals.rules import PATIENCE
from jide.signals.sentences import LONGEST, MANY, MOST, mask, split
from tests.unit.signals.talk import last, turns


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


@pytest.mark.parametrize(
    "text", ["以后不要" * 1500, "以后我不要a " * 900, "我" * 6000, "no, " * 4000, "actually, " * 2000]
)
def test_what_takes_too_long_is_put_down_and_waits_for_a_person(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guard that was not heard to its end may have been the one that mattered."""
    wish = "以后报告都用 Markdown。"
    began = thread_time()
    last(text)
    assert thread_time() - began < 10 * PATIENCE
    monkeypatch.setattr(rules, "PATIENCE", 0.0)
    assert last(wish) == []
    monkeypatch.setattr(rules, "PATIENCE", PATIENCE)
    (plain,) = last(wish)
    assert "rushed" not in plain.flags
    monkeypatch.setattr(rules.Clock, "rushed", True)
    (signal,) = last(wish)
    assert gate.decide(signal, None, auto_promote=0.7, trusted=True).outcome == gate.REVIEW


def test_a_conversation_that_takes_too_long_is_given_up() -> None:
    with pytest.raises(TimeoutError):
        extract(turns(*["以后不要" * 1000] * 4), patience=0.1)
    assert extract(turns("以后报告都用 Markdown。"), patience=5.0)
