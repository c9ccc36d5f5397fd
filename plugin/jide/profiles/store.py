"""The lines, versions and evidence of a user in PostgreSQL; every function works inside its caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.infra.queries import QUERIES
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.profiles import quarters, registry, supersede
from jide.profiles.importance import importance_of
from jide.profiles.supersede import Standing, Step
from jide.profiles.trust import Weight
from jide.profiles.ucu import UCU, Claim, EvidenceRef
from jide.text import language, quote_sha256, search_tokens

_FIELDS: Final = tuple(UCU.__dataclass_fields__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promoted:
    """What became of a claim: the version that now stands for it, and the one that stood before.

    outcome     created | evidence | history | retired | unchanged
    ucu         None only when there was nothing to withdraw
    """

    ucu: UCU | None
    outcome: str
    previous: UCU | None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The time of which something is asked, and the time by which Jide knew it: None is everything known now."""

    as_of: datetime
    known_at: datetime | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """As queries over jide.versions_at take them. Hosts' clocks differ: `now` would hide what was just written."""
        return {"as_of": self.as_of, "known_at": self.known_at or "infinity"}


def to_json(value: Any) -> str:
    """`value` as PostgreSQL's jsonb takes it."""
    return orjson.dumps(value).decode()


def from_row(row: Mapping[str, Any]) -> UCU:
    """The version that a row holds."""
    fields: dict[str, Any] = {name: row[name] for name in _FIELDS if name in row}
    ids = {name: str(row[name]) for name in ("ucu_id", "replaces") if row.get(name) is not None}
    return UCU(**fields | ids | {"evidence": tuple(row["evidence"])})


def _row(cursor: RealDictCursor) -> dict[str, Any]:
    """The row of a statement that always gives one."""
    return cursor.fetchone() or {}


def _line(ns: Namespace, claim: Claim) -> dict[str, Any]:
    return ns.row(project_id=claim.project_id, line=claim.line, member=claim.member)


def lock_user(cursor: RealDictCursor, ns: Namespace) -> None:
    """Lock a user until the transaction ends; to be taken first by all who write of a user, before they read the time.

    Whoever locks several users takes them in order of their ids.
    """
    cursor.execute(QUERIES["user_lock"], ns.row())


def lock_line(cursor: RealDictCursor, ns: Namespace, *, project_id: str, line: str, member: str) -> Standing | None:
    """How a line stands, locked until the transaction ends; None where nothing stands (and nothing is locked)."""
    parameters = ns.row(project_id=project_id, line=line, member=member)
    cursor.execute(QUERIES["line_lock"], parameters)
    return _standing(cursor, parameters) if cursor.fetchone() else None


def _standing(cursor: RealDictCursor, parameters: Mapping[str, Any]) -> Standing | None:
    cursor.execute(QUERIES["line_standing"], parameters)
    row = cursor.fetchone()
    return Standing(ucu=from_row(row), newest=row["newest"]) if row else None


def promote(cursor: RealDictCursor, ns: Namespace, claim: Claim, *, ucu_id: str, now: datetime) -> Promoted:
    """Let `claim` become what it becomes on its line, which stays locked until the transaction ends.

    The head row serialises the writers of a line and gives the version; the same value again adds evidence and
    leaves the version. `ucu_id` names the new version if one is written. A correction of a member of a set ends that
    member's line and is written on the line of the member it names, under the lock of the user.
    """
    claim = bounded(cursor, ns, claim, now)
    line, member = supersede.own_line(claim)
    if (line, member) == (claim.line, claim.member):
        return _promote(cursor, ns, claim, ucu_id=ucu_id, now=now)
    lock_user(cursor, ns)
    denied = _deny(cursor, ns, claim, now)
    # What was wrong is the other member; nothing on the value's own line was.
    own = replace(claim, line=line, member=member, ending="changed", exact=False)
    promoted = _promote(cursor, ns, own, ucu_id=ucu_id, now=now, denied=denied)
    if denied is None:
        return promoted
    # That the value stood already, with this very evidence, changes nothing about the end of the other.
    outcome = supersede.EVIDENCE if promoted.outcome == supersede.UNCHANGED else promoted.outcome
    return replace(promoted, outcome=outcome, previous=denied.ucu)


def bounded(cursor: RealDictCursor, ns: Namespace, claim: Claim, now: datetime) -> Claim:
    """The claim with an end where it is of one quarter and nobody said until when: the quarter's, where the user is."""
    if claim.lifecycle != "quarterly" or claim.valid_until is not None or claim.withdraws:
        return claim
    cursor.execute(QUERIES["profile_zones"], ns.row(now=now))
    zones = _row(cursor)
    return replace(claim, valid_until=quarters.end_of(claim.at, zones["remembered"], zones["tenant"]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Denied:
    """A member of a set that a correction ended: as it stood, and since when the other member is true instead."""

    ucu: UCU
    since: datetime


def _deny(cursor: RealDictCursor, ns: Namespace, claim: Claim, now: datetime) -> _Denied | None:
    """End the version that a correction denies; None where nothing stands there, or something newer was said of it."""
    standing = lock_line(cursor, ns, project_id=claim.project_id, line=claim.line, member=claim.member)
    if standing is None or standing.active is None:
        return None
    claim, now = _prompt(claim, standing), _after(standing, now)
    if supersede.is_late(standing, claim):
        return None
    active, ended = standing.active, supersede.ending(standing.active, claim)
    _end(cursor, ns, active, status="superseded", ended=ended, until=claim.at, now=now)
    return _Denied(ucu=active, since=active.valid_from if ended == "wrong" else claim.at)


def _prompt(claim: Claim, standing: Standing | None) -> Claim:
    """The claim, no earlier than what stands where it was made this very moment."""
    return replace(claim, at=max(claim.at, standing.newest)) if claim.prompt and standing else claim


def _after(standing: Standing | None, now: datetime) -> datetime:
    """When a change is recorded: never before what it changes, however the clocks of two servers differ."""
    if standing is None:
        return now
    last = standing.ucu.superseded_at or standing.ucu.recorded_at
    return max(now, last + timedelta.resolution)


def _promote(
    cursor: RealDictCursor, ns: Namespace, claim: Claim, *, ucu_id: str, now: datetime, denied: _Denied | None = None
) -> Promoted:
    """What `promote` does on the one line that the claim names; `denied` is what the new version replaces elsewhere."""
    line = _line(ns, claim)
    if claim.withdraws:
        standing = lock_line(cursor, ns, project_id=claim.project_id, line=claim.line, member=claim.member)
        fresh = standing is None
    else:
        cursor.execute(QUERIES["line_open"], line)
        fresh = bool(_row(cursor)["fresh"])
        standing = None if fresh else _standing(cursor, line)
    active = standing.active if standing else None
    claim, now = _prompt(claim, standing), _after(standing, now)
    step = supersede.supersede(standing, claim, language(claim.statement))
    if step.outcome == supersede.EVIDENCE and active is not None:
        return _support(cursor, ns, claim, active, now)
    if step.outcome == supersede.HISTORY and (past := _past_saying(cursor, ns, claim, step)) is not None:
        return _support(cursor, ns, claim, past, now)
    if active is not None and step.ended is not None:
        status = "retired" if step.outcome == supersede.RETIRED else "superseded"
        _end(cursor, ns, active, status=status, ended=step.ended, until=claim.at, now=now)
    if step.outcome == supersede.RETIRED and active is not None:
        return Promoted(ucu=read(cursor, ns, active.ucu_id), outcome=step.outcome, previous=active)
    if step.outcome == supersede.UNCHANGED:
        return Promoted(ucu=active, outcome=step.outcome, previous=active)
    if denied is not None and active is None and step.outcome == supersede.CREATED:
        step = replace(step, valid_from=denied.since)
    replaces = denied.ucu.ucu_id if denied else None
    _write(cursor, ns, claim, step, ucu_id=ucu_id, fresh=fresh, now=now, replaces=replaces)
    return Promoted(ucu=read(cursor, ns, ucu_id), outcome=step.outcome, previous=active)


def _support(cursor: RealDictCursor, ns: Namespace, claim: Claim, standing: UCU, now: datetime) -> Promoted:
    """Add the claim's evidence to the version that already says so."""
    added = add_evidence(cursor, ns, standing.ucu_id, claim.evidence, now=now)
    outcome = supersede.EVIDENCE if added else supersede.UNCHANGED
    return Promoted(ucu=read(cursor, ns, standing.ucu_id) if added else standing, outcome=outcome, previous=standing)


def _past_saying(cursor: RealDictCursor, ns: Namespace, claim: Claim, step: Step) -> UCU | None:
    """The past version that already says, of that time, what a late claim says - or was wrong to say so."""
    cursor.execute(QUERIES["history_covering"], {**_line(ns, claim), "at": claim.at})
    for ucu in map(from_row, cursor.fetchall()):
        same = ucu.key == claim.key and registry.same_value(claim.key, ucu.value, step.value)
        if same and ucu.polarity == step.polarity:
            return ucu
    return None


def _end(
    cursor: RealDictCursor, ns: Namespace, active: UCU, *, status: str, ended: str, until: datetime, now: datetime
) -> None:
    ending = ns.row(ucu_id=active.ucu_id, status=status, ended=ended, until=until, now=now)
    cursor.execute(QUERIES["ucu_end"], ending)


def _write(
    cursor: RealDictCursor, ns: Namespace, claim: Claim, step: Step, *,
    ucu_id: str, fresh: bool, now: datetime, replaces: str | None,
) -> None:  # fmt: skip
    """Write the claim's version with its evidence: in force, or as a piece of history."""
    line = _line(ns, claim)
    version = 1
    if not fresh:
        cursor.execute(QUERIES["line_next_version"], line)
        version = _row(cursor)["version"]
    past = step.outcome == supersede.HISTORY
    words = [ref.quote for ref in claim.evidence] or [step.statement]
    until = _history_until(cursor, line, claim) if past else claim.valid_until
    row = {
        **line,
        "ucu_id": ucu_id, "type": claim.type, "key": claim.key, "value": to_json(dict(step.value)),
        "statement": step.statement, "polarity": step.polarity, "confidence": claim.confidence,
        "importance": importance_of(claim.key, step.polarity, words).value,
        "version": version, "status": "superseded" if past else "active",
        "ended": "changed" if past else None, "lifecycle": claim.lifecycle, "valid_from": step.valid_from,
        "valid_until": until, "declared_until": claim.valid_until, "now": now, "superseded_at": now if past else None,
        "source": claim.source, "asserted_by": claim.asserted_by, "models": to_json(dict(claim.models)),
        "rolled_back_from": claim.rolled_back_from, "replaces": replaces, "late": past,
        "tokens": sorted(set(search_tokens(_searchable(step)))),
    }  # fmt: skip
    cursor.execute(QUERIES["ucu_insert"], row)
    add_evidence(cursor, ns, ucu_id, claim.evidence, now=now)


def _history_until(cursor: RealDictCursor, line: Mapping[str, Any], claim: Claim) -> datetime:
    """Where a piece of history ends: when something was next said about the line. Earlier pieces stay as they are.

    Where pieces overlap, the later one is the answer (jide.versions_at): cut in place, what was known before would
    be falsified.
    """
    cursor.execute(QUERIES["history_next_word"], {**line, "at": claim.at})
    ends = [end for end in (_row(cursor)["said"], claim.valid_until) if end is not None]
    return min(ends) if ends else claim.at


def _searchable(step: Step) -> str:
    """All words by which a version may be found."""
    return " ".join([step.statement, *_words(step.value)])


def _words(value: Any) -> list[str]:
    if isinstance(value, Mapping):
        return [word for part in value.values() for word in _words(part)]
    if isinstance(value, list | tuple):
        return [word for part in value for word in _words(part)]
    return [] if isinstance(value, bool) or value is None else [str(value)]


def tongue(value: Mapping[str, Any]) -> str:
    """The language a value's words are in."""
    return language(" ".join(_words(value)))


def add_evidence(
    cursor: RealDictCursor, ns: Namespace, ucu_id: str, evidence: Sequence[EvidenceRef], *, now: datetime
) -> int:
    """Link stored messages to a version and rebuild its anchors; how many were new. They count from `now` on."""
    added = 0
    for ref in evidence:
        row = ns.row(
            ucu_id=ucu_id, session_id=ref.session_id, message_id=ref.message_id, start=ref.start, end=ref.end,
            quote=ref.quote, sha256=quote_sha256(ref.quote), cause_message_id=ref.cause_message_id, now=now,
        )  # fmt: skip
        cursor.execute(QUERIES["evidence_insert"], row)
        added += cursor.rowcount
    if added:
        cursor.execute(QUERIES["evidence_rebuild"], ns.row(ucu_id=ucu_id))
    return added


def copy_evidence(cursor: RealDictCursor, ns: Namespace, from_ucu_id: str, ucu_id: str, *, now: datetime) -> int:
    """Let a version rest on the messages that another one rests on; how many of them are stored."""
    cursor.execute(QUERIES["evidence_copy"], ns.row(from_ucu_id=from_ucu_id, ucu_id=ucu_id, now=now))
    copied: int = cursor.rowcount
    if copied:
        cursor.execute(QUERIES["evidence_rebuild"], ns.row(ucu_id=ucu_id))
    return copied


def read(cursor: RealDictCursor, ns: Namespace, ucu_id: str) -> UCU | None:
    """One version by its id, as it stands; what speaks against it is not asked."""
    cursor.execute(QUERIES["ucu_read"], ns.row(ucu_id=ucu_id))
    row = cursor.fetchone()
    return from_row(row) if row else None


def read_at(cursor: RealDictCursor, ns: Namespace, ucu_id: str, view: View) -> UCU | None:
    """One version by its id, as seen at other times; None where it was not recorded by then."""
    cursor.execute(QUERIES["ucu_read_at"], ns.row(ucu_id=ucu_id, **view.parameters))
    row = cursor.fetchone()
    return from_row(row) if row else None


def read_version(cursor: RealDictCursor, ns: Namespace, ucu: UCU, version: int) -> tuple[UCU, datetime | None] | None:
    """The version of that number on the line of `ucu`, and until when it was declared to hold."""
    place = {"project_id": ucu.project_id, "line": ucu.line, "member": ucu.member, "version": version}
    cursor.execute(QUERIES["ucu_version"], ns.row(**place))
    row = cursor.fetchone()
    return (from_row(row), row["declared_until"]) if row else None


def read_active(cursor: RealDictCursor, ns: Namespace, projects: Sequence[str], now: datetime) -> list[UCU]:
    """The versions in force of one user in these projects ('' is global), newest recorded first."""
    cursor.execute(QUERIES["ucu_active"], ns.row(projects=list(projects), now=now))
    return [from_row(row) for row in cursor.fetchall()]


def read_history(
    cursor: RealDictCursor, ns: Namespace, ucu_id: str, view: View, *, before: int | None, limit: int
) -> list[UCU]:
    """Every version of that version's line as seen then, newest first, below the version number `before`."""
    cursor.execute(QUERIES["ucu_history"], ns.row(ucu_id=ucu_id, before=before, limit=limit, **view.parameters))
    return [from_row(row) for row in cursor.fetchall()]


def read_profile(cursor: RealDictCursor, ns: Namespace, filters: Mapping[str, Any]) -> list[UCU]:
    """A user's UCUs that pass the filters of `profile_list`, newest recorded first."""
    cursor.execute(QUERIES["profile_list"], ns.row(**filters))
    return [from_row(row) for row in cursor.fetchall()]


def find_message(cursor: RealDictCursor, ns: Namespace, session_id: str, seq: int) -> dict[str, Any] | None:
    """The newest message of that number in a session."""
    cursor.execute(QUERIES["evidence_resolve"], ns.row(session_id=session_id, seq=seq))
    return cursor.fetchone()


def read_neighbours(cursor: RealDictCursor, ns: Namespace, ucu_id: str) -> list[dict[str, Any]]:
    """The messages that support a version with their neighbours, in order; `evidence_id` says whose neighbour."""
    cursor.execute(QUERIES["evidence_neighbours"], ns.row(ucu_id=ucu_id))
    return list(cursor.fetchall())


def as_json(ucu: UCU, weight: Weight) -> dict[str, Any]:
    """A UCU as the API writes it."""
    return {
        "ucu_id": ucu.ucu_id,
        "user_id": ucu.user_id,
        "project_id": ucu.project_id or None,
        "type": ucu.type,
        "key": ucu.key,
        "value": dict(ucu.value),
        "statement": ucu.statement,
        "polarity": ucu.polarity,
        "confidence": round(ucu.confidence, 4),
        "trust": round(weight.trust, 4),
        "trust_reasons": [dict(reason) for reason in weight.trust_reasons],
        "importance": round(weight.importance, 4),
        "importance_reasons": [dict(reason) for reason in weight.importance_reasons],
        "disputed": ucu.disputed,
        "version": ucu.version,
        "status": ucu.status,
        "ended": ucu.ended,
        "superseded_at": _time(ucu.superseded_at),
        "lifecycle": ucu.lifecycle,
        "valid_from": stamp(ucu.valid_from),
        "valid_until": _time(ucu.valid_until),
        "recorded_at": stamp(ucu.recorded_at),
        "source": ucu.source,
        "asserted_by": ucu.asserted_by,
        "rolled_back_from": ucu.rolled_back_from,
        "replaces": ucu.replaces,
        "evidence": [dict(anchor) for anchor in ucu.evidence],
    }


def audited(ucu: UCU | None) -> dict[str, Any] | None:
    """What the audit digests of a version."""
    if ucu is None:
        return None
    return {name: getattr(ucu, name) for name in ("ucu_id", "key", "polarity", "version", "status", "ended")} | {
        "value": dict(ucu.value),
        "statement": ucu.statement,
        "evidence": len(ucu.evidence),
    }


def _time(at: datetime | None) -> str | None:
    return stamp(at) if at else None
