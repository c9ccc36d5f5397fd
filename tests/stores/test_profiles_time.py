"""Time: what is the answer as of one time, as known at another; late words, ends, rollbacks, quarters."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.caller import ROLE_SCOPES, Caller
from jide.errors import NotFound
from jide.infra.deps import Deps, new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.profiles import service, store
from jide.profiles.service import Filters
from jide.profiles.store import Promoted
from jide.profiles.ucu import Claim
from jide.recall import service as recall
from tests.stores.told import claim, said, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def day(n: float) -> datetime:
    return T0 + timedelta(days=n)


LATER = day(100)
Learn = Callable[..., Promoted]


@pytest.fixture
def app(tenant: Namespace) -> Caller:
    return Caller(tenant_id=tenant.tenant_id, key_id="k1", app_id="a", role="app", scopes=ROLE_SCOPES["app"])


@pytest.fixture
def learn(work_database: Database, user: Namespace) -> Learn:
    """Promote a claim, recorded an hour after it was said, or at `now`."""

    def one(this: Claim, now: datetime | None = None) -> Promoted:
        with work_database.transaction("worker", user) as cursor:
            return store.promote(cursor, user, this, ucu_id=new_id(), now=now or this.at + HOUR)

    return one


@pytest.fixture
def hear(work_database: Database, user: Namespace, learn: Learn) -> Learn:
    """The same for a claim that rests on a message of its own."""

    def one(this: Claim, now: datetime | None = None) -> Promoted:
        session = f"s{new_id()}"
        (message,) = tell(work_database, user, session, [("user", "x")], at=this.at)
        return learn(replace(this, evidence=(said(session, message, "x"),)), now)

    return one


def values(deps: Deps, app: Caller, user: Namespace, **filters: Any) -> list[str]:
    """The values found, in order."""
    page = service.read_profile(
        replace(deps, clock=lambda: LATER), app, user, Filters(**filters), before=None, limit=50, actor=app.actor()
    )
    return sorted(str(memory["value"].get("value")) for memory in page.memories)


def recalled(deps: Deps, app: Caller, user: Namespace, at: datetime) -> list[str]:
    """The values that a search as of a time finds."""
    found = recall.search(
        replace(deps, clock=lambda: LATER), app, user, q="住在哪里 location", limit=50, max_tokens=2000, as_of=at,
        include=("memories",),
    )  # fmt: skip
    return sorted(str(memory["value"].get("value")) for memory in found.memories)


@pytest.mark.parametrize(
    ("late", "until", "answers"),
    [
        # Each (day, answer): the late word counts from when it was said until something else was said.
        (4, 10, {3: "甲", 4: "丙", 9: "丙", 10: "乙"}),
        (12, 15, {11: "乙", 12: "丙", 14: "丙", 15: "乙", 30: "乙"}),  # until 乙 was said again
        (0.5, 1, {0.7: "丙", 1: "甲", 5: "甲", 10: "乙"}),
    ],
    ids=["before the next version", "before the active one was said again", "before the first"],
)
def test_a_late_word_holds_until_something_else_was_said(
    web_deps: Deps, app: Caller, user: Namespace, hear: Learn, late: float, until: float, answers: dict[float, str]
) -> None:
    hear(claim("location", "甲", day(1)))
    hear(claim("location", "乙", day(10)))
    hear(claim("location", "乙", day(15)))
    piece = hear(claim("location", "丙", day(late)), LATER)
    assert piece.outcome == "history"
    assert piece.ucu is not None
    assert (piece.ucu.valid_from, piece.ucu.valid_until) == (day(late), day(until))
    for at, value in answers.items():
        assert values(web_deps, app, user, as_of=day(at)) == [value]
        assert recalled(web_deps, app, user, day(at)) == [value]
    assert values(web_deps, app, user) == ["乙"]


def test_a_late_word_does_not_change_what_was_known_before(
    web_deps: Deps, app: Caller, user: Namespace, hear: Learn
) -> None:
    hear(claim("location", "Leeds", day(10)))
    hear(claim("location", "York", day(4)), day(20))
    hear(claim("location", "Hull", day(6)), day(30))
    for known, answers in (
        (day(11), {5: [], 8: [], 10: ["Leeds"]}),
        (day(20), {5: ["York"], 8: ["York"], 10: ["Leeds"]}),
        (day(30), {5: ["York"], 8: ["Hull"], 10: ["Leeds"]}),
    ):
        found = {at: values(web_deps, app, user, as_of=day(at), known_at=known) for at in answers}
        assert found == answers


def test_of_pieces_that_overlap_a_repeated_late_word_is_a_piece_of_its_own(
    web_deps: Deps, app: Caller, user: Namespace, hear: Learn
) -> None:
    """York, then Hull, then York again, all heard late: York is the answer again from when it was said again."""
    hear(claim("location", "Leeds", day(10)))
    for at, place in ((4, "York"), (6, "Hull"), (8, "York")):
        assert hear(claim("location", place, day(at)), day(20)).outcome == "history"
    assert hear(claim("location", "Hull", day(7)), day(21)).outcome == "evidence"
    found = {at: values(web_deps, app, user, as_of=day(at)) for at in (5, 7, 9, 10)}
    assert found == {5: ["York"], 7: ["Hull"], 9: ["York"], 10: ["Leeds"]}


def test_late_support_of_the_active_value_is_evidence_only(hear: Learn) -> None:
    hear(claim("location", "成都", day(10)))
    again = hear(claim("location", "成都", day(3)), day(20))
    assert again.outcome == "evidence"
    assert again.ucu is not None
    assert (again.ucu.version, len(again.ucu.evidence), again.ucu.valid_from) == (1, 2, day(10))


def test_evidence_counts_from_when_it_was_added(web_deps: Deps, app: Caller, user: Namespace, hear: Learn) -> None:
    """And so does the trust that follows from it."""
    for n in range(3):
        done = hear(claim("location", "Bath", day(n)), day(10 * n + 1))
    assert done.ucu is not None
    seen = [
        service.read_ucu(web_deps, app, user, done.ucu.ucu_id, actor=app.actor(), known_at=day(known))
        for known in (1, 11, 25)
    ]
    assert [len(ucu["evidence"]) for ucu in seen] == [1, 2, 3]
    assert seen[0]["trust"] < seen[1]["trust"] < seen[2]["trust"]
    assert [anchor["added_at"] for anchor in seen[0]["evidence"]] == ["2026-03-03T09:00:00.000000Z"]
    sessions = {anchor["session_id"]: anchor["added_at"] for anchor in seen[2]["evidence"]}
    newest = max(sessions, key=lambda name: sessions[name])
    assert values(web_deps, app, user, session_id=newest) == ["Bath"]
    assert values(web_deps, app, user, session_id=newest, known_at=day(11)) == []


def test_a_version_is_absent_before_it_was_recorded(web_deps: Deps, app: Caller, user: Namespace, learn: Learn) -> None:
    first, second = learn(claim("location", "上海", day(1))).ucu, learn(claim("location", "杭州", day(5))).ucu
    assert first is not None
    assert second is not None
    with pytest.raises(NotFound):
        service.read_ucu(web_deps, app, user, second.ucu_id, actor=app.actor(), known_at=day(5))
    with pytest.raises(NotFound):
        service.read_history(
            web_deps, app, user, second.ucu_id, actor=app.actor(), before=None, limit=9, known_at=day(5)
        )
    then = service.read_ucu(web_deps, app, user, first.ucu_id, actor=app.actor(), known_at=day(5))
    assert (then["status"], then["ended"], then["superseded_at"], then["valid_until"]) == ("active", None, None, None)
    line, _ = service.read_history(
        web_deps, app, user, first.ucu_id, actor=app.actor(), before=None, limit=9, known_at=day(5)
    )
    assert [(ucu["version"], ucu["status"]) for ucu in line] == [(1, "active")]
    line, _ = service.read_history(web_deps, app, user, first.ucu_id, actor=app.actor(), before=None, limit=9)
    assert [(ucu["version"], ucu["status"], ucu["ended"]) for ucu in line] == [
        (2, "active", None), (1, "superseded", "changed"),
    ]  # fmt: skip


def test_what_is_known_to_be_wrong_was_never_true(web_deps: Deps, app: Caller, user: Namespace, learn: Learn) -> None:
    learn(claim("location", "上海", day(1)))
    learn(claim("location", "杭州", day(5), ending="wrong"))
    just = day(5) + HOUR
    for at in (1, 3, 7):
        assert values(web_deps, app, user, as_of=day(at)) == ["杭州"]
        assert recalled(web_deps, app, user, day(at)) == ["杭州"]
        assert values(web_deps, app, user, as_of=day(at), known_at=just) == ["杭州"]
        assert values(web_deps, app, user, as_of=day(at), known_at=just - timedelta(microseconds=1)) == ["上海"]
    assert values(web_deps, app, user, status="superseded") == ["上海"]


def test_a_late_repetition_of_what_was_wrong_does_not_make_it_true(
    web_deps: Deps, app: Caller, user: Namespace, hear: Learn
) -> None:
    hear(claim("location", "Leeds", day(1)))
    hear(claim("location", "York", day(5), ending="wrong"))
    assert hear(claim("location", "Leeds", day(3)), day(9)).outcome == "evidence"
    for at in (1, 3, 4, 6):
        assert values(web_deps, app, user, as_of=day(at)) == ["York"]


def test_what_was_withdrawn_was_true_before(web_deps: Deps, app: Caller, user: Namespace, learn: Learn) -> None:
    learn(claim("location", "重庆", day(1)))
    learn(claim("location", "重庆", day(5), withdraws=True))
    assert [values(web_deps, app, user, as_of=day(at)) for at in (4, 5)] == [["重庆"], []]
    assert [recalled(web_deps, app, user, day(at)) for at in (4, 5)] == [["重庆"], []]
    assert values(web_deps, app, user, as_of=day(6), known_at=day(5)) == ["重庆"]
    assert values(web_deps, app, user, status="retired") == ["重庆"]


def test_a_late_word_before_a_withdrawal_holds_until_it(
    web_deps: Deps, app: Caller, user: Namespace, learn: Learn
) -> None:
    learn(claim("location", "Bath", day(1)))
    learn(claim("location", "Bath", day(5), withdraws=True))
    assert learn(claim("location", "Hull", day(3)), day(9)).outcome == "history"
    assert [values(web_deps, app, user, as_of=day(at)) for at in (2, 4, 5, 9)] == [["Bath"], ["Hull"], [], []]


def test_what_ran_out_is_expired_though_nobody_swept(
    web_deps: Deps, app: Caller, user: Namespace, learn: Learn
) -> None:
    learn(claim("location", "出差地", day(1), valid_until=day(3)))
    assert values(web_deps, app, user) == []
    assert values(web_deps, app, user, status="active") == []
    assert values(web_deps, app, user, status="expired") == ["出差地"]
    assert values(web_deps, app, user, status="expired", as_of=day(2)) == []
    assert values(web_deps, app, user, status="active", as_of=day(2)) == ["出差地"]
    assert [recalled(web_deps, app, user, day(at)) for at in (2.9, 3)] == [["出差地"], []]


def test_a_message_counts_no_later_than_it_was_taken_up(work_database: Database, user: Namespace, learn: Learn) -> None:
    """A client whose clock is ahead does not keep what is said next from counting."""
    (message,) = tell(work_database, user, "s", [("user", "x")], at=day(9))
    learn(claim("location", "Leeds", day(1), evidence=(said("s", message, "x"),)), day(1))
    assert learn(claim("location", "York", day(2))).outcome == "created"


@pytest.mark.parametrize(
    ("zones", "at", "until"),
    [
        ({}, datetime(2026, 3, 31, 23, 59, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)),
        ({"tenant": "Asia/Shanghai"}, datetime(2026, 3, 31, 23, 59, tzinfo=UTC), datetime(2026, 6, 30, 16, tzinfo=UTC)),
        (
            {"tenant": "Asia/Shanghai", "user": "America/New_York"},
            datetime(2026, 7, 1, 3, 59, tzinfo=UTC),
            datetime(2026, 7, 1, 4, tzinfo=UTC),
        ),
        ({"user": "not a zone"}, datetime(2026, 12, 31, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)),
    ],
    ids=["utc", "tenant", "user before tenant", "no zone"],
)
def test_what_is_of_one_quarter_ends_with_it_where_the_user_is(
    web_database: Database, user: Namespace, learn: Learn, zones: dict[str, str], at: datetime, until: datetime
) -> None:
    if "tenant" in zones:
        with web_database.transaction("admin", user) as cursor:
            cursor.execute("UPDATE jide.tenants SET timezone = %s", (zones["tenant"],))
    if "user" in zones:
        learn(claim("timezone", zones["user"], day(-100)))
    done = learn(claim("budget", {"amount": 500}, at, lifecycle="quarterly"))
    assert done.ucu is not None
    assert done.ucu.valid_until == until
    again = learn(claim("budget", {"amount": 500}, at - timedelta(minutes=1), lifecycle="quarterly"))
    assert (again.outcome, again.ucu and again.ucu.version) == ("unchanged", 1)
