"""Corrections: what they deny, across sessions, and how what they deny ends."""

import pytest

from jide.profiles.ucu import UCU
from tests.unit.signals.talk import last, ucu

BUDGET = ucu("budget", {"amount": 50000, "currency": "CNY"}, "预算是五万元。")
CURRENCY = ucu("currency", {"value": "USD"}, "金额都用美元。")
NAS = ucu("equipment", {"value": "设备A：群晖"}, "设备A是群晖。")
COLOUR = ucu("other_preference", {"value": "favourite colour: blue"}, "My favourite colour is blue.")
TERMINAL = ucu("other_fact", {"value": "Terminal 2"}, "Shipments leave from Terminal 2.")
CITY = ucu("location", {"value": "北京"}, "我住在北京。")
DEADLINE = ucu("deadline", {"date": "2026-03-20"}, "The deadline is 20 March.")


@pytest.mark.parametrize(
    ("said", "active", "key", "value", "ending"),
    [
        (("A: 设备A是群晖。", "不对，是飞牛"), NAS, "equipment", {"value": "设备A：飞牛"}, "wrong"),
        (("A: 您的设备A是群晖。", "错了，应该是飞牛"), NAS, "equipment", {"value": "设备A：飞牛"}, "wrong"),
        (("不是群晖，是飞牛",), NAS, "equipment", {"value": "设备A：飞牛"}, "wrong"),
        (
            ("A: It leaves from Terminal 2.", "Terminal 2 was last year. It's 5 now."),
            TERMINAL,
            "other_fact",
            {"value": "Terminal 5"},
            "changed",
        ),
        (
            ("A: Your favourite colour is blue.", "now it's red"),
            COLOUR,
            "other_preference",
            {"value": "favourite colour: red"},
            "changed",
        ),
        (("预算改成 8 万了",), BUDGET, "budget", {"amount": 80000}, "changed"),
        (("不对，我的预算是 8 万",), BUDGET, "budget", {"amount": 80000}, "wrong"),
        (("A: 一共 1200 美元。", "不对，金额都用欧元"), CURRENCY, "currency", {"value": "EUR"}, "wrong"),
        (("A: 预算是五万元。", "预算不是5万，是8万"), BUDGET, "budget", {"amount": 80000}, "wrong"),
        (("现在金额改成泰铢了",), CURRENCY, "currency", {"value": "THB"}, "changed"),
        (("We changed the currency to Thai baht.",), CURRENCY, "currency", {"value": "THB"}, "changed"),
        (("我从北京搬到上海了",), CITY, "location", {"value": "上海"}, "changed"),
        (("我搬到上海了",), CITY, "location", {"value": "上海"}, "changed"),
        (("The deadline has moved to 27 March",), DEADLINE, "deadline", {"date": "2026-03-27"}, "changed"),
    ],
)
def test_a_correction_finds_what_it_denies(
    said: tuple[str, ...], active: UCU, key: str, value: dict[str, object], ending: str
) -> None:
    """Its line and member, across sessions; 'was wrong' and 'was true, then changed' end it differently."""
    (signal,) = [s for s in last(*said, active=(ucu("liked", {"value": "茶"}, "我喜欢茶。"), active)) if s.key == key]
    assert signal.signal == "correction"
    assert (signal.line, signal.member, signal.type) == (active.line, active.member, active.type)
    assert dict(signal.value) == value
    assert signal.ending == ending
    assert signal.confidence >= 0.7


def test_a_short_correction_is_restated_whole() -> None:
    """'It is Feiniu' becomes a sentence that can stand alone, without the wrong word."""
    (signal,) = last("A: 设备A是群晖。", "不对，是飞牛", active=(NAS,))
    assert signal.statement == "设备A是飞牛。"


@pytest.mark.parametrize(
    ("said", "has", "ending"),
    [
        (("A: Sales were 12,000.", "That's wrong, it's 15,000"), "15,000", "wrong"),
        (("A: Sales were 12,000.", "The figure is wrong. It should be 15,000."), "15,000", "wrong"),
        (("A: The meeting is in 2024.", "No, I meant 2025"), "2025", "wrong"),
        (("A: 含税一共 113 元。", "搞错啦，我要的是未税金额"), "未税", "wrong"),
        (("A: 会议在三楼。", "不对，应该是五楼"), "五楼", "wrong"),
        (("A: 负责人是张工。", "不是张工，是李工"), "李工", "wrong"),
        (("A: It's on track 4.", "It's track 9, not track 4"), "track 9", "wrong"),
    ],
)
def test_a_correction_of_the_answer_before_is_causal(said: tuple[str, ...], has: str, ending: str) -> None:
    """Its anchor reaches from the assistant's message to the user's."""
    (signal,) = last(*said)
    assert (signal.signal, signal.answers, signal.index) == ("correction", 0, 1)
    assert has in str(signal.value["value"])
    assert signal.ending == ending


@pytest.mark.parametrize(
    "text",
    [
        "这个结论我不认可",
        "这个数字不对",
        "你理解错了",
        "That's wrong.",
        "I disagree with that conclusion",
        "You got it wrong",
    ],
)
def test_a_rejection_without_the_right_value_is_a_correction(text: str) -> None:
    """The rejected thing is the value, negative, of type correction."""
    (signal,) = last("A: 结论是成本会下降。", text)
    assert (signal.signal, signal.type, signal.polarity, signal.answers) == ("correction", "correction", "negative", 0)


@pytest.mark.parametrize(
    "said",
    [
        ("A: 价格是 20 美元。", "不对，不是美元，我们的金额都用新加坡元。"),
        ("A: It is 20 dollars.", "No, not dollars. Always quote prices in SGD."),
    ],
)
def test_a_correction_with_a_key_of_its_own_uses_it(said: tuple[str, str]) -> None:
    """The wish in it is the value, the refused word is not kept beside it."""
    (signal,) = [s for s in last(*said) if s.key == "currency"]
    assert (signal.signal, dict(signal.value), signal.polarity, signal.answers) == (
        "correction", {"value": "SGD"}, "positive", 0,
    )  # fmt: skip


def test_no_longer_this_but_that_leaves_one_wish() -> None:
    """The farewell to the old says no more than the wish for the new."""
    active = (ucu("preferred_channel", {"value": "WhatsApp"}, "Contact me on WhatsApp."),)
    (signal,) = last("I no longer use WhatsApp, contact me on Telegram instead.", active=active)
    assert (signal.key, dict(signal.value), signal.signal) == ("preferred_channel", {"value": "Telegram"}, "correction")
    assert "WhatsApp" not in signal.statement


def test_the_same_correction_again_is_the_same_value() -> None:
    """'Remember, it is red now' adds evidence to what stands."""
    red = ucu("other_preference", {"value": "最喜欢的颜色：红色"}, "我最喜欢的颜色是红色。")
    (signal,) = last("A: 您最喜欢的颜色是红色。", "记住，现在是红色", active=(red,))
    assert (signal.line, signal.member, dict(signal.value)) == (red.line, red.member, dict(red.value))


def test_another_subject_is_left_alone() -> None:
    """What project Y uses says nothing of project X."""
    active = (ucu("tech_stack", {"value": "Redis"}, "项目X用Redis。"),)
    for signal in last("项目Y改用Kafka了", active=active):
        assert (signal.signal, signal.member) != ("correction", active[0].member)


@pytest.mark.parametrize(
    "text",
    [
        "不错，就这样",
        "不客气",
        "差不多",
        "没错，是这样",
        "不用谢",
        "没问题，是的",
        "No thanks",
        "No, that's all, thank you",
        "No problem",
        "not bad at all",
        "不对称的布局有什么好处",
        "不是很清楚",
        "应该是几点开门？",
        "No, it's fine.",
        "错过了就算了",
        "不对，我真正想问的是汇率",
    ],
)
def test_what_only_sounds_like_a_correction_is_none(text: str) -> None:
    """Refusing an offer, agreeing, asking again: nothing was wrong."""
    assert last("A: 会议在三楼，需要我订会议室吗？", text) == []


def test_a_question_in_return_corrects_nothing() -> None:
    """'Is it not Feiniu?' asks."""
    assert last("A: 设备A是群晖。", "不是飞牛吗？", active=(NAS,)) == []


@pytest.mark.parametrize("text", ["现在是红色", "改成下周", "it's different now"])
def test_a_change_of_nothing_known_is_left_alone(text: str) -> None:
    """Without a line it could mean, a bare change teaches nothing."""
    assert last(text) == []
