"""Transactions that carry a role and a namespace, over a pool that outlives the server's bad moments."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit, urlunsplit

import psycopg2
import pytest
from psycopg2 import errors

from jide.errors import Invalid, JideError, NotMigrated, PostgresAway
from jide.infra import logins
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database, constraint
from jide.namespace import Namespace
from tests.stores.forwarder import Forwarder

INSERT = """
INSERT INTO jide.sessions (tenant_id, user_id, session_id, app_id, epoch, max_seq, started_at, last_active, expires_at)
VALUES (%s, %s, %s, 'a', 1, 0, now(), now(), now())
"""
COUNT = "SELECT count(*) AS sessions FROM jide.sessions"

Make = Callable[..., Database]


@pytest.fixture
def make(login_urls: LoginUrls) -> Iterator[Make]:
    """Pools of the web login; closed in the end."""
    made: list[Database] = []

    def one(url: str = login_urls.web, *, size: int = 1, statement_timeout: int = 2000) -> Database:
        made.append(Database(url, size=size, statement_timeout=statement_timeout, application="jide-test"))
        return made[-1]

    yield one
    for database in made:
        database.close()


def at(url: str, host: str, port: int) -> str:
    """`url` with another host and port."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{parts.netloc.rpartition('@')[0]}@{host}:{port}"))


def add_session(database: Database, user: Namespace, session: str) -> None:
    """One row, in a transaction of its own."""
    with database.transaction("app", user) as cursor:
        cursor.execute(INSERT, (user.tenant_id, user.user_id, session))


def sessions(database: Database, user: Namespace) -> int:
    """How many rows there are."""
    (row,) = database.fetch("app", user, COUNT, {})
    return int(row["sessions"])


def test_block_that_ends_well_commits(web_database: Database, user: Namespace) -> None:
    """What was written is there for the next transaction, and rows are dicts."""
    add_session(web_database, user, "会话1")
    rows = web_database.fetch("app", user, "SELECT session_id, epoch FROM jide.sessions", {})
    assert [dict(row) for row in rows] == [{"session_id": "会话1", "epoch": 1}]


@pytest.mark.parametrize("failure", [Invalid, KeyboardInterrupt])
def test_block_that_raises_rolls_back(failure: type[BaseException], web_database: Database, user: Namespace) -> None:
    """Nothing of a failed block stays, and the error arrives as it is."""

    def fail() -> None:
        with web_database.transaction("app", user) as cursor:
            cursor.execute(INSERT, (user.tenant_id, user.user_id, "s1"))
            raise failure

    with pytest.raises(failure):
        fail()
    assert sessions(web_database, user) == 0


def test_swallowed_failure_is_not_a_commit(web_database: Database, user: Namespace) -> None:
    """A block that goes on after a failed statement is told so: the server has rolled everything back."""

    def go_on() -> None:
        with web_database.transaction("app", user) as cursor:
            cursor.execute(INSERT, (user.tenant_id, user.user_id, "s1"))
            with pytest.raises(errors.DivisionByZero):
                cursor.execute("SELECT 1 / 0")

    with pytest.raises(JideError, match="cannot be committed"):
        go_on()
    assert sessions(web_database, user) == 0


def test_constraint_is_named(web_database: Database, user: Namespace) -> None:
    """An error that is about the row passes through, with the constraint's name for the store."""
    add_session(web_database, user, "s1")
    with pytest.raises(errors.UniqueViolation) as caught:
        add_session(web_database, user, "s1")
    assert constraint(caught.value) == "sessions_pkey"


def test_role_and_settings_end_with_the_transaction(make: Make, user: Namespace) -> None:
    """The pooled connection is the bare login again, whether the transaction went well or not."""
    database = make()
    add_session(database, user, "s1")
    with pytest.raises(errors.UniqueViolation):
        add_session(database, user, "s1")
    pooled = database._engine.raw_connection()
    with pooled.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, nullif(current_setting('jide.tenant_id', true), ''), "
            "nullif(current_setting('jide.user_id', true), '')"
        )
        assert cursor.fetchone() == ("jide_web", None, None)
    pooled.close()


@pytest.mark.parametrize("role", ["owner", "worker; RESET ROLE", ""])
def test_unknown_role_is_refused(role: str, web_database: Database, user: Namespace) -> None:
    """Only the service's own roles can be asked for, and never as text."""
    with pytest.raises(KeyError):
        web_database.fetch(role, user, "SELECT 1", {})


def test_role_of_the_other_login_is_refused(web_database: Database, user: Namespace) -> None:
    """The web login cannot act as the worker."""
    with pytest.raises(errors.InsufficientPrivilege):
        web_database.fetch("worker", user, "SELECT 1", {})


def test_closed_port_is_away_soon(make: Make, login_urls: LoginUrls, user: Namespace) -> None:
    """A server that is not there is said to be away, with the time after which to try again."""
    with Forwarder(("127.0.0.1", 9)) as nobody:
        port = nobody.port
    started = time.monotonic()
    with pytest.raises(PostgresAway) as caught:
        sessions(make(at(login_urls.web, "127.0.0.1", port)), user)
    assert caught.value.data["retry_after"] > 0
    assert time.monotonic() - started < 5


def test_server_that_went_away_and_came_back(make: Make, login_urls: LoginUrls, user: Namespace) -> None:
    """Away while it is away; the first call after its return works, over a pool full of dead connections."""
    parts = urlsplit(login_urls.web)
    with Forwarder((parts.hostname or "127.0.0.1", parts.port or 5432)) as server:
        database = make(at(login_urls.web, "127.0.0.1", server.port), size=3)
        _use_all(database, user, 3)
        for _ in range(2):
            server.down()
            with pytest.raises(PostgresAway):
                sessions(database, user)
            server.up()
            assert sessions(database, user) == 0


@pytest.mark.parametrize("warm", [True, False], ids=["connected before", "not yet"])
def test_server_that_hangs_is_away_soon(make: Make, login_urls: LoginUrls, user: Namespace, warm: bool) -> None:
    """One caller waits for it, no longer than for a statement and a little; the others do not, until it answers."""
    parts = urlsplit(login_urls.web)
    with Forwarder((parts.hostname or "127.0.0.1", parts.port or 5432)) as server:
        database = make(at(login_urls.web, "127.0.0.1", server.port), statement_timeout=300)
        if warm:
            assert sessions(database, user) == 0
        server.hang()
        started = time.monotonic()
        with pytest.raises(PostgresAway):
            sessions(database, user)
        found_out = time.monotonic()
        with pytest.raises(PostgresAway):
            sessions(database, user)
        assert found_out - started < 8
        assert time.monotonic() - found_out < 0.2
        server.wake()
        assert _soon(database, user) == 0


def _soon(database: Database, user: Namespace) -> int:
    """`sessions`, once the server counts as there again."""
    deadline = time.monotonic() + 8
    while True:
        try:
            return sessions(database, user)
        except PostgresAway:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_server_that_hangs_in_the_middle_of_a_transaction(make: Make, login_urls: LoginUrls, user: Namespace) -> None:
    """The statement is given up by the client, for the server keeps no time any more."""
    parts = urlsplit(login_urls.web)
    with Forwarder((parts.hostname or "127.0.0.1", parts.port or 5432)) as server:
        database = make(at(login_urls.web, "127.0.0.1", server.port), statement_timeout=300)
        started = time.monotonic()
        with pytest.raises(PostgresAway):
            _use_while_hanging(database, user, server)
        assert time.monotonic() - started < 8
        server.wake()
        assert _soon(database, user) == 0


def _sessions_soon(database: Database, user: Namespace) -> int:
    """The count, once a server that was silent is asked again."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with suppress(PostgresAway):
            return sessions(database, user)
        time.sleep(0.1)
    raise AssertionError("it never came back")


def _use_while_hanging(database: Database, user: Namespace, server: Forwarder) -> None:
    with database.transaction("app", user) as cursor:
        server.hang()
        cursor.execute(COUNT)


def _use_all(database: Database, user: Namespace, count: int) -> None:
    """Have the pool open `count` connections."""
    together = threading.Barrier(count)

    def use() -> None:
        with database.transaction("app", user):
            together.wait(10)

    threads = [threading.Thread(target=use) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_terminated_backend_in_the_middle(make: Make, database_url: str, user: Namespace) -> None:
    """A backend that dies under a transaction: away, nothing committed, and the next call works."""
    database = make()
    admin = psycopg2.connect(database_url)

    def die() -> None:
        with database.transaction("app", user) as cursor:
            cursor.execute(INSERT, (user.tenant_id, user.user_id, "s1"))
            with admin, admin.cursor() as killer:
                killer.execute("SELECT pg_terminate_backend(%s)", (cursor.connection.info.backend_pid,))
            cursor.execute(COUNT)

    with pytest.raises(PostgresAway):
        die()
    admin.close()
    assert sessions(database, user) == 0


def test_slow_statement_is_given_up(make: Make, user: Namespace) -> None:
    """A statement beyond the time limit counts as a server that is away; the connection lives on."""
    database = make(statement_timeout=100)
    with pytest.raises(PostgresAway):
        database.fetch("app", user, "SELECT pg_sleep(20)", {})
    assert sessions(database, user) == 0


def test_lock_held_too_long_is_given_up(make: Make, user: Namespace) -> None:
    """Waiting for somebody's row ends as well."""
    holder, waiter = make(), make(statement_timeout=100)
    add_session(holder, user, "s1")
    with holder.transaction("app", user) as cursor:
        cursor.execute("SELECT 1 FROM jide.sessions FOR UPDATE")
        with pytest.raises(PostgresAway):
            waiter.fetch("app", user, "SELECT 1 FROM jide.sessions FOR UPDATE", {})


def test_pool_that_is_used_up(make: Make, user: Namespace) -> None:
    """Beyond twice its size a pool makes callers wait a moment, then says that it cannot serve."""
    database = make(size=1)
    with database.transaction("app", user), database.transaction("app", user), pytest.raises(PostgresAway):
        sessions(database, user)
    assert sessions(database, user) == 0


def test_empty_database_is_not_migrated(make: Make, empty_url: str, login_secret: str, user: Namespace) -> None:
    """A database without the schema is named as what it is: the cure is `jide migrate`."""
    with pytest.raises(NotMigrated):
        sessions(make(logins.login_urls(empty_url, login_secret).web), user)


@pytest.mark.parametrize(
    "statement",
    ["SELECT later FROM jide.messages", "SELECT jide.later()", "SELECT FROM jide.later", "SELECT FROM elsewhere.later"],
)
def test_what_a_later_migration_brings_is_missed_as_such(make: Make, user: Namespace, statement: str) -> None:
    """New code on a database that is not as far: a column, a function, a table or a schema is not there yet."""
    with pytest.raises(NotMigrated):
        make().fetch("app", user, statement, {})
