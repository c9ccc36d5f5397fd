"""Sessions over HTTP: the turn Dify posts, appends, the live window, the archive, the end."""

from datetime import datetime
from typing import Any, Final

from flask import Blueprint, Response

from jide.evidence import anchor_prefix
from jide.infra.times import parse_time, stamp
from jide.infra.web import params
from jide.infra.web.bodies import read_fields, read_json
from jide.infra.web.guard import caller, deps, requires
from jide.infra.web.replies import bytes_reply, json_reply
from jide.namespace import Namespace, check_id
from jide.sessions import ending, service
from jide.sessions.message import IncomingMessage
from jide.sessions.service import AppendReply
from jide.sessions.window import Window, to_json

blueprint: Final = Blueprint("sessions", __name__, url_prefix="/api/v1/memory")

_LONGEST_WAIT_MS: Final = 2000
_MOST_TOKENS: Final = 1_000_000


@blueprint.post("/turns")
@requires("session:rw")
def post_turn() -> Response:
    """Store what the user said and what was answered, after an answer."""
    ns, session_id = params.user_namespace(), params.required_id("session_id")
    wait = params.query_int("wait", 0, 0, _LONGEST_WAIT_MS)
    turn = read_fields("turn", "user")
    assistant = turn.get("assistant") or ""
    reply = service.append_turn(
        deps(), caller(), ns, session_id,
        user=turn["user"], assistant=assistant if assistant.strip() else None,
        idempotency_key=params.idempotency_key(),
    )  # fmt: skip
    if wait and not reply.degraded:
        service.await_extraction(
            deps(), caller(), ns, session_id, reply.messages[0].message_id, seconds=wait / 1000
        )  # fmt: skip
    return json_reply({"accepted": True, "user_id": ns.user_id, **_appended(reply, "role", "durability")}, 202)


@blueprint.post("/session/<user_id>/<session_id>")
@requires("session:rw")
def post_session(user_id: str, session_id: str) -> Response:
    """Append messages to a session, all of them or none."""
    ns, session = _session(user_id)
    durable = params.query_flag("durable")
    body = read_json("append")
    sent = body["messages"] if "messages" in body else [body["message"]]
    reply = service.append(
        deps(), caller(), ns, session,
        [_incoming(message, f"messages[{n}]" if "messages" in body else "message") for n, message in enumerate(sent)],
        metadata=body.get("metadata"), durable=durable, idempotency_key=params.idempotency_key(),
    )  # fmt: skip
    return json_reply({"status": "saved", **_appended(reply, "redactions", "role", "epoch")}, 201)


@blueprint.get("/session/<user_id>/<session_id>")
@requires("session:rw")
def get_session(user_id: str, session_id: str) -> Response:
    """The live session and its last messages, oldest first."""
    ns, session = _session(user_id)
    window = service.read_session(
        deps(), caller(), ns, session,
        limit=params.query_int("limit", 0, 1, 500) or None,
        max_tokens=params.query_int("max_tokens", 0, 1, _MOST_TOKENS) or None,
    )  # fmt: skip
    return bytes_reply(_window(window), "application/json")


@blueprint.get("/session/<user_id>/<session_id>/messages")
@requires("session:rw")
def get_session_messages(user_id: str, session_id: str) -> Response:
    """Every archived message of a session in order, across expiry."""
    ns, session = _session(user_id)
    after = params.query_int("after_seq", 0, 0, 2**62)
    page = service.read_archive(deps(), caller(), ns, session, after_seq=after, limit=params.limit())
    messages = [_archived(session, row) for row in page.messages]
    return json_reply({"messages": messages, "next_after_seq": page.next_after_seq})


@blueprint.get("/session/<user_id>")
@requires("session:rw")
def get_sessions(user_id: str) -> Response:
    """A user's sessions, newest first."""
    ns, most = params.user_namespace(), params.limit()
    rows = service.list_sessions(deps(), caller(), ns, before=_before(), limit=most + 1)
    after = params.cursor_out((rows[most - 1]["started_at"], rows[most - 1]["session_id"])) if rows[most:] else None
    return json_reply({"sessions": [_listed(row) for row in rows[:most]], "next_cursor": after})


@blueprint.post("/session/<user_id>/<session_id>/end")
@requires("session:rw")
def post_session_end(user_id: str, session_id: str) -> Response:
    """End a session: its closing pass follows."""
    ns, session = _session(user_id)
    return _end(ns, session)


@blueprint.post("/end")
@requires("session:rw")
def post_end() -> Response:
    """The same with the identity in the query."""
    return _end(params.user_namespace(), params.required_id("session_id"))


def _end(ns: Namespace, session_id: str) -> Response:
    attempt = params.attempt({"session_id": session_id})
    status, reply = ending.end_session_once(deps(), caller(), ns, session_id, attempt)
    return json_reply(reply, status)


# --- in -------------------------------------------------------------------------------


def _session(user_id: str) -> tuple[Namespace, str]:
    return params.user_namespace(user_id), params.required_id("session_id")


def _before() -> tuple[datetime, str] | None:
    found = params.cursor_in(datetime, str)
    return (found[0], found[1]) if found else None


def _incoming(message: dict[str, Any], field: str) -> IncomingMessage:
    chosen = message.get("message_id")
    at = message.get("timestamp")
    return IncomingMessage(
        role=message["role"],
        content=message["content"],
        message_id=None if chosen is None else check_id(chosen, f"{field}.message_id"),
        at=None if at is None else parse_time(at, f"{field}.timestamp"),
        metadata=message.get("metadata") or {},
        field=field,
    )


# --- out ------------------------------------------------------------------------------


def _appended(reply: AppendReply, *more: str) -> dict[str, Any]:
    """What both appends answer; `more` names what only one of them says of each message."""
    prefix = anchor_prefix(reply.session_id)
    messages = [
        {"seq": m.seq, "message_id": m.message_id, "anchor": f"{prefix}{m.seq}", **{n: getattr(m, n) for n in more}}
        for m in reply.messages
    ]
    return {
        "session_id": reply.session_id, "messages": messages, "durability": reply.durability,
        "degraded": reply.degraded, "expires_at": reply.expires_at, "epoch": reply.epoch,
    }  # fmt: skip


def _window(window: Window) -> bytes:
    """The reply as bytes: messages are stored as they are sent."""
    head = {
        "user_id": window.user_id, "session_id": window.session_id, "start_time": stamp(window.start_time),
        "last_active": stamp(window.last_active), "expires_at": stamp(window.expires_at),
        "message_count": window.message_count, "epoch": window.epoch, "stale": window.stale,
    }  # fmt: skip
    opening = to_json(head).encode()[:-1]
    return b'%s,"metadata":%s,"messages":[%s]}' % (opening, window.metadata, b",".join(window.items))


def _archived(session_id: str, row: dict[str, Any]) -> dict[str, Any]:
    return {
        "seq": row["seq"], "epoch": row["epoch"], "message_id": row["message_id"], "role": row["role"],
        "content": row["content"], "timestamp": row["at"], "anchor": f"{anchor_prefix(session_id)}{row['seq']}",
        "metadata": row["metadata"], "state": row["state"],
    }  # fmt: skip


def _listed(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "session_id": row["session_id"], "project_id": row["project_id"] or None, "state": row["state"],
        "start_time": row["started_at"], "last_active": row["last_active"], "expires_at": row["expires_at"],
        "message_count": row["max_seq"], "epoch": row["epoch"], "metadata": row["metadata"],
    }  # fmt: skip
