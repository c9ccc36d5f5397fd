"""A tenant in which something is there for every route: session, UCU with evidence, draft, letter, recall, key.

And who may call a route: the key of a role that carries its scope.
"""

from dataclasses import dataclass
from typing import Any, Final

import psycopg2
from flask import Flask
from psycopg2.extras import Json

from jide.caller import IMPLIED, ROLE_SCOPES
from jide.infra import keys
from jide.infra.deps import Deps, new_id
from jide.infra.web import openapi
from jide.infra.web.guard import OPEN, required_scope
from jide.namespace import Namespace
from tests.api.conftest import BASE, Caller
from tests.policies.rows import insert, rows

MARKDOWN: Final = {
    "type": "preference", "key": "report_format", "value": {"format": "Markdown"}, "statement": "周报用 Markdown",
    "evidence": ["session_s1#msg_1"],
}  # fmt: skip
WORD: Final = {"type": "preference", "key": "report_format", "value": {"format": "Word"}, "statement": "周报用 Word"}


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is there.

    names   what a placeholder of a path, or a parameter of a query, may be called to find something; the UCU is the
            second version of its line
    """

    app: Flask
    tenant: Namespace
    names: dict[str, str]
    roles: dict[str, str]

    def caller(self, route: str) -> Caller:
        """Somebody who may call `METHOD /path`."""
        return Caller(client=self.app.test_client(), key=self.key(route))

    def key(self, route: str) -> str:
        """The text of a key that may call `METHOD /path`; '' where none is needed."""
        scope = next(
            required_scope(self.app, rule.endpoint)
            for method, path, rule in openapi.routes(self.app)
            if route == f"{method} {path}"
        )
        return "" if scope in {None, OPEN} else self.roles[role_for(str(scope))]


def role_for(scope: str) -> str:
    """A role that carries `scope`."""
    wanted = {scope, IMPLIED.get(scope, scope)}
    return next(role for role, scopes in ROLE_SCOPES.items() if role != "self" and scopes & wanted)


def make_world(app: Flask, deps: Deps, database_url: str) -> World:
    """A new tenant, filled as its own users would fill it, and by the bootstrap account where only a worker would."""
    tenant = Namespace(tenant_id=f"w{new_id().replace('-', '')}")
    roles = {
        role: keys.create_key(deps.database, tenant, app_id="tests", role=role, now=deps.clock()).text
        for role in ROLE_SCOPES if role != "self"
    }  # fmt: skip
    spare = keys.create_key(deps.database, tenant, app_id="spare", role="app", now=deps.clock())
    worked = _work(Namespace(tenant_id=tenant.tenant_id, user_id="u1"), database_url)
    call = Caller(client=app.test_client(), key=roles["app"])
    said = {"message": {"role": "user", "content": "以后周报都用 Markdown 格式。"}}
    assert call("POST", "/session/u1/s1", json=said).status_code == 201
    for body in (MARKDOWN, WORD):
        made = call("POST", "/user/u1/ucu", json=body)
        assert made.status_code == 201, made.json
    names = {"user_id": "u1", "session_id": "s1", "ucu_id": made.json["ucu_id"], "key_id": spare.key_id, **worked}
    return World(app=app, tenant=tenant, names=names, roles=roles)


def _work(ns: Namespace, database_url: str) -> dict[str, str]:
    """What only a worker makes: a draft with its message, a letter about a message that failed, a recall."""
    found = rows(ns, "u2")
    draft = found["drafts"][0] | {"value": Json({"value": "CNY"})}
    with psycopg2.connect(database_url) as connection, connection.cursor() as cursor:
        for table in ("sessions", "messages"):
            for row in found[table]:
                insert(cursor, table, row)
        insert(cursor, "drafts", draft)
        insert(cursor, "dead_letters", found["dead_letters"][0])
        insert(cursor, "recalls", found["recalls"][0])
    connection.close()
    letter = found["dead_letters"][0]["dead_letter_id"]
    return {"draft_id": draft["draft_id"], "failed_id": letter, "recall_id": found["recalls"][0]["recall_id"]}


def path_of(route: str, names: dict[str, str]) -> tuple[str, str]:
    """(method, path below /api/v1/memory) of `METHOD /path` with its placeholders filled."""
    method, path = route.split(" ")
    for name, value in names.items():
        path = path.replace(f"{{{name}}}", value)
    return method, path.removeprefix(BASE)


def described(route: str) -> Any:
    """What operations.json says of a route."""
    return openapi.operations()["operations"][route]
