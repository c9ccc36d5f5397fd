"""Sessions under test: who calls, what is said, and a Redis whose replies can be lost."""

import contextlib
import socket
import socketserver
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import redis

from jide.caller import ROLE_SCOPES, Caller
from jide.embedded.binaries import installed_valkey
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.infra.redis import connect
from jide.namespace import Namespace
from jide.sessions import outbox, service
from jide.sessions.message import IncomingMessage
from jide.sessions.outbox import OutboxEntry
from jide.sessions.service import AppendReply
from jide.settings import Settings

AWAY = "127.0.0.1:9"  # the discard port: nobody listens


def app(ns: Namespace, **more: Any) -> Caller:
    """An app's key of the tenant."""
    fields: dict[str, Any] = {
        "tenant_id": ns.tenant_id, "key_id": "k1", "app_id": "dify", "role": "app", "scopes": ROLE_SCOPES["app"],
    }  # fmt: skip
    return Caller(**(fields | more))


def says(content: str, message_id: str | None = None, role: str = "user", **more: Any) -> IncomingMessage:
    """A message of a client."""
    return IncomingMessage(role=role, content=content, message_id=message_id, **more)


def append(deps: Deps, ns: Namespace, session_id: str, *messages: IncomingMessage, **more: Any) -> AppendReply:
    """Append as the tenant's app."""
    return service.append(deps, more.pop("caller", None) or app(ns), ns, session_id, messages, **more)


def places(reply: AppendReply) -> list[tuple[int, int]]:
    """(epoch, seq) of each message of a reply."""
    return [(m.epoch, m.seq) for m in reply.messages]


def with_settings(deps: Deps, **settings: Any) -> Deps:
    """The same with other settings."""
    return replace(deps, settings=Settings(**settings))


def without_redis(deps: Deps) -> Deps:
    """The same while Redis is away."""
    return replace(deps, redis=connect(f"redis://{AWAY}"))


@contextmanager
def without_postgres(deps: Deps) -> Iterator[Deps]:
    """The same while PostgreSQL is away."""
    database = Database(f"postgresql://jide_web:x@{AWAY}/x")
    try:
        yield replace(deps, database=database)
    finally:
        database.close()


def archived(deps: Deps, ns: Namespace, session_id: str) -> list[dict[str, Any]]:
    """Every archived message, in order."""
    page = service.read_archive(deps, app(ns), ns, session_id, after_seq=0, limit=500)
    return list(page.messages)


def read_outbox(client: Any, bucket: int, count: int) -> list[OutboxEntry]:
    """The oldest entries of a bucket, in order."""
    return [outbox.parse(*entry) for entry in outbox.read_page(client, bucket, b"", count)]


def free_port() -> int:
    """A port of the loopback that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def start_valkey(home: Path, port: int, *options: str) -> subprocess.Popen[bytes]:
    """A Redis of a test's own, without persistence; to be killed."""
    command = [
        str(installed_valkey()), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(home), "--save", "", *options,
    ]  # fmt: skip
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def until(ready: Callable[[], Any]) -> None:
    """Return when `ready` says so; a server that does not answer yet is not ready."""
    deadline = time.monotonic() + 20
    while True:
        with contextlib.suppress(redis.RedisError):
            if ready():
                return
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.05)


class Lossy(socketserver.ThreadingTCPServer):
    """A TCP proxy to Redis that can lose the reply to a command that the server has applied.

    lose    how many replies to commands that hold `word` are lost; the connection is closed instead
    """

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, url: str, word: bytes) -> None:
        super().__init__(("127.0.0.1", 0), _Relay)
        parts = urlsplit(url)
        self.target = (parts.hostname or "127.0.0.1", parts.port or 6379)
        self.word, self.lose, self.lost = word, 0, 0

    def url(self, url: str) -> str:
        """`url` through this proxy."""
        parts = urlsplit(url)
        login = parts.netloc.rpartition("@")[0]
        return urlunsplit(parts._replace(netloc=f"{login}@127.0.0.1:{self.server_address[1]}"))


class _Relay(socketserver.BaseRequestHandler):
    server: Lossy

    def handle(self) -> None:
        with socket.create_connection(self.server.target) as upstream:
            while request := self.request.recv(1 << 20):
                upstream.sendall(request)
                reply = upstream.recv(1 << 20)
                if self.server.lose and self.server.word in request:
                    self.server.lose -= 1
                    self.server.lost += 1
                    return
                self.request.sendall(reply)


@contextmanager
def lossy(url: str, word: bytes) -> Iterator[Lossy]:
    """A running proxy to the Redis of `url`."""
    server = Lossy(url, word)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
