"""Conversations of several sessions through the shipped rules: duplicates, merges, corrections, what is no fact."""

from typing import Any

import pytest

from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.profiles.ucu import UCU
from tests.stores.told import Talk, live, profile


def known(deps: Deps, user: Namespace) -> set[tuple[str, Any, str]]:
    """What stands in the end."""
    return {(ucu.key, ucu.value.get("value"), ucu.polarity) for ucu in profile(deps, user)}


def only(deps: Deps, user: Namespace) -> UCU:
    (ucu,) = profile(deps, user)
    return ucu


def drafts(deps: Deps, user: Namespace) -> list[dict[str, Any]]:
    return deps.database.fetch("worker", user, "SELECT * FROM jide.drafts WHERE status = 'pending'", {})


@pytest.mark.parametrize(("said", "name"), [("我叫小陈。", "小陈"), ("My name is Maya.", "Maya")])
def test_a_name_said_in_five_sessions_is_one_memory_with_five_anchors(
    work_deps: Deps, user: Namespace, said: str, name: str
) -> None:
    live(work_deps, user, [(session, said) for session in "abcde"])
    ucu = only(work_deps, user)
    assert (ucu.value, ucu.version, len(ucu.evidence)) == ({"value": name}, 1, 5)


@pytest.mark.parametrize("said", ["往后给我的周报一律出 Markdown", "From now on send my weekly report as Markdown"])
def test_the_same_wish_again_is_evidence_not_a_version(work_deps: Deps, user: Namespace, said: str) -> None:
    live(work_deps, user, [("a", said), ("b", said)])
    ucu = only(work_deps, user)
    assert (ucu.value["format"], ucu.version, len(ucu.evidence)) == ("Markdown", 1, 2)


@pytest.mark.parametrize(
    "said", ["我吃素，以后推荐菜谱都给我素的", "I'm vegetarian, so always recommend vegetarian recipes"]
)
def test_a_fact_that_is_a_wish_too_is_never_two_paraphrases(work_deps: Deps, user: Namespace, said: str) -> None:
    live(work_deps, user, [("a", said)])
    found = profile(work_deps, user)
    assert len({ucu.key for ucu in found}) == len(found) <= 2


@pytest.mark.parametrize(
    ("talk", "values"),
    [
        (
            [("a", "周一开会在A101"), ("a", "周二开会在A102")],
            {("other_fact", "周一开会：A101", "positive"), ("other_fact", "周二开会：A102", "positive")},
        ),
        (
            [("a", "The Monday meeting is in room A101."), ("b", "The Tuesday meeting is in room A102.")],
            {
                ("other_fact", "Monday meeting: in room A101", "positive"),
                ("other_fact", "Tuesday meeting: in room A102", "positive"),
            },
        ),
        (
            [("a", "项目X用Redis"), ("b", "项目Y改用Kafka了")],
            {("tech_stack", "Redis", "positive"), ("tech_stack", "Kafka", "positive")},
        ),
        (
            [("a", "Project X uses Redis."), ("b", "Project Y uses Kafka now.")],
            {("tech_stack", "Redis", "positive"), ("tech_stack", "Kafka", "positive")},
        ),
    ],
)
def test_other_subjects_are_left_untouched(
    work_deps: Deps, user: Namespace, talk: Talk, values: set[tuple[str, Any, str]]
) -> None:
    live(work_deps, user, talk)
    assert known(work_deps, user) == values


@pytest.mark.parametrize(
    ("talk", "values"),
    [
        ([("a", "我不喜欢A的歌"), ("b", "我喜欢A的歌")], {("liked", "A的歌", "positive")}),
        ([("a", "我喜欢A的歌"), ("b", "我不喜欢A的歌")], {("disliked", "A的歌", "negative")}),
        ([("a", "I hate A's songs"), ("b", "I like A's songs")], {("liked", "A's songs", "positive")}),
        ([("a", "I like A's songs"), ("b", "I hate A's songs")], {("disliked", "A's songs", "negative")}),
        (
            [("a", "我最喜欢的颜色是蓝色", "好的"), ("a", "现在是红色"), ("a", "记住，现在是红色")],
            {("other_preference", "最喜欢的颜色：红色", "positive")},
        ),
        (
            [("a", "My favourite colour is blue.", "Noted."), ("a", "Now it is red.")],
            {("other_preference", "favourite colour: red", "positive")},
        ),
        ([("a", "我从项目甲调到项目乙了")], {("other_fact", "项目：乙", "positive")}),
        ([("a", "我在项目甲"), ("b", "我从项目甲调到项目乙了")], {("other_fact", "项目：乙", "positive")}),
        (
            [("a", "I'm on project Apollo."), ("b", "I moved from project Apollo to project Zephyr.")],
            {("other_fact", "project: Zephyr", "positive")},
        ),
        ([("a", "我住在杭州"), ("b", "我搬家了，从杭州搬到苏州")], {("location", "苏州", "positive")}),
        ([("a", "I live in Leeds."), ("b", "I moved from Leeds to York.")], {("location", "York", "positive")}),
        ([("a", "I live in Leeds."), ("b", "I live in York, not Leeds.")], {("location", "York", "positive")}),
        (
            [("a", "设备A是群晖"), ("b", "设备A是什么？", "设备A是群晖。"), ("b", "不对，是飞牛")],
            {("equipment", "设备A：飞牛", "positive")},
        ),
        (
            [("a", "Device A is a Synology."), ("b", "And A?", "Device A is a Synology."), ("b", "No, it's a QNAP.")],
            {("equipment", "Device A: QNAP", "positive")},
        ),
    ],
)  # fmt: skip
def test_the_last_word_stands_alone(
    work_deps: Deps, user: Namespace, talk: Talk, values: set[tuple[str, Any, str]]
) -> None:
    live(work_deps, user, talk)
    assert known(work_deps, user) == values


@pytest.mark.parametrize(
    ("told", "turn", "ended"),
    [
        ("I live in Leeds.", "That's wrong, I live in York.", "superseded"),
        ("我住在杭州。", "不对，我住在苏州。", "superseded"),
        ("I live in Leeds.", "I moved to York last month.", "superseded"),
        ("我住在杭州。", "我搬到苏州了。", "superseded"),
    ],
)
def test_what_was_wrong_and_what_was_true_once_end_differently(
    work_deps: Deps, user: Namespace, told: str, turn: str, ended: str
) -> None:
    live(work_deps, user, [("a", told), ("b", turn)])
    sql = "SELECT ended FROM jide.ucus WHERE status <> 'active'"
    (row,) = work_deps.database.fetch("worker", user, sql, {})
    wrong = "wrong" in turn or turn.startswith("不对")
    assert row["ended"] == ("wrong" if wrong else "changed")


@pytest.mark.parametrize(
    ("guess", "yes", "found"),
    [
        ("你可能喜欢红茶", "嗯", set()),
        ("You seem to prefer tea.", "ok", set()),
        ("你可能喜欢红茶", "对", {("liked", "红茶", "positive")}),
        ("You seem to prefer tea.", "Yes, exactly.", {("liked", "tea", "positive")}),
    ],
)
def test_a_guess_is_a_memory_once_the_user_says_so(
    work_deps: Deps, user: Namespace, guess: str, yes: str, found: set[tuple[str, Any, str]]
) -> None:
    """And its evidence is the user's word, caused by the assistant's."""
    live(work_deps, user, [("a", "hm", guess), ("a", yes)])
    assert known(work_deps, user) == found
    sql = "SELECT message_id, quote, cause_message_id FROM jide.ucu_evidence"
    rows = work_deps.database.fetch("worker", user, sql, {})
    assert [tuple(row.values()) for row in rows] == [("a-m3", yes, "a-m2")] * len(found)


@pytest.mark.parametrize("said", ["heartbeat", "OK", "好的谢谢"])
def test_a_hundred_idle_messages_make_no_draft(work_deps: Deps, user: Namespace, said: str) -> None:
    live(work_deps, user, [("a", said)] * 100)
    assert (profile(work_deps, user), drafts(work_deps, user)) == ([], [])


@pytest.mark.parametrize(
    ("told", "taken_back"),
    [
        ("I work at Northwind as a data analyst.", "Please forget where I work."),
        ("我在华为做产品经理。", "忘掉我在哪上班"),
    ],
)
def test_what_is_taken_back_lives_on_in_no_other_memory(
    work_deps: Deps, user: Namespace, told: str, taken_back: str
) -> None:
    """The title stays, in words of its own."""
    live(work_deps, user, [("a", told), ("b", taken_back)])
    ucu = only(work_deps, user)
    assert ucu.key == "job_title"
    assert not any(name in ucu.statement for name in ("Northwind", "华为"))
