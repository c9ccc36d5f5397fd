"""Bodies: JSON, form fields or plain text, read once, strictly, against a schema."""

import hashlib
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import parse_qsl

from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import UnsupportedMediaType

from jide.errors import IdentityConflict, Invalid, Malformed, TooLarge
from jide.infra.web import params, schemas, strict_json

LARGEST: Final = 256 * 1024
"""Bytes a body may have. Flask refuses a longer declared length before it reads (see READ)."""

READ: Final = LARGEST + 1
"""Bytes that are read at most: a chunked body is cut there without a word, so one more shows that it was too long."""

_DRAINED: Final = 4 * LARGEST
"""Bytes of a refused body that are read and dropped."""

_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"
_CHARSETS: Final = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})


def read_json(schema: str) -> dict[str, Any]:
    """The JSON object of this request, as schemas/<schema>.json says it must be."""
    _check_charset()
    if not _is_json() and request.mimetype:
        raise UnsupportedMediaType("expected Content-Type: application/json")
    return _checked(schema, _json_object())


def read_fields(schema: str, text_field: str) -> dict[str, Any]:
    """The fields of this request, sent as a JSON object, as form fields or, for `text_field` alone, as plain text.

    No body at all is no field.
    """
    _check_charset()
    if not _body():
        found: dict[str, Any] = {text_field: ""} if request.mimetype == "text/plain" else {}
    elif _is_json():
        found = _json_object()
    elif request.mimetype == _FORM:
        found = _form_fields()
    elif request.mimetype == _MULTIPART:
        found = _multipart_fields()
    elif request.mimetype == "text/plain":
        found = {text_field: _text(_body())}
    else:
        raise UnsupportedMediaType("expected application/json, application/x-www-form-urlencoded or text/plain")
    return _checked(schema, found)


def body_sha256() -> bytes:
    """The digest of this request's body and content type, by which a repetition is known."""
    return hashlib.sha256(request.mimetype.encode() + b"\0" + _body()).digest()


def drain() -> None:
    """Read what nobody wanted of this request's body, up to a limit, so that its connection serves the next request.

    gunicorn closes a connection on which more than 64 KiB are left, after a reply that said it stays open; a client
    that sends its next request there would take the service for broken.
    """
    if not request.environ.get("wsgi.input_terminated"):
        return  # a server whose stream does not end with the body
    stream, left = request.environ["wsgi.input"], _DRAINED
    try:
        while left > 0 and (chunk := stream.read(min(left, 65_536))):
            left -= len(chunk)
    except (ParseException, OSError):  # the connection is of no use any more, and is closed
        return


def _body() -> bytes:
    try:
        body = request.get_data()
    except ParseException as error:  # the server reads chunks when we do, and finds out then
        raise Malformed("the body's chunks cannot be read") from error
    if len(body) > LARGEST:
        raise TooLarge("the body is larger than 256 kB")
    return body


def _checked(schema: str, found: dict[str, Any]) -> dict[str, Any]:
    """`found` without the identity that path or query state as well, if the schema allows it."""
    strict_json.refuse(found)
    own = schemas.properties(schema)
    for name in params.IDENTITY:
        if name in found:
            _check_identity(name, found[name], own)
    fields = {name: value for name, value in found.items() if name in own or name not in params.IDENTITY}
    schemas.check(schema, fields)
    return fields


def _check_identity(name: str, value: Any, own: frozenset[str]) -> None:
    """A body must not name somebody else than path or query; only where the schema asks for it may it name at all."""
    stated = params.stated(name)
    if value in (None, "") or (stated is None and name in own):
        return
    if (normalize("NFC", value) if isinstance(value, str) else value) != stated:
        raise IdentityConflict(f"{name} arrived in the body with another value than in the path or query", field=name)


def _is_json() -> bool:
    return request.mimetype == "application/json" or request.mimetype.endswith("+json")


def _check_charset() -> None:
    charset = request.mimetype_params.get("charset", "").lower()
    if charset not in _CHARSETS:
        raise UnsupportedMediaType("expected charset=utf-8")
    if request.content_encoding not in (None, "", "identity"):
        raise UnsupportedMediaType("expected a body without Content-Encoding")


def _json_object() -> dict[str, Any]:
    body = _body()
    if not body.strip():
        raise Malformed("the body is empty; a JSON object was expected")
    found = strict_json.decode(body)
    if not isinstance(found, dict):
        raise Invalid("body: a JSON object was expected", field="body")
    return found


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed("the body is not UTF-8") from error


def _form_fields() -> dict[str, Any]:
    try:
        pairs = parse_qsl(_text(_body()), keep_blank_values=True, errors="strict", max_num_fields=50)
    except UnicodeDecodeError as error:
        raise Malformed("the form is not percent-encoded UTF-8") from error
    except ValueError as error:
        raise Malformed("the form has more than 50 fields") from error
    return _plain_fields(pairs)


def _multipart_fields() -> dict[str, Any]:
    if request.files:
        raise Invalid(f"{strict_json.printable(next(iter(request.files)))}: files are not taken", field="body")
    _text(_body())  # the form parser would put other characters in place of bytes that are no UTF-8
    return _plain_fields([(name, value) for name, values in request.form.lists() for value in values])


def _plain_fields(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            shown = strict_json.printable(name)[1:-1]
            raise Invalid(f"{shown}: the field appears twice", field=shown)
        found[name] = value
    return found
