"""What stands before the policies: logins that are nothing by themselves, settings that end, roles that stay apart."""

import pytest
from psycopg2 import errors

from jide.errors import Invalid
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.namespace import Namespace
from tests.policies.conftest import As, People
from tests.policies.roles import LOGIN, MAY, ROLES, TABLES, USER_TABLES
from tests.policies.rows import audit_row, insert

READS = [(role, table) for role in ROLES for table in TABLES if "r" in MAY[role].get(table, "").lower()]
SERVICE_WIDE = {("worker", "leases"), ("system", "leases"), ("system", "tenants")}


@pytest.mark.parametrize(("role", "table"), [cell for cell in READS if cell not in SERVICE_WIDE])
@pytest.mark.parametrize("unset", [None, ""], ids=["unset", "empty"])
def test_nothing_set_shows_nothing(role: str, table: str, unset: str | None, people: People, acting: As) -> None:
    """A query that forgot the tenant gets no row, whether the setting was never made or has ended."""
    with acting(role, unset, unset) as cursor:
        cursor.execute(f"SELECT tenant_id FROM jide.{table}")
        assert cursor.fetchall() == []


@pytest.mark.parametrize(
    ("role", "table"), [(r, t) for r, t in READS if r in {"app", "self", "worker"} and t in USER_TABLES]
)
def test_roles_that_act_for_a_user_need_one(role: str, table: str, people: People, acting: As) -> None:
    """With a tenant and no user, the roles that act for one user at a time see nobody's rows."""
    with acting(role, people.own.tenant_id, "") as cursor:
        cursor.execute(f"SELECT tenant_id FROM jide.{table}")
        assert cursor.fetchall() == []


@pytest.mark.parametrize("login", ["jide_web", "jide_work"])
@pytest.mark.parametrize("table", TABLES)
def test_login_by_itself_reads_nothing(login: str, table: str, people: People, acting: As) -> None:
    """Without SET ROLE a login has no right at all, whatever is set."""
    own = people.own
    with (
        acting(None, own.tenant_id, own.user_id, login) as cursor,
        pytest.raises(errors.InsufficientPrivilege, match="permission denied"),
    ):
        cursor.execute(f"SELECT tenant_id FROM jide.{table}")


@pytest.mark.parametrize("login", ["jide_web", "jide_work"])
@pytest.mark.parametrize("role", [*ROLES, "owner"])
def test_login_becomes_only_its_roles(login: str, role: str, acting: As) -> None:
    """The web server cannot become the worker, the worker cannot become the web server, and nobody the owner."""
    with acting(None, None, None, login) as cursor:
        if LOGIN.get(role) == login:
            cursor.execute(f"SET LOCAL ROLE jide_{role}")
        else:
            with pytest.raises(errors.InsufficientPrivilege):
                cursor.execute(f"SET LOCAL ROLE jide_{role}")


@pytest.mark.parametrize("role", [r for r in ROLES if "i" in MAY[r].get("audit", "")])
def test_nobody_writes_audit_in_anothers_name(role: str, people: People, acting: As) -> None:
    """A role's audit rows carry that role."""
    other = "admin" if role != "admin" else "reviewer"
    tenant = Namespace(tenant_id=people.own.tenant_id)
    with (
        acting(role, tenant.tenant_id, None) as cursor,
        pytest.raises(errors.InsufficientPrivilege, match="row-level security"),
    ):
        insert(cursor, "audit", audit_row(tenant, other, 8))


def test_requests_that_concern_no_user_keep_their_replies_apart(people: People, acting: As) -> None:
    """Without a user, only the replies of requests without a user are in reach."""
    with acting("admin", people.own.tenant_id, "") as cursor:
        cursor.execute("SELECT tenant_id FROM jide.idempotency")
        assert cursor.fetchall() == []
        row = {"tenant_id": people.own.tenant_id, "key_id": "k", "method": "POST", "path": "/keys"}
        insert(cursor, "idempotency", {**row, "idempotency_key": "i", "body_sha256": b"b"})
        cursor.execute("SELECT user_id FROM jide.idempotency")
        assert cursor.fetchall() == [("",)]


@pytest.mark.parametrize("table", ["messages", "sessions"])
def test_system_sees_waiting_work_by_id_only(table: str, people: People, acting: As) -> None:
    """The role that walks the tenants cannot read a word of what was said."""
    content = {"messages": "content", "sessions": "metadata"}[table]
    with acting("system", people.own.tenant_id, None) as cursor:
        cursor.execute(f"SELECT DISTINCT user_id FROM jide.{table} ORDER BY user_id")
        assert cursor.fetchall() == [("u1",), ("u2",)]
        with pytest.raises(errors.InsufficientPrivilege):
            cursor.execute(f"SELECT {content} FROM jide.{table}")


def test_worker_rebuilds_evidence_only_for_its_user(people: People, acting: As) -> None:
    """The function that writes readers' anchors has no more rights than whoever calls it."""
    statement = """
        SELECT jide.rebuild_evidence(tenant_id, user_id, ucu_id) FROM unnest(%s::text[], %s::text[], %s::uuid[])
        AS t (tenant_id, user_id, ucu_id)"""
    everybody = (people.own, people.colleague, people.stranger)
    with acting("worker", people.own.tenant_id, people.own.user_id) as cursor:
        cursor.execute("SELECT ucu_id::text FROM jide.ucus WHERE key = 'department'")
        (unit,) = cursor.fetchone() or ("",)
        ids = [unit] * 3
        cursor.execute(statement, ([n.tenant_id for n in everybody], [n.user_id for n in everybody], ids))
        cursor.execute("SELECT evidence #>> '{0,anchor}' FROM jide.ucus WHERE key = 'department'")
        assert cursor.fetchall() == [("session_s0#msg_1",)]
        cursor.execute("SELECT count(*) FROM jide.ucus WHERE evidence <> '[]'")
        assert cursor.fetchone() == (1,)


@pytest.mark.parametrize("failure", ["statement", "code"])
def test_connection_reused_after_a_failure_sees_only_the_next_tenant(
    failure: str, people: People, login_urls: LoginUrls
) -> None:
    """Tenant A's request fails in the middle; B gets the same pooled connection and sees only B."""
    database = Database(login_urls.web, size=1)
    backends = []
    for ns in (people.own, people.stranger, people.colleague) * 3:
        with database.transaction("app", ns) as cursor:
            cursor.execute("SELECT DISTINCT tenant_id, user_id, pg_backend_pid() AS pid FROM jide.messages")
            found = cursor.fetchall()
        backends += [row.pop("pid") for row in found]
        assert [dict(row) for row in found] == [{"tenant_id": ns.tenant_id, "user_id": ns.user_id}]
        with pytest.raises((errors.DivisionByZero, Invalid)):
            _fail(database, ns, failure)
    database.close()
    assert len(set(backends)) == 1


def _fail(database: Database, ns: Namespace, failure: str) -> None:
    with database.transaction("app", ns) as cursor:
        cursor.execute("SELECT content FROM jide.messages")
        if failure == "code":
            raise Invalid
        cursor.execute("SELECT 1 / 0")


def test_admin_founds_only_the_tenant_that_is_set(people: People, acting: As) -> None:
    """A tenant's row is written inside that tenant, and shown to nobody else."""
    with acting("admin", "founded", None) as cursor:
        insert(cursor, "tenants", {"tenant_id": "founded", "digest_key": b"d" * 32})
        cursor.execute("SELECT tenant_id FROM jide.tenants")
        assert cursor.fetchall() == [("founded",)]
