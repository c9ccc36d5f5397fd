"""A running service, started as a user starts it: `jide up` on external engines, its own home, a free port."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg2
import pytest
import requests

from tests.conftest import with_database


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """The running service over HTTP, as the app key unless another is named."""

    state: dict[str, Any]

    def call(self, method: str, path: str, *, key: str | None = None, **more: Any) -> requests.Response:
        """One call below /api/v1/memory."""
        headers = {"Authorization": f"Bearer {key or self.state['app_key']}"}
        return requests.request(
            method, f"{self.state['url']}/api/v1/memory{path}", headers=headers, timeout=30, **more
        )  # fmt: skip

    def turn(self, user: str, session: str, text: str, reply: str = "好的。", **query: Any) -> dict[str, Any]:
        """Post one turn and return when it is extracted, however busy the machine; the reply's JSON."""
        response = self.call(
            "POST", "/turns",
            params={"user_id": user, "session_id": session, "wait": 2000, **query},
            data={"user": text, "assistant": reply},
        )  # fmt: skip
        assert response.status_code == 202, response.text
        found: dict[str, Any] = response.json()
        deadline = time.monotonic() + 30
        while self._waits(user, session):
            assert time.monotonic() < deadline, "the worker does not come"
            time.sleep(0.05)
        return found

    def _waits(self, user: str, session: str) -> bool:
        messages = self.call("GET", f"/session/{user}/{session}/messages").json()["messages"]
        return any(message["state"] == "queued" for message in messages)

    def memories(self, user: str, **query: Any) -> list[dict[str, Any]]:
        """The user's UCUs, active ones unless asked otherwise."""
        found: list[dict[str, Any]] = self.call("GET", f"/user/{user}", params=query).json()["memories"]
        return found


@pytest.fixture(scope="session")
def service(admin_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """`jide up` with sessions that live two seconds, on a database of its own."""
    name = f"jide_e2e_{os.getpid()}"
    server = psycopg2.connect(admin_url)
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    home = tmp_path_factory.mktemp("home")
    environment = {
        **os.environ,
        "JIDE_DATABASE_URL": with_database(admin_url, name),
        "JIDE_REDIS_URL": with_database(redis_url, "9"),
        "JIDE_SESSION_TTL_SECONDS": "2",
    }
    command = [sys.executable, "-m", "jide.cli", "up", "--home", str(home), "--port", "0", "--workers", "2"]
    log = (home / "test.log").open("w")
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        yield Client(state=_ready(process, home))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
        log.close()
        with server.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
        server.close()


def _ready(process: subprocess.Popen[bytes], home: Path) -> dict[str, Any]:
    """The contents of state.json once it is there."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        if (home / "state.json").exists():
            found: dict[str, Any] = json.loads((home / "state.json").read_text("utf-8"))
            return found
        time.sleep(0.1)
    raise AssertionError((home / "test.log").read_text("utf-8"))
