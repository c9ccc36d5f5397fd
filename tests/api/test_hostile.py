"""Bad input: a 4xx problem that names the field; nothing stored, never a 500."""

import json
import re
from typing import Any, Final

import pytest
import redis
from flask.testing import FlaskClient

from jide.infra.deps import Deps
from jide.infra.web import params
from jide.namespace import Namespace
from tests.api.conftest import Caller, make_key
from tests.api.samples import BASE, SAMPLES, Sample, request

WRITES: Final = sorted(route for route, sample in SAMPLES.items() if sample.body is not None)
TABLES: Final = ("sessions", "messages", "ucus", "drafts", "recalls")
DEEP: Final = 100_000


def spoilt(sample: Sample, text: str) -> bytes:
    """The sample's body with `text`, written as JSON already, in place of its own text."""
    body = json.loads(json.dumps({**sample.body, **({"user_id": "u1"} if sample.identity == "body" else {})}))
    inner: Any = body
    *path, last = sample.text.split(".")
    for name in path:
        inner = inner[int(name)] if name.isdigit() else inner[name]
    inner[last] = "@@"
    return json.dumps(body).replace('"@@"', text).encode("utf-8", "surrogatepass")


def beside(sample: Sample, pairs: str) -> bytes:
    """The sample's body with other pairs before its own."""
    return b"{" + pairs.encode() + b", " + spoilt(sample, '"x"')[1:]


SPOILS: Final[dict[str, tuple[Any, int, str]]] = {
    "half": (lambda s: spoilt(s, '"x"')[:-1], 400, ""),
    "nothing": (lambda s: b" ", 400, ""),
    "no json": (lambda s: b"hello", 400, ""),
    "latin-1": (lambda s: spoilt(s, '"@"').replace(b"@", b"\xe9"), 400, ""),
    "utf-16": (lambda s: spoilt(s, '"x"').decode().encode("utf-16"), 400, ""),
    "raw surrogate": (lambda s: spoilt(s, '"\ud800"'), 400, ""),
    "raw nul": (lambda s: spoilt(s, '"\0"'), 400, ""),
    "array": (lambda s: b"[1]", 422, "body"),
    "string": (lambda s: b'"x"', 422, "body"),
    "nul": (lambda s: spoilt(s, '"a\\u0000b"'), 422, "text"),
    "lone surrogate": (lambda s: spoilt(s, '"\\ud83d"'), 422, "text"),
    "reversed surrogates": (lambda s: spoilt(s, '"\\udc00\\ud83d"'), 422, "text"),
    "nul in a key": (lambda s: beside(s, '"\\u0000": 1'), 422, "body"),
    "surrogate in a key": (lambda s: beside(s, '"\\udfff": 1'), 422, "body"),
    "nan": (lambda s: beside(s, '"x": NaN'), 422, "x"),
    "infinity": (lambda s: beside(s, '"x": [-Infinity]'), 422, "x[0]"),
    "too great": (lambda s: beside(s, '"x": 1e400000'), 422, "x"),
    "5000 digits": (lambda s: beside(s, f'"x": {"9" * 5000}'), 422, "x"),
    "20 digits": (lambda s: beside(s, '"x": 99999999999999999999'), 422, "x"),
    "deep arrays": (lambda s: beside(s, f'"x": {"[" * DEEP}{"]" * DEEP}'), 422, "body"),
    "deep objects": (lambda s: beside(s, '"x": ' + '{"a":' * 33 + "1" + "}" * 33), 422, "body"),
    "twice": (lambda s: beside(s, '"x": 1, "x": 1'), 422, "body"),
    "unknown": (lambda s: beside(s, '"x": 1'), 422, "x"),
    "unknown in chinese": (lambda s: beside(s, '"备注": 1'), 422, "备注"),
    "number for text": (lambda s: spoilt(s, "7"), 422, "text"),
    "object for text": (lambda s: spoilt(s, '{"a": 1}'), 422, "text"),
}  # fmt: skip


CASES: Final = [
    (route, spoil) for route in WRITES for spoil in SPOILS if SAMPLES[route].text or SPOILS[spoil][2] != "text"
]


@pytest.fixture
def call(request: pytest.FixtureRequest, client: FlaskClient, web_deps: Deps, tenant: Namespace) -> Caller:
    """Whoever may call the route under test; the app, where it is none of the samples."""
    spec = getattr(request.node, "callspec", None)
    route = spec.params.get("route") if spec else None
    role = SAMPLES[route].role if route else "app"
    return Caller(client=client, key=make_key(web_deps, tenant, role))


def good(route: str) -> set[int]:
    """What a good call is answered with: where it names an object, there is none of that id."""
    return {404} if re.search(r"\{(ucu|draft)_id\}", route) else {200, 201, 202}


def named(sample: Sample, field: str) -> str:
    """The field as errors[] writes it."""
    return sample.text.replace(".0.", "[0].") if field == "text" else field


def stored(deps: Deps, tenant: Namespace) -> int:
    """How many rows of content the tenant has, of either user that a test names."""
    query = "SELECT " + " + ".join(f"(SELECT count(*) FROM jide.{table})" for table in TABLES) + " AS n"
    users = [Namespace(tenant_id=tenant.tenant_id, user_id=user) for user in ("u1", "u2")]
    return sum(deps.database.fetch("app", ns, query, {})[0]["n"] for ns in users)


@pytest.mark.parametrize("route", WRITES)
def test_the_good_call_is_good(call: Caller, route: str) -> None:
    """Otherwise what follows proves nothing."""
    method, path, more = request(route, "u1")
    assert call(method, path, **more).status_code in good(route)


def test_what_is_stored_is_counted(call: Caller, web_deps: Deps, tenant: Namespace) -> None:
    """Otherwise a count of nothing proves nothing."""
    method, path, more = request(f"POST {BASE}/turns", "u1")
    call(method, path, **more)
    assert stored(web_deps, tenant) > 0


@pytest.mark.parametrize(("route", "spoil"), CASES)
def test_a_bad_body_is_refused_by_name_and_nothing_is_stored(
    call: Caller, web_deps: Deps, tenant: Namespace, redis_client: redis.Redis, route: str, spoil: str
) -> None:
    """The same for every route that reads a body."""
    make, status, field = SPOILS[spoil]
    method, path, more = request(route, "u1")
    reply = call(method, path, **{**more, "data": make(SAMPLES[route])})
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    if field:
        assert named(SAMPLES[route], field) in {error["field"] for error in reply.json["errors"]}
    assert stored(web_deps, tenant) == 0
    assert redis_client.dbsize() == 0


@pytest.mark.parametrize("route", WRITES)
@pytest.mark.parametrize("chunked", [False, True], ids=["sized", "chunked"])
def test_a_body_of_ten_megabytes_is_refused(call: Caller, route: str, chunked: bool) -> None:
    """Whether its size is declared or not."""
    method, path, more = request(route, "u1")
    body = b'{"x": "' + b"x" * 10_000_000 + b'"}'
    if chunked:
        more |= {"environ_overrides": {"wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}}
    reply = call(method, path, **{**more, "data": body})
    assert (reply.status_code, reply.json["code"]) == (413, "too_large")


@pytest.mark.parametrize("route", WRITES)
@pytest.mark.parametrize("kind", ["application/xml", "image/png", "application/json; charset=gbk", "text/html"])
def test_another_content_type_is_refused(call: Caller, route: str, kind: str) -> None:
    """415, also for JSON in another charset."""
    method, path, more = request(route, "u1")
    reply = call(method, path, **{**more, "content_type": kind})
    assert (reply.status_code, reply.json["code"]) == (415, "unsupported_media_type")


@pytest.mark.parametrize("route", [r for r in WRITES if SAMPLES[r].identity != "none"])
def test_identity_in_a_body_must_be_that_of_the_request(
    call: Caller, web_deps: Deps, tenant: Namespace, route: str
) -> None:
    """A message that breaks out of its quotes cannot make itself somebody else's."""
    method, path, more = request(route, "u1")
    more["query_string"] = {**more["query_string"], "user_id": "u1"}
    body = {**json.loads(more["data"]), "user_id": "u2"}
    reply = call(method, path, **{**more, "data": json.dumps(body).encode()})
    assert (reply.status_code, reply.json["code"]) == (400, "identity_conflict")
    assert stored(web_deps, tenant) == 0
    same = call(method, path, **{**more, "data": json.dumps({**body, "user_id": "u1"}).encode()})
    assert same.status_code in good(route)


EMPTY: Final = ["", " ", "\n\t", "\u3000\u00a0"]


@pytest.mark.parametrize("text", EMPTY, ids=["empty", "space", "lines", "wide"])
@pytest.mark.parametrize("route", [r for r in WRITES if SAMPLES[r].text not in {"", "q"}])
def test_blank_content_is_refused(call: Caller, redis_client: redis.Redis, route: str, text: str) -> None:
    """Nothing said is nothing to remember."""
    method, path, more = request(route, "u1")
    reply = call(method, path, **{**more, "data": spoilt(SAMPLES[route], json.dumps(text))})
    assert reply.status_code == 422
    assert named(SAMPLES[route], "text") in {error["field"] for error in reply.json["errors"]}
    assert redis_client.dbsize() == 0


PART: Final = b'--b\r\nContent-Disposition: form-data; name="user"\r\n\r\n%s\r\n--b--\r\n'
FILE: Final = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nx\r\n--b--'


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"user=%ff", "application/x-www-form-urlencoded", 400),
        (b"user=%00", "application/x-www-form-urlencoded", 422),
        (b"user=a&user=b", "application/x-www-form-urlencoded", 422),
        (b"user=a&x=1", "application/x-www-form-urlencoded", 422),
        (b"user=", "application/x-www-form-urlencoded", 422),
        (b"assistant=a", "application/x-www-form-urlencoded", 422),
        (b"user=a&user_id=u2", "application/x-www-form-urlencoded", 400),
        (b"&".join(b"f%d=1" % n for n in range(60)), "application/x-www-form-urlencoded", 400),
        (b"\xff", "text/plain", 400),
        (b"a\0b", "text/plain", 422),
        (b"", "text/plain", 422),
        (b" ", "text/plain", 422),
        (b"", "", 422),
        (FILE, "multipart/form-data; boundary=b", 422),
        (PART % b"\xff\xfe", "multipart/form-data; boundary=b", 400),
        (PART % b"\xed\xa0\x80", "multipart/form-data; boundary=b", 400),
        (PART % b"a\0b", "multipart/form-data; boundary=b", 422),
    ],
)  # fmt: skip
def test_a_bad_form_and_a_bad_text_are_refused(
    call: Caller, redis_client: redis.Redis, body: bytes, kind: str, status: int
) -> None:
    """As strictly as JSON."""
    reply = call("POST", "/turns?user_id=u1&session_id=s1", data=body, content_type=kind)
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    assert redis_client.dbsize() == 0


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"user=%E5%BC%A0%22%2C%22user_id%22%3A%22u2&assistant=ok", "application/x-www-form-urlencoded"),
        (b'hi","user_id":"victim","x":"1', "text/plain; charset=utf-8"),
        (
            b'--b\r\nContent-Disposition: form-data; name="user"\r\n\r\nhi\r\n--b--\r\n',
            "multipart/form-data; boundary=b",
        ),
        (b'{"user": "hi", "assistant": null}', "application/json; charset=utf-8"),
    ],
    ids=["form", "text", "multipart", "json"],
)
def test_a_turn_is_taken_in_each_form(call: Caller, body: bytes, kind: str) -> None:
    """Quotes inside are text."""
    reply = call("POST", "/turns?user_id=u1&session_id=s1", data=body, content_type=kind)
    assert reply.status_code == 202, reply.text
    assert reply.json["user_id"] == "u1"


BAD_IDS: Final = [
    "%00", "a%00b", "%ff", "%C3%28", "%ED%A0%80", "..", ".", "%2e%2e", "%2E", "a%2Fb", "..%2F..%2Fetc", "a%5Cb", "%5c",
    "%20u", "u%20", "%E3%80%80u", "a%0Ab", "a%0D%0AX-Admin:1", "%7F", "%E2%80%AEevil", "%EF%BB%BFu", "%E2%80%8B",
    "x" * 129, "%E5%BC%A0" * 129, "DEFAULT-USER",
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_IDS)
@pytest.mark.parametrize("form", ["/user/{}", "/session/{}", "/session/{}/s1", "/session/u1/{}", "/profile?user_id={}"])
def test_a_bad_id_is_refused_wherever_it_stands(client: FlaskClient, app_key: str, form: str, bad: str) -> None:
    """422 or no such route; never a reply about somebody."""
    reply = client.get(f"/api/v1/memory{form.format(bad)}", headers={"Authorization": f"Bearer {app_key}"})
    # A slash inside makes another path; as a session, Dify's name for everybody is a name like another.
    elsewhere = "%2F" in bad or (form == "/session/u1/{}" and bad == "DEFAULT-USER")
    assert reply.status_code in ({404, 422} if elsewhere else {422}), reply.text
    assert reply.content_type == "application/problem+json"


@pytest.mark.parametrize(
    "query",
    ["user_id=%ff", "user_id=u1&q=%00", "user_id=u1&%00=1", "user_id=u1&x=%C3%28", "user_id=u1&limit=x",
     "user_id=u1&cursor=%00",
     "user_id=u1&as_of=yesterday", "user_id=u1&known_at=2026-12-01T00:00:00", "user_id=u1&min_trust=NaN",
     "user_id=u1&min_trust=2",
     "user_id=u1&" + "&".join(f"a{n}=1" for n in range(120)), "", "user_id=u1&user_id=u2"],
)  # fmt: skip
def test_a_bad_query_is_refused(call: Caller, query: str) -> None:
    """By name, never with a fault."""
    reply = call("GET", f"/profile?{query}")
    assert reply.status_code in {400, 422}, reply.text
    assert reply.content_type == "application/problem+json"


FORGED: Final = [
    ["2026-12-01T00:00:00Z", {"a": 1}], ["2026-12-01T00:00:00Z", ["x"]], ["2026-12-01T00:00:00Z", None],
    [["x", "y"]], [{"a": 1}], [4611686018427387904], [-(2**63)], [2**31], [1.5], [True], [[]], [],
]  # fmt: skip


@pytest.mark.parametrize("position", FORGED, ids=repr)
def test_a_forged_cursor_is_refused(client: FlaskClient, web_deps: Deps, tenant: Namespace, position: Any) -> None:
    """Whatever JSON it holds: each list knows its own cursors, and nothing else reaches a query."""
    keys = {role: make_key(web_deps, tenant, role) for role in ("app", "reviewer", "admin", "auditor")}
    ucu = client.post(
        f"{BASE}/user/u1/ucu", headers={"Authorization": f"Bearer {keys['app']}"},
        json={"type": "preference", "key": "currency", "value": {"value": "SGD"}},
    ).json  # fmt: skip
    lists = {
        "/user/u1": "app", f"/user/u1/ucu/{ucu['ucu_id']}/history": "app", "/session/u1": "app", "/drafts": "reviewer",
        "/failed": "admin", "/audit": "auditor",
    }  # fmt: skip
    for path, role in lists.items():
        query = {"cursor": params.cursor_out(tuple(position))}
        reply = client.get(f"{BASE}{path}", query_string=query, headers={"Authorization": f"Bearer {keys[role]}"})
        assert (path, reply.status_code, reply.json.get("field", "cursor")) == (path, 422, "cursor")
