"""What a request says outside its body: whose memory is meant, and the parameters of the query."""

import base64
import binascii
import json
import re
import uuid
from datetime import datetime
from typing import Any, Final
from unicodedata import normalize

from flask import request

from jide.caller import Caller
from jide.errors import BadId, IdentityConflict, Invalid, Malformed, NotFound
from jide.infra.idempotency import Attempt
from jide.infra.times import parse_time, stamp
from jide.infra.web.context import actor, caller
from jide.namespace import Namespace, check_id

IDENTITY: Final = ("user_id", "session_id", "project_id")
"""The fields that say whose memory is meant: taken from the path or the query, never from a body beside them."""

_INTEGER: Final = re.compile(r"-?[0-9]{1,19}")
_FLAGS: Final = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
_PRINTABLE: Final = re.compile(r"[\x20-\x7e]{1,255}")
_LOST_PLUS: Final = re.compile(r"(:[0-9]{2}(?:\.[0-9]+)?) ([0-9]{2}:[0-9]{2})$")


def stated(name: str) -> str | None:
    """The one value of `name` in path and query, or None; empty is absent. Raises IdentityConflict for two."""
    values = [*request.args.getlist(name), (request.view_args or {}).get(name, "")]
    found = {normalize("NFC", value) for value in values if value}  # two spellings of one id are no conflict
    if len(found) > 1:
        raise IdentityConflict(f"{name} arrived with different values in this request", field=name)
    return found.pop() if found else None


def user_namespace(user_id: str | None = None, project_id: str | None = None) -> Namespace:
    """The namespace of the user that path or query name, if the caller may speak for that user.

    user_id, project_id     given by the few routes that take them from elsewhere
    """
    who: Caller = caller()
    user = stated("user_id")
    if user is not None and user_id is not None and user != normalize("NFC", user_id):
        raise IdentityConflict("user_id arrived with different values in this request", field="user_id")
    named = user_id if user_id is not None else user
    if named is None:
        raise BadId("user_id: missing; send it in the query", field="user_id")
    return who.namespace(named, project_id if project_id is not None else stated("project_id"))


def query_id(name: str, required: bool = False) -> str | None:
    """An id from path or query in NFC; None where absent and not required."""
    value = stated(name)
    if value is None:
        if required:
            raise BadId(f"{name}: missing; send it in the query", field=name)
        return None
    return check_id(value, name)


def required_id(name: str) -> str:
    """An id from path or query that must be there."""
    found = query_id(name, required=True)
    assert found is not None  # noqa: S101  # query_id has raised otherwise
    return found


def object_id(value: str) -> str:
    """A server-made id from the path in its one form; what cannot be one names nothing: NotFound."""
    try:
        return str(uuid.UUID(value))
    except ValueError as error:
        raise NotFound from error


def query_text(name: str, default: str = "") -> str:
    """A text of the query; the last one where it is repeated."""
    values = request.args.getlist(name)
    return values[-1] if values else default


def query_int(name: str, default: int, low: int, high: int) -> int:
    """A whole number of the query between `low` and `high`; `default` where absent or empty."""
    text = query_text(name)
    if not text:
        return default
    number = int(text) if _INTEGER.fullmatch(text) else None
    if number is None or not low <= number <= high:
        raise Invalid(f"{name}: a whole number from {low} to {high}", field=name)
    return number


def query_number(name: str, low: float, high: float) -> float | None:
    """A number of the query between `low` and `high`; None where absent or empty."""
    text = query_text(name)
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,19}(\.[0-9]{1,19})?", text) or not low <= float(text) <= high:
        raise Invalid(f"{name}: a number from {low} to {high}", field=name)
    return float(text)


def query_time(name: str) -> datetime | None:
    """A time of the query (RFC 3339 with a zone); None where absent or empty."""
    text = query_text(name)
    # An offset's + that nobody encoded arrives as a space.
    return parse_time(_LOST_PLUS.sub(r"\1+\2", text), name) if text else None


def query_flag(name: str) -> bool | None:
    """true or false of the query; None where absent or empty."""
    text = query_text(name)
    if not text:
        return None
    if text.lower() not in _FLAGS:
        raise Invalid(f"{name}: true or false", field=name)
    return _FLAGS[text.lower()]


def query_choice(name: str, choices: tuple[str, ...], default: str) -> str:
    """One of `choices` from the query; `default` where absent or empty."""
    text = query_text(name) or default
    if text not in choices:
        raise Invalid(f"{name}: one of {', '.join(choices)}", field=name)
    return text


def limit(default: int = 50, most: int = 500) -> int:
    """How many things of a list are asked for."""
    return query_int("limit", default, 1, most)


def cursor_out(position: tuple[Any, ...]) -> str:
    """An opaque cursor for the position after a list's last element."""
    parts = [stamp(part) if isinstance(part, datetime) else part for part in position]
    text = json.dumps(parts, ensure_ascii=True, default=str, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def cursor_in(*kinds: type) -> tuple[Any, ...] | None:
    """The position that the query's cursor names; None where absent. Raises Invalid for one not of our making.

    kinds   what the position is made of: datetime, uuid.UUID (comes back as str), int, str; default: a time and an id
    """
    text = query_text("cursor")
    if not text:
        return None
    wanted = kinds or (datetime, uuid.UUID)
    try:
        parts = json.loads(base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True))
        if not isinstance(parts, list) or len(parts) != len(wanted):
            raise ValueError("shape")
        return tuple(_part(kind, part) for kind, part in zip(wanted, parts, strict=True))
    except (binascii.Error, ValueError, TypeError, RecursionError, Invalid) as error:
        raise Invalid("cursor: not one of this list's cursors", field="cursor") from error


def _part(kind: Any, part: Any) -> Any:
    if kind is datetime:
        return parse_time(part)
    if kind is uuid.UUID and isinstance(part, str):
        return str(uuid.UUID(part))
    if type(part) is not kind or (kind is int and abs(part) >= 2**31) or (kind is str and "\0" in part):
        raise ValueError("kind")
    if kind is str:
        part.encode()  # a lone surrogate is a UnicodeEncodeError, which is a ValueError
    return part


def idempotency_key() -> str | None:
    """The request's idempotency key from header or query; None where absent."""
    found = {key for key in (request.headers.get("Idempotency-Key", ""), query_text("idempotency_key")) if key}
    if len(found) > 1:
        raise Malformed("two different idempotency keys arrived", field="idempotency_key")
    key = found.pop() if found else None
    if key is not None and not (_PRINTABLE.fullmatch(key) or _short_text(key)):
        raise Invalid("idempotency_key: 1 to 255 printable characters", field="idempotency_key")
    return key


def _short_text(key: str) -> bool:
    return len(key) <= 255 and key.isprintable()


def attempt(body: Any) -> Attempt:
    """This request as one that may come again; its project, which the query may name, counts as of its body."""
    return Attempt(
        method=request.method, path=request.path, body=[body, stated("project_id")],
        idempotency_key=idempotency_key(), actor=actor(),
    )  # fmt: skip
