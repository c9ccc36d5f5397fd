"""The checks of the health report as data: what each measures, from where it warns and alarms, what it says (pure)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from jide.infra.times import stamp
from jide.settings import Settings

OK: Final = "ok"
WARN: Final = "warn"
ALARM: Final = "alarm"
SEVERITY: Final = (OK, WARN, ALARM)
"""From well to worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that is looked at.

    name            as the report and the metrics call it
    what            what its value says
    unit            of value and limits
    warn, alarm     the limits. A value above one of them is that bad; where `falls`, a value below it
    says            the sentence of the report, with the measure's numbers
    needs           the store without which it cannot be looked at; '' for the stores themselves
    """

    name: str
    what: str
    unit: str
    warn: float | None
    alarm: float
    says: str
    needs: str = "postgres"
    falls: bool = False

    def judge(self, value: float) -> str:
        """How bad `value` is: ok, warn or alarm."""
        for status, limit in ((ALARM, self.alarm), (WARN, self.warn)):
            if limit is not None and (value < limit if self.falls else value > limit):
                return status
        return OK


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What was found: the value that the limits are for, and the numbers of the sentence."""

    value: float
    numbers: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check's outcome. `value` None: the store it needs was away."""

    check: Check
    status: str
    detail: str
    value: float | None

    def as_json(self) -> dict[str, Any]:
        """As the API writes it; `threshold` is where it stops being ok."""
        check = self.check
        return {
            "name": check.name,
            "what": check.what,
            "value": None if self.value is None else round(self.value, 4),
            "threshold": check.alarm if check.warn is None else check.warn,
            "alarm_threshold": check.alarm,
            "unit": check.unit,
            "status": self.status,
            "detail": self.detail,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How one tenant's memory is at a moment."""

    tenant_id: str
    at: datetime
    findings: tuple[Finding, ...]

    @property
    def status(self) -> str:
        """That of the worst check."""
        return worst(finding.status for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """As the API writes it."""
        checks = [finding.as_json() for finding in self.findings]
        return {"status": self.status, "checks": checks, "at": stamp(self.at)}


CHECKS: Final = (
    Check(
        name="postgres", what="whether PostgreSQL answers and is migrated", unit="up",
        warn=None, alarm=1, falls=True, needs="", says="PostgreSQL {state}.",
    ),
    Check(
        name="redis", what="whether Redis answers", unit="up",
        warn=None, alarm=1, falls=True, needs="", says="Redis {state}.",
    ),
    Check(
        name="workers", what="workers whose heartbeat has not run out", unit="workers",
        warn=None, alarm=1, falls=True, says="Live workers: {workers}.",
    ),
    Check(
        name="session_survival", what="share of live sessions that end sooner than they should", unit="share",
        warn=0.05, alarm=0.5, needs="redis",
        says="{short} of {looked} live sessions looked at have less than {seconds} s left and should have more.",
    ),
    Check(
        name="evidence_integrity", what="share of active memories whose evidence does not hold", unit="share",
        warn=0.01, alarm=0.05,
        says="{broken} of {looked} memories looked at ({units} active) have evidence that does not hold: {lost} lead "
        "to no stored text, {altered} quote what it does not say, {differing} show other anchors than are kept, "
        "{bare} were learned from nothing.",
    ),
    Check(
        name="layer_agreement", what="share of users whose newest evidence is not what the archive holds", unit="share",
        warn=0.005, alarm=0.05,
        says="The newest evidence of {apart} of {looked} users looked at ({users} in all) differs from the archive.",
    ),
    Check(
        name="archive_lag", what="how long the oldest message has waited for archive or extractor", unit="seconds",
        warn=30, alarm=300,
        says="The oldest message has waited {outbox_seconds:.0f} s in the outbox and {queued_seconds:.0f} s in the "
        "archive, where {queued} wait.",
    ),
    Check(
        name="extraction_failures", what="share of the last day's user messages that nothing could be learned from",
        unit="share", warn=0.01, alarm=0.05, says="{failed} of {heard} user messages of the last 24 hours failed.",
    ),
    Check(
        name="dead_letters", what="messages put aside for people and not resolved", unit="letters",
        warn=0, alarm=100, says="Messages given up that wait for people: {letters}.",
    ),
    Check(
        name="review_age", what="how long the oldest draft has waited for a reviewer", unit="hours",
        warn=72, alarm=336, says="The oldest of {pending} pending drafts has waited {pending_hours:.1f} h.",
    ),
    Check(
        name="review_size", what="drafts that wait for a reviewer", unit="drafts",
        warn=200, alarm=2000, says="Drafts that wait for a reviewer: {pending}.",
    ),
    Check(
        name="audit_chain", what="how long the oldest audit row has waited for its place in the chain", unit="seconds",
        warn=60, alarm=600, says="Audit rows not chained yet: {unchained}, the oldest for {unchained_seconds:.0f} s.",
    ),
)  # fmt: skip
"""Every check, in the order of the report."""


def checks_of(settings: Settings) -> tuple[Check, ...]:
    """The checks with the limits that this installation has set."""
    own = {
        "review_age": (settings.review_warn_hours, settings.review_alarm_hours),
        "review_size": (settings.review_warn_size, settings.review_alarm_size),
    }
    limits = ((check, *own.get(check.name, (check.warn, check.alarm))) for check in CHECKS)
    return tuple(replace(check, warn=warn, alarm=alarm) for check, warn, alarm in limits)


def findings(checks: Iterable[Check], measures: Mapping[str, Measure], away: Mapping[str, str]) -> tuple[Finding, ...]:
    """What the measures mean. A check without one was not looked at, for the store it needs is in `away`.

    Not looked at is never ok, and the store's own check says how bad it is: such a check warns.
    """
    found = []
    for check in checks:
        measure = measures.get(check.name)
        if measure is None:
            detail = f"Not looked at: {away.get(check.needs, 'what it needs is away')}."
            found.append(Finding(check=check, status=WARN, detail=detail, value=None))
        else:
            detail = check.says.format_map(measure.numbers)
            found.append(Finding(check=check, status=check.judge(measure.value), detail=detail, value=measure.value))
    return tuple(found)


def worst(statuses: Iterable[str]) -> str:
    """The worst of some statuses; ok where there is none."""
    return max(statuses, key=SEVERITY.index, default=OK)


def share(part: int, whole: int) -> float:
    """`part` of `whole`, 0 of nothing."""
    return part / whole if whole else 0.0
