"""Schemas: errors name the field and never repeat the value."""

import pytest

from jide.errors import Invalid
from jide.infra.web import schemas


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({}, {"app_id"}),
        ({"app_id": "a", "角色": 1, "x": 2}, {"角色", "x"}),
        ({"app_id": ""}, {"app_id"}),
        ({"app_id": "a", "role": "root"}, {"role"}),
        ({"app_id": "a", "scopes": ["extract", "extract"]}, {"scopes"}),
        ({"app_id": "a", "scopes": ["extract", 7]}, {"scopes[1]"}),
        ({"app_id": 5, "identity": "me"}, {"app_id", "identity"}),
        ({"app_id": "a", "x\n\u202e": 1}, {"x\ufffd\ufffd"}),
    ],
)
def test_each_field_concerned_is_named(value: object, fields: set[str]) -> None:
    """errors[] has one entry per fault."""
    with pytest.raises(Invalid) as caught:
        schemas.check("key", value)
    errors = caught.value.data["errors"]
    assert fields == {error["field"] for error in errors}
    assert len(fields) == len(errors)
    assert caught.value.detail.startswith(errors[0]["field"])


def test_a_value_is_never_repeated() -> None:
    """What was wrong may be a secret that was sent in the wrong field."""
    with pytest.raises(Invalid) as caught:
        schemas.check("key", {"app_id": "a", "role": "hunter2 secret"})
    assert "hunter2" not in str(caught.value) + str(caught.value.data)


def test_a_good_value_passes() -> None:
    """The smallest body there is."""
    schemas.check("key", {"app_id": "客服"})


@pytest.mark.parametrize(("limit", "taken"), [(8, True), (8.0, False), (1e1, False), (True, False), ("8", False)])
def test_a_whole_number_is_written_as_one(limit: object, taken: bool) -> None:
    """JSON Schema takes 8.0 for an integer; a list that is cut at 8.0 is a fault."""
    body = {"user_id": "u1", "q": "周报", "limit": limit}
    if taken:
        schemas.check("recall", body)
        return
    with pytest.raises(Invalid) as caught:
        schemas.check("recall", body)
    assert [error["field"] for error in caught.value.data["errors"]] == ["limit"]
