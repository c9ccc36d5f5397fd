"""Text: comparable spelling, words to search by, language, token estimates."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.text import MAX_TOKENS, estimate_tokens, language, normalise, quote_sha256, search_tokens


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("今天玩成语接龙游戏", "成语接龙"),
        ("GitHub备份脚本上传失败", "github 备份"),
        ("用微信读书，书架很满", "微信读书 书架"),
        ("那个89元的戚风蛋糕在拼多多买的", "89元"),
        ("我們的資料庫用臺灣的機房", "数据在台湾机房"),
        ("I prefer weekly reports", "which report do you prefer"),
        ("The budget is $12,000.00", "12000"),
        ("会议在Ａ１０１", "a101"),
        ("We write C++ and node.js", "C++"),
        ("用Go写", "go"),
        ("对青霉素过敏", "青霉素"),
    ],
)
def test_a_question_shares_a_telling_word_with_what_answers_it(stored: str, asked: str) -> None:
    """A word, a number or a pair of characters in common, in either script and spelling."""
    common = set(search_tokens(stored)) & set(search_tokens(asked))
    assert [token for token in common if len(token) > 1]


@pytest.mark.parametrize("text", ["好的谢谢", "的了吗呢", "the of and is", "你是谁", "", "  ", "，。！", "🎉"])
def test_words_without_a_subject_are_no_search_tokens(text: str) -> None:
    """Function words, punctuation and pictures find nothing; at most lone characters are left."""
    assert [token for token in search_tokens(text) if len(token) > 1] == []


def test_tokens_are_unique_in_order_and_capped() -> None:
    """The first appearance counts, and a long text has no more than the cap."""
    assert search_tokens("周报 markdown 周报") == ["周", "周报", "报", "markdown"]
    assert len(search_tokens("".join(chr(0x4E00 + n) for n in range(9000)))) == MAX_TOKENS
    assert search_tokens("alpha beta gamma", limit=2) == ["alpha", "beta"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  Ｍarkdown\n 格式 ", "markdown 格式"),
        ("新加坡元\u200b", "新加坡元"),
        ("臺灣", "台湾"),
        ("STRASSE", "straße"),
        ("x\u00a0y", "x y"),
    ],
)
def test_spellings_of_one_text_are_one(text: str, same: str) -> None:
    """Width, case, script, invisible characters and white space make no difference."""
    assert normalise(text) == normalise(same)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("往后给我的周报一律用 Markdown", "zh"), ("用Go写", "zh"), ("臺灣", "zh"),
        ("Please never say 马上 to me again", "en"), ("Keep it short", "en"), ("89", "en"), ("", "en"),
    ],
)  # fmt: skip
def test_language_is_that_of_most_words(text: str, expected: str) -> None:
    """Chinese where its characters are at least as many as English words."""
    assert language(text) == expected


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("中" * 1100, 1100, 1700),
        ("word " * 100, 100, 140),
        ("The quick brown fox jumps over the lazy dog.", 9, 14),
        ("往后给我的周报一律用 Markdown。", 12, 26),
        ("1234567890", 3, 5),
        ("", 0, 0),
        ("🎉", 1, 3),
        ("Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4", 16, 48),
    ],
)
def test_estimates_are_near_and_never_low_for_chinese(text: str, low: int, high: int) -> None:
    """The estimate lies between what tokenisers make of such text; Chinese does not turn negative or vanish."""
    assert low <= estimate_tokens(text) <= high


@given(st.text(), st.text())
def test_estimates_never_go_down_when_text_is_added(one: str, two: str) -> None:
    """Never negative, and more text is never fewer tokens than its first part on a line of its own."""
    assert 0 <= estimate_tokens(one) <= estimate_tokens(f"{one}\n{two}")
    assert estimate_tokens(f"{one}\n{two}") <= estimate_tokens(one) + estimate_tokens(two) + 1


@given(st.text(alphabet=st.characters()))
def test_any_text_has_words_a_language_and_a_fingerprint(text: str) -> None:
    """Surrogates, NUL and unassigned characters included; no token is empty, long or holds what SQL would quote."""
    for token in search_tokens(text):
        assert 0 < len(token) <= 64
        assert not set(token) & set("'\"\\ \x00")
    assert language(text) in {"zh", "en"}
    assert normalise(normalise(text)) == normalise(text)
    assert len(quote_sha256(text)) == 64


@pytest.mark.parametrize("piece", ["中", "a", "1,111", "a1", " ", "．", "1.", "+", "’s "])
def test_time_grows_with_the_text_alone(piece: str) -> None:
    """A quarter of a megabyte of anything is read in a moment."""
    text = piece * (256_000 // len(piece))
    started = time.perf_counter()
    search_tokens(text)
    estimate_tokens(text)
    assert time.perf_counter() - started < 5
