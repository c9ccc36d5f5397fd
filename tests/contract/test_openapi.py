"""openapi.json: every route, described from the schemas that are really checked, and valid in itself."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from jide.infra.deps import Deps, new_id
from jide.infra.web import openapi, schemas
from jide.infra.web.guard import OPEN, required_scope
from tests.api.conftest import app, client  # noqa: F401  # fixtures
from tests.contract.world import make_world, path_of

pytestmark = pytest.mark.usefixtures("redis_client")


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:  # noqa: F811
    """The description as anybody gets it."""
    reply = client.get("/openapi.json")
    assert reply.status_code == 200
    found: dict[str, Any] = reply.json
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each (METHOD /path, operation)."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield f"{method.upper()} {path}", operation


def references(part: Any) -> Iterator[str]:
    """Every $ref anywhere inside."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for inner in part.values():
            yield from references(inner)
    elif isinstance(part, list):
        for inner in part:
            yield from references(inner)


def test_every_route_is_described_by_hand(app: Flask) -> None:  # noqa: F811
    """A route without a line in operations.json has no parameters and no body in the description."""
    assert {f"{method} {path}" for method, path, _ in openapi.routes(app)} == set(openapi.operations()["operations"])


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    """Within the document."""
    for reference in references(document):
        part: Any = document
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
        assert isinstance(part, dict)


def test_every_operation_is_complete(document: dict[str, Any], app: Flask) -> None:  # noqa: F811
    """A name that a model may call, a summary, a reply, the problem; a key unless it is open."""
    scopes = {f"{method} {path}": required_scope(app, rule.endpoint) for method, path, rule in openapi.routes(app)}
    names = []
    for route, operation in operations(document):
        names.append(operation["operationId"])
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", operation["operationId"])
        assert operation["summary"]
        # Each by its status: `default` would make any reply a described one.
        assert {"400", "422", "503"} < set(operation["responses"])
        assert [status for status in operation["responses"] if status.startswith("2")]
        assert "default" not in operation["responses"]
        assert ("401" in operation["responses"]) is (scopes[route] != OPEN)
        assert (operation.get("security") == []) is (scopes[route] == OPEN)
        placeholders = set(re.findall(r"{(\w+)}", route))
        assert placeholders == {p["name"] for p in operation["parameters"] if p["in"] == "path"}
        assert len(operation["parameters"]) == len({(p["in"], p["name"]) for p in operation["parameters"]})
    assert len(names) == len(set(names))


def test_bodies_are_those_that_are_checked(document: dict[str, Any]) -> None:
    """The schema that a client reads is the one that refuses it."""
    described = 0
    for _, operation in operations(document):
        if "requestBody" in operation:
            name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            shown = document["components"]["schemas"][name]
            assert shown["properties"] == schemas.document(name)["properties"]
            described += 1
    assert described >= 5


def test_limits_are_those_that_are_kept(
    document: dict[str, Any],
    app: Flask,  # noqa: F811
    web_deps: Deps,
    database_url: str,
) -> None:
    """The most that a list is said to give is taken, one more is refused."""
    world, asked = make_world(app, web_deps, database_url), set()
    for route, operation in operations(document):
        for limit in (p["schema"] for p in operation["parameters"] if p["name"] == "limit"):
            method, path = path_of(route, {name: new_id() for name in openapi.operations()["parameters"]})
            for number, refused in ((limit["maximum"], False), (limit["maximum"] + 1, True)):
                reply = world.caller(route)(method, path, query_string={"limit": number, **_named(path)})
                assert (reply.status_code == 422) is refused, (route, number, reply.json)
            asked.add(route)
    assert len(asked) >= 8


def _named(path: str) -> dict[str, str]:
    """The identity that the path does not hold."""
    return {"user_id": "u1"} if path in {"/context", "/profile", "/drafts"} else {}


def test_nothing_is_described_twice() -> None:
    """Of two entries of one name a reader of JSON keeps the last, whichever was meant."""
    twice: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        twice.extend(name for name in set(names) if names.count(name) > 1)
        return dict(pairs)

    for file in files("jide.schemas").iterdir():
        if file.name.endswith(".json"):
            json.loads(file.read_text("utf-8"), object_pairs_hook=once)
    assert twice == []


def test_every_reply_has_a_shape(document: dict[str, Any]) -> None:
    """A reply in JSON is described by a schema of a name, which says what is always there."""
    for route, operation in operations(document):
        for status, reply in operation["responses"].items():
            shape = reply.get("content", {}).get("application/json")
            if shape is not None:
                name = shape["schema"].get("$ref", "").rpartition("/")[2]
                assert document["components"]["schemas"].get(name, {}).get("required"), (route, status)


def test_every_schema_is_one(document: dict[str, Any]) -> None:
    """JSON Schema 2020-12, as OpenAPI 3.1 wants it."""
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_it_is_what_dify_can_start_from(document: dict[str, Any]) -> None:
    """One absolute server, a title, a version."""
    assert document["openapi"].startswith("3.1")
    assert document["servers"][0]["url"] == "http://localhost"
    assert document["info"]["title"]
    assert document["info"]["version"]
