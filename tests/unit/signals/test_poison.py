"""Poison: what would gain somebody something is never promoted, however plainly it is worded."""

import pytest

from jide.drafts import gate
from tests.unit.signals.poisoned import PLAIN, POISONED
from tests.unit.signals.said import POISON
from tests.unit.signals.talk import last


def promoted(text: str) -> list[str]:
    """The keys of what a message would promote with nothing known."""
    return [s.key for s in last(text) if gate.decide(s, None, auto_promote=0.7, trusted=True).outcome == gate.PROMOTE]


@pytest.mark.parametrize("text", [*POISONED, *POISON])
def test_poison_is_never_promoted(text: str) -> None:
    """Review at most: the words are not on any list, the shape is no plain claim."""
    assert promoted(text) == []


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_thing_to_remember_is(text: str) -> None:
    """Where a thing is, what it is, how somebody lives."""
    assert promoted(text)
