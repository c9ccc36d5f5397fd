"""Odd ids are literal: each names exactly one user and one session, and collides with nothing."""

from typing import Final
from urllib.parse import quote

import redis

from tests.api.conftest import Caller

IDS: Final = (
    "*", "%", "_", "o'brien", "a|b", "u1:s1", "张三", "u1", "u", "s1", "u1%3As1", "%25", "a%2Fb", "#", "{u1}", "?",
    "a&b=c", "+", "a b",
    "';--", "$1", "%s", "%(user_id)s", "[a-z]", "^", "null", "true", "0", "-1", "😀", "é", "U1", "ß", "SS",
    "jide", "...", "~",
)  # fmt: skip


def test_each_odd_id_is_one_user_and_one_session(call: Caller, redis_client: redis.Redis) -> None:
    """Written all together, read one by one."""
    for n, name in enumerate(IDS):
        query = {"user_id": name, "session_id": name}
        reply = call("POST", "/turns", query_string=query, data={"user": f"第 {n} 句", "assistant": "ok"})
        assert reply.status_code == 202, reply.text
        assert (reply.json["user_id"], reply.json["messages"][0]["seq"]) == (name, 1)
    for n, name in enumerate(IDS):
        where = f"/session/{quote(name, safe='')}"
        assert [s["session_id"] for s in call("GET", where).json["sessions"]] == [name]
        messages = call("GET", f"{where}/{quote(name, safe='')}/messages").json["messages"]
        assert [m["content"] for m in messages] == [f"第 {n} 句", "ok"]
        live = call("GET", f"{where}/{quote(name, safe='')}").json
        assert (live["user_id"], live["session_id"], live["message_count"]) == (name, name, 2)


def test_user_and_session_never_run_together(call: Caller) -> None:
    """(a:b, c) is not (a, b:c), whatever separates keys."""
    pairs = [("a:b", "c"), ("a", "b:c"), ("a:", "b:c"), ("a", "b"), ("a#msg_1", "c"), ("a", "#msg_1c"), ("a{b", "}c")]
    for user, session in pairs:
        call(
            "POST", "/turns", query_string={"user_id": user, "session_id": session}, data={"user": f"{user} {session}"}
        )
    for user, session in pairs:
        found = call("GET", f"/session/{quote(user, safe='')}/{quote(session, safe='')}/messages").json["messages"]
        assert [m["content"] for m in found if m["role"] == "user"] == [f"{user} {session}"]
        assert {m["seq"] for m in found} == {1}


def test_one_name_in_two_spellings_is_one_user(call: Caller) -> None:
    """Composed and decomposed letters are the same letters."""
    call("POST", "/turns", query_string={"user_id": "e\u0301", "session_id": "s"}, data={"user": "hi"})
    assert len(call("GET", "/session/%C3%A9").json["sessions"]) == 1
