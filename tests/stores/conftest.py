"""Databases of a test's own, beside the one that all tests share; and what tests of the worker begin with."""

from collections.abc import Iterator
from datetime import datetime

import psycopg2
import pytest

from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from jide.sessions import store
from jide.sessions.message import Batch, Message, Past, fingerprint
from jide.sessions.store import Limits
from tests.conftest import with_database
from tests.stores.working import NOBODY, Append

LIMITS = Limits(ttl_ms=60_000, messages=20, tokens=8000)


@pytest.fixture
def empty_url(admin_url: str) -> Iterator[str]:
    """A database with nothing in it, as the bootstrap account."""
    name = f"jide_test_{new_id().replace('-', '')}"
    server = psycopg2.connect(admin_url)
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        yield with_database(admin_url, name)
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
    server.close()


@pytest.fixture
def free_leases(work_deps: Deps) -> None:
    """Nobody holds a bucket before a test."""
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")


@pytest.fixture
def append(work_deps: Deps, user: Namespace) -> Append:
    """Append (role, content) turns through the append script."""

    def one(
        session_id: str, *turns: tuple[str, str], ns: Namespace = user, trusted: bool = True, at: datetime | None = None
    ) -> list[str]:
        messages = []
        for role, content in turns:
            message_id = work_deps.new_id()
            messages.append(
                Message(
                    message_id=message_id, role=role, content=content, at=at or work_deps.clock(), tokens=5,
                    content_sha256=fingerprint(role, content, {}), chosen=False,
                )
            )  # fmt: skip
        batch = Batch(namespace=ns, session_id=session_id, app_id="a", messages=tuple(messages), trusted=trusted)
        store.append(work_deps.redis, batch, LIMITS, past=Past(), epoch=1, checked=True)
        return [m.message_id for m in messages]

    return one


@pytest.fixture
def admin_cursor(database_url: str) -> Iterator[psycopg2.extensions.cursor]:
    """The bootstrap account in the shared database, each statement a transaction of its own."""
    connection = psycopg2.connect(database_url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        yield cursor
    connection.close()
