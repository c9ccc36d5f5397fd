"""Every role on every table: its own rows, another user's and another tenant's."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from psycopg2 import errors

from jide.namespace import Namespace
from tests.policies.conftest import As, Cursor, People
from tests.policies.roles import (
    LINE_WALL,
    MAY,
    ROLES,
    SEEN,
    SERVICE_TABLES,
    SOME_COLUMNS,
    TABLES,
    TENANT_TABLES,
    TOUCH,
    TOUCH_AS,
    USER_TABLES,
)  # fmt: skip
from tests.policies.rows import audit_row, insert, rows, tenant_rows

DENIED: Final = "permission denied"
WALLED: Final = "row-level security"
EXISTS: Final = "exists"

CELLS: Final = [(role, table) for role in ROLES for table in TABLES]


def outcome(cursor: Cursor, act: Callable[[], object]) -> object:
    """Rows concerned by `act`, or why it was refused; the transaction goes on either way."""
    cursor.execute("SAVEPOINT cell")
    try:
        act()
        return cursor.rowcount
    except errors.InsufficientPrivilege as error:
        return DENIED if DENIED in str(error) else WALLED
    except errors.UniqueViolation:
        return EXISTS
    finally:
        cursor.execute("ROLLBACK TO SAVEPOINT cell")


def owner_column(table: str) -> str:
    """The column that says which user a row belongs to."""
    return "manager_id" if table == "dept_management" else "user_id"


def where(table: str, ns: Namespace) -> tuple[str, dict[str, str]]:
    """The rows of one user, or of a whole tenant where the table knows no users."""
    if table in SERVICE_TABLES:
        return "tenant_id = '*' AND name LIKE 'b___'", {}
    if table in TENANT_TABLES:
        return "tenant_id = %(tenant)s", {"tenant": ns.tenant_id}
    return f"tenant_id = %(tenant)s AND {owner_column(table)} = %(user)s", {"tenant": ns.tenant_id, "user": ns.user_id}


def new_row(table: str, ns: Namespace, role: str) -> dict[str, Any]:
    """A row that is not there yet and breaks nothing but, perhaps, a policy."""
    if table == "leases":
        return {"name": "worker:matrix"}
    if table == "audit":
        return audit_row(Namespace(tenant_id=ns.tenant_id), role, 7)
    return (tenant_rows(ns.tenant_id, 7) if table in TENANT_TABLES else rows(ns, "u", 7))[table][0]


def count_of(table: str) -> int:
    """How many rows a user (or a tenant) has in the table."""
    ns = Namespace(tenant_id="t", user_id="u")
    return 256 if table == "leases" else len({**rows(ns, "u"), **tenant_rows("t")}[table])


def expected(role: str, table: str) -> dict[str, object]:
    """What the matrix says about one role and table."""
    letters = MAY[role].get(table, "")
    own, other = SEEN.get((role, table), (count_of(table), count_of(table) if "R" in letters else 0))
    may = {letter: letter in letters.lower() for letter in "riud"}
    everyones = {letter: letter.upper() in letters for letter in "riud"}
    said: dict[str, object] = {
        "see own": own if may["r"] else DENIED,
        "insert own": _inserting(role, table) if may["i"] else DENIED,
        "update own": own if may["u"] else DENIED,
        "delete own": own if may["d"] else DENIED,
    }
    if table in USER_TABLES:
        said["see colleague"] = other if may["r"] else DENIED
        said["insert for colleague"] = (1 if everyones["i"] else WALLED) if may["i"] else DENIED
        said["update colleague"] = (other if everyones["u"] else 0) if may["u"] else DENIED
        said["delete colleague"] = (other if everyones["d"] else 0) if may["d"] else DENIED
        said["hand to colleague"] = _handing_over(role, table)
    if table not in SERVICE_TABLES:
        said["see stranger"] = _walks(role, table) if may["r"] else DENIED
        said["insert for stranger"] = WALLED if may["i"] else DENIED
        said["update stranger"] = 0 if may["u"] else DENIED
        said["delete stranger"] = 0 if may["d"] else DENIED
        said["hand to stranger"] = _handing_over(role, table)
    return said


def _inserting(role: str, table: str) -> object:
    """A tenant has one row of its own and one end of its chain; some rows only stand on lines with a draft."""
    if table in {"tenants", "audit_heads"}:
        return EXISTS
    return WALLED if (role, table) in LINE_WALL else 1


def _handing_over(role: str, table: str) -> str:
    """A row never changes hands: where the column may be written at all, a policy refuses the new row."""
    writes = "u" in MAY[role].get(table, "").lower()
    return WALLED if writes and (role, table) not in SOME_COLUMNS else DENIED


def _walks(role: str, table: str) -> int:
    """The system role, and no other, sees that other tenants exist."""
    return 1 if (role, table) == ("system", "tenants") else 0


def observed(cursor: Cursor, role: str, table: str, people: People) -> dict[str, object]:
    """What the database does."""
    seen: dict[str, object] = {}

    def run(name: str, statement: str, values: dict[str, str]) -> None:
        seen[name] = outcome(cursor, lambda: cursor.execute(statement, values))

    for who, ns in (("own", people.own), ("colleague", people.colleague), ("stranger", people.stranger)):
        if (who != "own" and table in SERVICE_TABLES) or (who == "colleague" and table in TENANT_TABLES):
            continue
        condition, values = where(table, ns)
        run(f"see {who}", f"SELECT tenant_id FROM jide.{table} WHERE {condition}", values)
        touched = TOUCH_AS.get((role, table), TOUCH[table])
        run(f"update {who}", f"UPDATE jide.{table} SET {touched} = {touched} WHERE {condition}", values)
        run(f"delete {who}", f"DELETE FROM jide.{table} WHERE {condition}", values)
        row = new_row(table, ns, role)
        seen["insert own" if who == "own" else f"insert for {who}"] = outcome(
            cursor, lambda row=row: insert(cursor, table, row)
        )
        if who != "own":
            column, to = ("tenant_id", ns.tenant_id) if who == "stranger" else (owner_column(table), ns.user_id)
            condition, values = where(table, people.own)
            run(f"hand to {who}", f"UPDATE jide.{table} SET {column} = %(to)s WHERE {condition}", {**values, "to": to})
    return seen


@pytest.mark.parametrize(("role", "table"), CELLS)
def test_role_on_table(role: str, table: str, people: People, acting: As) -> None:
    """Each role does exactly what the matrix says, and reaches neither other users nor other tenants."""
    with acting(role, people.own.tenant_id, people.own.user_id) as cursor:
        assert expected(role, table) == observed(cursor, role, table, people)
