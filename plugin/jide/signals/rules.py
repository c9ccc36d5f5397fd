"""Rule: a pattern as data, compiled once, at its first use, and matched against hostile text within a time limit."""

import re as _re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from time import thread_time
from typing import Any, Final

import regex

from jide.errors import Misconfigured
from jide.signals.signal import SIGNALS
from jide.signals.vocabulary import VOCABULARY

TIMEOUT: Final = 0.05
"""Seconds one rule may spend on one sentence."""

MOST_LATE: Final = 3
"""Rules that may run out of time before the message is put down."""

PATIENCE: Final = 0.3
"""Seconds of the processor that one message may take: twice what the longest one that is read does."""

_ELIDED: Final = frozenset({"ELIDED_ZH", "ELIDED_EN", "NAMED_EN"})
"""Words dear to look for, and seldom there."""
_PLACE: Final = _re.compile(r"<([A-Z][A-Z0-9_]*)>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What a wording says.

    pattern    with named groups: v the object, s the subject, old and new what a correction rejects and puts there
    score      how sure this wording is in a sentence that speaks of a lasting wish
    bare       how sure it is elsewhere; 0 when the rule needs a lasting word; None: the same
    shape      the normaliser that turns the object into a value
    value      the value where the wording itself says it
    key        from the registry; '?key' looks first whether the object belongs to a more special key
    ending     how what it replaces ends
    rank       which of two rules that speak of the same words is heard: the higher
    """

    name: str
    signal: str
    key: str
    language: str
    pattern: str
    score: float
    bare: float | None = None
    polarity: str = "positive"
    shape: str = "label"
    value: str = ""
    ending: str = ""
    rank: int = 5

    def __post_init__(self) -> None:
        if self.signal not in SIGNALS or self.language not in ("zh", "en") or not 0 < self.score <= 1:
            raise Misconfigured(f"rule {self.name}: signal, language or score is not allowed")


@dataclass(frozen=True)
class CompiledRule:
    """A rule ready to match; `needs` names the kinds of word without which it cannot match."""

    rule: Rule
    needs: frozenset[str]

    @cached_property
    def pattern(self) -> "regex.Pattern[str]":
        """Its wording spelt out, compiled when first asked for: many commands never read a message."""
        return compile_pattern(self.rule.pattern)

    @cached_property
    def wide(self) -> "regex.Pattern[str]":
        """The same for a sentence that has clauses about its author without a subject."""
        same = spell_out(self.rule.pattern, elided=True) == spell_out(self.rule.pattern)
        return self.pattern if same else compile_pattern(self.rule.pattern, elided=True)


def spell_out(pattern: str, *, elided: bool = False) -> str:
    """`pattern` with each <WORD> of the vocabulary in its place; of clauses without a subject only if `elided`."""
    for _ in range(4):
        pattern = _PLACE.sub(lambda m: VOCABULARY[m[1]] if elided or m[1] not in _ELIDED else "(?!)", pattern)
    return pattern


def compile_pattern(pattern: str, flags: int = 0, *, elided: bool = False) -> "regex.Pattern[str]":
    """A pattern of this vocabulary, blind to case."""
    return regex.compile(spell_out(pattern, elided=elided), regex.IGNORECASE | regex.VERSION0 | flags)


_KINDS: Final = frozenset({"LANG", "CODE", "CUR", "SOFT", "FMT", "CHAN", "REGION", "REGION_EN", "MONEY_ZH", "MONEY_EN"})
_OBJECT: Final = _re.compile(r"\(\?P<v>(?:<([A-Z_]+)>)?")


def _needs(pattern: str) -> frozenset[str]:
    """The kinds its objects begin with, when all of them begin with one."""
    kinds = [m[1] or "" for m in _OBJECT.finditer(pattern)]
    return frozenset(kinds) if kinds and _KINDS.issuperset(kinds) else frozenset()


ELIDES: Final = compile_pattern("|".join(f"<{word}>" for word in sorted(_ELIDED)), elided=True)
"""A sentence that has clauses without a subject, about its author."""
KIND_WORDS: Final = {kind: compile_pattern(f"<{kind}>") for kind in sorted(_KINDS)}


def compile_rules(rules: Iterable[Rule]) -> tuple[CompiledRule, ...]:
    """Rules ready to match, compiled as they are needed; two of one name are a mistake."""
    found: dict[str, CompiledRule] = {}
    for rule in rules:
        if rule.name in found:
            raise Misconfigured(f"two rules are named {rule.name}")
        found[rule.name] = CompiledRule(rule, _needs(rule.pattern))
    return tuple(found.values())


class Clock:
    """The time that reading one message may take, of the processor: a busy machine reads as much.

    What is found in a message that took longer is not all there is to it: a guard may be missing (`rushed`).
    """

    __slots__ = ("_late", "_left")

    def __init__(self) -> None:
        self._late = 0
        self._left = PATIENCE

    @property
    def rushed(self) -> bool:
        """Whether some rule was not heard to its end."""
        return self._late > 0 or self._left <= 0

    def matches(self, pattern: "regex.Pattern[str]", text: str) -> "Iterator[regex.Match[str]]":
        """The matches of a pattern; none more once its time, or this message's, is over."""
        if self._late > MOST_LATE or self._left <= 0:
            return
        began = thread_time()
        try:
            yield from pattern.finditer(text, timeout=TIMEOUT)
        except TimeoutError:
            self._late += 1
        finally:
            self._left -= thread_time() - began

    def first(self, pattern: "regex.Pattern[str]", text: str) -> "regex.Match[str] | None":
        """The first match, or None."""
        return next(self.matches(pattern, text), None)


def group(match: "regex.Match[str]", name: str) -> tuple[str, int, int] | None:
    """Text and place of a named group that took part in the match."""
    groups: Any = match.re.groupindex
    if name not in groups or match.start(name) < 0:
        return None
    return match[name], match.start(name), match.end(name)
