"""`jide up`: engines, migrations, keys, then web server and worker, watched until it is told to stop."""

import http.client
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from jide.caller import ROLE_SCOPES
from jide.embedded import Engines, commands, database, processes
from jide.embedded.processes import Program
from jide.errors import Misconfigured, Unauthenticated, Unavailable
from jide.infra import keys
from jide.infra.deps import new_id, utc_now
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.infra.redis import connect
from jide.namespace import Namespace
from jide.settings import Settings

TENANT: Final = "default"
_KEYS: Final = {"app_key": "app", "reviewer_key": "reviewer", "admin_key": "admin"}
_READY_SECONDS: Final = 60.0
_STEPS: Final = ((signal.SIGTERM, 15.0), (signal.SIGKILL, 5.0))
_STABLE_SECONDS: Final = 3.0  # a child that lived this long came up: it is restarted at once
_LONGEST_PAUSE: Final = 30.0
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # where to reach a server that listens everywhere


class Supervisor:
    """One running service: its engines, its web server and its worker, all of them children of this process.

    say    told, in words for people, what is being done and what went wrong
    """

    def __init__(self, settings: Settings, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._say = say
        self._engines = Engines(
            settings.home, pg_user=settings.pg_user,
            postgres=not database.given(settings.database_url), valkey=not database.given(settings.redis_url),
        )  # fmt: skip
        self._programs: dict[str, Program] = {}
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._restarts: dict[str, _Restarts] = {}
        self._listener: socket.socket | None = None

    def start(self) -> dict[str, Any]:
        """Start everything and wait until it serves; what state.json holds from then on."""
        own = database.given(self._settings.database_url) and database.given(self._settings.redis_url)
        self._say("· 外部 PostgreSQL 与 Redis · your own servers …" if own else "· PostgreSQL 18 + Valkey 9 …")
        own_redis = database.given(self._settings.redis_url)
        if own_redis:
            connect(own_redis).close()  # a URL that is not one is said before anything is started
        running = self._engines.start()
        home = self._engines.home
        self._say("· 迁移 · migrations …")
        urls = database.prepare(self._settings, running.admin_url, home)
        redis_url = running.redis_url or own_redis
        texts = self._keys(urls.web)
        self._say("· Web + worker …")
        url = self._start_children(urls, redis_url)
        state = {
            "url": url, "pid": os.getpid(), "database_url": urls.web, "worker_database_url": urls.work,
            **({"admin_database_url": running.admin_url} if running.admin_url else {}),
            "redis_url": redis_url, "tenant": TENANT, **texts, "console": None,
        }  # fmt: skip
        home.write("state.json", state)
        return state

    def watch(self) -> None:
        """Restart what dies, with growing pauses; returns only by exception."""
        while True:
            time.sleep(0.1)
            # First those that start in a moment and wait for the engines by themselves.
            for name, child in self._children.items():
                if child.poll() is not None and self._restarts[name].is_due(time.monotonic()):
                    self._say(f"! {name} 已重启 · ended with status {child.returncode} and was started again")
                    processes.end_rest(child)
                    self._spawn(name)
            try:
                for name in self._engines.revive():
                    self._say(f"! {name} 已重启 · died and was started again")
            except Unavailable as error:
                self._say(f"! {error.detail}")
                time.sleep(2)

    def stop(self) -> None:
        """Stop everything: first what takes requests, last the engines."""
        children, self._children = self._children, {}
        for child in children.values():
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
        for child in children.values():
            processes.stop(child, *_STEPS)
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        self._engines.stop()

    # --- keys -------------------------------------------------------------------------

    def _keys(self, web_url: str) -> dict[str, str]:
        """The three keys of the default tenant: those kept in the home, new ones for those that do not serve."""
        home = self._engines.home
        kept = home.read(database.SECRETS)
        pool = Database(web_url, size=1, statement_timeout=10_000)
        try:
            for name, role in _KEYS.items():
                if not _serves(pool, str(kept.get(name, "")), role):
                    new = keys.create_key(
                        pool, Namespace(tenant_id=TENANT), app_id="default", role=role, identity="asserted",
                        scopes=None, now=utc_now(),
                    )  # fmt: skip
                    kept[name] = new.text
                    home.write(database.SECRETS, kept)
        finally:
            pool.close()
        return {name: str(kept[name]) for name in _KEYS}

    # --- children ---------------------------------------------------------------------

    def _start_children(self, urls: LoginUrls, redis_url: str) -> str:
        """Start web server and worker; the address once it is ready."""
        home = self._engines.home.path
        for name in ("gunicorn", "worker"):
            processes.await_gone(home / f"{name}.lock", name, signal.SIGTERM)
        commands.fresh_metrics(home)
        host, port = self._listen()
        fd = self._listener.fileno() if self._listener else -1
        web = [*commands.WEB, "--bind", f"fd://{fd}"]
        self._programs = {
            "gunicorn": self._program("gunicorn", web, urls.web, redis_url, (fd,)),
            "worker": self._program("worker", [*commands.WORKER, "--name", self._worker()], urls.work, redis_url),
        }
        self._restarts = {name: _Restarts() for name in self._programs}
        for name in self._programs:
            self._spawn(name)
        self._await_ready(host, port)
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    def _worker(self) -> str:
        """The name of this home's worker: the next one takes over from it without waiting for its leases to run out."""
        kept = self._engines.home.read(database.SECRETS)
        if "worker" not in kept:
            kept["worker"] = new_id()
            self._engines.home.write(database.SECRETS, kept)
        return str(kept["worker"])

    def _program(
        self, name: str, command: Sequence[str], database_url: str, redis_url: str, descriptors: tuple[int, ...] = ()
    ) -> Program:
        """Secrets travel in the environment, never on the command line; the admin's URL does not travel at all."""
        home = self._engines.home.path
        own = {
            "JIDE_HOME": str(home), "JIDE_DATABASE_URL": database_url, "JIDE_REDIS_URL": redis_url,
            "PROMETHEUS_MULTIPROC_DIR": str(commands.metrics_folder(home)),
        }  # fmt: skip
        return Program(
            name=name, command=command, folder=home, log=home / "log" / f"{name}.log", lock=home / f"{name}.lock",
            death_signal=signal.SIGTERM, environment=commands.environment(self._settings, own), descriptors=descriptors,
            # What a killed gunicorn leaves behind answers its last requests beside the next one.
            shared=name == "gunicorn",
        )  # fmt: skip

    def _listen(self) -> tuple[str, int]:
        """Listen before the web server does: the port cannot be lost while it restarts. Where to reach it."""
        host, port = self._settings.host, self._settings.port or processes.free_port()
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            listener.close()
            raise Misconfigured(
                f"cannot listen on {host} port {port} ({error.strerror}): "
                "give --port N or JIDE_PORT=N, or --port 0 for a free one"
            ) from error
        self._listener = listener
        return _ANYWHERE.get(host, host), port

    def _spawn(self, name: str) -> None:
        self._restarts[name].started(time.monotonic())
        if name == "worker":
            commands.forget_live_gauges(self._engines.home.path)
        self._children[name] = processes.spawn(self._programs[name])

    def _await_ready(self, host: str, port: int) -> None:
        """Return once the service can take messages. Raises Unavailable with the end of a log otherwise."""
        deadline = time.monotonic() + _READY_SECONDS
        while time.monotonic() < deadline:
            for name, child in self._children.items():
                if child.poll() is not None:
                    raise _not_started(name, self._programs[name].log)
            if _answers(host, port):
                return
            time.sleep(0.05)
        raise _not_started("gunicorn", self._programs["gunicorn"].log)


class _Restarts:
    """When a child that died may be started again: at once after a long life, later and later after short ones."""

    def __init__(self) -> None:
        self._started = 0.0
        self._pause = 0.0

    def started(self, now: float) -> None:
        long_life = now - self._started > _STABLE_SECONDS
        self._pause = 0.5 if long_life else min(self._pause * 2, _LONGEST_PAUSE)
        self._started = now

    def is_due(self, now: float) -> bool:
        return now - self._started >= self._pause


def _answers(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=5)  # no proxy has a say about our own port
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _not_started(name: str, log: Path) -> Unavailable:
    return Unavailable(f"the {name} process does not start; its log {log} ends:\n{processes.tail(log)}")


def _serves(pool: Database, key: str, role: str) -> bool:
    """Whether a kept key is valid and may all that this version gives its role: an older one may have made it."""
    try:
        caller = keys.find_caller(pool, key, utc_now()) if key else None
    except Unauthenticated:
        return False
    return caller is not None and caller.tenant_id == TENANT and caller.scopes >= ROLE_SCOPES[role]
