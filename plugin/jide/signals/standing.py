"""Where what a rule caught stands: as news, or as the correction of something known or just stated."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from jide.profiles import registry
from jide.signals import manners
from jide.signals.fixes import Around
from jide.signals.matching import Catch, Reading
from jide.signals.openings import SWITCHED, changes, denies, denies_firmly
from jide.signals.spots import Spot
from jide.signals.targets import Denial, Target, kind_spoken_of, mentions, names_key, rejects
from jide.text import normalise

_CLEAR: Final = 0.8
"""What a correction is at least worth that says what is right of something known."""
_SETTING: Final = frozenset({"preference", "constraint"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What a catch is: its signal and ending, the line it means if not its own, its score, whether it answers."""

    signal: str
    ending: str
    target: Target | None
    score: float
    answered: bool


def misread(catch: Catch, found: Sequence[Spot], around: Around) -> bool:
    """Whether a rule took for a wish or a fact what a correction rejects, or what it puts in another key's place."""
    if catch.found.polarity != "positive":
        return False
    for spot in found:
        if spot.old is None or spot.new is None:
            continue
        if spot.old[0] <= catch.words[0] and catch.words[1] <= spot.old[1]:
            return True
        if _meets(catch, spot.new):
            keys = {t.key for t in around.all if rejects(spot.denial, t)}
            if keys and catch.found.key not in keys:
                return True
    return False


def _meets(catch: Catch, span: tuple[int, int]) -> bool:
    return span[0] < catch.words[1] and catch.words[0] < span[1]


def standing(
    catch: Catch, kind: str, polarity: str, reading: Reading, found: Sequence[Spot], around: Around
) -> Standing:
    """Whether what a rule caught corrects something, what, and how that ends."""
    contrast = _contrast(catch, found, around)
    denial = _denial(catch, contrast, reading)
    target = _target(catch, denial, around)
    differs = target is not None and not registry.same_value(catch.found.key, target.value, catch.found.value)
    firm = denial.lead and _firm(catch, reading)
    opened = denial.lead and (firm or target is not None or not _questions(around.asked))
    changed = changes(catch.guarded, reading) or (contrast is not None and contrast.rule.ending == "changed")
    told = polarity == "positive" and changed and (differs or _switches(catch, reading, around))
    if not (opened or contrast or told):
        return Standing(signal=kind, ending="changed", target=None, score=catch.score, answered=False)
    answers = firm and bool(around.asked) and catch.found.key.startswith("other_")
    in_sight = differs or contrast is not None or answers or (opened and kind_spoken_of(catch.found.key, around.asked))
    clear = polarity == "positive" and in_sight
    return Standing(
        signal="correction",
        ending="changed" if changed else "wrong",
        target=target if target and target.held else None,
        score=max(catch.score, _CLEAR) if clear else catch.score,
        answered=around.answered(catch.found.key, denial, target),
    )


def _contrast(catch: Catch, found: Sequence[Spot], around: Around) -> Spot | None:
    """The 'not this but that' whose 'that' was caught; 'that, not this' only of a 'this' that is in sight."""
    for spot in found:
        if spot.new is None or not spot.denial.old:
            continue
        plain = not spot.rule.name.endswith("but_not") or _in_sight(spot.denial, catch, around)
        if plain and _meets(catch, spot.new):
            return spot
    return None


def _in_sight(denial: Denial, catch: Catch, around: Around) -> bool:
    if denial.lead or normalise(denial.old) in normalise(around.asked):
        return True
    return any(t.line == registry.KEYS[catch.found.key].line for t in around.all)


def _opening(catch: Catch, reading: Reading) -> int:
    """Where the sentence stands that opens by calling something wrong: the catch's own or the one before; else -1."""
    at = reading.guarded.index(catch.guarded)
    return next((n for n in range(max(0, at - 1), at + 1) if denies(reading.guarded[n], reading)), -1)


def _firm(catch: Catch, reading: Reading) -> bool:
    at = _opening(catch, reading)
    return at >= 0 and denies_firmly(reading.guarded[at], reading)


def _questions(asked: str) -> bool:
    return asked.rstrip().endswith(("?", "？"))


def _denial(catch: Catch, contrast: Spot | None, reading: Reading) -> Denial:
    lead = _opening(catch, reading) >= 0
    sentence = catch.guarded.sentence.text
    if contrast is None:
        return Denial(old="", new="", subject="", sentence=sentence, lead=lead)
    return replace(contrast.denial, sentence=sentence, lead=lead)


def _target(catch: Catch, denial: Denial, around: Around) -> Target | None:
    """The known line of that key, and of a key with many members the one that is rejected or was just said."""
    key = registry.KEYS[catch.found.key]
    same = [t for t in around.all if t.key == key.name]
    if key.cardinality == "one":
        return next(iter(same), None)
    member = registry.member_of(key.name, catch.found.value)
    own = next((t for t in same if t.member == member), None)
    if denial.old and (rejected := next((t for t in same if rejects(denial, t)), None)):
        return rejected
    if denial.lead and around.asked and own is None:
        return next((t for t in same if not t.held or mentions(t, around.asked)), None)
    return own


def _switches(catch: Catch, reading: Reading, around: Around) -> bool:
    """'We changed the currency to …', or 'make the budget 8' after the assistant spoke of the budget."""
    text = catch.guarded.plain
    key = registry.KEYS[catch.found.key]
    if key.type in _SETTING and key.cardinality == "one" and reading.clock.first(SWITCHED, text):
        return True
    return names_key(around.asked, key.name) and reading.clock.first(manners.MENDED, text) is not None
