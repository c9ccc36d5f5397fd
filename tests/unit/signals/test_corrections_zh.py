"""Corrections in Chinese, as people put them: what each denies, what stands there afterwards, what is none."""

from typing import Any, Final

import pytest

from tests.unit.signals.remembered import REMEMBERED
from tests.unit.signals.talk import last, ucu

TEA: Final = ucu("liked", {"value": "茶"}, "我喜欢茶。")

# (what was said, what is remembered of another session, key or keys, value or a part of it, ending, the turn answered)
Row = tuple[tuple[str, ...], str, str, dict[str, Any] | str, str, int | None]
# One dialogue, one line: the formatter would make each word of it a line.
# fmt: off
CORRECTS: Final[tuple[Row, ...]] = (
    (("A: 好的，金额用美元。", "不对，应该用新加坡元"), "", "currency", {"value": "SGD"}, "wrong", 0),
    (("A: 合计 1,200 美元。", "不对，应该用新加坡元"), "currency", "currency", {"value": "SGD"}, "wrong", 0),
    (("不对，应该用新加坡元",), "currency", "currency", {"value": "SGD"}, "wrong", None),
    (("A: 您的设备是群晖，可以这样设置。", "不对，是飞牛"),
     "device", "equipment", {"value": "设备A：飞牛"}, "wrong", 0),
    (("A: 群晖的后台地址是 5000 端口。", "搞错了，我用的是飞牛"), "nas", "equipment", "飞牛", "wrong", 0),
    (("A: 含税金额一共 113 元。", "搞错啦，我要的是未税金额"),
     "", "other_fact|other_preference", "未税金额", "wrong", 0),
    (("A: 您在重庆，那边今天下雨。", "你说错了，我在成都不在重庆"),
     "location", "location", {"value": "成都"}, "wrong", 0),
    (("A: 您在重庆，那边今天下雨。", "你说错了，我在成都不在重庆"), "", "location", {"value": "成都"}, "wrong", 0),
    (("A: 周五交稿，对吧。", "不是周五，是周四交"), "deadline", "deadline", {"date": "2026-03-05"}, "wrong", 0),
    (("A: 作为产品经理，您可以先列需求。", "我不是产品经理，我是项目经理"),
     "job", "job_title", {"value": "项目经理"}, "wrong", 0),
    (("A: 作为产品经理，您可以先列需求。", "我不是产品经理，我是项目经理"),
     "", "job_title", {"value": "项目经理"}, "wrong", 0),
    (("上次记错了，我姓张不姓章",), "name", "name", {"value": "张"}, "wrong", None),
    (("A: 章先生您好！", "我姓张，不姓章"), "name", "name", {"value": "张"}, "wrong", 0),
    (("现在金额改成泰铢了",), "currency", "currency", {"value": "THB"}, "changed", None),
    (("A: 今天天气不错。", "现在金额改成泰铢了"), "currency", "currency", {"value": "THB"}, "changed", None),
    (("我搬到杭州了",), "location", "location", {"value": "杭州"}, "changed", None),
    (("A: 今天的会议纪要整理好了。", "对了，我搬到杭州了"),
     "location", "location", {"value": "杭州"}, "changed", None),
    (("我换工作了，现在在比亚迪",), "employer", "employer", {"value": "比亚迪"}, "changed", None),
    (("我跳槽到比亚迪了",), "employer", "employer", {"value": "比亚迪"}, "changed", None),
    (("我已经不在财务部了，调到采购部了",), "department", "department", {"value": "采购部"}, "changed", None),
    (("A: 您的预算是30万。", "预算不是30万，是50万"), "budget", "budget", {"amount": 500000}, "wrong", 0),
    (("A: 您的预算是30万。", "预算不是30万，是50万"), "", "budget", {"amount": 500000}, "wrong", 0),
    (("A: 您的预算是30万。", "错了，50万才对"), "budget", "budget", {"amount": 500000}, "wrong", 0),
    (("A: 您的预算是30万。", "不是30万，是50万"), "budget", "budget", {"amount": 500000}, "wrong", 0),
    (("我们的预算涨到50万了",), "budget", "budget", {"amount": 500000}, "changed", None),
    (("预算从30万降到20万了",), "budget", "budget", {"amount": 200000}, "changed", None),
    (("A: 截止日期是周五。", "截止日期改到下周一了"), "deadline", "deadline", {"date": "2026-03-09"}, "changed", 0),
    (("A: 截止日期是周五。", "不对，截止日期是3月10号"), "deadline", "deadline", {"date": "2026-03-10"}, "wrong", 0),
    (("A: 你们团队5个人，够用了。", "你记错了，我们团队是8个人"), "team", "team_size", {"value": 8}, "wrong", 0),
    (("我们团队现在是8个人了，不是5个",), "team", "team_size", {"value": 8}, "changed", None),
    (("A: 已导出到 SAP。", "我们早就不用SAP了，现在用的是金蝶"), "system", "system_in_use", "金蝶", "changed", 0),
    (("A: 你们公司用的是SAP。", "不对，我们用的是金蝶"), "system", "system_in_use", "金蝶", "wrong", 0),
    (("A: 我会发邮件给您。", "不是邮件，是微信联系我"),
     "channel", "preferred_channel", {"value": "微信"}, "wrong", 0),
    (("别发邮件了，以后改成微信联系",), "channel", "preferred_channel", {"value": "微信"}, "changed", None),
    (("A: 周报已按 Markdown 输出。", "不对，周报要用Word"),
     "report", "report_format", {"format": "Word"}, "wrong", 0),
    (("A: 我用英文回答您。", "错了，应该用中文"), "language", "response_language", "Chinese", "wrong", 0),
    (("A: 这段我用 Python 写了。", "不对，我说的是用Go写"), "code", "code_language", {"value": "Go"}, "wrong", 0),
    (("A: 负责人是张工。", "不是张工，是李工"), "", "other_fact", "李工", "wrong", 0),
    (("A: 会议在三楼。", "说错了吧，会议在五楼"), "", "other_fact", "五楼", "wrong", 0),
    (("A: 从上海到雅加达需要5天。", "到雅加达是7天，不是5天"), "", "other_fact", "7天", "wrong", 0),
    (("A: 您种的是小麦。", "我种的不是小麦，是玉米"), "crop", "crop", "玉米", "wrong", 0),
    (("今年不种小麦了，改种玉米",), "crop", "crop", "玉米", "changed", None),
    (("A: 合同编号是 HT-201。", "编号错了，应该是 HT-210"), "", "other_fact", "HT-210", "wrong", 0),
    (("A: 發票抬頭是華為。", "不對，抬頭應該是比亞迪"), "", "other_fact", "比亞迪", "wrong", 0),
    (("A: 您在華為上班。", "錯了，我在比亞迪上班"), "employer", "employer", {"value": "比亞迪"}, "wrong", 0),
    (("A: 运费按公斤算。", "不是按公斤，是按立方算的"), "", "other_fact|unit_system", "立方", "wrong", 0),
    (("A: 你做教育行业的。", "我不做教育了，转行做医疗了"), "industry", "industry", "医疗", "changed", 0),
    (("A: 客户是上海的恒泰。", "更正一下，收件人是恒达"), "", "other_fact", "恒达", "wrong", 0),
    (("A: 客户是上海的恒泰。", "更正一下，客户是恒达"), "", "other_fact", {"value": "客户：恒达"}, "wrong", 0),
    (("A: 你们老板是王总。", "你记错了，老板是李总"), "", "other_fact", "李总", "wrong", 0),
    (("纠正一下，我之前说的预算30万有误，实际是50万",), "budget", "budget", {"amount": 500000}, "wrong", None),
)
REJECTS: Final = (
    (("A: 一共 88 元。", "算错了"), 0),
    (("A: 一共 88 元。", "不对"), 0),
    (("不对",), None),
    (("你搞错了",), None),
)
SILENT: Final = (
    ("A: 会议在三楼。", "不错，谢谢"),
    ("A: 九点开门。", "应该是几点开门？"),
    ("A: 报错了。", "这个错误码是什么意思"),
    ("A: 美元汇率是 7.1。", "不对，我真正想问的是新加坡元的汇率"),
    ("A: 价格 20。", "他说不对"),
    ("A: 这样可以吗？", "差不多"),
    ("A: 谢谢。", "不客气"),
    ("A: 好的。", "页面提示“密码错误，应该是8位”，怎么办"),
    ("A: 会议三点开始。", "不是三点吗？"),
    ("A: 会议三点开始。", "没错，就是三点"),
    ("A: 需要发票吗？", "不用了，谢谢"),
    ("A: 需要发票吗？", "不是很需要"),
    ("A: 我可以帮您订。", "不急，先看看"),
    ("A: 已完成。", "对，不错"),
    ("A: 方案如下。", "这个方案没有错"),
    ("A: 方案如下。", "我觉得没什么不对"),
    ("A: 试试重启。", "现在是好的了，谢谢"),
    ("A: 今天周三。", "现在是几点"),
    ("A: 已转换。", "帮我把这句话改成英文：我不是产品经理，我是项目经理"),
    ("A: 好的。", "我同事说预算不是30万，是50万"),
    ("A: 好。", "如果不是周五，是周四交怎么办？"),
    ("A: 推荐蓝色。", "不对称设计有什么优点"),
    ("A: 选哪个？", "不知道，你选吧"),
    ("A: 选哪个？", "不是不行"),
    ("A: 写好了。", "写一段对话：甲说不对，应该是乙"),
    ("A: 好的", "错过了高铁怎么改签"),
    ("A: 好的", "这道题我做错了，讲一下"),
    ("A: 好", "纠正一下这段话的语法"),
    ("A: 您住在上海。", "不对，我老婆在深圳"),
    ("A: 好", "客户是恒达"),
)
# fmt: on


@pytest.mark.parametrize(("said", "known", "keys", "value", "ending", "answers"), CORRECTS)
def test_a_correction_says_what_stands_now(
    said: tuple[str, ...], known: str, keys: str, value: dict[str, Any] | str, ending: str, answers: int | None
) -> None:
    """One signal, sure enough to be promoted, on the line it denies, with its ending and the turn it answers."""
    active = (REMEMBERED[known], TEA) if known else ()
    (signal,) = last(*said, active=active)
    assert (signal.signal, signal.polarity, signal.ending) == ("correction", "positive", ending)
    assert signal.key in keys.split("|")
    if isinstance(value, str):
        assert value in str(dict(signal.value))
    else:
        assert value.items() <= dict(signal.value).items()
    assert signal.confidence >= 0.72
    assert signal.answers == answers
    if known:
        assert (signal.line, signal.member) == (active[0].line, active[0].member)
    words = said[-1][slice(*signal.span)]
    assert words == words.strip()


@pytest.mark.parametrize(("said", "answers"), REJECTS)
def test_a_bare_rejection_is_for_review(said: tuple[str, ...], answers: int | None) -> None:
    """It names nothing and gives nothing: of type correction, negative, below promotion; no pronoun is its value."""
    (signal,) = last(*said)
    assert (signal.signal, signal.type, signal.polarity) == ("correction", "correction", "negative")
    assert signal.answers == answers
    assert 0.4 <= signal.confidence < 0.7
    assert str(signal.value["value"]).lower() not in {"this", "that", "it", "这", "那", "它"}


@pytest.mark.parametrize("known", [(), ("currency", "budget", "deadline", "location", "job", "terminal")])
@pytest.mark.parametrize(("before", "text"), SILENT)
def test_what_only_sounds_like_it_corrects_nothing(before: str, text: str, known: tuple[str, ...]) -> None:
    """Thanks, questions, quotations, other people's words: whatever is remembered, it stays."""
    signals = last(before, text, active=tuple(REMEMBERED[name] for name in known))
    assert [s for s in signals if s.signal == "correction"] == []


@pytest.mark.parametrize(("text", "known"), [("以后不要再使用 Python", "code")])
def test_an_end_without_a_beginning_is_a_refusal_on_its_line(text: str, known: str) -> None:
    """Nothing takes the old thing's place: the line turns negative."""
    (signal,) = last(text, active=(REMEMBERED[known],))
    assert (signal.line, signal.polarity, signal.ending) == (REMEMBERED[known].line, "negative", "changed")
    assert signal.confidence >= 0.72
