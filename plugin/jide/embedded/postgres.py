"""The bundled PostgreSQL: initialised once, started as a child, ready when it answers a query."""

import locale
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psycopg2

from jide.embedded import processes
from jide.embedded.account import Account, give
from jide.embedded.binaries import Postgres
from jide.embedded.processes import Program
from jide.errors import Misconfigured, Unavailable

DATABASE: Final = "jide"
_READY_SECONDS: Final = 60.0  # crash recovery may have to read the whole log
_STOP: Final = ((signal.SIGINT, 15.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))
_CTYPES: Final = ("C.UTF-8", "C.utf8", "en_US.UTF-8", "zh_CN.UTF-8", "UTF-8")
_OPTIONS: Final = {
    "max_connections": "200", "timezone": "UTC", "log_timezone": "UTC", "jit": "off", "cluster_name": "jide",
    # What users said must not reach the log: neither the text of failed statements nor the values in error details.
    "log_min_error_statement": "panic", "log_error_verbosity": "terse",
}  # fmt: skip


class PortTaken(Exception):
    """Somebody else listens on the port."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresEngine:
    """One data directory, served by the bundled programs.

    folder    pg<major>, owned by the account; `data` and the lock are in it
    """

    programs: Postgres
    folder: Path
    log: Path
    account: Account | None
    password: str

    @property
    def lock(self) -> Path:
        """Held as long as any process of this PostgreSQL lives."""
        return self.folder.with_name(f"{self.folder.name}.lock")

    @property
    def data(self) -> Path:
        """The data directory; there only once it is whole."""
        return self.folder / "data"

    def url(self, port: int, database: str = DATABASE) -> str:
        """Where the bootstrap superuser connects."""
        return f"postgresql://postgres:{self.password}@127.0.0.1:{port}/{database}"

    def initialise(self) -> None:
        """Make the data directory, unless it is there. Made under another name and then renamed: all or nothing."""
        processes.await_gone(self.lock, "postgres", signal.SIGINT)
        _forget_the_dead(self.data / "postmaster.pid")
        if (self.data / "PG_VERSION").exists():
            return
        others = [p for p in self.folder.parent.glob("pg*/data") if p.parent.name != self.folder.name]
        if others:
            raise Misconfigured(
                f"{others[0]} belongs to another major version of PostgreSQL: dump it with that version, "
                f"move it away, start again and restore"
            )
        self.folder.mkdir(mode=0o700, exist_ok=True)
        building = self.folder / "data.new"
        shutil.rmtree(building, ignore_errors=True)
        building.mkdir(mode=0o700)
        secret = self.folder / "password"
        secret.unlink(missing_ok=True)
        secret.touch(mode=0o600)
        secret.write_text(f"{self.password}\n", "ascii")
        give(self.account, self.folder, building, secret)
        self._run_initdb(building, secret)
        secret.unlink()
        building.rename(self.data)

    def _run_initdb(self, building: Path, secret: Path) -> None:
        """The order of text never depends on the system, and its character classes know Chinese."""
        ctype = _ctype()
        command = [
            str(self.programs.bin / "initdb"), "-D", str(building), "-U", "postgres", "-E", "UTF8",
            "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", f"--lc-ctype={ctype}",
            "-A", "scram-sha-256", f"--pwfile={secret}", "--no-instructions",
        ]  # fmt: skip
        if sys.platform == "linux":
            command.append("--sync-method=syncfs")
        child = processes.spawn(self._program("initdb", command, signal.SIGTERM, ctype))
        if child.wait() != 0:
            raise Unavailable(f"initdb failed (status {child.returncode}):\n{processes.tail(self.log)}")

    def start(self, port: int) -> subprocess.Popen[bytes]:
        """Start it and wait until it answers.

        Raises PortTaken when somebody else listens there, Unavailable when it does not start.
        """
        options = [part for name, value in _OPTIONS.items() for part in ("-c", f"{name}={value}")]
        command = [
            str(self.programs.bin / "postgres"), "-D", str(self.data), "-h", "127.0.0.1", "-p", str(port),
            "-k", "", *options,
        ]  # fmt: skip
        deadline = time.monotonic() + _READY_SECONDS
        retry_until = time.monotonic() + processes.LEFT_OVER_SECONDS
        while True:
            start = self.log.stat().st_size if self.log.exists() else 0
            child = processes.spawn(self._program("postgres", command, signal.SIGINT, _ctype()))
            if _await_ready(child, lambda: self._answers(port), deadline):
                return child
            said = _said_since(self.log, start)
            self.stop(child)
            if "could not bind" in said or "Address already in use" in said:
                raise PortTaken(port)
            left_over = "still in use" in said or "already exists" in said or child.returncode == processes.HELD
            if not left_over or time.monotonic() > retry_until:
                raise Unavailable(f"PostgreSQL does not start; its log {self.log} ends:\n{processes.tail(self.log)}")
            time.sleep(0.5)  # a killed one's last processes or shared memory are on their way out

    def stop(self, child: subprocess.Popen[bytes]) -> None:
        """Shut it down: fast, then immediately, then by force."""
        processes.stop(child, *_STOP)

    def make_database(self, port: int) -> None:
        """The database of the service, unless it is there."""
        connection = psycopg2.connect(self.url(port, "postgres"), connect_timeout=5)
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute("SELECT FROM pg_database WHERE datname = %s", (DATABASE,))
            if cursor.rowcount == 0:
                cursor.execute(f"CREATE DATABASE {DATABASE} TEMPLATE template0")
        connection.close()

    def _answers(self, port: int) -> bool:
        try:
            connection = psycopg2.connect(self.url(port, "postgres"), connect_timeout=2)
        except psycopg2.OperationalError:
            return False
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        connection.close()
        return True

    def _program(self, name: str, command: list[str], death_signal: signal.Signals, ctype: str) -> Program:
        return Program(
            name=name, command=command, folder=self.folder, log=self.log, lock=self.lock, death_signal=death_signal,
            environment={"PATH": "/usr/bin:/bin", "LC_ALL": ctype, "TZ": "UTC"}, account=self.account,
        )  # fmt: skip


def _await_ready(child: subprocess.Popen[bytes], answers: Callable[[], bool], deadline: float) -> bool:
    """Whether the child came to answer before it died or `deadline` passed."""
    while child.poll() is None and time.monotonic() < deadline:
        if answers():
            return child.poll() is None
        time.sleep(0.05)
    return False


def _forget_the_dead(pid_file: Path) -> None:
    """Remove the pid file of a killed server whose number is a zombie's or another program's by now.

    PostgreSQL takes any process of that number for a running server, and would refuse to start until it has gone.
    """
    try:
        process = Path("/proc") / pid_file.read_text("ascii").split("\n", 1)[0].strip()
        program, _, rest = (process / "stat").read_text("utf-8", errors="replace").rpartition(")")
    except (FileNotFoundError, ProcessLookupError):
        return  # nobody has the number: PostgreSQL sees that by itself
    if rest.split()[0] == "Z" or not program.endswith("(postgres"):
        pid_file.unlink(missing_ok=True)


def _said_since(log: Path, start: int) -> str:
    with log.open("rb") as file:
        file.seek(start)
        return file.read(65_536).decode(errors="replace")


def _ctype() -> str:
    """The first locale here whose character classes know Chinese; trigrams see nothing of it in plain C."""
    before = locale.setlocale(locale.LC_CTYPE)
    for name in _CTYPES:
        try:
            locale.setlocale(locale.LC_CTYPE, name)
        except locale.Error:
            continue
        locale.setlocale(locale.LC_CTYPE, before)
        return name
    raise Misconfigured("this system has no UTF-8 locale; install C.UTF-8, or set JIDE_DATABASE_URL to a server")
