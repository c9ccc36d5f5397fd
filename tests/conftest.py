"""Engines shared by all tests: one PostgreSQL and one Valkey per run, a database and a Redis db per test process.

JIDE_TEST_ADMIN_URL and JIDE_TEST_REDIS_URL name engines that run already; otherwise the bundled ones are started.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg2
import pytest
import redis

from jide.embedded import Engines
from jide.infra import logins, migrations
from jide.infra.deps import Deps, new_id
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.namespace import Namespace
from jide.settings import Settings

_engines: list[Engines] = []
_homes: list[tempfile.TemporaryDirectory[str]] = []


def pytest_configure(config: pytest.Config) -> None:
    """Start the engines once, in the process that starts the others."""
    if hasattr(config, "workerinput"):
        return
    for name in [n for n in os.environ if n.startswith("JIDE_") and not n.startswith("JIDE_TEST_")]:
        del os.environ[name]  # a developer's own settings are not what is tested
    if "JIDE_TEST_ADMIN_URL" not in os.environ and not config.option.collectonly:
        _homes.append(tempfile.TemporaryDirectory(prefix="jide-tests-", ignore_cleanup_errors=True))
        engines = Engines(Path(_homes[0].name))
        running = engines.start()
        _engines.append(engines)
        os.environ["JIDE_TEST_ADMIN_URL"] = running.admin_url
        os.environ["JIDE_TEST_REDIS_URL"] = running.redis_url
        os.environ["JIDE_TEST_STARTED"] = "1"


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop what was started here, and nothing else."""
    if hasattr(config, "workerinput"):
        return
    for engines in _engines:
        engines.stop()
    for home in _homes:
        home.cleanup()


def with_database(url: str, name: str) -> str:
    """`url` naming another database of the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


@pytest.fixture(scope="session")
def admin_url() -> str:
    """The bootstrap account of the test PostgreSQL."""
    return os.environ["JIDE_TEST_ADMIN_URL"]


@pytest.fixture(scope="session")
def login_secret(admin_url: str) -> str:
    """What the logins' passwords derive from: as `jide up` would, for roles belong to the whole cluster."""
    return urlsplit(admin_url).password or "tests"


@pytest.fixture(scope="session")
def process(worker_id: str) -> int:
    """0, 1, … : which of the parallel test processes this is."""
    return int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0


@pytest.fixture(scope="session")
def database_url(admin_url: str, worker_id: str, login_secret: str) -> Iterator[str]:
    """A fresh, migrated database of this test process, as the bootstrap account."""
    name = f"jide_test_{os.getpid()}_{worker_id}"
    server = psycopg2.connect(admin_url)
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    url = with_database(admin_url, name)
    connection = psycopg2.connect(url)
    migrations.migrate(connection)
    logins.set_passwords(connection, login_secret)
    connection.close()
    yield url
    with server.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    server.close()


@pytest.fixture(scope="session")
def login_urls(database_url: str, login_secret: str) -> LoginUrls:
    """URLs of the two logins, jide_web and jide_work."""
    return logins.login_urls(database_url, login_secret)


@pytest.fixture(scope="session")
def web_database(login_urls: LoginUrls) -> Iterator[Database]:
    """The web server's pool."""
    database = Database(login_urls.web, size=8, statement_timeout=10_000)
    yield database
    database.close()


@pytest.fixture(scope="session")
def work_database(login_urls: LoginUrls) -> Iterator[Database]:
    """The worker's pool."""
    database = Database(login_urls.work, size=8, statement_timeout=10_000)
    yield database
    database.close()


@pytest.fixture(scope="session")
def redis_url(process: int) -> str:
    """The test Redis, a db of this test process's own."""
    first = int(os.environ.get("JIDE_TEST_REDIS_DB", "0"))
    return with_database(os.environ["JIDE_TEST_REDIS_URL"], str(first + process))


@pytest.fixture
def redis_client(redis_url: str) -> Iterator[redis.Redis]:
    """An empty Redis db."""
    client = redis.Redis.from_url(redis_url)
    client.flushdb()
    yield client
    client.close()


@pytest.fixture
def tenant(web_database: Database) -> Namespace:
    """A new tenant that no other test knows."""
    namespace = Namespace(tenant_id=f"t{new_id().replace('-', '')}")
    with web_database.transaction("admin", namespace) as cursor:
        cursor.execute(
            "INSERT INTO jide.tenants (tenant_id, digest_key) VALUES (%s, %s)", (namespace.tenant_id, os.urandom(32))
        )
    return namespace


@pytest.fixture
def user(tenant: Namespace) -> Namespace:
    """A user of the new tenant."""
    return Namespace(tenant_id=tenant.tenant_id, user_id="u1")


@pytest.fixture
def web_deps(web_database: Database, redis_client: redis.Redis) -> Deps:
    """What a web process gives its services."""
    return Deps(settings=Settings(), database=web_database, redis=redis_client)


@pytest.fixture
def work_deps(work_database: Database, redis_client: redis.Redis) -> Deps:
    """What a worker gives its services."""
    return Deps(settings=Settings(), database=work_database, redis=redis_client)
