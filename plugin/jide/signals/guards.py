"""Guards: the words around which nothing is learnt, taken out of a sentence before any rule reads it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import regex

from jide.signals.guard_rules import GUARDS, QUESTIONS, Guard
from jide.signals.manners import DENIES, OPENS, PARTY
from jide.signals.rules import Clock, compile_pattern
from jide.signals.sentences import GONE, Sentence, blank, clauses

_REQUEST: Final = compile_pattern(
    r"^(?:can|could|would|will)\syou\b|(?:能不能|可以|能否|可否|可不可以|能).{0,30}吗|(?:能不能|能否|可否|可不可以)|"
    r"(?:好吗|行吗|可以吗|好不好)[？?]?$"
)
LASTING: Final = compile_pattern("<LASTING_ZH>|<LASTING_EN>|<PERIODIC_ZH>|<PERIODIC_EN>|<THIS_WAY_ZH>")
_TASTE: Final = compile_pattern(
    r"(?:我|我们|咱|本人)(?:们)?(?:还是|比较|更|一向|一直|向来|平时|个人|一般|都|就|也|最|很){0,2}(?:喜欢|偏好|偏爱|习惯|讨厌|"
    r"不(?:太|怎么|是很|大)?喜欢|受不了)|给(?:客户|群众|老板|领导|供应商|用户|家长|学生|病人|患者|读者|学员|买家)们?的(?:答复|回复|邮件|报告|消息|通知|信|短信)|"
    r"\b(?:replies|emails|e-mails|letters|messages|answers|reports)\sto\s(?:our\s|my\s|the\s)?(?:customers|clients|parents|patients|"
    r"residents|users|buyers|suppliers|students|readers)\b|\b(?:i|we)\s(?:much\s|really\s|generally\s|usually\s|personally\s|always\s|just\s)?(?:prefer|like|love|"
    r"hate|dislike|can't stand)\b|\bi(?:'d|\swould)\sprefer\s(?:all|my|your|answers|replies|responses|reports|prices|"
    r"amounts)\b"
)
"""What somebody likes holds longer than this once, though it makes no task a wish."""
_TIMED: Final = compile_pattern(
    r"(?:(?:本|这个?)(?:季度|周|星期|月|年)|今年)(?=[，,、\s]|都|内|里|先|请|要|我|用|就|只|一律|$)|到.{1,10}为止|直到|(?:未来|接下来).{1,4}(?:天|周|月|季度)|"
    r"项目期间|"
    r"\b(?:until|till|this (?:week|month|quarter|year)|(?:for|over) the next|for the rest of)\b"
)
"""A time that a wish holds for: longer than this once, though it makes no task a wish."""


def _ready(guards: Iterable[Guard]) -> tuple[tuple[Guard, "regex.Pattern[str]"], ...]:
    return tuple((guard, compile_pattern(guard.pattern)) for guard in guards)


_TASKS: Final = frozenset({"task_zh", "task_inner_zh", "task_en"})
_LIFTS: Final = {pattern: compile_pattern(pattern) for pattern in {guard.lifts for guard in GUARDS} if pattern}


_GUARDS: Final = _ready(GUARDS)
_QUESTIONS: Final = _ready(QUESTIONS)


_OWN: Final = compile_pattern(
    r"^(?:因为|不过|但是?|另外|其实|毕竟|对了|主要是?)?(?:我们?|本人|咱们?)(?!要|想|需要|希望|觉得|先|再|得|给|把|能|可以|就|这|那|刚|们?的(?:意思|问题)|知道|记得|看)|"
    r"^(?:and |but |because |since |as |btw,? )?(?:i|i'm|i've|my|we|we're|our)\b(?!\s(?:want|need|would|"
    r"think|can|could|will|have to|must|hope|wish|"
    r"guess|said|mean|meant|know|saw|read|heard|just|was|had|am (?:looking|trying|going|writing|working on)))"
)
"""A clause that tells of its author beside a task: 'find me a recipe, I'm vegetarian'."""
_WRITES: Final = compile_pattern(
    r"写|起草|撰|拟|编|生成|翻译|润色|改|校对|总结|[：:]|\b(?:writ|draft|compos|translat|proofread|paraphras|rewrit|rephras|summari[sz]|"
    r"edit|generat|polish|prepar)\w*"
)
"""A task to write something, of which what follows may be a part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """A sentence after the guards: `plain` for all rules, `denial` for corrections; '' where nothing is left.

    lasting  it speaks of more than this once      asked  it was put as a request: 'could you always …?'
    """

    sentence: Sentence
    plain: str
    denial: str
    lasting: bool
    asked: bool
    ends: bool
    """The rest of the message is somebody's text."""


def _drop_clauses(
    pattern: "regex.Pattern[str]", text: str, clock: Clock, *, spared: "regex.Pattern[str] | None" = None
) -> str:  # fmt: skip
    for start, end in clauses(text):
        clause = text[start:end].lstrip()
        if spared is not None and spared.match(clause):
            continue
        if clock.first(pattern, clause.rstrip("，,；;：: ")):
            text = blank(text, start, end)
    return text


def _ask(sentence: Sentence, text: str, clock: Clock) -> str:
    """Take out what is asked: the clauses with a question word, and the last one of a sentence that ends in '?'."""
    for _, pattern in _QUESTIONS:
        text = _drop_clauses(pattern, text, clock)
    if sentence.asks:
        spans = clauses(text)
        asked = text.find(GONE)
        text = blank(text, asked if asked >= 0 else spans[-1][0] if spans else 0, len(text))
    return text


def _beside(text: str, clock: Clock) -> str:
    """What a task's sentence goes on to tell of its author, after a comma."""
    for (start, end), (_, before) in zip(clauses(text)[1:], clauses(text), strict=False):
        joined = text[before - 1 : before] in ("，", ",", "；", ";") or text[before - 2 : before] == ", "
        if joined and clock.first(_OWN, text[start:end].strip()) is not None:
            return blank(text, 0, start)
    return ""


def guard(sentence: Sentence, clock: Clock) -> Guarded:
    """What rules may read of a sentence."""
    plain = denial = sentence.text
    lasting = clock.first(LASTING, plain) is not None
    asked = clock.first(_REQUEST, plain) is not None
    spared = PARTY if any(clock.first(opens, plain) for opens in (DENIES, OPENS)) else None
    ends = beside = False
    for entry, pattern in _GUARDS:
        if (entry.unless and lasting) or (entry.lifts and clock.first(_LIFTS[entry.lifts], plain)):
            continue
        if entry.reach == "clause":
            plain = _drop_clauses(pattern, plain, clock)
            denial = denial if entry.spares else _drop_clauses(pattern, denial, clock, spared=spared)
        elif clock.first(pattern, sentence.text):
            task = entry.name in _TASKS and clock.first(_WRITES, sentence.text) is None
            if not (beside and task):
                plain = _beside(plain, clock) if task else ""
                beside = bool(plain)
            denial = denial if entry.spares else ""
            ends = ends or entry.reach == "rest"
        if not plain and not denial:
            break
    if not (asked and lasting):
        plain, denial = _ask(sentence, plain, clock), _ask(sentence, denial, clock)
    return Guarded(
        sentence=sentence,
        plain=plain if plain.strip(GONE + " ") else "",
        denial=denial if denial.strip(GONE + " ") else "",
        lasting=lasting or any(clock.first(pattern, sentence.text) for pattern in (_TIMED, _TASTE)),
        asked=asked or sentence.asks,
        ends=ends,
    )
