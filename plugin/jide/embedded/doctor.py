"""What is missing on this machine and its servers, and how to mend it."""

import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg2
import redis

from jide.embedded import account, binaries, database
from jide.embedded.database import given
from jide.embedded.home import Home
from jide.errors import JideError
from jide.infra import logins, migrations
from jide.infra.redis import connect
from jide.settings import Settings

_PYTHONS: Final = ((3, 11), (3, 13))
_POSTGRES_FLOOR: Final = 15
_POSTGRES_PATCHED: Final = {15: 20, 16: 16, 17: 12, 18: 6}
"""Of each major version, the first minor one without security holes that are known and matter here."""
_REDIS_FLOOR: Final = (7, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing looked at. `status` is ok, note (may stay so), warn (should not) or missing (must not)."""

    name: str
    status: str
    detail: str
    mend: str = ""


def examine(
    settings: Settings, state: dict[str, Any], strays: Mapping[str, str] = MappingProxyType({})
) -> list[Finding]:
    """Look at everything that `settings` and, where they say nothing, a running service's `state` name.

    strays  variables that are no setting, each with the one it comes nearest to
    """
    found = [_python(), *_strays(strays)]
    home = Home(settings.home)
    if not given(settings.database_url) or not given(settings.redis_url):
        found += _bundled(settings, home)
    own = given(settings.admin_database_url) or given(settings.database_url)
    postgres_url = own or str(state.get("admin_database_url") or state.get("database_url", ""))
    redis_url = given(settings.redis_url) or str(state.get("redis_url", ""))
    if not postgres_url and not redis_url:
        return [*found, Finding(name="service", status="note", detail=f"nothing runs in {home.path}", mend="jide up")]
    if postgres_url:
        found += _postgres(postgres_url)
    if redis_url:
        found += _redis(redis_url)
    return found


def _python() -> Finding:
    here = sys.version_info[:2]
    return Finding(
        name="python",
        status="ok" if _PYTHONS[0] <= here <= _PYTHONS[1] else "missing",
        detail=f"{platform.python_version()} on {platform.system()} {platform.machine()}",
        mend="" if _PYTHONS[0] <= here <= _PYTHONS[1] else "use Python 3.11, 3.12 or 3.13",
    )


def _strays(strays: Mapping[str, str]) -> Iterator[Finding]:
    for name, near in strays.items():
        mend = f"did you mean {near}?" if near else "remove it"
        yield Finding(name="settings", status="warn", detail=f"{name} is no setting: it does nothing", mend=mend)


def _bundled(settings: Settings, home: Home) -> Iterator[Finding]:
    """Whether the bundled engines could be started here."""
    store = home.path
    try:
        who = account.choose(settings.pg_user, store)
    except JideError as error:
        yield Finding(name="account", status="missing", detail=error.detail, mend="set JIDE_PG_USER")
        return
    runs_as = who.name if who else "this account"
    yield Finding(name="account", status="ok", detail=f"the bundled engines run as {runs_as}")
    if not given(settings.database_url):
        yield _installed("bundled postgres", lambda: f"PostgreSQL {binaries.installed_postgres().major}")
    if not given(settings.redis_url):
        yield _installed("bundled valkey", lambda: binaries.installed_valkey().name)


def _installed(name: str, find: Callable[[], str]) -> Finding:
    try:
        return Finding(name=name, status="ok", detail=f"{find()} is installed")
    except JideError as error:
        return Finding(name=name, status="missing", detail=error.detail, mend="pip install 'jide[embedded]'")


# --- PostgreSQL -----------------------------------------------------------------------


def _postgres(url: str) -> list[Finding]:
    try:
        with database.connected(url) as connection:
            connection.autocommit = True
            return [
                _postgres_version(connection), _character_classes(connection), _extensions(connection),
                *_logins(connection), _migrations(connection),
            ]  # fmt: skip
    except JideError as error:
        return [Finding(name="postgres", status="missing", detail=error.detail, mend="start it, or mend its URL")]


def _rows(connection: Any, query: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return list(cursor.fetchall())


def _postgres_version(connection: Any) -> Finding:
    major, minor = divmod(connection.server_version, 10_000)
    detail = f"{major}.{minor}"
    if major < _POSTGRES_FLOOR:
        return Finding(name="postgres version", status="missing", detail=detail, mend="use PostgreSQL 15 or newer")
    if minor < _POSTGRES_PATCHED.get(major, 0):
        mend = f"update to {major}.{_POSTGRES_PATCHED[major]} or newer"
        return Finding(name="postgres version", status="warn", detail=detail, mend=mend)
    return Finding(name="postgres version", status="ok", detail=detail)


def _character_classes(connection: Any) -> Finding:
    """In the locale C, trigrams drop Chinese silently; Jide's own search does not need them."""
    [(encoding, ctype)] = _rows(
        connection,
        "SELECT pg_encoding_to_char(encoding), datctype FROM pg_database WHERE datname = current_database()",
    )
    detail = f"encoding {encoding}, lc_ctype {ctype}"
    mend = "createdb -T template0 -E UTF8 --lc-ctype=C.UTF-8 NAME"
    if encoding != "UTF8":
        return Finding(name="postgres encoding", status="missing", detail=detail, mend=mend)
    status = "warn" if ctype in {"C", "POSIX"} else "ok"
    return Finding(name="postgres encoding", status=status, detail=detail, mend=mend if status == "warn" else "")


def _extensions(connection: Any) -> Finding:
    names = [
        name
        for (name,) in _rows(
            connection, "SELECT name FROM pg_available_extensions WHERE name IN ('vector', 'pg_trgm') ORDER BY name"
        )
    ]
    absent = sorted({"vector", "pg_trgm"} - set(names))
    return Finding(
        name="postgres extensions",
        status="note" if absent else "ok",
        detail=f"available: {', '.join(names) or 'none'}" + (f"; not: {', '.join(absent)}" if absent else ""),
        mend="optional: keyword search works without" if absent else "",
    )


def _logins(connection: Any) -> Iterator[Finding]:
    """The accounts that serve requests must be bound by row-level security."""
    rows = _rows(
        connection,
        "SELECT rolname, rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = ANY(%s)",
        list(logins.LOGINS),
    )
    unbound = dict(rows)
    for name in logins.LOGINS:
        if name not in unbound:
            yield Finding(name=f"login {name}", status="missing", detail="is not there", mend="jide migrate")
        elif unbound[name]:
            mend = f"ALTER ROLE {name} NOSUPERUSER NOBYPASSRLS"
            yield Finding(name=f"login {name}", status="missing", detail="bypasses row-level security", mend=mend)
        else:
            yield Finding(name=f"login {name}", status="ok", detail="bound by row-level security")


def _migrations(connection: Any) -> Finding:
    try:
        pending = migrations.pending(connection)
    except psycopg2.errors.InsufficientPrivilege:
        return Finding(name="migrations", status="note", detail="this account may not see which were applied")
    if pending:
        return Finding(
            name="migrations", status="missing", detail=f"pending: {', '.join(pending)}", mend="jide migrate"
        )
    return Finding(name="migrations", status="ok", detail="all applied")


# --- Redis ----------------------------------------------------------------------------


def _redis(url: str) -> Iterator[Finding]:
    try:
        client = connect(url, timeout=3)
        info = client.info("server")
    except (JideError, redis.RedisError, ValueError) as error:
        where = urlsplit(url)
        detail = f"{where.hostname or where.path}: {error}"
        yield Finding(name="redis", status="missing", detail=detail, mend="start it, or mend JIDE_REDIS_URL")
        return
    try:
        yield _redis_version(info)
        yield from _durability(client)
    finally:
        client.close()


def _redis_version(info: dict[str, Any]) -> Finding:
    """A cluster answers once per node; its oldest one counts."""
    nodes = [info] if "redis_version" in info else list(info.values())
    versions = [str(node.get("redis_version", "0")) for node in nodes]
    oldest = min(tuple(int(part) for part in version.split(".")[:2]) for version in versions)
    names = {f"valkey {n['valkey_version']}" if "valkey_version" in n else f"redis {n['redis_version']}" for n in nodes}
    return Finding(
        name="redis version",
        status="ok" if oldest >= _REDIS_FLOOR else "missing",
        detail=", ".join(sorted(names)),
        mend="" if oldest >= _REDIS_FLOOR else "use Redis 7.0, Valkey 7.2 or newer",
    )


def _durability(client: Any) -> Iterator[Finding]:
    """What Redis does with messages at a restart and when it is full."""
    for setting, wanted, why in (
        ("appendonly", "yes", "a restart loses the live sessions"),
        ("maxmemory-policy", "noeviction", "a full server forgets messages that wait for the worker"),
    ):
        try:
            value = client.config_get(setting).get(setting, "?")
        except (redis.ResponseError, AttributeError):
            yield Finding(name=f"redis {setting}", status="note", detail="cannot be asked here", mend=f"want {wanted}")
            continue
        value = value.decode() if isinstance(value, bytes) else value
        fine = value == wanted
        yield Finding(
            name=f"redis {setting}",
            status="ok" if fine else "warn",
            detail=str(value) if fine else f"{value}: {why}",
            mend="" if fine else f"CONFIG SET {setting} {wanted}",
        )
