"""`jide health` for cron and people: all tenants' reports as one, in a table, and posted when the status changes."""

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

from jide.errors import Misconfigured, NotFound, RedisAway, Unavailable
from jide.health import service
from jide.health.checks import CHECKS, OK, SEVERITY, WARN, Finding, Report, worst
from jide.infra.deps import Deps
from jide.infra.redis import connect
from jide.infra.times import stamp
from jide.namespace import Namespace

EXITS: Final = {"warn": {"ok": 0, "warn": 1, "alarm": 2}, "alarm": {"ok": 0, "warn": 0, "alarm": 2}}
"""Exit status by the severity from which it is not 0, and the status found."""

UNABLE: Final = 2
"""Exit status when there was nothing to look at: to whoever watches, that is an alarm."""

_SIGNS: Final = {"ok": "✓", "warn": "!", "alarm": "✗"}
_PATIENCE: Final = 10.0  # seconds for a webhook


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is asked for.

    tenant      one tenant, or '' for all
    fail_on     the severity from which the exit status is not 0: warn or alarm
    history     so many kept reports of each tenant are shown and nothing is looked at; 0 looks
    webhook     where a changed status is posted; '' nowhere
    """

    tenant: str = ""
    fail_on: str = WARN
    history: int = 0
    webhook: str = ""
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is printed, what went wrong beside it ('' nothing), and the exit status."""

    text: str
    trouble: str
    exit: int


def run(deps: Deps, order: Order) -> Outcome:
    """Do what is asked.

    Raises NotFound for a tenant that is not there, Misconfigured for a webhook that is no http(s) URL, and Unavailable
    where a history cannot be read.
    """
    if order.webhook and urlsplit(order.webhook).scheme not in {"http", "https"}:
        raise Misconfigured("--webhook: expected http:// or https://")
    if order.history:
        return Outcome(text=_shown_history(deps, order), trouble="", exit=0)
    reports = look(deps, order.tenant)
    found = as_json(reports)
    code = EXITS[order.fail_on][found["status"]]
    text = _dump(found) if order.as_json else "\n".join(table(reports))
    try:
        if order.webhook and has_changed(reports, told_last(deps, reports)):
            tell(order.webhook, found)
    except Unavailable as error:
        # Not kept, so that the next run finds the change again and tells it.
        return Outcome(text=text, trouble=error.detail, exit=max(code, 1))
    keep(deps, reports)
    return Outcome(text=text, trouble="", exit=code)


def client(url: str) -> Any:
    """A Redis client; None for a cluster that is away, which is what the report then says."""
    try:
        return connect(url)
    except RedisAway:
        return None


def _shown_history(deps: Deps, order: Order) -> str:
    tenants = [order.tenant] if order.tenant else [tenant.tenant_id for tenant in service.walk(deps)]
    kept = {tenant: history(deps, tenant, order.history) for tenant in tenants}
    if order.as_json:
        rows = [{"tenant_id": tenant, **row, "at": stamp(row["at"])} for tenant, found in kept.items() for row in found]
        return _dump({"history": rows})
    return "\n".join(line for tenant, rows in kept.items() for line in [f"{tenant}:", *past(rows)])


def _dump(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2)


def look(deps: Deps, tenant_id: str = "") -> list[Report]:
    """Reports of one tenant, or of all; without any tenant, or with PostgreSQL away, one of no tenant ('').

    Raises NotFound for a tenant that is not there.
    """
    live = service.look_at_redis(deps)
    try:
        tenants = [tenant for tenant in service.walk(deps) if tenant_id in {"", tenant.tenant_id}]
    except Unavailable:
        tenants = []
    else:
        if tenant_id and not tenants:
            raise NotFound(f"there is no tenant {tenant_id}")
    if not tenants:
        return [replace(service.report(deps, "system", service.NOBODY, live), tenant_id="")]
    return [service.report(deps, "system", tenant, live) for tenant in tenants]


def told_last(deps: Deps, reports: Sequence[Report]) -> dict[str, str] | None:
    """The status of each tenant's last kept report, ok where there is none; None when PostgreSQL cannot say."""
    try:
        kept = {each.tenant_id: history(deps, each.tenant_id, 1) for each in reports if each.tenant_id}
    except Unavailable:
        return None
    return {tenant: rows[0]["status"] if rows else OK for tenant, rows in kept.items()}


def history(deps: Deps, tenant_id: str, limit: int) -> list[dict[str, Any]]:
    """A tenant's kept reports, newest first."""
    return service.history(deps, "system", Namespace(tenant_id=tenant_id), limit)


def keep(deps: Deps, reports: Sequence[Report]) -> None:
    """Put the reports of tenants into the history; while PostgreSQL is away there is none."""
    service.keep(deps, [each for each in reports if each.tenant_id])


def has_changed(reports: Sequence[Report], last: Mapping[str, str] | None) -> bool:
    """Whether a status is another than last time. What cannot be compared has changed unless it is ok."""
    return any(each.status != (last or {}).get(each.tenant_id, OK) for each in reports)


def as_json(reports: Sequence[Report]) -> dict[str, Any]:
    """One report for all: each check as it is where it is worst; and the tenants' own where there are several."""
    one = reports[0]
    if len(reports) == 1:
        return one.as_json() | {"tenant_id": one.tenant_id}
    checks = []
    for name in (check.name for check in CHECKS):
        tenant, finding = _worst_of(reports, name)
        checks.append(finding.as_json() | {"tenant_id": tenant})
    return {
        "status": worst(each.status for each in reports),
        "checks": checks,
        "at": stamp(max(each.at for each in reports)),
        "tenants": [each.as_json() | {"tenant_id": each.tenant_id} for each in reports],
    }


def _worst_of(reports: Sequence[Report], name: str) -> tuple[str, Finding]:
    found = [(each.tenant_id, finding) for each in reports for finding in each.findings if finding.check.name == name]
    return max(found, key=lambda pair: (SEVERITY.index(pair[1].status), pair[1].value or 0.0))


def table(reports: Sequence[Report]) -> Iterator[str]:
    """For people: a line per check, for several tenants of the worst, with the tenant where it is not well."""
    many = len(reports) > 1
    for name in (check.name for check in CHECKS):
        tenant, finding = _worst_of(reports, name)
        whose = f"[{tenant}] " if many and finding.status != OK else ""
        yield f"{_SIGNS[finding.status]} {name:<20}{_number(finding):>16}  {whose}{finding.detail}"
    statuses = [each.status for each in reports]
    ill = f", {sum(status != OK for status in statuses)} of {len(reports)} tenants not well" if many else ""
    yield f"{worst(statuses)}{ill}"


def _number(finding: Finding) -> str:
    if finding.value is None:
        return "?"
    if finding.check.unit == "share":
        return f"{finding.value:.1%}"
    return f"{finding.value:{'.0f' if finding.value == int(finding.value) else '.1f'}} {finding.check.unit}"


def past(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A history for people: a line per report, with what was not well."""
    for row in rows:
        ill = [f"{check['name']} {check['value']}" for check in row["checks"] if check["status"] != OK]
        yield f"{_SIGNS[row['status']]} {stamp(row['at'])}  {', '.join(ill) or OK}"


Send = Callable[[urllib.request.Request], None]


def _send(request: urllib.request.Request) -> None:
    with urllib.request.urlopen(request, timeout=_PATIENCE):  # noqa: S310  # run has looked at the scheme
        pass


def tell(url: str, said: Mapping[str, Any], send: Send = _send) -> None:
    """POST a report as JSON. Raises Unavailable when it is not taken."""
    body = json.dumps(said, ensure_ascii=False).encode()
    request = urllib.request.Request(  # noqa: S310  # as above
        url, data=body, headers={"Content-Type": "application/json; charset=utf-8"}, method="POST"
    )
    try:
        send(request)
    except (urllib.error.URLError, OSError) as error:
        raise Unavailable(f"the webhook did not take the report: {error}") from error
