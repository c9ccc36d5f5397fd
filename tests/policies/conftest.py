"""Two tenants with two users each, with rows in every table, and connections of both logins."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import psycopg2
import pytest

from jide.infra.deps import new_id
from jide.infra.logins import LoginUrls
from jide.namespace import Namespace
from tests.policies.roles import LOGIN
from tests.policies.rows import insert, rows, tenant_rows

Cursor = psycopg2.extensions.cursor
As = Callable[..., AbstractContextManager[Cursor]]


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Whose rows are there: u1 and u2 in each of two tenants; each manages the other."""

    own: Namespace
    colleague: Namespace
    stranger: Namespace


@pytest.fixture(scope="session")
def people(database_url: str) -> Iterator[People]:
    """The rows, written once by the bootstrap account; no other test's sequencer chains them meanwhile."""
    tenants = [f"t{new_id().replace('-', '')}" for _ in range(2)]
    connection = psycopg2.connect(database_url)
    with connection, connection.cursor() as cursor:
        for tenant in tenants:
            cursor.execute("SELECT pg_advisory_lock(hashtextextended('jide.audit:' || %s, 0))", (tenant,))
            filled = [tenant_rows(tenant)]
            for user, other in (("u1", "u2"), ("u2", "u1")):
                filled.append(rows(Namespace(tenant_id=tenant, user_id=user), other))
            for table, found in [pair for tables in filled for pair in tables.items()]:
                for row in found:
                    insert(cursor, table, row)
    first, second = tenants
    yield People(
        own=Namespace(tenant_id=first, user_id="u1"),
        colleague=Namespace(tenant_id=first, user_id="u2"),
        stranger=Namespace(tenant_id=second, user_id="u1"),
    )
    connection.close()


@pytest.fixture(scope="session")
def logins(login_urls: LoginUrls) -> Iterator[dict[str, psycopg2.extensions.connection]]:
    """One connection of each login."""
    found = {"jide_web": psycopg2.connect(login_urls.web), "jide_work": psycopg2.connect(login_urls.work)}
    yield found
    for connection in found.values():
        connection.close()


@pytest.fixture(scope="session")
def acting(logins: dict[str, psycopg2.extensions.connection]) -> As:
    """`with acting(role, tenant, user) as cursor:` a transaction as that role, rolled back in the end.

    None leaves a setting as it is at the start of a transaction; role None stays the bare login `login`.
    """

    @contextmanager
    def act(role: str | None, tenant: str | None, user: str | None, login: str = "") -> Iterator[Cursor]:
        connection = logins[login or LOGIN[role or ""]]
        try:
            with connection.cursor() as cursor:
                if role is not None:
                    cursor.execute(f"SET LOCAL ROLE jide_{role}")
                for name, value in (("tenant_id", tenant), ("user_id", user)):
                    if value is not None:
                        cursor.execute("SELECT set_config(%s, %s, true)", (f"jide.{name}", value))
                yield cursor
        finally:
            connection.rollback()

    return act
