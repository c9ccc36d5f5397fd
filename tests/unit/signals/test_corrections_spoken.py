"""Corrections as people put them, in both languages: what each denies, what stands afterwards, what is none."""

from typing import Any, Final

import pytest

from tests.unit.signals import corrections_en, corrections_zh
from tests.unit.signals.remembered import REMEMBERED
from tests.unit.signals.talk import last, ucu

TEA: Final = ucu("liked", {"value": "茶"}, "我喜欢茶。")


@pytest.mark.parametrize(
    ("said", "known", "keys", "value", "ending", "answers"), corrections_zh.CORRECTS + corrections_en.CORRECTS
)
def test_a_correction_says_what_stands_now(
    said: tuple[str, ...], known: str, keys: str, value: dict[str, Any] | str, ending: str, answers: int | None
) -> None:
    """One signal, sure enough to be promoted, on the line it denies, with its ending and the turn it answers."""
    active = (REMEMBERED[known], TEA) if known else ()
    (signal,) = last(*said, active=active)
    assert (signal.signal, signal.polarity, signal.ending) == ("correction", "positive", ending)
    assert signal.key in keys.split("|")
    if isinstance(value, str):
        assert value in str(dict(signal.value))
    else:
        assert value.items() <= dict(signal.value).items()
    assert signal.confidence >= 0.72
    assert signal.answers == answers
    if known:
        assert (signal.line, signal.member) == (active[0].line, active[0].member)
    words = said[-1][slice(*signal.span)]
    assert words == words.strip()


@pytest.mark.parametrize(("said", "answers"), corrections_zh.REJECTS + corrections_en.REJECTS)
def test_a_bare_rejection_is_for_review(said: tuple[str, ...], answers: int | None) -> None:
    """It names nothing and gives nothing: of type correction, negative, below promotion; no pronoun is its value."""
    (signal,) = last(*said)
    assert (signal.signal, signal.type, signal.polarity) == ("correction", "correction", "negative")
    assert signal.answers == answers
    assert 0.4 <= signal.confidence < 0.7
    assert str(signal.value["value"]).lower() not in {"this", "that", "it", "这", "那", "它"}


@pytest.mark.parametrize("known", [(), ("currency", "budget", "deadline", "location", "job", "terminal")])
@pytest.mark.parametrize(("before", "text"), corrections_zh.SILENT + corrections_en.SILENT)
def test_what_only_sounds_like_it_corrects_nothing(before: str, text: str, known: tuple[str, ...]) -> None:
    """Thanks, questions, quotations, other people's words: whatever is remembered, it stays."""
    signals = last(before, text, active=tuple(REMEMBERED[name] for name in known))
    assert [s for s in signals if s.signal == "correction"] == []


@pytest.mark.parametrize(("text", "known"), [("以后不要再使用 Python", "code"), ("Stop using Python.", "code")])
def test_an_end_without_a_beginning_is_a_refusal_on_its_line(text: str, known: str) -> None:
    """Nothing takes the old thing's place: the line turns negative."""
    (signal,) = last(text, active=(REMEMBERED[known],))
    assert (signal.line, signal.polarity, signal.ending) == (REMEMBERED[known].line, "negative", "changed")
    assert signal.confidence >= 0.72
