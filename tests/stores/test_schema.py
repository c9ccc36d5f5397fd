"""sql/schema.sql is what the migrations and policies make, whoever asks."""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import psycopg2
import pytest

from jide.infra.snapshot import snapshot


@pytest.fixture
def connection(database_url: str) -> Iterator[Any]:
    """The migrated database, as the bootstrap account."""
    opened = psycopg2.connect(database_url)
    yield opened
    opened.close()


def test_schema_file_is_fresh(connection: Any) -> None:
    """The file that ships is the snapshot of the migrated database (`make schema` rewrites it)."""
    assert files("jide.sql").joinpath("schema.sql").read_text("utf-8") == snapshot(connection)


@pytest.mark.parametrize("path", ["jide, public", "", "pg_catalog, jide"])
def test_snapshot_is_the_same_for_every_search_path(connection: Any, path: str) -> None:
    """How the account is set up changes nothing."""
    wanted = snapshot(connection)
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('search_path', %s, false)", (path,))
    connection.commit()
    assert wanted == snapshot(connection)


def test_snapshot_knows_every_kind_of_object(connection: Any) -> None:
    """The schema holds only what a snapshot shows: tables, indexes, functions; no view, sequence, type or trigger."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname::text FROM pg_class WHERE relnamespace = 'jide'::regnamespace "
            "AND relkind NOT IN ('r', 'p', 'i', 'I') "
            "UNION ALL SELECT typname::text FROM pg_type WHERE typnamespace = 'jide'::regnamespace "
            "AND typtype <> 'b' AND typrelid = 0 "
            "UNION ALL SELECT tgname::text FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid "
            "WHERE c.relnamespace = 'jide'::regnamespace AND NOT tgisinternal"
        )
        assert cursor.fetchall() == []


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE jide.ucus ADD COLUMN mood text",
        "ALTER TABLE jide.ucus ALTER COLUMN polarity DROP NOT NULL",
        "ALTER TABLE jide.ucus DROP CONSTRAINT ucus_version_check",
        "ALTER TABLE jide.ucus NO FORCE ROW LEVEL SECURITY",
        "DROP INDEX jide.ucus_one_active",
        "GRANT SELECT (value) ON jide.ucus TO jide_system",
        "ALTER POLICY hr_ucus ON jide.ucus USING (true)",
        "ALTER TABLE jide.ucus OWNER TO CURRENT_USER",
        "GRANT EXECUTE ON FUNCTION jide.rebuild_evidence TO PUBLIC",
    ],
)
def test_snapshot_shows_each_change(connection: Any, change: str) -> None:
    """Nothing that matters can change without the file changing."""
    before = snapshot(connection)
    with connection.cursor() as cursor:
        cursor.execute(change)
    after = snapshot(connection)
    connection.rollback()
    assert before != after
