"""Corrections in English, as people put them: what each denies, what stands there afterwards, what is none."""

from typing import Any, Final

import pytest

from tests.unit.signals.remembered import REMEMBERED
from tests.unit.signals.talk import last, ucu

TEA: Final = ucu("liked", {"value": "茶"}, "我喜欢茶。")

# (what was said, what is remembered of another session, key or keys, value or a part of it, ending, the turn answered)
Row = tuple[tuple[str, ...], str, str, dict[str, Any] | str, str, int | None]
# One dialogue, one line: the formatter would make each word of it a line.
# fmt: off
CORRECTS: Final[tuple[Row, ...]] = (
    (("A: I used US dollars.", "No, that's wrong, use Singapore dollars."),
     "", "currency", {"value": "SGD"}, "wrong", 0),
    (("A: I used US dollars.", "No, that's wrong, use Singapore dollars."),
     "currency_en", "currency", {"value": "SGD"}, "wrong", 0),
    (("No, that's wrong, use Singapore dollars.",), "currency_en", "currency", {"value": "SGD"}, "wrong", None),
    (("A: Shipping takes 5 days to Jakarta.", "Actually it's 7 days to Jakarta, not 5."),
     "", "other_fact", "7 days", "wrong", 0),
    (("A: Since you work in HR, here is a policy.", "That's not right, I work in finance, not HR."),
     "department_en", "department|industry", "finance", "wrong", 0),
    (("A: Since you work in HR, here is a policy.", "That's not right, I work in finance, not HR."),
     "", "department|industry", "finance", "wrong", 0),
    (("A: Your train leaves from London.", "I said Leeds, not London"), "", "other_fact", "Leeds", "wrong", 0),
    (("A: You live in London.", "I said Leeds, not London"),
     "location_en", "location", {"value": "Leeds"}, "wrong", 0),
    (("A: You live in London.", "No, I live in Leeds."), "location_en", "location", {"value": "Leeds"}, "wrong", 0),
    (("A: It leaves from Terminal 2.", "Terminal 2 was last year. It's 5 now."),
     "terminal", "other_fact", {"value": "Terminal 5"}, "changed", 0),
    (("We changed the currency to Thai baht.",), "currency_en", "currency", {"value": "THB"}, "changed", None),
    (("A: Here is your summary.", "We changed the currency to Thai baht."),
     "currency_en", "currency", {"value": "THB"}, "changed", None),
    (("We changed the currency to Thai baht.",), "", "currency", {"value": "THB"}, "changed", None),
    (("I moved to Berlin",), "location_en", "location", {"value": "Berlin"}, "changed", None),
    (("By the way, I've moved to Berlin.",), "location_en", "location", {"value": "Berlin"}, "changed", None),
    (("I live in Berlin now",), "location_en", "location", {"value": "Berlin"}, "changed", None),
    (("I no longer work at Acme, I'm at Globex now",),
     "employer_en", "employer", {"value": "Globex"}, "changed", None),
    (("I've left Acme and joined Globex.",), "employer_en", "employer", {"value": "Globex"}, "changed", None),
    (("I changed jobs, I work at Globex now.",), "employer_en", "employer", {"value": "Globex"}, "changed", None),
    (("A: With a budget of 30k you can hire two.", "the budget is 50k not 30k"),
     "budget_en", "budget", {"amount": 50000}, "wrong", 0),
    (("A: With a budget of 30k you can hire two.", "the budget is 50k not 30k"),
     "", "budget", {"amount": 50000}, "wrong", 0),
    (("A: Your budget is 30k.", "That's incorrect. My budget is 50k."),
     "budget_en", "budget", {"amount": 50000}, "wrong", 0),
    (("Our budget went up to 50k",), "budget_en", "budget", {"amount": 50000}, "changed", None),
    (("The budget has been cut from 30k to 20k.",), "budget_en", "budget", {"amount": 20000}, "changed", None),
    (("A: As a product manager, you decide.", "I'm not a product manager, I'm a project manager."),
     "job_en", "job_title", "project manager", "wrong", 0),
    (("A: As a product manager, you decide.", "I'm a project manager, not a product manager."),
     "", "job_title", "project manager", "wrong", 0),
    (("I got promoted, I'm now a director of engineering",), "job_en", "job_title", "director", "changed", None),
    (("A: Hi Jon!", "My name is John, not Jon."), "name_en", "name", {"value": "John"}, "wrong", 0),
    (("A: Hi Jon!", "You got my name wrong, it's John"), "name_en", "name", {"value": "John"}, "wrong", 0),
    (("A: The report is due Friday.", "No, it's due on Thursday."),
     "deadline_en", "deadline", {"date": "2026-03-05"}, "wrong", 0),
    (("The deadline got pushed to March 20",), "deadline_en", "deadline", {"date": "2026-03-20"}, "changed", None),
    (("A: Your team has 5 people.", "Wrong, we're 8 people."), "team_en", "team_size", {"value": 8}, "wrong", 0),
    (("My team is 8 people now, not 5",), "team_en", "team_size", {"value": 8}, "changed", None),
    (("A: I will email you.", "Don't email me any more, use WhatsApp instead."),
     "channel_en", "preferred_channel", {"value": "WhatsApp"}, "changed", 0),
    (("A: I will contact you by email.", "No, not email. Contact me on Telegram."),
     "channel_en", "preferred_channel", {"value": "Telegram"}, "wrong", 0),
    (("A: Here is the Markdown version.", "That's wrong, reports should be in Word."),
     "report_en", "report_format", {"format": "Word"}, "wrong", 0),
    (("A: You are in the London time zone.", "Incorrect, my time zone is Berlin."),
     "timezone_en", "timezone", "Berlin", "wrong", 0),
    (("A: The order number is 4411.", "The order number is wrong, it should be 4417."),
     "", "other_fact", "4417", "wrong", 0),
    (("A: The contact is Dana.", "It's not Dana, it's Petra."), "", "other_fact", "Petra", "wrong", 0),
    (("A: The contact is Dana.", "Not Dana. Petra."), "", "other_fact", "Petra", "wrong", 0),
    (("A: Revenue was 2.1m.", "You're wrong, revenue was 2.4m."), "", "other_fact", "2.4m", "wrong", 0),
    (("A: We fly on Tuesday.", "Correction: the flight is on Wednesday."), "", "other_fact", "Wednesday", "wrong", 0),
    (("A: Tax is included: 113.", "You misunderstood, I need the amount before tax."),
     "", "other_fact|other_preference", "before tax", "wrong", 0),
    (("I misspoke earlier, the budget is 50k.",), "budget_en", "budget", {"amount": 50000}, "wrong", None),
    (("Please update my address, I moved to Berlin last month.",),
     "location_en", "location", {"value": "Berlin"}, "changed", None),
    (("I'm not vegan anymore, I'm vegetarian now.",), "diet_en", "dietary", "vegetarian", "changed", None),
    (("A: Noted, you use Python.", "Nope, I use Rust."),
     "", "code_language|tech_stack|system_in_use", "Rust", "wrong", 0),
    (("A: I'll send your weekly report as PDF.", "No, in Word, please."),
     "", "report_format", {"format": "Word"}, "wrong", 0),
    (("A: Here is the report in Markdown.", "No, in Word, please."),
     "report_en", "report_format", {"format": "Word"}, "wrong", 0),
    (("A: I'll send the file tomorrow.", "Wrong, as an Excel file please."),
     "", "report_format", {"format": "Excel"}, "wrong", 0),
    (("A: The client is Hengtai.", "Correction: the client is Hengda."),
     "", "other_fact", {"value": "client: Hengda"}, "wrong", 0),
    (("A: Revenue was 2.2m.", "No, it's 2.4m."), "", "other_fact", {"value": "2.4m"}, "wrong", 0),
    (("A: Revenue was 2.2m.", "It's 2.4m, not 2.2m."), "", "other_fact", {"value": "2.4m"}, "wrong", 0),
)
REJECTS: Final = (
    (("A: Costs will fall.", "That's not what I asked for"), 0),
    (("A: It is 88.", "That's not right."), 0),
    (("A: It is 88.", "Wrong."), 0),
    (("A: Here you go.", "You misunderstood me."), 0),
    (("That's wrong.",), None),
    (("No, that's wrong.",), None),
)
SILENT: Final = (
    ("A: Done.", "not bad"),
    ("A: 金额用美元。", "is that right?"),
    ("A: Hello.", "what's wrong with my code?"),
    ("A: Anything else?", "no thanks"),
    ("A: Sorry.", "No problem"),
    ("A: Sorry.", "no worries, thanks"),
    ("A: Ready.", 'The page says "wrong password", how do I reset it?'),
    ("A: Ready.", "Error: incorrect number of arguments, expected 2 not 3"),
    ("A: It starts at three.", "Right, thanks."),
    ("A: It starts at three.", "Isn't it four?"),
    ("A: It starts at three.", "That's right, thank you"),
    ("A: Shall I book it?", "No, not now."),
    ("A: Shall I book it?", "No, that's all for today."),
    ("A: Your plan.", "Nothing wrong with that."),
    ("A: Try this.", "It works now, thanks."),
    ("A: Try this.", "It's working now"),
    ("A: OK.", "Translate: no, it is Friday, not Thursday."),
    ("A: OK.", "My boss said the budget is 50k not 30k"),
    ("A: OK.", "If the deadline moved to Monday, what would change?"),
    ("A: Any questions?", "Why is it wrong to use eval?"),
    ("A: Any questions?", "Which one is correct, 5 or 7?"),
    ("A: Here.", "not sure"),
    ("A: Here.", "No idea, you choose."),
    ("A: Which day?", "No preference."),
    ("A: Do you like it?", "No, but I can live with it."),
    ("A: ok", "I made a mistake in my essay, can you find it?"),
    ("A: ok", "What was the wrong answer to question 3?"),
    ("A: ok", "Correct my grammar please"),
)
# fmt: on


@pytest.mark.parametrize(("said", "known", "keys", "value", "ending", "answers"), CORRECTS)
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


@pytest.mark.parametrize(("said", "answers"), REJECTS)
def test_a_bare_rejection_is_for_review(said: tuple[str, ...], answers: int | None) -> None:
    """It names nothing and gives nothing: of type correction, negative, below promotion; no pronoun is its value."""
    (signal,) = last(*said)
    assert (signal.signal, signal.type, signal.polarity) == ("correction", "correction", "negative")
    assert signal.answers == answers
    assert 0.4 <= signal.confidence < 0.7
    assert str(signal.value["value"]).lower() not in {"this", "that", "it", "这", "那", "它"}


@pytest.mark.parametrize("known", [(), ("currency", "budget", "deadline", "location", "job", "terminal")])
@pytest.mark.parametrize(("before", "text"), SILENT)
def test_what_only_sounds_like_it_corrects_nothing(before: str, text: str, known: tuple[str, ...]) -> None:
    """Thanks, questions, quotations, other people's words: whatever is remembered, it stays."""
    signals = last(before, text, active=tuple(REMEMBERED[name] for name in known))
    assert [s for s in signals if s.signal == "correction"] == []


@pytest.mark.parametrize(("text", "known"), [("Stop using Python.", "code")])
def test_an_end_without_a_beginning_is_a_refusal_on_its_line(text: str, known: str) -> None:
    """Nothing takes the old thing's place: the line turns negative."""
    (signal,) = last(text, active=(REMEMBERED[known],))
    assert (signal.line, signal.polarity, signal.ending) == (REMEMBERED[known].line, "negative", "changed")
    assert signal.confidence >= 0.72
