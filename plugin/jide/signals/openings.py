"""How corrections open and what they say of time: 'that is wrong', 'last time', 'not any more'; pronouns too."""

from typing import Final

import regex

from jide.signals.guards import Guarded
from jide.signals.manners import CHANGED, DENIES, OPENS
from jide.signals.matching import Reading
from jide.signals.rules import compile_pattern
from jide.text import normalise

STRONG_EN: Final = (
    r"(?:(?:sorry|oh|um|well|hmm|no|nope)[,.!]?\s)*(?:wrong|incorrect|correction|small correction|"
    r"that(?:'s|\sis|\swas)\s(?:wrong|incorrect|not (?:right|correct|true|accurate|it))|"
    r"that\sisn't\s(?:right|correct|true|it|accurate)|you(?:'re|\sare)\s(?:wrong|mistaken)|"
    r"you(?:'ve)?\s(?:got|have)\s(?:it|that|me|this|my \w+)\s(?:all\s)?wrong|you\smisunderstood(?:\sme)?|"
    r"you\smisread\s\w+|i(?:'ve|\shave)?\s(?:misspoke|made a mistake|got that wrong)|i was (?:wrong|mistaken)|"
    r"my mistake)(?:\s(?:earlier|before|again|there|about (?:that|this|it)|i'm afraid))?[,.!:;\s–—-]+"
)

_STRONG: Final = compile_pattern(rf"错|对|误|纠正|更正|准确|正确|^{STRONG_EN}")
_CHANGES: Final = compile_pattern(
    r"[涨降升减加]到(?=\S{0,8}\d|\S{0,3}[一二三四五六七八九十])|推迟到|提前到|延到|延期到|改到|跳槽|转行|转岗|调到|入职|"
    r"换(?:工作|公司|东家)|不\p{Han}{1,12}了[，,。]|"
    r"\b(?:went (?:up|down)|gone (?:up|down)|been (?:raised|cut|lowered|increased|extended|pushed)|(?:got )?pushed|"
    r"increased|decreased|raised|lowered|extended|promoted|any ?more|left|quit|stopped|stop)\b"
)
SWITCHED: Final = compile_pattern(
    r"改成|改为|换成|改用|调整为|更新为|\b(?:(?:we|i|they)(?:'ve|\shave)?\s(?:just\s)?(?:changed|switched|updated)|"
    r"(?:was|were|been|has|have|got)\s(?:changed|switched)|changed from|switched from|switched to)\b"
)
OTHER: Final = compile_pattern(
    r"上次|上回|以前|之前|那天|昨天|前几天|\b(?:earlier|last time|before(?!\s(?:tax|vat|noon|the|\d))|"
    r"the other day|yesterday|previously)\b"
)
"""Another time than the turn just before."""
SELF: Final = compile_pattern(r"^(?:我们?|咱们?|本人|i|we|i'm|we're|my\b.*|our\b.*)$")
_NOTHING: Final = regex.compile(
    r"^(?:(?:this|that|it|these|those|they|them|he|she|him|her|you|your|one|thing|the|all|one|here|there|what|which|"
    r"is|are|was|not|right|wrong|true|so|said|i|asked|for|meant|want(?:ed)?|me|misunderstood|misread|misheard|got|"
    r"have|answer|reply|agree|disagree|do|can|accept|"
    r"with|about|s|re|ve|t|m|isn|wasn|don|incorrect|mistaken|completely|totally)\b[\s'’]*)++$|"
    r"^(?:这|那|它|他|她|你|您|我|咱|们|个|些|样|里|此|其|的|是|不|对|错|误|了|啦|说|搞|弄|记|算|写|听|看|想|猜|理解|"
    r"反|混|岔|又|好像|可能|肯定|应该|完全|真的|都|全|根本|明显|意思|吧|啊|呀|哦|要|问|答|复)++$"
)


def denies(guarded: Guarded, reading: Reading) -> bool:
    """Whether a sentence opens by calling something wrong."""
    text = guarded.denial
    return bool(text) and any(reading.clock.first(p, text) is not None for p in (DENIES, OPENS))


def denies_firmly(guarded: Guarded, reading: Reading) -> bool:
    """Whether it does so in more than a 'no', which may only answer a question."""
    return denies(guarded, reading) and reading.clock.first(_STRONG, guarded.denial) is not None


def changes(guarded: Guarded, reading: Reading) -> bool:
    """Whether the sentence says that something was true once."""
    text = guarded.denial or guarded.plain
    return any(reading.clock.first(pattern, text) is not None for pattern in (CHANGED, _CHANGES))


def names_nothing(words: str) -> bool:
    """Whether words are pronouns, or only say that something is wrong: no value, and nothing to remember."""
    return not words.strip() or _NOTHING.match(normalise(words)) is not None
