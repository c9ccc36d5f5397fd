"""The whole application, called as clients call it, on the real engines."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from jide.app import create_app
from jide.infra import keys
from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from jide.settings import Settings

BASE = "/api/v1/memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A client that presents one key."""

    client: FlaskClient
    key: str

    def __call__(self, method: str, path: str, **more: Any) -> TestResponse:
        """One call; `path` is below /api/v1/memory unless it names a route at the root."""
        headers = {"Authorization": f"Bearer {self.key}", **more.pop("headers", {})}
        return self.client.open(path if path.startswith("//") else BASE + path, method=method, headers=headers, **more)


@pytest.fixture
def app(web_deps: Deps) -> Flask:
    """The application on this test's connections."""
    return create_app(Settings(), deps=web_deps)


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    """A client without a key."""
    with app.test_client() as found:
        yield found


def make_key(deps: Deps, tenant: Namespace, role: str = "app", **more: Any) -> str:
    """The text of a new key of `tenant`."""
    return keys.create_key(deps.database, tenant, app_id="tests", role=role, now=deps.clock(), **more).text


@pytest.fixture
def app_key(web_deps: Deps, tenant: Namespace) -> str:
    """A service key of the tenant."""
    return make_key(web_deps, tenant)


@pytest.fixture
def reviewer_key(web_deps: Deps, tenant: Namespace) -> str:
    """A reviewer's key of the tenant."""
    return make_key(web_deps, tenant, "reviewer")


@pytest.fixture
def admin_key(web_deps: Deps, tenant: Namespace) -> str:
    """An administrator's key of the tenant."""
    return make_key(web_deps, tenant, "admin")


@pytest.fixture
def other_tenant_key(web_deps: Deps) -> str:
    """A service key of another tenant."""
    return make_key(web_deps, Namespace(tenant_id=f"o{new_id().replace('-', '')}"))


@pytest.fixture
def call(client: FlaskClient, app_key: str) -> Caller:
    """The app, calling."""
    return Caller(client=client, key=app_key)


@pytest.fixture
def other_call(client: FlaskClient, other_tenant_key: str) -> Caller:
    """Another tenant's app, calling."""
    return Caller(client=client, key=other_tenant_key)
