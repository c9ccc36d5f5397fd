"""Reading: the archive in pages across epochs, the list of sessions, nothing foreign."""

import json
from dataclasses import replace

import pytest

from jide.errors import NotFound
from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.sessions import service, store
from tests.stores.talk import app, append, archived, says


def test_a_script_the_server_has_forgotten_is_given_again(web_deps: Deps, user: Namespace) -> None:
    for _ in range(2):
        append(web_deps, user, "s1", says("hi"))
        web_deps.redis.script_flush()
    assert store.end(web_deps.redis, user, "s1", known=False)
    assert len(archived(web_deps, user, "s1")) == 2


@pytest.mark.parametrize(
    ("limit", "budget", "seqs"), [(2, None, [4, 5]), (None, None, [1, 2, 3, 4, 5]), (None, 2, [5])]
)
def test_a_session_is_read_oldest_first(
    web_deps: Deps, user: Namespace, limit: int | None, budget: int | None, seqs: list[int]
) -> None:
    for n in range(5):
        append(web_deps, user, "s1", says(f"第{n}", role="user" if n % 2 == 0 else "assistant"))
    one = service.read_session(web_deps, app(user), user, "s1", limit=1)
    tokens = None if budget is None else json.loads(one.items[0])["tokens"] + budget - 2
    found = service.read_session(web_deps, app(user), user, "s1", limit=limit, max_tokens=tokens)
    assert [json.loads(item)["seq"] for item in found.items] == seqs
    assert found.message_count == 5
    assert found.start_time <= found.last_active < found.expires_at


def test_the_archive_is_paged_without_losing_or_repeating_a_message(web_deps: Deps, user: Namespace) -> None:
    """Also where two epochs share numbers: messages of one number stay on one page."""
    keys = user.session_keys("s1")
    append(web_deps, user, "s1", says("一", "m1"))
    copies = {key: web_deps.redis.dump(key) for key in (keys.session, keys.messages, keys.ids)}
    append(web_deps, user, "s1", says("二", "m2"), says("三", "m3"))
    for key, copy in copies.items():
        web_deps.redis.restore(key, 60_000, copy, replace=True)
    append(web_deps, user, "s1", says("clash", "m4"))
    append(web_deps, user, "s1", says("五", "m5"))
    for limit in (1, 2, 3, 50):
        found, after = [], 0
        while True:
            page = service.read_archive(web_deps, app(user), user, "s1", after_seq=after, limit=limit)
            found += [(m["seq"], m["epoch"]) for m in page.messages]
            if page.next_after_seq is None:
                break
            after = page.next_after_seq
        assert found == [(1, 1), (2, 1), (2, 2), (3, 1), (4, 2)]


def test_sessions_are_listed_newest_first_in_pages(web_deps: Deps, user: Namespace) -> None:
    for name in ("s1", "张三", "*"):
        append(web_deps, user, name, says("hi"), metadata={"channel": name})
    found, before = [], None
    while rows := service.list_sessions(web_deps, app(user), user, before=before, limit=1):
        found.append((rows[0]["session_id"], rows[0]["metadata"]["channel"], rows[0]["max_seq"]))
        before = rows[0]["started_at"], rows[0]["session_id"]
    assert found == [("*", "*", 1), ("张三", "张三", 1), ("s1", "s1", 1)]


def test_a_sessions_metadata_is_kept_until_it_is_given_anew(web_deps: Deps, user: Namespace) -> None:
    append(web_deps, user, "s1", says("a"), metadata={"channel": "web"})
    append(web_deps, user, "s1", says("b"))
    assert service.read_session(web_deps, app(user), user, "s1").metadata == b'{"channel":"web"}'
    append(web_deps, user, "s1", says("c"), metadata={})
    assert service.read_session(web_deps, app(user), user, "s1").metadata == b"{}"
    assert service.list_sessions(web_deps, app(user), user, before=None, limit=9)[0]["metadata"] == {}


def test_nobody_elses_session_is_there(web_deps: Deps, user: Namespace, tenant: Namespace) -> None:
    """The same session id of another user, and of another tenant, is another session."""
    append(web_deps, user, "s1", says("mine", "m1"))
    for other in (replace(tenant, user_id="u2"), Namespace(tenant_id="elsewhere", user_id="u1")):
        with pytest.raises(NotFound):
            service.read_session(web_deps, app(other), other, "s1")
        with pytest.raises(NotFound):
            service.end_session(web_deps, app(other), other, "s1")
        assert archived(web_deps, other, "s1") == []
        assert service.list_sessions(web_deps, app(other), other, before=None, limit=9) == []


def test_waiting_returns_when_the_message_is_extracted_or_the_time_is_up(web_deps: Deps, user: Namespace) -> None:
    """A clock and a sleep of the test's own: the worker comes during the third sleep."""
    append(web_deps, user, "s1", says("hi", "m1"))
    naps: list[float] = []

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            with web_deps.database.transaction("app", user) as cursor:
                cursor.execute("UPDATE jide.messages SET state = 'done'")

    def wait(message_id: str) -> int:
        naps.clear()
        service.await_extraction(
            web_deps, app(user), user, "s1", message_id,
            seconds=1.0, sleep=sleep, monotonic=lambda: sum(naps),
        )  # fmt: skip
        return len(naps)

    assert wait("m1") == 3
    assert wait("m1") == 0
    assert wait("never") == 40
