"""The wordings of correction in a message: where each stands, what it rejects and what it puts there."""

from dataclasses import dataclass
from typing import Final

import regex

from jide.signals.dates import parse_date
from jide.signals.guards import Guarded
from jide.signals.manners import repairs_itself
from jide.signals.matching import Reading, languages
from jide.signals.numbers import money_of
from jide.signals.openings import denies
from jide.signals.rules import Rule, compile_rules, group
from jide.signals.rules_en_fixes import FIXES_EN
from jide.signals.rules_zh_fixes import FIXES_ZH
from jide.signals.targets import Denial

FIXES: Final = compile_rules((*FIXES_ZH, *FIXES_EN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A wording of correction, where it stands in the message, with what it rejects and what it puts there."""

    rule: Rule
    guarded: Guarded
    span: tuple[int, int]
    denial: Denial
    new: tuple[int, int] | None
    old: tuple[int, int] | None


def spots(reading: Reading) -> list[Spot]:
    """The wordings of correction in a message, the surest first."""
    text = _joined(reading)
    found = []
    spoken = set(languages(text, any(g.sentence.chinese for g in reading.guarded)))
    for compiled in FIXES:
        if compiled.rule.language in spoken:
            for match in reading.clock.matches(compiled.pattern, text):
                guarded = next((g for g in reading.guarded if g.sentence.start <= match.start() < g.sentence.end), None)
                if guarded is not None:
                    found.append(_spot(reading, compiled.rule, match, guarded))
    return sorted(found, key=lambda s: (-s.rule.rank, s.span[0]))


def _joined(reading: Reading) -> str:
    """The message with what corrections may not read blanked, so that a wording may go on over a full stop."""
    out = ["\ue000"] * len(reading.content)
    for guarded in reading.guarded:
        if guarded.denial and not repairs_itself(guarded.sentence.text, reading.clock):
            out[guarded.sentence.start : guarded.sentence.end] = guarded.denial
    last = 0
    for guarded in reading.guarded:
        for at in range(last, guarded.sentence.start):
            out[at] = "\n" if "\n" in reading.content[last : guarded.sentence.start] else " "
        last = guarded.sentence.end
    return "".join(out)


def _spot(reading: Reading, rule: Rule, match: "regex.Match[str]", guarded: Guarded) -> Spot:
    new, old = group(match, "new"), group(match, "old")
    said = _said(reading, old)
    amount = money_of(said) if said else None
    day = parse_date(said, reading.at, reading.zone) if said else None
    denial = Denial(
        old=said,
        new=_said(reading, new),
        subject=_said(reading, group(match, "s")),
        sentence=match[0] if len(match[0]) > len(guarded.denial) else guarded.denial,
        amount=amount["amount"] if amount else None,
        day=day.isoformat() if day else "",
        lead=denies(guarded, reading),
        verb=_said(reading, group(match, "verb")),
    )
    return Spot(
        rule=rule,
        guarded=guarded,
        span=match.span(),
        denial=denial,
        new=new[1:] if new else None,
        old=old[1:] if old else None,
    )


def _said(reading: Reading, part: tuple[str, int, int] | None) -> str:
    return reading.content[part[1] : part[2]].strip() if part else ""
