"""Sets: a member that was corrected leaves exactly the members that are true, each on a line of its own."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.infra.deps import new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.profiles import store
from jide.profiles.store import Promoted, View
from jide.profiles.ucu import UCU, Claim
from tests.stores.told import claim, said, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def day(n: float) -> datetime:
    return T0 + timedelta(days=n)


Promote = Callable[[Claim], Promoted]


@pytest.fixture
def promote(work_database: Database, user: Namespace) -> Promote:
    """Promote a claim with a message of its own, recorded at once or - once something later is known - on day 50."""

    def one(this: Claim) -> Promoted:
        session = f"s{new_id()}"
        (message,) = tell(work_database, user, session, [("user", "x")], at=this.at)
        evidenced = Claim(**{name: getattr(this, name) for name in Claim.__dataclass_fields__} | {
            "evidence": (said(session, message, "x"),),
        })  # fmt: skip
        with work_database.transaction("worker", user) as cursor:
            return store.promote(cursor, user, evidenced, ucu_id=new_id(), now=max(this.at, day(50)))

    return one


def correction(key: str, denied: str, value: str, at: datetime, **more: Any) -> Claim:
    """No, not `denied`: `value`. It names the line of the member it denies."""
    old = claim(key, denied, at)
    return claim(key, value, at, **{"ending": "wrong", "line": old.line, "member": old.member, **more})


def active(database: Database, user: Namespace) -> dict[str, UCU]:
    """The members in force, by value."""
    with database.transaction("worker", user) as cursor:
        found = store.read_active(cursor, user, ["", "p1"], day(60))
    return {str(ucu.value["value"]): ucu for ucu in found}


def history(database: Database, user: Namespace, ucu: UCU | None) -> list[tuple[Any, ...]]:
    """(version, value, status, ended) of a line, oldest first."""
    assert ucu is not None
    with database.transaction("worker", user) as cursor:
        rows = store.read_history(cursor, user, ucu.ucu_id, View(as_of=day(60)), before=None, limit=100)
    return [(u.version, u.value["value"], u.status, u.ended) for u in rows[::-1]]


@pytest.mark.parametrize(
    ("key", "wrong", "right"),
    [
        ("system_in_use", "SAP", "金蝶"), ("system_in_use", "Kingdee", "SAP"), ("equipment", "群晖", "飞牛"),
        ("crop", "wheat", "barley"), ("market", "泰国", "越南"),
    ],
)  # fmt: skip
def test_a_corrected_member_leaves_the_right_one_and_its_repetition_is_evidence(
    promote: Promote, work_database: Database, user: Namespace, key: str, wrong: str, right: str
) -> None:
    first = promote(claim(key, wrong, day(1)))
    fixed = promote(correction(key, wrong, right, day(2)))
    assert fixed.outcome == "created"
    assert fixed.ucu is not None
    assert fixed.previous is not None
    assert first.ucu is not None
    assert fixed.previous.ucu_id == fixed.ucu.replaces == first.ucu.ucu_id
    assert (fixed.ucu.version, fixed.ucu.valid_from) == (1, day(1))
    again = promote(claim(key, right, day(3)))
    assert (again.outcome, again.ucu and again.ucu.ucu_id) == ("evidence", fixed.ucu.ucu_id)
    assert {value: len(ucu.evidence) for value, ucu in active(work_database, user).items()} == {right: 2}
    assert history(work_database, user, first.ucu) == [(1, wrong, "superseded", "wrong")]


def test_a_changed_member_was_true_until_then(promote: Promote, work_database: Database, user: Namespace) -> None:
    old = promote(claim("system_in_use", "SAP", day(1))).ucu
    new = promote(correction("system_in_use", "SAP", "金蝶", day(5), ending="changed")).ucu
    assert new is not None
    assert new.valid_from == day(5)
    assert history(work_database, user, old) == [(1, "SAP", "superseded", "changed")]


def test_the_other_members_stay(promote: Promote, work_database: Database, user: Namespace) -> None:
    for value in ("SAP", "Excel"):
        promote(claim("system_in_use", value, day(1)))
    promote(correction("system_in_use", "SAP", "用友", day(2)))
    assert set(active(work_database, user)) == {"Excel", "用友"}


def test_a_correction_to_a_member_that_stands_ends_the_other_and_is_evidence(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    for value in ("SAP", "金蝶"):
        promote(claim("system_in_use", value, day(1)))
    done = promote(correction("system_in_use", "SAP", "kingdee", day(2)))
    assert (done.outcome, done.previous and done.previous.value["value"]) == ("evidence", "SAP")
    assert {value: len(ucu.evidence) for value, ucu in active(work_database, user).items()} == {"金蝶": 2}


def test_what_was_denied_comes_back_only_when_it_is_said_again_later(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    promote(claim("system_in_use", "SAP", day(1)))
    promote(correction("system_in_use", "SAP", "金蝶", day(5)))
    assert promote(claim("system_in_use", "SAP", day(3))).outcome == "evidence"  # for what was wrong
    assert set(active(work_database, user)) == {"金蝶"}
    back = promote(claim("system_in_use", "SAP", day(8)))
    assert back.outcome == "created"
    assert set(active(work_database, user)) == {"金蝶", "SAP"}
    assert history(work_database, user, back.ucu) == [(1, "SAP", "superseded", "wrong"), (2, "SAP", "active", None)]


def test_a_late_word_of_a_member_that_was_left_does_not_bring_it_back(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    promote(claim("terminology", "ROI：投资回报率", day(1)))
    promote(correction("terminology", "ROI：投资回报率", "KPI：关键指标", day(5), ending="changed"))
    late = promote(claim("terminology", "ROI：回报", day(3)))
    assert late.outcome == "history"
    assert late.ucu is not None
    assert (late.ucu.valid_from, late.ucu.valid_until) == (day(3), day(5))
    assert set(active(work_database, user)) == {"KPI：关键指标"}


def test_a_correction_older_than_the_newest_support_denies_nothing(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    """Said: SAP, no: 金蝶, SAP after all. Heard last, the correction still adds what it says."""
    promote(claim("system_in_use", "SAP", day(1)))
    promote(claim("system_in_use", "SAP", day(8)))
    done = promote(correction("system_in_use", "SAP", "金蝶", day(5)))
    assert (done.outcome, done.ucu and done.ucu.replaces) == ("created", None)
    assert set(active(work_database, user)) == {"SAP", "金蝶"}


def test_a_correction_of_a_member_that_ran_out_leaves_its_own_end(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    old = promote(claim("system_in_use", "SAP", day(1), valid_until=day(3))).ucu
    new = promote(correction("system_in_use", "SAP", "金蝶", day(5))).ucu
    assert new is not None
    assert new.valid_from == day(5)
    assert history(work_database, user, old) == [(1, "SAP", "superseded", "expired")]


def test_a_project_corrects_its_own_member(promote: Promote, work_database: Database, user: Namespace) -> None:
    promote(claim("system_in_use", "SAP", day(1)))
    promote(claim("system_in_use", "SAP", day(1), project_id="p1"))
    done = promote(correction("system_in_use", "SAP", "Odoo", day(2), project_id="p1"))
    assert done.ucu is not None
    assert done.ucu.project_id == "p1"
    assert {v: u.project_id for v, u in active(work_database, user).items()} == {"SAP": "", "Odoo": "p1"}


def test_a_taste_that_is_corrected_keeps_one_polarity_each(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    promote(claim("liked", "红茶", day(1)))
    promote(claim("disliked", "绿茶", day(1)))
    promote(correction("liked", "红茶", "绿茶", day(2)))
    found = {value: (ucu.key, ucu.polarity) for value, ucu in active(work_database, user).items()}
    assert found == {"绿茶": ("liked", "positive")}


def test_corrections_that_cross_each_other_end_without_a_deadlock(
    promote: Promote, work_database: Database, user: Namespace
) -> None:
    """Each ends one line and writes another, in both directions at once."""
    for value in ("SAP", "金蝶"):
        promote(claim("system_in_use", value, day(1)))
    errors: list[BaseException] = []

    def swap(one: str, other: str) -> None:
        try:
            for n in range(8):
                promote(correction("system_in_use", one, other, day(2 + n), ending="changed"))
                promote(claim("system_in_use", one, day(2.5 + n)))
        except BaseException as error:  # noqa: BLE001  # shown by the assertion
            errors.append(error)

    threads = [threading.Thread(target=swap, args=pair) for pair in (("SAP", "金蝶"), ("金蝶", "SAP")) * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    found = list(active(work_database, user).values())
    assert len(found) == len({ucu.member for ucu in found})
    for ucu in found:
        assert [row[0] for row in history(work_database, user, ucu)] == list(range(1, ucu.version + 1))
