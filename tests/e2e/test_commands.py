"""The commands as people run them: they start everything, say what to do, and leave nothing behind."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import psycopg2
import pytest
import requests
from click.testing import CliRunner, Result

from jide import __version__
from jide.cli import main
from jide.embedded import doctor
from jide.settings import load
from tests.conftest import with_database

pytestmark = pytest.mark.xdist_group("engines")

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell children of a parent's death")
_STATE = {
    "url", "pid", "database_url", "admin_database_url", "redis_url", "tenant", "app_key", "reviewer_key", "admin_key",
    "console",
}  # fmt: skip


def _environment(**given: str) -> dict[str, str]:
    return {**{k: v for k, v in os.environ.items() if not k.startswith("JIDE_")}, **given}


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "jide.cli", *map(str, arguments)]


def _run(*arguments: object, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        _command(*arguments), env=_environment(**environment), capture_output=True, text=True, timeout=90
    )


def _invoke(*arguments: object, **environment: str) -> Result:
    """The command inside this process: quicker, where it starts nothing."""
    unset = {name: None for name in os.environ if name.startswith("JIDE_")}
    return CliRunner().invoke(main, list(map(str, arguments)), env={**unset, **environment})


Child: TypeAlias = "subprocess.Popen[str]"
Up = Callable[..., Child]


def _state(child: Child, home: Path) -> dict[str, Any]:
    """state.json, once the service is ready."""
    while json.loads(_text(home / "state.json") or "{}").get("pid") != child.pid:
        if child.poll() is not None:
            raise AssertionError(child.communicate()[0])
        time.sleep(0.05)
    found: dict[str, Any] = json.loads((home / "state.json").read_text("utf-8"))
    return found


def _text(file: Path) -> str:
    return file.read_text("utf-8") if file.exists() else ""


def _children(pid: int) -> list[int]:
    """The living processes that `pid` started, and those they started."""
    found = Path(f"/proc/{pid}/task/{pid}/children")
    direct = [int(child) for child in found.read_text().split()] if found.exists() else []
    return [*direct, *(grandchild for child in direct for grandchild in _children(child))]


def _are_gone(pids: Sequence[int], seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        states = [p.read_text().rpartition(")")[2].split()[0] for p in map(_stat, pids) if p.exists()]
        if all(state == "Z" for state in states):
            return True
        time.sleep(0.05)
    return False


def _stat(pid: int) -> Path:
    return Path(f"/proc/{pid}/stat")


def _is_ready(url: str) -> bool:
    try:
        return requests.get(f"{url}/readyz", timeout=5).status_code == 200
    except requests.ConnectionError:
        return False


@pytest.fixture
def home() -> Iterator[Path]:
    """A home directory that other accounts can reach, as a user's project directory is."""
    folder = Path(tempfile.mkdtemp(prefix="jide-up-"))
    folder.chmod(0o755)
    yield folder / "home"
    shutil.rmtree(folder)


@pytest.fixture
def up(home: Path) -> Iterator[Up]:
    """Start `jide up` in the home; whatever still runs when the test ends is told to stop."""
    started: list[Child] = []

    def start(**environment: str) -> Child:
        command = _command("up", "--home", home, "--port", "0", "--workers", "1")
        started.append(
            subprocess.Popen(
                command, env=_environment(**environment), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            )
        )
        return started[-1]

    yield start
    for child in started:
        child.terminate()
        child.communicate(timeout=60)


@pytest.fixture
def own_database(admin_url: str) -> Iterator[str]:
    """An empty database on the test engine, as the bootstrap account."""
    name = f"jide_commands_{os.getpid()}"
    server = psycopg2.connect(admin_url)
    server.autocommit = True
    with server.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
        yield with_database(admin_url, name)
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    server.close()


# --- up -------------------------------------------------------------------------------


@on_linux
def test_up_serves_says_where_and_ends_cleanly(home: Path, up: Up) -> None:
    """The service answers with the keys of state.json; other commands find it; Ctrl-C leaves nothing behind."""
    child = up()
    state = _state(child, home)
    assert set(state) >= _STATE
    assert (state["pid"], state["tenant"], state["console"]) == (child.pid, "default", None)
    assert _is_ready(state["url"])
    private = [home / name for name in ("state.json", "secrets.json", "engines.json")]
    assert [oct(path.stat().st_mode & 0o777) for path in private] == ["0o600"] * 3
    _check_what_the_children_are_told(child.pid, state)
    _check_other_commands(home, state)
    second = _run("up", "--home", home, "--port", "0")
    assert (second.returncode, f"process {child.pid}" in second.stderr) == (1, True)
    pids = _children(child.pid)
    child.send_signal(signal.SIGINT)
    said = child.communicate(timeout=60)[0]
    assert (child.returncode, state["url"] in said) == (0, True)
    assert _are_gone(pids)
    assert not (home / "state.json").exists()


def _check_what_the_children_are_told(pid: int, state: dict[str, Any]) -> None:
    """No secret on a command line; nobody but the supervisor knows the bootstrap account."""
    secrets = [urlsplit(state[name]).password for name in ("database_url", "admin_database_url", "redis_url")]
    for child in _children(pid):
        command = Path(f"/proc/{child}/cmdline").read_text()
        told = Path(f"/proc/{child}/environ").read_text(errors="replace")
        assert not [secret for secret in secrets if secret and secret in command]
        assert str(secrets[1]) not in told


def _check_other_commands(home: Path, state: dict[str, Any]) -> None:
    """Without a variable set, they take the addresses from the running service."""
    doctor = _run("doctor", "--json", "--home", home)
    findings = json.loads(doctor.stdout)
    assert (doctor.returncode, [f for f in findings if f["status"] in {"warn", "missing"}]) == (0, [])
    assert {f["name"] for f in findings} >= {"postgres version", "migrations", "redis appendonly", "login jide_web"}
    made = json.loads(_run("keys", "create", "--home", home, "--app", "dify", "--json").stdout)
    url = f"{state['url']}/api/v1/memory/user/u1"
    assert requests.get(url, headers={"Authorization": f"Bearer {made['key']}"}, timeout=10).status_code == 200
    assert _run("keys", "revoke", made["key_id"], "--home", home).returncode == 0
    listed = json.loads(_run("keys", "list", "--home", home, "--json").stdout)
    assert [k["revoked_at"] is not None for k in listed if k["key_id"] == made["key_id"]] == [True]
    assert made["key"] not in json.dumps(listed)
    assert _run("keys", "revoke", "nosuchkey", "--home", home).returncode == 1


@on_linux
def test_nothing_outlives_a_killed_up_and_the_next_one_keeps_its_keys(home: Path, up: Up) -> None:
    """kill -9 of the supervisor ends web server, worker and engines; keys and data stay."""
    child = up()
    before = _state(child, home)
    pids = _children(child.pid)
    assert len(pids) > 4
    child.kill()
    child.communicate()
    after = _state(up(), home)  # at once, beside what is on its way out
    assert _are_gone(pids)
    kept = ("app_key", "reviewer_key", "admin_key", "database_url")
    assert [after[name] for name in kept] == [before[name] for name in kept]
    assert _is_ready(after["url"])


@on_linux
@pytest.mark.parametrize("delay", [0.0, 0.05])
def test_a_kill_during_the_first_migration_is_harmless(home: Path, up: Up, delay: float) -> None:
    """The next start goes on from whatever stands."""
    child = up()
    assert child.stdout
    while "migrations" not in child.stdout.readline():
        assert child.poll() is None
    time.sleep(delay)
    child.kill()
    child.communicate()
    assert _is_ready(_state(up(), home)["url"])


@on_linux
def test_what_dies_is_started_again(home: Path, up: Up, own_database: str, redis_url: str) -> None:
    """A killed web server and worker come back on the same address; nothing else is disturbed."""
    child = up(JIDE_DATABASE_URL=own_database, JIDE_REDIS_URL=redis_url)
    state = _state(child, home)
    assert "admin_database_url" not in state  # nothing is bundled here
    first = {name: (home / f"{name}.lock").read_text() for name in ("gunicorn", "worker")}
    with requests.Session() as kept:  # its connection would keep an orphaned web process busy, and the next one waiting
        kept.get(f"{state['url']}/livez", timeout=5)
        for pid in first.values():
            os.kill(int(pid), signal.SIGKILL)
        deadline = time.monotonic() + 30
        while any((home / f"{name}.lock").read_text() in {"", pid} for name, pid in first.items()):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        while not _is_ready(state["url"]):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert child.poll() is None
    assert _learns_soon(state)  # the new worker does not wait until the leases of the dead one run out
    child.terminate()
    assert "75" not in child.communicate(timeout=60)[0]  # nothing was started in vain


def _learns_soon(state: dict[str, Any]) -> bool:
    """Whether a message is understood well within the time of a lease."""
    address, headers = f"{state['url']}/api/v1/memory", {"Authorization": f"Bearer {state['app_key']}"}
    turn = {"user": "以后报价都用美元"}
    requests.post(f"{address}/turns?user_id=u&session_id=s", data=turn, headers=headers, timeout=10)
    deadline = time.monotonic() + 8
    while time.monotonic() < deadline:
        found = requests.get(f"{address}/session/u/s/messages", headers=headers, timeout=10).json()["messages"]
        if [message["state"] for message in found] == ["done"]:
            return True
        time.sleep(0.1)
    return False


def test_a_taken_port_is_named_with_the_way_out(home: Path, own_database: str, redis_url: str) -> None:
    """The user reads which port and which option, not a traceback."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        found = _run(
            "up", "--home", home, "--port", port, JIDE_DATABASE_URL=own_database, JIDE_REDIS_URL=redis_url
        )  # fmt: skip
    assert (found.returncode, str(port) in found.stderr, "--port 0" in found.stderr) == (1, True, True)


def test_an_account_without_rights_is_told_what_to_set(home: Path, own_database: str, redis_url: str) -> None:
    """An external database whose account may not create roles needs an administrator's URL, or the two logins'."""
    with closing(psycopg2.connect(own_database)) as server:
        server.autocommit = True
        cursor = server.cursor()
        cursor.execute("DROP ROLE IF EXISTS jide_plain")
        cursor.execute("CREATE ROLE jide_plain LOGIN PASSWORD 'plain'")
        parts = urlsplit(own_database)
        plain = parts._replace(netloc=f"jide_plain:plain@{parts.hostname}:{parts.port}").geturl()
        up = _run("up", "--home", home, "--port", "0", JIDE_DATABASE_URL=plain, JIDE_REDIS_URL=redis_url)
        migrate = _run("migrate", "--home", home, JIDE_DATABASE_URL=plain)
        cursor.execute("DROP ROLE jide_plain")
    assert (up.returncode, "JIDE_ADMIN_DATABASE_URL" in up.stderr) == (1, True)
    assert (migrate.returncode, "JIDE_ADMIN_DATABASE_URL" in migrate.stderr) == (1, True)


def test_the_demo_shows_what_it_states_whatever_is_set(home: Path) -> None:
    """Exit 0, twice on one home, with settings of the caller's that would change what is learned; nothing stays."""
    for _ in range(2):
        found = _run("demo", "--home", home, JIDE_AUTO_PROMOTE="1.0", JIDE_SESSION_TTL_SECONDS="1")
        assert found.returncode == 0, found.stdout + found.stderr
    assert not (home / "demo" / "state.json").exists()
    assert not (home / "state.json").exists()


# --- one process each -----------------------------------------------------------------


def test_migrate_serve_and_worker_work_alone(home: Path, own_database: str, redis_url: str, tmp_path: Path) -> None:
    """A deployment runs one process per command, with nothing but the environment, and leaves no files behind."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    given = {
        "JIDE_DATABASE_URL": own_database, "JIDE_REDIS_URL": redis_url, "JIDE_HOME": str(home),
        "TMPDIR": str(temporary),
    }  # fmt: skip
    unmigrated = _run("doctor", **given)
    assert (unmigrated.returncode, "jide migrate" in unmigrated.stdout) == (1, True)
    first, again = _run("migrate", **given), _run("migrate", **given)
    assert ("applied migrations/" in first.stdout, "applied" in again.stdout) == (True, False)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    serve = subprocess.Popen(_command("serve"), env=_environment(**given, JIDE_PORT=port), stderr=subprocess.DEVNULL)
    worker = subprocess.Popen(_command("worker"), env=_environment(**given), stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while not _is_ready(f"http://127.0.0.1:{port}"):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert worker.poll() is None
    finally:
        for child in (serve, worker):
            child.terminate()
    assert [child.wait(30) for child in (serve, worker)] == [0, 0]
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    "command", [["migrate"], ["serve"], ["worker"], ["keys", "list"], ["keys", "create", "--app", "a"]]
)  # fmt: skip
def test_a_command_that_finds_no_service_says_how_to_get_one(home: Path, command: list[str]) -> None:
    """Neither a variable nor a running service: the way to both is named, and no engine is started."""
    found = _invoke(*command, "--home", home)
    assert (found.exit_code, "jide up" in found.stderr, "JIDE_" in found.stderr) == (1, True, True)
    assert not home.exists()


@pytest.mark.parametrize("url", ["postgresql://x:geheim@127.0.0.1:1/none", "nonsense"])
def test_a_database_that_is_away_is_named_without_its_password(home: Path, url: str) -> None:
    """One sentence, exit 1, no traceback, no secret."""
    found = _invoke("migrate", "--home", home, JIDE_DATABASE_URL=url)
    assert (found.exit_code, found.stderr.count("\n"), "geheim" in found.stderr) == (1, 1, False)


def test_a_wrong_setting_is_named(home: Path) -> None:
    """The variable, not a traceback."""
    found = _invoke("doctor", "--home", home, JIDE_PORT="80a")
    assert (found.exit_code, "JIDE_PORT" in found.stderr, "Traceback" in found.stderr) == (1, True, False)


def test_a_misspelt_setting_is_found_by_the_doctor(home: Path) -> None:
    """It would be passed over without a word."""
    found = _invoke("doctor", "--home", home, JIDE_PROT="8081")
    assert "! settings: JIDE_PROT is no setting: it does nothing\n    → did you mean JIDE_PORT?" in found.output


def test_the_doctor_looks_at_the_servers_that_are_set(home: Path) -> None:
    """Not at those of a service that runs here with others."""
    settings = load(home=home, database_url="postgresql://x:y@127.0.0.1:1/set", redis_url="redis://127.0.0.1:1")
    found = doctor.examine(settings, {"admin_database_url": "postgresql://x:y@127.0.0.1:2/running"})
    assert [f.detail for f in found if f.name == "postgres" and "127.0.0.1:1 " in f.detail]


def test_the_version_is_the_packages() -> None:
    """`jide --version` names it."""
    assert _invoke("--version").output.strip().endswith(__version__)
