"""The home directory of `jide up`: who holds it, and the small files in it that hold secrets."""

import fcntl
import json
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from jide.embedded.account import Account, can_enter
from jide.embedded.processes import is_alive, is_free
from jide.errors import Conflict, Misconfigured

_SHARED: Final = Path("/var/lib/jide")
_LAST_BREATH: Final = 5.0
_PRIVATE: Final = 0o700
_ENTER: Final = 0o711  # others may pass through to what they own below, and list nothing


class Home:
    """A home directory, made when absent; one supervisor at a time holds it.

    path    absolute
    """

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().resolve()
        self._held: IO[str] | None = None

    def hold(self) -> None:
        """Take the home for this process until `release` or its end, however it ends.

        Raises Conflict when another supervisor has it, Misconfigured when it cannot be written.
        """
        try:
            ours = not self.path.exists() or not any(self.path.iterdir()) or (self.path / "lock").exists()
            self.path.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            file = os.fdopen(os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600), "r+")
        except OSError as error:
            raise Misconfigured(
                f"{self.path} cannot be used ({error.strerror}): it must be a directory of this account; "
                "set JIDE_HOME, or give --home"
            ) from error
        self._lock(file)
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._held = file
        if ours:
            self.path.chmod(_PRIVATE if os.geteuid() else _ENTER)
        (self.path / "log").mkdir(mode=_PRIVATE, exist_ok=True)

    def _lock(self, file: IO[str]) -> None:
        """Lock it, or raise Conflict. What a killed supervisor was just starting may hold it a moment longer."""
        deadline = time.monotonic() + _LAST_BREATH
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError as error:
                file.seek(0)
                pid = file.read().strip()
                if pid.isdigit() and not is_alive(int(pid)) and time.monotonic() < deadline:
                    time.sleep(0.02)
                    continue
                file.close()
                raise Conflict(
                    f"{self.path} is in use by process {pid or '?'} (another `jide up`): "
                    "stop it, or choose another --home"
                ) from error

    def release(self) -> None:
        """Let others have the home; state.json says that somebody does, so it goes."""
        if self._held is not None:
            self.remove("state.json")
            self._held.close()
            self._held = None

    def is_held(self) -> bool:
        """Whether some supervisor, of this process or another, holds the home now."""
        lock = self.path / "lock"
        if not lock.exists():
            return False
        with lock.open("r") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
        return False

    def read(self, name: str) -> dict[str, Any]:
        """A JSON file of the home; empty when it is not there."""
        try:
            found: dict[str, Any] = json.loads((self.path / name).read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (PermissionError, json.JSONDecodeError) as error:
            raise Misconfigured(f"{self.path / name} cannot be read: {error}") from error
        return found

    def write(self, name: str, content: Mapping[str, Any]) -> None:
        """Write a JSON file that this account alone can read, whole or not at all."""
        handle, building = tempfile.mkstemp(dir=self.path, prefix=f"{name}.")  # 0600
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False, indent=2)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(building).replace(self.path / name)

    def remove(self, name: str) -> None:
        """Remove a file of the home, if it is there."""
        (self.path / name).unlink(missing_ok=True)

    def engine_folder(self, account: Account | None, launcher: Path) -> Path:
        """Where the engines keep their data: the home, if their account reaches it.

        A home below a directory that is closed to others (root's own, say) stays out of that account's reach, and
        that directory is not ours to open. Then the data lives in a directory under /var/lib/jide that names the
        home, and the home has a link to it: `engines`.
        """
        link = self.path / "engines"
        if link.is_symlink():
            if not link.exists():
                raise Misconfigured(f"{link} points to nothing: the engines' data was removed; remove {self.path} too")
            return link.resolve()
        if can_enter(account, self.path, launcher):
            return self.path
        _forget_temporary_homes()
        folder = _SHARED / secrets.token_hex(6)
        try:
            _SHARED.mkdir(mode=_ENTER, parents=True, exist_ok=True)
            folder.mkdir(mode=_ENTER)
            folder.chmod(_ENTER)
            (folder / "home").write_text(f"{self.path}\n", "utf-8")
        except OSError as error:
            raise Misconfigured(
                f"{account.name if account else 'this account'} cannot reach {self.path}, and {_SHARED} cannot be "
                "made: set JIDE_HOME to a directory that other accounts may enter"
            ) from error
        if not can_enter(account, folder, launcher):
            raise Misconfigured(f"{account.name if account else 'this account'} cannot reach {folder}; set JIDE_HOME")
        link.symlink_to(folder)
        return folder


def _forget_temporary_homes() -> None:
    """Remove engine data of homes that lay in the system's temporary directory and are gone; of no others."""
    for note in _SHARED.glob("*/home"):
        home = Path(note.read_text("utf-8").strip())
        temporary = home.is_relative_to(Path(tempfile.gettempdir()).resolve())
        if temporary and not home.exists() and all(map(is_free, note.parent.glob("*.lock"))):
            shutil.rmtree(note.parent)
