"""Parameters: identity once, everything else within its bounds."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from flask import Flask, g

from jide.caller import Caller
from jide.errors import BadId, IdentityConflict, Invalid, JideError, Malformed, NotFound
from jide.infra.web import params

app = Flask("test", static_folder=None)
CALLER = Caller(tenant_id="acme", key_id="k", app_id="a", role="app", scopes=frozenset())


def asked(query: str, read: Callable[[], Any], *, caller: Caller = CALLER, **path: str) -> Any:
    """What `read` returns in a request with this query and these path arguments."""
    with app.test_request_context(f"/?{query}") as context:
        context.request.view_args = dict(path)
        g.jide_caller = caller
        return read()


def refused(error: type[JideError], query: str, read: Callable[[], Any], **path: str) -> JideError:
    """The error of `read` in such a request."""
    with pytest.raises(error) as caught:
        asked(query, read, **path)
    assert caught.type is error
    return caught.value


@pytest.mark.parametrize(
    ("query", "path", "user", "project"),
    [
        ("user_id=u1", {}, "u1", ""),
        ("user_id=", {"user_id": "u1"}, "u1", ""),
        ("user_id=u1&project_id=p", {"user_id": "u1"}, "u1", "p"),
        ("user_id=%E5%BC%A0%E4%B8%89", {}, "张三", ""),
        ("user_id=e%CC%81", {}, "\u00e9", ""),
        ("user_id=o'brien&project_id=", {}, "o'brien", ""),
        ("user_id=*", {}, "*", ""),
        ("user_id=%25", {}, "%", ""),
        ("user_id=u1%3As1", {}, "u1:s1", ""),
        ("user_id=a|b", {}, "a|b", ""),
    ],
)
def test_the_user_is_the_one_named(query: str, path: dict[str, str], user: str, project: str) -> None:
    """Ids are literal, in NFC."""
    ns = asked(query, params.user_namespace, **path)
    assert ("acme", user, project) == (ns.tenant_id, ns.user_id, ns.project_id)


@pytest.mark.parametrize(
    ("query", "path", "error"),
    [
        ("", {}, BadId),
        ("user_id=", {}, BadId),
        ("user_id=%20u", {}, BadId),
        ("user_id=a%2Fb", {}, BadId),
        ("user_id=..", {}, BadId),
        ("user_id=" + "x" * 129, {}, BadId),
        ("user_id=a%0Ab", {}, BadId),
        ("user_id=u1&project_id=a%5Cb", {}, BadId),
        ("user_id=DEFAULT-USER", {}, Invalid),
        ("user_id=u1&user_id=u2", {}, IdentityConflict),
        ("user_id=u2", {"user_id": "u1"}, IdentityConflict),
        ("user_id=u1&project_id=a&project_id=b", {}, IdentityConflict),
    ],
)
def test_no_user_and_two_users_are_refused(query: str, path: dict[str, str], error: type[JideError]) -> None:
    """Nobody, everybody and two at once are not a user."""
    refused(error, query, params.user_namespace, **path)


def test_a_user_out_of_reach_is_absent() -> None:
    """A caller that speaks for some users sees no others."""
    few = Caller(tenant_id="acme", key_id="k", app_id="a", role="self", scopes=frozenset(), users=frozenset({"u1"}))
    assert asked("user_id=u1", params.user_namespace, caller=few).user_id == "u1"
    with pytest.raises(NotFound):
        asked("user_id=u2", params.user_namespace, caller=few)


@pytest.mark.parametrize("text", ["0", "501", "-1", "abc", "1.5", "1e2", "9" * 5000, "٥", " 5"])
def test_a_limit_out_of_bounds_is_refused(text: str) -> None:
    """By name."""
    assert refused(Invalid, f"limit={text}", params.limit).data["field"] == "limit"


@pytest.mark.parametrize(("query", "limit"), [("", 50), ("limit=", 50), ("limit=1", 1), ("limit=500", 500)])
def test_a_limit_within_bounds_is_taken(query: str, limit: int) -> None:
    """50 unless said otherwise."""
    assert limit == asked(query, params.limit)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-12-01T08:00:00Z", datetime(2026, 12, 1, 8, tzinfo=UTC)),
        ("2026-12-01T16:00:00%2B08:00", datetime(2026, 12, 1, 8, tzinfo=UTC)),
        ("2026-12-01T16:00:00+08:00", datetime(2026, 12, 1, 8, tzinfo=UTC)),
        ("2026-12-01T08:00:00.1234567Z", datetime(2026, 12, 1, 8, 0, 0, 123456, tzinfo=UTC)),
        ("", None),
    ],
)
def test_a_time_is_read(text: str, at: datetime | None) -> None:
    """Also where the client did not encode the plus."""
    assert at == asked(f"as_of={text}", lambda: params.query_time("as_of"))


@pytest.mark.parametrize(
    "text",
    ["2026-12-01T08:00:00", "2026-12-01", "now", "2026-02-30T00:00:00Z", "0001-01-01T00:00:00%2B08:00", "1764547200"],
)
def test_a_time_without_a_zone_is_refused(text: str) -> None:
    """By name."""
    error = refused(Invalid, f"as_of={text}", lambda: params.query_time("as_of"))
    assert error.data["field"] == "as_of"


def test_a_cursor_comes_back_as_it_went() -> None:
    """A position is a time and an id."""
    position = (datetime(2026, 12, 1, 8, 0, 0, 1, tzinfo=UTC), str(uuid.uuid4()))
    assert position == asked(f"cursor={params.cursor_out(position)}", params.cursor_in)
    assert asked(f"cursor={params.cursor_out((7, '张'))}", lambda: params.cursor_in(int, str)) == (7, "张")
    assert asked("", params.cursor_in) is None


@pytest.mark.parametrize(
    "cursor",
    ["x", "!!!!", "e30", "W10", "WzEsMl0", "bnVsbA", "WyJcdWQ4MDAiLCJhIl0", "WyIyMDI2LTEyLTAxVDA4OjAwOjAwWiIsIngiXQ",
     "W" * 9999, "%E5%BC%A0", "Ww" * 40_000],
)  # fmt: skip
def test_a_cursor_not_of_our_making_is_refused(cursor: str) -> None:
    """It never reaches a store."""
    assert refused(Invalid, f"cursor={cursor}", params.cursor_in).data["field"] == "cursor"


@pytest.mark.parametrize(
    ("query", "header", "key"),
    [("", "", None), ("idempotency_key=a", "", "a"), ("", "b", "b"), ("idempotency_key=c", "c", "c")],
)
def test_an_idempotency_key_is_found(query: str, header: str, key: str | None) -> None:
    """In header or query."""
    with app.test_request_context(f"/?{query}", headers={"Idempotency-Key": header}):
        assert key == params.idempotency_key()


@pytest.mark.parametrize(
    ("query", "header", "error"),
    [
        ("idempotency_key=a", "b", Malformed),
        ("idempotency_key=" + "x" * 256, "", Invalid),
        ("idempotency_key=%0A", "", Invalid),
    ],
)
def test_an_odd_idempotency_key_is_refused(query: str, header: str, error: type[JideError]) -> None:
    """Two, too long, not printable."""
    with app.test_request_context(f"/?{query}", headers={"Idempotency-Key": header}), pytest.raises(error):
        params.idempotency_key()


@pytest.mark.parametrize(("text", "flag"), [("true", True), ("0", False), ("False", False), ("", None)])
def test_a_flag_is_read(text: str, flag: bool | None) -> None:
    """true, false, or not said."""
    assert flag is asked(f"durable={text}", lambda: params.query_flag("durable"))


def test_another_flag_is_refused() -> None:
    """By name."""
    assert refused(Invalid, "durable=maybe", lambda: params.query_flag("durable")).data["field"] == "durable"
