"""The key a request presents: Bearer, Basic (raw or base64), repeated prefixes, X-API-Key."""

import base64
import binascii
import re
from typing import Final

from werkzeug.datastructures import Headers

from jide.errors import Unauthenticated

_PREFIX: Final = re.compile(r"(?:bearer|basic)\s+", re.IGNORECASE)
_LONGEST: Final = 512


def presented_key(headers: Headers) -> str:
    """The key of these request headers. Raises Unauthenticated where there is none.

    Agent platforms write Authorization in their own ways: Dify sends its key as `Basic <key>` unencoded unless told
    otherwise, and some of its releases repeat the prefix at each call.
    """
    text = headers.get("Authorization", "").strip()[:_LONGEST]
    if not text:
        text = headers.get("X-API-Key", "").strip()[:_LONGEST]
    while match := _PREFIX.match(text):
        text = text[match.end() :].strip()
    if not text:
        raise Unauthenticated
    return text if text.startswith("jk_") else _unpacked(text)


def _unpacked(text: str) -> str:
    """The key inside base64 `<key>`, `<key>:` or `<name>:<key>`."""
    try:
        plain = base64.b64decode(text, validate=True).decode("ascii")
    except (binascii.Error, ValueError) as error:
        raise Unauthenticated from error
    parts = [part for part in plain.split(":") if part.startswith("jk_")]
    if len(parts) != 1:
        raise Unauthenticated
    return parts[0]
