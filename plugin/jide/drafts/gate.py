"""The gate: promote, review or drop a signal, as a table of reasons; the first that applies decides."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal

PROMOTE: Final = "promote"
REVIEW: Final = "review"
DROP: Final = "drop"

WORTH_REVIEW: Final = 0.4
"""Confidence below which nobody is asked."""

LONGEST_FORBIDDEN: Final = 40
"""Characters of a forbidden phrase or topic that may be promoted unseen: longer ones can carry instructions."""

_REVIEWED: Final = frozenset({"reviewer"})
_POISON: Final = frozenset({"authority", "instruction"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What is to become of a signal, why, and how it stands to the version in force.

    conflict    none | same | supersedes | contradicts; a pending draft that contradicts makes that version disputed
    """

    outcome: str
    reason: str
    conflict: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """Everything the table looks at."""

    signal: Signal
    conflict: str
    auto_promote: float
    trusted: bool
    placed: bool

    @property
    def withdrawal(self) -> bool:
        return self.signal.signal == "withdrawal"

    @property
    def label(self) -> str:
        return str(self.signal.value.get("value", ""))


_TABLE: Final[tuple[tuple[str, str, Callable[[_Case], bool]], ...]] = (
    (DROP, "the identity is untrusted: nothing outlives the session", lambda c: not c.trusted),
    (DROP, "below the threshold for review", lambda c: c.signal.confidence < WORTH_REVIEW),
    (
        REVIEW,
        "it claims authority: rights are never learned from what is said",
        lambda c: "authority" in c.signal.flags,
    ),
    (REVIEW, "it reads like an instruction to the system", lambda c: "instruction" in c.signal.flags),
    (REVIEW, "it is doubly negated", lambda c: "double_negative" in c.signal.flags),
    (REVIEW, "it is said with reserve", lambda c: "hedged" in c.signal.flags),
    (REVIEW, "it speaks of a project, and the conversation names none", lambda c: not c.placed),
    (REVIEW, "it contradicts what a reviewer confirmed", lambda c: c.conflict == "contradicts" and not c.withdrawal),
    (REVIEW, "the confidence is below the threshold for promotion", lambda c: c.signal.confidence < c.auto_promote),
    (PROMOTE, "the user withdraws it", lambda c: c.withdrawal),
    (PROMOTE, "it says again what is known", lambda c: c.conflict == "same"),
    (REVIEW, "it is sensitive", lambda c: "sensitive" in c.signal.flags or registry.find_key(c.signal.key).sensitive),
    (REVIEW, "the key wants a reviewer", lambda c: not registry.find_key(c.signal.key).auto),
    (
        REVIEW,
        "a forbidden phrase this long may carry an instruction",
        lambda c: c.signal.key.startswith("forbidden_") and len(c.label) > LONGEST_FORBIDDEN,
    ),
    (PROMOTE, "a plain claim of the user", lambda c: True),
)


def decide(signal: Signal, active: UCU | None, *, auto_promote: float, trusted: bool, placed: bool = True) -> Decision:
    """Decide on `signal`, given the version in force on its line.

    trusted     the platform vouches for who speaks
    placed      a signal of project scope has a project to belong to
    """
    placed = placed or signal.scope != "project"
    case = _Case(
        signal=signal,
        # What belongs to a project nobody named says nothing about the line it would otherwise stand on.
        conflict=_conflict(signal, active) if placed else "none",
        auto_promote=auto_promote,
        trusted=trusted,
        placed=placed,
    )
    outcome, reason = next((outcome, reason) for outcome, reason, applies in _TABLE if applies(case))
    return Decision(outcome=outcome, reason=reason, conflict=case.conflict)


def _conflict(signal: Signal, active: UCU | None) -> str:
    if active is None:
        return "none"
    if signal.signal != "withdrawal" and _same(signal, active):
        return "same"
    # What reads like poison must not be able to put a confirmed memory out of recall by being doubted.
    if active.source in _REVIEWED and not signal.flags & _POISON:
        return "contradicts"
    return "supersedes"


def _same(signal: Signal, active: UCU) -> bool:
    if signal.key != active.key:
        return False
    value, polarity = registry.merge(
        signal.key, active.value, signal.value, signal.polarity, old_polarity=active.polarity
    )
    return polarity == active.polarity and registry.same_value(signal.key, active.value, value)
