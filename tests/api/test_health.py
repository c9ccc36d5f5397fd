"""livez, readyz, metrics, which need no key, and the report of a tenant's health, which an admin's key opens."""

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from jide.app import create_app
from jide.errors import Misconfigured
from jide.infra import redis
from jide.infra.deps import Deps
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.infra.web import openapi
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


CHECKS = [
    "postgres", "redis", "workers", "session_survival", "evidence_integrity", "layer_agreement", "archive_lag",
    "extraction_failures", "dead_letters", "review_age", "review_size", "audit_chain",
]  # fmt: skip


def test_an_admin_gets_the_report_of_its_tenant(client: FlaskClient, admin_key: str, app_key: str) -> None:
    """Every check with value, limits and one sentence; the description is what it says; an app's key is refused."""
    report = client.get("/api/v1/memory/health", headers={"Authorization": f"Bearer {admin_key}"})
    assert report.status_code == 200
    assert [check["name"] for check in report.json["checks"]] == CHECKS
    schemas = openapi.operations()["schemas"]
    described = {"$ref": "#/components/schemas/HealthReport", "components": {"schemas": schemas}}
    Draft202012Validator(described).validate(report.json)
    assert all(re.fullmatch(r"[^\n{}]+\.", check["detail"]) for check in report.json["checks"])
    assert "history" not in report.json
    refused = client.get("/api/v1/memory/health", headers={"Authorization": f"Bearer {app_key}"})
    assert refused.status_code == 403


@pytest.mark.parametrize(("history", "status"), [("0", 200), ("500", 200), ("501", 422), ("-1", 422), ("x", 422)])
def test_how_much_history_may_be_asked_for(client: FlaskClient, admin_key: str, history: str, status: int) -> None:
    """Up to 500 reports."""
    reply = client.get(f"/api/v1/memory/health?history={history}", headers={"Authorization": f"Bearer {admin_key}"})
    assert reply.status_code == status


@pytest.mark.parametrize("known", [True, False])
def test_while_postgres_is_away_there_is_a_report_and_nothing_of_a_tenant(
    web_deps: Deps, admin_key: str, known: bool
) -> None:
    """Where nobody can say whose the key is, the answer is the same for everybody: the stores, and no more."""
    nowhere = Database(NOWHERE, size=1)
    client = client_of(replace(web_deps, database=nowhere))
    key = admin_key if known else "jk_default_0123456789ab_" + "x" * 43
    reply = client.get("/api/v1/memory/health?history=5", headers={"Authorization": f"Bearer {key}"})
    nowhere.close()
    assert (reply.status_code, reply.json["status"]) == (200, "alarm")
    values = {check["name"]: check["value"] for check in reply.json["checks"]}
    assert values == {**dict.fromkeys(CHECKS), "postgres": 0.0, "redis": 1.0}


def test_while_redis_is_away_the_rest_is_looked_at(web_deps: Deps, admin_key: str) -> None:
    """An alarm for Redis; what PostgreSQL counts is there."""
    client = client_of(replace(web_deps, redis=redis.connect("redis://127.0.0.1:1/0")))
    reply = client.get("/api/v1/memory/health", headers={"Authorization": f"Bearer {admin_key}"})
    values = {check["name"]: check["value"] for check in reply.json["checks"]}
    assert (reply.status_code, values["redis"], values["session_survival"]) == (200, 0.0, None)
    assert values["evidence_integrity"] == 0.0


def test_serving_needs_both_urls() -> None:
    """A missing setting is named at the start, not at the first request."""
    with pytest.raises(Misconfigured, match="JIDE_DATABASE_URL"):
        create_app(Settings())
