"""livez, readyz, metrics: what supervisors and scrapers ask, without a key."""

from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from jide.app import create_app
from jide.errors import Misconfigured
from jide.infra import redis
from jide.infra.deps import Deps
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.settings import Settings
from tests.conftest import with_database

NOWHERE = "postgresql://jide_web:x@127.0.0.1:1/none"


def client_of(deps: Deps) -> FlaskClient:
    """A client of an application on other connections."""
    return create_app(Settings(), deps=deps).test_client()


def test_with_both_stores_all_is_well(client: FlaskClient) -> None:
    """ok, part by part."""
    assert client.get("/livez").json == {"status": "ok"}
    reply = client.get("/readyz")
    assert (reply.status_code, reply.json) == (200, {"status": "ok", "parts": {"postgres": "ok", "redis": "ok"}})


@pytest.mark.parametrize(
    ("away", "status", "said"),
    [({"postgres"}, 200, "degraded"), ({"redis"}, 200, "degraded"), ({"postgres", "redis"}, 503, None)],
)
def test_one_store_is_enough(web_deps: Deps, away: set[str], status: int, said: str | None) -> None:
    """Messages are taken while either lives; the process lives anyhow."""
    deps = web_deps
    if "postgres" in away:
        deps = replace(deps, database=Database(NOWHERE, size=1))
    if "redis" in away:
        deps = replace(deps, redis=redis.connect("redis://127.0.0.1:1/0"))
    client = client_of(deps)
    reply = client.get("/readyz")
    assert reply.status_code == status
    assert {name for name, state in reply.json["parts"].items() if state == "away"} == away
    assert reply.json["status"] == (said or 503)
    assert client.get("/livez").status_code == 200


def test_a_database_without_its_tables_is_not_ready(web_deps: Deps, login_urls: LoginUrls) -> None:
    """Even with Redis there: what is taken could not be archived."""
    database = Database(with_database(login_urls.web, "postgres"), size=1)
    reply = client_of(replace(web_deps, database=database)).get("/readyz")
    database.close()
    assert (reply.status_code, reply.json["parts"]["postgres"]) == (503, "not_migrated")
    assert reply.headers["Retry-After"]


def test_metrics_count_routes_and_name_nobody(client: FlaskClient, app_key: str) -> None:
    """A scraper sees how many, never who."""
    client.get("/api/v1/memory/user/zhao.liu?session_id=x", headers={"Authorization": f"Bearer {app_key}"})
    client.open("/x", method="SECRETMETHOD")
    reply = client.get("/metrics")
    assert reply.status_code == 200
    assert reply.content_type.startswith("text/plain")
    assert 'jide_http_requests_total{method="GET",route="/api/v1/memory/user/<user_id>",status="200"}' in reply.text
    assert "jide_metrics_scope" in reply.text
    assert not any(word in reply.text for word in ("zhao.liu", "SECRETMETHOD", app_key))


def test_serving_needs_both_urls() -> None:
    """A missing setting is named at the start, not at the first request."""
    with pytest.raises(Misconfigured, match="JIDE_DATABASE_URL"):
        create_app(Settings())
