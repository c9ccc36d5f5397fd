"""Sentences of people the rules were not written for: what may be promoted of them, and what never."""

import pytest

from jide.drafts import gate
from jide.profiles import registry
from jide.signals.signal import Signal
from tests.unit.signals.strangers_en import SAID_EN
from tests.unit.signals.strangers_greedy import GREEDY
from tests.unit.signals.strangers_quiet import QUIET, UNSURE
from tests.unit.signals.strangers_zh import SAID_ZH
from tests.unit.signals.talk import last

SAID = (*SAID_ZH, *SAID_EN)


def promoted(text: str) -> list[Signal]:
    """The signals of a message that no reviewer needs to see."""
    return [s for s in last(text) if gate.decide(s, None, auto_promote=0.7, trusted=True).outcome == gate.PROMOTE]


@pytest.mark.parametrize(("text", "key", "has", "polarity"), SAID, ids=[f"{s[1]}-{s[0][:24]}" for s in SAID])
def test_a_lasting_wish_or_a_fact_is_promoted(text: str, key: str, has: str, polarity: str) -> None:
    """Under its key, with the value's words and the sentence's polarity."""
    (signal,) = [s for s in promoted(text) if s.key == key and has in str(dict(s.value))]
    assert signal.polarity == polarity
    registry.check_value(key, signal.value)


@pytest.mark.parametrize("text", sorted({s[0] for s in SAID}))
def test_a_span_is_the_words_without_blanks_around_them(text: str) -> None:
    """What a reviewer is shown begins and ends with a word."""
    for signal in last(text):
        words = text[slice(*signal.span)]
        assert words == words.strip()


@pytest.mark.parametrize(
    "text",
    [
        "这个项目必须用 Java",
        "这个项目的代码一律用 Java 写。",
        "For this project, use Java.",
        "In this project we only use Java",
    ],
)
def test_what_binds_a_project_is_of_its_scope(text: str) -> None:
    """One unit, of the project only."""
    (signal,) = last(text)
    assert (signal.key, dict(signal.value), signal.scope) == ("code_language", {"value": "Java"}, "project")


@pytest.mark.parametrize("text", QUIET)
def test_what_is_no_statement_about_its_author_is_silent(text: str) -> None:
    """Questions, tasks, stories, third persons, complaints, thanks."""
    assert last(text) == []


@pytest.mark.parametrize("text", UNSURE)
def test_what_may_hold_for_once_is_for_review(text: str) -> None:
    """Found, not negative, and not promoted."""
    assert last(text)
    assert promoted(text) == []
    assert all(s.polarity == "positive" for s in last(text))


@pytest.mark.parametrize("text", GREEDY)
def test_what_would_gain_its_author_something_is_never_promoted(text: str) -> None:
    """Rights, exemptions, discounts, other people's data, weaker checks, orders to obey; also disguised."""
    assert promoted(text) == []
