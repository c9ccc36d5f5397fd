"""Problems: one table from errors to statuses, the cause up front, nothing of ours inside."""

import json
from typing import Any

import pytest
from flask import Flask

from jide import errors
from jide.infra.web import problems

app = Flask("test", static_folder=None)


def told(error: errors.JideError) -> tuple[int, dict[str, Any], dict[str, str]]:
    """Status, body and headers of the problem of `error`."""
    with app.app_context():
        reply = problems.problem(error)
    return reply.status_code, json.loads(reply.data), dict(reply.headers)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (errors.Malformed(), 400, "malformed"),
        (errors.IdentityConflict(), 400, "identity_conflict"),
        (errors.Unauthenticated(), 401, "unauthenticated"),
        (errors.Forbidden(), 403, "forbidden"),
        (errors.OwnDraft(), 403, "own_draft"),
        (errors.NotFound(), 404, "not_found"),
        (errors.Conflict(), 409, "conflict"),
        (errors.InFlight(), 409, "in_flight"),
        (errors.VersionConflict(), 409, "version_conflict"),
        (errors.EvidenceGone(), 409, "evidence_gone"),
        (errors.TooLarge(), 413, "too_large"),
        (errors.Invalid(), 422, "invalid"),
        (errors.BadId(), 422, "bad_id"),
        (errors.EvidenceNotFound(), 422, "evidence_not_found"),
        (errors.IdempotencyMismatch(), 422, "idempotency_mismatch"),
        (errors.MessageMismatch(), 422, "message_mismatch"),
        (errors.PostgresAway(), 503, "postgres_away"),
        (errors.RedisAway(), 503, "redis_away"),
        (errors.NotMigrated(), 503, "not_migrated"),
        (errors.LeaseLost(), 500, "internal"),
        (errors.Misconfigured("postgresql://secret"), 500, "internal"),
    ],
)
def test_each_error_has_its_status_and_code(error: errors.JideError, status: int, code: str) -> None:
    """The table of the contract."""
    found, body, headers = told(error)
    assert (status, status, code) == (found, body["status"], body["code"])
    assert {"type", "title", "status", "detail", "code", "request_id"} <= set(body)
    assert headers["Content-Type"] == "application/problem+json"
    assert "secret" not in json.dumps(body)


def test_every_error_has_a_status() -> None:
    """An error that was added without thinking of HTTP is at least its parent's."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.JideError)]
    assert len(kinds) > 15
    assert all(400 <= problems.status_of(kind()) < 600 for kind in kinds)


def test_absent_and_foreign_have_the_same_bytes() -> None:
    """Whatever the code that raised it knew."""
    with app.app_context():
        assert (
            problems.problem(errors.NotFound()).data
            == problems.problem(errors.NotFound("u2 is hidden", current=1)).data
        )


def test_the_cause_is_within_the_first_hundred_characters() -> None:
    """Dify shows no more of an extension's error."""
    with app.app_context():
        start = problems.problem(errors.BadId("user_id: an id has no '/'")).data[:100].decode()
    assert "bad_id" in start
    assert "user_id: an id has no '/'" in start


def test_data_that_clients_need_travels() -> None:
    """errors[], retry_after, the current version; nothing else."""
    _, body, headers = told(errors.Unavailable(retry_after=7, secret="x"))
    assert (body["retry_after"], headers["Retry-After"]) == (7, "7")
    assert "secret" not in body
    assert told(errors.VersionConflict(current={"version": 3}))[1]["current"] == {"version": 3}
    assert told(errors.Invalid("q: no", field="q"))[1]["errors"] == [{"field": "q", "detail": "q: no"}]
    assert told(errors.Unauthenticated())[2]["WWW-Authenticate"].startswith("Bearer")
