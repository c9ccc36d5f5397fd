"""The command `jide`: what people and process managers call."""

import json
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NoReturn

import click
import psycopg2

from jide import __version__, demo, worker
from jide.caller import IDENTITIES, ROLES
from jide.embedded import Engines, commands, database, doctor
from jide.embedded.database import given
from jide.embedded.home import Home
from jide.embedded.supervisor import TENANT, Supervisor
from jide.errors import JideError, Misconfigured, NotFound
from jide.health import cron
from jide.infra import keys as api_keys
from jide.infra import migrations, sequencer, snapshot, verify
from jide.infra.deps import Deps, utc_now
from jide.infra.postgres import Database
from jide.infra.sequencer import GENESIS, Head
from jide.infra.times import stamp
from jide.namespace import Namespace, check_tenant
from jide.settings import Settings, load, strays

_KEY_ROLES: Final = tuple(role for role in ROLES if role != "self")
_SIGNS: Final = {"ok": "✓", "note": "·", "warn": "!", "missing": "✗"}


class _Commands(click.Group):
    """Commands whose failures are sentences, not tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except JideError as error:
            raise click.ClickException(error.detail) from error


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="jide")
def main() -> None:
    """Jide 记得: evidenced long-term memory for agents."""


_home_option = click.option(
    "--home",
    type=click.Path(path_type=Path),
    help="Engine data, secrets and state.json. [default: $JIDE_HOME or .jide]",
)


def _settings(**options: Any) -> Settings:
    return load(**{name: value for name, value in options.items() if value is not None})


def _running(settings: Settings) -> dict[str, Any]:
    """state.json of the `jide up` that runs in this home; empty when none does."""
    home = Home(settings.home)
    return home.read("state.json") if home.is_held() else {}


def _needed(found: str, variable: str, settings: Settings) -> str:
    """`found`, or an error that says which command or variable brings it."""
    if not found:
        raise Misconfigured(f"nothing runs in {settings.home.resolve()}: start `jide up` there, or set {variable}")
    return found


# --- the service ----------------------------------------------------------------------


_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def _supervised(settings: Settings) -> Iterator[tuple[Supervisor, dict[str, Any]]]:
    """A running service, stopped when the block ends. A signal that asks for an end raises KeyboardInterrupt."""
    for number in _ENDINGS:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup means it
            signal.signal(number, signal.default_int_handler)
    supervisor = Supervisor(settings, lambda text: click.echo(text, err=True))
    try:
        yield supervisor, supervisor.start()
    finally:
        for number in _ENDINGS:
            signal.signal(number, signal.SIG_IGN)  # once is enough: stopping is not to be cut short
        supervisor.stop()


@main.command()
@_home_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the web server; 0 picks a free one.")
@click.option("--workers", type=click.IntRange(1, 64), help="Web server processes.")
def up(home: Path | None, port: int | None, workers: int | None) -> None:
    """Run everything in the foreground: engines, migrations, web server, worker."""
    settings = _settings(home=home, port=port, workers=workers)
    with suppress(KeyboardInterrupt), _supervised(settings) as (supervisor, state):
        click.echo(_welcome(state, settings.home.resolve() / "state.json"))
        supervisor.watch()
    click.echo("已停止 · stopped", err=True)


def _welcome(state: Mapping[str, Any], file: Path) -> str:
    return (
        f"\n记得 Jide  {state['url']}\n"
        f"  密钥 · keys       {file}  (app_key, reviewer_key, admin_key)\n"
        f"  健康 · health     {state['url']}/readyz\n"
        f"  日志 · logs       {file.parent / 'log'}\n"
        "  按 Ctrl-C 停止一切 · Ctrl-C stops all of it\n"
    )


@main.command()
@_home_option
def migrate(home: Path | None) -> None:
    """Bring the database up to date; needs an account that may create roles."""
    settings = _settings(home=home)
    admin = given(settings.admin_database_url) or given(settings.database_url)
    url = _needed(admin or str(_running(settings).get("admin_database_url", "")), "JIDE_ADMIN_DATABASE_URL", settings)
    for name in database.migrate(url):
        click.echo(f"applied {name}")
    click.echo("数据库已是最新 · the database is up to date")


@main.command()
@_home_option
def serve(home: Path | None) -> NoReturn:
    """Become the web server (gunicorn), in the foreground."""
    settings = _settings(home=home)
    state = _running(settings)
    own = {
        "JIDE_DATABASE_URL": _needed(
            given(settings.database_url) or str(state.get("database_url", "")), "JIDE_DATABASE_URL", settings
        ),
        "JIDE_REDIS_URL": _needed(
            given(settings.redis_url) or str(state.get("redis_url", "")), "JIDE_REDIS_URL", settings
        ),
    }
    commands.become_web_server(settings, own)


@main.command(name="worker")
@_home_option
@click.option("--name", default="", hidden=True, help="For `jide up`: it knows that the last one of this name is dead.")
def run_worker(home: Path | None, name: str) -> None:
    """Read the outbox, archive, extract and promote, until told to stop."""
    settings = _settings(home=home)
    state = _running(settings)
    own = given(settings.worker_database_url) or given(settings.database_url)
    database_url = _needed(own or str(state.get("worker_database_url", "")), "JIDE_WORKER_DATABASE_URL", settings)
    redis_url = given(settings.redis_url) or str(state.get("redis_url", ""))
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    worker.run(
        _settings(
            home=home, database_url=database_url, worker_database_url=database_url,
            redis_url=_needed(redis_url, "JIDE_REDIS_URL", settings),
        ),
        stop=stop, name=name,
    )  # fmt: skip


# --- looking and measuring ------------------------------------------------------------


@main.command(name="doctor")
@_home_option
@click.option("--json", "as_json", is_flag=True, help="Findings as JSON.")
def examine(home: Path | None, as_json: bool) -> None:
    """Say what is missing here and how to mend it; exit 1 when something must be mended."""
    settings = _settings(home=home)
    findings = doctor.examine(settings, _running(settings), strays())
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            click.echo(f"{_SIGNS[finding.status]} {finding.name}: {finding.detail}")
            if finding.mend:
                click.echo(f"    → {finding.mend}")
    sys.exit(any(finding.status == "missing" for finding in findings))


@main.command(name="health")
@_home_option
@click.option("--tenant", default="", help="Only this tenant. [default: all]")
@click.option("--fail-on", type=click.Choice(list(cron.EXITS)), default="warn", help="Exit 0 below. [default: warn]")
@click.option("--history", type=click.IntRange(1, 500), default=None, help="Show so many kept reports instead.")
@click.option("--webhook", default="", metavar="URL", help="POST the report there when the status has changed.")
@click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")
def check_health(home: Path | None, history: int | None, **order: Any) -> None:
    """Look at everything, for cron; exit 0 ok, 1 warn, 2 alarm or nothing to look at."""
    settings = _settings(home=home)
    try:
        url = given(settings.redis_url) or str(_running(settings).get("redis_url", ""))
        client = cron.client(_needed(url, "JIDE_REDIS_URL", settings))
        with _system(home) as pool:
            deps = Deps(settings=settings, database=pool, redis=client)
            done = cron.run(deps, cron.Order(history=history or 0, **order))
    except (JideError, psycopg2.Error) as error:  # the status is what cron reads: no fault may look like a warning
        click.echo(f"Error: {error.detail if isinstance(error, JideError) else type(error).__name__}", err=True)
        sys.exit(cron.UNABLE)
    click.echo(done.text)
    if done.trouble:
        click.echo(f"Error: {done.trouble}", err=True)
    sys.exit(done.exit)


@main.command()
@click.option("--write", "write", is_flag=True, help="Rewrite sql/schema.sql.")
@click.option("--check", "check", is_flag=True, help="Exit 1 unless sql/schema.sql is what the migrations make.")
def schema(write: bool, check: bool) -> None:
    """The schema that the migrations make, made by running them on an engine of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="jide-schema-") as folder,
        Engines(Path(folder), pg_user=load().pg_user, valkey=False) as running,
        database.connected(running.admin_url) as connection,
    ):
        migrations.migrate(connection)
        text = snapshot.snapshot(connection)
    file = Path(str(files("jide.sql"))) / "schema.sql"
    if write:
        file.write_text(text, "utf-8")
    elif not check:
        click.echo(text, nl=False)
    elif not file.exists() or file.read_text("utf-8") != text:
        raise click.ClickException("sql/schema.sql is not what the migrations make; run `jide schema --write`")


@main.command(name="demo")
@_home_option
def show(home: Path | None) -> None:
    """Replay a bilingual conversation against a service of its own and show what was learned.

    Settings other than --home and JIDE_PG_USER are left at their defaults: the demo shows the same everywhere.
    """
    here = _settings(home=home)
    defaults = {name: field.default for name, field in Settings.model_fields.items()}
    own = {"home": here.home / "demo", "port": 0, "pg_user": here.pg_user, "log_level": here.log_level}
    outcome = 1
    with suppress(KeyboardInterrupt), _supervised(load(**{**defaults, **own})) as (_, state):
        outcome = demo.run(state, sys.stdout)
    sys.exit(outcome)


# --- keys -----------------------------------------------------------------------------


@main.group()
def keys() -> None:
    """API keys of a tenant."""


@contextmanager
def _administration(home: Path | None) -> Iterator[Database]:
    settings = _settings(home=home)
    own = given(settings.database_url) or str(_running(settings).get("database_url", ""))
    pool = Database(_needed(own, "JIDE_DATABASE_URL", settings), size=1, statement_timeout=10_000)
    try:
        yield pool
    finally:
        pool.close()


_tenant_option = click.option("--tenant", default=TENANT, show_default=True, help="Whose keys.")
_json_option = click.option("--json", "as_json", is_flag=True, help="JSON instead of text.")


@keys.command(name="create")
@_home_option
@_tenant_option
@click.option("--app", "app_id", required=True, help="The app that will use it.")
@click.option("--role", type=click.Choice(_KEY_ROLES), default="app", show_default=True)
@click.option("--identity", type=click.Choice(IDENTITIES), default="asserted", show_default=True)
@click.option("--scopes", help="Comma-separated; default: all that the role may have.")
@click.option("--subject", default="", help="For keys of staff: the user id of the person behind it.")
@_json_option
def create_key(
    home: Path | None, tenant: str, app_id: str, role: str, identity: str, scopes: str | None, subject: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a key. The secret is shown once and stored nowhere."""
    wanted = None if scopes is None else [scope.strip() for scope in scopes.split(",") if scope.strip()]
    with _administration(home) as pool:
        new = api_keys.create_key(
            pool, Namespace(tenant_id=tenant), app_id=app_id, role=role, now=utc_now(), identity=identity,
            scopes=wanted, subject=subject,
        )  # fmt: skip
    click.echo(json.dumps({"key_id": new.key_id, "key": new.text}) if as_json else new.text)


@keys.command(name="list")
@_home_option
@_tenant_option
@_json_option
def list_keys(home: Path | None, tenant: str, as_json: bool) -> None:
    """The tenant's keys, newest first, without their secrets."""
    with _administration(home) as pool:
        rows = api_keys.list_keys(pool, Namespace(tenant_id=tenant))
    if not rows:
        click.echo(f"{tenant} has no keys; make one with `jide keys create`", err=True)
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False, default=_plain, indent=2))
        return
    for row in rows:
        ended = f"  revoked {stamp(row['revoked_at'])}" if row["revoked_at"] else ""
        click.echo(f"{row['key_id']}  {row['role']:<9}  {row['app_id']}  {stamp(row['created_at'])}{ended}")


def _plain(value: Any) -> str:
    return stamp(value) if isinstance(value, datetime) else str(value)


@keys.command(name="revoke")
@_home_option
@_tenant_option
@click.argument("key_id")
def revoke_key(home: Path | None, tenant: str, key_id: str) -> None:
    """End a key, everywhere within five seconds. KEY_ID is the third part of jk_<tenant>_<key_id>_<secret>."""
    with _administration(home) as pool:
        try:
            api_keys.revoke_key(pool, Namespace(tenant_id=tenant), key_id, now=utc_now())
        except NotFound as error:
            raise click.ClickException(f"{tenant} has no key {key_id}; see `jide keys list`") from error
    click.echo(f"revoked {key_id}")


# --- the audit ------------------------------------------------------------------------


@main.group(name="audit")
def audit_commands() -> None:
    """The audit of a tenant."""


def _noted_head(_context: click.Context, _parameter: click.Parameter, text: str | None) -> Head | None:
    number, _, digest = (text or "").partition(":")
    if text is not None and not (number.isdecimal() and len(digest) == len(GENESIS)):
        raise click.BadParameter("NUMBER:HASH, as `jide audit verify --json` and the worker's log show them")
    return Head(number=int(number), hash=digest.lower()) if text is not None else None


@audit_commands.command(name="verify")
@_home_option
@click.option("--tenant", default=TENANT, show_default=True, help="Whose audit.")
@click.option("--all", "everybody", is_flag=True, help="Every tenant's.")
@click.option("--head", "noted", callback=_noted_head, metavar="NUMBER:HASH", help="An end that was noted elsewhere.")
@_json_option
def verify_audit(home: Path | None, tenant: str, everybody: bool, noted: Head | None, as_json: bool) -> None:
    """Compute the chain again; exit 2 where a row was changed, moved, added or taken out."""
    if everybody and noted is not None:
        raise click.UsageError("--head is one tenant's: name it with --tenant")
    with _system(home) as pool:
        names = sequencer.list_tenants(pool) if everybody else [check_tenant(tenant)]
        reports = [verify.verify(pool, Namespace(tenant_id=name), noted=noted) for name in names]
    if as_json:
        click.echo(json.dumps([report.as_json() for report in reports], indent=2))
    else:
        for report in reports:
            click.echo(_verified(report))
    sys.exit(2 if any(report.broken for report in reports) else 0)


@contextmanager
def _system(home: Path | None) -> Iterator[Database]:
    """A connection of the worker's login, which may become the system role."""
    settings = _settings(home=home)
    own = given(settings.worker_database_url) or given(settings.database_url)
    url = _needed(own or str(_running(settings).get("worker_database_url", "")), "JIDE_WORKER_DATABASE_URL", settings)
    pool = Database(url, size=1, statement_timeout=60_000)
    try:
        yield pool
    finally:
        pool.close()


def _verified(report: verify.Report) -> str:
    """One tenant's report for people."""
    said = f"broken at {report.broken.number}: {report.broken.detail}" if report.broken else "intact"
    waits = f"; {report.unchained} not chained yet, oldest {report.oldest_seconds:.1f} s" if report.unchained else ""
    sign = _SIGNS["missing" if report.broken else "ok"]
    return f"{sign} {report.tenant_id}: {said}; {report.rows} rows, ends {report.head.number}:{report.head.hash}{waits}"


if __name__ == "__main__":
    main()
