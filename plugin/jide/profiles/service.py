"""What is known of a user: read as of any time, asserted with evidence, explained, retired."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import orjson
from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.errors import EvidenceNotFound, Invalid, NotFound, VersionConflict
from jide.evidence import parse
from jide.infra import audit, idempotency
from jide.infra.deps import Deps
from jide.infra.times import parse_time, stamp
from jide.namespace import Namespace, check_id
from jide.profiles import registry, store, supersede, trust
from jide.profiles.ucu import LIFECYCLES, TYPES, UCU, Claim, EvidenceRef
from jide.redact import redact
from jide.sessions.intake import redact_metadata
from jide.sessions.message import DONE
from jide.text import language

STATUSES: Final = ("active", "superseded", "retired", "expired")
_OWN: Final = frozenset({"app", "self"})  # roles that act for the user; the others are staff, and leave a trace
_QUOTED: Final = _OWN | {"reviewer"}  # roles that see quotes
_PAGE: Final = 200
_LONGEST_QUOTE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which of a user's UCUs are meant.

    status      None: 'active', or - as of a time - whatever was true then; 'all': everything
    as_of       the time at which it was true; None is now
    known_at    the time by which Jide knew it; None is now
    """

    type: str | None = None
    key: str | None = None
    project_id: str | None = None
    session_id: str | None = None
    min_trust: float | None = None
    status: str | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.status not in (None, "all", *STATUSES):
            raise Invalid(f"status: one of {', '.join(STATUSES)} or all", field="status")
        if self.type is not None and self.type not in TYPES:
            raise Invalid(f"type: one of {', '.join(TYPES)}", field="type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some UCUs as JSON, and where the next page starts: None after the last."""

    memories: list[dict[str, Any]]
    after: tuple[datetime, str] | None


def read_profile(
    deps: Deps, caller: Caller, ns: Namespace, filters: Filters, *,
    before: tuple[Any, ...] | None, limit: int, actor: Actor,
) -> Page:  # fmt: skip
    """A user's UCUs, newest recorded first."""
    now = deps.clock()
    found: list[tuple[UCU, dict[str, Any]]] = []
    page = limit + 1 if filters.min_trust is None else max(limit + 1, _PAGE)
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        while len(found) <= limit:
            rows = store.read_profile(cursor, ns, _parameters(filters, now, before, page))
            memories = [(ucu, _shown(caller, ucu, now)) for ucu in rows]
            # Trust is never stored, so it is filtered here, page by page.
            found += [pair for pair in memories if pair[1]["trust"] >= (filters.min_trust or 0.0)]
            if len(rows) < page:
                break
            before = (rows[-1].recorded_at, rows[-1].ucu_id)
        _trace(cursor, caller, ns, actor)
    last = found[limit - 1][0] if len(found) > limit else None
    after = (last.recorded_at, last.ucu_id) if last else None
    return Page(memories=[memory for _, memory in found[:limit]], after=after)


def _scope(caller: Caller, ns: Namespace) -> Namespace:
    """The namespace a reading transaction runs in: a department head reads as themselves, about somebody else."""
    if caller.role == "dept_head":
        return Namespace(tenant_id=ns.tenant_id, user_id=caller.subject)
    return ns


def _parameters(filters: Filters, now: datetime, before: tuple[Any, ...] | None, limit: int) -> dict[str, Any]:
    asked = filters.status or (None if filters.as_of else "active")
    return {
        "type": filters.type, "key": filters.key, "project_id": filters.project_id, "session_id": filters.session_id,
        "status": None if asked == "all" else asked, "as_of": filters.as_of or now, "known_at": filters.known_at or now,
        "in_force": asked == "active" or (filters.as_of is not None and filters.status is None),
        "before_at": before[0] if before else None, "before_id": before[1] if before else None, "limit": limit,
    }  # fmt: skip


def _trace(cursor: RealDictCursor, caller: Caller, ns: Namespace, actor: Actor) -> None:
    """Staff who look at somebody's profile leave an audit row."""
    if caller.role not in _OWN:
        audit.record(cursor, ns, actor, action="profile.read", object_type="profile", object_id="")


# --- one version --------------------------------------------------------------------------


def read_ucu(deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *, actor: Actor) -> dict[str, Any]:
    """One version by its id."""
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        ucu = _find(cursor, ns, ucu_id)
        _trace(cursor, caller, ns, actor)
    return _shown(caller, ucu, deps.clock())


def read_history(
    deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *, before: int | None, limit: int, actor: Actor
) -> tuple[list[dict[str, Any]], int | None]:
    """Every version of the line of that version, newest first; and the number the next page starts below."""
    now = deps.clock()
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        _find(cursor, ns, ucu_id)
        rows = store.read_history(cursor, ns, ucu_id, before, limit + 1)
        _trace(cursor, caller, ns, actor)
    after = rows[limit - 1].version if len(rows) > limit else None
    return [_shown(caller, ucu, now) for ucu in rows[:limit]], after


def read_evidence(deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, *, actor: Actor) -> list[dict[str, Any]]:
    """What supports a version: each anchor with its message and the neighbours, for those who may read messages."""
    with deps.database.transaction(caller.role, _scope(caller, ns)) as cursor:
        ucu = _find(cursor, ns, ucu_id)
        rows = store.read_neighbours(cursor, ns, ucu_id) if caller.role in _OWN else []
        _trace(cursor, caller, ns, actor)
    found = []
    for anchor in ucu.evidence if caller.role in _QUOTED else ():
        mine = (anchor["session_id"], anchor["message_id"])
        messages = [_message(row) for row in rows if (row["session_id"], row["evidence_id"]) == mine]
        found.append({**anchor, "messages": messages})
    return found


def _message(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "message_id": row["message_id"], "seq": row["seq"], "role": row["role"], "content": row["content"],
        "timestamp": stamp(row["at"]), "metadata": row["metadata"],
    }  # fmt: skip


def _find(cursor: RealDictCursor, ns: Namespace, ucu_id: str) -> UCU:
    ucu = store.read(cursor, ns, ucu_id)
    if ucu is None:
        raise NotFound
    return ucu


def _shown(caller: Caller, ucu: UCU, now: datetime) -> dict[str, Any]:
    """A UCU as this caller may see it: to some staff the values alone, never what was said."""
    shown = store.as_json(ucu, trust.weigh(ucu, now))
    return shown if caller.role in _QUOTED else shown | {"evidence": [], "statement": ""}


# --- changes ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A writing request: what makes it the same request when it comes again; its project counts as of its body."""

    method: str
    path: str
    body: Any
    idempotency_key: str | None
    actor: Actor

    @property
    def body_sha256(self) -> bytes:
        """Of the body in one spelling."""
        return hashlib.sha256(orjson.dumps(self.body, option=orjson.OPT_SORT_KEYS)).digest()


def assert_ucu(
    deps: Deps, caller: Caller, ns: Namespace, body: Mapping[str, Any], attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    """Assert a UCU over the API: (201, new version), or (200, the same version with evidence added).

    Raises Invalid for a value against its key's schema, EvidenceNotFound for evidence that is not stored.
    """
    now = deps.clock()
    claim = _claim(body, ns, now, caller)
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = _replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        evidence = tuple(_resolve(cursor, ns, anchor) for anchor in body.get("evidence", ()))
        claim = replace(claim, evidence=evidence)
        if evidence and "statement" not in body:  # in the language of the words it rests on
            tongue = language(evidence[0].quote)
            said = registry.default_statement(claim.key, claim.value, claim.polarity, tongue)
            claim = replace(claim, statement=said)
        promoted = store.promote(cursor, ns, claim, ucu_id=deps.new_id(), now=now)
        if promoted.ucu is None:  # only a withdrawal can find nothing, and this is none
            raise NotFound
        status = 201 if promoted.outcome in {supersede.CREATED, supersede.HISTORY} else 200
        if promoted.outcome != supersede.UNCHANGED:
            _record(cursor, ns, attempt.actor, promoted)
        reply = _shown(caller, promoted.ucu, now)
        _keep(cursor, caller, ns, attempt, status, reply)
    return status, reply


def retire(deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, attempt: Attempt) -> tuple[int, dict[str, Any]]:
    """Withdraw the version in force; again, the same reply. Raises VersionConflict when a newer one stands."""
    now = deps.clock()
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = _replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        ucu = _find(cursor, ns, ucu_id)
        line = {"project_id": ucu.project_id, "line": ucu.line, "member": ucu.member}
        standing = store.lock_line(cursor, ns, **line)
        active = standing.active if standing else None
        ucu = _find(cursor, ns, ucu_id)
        if active is None and ucu.status == "retired":
            return 200, _shown(caller, ucu, now)
        if active is None or active.ucu_id != ucu_id:
            raise VersionConflict(current=_shown(caller, active, now) if active else None)
        promoted = store.promote(cursor, ns, _withdrawal(active, now), ucu_id=deps.new_id(), now=now)
        _record(cursor, ns, attempt.actor, promoted)
        reply = _shown(caller, _find(cursor, ns, ucu_id), now)
        _keep(cursor, caller, ns, attempt, 200, reply)
    return 200, reply


def _withdrawal(active: UCU, now: datetime) -> Claim:
    """A withdrawal of this very version."""
    return Claim(
        key=active.key, type=active.type, value=active.value, statement=active.statement, polarity=active.polarity,
        confidence=1.0, at=now, line=active.line, member=active.member, project_id=active.project_id, withdraws=True,
        source="api", prompt=True,
    )  # fmt: skip


def _claim(body: Mapping[str, Any], ns: Namespace, now: datetime, caller: Caller) -> Claim:
    """The claim that a body of POST …/ucu makes, without its evidence."""
    key = registry.find_key(body["key"])
    value, _ = redact_metadata(body["value"])
    registry.check_value(key.name, value)
    if body["type"] not in TYPES:
        raise Invalid(f"type: one of {', '.join(TYPES)}", field="type")
    value, polarity = registry.merge(key.name, None, value, body.get("polarity", "positive"))
    lifecycle = body.get("lifecycle", key.lifecycle)
    if lifecycle not in LIFECYCLES:
        raise Invalid(f"lifecycle: one of {', '.join(LIFECYCLES)}", field="lifecycle")
    said = redact(body["statement"]).text if "statement" in body else ""
    return Claim(
        key=key.name, type=body["type"], value=value, polarity=polarity, confidence=1.0, at=now, line=key.line,
        statement=said or registry.default_statement(key.name, value, polarity, store.tongue(value)),
        member=registry.member_of(key.name, value), project_id=_project(body, ns), lifecycle=lifecycle,
        valid_until=_until(body.get("valid_until"), now), importance=key.importance,
        # The users themselves, or an app in their name.
        source="user" if caller.role == "self" else "api",
        asserted_by="user" if caller.role == "self" else caller.app_id, prompt=True,
    )  # fmt: skip


def _project(body: Mapping[str, Any], ns: Namespace) -> str:
    named = check_id(body["project_id"], "project_id") if body.get("project_id") else ""
    if named and ns.project_id and named != ns.project_id:
        raise Invalid("project_id: the query names another project", field="project_id")
    return named or ns.project_id


def _until(text: str | None, now: datetime) -> datetime | None:
    if text is None:
        return None
    until = parse_time(text, "valid_until")
    if until <= now:
        raise Invalid("valid_until: this time has passed", field="valid_until")
    return until


def _resolve(cursor: RealDictCursor, ns: Namespace, text: str) -> EvidenceRef:
    """The stored user message that an anchor names; nobody vouches for what an untrusted key stored."""
    anchor = parse(text)
    found = store.find_message(cursor, ns, anchor.session_id, anchor.last)
    if found is None or found["role"] != "user" or not found["trusted"] or found["content"].strip() == DONE:
        raise EvidenceNotFound(f"evidence: {text} does not name a stored user message", field="evidence")
    cause = None
    if anchor.first != anchor.last:
        cause = store.find_message(cursor, ns, anchor.session_id, anchor.first)
        if cause is None:
            raise EvidenceNotFound(f"evidence: {text} begins with a message that is not stored", field="evidence")
    quote = found["content"][:_LONGEST_QUOTE]
    return EvidenceRef(
        session_id=anchor.session_id, message_id=found["message_id"], start=0, end=len(quote), quote=quote,
        cause_message_id=cause["message_id"] if cause else None,
    )  # fmt: skip


def _record(cursor: RealDictCursor, ns: Namespace, actor: Actor, promoted: store.Promoted) -> None:
    audit.record(
        cursor, ns, actor, action=f"ucu.{promoted.outcome}", object_type="ucu",
        object_id=promoted.ucu.ucu_id if promoted.ucu else "", before=store.audited(promoted.previous),
        after=store.audited(promoted.ucu), reason="api",
    )  # fmt: skip


def _replay(
    cursor: RealDictCursor, caller: Caller, ns: Namespace, attempt: Attempt
) -> tuple[int, dict[str, Any]] | None:
    """The first reply to this idempotency key, or None when the request is to be done now."""
    if attempt.idempotency_key is None:
        return None
    stored = idempotency.replay_or_claim(
        cursor, ns, caller.key_id, attempt.method, attempt.path, attempt.idempotency_key, attempt.body_sha256
    )
    return (stored.status, dict(stored.reply)) if stored is not None else None


def _keep(
    cursor: RealDictCursor, caller: Caller, ns: Namespace, attempt: Attempt, status: int, reply: Mapping[str, Any]
) -> None:
    if attempt.idempotency_key is not None:
        idempotency.store_reply(
            cursor,
            ns,
            caller.key_id,
            attempt.method,
            attempt.path,
            attempt.idempotency_key,
            status=status,
            reply=reply,
        )
