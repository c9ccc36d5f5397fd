"""From a signal to a claim: its place, its evidence, its weight, its time."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.drafts import claims
from jide.drafts.claims import Heard
from jide.signals.signal import Turn
from tests.unit.drafts.test_gate import signal, ucu

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def heard(*contents: str, project: str = "p1") -> Heard:
    """A conversation in turns of assistant and user, a minute apart, numbered from 15."""
    turns = [
        Turn(
            role="user" if n % 2 else "assistant", content=content, at=T0 + timedelta(minutes=n), message_id=f"m{n}",
            seq=15 + n,
        )
        for n, content in enumerate(contents)
    ]  # fmt: skip
    return Heard(session_id="s#1", message_id=turns[-1].message_id, project_id=project, trusted=True, turns=turns)


def test_a_claim_carries_the_words_and_the_message_it_answers() -> None:
    talk = heard("美元？", "不，用新加坡元")
    this = signal(value="新加坡元", index=1, span=(3, 7), answers=0, signal="correction", ending="wrong")
    claim = claims.to_claim(this, talk, project_id="", now=T0 + timedelta(days=1), extractor="x1")
    (ref,) = claim.evidence
    assert (ref.quote, ref.message_id, ref.cause_message_id) == ("新加坡元", "m1", "m0")
    assert (claim.at, claim.ending, claim.models) == (T0 + timedelta(minutes=1), "wrong", {"extractor": "x1"})
    assert claims.anchor_of(this, talk) == "session_s%231#msg_15-msg_16"


def test_a_withdrawal_ends_the_line_and_names_no_ending_of_its_own() -> None:
    this = signal(index=1, signal="withdrawal", ending="withdrawn")
    claim = claims.to_claim(this, heard("?", "忘掉它"), project_id="", now=T0, extractor="x1")
    assert (claim.withdraws, claim.ending) == (True, "changed")


@pytest.mark.parametrize(
    ("more", "active", "project"),
    [
        ({"scope": "project"}, [], "p1"),
        ({"scope": "project"}, [ucu()], "p1"),
        ({}, [ucu(project_id="p1")], ""),
        ({"signal": "correction"}, [], ""),
        ({"polarity": "negative"}, [ucu(project_id="p1", value="SGD")], "p1"),
        ({"polarity": "negative"}, [ucu(project_id="p1", value="SGD"), ucu(value="USD")], "p1"),
        ({"polarity": "negative"}, [ucu(project_id="p1", value="SGD"), ucu(value="SGD")], ""),
        ({"polarity": "negative"}, [ucu(project_id="p1", value="USD")], ""),
        ({"polarity": "negative"}, [ucu(project_id="p2", value="SGD")], ""),
        ({"polarity": "negative"}, [ucu(project_id="p1", value="SGD", polarity="negative")], ""),
        ({"signal": "correction"}, [ucu(project_id="p1")], "p1"),
        ({"signal": "correction"}, [ucu(project_id="p1"), ucu()], ""),
        ({"signal": "withdrawal"}, [ucu(project_id="p1")], "p1"),
        ({"signal": "withdrawal"}, [ucu(project_id="p2")], ""),
        ({"signal": "correction"}, [ucu("location", "York", project_id="p1")], ""),
    ],
)
def test_a_signal_belongs_where_it_says_or_where_there_is_something_to_correct(
    more: dict[str, Any], active: list[Any], project: str
) -> None:
    assert claims.home(signal(**more), "p1", active) == project


@pytest.mark.parametrize(
    ("metadata", "active", "tenant", "zone"),
    [
        ({"timezone": "Asia/Tokyo"}, [ucu("timezone", "Europe/Paris")], "Asia/Shanghai", "Asia/Tokyo"),
        ({}, [ucu("timezone", "Europe/Paris")], "Asia/Shanghai", "Europe/Paris"),
        ({}, [], "Asia/Shanghai", "Asia/Shanghai"),
        ({"timezone": "../etc/passwd"}, [], "Asia/Shanghai", "Asia/Shanghai"),
        ({"timezone": 8}, [ucu("timezone", "北京时间")], "Nowhere/Land", "UTC"),
        ({"timezone": "\0"}, [], "", "UTC"),
    ],
)
def test_the_zone_is_of_the_message_then_as_remembered_then_the_tenants(
    metadata: dict[str, Any], active: list[Any], tenant: str, zone: str
) -> None:
    assert claims.zone(metadata, active, tenant) == zone


@pytest.mark.parametrize(("days", "at"), [(None, 9), (12, 9), (9, 1), (5, 1)])
def test_what_was_over_when_it_was_appended_was_said_at_its_own_time(days: int | None, at: int) -> None:
    """An old message that comes late ends nothing that was said after it."""
    turns = tuple(
        Turn(role="user", content="用英文", at=T0 + timedelta(days=day), message_id=f"m{day}") for day in (9, 1)
    )
    context = Heard(session_id="s", message_id="m1", project_id="", trusted=True, turns=turns)
    until = None if days is None else T0 + timedelta(days=days)
    this = signal(index=1, valid_until=until)
    claim = claims.to_claim(this, context, project_id="", now=T0 + timedelta(days=30), extractor="x1")
    assert claim.at == T0 + timedelta(days=at)
