"""Patience with PostgreSQL: no wait for a reply is endless, and a server that was silent is asked by one at a time.

A server that hangs - stopped, swapped out, behind a lost network - keeps its connections open and answers nothing; its
own time-outs hang with it. psycopg2 then waits for ever, unless the waiting is ours.
"""

import select
import threading
import time
from typing import Any, Final

import psycopg2
from psycopg2 import extensions

from jide.errors import PostgresAway

_OTHERS_CONNECT: Final = 5.0


class NoAnswer(psycopg2.OperationalError):
    """The server said nothing for too long; the connection is closed."""


class PatientConnection(extensions.connection):
    """A connection that waits `patience` seconds for each reply, the first being that to connecting."""

    def __init__(self, dsn: str, *, patience: float) -> None:
        self.patience = patience
        super().__init__(dsn)


def _patience(connection: Any) -> float | None:
    """Other connections than ours - migrations - may work as long as they need, but not connect as long."""
    if isinstance(connection, PatientConnection):
        return connection.patience
    return _OTHERS_CONNECT if connection.status == extensions.STATUS_SETUP else None


def _wait(connection: Any) -> None:
    """How psycopg2 waits for the server, on every connection of this process."""
    patience = _patience(connection)
    deadline = None if patience is None else time.monotonic() + patience
    while (state := connection.poll()) != extensions.POLL_OK:
        poller = select.poll()
        poller.register(connection.fileno(), select.POLLIN if state == extensions.POLL_READ else select.POLLOUT)
        left = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
        if not poller.poll(left):
            raise NoAnswer("no answer in time")


extensions.set_wait_callback(_wait)


class Breaker:
    """Whether a server is worth asking: after it was silent nobody asks for `pause` seconds, then one at a time."""

    def __init__(self, *, pause: float) -> None:
        self._pause = pause
        self._lock = threading.Lock()
        self._until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether the server was silent and has not answered since."""
        return self._until > 0

    def ask(self) -> None:
        """Return when it may be asked. Raises PostgresAway at once when others have just found it silent."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                raise PostgresAway(retry_after=2)
            if self._until:
                self._until = now + self._pause  # this caller finds out for all

    def open(self) -> None:
        """It was silent."""
        with self._lock:
            self._until = time.monotonic() + self._pause

    def close(self) -> None:
        """It answered."""
        self._until = 0.0
