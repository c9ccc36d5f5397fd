"""What failed, for people: which messages were put aside and why, and another attempt when somebody asks for one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from jide.caller import Actor, Caller
from jide.drafts import work
from jide.errors import Conflict, NotFound
from jide.infra import audit, idempotency
from jide.infra.deps import Deps
from jide.infra.idempotency import Attempt
from jide.infra.times import stamp
from jide.namespace import Namespace

STATES: Final = {"open": False, "resolved": True, "all": None}
"""What a list may be asked for -> whether its dead letters are resolved; None is either."""


def list_failed(
    deps: Deps, caller: Caller, user_id: str | None, *,
    state: str, before: tuple[Any, ...] | None, limit: int, actor: Actor,
) -> tuple[list[dict[str, Any]], tuple[datetime, str] | None]:  # fmt: skip
    """The tenant's dead letters, or one user's, the newest failure first; and where the next page starts.

    state   one of STATES
    """
    filters = {
        "named": user_id, "resolved": STATES[state], "before_at": before[0] if before else None,
        "before_id": before[1] if before else None, "limit": limit + 1,
    }  # fmt: skip
    with deps.database.transaction(caller.role, caller.tenant) as cursor:
        rows = work.list_failed(cursor, caller.tenant, filters)
        about = Namespace(tenant_id=caller.tenant_id, user_id=user_id or "")
        audit.record(cursor, about, actor, action="failed.read", object_type="failed", object_id=state)
    page = rows[:limit]
    after = (page[-1]["at"], page[-1]["dead_letter_id"]) if len(rows) > limit else None
    return [_as_json(row) for row in page], after


def request_retry(deps: Deps, caller: Caller, failed_id: str, attempt: Attempt) -> tuple[int, dict[str, Any]]:
    """Ask for another attempt at what a dead letter put aside; a worker makes it within a sweep or two.

    Raises NotFound for a letter that this tenant does not have, Conflict for one whose work has succeeded since.
    """
    tenant = caller.tenant
    with deps.database.transaction(caller.role, tenant) as cursor:
        stored = idempotency.replay(cursor, caller, tenant, attempt)
        if stored is not None:
            return stored
        letter = work.request_retry(cursor, tenant, failed_id, deps.clock())
        if letter is None:
            if work.read_failed(cursor, tenant, failed_id) is None:
                raise NotFound
            raise Conflict("this work has succeeded since; there is nothing to try again")
        about = Namespace(tenant_id=tenant.tenant_id, user_id=letter["user_id"])
        audit.record(
            cursor, about, attempt.actor, action="failed.retry", object_type="failed", object_id=failed_id,
            reason=letter["stage"],
        )  # fmt: skip
        reply = {"failed_id": failed_id, "status": "queued"}
        idempotency.keep(cursor, caller, tenant, attempt, 202, reply)
    return 202, reply


def _as_json(row: Mapping[str, Any]) -> dict[str, Any]:
    """A dead letter as the API writes it; the end of a session has no message."""
    times = {name: stamp(row[name]) if row[name] else None for name in ("at", "retry_requested_at", "resolved_at")}
    return {
        "failed_id": row["dead_letter_id"], "user_id": row["user_id"], "session_id": row["session_id"],
        "message_id": row["message_id"] or None, "stage": row["stage"], "reason": row["reason"],
        "attempts": row["attempts"], **times,
    }  # fmt: skip
