"""Ranking: which memories a question calls for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.recall.rank import LONGEST, THRESHOLD, Candidate, Ranking, ask, rank
from tests.unit.recall.made import NOW, candidate

FACTS = [
    candidate("other_fact", "今天玩成语接龙游戏"),
    candidate("other_fact", "GitHub备份脚本上传失败"),
    candidate("other_fact", "用微信读书，书架很满"),
    candidate("other_fact", "那个89元的戚风蛋糕在拼多多买的"),
    candidate("other_fact", "The warehouse in Rotterdam closes at six"),
    candidate("market", "我们主要卖东南亚市场"),
    candidate("budget", "The budget is 12,000 dollars a month"),
    candidate("equipment", "设备A是飞牛"),
]


def told(q: str, candidates: list[Candidate] = FACTS, *, core: bool = False, total: int | None = None) -> Ranking:
    """What is told for a question."""
    return rank(ask(q), candidates, NOW, core=core, total=len(candidates) if total is None else total)


@pytest.mark.parametrize(
    ("q", "statement"),
    [
        ("成语接龙", "今天玩成语接龙游戏"),
        ("GitHub备份脚本上传失败", "GitHub备份脚本上传失败"),
        ("微信读书 书架", "用微信读书，书架很满"),
        ("89元", "那个89元的戚风蛋糕在拼多多买的"),
        ("When does the Rotterdam warehouse close?", "The warehouse in Rotterdam closes at six"),
        ("主要賣哪個市場？", "我们主要卖东南亚市场"),
        ("How much can we spend?", "The budget is 12,000 dollars a month"),
        ("预算是多少", "The budget is 12,000 dollars a month"),
        ("飞牛怎么样", "设备A是飞牛"),
    ],
)
def test_keywords_alone_find_the_memory(q: str, statement: str) -> None:
    """A word, number or pair of characters, in either script, or the word for the memory's key, is enough."""
    found = told(q)
    assert found.memories[0].ucu.statement == statement
    assert found.memories[0].reason


@pytest.mark.parametrize("q", ["xyzzy plugh", "紫气东来", "qwertyuiop 12345", "！！！"])
def test_a_nonsense_question_finds_nothing_and_says_so(q: str) -> None:
    """Nothing is told, and every memory is counted as below the threshold."""
    found = told(q)
    assert found.memories == ()
    assert found.below_threshold == len(FACTS)


def test_near_misses_are_counted_and_named() -> None:
    """A memory with only a character in common stays below the threshold and is listed as such."""
    found = told("书法")
    assert found.memories == ()
    assert [d.reason for d in found.dropped] == ["below_threshold"] * len(found.dropped)
    assert found.dropped
    assert told("书法", FACTS[:3], total=40).below_threshold == 40


def test_a_word_that_every_memory_has_tells_little() -> None:
    """The rarer word decides; the word that all have does not reach the threshold alone."""
    crowd = [candidate("other_fact", f"报表 {name}") for name in "苹果 香蕉 葡萄 西瓜 樱桃 柠檬 芒果 荔枝".split()]  # noqa: SIM905
    assert told("报表 芒果", crowd).memories[0].ucu.statement == "报表 芒果"
    many = [candidate("other_fact", "报表", n=n) for n in range(200)]
    assert told("报表", [*many, FACTS[0]]).below_threshold >= 1


def test_the_core_profile_is_told_unasked_and_first() -> None:
    """How to speak with the user is always told; the rest for what is asked."""
    candidates = [*FACTS, candidate("response_language", "请用中文回答"), candidate("preferred_name", "叫我老陈")]
    found = told("成语接龙", candidates, core=True)
    assert [m.ucu.key for m in found.memories] == ["preferred_name", "response_language", "other_fact"]
    assert [m.core for m in found.memories] == [True, True, False]
    assert [m.ucu.key for m in told("成语接龙", candidates).memories] == ["other_fact"]


def test_when_nothing_is_asked_everything_is_told_by_importance() -> None:
    """Without a question the weightier memory comes first and none is below a threshold."""
    found = told("  ")
    assert len(found.memories) == len(FACTS)
    assert found.memories[0].ucu.key == "budget"
    assert found.below_threshold == 0


def test_what_is_disputed_or_said_twice_is_left_out() -> None:
    """With the reason, and the other copy stays."""
    twin = candidate("other_fact", "今天玩成语接龙游戏", n=1)
    doubted = candidate("other_fact", "成语接龙在周五", disputed=True)
    found = told("成语接龙", [*FACTS, twin, doubted])
    assert [m.ucu.statement for m in found.memories] == ["今天玩成语接龙游戏"]
    assert {(d.ucu_id, d.reason) for d in found.dropped} >= {
        (twin.ucu.ucu_id, "duplicate"), (doubted.ucu.ucu_id, "disputed"),
    }  # fmt: skip


def test_a_projects_own_value_stands_before_the_global_one() -> None:
    """Of a single-valued key the project's is told; of a set-valued key both are."""
    own, everywhere = candidate("currency", "本项目用欧元", project="p1"), candidate("currency", "金额用泰铢")
    both = [candidate("tech_stack", "本项目用 Java", project="p1"), candidate("tech_stack", "平时用 Python")]
    found = told("", [own, everywhere, *both])
    assert {m.ucu.statement for m in found.memories} == {"本项目用欧元", "本项目用 Java", "平时用 Python"}
    assert [(d.ucu_id, d.reason) for d in found.dropped] == [(everywhere.ucu.ucu_id, "overridden_by_project")]


def test_of_a_long_question_the_end_is_looked_at() -> None:
    """What stands before the last characters is not searched for."""
    assert ask("成语接龙" + "。" * LONGEST).tokens == ()
    assert told("噪声" * 3000 + "成语接龙").memories[0].ucu.statement == "今天玩成语接龙游戏"


@given(st.text(max_size=60), st.lists(st.text(min_size=1, max_size=30), max_size=6), st.booleans())
def test_every_candidate_is_told_or_accounted_for(q: str, statements: list[str], core: bool) -> None:
    """Told once, or dropped with a reason, or counted; scores lie between 0 and 1 and fall."""
    candidates = [candidate("other_fact", text, n=n) for n, text in enumerate(statements)]
    found = told(q, candidates, core=core)
    silent = [d for d in found.dropped if d.reason != "below_threshold"]
    assert len(found.memories) + len(silent) + found.below_threshold == len(candidates)
    scores = [m.score for m in found.memories]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert 0 < THRESHOLD < 1
