"""Reports of several tenants as one, in a table, and whether somebody is to be told."""

from datetime import UTC, datetime

import pytest

from jide.health import cron
from jide.health.checks import CHECKS, Finding, Report

AT = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)


def report(tenant: str, values: dict[str, float | None] | None = None) -> Report:
    """A tenant's report: well but for these values."""
    given = values or {}
    found = []
    for check in CHECKS:
        value = given.get(check.name, 1.0 if check.falls else 0.0)
        status = "warn" if value is None else check.judge(value)
        found.append(Finding(check=check, status=status, detail=f"About {check.name}.", value=value))
    return Report(tenant_id=tenant, at=AT, findings=tuple(found))


def test_one_tenant_is_told_as_it_is() -> None:
    """The API's report, with whose it is."""
    one = report("acme", {"review_size": 201})
    assert cron.as_json([one]) == one.as_json() | {"tenant_id": "acme"}
    assert list(cron.table([one]))[-1] == "warn"


def test_several_tenants_are_one_report_of_the_worst() -> None:
    """Each check where it is worst, and all of them beside."""
    found = cron.as_json(
        [report("a"), report("b", {"archive_lag": 60}), report("c", {"archive_lag": 400, "workers": 0})]
    )
    assert found["status"] == "alarm"
    worst = {check["name"]: (check["tenant_id"], check["value"], check["status"]) for check in found["checks"]}
    assert (worst["archive_lag"], worst["workers"]) == (("c", 400, "alarm"), ("c", 0, "alarm"))
    assert [(each["tenant_id"], each["status"]) for each in found["tenants"]] == [
        ("a", "ok"), ("b", "warn"), ("c", "alarm"),
    ]  # fmt: skip


def test_the_table_names_tenants_only_where_something_is_wrong() -> None:
    """A sign, a name, a value with its unit, a sentence; the last line is the whole."""
    odd: dict[str, float | None] = {"evidence_integrity": 0.025, "review_age": 80.5, "archive_lag": None}
    lines = {line.split()[1]: line for line in list(cron.table([report("a"), report("b", odd)]))[:-1]}
    assert lines["evidence_integrity"].split() == [
        "!",
        "evidence_integrity",
        "2.5%",
        "[b]",
        "About",
        "evidence_integrity.",
    ]
    assert "80.5 hours" in lines["review_age"]
    assert lines["archive_lag"].split()[2] == "?"
    assert lines["redis"].startswith("✓")
    assert "[" not in lines["redis"]
    assert list(cron.table([report("a"), report("b", odd)]))[-1] == "warn, 1 of 2 tenants not well"


@pytest.mark.parametrize(
    ("last", "changed"),
    [
        ({"a": "ok", "b": "warn"}, False),
        ({"a": "ok", "b": "ok"}, True),
        ({"a": "warn", "b": "warn"}, True),  # one came back
        ({"a": "ok"}, True),  # one that was never looked at is not well
        ({"b": "warn"}, False),  # one that was never looked at is well
        (None, True),  # nobody can say what was told
    ],
)
def test_what_has_changed(last: dict[str, str] | None, changed: bool) -> None:
    """Any tenant's status against the last kept one."""
    assert cron.has_changed([report("a"), report("b", {"dead_letters": 1})], last) is changed


@pytest.mark.parametrize(
    ("fail_on", "exits"), [("warn", {"ok": 0, "warn": 1, "alarm": 2}), ("alarm", {"ok": 0, "warn": 0, "alarm": 2})]
)
def test_exit_statuses(fail_on: str, exits: dict[str, int]) -> None:
    """What cron sees."""
    assert exits == cron.EXITS[fail_on]
