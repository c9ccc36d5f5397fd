"""The two logins: passwords that every host derives alike, and URLs that can only be theirs."""

from concurrent.futures import ThreadPoolExecutor

import psycopg2
import pytest
from psycopg2.extensions import parse_dsn

from jide.infra import logins
from jide.infra.logins import LoginUrls

SECRET = "tests"


@pytest.mark.parametrize(
    ("admin", "host"),
    [
        ("postgresql://postgres:p%40ss@db.example:5433/jide", {"host": "db.example", "port": "5433"}),
        ("postgresql://db.example/jide", {"host": "db.example"}),
        ("postgresql://postgres@[::1]:5432/jide", {"host": "::1", "port": "5432"}),
        ("postgresql:///jide?host=%2Fvar%2Frun%2Fpg%20sockets", {"host": "/var/run/pg sockets"}),
        ("postgresql://a:b@one:1,two:2/jide?sslmode=require", {"host": "one,two", "port": "1,2", "sslmode": "require"}),
        ("postgresql://db.example/jide?user=postgres&password=x", {"host": "db.example"}),
    ],
)
def test_urls_keep_the_place_and_change_the_account(admin: str, host: dict[str, str]) -> None:
    """Host, port, database and options stay; account and password are the login's, wherever they were named."""
    urls = logins.login_urls(admin, SECRET)
    for login, url in (("jide_web", urls.web), ("jide_work", urls.work)):
        account = {"user": login, "password": logins.password_for(login, SECRET), "dbname": "jide"}
        assert parse_dsn(url) == {**host, **account}


def test_passwords_differ_by_login_and_secret_only() -> None:
    """Two supervisors with one secret agree; another secret or login has another password."""
    made = [logins.password_for(login, secret) for login in logins.LOGINS for secret in (SECRET, "密钥")]
    assert len(set(made)) == len(made)
    assert made == [logins.password_for(login, secret) for login in logins.LOGINS for secret in (SECRET, "密钥")]


def test_logins_connect_with_their_own_password(login_urls: LoginUrls) -> None:
    """Each URL is its login; the other's password does not do."""
    for login, url in (("jide_web", login_urls.web), ("jide_work", login_urls.work)):
        connection = psycopg2.connect(url)
        assert connection.info.user == login
        connection.close()
    swapped = {**parse_dsn(login_urls.web), "password": parse_dsn(login_urls.work)["password"]}
    with pytest.raises(psycopg2.OperationalError):
        psycopg2.connect(**swapped)


def test_many_supervisors_set_passwords_at_once(database_url: str, login_urls: LoginUrls, login_secret: str) -> None:
    """Roles belong to the cluster: several starters set the same password at the same time, and none fails."""

    def start(_: int) -> None:
        connection = psycopg2.connect(database_url)
        for _ in range(5):
            with connection:
                logins.set_passwords(connection, login_secret)
        connection.close()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(start, range(6)))
    psycopg2.connect(login_urls.web).close()
