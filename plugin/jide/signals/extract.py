"""The extractor: from the turns of a conversation to what its user messages say about their author (pure)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import thread_time
from typing import Final
from zoneinfo import ZoneInfo

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals import denials, fuse, manners, when
from jide.signals.assents import assents
from jide.signals.classifier import vote
from jide.signals.fixes import Around, Fix
from jide.signals.guards import Guarded, guard
from jide.signals.lives import with_life
from jide.signals.matching import Catch, Reading, catches, statement
from jide.signals.openings import denies
from jide.signals.readback import restated
from jide.signals.rules import Clock
from jide.signals.sentences import mask, split
from jide.signals.signal import Signal, Turn, Why
from jide.signals.spots import Spot, spots
from jide.signals.standing import misread, standing
from jide.signals.stated import plain_script, stated
from jide.signals.targets import Target, from_signal, from_ucus, same_thing, says_the_same
from jide.signals.withdrawals import withdrawals
from jide.text import language, normalise

EXTRACTOR_VERSION: Final = "rules-2"

_PREFERENCE: Final = frozenset({"identity", "fact", "decision", "task"})
_PERSONAL: Final = frozenset({"name", "preferred_name", "employer", "location", "health", "family", "accessibility"})
"""Keys of what people take back."""
_ECHO: Final = 10
"""Characters from which a sentence that the assistant said word for word counts as quoted."""


def extract(
    turns: Sequence[Turn], *, active: Sequence[UCU] = (), indexes: Collection[int] | None = None, zone: str = "UTC",
    patience: float = inf,
) -> list[Signal]:  # fmt: skip
    """What the user messages (those at `indexes`, or all) say about their author, in order.

    `active` is what is remembered: corrections find there what they deny. `zone` is the user's where a message's
    metadata names none. Assistant and tool turns are context, never evidence. No text makes it raise; TimeoutError once
    all of them together took the processor more than `patience` seconds.
    """
    over = thread_time() + patience
    ids = {turn.message_id: n for n, turn in enumerate(turns) if turn.message_id}
    targets = from_ucus(active, ids)
    found: list[Signal] = []
    for index, turn in enumerate(turns):
        if turn.role == "user" and (indexes is None or index in indexes):
            if thread_time() > over:
                raise TimeoutError
            signals = _heard(turns, index, targets, _zone(turn, zone))
            targets = [*[from_signal(s) for s in reversed(signals) if s.signal != "withdrawal"], *targets]
            found += signals
    return found


def _heard(turns: Sequence[Turn], index: int, targets: Sequence[Target], zone: ZoneInfo) -> list[Signal]:
    answers = _answered(turns, index)
    if answers is not None and (found := assents(turns, index, answers, targets, zone)):
        return fuse.one_each(found)
    return [] if manners.is_idle(turns[index].content) else _read(turns, index, targets, zone)


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


def _reading(turn: Turn, said: Sequence[str], zone: ZoneInfo) -> Reading:
    """The message's sentences after the guards; what the assistant said word for word is no evidence."""
    clock = Clock()
    guarded: list[Guarded] = []
    plain = plain_script(turn.content)
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
    asked = turns[answers].content if answers is not None else ""
    found = spots(reading)
    corrects = bool(found) or any(denies(g, reading) for g in reading.guarded)
    claims = stated(asked, turn.at, zone, index - 1) if asked and corrects else ()
    claims = [claim for claim in claims if not any(says_the_same(claim, target) for target in targets)]
    around = Around(targets=targets, asked=asked, index=index, stated=claims)
    place = _Place(turn=turn, index=index, answers=answers, poison=manners.poison(turn.content, reading.clock))
    taken, itself = withdrawals(reading, around)
    gone = [_from_fix(fix, place, reading) for fix in taken]
    if itself:
        return fuse.one_each(gone)
    caught = [
        c for c in catches(reading)
        if not any(_meets(c.span, fix.span) for fix in taken) and _plainly(c, reading) and not misread(c, found, around)
    ]  # fmt: skip
    fixes = denials.fixes(reading, around, found, caught)
    caught = [c for c in caught if c.rule.rank > denials.FALLBACK or not any(_meets(c.span, f.span) for f in fixes)]
    signals = [*gone, *(_from_catch(c, caught, place, reading, found, around) for c in caught)]
    right = any(s.signal == "correction" for s in signals) or any(not f.bare for f in fixes)
    signals += [_from_fix(f, place, reading) for f in fixes if not (f.bare and right)]
    if not signals:
        signals = [_from_fix(f, place, reading) for f in restated(reading, around)]
    if reading.clock.rushed:
        signals = [replace(s, flags=s.flags | {"rushed"}) for s in signals]
    return [_voted(s, turn.content) for s in fuse.one_each(_without_farewells(signals, targets))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """The message being read: its place, the turn it answers, and what makes it suspect."""

    turn: Turn
    index: int
    answers: int | None
    poison: frozenset[str]


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
    """'I no longer use X, use Y': the refusal of X says no more than the wish for Y in the same place."""
    taken = {(s.line, s.member) for s in signals if s.polarity == "positive"}
    old = [t for t in targets if t.polarity == "positive" and (t.line, t.member) in taken]

    def is_farewell(signal: Signal) -> bool:
        return signal.polarity == "negative" and signal.signal != "withdrawal" and any(
            same_thing(target, str(signal.value.get("value", ""))) for target in old
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


def _kind(rule_signal: str, key_type: str) -> str:
    """A context tells who somebody is, a preference how they want it; constraints are said either way."""
    if key_type == "preference":
        return "preference"
    return "context" if key_type in _PREFERENCE else rule_signal


def _tight(span: tuple[int, int], content: str) -> tuple[int, int]:
    """The span without the white space at its ends."""
    words = content[slice(*span)]
    start = span[0] + len(words) - len(words.lstrip())
    return start, start + len(words.strip())


def _alone(catch: Catch, caught: Sequence[Catch], content: str, polarity: str) -> str:
    """The user's own clause; where it tells something personal of another key as well, the value alone.

    What is withdrawn later must not live on in the words of another memory.
    """
    own = statement(content, catch.guarded, catch.span)
    others = [c for c in caught if c.found.key in _PERSONAL and c.found.key != catch.found.key]
    if any(content[slice(*c.words)].strip() in own for c in others):
        return registry.default_statement(catch.found.key, catch.found.value, polarity, language(own))
    return own


def _from_catch(
    catch: Catch, caught: Sequence[Catch], place: _Place, reading: Reading, found: Sequence[Spot], around: Around
) -> Signal:  # fmt: skip
    key = registry.KEYS[catch.found.key]
    polarity = key.polarity or catch.found.polarity
    stands = standing(catch, _kind(catch.rule.signal, key.type), polarity, reading, found, around)
    manner = _manner(catch.guarded, place.turn, stands.signal, reading)
    confidence, notes = fuse.confidence(stands.score, manner)
    member = stands.target.member if stands.target else registry.member_of(key.name, catch.found.value)
    signal = Signal(
        signal=stands.signal, type=key.type, key=key.name, value=catch.found.value,
        statement=_alone(catch, caught, place.turn.content, polarity), polarity=polarity, confidence=confidence,
        index=place.index, span=_tight(catch.span, place.turn.content),
        why=(Why(source="rule", name=catch.rule.name, score=stands.score), *notes), line=key.line, member=member,
        answers=place.answers if stands.answered else None, ending=stands.ending,
        flags=_flags(manner, key.name, place.poison),
    )  # fmt: skip
    return with_life(signal, catch.guarded.sentence.text, place.turn.at, reading.zone)


def _from_fix(fix: Fix, place: _Place, reading: Reading) -> Signal:
    kind = fix.signal
    manner = _manner(fix.guarded, place.turn, kind, reading)
    confidence, notes = fuse.confidence(fix.score, manner)
    signal = Signal(
        signal=kind, type=fix.type, key=fix.key, value=fix.value, statement=fix.statement, polarity=fix.polarity,
        confidence=confidence, index=place.index, span=_tight(fix.span, place.turn.content),
        why=(Why(source="rule", name=fix.rule.name, score=fix.score), *notes), line=fix.line, member=fix.member,
        scope=fix.scope, answers=place.answers if fix.answered else None, ending=fix.ending,
        flags=_flags(manner, fix.key, place.poison) | ({"passing"} if fix.passing else frozenset()),
    )  # fmt: skip
    return signal if kind == "withdrawal" else with_life(signal, fix.guarded.sentence.text, place.turn.at, reading.zone)
