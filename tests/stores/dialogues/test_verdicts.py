"""The judge of the dialogues sees each kind of fault, and none where there is none."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.stores.dialogues import seen
from tests.stores.dialogues.screenplay import ALL, See, drafted, has, refuses
from tests.stores.dialogues.verdict import Sight, judge


def ucu(key: str, value: Any, polarity: str = "positive", project: str = "", evidence: int = 1) -> dict[str, Any]:
    """A UCU as the API shows it, as far as the judge looks."""
    shaped = value if isinstance(value, dict) else {"value": value}
    return {
        "ucu_id": f"{key}:{value}:{project}", "key": key, "value": shaped, "polarity": polarity,
        "project_id": project or None, "evidence": [{}] * evidence,
    }  # fmt: skip


JAVA = ucu("code_language", "Java", project="crm")
PYTHON = ucu("code_language", "Python", evidence=2)
NO_TABLES = ucu("report_format", {"format": "Markdown", "exclude": ["表格"]})
JAZZ = ucu("disliked", "jazz", "negative")
PROMPT = "<memory>\n- 编程语言：示例请给 Python 的\n</memory>"


@pytest.mark.parametrize(
    ("see", "sight", "kinds"),
    [
        (See(active=(has("code_language", "Python"),), only=ALL), Sight(active=[PYTHON]), []),
        (See(active=(has("code_language", "Java"),)), Sight(active=[JAVA]), ["missing"]),
        (See(active=(has("code_language", "Java", project="crm"),)), Sight(active=[JAVA]), []),
        (See(active=(has("code_language", "Python", evidence=3),)), Sight(active=[PYTHON]), ["evidence"]),
        (See(active=(has("*", "Python"),)), Sight(active=[PYTHON, ucu("liked", "Python")]), ["doubled"]),
        (
            See(active=(has("market", "越南"), has("market", "泰国"))),
            Sight(active=[ucu("market", "越南和泰国")]),
            ["merged"],
        ),
        (See(active=(has("report_format", "Markdown"), refuses("*", "表格"))), Sight(active=[NO_TABLES]), []),
        (See(active=(has("report_format", "表格"),)), Sight(active=[NO_TABLES]), ["missing"]),
        (See(only=("liked", "disliked")), Sight(active=[PYTHON, JAZZ]), ["extra"]),
        (See(ended=(has("*", "jazz"),)), Sight(active=[JAZZ]), []),
        (See(ended=(refuses("*", "jazz"),)), Sight(active=[JAZZ]), ["stale"]),
        (See(ended=("Python",)), Sight(active=[PYTHON], before=[[PYTHON]]), ["stale"]),
        (See(ended=("Python",)), Sight(active=[PYTHON], before=[[PYTHON], []]), ["resurrected"]),
        (See(ended=("Python",)), Sight(active=[], prompts=["", PROMPT]), ["resurrected"]),
        (See(ended=("Pyth",), never=("Java",)), Sight(active=[ucu("liked", "JavaScript")], prompts=[PROMPT]), []),
        (See(never=("Python",)), Sight(active=[PYTHON]), ["never"]),
        (See(unsaid=("Python",)), Sight(active=[PYTHON]), []),
        (See(unsaid=("Python",)), Sight(active=[], prompts=[PROMPT]), ["unsaid"]),
        (See(recalled=("Go|Python",)), Sight(active=[], prompts=[PROMPT]), []),
        (See(recalled=("Python",)), Sight(active=[], prompts=["", PROMPT]), ["recall"]),
        (See(), Sight(active=[], drafts=[JAZZ]), []),
        (See(drafts=()), Sight(active=[], drafts=[JAZZ]), ["drafts"]),
        (See(drafts=(drafted("disliked", "jazz"),)), Sight(active=[], drafts=[JAZZ]), []),
        (See(drafts=(drafted("liked", "jazz"),)), Sight(active=[], drafts=[JAZZ]), ["drafts"]),
    ],
)
def test_each_kind_of_fault_is_seen(see: See, sight: Sight, kinds: list[str]) -> None:
    assert [verdict.kind for verdict in judge(see, sight)] == kinds


@pytest.mark.parametrize(
    ("value", "wanted", "there"),
    [
        ({"amount": 80000.0, "currency": "CNY"}, "80000&CNY", True),
        ({"amount": 80000.0, "currency": "CNY"}, "8000", False),
        ({"amount": 80000.0, "currency": "CNY"}, "80000&USD", False),
        ({"value": "Vegetarian"}, "vegan|vegetarian", True),
        ({"value": "不含税"}, "含税", True),
        ({"value": "ＰＤＦ"}, "pdf", True),
    ],
)
def test_texts_are_found_as_whole_words(value: Mapping[str, Any], wanted: str, there: bool) -> None:
    assert seen.holds(seen.affirmed(value), wanted) is there
