"""Reading a profile: as of a time, as known at another, page by page, with the messages behind it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.caller import ROLE_SCOPES, Caller
from jide.errors import EvidenceNotFound, Invalid, NotFound, VersionConflict
from jide.infra.deps import Deps, new_id
from jide.infra.idempotency import Attempt
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.profiles import changes, service, store
from jide.profiles.service import Filters
from jide.profiles.ucu import Claim
from jide.text import language
from tests.stores.told import claim, said, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def day(n: float) -> datetime:
    return T0 + timedelta(days=n)


LATER = day(100)


@pytest.fixture
def app(tenant: Namespace) -> Caller:
    return Caller(tenant_id=tenant.tenant_id, key_id="k1", app_id="a", role="app", scopes=ROLE_SCOPES["app"])


@pytest.fixture
def learn(work_database: Database, user: Namespace) -> Callable[[Claim], str]:
    """Promote a claim, recorded an hour after it was said; the id of the version that stands for it."""

    def one(this: Claim) -> str:
        with work_database.transaction("worker", user) as cursor:
            done = store.promote(cursor, user, this, ucu_id=new_id(), now=this.at + timedelta(hours=1))
        return done.ucu.ucu_id if done.ucu else ""

    return one


def read(deps: Deps, app: Caller, user: Namespace, *, now: datetime = LATER, **filters: Any) -> list[str]:
    """The values found, newest recorded first."""
    page = service.read_profile(
        replace(deps, clock=lambda: now), app, user, Filters(**filters), before=None, limit=50, actor=app.actor()
    )
    return [str(memory["value"].get("value")) for memory in page.memories]


@pytest.fixture
def moved(learn: Callable[[Claim], str]) -> None:
    """Lived in 甲 from day 1, moved to 乙 on day 5; the device was never 群晖; the address of day 8 was withdrawn."""
    learn(claim("location", "甲", day(1)))
    learn(claim("location", "乙", day(5)))
    device = claim("equipment", "群晖", day(2))
    learn(device)
    learn(claim("equipment", "飞牛", day(6), line=device.line, member=device.member, ending="wrong"))
    learn(claim("industry", "农业", day(3), valid_until=day(10)))


@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(
    ("filters", "values"),
    [
        ({}, ["飞牛", "乙"]),
        ({"status": "superseded"}, ["群晖", "甲"]),
        ({"status": "expired"}, ["农业"]),
        ({"status": "all"}, ["飞牛", "乙", "农业", "群晖", "甲"]),
        ({"as_of": day(4)}, ["飞牛", "农业", "甲"]),
        ({"as_of": day(5)}, ["飞牛", "乙", "农业"]),
        ({"as_of": day(0)}, []),
        ({"as_of": day(4), "known_at": day(4)}, ["农业", "群晖", "甲"]),
        ({"as_of": day(7), "known_at": day(4)}, ["农业", "群晖", "甲"]),
        ({"known_at": day(4)}, ["农业", "群晖", "甲"]),
        ({"type": "identity"}, ["乙"]),
        ({"key": "equipment"}, ["飞牛"]),
        ({"project_id": "p"}, []),
        ({"session_id": "s"}, []),
    ],
)
def test_a_profile_is_read_as_it_was_true_and_as_it_was_known(
    web_deps: Deps, app: Caller, user: Namespace, filters: dict[str, Any], values: list[str]
) -> None:
    now = day(4.5) if filters == {"known_at": day(4)} else LATER
    assert read(web_deps, app, user, now=now, **filters) == values


@pytest.mark.usefixtures("moved")
def test_an_end_that_was_not_yet_recorded_does_not_count(web_deps: Deps, app: Caller, user: Namespace) -> None:
    (memory,) = service.read_profile(
        web_deps, app, user, Filters(key="location", as_of=day(2), known_at=day(3)), before=None, limit=5,
        actor=app.actor(),
    ).memories  # fmt: skip
    assert (memory["status"], memory["ended"], memory["superseded_at"], memory["valid_until"]) == (
        "active", None, None, None,
    )  # fmt: skip


def test_before_an_end_was_recorded_a_version_ran_until_what_was_declared(
    web_deps: Deps, app: Caller, user: Namespace, learn: Callable[[Claim], str]
) -> None:
    """A value declared to hold until day 10 and replaced on day 4 was, on day 3, known to run out on day 10."""
    learn(claim("industry", "农业", day(1), valid_until=day(10)))
    learn(claim("industry", "物流", day(4)))
    assert read(web_deps, app, user, as_of=day(9), known_at=day(3)) == ["农业"]
    assert read(web_deps, app, user, as_of=day(11), known_at=day(3)) == []
    assert read(web_deps, app, user, as_of=day(9)) == ["物流"]


def test_pages_follow_each_other_without_gap_or_repetition(
    web_deps: Deps, app: Caller, user: Namespace, learn: Callable[[Claim], str]
) -> None:
    for n in range(47):
        learn(claim("liked", f"thing {n}", day(n // 5)))
    seen: list[str] = []
    before, pages = None, 0
    while True:
        page = service.read_profile(
            web_deps, app, user, Filters(status="all"), before=before, limit=10, actor=app.actor()
        )
        seen += [memory["ucu_id"] for memory in page.memories]
        pages += 1
        if page.after is None:
            break
        before = page.after
    assert (pages, len(seen), len(set(seen))) == (5, 47, 47)


@pytest.mark.parametrize("bad", [{"status": "gone"}, {"type": "context"}])
def test_an_unknown_status_or_type_is_named(bad: dict[str, str]) -> None:
    with pytest.raises(Invalid) as caught:
        Filters(**bad)  # type: ignore[arg-type]
    assert caught.value.data["field"] in bad


def attempt(app: Caller, body: Any = None, key: str | None = None) -> Attempt:
    return Attempt(method="POST", path="/p", body=body, idempotency_key=key, actor=app.actor("r1"))


def test_an_assertion_is_evidenced_by_the_message_its_anchor_names(
    web_deps: Deps, work_database: Database, app: Caller, user: Namespace
) -> None:
    texts = [("assistant", "美元？"), ("user", "不，新加坡元"), ("assistant", "好"), ("user", "/done")]
    tell(work_database, user, "s", texts, at=T0)
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}, "evidence": ["session_s#msg_1-msg_2"]}
    status, reply = changes.assert_ucu(web_deps, app, user, body, attempt(app))
    assert (status, reply["version"], reply["source"]) == (201, 1, "api")
    assert [e["anchor"] for e in reply["evidence"]] == ["session_s#msg_1-msg_2"]
    (evidence,) = service.read_evidence(web_deps, app, user, reply["ucu_id"], actor=app.actor())
    assert [m["content"] for m in evidence["messages"]] == ["美元？", "不，新加坡元", "好"]
    again, same = changes.assert_ucu(web_deps, app, user, body | {"evidence": []}, attempt(app))
    assert (again, same["version"], same["ucu_id"]) == (200, 1, reply["ucu_id"])


@pytest.mark.parametrize(("said", "tongue"), [("金额都用新加坡元", "zh"), ("Prices in Singapore dollars", "en")])
def test_an_assertion_without_a_sentence_gets_one_in_the_language_it_rests_on(
    web_deps: Deps, work_database: Database, app: Caller, user: Namespace, said: str, tongue: str
) -> None:
    """A code like SGD says nothing about who reads it; the message does."""
    tell(work_database, user, "s", [("user", said)], at=T0)
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}, "evidence": ["session_s#msg_1"]}
    _, reply = changes.assert_ucu(web_deps, app, user, body, attempt(app))
    assert language(reply["statement"]) == tongue


@pytest.mark.parametrize(
    "anchor", ["session_s#msg_1", "session_s#msg_4", "session_s#msg_9", "session_t#msg_2", "session_s#msg_7-msg_9"]
)
def test_only_a_stored_user_message_is_evidence(
    web_deps: Deps, work_database: Database, app: Caller, user: Namespace, anchor: str
) -> None:
    tell(work_database, user, "s", [("assistant", "?"), ("user", "SGD"), ("assistant", "ok"), ("user", "/done")], at=T0)
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}, "evidence": [anchor]}
    with pytest.raises(EvidenceNotFound):
        changes.assert_ucu(web_deps, app, user, body, attempt(app))
    assert read(web_deps, app, user) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "no_such_key"},
        {"value": {"value": ""}},
        {"value": {"value": "x" * 201}},
        {"value": {"other": 1}},
        {"type": "context"},
        {"lifecycle": "for ever"},
        {"valid_until": "2026-03-01"},
        {"valid_until": "2020-01-01T00:00:00Z"},
        {"evidence": ["msg_-1"]},
    ],
)
def test_an_assertion_that_is_not_well_formed_is_refused(
    web_deps: Deps, app: Caller, user: Namespace, wrong: dict[str, Any]
) -> None:
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}} | wrong
    with pytest.raises(Invalid):
        changes.assert_ucu(web_deps, app, user, body, attempt(app))


def test_the_same_idempotency_key_gives_the_first_reply_again(web_deps: Deps, app: Caller, user: Namespace) -> None:
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
    first = changes.assert_ucu(web_deps, app, user, body, attempt(app, body, "i1"))
    second = changes.assert_ucu(web_deps, app, user, body, attempt(app, body, "i1"))
    assert first == second
    assert first[0] == 201


def test_a_retired_version_is_out_of_the_list_and_in_the_history(
    web_deps: Deps, web_database: Database, app: Caller, user: Namespace, tenant: Namespace
) -> None:
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
    _, ucu = changes.assert_ucu(web_deps, app, user, body, attempt(app))
    for _ in range(2):
        status, reply = changes.retire(web_deps, app, user, ucu["ucu_id"], attempt(app))
        assert (status, reply["status"], reply["ended"]) == (200, "retired", "withdrawn")
    later = web_deps.clock() + timedelta(seconds=1)
    assert read(web_deps, app, user, now=later) == []
    assert read(web_deps, app, user, now=later, status="retired") == ["SGD"]
    history, _ = service.read_history(web_deps, app, user, ucu["ucu_id"], before=None, limit=9, actor=app.actor())
    assert [m["status"] for m in history] == ["retired"]
    rows = web_database.fetch("auditor", tenant, "SELECT action, request_id FROM jide.audit ORDER BY at", {})
    assert [(r["action"], r["request_id"]) for r in rows] == [("ucu.created", "r1"), ("ucu.retired", "r1")]


def test_a_version_that_was_superseded_is_not_retired(web_deps: Deps, app: Caller, user: Namespace) -> None:
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
    _, old = changes.assert_ucu(web_deps, app, user, body, attempt(app))
    _, new = changes.assert_ucu(web_deps, app, user, body | {"value": {"value": "THB"}}, attempt(app))
    with pytest.raises(VersionConflict) as caught:
        changes.retire(web_deps, app, user, old["ucu_id"], attempt(app))
    assert caught.value.data["current"]["ucu_id"] == new["ucu_id"]


def test_another_users_version_is_absent(web_deps: Deps, app: Caller, user: Namespace) -> None:
    body = {"type": "preference", "key": "currency", "value": {"value": "SGD"}}
    _, ucu = changes.assert_ucu(web_deps, app, user, body, attempt(app))
    other = Namespace(tenant_id=user.tenant_id, user_id="u2")
    for call in (
        lambda: service.read_ucu(web_deps, app, other, ucu["ucu_id"], actor=app.actor()),
        lambda: service.read_evidence(web_deps, app, other, ucu["ucu_id"], actor=app.actor()),
        lambda: changes.retire(web_deps, app, other, ucu["ucu_id"], attempt(app)),
    ):
        with pytest.raises(NotFound):
            call()
    assert read(web_deps, app, other) == []


def test_the_session_filter_finds_what_is_evidenced_there(
    web_deps: Deps, work_database: Database, app: Caller, user: Namespace, learn: Callable[[Claim], str]
) -> None:
    (message,) = tell(work_database, user, "s_1%", [("user", "Call me Ann")], at=T0)
    learn(claim("preferred_name", "Ann", day(1), evidence=(said("s_1%", message, "Ann"),)))
    learn(claim("currency", "SGD", day(1)))
    assert read(web_deps, app, user, session_id="s_1%") == ["Ann"]
    assert read(web_deps, app, user, session_id="sx1%") == []
