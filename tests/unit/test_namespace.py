"""Ids are literal and names never meet: legal ids, segments, buckets and keys."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.errors import BadId
from jide.namespace import (
    BUCKETS,
    Namespace,
    bucket_name,
    check_id,
    check_tenant,
    deadlines_key,
    decode_segment,
    encode_segment,
    outbox_key,
    split_member,
)
from tests.unit.ids import SPECIAL, legal_ids, tenants

ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.binary(), st.lists(st.text()), st.text())


@pytest.mark.parametrize("value", [*SPECIAL, "a", "x" * 128, "张" * 128, "u 1", "..."])
def test_legal_ids_are_kept_as_they_are(value: str) -> None:
    """Whatever prints is literal, only brought to NFC."""
    assert check_id(value) == unicodedata.normalize("NFC", value)


@pytest.mark.parametrize(
    "value",
    ["", " ", " a", "a ", "\u3000张三", "a\u00a0", ".", "..", "a/b", "a\\b", "x" * 129, "a\0b", "a\nb", "a\tb",
     "a\x7fb", "a\x85b", "\ud800", "a\u200bb", "\u202ea", "a\u2028b", "\ufeffa", "\ue000", "\uffff",
     None, 7, 1.5, True, b"a", ["a"]],
)  # fmt: skip
def test_illegal_ids_are_refused_by_name(value: object) -> None:
    """The error says which field it was."""
    with pytest.raises(BadId, match="session_id") as caught:
        check_id(value, "session_id")
    assert caught.value.data["field"] == "session_id"


def test_two_spellings_of_one_id_are_one() -> None:
    """é composed and é from two characters name the same user."""
    assert check_id("e\u0301") == check_id("\u00e9")


@given(ANYTHING)
def test_check_id_answers_or_says_bad_id(value: object) -> None:
    """Nothing else can come out, and what comes out is legal itself."""
    try:
        checked = check_id(value)
    except BadId:
        return
    assert check_id(checked) == checked
    assert 1 <= len(checked) <= 128


@pytest.mark.parametrize("value", ["a", "default", "t1", "a-b", "0", "x" * 63])
def test_legal_tenants(value: str) -> None:
    """Lower-case letters, digits and inner hyphens."""
    assert check_tenant(value) == value


@pytest.mark.parametrize("value", ["", "-a", "a-", "A", "a_b", "a.b", "租户", "*", "x" * 64, "a\n", "a:b"])
def test_illegal_tenants(value: str) -> None:
    """A namespace cannot even be made of them."""
    with pytest.raises(BadId):
        Namespace(tenant_id=value)


@given(st.text())
def test_segment_round_trip(text: str) -> None:
    """Encoding hides the separators and loses nothing."""
    encoded = encode_segment(text)
    assert not set("#:{}") & set(encoded)
    assert decode_segment(encoded) == text


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("u1:s1", "u1%3As1"),
        ("a#b", "a%23b"),
        ("50%", "50%25"),
        ("{b000}", "%7Bb000%7D"),
        ("%3A", "%253A"),
        ("张三", "张三"),
    ],
)
def test_segments_as_written(text: str, encoded: str) -> None:
    """The form that keys and anchors have for ever."""
    assert encode_segment(text) == encoded


@given(tenants, legal_ids)
def test_bucket_is_stable_and_in_range(tenant: str, user: str) -> None:
    """All sessions and projects of a user share a bucket, 0..255."""
    bucket = Namespace(tenant_id=tenant, user_id=user).bucket
    assert bucket in range(BUCKETS)
    assert bucket == Namespace(tenant_id=tenant, user_id=user, project_id="p").bucket


@pytest.mark.parametrize(
    ("tenant", "user", "bucket"), [("default", "u1", 57), ("default", "张三", 194), ("t1", "u1", 37)]
)
def test_bucket_never_moves(tenant: str, user: str, bucket: int) -> None:
    """What is in Redis today is found by tomorrow's release."""
    assert Namespace(tenant_id=tenant, user_id=user).bucket == bucket


def test_buckets_are_used_evenly() -> None:
    """A thousand users do not crowd into a few buckets."""
    used = {Namespace(tenant_id="t", user_id=f"u{n}").bucket for n in range(2000)}
    assert len(used) > 250


TRIPLE = st.tuples(tenants, legal_ids, legal_ids)


@given(TRIPLE, TRIPLE)
def test_keys_of_different_sessions_never_meet(one: tuple[str, str, str], other: tuple[str, str, str]) -> None:
    """Two sessions share no key of their own; a user's sessions share slot, deadlines and outbox."""
    first, second = (Namespace(tenant_id=t, user_id=u).session_keys(s) for t, u, s in (one, other))
    own = [{k.session, k.messages, k.ids} for k in (first, second)]
    assert len(own[0]) == 3
    assert (own[0] & own[1] == set()) == (one != other)
    assert (first.member == second.member) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a:b", "c"), ("a", "b:c")),
        (("a", "b:ids"), ("a", "b")),
        (("a%3Ab", "c"), ("a:b", "c")),
        (("a", "s"), ("A", "s")),
    ],
)
def test_keys_that_other_designs_confuse(one: tuple[str, str], other: tuple[str, str]) -> None:
    """user a:b, session c is not user a, session b:c."""
    first, second = (Namespace(tenant_id="t", user_id=u).session_keys(s) for u, s in (one, other))
    assert not {first.session, first.messages, first.ids} & {second.session, second.messages, second.ids}


@given(TRIPLE)
def test_session_keys_share_one_slot_and_name_their_session(triple: tuple[str, str, str]) -> None:
    """One hash tag, the bucket's, in each key; the deadlines member names the session again."""
    tenant, user, session = triple
    ns = Namespace(tenant_id=tenant, user_id=user)
    keys = ns.session_keys(session)
    tag = f"jide:{{{bucket_name(ns.bucket)}}}:"
    for key in (keys.session, keys.messages, keys.ids, keys.deadlines, keys.outbox):
        assert key.startswith(tag)
        assert key.count("{") == key.count("}") == 1
    assert (keys.deadlines, keys.outbox) == (deadlines_key(ns.bucket), outbox_key(ns.bucket))
    assert split_member(keys.member) == (ns, session)


def test_keys_as_written() -> None:
    """The form that keys have for ever."""
    keys = Namespace(tenant_id="default", user_id="u1:s1").session_keys("会话#1")
    assert keys.member == "default:u1%3As1:会话%231"
    assert keys.messages == f"{keys.session}:messages"
    assert keys.session.endswith(":session:default:u1%3As1:会话%231")


def test_settings_are_tenant_and_user() -> None:
    """What row-level security reads."""
    assert Namespace(tenant_id="t", user_id="u", project_id="p").rls_settings == ("t", "u")
    assert Namespace(tenant_id="t").rls_settings == ("t", "")
