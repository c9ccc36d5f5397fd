"""Checks as data: where each warns and alarms, and what is said of what was not looked at."""

from datetime import UTC, datetime, timedelta

import pytest

from jide.health.checks import ALARM, CHECKS, OK, WARN, Measure, Report, checks_of, findings, share, worst
from jide.health.service import survival
from jide.health.store import LiveSession
from jide.settings import Settings

AT = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)

JUDGED = [
    # check, values that are well, that warn, that alarm
    ("postgres", [1], [], [0]),
    ("redis", [1], [], [0]),
    ("workers", [1, 7], [], [0]),
    ("session_survival", [0, 0.05], [0.051, 0.5], [0.501, 1]),
    ("evidence_integrity", [0, 0.01], [0.0101, 0.05], [0.051, 1]),
    ("layer_agreement", [0, 0.005], [0.0051, 0.05], [0.051, 1]),
    ("archive_lag", [0, 30], [30.1, 300], [300.1]),
    ("extraction_failures", [0, 0.01], [0.011, 0.05], [0.051]),
    ("dead_letters", [0], [1, 100], [101]),
    ("review_age", [0, 72], [72.1, 336], [336.1]),
    ("review_size", [0, 200], [201, 2000], [2001]),
    ("audit_chain", [0, 60], [60.1, 600], [600.1]),
]


def test_every_check_is_judged_here() -> None:
    """A new check needs a line in the table."""
    assert [check.name for check in CHECKS] == [name for name, *_ in JUDGED]


@pytest.mark.parametrize(("name", "well", "warns", "alarms"), JUDGED)
def test_limits(name: str, well: list[float], warns: list[float], alarms: list[float]) -> None:
    """A value at a limit still passes it; one beyond does not."""
    (check,) = [check for check in checks_of(Settings()) if check.name == name]
    for status, values in ((OK, well), (WARN, warns), (ALARM, alarms)):
        assert [(value, check.judge(value)) for value in values] == [(value, status) for value in values]


def test_an_installation_sets_its_own_limits_for_reviews() -> None:
    """The settings reach the checks, and no other check moves."""
    own = Settings(review_warn_hours=1, review_alarm_hours=2, review_warn_size=3, review_alarm_size=4)
    moved = {check.name: (check.warn, check.alarm) for check in checks_of(own) if check not in CHECKS}
    assert moved == {"review_age": (1, 2), "review_size": (3, 4)}


def test_what_was_not_looked_at_warns_and_says_why() -> None:
    """Unknown is not well; the store that is away alarms by itself."""
    measures = {"postgres": Measure(value=0, numbers={"state": "is away"})}
    found = {f.check.name: f for f in findings(CHECKS, measures, {"postgres": "PostgreSQL is away", "redis": "no"})}
    assert (found["postgres"].status, found["postgres"].detail) == (ALARM, "PostgreSQL is away.")
    integrity = found["evidence_integrity"]
    assert (integrity.status, integrity.value, integrity.detail) == (WARN, None, "Not looked at: PostgreSQL is away.")
    assert found["session_survival"].detail == "Not looked at: no."
    report = Report(tenant_id="t", at=AT, findings=tuple(found.values()))
    assert report.status == ALARM
    assert report.as_json()["at"] == "2026-12-01T08:00:00.000000Z"


@pytest.mark.parametrize(
    ("statuses", "said"), [([], OK), ([OK, OK], OK), ([OK, WARN], WARN), ([ALARM, WARN, OK], ALARM)]
)
def test_the_worst_is_the_whole(statuses: list[str], said: str) -> None:
    """One alarm is an alarm."""
    assert worst(statuses) == said


def test_a_share_of_nothing_is_nothing() -> None:
    """An empty tenant is well."""
    assert (share(0, 0), share(1, 4)) == (0.0, 0.25)


def session(left: float, promised: float, idle: float | None) -> LiveSession:
    """A live session; minutes."""
    return LiveSession(
        tenant_id="t", left=timedelta(minutes=left), promised=timedelta(minutes=promised),
        idle=None if idle is None else timedelta(minutes=idle),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("left", "promised", "idle", "counts"),
    [
        (30, 30, 0, False),  # just spoken in
        (5, 5, 25, False),  # exactly five minutes
        (4, 4, 26, False),  # nobody speaks: its natural end comes near
        (0.1, 0.1, 29.9, False),
        (4, 20, 10, True),  # cut short: its deadline promised more
        (4, 20, 26, True),
        (4, 4, 24, True),  # spoken in 24 minutes ago, and an append that prolongs nothing
        (0, 12, None, True),  # gone, evicted or deleted
        (0, 0.5, None, False),  # gone within its last moments, which cannot be told from its end
    ],
)
def test_a_session_that_ends_too_soon(left: float, promised: float, idle: float | None, counts: bool) -> None:
    """Only those that should have more time count; an idle session at its natural end is well."""
    measure = survival([session(left, promised, idle), session(30, 30, 0)], Settings())
    assert measure.value == (0.5 if counts else 0.0)


@pytest.mark.parametrize(
    ("life", "left", "idle", "counts"),
    [(60, 55, 5, True), (300, 299, 1, True), (600, 550, 50, False), (600, 200, 400, False), (600, 200, 100, True)],
)
def test_lives_that_are_set_short(life: int, left: float, idle: float, counts: bool) -> None:
    """Sessions that never live for five minutes are no memory of a conversation; seconds here."""
    one = LiveSession(
        tenant_id="t", left=timedelta(seconds=left), promised=timedelta(seconds=left), idle=timedelta(seconds=idle)
    )
    assert bool(survival([one], Settings(session_ttl_seconds=life)).value) is counts
