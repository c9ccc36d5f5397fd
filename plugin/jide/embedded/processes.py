"""Child processes that cannot outlive their supervisor, and the ports they listen on."""

import contextlib
import fcntl
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from jide.embedded.account import Account
from jide.errors import Misconfigured, Unavailable

LAUNCHER: Final = Path(__file__).with_name("launch.py")
_PORTS: Final = range(20_000, 32_000)  # below what systems hand out to outgoing connections
_LOG_LIMIT: Final = 10_000_000
LEFT_OVER_SECONDS: Final = 30.0
HELD: Final = 75  # launch.py: the lock is taken


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """One program to run as a child.

    lock          a file held locked as long as the program or anything it started lives
    shared        the next may start while something of the last still holds the lock
    death_signal  what the kernel sends it when the supervisor dies
    """

    name: str
    command: Sequence[str]
    folder: Path
    log: Path
    lock: Path
    death_signal: signal.Signals
    environment: Mapping[str, str]
    account: Account | None = None
    descriptors: tuple[int, ...] = field(default=())
    shared: bool = False


def spawn(program: Program) -> subprocess.Popen[bytes]:
    """Start `program` in a session of its own, its output appended to its log.

    Call it from the main thread: the kernel takes the end of the starting *thread* for the parent's death.
    """
    account = program.account
    wanted = {
        "uid": account.uid if account else None,
        "gid": account.gid if account else None,
        "lock": str(program.lock),
        "shared": program.shared,
        "folder": str(program.folder),
        "death_signal": int(program.death_signal),
        "parent": os.getpid(),
    }
    with open_log(program.log) as log:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", str(LAUNCHER), json.dumps(wanted), *program.command],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env=dict(program.environment),
            pass_fds=program.descriptors,
            start_new_session=True,
        )


def open_log(path: Path) -> IO[bytes]:
    """The log, 0600, to append to; a large one is set aside first."""
    if path.exists() and path.stat().st_size > _LOG_LIMIT:
        path.replace(path.with_suffix(".log.old"))
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "wb")


def stop(child: subprocess.Popen[bytes], *steps: tuple[signal.Signals, float]) -> None:
    """Ask `child` to end, each step harder than the one before, until it has ended."""
    for number, patience in steps:
        if child.poll() is not None:
            return
        if number == signal.SIGKILL:
            os.killpg(child.pid, number)  # its session is its own: what it started goes with it
        else:
            child.send_signal(number)
        try:
            child.wait(patience)
        except subprocess.TimeoutExpired:
            continue


def end_rest(child: subprocess.Popen[bytes]) -> None:
    """Ask what a child that died left running to finish what it is at, and end."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGTERM)


def await_gone(lock: Path, name: str, polite: signal.Signals, seconds: float = LEFT_OVER_SECONDS) -> None:
    """Wait until nothing of an earlier, killed supervisor's `name` is left; ask it to stop meanwhile.

    Raises Unavailable when something is left after `seconds`.
    """
    if not lock.exists():
        return
    deadline = time.monotonic() + seconds
    asked = False
    while not is_free(lock):
        if not asked:
            asked = True
            _ask(lock, name, polite)
        if time.monotonic() > deadline:
            raise Unavailable(f"an earlier {name} still runs (process {_holder(lock)}); stop it, then start again")
        time.sleep(0.05)


def is_free(lock: Path) -> bool:
    """Whether nothing that was started with this lock is left."""
    with lock.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _holder(lock: Path) -> int:
    text = lock.read_text("ascii").strip()
    return int(text) if text.isdigit() else 0


def _ask(lock: Path, name: str, polite: signal.Signals) -> None:
    """Signal the process that took `lock`, provided it still is what it was."""
    pid = _holder(lock)
    command = Path(f"/proc/{pid}/cmdline")
    if not pid or (sys.platform == "linux" and (not command.exists() or name.encode() not in command.read_bytes())):
        return
    try:
        os.kill(pid, polite)
    except (ProcessLookupError, PermissionError):
        return  # ended meanwhile, or another account's: waiting tells


def is_alive(pid: int) -> bool:
    """Whether a process of that number runs; a zombie does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text("utf-8", errors="replace").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # another account's
    except FileNotFoundError:
        return sys.platform != "linux"


def free_port(preferred: int = 0) -> int:
    """`preferred` if nobody listens there, else a free port."""
    candidates = [preferred] if preferred else []
    for port in [*candidates, *random.sample(_PORTS, 50)]:
        if can_listen("127.0.0.1", port):
            return port
    raise Misconfigured("no free port between 20000 and 32000")


def can_listen(host: str, port: int) -> bool:
    """Whether a server could listen there now."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
        return True


def tail(log: Path, lines: int = 6) -> str:
    """The end of a log, for an error message."""
    if not log.exists():
        return ""
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - 8192))
        return "\n".join(file.read().decode(errors="replace").splitlines()[-lines:])
