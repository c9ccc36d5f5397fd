"""How web server and worker are started: the command lines, and an environment that says every setting."""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NoReturn

from pydantic import SecretStr

from jide.settings import Settings

# -P: what lies in the current directory is not imported.
WEB: Final = (sys.executable, "-P", "-m", "gunicorn", "-c", "python:jide.embedded.gunicorn_conf")
WORKER: Final = (sys.executable, "-P", "-m", "jide.cli", "worker")


def environment(settings: Settings, own: Mapping[str, str]) -> dict[str, str]:
    """The environment of a child: every setting as it is here, secrets only where `own` names them.

    A child sees what its parent decided, not what else the caller's environment holds.
    """
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JIDE_")}
    given = {f"JIDE_{name.upper()}": _written(value) for name, value in settings if _is_plain(value)}
    return {**inherited, **given, **own}


def metrics_folder(home: Path) -> Path:
    """Where the processes of one service keep their numbers, so that any web process answers /metrics for all."""
    return home.resolve() / "metrics"


def fresh_metrics(home: Path) -> Path:
    """The same, empty: what an earlier run counted is thrown away."""
    folder = metrics_folder(home)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def forget_live_gauges(home: Path) -> None:
    """What a worker that is no more said of how things stand is no longer so; what it counted stays."""
    for file in metrics_folder(home).glob("gauge_live*"):
        file.unlink(missing_ok=True)


def become_web_server(settings: Settings, own: Mapping[str, str]) -> NoReturn:
    """Replace this process by gunicorn."""
    sys.stdout.flush()
    os.execve(WEB[0], WEB, environment(settings, own))  # noqa: S606  # no shell is wanted


def _is_plain(value: object) -> bool:
    return value is not None and not isinstance(value, SecretStr)


def _written(value: object) -> str:
    return ",".join(sorted(value)) if isinstance(value, frozenset) else str(value)
