"""openapi.json: every route, described from the schemas that are really checked, and valid in itself."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from jide.infra.deps import new_id
from jide.infra.web import openapi, schemas
from jide.infra.web.guard import OPEN, required_scope
from tests.api.conftest import Caller, app, app_key, call, client  # noqa: F401  # fixtures

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
        assert {"default"} < set(operation["responses"])
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


def test_limits_are_those_that_are_kept(document: dict[str, Any], call: Caller) -> None:  # noqa: F811
    """The most that a list is said to give is taken, one more is refused."""
    asked = set()
    for route, operation in operations(document):
        for limit in (p["schema"] for p in operation["parameters"] if p["name"] == "limit"):
            method, _, path = re.sub(r"{\w+}", new_id(), route).partition(" /api/v1/memory")
            for number, refused in ((limit["maximum"], False), (limit["maximum"] + 1, True)):
                reply = call(method, path, query_string={"limit": number, **_named(path)})
                assert (reply.status_code == 422) is refused, (route, number, reply.json)
            asked.add(route)
    assert len(asked) >= 8


def _named(path: str) -> dict[str, str]:
    """The identity that the path does not hold."""
    return {"user_id": "u1"} if path in {"/context", "/profile", "/drafts"} else {}


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
