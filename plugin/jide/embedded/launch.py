"""Start one program tied to its parent's life, as an account, holding a lock: a script of its own, never imported.

Between fork and exec Python may run nothing safely once there are threads; a fresh interpreter may. It holds `lock`
(inherited by the program and by everything the program starts), so "is it still running?" is a question to the kernel,
which neither zombies nor reused process ids can answer wrongly.
"""

import ctypes
import fcntl
import json
import os
import sys

HELD, FORBIDDEN, MISSING = 75, 126, 127
_PR_SET_PDEATHSIG = 1


def main() -> int:
    """Do what the JSON in argv[1] says, then become the program of argv[2:]; only failures return."""
    wanted = json.loads(sys.argv[1])
    if wanted["lock"] and not _hold(wanted["lock"], fcntl.LOCK_SH if wanted["shared"] else fcntl.LOCK_EX):
        return HELD
    libc = ctypes.CDLL(None, use_errno=True)
    if wanted["uid"] is not None:
        os.setgroups([])
        os.setgid(wanted["gid"])
        os.setuid(wanted["uid"])
    os.umask(0o077)
    if wanted["death_signal"] and sys.platform == "linux":
        # After setuid, which would clear it.
        libc.prctl(_PR_SET_PDEATHSIG, wanted["death_signal"], 0, 0, 0)
    if os.getppid() != wanted["parent"]:
        return 1  # the parent died before the signal was arranged
    return _become(wanted["folder"], sys.argv[2:])


def _hold(lock: str, kind: int) -> bool:
    """Lock the file for this process and its heirs, and write this process's number into it."""
    held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(held, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    os.ftruncate(held, 0)
    os.write(held, str(os.getpid()).encode())
    os.set_inheritable(held, True)
    return True


def _become(folder: str, program: list[str]) -> int:
    """Enter the folder and become the program; with none, entering was the question."""
    try:
        os.chdir(folder)
        if program:
            os.execv(program[0], program)  # noqa: S606  # no shell is wanted
    except PermissionError:
        return FORBIDDEN
    except FileNotFoundError:
        return MISSING
    return 0


if __name__ == "__main__":
    sys.exit(main())
