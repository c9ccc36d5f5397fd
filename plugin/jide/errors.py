"""The error tree: every failure Jide names, as a code and data, knowing nothing of HTTP."""

from typing import Any, ClassVar


class JideError(Exception):
    """Something went wrong inside Jide."""

    code: ClassVar[str] = "internal"

    def __init__(self, detail: str | None = None, **data: Any) -> None:
        self.detail = detail or (type(self).__doc__ or "").strip().splitlines()[0]
        self.data = data
        super().__init__(self.detail)


# --- the request cannot be understood -------------------------------------------------


class Malformed(JideError):
    """The body is not readable as the declared content type."""

    code = "malformed"


class IdentityConflict(Malformed):
    """The same identity arrived in two places with different values."""

    code = "identity_conflict"


class TooLarge(JideError):
    """The body is larger than allowed."""

    code = "too_large"


class Invalid(JideError):
    """A field has a value that is not allowed.

    ``data["errors"]`` lists ``{"field", "detail"}`` when more than one field is concerned.
    """

    code = "invalid"


class BadId(Invalid):
    """An id must be 1-128 printable characters without '/', '\\' or outer spaces."""

    code = "bad_id"


class EvidenceNotFound(Invalid):
    """The evidence does not name a stored user message."""

    code = "evidence_not_found"


class IdempotencyMismatch(Invalid):
    """The same idempotency key was used before with a different body."""

    code = "idempotency_mismatch"


class MessageMismatch(Invalid):
    """This message_id was used before with different content."""

    code = "message_mismatch"


# --- the caller may not ---------------------------------------------------------------


class Unauthenticated(JideError):
    """No valid key was presented; send one as `Authorization: Bearer jk_…`."""

    code = "unauthenticated"


class Forbidden(JideError):
    """The key does not carry the scope this needs."""

    code = "forbidden"


class OwnDraft(Forbidden):
    """Nobody decides on a draft about or written by themselves."""

    code = "own_draft"


class NotFound(JideError):
    """Nothing here by that name."""

    code = "not_found"


# --- the state does not allow it ------------------------------------------------------


class Conflict(JideError):
    """The current state does not allow this."""

    code = "conflict"


class InFlight(Conflict):
    """A request with the same idempotency key is still running."""

    code = "in_flight"


class VersionConflict(Conflict):
    """The UCU has a newer version: `current`."""

    code = "version_conflict"


class StaleDraft(Conflict):
    """The draft was decided on, or what it would change has moved since it was made: `diff`."""

    code = "stale_draft"


class EvidenceGone(Conflict):
    """The evidence of that version was erased."""

    code = "evidence_gone"


# --- a part is away -------------------------------------------------------------------


class Unavailable(JideError):
    """A part this needs is away; try again after `retry_after` seconds."""

    code = "unavailable"


class PostgresAway(Unavailable):
    """PostgreSQL does not answer."""

    code = "postgres_away"


class RedisAway(Unavailable):
    """Redis does not answer."""

    code = "redis_away"


class NotMigrated(Unavailable):
    """The database is not migrated; run `jide migrate`."""

    code = "not_migrated"


# --- inside the service, never shown --------------------------------------------------


class LeaseLost(JideError):
    """Another worker holds this bucket now; nothing was written."""

    code = "lease_lost"


class CounterWentBack(JideError):
    """A (session, epoch, seq) is already another message: the counter went back."""

    code = "counter_went_back"


class Unreadable(JideError):
    """An entry of the outbox says nothing that can be understood."""

    code = "unreadable"


class Misconfigured(JideError):
    """A setting is missing or wrong."""

    code = "misconfigured"
