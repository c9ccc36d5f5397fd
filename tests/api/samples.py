"""One good call per route, for tests that spoil it or send it as somebody else. A new route needs a line here."""

import json
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

BASE: Final = "/api/v1/memory"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """How a route is called: query parameters beside identity, and its JSON body.

    identity    'path' or 'query': where user_id (and session_id) go; 'body': the route's own field; 'none'
    text        where text of the body goes, for spoiling: a key of the body, or of its first message; '' for none
    role        whose key calls it
    """

    identity: str
    body: Any = None
    query: dict[str, str] = field(default_factory=dict)
    session: bool = False
    text: str = ""
    role: str = "app"


SAMPLES: Final = {
    f"POST {BASE}/turns": Sample(
        identity="query", session=True, body={"user": "以后周报用 Markdown", "assistant": "好的"}, text="user"
    ),
    f"GET {BASE}/session/{{user_id}}": Sample(identity="path"),
    f"GET {BASE}/session/{{user_id}}/{{session_id}}": Sample(identity="path"),
    f"POST {BASE}/session/{{user_id}}/{{session_id}}": Sample(
        identity="path", body={"message": {"role": "user", "content": "Use Markdown."}}, text="message.content"
    ),
    f"GET {BASE}/session/{{user_id}}/{{session_id}}/messages": Sample(identity="path"),
    f"POST {BASE}/session/{{user_id}}/{{session_id}}/end": Sample(identity="path"),
    f"POST {BASE}/end": Sample(identity="query", session=True),
    f"GET {BASE}/profile": Sample(identity="query"),
    f"GET {BASE}/user/{{user_id}}": Sample(identity="path"),
    f"POST {BASE}/user/{{user_id}}/ucu": Sample(
        identity="path",
        body={
            "type": "preference",
            "key": "report_format",
            "value": {"format": "Markdown"},
            "statement": "周报用 Markdown",
        },
        text="statement",
    ),
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": Sample(identity="path"),
    f"PATCH {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": Sample(
        identity="path", body={"expected_version": 1, "statement": "周报改用 Markdown"}, text="statement"
    ),
    f"POST {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/rollback": Sample(identity="path", body={"version": 1}),
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/history": Sample(identity="path"),
    f"GET {BASE}/user/{{user_id}}/ucu/{{ucu_id}}/evidence": Sample(identity="path"),
    f"DELETE {BASE}/user/{{user_id}}/ucu/{{ucu_id}}": Sample(identity="path"),
    f"GET {BASE}/context": Sample(identity="query", query={"q": "周报"}, session=True),
    f"POST {BASE}/context": Sample(identity="query", session=True, body={"q": "周报"}, text="q"),
    f"POST {BASE}/recall": Sample(identity="body", body={"q": "周报"}, text="q"),
    f"GET {BASE}/recalls/{{recall_id}}": Sample(identity="none"),
    f"POST {BASE}/extract": Sample(
        identity="none", body={"messages": [{"role": "user", "content": "Use Markdown."}]}, text="messages.0.content"
    ),
    f"GET {BASE}/drafts": Sample(identity="query"),
    f"GET {BASE}/drafts/{{draft_id}}": Sample(identity="none"),
    f"POST {BASE}/drafts/{{draft_id}}/decision": Sample(
        identity="none", role="reviewer", body={"decision": "amend", "statement": "报价用欧元"}, text="statement"
    ),
    f"POST {BASE}/drafts/decisions": Sample(
        identity="none",
        role="reviewer",
        body={"decisions": [{"draft_id": "{draft_id}", "decision": "amend", "statement": "报价用欧元"}]},
        text="decisions.0.statement",
    ),
}


def request(route: str, user: str, session: str = "s1", **names: str) -> tuple[str, str, dict[str, Any]]:
    """(method, path, the client's other arguments) of the good call of `route` for `user`."""
    sample = SAMPLES[route]
    method, path = route.split(" ")
    for name, value in {"user_id": user, "session_id": session, **names}.items():
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    query = dict(sample.query)
    if sample.identity == "query":
        query |= {"user_id": user} | ({"session_id": session} if sample.session else {})
    more: dict[str, Any] = {"query_string": query}
    if sample.body is not None:
        body = {**sample.body, "user_id": user} if sample.identity == "body" else sample.body
        text = json.dumps(body)
        for name, value in names.items():
            text = text.replace(f"{{{name}}}", value)
        more |= {"data": text.encode(), "content_type": "application/json"}
    return method, path.removeprefix(BASE), more
