"""Wake-ups: the buckets whose outbox was announced, heard on a connection and in a thread of their own."""

import contextlib
import threading
from collections.abc import Callable, Iterable
from typing import Any

import redis

from jide.errors import RedisAway
from jide.sessions import store


class Wake:
    """Buckets that were announced since they were last taken."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._buckets: set[int] = set()

    def add(self, buckets: Iterable[int]) -> None:
        """Announce buckets."""
        with self._changed:
            self._buckets.update(buckets)
            self._changed.notify()

    def take(self, timeout: float) -> set[int]:
        """The announced buckets, after at most `timeout` seconds."""
        with self._changed:
            if not self._buckets and timeout > 0:
                self._changed.wait(timeout)
            taken, self._buckets = self._buckets, set()
        return taken

    def listen(self, connect: Callable[[], Any], stop: threading.Event) -> None:
        """Subscribe until `stop`; what is announced while Redis is away, the sweep finds."""
        while not stop.is_set():
            with contextlib.suppress(redis.RedisError, RedisAway, OSError):
                self._subscribe(connect, stop)
            stop.wait(0.5)

    def _subscribe(self, connect: Callable[[], Any], stop: threading.Event) -> None:
        client = connect()
        pubsub = client.pubsub(ignore_subscribe_messages=True)
        with contextlib.closing(client), contextlib.closing(pubsub) as channel:
            channel.subscribe(store.WAKE)
            while not stop.is_set():
                message = channel.get_message(timeout=0.2)
                if message is not None and message["data"].isdigit():
                    self.add([int(message["data"])])
