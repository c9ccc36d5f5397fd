"""How far a UCU can be trusted, and how much it matters: computed at read, never stored (pure)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from jide.infra.times import parse_time
from jide.profiles.ucu import UCU


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What a UCU weighs, each between 0 and 1, and why."""

    trust: float
    importance: float
    reasons: tuple[str, ...]


# What one session's saying it is worth, by how clearly it was said (confidence from …, worth).
# Supports are independent: three clear ones make 0.91, one vague one 0.28.
_CLARITY: Final = ((0.9, 0.6), (0.7, 0.55), (0.55, 0.28), (0.0, 0.2))
# What it is worth that somebody other than the extractor wrote it.
_SOURCE: Final = {"reviewer": 0.8, "user": 0.6, "api": 0.5, "import": 0.4, "extractor": 0.0}
_DISPUTED: Final = 0.5
# What is left of the trust when it was last said so many days ago, by lifecycle.
_RECENCY: Final = {
    "permanent": ((180, 1.0), (365, 0.95), (730, 0.88)),
    "quarterly": ((45, 1.0), (90, 0.9)),
    "project_based": ((90, 1.0), (365, 0.9)),
    "session_based": ((1, 1.0), (7, 0.9)),
}
_LONG_AGO: Final = 0.8
_MOST: Final = 0.99


def weigh(ucu: UCU, now: datetime, *, disputed: bool = False) -> Weight:
    """The trust and importance of `ucu` at `now`. Reading it changes neither.

    Trust grows with the distinct sessions that support it, with review and with recency, and falls when it is
    disputed; ten repetitions in one session are one. Importance was settled when the version was written.
    """
    sessions = len({anchor.get("session_id", "") for anchor in ucu.evidence})
    doubt = (1 - _SOURCE[ucu.source]) * (1 - _step(_CLARITY, ucu.confidence)) ** sessions
    age = max(now - _last_said(ucu), timedelta())
    recency = next((left for days, left in _RECENCY[ucu.lifecycle] if age <= timedelta(days=days)), _LONG_AGO)
    trust = min(_MOST, (1 - doubt) * recency * (_DISPUTED if disputed else 1.0))
    reasons = [
        f"{sessions} session{'' if sessions == 1 else 's'}",
        f"source {ucu.source}",
        f"last said {age.days} d ago",
    ]
    if disputed:
        reasons.append("disputed")
    return Weight(trust=trust, importance=ucu.importance, reasons=tuple(reasons))


def _last_said(ucu: UCU) -> datetime:
    """When it was last supported: by a message, or by whoever entered it."""
    said = [parse_time(anchor["at"]) for anchor in ucu.evidence]
    entered = ucu.valid_from if said and ucu.source == "extractor" else ucu.recorded_at
    return max([entered, *said])


def _step(table: Sequence[tuple[float, float]], value: float) -> float:
    """The worth in a falling table of (from, worth)."""
    return next(worth for least, worth in table if value >= least)
