"""Problems: the one table from errors to HTTP, and their form (RFC 9457, application/problem+json)."""

import traceback
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from jide import errors
from jide.infra.logs import log
from jide.infra.web.replies import dump

STATUSES: Final[dict[type[errors.JideError], int]] = {
    errors.JideError: 500,
    errors.Malformed: 400,
    errors.TooLarge: 413,
    errors.Invalid: 422,
    errors.Unauthenticated: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    errors.Conflict: 409,
    errors.Unavailable: 503,
}
"""Status of each error; a class that is not here has its parent's."""

_CODES: Final = {
    400: errors.Malformed.code,
    404: errors.NotFound.code,
    405: "method_not_allowed",
    413: errors.TooLarge.code,
    415: "unsupported_media_type",
}
_HIDDEN: Final = (errors.NotFound,)  # foreign and absent look the same, byte for byte
_MEMBERS: Final = ("current", "diff", "parts")  # what an error's data may add to its problem
_RETRY: Final = {503: 2, 409: None}


def status_of(error: errors.JideError) -> int:
    """The HTTP status of an error."""
    return next(STATUSES[kind] for kind in type(error).__mro__ if kind in STATUSES)


def install(app: Flask) -> None:
    """Answer every error of `app` with a problem."""
    app.register_error_handler(errors.JideError, problem)
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Exception, _unexpected)


def problem(error: errors.JideError) -> Response:
    """The reply that says what went wrong, the cause within its first 100 characters."""
    status = status_of(error)
    if status == 500:
        return _unexpected(error)
    hidden = isinstance(error, _HIDDEN)
    data: dict[str, Any] = {} if hidden else error.data
    more: dict[str, Any] = {name: data[name] for name in _MEMBERS if name in data}
    field_errors = data.get("errors") or (
        [{"field": data["field"], "detail": error.detail}] if "field" in data else None
    )
    if field_errors:
        more["errors"] = field_errors
    headers = {}
    retry_after = data.get("retry_after", _RETRY.get(status))
    if retry_after is not None:
        more["retry_after"] = retry_after
        headers["Retry-After"] = str(retry_after)
    if status == 401:
        headers["WWW-Authenticate"] = 'Bearer realm="jide"'
    detail = type(error)().detail if hidden else error.detail
    return _reply(status, error.code, detail, more, headers)


def _http_problem(error: HTTPException) -> Response:
    """The problem of an error that Flask itself raised."""
    status = error.code or 500
    code = _CODES.get(status, HTTPStatus(status).name.lower())
    if status == 404:
        return problem(errors.NotFound())
    if status == 413:
        return problem(errors.TooLarge("the body is larger than 256 kB"))
    headers = {name: value for name, value in error.get_headers() if name in {"Allow", "Location", "Retry-After"}}
    return _reply(status, code, error.description or HTTPStatus(status).phrase, {}, headers)


def _unexpected(error: Exception) -> Response:
    """A fault of ours: told without content, logged by class and place, never by value."""
    log.error("http.fault", error=type(error).__name__, where=_place(error), request_id=_request_id())
    return _reply(500, errors.JideError.code, errors.JideError().detail, {}, {})


def _place(error: Exception) -> str:
    """The innermost line of ours that the error passed, as file:line."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/jide/" in frame.filename] or frames
    return f"{ours[-1].filename.rpartition('/jide/')[2]}:{ours[-1].lineno}" if ours else ""


def _reply(status: int, code: str, detail: str, more: dict[str, Any], headers: dict[str, str]) -> Response:
    g.jide_code = code
    body = {
        "code": code,
        "detail": detail,
        "status": status,
        "title": HTTPStatus(status).phrase,
        "type": f"urn:jide:problem:{code}",
        "request_id": _request_id(),
        **more,
    }
    return Response(dump(body), status, headers, content_type="application/problem+json")


def _request_id() -> str:
    return str(g.get("jide_request_id", ""))
