"""Reading back: the assistant says what it understood and asks whether that is right; the user says it otherwise."""

from dataclasses import replace
from typing import Final

import regex

from jide.signals.fixes import Around, Fix, as_fix
from jide.signals.guards import Guarded
from jide.signals.matching import Reading
from jide.signals.normalise import Found
from jide.signals.objects import clean
from jide.signals.openings import names_nothing
from jide.signals.rules import Rule, compile_pattern
from jide.signals.targets import shares_words

_SCORE: Final = 0.58
"""For review: what is wanted this time is seldom worth keeping, but the user did say that it was wrong."""
_CLEAR: Final = 0.78
"""The same where the words leave no doubt about that."""
_CLEARLY: Final = compile_pattern(
    r"^(?:(?:sorry|oh|wait|actually|hmm|um|well|but|and)[,.!]?\s)*(?:no|nope|not (?:quite|that|what)|"
    r"that's (?:not|wrong))\b|\b(?:meant|(?:was|am|were|'m)\s(?:\w+\s)?(?:talking|referring|asking|"
    r"speaking|inquiring|wondering|curious|looking|"
    r"hoping|interested|searching)|(?:didn't|did not) (?:mean|ask|want)|"
    r"i\s(?:\w+\s)?wanted|should have (?:been more specific|specified|said|asked))\b|"
    r"\b(?:instead|not (?:the |a |in |for |just |about )?[\w' -]{1,30})[.!?]*$|"
    r"(?:不是|不对|错|我(?:要|说|指|问|想问)的是)"
)
_READS_BACK: Final = compile_pattern(
    r"(?:请|麻烦|跟您|和您)?(?:再)?(?:确认|核对|核实)一?下|(?:对吗|对吧|是吗|没错吧|是否正确|可以吗)[？?]?$|"
    r"\b(?:please|kindly|to|can you|could you|let's)\s(?:\w+\s){0,2}(?:confirm|verify|clarify)\b|\bplease check\b|"
    r"^to review\b|"
    r"\bconfirming\b|\bis (?:that|this|it|everything|all of (?:that|this)|the following)(?:\s\w+){0,2}\s(?:correct|"
    r"right|accurate)|"
    r"\b(?:correct|right|okay|ok|yes)\s?\?$|\b(?:just to (?:be|make|double)|to be clear|make sure|double.?check|"
    r"ensure that)\b|"
    r"(?:^|(?<=[.!,:]\s))(?:so,? |and )?you(?:'d| would)? (?:like|want|wish)\b[^?]*\?$|^(?:ok(?:ay)?,?\s|"
    r"alright,?\s)?so (?:that's|you|for|i)\b"
)
_DONE: Final = compile_pattern(
    r"已(?:经)?(?:确认|预订|预约|完成)|\b(?:is|are|was|were|been|have|has|successfully) (?:now )?(?:confirmed|booked|"
    r"made|"
    r"reserved)\b|confirmation e-?mail|\b(?:unable|could ?n[o']t|can ?not|does that sound|how does)\b|"
    r"(?:^|(?<=[.!?,]\s))(?:and |so |but |ok(?:ay)?,? )?(?:what|which|when|where|who|how|at what|in which|in what|"
    r"for how|do you|"
    r"would you|are you|have you|shall i|should i|any)\b[^.!?]*\?\s*$|(?:什么|哪|几点|多少|谁)[^。！!]*[？?]$"
)
_AGREES: Final = compile_pattern(
    r"^\W*(?:是的?|对的?|好的?|没错|可以|行|嗯|yes|yea|yeah|yep|yup|sure|ok|okay|correct|right|exactly|perfect|great|good|nice|"
    r"cool|fine|alright|that|this|thanks?|thank you|sounds|looks|works|it(?:'s| is) (?:correct|right|fine|good|all)|"
    r"everything|"
    r"absolutely|definitely|go ahead|please do|better now|maybe|you are|you're|also|no,? (?:thanks?|that))\b"
)
_RESTATES: Final = compile_pattern(
    r"(?:^|(?<=[,.!;]\s))(?:(?:no|nope|nah|wait|sorry|actually|oh|hmm|well|hold on|i'm sorry|instead|rather|please|"
    r"and|but|so|"
    r"ok|okay|just|my mistake|wait a minute)\b[,.!]?\s)*(?:i(?:'d| would)?\s(?:actually\s|really\s|only\s|just\s|"
    r"rather\s)*"
    r"(?:like|want|need|wish|prefer|must|rather|have|check|go|visit|meant|said|make|book|see)\b(?!\s(?:to know|"
    r"another|other|"
    r"more|something))|(?:can|could|would|will)\syou\s(?:please\s|actually\s)*(?:make|change|play|do|set|put|move|"
    r"book|reserve|"
    r"schedule|get|cast|have|modify|rename|switch|look|search)\b|(?:make|change|play|cast|set|put|move|switch|book|"
    r"reserve|let's|"
    r"let me)\b|it(?:'s| is| should)\s(?:actually\s)?(?:for|at|on|in|be)\b|(?:for|at|on|in)\s(?:the\s|my\s|\d))"
    r"(?P<new>[^.!?;\n]{2,100})|^(?P<new>(?:\d{1,2}(?:st|nd|rd|th)\b|next\s|tomorrow|today\b)[^.!?;\n]{0,40})$|"
    r"^(?:不|不是|等等|等一下)?[，,]?\s?(?:我(?:要|想要|想|订的?是|说的是)|改(?:成|为|到)|换(?:成|到)|是)(?P<new>[^，。！？；,!?;\n]{2,40})"
)
_MISSED: Final = compile_pattern(
    r"^(?:(?:no|nope|sorry|oh|okay|ok|well|hmm|but|yes|right|actually|to clarify|that's (?:interesting|nice|great|"
    r"fine)|thanks|"
    r"i see|not (?:quite|exactly))[,.!]?\s(?:but\s)?)*(?:i(?:'m|\sam|\swas)?\s(?:(?:actually|just|really|only|also|"
    r"simply|more|"
    r"specifically|still)\s)*(?:meant|mean|wanted|needed|hoped|hoping|interested in|curious (?:about|to)|searching for|"
    r"looking for|asking|aiming to|trying to|inquiring|wondering|talking about|referring to|want(?:ed)? to know|"
    r"need to know|"
    r"(?:would|'d) like to know|want the|need the|didn't (?:mean|ask|want))|(?:tell|give|find|"
    r"show) me\b[^.!?;\n]{3,60}?\b(?:not|"
    r"instead|exact|specific|only))\b(?P<new>[^.!?;\n]{3,120})|^(?:no|sorry|actually|not quite|"
    r"but)[,.]?\s(?P<new>(?:who|what|when|"
    r"where|which|how|tell|give|find|in|the|for|from)\b[^.!;\n]{3,100})|^(?P<new>[^.!;\n]{3,90}?)(?:\s(?:instead|"
    r",?\s?though)\s?[.?!]*$)|"
    r"^(?P<new>(?:who|what|when|where|which|how|tell|give|could|can|i need|i want|i'm interested|"
    r"i am interested)\b[^.!;\n]{3,80}?"
    r"\s(?:instead of|not)\s(?!sure|work|able|yet|only|bad)[^.!?;\n]{2,40})[.?!]*$|^(?:oh[,.]?\s|no[,.]?\s|"
    r"okay[,.]?\s)?(?:instead "
    r"of [^,.!?\n]{2,60},\s|what i (?:\w+\s){0,2}(?:meant|wanted|wanting|needed|asked|asking)\b|"
    r"i should have (?:been more "
    r"specific|specified|said|asked)\b|the [a-z ]{3,24} i(?:'m|\sam|\swas)? (?:\w+\s)?(?:interested in|meant|wanted|"
    r"needed|talking "
    r"about|asking about)\b)(?P<new>[^.!;\n]{3,100})"
)
"""The user tells what was meant: the answer just given was to another question."""
_MARKED: Final = compile_pattern(
    r"\b(?:meant|mean|instead|rather|actually|though|not|n't|specifically|exact|only|just|^no|to clarify|wanted|"
    r"needed|curious about|"
    r"(?:looking for|interested in|searching for|want|need) (?:the|when|who|what|which|how|info\w*)|"
    r"talking about|referring to|"
    r"asking)\b"
)
_RULE: Final = Rule(
    name="fix_read_back", signal="correction", key="", language="en", pattern="x", score=_SCORE, ending="wrong"
)


def restated(reading: Reading, around: Around) -> list[Fix]:
    """What the user says otherwise than the assistant read it back, or took it: at most one thing, for review."""
    pattern = _wording(reading, around.asked.strip())
    if pattern is None:
        return []
    for guarded in reading.guarded:
        if fixes := _in_sentence(reading, guarded, pattern):
            return fixes
        if pattern is _MISSED and guarded.sentence.asks:
            break  # what follows a question belongs to it
    return []


def _wording(reading: Reading, asked: str) -> "regex.Pattern[str] | None":
    """How a correction of that turn would be worded; None where the turn invites none, or the user agrees."""
    clock = reading.clock
    if not asked or clock.first(_DONE, asked) is not None:
        return None
    if clock.first(_READS_BACK, asked) is not None:
        return None if clock.first(_AGREES, reading.plain.strip()) is not None else _RESTATES
    if asked.endswith(("?", "？")):
        return None
    related = clock.first(_MARKED, reading.plain) is not None or shares_words(reading.plain, asked)
    return _MISSED if related else None


def _in_sentence(reading: Reading, guarded: Guarded, pattern: "regex.Pattern[str]") -> list[Fix]:
    match = reading.clock.first(pattern, guarded.sentence.text)
    if match is None:
        return []
    start = guarded.sentence.start
    label = clean(reading.content[start + match.start("new") : start + match.end("new")], guarded.sentence.chinese)
    if not label or names_nothing(label):
        return []
    found = Found(key="other_fact", value={"value": label[:200]}, polarity="positive")
    span = (start + match.start(), start + match.end())
    clear = reading.clock.first(_CLEARLY, guarded.sentence.text) is not None
    fix = as_fix(reading, _RULE, guarded, span, found, _CLEAR if clear else _SCORE, answered=True)
    return [replace(fix, passing=True)]
