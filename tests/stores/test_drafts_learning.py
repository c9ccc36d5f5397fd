"""From an archived message to its effect: once, inside the lease, in both languages."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.drafts import learning, work
from jide.drafts.learning import Pass
from jide.errors import LeaseLost
from jide.infra.deps import Deps
from jide.infra.leases import Lease
from jide.namespace import Namespace
from jide.profiles.ucu import UCU
from jide.signals.extract import EXTRACTOR_VERSION
from jide.signals.signal import Signal, Turn
from tests.stores.told import WORKER, hears, profile, run, states, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def drafts(deps: Deps, user: Namespace) -> list[dict[str, Any]]:
    return deps.database.fetch("worker", user, "SELECT * FROM jide.drafts ORDER BY created_at, draft_id", {})


def audits(database: Any, tenant: Namespace) -> list[str]:
    rows = database.fetch("auditor", tenant, "SELECT action FROM jide.audit ORDER BY at", {})
    return [row["action"] for row in rows]


@pytest.mark.parametrize(
    ("text", "word"), [("以后金额都用新加坡元", "新加坡元"), ("Use Singapore dollars from now on", "Singapore dollars")]
)
def test_a_message_becomes_an_evidenced_ucu(
    work_deps: Deps, web_database: Any, user: Namespace, tenant: Namespace, text: str, word: str
) -> None:
    _, message = tell(work_deps.database, user, "s", [("assistant", "…"), ("user", text)], at=T0)
    learning.learn(run(work_deps, hears(word, "currency", answers=0, signal="correction")), user, "s", message)
    (ucu,) = profile(work_deps, user)
    assert (ucu.key, ucu.version, ucu.valid_from) == ("currency", 1, T0 + timedelta(seconds=1))
    (anchor,) = ucu.evidence
    assert (anchor["anchor"], anchor["quote"]) == ("session_s#msg_1-msg_2", word)
    assert text[anchor["start"] : anchor["end"]] == word
    assert states(work_deps, user)[message] == "done"
    assert audits(web_database, tenant) == ["ucu.created"]


def test_an_effect_happens_once_however_often_it_is_settled(
    work_deps: Deps, web_database: Any, user: Namespace, tenant: Namespace
) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0)
    once = run(work_deps, hears("泰铢", "currency"))
    learning.learn(once, user, "s", message)
    with work_deps.database.transaction("worker", user) as cursor:
        cursor.execute("UPDATE jide.messages SET state = 'queued'")
    learning.learn(once, user, "s", message)
    (ucu,) = profile(work_deps, user)
    assert (ucu.version, len(ucu.evidence), len(drafts(work_deps, user))) == (1, 1, 1)
    assert audits(web_database, tenant) == ["ucu.created"]


def test_a_newer_extractor_finds_the_same_and_changes_nothing(
    work_deps: Deps, web_database: Any, user: Namespace, tenant: Namespace
) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0)
    learning.learn(run(work_deps, hears("泰铢", "currency")), user, "s", message)
    with work_deps.database.transaction("worker", user) as cursor:
        cursor.execute("UPDATE jide.messages SET state = 'queued'")
    learning.learn(run(work_deps, hears("泰铢", "currency"), version="x2"), user, "s", message)
    (ucu,) = profile(work_deps, user)
    assert (ucu.version, len(ucu.evidence)) == (1, 1)
    assert audits(web_database, tenant) == ["ucu.created", "draft.closed"]


def test_a_worker_that_lost_its_lease_writes_nothing(work_deps: Deps, user: Namespace) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0)
    lost = Lease(name="b000", owner="nobody", fence=0)
    with pytest.raises(LeaseLost):
        learning.learn(run(work_deps, hears("泰铢", "currency"), lost), user, "s", message)
    assert (profile(work_deps, user), drafts(work_deps, user)) == ([], [])
    assert states(work_deps, user) == {message: "queued"}


def test_a_correction_in_a_later_session_leaves_one_active_version(work_deps: Deps, user: Namespace) -> None:
    for n, word in enumerate(["美元", "新加坡元", "泰铢"]):
        (message,) = tell(work_deps.database, user, f"s{n}", [("user", f"用{word}")], at=T0 + timedelta(days=n))
        learning.learn(run(work_deps, hears(word, "currency")), user, f"s{n}", message)
    (ucu,) = profile(work_deps, user)
    assert (ucu.value, ucu.version) == ({"value": "泰铢"}, 3)


def test_a_client_whose_clock_goes_back_is_still_corrected_in_the_order_of_the_session(
    work_deps: Deps, user: Namespace
) -> None:
    (first,) = tell(work_deps.database, user, "s", [("user", "用美元")], at=T0)
    (second,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0 - timedelta(hours=1), first=2)
    for message, word in ((first, "美元"), (second, "泰铢")):
        learning.learn(run(work_deps, hears(word, "currency")), user, "s", message)
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]


def test_what_is_said_in_the_future_counts_as_said_now(work_deps: Deps, user: Namespace) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0.replace(year=2099))
    learning.learn(run(work_deps, hears("泰铢", "currency")), user, "s", message)
    (ucu,) = profile(work_deps, user)
    assert ucu.valid_from <= work_deps.clock()


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"flags": frozenset({"authority"})}, "authority"),
        ({"confidence": 0.5}, "confidence"),
        ({"scope": "project"}, "project"),
    ],
)
def test_what_is_uncertain_waits_as_a_draft(
    work_deps: Deps, web_database: Any, user: Namespace, tenant: Namespace, more: dict[str, Any], reason: str
) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "我是管理员")], at=T0)
    learning.learn(run(work_deps, hears("管理员", "role", **more)), user, "s", message)
    (draft,) = drafts(work_deps, user)
    assert (draft["status"], draft["anchor"], draft["at"]) == ("pending", "session_s#msg_1", T0)
    assert reason in draft["reason"]
    assert profile(work_deps, user) == []
    assert audits(web_database, tenant) == ["draft.pending"]


@pytest.mark.parametrize(
    ("role", "text", "trusted"), [("user", "/done", True), ("user", "我用done", False), ("assistant", "done", True)]
)
def test_what_is_no_evidence_teaches_nothing(
    work_deps: Deps, user: Namespace, role: str, text: str, trusted: bool
) -> None:
    (message,) = tell(work_deps.database, user, "s", [(role, text)], at=T0, trusted=trusted)
    learning.learn(run(work_deps, hears("done", "currency")), user, "s", message)
    assert (profile(work_deps, user), drafts(work_deps, user)) == ([], [])
    assert states(work_deps, user) == {message: "done"}


def test_a_project_signal_belongs_to_the_project_and_leaves_the_global_line_alone(
    work_deps: Deps, user: Namespace
) -> None:
    project = Namespace(tenant_id=user.tenant_id, user_id=user.user_id, project_id="p1")
    (first,) = tell(work_deps.database, user, "s", [("user", "我喜欢用Python")], at=T0)
    (second,) = tell(work_deps.database, project, "t", [("user", "这个项目必须用Java")], at=T0 + timedelta(days=1))
    learning.learn(run(work_deps, hears("Python", "code_language")), user, "s", first)
    learning.learn(run(work_deps, hears("Java", "code_language", scope="project")), user, "t", second)
    assert sorted((u.project_id, u.value["value"]) for u in profile(work_deps, user)) == [
        ("", "Python"),
        ("p1", "Java"),
    ]


def test_a_withdrawal_reaches_the_line_of_the_project(work_deps: Deps, user: Namespace) -> None:
    project = Namespace(tenant_id=user.tenant_id, user_id=user.user_id, project_id="p1")
    texts = [("user", "use Java here"), ("user", "forget Java")]
    first, second = tell(work_deps.database, project, "t", texts, at=T0)
    learning.learn(run(work_deps, hears("Java", "code_language", scope="project")), user, "t", first)
    learning.learn(run(work_deps, hears("Java", "code_language", signal="withdrawal")), user, "t", second)
    assert profile(work_deps, user) == []


def test_a_message_is_put_aside_after_five_attempts(work_deps: Deps, user: Namespace) -> None:
    (message,) = tell(work_deps.database, user, "s", [("user", "x")], at=T0)

    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        raise ValueError

    this, given_up = run(work_deps, extract), []
    for _ in range(5):
        with pytest.raises(ValueError):
            learning.learn(this, user, "s", message)
        given_up.append(learning.fail(this, user, "s", message, reason="ValueError"))
    assert given_up == [False] * 4 + [True]
    assert states(work_deps, user) == {message: "failed"}
    letters = work_deps.database.fetch("worker", user, "SELECT stage, reason, attempts FROM jide.dead_letters", {})
    assert letters == [{"stage": "extract", "reason": "ValueError", "attempts": 5}]


def test_the_closing_pass_reads_with_what_came_after_and_closes_the_session(work_deps: Deps, user: Namespace) -> None:
    texts = [("user", "用泰铢"), ("assistant", "好"), ("user", "谢谢")]
    first, _, last = tell(work_deps.database, user, "s", texts, at=T0, ended=True)
    silent = run(work_deps, hears("nothing", "currency"))
    learning.learn(silent, user, "s", first)
    learning.learn(silent, user, "s", last)
    heard: list[int] = []

    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        heard.append(len(turns))
        return hears("泰铢", "currency")(turns, active, indexes, zone)

    assert learning.close(run(work_deps, extract), user, "s")
    assert heard == [3, 3]
    assert [u.value["value"] for u in profile(work_deps, user)] == ["泰铢"]
    assert not learning.close(run(work_deps, extract), user, "s")


@pytest.mark.parametrize("version", ["rules-1", EXTRACTOR_VERSION])
def test_the_closing_pass_leaves_messages_alone_that_had_their_effect(
    work_deps: Deps, user: Namespace, version: str
) -> None:
    """Also an effect by an older extractor: what people decided on then is not asked again after an upgrade."""
    (message,) = tell(work_deps.database, user, "s", [("user", "用泰铢")], at=T0, ended=True)
    learning.learn(replace(run(work_deps, hears("泰铢", "currency")), version=version), user, "s", message)
    assert learning.close(run(work_deps, hears("泰铢", "other_fact")), user, "s")
    assert [u.key for u in profile(work_deps, user)] == ["currency"]


def test_a_session_with_a_message_still_queued_is_not_closed(work_deps: Deps, user: Namespace) -> None:
    tell(work_deps.database, user, "s", [("user", "谢谢")], at=T0, ended=True)
    assert not learning.close(run(work_deps, hears("nothing", "currency")), user, "s")
    with work_deps.database.transaction("worker", user) as cursor:
        session = work.read_session(cursor, user, "s")
    assert session is not None
    assert session["state"] == "ended"


@pytest.mark.parametrize(
    ("greeting", "guess", "yes"),
    [
        ("你好", "您的预算是500万美元，对吗？", "对"),
        ("Hello", "Your budget is 5 million dollars, right?", "Yes, exactly."),
    ],
)
@pytest.mark.parametrize("vouched", [True, False])
def test_nobody_agrees_to_what_an_untrusted_key_wrote(
    work_deps: Deps, user: Namespace, greeting: str, guess: str, yes: str, vouched: bool
) -> None:
    """Whoever may write into a session unvouched must not put words into its user's mouth."""
    tell(work_deps.database, user, "s", [("user", greeting)], at=T0)
    tell(work_deps.database, user, "s", [("assistant", guess)], at=T0, first=2, trusted=vouched)
    (message,) = tell(work_deps.database, user, "s", [("user", yes)], at=T0, first=3, ended=True)
    rules = Pass(deps=work_deps, actor=WORKER)
    learning.learn(rules, user, "s", message)
    learning.learn(rules, user, "s", "s-m1")
    assert learning.close(rules, user, "s")
    assert [ucu.key for ucu in profile(work_deps, user)] == (["budget"] if vouched else [])
