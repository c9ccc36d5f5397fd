"""The health report of one tenant, for tests that produce a fault and look at it."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from jide.health import service
from jide.health.checks import Finding
from jide.health.service import Depth
from jide.infra.deps import Deps
from jide.namespace import Namespace

NOBODY: Final = Namespace(tenant_id="service")
TEXTS: Final = ("以后金额都用新加坡元", "Use Singapore dollars from now on 🙂")


def look(deps: Deps, ns: Namespace, at: datetime | None = None, depth: Depth = service.THOROUGH) -> dict[str, Finding]:
    """The report of the tenant, by check, made at a time."""
    then = deps if at is None else replace(deps, clock=lambda: at)
    tenant = Namespace(tenant_id=ns.tenant_id)
    found = service.report(then, "system", tenant, service.look_at_redis(then), depth)
    return {finding.check.name: finding for finding in found.findings}
