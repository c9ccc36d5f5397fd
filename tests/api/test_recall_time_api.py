"""When and where a memory is told: said for a time, a project or a session; over HTTP, with a clock that moves."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from jide.app import create_app
from jide.drafts import learning
from jide.drafts.learning import Pass
from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.settings import Settings
from tests.api.conftest import Caller, make_key
from tests.stores.told import WORKER

SAID = datetime(2026, 8, 12, 17, 30, tzinfo=UTC)
"""Half past one on Thursday 13 August in Shanghai, still Wednesday in London and New York."""

SHANGHAI, NEW_YORK = "Asia/Shanghai", "America/New_York"


@dataclass(slots=True, kw_only=True)
class Clock:
    """A clock that a test sets."""

    now: datetime

    def __call__(self) -> datetime:
        """The time."""
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A user who speaks, is learned from, and is answered, at times that a test chooses."""

    call: Caller
    run: Pass
    tenant: Namespace
    clock: Clock

    def say(self, text: str, *, session: str = "s1", project: str = "", at: datetime = SAID, zone: str = "") -> None:
        """Append a message of the user, and let the worker learn from it."""
        self.clock.now = at
        message: dict[str, Any] = {"role": "user", "content": text, "timestamp": at.isoformat()}
        if zone:
            message["metadata"] = {"timezone": zone}
        query = {"project_id": project} if project else {}
        reply = self.call("POST", f"/session/u1/{session}", json={"message": message}, query_string=query)
        assert reply.status_code == 201
        ns = Namespace(tenant_id=self.tenant.tenant_id, user_id="u1", project_id=project)
        learning.learn(self.run, ns, session, reply.get_json()["messages"][0]["message_id"])

    def told(self, at: datetime, *, q: str = "", session: str = "s9", **query: str) -> dict[str, Any]:
        """What a prompt is given at a time."""
        self.clock.now = at
        where = {"user_id": "u1", "session_id": session, **query}
        reply = self.call("POST", "/context", query_string=where, json={"q": q})
        assert reply.status_code == 200
        found: dict[str, Any] = reply.get_json()
        return found

    def searched(self, at: datetime, q: str, **body: Any) -> dict[str, Any]:
        """What a search finds at a time."""
        self.clock.now = at
        reply = self.call("POST", "/recall", json={"user_id": "u1", "q": q, "include": ["memories"], **body})
        assert reply.status_code == 200
        found: dict[str, Any] = reply.get_json()
        return found

    def profile(self, at: datetime, **query: str) -> list[dict[str, Any]]:
        """The profile at a time."""
        self.clock.now = at
        found: list[dict[str, Any]] = self.call("GET", "/user/u1", query_string=query).get_json()["memories"]
        return found


@pytest.fixture
def clock() -> Clock:
    """The clock of the test."""
    return Clock(now=SAID)


@pytest.fixture
def talk(web_deps: Deps, work_deps: Deps, tenant: Namespace, clock: Clock) -> Iterator[Talk]:
    """A user of the tenant."""
    key = make_key(web_deps, tenant)
    with create_app(Settings(), deps=replace(web_deps, clock=clock)).test_client() as client:
        run = Pass(deps=replace(work_deps, clock=clock), actor=WORKER)
        yield Talk(call=Caller(client=client, key=key), run=run, tenant=tenant, clock=clock)


def keys(found: dict[str, Any]) -> list[str]:
    """The keys of what is told."""
    return [memory["key"] for memory in found["memories"]]


@pytest.mark.parametrize(
    ("text", "zone", "key", "gone"),
    [
        ("本季度报价都用美元。", SHANGHAI, "currency", "2026-10-01T00:00:00+08:00"),
        ("这周都用英文回复我。", SHANGHAI, "response_language", "2026-08-17T00:00:00+08:00"),
        ("到周五为止用英文回复我。", SHANGHAI, "response_language", "2026-08-15T00:00:00+08:00"),
        ("下周三前都用英文回复我。", SHANGHAI, "response_language", "2026-08-19T00:00:00+08:00"),
        ("到2026年8月13日为止，报价都用美元。", SHANGHAI, "currency", "2026-08-14T00:00:00+08:00"),
        ("到週五為止用英文回覆我。", SHANGHAI, "response_language", "2026-08-15T00:00:00+08:00"),
        ("This quarter, quote all prices in euros.", NEW_YORK, "currency", "2026-10-01T00:00:00-04:00"),
        ("This week, always answer me in English.", NEW_YORK, "response_language", "2026-08-17T00:00:00-04:00"),
        ("Until Friday, answer me in English.", NEW_YORK, "response_language", "2026-08-15T00:00:00-04:00"),
        ("Until January, keep my reports in PDF.", NEW_YORK, "report_format", "2027-01-01T00:00:00-05:00"),
        ("Quote all prices in euros until the 14th.", NEW_YORK, "currency", "2026-08-15T00:00:00-04:00"),
        ("Until 2026-08-13, use euros for all prices.", SHANGHAI, "currency", "2026-08-14T00:00:00+08:00"),
        ("Before Friday, always answer in English.", NEW_YORK, "response_language", "2026-08-14T00:00:00-04:00"),
    ],
)
def test_what_was_said_for_a_time_is_told_until_that_time(
    talk: Talk, text: str, zone: str, key: str, gone: str
) -> None:
    """To the last moment of the local day and no longer, in prompts, searches and the profile; nobody sweeps."""
    end = datetime.fromisoformat(gone)
    last = end - timedelta(microseconds=1)
    talk.say(text, zone=zone)
    for at, seen in ((SAID + timedelta(minutes=1), [key]), (last, [key]), (end, []), (end + timedelta(days=400), [])):
        assert keys(talk.told(at)) == seen
        assert keys(talk.searched(at, text)) == seen
        assert [memory["key"] for memory in talk.profile(at)] == seen
    assert keys(talk.searched(end + timedelta(days=9), text, as_of=last.isoformat())) == [key]
    assert keys(talk.searched(end + timedelta(days=9), text, as_of=end.isoformat())) == []
    [expired] = talk.profile(end, status="expired")
    assert (expired["status"], expired["ended"]) == ("expired", "expired")
    assert datetime.fromisoformat(expired["valid_until"]) == end


@pytest.mark.parametrize("text", ["从今天起报价都用美元。", "From today on, quote all prices in euros."])
def test_what_begins_today_does_not_end_today(talk: Talk, text: str) -> None:
    """'From today on' says since when."""
    talk.say(text, zone=SHANGHAI)
    assert keys(talk.told(SAID + timedelta(days=100))) == ["currency"]


@pytest.mark.parametrize(
    ("before", "tenant_zone", "metadata", "ends"),
    [
        ([], "", "", "2026-08-13T00:00:00+00:00"),
        ([], SHANGHAI, "", "2026-08-14T00:00:00+08:00"),
        (["我的时区是 America/New_York。"], SHANGHAI, "", "2026-08-13T00:00:00-04:00"),
        (["My timezone is America/New_York."], SHANGHAI, "Asia/Tokyo", "2026-08-14T00:00:00+09:00"),
    ],
)
def test_a_day_ends_where_the_user_is(
    talk: Talk, web_deps: Deps, before: list[str], tenant_zone: str, metadata: str, ends: str
) -> None:
    """The message says where, else what is remembered, else the tenant, else UTC."""
    with web_deps.database.transaction("admin", talk.tenant) as cursor:
        cursor.execute("UPDATE jide.tenants SET timezone = %s", (tenant_zone or "UTC",))
    for text in before:
        talk.say(text, at=SAID - timedelta(hours=1))
    talk.say("今天报价都用美元。", zone=metadata)
    [memory] = talk.profile(SAID, key="currency")
    assert datetime.fromisoformat(memory["valid_until"]) == datetime.fromisoformat(ends)


def test_a_retelling_counts_from_its_own_time(talk: Talk) -> None:
    """The same wish a week later ends a week later."""
    talk.say("这周都用英文回复我。", zone=SHANGHAI)
    talk.say("这周都用英文回复我。", zone=SHANGHAI, session="s2", at=SAID + timedelta(days=7))
    assert keys(talk.told(SAID + timedelta(days=8))) == ["response_language"]
    assert keys(talk.told(SAID + timedelta(days=15))) == []


@pytest.mark.parametrize(
    ("text", "q"), [("这个项目必须用 Java。", "写代码"), ("This project must use Java.", "write some code")]
)
def test_a_projects_wish_is_told_in_its_project_alone(talk: Talk, text: str, q: str) -> None:
    """Not without a project and not in another one."""
    talk.say(text, project="p1")
    at = SAID + timedelta(days=1)
    assert keys(talk.told(at, q=q, project_id="p1")) == ["code_language"]
    assert keys(talk.searched(at, q, project_id="p1")) == ["code_language"]
    assert keys(talk.told(at, q=q)) == keys(talk.told(at, q=q, project_id="p2")) == []
    assert keys(talk.searched(at, q)) == []


@pytest.mark.parametrize("text", ["本次会话都用英文回复我。", "For this conversation, always answer in English."])
def test_a_sessions_wish_is_told_in_its_session_alone(talk: Talk, text: str) -> None:
    """Another session never hears of it, and a search, which has no session, neither."""
    talk.say(text, session="s1")
    at = SAID + timedelta(minutes=2)
    assert keys(talk.told(at, session="s1")) == ["response_language"]
    assert keys(talk.told(at, session="s2")) == keys(talk.searched(at, text)) == []


@pytest.mark.parametrize(
    ("known", "doubt", "key"),
    [
        ("以后报价都用美元。", "不对，以后报价用欧元。", "currency"),
        ("From now on, quote all prices in euros.", "No, from now on quote all prices in dollars.", "currency"),
    ],
)
def test_what_is_disputed_is_left_out_and_named(talk: Talk, known: str, doubt: str, key: str) -> None:
    """A reviewed value that the user contradicts is not told until somebody decides; its trust says why."""
    talk.say(known)
    [memory] = talk.profile(SAID + timedelta(minutes=1))
    assert (memory["disputed"], [r["reason"] for r in memory["trust_reasons"]]) == (
        False, ["clarity", "sessions", "source", "recency"],
    )  # fmt: skip
    _reviewed(talk, memory["ucu_id"])
    trust = talk.profile(SAID + timedelta(minutes=1))[0]["trust"]
    assert trust > memory["trust"]
    talk.say(doubt, session="s2", at=SAID + timedelta(minutes=2))
    found = talk.told(SAID + timedelta(minutes=3))
    assert key not in keys(found)
    assert {"ucu_id": memory["ucu_id"], "reason": "disputed"} in found["dropped"]
    listed = [
        talk.profile(SAID + timedelta(minutes=3))[0],
        talk.call("GET", f"/user/u1/ucu/{memory['ucu_id']}").get_json(),
        talk.call("GET", f"/user/u1/ucu/{memory['ucu_id']}/history").get_json()["memories"][0],
        talk.call("GET", "/drafts", query_string={"user_id": "u1"}).get_json()["drafts"][0]["current"],
    ]
    for shown in listed:
        assert (shown["disputed"], shown["trust"]) == (True, pytest.approx(trust / 2, abs=1e-3))
        assert shown["trust_reasons"][-1] == {"reason": "disputed", "value": 1, "effect": 0.5}


def _reviewed(talk: Talk, ucu_id: str) -> None:
    """Let a version be one that a reviewer wrote."""
    ns = Namespace(tenant_id=talk.tenant.tenant_id, user_id="u1")
    with talk.run.deps.database.transaction("worker", ns) as cursor:
        cursor.execute("UPDATE jide.ucus SET source = 'reviewer' WHERE ucu_id = %s", (ucu_id,))


def test_what_was_corrected_again_and_again_is_trusted_less(talk: Talk) -> None:
    """The value that stands says how often its line was corrected, wherever it is shown."""
    for n, currency in enumerate(("美元", "欧元", "英镑", "日元")):
        talk.say(f"以后报价都用{currency}。", session=f"s{n}", at=SAID + timedelta(hours=n))
    at = SAID + timedelta(hours=5)
    [memory] = talk.profile(at)
    assert {"reason": "corrected", "value": 3, "effect": 0.85} in memory["trust_reasons"]
    assert talk.told(at)["memories"][0]["trust"] == memory["trust"]


@pytest.mark.parametrize("text", ["以后报价都用美元。", "From now on, quote all prices in euros."])
def test_three_sessions_are_trusted_and_reading_changes_nothing(talk: Talk, text: str) -> None:
    """Three sessions make 0.9, ten repeats in one session one; a hundred reads leave trust and recency alone."""
    for n in range(10):
        talk.say(text, session="s0", at=SAID + timedelta(minutes=n))
    [once] = talk.profile(SAID + timedelta(hours=1))
    assert once["trust"] < 0.7
    for n in range(1, 3):
        talk.say(text, session=f"s{n}", at=SAID + timedelta(hours=n))
    at = SAID + timedelta(days=200)
    [before] = talk.profile(at)
    assert talk.profile(SAID + timedelta(days=1))[0]["trust"] >= 0.9
    assert {"reason": "recency", "value": 199, "effect": 0.95} in before["trust_reasons"]
    for _ in range(50):
        talk.told(at, q="报价")
        talk.profile(at)
    assert talk.profile(at) == [before]


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("以后报价都用美元。", ["key"]),
        ("以后报价务必用美元。", ["key", "emphasis"]),
        ("From now on, quote all prices in euros.", ["key"]),
        ("Prices must always be quoted in euros.", ["key", "emphasis"]),
        ("以后千万别用表格。", ["key", "refusal", "emphasis"]),
    ],
)
def test_importance_says_why(talk: Talk, text: str, reasons: list[str]) -> None:
    """The number is what its reasons add up to, in the profile as in a prompt."""
    talk.say(text)
    [memory] = talk.profile(SAID)
    assert [reason["reason"] for reason in memory["importance_reasons"]] == reasons
    effects = sum(reason["effect"] for reason in memory["importance_reasons"])
    assert memory["importance"] == pytest.approx(min(1.0, effects))
    [told] = talk.told(SAID, q=text)["memories"]
    assert (told["importance"], told["importance_reasons"]) == (memory["importance"], memory["importance_reasons"])
