"""Under which account the engines run, and what that account can reach."""

import json
import os
import pwd
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jide.errors import Misconfigured

_FALLBACKS: Final = ("postgres", "nobody")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account without privileges, as which root runs the engines: PostgreSQL refuses to run as root."""

    uid: int
    gid: int
    name: str


def give(account: Account | None, *paths: Path) -> None:
    """Give files and directories that were made for it to the engines' account."""
    if account is None:
        return
    for path in paths:
        os.chown(path, account.uid, account.gid, follow_symlinks=False)


def choose(pg_user: str, data: Path) -> Account | None:
    """The account for the engines, or None for the one that runs this: only root needs another.

    `pg_user` decides; else whoever owns the `data` that exists; else postgres; else nobody.
    """
    if os.geteuid() != 0:
        return None
    if pg_user:
        return _named(pg_user)
    if data.exists() and data.stat().st_uid != 0:
        owner = data.stat()
        return Account(uid=owner.st_uid, gid=owner.st_gid, name=str(owner.st_uid))
    for name in _FALLBACKS:
        if any(name == entry.pw_name and entry.pw_uid != 0 for entry in pwd.getpwall()):
            return _named(name)
    raise Misconfigured("PostgreSQL does not run as root: set JIDE_PG_USER to an account without privileges")


def _named(name: str) -> Account:
    try:
        entry = pwd.getpwnam(name)
    except KeyError as error:
        raise Misconfigured(f"JIDE_PG_USER: there is no account {name}") from error
    if entry.pw_uid == 0:
        raise Misconfigured("JIDE_PG_USER: PostgreSQL does not run as root; name another account")
    return Account(uid=entry.pw_uid, gid=entry.pw_gid, name=name)


def can_enter(account: Account | None, folder: Path, launcher: Path) -> bool:
    """Whether `account` reaches `folder`, by trying: modes, ACLs and mounts all have their say."""
    return account is None or _try(account, folder, launcher, []) == 0


def can_run(account: Account | None, command: Sequence[str], launcher: Path) -> bool:
    """Whether `account` can start `command`, which must end by itself."""
    return account is None or _try(account, Path("/"), launcher, command) == 0


def _try(account: Account, folder: Path, launcher: Path, command: Sequence[str]) -> int:
    wanted = {
        "uid": account.uid, "gid": account.gid, "lock": "", "shared": False, "folder": str(folder),
        "death_signal": 0, "parent": os.getpid(),
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-I", "-S", str(launcher), json.dumps(wanted), *command],
        check=False, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL, capture_output=True, timeout=30,
    ).returncode  # fmt: skip
