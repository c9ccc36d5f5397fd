"""How far a UCU can be trusted, and how much it matters: computed at read, never stored (pure)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from jide.infra.times import parse_time
from jide.profiles.importance import importance_of
from jide.profiles.ucu import UCU


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What a UCU weighs, each between 0 and 1, and the factors that make it so.

    trust_reasons       what it is made of: (1 - (1 - sessions) x (1 - source)) x recency x corrected x disputed, each
                        standing for its effect and a missing one for 1, at most 0.99
    importance_reasons  what adds up to it, at most 1
    """

    trust: float
    importance: float
    trust_reasons: tuple[dict[str, Any], ...]
    importance_reasons: tuple[dict[str, Any], ...]


# What one session's saying it is worth, by how clearly it was said (confidence from …, worth). Supports are
# independent: of the clear ones three make 0.91 (asked for: at least 0.9), of the vague ones one makes 0.28 (asked for:
# at most 0.3).
_CLARITY: Final = ((0.9, 0.6), (0.7, 0.55), (0.55, 0.28), (0.0, 0.2))
# What it is worth that somebody other than the extractor wrote it: one more support, independent of the sessions.
_SOURCE: Final = {"reviewer": 0.8, "user": 0.6, "api": 0.5, "import": 0.4, "extractor": 0.0}
# What is left of the trust …
# … when it was last said at most so many days ago, by lifecycle:
_RECENCY: Final = {
    "permanent": ((180, 1.0), (365, 0.95), (730, 0.88)),
    "quarterly": ((45, 1.0), (90, 0.9)),
    "project_based": ((90, 1.0), (365, 0.9)),
    "session_based": ((1, 1.0), (7, 0.9)),
}
_LONG_AGO: Final = 0.8
# … when so many earlier versions of its line said something else and were ended: one change is life, several are doubt
_CORRECTED: Final = ((5, 0.7), (3, 0.85), (2, 0.95), (0, 1.0))
# … while a draft that waits for review contradicts it.
_DISPUTED: Final = 0.5
_MOST: Final = 0.99


def weigh(ucu: UCU, now: datetime) -> Weight:
    """The trust and importance of `ucu` at `now`. Reading it changes neither.

    Trust grows with the distinct sessions that support it, with review and with recency, and falls when its line was
    corrected often or while it is disputed; ten repetitions in one session are one.
    """
    count = len({anchor.get("session_id", "") for anchor in ucu.evidence})
    worth = _step(_CLARITY, ucu.confidence)
    sessions = 1 - (1 - worth) ** count
    source = _SOURCE[ucu.source]
    age = max(now - _last_said(ucu), timedelta())
    recency = next((left for days, left in _RECENCY[ucu.lifecycle] if age <= timedelta(days=days)), _LONG_AGO)
    corrected = _step(_CORRECTED, ucu.corrections)
    disputed = _DISPUTED if ucu.disputed else 1.0
    trust = min(_MOST, (1 - (1 - sessions) * (1 - source)) * recency * corrected * disputed)
    matters = importance_of(ucu.key, ucu.polarity, _words(ucu))
    reasons = [
        _reason("clarity", round(ucu.confidence, 4), worth),
        _reason("sessions", count, sessions),
        _reason("source", ucu.source, source),
        _reason("recency", age.days, recency),
        *([_reason("corrected", ucu.corrections, corrected)] if corrected < 1 else []),
        *([_reason("disputed", 1, disputed)] if ucu.disputed else []),
    ]
    return Weight(
        trust=trust, importance=matters.value, trust_reasons=tuple(reasons), importance_reasons=matters.reasons
    )


def _reason(code: str, value: float | str, effect: float) -> dict[str, Any]:
    return {"reason": code, "value": value, "effect": round(effect, 4)}


def _words(ucu: UCU) -> list[str]:
    """The words that a UCU was said in: the quotes, or the statement of one that was entered without any."""
    return [str(anchor.get("quote", "")) for anchor in ucu.evidence] or [ucu.statement]


def _last_said(ucu: UCU) -> datetime:
    """When it was last supported: by a message, or by whoever entered it."""
    said = [parse_time(anchor["at"]) for anchor in ucu.evidence]
    entered = ucu.valid_from if said and ucu.source == "extractor" else ucu.recorded_at
    return max([entered, *said])


def _step(table: Sequence[tuple[float, float]], value: float) -> float:
    """The worth in a falling table of (from, worth)."""
    return next(worth for least, worth in table if value >= least)
