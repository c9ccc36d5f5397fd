"""Request schemas: compiled once from jide/schemas/<name>.json; their errors as {"field", "detail"}."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend

from jide.errors import Invalid
from jide.infra.web.strict_json import printable

_MOST: Final = 20


def _is_integer(_: Any, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# JSON Schema takes 8.0 for a whole number, Python does not: whatever counts or numbers is written without a point.
_STRICT: Final = cast(
    type[Draft202012Validator],
    extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    ),
)


def document(name: str) -> Mapping[str, Any]:
    """The JSON Schema that schemas/<name>.json holds."""
    schema: Any = validator(name).schema
    return MappingProxyType(schema)


@cache
def validator(name: str) -> Draft202012Validator:
    """The compiled validator of schemas/<name>.json. A schema that is none raises jsonschema's SchemaError."""
    schema = json.loads(files("jide.schemas").joinpath(f"{name}.json").read_text("utf-8"))
    _STRICT.check_schema(schema)
    return _STRICT(schema)


def properties(name: str) -> frozenset[str]:
    """The names of the top-level fields that a body of schema `name` may have."""
    return frozenset(document(name).get("properties", {}))


def check(name: str, value: Any) -> None:
    """Raise Invalid, with every field concerned in errors[], unless `value` is as schema `name` says."""
    found = sorted(
        validator(name).iter_errors(value), key=lambda e: (list(map(str, e.absolute_path)), str(e.validator))
    )
    if not found:
        return
    errors: list[dict[str, str]] = []
    for fault in (fault for error in found[:_MOST] for fault in _faults(error)):
        if fault not in errors and len(errors) < _MOST:
            errors.append(fault)
    raise Invalid(f"{errors[0]['field']}: {errors[0]['detail']}", errors=errors)


def _faults(error: ValidationError) -> Iterable[dict[str, str]]:
    """What one error of the validator says, without repeating the value."""
    path = _path(error.absolute_path)
    kind = str(error.validator)
    schema: Any = error.schema
    instance: Any = error.instance
    wanted: Any = error.validator_value
    if kind == "additionalProperties":
        known = schema.get("properties", {})
        return [
            {"field": _join(path, _plain(name)), "detail": "no such field"} for name in instance if name not in known
        ]
    if kind == "required":
        missing = [name for name in wanted if name not in instance]
        return [{"field": _join(path, name), "detail": "missing"} for name in missing]
    if kind in {"oneOf", "anyOf"}:
        return [{"field": path or "body", "detail": schema.get("errorMessage", "none of the allowed forms")}]
    said = _SAID.get((kind, str(wanted))) or _DETAILS.get(kind, "not allowed: {value}")
    detail = said.format(value=_limit(wanted))
    return [{"field": path or "body", "detail": detail}]


_DETAILS: Final = {
    "type": "must be {value}",
    "enum": "one of {value}",
    "const": "must be {value}",
    "minLength": "at least {value} characters",
    "maxLength": "at most {value} characters",
    "pattern": "must have the form {value}",
    "minimum": "at least {value}",
    "maximum": "at most {value}",
    "exclusiveMinimum": "more than {value}",
    "exclusiveMaximum": "less than {value}",
    "minItems": "at least {value} elements",
    "maxItems": "at most {value} elements",
    "minProperties": "at least {value} fields",
    "maxProperties": "at most {value} fields",
    "uniqueItems": "no element twice",
    "format": "must be a {value}",
}
_SAID: Final = {("minLength", "1"): "must not be empty", ("pattern", r"\S"): "must not be blank"}


def _limit(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _plain(name: str) -> str:
    return printable(name)[1:-1]


def _path(parts: Iterable[str | int]) -> str:
    text = ""
    for part in parts:
        text = f"{text}[{part}]" if isinstance(part, int) else _join(text, _plain(part))
    return text


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
