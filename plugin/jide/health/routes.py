"""What a supervisor, a load balancer, a scraper and a tenant's admin ask."""

from typing import Final

from flask import Blueprint, Response

from jide.errors import Unavailable
from jide.health import service
from jide.infra import metrics
from jide.infra.web import params
from jide.infra.web.guard import caller, deps, open_to_all, requires
from jide.infra.web.replies import bytes_reply, json_reply

blueprint: Final = Blueprint("health", __name__)

_MOST_HISTORY: Final = 500


@blueprint.get("/livez")
@open_to_all
def get_livez() -> Response:
    """The process answers."""
    return json_reply({"status": "ok"})


@blueprint.get("/readyz")
@open_to_all
def get_readyz() -> Response:
    """Whether messages can be taken: ok, or degraded while one store is away; 503 when neither can."""
    found = service.readiness(deps())
    if not found.takes_messages:
        raise Unavailable("no store can take messages now", parts=dict(found.parts), retry_after=2)
    return json_reply({"status": found.status, "parts": dict(found.parts)})


@blueprint.get("/metrics")
@open_to_all
def get_metrics() -> Response:
    """The service's numbers in Prometheus' text form."""
    return bytes_reply(metrics.exposition(), metrics.CONTENT_TYPE)


def _without_keys(_: Unavailable) -> Response:
    """While PostgreSQL cannot say who asks: that it is away, which /readyz tells everybody, and nothing of a tenant."""
    return json_reply(service.report_without_postgres(deps()).as_json())


@blueprint.get("/api/v1/memory/health")
@requires("health:r", away=_without_keys)
def get_health() -> Response:
    """How well the tenant's memory is: each check with value, limits and a sentence; kept reports with `history`."""
    wanted = params.query_int("history", 0, 0, _MOST_HISTORY)
    found = service.report(deps(), "admin", caller().tenant, service.look_at_redis(deps()))
    if not wanted:
        return json_reply(found.as_json())
    try:
        kept = service.history(deps(), "admin", caller().tenant, wanted)
    except Unavailable:
        kept = []  # the report says that PostgreSQL is away
    return json_reply(found.as_json() | {"history": kept})
