"""promote: what a claim does to its line, on a real server."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg2
import pytest

from jide.infra.deps import new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.profiles import store
from jide.profiles.store import Promoted, View
from jide.profiles.ucu import UCU, Claim
from tests.stores.told import claim, said, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def day(n: int) -> datetime:
    return T0 + timedelta(days=n)


@pytest.fixture
def promote(work_database: Database, user: Namespace) -> Callable[[Claim], Promoted]:
    def one(this: Claim) -> Promoted:
        with work_database.transaction("worker", user) as cursor:
            return store.promote(cursor, user, this, ucu_id=new_id(), now=max(this.at, day(100)))

    return one


def line_of(database: Database, user: Namespace, ucu: UCU | None) -> list[UCU]:
    """All versions of a line, oldest first."""
    assert ucu is not None
    with database.transaction("worker", user) as cursor:
        return store.read_history(cursor, user, ucu.ucu_id, View(as_of=T0), before=None, limit=100)[::-1]


def answer_of(database: Database, user: Namespace, key: str, at: datetime, known: datetime | None = None) -> list[Any]:
    """What was true of a key at a time, as known at another."""
    filters = {
        "status": None, "in_force": True, "type": None, "key": key, "project_id": None, "session_id": None,
        "before_at": None, "before_id": None, "limit": 100, **View(as_of=at, known_at=known).parameters,
    }  # fmt: skip
    with database.transaction("worker", user) as cursor:
        return sorted(str(u.value["value"]) for u in store.read_profile(cursor, user, filters))


def shape(rows: list[UCU]) -> list[tuple[Any, ...]]:
    return [(u.version, u.value.get("value"), u.status, u.ended) for u in rows]


def test_a_first_claim_becomes_version_one(promote: Callable[[Claim], Promoted]) -> None:
    done = promote(claim("currency", "SGD", day(1)))
    assert (done.outcome, done.previous) == ("created", None)
    assert done.ucu is not None
    assert (done.ucu.version, done.ucu.status, done.ucu.valid_from) == (1, "active", day(1))


@pytest.mark.parametrize(("key", "value"), [("name", "小陈"), ("preferred_channel", "WhatsApp")])
def test_the_same_value_in_five_sessions_is_one_version_with_five_anchors(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace, key: str, value: str
) -> None:
    outcomes = []
    for n in range(5):
        text = f"我叫{value}"
        (message,) = tell(work_database, user, f"s{n}", [("user", text)], at=day(n))
        done = promote(claim(key, value, day(n), evidence=(said(f"s{n}", message, text),)))
        outcomes.append(done.outcome)
    assert outcomes == ["created"] + ["evidence"] * 4
    assert done.ucu is not None
    assert (done.ucu.version, done.ucu.value) == (1, {"value": value})
    assert [e["anchor"] for e in done.ucu.evidence] == [f"session_s{n}#msg_1" for n in range(5)]


def test_the_same_message_again_changes_nothing(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    (message,) = tell(work_database, user, "s", [("user", "Call me Ann")], at=day(1))
    this = claim("preferred_name", "Ann", day(1), evidence=(said("s", message, "Call me Ann"),))
    assert [promote(this).outcome, promote(this).outcome] == ["created", "unchanged"]


def test_a_changed_value_ends_the_old_where_the_new_begins(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "上海", day(1)))
    done = promote(claim("location", "杭州", day(5)))
    assert done.outcome == "created"
    old, new = line_of(work_database, user, done.ucu)
    assert shape([old, new]) == [(1, "上海", "superseded", "changed"), (2, "杭州", "active", None)]
    assert old.valid_until == new.valid_from == day(5)


def test_what_was_wrong_was_never_true(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "上海", day(1)))
    done = promote(claim("location", "杭州", day(3), ending="wrong"))
    old, new = line_of(work_database, user, done.ucu)
    assert (old.status, old.ended, new.status, new.valid_from) == ("superseded", "wrong", "active", old.valid_from)


def test_older_evidence_never_overtakes_newer(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "Leeds", day(10)))
    done = promote(claim("location", "York", day(4)))
    assert done.outcome == "history"
    late = promote(claim("location", "Hull", day(6)))
    assert late.outcome == "history"
    rows = line_of(work_database, user, done.ucu)
    # York is not cut: that Hull came in between was not known when it was written.
    assert [(u.value["value"], u.status, u.valid_from, u.valid_until) for u in rows] == [
        ("Leeds", "active", day(10), None),
        ("York", "superseded", day(4), day(10)),
        ("Hull", "superseded", day(6), day(10)),
    ]
    answers = {n: answer_of(work_database, user, "location", day(n)) for n in (3, 5, 6, 9, 10)}
    assert answers == {3: [], 5: ["York"], 6: ["Hull"], 9: ["Hull"], 10: ["Leeds"]}


def test_late_support_of_a_past_version_is_evidence_for_it(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "Leeds", day(1)))
    promote(claim("location", "York", day(10)))
    (message,) = tell(work_database, user, "s", [("user", "I'm in Leeds")], at=day(4))
    done = promote(claim("location", "Leeds", day(4), evidence=(said("s", message, "I'm in Leeds"),)))
    assert done.outcome == "evidence"
    assert [len(u.evidence) for u in line_of(work_database, user, done.ucu)] == [1, 0]


def test_newer_support_of_the_same_value_makes_the_line_newer(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "Leeds", day(1)))
    (message,) = tell(work_database, user, "s", [("user", "still in Leeds")], at=day(8))
    promote(claim("location", "Leeds", day(8), evidence=(said("s", message, "still in Leeds"),)))
    assert promote(claim("location", "York", day(5))).outcome == "history"
    assert promote(claim("location", "York", day(9))).outcome == "created"


def test_a_withdrawn_line_can_become_active_again_but_not_by_what_was_said_before(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("location", "成都", day(1)))
    gone = promote(claim("location", "成都", day(5), withdraws=True))
    assert gone.outcome == "retired"
    assert gone.ucu is not None
    assert (gone.ucu.status, gone.ucu.ended, gone.ucu.valid_until) == ("retired", "withdrawn", day(5))
    assert promote(claim("location", "重庆", day(3))).outcome == "history"
    back = promote(claim("location", "成都", day(9)))
    assert back.outcome == "created"
    assert shape(line_of(work_database, user, back.ucu)) == [
        (1, "成都", "retired", "withdrawn"),
        (2, "重庆", "superseded", "changed"),
        (3, "成都", "active", None),
    ]


def test_there_is_nothing_to_withdraw_where_nothing_stands(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    done = promote(claim("location", "Bath", day(1), withdraws=True))
    assert (done.ucu, done.outcome) == (None, "unchanged")
    first = promote(claim("location", "Bath", day(2)))
    assert first.ucu is not None
    assert first.ucu.version == 1


def test_an_older_withdrawal_does_not_take_a_newer_wish(promote: Callable[[Claim], Promoted]) -> None:
    promote(claim("location", "Bath", day(5)))
    assert promote(claim("location", "Bath", day(2), withdraws=True)).outcome == "unchanged"


@pytest.mark.parametrize(("first", "second"), [("liked", "disliked"), ("disliked", "liked")])
@pytest.mark.parametrize("what", ["A的歌", "jazz"])
def test_a_taste_has_one_polarity_the_last(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace, first: str, second: str, what: str
) -> None:
    promote(claim(first, what, day(1)))
    done = promote(claim(second, what, day(2)))
    assert [(u.key, u.status, u.ended) for u in line_of(work_database, user, done.ucu)] == [
        (first, "superseded", "changed"),
        (second, "active", None),
    ]


def test_two_members_of_a_set_are_two_lines(promote: Callable[[Claim], Promoted]) -> None:
    one, two = promote(claim("liked", "茶", day(1))), promote(claim("liked", "咖啡", day(2)))
    assert [one.outcome, two.outcome] == ["created", "created"]


def test_a_refusal_of_the_value_in_force_supersedes_it(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("code_language", "Python", day(1)))
    done = promote(claim("code_language", "Python", day(2), polarity="negative"))
    old, new = line_of(work_database, user, done.ucu)
    assert (old.status, old.ended) == ("superseded", "changed")
    assert (new.polarity, new.status) == ("negative", "active")


def test_a_refusal_of_something_else_is_added_to_the_value_in_force(promote: Callable[[Claim], Promoted]) -> None:
    promote(claim("report_format", {"format": "Markdown", "elements": ["table"]}, day(1)))
    refusal = claim("report_format", {"elements": ["table"]}, day(2), polarity="negative")
    done = promote(refusal)
    assert done.ucu is not None
    assert dict(done.ucu.value) == {"format": "Markdown", "exclude": ["table"]}
    assert (done.ucu.version, done.ucu.polarity) == (2, "positive")
    assert "Markdown" in done.ucu.statement


def test_what_ran_out_ends_expired_when_it_is_said_again(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("currency", "USD", day(1), valid_until=day(7)))
    done = promote(claim("currency", "USD", day(9), valid_until=day(14)))
    assert shape(line_of(work_database, user, done.ucu)) == [
        (1, "USD", "superseded", "expired"),
        (2, "USD", "active", None),
    ]


def test_the_same_value_without_its_limit_is_a_new_version(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    promote(claim("currency", "USD", day(1), valid_until=day(7)))
    done = promote(claim("currency", "USD", day(3)))
    assert done.ucu is not None
    assert (done.ucu.version, done.ucu.valid_until) == (2, None)


def test_a_project_has_lines_of_its_own(promote: Callable[[Claim], Promoted]) -> None:
    promote(claim("tech_stack", "Redis", day(1), project_id="X"))
    done = promote(claim("tech_stack", "Redis", day(2), project_id="Y", polarity="negative"))
    assert (done.outcome, done.previous) == ("created", None)


def test_evidence_that_is_not_archived_is_refused_and_nothing_is_written(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    with pytest.raises(psycopg2.errors.ForeignKeyViolation):
        promote(claim("location", "Bath", day(1), evidence=(said("s", "nowhere", "x"),)))
    with work_database.transaction("worker", user) as cursor:
        assert store.read_active(cursor, user, [""], day(2)) == []


def test_sixteen_writers_of_one_line_leave_contiguous_versions_and_one_active(
    promote: Callable[[Claim], Promoted], work_database: Database, user: Namespace
) -> None:
    errors: list[BaseException] = []

    def write(writer: int) -> None:
        try:
            for n in range(6):
                this = claim("location", f"place {writer}.{n}", T0 + timedelta(seconds=writer + 100 * n))
                promote(this)
        except BaseException as error:  # noqa: BLE001  # shown by the assertion
            errors.append(error)

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    rows = line_of(work_database, user, promote(claim("location", "last", day(50))).ucu)
    assert [u.version for u in rows] == list(range(1, 16 * 6 + 2))
    assert [u.value["value"] for u in rows if u.status == "active"] == ["last"]


@pytest.mark.parametrize(("value", "statuses"), [("THB", ["superseded", "active"]), ("SGD", ["active"])])
def test_a_change_is_recorded_after_what_it_changes_although_a_clock_is_behind(
    work_database: Database, user: Namespace, value: str, statuses: list[str]
) -> None:
    """Two servers write, and the second one's clock is an hour behind: what was known in between stays as it was."""
    made: list[Promoted] = []
    for said_value, recorded in (("SGD", T0), (value, T0 - timedelta(hours=1))):
        with work_database.transaction("worker", user) as cursor:
            this = claim("currency", said_value, day(len(made) - 9))
            made.append(store.promote(cursor, user, this, ucu_id=new_id(), now=recorded))
    line = line_of(work_database, user, made[0].ucu)
    assert [ucu.status for ucu in line] == statuses
    assert all(ucu.superseded_at is None or ucu.superseded_at > ucu.recorded_at for ucu in line)
    assert [ucu.recorded_at for ucu in line] == sorted({ucu.recorded_at for ucu in line})


@pytest.mark.parametrize(
    ("first", "then", "outcome", "lifecycle", "until"),
    [
        ({"lifecycle": "session_based"}, {}, "created", "permanent", None),
        ({}, {"lifecycle": "session_based"}, "evidence", "permanent", None),
        ({}, {"valid_until": day(9)}, "evidence", "permanent", None),
        ({"valid_until": day(9)}, {}, "created", "permanent", None),
        ({"valid_until": day(9)}, {"valid_until": day(20)}, "created", "permanent", day(20)),
        ({"valid_until": day(9)}, {"valid_until": day(9)}, "evidence", "permanent", day(9)),
    ],
)
def test_the_same_for_longer_is_a_version_and_for_less_long_is_evidence(
    work_database: Database, user: Namespace, promote: Callable[[Claim], Promoted],
    first: dict[str, Any], then: dict[str, Any], outcome: str, lifecycle: str, until: datetime | None,
) -> None:  # fmt: skip
    """A wish for one conversation does not stand for all of them, nor 'this week' in the way of what holds for good."""
    ids = tell(work_database, user, "s", [("user", "用英文"), ("user", "用英文")], at=day(1))
    for n, more in enumerate((first, then)):
        evidence = (said("s", ids[n], "用英文"),)
        done = promote(claim("response_language", "English", day(n + 1), evidence=evidence, **more))
    assert done.ucu is not None
    assert (done.outcome, done.ucu.lifecycle, done.ucu.valid_until) == (outcome, lifecycle, until)
