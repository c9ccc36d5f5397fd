"""The gate: promote, review or drop a signal, as a table of reasons; the first that applies decides."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from jide.profiles import registry
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal

PROMOTE: Final = "promote"
REVIEW: Final = "review"
DROP: Final = "drop"

CONFLICTS: Final = ("none", "same", "supersedes", "contradicts")
"""How a signal may stand to the version in force on its line."""

WORTH_REVIEW: Final = 0.4
"""Confidence below which nobody is asked."""

LONGEST_FORBIDDEN: Final = 40
"""Characters of a forbidden phrase or topic that may be promoted unseen: longer ones can carry instructions."""

_REVIEWED: Final = frozenset({"reviewer"})
_POISON: Final = frozenset({"authority", "instruction"})

AUTHORITY: Final = "it claims authority: rights are never learned from what is said"
INSTRUCTION: Final = "it reads like an instruction to the system"
UNPLACED: Final = "it speaks of a project, and the conversation names none"
POISONED: Final = frozenset({AUTHORITY, INSTRUCTION})
"""The reasons of drafts that are never promoted but by people, and that put nothing in doubt meanwhile."""


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
    (DROP, "it tells a secret", lambda c: "secret" in c.signal.flags),
    (REVIEW, AUTHORITY, lambda c: "authority" in c.signal.flags),
    (REVIEW, INSTRUCTION, lambda c: "instruction" in c.signal.flags),
    (REVIEW, "its message took too long to be read to the end", lambda c: "rushed" in c.signal.flags),
    (REVIEW, "it is doubly negated", lambda c: "double_negative" in c.signal.flags),
    (REVIEW, "it is said with reserve", lambda c: "hedged" in c.signal.flags),
    (REVIEW, "it mends this conversation, nothing that is remembered", lambda c: "passing" in c.signal.flags),
    (REVIEW, "it holds for a time that its words do not tell", lambda c: "unclear_time" in c.signal.flags),
    (REVIEW, UNPLACED, lambda c: not c.placed),
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
    return stands_to(
        active, signal=signal.signal, key=signal.key, value=signal.value, polarity=signal.polarity,
        poison=bool(signal.flags & _POISON),
    )  # fmt: skip


def stands_to(
    active: UCU | None, *, signal: str, key: str, value: Mapping[str, Any], polarity: str, poison: bool
) -> str:
    """How what a signal says stands to the version in force: none | same | supersedes | contradicts."""
    if active is None:
        return "none"
    if signal != "withdrawal" and says(active, key, value, polarity):
        return "same"
    # What reads like poison must not be able to put a confirmed memory out of recall by being doubted.
    if active.source in _REVIEWED and not poison:
        return "contradicts"
    return "supersedes"


def says(active: UCU, key: str, value: Mapping[str, Any], polarity: str) -> bool:
    """Whether the version says already what `value` of that polarity would make of it."""
    if key != active.key:
        return False
    merged, side = registry.merge(key, active.value, value, polarity, old_polarity=active.polarity)
    return side == active.polarity and registry.same_value(key, active.value, merged)
