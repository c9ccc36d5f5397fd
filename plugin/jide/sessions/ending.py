"""The end of a session as a request that may come again: a late repetition must not end what was begun since."""

from typing import Any

from jide.caller import Caller
from jide.errors import PostgresAway
from jide.infra import idempotency
from jide.infra.deps import Deps
from jide.infra.idempotency import Attempt
from jide.namespace import Namespace
from jide.sessions import service


def end_session_once(
    deps: Deps, caller: Caller, ns: Namespace, session_id: str, attempt: Attempt
) -> tuple[int, dict[str, Any]]:
    """End a session, once for each idempotency key.

    While PostgreSQL is away, where replies are kept, the session is ended all the same: ending it is idempotent in
    itself, and an end that waits for a database is worse than one that comes twice. Raises as `service.end_session`.
    """
    reply = {"ended": True}
    if attempt.idempotency_key is None:
        service.end_session(deps, caller, ns, session_id)
        return 202, reply
    try:
        with deps.database.transaction(caller.role, ns) as cursor:
            stored = idempotency.replay(cursor, caller, ns, attempt)
            if stored is not None:
                return stored
            service.end_session(deps, caller, ns, session_id)
            idempotency.keep(cursor, caller, ns, attempt, 202, reply)
    except PostgresAway:
        service.end_session(deps, caller, ns, session_id)
    return 202, reply
