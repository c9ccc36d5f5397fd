"""What a supervisor, a load balancer and a scraper ask."""

from typing import Final

from flask import Blueprint, Response

from jide.errors import Unavailable
from jide.health import service
from jide.infra import metrics
from jide.infra.web.guard import deps, open_to_all
from jide.infra.web.replies import bytes_reply, json_reply

blueprint: Final = Blueprint("health", __name__)


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
