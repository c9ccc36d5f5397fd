"""The bundled Valkey: an append-only file, a password, and nothing ever evicted."""

import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from jide.embedded import processes
from jide.embedded.account import Account, give
from jide.embedded.postgres import PortTaken
from jide.embedded.processes import Program
from jide.errors import Unavailable

_READY_SECONDS: Final = 60.0  # a large append-only file takes its time
_STOP: Final = ((signal.SIGTERM, 15.0), (signal.SIGKILL, 5.0))
# Directory and file names are relative to the folder it is started in: no path needs quoting.
_CONFIGURATION: Final = """\
bind 127.0.0.1
port {port}
requirepass {password}
dir ./
databases 128
appendonly yes
appendfsync everysec
save ""
maxmemory-policy noeviction
daemonize no
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValkeyEngine:
    """One data directory, served by the bundled program. Two servers on one directory would mix their files:
    the lock is what keeps the second one out."""

    program: Path
    folder: Path
    log: Path
    account: Account | None
    password: str

    @property
    def lock(self) -> Path:
        """Held as long as any process of this Valkey lives."""
        return self.folder.with_name("valkey.lock")

    def url(self, port: int) -> str:
        """Where the service connects."""
        return f"redis://:{self.password}@127.0.0.1:{port}/0"

    def start(self, port: int) -> subprocess.Popen[bytes]:
        """Start it and wait until it answers.

        Raises PortTaken when somebody else listens there, Unavailable when it does not start.
        """
        processes.await_gone(self.lock, "valkey", signal.SIGTERM)
        self._configure(port)
        start = self.log.stat().st_size if self.log.exists() else 0
        child = processes.spawn(
            Program(
                name="valkey", command=[str(self.program), "valkey.conf"], folder=self.folder, log=self.log,
                lock=self.lock, death_signal=signal.SIGTERM, account=self.account,
                environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
            )
        )  # fmt: skip
        deadline = time.monotonic() + _READY_SECONDS
        while child.poll() is None and time.monotonic() < deadline:
            if self._answers(port):
                return child
            time.sleep(0.03)
        self.stop(child)
        with self.log.open("rb") as file:
            file.seek(start)
            if b"Address already in use" in file.read(65_536):
                raise PortTaken(port)
        raise Unavailable(f"Valkey does not start; its log {self.log} ends:\n{processes.tail(self.log)}")

    def stop(self, child: subprocess.Popen[bytes]) -> None:
        """Shut it down after it has flushed its file, by force if it does not end."""
        processes.stop(child, *_STOP)

    def _configure(self, port: int) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        conf = self.folder / "valkey.conf"
        conf.unlink(missing_ok=True)
        conf.touch(mode=0o600)
        conf.write_text(_CONFIGURATION.format(port=port, password=self.password), "ascii")
        give(self.account, self.folder, conf)

    def _answers(self, port: int) -> bool:
        client = redis.Redis(
            port=port, password=self.password, socket_connect_timeout=1, socket_timeout=2, retry=Retry(NoBackoff(), 0)
        )
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False  # not listening yet, or still loading
        finally:
            client.close()
