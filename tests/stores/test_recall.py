"""Recall against the real engines: hard filters, disputes, messages, the log, and parts that are away."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import redis

from jide.caller import ROLE_SCOPES, Caller
from jide.errors import NotFound, PostgresAway
from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from jide.profiles import store as profiles
from jide.profiles.ucu import UCU
from jide.recall import service
from jide.recall.service import Recalled
from jide.sessions import service as sessions
from jide.sessions.message import IncomingMessage
from tests.stores.told import claim, said, tell

DRAFT = """
INSERT INTO jide.drafts (
    tenant_id, user_id, draft_id, session_id, message_id, anchor, at, extractor_version, signal, type, project_id, line,
    member, key, value, statement, polarity, confidence, why, reason, span_start, span_end, quote, conflict, status,
    created_by, created_at, epoch, seq)
VALUES (
    %(tenant)s, %(user)s, %(draft)s, %(session)s, %(message)s, 'a', now(), 'x', 'correction', 'preference', '',
    %(line)s, %(member)s, %(key)s, '{}', 's', 'positive', 0.5, '[]', 'r', 0, 1, 'q', %(conflict)s,
    %(status)s, 'w', now(), 1, 1)
"""


def caller(ns: Namespace, **more: Any) -> Caller:
    """A service key of the tenant."""
    fields: dict[str, Any] = {"key_id": "k1", "app_id": "app", "role": "app", "scopes": ROLE_SCOPES["app"]}
    return Caller(tenant_id=ns.tenant_id, **(fields | more))


def know(deps: Deps, ns: Namespace, key: str, value: Any, statement: str, *, session: str = "s1", **more: Any) -> UCU:
    """Let the user have said `statement`, and know `value` from it."""
    at = more.pop("at", deps.clock() - timedelta(minutes=5))
    [message] = tell(deps.database, ns, session, [("user", statement)], at=at, first=more.pop("seq", 1))
    evidence = (said(session, message, statement),)
    made = claim(key, value, at, statement=statement, evidence=evidence, project_id=ns.project_id, **more)
    with deps.database.transaction("worker", ns) as cursor:
        promoted = profiles.promote(cursor, ns, made, ucu_id=new_id(), now=deps.clock())
    assert promoted.ucu is not None
    return promoted.ucu


def ask(deps: Deps, ns: Namespace, q: str, *, session_id: str = "", who: Caller | None = None, **more: Any) -> Recalled:
    """The block for a prompt."""
    fields: dict[str, Any] = {"limit": 20, "max_tokens": 1500}
    return service.recall_for_prompt(deps, who or caller(ns), ns, session_id=session_id, q=q, **(fields | more))


def statements(recalled: Recalled) -> list[str]:
    """What is told, in order."""
    return [memory["statement"] for memory in recalled.memories]


@pytest.mark.parametrize(
    ("statement", "q"),
    [("今天玩成语接龙游戏", "成语接龙"), ("那个89元的戚风蛋糕在拼多多买的", "89元"), ("I keep bees in Leeds", "bees?")],
)
def test_a_keyword_finds_what_was_said(
    work_deps: Deps, web_deps: Deps, user: Namespace, statement: str, q: str
) -> None:
    """The memory comes with its evidence, trust, score and reason, in a block that says where it is from."""
    ucu = know(work_deps, user, "other_fact", statement, statement)
    found = ask(web_deps, user, q)
    [memory] = found.memories
    assert (memory["ucu_id"], memory["statement"]) == (ucu.ucu_id, statement)
    assert memory["evidence"][0]["anchor"] == "session_s1#msg_1"
    assert 0 < memory["trust"] < 1
    assert memory["score"] > 0
    assert statement in found.packed.text
    assert found.status == "ok"


def test_an_unknown_user_is_empty_and_no_error(web_deps: Deps, user: Namespace) -> None:
    """Nothing known, nothing said."""
    found = ask(web_deps, user, "周报怎么出？")
    assert (found.packed.text, found.memories, found.dropped, found.status) == ("", [], [], "empty")


def test_a_nonsense_question_is_empty_and_counts_what_it_passed_over(
    work_deps: Deps, web_deps: Deps, user: Namespace
) -> None:
    """Below the threshold, and the reply says how many."""
    know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    found = ask(web_deps, user, "xyzzy plugh")
    assert found.memories == []
    assert found.ranking.below_threshold == 1


def test_only_what_is_in_force_here_and_now_is_told(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """Not what has run out or has not begun, not another project's, not another session's."""
    now = work_deps.clock()
    project = replace(user, project_id="p1")
    know(work_deps, user, "other_fact", "a", "蜂箱在院子里", seq=1)
    know(work_deps, user, "other_fact", "b", "蜂箱借给邻居", seq=2, valid_until=now - timedelta(seconds=1))
    know(work_deps, user, "other_fact", "c", "蜂箱明天搬走", seq=3, at=now + timedelta(hours=1))
    know(work_deps, project, "other_fact", "d", "蜂箱项目用木头", seq=4, lifecycle="project_based")
    know(work_deps, user, "other_fact", "e", "蜂箱这次不算", session="s9", lifecycle="session_based")
    assert statements(ask(web_deps, user, "蜂箱")) == ["蜂箱在院子里"]
    assert set(statements(ask(web_deps, project, "蜂箱"))) == {"蜂箱在院子里", "蜂箱项目用木头"}
    assert set(statements(ask(web_deps, user, "蜂箱", session_id="s9"))) == {"蜂箱在院子里", "蜂箱这次不算"}
    assert statements(ask(web_deps, replace(user, project_id="p2"), "蜂箱")) == ["蜂箱在院子里"]


def test_a_superseded_value_is_not_told_but_was_true_then(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """The default recall has the new value alone; a search as of then has the old one."""
    now = work_deps.clock()
    know(work_deps, user, "currency", "SGD", "金额用新加坡元", at=now - timedelta(days=2))
    know(work_deps, user, "currency", "THB", "金额改成泰铢", seq=2, at=now - timedelta(days=1))
    assert statements(ask(web_deps, user, "金额用什么？")) == ["金额改成泰铢"]
    then = service.search(
        web_deps, caller(user), user, q="金额", limit=5, max_tokens=1500, as_of=now - timedelta(days=1, hours=12)
    )
    assert statements(then) == ["金额用新加坡元"]


@pytest.mark.parametrize(("conflict", "status", "told"), [
    ("contradicts", "pending", False), ("contradicts", "rejected", True), ("supersedes", "pending", True),
])  # fmt: skip
def test_what_a_pending_draft_contradicts_is_disputed(
    work_deps: Deps, web_deps: Deps, user: Namespace, conflict: str, status: str, told: bool
) -> None:
    """It is left out until the decision, and the reply says why."""
    ucu = know(work_deps, user, "currency", "SGD", "金额用新加坡元")
    row = {
        "tenant": user.tenant_id, "user": user.user_id, "draft": new_id(), "session": "s1", "message": "s1-m1",
        "line": ucu.line, "member": ucu.member, "key": ucu.key, "conflict": conflict, "status": status,
    }  # fmt: skip
    with work_deps.database.transaction("worker", user) as cursor:
        cursor.execute(DRAFT, row)
    found = ask(web_deps, user, "金额用什么")
    assert bool(found.memories) is told
    assert ({"ucu_id": ucu.ucu_id, "reason": "disputed"} in found.dropped) is not told


@pytest.mark.parametrize(("conflict", "seen"), [("contradicts", [True]), ("supersedes", [False])])
def test_a_department_head_sees_that_a_value_is_disputed(
    work_deps: Deps, web_deps: Deps, user: Namespace, conflict: str, seen: list[bool]
) -> None:
    """Of the people they manage, and of the values they may read."""
    head = Namespace(tenant_id=user.tenant_id, user_id="boss")
    known = [
        know(work_deps, user, "currency", "SGD", "金额用新加坡元"),
        know(work_deps, user, "name", "小陈", "我叫小陈", seq=2),
    ]
    with web_deps.database.transaction("admin", user) as cursor:
        cursor.execute("INSERT INTO jide.dept_management VALUES (%s, 'boss', %s)", (user.tenant_id, user.user_id))
    for n, ucu in enumerate(known, start=1):
        row = {
            "tenant": user.tenant_id, "user": user.user_id, "draft": new_id(), "session": "s1", "message": f"s1-m{n}",
            "line": ucu.line, "member": ucu.member, "key": ucu.key, "conflict": conflict, "status": "pending",
        }  # fmt: skip
        with work_deps.database.transaction("worker", user) as cursor:
            cursor.execute(DRAFT, row)
    doubts = "SELECT disputed FROM jide.doubts(%(tenant)s, ARRAY[%(user)s])"
    rows = web_deps.database.fetch("dept_head", head, doubts, {"tenant": user.tenant_id, "user": user.user_id})
    assert [row["disputed"] for row in rows] == seen


def test_types_limit_what_is_told(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """Only the asked types, core profile included."""
    know(work_deps, user, "response_length", "short", "回答短一点")
    know(work_deps, user, "preferred_name", "老陈", "叫我老陈", seq=2)
    assert statements(ask(web_deps, user, "随便", types=("identity",))) == ["叫我老陈"]
    assert statements(ask(web_deps, user, "随便")) == ["叫我老陈", "回答短一点"]


def test_two_users_and_two_tenants_share_nothing(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """The same question of another user finds nothing, whatever their names."""
    know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    for name in ("u2", "u1 ", "%", "*", "u_", "U1"):
        other = Namespace(tenant_id=user.tenant_id, user_id=name)
        assert ask(web_deps, other, "bees").memories == []


def test_an_identity_nobody_vouches_for_is_told_the_session_alone(
    work_deps: Deps, web_deps: Deps, user: Namespace
) -> None:
    """Whoever claims to be a user does not learn what is known of them."""
    know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    assert ask(web_deps, user, "bees", who=caller(user, identity="untrusted")).memories == []


def test_each_recall_is_logged_once_by_ids_and_never_by_words(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """One row, readable by its id: what was told, its score and reason; not the question."""
    ucu = know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    found = ask(web_deps, user, "honey bees 13800138000", session_id="s1")
    row = service.read_recall(web_deps, caller(user), None, found.recall_id)
    assert [m["ucu_id"] for m in row["memories"]] == [ucu.ucu_id]
    assert set(row["memories"][0]) == {"ucu_id", "score", "trust", "reason"}
    assert (row["user_id"], row["session_id"], row["key_id"]) == (user.user_id, "s1", "k1")
    assert not [word for word in ("honey", "bees", "138") if word in str(row["memories"]) + str(row["dropped"])]
    count = web_deps.database.fetch("app", user, "SELECT count(*) AS n FROM jide.recalls", {})
    assert count[0]["n"] == 1


def test_a_recall_of_somebody_else_is_not_found(web_deps: Deps, user: Namespace) -> None:
    """By another tenant, under another user's name, by an end user who is somebody else, or without a user at all."""
    found = ask(web_deps, user, "?")
    stranger = Namespace(tenant_id=f"o{new_id().replace('-', '')}", user_id=user.user_id)
    for who, name in (
        (caller(stranger), None), (caller(user), "u2"), (caller(user, role="self", users=frozenset({"u2"})), None),
        (caller(user, key_id="k2", identity="untrusted"), None),
    ):  # fmt: skip
        with pytest.raises(NotFound):
            service.read_recall(web_deps, who, name, found.recall_id)
    mine = caller(user, role="self", users=frozenset({user.user_id}))
    assert service.read_recall(web_deps, mine, None, found.recall_id)["user_id"] == user.user_id
    assert web_deps.database.fetch("app", caller(user).tenant, "SELECT recall_id FROM jide.recalls", {}) == []


def test_an_end_user_may_be_told_of_themselves(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """Their own credential reads, and its recall is logged too."""
    know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    mine = caller(user, role="self", users=frozenset({user.user_id}))
    assert statements(ask(web_deps, user, "bees", who=mine)) == ["I keep bees in Leeds"]


def test_search_finds_messages_with_their_neighbours(web_deps: Deps, user: Namespace) -> None:
    """The message with the words, and what stands right before and after it; tool messages are not searched."""
    turns = [
        ("user", "早上好"),
        ("assistant", "戚风蛋糕要烤多久？"),
        ("user", "四十分钟"),
        ("tool", "戚风蛋糕"),
        ("user", "好"),
    ]
    for session, said_there in (("s1", turns), ("s2", [("user", "Who won?")])):
        incoming = [IncomingMessage(role=role, content=content) for role, content in said_there]
        sessions.append(web_deps, caller(user), user, session, incoming, durable=True)
    found = service.search(web_deps, caller(user), user, q="戚风蛋糕", limit=5, max_tokens=1500)
    [hit] = found.found
    assert (hit["seq"], hit["role"], hit["anchor"], hit["session_id"]) == (2, "assistant", "session_s1#msg_2", "s1")
    assert [n["content"] for n in hit["neighbours"]] == ["早上好", "四十分钟"]
    assert hit["score"] > 0
    assert service.search(web_deps, caller(user), user, q="xyzzy", limit=5, max_tokens=1500).found == ()
    only = service.search(web_deps, caller(user), user, q="戚风蛋糕", limit=5, max_tokens=1500, include=["memories"])
    assert only.found == ()


def away(*_: object) -> Any:
    """A PostgreSQL that does not answer."""
    raise PostgresAway


def test_without_postgres_the_turns_are_still_given(web_deps: Deps, user: Namespace) -> None:
    """Nothing is remembered, and the reply says what was away."""
    found = ask(web_deps, user, "hello", session_id="s1", bound=away)
    assert (found.degraded, found.status, found.memories) == (("postgres",), "degraded", [])


def test_without_redis_the_memories_are_still_given(work_deps: Deps, web_deps: Deps, user: Namespace) -> None:
    """And the turns come from the archive, oldest first."""
    know(work_deps, user, "other_fact", "b", "I keep bees in Leeds")
    nowhere = redis.Redis(port=1, socket_connect_timeout=0.2, retry=None)
    found = ask(replace(web_deps, redis=nowhere), user, "bees", session_id="s1")
    assert (found.degraded, found.status) == (("redis",), "degraded")
    assert statements(found) == ["I keep bees in Leeds"]
    assert [message["content"] for message in found.packed.messages] == ["I keep bees in Leeds"]
