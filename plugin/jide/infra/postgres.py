"""PostgreSQL: the pool, and transactions that carry a role and a namespace.

Every transaction starts with SET LOCAL ROLE and the settings that row-level security reads, in a statement of
their own before the first query; nothing of them outlives the transaction.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, cast

import psycopg2
from psycopg2.extras import RealDictCursor
from sqlalchemy import create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from jide.errors import JideError, NotMigrated, PostgresAway
from jide.infra.patience import Breaker, NoAnswer, PatientConnection
from jide.namespace import Namespace

ROLES: Final = frozenset({"app", "self", "reviewer", "hr", "dept_head", "auditor", "admin", "worker", "system"})

# sqlstate classes and codes that mean "the server, not the statement": connection, operator intervention,
# insufficient resources, lock_timeout and statement_timeout.
_AWAY: Final = ("08", "57", "53", "55P03")
_MISSING: Final = frozenset({"42P01", "42703", "42883", "3F000", "22023"})
"""No such table, column, function, schema or role: the database is not as far as this code."""

# Seconds after which a server that says nothing counts as away, whatever its own time-outs say: a hung one keeps none.
_CONNECT: Final = 2.0
_AT_ONCE: Final = 0.7  # to begin a transaction, or to answer again after it was silent
_GRACE: Final = 0.5  # beyond the time after which the server itself gives a statement up
_PAUSE: Final = 1.0  # in which nobody asks one that was silent
_BEGIN: Final = (
    "BEGIN; SET LOCAL ROLE {role}; SELECT set_config('jide.tenant_id', %s, true), set_config('jide.user_id', %s, true)"
)
_PREAMBLES: Final = {role: _BEGIN.format(role=f"jide_{role}") for role in ROLES}


class Database:
    """A pool of connections of one login. Make it after fork; `close` when the process ends.

    url                 postgresql://… of the login (jide_web or jide_work)
    size                connections kept; as many again may be opened under load
    statement_timeout   milliseconds after which a statement is given up (57014 -> PostgresAway); a moment later
                        also on a server that hangs, which is then left alone for a second
    """

    def __init__(self, url: str, *, size: int = 4, statement_timeout: int = 2000, application: str = "jide") -> None:
        self._url = url
        self._application = application
        self._patience = statement_timeout / 1000 + _GRACE
        self._breaker = Breaker(pause=_PAUSE)
        self._timeouts = (
            f"SET statement_timeout = {int(statement_timeout)}; SET lock_timeout = {int(statement_timeout)}; "
            "SET idle_in_transaction_session_timeout = 5000; SET timezone = 'UTC'"
        )
        self._engine = create_engine(
            "postgresql+psycopg2://", creator=self._connect, pool_size=size, max_overflow=size,
            pool_timeout=2, pool_recycle=1800,
        )  # fmt: skip

    def _connect(self) -> Any:
        patience = _AT_ONCE if self._breaker.is_open else _CONNECT
        connection = psycopg2.connect(
            self._url, application_name=self._application,
            connection_factory=partial(PatientConnection, patience=patience),
        )  # fmt: skip
        # Transactions are written out, so that BEGIN travels with the role and the settings in one trip.
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(self._timeouts)
        return connection

    @contextmanager
    def transaction(self, role: str, namespace: Namespace) -> Iterator[RealDictCursor]:
        """One transaction as jide_<role> inside `namespace`; commits when the block ends well.

        Rows come back as dicts. Raises PostgresAway when the server cannot serve, NotMigrated when the
        schema is missing; other psycopg2 errors pass through for the store to translate.
        """
        pooled, cursor = self._begin(_PREAMBLES[role], namespace)
        try:
            yield cursor
            cursor.execute("COMMIT")
            if cursor.statusmessage != "COMMIT":
                # A statement failed, the block went on all the same, and the server rolled everything back.
                raise JideError("a failed transaction cannot be committed")
        except BaseException as error:
            self._roll_back(pooled)
            if isinstance(error, psycopg2.Error):
                raise self._translated(error) from error
            raise
        finally:
            pooled.close()

    def _begin(self, preamble: str, namespace: Namespace) -> tuple[Any, RealDictCursor]:
        """A connection with its transaction begun; one that the server closed meanwhile is replaced by a new one."""
        self._breaker.ask()
        for again in (True, False):
            pooled = self._check_out()
            connection = pooled.driver_connection
            connection.patience = min(_AT_ONCE, self._patience)
            try:
                cursor = cast(RealDictCursor, pooled.cursor(cursor_factory=RealDictCursor))
                cursor.execute(preamble, namespace.rls_settings)
            except BaseException as error:
                self._roll_back(pooled)
                pooled.close()
                if not isinstance(error, psycopg2.Error):
                    raise
                if again and connection.closed and not isinstance(error, NoAnswer):
                    self._engine.dispose()  # what else lies in the pool was closed with it
                    continue
                raise self._translated(error) from error
            connection.patience = self._patience
            self._breaker.close()
            return pooled, cursor
        raise AssertionError  # the second time round returns or raises

    def _check_out(self) -> Any:
        try:
            return self._engine.raw_connection()
        except (DBAPIError, PoolTimeout, psycopg2.Error) as error:
            if isinstance(getattr(error, "orig", error), NoAnswer):
                self._breaker.open()
            raise PostgresAway(retry_after=2) from error

    def _translated(self, error: psycopg2.Error) -> Exception:
        if isinstance(error, NoAnswer):
            self._breaker.open()
        return translate(error)

    @staticmethod
    def _roll_back(pooled: Any) -> None:
        """End the failed transaction, or throw the connection away when it cannot be ended."""
        try:
            with pooled.cursor() as cursor:
                cursor.execute("ROLLBACK")
        except psycopg2.Error:
            pooled.invalidate()

    def fetch(self, role: str, namespace: Namespace, query: str, parameters: Mapping[str, Any]) -> list[dict[str, Any]]:
        """The rows of one read, as jide_<role> inside `namespace`."""
        with self.transaction(role, namespace) as cursor:
            cursor.execute(query, parameters)
            return list(cursor.fetchall())

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


@contextmanager
def savepoint(cursor: RealDictCursor) -> Iterator[None]:
    """A part of a transaction that undoes itself alone when the block raises an error of ours, which it still does."""
    cursor.execute("SAVEPOINT part")
    try:
        yield
    except JideError:
        cursor.execute("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part")
        raise
    cursor.execute("RELEASE SAVEPOINT part")


def translate(error: psycopg2.Error) -> Exception:
    """The domain error for a server that is away or not migrated; any other error as it is."""
    code = error.pgcode or ""
    if isinstance(error, (psycopg2.OperationalError, psycopg2.InterfaceError)) or code.startswith(_AWAY):
        return PostgresAway(retry_after=2)
    if code in _MISSING:
        return NotMigrated(retry_after=5)
    return error


def constraint(error: psycopg2.Error) -> str:
    """The name of the constraint that refused a row, or ''."""
    return error.diag.constraint_name or ""
