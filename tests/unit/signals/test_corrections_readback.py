"""What is said otherwise than the assistant read it back, or took it: a correction for review."""

import pytest

from jide.signals import matching, spots, withdrawals
from tests.unit.signals.talk import last


@pytest.mark.parametrize(
    ("before", "text", "has"),
    [
        ("Please confirm: a table for 4 at 7 pm, is that correct?", "I'd like it for 6 people.", "6 people"),
        ("You would like two tickets for Saturday?", "Can you make it three tickets?", "three"),
        ("Just to be clear: delivery on May 3rd.", "On the 5th of May please", "5th"),
        ("So that's a single room for two nights.", "Actually, I only need one night.", "one night"),
        ("确认一下：周六两张票，对吗？", "我要三张", "三张"),
        ("跟您核对一下，送到一号仓，对吧？", "改成二号仓", "二号仓"),
        ("Marie Curie won the Nobel Prize in 1903.", "I meant her second Nobel Prize", "second"),
        ("The bridge opened in 1932.", "I wanted the bridge in Newcastle, not Sydney", "Newcastle"),
        ("The museum is open until six.", "Instead of the museum, tell me about the archive.", "archive"),
    ],
)
def test_what_is_said_otherwise_is_for_review(before: str, text: str, has: str) -> None:
    """It answers the turn that it denies, and is not sure enough to be promoted."""
    (signal,) = last(f"A: {before}", text)
    assert (signal.signal, signal.answers) == ("correction", 0)
    assert has in str(signal.value["value"])


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("Please confirm: a table for 4 at 7 pm, is that correct?", "Yes, I'd like it for 4 people."),
        ("Please confirm: a table for 4 at 7 pm, is that correct?", "That's right, book it."),
        ("确认一下：周六两张票，对吗？", "对的，我要两张"),
        ("What day do you want to check in?", "I'd like the 5th of May."),
        ("Where would you like to go, is Leeds right?", "What is the address?"),
        ("Your booking is confirmed.", "I also need a cab for two."),
        ("The museum is open until six.", "How much is a ticket?"),
        ("The museum is open until six.", "I'm looking for a cheap lunch."),
        ("Done.", "I'm not sure what to do next."),
    ],
)
def test_an_answer_or_the_next_question_is_no_correction(before: str, text: str) -> None:
    """Agreement, an answer, another matter."""
    assert [s for s in last(f"A: {before}", text) if s.signal == "correction"] == []


def test_every_wording_compiles() -> None:
    """Patterns are compiled at their first use: a broken one must show here."""
    tables = (*matching.RULES.values(), spots.FIXES, withdrawals.WITHDRAW)
    assert all(compiled.pattern.pattern for rules in tables for compiled in rules)
