"""The worker's eye on health: the checks as Prometheus gauges, a few tenants at a time, without holding up its work."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from jide.errors import Unavailable
from jide.health import service
from jide.health.checks import SEVERITY, Report, worst
from jide.health.service import GLANCE
from jide.infra import metrics
from jide.infra.deps import Deps
from jide.namespace import Namespace

EVERY: Final = 15.0
"""Seconds between the beginnings of two walks over all tenants, at least."""

FIRST: Final = 2.0
"""Seconds until the first: a worker that starts has messages to take up before."""

BUDGET: Final = 0.05
"""Seconds after which a look ends, so that messages need not wait; it always gets through one tenant."""


@dataclass(slots=True, kw_only=True)
class _Walk:
    """A walk over the tenants, under way."""

    tenants: Iterator[Namespace]
    reports: list[Report] = field(default_factory=list)


class Watch:
    """Walks the tenants again and again, in short looks, and publishes what a whole walk found.

    monotonic   seconds of a clock that never goes back
    """

    def __init__(self, deps: Deps, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._deps = deps
        self._monotonic = monotonic
        self._next = monotonic() + FIRST
        self._walk: _Walk | None = None

    def look(self) -> None:
        """Go on with the walk, or begin the next when it is time; a store that is away is what it finds, no error."""
        began = self._monotonic()
        if self._walk is None:
            if began < self._next:
                return
            self._next = began + EVERY
            self._walk = _Walk(tenants=service.walk(self._deps))
        if self._go_on(self._walk, began + BUDGET):
            publish(self._walk.reports, self._deps.clock().timestamp())
            self._walk = None

    def _go_on(self, walk: _Walk, until: float) -> bool:
        """Look at tenants until it is time to stop; whether the walk is at its end."""
        live = service.look_at_redis(self._deps)
        try:
            for tenant in walk.tenants:
                walk.reports.append(service.report(self._deps, "system", tenant, live, GLANCE))
                if self._monotonic() >= until:
                    return False
        except Unavailable:  # nobody can say which tenants there are; that much is reported
            walk.reports.append(service.report(self._deps, "system", service.NOBODY, live, GLANCE))
        return True


def publish(reports: Sequence[Report], at: float) -> None:
    """Set the gauges: of all tenants the worst status of each check, the sums, the longest waits; `at` is Unix time."""
    statuses: dict[str, list[str]] = {}
    values: dict[str, list[float]] = {}
    for finding in (finding for report in reports for finding in report.findings):
        statuses.setdefault(finding.check.name, []).append(finding.status)
        if finding.value is not None:
            values.setdefault(finding.check.name, []).append(finding.value)
    for name, found in statuses.items():
        metrics.HEALTH.labels(check=name).set(SEVERITY.index(worst(found)))
    if "review_size" in values:  # otherwise PostgreSQL was away, and what was known last stands
        metrics.REVIEW_PENDING.set(sum(values["review_size"]))
        metrics.REVIEW_OLDEST.set(max(values["review_age"]) * 3600)
        metrics.ARCHIVE_LAG.set(max(values["archive_lag"]))
        metrics.DEAD_LETTERS_OPEN.set(sum(values["dead_letters"]))
        metrics.AUDIT_UNCHAINED.set(max(values["audit_chain"]))
    metrics.HEALTH_AT.set(at)
