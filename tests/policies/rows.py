"""Rows that fill every table for one user of one tenant, as the bootstrap account writes them."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid5

import psycopg2
from psycopg2 import sql
from psycopg2.extras import Json

from jide.namespace import Namespace

AT: Final = datetime(2026, 3, 1, 8, 30, tzinfo=UTC)
FAR = datetime(
    2100, 1, 1, tzinfo=UTC
)  # waiting work that the workers of other tests, which walk every tenant, leave alone
_NAMES: Final = UUID("8b0e4f5e-0000-4000-8000-6a6964650000")

Row = dict[str, Any]


def rows(ns: Namespace, manager_of: str, number: int = 0) -> dict[str, list[Row]]:
    """Rows of every table that names a user, in an order that foreign keys accept.

    `number` 0 fills the tables; 1, 2, … are rows beside them, hanging on the sessions and lines of number 0.
    """
    who = {"tenant_id": ns.tenant_id, "user_id": ns.user_id}
    units = [_unit(ns, number, "identity", "department"), _unit(ns, number, "preference", "currency")]
    heads = ["department", "currency"] if number == 0 else [f"line{number}"]
    return {
        "dept_management": [
            {"tenant_id": ns.tenant_id, "manager_id": ns.user_id, "user_id": f"{manager_of}{number or ''}"}
        ],
        "sessions": [_session(who, number)],
        "messages": [_message(who, number, "user", "queued"), _message(who, number, "assistant", "done")],
        "ucu_heads": [{**who, "project_id": "", "line": line, "member": "", "version": 1} for line in heads],
        "ucus": units,
        "ucu_evidence": [_evidence(who, unit, number) for unit in units],
        "drafts": [_draft(ns, number)],
        "recalls": [
            {**who, "recall_id": _id(ns, "recall", number), "key_id": "k", "memories": Json([]), "dropped": Json([]),
             "tokens": 0, "at": AT}
        ],
        "idempotency": [
            {**who, "key_id": "k", "method": "POST", "path": f"/{number}", "idempotency_key": "i", "body_sha256": b"b"}
        ],
        "dead_letters": [
            {**who, "dead_letter_id": _id(ns, "dead", number), "session_id": "s0", "message_id": f"m{number}",
             "stage": "extract", "reason": "r", "attempts": 3, "at": AT}
        ],
    }  # fmt: skip


def tenant_rows(tenant: str, number: int = 0) -> dict[str, list[Row]]:
    """Rows of every table that belongs to a tenant as a whole."""
    ns = Namespace(tenant_id=tenant)
    key = {"app_id": "a", "role": "app", "scopes": ["context:r"], "secret_sha256": b"s" * 32}
    return {
        "tenants": [{"tenant_id": tenant, "digest_key": b"d" * 32}],
        "api_keys": [{"tenant_id": tenant, "key_id": f"k{number}", **key}],
        "staff": [{"tenant_id": tenant, "staff_id": f"p{number}", "name": f"王{number}", "role": "reviewer"}],
        "audit": [audit_row(ns, role, number) for role in ("app", "admin")],
        "audit_heads": [{"tenant_id": tenant, "number": 1, "hash": "0" * 64, "at": AT}],
        "health_reports": [
            {"tenant_id": tenant, "report_id": _id(ns, "report", number), "at": AT, "status": "ok", "checks": Json([])}
        ],
    }


def audit_row(ns: Namespace, role: str, number: int) -> Row:
    """An audit row in the name of `role`."""
    return {
        "tenant_id": ns.tenant_id, "audit_id": _id(ns, f"audit {role}", number), "actor_role": role, "actor_id": "a",
        "action": "ucu.promoted", "object_type": "ucu", "object_id": "o", "outcome": "done",
    }  # fmt: skip


def insert(cursor: psycopg2.extensions.cursor, table: str, row: Row) -> None:
    """Insert one row, without reading anything back."""
    statement = sql.SQL("INSERT INTO jide.{} ({}) VALUES ({})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, row)),
        sql.SQL(", ").join(map(sql.Placeholder, row)),
    )
    cursor.execute(statement, row)


def _id(ns: Namespace, what: str, number: int) -> str:
    return str(uuid5(_NAMES, f"{ns.tenant_id} {ns.user_id} {what} {number}"))


def _session(who: Row, number: int) -> Row:
    times = {"started_at": AT, "last_active": AT, "expires_at": FAR}
    return {**who, "session_id": f"s{number}", "app_id": "a", "epoch": 1, "max_seq": 2, **times}


def _message(who: Row, number: int, role: str, state: str) -> Row:
    name = {"user": f"m{number}", "assistant": f"r{number}"}[role]
    return {
        **who, "session_id": "s0", "message_id": name, "epoch": 1, "seq": 2 * number + (1 if role == "user" else 2),
        "role": role, "content": "我在市场部工作 / I work in marketing", "content_sha256": b"c", "app_id": "a",
        "at": AT, "recorded_at": FAR, "state": state,
    }  # fmt: skip


def _unit(ns: Namespace, number: int, kind: str, key: str) -> Row:
    past = {"status": "superseded", "ended": "changed", "superseded_at": AT} if number else {"status": "active"}
    return {
        "tenant_id": ns.tenant_id, "user_id": ns.user_id, "ucu_id": _id(ns, key, number), "type": kind, "line": key,
        "key": key, "value": Json({"label": "市场部"}), "statement": "在市场部工作", "polarity": "positive",
        "confidence": 0.9, "importance": 0.5, "version": number + 1, "valid_from": AT, "recorded_at": AT,
        "source": "extractor", **past,
    }  # fmt: skip


def _evidence(who: Row, unit: Row, number: int) -> Row:
    # Number 0 is evidence of the user's message; others link the assistant's, to be beside it for the same unit.
    return {
        **who, "ucu_id": unit["ucu_id"] if number == 0 else _id(Namespace(**_names(who)), unit["key"], 0),
        "session_id": "s0", "message_id": "m0" if number == 0 else "r0", "span_start": 0, "span_end": 4,
        "quote": "我在市场", "sha256": "0" * 64,
    }  # fmt: skip


def _names(who: Row) -> dict[str, str]:
    return {"tenant_id": who["tenant_id"], "user_id": who["user_id"]}


def _draft(ns: Namespace, number: int) -> Row:
    return {
        "tenant_id": ns.tenant_id, "user_id": ns.user_id, "draft_id": _id(ns, "draft", number), "session_id": "s0",
        "message_id": "m0", "anchor": "session_s0#msg_1", "at": AT, "extractor_version": f"v{number}",
        "epoch": 1, "seq": 1,
        "signal": "preference", "type": "preference", "line": "currency", "key": "currency",
        "value": Json({"code": "CNY"}), "statement": "用人民币", "polarity": "positive", "confidence": 0.5,
        "why": Json([]), "reason": "hedged", "span_start": 0, "span_end": 4, "quote": "我在市场", "conflict": "none",
        "status": "pending", "created_by": "worker", "created_at": AT,
    }  # fmt: skip
