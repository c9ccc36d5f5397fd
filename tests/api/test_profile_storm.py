"""Many writers of the same few lines at once: nothing is lost, nothing is doubled, nobody waits for ever."""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Final

import psycopg2
import pytest
from flask import Flask

from jide.app import create_app
from jide.infra.deps import Deps
from jide.infra.logins import LoginUrls
from jide.infra.postgres import Database
from jide.namespace import Namespace
from tests.api.conftest import BASE, make_key
from tests.stores.told import tell

THREADS: Final = 32
WRITES: Final = 100
MESSAGES: Final = 40
LINES: Final = {
    "currency": ("preference", [{"value": value} for value in ("SGD", "THB", "人民币")]),
    "location": ("identity", [{"value": value} for value in ("成都", "Leeds", "York")]),
    "response_length": ("preference", [{"value": value} for value in ("短", "detailed")]),
    "report_format": ("preference", [{"format": "Word"}, {"format": "PDF"}, {"elements": ["表格"]}]),
}
DEEDS: Final = ("assert",) * 5 + ("amend",) * 3 + ("roll back", "retire")


@pytest.fixture
def crowded(web_deps: Deps, login_urls: LoginUrls) -> Iterator[Flask]:
    """The application with a connection for every thread."""
    database = Database(login_urls.web, size=THREADS, statement_timeout=30_000)
    yield create_app(web_deps.settings, deps=replace(web_deps, database=database))
    database.close()


@dataclass
class Crowd:
    """What the writers share: what each line looked like to whoever wrote last, and what they were told."""

    app: Flask
    headers: dict[str, str]
    latest: dict[str, Any] = field(default_factory=dict)
    told: Counter[int] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def write(self, number: int) -> None:
        """The writes of one thread."""
        client, dice = self.app.test_client(), random.Random(number)  # noqa: S311  # no secret
        for _ in range(WRITES):
            key = dice.choice(list(LINES))
            method, path, body = self._deed(dice, key)
            reply = client.open(f"{BASE}{path}", method=method, json=body, headers=self.headers)
            with self.lock:
                self.told[reply.status_code] += 1
                if reply.status_code in {200, 201}:
                    self.latest[key] = reply.json
                elif reply.status_code != 409:
                    self.lost.append(reply.get_data(as_text=True))

    def known(self, at: datetime) -> list[tuple[str, str, int]]:
        """What was known of the user at a time: each version in force, with its status and number of anchors."""
        query = {"as_of": at.isoformat(), "known_at": at.isoformat()}
        reply = self.app.test_client().get(f"{BASE}/user/u1", query_string=query, headers=self.headers)
        return sorted((ucu["ucu_id"], ucu["status"], len(ucu["evidence"])) for ucu in reply.json["memories"])

    def _deed(self, dice: random.Random, key: str) -> tuple[str, str, Any]:
        deed, last = dice.choice(DEEDS), self.latest.get(key)
        kind, values = LINES[key]
        if deed == "assert" or last is None:
            anchor = f"session_s#msg_{dice.randint(1, MESSAGES)}"
            body = {"type": kind, "key": key, "value": dice.choice(values), "evidence": [anchor]}
            return "POST", "/user/u1/ucu", body
        one = f"/user/u1/ucu/{last['ucu_id']}"
        if deed == "amend":
            ending = dice.choice(["changed", "wrong"])
            return "PATCH", one, {"expected_version": last["version"], "value": dice.choice(values), "ending": ending}
        if deed == "roll back":
            return "POST", f"{one}/rollback", {"version": dice.randint(1, last["version"])}
        return "DELETE", one, None


Answers = dict[datetime, list[tuple[str, str, int]]]


def run(crowd: Crowd, database_url: str) -> Answers:
    """All writers at once, while the tables' statistics keep up with them, as autovacuum sees to on a server.

    Returns what was known of the user a second before, asked again and again meanwhile.
    """
    threads = [threading.Thread(target=crowd.write, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    connection = psycopg2.connect(database_url)
    connection.autocommit = True
    known: Answers = {}
    with connection.cursor() as cursor:
        for thread in threads:
            while thread.is_alive():
                cursor.execute("ANALYZE jide.ucus, jide.ucu_evidence, jide.messages")
                at = datetime.now(UTC) - timedelta(seconds=1)
                known[at] = crowd.known(at)
                thread.join(timeout=0.2)
    connection.close()
    return known


def versions(crowd: Crowd, key: str) -> list[dict[str, Any]]:
    """All versions of a line, oldest first."""
    found: list[dict[str, Any]] = []
    query, cursor = f"/user/u1/ucu/{crowd.latest[key]['ucu_id']}/history?limit=500", ""
    while True:
        page = crowd.app.test_client().get(f"{BASE}{query}{cursor}", headers=crowd.headers).json
        found += page["memories"]
        if page["next_cursor"] is None:
            return found[::-1]
        cursor = f"&cursor={page['next_cursor']}"


def test_thirty_two_writers_of_four_lines_leave_them_whole(
    crowded: Flask, web_deps: Deps, work_database: Database, database_url: str, user: Namespace
) -> None:
    turns = [("user", f"第 {n} 句") for n in range(MESSAGES)]
    tell(work_database, user, "s", turns, at=datetime(2026, 3, 2, tzinfo=UTC))
    crowd = Crowd(app=crowded, headers={"Authorization": f"Bearer {make_key(web_deps, user)}"})
    known = run(crowd, database_url)
    assert len(known) > 1
    assert {at: crowd.known(at) for at in known} == known
    assert crowd.lost == []
    assert sum(crowd.told.values()) == THREADS * WRITES
    assert set(crowd.told) <= {200, 201, 409}
    assert crowd.told[201] > WRITES
    for key, (kind, values) in LINES.items():
        body = {"type": kind, "key": key, "value": values[0]}  # a line may have been retired last
        assert crowded.test_client().post(f"{BASE}/user/u1/ucu", json=body, headers=crowd.headers).status_code < 300
        line = versions(crowd, key)
        assert [ucu["version"] for ucu in line] == list(range(1, len(line) + 1))
        assert [ucu["status"] for ucu in line].count("active") == 1
        assert line[-1]["status"] == "active"
        assert all(ucu["superseded_at"] == then["recorded_at"] for ucu, then in pairwise(line) if not gone(ucu))
        assert all(ucu["recorded_at"] < then["recorded_at"] for ucu, then in pairwise(line))
        assert all(ucu["ended"] in {"changed", "wrong", "rolled_back", "withdrawn"} for ucu in line[:-1])
    assert torn(database_url, user) == []


def gone(ucu: dict[str, Any]) -> bool:
    """Whether a version was ended without another in its place."""
    return bool(ucu["ended"] == "withdrawn")


def torn(database_url: str, user: Namespace) -> list[Any]:
    """Versions whose anchors are not their evidence rows, or whose line has another version than its head says."""
    connection = psycopg2.connect(database_url)
    with connection, connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT u.ucu_id FROM jide.ucus AS u
            JOIN jide.ucu_heads AS h USING (tenant_id, user_id, project_id, line, member)
            WHERE u.tenant_id = %s AND (
                u.version > h.version
                OR (SELECT coalesce(array_agg(a ->> 'message_id' ORDER BY a ->> 'message_id'), '{}')
                    FROM jsonb_array_elements(u.evidence) AS a)
                IS DISTINCT FROM (SELECT coalesce(array_agg(e.message_id ORDER BY e.message_id), '{}')
                                  FROM jide.ucu_evidence AS e
                                  WHERE (e.tenant_id, e.user_id, e.ucu_id) = (u.tenant_id, u.user_id, u.ucu_id)))
            """,
            (user.tenant_id,),
        )
        found = cursor.fetchall()
    connection.close()
    return found
