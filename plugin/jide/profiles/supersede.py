"""What a claim does to its line: one pure decision, taken while the line is locked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from jide.profiles import registry
from jide.profiles.ucu import UCU, Claim

CREATED: Final = "created"
EVIDENCE: Final = "evidence"
HISTORY: Final = "history"
RETIRED: Final = "retired"
UNCHANGED: Final = "unchanged"

_SESSION: Final = "session_based"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a line stands: its active version, or else the last one written.

    newest      when the newest thing was said that supports the active version or, where none is, made or ended any
    """

    ucu: UCU
    newest: datetime

    @property
    def active(self) -> UCU | None:
        """The version in force, if any."""
        return self.ucu if self.ucu.status == "active" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What to write: nothing but evidence, an end of the old version, a new version, or a piece of history.

    ended       how the active version ends, or None where it stays
    valid_from  of the new version
    """

    outcome: str
    value: Mapping[str, Any]
    polarity: str
    statement: str
    ended: str | None = None
    valid_from: datetime | None = None


def supersede(standing: Standing | None, claim: Claim, language: str) -> Step:
    """Decide what `claim` does to a line that stands like this; `language` is for a sentence of a merged value.

    Older never overtakes newer: a claim said before the newest support of the line becomes history.
    """
    active = standing.active if standing else None
    late = is_late(standing, claim)
    value, polarity = _merged(None if late else active, claim)
    step = Step(outcome=CREATED, value=value, polarity=polarity, statement=claim.statement, valid_from=claim.at)
    if claim.withdraws:
        gone = active is not None and not late
        return replace(step, outcome=RETIRED if gone else UNCHANGED, ended="withdrawn" if gone else None)
    if active is not None and _says_the_same(active, claim, value, polarity, late=late):
        return replace(step, outcome=EVIDENCE)
    if late:
        return replace(step, outcome=HISTORY)
    if active is None:
        return step
    if not registry.same_value(claim.key, value, claim.value):
        step = replace(step, statement=registry.default_statement(claim.key, value, polarity, language))
    ended = ending(active, claim)
    return replace(step, ended=ended, valid_from=active.valid_from if ended == "wrong" else claim.at)


def is_late(standing: Standing | None, claim: Claim) -> bool:
    """Whether something newer than the claim was said about the line."""
    return standing is not None and claim.at < standing.newest


def ending(active: UCU, claim: Claim) -> str:
    """How the version in force ends when the claim takes its place; what ran out by itself keeps its own end."""
    return "expired" if _has_expired(active, claim.at) else claim.ending


def own_line(claim: Claim) -> tuple[str, str]:
    """The (line, member) that the claim's value belongs on; a withdrawal means the one it names."""
    if claim.withdraws:
        return claim.line, claim.member
    return registry.find_key(claim.key).line, registry.member_of(claim.key, claim.value)


def _merged(active: UCU | None, claim: Claim) -> tuple[Mapping[str, Any], str]:
    """The line's value and polarity after the claim."""
    if claim.exact or active is None or active.key != claim.key or _has_expired(active, claim.at):
        return registry.merge(claim.key, None, claim.value, claim.polarity)
    return registry.merge(claim.key, active.value, claim.value, claim.polarity, old_polarity=active.polarity)


def _says_the_same(active: UCU, claim: Claim, value: Mapping[str, Any], polarity: str, *, late: bool) -> bool:
    """Whether the active version already says what the claim says, for as long as the claim says it.

    What holds for one conversation does not say it for all.
    """
    if claim.exact or active.key != claim.key or active.polarity != polarity:
        return False
    if not registry.same_value(claim.key, active.value, value):
        return False
    if late:
        return True
    if active.lifecycle == _SESSION != claim.lifecycle or _has_expired(active, claim.at):
        return False
    return active.valid_until in {None, claim.valid_until}  # 'this week' of what holds anyway says nothing new


def _has_expired(active: UCU, at: datetime) -> bool:
    return active.valid_until is not None and active.valid_until <= at
