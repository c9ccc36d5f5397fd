"""The role matrix as data: what each database role may do with the rows of each table.

A cell is a string of letters, small for the caller's own user and capital for every user of the caller's tenant:
r sees · i inserts · u updates · d deletes. What has no letter is refused. No letter reaches another tenant.
For tables that belong to the tenant as a whole, or to the service, small letters are all there is.
"""

from typing import Final

USER_TABLES: Final = (
    "dept_management", "sessions", "messages", "ucu_heads", "ucus", "ucu_evidence", "drafts", "recalls", "idempotency",
    "dead_letters",
)  # fmt: skip
TENANT_TABLES: Final = ("tenants", "api_keys", "staff", "audit", "audit_heads", "health_reports")
SERVICE_TABLES: Final = ("leases",)
TABLES: Final = (*USER_TABLES, *TENANT_TABLES, *SERVICE_TABLES)

LOGIN: Final = {
    **dict.fromkeys(("app", "self", "reviewer", "hr", "dept_head", "auditor", "admin"), "jide_web"),
    **dict.fromkeys(("worker", "system"), "jide_work"),
}
ROLES: Final = tuple(LOGIN)

MAY: Final[dict[str, dict[str, str]]] = {
    "app": {
        "sessions": "riu", "messages": "riu", "ucu_heads": "riu", "ucus": "riu", "ucu_evidence": "ri", "drafts": "r",
        "recalls": "ri", "idempotency": "riu", "tenants": "r", "api_keys": "r", "audit": "i",
    },
    "self": {
        "sessions": "r", "messages": "r", "ucu_heads": "riu", "ucus": "riu", "ucu_evidence": "ri", "drafts": "r",
        "recalls": "ri", "idempotency": "riu", "tenants": "r", "audit": "i",
    },
    "reviewer": {
        "drafts": "RU", "messages": "R", "ucu_heads": "riu", "ucus": "Riu", "ucu_evidence": "Ri", "idempotency": "riu",
        "tenants": "r", "audit": "i",
    },
    "hr": {"ucus": "R", "drafts": "R", "tenants": "r", "audit": "i"},
    "dept_head": {"ucus": "R", "drafts": "R", "dept_management": "r", "tenants": "r", "audit": "i"},
    "auditor": {"tenants": "r", "audit": "ri", "audit_heads": "r"},
    "admin": {
        "tenants": "riu", "api_keys": "riu", "staff": "riu", "dept_management": "RID", "idempotency": "riu",
        "audit": "ri", "dead_letters": "RU", "health_reports": "r",
    },
    "worker": {
        "sessions": "riu", "messages": "riu", "ucu_heads": "riu", "ucus": "riu", "ucu_evidence": "ri", "drafts": "riu",
        "dead_letters": "riu", "tenants": "r", "audit": "i", "leases": "ru",
    },
    "system": {
        "sessions": "R", "messages": "R", "idempotency": "RD", "dead_letters": "R", "tenants": "r", "leases": "riud",
        "audit": "ru", "audit_heads": "riu", "health_reports": "rid",
    },
}  # fmt: skip

SEEN: Final = {
    # (role, table): how many of the rows of tests/policies/rows.py are seen, of the own and of the other user.
    ("reviewer", "ucus"): (1, 1),  # those a draft is about
    ("reviewer", "ucu_heads"): (1, 0),  # of the user it decides about, those of lines with a draft
    ("reviewer", "ucu_evidence"): (1, 1),
    ("hr", "ucus"): (1, 1),  # the department
    ("hr", "drafts"): (0, 0),  # none disputes what this one may read
    ("dept_head", "drafts"): (0, 0),
    ("dept_head", "ucus"): (0, 1),  # the preference of the user this one manages
    ("system", "messages"): (1, 1),  # what waits
    ("system", "idempotency"): (0, 0),  # none is a day old
    ("system", "dead_letters"): (0, 0),  # nobody asked for another attempt
    ("admin", "audit"): (1, 0),  # what admins did
}

COLUMNS: Final = {
    # (role, privilege, table): all the columns, where it is not every column of the table.
    ("app", "SELECT", "api_keys"): (
        "tenant_id key_id secret_sha256 app_id role scopes identity subject expires_at revoked_at"
    ),
    ("app", "UPDATE", "messages"): "state attempts",
    ("worker", "UPDATE", "messages"): "state attempts",
    ("reviewer", "UPDATE", "drafts"): (
        "conflict status ucu_id decided_at decided_by amended_value amended_statement decision_reason"
    ),
    ("reviewer", "SELECT", "messages"): "tenant_id user_id session_id message_id epoch seq role content metadata at",
    ("admin", "UPDATE", "dead_letters"): "retry_requested_at",
    ("system", "SELECT", "dead_letters"): (
        "tenant_id user_id dead_letter_id session_id message_id stage resolved_at retry_requested_at"
    ),
    ("system", "UPDATE", "audit"): "number previous_hash hash",
    ("system", "SELECT", "messages"): "tenant_id user_id session_id message_id recorded_at state",
    ("system", "SELECT", "sessions"): "tenant_id user_id session_id expires_at state",
    ("system", "SELECT", "tenants"): "tenant_id timezone",
    ("system", "SELECT", "idempotency"): "tenant_id user_id created_at",
    **dict.fromkeys(
        (("hr", "SELECT", "drafts"), ("dept_head", "SELECT", "drafts")),
        "tenant_id user_id project_id line member status conflict at",
    ),
    **{
        (role, "SELECT", "tenants"): "tenant_id timezone digest_key"
        for role in ("app", "self", "reviewer", "hr", "dept_head", "auditor")
    },
}

TOUCH: Final = {
    # A column that the roles which may update the table may update.
    "sessions": "app_id", "messages": "attempts", "ucu_heads": "version", "ucus": "statement", "drafts": "status",
    "idempotency": "status", "dead_letters": "reason", "tenants": "name", "api_keys": "app_id", "staff": "name",
    "audit_heads": "at", "health_reports": "status", "leases": "owner",
    "dept_management": "user_id", "ucu_evidence": "quote", "recalls": "tokens", "audit": "reason",
}  # fmt: skip

TOUCH_AS: Final = {
    # The same for a role that may update other columns than the others.
    ("admin", "dead_letters"): "retry_requested_at", ("system", "audit"): "number",
}  # fmt: skip

SOME_COLUMNS: Final = frozenset(
    {(role, table) for role in ROLES for table in ("messages", "drafts")} - {("worker", "drafts")} | set(TOUCH_AS)
)
"""Where the columns that say whose a row is cannot be updated at all."""

COUNTERS: Final = ("health_work", "health_evidence", "health_agreement", "health_workers")
"""Functions that run as the owner: they count rows of one tenant, whosever they are, and give numbers."""

COUNTING: Final = frozenset({"admin", "system"})
"""Who may call them."""

LINE_WALL: Final = frozenset({("reviewer", "ucu_heads"), ("reviewer", "ucus"), ("reviewer", "ucu_evidence")})
"""Where a row may be added only on a line, or of a message, that a draft is about; the matrix's is of another one."""
