"""A correction as it will stand, and what it may mean: remembered lines, and the words said just before."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jide.profiles import registry
from jide.signals.guards import Guarded
from jide.signals.matching import Reading, statement
from jide.signals.normalise import Found
from jide.signals.openings import OTHER, changes
from jide.signals.rules import Rule
from jide.signals.targets import Denial, Target, names_key, spoken_of
from jide.text import normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A correction: where it stands, and the line, value and ending it comes to. `rule` says how it was worded.

    bare      it says that something is wrong, not what is right
    answered  it denies the assistant's turn just before
    passing   it mends what is being talked about, not what is remembered
    """

    rule: Rule
    guarded: Guarded
    span: tuple[int, int]
    key: str
    type: str
    line: str
    member: str
    value: dict[str, Any]
    polarity: str
    statement: str
    scope: str
    score: float
    ending: str
    signal: str = "correction"
    bare: bool = False
    answered: bool = False
    passing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a correction may mean: remembered lines, the assistant's words just before, the message's place.

    stated  what those words say of the user
    """

    targets: Sequence[Target]
    asked: str
    index: int
    stated: Sequence[Target] = ()

    @property
    def all(self) -> list[Target]:
        """Remembered lines, then what the assistant stated."""
        return [*self.targets, *self.stated]

    def has(self, words: str) -> bool:
        """Whether the assistant has just used these words."""
        return bool(words) and normalise(words) in normalise(self.asked)

    def answered(self, key: str, denial: Denial, target: Target | None) -> bool:
        """Whether a correction denies the assistant's turn just before, not something said or known long ago."""
        if not self.asked:
            return False
        if target is not None and (not target.held or spoken_of(target, self.asked)):
            return True
        if self.has(denial.old) or names_key(self.asked, key):
            return True
        return denial.lead and OTHER.search(denial.sentence) is None


def as_fix(
    reading: Reading,
    rule: Rule,
    guarded: Guarded,
    span: tuple[int, int],
    found: Found,
    score: float,
    *,
    answered: bool = False,
) -> Fix:
    """A correction that comes to `found`, on that value's own line."""
    key = registry.KEYS[found.key]
    return Fix(
        rule=rule,
        guarded=guarded,
        span=span,
        key=found.key,
        type=key.type,
        line=key.line,
        member=registry.member_of(found.key, found.value),
        value=dict(found.value),
        polarity=key.polarity or found.polarity,
        statement=statement(reading.content, guarded, span),
        scope="global",
        score=score,
        ending="changed" if changes(guarded, reading) else rule.ending,
        answered=answered,
    )
