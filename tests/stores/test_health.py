"""The health report on real servers: each fault is produced for real, is seen, and is gone again when it is mended."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg2
import pytest

from jide.caller import Actor
from jide.drafts import learning
from jide.health.checks import ALARM, OK, WARN
from jide.infra import audit, sequencer
from jide.infra.deps import Deps, new_id
from jide.infra.postgres import Database
from jide.namespace import Namespace, outbox_key
from jide.profiles import store as profiles
from jide.settings import Settings
from jide.worker import Worker
from tests.stores.looking import NOBODY, TEXTS, look
from tests.stores.talk import append, says, with_settings, without_postgres, without_redis
from tests.stores.told import claim, hears, run, said, states, tell

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

Superuser = Callable[..., list[tuple[Any, ...]]]


@pytest.fixture
def superuser(database_url: str) -> Iterator[Superuser]:
    """The bootstrap account, whom neither row-level security nor a foreign key stops."""
    connection = psycopg2.connect(database_url)
    connection.autocommit = True

    def execute(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    yield execute
    connection.close()


@pytest.fixture(autouse=True)
def free_leases(work_deps: Deps) -> None:
    """Nobody works before a test."""
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")


def remember(database: Database, ns: Namespace, text: str = TEXTS[0], session: str = "s", at: datetime = NOW) -> str:
    """Tell something and learn it; the id of the UCU."""
    (message,) = tell(database, ns, session, [("user", text)], at=at)
    with database.transaction("worker", ns) as cursor:
        this = claim("currency", "SGD", at, evidence=(said(session, message, text[:6]),))
        made = profiles.promote(cursor, ns, this, ucu_id=new_id(), now=at).ucu
        cursor.execute("UPDATE jide.messages SET state = 'done'")
    assert made is not None
    return made.ucu_id


@pytest.fixture
def people(work_database: Database, tenant: Namespace) -> list[Namespace]:
    """Forty users with a memory each: one of them is 2.5 %."""
    users = [Namespace(tenant_id=tenant.tenant_id, user_id=f"用户{n}") for n in range(40)]
    for n, one in enumerate(users):
        remember(work_database, one, TEXTS[n % 2])
    return users


# --- all is well ----------------------------------------------------------------------


def test_a_tenant_with_a_worker_and_sound_memories_is_well(work_deps: Deps, people: Sequence[Namespace]) -> None:
    """Nothing is found where nothing is wrong, and everything was looked at."""
    Worker(work_deps, owner="w1").keep()
    found = look(work_deps, people[0])
    assert {name: finding.status for name, finding in found.items()} == dict.fromkeys(found, OK)
    assert len(found) == 12
    assert "40 memories looked at (40 active)" in found["evidence_integrity"].detail
    assert "of 40 users looked at" in found["layer_agreement"].detail


def test_an_admin_sees_its_own_tenant_and_no_other(
    web_deps: Deps, work_deps: Deps, people: Sequence[Namespace]
) -> None:
    """The same code as the admin's role, behind the tenant's wall; where no tenant is named nothing is counted."""
    stranger = Namespace(tenant_id=f"x{new_id().replace('-', '')}")
    for ns, units in ((people[0], 40), (stranger, 0)):
        tenant = Namespace(tenant_id=ns.tenant_id)
        for role, deps in (("admin", web_deps), ("system", work_deps)):
            with deps.database.transaction(role, tenant) as cursor:
                cursor.execute("SELECT units, broken FROM jide.health_evidence(100, 1)")
                assert cursor.fetchall() == [{"units": units, "broken": 0}]
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("SELECT set_config('jide.tenant_id', '', true)")
        cursor.execute("SELECT heard FROM jide.health_work(now()) UNION SELECT units FROM jide.health_evidence(9, 1)")
        assert cursor.fetchall() == [{"heard": 0}]


def test_where_there_are_many_others_are_looked_at_each_time(work_deps: Deps, people: Sequence[Namespace]) -> None:
    """A part, about as large as asked, and in time every memory."""
    looked = []
    with work_deps.database.transaction("system", Namespace(tenant_id=people[0].tenant_id)) as cursor:
        for seed in range(40):
            cursor.execute("SELECT looked FROM jide.health_evidence(10, %s)", (seed,))
            looked += [row["looked"] for row in cursor.fetchall()]
    assert all(looked_at < 40 for looked_at in looked)
    assert 5 <= sum(looked) / len(looked) <= 15
    assert len(set(looked)) > 1


# --- workers --------------------------------------------------------------------------


def test_a_worker_that_stops_is_an_alarm_until_one_works_again(work_deps: Deps, tenant: Namespace) -> None:
    """Stopped in good order at once, killed within a lease."""
    assert look(work_deps, tenant)["workers"].status == ALARM
    first = Worker(work_deps, owner="first")
    first.keep()
    assert (look(work_deps, tenant)["workers"].status, look(work_deps, tenant)["workers"].value) == (OK, 1.0)
    first.release()
    assert look(work_deps, tenant)["workers"].status == ALARM
    killed = Worker(with_settings(work_deps, lease_seconds=2), owner="killed")
    killed.keep()
    assert look(work_deps, tenant)["workers"].status == OK
    while look(work_deps, tenant)["workers"].status == OK:
        pass  # its heartbeat runs out; the test's own time-out ends this otherwise
    Worker(work_deps, owner="next").keep()
    assert look(work_deps, tenant)["workers"].status == OK


@pytest.mark.parametrize("text", TEXTS)
def test_messages_that_nobody_takes_up_lag(work_deps: Deps, user: Namespace, text: str) -> None:
    """Counted from when they were archived; learned from, they wait no more."""
    tell(work_deps.database, user, "s", [("user", text)], at=NOW)
    began = work_deps.clock()
    for seconds, status in ((10, OK), (60, WARN), (400, ALARM)):
        found = look(work_deps, user, began + timedelta(seconds=seconds))["archive_lag"]
        assert (seconds, found.status) == (seconds, status)
    learning.learn(run(work_deps, hears("nothing", "currency")), user, "s", "s-m1")
    assert look(work_deps, user, began + timedelta(seconds=400))["archive_lag"].value == 0


def test_messages_that_wait_in_the_outbox_lag_too(web_deps: Deps, work_deps: Deps, user: Namespace) -> None:
    """An assistant's message is only there until a worker comes; another tenant's backlog is not ours."""
    append(web_deps, user, "s", says("Will do.", role="assistant"))
    key = outbox_key(user.bucket)
    ((_, fields),) = web_deps.redis.xrange(key)
    web_deps.redis.delete(key)
    seconds, _ = web_deps.redis.time()
    web_deps.redis.xadd(key, fields, id=f"{(seconds - 3600) * 1000}-0")
    found = look(work_deps, user)["archive_lag"]
    assert (found.status, round(found.value or 0, -2)) == (ALARM, 3600)
    assert look(work_deps, Namespace(tenant_id="another"))["archive_lag"].status == OK
    web_deps.redis.delete(key)
    assert look(work_deps, user)["archive_lag"].status == OK


# --- evidence -------------------------------------------------------------------------


@contextmanager
def tampered(superuser: Superuser, ns: Namespace, statement: str) -> Iterator[None]:
    """One user's rows while the superuser has changed them; then everything as it was."""
    tables = ("messages", "ucus", "ucu_evidence")
    where = "WHERE tenant_id = %s AND user_id = %s"
    names = (ns.tenant_id, ns.user_id)
    for table in tables:
        superuser(f"CREATE TEMP TABLE kept_{table} AS SELECT * FROM jide.{table} {where}", *names)
    superuser(f"{statement} {where}", *names)
    yield
    for table in tables:
        superuser(f"DELETE FROM jide.{table} {where}", *names)
        superuser(f"INSERT INTO jide.{table} SELECT * FROM kept_{table}; DROP TABLE kept_{table}")


TAMPERED = {
    # what is done to one user's rows: (faults counted, whether the newest evidence and the archive part)
    "DELETE FROM jide.ucu_evidence": ({"differing", "bare"}, True),
    "DELETE FROM jide.messages": ({"lost"}, True),
    "UPDATE jide.messages SET content = '别的话 / other words'": ({"altered"}, True),
    "UPDATE jide.messages SET at = at + interval '1 second'": (set(), True),
    "UPDATE jide.messages SET seq = 9": (set(), True),
    "UPDATE jide.ucu_evidence SET quote = '别的'": ({"altered", "differing"}, False),
    "UPDATE jide.ucu_evidence SET sha256 = repeat('0', 64)": ({"altered", "differing"}, False),
    "UPDATE jide.ucu_evidence SET span_start = span_start + 1": ({"altered", "differing"}, False),
    "UPDATE jide.ucu_evidence SET cause_message_id = 'gone'": ({"lost"}, False),
    "UPDATE jide.ucus SET evidence = '[]'": ({"differing"}, True),
    "UPDATE jide.ucus SET evidence = evidence || evidence": ({"differing"}, False),
    "UPDATE jide.ucus SET evidence = '{\"a\": 1}'": ({"differing"}, True),
    'UPDATE jide.ucus SET evidence = \'[7, {"at": "soon"}]\'': ({"differing"}, True),
    "UPDATE jide.ucus SET evidence = jsonb_set(evidence, '{0,quote}', '\"我\"')": ({"differing"}, True),
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_evidence_that_does_not_hold_is_found_and_well_again_when_put_back(
    work_deps: Deps, people: Sequence[Namespace], superuser: Superuser, statement: str
) -> None:
    """One of forty users warns; two of three alarm below."""
    faults, parts = TAMPERED[statement]
    with tampered(superuser, people[7], statement):
        found = look(work_deps, people[0])
        with work_deps.database.transaction("system", Namespace(tenant_id=people[0].tenant_id)) as cursor:
            cursor.execute("SELECT broken, lost, altered, differing, bare FROM jide.health_evidence(1000, 1)")
            (counts,) = cursor.fetchall()
    assert counts == {name: int(name in faults or (name == "broken" and bool(faults))) for name in counts}
    assert found["evidence_integrity"].status == (WARN if faults else OK)
    assert found["layer_agreement"].status == (WARN if parts else OK)
    mended = look(work_deps, people[0])
    assert (mended["evidence_integrity"].value, mended["layer_agreement"].value) == (0, 0)


def test_much_broken_evidence_is_an_alarm(work_deps: Deps, people: Sequence[Namespace], superuser: Superuser) -> None:
    """Beyond one in twenty."""
    with tampered(superuser, people[1], "DELETE FROM jide.ucu_evidence"):
        superuser("DELETE FROM jide.messages WHERE tenant_id = %s AND user_id > '用户3'", people[0].tenant_id)
        found = look(work_deps, people[0])
    assert (found["evidence_integrity"].status, found["layer_agreement"].status) == (ALARM, ALARM)


def test_a_newer_memory_moves_both_sides_together(work_deps: Deps, user: Namespace) -> None:
    """The newest evidence is the newest in every layer, over several sessions, lines and versions."""
    for n, text in enumerate(TEXTS * 2):
        remember(work_deps.database, user, text, session=f"s{n}", at=NOW + timedelta(hours=(n * 7) % 4))
    found = look(work_deps, user)
    assert (found["evidence_integrity"].value, found["layer_agreement"].value) == (0, 0)


# --- failures, reviews, the audit ------------------------------------------------------


class CannotRead(Exception):
    """What the extractor of the next test raises."""


def _raises(*_: object) -> list[Any]:
    raise CannotRead


def test_messages_that_fail_and_are_given_up(work_deps: Deps, user: Namespace, superuser: Superuser) -> None:
    """One of forty fails: a share that warns and a dead letter; resolved, both are gone."""
    tell(work_deps.database, user, "s", [("user", text) for text in TEXTS * 20], at=NOW)
    broken, sound = run(work_deps, _raises), run(work_deps, hears("nothing", "currency"))
    while states(work_deps, user)["s-m1"] == "queued":
        with pytest.raises(CannotRead):
            learning.learn(broken, user, "s", "s-m1")
        learning.fail(broken, user, "s", "s-m1", reason="CannotRead")
    for n in range(2, 41):
        learning.learn(sound, user, "s", f"s-m{n}")
    found = look(work_deps, user)
    assert (found["extraction_failures"].status, found["extraction_failures"].value) == (WARN, 0.025)
    assert (found["dead_letters"].status, found["dead_letters"].value) == (WARN, 1)
    later = look(work_deps, user, work_deps.clock() + timedelta(hours=25))
    assert (later["extraction_failures"].status, later["dead_letters"].status) == (OK, WARN)
    names = (user.tenant_id,)
    superuser("UPDATE jide.messages SET state = 'done' WHERE tenant_id = %s", *names)
    superuser("UPDATE jide.dead_letters SET resolved_at = now() WHERE tenant_id = %s", *names)
    found = look(work_deps, user)
    assert (found["extraction_failures"].status, found["dead_letters"].status) == (OK, OK)


@pytest.mark.parametrize(("text", "word"), [("可能用泰铢", "泰铢"), ("maybe Thai baht", "Thai baht")])
def test_drafts_that_wait_too_long_or_are_too_many(
    work_deps: Deps, user: Namespace, superuser: Superuser, text: str, word: str
) -> None:
    """A doubtful signal waits for days; somebody decides, and nothing waits."""
    tell(work_deps.database, user, "s", [("user", text)], at=NOW)
    learning.learn(run(work_deps, hears(word, "currency", confidence=0.5)), user, "s", "s-m1")
    began = work_deps.clock()
    for days, status in ((1, OK), (4, WARN), (15, ALARM)):
        found = look(work_deps, user, began + timedelta(days=days))["review_age"]
        assert (days, found.status, round(found.value or 0)) == (days, status, days * 24)
    assert look(work_deps, user)["review_size"].status == OK
    assert look(with_settings(work_deps, review_warn_size=0), user)["review_size"].status == WARN
    superuser("UPDATE jide.drafts SET status = 'rejected', decided_at = now() WHERE tenant_id = %s", user.tenant_id)
    found = look(work_deps, user, began + timedelta(days=15))
    assert (found["review_age"].value, found["review_size"].value) == (0, 0)


def test_audit_rows_that_nobody_chains(work_deps: Deps, web_deps: Deps, tenant: Namespace) -> None:
    """A minute warns, ten are an alarm, and the sequencer ends it."""
    with web_deps.database.transaction("admin", tenant) as cursor:
        actor = Actor(role="admin", actor_id="k1")
        audit.record(cursor, tenant, actor, action="key.created", object_type="key", object_id="k2")
    began = work_deps.clock()
    for seconds, status in ((0, OK), (90, WARN), (900, ALARM)):
        found = look(work_deps, tenant, began + timedelta(seconds=seconds))["audit_chain"]
        assert (seconds, found.status) == (seconds, status)
    assert sequencer.chain(work_deps.database, tenant, now=began) == 1
    assert look(work_deps, tenant, began + timedelta(seconds=900))["audit_chain"].value == 0


# --- stores that are away ---------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Away:
    """What is left of a report without a store."""

    unknown: frozenset[str]
    down: str


STORES: Mapping[str, Away] = {
    "redis": Away(unknown=frozenset({"session_survival"}), down="redis"),
    "postgres": Away(
        unknown=frozenset({
            "workers", "evidence_integrity", "layer_agreement", "archive_lag", "extraction_failures", "dead_letters",
            "review_age", "review_size", "audit_chain",
        }),
        down="postgres",
    ),
}  # fmt: skip


@pytest.mark.parametrize("store", STORES)
def test_a_store_that_is_away_gives_a_report_not_an_error(work_deps: Deps, tenant: Namespace, store: str) -> None:
    """The store alarms, what needs it is unknown, the rest is looked at; when it is back, all of it."""
    Worker(work_deps, owner="w1").keep()
    if store == "redis":
        found = look(without_redis(work_deps), tenant)
        assert look(replace(work_deps, redis=None), tenant)["redis"].status == ALARM
    else:
        with without_postgres(work_deps) as deps:
            found = look(deps, tenant)
    expected = STORES[store]
    assert {name for name, finding in found.items() if finding.value is None} == expected.unknown
    assert {name for name, finding in found.items() if finding.status == ALARM} == {expected.down}
    assert all("away" in found[name].detail for name in (*expected.unknown, expected.down))
    assert {finding.status for finding in look(work_deps, tenant).values()} == {OK}


def test_a_database_without_tables_says_what_to_do(empty_url: str, work_deps: Deps, tenant: Namespace) -> None:
    """An alarm that names the command."""
    database = Database(empty_url, size=1)
    found = look(Deps(settings=Settings(), database=database, redis=work_deps.redis), tenant)
    database.close()
    assert (found["postgres"].status, "jide migrate" in found["postgres"].detail) == (ALARM, True)
