"""The extractor: from the turns of a conversation to what its user messages say about their author (pure)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final
from zoneinfo import ZoneInfo

import regex

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals import denials, fuse, manners, when
from jide.signals.classifier import vote
from jide.signals.denials import Around, Fix
from jide.signals.guards import Guarded, guard
from jide.signals.matching import Catch, Reading, catches, statement
from jide.signals.rules import Clock
from jide.signals.sentences import mask, split
from jide.signals.signal import Signal, Turn, Why
from jide.signals.targets import Target, from_signal, from_ucus, names_key, same_thing
from jide.text import language, normalise, simplified

EXTRACTOR_VERSION: Final = "rules-1"

_PROJECT: Final = regex.compile(
    r"(?i)(?:这个?|本|当前|该|此|咱们这个?)(?:项目|仓库|工程|代码库)(?!经理|部)|\b(?:in|for|on|within)?\s?this "
    r"(?:project|repo(?:sitory)?|codebase)\b"
)
_ONE_THING: Final = frozenset({"identity", "decision"})
"""Types of which 'this week' or 'today' says when something happened, not how long it holds."""
_PREFERENCE: Final = frozenset({"identity", "fact", "decision", "task"})
_ECHO: Final = 10
"""Characters from which a sentence that the assistant said word for word counts as quoted."""


def extract(
    turns: Sequence[Turn], *, active: Sequence[UCU] = (), indexes: Collection[int] | None = None, zone: str = "UTC"
) -> list[Signal]:
    """What the user messages (those at `indexes`, or all) say about their author, in order.

    `active` is what is remembered: corrections find there what they deny. `zone` is the user's where a message's
    metadata names none. Assistant and tool turns are context, never evidence. Never raises for any text.
    """
    ids = {turn.message_id: n for n, turn in enumerate(turns) if turn.message_id}
    targets = from_ucus(active, ids)
    found: list[Signal] = []
    for index, turn in enumerate(turns):
        if turn.role == "user" and (indexes is None or index in indexes) and not manners.is_idle(turn.content):
            signals = _read(turns, index, targets, _zone(turn, zone))
            targets = [*[from_signal(s) for s in reversed(signals) if s.signal != "withdrawal"], *targets]
            found += signals
    return found


def _zone(turn: Turn, zone: str) -> ZoneInfo:
    return when.zone_of(turn.metadata.get("timezone")) or when.zone_of(zone) or ZoneInfo("UTC")


def _answered(turns: Sequence[Turn], index: int) -> int | None:
    """The assistant turn that a message answers: the last one before it, tools aside."""
    for before in range(index - 1, -1, -1):
        if turns[before].role == "assistant":
            return before
        if turns[before].role == "user":
            return None
    return None


def _plain_script(text: str) -> str:
    """Simplified characters at the same places."""
    plain = simplified(text)
    return plain if len(plain) == len(text) else "".join(c if len(s := simplified(c)) != 1 else s for c in text)


def _reading(turn: Turn, said: Sequence[str], zone: ZoneInfo) -> Reading:
    """The message's sentences after the guards; what the assistant said word for word is no evidence."""
    clock = Clock()
    guarded: list[Guarded] = []
    plain = _plain_script(turn.content)
    for sentence in split(mask(plain)):
        entry = guard(sentence, clock)
        if len(sentence.text) >= _ECHO and any(normalise(sentence.text).rstrip("。.!！") in text for text in said):
            entry = replace(entry, plain="", denial="")
        if guarded and manners.ALWAYS.match(sentence.text):
            guarded[-1] = replace(guarded[-1], lasting=True)
        guarded.append(entry)
        if entry.ends:
            break
    return Reading(content=turn.content, plain=plain, guarded=guarded, at=turn.at, zone=zone, clock=clock)


def _read(turns: Sequence[Turn], index: int, targets: Sequence[Target], zone: ZoneInfo) -> list[Signal]:
    turn, answers = turns[index], _answered(turns, index)
    said = [normalise(t.content) for t in turns[max(0, index - 6) : index] if t.role == "assistant"]
    reading = _reading(turn, said, zone)
    around = Around(targets=targets, asked=turns[answers].content if answers is not None else "", index=index)
    poison = manners.poison(turn.content, reading.clock)
    taken, itself = denials.withdrawals(reading, around)
    gone = [_from_fix(fix, turn, index, None, poison, reading) for fix in taken]
    if itself:
        return fuse.one_each(gone)
    caught = [
        c for c in catches(reading) if not any(_meets(c.span, fix.span) for fix in taken) and _plainly(c, reading)
    ]
    fixes = denials.fixes(reading, around, caught)
    caught = [c for c in caught if c.rule.rank > denials.FALLBACK or not any(_meets(c.span, f.span) for f in fixes)]
    signals = [
        *gone,
        *(_from_catch(c, turn, index, answers, poison, reading, targets, around.asked) for c in caught),
        *(_from_fix(f, turn, index, answers, poison, reading) for f in fixes),
    ]
    return [_voted(s, turn.content) for s in fuse.one_each(_without_farewells(signals, targets))]


def _plainly(catch: Catch, reading: Reading) -> bool:
    """Not a refusal read into a double negation."""
    doubled = reading.clock.first(manners.DOUBLE_NEGATIVE, catch.guarded.sentence.text) is not None
    return not doubled or catch.found.polarity == "positive"


def _meets(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _voted(signal: Signal, content: str) -> Signal:
    words = content[slice(*signal.span)]
    return fuse.with_vote(signal, vote(words, language(words)))


def _without_farewells(signals: Sequence[Signal], targets: Sequence[Target]) -> list[Signal]:
    """'I no longer use X, use Y': the refusal of X says no more than the wish for Y on the same line."""
    lines = {s.line: s for s in signals if s.polarity == "positive"}
    old = {t.line: t for t in targets if t.polarity == "positive"}

    def is_farewell(signal: Signal) -> bool:
        return signal.polarity == "negative" and signal.signal != "withdrawal" and any(
            line in old and same_thing(old[line], str(signal.value.get("value", ""))) for line in lines
        )  # fmt: skip

    return [s for s in signals if not is_farewell(s)]


def _manner(guarded: Guarded, turn: Turn, signal: str, reading: Reading) -> fuse.Manner:
    text = guarded.sentence.text
    notes = []
    if guarded.asked and guarded.lasting:
        notes.append("asked")
    elif guarded.sentence.asks:
        notes.append("side_clause")
    if signal == "correction" and turn.metadata.get("is_correction") is True:
        notes.append("hint")
    if turn.metadata.get("source") == "voice_input":
        notes.append("voice")
    return fuse.Manner(
        notes=notes,
        hedged=reading.clock.first(manners.HEDGED, text) is not None,
        double_negative=reading.clock.first(manners.DOUBLE_NEGATIVE, text) is not None,
    )


def _flags(manner: fuse.Manner, key: str, poison: frozenset[str]) -> frozenset[str]:
    found = set(poison)
    if manner.hedged:
        found.add("hedged")
    if manner.double_negative:
        found.add("double_negative")
    if registry.KEYS[key].sensitive:
        found.add("sensitive")
    return frozenset(found)


def _life(signal: Signal, text: str, turn: Turn, reading: Reading) -> Signal:
    """The signal with how long it holds and whether it is of a project only."""
    scope = "project" if signal.scope == "project" or _PROJECT.search(text) else "global"
    timed = signal.key != "deadline"  # whose date is its value
    span = when.holds(text, turn.at, reading.zone, until_only=signal.type in _ONE_THING) if timed else when.Span()
    lifecycle = span.lifecycle or registry.KEYS[signal.key].lifecycle
    if scope == "project" and lifecycle == "permanent":
        lifecycle = "project_based"
    until = span.until if span.until is None or span.until > turn.at else None
    return replace(signal, scope=scope, lifecycle=lifecycle, valid_until=until)


def _kind(rule_signal: str, key_type: str) -> str:
    """A context tells who somebody is, a preference how they want it; constraints are said either way."""
    if key_type == "preference":
        return "preference"
    return "context" if key_type in _PREFERENCE else rule_signal


def _from_catch(
    catch: Catch, turn: Turn, index: int, answers: int | None, poison: frozenset[str], reading: Reading,
    targets: Sequence[Target], asked: str,
) -> Signal:  # fmt: skip
    key = registry.KEYS[catch.found.key]
    member = registry.member_of(key.name, catch.found.value)
    polarity = key.polarity or catch.found.polarity
    kind, ending = _standing(catch, _kind(catch.rule.signal, key.type), polarity, reading, targets, asked)
    manner = _manner(catch.guarded, turn, kind, reading)
    confidence, notes = fuse.confidence(catch.score, manner)
    signal = Signal(
        signal=kind, type=key.type, key=key.name, value=catch.found.value,
        statement=statement(turn.content, catch.guarded, catch.span), polarity=polarity, confidence=confidence,
        index=index, span=catch.span, why=(Why(source="rule", name=catch.rule.name, score=catch.score), *notes),
        line=key.line, member=member, answers=answers if kind == "correction" else None, ending=ending,
        flags=_flags(manner, key.name, poison),
    )  # fmt: skip
    return _life(signal, catch.guarded.sentence.text, turn, reading)


def _standing(
    catch: Catch, kind: str, polarity: str, reading: Reading, targets: Sequence[Target], asked: str
) -> tuple[str, str]:
    """Whether what a rule caught corrects something, and how that ends."""
    at = reading.guarded.index(catch.guarded)
    opened = [g for g in reading.guarded[max(0, at - 1) : at + 1] if denials.denies(g, reading)]
    ending = denials.ending_of(catch.guarded, reading, "wrong" if opened else "")
    if opened:
        return "correction", ending
    key = registry.KEYS[catch.found.key]
    member = registry.member_of(key.name, catch.found.value)
    differs = any(
        (t.line, t.member) == (key.line, member) and t.key == key.name and polarity == "positive"
        and not registry.same_value(key.name, t.value, catch.found.value)
        for t in targets
    )  # fmt: skip
    changes = ending == "changed" and (differs or _answers_change(catch, reading, asked))
    return ("correction", "changed") if changes else (kind, "changed")


def _answers_change(catch: Catch, reading: Reading, asked: str) -> bool:
    """'Make the budget 8' after the assistant spoke of the budget."""
    if not names_key(asked, catch.found.key):
        return False
    return reading.clock.first(manners.MENDED, catch.guarded.plain) is not None


def _from_fix(
    fix: Fix, turn: Turn, index: int, answers: int | None, poison: frozenset[str], reading: Reading
) -> Signal:
    kind = fix.rule.signal
    manner = _manner(fix.guarded, turn, kind, reading)
    confidence, notes = fuse.confidence(fix.score, manner)
    signal = Signal(
        signal=kind, type=fix.type, key=fix.key, value=fix.value, statement=fix.statement, polarity=fix.polarity,
        confidence=confidence, index=index, span=fix.span,
        why=(Why(source="rule", name=fix.rule.name, score=fix.score), *notes), line=fix.line, member=fix.member,
        scope=fix.scope, answers=answers, ending=fix.ending, flags=_flags(manner, fix.key, poison),
    )  # fmt: skip
    return signal if kind == "withdrawal" else _life(signal, fix.guarded.sentence.text, turn, reading)
