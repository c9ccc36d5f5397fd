"""Decisions of reviewers on drafts: each once, against what stands now, with one audit row; singly or many at once."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.caller import Actor, Caller
from jide.drafts import draft, store
from jide.errors import Conflict, Forbidden, Invalid, NotFound, OwnDraft, StaleDraft
from jide.infra import audit, idempotency, metrics
from jide.infra.deps import Deps
from jide.infra.idempotency import Attempt
from jide.infra.postgres import savepoint
from jide.namespace import Namespace
from jide.profiles import registry, trust
from jide.profiles import store as profiles
from jide.profiles.ucu import UCU
from jide.redact import redact
from jide.sessions.intake import redact_metadata

_BECOMES: Final = {"approve": "approved", "amend": "amended", "reject": "rejected"}
_FAILS_ALONE: Final = (NotFound, Invalid, Conflict, Forbidden)
"""What undoes one decision of many and leaves the others; a store that is away undoes all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a reviewer decides; value and statement are an amendment's, already redacted.

    expected_version    the version that the reviewer knows to stand now, 0 for none; None where they did not say
    """

    verb: str
    value: Mapping[str, Any] | None
    statement: str | None
    reason: str
    expected_version: int | None


def parse(body: Mapping[str, Any]) -> Decision:
    """The decision of a body. Raises Invalid where it amends without saying how, or says how without amending."""
    verb, given = body["decision"], [name for name in ("value", "statement") if name in body]
    if verb == "amend" and not given:
        raise Invalid("value: an amendment says what is right instead, as value or statement", field="value")
    if verb != "amend" and given:
        raise Invalid(f"{given[0]}: only an amendment has one", field=given[0])
    return Decision(
        verb=verb,
        value=redact_metadata(body["value"])[0] if "value" in body else None,
        statement=redact(body["statement"]).text if "statement" in body else None,
        reason=redact(body.get("reason", "")).text,
        expected_version=body.get("expected_version"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """One decision on its way: who decides what, for whom, when; `cursor` acts for the user of `ns`, who is locked."""

    cursor: RealDictCursor
    deps: Deps
    caller: Caller
    ns: Namespace
    decision: Decision
    actor: Actor
    now: datetime


def decide(
    deps: Deps, caller: Caller, draft_id: str, body: Mapping[str, Any], attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    """Decide on one draft: (200, {"draft_id", "status", "ucu"?}), and its other drafts that say the same are closed.

    Raises NotFound for a draft of nobody this caller may speak for, OwnDraft for one about or written by the caller,
    StaleDraft with the diff where it was decided on before or the UCU moved since, Invalid for a value against its
    key's schema.
    """
    try:
        return _decide(deps, caller, draft_id, parse(body), attempt)
    except StaleDraft:  # its diff shows what is remembered: somebody has looked
        _record_stale(deps, caller, draft_id, attempt.actor)
        raise


def _decide(
    deps: Deps, caller: Caller, draft_id: str, decision: Decision, attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    with deps.database.transaction(caller.role, caller.tenant) as cursor:
        row = store.read_draft(cursor, caller.tenant, draft_id)
        if row is None:
            raise NotFound
        ns = caller.namespace(row["user_id"])
        store.name_user(cursor, ns)
        if own := _is_own(caller, row):  # told outside, so that the trace of it stays
            _record_refusal(cursor, ns, attempt.actor, draft_id)
            reply: dict[str, Any] = {}
        elif (stored := idempotency.replay(cursor, caller, ns, attempt)) is not None:
            return stored
        else:
            profiles.lock_user(cursor, ns)
            task = _Task(
                cursor=cursor, deps=deps, caller=caller, ns=ns, decision=decision, actor=attempt.actor,
                now=deps.clock(),
            )  # fmt: skip
            status, ucu = _settle(task, draft_id)
            shown = {"ucu": _shown(ucu, task.now)} if ucu else {}
            reply = {"draft_id": draft_id, "status": status, **shown}
            idempotency.keep(cursor, caller, ns, attempt, 200, reply)
    if own:
        raise OwnDraft
    return 200, reply


def _is_own(caller: Caller, row: draft.Row) -> bool:
    """Whether the draft is about the person who decides, or written by them."""
    mine = {caller.key_id, *([caller.subject] if caller.subject else [])}
    return row["user_id"] == caller.subject or row["created_by"] in mine


def _record_refusal(
    cursor: RealDictCursor, ns: Namespace, actor: Actor, draft_id: str, reason: str = OwnDraft.code
) -> None:  # fmt: skip
    audit.record(
        cursor, ns, actor, action="draft.decide", object_type="draft", object_id=draft_id, outcome="refused",
        reason=reason,
    )  # fmt: skip


def _record_stale(deps: Deps, caller: Caller, draft_id: str, actor: Actor) -> None:
    with deps.database.transaction(caller.role, caller.tenant) as cursor:
        row = store.read_draft(cursor, caller.tenant, draft_id)
        if row is not None:
            ns = caller.namespace(row["user_id"])
            store.name_user(cursor, ns)
            _record_refusal(cursor, ns, actor, draft_id, StaleDraft.code)


# --- one decision -------------------------------------------------------------------------


def _settle(task: _Task, draft_id: str) -> tuple[str, UCU | None]:
    """Carry the decision out: what the draft is now, and the UCU that it became, supports or ended."""
    row = store.lock_draft(task.cursor, task.ns, draft_id)
    if row is None:
        raise NotFound
    current = _current(task, row)
    if _is_out_of_date(task, row, current):
        raise StaleDraft(diff=_diff(task, row, current))
    if task.decision.verb == "reject":
        _close(task, row, None, audited={"ucu": profiles.audited(current)})
        return _BECOMES["reject"], None
    promoted = _promote(task, row)
    closed = _settle_siblings(task, row, promoted)
    _close(
        task, row, promoted.ucu, before=promoted.previous, outcome=promoted.outcome,
        audited={"ucu": profiles.audited(promoted.ucu), "closed": closed},
    )  # fmt: skip
    return _BECOMES[task.decision.verb], promoted.ucu


def _current(task: _Task, row: draft.Row) -> UCU | None:
    """The version in force on the draft's line, locked; where the draft no longer waits, it is only read."""
    if row["status"] != "pending":
        return next(iter(store.read_currents(task.cursor, task.ns, [row], task.now).values()), None)
    line = {name: row[name] for name in ("project_id", "line", "member")}
    standing = profiles.lock_line(task.cursor, task.ns, **line)
    return draft.in_force(standing.active if standing else None, task.now)


def _is_out_of_date(task: _Task, row: draft.Row, current: UCU | None) -> bool:
    """Whether the reviewer has to look again. What a rejection leaves alone may have moved without them."""
    expected, rejects = task.decision.expected_version, task.decision.verb == "reject"
    if row["status"] != "pending":
        return True
    if not rejects and row["valid_until"] is not None and row["valid_until"] <= task.now:
        return True  # its time has run out: it would only end what stands
    if expected is not None:
        return expected != (current.version if current else 0)
    return not rejects and draft.is_stale(row, current)


def _diff(task: _Task, row: draft.Row, current: UCU | None) -> dict[str, Any]:
    against = row["current_ucu_id"]
    drafted = profiles.read(task.cursor, task.ns, against) if against else None
    return draft.diff(row, drafted, current, _shown(current, task.now) if current else None)


def _promote(task: _Task, row: draft.Row) -> profiles.Promoted:
    """Let the draft become what it says, or what the reviewer says instead."""
    decision = task.decision
    if draft.unplaced(row):
        raise Conflict("it speaks of a project that its conversation does not name: assert it there, and reject this")
    if row["signal"] == draft.WITHDRAWAL:
        if decision.value is not None:
            raise Invalid("value: a withdrawal has none; reject it, and assert what is right", field="value")
    else:
        registry.check_value(row["key"], decision.value if decision.value is not None else row["value"])
    claim = draft.to_claim(row, value=decision.value, statement=decision.statement, by=task.caller.key_id)
    promoted = profiles.promote(task.cursor, task.ns, claim, ucu_id=task.deps.new_id(), now=task.now)
    metrics.PROMOTIONS.labels(promoted.outcome).inc()
    return promoted


def _settle_siblings(task: _Task, row: draft.Row, promoted: profiles.Promoted) -> list[str]:
    """Close the drafts of the line that say the same; of the others, those said earlier put nothing in doubt any more.

    They wait on, and are stale. Returns the ids of those that were closed.
    """
    retires, ucu, closed = row["signal"] == draft.WITHDRAWAL, promoted.ucu, []
    now_in_force = ucu if ucu is not None and ucu.status == "active" else None
    for other in store.lock_siblings(task.cursor, task.ns, row):
        again = other["signal"] == draft.WITHDRAWAL and other["member"] == row["member"]
        if again if retires else (ucu is not None and draft.says_the_same(other, ucu)):
            store.decide_draft(task.cursor, task.ns, other["draft_id"], _decided(task, "closed", ucu))
            closed.append(other["draft_id"])
        elif other["conflict"] == "contradicts" and other["member"] == (ucu.member if ucu else row["member"]):
            stands = draft.conflict(other, now_in_force)
            if stands != "contradicts":
                store.set_conflict(task.cursor, task.ns, other["draft_id"], stands)
    return closed


def _decided(task: _Task, status: str, ucu: UCU | None, **more: Any) -> dict[str, Any]:
    """What a draft keeps of the decision on it."""
    return {
        "status": status, "ucu_id": ucu.ucu_id if ucu else None, "amended_value": None, "amended_statement": None,
        "reason": "", "now": task.now, "by": task.caller.key_id,
    } | more  # fmt: skip


def _close(
    task: _Task, row: draft.Row, ucu: UCU | None, *, audited: dict[str, Any], before: UCU | None = None,
    outcome: str = "",
) -> None:  # fmt: skip
    """Write the decision down, on the draft and in the audit; the reason is there as part of a digest only."""
    decision, status = task.decision, _BECOMES[task.decision.verb]
    amended = {
        "amended_value": profiles.to_json(dict(decision.value)) if decision.value is not None else None,
        "amended_statement": decision.statement, "reason": decision.reason,
    }  # fmt: skip
    store.decide_draft(task.cursor, task.ns, row["draft_id"], _decided(task, status, ucu, **amended))
    metrics.DECISIONS.labels(status).inc()
    was = {"status": row["status"], "key": row["key"], "value": row["value"], "polarity": row["polarity"]}
    audit.record(
        task.cursor, task.ns, task.actor, action=f"draft.{status}", object_type="draft", object_id=row["draft_id"],
        before=was | {"ucu": profiles.audited(before)}, after={"status": status, **amended, **audited}, reason=outcome,
    )  # fmt: skip


def _shown(ucu: UCU, now: datetime) -> dict[str, Any]:
    return profiles.as_json(ucu, trust.weigh(ucu, now))


# --- many at once -------------------------------------------------------------------------


def decide_all(
    deps: Deps, caller: Caller, body: Mapping[str, Any], attempt: Attempt
) -> tuple[int, dict[str, Any]]:  # fmt: skip
    """Decide on many drafts in one transaction; each decision that fails undoes itself alone and says why.

    (200, {"results": [{"draft_id", "status", "ucu_id"?} or {"draft_id", "error": {"code", "detail", "diff"?}}, …]}), in
    the order they came in. The users' locks are taken first and sorted, so two such requests never wait for each other
    in a circle.
    """
    items = [(item, _uuid(item["draft_id"])) for item in body["decisions"]]
    with deps.database.transaction(caller.role, caller.tenant) as cursor:
        whose = store.find_users(cursor, caller.tenant, [found for _, found in items if found is not None])
        stored = idempotency.replay(cursor, caller, caller.tenant, attempt)
        if stored is not None:
            return stored[0], _with_diffs(cursor, caller, attempt, stored[1], whose)
        users = {user: Namespace(tenant_id=caller.tenant_id, user_id=user) for user in whose.values()}
        for user in sorted(users):
            profiles.lock_user(cursor, users[user])
        now, results = deps.clock(), []
        for item, draft_id in items:
            ns = users.get(whose.get(draft_id or "", ""), caller.tenant)
            store.name_user(cursor, ns)
            results.append(_one_of_many(cursor, deps, caller, ns, item, draft_id, attempt.actor, now))
        _keep(cursor, caller, attempt, results, whose)
    return 200, {"results": results}


def _uuid(text: str) -> str | None:
    """An id in its one form; None for what cannot be one."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return None


def _one_of_many(
    cursor: RealDictCursor, deps: Deps, caller: Caller, ns: Namespace, item: Mapping[str, Any], draft_id: str | None,
    actor: Actor, now: datetime,
) -> dict[str, Any]:  # fmt: skip
    """What came of one decision; where it fails, nothing but the record of a refusal."""
    name = item["draft_id"]
    try:
        with savepoint(cursor):
            if draft_id is None or not ns.user_id:
                raise NotFound
            caller.namespace(ns.user_id)
            row = store.read_draft(cursor, ns, draft_id)
            if row is not None and _is_own(caller, row):
                raise OwnDraft
            task = _Task(
                cursor=cursor, deps=deps, caller=caller, ns=ns, decision=parse(item), actor=actor, now=now
            )  # fmt: skip
            status, ucu = _settle(task, draft_id)
    except _FAILS_ALONE as error:
        if isinstance(error, (OwnDraft, StaleDraft)):
            _record_refusal(cursor, ns, actor, str(draft_id), error.code)
        diff = {"diff": error.data["diff"]} if "diff" in error.data else {}
        return {"draft_id": name, "error": {"code": error.code, "detail": error.detail, **diff}}
    return {"draft_id": name, "status": status} | ({"ucu_id": ucu.ucu_id} if ucu else {})


def _keep(
    cursor: RealDictCursor, caller: Caller, attempt: Attempt, results: Sequence[Mapping[str, Any]],
    whose: Mapping[str, str],
) -> None:  # fmt: skip
    """Keep the reply: what a diff says of a user by that user, so that it goes when they do; the rest by nobody."""
    diffs: dict[str, dict[str, Any]] = {}
    bare = []
    for number, result in enumerate(results):
        error = dict(result.get("error", {}))
        if "diff" in error:
            user = whose[str(_uuid(result["draft_id"]))]
            diffs.setdefault(user, {})[str(number)] = error.pop("diff")
        bare.append({**result, "error": error} if error else result)
    for user, found in diffs.items():
        ns = Namespace(tenant_id=caller.tenant_id, user_id=user)
        store.name_user(cursor, ns)
        idempotency.replay(cursor, caller, ns, attempt)
        idempotency.keep(cursor, caller, ns, attempt, 200, found)
    store.name_user(cursor, caller.tenant)
    idempotency.keep(cursor, caller, caller.tenant, attempt, 200, {"results": bare})


def _with_diffs(
    cursor: RealDictCursor, caller: Caller, attempt: Attempt, reply: Mapping[str, Any], whose: Mapping[str, str]
) -> dict[str, Any]:
    """The stored reply with the diffs that are kept by user."""
    results = [dict(result) for result in reply["results"]]
    stale = [n for n, found in enumerate(results) if found.get("error", {}).get("code") == StaleDraft.code]
    kept: dict[str, Mapping[str, Any]] = {}
    for number in stale:
        user = whose.get(str(_uuid(results[number]["draft_id"])))
        if user is None:
            continue  # erased since, and what was said of them with them
        if user not in kept:
            ns = Namespace(tenant_id=caller.tenant_id, user_id=user)
            store.name_user(cursor, ns)
            stored = idempotency.replay(cursor, caller, ns, attempt)
            kept[user] = stored[1] if stored else {}
        results[number]["error"] = {**results[number]["error"], "diff": kept[user].get(str(number))}
    return {"results": results}
