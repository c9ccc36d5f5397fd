"""Replies: JSON and text as the service writes them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import orjson
from flask import Response

from jide.infra.times import stamp as stamp  # routes take both from here

_OPTIONS: Final = orjson.OPT_PASSTHROUGH_DATETIME


def _other(value: object) -> Any:
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def dump(payload: Any) -> bytes:
    """`payload` as JSON; datetimes as RFC 3339 in UTC with microseconds."""
    return orjson.dumps(payload, default=_other, option=_OPTIONS)


def json_reply(payload: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON reply."""
    return bytes_reply(dump(payload), "application/json", status, headers)


def bytes_reply(
    body: bytes | str, content_type: str, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """A reply that is ready as it stands."""
    return Response(body, status=status, content_type=content_type, headers=dict(headers or {}))


def text_reply(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A plain text reply in UTF-8."""
    return bytes_reply(text.encode(), "text/plain; charset=utf-8", status, headers)
