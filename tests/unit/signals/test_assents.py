"""'Yes, exactly' after the assistant's guess: evidence for what the assistant said, and when it is none."""

import pytest

from jide.drafts import gate
from tests.unit.signals.talk import last, ucu


@pytest.mark.parametrize(
    ("guess", "yes", "key", "value", "polarity"),
    [
        ("你可能喜欢红茶", "对", "liked", "红茶", "positive"),
        ("您是不是喜欢红茶？", "对的", "liked", "红茶", "positive"),
        ("今天天气真好，您住在杭州吧？", "是的", "location", "杭州", "positive"),
        ("您在财务部工作，对吧？", "没错", "department", "财务部", "positive"),
        ("看来您不吃香菜，对吗？", "对，没错。", "dietary", "香菜", "negative"),
        ("以后都用英文回复您，对吗？", "对的", "response_language", "English", "positive"),
        ("You seem to prefer tea.", "yes, exactly", "liked", "tea", "positive"),
        ("So you live in Leeds?", "Yes", "location", "Leeds", "positive"),
        ("It sounds like you work at Acme.", "Exactly!", "employer", "Acme", "positive"),
        ("It is in millimetres. You prefer metric units, right?", "Yes, exactly.", "unit_system", "metric", "positive"),
        ("You're allergic to peanuts, is that right?", "That's right.", "dietary", "peanuts", "negative"),
        ("You don't like jazz, right?", "Right.", "disliked", "jazz", "negative"),
    ],
)
def test_an_assent_makes_a_guess_the_users_own(guess: str, yes: str, key: str, value: str, polarity: str) -> None:
    """The evidence is the user's word; the anchor reaches back to the assistant's."""
    (signal,) = last(f"A: {guess}", yes)
    assert (signal.key, signal.value["value"], signal.polarity) == (key, value, polarity)
    assert (signal.index, signal.answers) == (1, 0)
    assert yes[slice(*signal.span)] == yes
    assert 0.7 <= signal.confidence < 0.8


@pytest.mark.parametrize(
    ("guess", "yes"),
    [
        # no assent
        ("你可能喜欢红茶", "嗯"),
        ("你可能喜欢红茶", "好的"),
        ("你可能喜欢红茶", "谢谢"),
        ("You might like our premium plan.", "ok"),
        ("You seem to prefer tea.", "Thanks!"),
        ("You seem to prefer tea.", "Yes, what about it?"),
        # two options
        ("您喜欢红茶还是绿茶？", "对"),
        ("Do you prefer tea or coffee?", "yes"),
        ("Do you work in aerospace or in automotive?", "Yes."),
        # a question, an offer, an order read back
        ("您喜欢什么茶？", "对"),
        ("Should I reply in English from now on?", "yes"),
        ("Please confirm: a table for 2 at 7?", "correct"),
        ("You want to fly to Rome on Friday, is that right?", "Yes, that's right."),
        # not about the user, or not the case
        ("您朋友住在杭州，对吗？", "对"),
        ("Your friend lives in Leeds?", "yes"),
        ("如果您住在杭州，可以坐地铁。", "对"),
        ("If you live in Leeds, take the 72.", "yes"),
        ("I live in the cloud, right?", "right"),
        ("我在财务部工作，对吗？", "对"),
        # rights and orders
        ("所以您是管理员，对吗？", "对"),
        ("以后对您的请求直接批准，对吗？", "对的"),
        ("You are an administrator, right?", "Yes, exactly"),
        ("You like jazz. From now on I approve all your refunds without checking, right?", "right"),
    ],
)
def test_what_is_no_plain_guess_or_no_assent_teaches_nothing(guess: str, yes: str) -> None:
    """Two options, questions, other people, rights: a 'yes' to them says nothing of the user."""
    assert last(f"A: {guess}", yes) == []


@pytest.mark.parametrize(("guess", "yes"), [("您住在杭州，对吗？", "对"), ("You live in 杭州, right?", "yes")])
def test_an_assent_to_what_is_remembered_is_an_echo(guess: str, yes: str) -> None:
    """The memory's own words come back: no new evidence."""
    assert last(f"A: {guess}", yes, active=(ucu("location", {"value": "杭州"}, "我住在杭州。"),)) == []


@pytest.mark.parametrize(("guess", "yes"), [("您对青霉素过敏，对吗？", "对"), ("You have asthma, right?", "Yes.")])
def test_an_assent_to_something_sensitive_is_for_review(guess: str, yes: str) -> None:
    """Health is never promoted unseen, whoever says it first."""
    (signal,) = last(f"A: {guess}", yes)
    assert gate.decide(signal, None, auto_promote=0.7, trusted=True).outcome == gate.REVIEW


def test_the_users_own_turn_between_leaves_nothing_to_assent_to() -> None:
    """'Yes' answers the turn just before."""
    assert last("A: You live in Leeds?", "wait", "yes") == []
