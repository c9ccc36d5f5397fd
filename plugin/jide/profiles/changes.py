"""What people change of a profile by hand: asserted with evidence, amended, rolled back, retired."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.errors import EvidenceGone, EvidenceNotFound, Invalid, NotFound, VersionConflict
from jide.evidence import parse
from jide.infra import audit, idempotency
from jide.infra.deps import Deps
from jide.infra.idempotency import Attempt
from jide.infra.times import parse_time
from jide.namespace import Namespace, check_id
from jide.profiles import registry, store, supersede
from jide.profiles.registry import Key
from jide.profiles.service import shown
from jide.profiles.store import Promoted, View
from jide.profiles.ucu import LIFECYCLES, TYPES, UCU, Claim, EvidenceRef
from jide.redact import redact
from jide.sessions.intake import redact_metadata
from jide.sessions.message import DONE
from jide.text import language

_LONGEST_QUOTE: Final = 500
_GENERAL: Final = "other_"  # keys of this prefix hold whatever the registry has no key for, of any type
_RENEWS: Final = frozenset({"value", "polarity", "statement", "lifecycle"})
_WRITTEN: Final = frozenset({supersede.CREATED, supersede.HISTORY})

Reply = tuple[int, dict[str, Any]]


def assert_ucu(deps: Deps, caller: Caller, ns: Namespace, body: Mapping[str, Any], attempt: Attempt) -> Reply:
    """Assert a UCU over the API: (201, new version), or (200, the same version with evidence added).

    Raises Invalid for a value against its key's schema, EvidenceNotFound for evidence that is not stored.
    """
    claim = _claim(body, ns, deps.clock(), caller)
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = idempotency.replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        now = _turn(cursor, deps, ns)
        evidence = tuple(_resolve(cursor, ns, anchor) for anchor in body.get("evidence", ()))
        claim = replace(claim, at=now, evidence=evidence)
        if evidence and "statement" not in body:  # in the language of the words it rests on
            tongue = language(evidence[0].quote)
            said = registry.default_statement(claim.key, claim.value, claim.polarity, tongue)
            claim = replace(claim, statement=said)
        promoted = store.promote(cursor, ns, claim, ucu_id=deps.new_id(), now=now)
        if promoted.ucu is None:  # only a withdrawal can find nothing, and this is none
            raise NotFound
        status = 201 if promoted.outcome in _WRITTEN else 200
        if promoted.outcome != supersede.UNCHANGED:
            _record(cursor, ns, attempt.actor, promoted)
        reply = _told(cursor, caller, ns, promoted.ucu, now)
        idempotency.keep(cursor, caller, ns, attempt, status, reply)
    return status, reply


def amend(
    deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, body: Mapping[str, Any], attempt: Attempt
) -> Reply:  # fmt: skip
    """Write the version that follows the one in force, with the fields of `body` in place of its own.

    The new value stands as it is given; nothing is merged. Evidence goes along where value and polarity stay. Another
    member of a set is written on that member's line, and the old member's line ends. Nothing changed: the same version.
    Raises VersionConflict, with the version in force, where `ucu_id` or `expected_version` is not that one; Invalid for
    a value against its key's schema.
    """
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = idempotency.replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        now = _turn(cursor, deps, ns)
        ucu = _find(cursor, ns, ucu_id)
        claim = _amended(ucu, body, caller, now)
        active = _lock(cursor, ns, ucu)
        if active is None or (active.ucu_id, active.version) != (ucu_id, body["expected_version"]):
            raise VersionConflict(current=_told(cursor, caller, ns, active, now) if active else None)
        claim = store.bounded(cursor, ns, claim, now)
        written = active
        if _differs(active, claim):
            promoted = store.promote(cursor, ns, claim, ucu_id=deps.new_id(), now=now)
            if promoted.ucu is not None and _same_words(active, claim):
                store.copy_evidence(cursor, ns, active.ucu_id, promoted.ucu.ucu_id, now=now)
            written = _recorded(cursor, ns, attempt.actor, promoted, "ucu.amended")
        reply = _told(cursor, caller, ns, written, now)
        idempotency.keep(cursor, caller, ns, attempt, 200, reply)
    return 200, reply


def roll_back(
    deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, body: Mapping[str, Any], attempt: Attempt
) -> Reply:  # fmt: skip
    """Put version `body["version"]` of that version's line back: (201, a new version that copies it).

    The number of the version in force: (200, that version). Raises NotFound where the line has no such version, and
    EvidenceGone where it had evidence of which nothing is stored any more.
    """
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = idempotency.replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        now = _turn(cursor, deps, ns)
        found = store.read_version(cursor, ns, _find(cursor, ns, ucu_id), body["version"])
        if found is None:
            raise NotFound
        old, declared_until = found
        claim = _restored(old, declared_until, caller, now)
        active = _lock(cursor, ns, old)
        status, written = 200, active
        if active is None or active.version != old.version:
            promoted = store.promote(cursor, ns, claim, ucu_id=deps.new_id(), now=now)
            _rest_on(cursor, ns, promoted, old, now)
            status, written = 201, _recorded(cursor, ns, attempt.actor, promoted, "ucu.rolled_back")
        reply = _told(cursor, caller, ns, _present(written), now)
        idempotency.keep(cursor, caller, ns, attempt, status, reply)
    return status, reply


def retire(deps: Deps, caller: Caller, ns: Namespace, ucu_id: str, attempt: Attempt) -> Reply:
    """Withdraw the version in force; again, the same reply. Raises VersionConflict when a newer one stands."""
    with deps.database.transaction(caller.role, ns) as cursor:
        stored = idempotency.replay(cursor, caller, ns, attempt)
        if stored is not None:
            return stored
        now = _turn(cursor, deps, ns)
        ucu = _find(cursor, ns, ucu_id)
        active = _lock(cursor, ns, ucu)
        if active is None and ucu.status == "retired":
            reply = _told(cursor, caller, ns, ucu, now)
        elif active is None or active.ucu_id != ucu_id:
            raise VersionConflict(current=_told(cursor, caller, ns, active, now) if active else None)
        else:
            promoted = store.promote(cursor, ns, _withdrawal(active, now), ucu_id=deps.new_id(), now=now)
            _record(cursor, ns, attempt.actor, promoted)
            reply = _told(cursor, caller, ns, active, now)
        idempotency.keep(cursor, caller, ns, attempt, 200, reply)
    return 200, reply


def _turn(cursor: RealDictCursor, deps: Deps, ns: Namespace) -> datetime:
    """Wait until nobody else writes of this user, and say when that is.

    Read before the wait, the time of a change would be earlier than that of changes which were made meanwhile, and
    whoever had asked what was known then would be told something else now.
    """
    store.lock_user(cursor, ns)
    return deps.clock()


# --- what a request claims ----------------------------------------------------------------


def _claim(body: Mapping[str, Any], ns: Namespace, now: datetime, caller: Caller) -> Claim:
    """The claim that a body of POST …/ucu makes, without its evidence."""
    key = registry.find_key(body["key"])
    value, _ = redact_metadata(body["value"])
    registry.check_value(key.name, value)
    _check_polarity(key, body)
    value, polarity = registry.merge(key.name, None, value, body.get("polarity", "positive"))
    return Claim(
        key=key.name, type=_type(key, body["type"]), value=value, polarity=polarity, confidence=1.0, at=now,
        line=key.line, member=registry.member_of(key.name, value), project_id=_project(body, ns),
        statement=_statement(body) or registry.default_statement(key.name, value, polarity, store.tongue(value)),
        lifecycle=_lifecycle(body.get("lifecycle", key.lifecycle)), valid_until=_until(body.get("valid_until"), now),
        prompt=True, **_by(caller),
    )  # fmt: skip


def _amended(ucu: UCU, body: Mapping[str, Any], caller: Caller, now: datetime) -> Claim:
    """What `ucu` would say with the fields of a PATCH in place of its own."""
    value, polarity = ucu.value, ucu.polarity
    _check_polarity(registry.find_key(ucu.key), body)
    if "value" in body:
        value, _ = redact_metadata(body["value"])
        registry.check_value(ucu.key, value)
    if "value" in body or "polarity" in body:
        value, polarity = registry.merge(ucu.key, None, value, body.get("polarity", polarity))
    statement = _statement(body) or ucu.statement
    if "statement" not in body and (dict(value), polarity) != (dict(ucu.value), ucu.polarity):
        statement = registry.default_statement(ucu.key, value, polarity, language(ucu.statement))
    lifecycle = _lifecycle(body.get("lifecycle", ucu.lifecycle))
    # The end of a quarter goes with the quarter, unless somebody says until when.
    until = None if ucu.lifecycle == "quarterly" and lifecycle != "quarterly" else ucu.valid_until
    if "valid_until" in body:
        until = _until(body["valid_until"], now)
    elif until is not None and until <= now and not body.keys().isdisjoint(_RENEWS):
        until = None  # what had run out is said anew
    return Claim(
        key=ucu.key, type=ucu.type, value=value, statement=statement, polarity=polarity, confidence=1.0, at=now,
        line=ucu.line, member=ucu.member, project_id=ucu.project_id, lifecycle=lifecycle, valid_until=until,
        ending=body.get("ending", "changed"), prompt=True, exact=True, **_by(caller),
    )  # fmt: skip


def _restored(old: UCU, declared_until: datetime | None, caller: Caller, now: datetime) -> Claim:
    """What a rollback to `old` claims; until when it was declared to hold counts while that lies ahead."""
    return Claim(
        key=old.key, type=old.type, value=old.value, statement=old.statement, polarity=old.polarity,
        confidence=old.confidence, at=now, line=old.line, member=old.member, project_id=old.project_id,
        lifecycle=old.lifecycle, valid_until=declared_until if declared_until and declared_until > now else None,
        ending="rolled_back", prompt=True, exact=True, rolled_back_from=old.version,
        **_by(caller),
    )  # fmt: skip


def _withdrawal(active: UCU, now: datetime) -> Claim:
    """A withdrawal of this very version."""
    return Claim(
        key=active.key, type=active.type, value=active.value, statement=active.statement, polarity=active.polarity,
        confidence=1.0, at=now, line=active.line, member=active.member, project_id=active.project_id, withdraws=True,
        source="api", prompt=True,
    )  # fmt: skip


def _by(caller: Caller) -> dict[str, Any]:
    """Who says so: the users themselves, or an app in their name."""
    own = caller.role == "self"
    return {"source": "user" if own else "api", "asserted_by": "user" if own else caller.app_id}


def _type(key: Key, name: str) -> str:
    """The type a UCU of `key` may have: the key's own, or any for the keys that hold what has no key of its own."""
    if name not in TYPES:
        raise Invalid(f"type: one of {', '.join(TYPES)}", field="type")
    if name not in (key.type, "correction") and not key.name.startswith(_GENERAL):
        raise Invalid(f"type: {key.name} is of type {key.type}", field="type")
    return name


def _check_polarity(key: Key, body: Mapping[str, Any]) -> None:
    """Raise Invalid where the key itself says yes or no, and the body the opposite."""
    if key.polarity and body.get("polarity", key.polarity) != key.polarity:
        raise Invalid(f"polarity: {key.name} is always {key.polarity}", field="polarity")


def _statement(body: Mapping[str, Any]) -> str:
    return redact(body["statement"]).text if "statement" in body else ""


def _lifecycle(name: str) -> str:
    if name not in LIFECYCLES:
        raise Invalid(f"lifecycle: one of {', '.join(LIFECYCLES)}", field="lifecycle")
    return name


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


# --- how it stands ------------------------------------------------------------------------


def _find(cursor: RealDictCursor, ns: Namespace, ucu_id: str) -> UCU:
    return _present(store.read(cursor, ns, ucu_id))


def _present(ucu: UCU | None) -> UCU:
    if ucu is None:
        raise NotFound
    return ucu


def _told(cursor: RealDictCursor, caller: Caller, ns: Namespace, ucu: UCU, now: datetime) -> dict[str, Any]:
    """The version as a list would show it, with what speaks against it."""
    return shown(caller, _present(store.read_at(cursor, ns, ucu.ucu_id, View(as_of=now))), now)


def _lock(cursor: RealDictCursor, ns: Namespace, ucu: UCU) -> UCU | None:
    """The version in force on the line of `ucu`, locked; None where none is."""
    standing = store.lock_line(cursor, ns, project_id=ucu.project_id, line=ucu.line, member=ucu.member)
    return standing.active if standing else None


def _rest_on(cursor: RealDictCursor, ns: Namespace, promoted: Promoted, old: UCU, now: datetime) -> None:
    """Let the copy of a version rest on what that one rests on. Raises EvidenceGone where nothing of it is stored."""
    copied = store.copy_evidence(cursor, ns, old.ucu_id, _present(promoted.ucu).ucu_id, now=now)
    if not copied and (old.evidence or old.source == "extractor"):
        raise EvidenceGone


def _differs(active: UCU, claim: Claim) -> bool:
    """Whether anything of the version in force would change."""
    stands = (active.statement, active.lifecycle, active.valid_until)
    return not _same_words(active, claim) or stands != (claim.statement, claim.lifecycle, claim.valid_until)


def _same_words(active: UCU, claim: Claim) -> bool:
    return (dict(active.value), active.polarity) == (dict(claim.value), claim.polarity)


def _record(
    cursor: RealDictCursor, ns: Namespace, actor: Actor, promoted: Promoted, action: str | None = None
) -> None:  # fmt: skip
    audit.record(
        cursor, ns, actor, action=action or f"ucu.{promoted.outcome}", object_type="ucu",
        object_id=promoted.ucu.ucu_id if promoted.ucu else "", before=store.audited(promoted.previous),
        after=store.audited(promoted.ucu), reason="api",
    )  # fmt: skip


def _recorded(cursor: RealDictCursor, ns: Namespace, actor: Actor, promoted: Promoted, action: str) -> UCU:
    """The version that was written, as it stands with its evidence, and the audit row of writing it."""
    written = _find(cursor, ns, _present(promoted.ucu).ucu_id)
    _record(cursor, ns, actor, replace(promoted, ucu=written), action)
    return written
