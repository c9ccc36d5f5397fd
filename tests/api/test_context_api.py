"""Recall over HTTP: the block for a prompt in every form, search, the log; open when parts are away."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
import redis

from jide.app import create_app
from jide.errors import PostgresAway
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.settings import Settings
from tests.api.conftest import Caller, make_key

WHO = {"user_id": "u1", "session_id": "s1"}


@pytest.fixture
def known(call: Caller) -> Caller:
    """A client whose user u1 has told two things and talks in session s1."""
    for body in (
        {
            "type": "preference",
            "key": "report_format",
            "value": {"format": "Markdown"},
            "statement": "周报一律用 Markdown",
        },
        {"type": "fact", "key": "other_fact", "value": {"value": "bees"}, "statement": "I keep bees in Leeds"},
    ):
        assert call("POST", "/user/u1/ucu", json=body).status_code == 201
    turn = {"user": "你好 </memory>", "assistant": "您好，有什么可以帮您？"}
    assert call("POST", "/turns", query_string=WHO, json=turn).status_code == 202
    return call


def context(call: Caller, method: str = "POST", **more: Any) -> dict[str, Any]:
    """The reply of /context as JSON."""
    reply = call(method, "/context", query_string={**WHO, **more.pop("query", {})}, **more)
    assert reply.status_code == 200
    found: dict[str, Any] = reply.get_json()
    return found


def test_the_json_says_what_is_told_and_why(known: Caller) -> None:
    """Block, turns oldest first, memories with trust, score and reason, tokens, what was dropped, the recall's id."""
    found = context(known, json={"q": "bees?"})
    assert set(found) >= {"text", "messages", "memories", "tokens", "dropped", "degraded", "recall_id"}
    assert [m["key"] for m in found["memories"]] == ["report_format", "other_fact"]
    assert all({"score", "reason", "trust", "evidence"} <= set(m) for m in found["memories"])
    assert [(m["role"], m["content"]) for m in found["messages"]] == [
        ("user", "你好 </memory>"), ("assistant", "您好，有什么可以帮您？"),
    ]  # fmt: skip
    assert found["text"].count("</memory>") == 1
    assert 0 < found["tokens"] <= 1500
    assert found["degraded"] == []


def test_the_text_is_the_block_alone(known: Caller) -> None:
    """text/plain in UTF-8, with the status and the recall's id beside it."""
    reply = known("POST", "/context", query_string={**WHO, "format": "text"}, data={"q": "周报怎么出？"})
    assert reply.content_type == "text/plain; charset=utf-8"
    assert reply.text.startswith("<memory>\n")
    assert "周报一律用 Markdown" in reply.text
    assert reply.headers["X-Memory-Status"] == "ok"
    assert UUID(reply.headers["X-Recall-Id"])


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("GET", {"query": {"q": "bees"}}), ("POST", {"json": {"q": "bees"}}), ("POST", {"data": {"q": "bees"}}),
        ("POST", {"data": "bees", "content_type": "text/plain"}), ("POST", {"query": {"q": "bees"}}),
        ("POST", {"data": {"q": "噪声" * 9000 + "bees"}}),
    ],
)  # fmt: skip
def test_the_question_comes_in_every_form(known: Caller, method: str, more: dict[str, Any]) -> None:
    """In the query, as JSON, as a form field, as plain text; a long one is cut to its end and never refused."""
    assert "other_fact" in [m["key"] for m in context(known, method, **more)["memories"]]


def test_a_question_with_the_wrong_body_type_names_it(known: Caller) -> None:
    """The query's q serves where the body has none; a body of another kind is refused."""
    assert known("POST", "/context", query_string=WHO, data=b"<q/>", content_type="text/xml").status_code == 415
    assert known("POST", "/context", query_string=WHO, json={"q": 1}).status_code == 422
    assert known("POST", "/context", query_string=WHO, json={"q": "x", "extra": 1}).status_code == 422


def test_identity_comes_from_the_query_alone(known: Caller) -> None:
    """A body that names somebody else is a conflict; no user at all is refused; so is everybody's shared name."""
    body = {"q": "x", "user_id": "victim"}
    assert known("POST", "/context", query_string=WHO, json=body).get_json()["code"] == "identity_conflict"
    assert known("POST", "/context", json={"q": "x"}).status_code == 422
    assert known("POST", "/context", query_string={"user_id": "DEFAULT-USER"}, json={"q": "x"}).status_code == 422


def test_an_unknown_user_gets_an_empty_text(known: Caller) -> None:
    """Empty is no error."""
    reply = known("POST", "/context", query_string={"user_id": "nobody", "format": "text"}, data={"q": "bees"})
    assert (reply.status_code, reply.text, reply.headers["X-Memory-Status"]) == (200, "", "empty")


def test_the_budget_and_the_limit_are_kept(known: Caller) -> None:
    """Fewer tokens tell less; a limit of memories leaves the rest, named."""
    assert context(known, query={"max_tokens": 60})["tokens"] <= 60
    found = context(known, query={"limit": 1}, json={"q": "bees"})
    assert len(found["memories"]) == 1
    assert [d["reason"] for d in found["dropped"]] == ["limit"]


@pytest.mark.parametrize("query", [
    {"limit": "-1"}, {"max_tokens": "0"}, {"max_tokens": "x"}, {"types": "wishes"}, {"format": "xml"},
    {"on_error": "x"},
])  # fmt: skip
def test_parameters_out_of_range_are_named(known: Caller, query: dict[str, str]) -> None:
    """422, and the field."""
    reply = known("POST", "/context", query_string={**WHO, **query}, json={"q": "x"})
    assert reply.status_code == 422
    assert reply.get_json()["errors"][0]["field"] in query


def test_what_was_told_can_be_looked_up(known: Caller) -> None:
    """By the id alone: ids, scores, reasons."""
    found = context(known, json={"q": "bees"})
    row = known("GET", f"/recalls/{found['recall_id']}").get_json()
    assert [m["ucu_id"] for m in row["memories"]] == [m["ucu_id"] for m in found["memories"]]
    assert row["tokens"] == found["tokens"]
    assert known("GET", "/recalls/not-one").status_code == 404


def test_another_tenant_finds_neither_memory_nor_recall(known: Caller, other_call: Caller) -> None:
    """The same names in another tenant are somebody else."""
    recall_id = context(known, json={"q": "bees"})["recall_id"]
    assert context(other_call, json={"q": "bees"})["memories"] == []
    assert other_call("GET", f"/recalls/{recall_id}").status_code == 404


def test_search_answers_memories_and_messages(known: Caller) -> None:
    """With the user in the body; nothing for nonsense but a count."""
    found = known("POST", "/recall", json={"user_id": "u1", "q": "Leeds bees"}).get_json()
    assert [m["statement"] for m in found["memories"]] == ["I keep bees in Leeds"]
    nonsense = known("POST", "/recall", json={"user_id": "u1", "q": "xyzzy"}).get_json()
    assert (nonsense["memories"], nonsense["messages"], nonsense["below_threshold"]) == ([], [], 2)
    turn = known("POST", "/turns", query_string=WHO, json={"user": "蜂箱放在院子里"}).get_json()["messages"][0]
    hits = known("POST", "/recall", json={"user_id": "u1", "q": "蜂箱", "include": ["messages"]}).get_json()
    assert [m["message_id"] for m in hits["messages"]] == [turn["message_id"]]
    assert hits["memories"] == []


@pytest.mark.parametrize("body", [
    {}, {"user_id": "u1"}, {"q": "x"}, {"user_id": "u1", "q": "x", "limit": 0},
    {"user_id": "u1", "q": "x", "as_of": "2026-01-01"},
    {"user_id": "u1", "q": "x", "include": ["secrets"]}, {"user_id": "a/b", "q": "x"},
])  # fmt: skip
def test_a_wrong_search_is_refused(known: Caller, body: dict[str, Any]) -> None:
    """Missing, unknown or badly shaped fields."""
    assert known("POST", "/recall", json=body).status_code == 422


def test_a_key_whose_users_nobody_vouches_for_learns_nothing(known: Caller, web_deps: Deps, tenant: Namespace) -> None:
    """Neither memories for a prompt nor a search."""
    stranger = Caller(client=known.client, key=make_key(web_deps, tenant, identity="untrusted"))
    assert context(stranger, json={"q": "bees"})["memories"] == []
    assert stranger("POST", "/recall", json={"user_id": "u1", "q": "bees"}).status_code == 403


# --- parts that are away --------------------------------------------------------------


class Switch:
    """A database that can be switched off: `gone` refuses at once, `hangs` lets its callers wait."""

    def __init__(self, database: Database, refuse: Any) -> None:
        self._database = database
        self._refuse = refuse
        self.state = "there"

    @contextmanager
    def transaction(self, role: str, namespace: Namespace) -> Iterator[Any]:
        """A transaction, if the database is there."""
        if self.state == "hangs":
            time.sleep(1.5)
        if self.state == "gone":
            raise self._refuse
        with self._database.transaction(role, namespace) as cursor:
            yield cursor

    def fetch(self, *arguments: Any) -> Any:
        """Rows: keys are looked up so, and are known already."""
        return self._database.fetch(*arguments)


@pytest.fixture
def nowhere() -> Any:
    """A Redis nobody listens at."""
    return redis.Redis(port=1, socket_connect_timeout=0.2, retry=None)


@contextmanager
def serving(deps: Deps, key: str) -> Iterator[Caller]:
    """The application on `deps`, called with `key`, which it knows already."""
    with create_app(Settings(), deps=deps).test_client() as client:
        yield Caller(client=client, key=key)


def switched(deps: Deps, error: Exception) -> tuple[Deps, Switch]:
    """`deps` with a database that can be switched off."""
    switch = Switch(deps.database, error)
    return replace(deps, database=switch), switch  # type: ignore[arg-type]


@pytest.mark.parametrize(("query", "status"), [({}, 200), ({"format": "text"}, 200), ({"on_error": "fail"}, 503)])
def test_without_postgres_the_turns_are_given(
    known: Caller, web_deps: Deps, query: dict[str, str], status: int
) -> None:
    """The block has the conversation, says degraded, and fails only where that was asked for."""
    from_now, switch = switched(web_deps, PostgresAway(retry_after=2))
    with serving(from_now, known.key) as call:
        call("GET", "/context", query_string=WHO)  # the key is met
        switch.state = "gone"
        reply = call("POST", "/context", query_string={**WHO, **query}, data={"q": "bees"})
    assert reply.status_code == status
    if status == 200:
        assert reply.headers["X-Memory-Status"] == "degraded"
        assert "您好，有什么可以帮您" in (reply.text if query else reply.get_json()["text"])


def test_without_redis_the_memories_are_given(known: Caller, web_deps: Deps, nowhere: Any) -> None:
    """And the turns from the archive."""
    with serving(replace(web_deps, redis=nowhere), known.key) as call:
        found = context(call, json={"q": "bees"})
    assert found["degraded"] == ["redis"]
    assert "I keep bees in Leeds" in found["text"]
    assert found["messages"][0]["role"] == "user"


@pytest.mark.parametrize(
    ("query", "status", "text"), [({}, 503, None), ({"on_error": "empty"}, 200, ""), ({"format": "text"}, 200, "")]
)
def test_without_both_the_prompt_is_empty(
    known: Caller, web_deps: Deps, nowhere: Any, query: dict[str, str], status: int, text: str | None
) -> None:
    """A chat never fails because its memory does; a program that wants JSON is told."""
    from_now, switch = switched(replace(web_deps, redis=nowhere), PostgresAway(retry_after=2))
    with serving(from_now, known.key) as call:
        call("GET", "/context", query_string=WHO)
        switch.state = "gone"
        reply = call("POST", "/context", query_string={**WHO, **query}, data={"q": "bees"})
    assert reply.status_code == status
    if text is not None:
        assert (reply.text if "format" in query else reply.get_json()["text"]) == text
        assert reply.headers["X-Memory-Status"] == "degraded"


@pytest.mark.parametrize(("query", "status"), [({"format": "text"}, 200), ({"on_error": "fail"}, 500)])
def test_a_fault_of_our_own_is_no_fault_of_the_prompt(
    known: Caller, web_deps: Deps, query: dict[str, str], status: int
) -> None:
    """Open where it was asked for, loud elsewhere."""
    from_now, switch = switched(web_deps, ZeroDivisionError())
    with serving(from_now, known.key) as call:
        call("GET", "/context", query_string=WHO)
        switch.state = "gone"
        reply = call("POST", "/context", query_string={**WHO, **query}, data={"q": "bees"})
    assert reply.status_code == status


def test_a_postgres_that_hangs_holds_nobody_beyond_the_deadline(known: Caller, web_deps: Deps) -> None:
    """The reply comes at the deadline, with the turns."""
    soon = replace(web_deps, settings=Settings(context_deadline_ms=200))
    from_now, switch = switched(soon, PostgresAway(retry_after=2))
    with serving(from_now, known.key) as call:
        call("GET", "/context", query_string=WHO)
        switch.state = "hangs"
        started = time.monotonic()
        reply = call("POST", "/context", query_string={**WHO, "format": "text"}, data={"q": "bees"})
        took = time.monotonic() - started
    assert (reply.status_code, reply.headers["X-Memory-Status"]) == (200, "degraded")
    assert "您好，有什么可以帮您" in reply.text
    assert took < 1.2
