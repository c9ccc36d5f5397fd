"""openapi.json: generated from the route table, schemas/operations.json and the request schemas."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from flask import Blueprint, Flask, Response, current_app, request
from werkzeug.routing import Rule

from jide import __version__
from jide.infra.web import schemas
from jide.infra.web.guard import OPEN, open_to_all, required_scope
from jide.infra.web.replies import json_reply

blueprint: Final = Blueprint("openapi", __name__)

_SILENT: Final = frozenset({"HEAD", "OPTIONS"})
_FORMS: Final = ("application/json", "application/x-www-form-urlencoded")


# Statuses of problems, by what a route is: any (a query that cannot be read, a store that is away), one that needs a
# key, one that reads a body, one whose first reply is kept. 500 is a fault of ours, and promised nowhere.
_ANYWHERE: Final = frozenset({400, 422, 503})
_CLOSED: Final = frozenset({401, 403, 404})
_BODY: Final = frozenset({413, 415})
_REPEATABLE: Final = frozenset({409})


@cache
def operations() -> Mapping[str, Any]:
    """What is said of each operation and each parameter, by `METHOD /path` and by name."""
    found: dict[str, Any] = json.loads(files("jide.schemas").joinpath("operations.json").read_text("utf-8"))
    return found


def routes(app: Flask) -> list[tuple[str, str, Rule]]:
    """Each (method, path, rule) of the app, in order of path."""
    found = [
        (method, rule.rule.replace("<", "{").replace(">", "}"), rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - _SILENT)
    ]
    return sorted(found, key=lambda entry: (entry[1], entry[0]))


@blueprint.get("/openapi.json")
@open_to_all
def get_openapi() -> Response:
    """This description."""
    return json_reply(document(current_app, request.url_root.rstrip("/")))


def document(app: Flask, server: str) -> dict[str, Any]:
    """The OpenAPI 3.1 description of every route of `app`."""
    paths: dict[str, Any] = {}
    bodies: set[str] = set()
    for method, path, rule in routes(app):
        said = operations()["operations"].get(f"{method} {path}", {})
        paths.setdefault(path, {})[method.lower()] = _operation(app, method, rule, said)
        bodies |= {said["body"]} if "body" in said else set()
    return {
        "openapi": "3.1.0",
        "info": {"title": "Jide", "version": __version__, "description": operations()["about"]},
        "servers": [{"url": server, "description": "this service"}],
        "security": [{"key": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "A service key, jk_…"}},
            "schemas": {**operations()["schemas"], **{name: _body(name) for name in sorted(bodies)}},
            "responses": {"Problem": _problem()},
        },
    }


def _operation(app: Flask, method: str, rule: Rule, said: Mapping[str, Any]) -> dict[str, Any]:
    view = app.view_functions[rule.endpoint]
    summary = (view.__doc__ or "").strip().splitlines()[0]
    scope = required_scope(app, rule.endpoint)
    found: dict[str, Any] = {
        "operationId": _name(method, rule),
        "tags": [rule.endpoint.partition(".")[0]],
        "summary": summary,
        "description": summary if scope == OPEN else f"{summary} Scope: {scope}.",
        "parameters": [*_path_parameters(rule), *(_query_parameter(name, said) for name in said.get("query", []))],
        "responses": {
            **{
                str(status): {"description": said.get("reply", "Done"), "content": _content(said)}
                for status in _good(said)
            },
            **{str(status): {"$ref": "#/components/responses/Problem"} for status in _refusals(said, scope)},
        },
    }
    if scope == OPEN:
        found["security"] = []
    if "body" in said:
        found["requestBody"] = _request_body(said)
    return found


def _good(said: Mapping[str, Any]) -> list[int]:
    """The statuses of a request that is done."""
    found = said.get("status", 200)
    return found if isinstance(found, list) else [found]


def _refusals(said: Mapping[str, Any], scope: str | None) -> list[int]:
    """Every status of a problem: whoever reads the description must be ready for these, and for no others."""
    found = set(_ANYWHERE) | set(said.get("refused", ()))
    if scope != OPEN:
        found |= _CLOSED
    if "body" in said:
        found |= _BODY
    if "idempotency_key" in said.get("query", ()):
        found |= _REPEATABLE
    return sorted(found)


def _name(method: str, rule: Rule) -> str:
    """The endpoint; with the method where one view serves several."""
    name = rule.endpoint.replace(".", "_")
    return name if len((rule.methods or set()) - _SILENT) == 1 else f"{name}_{method.lower()}"


def _path_parameters(rule: Rule) -> list[dict[str, Any]]:
    known = operations()["parameters"]
    return [{"name": name, "in": "path", "required": True, **known[name]} for name in sorted(rule.arguments)]


def _query_parameter(name: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """The parameter as everywhere, or as this operation alone takes it."""
    plain = name.rstrip("!")
    found = {**operations()["parameters"][plain], **said.get("own", {}).get(plain, {})}
    return {"name": plain, "in": "query", "required": name.endswith("!"), **found}


def _request_body(said: Mapping[str, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {
        kind: {"schema": {"$ref": f"#/components/schemas/{said['body']}"}}
        for kind in (_FORMS if said.get("text") else _FORMS[:1])
    }
    if said.get("text"):
        content["text/plain"] = {"schema": {"type": "string", "description": said["text"]}}
    return {"required": said.get("required", True), "content": content}


def _content(said: Mapping[str, Any]) -> dict[str, Any]:
    schema = said.get("schema")
    answer: dict[str, Any] = {"$ref": f"#/components/schemas/{schema}"} if schema else {"type": "object"}
    kinds = said.get("kinds", ["application/json"])
    return {kind: {"schema": answer if kind == "application/json" else {"type": "string"}} for kind in kinds}


def _body(name: str) -> dict[str, Any]:
    return {key: part for key, part in schemas.document(name).items() if key not in {"$schema", "$id"}}


def _problem() -> dict[str, Any]:
    form = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": "What went wrong (RFC 9457)", "content": {"application/problem+json": form}}
