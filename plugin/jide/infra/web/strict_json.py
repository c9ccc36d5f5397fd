"""A strict JSON reader: what readers and stores would disagree about is refused, with the field named.

Refused: other than UTF-8, deeper than 32, duplicate keys, NaN and Infinity, numbers beyond 64 bits, NUL,
lone surrogates.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from jide.errors import Invalid, Malformed

DEPTH: Final = 32
"""Levels of arrays and objects a body may have."""

# Strings are skipped, an unterminated one too; possessive, so that hostile text costs one pass.
_STRUCTURE: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class _Refused:
    """Stands in the tree where something was that may not be."""

    detail: str


def decode(body: bytes) -> Any:
    """The value that `body` writes. Raises Malformed where it is no JSON, Invalid naming the field otherwise."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed("the body is not UTF-8") from error
    if too_deep(text):
        raise Invalid(f"body: JSON nested deeper than {DEPTH} levels", field="body")
    try:
        tree = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )
    except ValueError as error:
        where = f" at line {error.lineno} column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Malformed(f"the body is not JSON{where}") from error
    refuse(tree)
    return tree


def refuse(tree: Any) -> None:
    """Raise Invalid, with each field concerned, where a decoded value has what may not be stored."""
    faults = list(refusals(tree))
    if faults:
        raise Invalid(f"{faults[0]['field']}: {faults[0]['detail']}", errors=faults)


def too_deep(text: str) -> bool:
    """Whether `text` nests deeper than DEPTH, found without recursion."""
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    depth = 0
    for match in _STRUCTURE.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > DEPTH:
                return True
        elif match[0] in "]}":
            depth -= 1
    return False


def refusals(tree: Any, most: int = 20) -> Iterator[dict[str, str]]:
    """Each place of a decoded value that may not be stored, as {"field", "detail"}; at most `most`."""
    waiting: list[tuple[str, Any]] = [("", tree)]
    found = 0
    while waiting and found < most:
        path, value = waiting.pop()
        detail = _fault(value)
        if detail:
            found += 1
            yield {"field": path or "body", "detail": detail}
        elif isinstance(value, dict):
            keys = [(path, _Refused(f"a key has {fault}")) for key in value if (fault := _text_fault(key))]
            waiting.extend(keys or [(f"{path}.{key}" if path else key, part) for key, part in reversed(value.items())])
        elif isinstance(value, list):
            waiting.extend((f"{path}[{i}]", value[i]) for i in range(len(value) - 1, -1, -1))


def _fault(value: Any) -> str:
    if isinstance(value, _Refused):
        return value.detail
    return _text_fault(value) if isinstance(value, str) else ""


def _text_fault(text: str) -> str:
    if "\0" in text:
        return "the character NUL, which is not allowed"
    if _SURROGATE.search(text):
        return "half of a surrogate pair, which is no character"
    return ""


def _object(pairs: list[tuple[str, Any]]) -> Any:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            return _Refused(f"the key {printable(key)} appears twice")
        seen.add(key)
    return found


def _integer(text: str) -> Any:
    if len(text.lstrip("-")) > 19 or not -(2**63) <= int(text) < 2**63:
        return _Refused("a whole number has at most 19 digits and fits 64 bits")
    return int(text)


def _number(text: str) -> Any:
    value = float(text)
    # PostgreSQL writes a great number out in digits, which no reader of 64 bits takes back.
    return value if abs(value) < 2**63 else _Refused("a number is finite and fits 64 bits")


def _constant(text: str) -> Any:
    return _Refused(f"{text} is no JSON number")


def printable(text: str) -> str:
    """`text` fit for a message: short, quoted, nothing invisible."""
    shown = "".join(c if c.isprintable() else "\ufffd" for c in text[:_SHOWN])
    return f'"{shown}"'
