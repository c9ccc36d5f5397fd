"""Redis: the client, made once per process after fork, and idempotent scripts run through it.

redis-py retries ten times by itself and waits five seconds; both are off, for a lost reply must be retried by the
service, which knows that its scripts are idempotent, and a Redis that hangs must not hang a web thread.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.retry import Retry

from jide.errors import Misconfigured, RedisAway

TIMEOUT: Final = 0.3
"""Seconds a reply may take."""

# Error replies that mean "the server, not the command": full, a replica, a broken disk, no majority, a long script.
_AWAY: Final = ("OOM", "MISCONF", "LOADING", "READONLY", "BUSY", "NOREPLICAS", "UNKILLABLE")
_AWAY_KINDS: Final = (
    redis.OutOfMemoryError, redis.ReadOnlyError, redis.exceptions.ClusterError, redis.exceptions.MasterDownError,
)  # fmt: skip

_DEFAULT_PORT: Final = 6379


def connect(url: str, *, timeout: float = TIMEOUT) -> Any:
    """A client that returns bytes, for redis://, rediss:// or unix://; nothing is connected yet, save to a cluster.

    A cluster is named by several hosts, separated by commas, or by ?cluster=true. Raises Misconfigured for another kind
    of URL, and RedisAway when a cluster does not answer.
    """
    try:
        return _connect(url, timeout)
    except (ValueError, TypeError) as error:
        raise Misconfigured("JIDE_REDIS_URL is not valid: redis://:password@host:6379/0") from error


def _connect(url: str, timeout: float) -> Any:
    parts = urlsplit(url)
    if parts.scheme not in {"redis", "rediss", "unix"}:
        raise Misconfigured("JIDE_REDIS_URL: expected redis://, rediss:// or unix://")
    options: dict[str, Any] = {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(NoBackoff(), 0),
        "retry_on_error": [],
        "decode_responses": False,
    }
    query = dict(parse_qsl(parts.query))
    clustered = query.pop("cluster", "") == "true" or "," in parts.netloc
    parts = parts._replace(query=urlencode(query))
    if clustered:
        return _connect_cluster(parts.scheme, parts.netloc, options)
    return redis.Redis.from_url(urlunsplit(parts), **options)


def _connect_cluster(scheme: str, netloc: str, options: dict[str, Any]) -> Any:
    login, _, hosts = netloc.rpartition("@")
    user, _, password = login.partition(":")
    nodes = []
    for host in hosts.split(","):
        parts = urlsplit(f"//{host}")
        nodes.append(ClusterNode(parts.hostname or "127.0.0.1", parts.port or _DEFAULT_PORT))  # type: ignore[no-untyped-call]
    with translated():
        return RedisCluster(
            startup_nodes=nodes, ssl=scheme == "rediss", username=user or None, password=password or None,
            **{name: value for name, value in options.items() if name != "retry_on_error"},
        )  # fmt: skip


@contextmanager
def translated() -> Iterator[None]:
    """Raise RedisAway for every failure that is the server's; other errors pass through."""
    try:
        yield
    except (redis.ConnectionError, redis.TimeoutError, redis.exceptions.RedisClusterException, OSError) as error:
        raise RedisAway(retry_after=2) from error
    except redis.ResponseError as error:
        if isinstance(error, _AWAY_KINDS) or str(error).startswith(_AWAY):
            raise RedisAway("Redis cannot take this now.", retry_after=5) from error
        raise


class Script:
    """A Lua script of a slice, run by its digest; a server that does not know it is given its text."""

    def __init__(self, package: str, name: str) -> None:
        self.text = files(package).joinpath(name).read_text("utf-8")
        self._digest = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Any, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        """The script's reply. A connection that broke is tried once more, for scripts are idempotent.

        Raises RedisAway when the server does not answer in time.
        """
        with translated():
            try:
                return self._run(client, keys, arguments)
            except redis.TimeoutError:
                raise
            except redis.ConnectionError:
                return self._run(client, keys, arguments)

    def _run(self, client: Any, keys: Sequence[str], arguments: Sequence[str | bytes | int]) -> Any:
        try:
            return client.evalsha(self._digest, len(keys), *keys, *arguments)
        except redis.exceptions.NoScriptError:
            return client.eval(self.text, len(keys), *keys, *arguments)
