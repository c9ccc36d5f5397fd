"""The error tree: stable codes, a sentence each, data beside."""

import re
from collections.abc import Iterator

import pytest

from jide import errors
from jide.errors import JideError


def tree(kind: type[JideError] = JideError) -> Iterator[type[JideError]]:
    """Every error of the service."""
    yield kind
    for child in kind.__subclasses__():
        yield from tree(child)


KINDS = [kind for kind in tree() if kind.__module__ == errors.__name__]


@pytest.mark.parametrize("kind", KINDS)
def test_docstring_is_the_default_message(kind: type[JideError]) -> None:
    """An error that is only raised already says what is wrong."""
    error = kind()
    assert error.detail == str(error) == (kind.__doc__ or "").splitlines()[0]
    assert len(error.detail) > 10
    assert error.data == {}


@pytest.mark.parametrize("kind", KINDS)
def test_detail_and_data_are_kept(kind: type[JideError]) -> None:
    """The place that knows more says more."""
    error = kind("user_id: 不行", field="user_id")
    assert (error.detail, str(error), error.data) == ("user_id: 不行", "user_id: 不行", {"field": "user_id"})


def test_codes_are_words_and_each_is_one_error() -> None:
    """A code is a stable name."""
    codes = [kind.code for kind in KINDS]
    assert len(codes) == len(set(codes))
    assert [code for code in codes if not re.fullmatch(r"[a-z]+(_[a-z]+)*", code)] == []


@pytest.mark.parametrize(
    ("kind", "parent"),
    [
        (errors.IdentityConflict, errors.Malformed),
        (errors.BadId, errors.Invalid),
        (errors.EvidenceNotFound, errors.Invalid),
        (errors.IdempotencyMismatch, errors.Invalid),
        (errors.OwnDraft, errors.Forbidden),
        (errors.VersionConflict, errors.Conflict),
        (errors.InFlight, errors.Conflict),
        (errors.PostgresAway, errors.Unavailable),
        (errors.RedisAway, errors.Unavailable),
        (errors.NotMigrated, errors.Unavailable),
    ],
)
def test_families(kind: type[JideError], parent: type[JideError]) -> None:
    """A family shares its answer over HTTP."""
    assert issubclass(kind, parent)


def test_errors_know_no_http() -> None:
    """Statuses are the web edge's business."""
    assert [name for kind in KINDS for name in vars(kind) if "status" in name or "http" in name] == []
