"""The database made ready for the service: migrated, and the URLs of the two logins."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import psycopg2
from pydantic import SecretStr

from jide.embedded.home import Home
from jide.errors import Misconfigured, Unavailable
from jide.infra import logins, migrations
from jide.infra.logins import LoginUrls
from jide.settings import Settings

SECRETS: Final = "secrets.json"


@contextmanager
def connected(url: str) -> Iterator[Any]:
    """A connection for administration. Raises Unavailable, naming the server but not the password."""
    try:
        connection = psycopg2.connect(url, connect_timeout=5, application_name="jide admin")
    except psycopg2.OperationalError as error:
        parts = urlsplit(url)
        said = (str(error).strip().splitlines() or ["no answer"])[0].rpartition("failed: ")[2]
        raise Unavailable(f"PostgreSQL at {parts.hostname}:{parts.port or 5432} cannot be used: {said}") from error
    except psycopg2.ProgrammingError as error:
        raise Misconfigured("the PostgreSQL URL is not valid: postgresql://user:password@host:5432/database") from error
    try:
        yield connection
    finally:
        connection.close()


def prepare(settings: Settings, bundled: str, home: Home) -> LoginUrls:
    """Migrate, give the logins their passwords, and say where web and worker connect.

    `bundled` is the bundled engine's bootstrap URL, '' with a database of one's own.
    """
    own, worker = given(settings.database_url), given(settings.worker_database_url)
    admin = bundled or given(settings.admin_database_url) or own
    with connected(admin) as connection:
        if _may_create_roles(connection):
            migrations.migrate(connection)
            if not bundled and worker:
                return LoginUrls(web=own, work=worker)
            if not bundled and urlsplit(own).username in logins.LOGINS:
                raise Misconfigured(
                    "JIDE_DATABASE_URL is the web server's login: set JIDE_WORKER_DATABASE_URL to that of jide_work too"
                )
            secret = login_secret(admin, home)
            logins.set_passwords(connection, secret)
            connection.commit()
            return logins.login_urls(admin, secret)
        if not _is_migrated(connection):
            raise Misconfigured(
                "the account of JIDE_DATABASE_URL may not create roles, and the database is not migrated: "
                "set JIDE_ADMIN_DATABASE_URL to an account with CREATEROLE, here or for `jide migrate`"
            )
    if not worker:
        raise Misconfigured(
            "the account of JIDE_DATABASE_URL may not create roles: set JIDE_DATABASE_URL to the login jide_web, and "
            "JIDE_WORKER_DATABASE_URL to the login jide_work"
        )
    return LoginUrls(web=own, work=worker)


def migrate(admin_url: str) -> list[str]:
    """Bring the database up to date; the names of what was applied now. Raises Misconfigured without the right."""
    with connected(admin_url) as connection:
        if not _may_create_roles(connection):
            raise Misconfigured(
                "this account may not create roles: set JIDE_ADMIN_DATABASE_URL to an account with CREATEROLE"
            )
        return migrations.migrate(connection)


def login_secret(admin_url: str, home: Home) -> str:
    """What the logins' passwords are derived from: the admin's own password, else a secret kept in the home."""
    password = urlsplit(admin_url).password
    if password:
        return unquote(password)
    kept = home.read(SECRETS)
    if "login_secret" not in kept:
        kept["login_secret"] = secrets.token_hex(32)
        home.write(SECRETS, kept)
    return str(kept["login_secret"])


def given(secret: SecretStr | None) -> str:
    """The text of a setting that may hold a password; '' where it is not set, or set to nothing."""
    return secret.get_secret_value() if secret else ""


def _may_create_roles(connection: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def _is_migrated(connection: Any) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('jide.messages') IS NOT NULL")
        return bool(cursor.fetchone()[0])
