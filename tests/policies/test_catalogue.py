"""What the catalogue says about every table, role and grant, now and after any later migration."""

from collections.abc import Iterator

import psycopg2
import pytest

from tests.policies.roles import COLUMNS, COUNTERS, COUNTING, LOGIN, MAY, ROLES, TABLES

PRIVILEGES = {"r": "SELECT", "i": "INSERT", "u": "UPDATE", "d": "DELETE"}


@pytest.fixture(scope="module")
def catalogue(database_url: str) -> Iterator[psycopg2.extensions.cursor]:
    """The migrated database as the bootstrap account sees it."""
    connection = psycopg2.connect(database_url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        yield cursor
    connection.close()


FINDINGS = {
    "tables of the schema that the matrix does not know": """
        SELECT relname FROM pg_class WHERE relnamespace = 'jide'::regnamespace AND relkind IN ('r', 'p', 'f')
        AND relname <> ALL (%(tables)s)""",
    "tables without row-level security for everybody": """
        SELECT relname FROM pg_class WHERE relnamespace = 'jide'::regnamespace AND relkind IN ('r', 'p')
        AND NOT (relrowsecurity AND relforcerowsecurity)""",
    "tables without a restrictive policy for everybody on everything": """
        SELECT relname FROM pg_class AS c WHERE relnamespace = 'jide'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_policy AS p WHERE p.polrelid = c.oid AND NOT p.polpermissive AND p.polcmd = '*'
            AND p.polroles = '{0}' AND p.polqual IS NOT NULL AND p.polwithcheck IS NOT NULL)""",
    "permissive policies for everybody": """
        SELECT polname FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
        WHERE c.relnamespace = 'jide'::regnamespace AND p.polpermissive AND 0 = ANY (p.polroles)""",
    "policies that read a setting per row, or take the empty one for a name": """
        SELECT tablename || '.' || policyname FROM pg_policies WHERE schemaname = 'jide'
        AND regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT NULLIF\\(current_setting\\('
            '|COALESCE\\(\\( SELECT current_setting\\(''jide.user_id''::text, true\\) AS current_setting\\)',
            '', 'g') ~ 'current_setting'""",
    "objects not owned by jide_owner": """
        SELECT relname::text FROM pg_class WHERE relnamespace = 'jide'::regnamespace
            AND relowner <> 'jide_owner'::regrole
        UNION SELECT proname::text FROM pg_proc WHERE pronamespace = 'jide'::regnamespace
            AND proowner <> 'jide_owner'::regrole
        UNION SELECT nspname::text FROM pg_namespace WHERE nspname = 'jide' AND nspowner <> 'jide_owner'::regrole""",
    "tables whose key does not start with the tenant": """
        SELECT c.relname FROM pg_class AS c WHERE relnamespace = 'jide'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_index AS i
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
            WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'tenant_id')""",
    "foreign keys that forget the tenant": """
        SELECT k.conname FROM pg_constraint AS k
        JOIN pg_attribute AS a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
        JOIN pg_attribute AS b ON b.attrelid = k.confrelid AND b.attnum = k.confkey[1]
        WHERE k.connamespace = 'jide'::regnamespace AND k.contype = 'f'
        AND NOT (a.attname = 'tenant_id' AND b.attname = 'tenant_id')""",
    "views that do not run with their reader's rights": """
        SELECT relname FROM pg_class WHERE relnamespace = 'jide'::regnamespace AND (relkind = 'm'
        OR relkind = 'v' AND NOT coalesce('security_invoker=true' = ANY (reloptions), false))""",
    "functions that run with their owner's rights, beside those that count for the health check": """
        SELECT proname FROM pg_proc WHERE pronamespace = 'jide'::regnamespace AND prosecdef
        AND proname <> ALL (%(counters)s)""",
    "counters for the health check that give anything but numbers": """
        SELECT p.proname || ' ' || t.kind::regtype::text FROM pg_proc AS p
        CROSS JOIN LATERAL unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]),
            coalesce(p.proargmodes, array_fill('i'::"char", ARRAY[p.pronargs]))) AS t (kind, mode)
        WHERE p.pronamespace = 'jide'::regnamespace AND p.prosecdef
        AND (p.proretset OR t.mode <> 'i' AND t.kind NOT IN ('bigint'::regtype, 'double precision'::regtype))""",
    "functions whose names a search path could turn elsewhere": """
        SELECT proname FROM pg_proc WHERE pronamespace = 'jide'::regnamespace
        AND prosqlbody IS NULL  -- such a body was parsed when it was made
        AND NOT EXISTS (SELECT FROM unnest(proconfig) AS s WHERE s LIKE 'search_path=%%')""",
    "roles with rights beyond rows": """
        SELECT rolname FROM pg_roles WHERE rolname LIKE 'jide\\_%%' AND (rolsuper OR rolbypassrls OR rolcreaterole
        OR rolcreatedb OR rolreplication OR rolinherit)""",
    "roles that can log in beside the two": """
        SELECT rolname FROM pg_roles WHERE rolname LIKE 'jide\\_%%'
        AND rolcanlogin <> (rolname IN ('jide_web', 'jide_work'))""",
    "members of the owner among the service's roles": """
        SELECT m.member::regrole::text FROM pg_auth_members AS m JOIN pg_roles AS b ON b.oid = m.member
        WHERE m.roleid = 'jide_owner'::regrole AND b.rolname LIKE 'jide\\_%%'""",
    "what the logins own": """
        SELECT c.relname FROM pg_class AS c WHERE relowner IN ('jide_web'::regrole, 'jide_work'::regrole)""",
    "grants to everybody or to a login": """
        SELECT g.name FROM (
            SELECT c.relname::text, a.grantee FROM pg_class AS c, aclexplode(c.relacl) AS a
            WHERE c.relnamespace = 'jide'::regnamespace
            UNION ALL SELECT c.relname || '.' || s.attname, a.grantee FROM pg_class AS c
            JOIN pg_attribute AS s ON s.attrelid = c.oid, aclexplode(s.attacl) AS a
            WHERE c.relnamespace = 'jide'::regnamespace
            UNION ALL SELECT p.proname::text, a.grantee
            FROM pg_proc AS p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
            WHERE p.pronamespace = 'jide'::regnamespace
            UNION ALL SELECT n.nspname::text, a.grantee FROM pg_namespace AS n, aclexplode(n.nspacl) AS a
            WHERE n.nspname IN ('jide', 'jide_meta')
        ) AS g (name, grantee) WHERE g.grantee IN (0, 'jide_web'::regrole, 'jide_work'::regrole)""",
    "rights on the migrations' books": """
        SELECT r.rolname FROM pg_roles AS r WHERE r.rolname LIKE 'jide\\_%%'
        AND has_schema_privilege(r.oid, 'jide_meta', 'USAGE')""",
    "rights to make objects": """
        SELECT r.rolname FROM pg_roles AS r WHERE r.rolname LIKE 'jide\\_%%' AND r.rolname <> 'jide_owner'
        AND (has_schema_privilege(r.oid, 'jide', 'CREATE') OR has_schema_privilege(r.oid, 'public', 'CREATE'))""",
}


@pytest.mark.parametrize("finding", FINDINGS)
def test_catalogue_holds_no(finding: str, catalogue: psycopg2.extensions.cursor) -> None:
    """The database has none of these."""
    catalogue.execute(FINDINGS[finding], {"tables": list(TABLES), "counters": list(COUNTERS)})
    assert catalogue.fetchall() == []


def granted(cursor: psycopg2.extensions.cursor, role: str, privilege: str, table: str) -> set[str]:
    """The columns of a table on which a role has a right."""
    cursor.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped "
        "AND has_column_privilege(%s, attrelid, attnum, %s)",
        (f"jide.{table}", f"jide_{role}", privilege),
    )
    return {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("role", ROLES)
def test_grants_are_the_matrix(role: str, table: str, catalogue: psycopg2.extensions.cursor) -> None:
    """A role has the rights of the matrix, on all columns or on exactly those listed, and no other right."""
    catalogue.execute(
        "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0", (f"jide.{table}",)
    )
    every = {name for (name,) in catalogue.fetchall()}
    letters = MAY[role].get(table, "").lower()
    for letter, privilege in PRIVILEGES.items():
        wanted = set(COLUMNS.get((role, privilege, table), "").split()) or every if letter in letters else set()
        if privilege == "DELETE":
            catalogue.execute("SELECT has_table_privilege(%s, %s, 'DELETE')", (f"jide_{role}", f"jide.{table}"))
            assert catalogue.fetchone() == (letter in letters,)
        else:
            assert (privilege, wanted) == (privilege, granted(catalogue, role, privilege, table))
    catalogue.execute(
        "SELECT has_table_privilege(%s, %s, 'TRUNCATE, REFERENCES, TRIGGER')", (f"jide_{role}", f"jide.{table}")
    )
    assert catalogue.fetchone() == (False,)


@pytest.mark.parametrize("function", COUNTERS)
def test_only_who_watches_over_health_may_count(function: str, catalogue: psycopg2.extensions.cursor) -> None:
    """The functions that see a whole tenant are for admins and the system role."""
    catalogue.execute(
        "SELECT r.name FROM unnest(%s) AS r (name), pg_proc AS p WHERE p.pronamespace = 'jide'::regnamespace "
        "AND p.proname = %s AND has_function_privilege('jide_' || r.name, p.oid, 'EXECUTE')",
        (list(ROLES), function),
    )
    assert {name for (name,) in catalogue.fetchall()} == COUNTING


def test_each_role_belongs_to_one_login(catalogue: psycopg2.extensions.cursor) -> None:
    """Who may become whom is exactly as stated."""
    catalogue.execute(
        "SELECT substr(r.rolname, 6), b.rolname FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.roleid "
        "JOIN pg_roles AS b ON b.oid = m.member WHERE r.rolname LIKE 'jide\\_%' AND b.rolname LIKE 'jide\\_%'"
    )
    assert dict(catalogue.fetchall()) == LOGIN
