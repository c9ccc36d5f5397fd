"""What the assistant has just stated about the user, read as the user would say it: what a correction may deny."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import regex

from jide.profiles import registry
from jide.signals import manners
from jide.signals.guards import Guarded, guard
from jide.signals.matching import Reading, catches
from jide.signals.normalise import Found
from jide.signals.rules import Clock
from jide.signals.sentences import mask, split
from jide.signals.targets import Target
from jide.text import simplified

_MOST: Final = 400
"""Characters of the assistant's turn, from its end, in which what is denied is looked for."""
_FIRST_PERSON: Final = (
    (regex.compile(r"(?:您|你)(?!好)"), "我"),
    (regex.compile(r"(?i)\byou(?:'re| are)\b"), "I'm"),
    (regex.compile(r"(?i)\byou've\b"), "I've"),
    (regex.compile(r"(?i)\byour\b"), "my"),
    (regex.compile(r"(?i)\byou\b"), "I"),
    (regex.compile(r"(?i)\bas an? (?=\p{L}+ ?\p{L}*,)"), "I'm a "),
    (regex.compile(r"^作为(?=[^，,]{2,12}[，,])"), "我是"),
    (regex.compile(r"(?i)^(?:since|because|given that|as|so|noted|ok(?:ay)?|got it)[,:]?\s(?=I\b|I'm\b|my\b)"), ""),
)


def plain_script(text: str) -> str:
    """Simplified characters at the same places."""
    plain = simplified(text)
    return plain if len(plain) == len(text) else "".join(c if len(s := simplified(c)) != 1 else s for c in text)


def read_text(content: str, at: datetime, zone: ZoneInfo) -> Reading:
    """The sentences of a text after the guards."""
    clock = Clock()
    plain = plain_script(content)
    guarded: list[Guarded] = []
    for sentence in split(mask(plain)):
        guarded.append(guard(sentence, clock))
        if guarded[-1].ends:
            break
    return Reading(content=content, plain=plain, guarded=guarded, at=at, zone=zone, clock=clock)


def as_the_user(text: str) -> str:
    """'You are in Leeds' as 'I'm in Leeds'."""
    for pattern, words in _FIRST_PERSON:
        text = pattern.sub(words, text)
    return text


def stated(asked: str, at: datetime, zone: ZoneInfo, turn: int) -> list[Target]:
    """The values the assistant's turn gives for keys of the registry; only a sole one counts as 'just said'."""
    text = as_the_user(asked[-_MOST:])
    if not text.strip() or manners.is_idle(text):
        return []
    found = {(c.found.key, str(c.found.value)): c for c in catches(read_text(text, at, zone))}
    return [
        Target(
            key=catch.found.key,
            type=registry.KEYS[catch.found.key].type,
            line=registry.KEYS[catch.found.key].line,
            member=registry.member_of(catch.found.key, catch.found.value),
            value=catch.found.value,
            statement=text[slice(*catch.span)].strip(),
            polarity=catch.found.polarity,
            scope="global",
            turn=turn if len(found) == 1 else -1,
            held=False,
        )
        for catch in found.values()
    ]


def read_as(words: Sequence[str], at: datetime, zone: ZoneInfo) -> list[Found]:
    """The values of the first of these sentences in which the rules find any."""
    for sentence in words:
        if found := catches(read_text(sentence, at, zone)):
            return [catch.found for catch in found]
    return []
