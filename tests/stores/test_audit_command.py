"""`jide audit verify`: what it says and how it ends."""

import json
from collections.abc import Callable

import psycopg2
import pytest
from click.testing import CliRunner, Result

from jide.cli import main
from jide.infra import sequencer
from jide.infra.deps import utc_now
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.namespace import Namespace
from tests.stores.test_audit_chain import write

Run = Callable[..., Result]


@pytest.fixture
def run(login_urls: LoginUrls) -> Run:
    """The command with the worker's login."""

    def call(*arguments: str) -> Result:
        environment = {"JIDE_WORKER_DATABASE_URL": login_urls.work}
        return CliRunner().invoke(main, ["audit", "verify", *arguments], env=environment)

    return call


@pytest.fixture
def chained(web_database: Database, work_database: Database, user: Namespace) -> str:
    """A tenant with three chained rows and one that waits."""
    tenant = Namespace(tenant_id=user.tenant_id)
    write(web_database, user, 3)
    sequencer.chain(work_database, tenant, now=utc_now())
    write(web_database, user, 1)
    return tenant.tenant_id


def test_an_intact_chain_ends_with_0(run: Run, chained: str) -> None:
    """The tail that is not chained yet is told apart."""
    said = run("--tenant", chained)
    assert (said.exit_code, said.output.startswith(f"✓ {chained}: intact; 3 rows")) == (0, True)
    assert "1 not chained yet" in said.output
    report = json.loads(run("--tenant", chained, "--json").output)[0]
    assert (report["status"], report["rows"], report["broken"]) == ("intact", 3, None)
    assert report["unchained"]["rows"] == 1
    assert run("--tenant", chained, "--head", f"3:{report['head']['hash']}").exit_code == 0


def test_a_broken_chain_ends_with_2(run: Run, chained: str, database_url: str) -> None:
    """With the first broken number; among all tenants too."""
    with psycopg2.connect(database_url) as connection, connection.cursor() as cursor:
        cursor.execute("UPDATE jide.audit SET actor_id = 'x' WHERE tenant_id = %s AND number = 2", (chained,))
    connection.close()
    said = run("--tenant", chained)
    assert (said.exit_code, f"✗ {chained}: broken at 2" in said.output) == (2, True)
    everybody = run("--all", "--json")
    assert everybody.exit_code == 2
    report = next(r for r in json.loads(everybody.output) if r["tenant"] == chained)
    assert report["broken"] == {"number": 2, "kind": "changed", "detail": "this row is not as it was chained"}


@pytest.mark.parametrize(
    "arguments",
    [("--head", "3"), ("--head", "x:" + "0" * 64), ("--all", "--head", "3:" + "0" * 64), ("--tenant", "No Tenant")],
)
def test_what_makes_no_sense_is_refused(run: Run, arguments: tuple[str, ...]) -> None:
    """In a sentence, and not as if the chain were broken."""
    said = run(*arguments)
    assert said.exit_code in {1, 2}
    assert said.output.splitlines()[-1].startswith("Error: ")
