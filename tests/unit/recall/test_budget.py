"""The budget: what is left out when the prompt has little room."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from jide.recall import render
from jide.recall.budget import pack
from jide.recall.rank import Memory
from jide.text import estimate_tokens
from tests.unit.recall.made import memory


def turn(n: int, content: str) -> dict[str, Any]:
    """The nth message, roles taking turns."""
    return {"seq": n, "role": ("assistant", "user")[n % 2], "content": content}


MEMORIES = [memory("other_fact", f"第{n}件事情是关于仓库编号{n}的说明", n=n) for n in range(30)]
TURNS = [turn(n, f"这是第{n}条消息，说的是今天的安排") for n in range(1, 21)]


def test_everything_is_told_where_there_is_room() -> None:
    """Memories in their order, then the turns, oldest first."""
    packed = pack(MEMORIES[:5], TURNS, max_tokens=4000, limit=20, language="zh")
    assert list(packed.memories) == MEMORIES[:5]
    assert list(packed.messages) == TURNS
    assert packed.dropped == ()
    places = [packed.text.index(words) for words in ("第0件", "第4件", "第1条", "第20条")]
    assert places == sorted(places)


def test_a_small_budget_keeps_the_first_memories_and_the_last_turns() -> None:
    """Both have their share; what does not fit is named with its reason."""
    packed = pack(MEMORIES, TURNS, max_tokens=500, limit=20, language="zh")
    assert 0 < len(packed.memories) < 20
    assert packed.memories[0] == MEMORIES[0]
    assert packed.messages[-1] == TURNS[-1]
    assert list(packed.messages) == TURNS[-len(packed.messages) :]
    reasons = {d.ucu_id: d.reason for d in packed.dropped}
    assert len(reasons) + len(packed.memories) == len(MEMORIES)
    assert reasons[MEMORIES[29].ucu.ucu_id] == "limit"
    assert "budget" in reasons.values()


def test_of_one_long_message_the_end_is_told() -> None:
    """The newest message is cut from its front rather than left out, and says so."""
    packed = pack(
        [], [turn(1, "短"), turn(2, "开头" + "很长的内容" * 2000 + "结尾")], max_tokens=300, limit=20, language="zh"
    )
    [message] = packed.messages
    assert message["cut"] is True
    assert message["content"].endswith("结尾")
    assert packed.tokens <= 300


def test_no_room_at_all_is_an_empty_text() -> None:
    """Rather than a fence with nothing in it."""
    packed = pack(MEMORIES[:3], TURNS[:2], max_tokens=10, limit=20, language="en")
    assert (packed.text, packed.tokens, packed.memories, packed.messages) == ("", 0, (), ())
    assert [d.reason for d in packed.dropped] == ["budget"] * 3


TEXTS = st.text(alphabet=st.characters(), max_size=80)


@given(
    st.lists(TEXTS, max_size=8), st.lists(TEXTS, max_size=8), st.integers(1, 900), st.integers(0, 10),
    st.sampled_from(["zh", "en"]),
)  # fmt: skip
def test_the_budget_is_never_exceeded(
    statements: list[str], contents: list[str], max_tokens: int, limit: int, language: str
) -> None:
    """For any texts, budget and limit; every memory is told or dropped once, and the fence stays whole."""
    memories: list[Memory] = [memory("other_fact", text, n=n) for n, text in enumerate(statements)]
    packed = pack(
        memories, [turn(n, t) for n, t in enumerate(contents)], max_tokens=max_tokens, limit=limit, language=language
    )
    assert packed.tokens == estimate_tokens(packed.text) <= max_tokens
    assert len(packed.memories) <= limit
    assert sorted([m.ucu.ucu_id for m in packed.memories] + [d.ucu_id for d in packed.dropped]) == sorted(
        m.ucu.ucu_id for m in memories
    )
    assert packed.text.count(render.CLOSE) == (1 if packed.text else 0)
