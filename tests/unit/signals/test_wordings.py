"""Kinds of wording that are easily read for more or for less than they say."""

from typing import Any

import pytest

from jide.drafts import gate
from tests.unit.signals.talk import last, ucu


def values(*said: str) -> set[tuple[str, Any]]:
    """(key, value) of all that the last message says."""
    return {(s.key, s.value.get("value", s.value.get("amount"))) for s in last(*said)}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("我们用 Django 和 Redis", {("tech_stack", "Django"), ("tech_stack", "Redis")}),
        ("我们用Django和Redis做后端", {("tech_stack", "Django"), ("tech_stack", "Redis")}),
        ("我们后端用 Django 和 Redis，部署在阿里云", {("tech_stack", "Django"), ("tech_stack", "Redis")}),
        ("我们公司用 SAP 和金蝶", {("system_in_use", "SAP"), ("system_in_use", "金蝶")}),
        ("我们用钉钉和企业微信", {("system_in_use", "钉钉"), ("system_in_use", "企业微信")}),
        ("We use Django and Redis", {("tech_stack", "Django"), ("tech_stack", "Redis")}),
        ("I speak Mandarin and English.", {("language_spoken", "Chinese"), ("language_spoken", "English")}),
        ("我喜欢爬山，也喜欢摄影", {("liked", "爬山"), ("liked", "摄影")}),
    ],
)
def test_a_list_has_all_its_members(text: str, found: set[tuple[str, str]]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I work for a company called Initech", "Initech"),
        ("I work at a startup called Foobar Labs", "Foobar Labs"),
        ("I work for a small firm named Kettle & Sons.", "Kettle & Sons"),
        ("我在一家叫云图科技的公司上班", "云图科技"),
        ("我在一家名叫云图科技的公司做产品经理", "云图科技"),
        ("我在科技局工作", "科技局"),
    ],
)
def test_an_employer_is_its_name(text: str, name: str) -> None:
    assert ("employer", name) in values(text)
    assert "department" not in {key for key, _ in values(text)}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("这次的预算是20万", 200_000), ("这次装修的预算是 20 万", 200_000), ("我这次预算三万", 30_000),
        ("The budget for this trip is $2,000", 2000), ("My budget this time is 500 euros.", 500),
        ("Budget for this one is $300", 300),
    ],
)  # fmt: skip
def test_a_budget_is_a_fact_of_whichever_occasion(text: str, amount: int) -> None:
    assert ("budget", amount) in values(text)


@pytest.mark.parametrize("text", ["帮我订个酒店，这次预算500", "Book me a hotel this time, budget $200"])
def test_a_budget_within_a_task_is_the_tasks(text: str) -> None:
    assert values(text) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("推荐个晚饭吧，我不喜欢香菜", {("disliked", "香菜")}),
        ("帮我推荐几家餐厅，我对花生过敏", {("dietary", "花生")}),
        ("Recommend a recipe, I'm vegetarian.", {("dietary", "vegetarian")}),
        ("Find me a good book, and I hate horror.", {("disliked", "horror")}),
        ("Book me a flight to Rome, I want a window seat.", set()),
        ("帮我写个请假条，我叫王强，在财务部", set()),
        ("Write a cover letter, I am a nurse in Leeds.", set()),
        ("帮我翻译：我是经理", set()),
    ],
)
def test_beside_a_task_only_a_plain_fact_counts(text: str, found: set[tuple[str, str]]) -> None:
    """What is to be written may be told in the first person too."""
    assert values(text) == found


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("The first bridge opened in 1932.", "I meant the second one."),
        ("The meeting is at four.", "No, at five."),
        ("Marie Curie won in 1903.", "I was talking about her second prize, not the first"),
        ("Please confirm: a table for 4 at 7 pm, is that correct?", "No, make it 6 people."),
        ("第一季有12集。", "我说的是第二季"),
        ("周六两张票，对吗？", "不对，我要三张"),
    ],
)
def test_what_mends_the_talk_is_sure_and_still_for_review(before: str, text: str) -> None:
    """It is a correction beyond doubt, of nothing that is remembered."""
    (signal,) = last(f"A: {before}", text)
    assert (signal.signal, signal.answers) == ("correction", 0)
    assert signal.confidence >= 0.7
    assert gate.decide(signal, None, auto_promote=0.7, trusted=True).outcome == gate.REVIEW


@pytest.mark.parametrize(
    ("known", "text", "key", "value"),
    [
        (("location", "Leeds"), "I moved from Leeds to York.", "location", "York"),
        (("location", "杭州"), "我搬家了，从杭州搬到苏州", "location", "苏州"),
        (("location", "杭州"), "我们全家搬到苏州了", "location", "苏州"),
        (("location", "Leeds"), "Leeds was last year. I'm in the Bristol office now.", "location", "Bristol"),
        (("employer", "Acme"), "I left Acme for Globex.", "employer", "Globex"),
        (("tech_stack", "Redis"), "Redis 我们已经不用了，换成了 Kafka", "tech_stack", "Kafka"),
        (("system_in_use", "Slack"), "We dropped Slack last month, we're on Teams now.", "system_in_use", "Teams"),
        (("code_language", "Python"), "以后不要再使用 Python 了，我们全面转 Go", "code_language", "Go"),
        (("code_language", "Python"), "Please don't use Python any more, give me Go examples.", "code_language", "Go"),
        (("response_language", "English"), "还是用中文回答我吧，English 看着太累了", "response_language", "Chinese"),
        (("other_fact", "项目：甲"), "我从项目甲调到项目乙了", "other_fact", "项目：乙"),
        (("other_fact", "project: A"), "I moved from project A to project Zephyr.", "other_fact", "project: Zephyr"),
        (("role", "社保窗口"), "我上个月调到不动产登记窗口了，不管社保窗口了", "role", "不动产登记窗口"),
    ],
)  # fmt: skip
def test_what_took_the_place_of_something(known: tuple[str, str], text: str, key: str, value: str) -> None:
    """The new value stands where the old one stood."""
    old = ucu(known[0], {"value": known[1]}, f"{known[1]}。")
    (signal,) = [s for s in last(text, active=(old,)) if s.polarity == "positive"]
    assert (signal.key, signal.value["value"]) == (key, value)
    assert signal.confidence >= 0.7
    assert (signal.line, signal.member) == (old.line, old.member)


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("我现在不吃素了", "dietary", "吃素"),
        ("I'm not vegetarian any more", "dietary", "vegetarian"),
        ("泰国那边不做了，现在主攻马来西亚", "market", "泰国"),
    ],
)
def test_what_is_over_denies_the_member_that_stood(text: str, key: str, value: str) -> None:
    assert [(s.key, s.value["value"]) for s in last(text) if s.polarity == "negative"] == [(key, value)]


@pytest.mark.parametrize(
    ("text", "statement"),
    [("I like jazz again, I went to a great concert.", "jazz"), ("我是小陈啊，今天想问个菜谱", "小陈")],
)
def test_a_value_ends_where_the_next_thing_begins(text: str, statement: str) -> None:
    assert statement in {value for _, value in values(text)}
