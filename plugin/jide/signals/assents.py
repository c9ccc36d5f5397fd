"""Assent: the assistant guesses something about the user, and the user says that it is so and nothing else."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import regex

from jide.profiles import registry
from jide.signals import manners
from jide.signals.lives import with_life
from jide.signals.matching import Catch, catches, statement
from jide.signals.rules import Clock
from jide.signals.sentences import mask, split
from jide.signals.signal import Signal, Turn, Why
from jide.signals.stated import as_the_user, plain_script, read_text
from jide.signals.targets import Target

_SURE: Final = 0.78
"""How sure an assent is at most: the words were put into the user's mouth."""
_PLAIN: Final = 0.7
"""How sure a rule must be of the guess, had the user said it."""
_LONGEST: Final = 120
"""Characters of a guess: what is longer tells or asks more than one thing."""

_ASSENTS: Final = regex.compile(
    r"(?i)^(?:[\s，,。.!！~～…]|嗯|哦|对+的?|是的|没错|正是|是这样的?|就是这样|完全正确|正确|对呀|对啊|是啊|你?说得?对|"
    r"谢谢你?|yes|yep|yeah|yup|exactly|correct|indeed|true|right|absolutely|precisely|definitely|spot on|you got it|"
    r"that(?:'s|’s|\sis)\s(?:right|correct|true|it|exactly right)|i (?:do|am)|thanks|thank you|sir|ma'am){1,8}$"
)
_ASSENT_WORD: Final = regex.compile(
    r"(?i)对|是的|没错|正是|是这样|就是这样|正确|是啊|yes|yep|yeah|yup|exactly|correct|indeed|true|right|absolutely|precisely|"
    r"definitely|spot on|you got it|that(?:'s|’s|\sis)\sit|i (?:do|am)"
)
_TAG: Final = regex.compile(
    r"(?i)[，,。.！!\s]*(?:对吗|对吧|对不对|是吗|是吧|是不是|没错吧|是这样吗|这样理解对吗|我理解得?对吗|可以这么理解吗|对么|是么|吧|"
    r"(?<=[,.!\s])(?:right|correct|yes|is (?:that|this) (?:right|correct|so|true)|am i right|isn't (?:it|that so)|"
    r"don't you|aren't you|"
    r"do i have that right|did i get that right|have i got that right))\s?[？?。.！!]*$"
)
_GUESSES: Final = regex.compile(
    r"(?:看来|看起来|听起来|这么说|也就是说|如果我没理解错|如果没记错|我理解的?是?|我猜测?|我想|我记得|想必|估计|大概|可能|好像|似乎|也许|或许|应该(?=是|在|喜欢|住|做|用)|"
    r"是不是|那么|所以|那(?=您|你)|其实|原来)[，,]?|"
    r"(?i:\b(?:(?:it|that)\s(?:sounds|looks|seems)\s(?:like|as if|as though|that)|(?:sounds|looks|seems) like|"
    r"if i (?:understand|understood|remember|recall)(?: you)?(?: correctly| right)?,?|just to confirm[,:]?|"
    r"to confirm[,:]?|i (?:think|guess|believe|assume|take it|gather|see|understand|suppose)(?: that)?|seem to|"
    r"appear to|probably|perhaps|maybe|most likely|likely|might|must|may)\s)"
)
_EITHER: Final = regex.compile(r"(?i)还是|或者|或|要么|\b(?:or|either|whether)\b")
"""A question with two options: a 'yes' to it says neither."""
_SPEAKER: Final = regex.compile(r"(?i)我|咱|\b(?:i|i'm|i've|i'll|i'd|me|my|mine|we|us|our|let's)\b")
"""The assistant speaks of itself."""


def assents(turns: Sequence[Turn], index: int, answers: int, targets: Sequence[Target], zone: ZoneInfo) -> list[Signal]:
    """What the user's bare 'yes, exactly' at `index` makes their own of the assistant's turn at `answers`.

    Only a plain statement about the user, once; never one of two options, nothing that speaks of rights or gives
    orders, and nothing that is remembered already: that is the memory's own echo.
    """
    content = turns[index].content
    if len(content) > _LONGEST or not (_ASSENTS.match(content) and _ASSENT_WORD.search(content)):
        return []
    guess = _guess(turns[answers].content)
    clock = Clock()
    if not guess or manners.poison(turns[answers].content, clock) or clock.rushed:
        return []
    said = [catch for catch in _caught(guess, turns[index].at, zone) if not _remembered(catch, targets)]
    found = [_signal(catch, guess, turns, index, answers) for catch in said]
    return [with_life(signal, guess, turns[index].at, zone) for signal in found]


def _guess(asked: str) -> str:
    """The last sentence of the assistant's turn as the user would say it; '' when it is no plain guess."""
    text = _TAG.sub("", " ".join(asked.split()))
    sentences = split(mask(plain_script(text)))
    if not sentences:
        return ""
    last = text[sentences[-1].start : sentences[-1].end].rstrip("？?。.！! ")
    plain = _GUESSES.sub("", last).strip(" ，,")
    if len(plain) > _LONGEST or _EITHER.search(plain) or _SPEAKER.search(plain):
        return ""
    said = as_the_user(plain)
    return said if said != plain else ""


def _caught(guess: str, at: datetime, zone: ZoneInfo) -> Iterator[Catch]:
    reading = read_text(guess, at, zone)
    doubled = reading.clock.first(manners.DOUBLE_NEGATIVE, guess) is not None
    yield from (c for c in catches(reading) if c.score >= _PLAIN and not doubled)


def _remembered(catch: Catch, targets: Sequence[Target]) -> bool:
    key = catch.found.key
    return any(t.key == key and registry.same_value(key, t.value, catch.found.value) for t in targets)


def _signal(catch: Catch, guess: str, turns: Sequence[Turn], index: int, answers: int) -> Signal:
    key, content = registry.KEYS[catch.found.key], turns[index].content
    start = len(content) - len(content.lstrip())
    score = min(_SURE, catch.score)
    kind = "preference" if key.type == "preference" else catch.rule.signal
    return Signal(
        signal=kind, type=key.type, key=key.name, value=catch.found.value,
        statement=statement(guess, catch.guarded, catch.span), polarity=key.polarity or catch.found.polarity,
        confidence=score, index=index, span=(start, start + len(content.strip())),
        why=(Why(source="rule", name=f"assent_{catch.rule.name}", score=score),), line=key.line,
        member=registry.member_of(key.name, catch.found.value), answers=answers,
        flags=frozenset({"sensitive"}) if key.sensitive else frozenset(),
    )  # fmt: skip
