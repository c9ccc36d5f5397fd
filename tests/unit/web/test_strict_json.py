"""The strict reader: what stores and readers would disagree about is refused, with the field named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.errors import Invalid, Malformed
from jide.infra.web import strict_json

DEEP = 100_000


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"{]", b'{"a":}', b'{"a":1}}', b"nul", b"\xff\xfe{}", b'{"a":"\xc3\x28"}', b"{'a':1}", b'{"a":"\t"}',
     b'{"a":01}', b'"' + b'\\"' * 50_000, "{}".encode("utf-16")],
)  # fmt: skip
def test_what_is_no_json_is_malformed(body: bytes) -> None:
    """Unreadable text is a 400, whatever its length."""
    with pytest.raises(Malformed):
        strict_json.decode(body)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b'{"a": NaN}', "a"),
        (b'{"a": {"b": [0, -Infinity]}}', "a.b[1]"),
        (b'{"a": 1e999}', "a"),
        (b'{"a": 1e300}', "a"),
        (b'{"a": {"b": -1e19}}', "a.b"),
        (b'{"a": 9223372036854775808.0}', "a"),
        (b'{"a": ' + b"9" * 5000 + b"}", "a"),
        (b'{"a": 9223372036854775808}', "a"),
        (b'{"a": -9999999999999999999}', "a"),
        (b'{"a": 1, "a": 1}', "body"),
        ('{"用户": {"a": 1, "a": 2}}'.encode(), "用户"),
        (b'{"a": "x\\u0000y"}', "a"),
        (b'{"a": ["\\ud800"]}', "a[0]"),
        (b'{"a": "\\udc00\\ud800"}', "a"),
        (b'{"a": {"\\ud800": 1}}', "a"),
        (b'{"a\\u0000": 1}', "body"),
        (b'{"a":' * 33 + b"1" + b"}" * 33, "body"),
        (b"[" * DEEP + b"]" * DEEP, "body"),
        (b'{"a":' * DEEP, "body"),
    ],
)
def test_what_is_json_and_not_allowed_is_invalid_by_name(body: bytes, field: str) -> None:
    """The field is named, and the value is not repeated."""
    with pytest.raises(Invalid) as caught:
        strict_json.decode(body)
    named = caught.value.data.get("field") or caught.value.data["errors"][0]["field"]
    assert field == named
    assert len(caught.value.detail) < 200


@pytest.mark.parametrize(
    ("body", "value"),
    [
        (b'{"a":' * 31 + b"[]" + b"}" * 31, None),
        ('{"a": "😀 张三\\ud83d\\ude00"}'.encode(), {"a": "😀 张三😀"}),
        (b"\xef\xbb\xbf{}", {}),
        (b'{"a": 9223372036854775807, "b": -9223372036854775808}', {"a": 2**63 - 1, "b": -(2**63)}),
        (b'{"a": [9e18, -9e18, 5e-324, -0.0]}', {"a": [9e18, -9e18, 5e-324, -0.0]}),
        (b'{"a": "' + b"[" * 100 + b'"}', {"a": "[" * 100}),
        (b'{"a": "\\"' + b"{" * 100 + b'"}', {"a": '"' + "{" * 100}),
    ],
)
def test_what_is_allowed_is_read_as_it_stands(body: bytes, value: object) -> None:
    """Brackets inside strings are no depth; pairs of surrogates are one character."""
    assert strict_json.decode(body) == (value if value is not None else json.loads(body))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(-9e18, 9e18)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")), inner, max_size=3),
    max_leaves=10,
)  # fmt: skip


@given(JSON, st.booleans())
def test_every_ordinary_value_survives(value: object, ascii_only: bool) -> None:
    """Whatever a client writes with an ordinary encoder is read back the same."""
    assert value == strict_json.decode(json.dumps(value, ensure_ascii=ascii_only).encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(body: bytes) -> None:
    """No body makes the reader fail in another way."""
    try:
        strict_json.decode(body)
    except (Malformed, Invalid):
        return
