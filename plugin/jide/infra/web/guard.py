"""Deny by default: every view says which scope it requires, or that it is open to all."""

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote_to_bytes

from flask import Flask, Response, current_app, g, request

from jide.errors import BadId, Forbidden, Invalid, Malformed, NotFound, PostgresAway, Unavailable
from jide.infra import audit
from jide.infra.deps import new_id
from jide.infra.keys import KeyRing
from jide.infra.logs import log
from jide.infra.web import params, problems
from jide.infra.web.auth import presented_key
from jide.infra.web.context import actor, caller, deps, request_id
from jide.redact import redact

__all__ = ["OPEN", "actor", "caller", "deps", "install", "open_to_all", "request_id", "required_scope", "requires"]

Away = Callable[[Unavailable], Response | None]
View = TypeVar("View", bound=Callable[..., Any])

OPEN: Final = "open"
"""The scope of a view that needs no key."""

_KEYS: Final = "jide.keys"
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_SLASH: Final = re.compile(r"%2f|%5c", re.IGNORECASE)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


def requires(scope: str, *, away: Away | None = None) -> Callable[[View], View]:
    """Mark a view: only callers that carry `scope` may call it.

    away    answers instead where the key cannot be looked up because a store is away: reads for a prompt fail open,
            and an answer that is empty for everybody tells nobody anything. None lets the error be told.
    """

    def mark(view: View) -> View:
        view.scope = scope  # type: ignore[attr-defined]
        view.away = away  # type: ignore[attr-defined]
        return view

    return mark


def open_to_all(view: View) -> View:
    """Mark a view that needs no key."""
    return requires(OPEN)(view)


def required_scope(app: Flask, endpoint: str) -> str | None:
    """The scope that the view behind `endpoint` requires, or None where nobody said."""
    found: str | None = getattr(app.view_functions[endpoint], "scope", None)
    return found


def install(app: Flask) -> None:
    """Put the guard before every view of `app`."""
    app.before_request(_identify_request)
    app.before_request(_authorize)
    app.before_request(_refuse_hidden_text)
    app.before_request(_refuse_two_identities)
    app.register_error_handler(NotFound, _tell_absent)


def _identify_request() -> None:
    given = request.headers.get("X-Request-Id", "")
    # It goes into logs and audit, where nobody's number or key belongs.
    plain = _REQUEST_ID.fullmatch(given) and not redact(given).counts
    g.jide_request_id = given if plain else new_id()


def _authorize() -> Response | None:
    """Find the caller, and let it pass if it carries the view's scope."""
    if request.endpoint is None:  # no such route: the error handler says so
        return None
    view = current_app.view_functions[request.endpoint]
    scope = required_scope(current_app, request.endpoint)
    if scope == OPEN:
        return None
    try:
        g.jide_caller = _key_ring().find(presented_key(request.headers), deps().clock())
    except Unavailable as error:
        away: Away | None = getattr(view, "away", None)
        reply = away(error) if away else None
        if reply is None:
            raise
        return reply
    if scope is None:
        raise Forbidden("this route is closed")
    try:
        g.jide_caller.require(scope)
    except Forbidden:
        _record_refusal(scope)
        raise
    return None


def _tell_absent(error: NotFound) -> Response:
    """The same of what is absent and of a user for whom the credential does not speak; of the latter a row is kept."""
    if error.data.get("out_of_reach"):
        _record_refusal("user")
    return problems.problem(error)


def _key_ring() -> KeyRing:
    ring = current_app.extensions.get(_KEYS)
    if ring is None:
        ring = current_app.extensions.setdefault(_KEYS, KeyRing(deps().database))
    return ring  # type: ignore[no-any-return]


def _record_refusal(scope: str) -> None:
    """A refusal is a fact for the audit, in a transaction of its own; without PostgreSQL it is only logged."""
    who = caller()
    try:
        with deps().database.transaction(who.role, who.tenant) as cursor:
            audit.record(
                cursor, who.tenant, actor(),
                action="access", object_type="route", object_id=f"{request.method} {request.url_rule}",
                outcome="refused", reason=scope,
            )  # fmt: skip
    except PostgresAway:
        log.warning("audit.missed", request_id=request_id(), key_id=who.key_id)


def _refuse_hidden_text() -> None:
    """Refuse what would be read in two ways: bytes that are no UTF-8, NUL, a slash inside a path segment.

    A framework replaces such bytes silently, and two names would become one.
    """
    if request.endpoint is None:
        return
    raw = str(request.environ.get("RAW_URI", "")).partition("?")[0]
    path = request.environ.get("PATH_INFO", "").encode("latin-1")
    if not _is_utf8(path) or not _is_utf8(unquote_to_bytes(raw)) or _CONTROL.search(request.path):
        raise BadId("path: an id has only printable characters, in UTF-8", field="path")
    if _SLASH.search(raw):
        raise BadId("path: an id has no '/' or '\\'", field="path")
    _check_query(request.query_string)


def _check_query(query: bytes) -> None:
    try:
        pairs = parse_qsl(query.decode(), keep_blank_values=True, errors="strict", max_num_fields=100)
    except UnicodeDecodeError as error:
        raise Invalid("query: percent-encoded UTF-8 is needed", field="query") from error
    except ValueError as error:
        raise Malformed("query: more than 100 parameters") from error
    for name, value in pairs:
        if "\0" in name or "\0" in value:
            shown = name if name.isprintable() else "query"
            raise Invalid(f"{shown}: the character NUL is not allowed", field=shown)


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True


def _refuse_two_identities() -> None:
    if request.endpoint is not None:
        for name in params.IDENTITY:
            params.stated(name)


def authenticated() -> bool:
    """Whether this request has shown a good key."""
    return "jide_caller" in g
