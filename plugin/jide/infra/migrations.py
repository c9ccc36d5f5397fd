"""Migrations: plain SQL files in order, then the policies, all of them in one transaction under an advisory lock.

What was applied is kept with its sha256 in the schema jide_meta, which grants nothing to anybody. How far a database
is, anybody who reaches it may read in the comment of the schema jide.
"""

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from jide.errors import Misconfigured

_LOCK: Final = 0x6A696465  # "jide"
_BOOKS: Final = """
CREATE SCHEMA IF NOT EXISTS jide_meta;
REVOKE ALL ON SCHEMA jide_meta FROM PUBLIC;
CREATE TABLE IF NOT EXISTS jide_meta.applied (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT clock_timestamp())
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One SQL file that ships with the package."""

    name: str
    text: str

    @property
    def sha256(self) -> str:
        """Of the text, to see that an applied migration was not edited since."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def scripts(folder: str) -> list[Script]:
    """The files of sql/<folder>, in order of name."""
    found = [p for p in files("jide.sql").joinpath(folder).iterdir() if p.name.endswith(".sql")]
    return [Script(name=f"{folder}/{p.name}", text=p.read_text("utf-8")) for p in sorted(found, key=lambda p: p.name)]


def level() -> str:
    """The name of the last migration that ships: where a database has to be for this code."""
    return scripts("migrations")[-1].name.removeprefix("migrations/").removesuffix(".sql")


def migrate(connection: Any) -> list[str]:
    """Bring the database of this (bootstrap) psycopg2 connection up to date; the names applied now.

    All of it or nothing: safe to call from many processes at once, and to be killed at any point.
    Raises Misconfigured when an applied migration differs from the file that ships.
    """
    connection.rollback()
    connection.autocommit = True
    cursor = connection.cursor()
    cursor.execute("SELECT pg_advisory_lock(%s)", (_LOCK,))
    try:
        cursor.execute("BEGIN")
        cursor.execute(_BOOKS)
        cursor.execute("SELECT name, sha256 FROM jide_meta.applied")
        applied = dict(cursor.fetchall())
        done = [s.name for s in scripts("migrations") + scripts("policies") if _apply(cursor, s, applied)]
        cursor.execute(f"COMMENT ON SCHEMA jide IS '{level()}'")
        cursor.execute("COMMIT")
        return done
    except BaseException:
        if not connection.closed:
            cursor.execute("ROLLBACK")
        raise
    finally:
        # Interrupted or cut off, the connection is closed, and its lock and transaction have gone with it.
        if not connection.closed:
            cursor.execute("SELECT pg_advisory_unlock(%s)", (_LOCK,))


def _apply(cursor: Any, script: Script, applied: dict[str, str]) -> bool:
    """Run one script unless it stands already; policies run again whenever anything before them changed."""
    if applied.get(script.name) == script.sha256:
        return False
    if script.name in applied and script.name.startswith("migrations/"):
        raise Misconfigured(f"{script.name} was edited after it was applied; migrations are append-only")
    cursor.execute(script.text)
    cursor.execute(
        "INSERT INTO jide_meta.applied (name, sha256) VALUES (%s, %s) "
        "ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = clock_timestamp()",
        (script.name, script.sha256),
    )
    if script.name.startswith("migrations/"):
        # A new table has no policies yet: they are stated again after it.
        cursor.execute("DELETE FROM jide_meta.applied WHERE name LIKE 'policies/%'")
        for name in [n for n in applied if n.startswith("policies/")]:
            del applied[name]
    return True


def pending(connection: Any) -> list[str]:
    """Names of what this database still lacks; the connection must be the bootstrap account's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('jide_meta.applied') IS NOT NULL")
        if not cursor.fetchone()[0]:
            return [s.name for s in scripts("migrations") + scripts("policies")]
        cursor.execute("SELECT name, sha256 FROM jide_meta.applied")
        applied = dict(cursor.fetchall())
    return [s.name for s in scripts("migrations") + scripts("policies") if applied.get(s.name) != s.sha256]
