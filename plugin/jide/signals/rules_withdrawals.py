"""Wordings, in both languages, by which people take back what is remembered of them."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_back = partial(Rule, signal="withdrawal", key="", ending="withdrawn", polarity="negative")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
WITHDRAWALS: Final = (
    _back(
        name="zh_forget", language="zh", score=0.9,
        pattern="<START>(?:请|麻烦你?|帮我|你|你就|那就|可以)?(?:把)?(?:忘掉|忘了|忘记|删掉|删除|清除|清掉|抹掉|"
        "移除|别再记着?|不要再记|不用再记)(?:我(?:的|们的?)?|关于我的?|之前(?:说|记)?的?|"
        "刚才(?:说)?的?)(?P<v><ZH>{1,24}?)(?:吧|了|这件事|的事|信息|记录|的记忆|这条)?<END_ZH>|把(?:我的?|"
        "关于我的?)(?P<v><ZH>{1,20}?)(?:从记忆里|从记录里|都|给)?(?:忘掉|忘了|删掉|删了|删除|清除|清掉|抹掉)",
    ),
    _back(
        name="zh_forget_this", language="zh", value="这段话", score=0.9,
        pattern="<START>(?:请|麻烦你?|你|千万)?(?:这|刚才|上面|上)(?:段|句|条|个|件事|些|几句)?(?:话|内容|消息|"
        "对话|信息)?(?:请|你|就|都)?(?:别|不要|不用|不必|无需|别给我)(?:记|存|记住|保存|记录|记下来?|"
        "往心里记)(?:了|着|录)?|<START>(?:请|麻烦你?)?(?:别|不要|不用|不许|不准)(?:记|记住|记录|保存|存储?|"
        "记下)(?:这|刚才|我刚才?|上面)(?:段|句|条|个|件事|些|说)?|<START>(?:当我没说|就当我没说过?|"
        "刚才的?(?:话)?不算|别往记忆里存|不要存到记忆)",
    ),
    _back(
        name="en_forget", language="en", score=0.9,
        pattern=r"<EN_START>(?:please\s|can you\s|could you\s|just\s)*(?:forget|delete|erase|remove|wipe|"
        r"stop remembering|clear|drop)\s(?:about\s|everything (?:about|you know about)\s|what i (?:said|"
        r"told you) about\s)?(?:(?P<v>where i (?:live|work)|who i work for|what i do(?: for a living)?|"
        r"what i'm called|when i was born)"
        r"(?=$|[,.!?;\s])|(?:my|our)\s(?P<v>[^,.!?;\n\ue000]{2,50}?)(?:\s(?:from (?:your )?(?:memory|records?)|"
        r"please|now))*)(?=$|[,.!?;])",
    ),
    _back(
        name="en_forget_that", language="en", score=0.86,
        pattern=r"<EN_START>(?:please\s|just\s)*forget\s(?:that\s|about the fact that\s)"
        r"(?P<v>(?:i(?:'m|'ve)?|we(?:'re)?|my|our)\s[^.!?;\n\ue000]{3,80})",
    ),
    _back(
        name="en_forget_this", language="en", value="this message", score=0.9,
        pattern=r"<EN_START>(?:please\s|but\s|and\s)*(?:don't|do not|never)\s(?:remember|save|store|record|keep|log|"
        r"memori[sz]e|note)\s(?:this|that|any of this|it|what i (?:just )?said|the following|this message)\b|"
        r"<EN_START>(?:please\s)?(?:forget (?:this|what i (?:just )?said|i said (?:that|anything)|"
        r"that last (?:message|bit|part)|everything i just said)|off the record|keep this out of (?:your )?memory|"
        r"this is not for the record|strike that from (?:your )?memory)\b",
    ),
)
# fmt: on
