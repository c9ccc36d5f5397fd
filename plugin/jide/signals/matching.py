"""Rules over the sentences of one message: what each catches, and which of two about the same words is heard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import regex

from jide.signals.guards import Guarded
from jide.signals.manners import DOUBLE_NEGATIVE, PLACEHOLDER, REFUSES
from jide.signals.normalise import Found, Words, shape
from jide.signals.rules import ELIDES, KIND_WORDS, Clock, CompiledRule, Rule, compile_rules, group
from jide.signals.rules_en_facts import FACTS_EN
from jide.signals.rules_en_taste import TASTE_EN
from jide.signals.rules_en_wishes import WISHES_EN
from jide.signals.rules_en_work import WORK_EN
from jide.signals.rules_zh_facts import FACTS_ZH
from jide.signals.rules_zh_taste import TASTE_ZH
from jide.signals.rules_zh_wishes import WISHES_ZH
from jide.signals.rules_zh_work import WORK_ZH
from jide.signals.sentences import GONE, clauses, trimmed

RULES: Final = {
    "zh": compile_rules((*WISHES_ZH, *TASTE_ZH, *FACTS_ZH, *WORK_ZH)),
    "en": compile_rules((*WISHES_EN, *TASTE_EN, *FACTS_EN, *WORK_EN)),
}
_LATIN: Final = 12
"""Latin letters a Chinese sentence needs before the English rules read it too."""
_TRAIL: Final = regex.compile(r"(?i)\s(?:and|but|so)$")
_LEAD: Final = regex.compile(
    r"(?i)^(?:(?:hi|hello|hey|fyi|btw|by the way|and|but|so|also|ok|okay|well|oh|um|you "
    r"know)\b[,\s]+|(?:对了|那个|嗯|哦|另外|还有|顺便说一下?)[，,\s]*)+(?=.{4})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A message being read: its text as sent, the sentences after the guards, its time and zone."""

    content: str
    plain: str
    """The same in simplified characters, at the same places."""
    guarded: Sequence[Guarded]
    at: datetime
    zone: ZoneInfo
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Catch:
    """What a rule caught: a value, at `span` of the message, with its object at `words`; `score` before manners."""

    rule: Rule
    found: Found
    span: tuple[int, int]
    words: tuple[int, int]
    guarded: Guarded
    score: float


def languages(text: str, chinese: bool) -> Iterator[str]:
    """Which languages' rules read a sentence."""
    if chinese:
        yield "zh"
    if not chinese or sum(c.isascii() and c.isalpha() for c in text) >= _LATIN:
        yield "en"


def catches(reading: Reading) -> list[Catch]:
    """What the rules catch in a message, each word heard once."""
    found = [catch for guarded in reading.guarded if guarded.plain for catch in _in_sentence(reading, guarded)]
    return _heard_once(found)


def _in_sentence(reading: Reading, guarded: Guarded) -> Iterator[Catch]:
    absent = frozenset(kind for kind, words in KIND_WORDS.items() if reading.clock.first(words, guarded.plain) is None)
    wide = reading.clock.first(ELIDES, guarded.plain) is not None
    for language in languages(guarded.plain, guarded.sentence.chinese):
        for compiled in RULES[language]:
            if compiled.needs and compiled.needs <= absent:
                continue
            if compiled.rule.bare != 0 or guarded.lasting:
                yield from _by_rule(reading, guarded, compiled, compiled.wide if wide else compiled.pattern)


def _by_rule(
    reading: Reading, guarded: Guarded, compiled: CompiledRule, pattern: "regex.Pattern[str]"
) -> Iterator[Catch]:  # fmt: skip
    rule, offset = compiled.rule, guarded.sentence.start
    score = rule.score if rule.bare is None or guarded.lasting else rule.bare
    for match in reading.clock.matches(pattern, guarded.plain):
        caught = group(match, "v") or (match[0], match.start(), match.end())
        start, end = trimmed(guarded.plain, *match.span())
        span = (offset + start, offset + end)
        words = (offset + caught[1], offset + caught[2])
        for found in _values(reading, guarded, rule, words, (group(match, "s"), group(match, "u"))):
            yield Catch(rule=rule, found=found, span=span, words=words, guarded=guarded, score=score)


def _values(
    reading: Reading, guarded: Guarded, rule: Rule, words: tuple[int, int],
    parts: tuple[tuple[str, int, int] | None, tuple[str, int, int] | None],
) -> Iterator[Found]:  # fmt: skip
    key = rule.key.removeprefix("?")
    if rule.value:
        yield Found(key=key, value={"value": rule.value}, polarity=rule.polarity)
        return
    start, end = words
    subject = parts[0]
    offset = guarded.sentence.start
    refused = rule.signal == "preference" and _is_refused(reading, guarded, start - offset)
    caught = Words(
        key=key,
        polarity="negative" if refused else rule.polarity,
        text=reading.content[start:end],
        plain=reading.plain[start:end],
        subject=reading.content[offset + subject[1] : offset + subject[2]] if subject else "",
        unit=parts[1][0] if parts[1] else "",
        sentence=guarded.plain.replace(GONE, " "),
        at=reading.at,
        zone=reading.zone,
        chinese=rule.language == "zh",
    )
    for found in shape(rule.shape, caught):
        if not any(PLACEHOLDER.search(str(part)) for part in found.value.values()):
            yield found


def _is_refused(reading: Reading, guarded: Guarded, at: int) -> bool:
    """Whether the clause, up to the object, refuses: a wish read out of 'never give me code in Java' is none."""
    if reading.clock.first(DOUBLE_NEGATIVE, guarded.sentence.text):
        return False
    begin = next((start for start, end in clauses(guarded.plain) if start <= at < end), 0)
    return reading.clock.first(REFUSES, guarded.plain[begin:at]) is not None


def _heard_once(found: Sequence[Catch]) -> list[Catch]:
    """Of rules that speak of the same words, the one of higher rank; values of one match stay together."""
    heard: list[Catch] = []
    for catch in sorted(found, key=lambda c: (-c.rule.rank, -c.score, c.span)):
        if not any(_overlap(catch, other) for other in heard):
            heard.append(catch)
    return heard


def _overlap(one: Catch, other: Catch) -> bool:
    if one.rule is other.rule and one.words == other.words:
        return False
    return one.words[0] < other.words[1] and other.words[0] < one.words[1]


def statement(content: str, guarded: Guarded, span: tuple[int, int]) -> str:
    """The clauses that carry a match, as one plain sentence of the user's own words."""
    base = guarded.sentence.start
    local = (span[0] - base, span[1] - base)
    parts = [c for c in clauses(guarded.sentence.text) if c[0] < local[1] and local[0] < c[1]]
    start, end = (min(c[0] for c in parts), max(c[1] for c in parts)) if parts else (0, len(guarded.sentence.text))
    end = max(end, local[1])  # a correction may go on over a full stop
    text = " ".join(content[base + start : base + end].split()).strip(" ,，;；:：、—-")
    text = _LEAD.sub("", _TRAIL.sub("", text))
    if len(text) > 200:
        cut = max(text.rfind(mark, 40, 200) for mark in "，,；; ")
        text = text[: cut if cut > 0 else 200].rstrip(" ,，;；")
    if text and text[-1] not in "。.!！?？…”\"'」’":
        text += "。" if guarded.sentence.chinese else "."
    return text
