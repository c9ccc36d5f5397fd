"""From a signal to a claim: where it belongs, what supports it, how much it matters."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from jide.evidence import Anchor
from jide.profiles import registry
from jide.profiles.ucu import UCU, Claim, EvidenceRef
from jide.signals.signal import Signal, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """A user message as it was taken up: the turns up to it (or around it), and what may become of them.

    trusted     the platform vouches for who speaks
    """

    session_id: str
    message_id: str
    project_id: str
    trusted: bool
    turns: Sequence[Turn]


def home(signal: Signal, heard_in: str, active: Iterable[UCU]) -> str:
    """The project whose line the signal means: '' is global.

    What corrects or withdraws means the line on which there is something to correct; what refuses, the line that holds
    what is refused.
    """
    if signal.scope == "project" or (signal.polarity == "negative" and _stands_only_in(heard_in, signal, active)):
        return heard_in
    if signal.signal in {"correction", "withdrawal"}:
        lines = {ucu.project_id for ucu in active if (ucu.line, ucu.member) == (signal.line, signal.member)}
        if "" not in lines and heard_in in lines:
            return heard_in
    return ""


def _stands_only_in(project_id: str, signal: Signal, active: Iterable[UCU]) -> bool:
    """Whether the signal's value is wished for in that project, and nowhere else."""
    wished = {
        ucu.project_id
        for ucu in active
        if (ucu.line, ucu.member, ucu.polarity) == (signal.line, signal.member, "positive")
        and registry.same_value(signal.key, ucu.value, signal.value)
    }
    return project_id in wished and "" not in wished


def to_claim(signal: Signal, heard: Heard, *, project_id: str, now: datetime, extractor: str) -> Claim:
    """The claim that `signal` makes, said no earlier than what stands before it, and not in the future.

    A client's clock may be wrong, but the order of a session is known. What was over by then was said at its own time:
    an old message that was appended late.
    """
    said = max(before.at for before in heard.turns[: signal.index + 1])
    if signal.valid_until is not None and signal.valid_until <= said:
        said = heard.turns[signal.index].at
    return Claim(
        key=signal.key,
        type=signal.type,
        value=signal.value,
        statement=signal.statement,
        polarity=signal.polarity,
        confidence=signal.confidence,
        at=min(said, now),
        line=signal.line,
        member=signal.member,
        project_id=project_id,
        lifecycle=signal.lifecycle,
        valid_until=signal.valid_until,
        ending=signal.ending if signal.ending == "wrong" else "changed",
        withdraws=signal.signal == "withdrawal",
        models={"extractor": extractor},
        evidence=(evidence_of(signal, heard),),
    )


def evidence_of(signal: Signal, heard: Heard) -> EvidenceRef:
    """The words that carry the signal, in the message that carries it."""
    turn = heard.turns[signal.index]
    start, end = signal.span
    return EvidenceRef(
        session_id=heard.session_id,
        message_id=turn.message_id,
        start=start,
        end=end,
        quote=turn.content[start:end],
        cause_message_id=_cause(signal, heard),
    )


def _cause(signal: Signal, heard: Heard) -> str | None:
    return heard.turns[signal.answers].message_id if signal.answers is not None else None


def anchor_of(signal: Signal, heard: Heard) -> str:
    """The anchor people read: causal where the message answers an earlier one."""
    last = heard.turns[signal.index].seq
    first = heard.turns[signal.answers].seq if signal.answers is not None else last
    return str(Anchor(session_id=heard.session_id, first=min(first, last), last=last))


def zone(metadata: Mapping[str, Any], active: Iterable[UCU], tenant: str) -> str:
    """The user's time zone: of the message, else as remembered, else the tenant's, else UTC."""
    remembered = [ucu.value.get("value") for ucu in active if ucu.key == "timezone" and ucu.polarity == "positive"]
    for name in (metadata.get("timezone"), *remembered, tenant):
        if isinstance(name, str) and _is_zone(name):
            return name
    return "UTC"


@lru_cache(maxsize=1024)
def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def draft_row(signal: Signal, heard: Heard, claim: Claim, *, draft_id: str, extractor: str) -> dict[str, Any]:
    """What a draft keeps of a signal, apart from the gate's decision."""
    ref = evidence_of(signal, heard)
    return {
        "draft_id": draft_id, "session_id": ref.session_id, "message_id": ref.message_id,
        "cause_message_id": ref.cause_message_id, "anchor": anchor_of(signal, heard), "at": claim.at,
        "extractor_version": extractor, "signal": signal.signal, "type": signal.type, "project_id": claim.project_id,
        "line": signal.line, "member": signal.member, "key": signal.key, "statement": signal.statement,
        "polarity": signal.polarity, "lifecycle": signal.lifecycle, "valid_until": signal.valid_until,
        "ending": signal.ending, "confidence": signal.confidence, "start": ref.start, "end": ref.end,
        "quote": ref.quote,
    }  # fmt: skip


def why_json(signal: Signal) -> list[dict[str, Any]]:
    """The voices for a signal, as the API writes them."""
    return [{voice.source: voice.name, "score": round(voice.score, 4)} for voice in signal.why]
