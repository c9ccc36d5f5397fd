"""The two login roles: their passwords, and the URLs under which web and worker connect."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from psycopg2 import sql

LOGINS: Final = ("jide_web", "jide_work")

# Roles belong to the whole cluster: another database's start may set the same password at this moment, and the
# slower of the two then fails with "tuple concurrently updated".
_ALTER_LOGIN: Final = """
DO $do$
BEGIN
    FOR attempt IN 1..50 LOOP
        BEGIN
            ALTER ROLE {login} PASSWORD {password};
            EXIT;
        EXCEPTION WHEN internal_error THEN
            IF attempt = 50 THEN RAISE; END IF;
            PERFORM pg_sleep(0.01 * attempt);
        END;
    END LOOP;
END
$do$
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginUrls:
    """Where the web server and the worker connect; both hold a password."""

    web: str
    work: str


def password_for(login: str, secret: str) -> str:
    """The password of `login`, the same on every host that knows `secret`.

    Derived, not random: two supervisors that share a database and its bootstrap account must agree,
    and a cluster's roles are shared by all of its databases.
    """
    return hmac.new(secret.encode(), f"jide login {login}".encode(), hashlib.sha256).hexdigest()


def set_passwords(connection: Any, secret: str) -> None:
    """Give both logins their passwords, over the bootstrap account's connection."""
    with connection.cursor() as cursor:
        for login in LOGINS:
            password = sql.Literal(password_for(login, secret))
            cursor.execute(sql.SQL(_ALTER_LOGIN).format(login=sql.Identifier(login), password=password))


def login_urls(admin_url: str, secret: str) -> LoginUrls:
    """`admin_url` with each login in place of the bootstrap account."""
    web, work = (_with_login(admin_url, login, password_for(login, secret)) for login in LOGINS)
    return LoginUrls(web=web, work=work)


def _with_login(url: str, login: str, password: str) -> str:
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    # A user named among the options would win over the login, and be the bootstrap account.
    options = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in {"user", "password"}]
    netloc = f"{login}:{quote(password, safe='')}@{host}"
    return urlunsplit(parts._replace(netloc=netloc, query=urlencode(options, quote_via=quote)))
