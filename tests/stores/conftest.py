"""Databases of a test's own, beside the one that all tests share."""

from collections.abc import Iterator

import psycopg2
import pytest

from jide.infra.deps import new_id
from tests.conftest import with_database


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
