"""Lists of tools and what replaced them, places, the language of what is written, longings."""

from typing import Any

import pytest

from tests.unit.signals.talk import last, ucu

Said = set[tuple[str, Any, str]]


def said(text: str) -> Said:
    """(key, value, polarity) of all that a message says."""
    return {(s.key, s.value.get("value"), s.polarity) for s in last(text)}


def used(key: str, *names: str) -> Said:
    return {(key, name, "positive") for name in names}


def changed(key: str, old: str, new: str) -> Said:
    return {(key, old, "negative"), (key, new, "positive")}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My team uses Jira and Confluence.", used("system_in_use", "Jira", "Confluence")),
        ("Our company uses Slack, Notion and Linear.", used("system_in_use", "Slack", "Notion", "Linear")),
        ("We use Jira and I hate it.", used("system_in_use", "Jira")),
        ("我们团队用飞书和Jira。", used("system_in_use", "飞书", "Jira")),
        ("我们部门用Jira和Confluence。", used("system_in_use", "Jira", "Confluence")),
        ("We switched from Slack to Teams.", changed("system_in_use", "Slack", "Teams")),
        ("We migrated from MySQL to Postgres.", changed("tech_stack", "MySQL", "PostgreSQL")),
        ("We've moved from Oracle to Postgres last month.", changed("tech_stack", "Oracle", "PostgreSQL")),
        ("我们从钉钉换到飞书了。", changed("system_in_use", "钉钉", "飞书")),
        ("我们上个月从MySQL迁移到PostgreSQL了。", changed("tech_stack", "MySQL", "PostgreSQL")),
        ("数据库我们上个月换成 TiDB 了。", used("tech_stack", "TiDB")),
        ("我们后端用的是 Go，数据库是 PostgreSQL。", used("tech_stack", "Go", "PostgreSQL")),
        ("我们店现在不卖水果了，改卖坚果。", used("product", "坚果")),
        ("I've switched to Rust.", used("code_language", "Rust")),
        ("我们把MySQL换成了PostgreSQL。", changed("tech_stack", "MySQL", "PostgreSQL")),
    ],
)
def test_every_tool_that_is_named_is_learned_and_what_was_left_is_denied(text: str, found: Said) -> None:
    assert said(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We moved to Postgres last year.", set()),
        ("We moved from London to Berlin.", used("location", "Berlin")),
        ("我上个月搬到深圳了。", used("location", "深圳")),
        ("我三年前搬到成都。", used("location", "成都")),
        ("I usually run in the morning.", set()),
        ("我现在不管浙江了，调到江苏片区了。", used("role", "江苏片区")),
        ("我教初三数学。", used("role", "初三数学")),
        ("我教你一个办法。", set()),
        ("I teach Year 9 chemistry.", used("role", "Year 9 chemistry")),
        ("I teach my kids to cook.", set()),
        ("I'm teaching myself guitar.", set()),
        ("I run the finance team.", used("role", "finance team")),
        ("I left Google and joined a startup called Vela.", used("employer", "Vela")),
        ("我用苹果手机上你们的App。", set()),
        ("我的电脑是Windows 11 企业版。", used("environment", "Windows 11 企业版")),
        ("I'm red-green colour blind.", used("accessibility", "red-green colour blind")),
    ],
)
def test_a_place_is_no_tool_and_a_habit_no_role(text: str, found: Said) -> None:
    assert said(text) == found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("以后代码注释都用中文。", "注释：中文"),
        ("注释以后还是用中文吧。", "注释：中文"),
        ("邮件以后用英文写。", "邮件：英文"),
        ("以后用英文写邮件。", "邮件：英文"),
        ("Write code comments in English from now on.", "comments: in English"),
        ("All emails must be in German.", "emails: in German"),
    ],
)
def test_the_language_of_what_is_written_is_not_that_of_the_answers(text: str, value: str) -> None:
    assert said(text) == {("other_preference", value, "positive")}


@pytest.mark.parametrize(
    "text", ["I wish I lived in Rome.", "If only I lived in Rome.", "真希望我住在罗马。", "我巴不得住在海边。"]
)
def test_what_somebody_longs_for_is_not_so(text: str) -> None:
    assert said(text) == set()


@pytest.mark.parametrize(
    ("text", "value"), [("Forget that I'm vegetarian.", "vegetarian"), ("忘了我吃素这件事。", "吃素")]
)
def test_to_forget_something_does_not_say_it(text: str, value: str) -> None:
    assert {(s.signal, s.polarity) for s in last(text)} == {("withdrawal", "negative")}
    known = ucu("dietary", {"value": value}, value)
    (found,) = last(text, active=(known,))
    assert (found.signal, found.line, found.member) == ("withdrawal", known.line, known.member)
