"""What a reviewer's role may reach while it decides: the draft, what stands on its line, the turns around it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from psycopg2 import errors

from jide.drafts import learning
from jide.errors import Conflict
from jide.infra.deps import Deps
from jide.infra.postgres import Database, savepoint
from jide.namespace import Namespace
from jide.profiles import store as profiles
from tests.stores.told import claim, hears, run, said, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TALK = [("user", f"第{n}句") if n % 2 else ("assistant", f"第{n}句") for n in range(1, 16)]


def seen(database: Database, tenant: Namespace, query: str) -> list[Any]:
    """What a reviewer sees: the first column."""
    return [next(iter(row.values())) for row in database.fetch("reviewer", tenant, query, {})]


def doubt(deps: Deps, user: Namespace, session: str, seq: int, key: str = "currency", **more: Any) -> None:
    """Make a draft of one of the words of a session."""
    extract = hears(f"第{seq}句", key, **({"confidence": 0.55} | more))
    learning.learn(run(deps, extract), user, session, f"{session}-m{seq}")


def test_a_reviewer_reads_the_turns_around_a_draft_and_no_others(
    work_deps: Deps, web_database: Database, tenant: Namespace, user: Namespace
) -> None:
    tell(work_deps.database, user, "s1", TALK, at=T0)
    tell(work_deps.database, user, "s2", TALK, at=T0)
    query = "SELECT session_id || ' ' || seq FROM jide.messages ORDER BY session_id, seq"
    assert seen(web_database, tenant, query) == []
    doubt(work_deps, user, "s1", 9)
    assert seen(web_database, tenant, query) == [f"s1 {n}" for n in range(5, 12)]
    assert seen(web_database, Namespace(tenant_id="nobody"), query) == []


def test_what_the_gate_decided_alone_shows_its_evidence_and_nothing_around_it(
    work_deps: Deps, web_database: Database, tenant: Namespace, user: Namespace
) -> None:
    tell(work_deps.database, user, "s1", TALK, at=T0)
    doubt(work_deps, user, "s1", 9, confidence=0.95)
    assert seen(web_database, tenant, "SELECT seq FROM jide.messages") == [9]


def test_a_reviewer_reads_no_sessions(web_database: Database, tenant: Namespace) -> None:
    with pytest.raises(errors.InsufficientPrivilege):
        seen(web_database, tenant, "SELECT session_id FROM jide.sessions")
    with pytest.raises(errors.InsufficientPrivilege):
        seen(web_database, tenant, "SELECT app_id FROM jide.messages")


Act = Callable[[Any, Namespace], object]


def _assert(key: str, value: str, **more: Any) -> Act:
    def act(cursor: Any, ns: Namespace) -> object:
        return profiles.promote(
            cursor, ns, claim(key, value, T0, source="reviewer", **more),
            ucu_id="018f0000-0000-7000-8000-000000000001", now=T0,
        )  # fmt: skip

    return act


@pytest.mark.parametrize(
    ("act", "allowed"),
    [
        (_assert("currency", "EUR"), True),
        (_assert("location", "上海"), False),
        (_assert("currency", "EUR", project_id="p1"), False),
        (_assert("currency", "EUR", evidence=(said("s1", "s1-m9", "第9句"),)), True),
        (_assert("currency", "EUR", evidence=(said("s1", "s1-m7", "第7句"),)), False),
    ],
    ids=["its line", "another line", "its line in a project", "its message", "another message"],
)
def test_a_reviewer_writes_only_the_lines_and_words_of_drafts_that_wait(
    work_deps: Deps, web_database: Database, user: Namespace, act: Act, allowed: bool
) -> None:
    tell(work_deps.database, user, "s1", TALK, at=T0)
    doubt(work_deps, user, "s1", 9)
    if allowed:
        with web_database.transaction("reviewer", user) as cursor:
            act(cursor, user)
        return
    with pytest.raises(errors.InsufficientPrivilege), web_database.transaction("reviewer", user) as cursor:
        act(cursor, user)


@pytest.mark.parametrize("other", ["u2", ""])
def test_a_reviewer_writes_only_for_the_user_that_is_named(
    work_deps: Deps, web_database: Database, user: Namespace, other: str
) -> None:
    tell(work_deps.database, user, "s1", TALK, at=T0)
    doubt(work_deps, user, "s1", 9)
    named = Namespace(tenant_id=user.tenant_id, user_id=other)
    with pytest.raises(errors.InsufficientPrivilege), web_database.transaction("reviewer", named) as cursor:
        _assert("currency", "EUR")(cursor, user)


def test_once_a_draft_is_decided_its_line_is_closed_to_reviewers(
    work_deps: Deps, web_database: Database, user: Namespace
) -> None:
    tell(work_deps.database, user, "s1", TALK, at=T0)
    doubt(work_deps, user, "s1", 9)
    with web_database.transaction("reviewer", user) as cursor:
        cursor.execute("UPDATE jide.drafts SET status = 'rejected', decided_by = 'k', decided_at = now()")
    with pytest.raises(errors.InsufficientPrivilege), web_database.transaction("reviewer", user) as cursor:
        _assert("currency", "EUR")(cursor, user)


@pytest.mark.parametrize("column", ["value", "quote", "user_id", "created_by", "current_ucu_id"])
def test_a_reviewer_cannot_change_what_was_extracted(
    work_deps: Deps, web_database: Database, user: Namespace, column: str
) -> None:
    with pytest.raises(errors.InsufficientPrivilege), web_database.transaction("reviewer", user) as cursor:
        cursor.execute(f"UPDATE jide.drafts SET {column} = {column}")


def test_a_part_of_a_transaction_undoes_itself_alone(web_database: Database, user: Namespace) -> None:
    """Its settings with it; the parts before and after stand."""
    with web_database.transaction("app", user) as cursor:
        for number, fails in enumerate((False, True, False)):
            try:
                with savepoint(cursor):
                    cursor.execute("SELECT set_config('jide.recall_id', %s, true)", (str(number),))
                    if fails:
                        raise Conflict
            except Conflict:
                cursor.execute("SELECT current_setting('jide.recall_id') AS named")
                assert cursor.fetchone() == {"named": "0"}
        cursor.execute("SELECT current_setting('jide.recall_id') AS named")
        assert cursor.fetchone() == {"named": "2"}
