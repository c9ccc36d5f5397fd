"""gunicorn's settings, from Jide's: `gunicorn -c python:jide.embedded.gunicorn_conf`, as `jide serve` and `up` do."""

import importlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from jide.embedded import commands
from jide.settings import load

_settings = load()

wsgi_app = "jide.wsgi:application"
bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"
workers = _settings.workers
threads = _settings.threads
worker_class = "gthread"
# Every process makes its own connections: a forked one would be shared.
preload_app = False
timeout = 30
graceful_timeout = 10
# Longer than load balancers and Dify's HTTP client keep an idle connection, so that they close it first.
keepalive = 75
# A short question in the query of GET /context, percent-encoded; the longest that gunicorn allows.
limit_request_line = 8190
# Heartbeats on a disk that stalls would get healthy processes killed.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK) else None  # noqa: S108
loglevel = _settings.log_level.lower()
# Request lines hold user ids and questions.
accesslog = None
control_socket_disable = True

# Whichever process is asked for /metrics answers for all of them, from files here. The variable must stand before one
# of them imports the metrics library. `jide up` gives its own folder to web server and worker, and clears it itself.
_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
_own = _settings.home.is_dir()
if os.environ.get(_VARIABLE) != str(commands.metrics_folder(_settings.home)):
    _fresh = commands.fresh_metrics(_settings.home if _own else Path(tempfile.mkdtemp(prefix="jide-metrics-")))
    os.environ[_VARIABLE] = str(_fresh)

# Loaded once, before the fork, connected to nothing: a process that died is replaced in a moment.
importlib.import_module("jide.app")


def on_exit(_server: Any) -> None:
    """Leave nothing in the system's temporary directory."""
    if not _own:
        shutil.rmtree(Path(os.environ[_VARIABLE]).parent, ignore_errors=True)
