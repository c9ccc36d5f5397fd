"""Fusing voices: rules, the model's vote and the manner of speaking into one confidence per signal."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from jide.profiles import registry
from jide.signals.classifier import Vote
from jide.signals.signal import Signal, Why

_STEPS: Final = {
    "asked": -0.12,  # 'could you always …?' is a wish, put politely
    "side_clause": -0.08,  # beside a question
    "hint": 0.05,  # the client marked the message as a correction
    "voice": -0.05,  # recognised speech
    "short_object": -0.1,
}
_HEDGED: Final = (0.4, 0.69, 0.75)
_DOUBLE: Final = 0.55
_AGREE: Final = 0.03
_MOST: Final = 0.97
_BESIDE: Final = frozenset({"report_format", "response_style", "visual_form"})
"""Keys of which one message may wish one thing and refuse another: both are kept in one value."""
_WIDEST_DISAGREEMENT: Final = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How something was said, as far as it bears on how sure we are."""

    notes: Sequence[str]
    hedged: bool
    double_negative: bool


def confidence(score: float, manner: Manner) -> tuple[float, tuple[Why, ...]]:
    """A rule's score after the manner of speaking, and the notes that changed it."""
    notes: list[Why] = []
    for note in manner.notes:
        score = min(_MOST, max(0.05, score + _STEPS[note]))
        notes.append(Why(source="rule", name=note, score=round(score, 3)))
    if manner.hedged:
        low, high, share = _HEDGED
        score = min(high, max(low, score * share))
        notes.append(Why(source="rule", name="hedged", score=round(score, 3)))
    if manner.double_negative:
        score = min(score, _DOUBLE)
        notes.append(Why(source="rule", name="double_negative", score=round(score, 3)))
    return round(score, 3), tuple(notes)


def with_vote(signal: Signal, vote: Vote | None) -> Signal:
    """A signal after the model spoke: agreement raises it, disagreement brings it below promotion."""
    if vote is None:
        return signal
    chance = vote.signals.get(signal.signal, 0.0)
    why = (*signal.why, Why(source="model", name=vote.model, score=round(chance, 3)))
    if chance >= _WIDEST_DISAGREEMENT:
        fused = 1 - (1 - signal.confidence) * (1 - 0.5 * chance)
    else:
        fused = min(0.69, signal.confidence * (0.6 + 0.6 * chance))
    return replace(signal, confidence=round(min(_MOST, fused), 3), why=why)


def one_each(signals: Iterable[Signal]) -> list[Signal]:
    """One signal for each line and member of a message; for a single-valued line the wish outweighs the refusal.

    Several rules that say the same make it surer by a little: they are no independent witnesses.
    """
    best: dict[tuple[str, str, str], Signal] = {}
    for signal in signals:
        place = (signal.line, signal.member, signal.scope)
        old = best.get(place)
        best[place] = signal if old is None else _both(old, signal)
    return sorted(best.values(), key=lambda s: (s.index, s.span, s.key))


def _both(one: Signal, other: Signal) -> Signal:
    if one.key in _BESIDE and one.key == other.key and one.value != other.value:
        value, polarity = registry.merge(one.key, one.value, other.value, other.polarity, old_polarity=one.polarity)
        first = max(one, other, key=lambda s: s.confidence)
        span = (min(one.span[0], other.span[0]), max(one.span[1], other.span[1]))
        parts = [s.statement for s in (one, other) if s.statement]
        statement = parts[0] if parts[0] == parts[-1] else " ".join(parts)[:200]
        return replace(
            first, value=value, polarity=polarity, span=span, statement=statement, why=(*one.why, *other.why)
        )
    if one.polarity != other.polarity:
        return max(one, other, key=lambda s: (s.polarity == "positive", s.span))
    if one.value != other.value:  # said twice, differently: the later words hold
        return max(one, other, key=lambda s: (s.signal == "correction", s.span[0], s.confidence))
    first, second = (one, other) if one.confidence >= other.confidence else (other, one)
    raised = first.confidence + (_AGREE if first.confidence >= 0.7 and not first.flags else 0)
    return replace(first, confidence=round(min(_MOST, raised), 3), why=(*first.why, *second.why))
