"""However a wish is refused, it is never learned as wished for."""

from typing import Final

import pytest

from tests.unit.signals.talk import last

NEGATORS: Final = (
    "别", "不要", "不用", "不许", "不准", "不能", "不可以", "不必", "不需要", "不应该", "不该", "不宜", "不得",
    "不会再", "不再", "没必要", "没有必要", "无需", "无须", "勿", "请勿", "切勿", "莫", "甭", "少", "避免", "停止",
    "严禁", "拒绝", "禁止", "用不着",
)  # fmt: skip
WISHES: Final = (
    "以后报告{no}用表格", "以后报告{no}用Excel", "以后报告{no}用美元", "以后{no}用英文回复我", "以后代码{no}用Java写",
    "以后{no}用英制单位", "以后每个报告{no}用图表", "以后所有公告{no}用PDF",
)  # fmt: skip
WORDS: Final = (
    "don't use tables in reports", "never use tables in reports", "reports shouldn't use tables",
    "reports should not use tables", "reports must not be in PDF", "reports mustn't be in PDF",
    "reports cannot be in PDF", "reports can't be in PDF", "you needn't reply in English",
    "you need not reply in English", "there is no need to reply in English",
    "I'd rather you didn't use tables in reports",
    "send reports in anything but PDF", "use anything except tables in reports", "avoid writing code in Java",
)  # fmt: skip


@pytest.mark.parametrize("negator", NEGATORS)
@pytest.mark.parametrize("wish", WISHES)
def test_a_refused_wish_is_never_wished_for(negator: str, wish: str) -> None:
    found = last(wish.format(no=negator))
    assert [(s.key, s.value) for s in found if s.polarity == "positive"] == []


@pytest.mark.parametrize("words", WORDS)
def test_a_refusal_in_english_is_never_a_wish(words: str) -> None:
    for text in (f"From now on, {words}.", f"From now on {words}"):
        assert [(s.key, s.value) for s in last(text) if s.polarity == "positive"] == []


@pytest.mark.parametrize(
    "text",
    [
        "以后报告都用表格", "以后各个部门的报告都用表格", "以后公告都用PDF", "以后得用英文回复我",
        "以后不得不用英文回复我",
        "以后应该用英文回复我", "From now on, use tables in reports.", "From now on reports must be in PDF.",
    ],
)  # fmt: skip
def test_what_only_looks_like_a_refusal_is_a_wish(text: str) -> None:
    assert {s.polarity for s in last(text)} == {"positive"}
