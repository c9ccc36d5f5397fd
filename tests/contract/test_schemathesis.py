"""Hostile and ordinary requests made from openapi.json itself: no fault, no reply that the description does not know.

Each operation gets requests as described, requests as described about somebody who is there, and requests broken on
purpose. They are the same in every run; a failure shows its request as a curl command.
"""

from typing import Any, Final

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.generation.case import Case
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jide.infra.deps import Deps
from jide.infra.web import openapi
from tests.api.conftest import app  # noqa: F401  # fixture
from tests.contract.world import World, make_world

OPERATIONS: Final = sorted(openapi.operations()["operations"])
EXAMPLES: Final = 24
"""Requests of each kind for each operation."""

KINDS: Final = {
    "as described": (GenerationMode.POSITIVE, False),
    "about somebody who is there": (GenerationMode.POSITIVE, True),
    "broken": (GenerationMode.NEGATIVE, False),
}
MEMBERS: Final = {"type", "title", "status", "detail", "code", "request_id"}


def problems_are_problems(_: Any, response: Any, case: Case) -> None:
    """Every refusal is a problem (RFC 9457) whose status is the reply's."""
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"], case.operation.label
        problem = response.json()
        assert set(problem) >= MEMBERS
        assert problem["status"] == response.status_code
        assert len(problem["detail"]) <= 1000


def breakable(route: str) -> bool:
    """Whether a request says anything that can be wrong."""
    return "{" in route or bool({"query", "body"} & set(openapi.operations()["operations"][route]))


CASES: Final = [(route, kind) for route in OPERATIONS for kind in KINDS if kind != "broken" or breakable(route)]

CHECKS: Final = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    problems_are_problems,
]  # fmt: skip


@pytest.fixture
def world(app: Flask, web_deps: Deps, database_url: str) -> World:  # noqa: F811
    """A tenant of this test's own."""
    return make_world(app, web_deps, database_url)


def test_there_are_enough_requests() -> None:
    """Two thousand at least, however many operations there are."""
    assert len(CASES) * EXAMPLES >= 2000


@pytest.mark.filterwarnings("ignore")  # of schemathesis about its own means, such as a schema that is hard to break
@pytest.mark.parametrize(("route", "kind"), CASES)
def test_whatever_is_asked_the_reply_is_described(world: World, route: str, kind: str) -> None:
    """No 5xx; a documented status, type and shape; problems everywhere."""
    method, path = route.split(" ")
    mode, there = KINDS[kind]
    operation = schemathesis.openapi.from_wsgi("/openapi.json", world.app)[path][method]
    known = {name: world.names[name] for name in openapi.operations()["parameters"] if there and name in world.names}
    placed = {name: value for name, value in known.items() if f"{{{name}}}" in path}
    asked = {p.rstrip("!") for p in openapi.operations()["operations"][route].get("query", ())}
    named = {name: value for name, value in known.items() if name in asked}
    headers = {"Authorization": f"Bearer {key}"} if (key := world.key(route)) else {}
    cases = operation.as_strategy(generation_mode=mode, path_parameters=placed or None, query=named or None)

    @settings(
        max_examples=EXAMPLES, derandomize=True, database=None, deadline=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=cases)
    def ask(case: Case) -> None:
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()
