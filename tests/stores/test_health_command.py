"""`jide health` and GET /health: what they say, how the command ends, what it keeps and whom it tells."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from jide.app import create_app
from jide.cli import main
from jide.infra import keys
from jide.infra.deps import Deps, new_id
from jide.infra.logins import LoginUrls
from jide.namespace import Namespace
from jide.settings import Settings
from jide.worker import Worker
from tests.stores.looking import NOBODY

Run = Callable[..., Result]


@pytest.fixture
def run(login_urls: LoginUrls, redis_url: str, tenant: Namespace) -> Run:
    """The command about the new tenant, with the worker's login."""

    def call(*arguments: str) -> Result:
        environment = {"JIDE_WORKER_DATABASE_URL": login_urls.work, "JIDE_REDIS_URL": redis_url}
        return CliRunner().invoke(main, ["health", "--tenant", tenant.tenant_id, *arguments], env=environment)

    return call


@pytest.fixture
def worker(work_deps: Deps) -> Iterator[Worker]:
    """The only worker that lives."""
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")
    one = Worker(work_deps, owner="w1")
    one.keep()
    yield one
    one.release()


def put_aside(deps: Deps, tenant: Namespace) -> None:
    """A message that nothing could be learned from."""
    ns = Namespace(tenant_id=tenant.tenant_id, user_id="u1")
    with deps.database.transaction("worker", ns) as cursor:
        cursor.execute(
            "INSERT INTO jide.dead_letters (tenant_id, user_id, dead_letter_id, session_id, message_id, stage, reason,"
            " attempts, at) VALUES (%s, %s, %s, 's', 'm', 'extract', 'ValueError', 5, now())",
            (ns.tenant_id, ns.user_id, new_id()),
        )


def take_back(deps: Deps, tenant: Namespace) -> None:
    """It was mended."""
    ns = Namespace(tenant_id=tenant.tenant_id, user_id="u1")
    with deps.database.transaction("worker", ns) as cursor:
        cursor.execute("UPDATE jide.dead_letters SET resolved_at = now()")


def test_the_exit_status_follows_the_worst_check(run: Run, worker: Worker, work_deps: Deps, tenant: Namespace) -> None:
    """0 well, 1 warn, 2 alarm, and back; --fail-on says from where."""
    assert run().exit_code == 0
    put_aside(work_deps, tenant)
    assert (run().exit_code, run("--fail-on", "alarm").exit_code) == (1, 0)
    worker.release()
    assert (run().exit_code, run("--fail-on", "alarm").exit_code) == (2, 2)
    worker._renew_at = 0.0  # it begins again
    worker.keep()
    take_back(work_deps, tenant)
    assert run().exit_code == 0


def test_json_and_words_say_the_same(run: Run, worker: Worker, work_deps: Deps, tenant: Namespace) -> None:
    """Each check with value, limit and a sentence; and for people a sign each."""
    put_aside(work_deps, tenant)
    report = json.loads(run("--json").output)
    ill = {check["name"]: check["status"] for check in report["checks"] if check["status"] != "ok"}
    assert (report["status"], ill) == ("warn", {"dead_letters": "warn"})
    assert all({"name", "value", "threshold", "status", "detail"} <= check.keys() for check in report["checks"])
    words = run().output
    assert "! dead_letters" in words
    assert "✓ evidence_integrity" in words
    assert words.strip().endswith("warn")


def test_every_look_is_kept(run: Run, worker: Worker, web_deps: Deps, tenant: Namespace) -> None:
    """For the command's history, and for the tenant's admin over HTTP."""
    for _ in range(3):
        run()
    assert len(json.loads(run("--history", "9", "--json").output)["history"]) == 3
    admin = keys.create_key(web_deps.database, tenant, app_id="ops", role="admin", now=web_deps.clock())
    client = create_app(Settings(), deps=web_deps).test_client()
    reply = client.get(
        "/api/v1/memory/health", query_string={"history": 2}, headers={"Authorization": f"Bearer {admin.text}"}
    )
    assert (reply.status_code, reply.json["status"], len(reply.json["history"])) == (200, "ok", 2)
    assert reply.json["history"][0]["at"] > reply.json["history"][1]["at"]


def test_nothing_to_look_at_is_an_alarm(login_urls: LoginUrls) -> None:
    """A cron job that cannot look must not be silent; a tenant that is not there is said."""
    environment = {"JIDE_WORKER_DATABASE_URL": login_urls.work, "JIDE_REDIS_URL": "redis://127.0.0.1:1"}
    missing = CliRunner().invoke(main, ["health", "--tenant", "nobody-of-that-name"], env=environment)
    assert (missing.exit_code, "nobody-of-that-name" in missing.output) == (2, True)


def test_stores_that_are_away_give_a_report_and_an_alarm(login_urls: LoginUrls, redis_url: str) -> None:
    """Whether PostgreSQL or Redis or both: what can be said is said, as JSON too."""
    nowhere = "postgresql://jide_work:x@127.0.0.1:1/none"
    for urls, down in (
        ((nowhere, redis_url), {"postgres"}),
        ((nowhere, "redis://127.0.0.1:1"), {"postgres", "redis"}),
        ((nowhere, "redis://127.0.0.1:1,127.0.0.1:2"), {"postgres", "redis"}),
    ):
        environment = {"JIDE_WORKER_DATABASE_URL": urls[0], "JIDE_REDIS_URL": urls[1]}
        done = CliRunner().invoke(main, ["health", "--json"], env=environment)
        report = json.loads(done.output)
        alarms = {check["name"] for check in report["checks"] if check["status"] == "alarm"}
        assert (done.exit_code, report["tenant_id"], alarms) == (2, "", down)


@pytest.mark.parametrize(
    ("arguments", "says"), [(["--webhook", "ftp://x/y"], "--webhook"), (["--tenant", "Not A Tenant"], "Not A Tenant")]
)
def test_what_cannot_be_done_is_said_in_a_sentence(run: Run, arguments: list[str], says: str) -> None:
    """And is no well-being: exit 2."""
    done = run(*arguments)
    assert (done.exit_code, says in done.output) == (2, True)


def test_without_a_service_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    """The sentence says how to begin."""
    unset = {name: None for name in os.environ if name.startswith("JIDE_")}
    done = CliRunner().invoke(main, ["health", "--home", str(tmp_path / "home")], env=unset)
    assert (done.exit_code, "jide up" in done.output) == (2, True)


class _Ear(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append(json.loads(body))  # type: ignore[attr-defined]
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def ear() -> Iterator[HTTPServer]:
    """Somebody who wants to be told."""
    server = HTTPServer(("127.0.0.1", 0), _Ear)
    server.heard = []  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_only_a_change_is_told(run: Run, worker: Worker, work_deps: Deps, tenant: Namespace, ear: HTTPServer) -> None:
    """Well, well, ill, ill, well: two posts."""
    told = ["--webhook", f"http://127.0.0.1:{ear.server_address[1]}/hook"]
    for change in (None, None, put_aside, None, take_back):
        if change:
            change(work_deps, tenant)
        run(*told)
    assert [report["status"] for report in ear.heard] == ["warn", "ok"]  # type: ignore[attr-defined]


def test_a_webhook_that_does_not_listen_is_said_and_tried_again(
    run: Run, worker: Worker, work_deps: Deps, tenant: Namespace, ear: HTTPServer
) -> None:
    """The report is not kept before somebody was told of the change."""
    put_aside(work_deps, tenant)
    deaf = run("--webhook", "http://127.0.0.1:9/hook")
    assert (deaf.exit_code, "webhook" in deaf.output) == (1, True)
    run("--webhook", f"http://127.0.0.1:{ear.server_address[1]}/hook")
    assert len(ear.heard) == 1  # type: ignore[attr-defined]


def test_a_login_that_may_not_look_is_an_alarm_and_no_traceback(
    login_urls: LoginUrls, redis_url: str, tenant: Namespace
) -> None:
    """A command that breaks would end with 1, which cron takes for a warning."""
    environment = {"JIDE_WORKER_DATABASE_URL": login_urls.web, "JIDE_REDIS_URL": redis_url}
    done = CliRunner().invoke(main, ["health", "--tenant", tenant.tenant_id], env=environment)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert "Traceback" not in done.stderr
