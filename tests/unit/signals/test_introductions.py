"""People who introduce themselves and their business in a breath: clauses without a subject, 'our …', where to send."""

from typing import Final

import pytest

from tests.unit.signals.remembered import REMEMBERED
from tests.unit.signals.talk import last

# (what was said, all that it teaches of its author)
INTRODUCES: Final = (
    (
        "我叫陈伟，在深圳的比亚迪做产品经理",
        {"name": "陈伟", "location": "深圳", "employer": "比亚迪", "job_title": "产品经理"},
    ),
    ("我是李娜，杭州人，做亚马逊运营的", {"name": "李娜", "location": "杭州", "job_title": "亚马逊运营"}),
    ("我叫王芳，现在在成都，做外贸的", {"name": "王芳", "location": "成都", "industry": "外贸"}),
    ("我叫王芳，是一名会计", {"name": "王芳", "job_title": "会计"}),
    ("我姓周，负责应收账款，住在无锡", {"name": "周", "role": "应收账款", "location": "无锡"}),
    ("大家好，我是孙磊，苏州人，在一家外企做财务的", {"name": "孙磊", "location": "苏州", "job_title": "财务"}),
    ("我住在北京，在找工作", {"location": "北京"}),
    ("我在市场部，负责投放", {"department": "市场部", "role": "投放"}),
    ("我已经不在财务部了，调到采购部了", {"department": "采购部"}),
    (
        "I'm Ann, a buyer at Acme in Leeds",
        {"name": "Ann", "job_title": "buyer", "employer": "Acme", "location": "Leeds"},
    ),
    (
        "My name is Ann and I work at Acme in Leeds as a buyer",
        {"name": "Ann", "job_title": "buyer", "employer": "Acme", "location": "Leeds"},
    ),
    (
        "I'm Bob, based in Leeds, working for Acme as a buyer",
        {"name": "Bob", "job_title": "buyer", "employer": "Acme", "location": "Leeds"},
    ),
    ("I live in Leeds and work at Acme", {"location": "Leeds", "employer": "Acme"}),
    ("I work in HR and handle payroll.", {"department": "HR", "role": "payroll"}),
)
OTHERS: Final = (
    ("我叫陈伟，老婆在深圳的比亚迪做产品经理", {"name": "陈伟"}),
    ("我叫陈伟，妻子李娜，在比亚迪做产品经理", {"name": "陈伟"}),
    ("我在市场部，负责投放的是小王", {"department": "市场部"}),
    ("我姓王，他在深圳做律师", {"name": "王"}),
    ("我有个同事，叫李娜，在比亚迪做产品经理", {}),
    ("我是找李娜的，在比亚迪做产品经理的那个", {}),
    ("我在写小说，主角叫王明，在深圳做律师", {}),
    ("I'm Ann, my husband is a buyer at Acme in Leeds", {"name": "Ann"}),
    ("My name is Ann and my sister works at Acme in Leeds", {"name": "Ann"}),
    ("I'm Ann, and Bob works at Acme in Leeds", {"name": "Ann"}),
    ("I met Ann, a buyer at Acme in Leeds", {}),
    ("I'm looking for Ann, working at Acme in Leeds", {}),
)
BUSINESS: Final = (
    ("Our fiscal year starts in April.", "fiscal year: starts in April"),
    ("Our office hours are 9 to 5.", "office hours: 9 to 5"),
    ("Our peak season runs from October to December.", "peak season: runs from October to December"),
    ("Our website is hengda.com", "website: hengda.com"),
    ("我们的财年从四月开始", "财年：从四月开始"),
    ("我们公司的旺季是十月到十二月", "旺季：十月到十二月"),
    ("我们的仓库在无锡新区", "仓库：在无锡新区"),
)
CHAT: Final = (
    "Our warehouse is broken.",
    "our website is down",
    "Our head office is closing.",
    "Our factory is a disaster",
    "Our fiscal year started badly this time.",
    "When does our fiscal year start",
    "Our fiscal year starts in April?",
    "我们仓库在搬家",
    "我们公司在招人",
    "我们的财年是从几月开始",
    "我们的盘点从昨天拖到今天",
    "我们从北京出发",
)
SENDS: Final = (
    ("Send the weekly report to Slack, not email.", "Slack"),
    ("Post the daily digest to Slack", "Slack"),
    ("周报发到企业微信，别发邮件", "企业微信"),
    ("每天的销售数据推送到钉钉", "钉钉"),
    ("用企业微信联系我，不要发邮件", "企业微信"),
    ("不要打电话，用微信联系我", "微信"),
)
ONCE: Final = (
    "Send the report to Slack, not email.",
    "Send the weekly report to Bob by email",
    "Send the weekly report by email today",
    "周报发一下到企业微信",
)


@pytest.mark.parametrize(("text", "facts"), [*INTRODUCES, *OTHERS])
def test_a_clause_without_a_subject_is_about_the_speaker(text: str, facts: dict[str, str]) -> None:
    """All that is said of the author, and nothing that is said of somebody else."""
    signals = last(text)
    assert {s.key: s.value["value"] for s in signals} == facts
    assert all(s.confidence >= 0.7 for s in signals)


@pytest.mark.parametrize(("text", "value"), BUSINESS)
def test_a_plain_fact_of_the_business_is_kept_by_its_subject(text: str, value: str) -> None:
    """What no key is made for still promotes, as 'subject: what is so'."""
    (signal,) = last(text)
    assert (signal.signal, signal.key, dict(signal.value)) == ("context", "other_fact", {"value": value})
    assert signal.confidence >= 0.7
    assert signal.member


def test_one_subject_has_one_value() -> None:
    """A fiscal year that starts in July takes the place of one that starts in April."""
    (april,), (july,) = last("Our fiscal year starts in April."), last("Our fiscal year starts in July.")
    assert april.member == july.member


@pytest.mark.parametrize("text", CHAT)
def test_chat_about_the_business_teaches_nothing(text: str) -> None:
    """Troubles, stories and questions."""
    assert last(text) == []


@pytest.mark.parametrize(("text", "channel"), SENDS)
def test_where_periodic_things_go_is_a_lasting_wish(text: str, channel: str) -> None:
    """What is made every week is not sent once; a way wished and one refused together are about service."""
    (signal,) = last(text)
    assert (signal.key, dict(signal.value), signal.polarity) == ("preferred_channel", {"value": channel}, "positive")
    assert signal.confidence >= 0.7


@pytest.mark.parametrize("text", ONCE)
def test_one_thing_sent_once_is_a_task(text: str) -> None:
    """Nothing of it is sure enough to be promoted."""
    assert [s for s in last(text) if s.confidence >= 0.7] == []


def test_what_joins_a_value_is_no_part_of_it() -> None:
    """'No, at five' puts five there."""
    (signal,) = last("A: The meeting is at four.", "No, at five.")
    assert dict(signal.value) == {"value": "five"}


@pytest.mark.parametrize("text", ["不对，客户是恒达", "No, the client is Hengda."])
def test_a_client_is_no_employer_of_the_user(text: str) -> None:
    """What is said of a client takes the place of nothing the user said of themselves."""
    active = (REMEMBERED["employer"], REMEMBERED["employer_en"], REMEMBERED["name"])
    (signal,) = last("A: 您在华为上班。 You work at Acme.", text, active=active)
    assert signal.key == "other_fact"
