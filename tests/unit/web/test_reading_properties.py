"""What arrives - JSON, forms, text, times, cursors - is read as others would read it, or refused in our way."""

import json
import uuid
from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from urllib.parse import urlencode

import orjson
import pytest
from flask import Flask
from hypothesis import example, given
from hypothesis import strategies as st

from jide.errors import Invalid, JideError, Malformed
from jide.infra.times import parse_time, stamp
from jide.infra.web import bodies, params, strict_json

app = Flask("test", static_folder=None)

# --- JSON -----------------------------------------------------------------------------

TOKENS = st.sampled_from([
    "{", "}", "[", "]", ",", ":", '"a"', '"b"', '"张三"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u0000"', '"\\u005B"',
    '"\\"', '"', "\\", "0", "1", "-", "-0", "01", ".5", "1.0", "1e3", "1E+3", "1e999", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", "NaN", "Infinity", "-Infinity", "true", "false", "null", "True",
    "nul", " ", "\t", "\n", "\r", "\u00a0", "\u2028", "\x0b", "//", "'a'", "\x00", "\x1f",
])  # fmt: skip
VALUES = st.recursive(
    st.sampled_from(
        ['"a"', '"\\u0000"', '"\\udc00"', "0", "-0.0", "1e5", "NaN", "9223372036854775808", "true", "null"]
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(lambda parts: f"[{','.join(parts)}]"),
        st.lists(st.tuples(st.sampled_from(['"a"', '"b"', '"\\u0061"']), inner), max_size=3).map(
            lambda pairs: "{" + ",".join(f"{name}:{value}" for name, value in pairs) + "}"
        ),
        inner.map(lambda part: "[" * 16 + part + "]" * 16),
    ),
    max_leaves=12,
)
TEXTS = st.one_of(VALUES, st.lists(TOKENS, max_size=14).map("".join), st.tuples(VALUES, TOKENS).map("".join))


class Refused(Exception):
    """The reference refuses."""


def reference(text: str) -> Any:
    """What a strict reader of another make gets, under the rules that the service promises."""
    try:
        orjson.loads(text)  # RFC 8259 to the letter, lone surrogates refused
        value = json.loads(text, object_pairs_hook=_once)
    except (ValueError, Refused) as error:
        raise Refused from error
    _check(value, 0)
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise Refused
    return dict(pairs)


def _check(value: Any, depth: int) -> None:
    inner = list(value) + list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    depth += isinstance(value, (dict, list))
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if depth > strict_json.DEPTH or (isinstance(value, str) and "\0" in value):
        raise Refused
    if number and not (-(2**63) <= value < 2**63 if isinstance(value, int) else abs(value) < 2**63):
        raise Refused
    for part in inner:
        _check(part, depth)


@given(TEXTS)
@example("[" * 32 + "]" * 32)
@example("[" * 33 + "]" * 33)
@example('{"a":1,"\\u0061":2}')
def test_json_is_read_as_another_strict_reader_reads_it(text: str) -> None:
    """The same value, to the type of each number, or refused by both."""
    try:
        wanted = reference(text)
    except Refused:
        with pytest.raises((Malformed, Invalid)):
            strict_json.decode(text.encode())
    else:
        assert repr(strict_json.decode(text.encode())) == repr(wanted)


# --- forms and text -------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=30)


def fields(body: bytes, kind: str) -> dict[str, Any]:
    """The fields of a turn that arrives like this."""
    with app.test_request_context("/", method="POST", data=body, content_type=kind):
        return bodies.read_fields("turn", "user")


@given(WORDS.filter(str.strip), WORDS)
def test_a_turn_is_the_same_in_every_form(user: str, assistant: str) -> None:
    """JSON, form fields with either encoding of a space, and - for the user's words alone - plain text."""
    turn = {"user": user, "assistant": assistant}
    assert fields(json.dumps(turn).encode(), "application/json") == turn
    assert fields(urlencode(turn).encode(), "application/x-www-form-urlencoded") == turn
    text = user.removeprefix("\ufeff")  # a mark of the encoding, not of the text
    if text.strip():
        assert fields(text.encode(), "text/plain; charset=utf-8") == {"user": text}


FORM_PIECES = st.sampled_from([
    b"user=", b"%E5%BC%A0", b"%", b"%0", b"%00", b"%FF", b"+", b"&", b";", b"=", b"assistant=", b"user_id=", b"x",
    b"\xff",
])  # fmt: skip
KINDS = st.sampled_from([
    "application/x-www-form-urlencoded", "text/plain", "application/json", "multipart/form-data; boundary=b",
])  # fmt: skip


@given(st.one_of(st.binary(max_size=60), st.lists(FORM_PIECES, max_size=12).map(b"".join)), KINDS)
def test_any_bytes_are_fields_or_refused(body: bytes, kind: str) -> None:
    """No body makes the parser fail in another way, and what it gives is text without NUL."""
    try:
        found = fields(body, kind)
    except JideError as error:
        found, said = {"user": "x"}, error.detail
    else:
        said = ""
    assert len(said) < 300
    assert {"user"} <= set(found) <= {"user", "assistant"}
    assert not [value for value in found.values() if value is not None and "\0" in value]


# --- times and cursors ----------------------------------------------------------------

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
TIMES = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=ZONES)  # noqa: DTZ001  # the zone is drawn


@given(TIMES)
def test_a_time_survives(at: datetime) -> None:
    """Written with its own zone or as the service writes it: the same moment, to the microsecond, in UTC."""
    for text in (at.isoformat(), stamp(at), at.isoformat().lower()):
        found = parse_time(text)
        assert found == at
        assert found.tzinfo is UTC
    assert stamp(parse_time(stamp(at))) == stamp(at)


@given(
    st.one_of(st.text(max_size=40), st.from_regex(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.]{4,20}(Z|[+-][0-9:]{1,6})?"))
)
def test_any_text_is_a_time_or_invalid(text: str) -> None:
    """And a time has a zone."""
    try:
        found, field = parse_time(text, "as_of"), "as_of"
    except Invalid as error:
        found, field = datetime.now(UTC), error.data["field"]
    assert field == "as_of"
    assert found.utcoffset() == timedelta()


def cursor(text: str, *kinds: type) -> Any:
    """What a query's cursor names."""
    with app.test_request_context("/", query_string={"cursor": text}):
        return params.cursor_in(*kinds)


@given(TIMES, st.uuids(), st.integers(-(2**31) + 1, 2**31 - 1), WORDS)
def test_a_position_survives_its_cursor(at: datetime, one: uuid.UUID, number: int, word: str) -> None:
    """Of every kind that a list is walked by."""
    for position, kinds in (
        ((at.astimezone(UTC), str(one)), ()),
        ((number,), (int,)),
        ((at.astimezone(UTC), word), (datetime, str)),
        ((str(one),), (uuid.UUID,)),
    ):
        assert cursor(params.cursor_out(position), *kinds) == position


@given(
    st.one_of(st.text(min_size=1, max_size=40), st.text("ABCDEFWxyz0123456789-_=", min_size=1, max_size=60)),
    st.sampled_from([(), (int,), (datetime, str), (uuid.UUID,)]),
)
def test_any_text_is_a_cursor_or_invalid(text: str, kinds: tuple[type, ...]) -> None:
    """Never another error, and never a position of other kinds."""
    wanted = [str if kind is uuid.UUID else kind for kind in kinds or (datetime, uuid.UUID)]
    try:
        found, field = [type(part) for part in cursor(text, *kinds)], "cursor"
    except Invalid as error:
        found, field = wanted, error.data["field"]
    assert (found, field) == (wanted, "cursor")
