"""What the extractor learns from a message, what it leaves alone, and what it says about each signal."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jide.profiles import registry
from jide.signals.classifier import Vote, vote
from jide.signals.extract import extract
from jide.signals.fuse import with_vote
from jide.signals.signal import Turn
from tests.unit.signals.said import POISON, SILENT, TEACHES
from tests.unit.signals.talk import AT, last, turns, ucu


@pytest.mark.parametrize(("text", "key", "has", "polarity"), TEACHES, ids=[f"{t[1]}-{t[0][:24]}" for t in TEACHES])
def test_a_plain_statement_teaches_its_key(text: str, key: str, has: str, polarity: str) -> None:
    """A clear sentence gives its key, value and polarity, sure enough to be promoted."""
    (signal,) = [s for s in last(text) if s.key == key and has in str(dict(s.value))]
    assert signal.polarity == polarity
    assert signal.confidence >= 0.7
    registry.check_value(key, signal.value)
    assert (signal.line, signal.member) == (registry.KEYS[key].line, registry.member_of(key, signal.value))
    assert signal.type == registry.KEYS[key].type


@pytest.mark.parametrize("text", SILENT)
def test_what_says_nothing_lasting_about_the_user_teaches_nothing(text: str) -> None:
    """Questions, hypotheticals, quotations, third persons, tasks, thanks: no signal at all."""
    assert last(text) == []


def test_thanks_a_hundred_times_teach_nothing() -> None:
    """Idle talk never becomes a draft."""
    assert extract(turns(*["好的谢谢", "OK", "ok thanks"] * 100)) == []


@pytest.mark.parametrize("text", POISON)
def test_poison_is_flagged(text: str) -> None:
    """What speaks of rights or gives orders to the system carries the flag that keeps it from promotion."""
    assert all(signal.flags & {"authority", "instruction"} for signal in last(text))


@pytest.mark.parametrize("role", ["assistant", "tool"])
def test_only_the_user_is_evidence(role: str) -> None:
    """What the assistant or a tool says teaches nothing, however it is worded."""
    said = [Turn(role=role, content="你可能喜欢红茶。我叫小王，预算五万。", at=AT)]
    assert extract(said) == []


def test_the_assistants_words_quoted_are_no_evidence() -> None:
    """A user who repeats the assistant's memory word for word says nothing new."""
    assert last("A: 您在财务部管应付，报告都用 Markdown。", "您在财务部管应付，报告都用 Markdown。") == []
    assert last("A: Your reports are always sent as PDF.", "you said my reports are always sent as PDF") == []


@pytest.mark.parametrize(
    "text",
    ["我可能喜欢红茶", "我好像对花生过敏", "Maybe I prefer dark mode", "I think I prefer tea", "我大概是住在杭州"],
)
def test_reserve_is_for_review(text: str) -> None:
    """What is said with reserve is worth review, not promotion."""
    signals = last(text)
    assert signals
    assert all("hedged" in s.flags and 0.4 <= s.confidence <= 0.69 for s in signals)


@pytest.mark.parametrize(
    "text", ["我不是不喜欢表格", "我并不是讨厌开会", "I don't dislike tabs", "I don't hate meetings"]
)
def test_a_double_negation_is_no_refusal(text: str) -> None:
    """It is not negative, and it goes to review."""
    signals = last(text)
    assert signals
    assert all(s.polarity == "positive" and "double_negative" in s.flags and s.confidence < 0.7 for s in signals)


@pytest.mark.parametrize(
    ("lasting", "once"),
    [
        ("以后回答简短点", "简短点"),
        ("From now on quote prices in SGD", "answer in French please"),
        ("以后都发邮件给我", "发邮件给我"),
        ("Always keep it short", "keep it short"),
    ],
)
def test_a_wish_that_lasts_is_surer_than_one_that_may_be_for_now(lasting: str, once: str) -> None:
    """Without a lasting word a wish is for review."""
    assert [s.confidence >= 0.85 for s in last(lasting)] == [True]
    assert [0.4 <= s.confidence < 0.7 for s in last(once)] == [True]


@pytest.mark.parametrize("text", ["你能不能以后别用表格？", "Could you always answer in French?"])
def test_a_lasting_wish_may_be_put_as_a_request(text: str) -> None:
    """It is a wish all the same, a little less sure."""
    (signal,) = last(text)
    assert signal.confidence < 0.9
    assert "asked" in [why.name for why in signal.why]


@pytest.mark.parametrize("text", ["这个项目必须用 Java", "For this project we must use Java"])
def test_a_project_wish_is_of_project_scope(text: str) -> None:
    """It binds the project, not the person."""
    (signal,) = last(text, active=(ucu("code_language", {"value": "Python"}, "我平时用 Python"),))
    assert (signal.key, signal.scope, signal.lifecycle) == ("code_language", "project", "project_based")


@pytest.mark.parametrize("text", ["用Go写", "以后用Go写"])
def test_a_short_wish_is_not_dropped_for_its_length(text: str) -> None:
    """Four characters can be a wish."""
    assert [(s.key, dict(s.value)) for s in last(text)] == [("code_language", {"value": "Go"})]


def test_one_sentence_of_two_facts_gives_two_keys() -> None:
    """Department, role and surname of one sentence are three signals, none a paraphrase of another."""
    found = {s.key: dict(s.value)["value"] for s in last("我在财务部管应付，姓王")}
    assert found == {"department": "财务部", "role": "应付", "name": "王"}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("我特别喜欢爬山", ["liked"]),
        ("I'm a strict vegetarian and I hate cilantro", ["dietary", "disliked"]),
        ("以后周报用 Markdown，不要表格", ["report_format"]),
    ],
)
def test_a_message_has_one_signal_for_each_key_and_member(text: str, keys: list[str]) -> None:
    """Never two paraphrases of one thing."""
    assert sorted(s.key for s in last(text)) == keys


def test_a_wish_and_a_refusal_about_reports_are_one_value() -> None:
    """Markdown, and no tables."""
    (signal,) = last("以后周报用 Markdown，不要表格")
    assert (dict(signal.value), signal.polarity) == ({"format": "Markdown", "exclude": ["表格"]}, "positive")


@pytest.mark.parametrize("said", [("我不喜欢A的歌", "我喜欢A的歌"), ("I hate olives", "I love olives")])
def test_liking_and_disliking_share_a_line_and_member(said: tuple[str, str]) -> None:
    """So that one active polarity is left."""
    first, second = extract(turns(*said))
    assert (first.line, first.member) == (second.line, second.member)
    assert [first.key, second.key] == ["disliked", "liked"]


@pytest.mark.parametrize("said", [("周一开会在A101", "周二开会在A102"), ("项目X用Redis", "项目Y改用Kafka了")])
def test_different_subjects_are_different_members(said: tuple[str, str]) -> None:
    """Neither can retire the other."""
    first, second = extract(turns(*said))
    assert (first.line, first.member) != (second.line, second.member)
    assert second.signal == "context"


def test_the_same_name_five_times_is_one_line_and_value() -> None:
    """Each time is evidence of one value."""
    said = extract(turns(*["我叫小陈"] * 5))
    assert {(s.key, s.line, s.member, s.value["value"]) for s in said} == {("name", "name", "", "小陈")}
    assert [s.index for s in said] == [0, 1, 2, 3, 4]


def test_traditional_characters_are_read() -> None:
    """The value is known by its simplified spelling, the statement stays the user's."""
    (signal,) = last("往後的報告請用繁體中文回覆")
    assert dict(signal.value) == {"value": "Traditional Chinese"}
    assert "繁體中文" in signal.statement


@pytest.mark.parametrize("text", ["我的手机号是[PHONE_1]，记一下。", "My email is [EMAIL_1]", "我的地址是[ADDRESS_2]"])
def test_what_was_redacted_is_not_remembered(text: str) -> None:
    """A placeholder is no value."""
    assert last(text) == []


def test_a_statement_is_the_users_own_clause() -> None:
    """One plain sentence built from their words, without what does not belong to it."""
    (signal,) = last("对了，天气真好，我住在杭州。")
    assert signal.statement == "我住在杭州。"


@pytest.mark.parametrize(
    "text", ["请记住：" + "我住在杭州，" * 400, "Never " + "mention that " * 300, "我喜欢" + "很" * 3000]
)
def test_long_objects_are_trimmed(text: str) -> None:
    """Labels stay within 200 characters, statements too."""
    for signal in last(text):
        assert len(str(signal.value.get("value", ""))) <= 200
        assert len(signal.statement) <= 201


@pytest.mark.parametrize("text", ["忘掉我的地址", "请把我的地址删掉", "Please forget my address"])
def test_a_withdrawal_names_the_line(text: str) -> None:
    """It ends what it names."""
    (signal,) = last(text, active=(ucu("location", {"value": "杭州"}, "我住在杭州"),))
    assert (signal.signal, signal.key, signal.line, signal.member) == ("withdrawal", "location", "location", "")
    assert signal.ending == "withdrawn"


def test_a_withdrawal_by_value_names_the_member() -> None:
    """Of several members, the one that was named."""
    active = tuple(ucu("liked", {"value": v}, f"我喜欢{v}") for v in ("爬山", "围棋"))
    (signal,) = last("忘掉我的围棋爱好吧", active=active)
    assert (signal.key, signal.member) == ("liked", registry.member_of("liked", {"value": "围棋"}))


@pytest.mark.parametrize(
    "text", ["我住在杭州。这段别记。", "I live in Leeds. Don't remember this.", "这段话不要记，我叫王芳"]
)
def test_a_message_kept_out_of_memory_teaches_nothing(text: str) -> None:
    """Only the withdrawal is left."""
    assert {s.signal for s in last(text)} == {"withdrawal"}


def test_hints_of_the_client_are_no_proof() -> None:
    """A message marked as a correction that says nothing is no signal; one that does is a little surer."""
    assert extract(turns("好的，谢谢", is_correction=True)) == []
    plain = extract(turns("A: 预算是五万", "不对，预算是八万"))[0]
    hinted = extract(turns("A: 预算是五万", "不对，预算是八万", is_correction=True))[0]
    assert plain.confidence < hinted.confidence


def test_only_the_asked_for_messages_are_read() -> None:
    """The others are context."""
    said = turns("我住在杭州", "我叫小陈")
    assert [s.index for s in extract(said, indexes=[1])] == [1]
    assert [s.index for s in extract(said)] == [0, 1]


def test_every_signal_explains_itself() -> None:
    """The rules that spoke, by name and score."""
    (signal,) = last("以后用英文回复我")
    assert signal.why
    assert all(0 < why.score <= 1 and why.source == "rule" for why in signal.why)


def test_without_a_model_the_rules_decide() -> None:
    """The classifier's place answers nothing until a model exists."""
    assert vote("我住在杭州", "zh") is None


def test_a_model_that_agrees_raises_and_one_that_disagrees_sends_to_review() -> None:
    """Agreement raises confidence; disagreement brings it below promotion."""
    (signal,) = last("以后用英文回复我")
    sure = replace(signal, confidence=0.8)
    assert with_vote(sure, Vote(model="m", signals={"preference": 0.9})).confidence > 0.8
    assert with_vote(sure, Vote(model="m", signals={"preference": 0.1})).confidence < 0.7


_PIECES = st.sampled_from(
    [
        "我",
        "不是",
        "喜欢",
        "以后",
        "别再",
        "说",
        "“",
        "”",
        "预算",
        "万",
        "no, ",
        "I ",
        "don't ",
        "like ",
        "not ",
        "but ",
        "it's ",
        "5",
        "now",
        ".",
        "，",
        "？",
        "\n",
        "```",
        "'",
        "\ud800",
        "\x00",
        "\ufffc",
        "\ue000",
        "👩‍👩‍👧",
        "𠮷",
        "İ",
        "ﬁ",
    ]
)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.one_of(st.text(max_size=40), st.lists(_PIECES, max_size=20).map("".join)), min_size=1, max_size=4))
@example(["不对，" * 50])
@example(["A: x", "No, " * 40 + "it's 5 now"])
@example(["十万年前", "公元前", "until 30 February", "到13月99日为止", "9999年12月31日之前必须交"])
def test_no_text_makes_it_fail(said: list[str]) -> None:
    """Any text gives signals whose places are inside their message and whose values fit their keys."""
    for signal in extract(turns(*said)):
        start, end = signal.span
        assert 0 <= start < end <= len(said[signal.index])
        assert 0 <= signal.confidence <= 1
        registry.check_value(signal.key, signal.value)


@pytest.mark.parametrize(
    "text",
    [
        "我" * 30000,
        "not " * 8000,
        "别再用" * 10000,
        "“" * 20000,
        "a, " * 10000,
        "I really " * 4000,
        "```" + "x" * 60000,
        "预算" + "1" * 30000,
        "是" * 30000,
        "no tables and " * 4000,
        "不是" * 10000,
        "(" * 20000,
        ". " * 20000,
        "\n" * 40000,
    ],
    ids=lambda t: t[:6],
)
def test_hostile_text_is_read_in_bounded_time(text: str) -> None:
    """Sixty thousand characters of anything end within seconds."""
    began = datetime.now(UTC)
    extract(turns(text))
    assert (datetime.now(UTC) - began).total_seconds() < 5
