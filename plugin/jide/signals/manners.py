"""Manners of speaking that bear on trust: reserve, double negation, change, authority, instructions, idle words."""

from typing import Final

import regex

from jide.signals.rules import Clock, compile_pattern

HEDGED: Final = compile_pattern(
    r"可能(?!性|会用)|好像|大概(?!\s?[\d一二两三四五六七八九十])|也许|似乎|不太确定|不确定|说不定|我猜|或许|估计是|"
    r"应该是吧|记不太清|没想好|再看看|不一定|"
    r"\b(?:maybe|probably|perhaps|possibly|might|i guess|i suppose|not sure|not certain|i think(?! you)|i believe it|"
    r"sort of|i'd imagine|"
    r"could be|not entirely sure|tentatively|for all i know)\b"
)
DOUBLE_NEGATIVE: Final = compile_pattern(
    r"不是(?:说)?(?:我)?(?:不|讨厌|没有?不|反感)(?!对|行|是)|并非不|没有(?:说)?不(?:喜欢|想|要)|没(?:有)?(?:不喜欢|"
    r"讨厌|反感)|不(?:会|能|可能)不|谈不上(?:不喜欢|讨厌)|"
    r"\b(?:do(?:n't|\snot)|wouldn't say i|never|not that i)\s(?:really\s|actually\s|necessarily\s|exactly\s|"
    r"do\s?n.t\s)?(?:dislike|hate|mind|object to|detest|"
    r"don't|avoid)\b|\bnot (?:un\w+|against)\b"
)
CHANGED: Final = compile_pattern(
    r"改成|改为|改用|换成|换到|换了|变成|调整为|调到|搬到|搬去|现在|如今|不再|从现在起|从今天起|改|更新为|不用了|"
    r"\b(?:now|switched|changed|moved|no longer|instead|anymore|any more|from now on|these days|as of|used to be|was "
    r"last|lately)\b"
)
MENDED: Final = compile_pattern(
    r"改成|改为|换成|调整为|调整到|更新为|推迟到|提前到|改到|\b(?:changed?|moved?|"
    r"update[ds]?|raised?|cut|make it|switch(?:ed)?)\b"
)
REFUSES: Final = compile_pattern(
    r"(?<!要)不要(?!忘)|(?<![特区分个差辨性级类告离送识鉴])别(?!忘|人|的|家|名)|不许|不准|禁止|不用(?!说)|不再|不想|"
    r"\b(?:don't|do not|never|stop|quit|avoid|without|no longer|refrain from|not to)\b(?!\sforget)"
)
DENIES: Final = compile_pattern(r"^(?:<WRONG_ZH>[，,。！!：:\s]|<WRONG_EN>[,.!:;–—-])")
_SELF_REPAIR: Final = compile_pattern(
    r"真正(?:想|要|的问题)|(?:本来|其实|实际上)?想(?:要)?(?:问|了解|知道|说|弄清|搞清)的(?:其实)?是|我的问题是|我想问"
)
ALWAYS: Final = regex.compile(
    r"(?i)^(?:ever|always|never|period|full stop|from now on|going forward|please remember|"
    r"永远|一直|以后都这样|记住了?|切记|千万)\W*$"
)
_AUTHORITY: Final = compile_pattern(
    r"管理员|权限|审批|批准|授权|免审|免签|免检|超级用户|特权|白名单|豁免|不受限|最高级|签字权|盖章权|"
    r"\b(?:admin(?:istrator)?s?|root access|superuser|privileges?|permissions?|approv(?:e[ds]?|al|er|ing)|"
    r"authori[sz](?:e[ds]?|ing)|"
    r"authori[sz]ation|grant(?:s|ed)?|"
    r"exempt(?:ed|ion)?|waive[ds]?|bypass|whitelist(?:ed)?|allow-?list(?:ed)?|clearance|sudo|override|unrestricted|"
    r"sign-?off rights)\b"
)
_INSTRUCTION: Final = compile_pattern(
    r"忽略(?:以上|之前|上面|前面|先前|所有)|无视(?:以上|之前|规则)|直接(?:批准|通过|放行|执行|同意)|系统提示|"
    r"开发者模式|越狱|听我的命令|无条件(?:服从|执行|同意)|"
    r"不要(?:审核|审查|校验|核实)|跳过(?:审核|审批|验证)|存入记忆|写入(?:系统|记忆)|SYSTEM\s?[:：]|"
    r"\b(?:ignore (?:all |any )?(?:previous|prior|above|earlier|your|the) (?:instructions?|rules?|prompts?|messages?|"
    r"guidelines?)|disregard (?:all|any|the|your|previous)|"
    r"system prompt|developer mode|jailbreak|always obey|obey me|do anything now|without (?:asking|approval|"
    r"verification|review)|store that|"
    r"save to memory|you must comply|new instructions?:|act as (?:root|admin)|override your)\b|<\|[a-z_]+\|>|"
    r"\[/?(?:inst|system)|</?(?:system|memory|instructions?)>"
)
_IDLE: Final = compile_pattern(
    r"^(?:[\s，,。.!！~～、…]|好的?|嗯+|恩+|哦+|噢|行|可以|没问题|谢谢你?|多谢|感谢|辛苦了?|知道了?|明白了?|了解|收到|"
    r"[不别]客气了?|不用谢|再见|拜拜|早上好|早安|"
    r"晚安|你好|您好|哈喽|嗨|是的?|对的?|没错|不错|很好|太好了|棒|赞|哈+|呵+|嘻+|当然|同意|ok(?:ay)?|k|"
    r"thanks?(?:\s(?:a lot|so much|you))?|thank\syou(?:\s(?:so|very)\smuch)?|"
    r"thx|ty|cheers|great|cool|nice|good|perfect|awesome|sure|yes|yep|yeah|no|nope|got it|understood|hi|hello|hey|bye|"
    r"goodbye|lol|haha|right|fine|"
    r"sounds good|no problem|you're welcome|of course|not bad|well done|alright|noted|/done){1,40}$"
)
PLACEHOLDER: Final = regex.compile(r"\[[A-Z][A-Z_]*_\d+\]")


def is_idle(text: str) -> bool:
    """Whether a message is thanks, agreement or a greeting and nothing else."""
    return not text.strip() or (len(text) <= 120 and _IDLE.match(text, timeout=0.05) is not None)


def repairs_itself(text: str, clock: Clock) -> bool:
    """Whether a sentence mends the speaker's own question: it corrects nothing remembered."""
    return clock.first(_SELF_REPAIR, text) is not None


def poison(text: str, clock: Clock) -> frozenset[str]:
    """'authority' where a text speaks of rights, 'instruction' where it gives orders to the system."""
    found = []
    if clock.first(_AUTHORITY, text):
        found.append("authority")
    if clock.first(_INSTRUCTION, text):
        found.append("instruction")
    return frozenset(found)
