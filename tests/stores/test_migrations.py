"""Migrations: each once, from many starters at once, through kills; the policies restore the whole truth."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg2
import pytest

from jide.errors import Misconfigured
from jide.infra import migrations
from jide.infra.migrations import Script
from jide.infra.snapshot import snapshot

EVERYTHING = [s.name for s in migrations.scripts("migrations") + migrations.scripts("policies")]


@pytest.fixture
def connect(empty_url: str) -> Iterator[Callable[[], Any]]:
    """Connections of the bootstrap account to one empty database."""
    opened = []

    def one() -> Any:
        connection = psycopg2.connect(empty_url, options="-c lock_timeout=20s")
        connection.autocommit = True
        opened.append(connection)
        return connection

    yield one
    for connection in reversed(opened):
        connection.close()


def run(connection: Any, statement: str, *values: object) -> list[Any]:
    """The rows of one statement, if it has any."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        return list(cursor.fetchall()) if cursor.description else []


@pytest.mark.parametrize("folder", ["migrations", "policies"])
def test_names_are_numbered_and_ordered(folder: str) -> None:
    """NNNN_words.sql, no number twice, in the order in which they run."""
    names = [s.name.removeprefix(f"{folder}/") for s in migrations.scripts(folder)]
    numbers = [name[:4] for name in names]
    assert names
    assert [name for name in names if not re.fullmatch(r"\d{4}_[a-z0-9_]+\.sql", name)] == []
    assert numbers == sorted(set(numbers))


def test_second_run_has_nothing_to_do(connect: Callable[[], Any]) -> None:
    """An up-to-date database is left alone, and says what it lacked before."""
    connection = connect()
    assert migrations.pending(connection) == EVERYTHING
    assert migrations.migrate(connection) == EVERYTHING
    assert migrations.pending(connection) == []
    assert migrations.migrate(connection) == []


def test_many_starters_at_once(connect: Callable[[], Any]) -> None:
    """Of several processes that start together, all succeed, and each file is applied once."""
    connections = [connect() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        applied = list(pool.map(migrations.migrate, connections))
    assert Counter(EVERYTHING) == Counter(name for names in applied for name in names)
    assert migrations.pending(connections[0]) == []


def test_killed_in_the_middle_then_started_again(connect: Callable[[], Any]) -> None:
    """A migration whose backend dies half-way leaves nothing behind, and the next start completes it."""
    victim, watcher, blocker = connect(), connect(), connect()
    pid = victim.info.backend_pid
    failures: list[Exception] = []
    thread = threading.Thread(target=_migrate, args=(victim, failures))
    run(blocker, "BEGIN")
    try:
        run(blocker, "CREATE SCHEMA jide")  # the migration waits here, its roles made and its books written
        thread.start()
        _until(lambda: run(watcher, _WAITS, blocker.info.backend_pid, pid) == [(True,)])
        run(watcher, "SELECT pg_terminate_backend(%s)", pid)
    finally:
        run(blocker, "ROLLBACK")  # whatever happened: nobody is kept waiting
    thread.join(30)
    assert failures
    assert run(watcher, "SELECT to_regnamespace('jide')") == [(None,)]
    assert migrations.migrate(connect()) == EVERYTHING


# For the blocker, not for another database's migration that is about the same roles: those belong to the whole cluster.
_WAITS = "SELECT %s = ANY(pg_blocking_pids(%s))"


def _migrate(connection: Any, failures: list[Exception]) -> None:
    try:
        migrations.migrate(connection)
    except psycopg2.Error as error:
        failures.append(error)


def _until(seen: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not seen():
        assert time.monotonic() < deadline, "it did not happen within 30 seconds"
        time.sleep(0.01)


def test_killed_between_migrations_and_policies(connect: Callable[[], Any]) -> None:
    """Tables without policies are never the end of it: the next start states the policies."""
    connection = connect()
    migrations.migrate(connection)
    wanted = snapshot(connection)
    run(connection, "DELETE FROM jide_meta.applied WHERE name LIKE 'policies/%'")
    run(connection, "DROP OWNED BY jide_app, jide_worker")
    assert wanted != snapshot(connection)
    migrations.migrate(connection)
    assert wanted == snapshot(connection)


def test_edited_migration_is_refused(connect: Callable[[], Any]) -> None:
    """What was applied is not the file that ships: nothing is run, and the file is named."""
    connection = connect()
    migrations.migrate(connection)
    name = migrations.scripts("migrations")[0].name
    run(connection, "UPDATE jide_meta.applied SET sha256 = 'other' WHERE name = %s", name)
    with pytest.raises(Misconfigured, match=re.escape(name)):
        migrations.migrate(connection)
    assert run(connect(), "SELECT pg_try_advisory_lock(%s)", migrations._LOCK) == [(True,)]


STRAY = [
    "GRANT SELECT ON jide.messages TO jide_hr",
    "GRANT SELECT (content) ON jide.messages TO jide_system",
    "GRANT ALL ON jide.ucus TO PUBLIC",
    "GRANT UPDATE ON jide.audit TO jide_web",
    "GRANT CREATE ON SCHEMA jide TO jide_work",
    "GRANT EXECUTE ON FUNCTION jide.rebuild_evidence TO jide_hr",
    "REVOKE SELECT ON jide.messages FROM jide_app",
    "CREATE POLICY open ON jide.messages USING (true)",
    "DROP POLICY tenant_wall ON jide.ucus",
    "ALTER POLICY hr_ucus ON jide.ucus USING (true)",
    "ALTER TABLE jide.drafts NO FORCE ROW LEVEL SECURITY",
    "ALTER TABLE jide.drafts DISABLE ROW LEVEL SECURITY",
]


def test_policies_restore_the_whole_truth(connect: Callable[[], Any]) -> None:
    """Whatever was granted, opened or closed by hand is gone once the policies have run again."""
    connection = connect()
    migrations.migrate(connection)
    wanted = snapshot(connection)
    seen = {wanted}
    for change in STRAY:
        run(connection, change)
        seen.add(snapshot(connection))
    assert len(seen) == len(STRAY) + 1
    for _ in range(2):
        run(connection, "DELETE FROM jide_meta.applied WHERE name LIKE 'policies/%'")
        assert migrations.migrate(connection) == [n for n in EVERYTHING if n.startswith("policies/")]
        assert wanted == snapshot(connection)


def test_new_table_gets_its_walls(connect: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a later migration the policies are stated again, and they cover the table it brought."""
    connection = connect()
    migrations.migrate(connection)
    _add(monkeypatch, "SET LOCAL ROLE jide_owner; CREATE TABLE jide.later (tenant_id text PRIMARY KEY); RESET ROLE")
    assert "migrations/9999_later.sql" in migrations.migrate(connection)
    assert migrations.pending(connection) == []
    assert run(
        connection,
        "SELECT relrowsecurity, relforcerowsecurity, p.polname "
        "FROM pg_class AS c JOIN pg_policy AS p ON p.polrelid = c.oid "
        "WHERE relname = 'later'",
    ) == [(True, True, "tenant_wall")]


def test_an_upgrade_is_made_whole_or_not_at_all(connect: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several files the first ones do not stand alone: neither old code nor new knows a database half-way."""
    connection = connect()
    shipped = migrations.scripts
    with monkeypatch.context() as old:
        old.setattr(migrations, "scripts", lambda f: shipped(f)[:1] if f == "migrations" else [])
        migrations.migrate(connection)
        assert run(connection, LEVEL) == [("0001_foundation",)]
    wanted = snapshot(connection)
    with monkeypatch.context() as broken:
        _add(broken, "SELECT 1 / 0")
        with pytest.raises(psycopg2.errors.DivisionByZero):
            migrations.migrate(connection)
    assert (snapshot(connection), run(connection, LEVEL)) == (wanted, [("0001_foundation",)])
    assert migrations.migrate(connection) == EVERYTHING[1:]
    assert run(connection, LEVEL) == [(migrations.level(),)]


LEVEL = "SELECT obj_description('jide'::regnamespace, 'pg_namespace')"


def test_failing_migration_leaves_nothing(connect: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is applied whole or not at all, and the runner can go on afterwards."""
    connection = connect()
    migrations.migrate(connection)
    wanted = snapshot(connection)
    with monkeypatch.context() as broken:
        _add(broken, "CREATE TABLE jide.half (tenant_id text); SELECT 1 / 0")
        with pytest.raises(psycopg2.errors.DivisionByZero):
            migrations.migrate(connection)
    assert wanted == snapshot(connection)
    assert migrations.migrate(connection) == []


def _add(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    shipped = migrations.scripts
    later = [Script(name="migrations/9999_later.sql", text=text)]
    monkeypatch.setattr(migrations, "scripts", lambda f: shipped(f) + (later if f == "migrations" else []))
