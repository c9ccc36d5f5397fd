"""What a correction means: the line it denies, found by its words, its value and the turns before it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final

import regex

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals.manners import PARTY
from jide.signals.rules import compile_pattern
from jide.signals.signal import Signal
from jide.text import normalise, search_tokens

ENOUGH: Final = 0.5
"""How much must speak for a line before a correction is taken to mean it."""

KEY_WORDS: Final[Mapping[str, str]] = {
    "name": r"名字|姓名|叫什么|\bwhat i'm called\b|\bname\b",
    "preferred_name": r"称呼|叫法|昵称|\bnickname\b",
    "job_title": r"职位|职务|岗位|头衔|(?:做|干)什么(?:工作|的)|\bwhat i do\b|\b(?:job title|title|position|job)\b",
    "department": r"部门|科室|\b(?:department|team i'm in)\b",
    "employer": (
        r"公司|单位|东家|在哪(?:里|儿|家)?(?:上班|工作)|\bwhere i work\b|\bwho i work for\b|\b(?:employer|"
        r"company|workplace)\b"
    ),
    "industry": r"行业|\bindustry\b",
    "role": r"职责|\b(?:role|responsibilit)",
    "location": r"地址|住址|住处|城市|所在地|住的|住哪|住在|\b(?:address|location|city|where i live|hometown)\b",
    "timezone": r"时区|\btime ?zone\b",
    "family": r"家人|家庭|孩子|\b(?:family|kids|children)\b",
    "health": r"健康|病史|病情|过敏|\b(?:health|medical|allerg\w+)\b",
    "team_size": r"团队.{0,4}人|人数|\b(?:team size|headcount)\b",
    "report_format": r"格式|周报|报告|报表|\b(?:report|format)s?\b",
    "response_style": r"风格|语气|口吻|\b(?:style|tone)\b",
    "response_length": r"长度|篇幅|简短|详细|\blength\b",
    "response_language": r"语言|回复.{0,2}语|\blanguage\b",
    "code_language": r"编程语言|代码|\b(?:programming language|code)\b",
    "currency": r"货币|币种|金额|报价|价格|\b(?:currency|prices?|amounts?)\b",
    "date_format": r"日期格式|\bdate format\b",
    "unit_system": r"单位(?!是)|\bunits?\b",
    "preferred_channel": r"联系方式|渠道|联系我|\b(?:contact|channel|reach me)\b",
    "greeting": r"问候|打招呼|\bgreeting\b",
    "budget": r"预算|经费|\bbudget\b",
    "deadline": r"截止|期限|交期|ddl|\b(?:deadline|due)\b",
    "approval_limit": r"审批额度|\bapproval limit\b",
    "compliance": r"合规|\bcompliance\b",
    "dietary": r"饮食|忌口|口味|\b(?:diet|dietary|food preferences?)\b",
    "tech_stack": r"技术栈|\b(?:tech stack|stack|backend|database)\b",
    "system_in_use": r"系统|软件|\b(?:system|erp|crm|software)\b",
    "environment": r"环境|电脑|\b(?:environment|laptop|operating system)\b",
    "equipment": r"设备|型号|\b(?:equipment|device)\b",
    "crop": r"作物|种的|\bcrops?\b",
    "market": r"市场|\bmarkets?\b",
    "product": r"产品|\bproducts?\b",
    "goal": r"目标|\bgoals?\b",
    "decision": r"决定|\bdecisions?\b",
}
_WORDS: Final = {key: compile_pattern(pattern) for key, pattern in KEY_WORDS.items()}
_MONEY: Final = frozenset({"budget", "approval_limit"})
PLAIN_KINDS: Final = frozenset(
    {"currency", "budget", "approval_limit", "deadline", "team_size", "code_language", "response_language", "timezone"}
)
"""Keys whose values no other words look like."""
_THING: Final = regex.compile(
    r"(?i)(?:项目|设备|客户|产品|仓库|门店|服务器|周|星期|project|device|server|warehouse|"
    r"store)\s?[A-Za-z0-9甲乙丙丁一二三四五六日]{1,4}(?![a-z])"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A line that may be meant.

    turn  where it was said, when in the turns at hand, else -1
    held  it is remembered, or was said by the user; else the assistant has just stated it
    """

    key: str
    type: str
    line: str
    member: str
    value: Mapping[str, Any]
    statement: str
    polarity: str
    scope: str
    turn: int
    held: bool = True

    @property
    def labels(self) -> list[str]:
        """Its values, each as comparable text; of 'subject: object' the object."""
        parts: list[str] = []
        for part in self.value.values():
            parts += [str(p) for p in part] if isinstance(part, list | tuple) else [str(part)]
        return [normalise(p.replace("：", ":").rpartition(":")[2]) for p in parts if p.strip()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """What a correction says: the rejected words, the new ones, the subject, the whole sentence; '' where absent.

    amount, day  what the rejected words write, where they write a number or a date
    lead         the sentence opens by calling something wrong
    verb         what joins subject and new words
    """

    old: str
    new: str
    subject: str
    sentence: str
    amount: float | None = None
    day: str = ""
    lead: bool = False
    verb: str = ""


def from_ucus(active: Iterable[UCU], ids: Mapping[str, int]) -> list[Target]:
    """What is remembered; `ids` tells at which turn a message stands."""
    return [
        Target(
            key=ucu.key, type=ucu.type, line=ucu.line, member=ucu.member, value=ucu.value, statement=ucu.statement,
            polarity=ucu.polarity, scope="project" if ucu.project_id else "global",
            turn=max((ids.get(str(anchor.get("message_id", "")), -1) for anchor in ucu.evidence), default=-1),
        )
        for ucu in active
        if ucu.key in registry.KEYS
    ]  # fmt: skip


def from_signal(signal: Signal) -> Target:
    """What an earlier message of the same reading said."""
    return Target(
        key=signal.key, type=signal.type, line=signal.line, member=signal.member, value=signal.value,
        statement=signal.statement, polarity=signal.polarity, scope=signal.scope, turn=signal.index,
    )  # fmt: skip


def names_key(text: str, key: str) -> bool:
    """Whether the text speaks of that key by name."""
    pattern = _WORDS.get(key)
    return pattern is not None and pattern.search(text) is not None


def named_keys(text: str) -> list[str]:
    """The keys a text names, in the registry's order."""
    return [key for key in KEY_WORDS if names_key(text, key)]


def _touches(label: str, text: str) -> bool:
    """Whether a value and some words mean the same thing: one stands in the other."""
    if not label or not text:
        return False
    if label == text:
        return True
    short, long = sorted((label, text), key=len)
    if short not in long or (len(short) < 2 and not short.isdigit()):
        return False
    return regex.search(rf"(?<![a-z0-9]){regex.escape(short)}(?![a-z0-9])", long) is not None


_LIKES: Final = regex.compile(
    r"(?:我们?)?(?:很|最|非常|特别)?(?:不)?(?:喜欢|爱|讨厌)|(?:i|that i|my)\s(?:like|love|hate|dislike|enjoy)\s"
)


def _inside(word: str, label: str) -> bool:
    """Whether what was liked is most of what is remembered: 播客 of 听播客, podcasts of listening to podcasts."""
    return (
        len(word) >= 2
        and word in label
        and (not word.isascii() or bool(regex.search(rf"\b{regex.escape(word)}\b", label)))
    )


def same_thing(target: Target, text: str) -> bool:
    """Whether the words are the target's value, in whichever known spelling."""
    found = registry.KEYS[target.key]
    words = normalise(text)
    known = normalise(found.synonyms.get(words, words))
    if any(_touches(label, words) or _touches(label, known) for label in target.labels):
        return True
    liking = _LIKES.match(words)  # '我喜欢播客' of what is remembered as 听播客
    return liking is not None and any(_inside(words[liking.end() :], label) for label in target.labels)


@cache
def _spellings(key: str) -> "regex.Pattern[str] | None":
    words = sorted({s for s in registry.spellings(key) if len(s) > 1}, key=lambda s: (-len(s), s))
    parts = [rf"(?<![a-z0-9]){regex.escape(s)}(?![a-z0-9])" if s.isascii() else regex.escape(s) for s in words]
    return regex.compile("|".join(parts), regex.IGNORECASE) if parts else None


@lru_cache(maxsize=64)
def _known_in(key: str, text: str) -> frozenset[str]:
    """The labels of that key whose known spellings stand in the text."""
    pattern = _spellings(key)
    found = pattern.findall(text) if pattern else ()
    return frozenset(normalise(registry.canonical(key, word)) for word in found)


def mentions(target: Target, text: str) -> bool:
    """Whether a text has the target's value in it, in whichever known spelling."""
    plain = normalise(text)
    if any(_touches(label, plain) for label in target.labels if len(label) > 1):
        return True
    return any(label in _known_in(target.key, plain) for label in target.labels)


def _other_subject(denial: Denial, target: Target) -> bool:
    """The sentence names a thing, and the target another of the kind: project X is not project Y.

    What is said of a client or a boss is of no line that does not name them.
    """
    if (party := PARTY.search(denial.subject)) and normalise(party[0]) not in normalise(target.statement):
        return True
    here = {normalise(m) for m in _THING.findall(denial.sentence)}
    there = {normalise(m) for m in _THING.findall(target.statement)}
    return bool(here and there) and not here & there


def rejects(denial: Denial, target: Target) -> bool:
    """Whether the rejected words are the target's value."""
    if not denial.old:
        return False
    if target.key in _MONEY or target.key == "team_size":
        stands = target.value.get("amount", target.value.get("value"))
        return denial.amount is not None and denial.amount == stands
    if target.key == "deadline":
        return bool(denial.day) and denial.day == target.value.get("date")
    return same_thing(target, denial.old)


def says_the_same(one: Target, other: Target) -> bool:
    """Whether two lines of a key are one: the key has one value, or they share it."""
    one_valued = registry.KEYS[one.key].cardinality == "one"
    return one.key == other.key and (one_valued or bool(set(one.labels) & set(other.labels)))


def kind_spoken_of(key: str, text: str) -> bool:
    """Whether a text has a value of that kind in it, or names the kind."""
    return key in PLAIN_KINDS and (names_key(text, key) or bool(_known_in(key, normalise(text))))


def spoken_of(target: Target, asked: str) -> bool:
    """Whether the assistant's words have to do with that line: its value, or a kind of value, by name."""
    return bool(asked) and (mentions(target, asked) or (target.key in PLAIN_KINDS and names_key(asked, target.key)))


def weigh(denial: Denial, target: Target, asked: str, index: int) -> float:
    """How much speaks for that line: the rejected value, the subject's name, the answer before, the turn before."""
    if _other_subject(denial, target):
        return 0.0
    named = names_key(denial.subject or denial.sentence, target.key)
    rejected = rejects(denial, target)
    echoed = spoken_of(target, asked)
    recent = target.turn >= 0 and 0 <= index - target.turn <= 2
    if not (named or rejected or echoed or recent):
        return 0.0  # shared words alone are never enough, and dear to find among many memories
    other = bool(denial.old) and not rejected and not shares_words(denial.old, target.statement)
    if other and target.key in PLAIN_KINDS and (denial.amount is not None or denial.day):
        return 0.0  # another amount is rejected than the one that stands
    voices = (
        (0.6, rejected),
        (0.45, bool(denial.subject) and shares_words(denial.subject, target.statement)),
        (0.5, named),
        (0.55, echoed),
        (0.5, recent),
        (0.1, not denial.subject and shares_words(denial.sentence, target.statement)),
        (-0.4, other),
    )
    return sum(weight for weight, speaks in voices if speaks)


def shares_words(text: str, statement: str) -> bool:
    """Whether two texts have a word of some length in common."""
    words = {token for token in search_tokens(text) if len(token) > 1}
    return bool(words & set(search_tokens(statement)))


def likely(denial: Denial, targets: Sequence[Target], asked: str, index: int) -> list[Target]:
    """The lines a correction may mean, the likeliest first; of equals the one said last."""
    weighed = [(weigh(denial, target, asked, index), n, target) for n, target in enumerate(targets)]
    chosen = sorted((entry for entry in weighed if entry[0] >= ENOUGH), key=lambda e: (-e[0], -e[2].turn, e[1]))
    return [target for _, _, target in chosen]
