"""The audit's chain: every row gets its place once, and whatever is done to a row afterwards is found."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import psycopg2
import pytest

from jide.caller import Actor
from jide.infra import audit, sequencer, verify
from jide.infra.deps import Deps, new_id, utc_now
from jide.infra.postgres import Database
from jide.infra.sequencer import GENESIS, Head, row_hash
from jide.namespace import Namespace
from jide.worker import Worker

APP = Actor(role="app", actor_id="key1", request_id="r1")
NOW = datetime(2026, 12, 1, 8, 0, tzinfo=UTC)

Tamper = Callable[..., None]


def write(database: Database, ns: Namespace, count: int, action: str = "ucu.created") -> None:
    """So many rows, each in its own transaction."""
    for number in range(count):
        with database.transaction("app", ns) as cursor:
            audit.record(
                cursor, ns, APP, action=action, object_type="ucu", object_id=str(number), after={"城市": number}
            )


def numbers(database: Database, tenant: Namespace) -> list[int | None]:
    """The numbers of a tenant's rows in the order they were written."""
    rows = database.fetch("auditor", tenant, "SELECT a.number FROM jide.audit AS a ORDER BY a.audit_id", {})
    return [row["number"] for row in rows]


@pytest.fixture
def tamper(database_url: str, tenant: Namespace) -> Iterator[Tamper]:
    """A statement as the superuser, whom no policy stops; {t} is the tenant."""
    connection = psycopg2.connect(database_url)
    connection.autocommit = True

    def run(statement: str, **more: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement, {"t": tenant.tenant_id, **more})
            assert cursor.rowcount, "nothing was tampered with"

    yield run
    connection.close()


@pytest.fixture
def chained(web_database: Database, work_database: Database, user: Namespace, tenant: Namespace) -> Namespace:
    """A tenant with a chain of twelve rows, which is intact."""
    write(web_database, user, 12)
    assert sequencer.chain(work_database, tenant, now=NOW) == 12
    assert verify.verify(work_database, tenant).broken is None
    return tenant


def test_rows_are_chained_in_order(web_database: Database, work_database: Database, user: Namespace) -> None:
    """Number, previous hash and hash; the head says where it ends; a second pass has nothing to do."""
    tenant = Namespace(tenant_id=user.tenant_id)
    write(web_database, user, 3)
    before = verify.verify(work_database, tenant)
    assert (before.rows, before.unchained, before.broken, before.head) == (0, 3, None, Head())
    assert sequencer.chain(work_database, tenant, now=NOW, most=2) == 2
    assert sequencer.chain(work_database, tenant, now=NOW, most=2) == 1
    assert sequencer.chain(work_database, tenant, now=NOW) == 0
    rows = web_database.fetch("auditor", tenant, "SELECT * FROM jide.audit ORDER BY number", {})
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert [row["previous_hash"] for row in rows] == [GENESIS, rows[0]["hash"], rows[1]["hash"]]
    assert [row["hash"] for row in rows] == [row_hash(row) for row in rows]
    head = web_database.fetch("auditor", tenant, "SELECT * FROM jide.audit_heads", {})[0]
    assert (head["number"], head["hash"], head["at"]) == (3, rows[2]["hash"], NOW)
    report = verify.verify(work_database, tenant)
    assert (report.rows, report.unchained, report.broken) == (3, 0, None)


def test_a_hash_covers_every_column(chained: Namespace, web_database: Database) -> None:
    """Whichever of them is another, the hash is; the hash itself is the only one beside."""
    row = web_database.fetch("auditor", chained, "SELECT * FROM jide.audit WHERE number = 5", {})[0]
    assert set(row) == {*sequencer.COLUMNS, "hash"}
    for name in sequencer.COLUMNS:
        other = {"at": NOW, "number": 6}.get(name, f"{row[name]}x")
        assert row_hash({**row, name: other}) != row["hash"], name


CHANGES = {
    "another actor": "actor_id = 'somebody'",
    "another role": "actor_role = 'admin'",
    "another time by a microsecond": "at = at + interval '1 microsecond'",
    "another subject": "subject_digest = repeat('0', 64)",
    "another action": "action = 'ucu.retired'",
    "another object": "object_id = 'x'",
    "another kind of object": "object_type = 'draft'",
    "another before": "before_digest = 'x'",
    "another after": "after_digest = ''",
    "a refusal made of a deed": "outcome = 'refused'",
    "another reason": "reason = 'x'",
    "another request": "request_id = 'x'",
    "another id": "audit_id = '00000000-0000-7000-8000-000000000000'",
    "another hash": "hash = repeat('0', 64)",
    "no hash": "hash = NULL",
    "another hash before": "previous_hash = repeat('1', 64)",
    "no hash before": "previous_hash = NULL",
}


@pytest.mark.parametrize("number", [1, 7, 12])
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_a_changed_row_is_found(
    chained: Namespace, work_database: Database, tamper: Tamper, change: str, number: int
) -> None:
    """Whatever is changed, wherever it stands: the report names that number."""
    tamper(f"UPDATE jide.audit SET {change} WHERE tenant_id = %(t)s AND number = %(n)s", n=number)
    broken = verify.verify(work_database, chained).broken
    assert broken is not None
    assert (broken.number, broken.kind) == (number, verify.CHANGED)


@pytest.mark.parametrize("number", [1, 7])
def test_a_row_taken_out_is_missed(chained: Namespace, work_database: Database, tamper: Tamper, number: int) -> None:
    """Deleted, or taken out of the chain to be chained anew."""
    tamper("DELETE FROM jide.audit WHERE tenant_id = %(t)s AND number = %(n)s", n=number)
    assert verify.verify(work_database, chained).broken == verify.Broken(number=number, kind=verify.MISSING)


def test_a_row_taken_out_of_the_chain_is_missed(chained: Namespace, work_database: Database, tamper: Tamper) -> None:
    """Also after the sequencer took it for a new one."""
    tamper("UPDATE jide.audit SET number = NULL, hash = NULL WHERE tenant_id = %(t)s AND number = 4")
    assert verify.verify(work_database, chained).broken == verify.Broken(number=4, kind=verify.MISSING)
    assert sequencer.chain(work_database, chained, now=NOW) == 1
    assert verify.verify(work_database, chained).broken == verify.Broken(number=4, kind=verify.MISSING)


@pytest.mark.parametrize(("one", "other"), [(1, 2), (5, 6), (3, 12)])
def test_rows_in_each_others_place_are_found(
    chained: Namespace, work_database: Database, tamper: Tamper, one: int, other: int
) -> None:
    """Their numbers changed, with all else as it was."""
    for old, new in ((one, 1000), (other, one), (1000, other)):
        tamper("UPDATE jide.audit SET number = %(b)s WHERE tenant_id = %(t)s AND number = %(a)s", a=old, b=new)
    assert verify.verify(work_database, chained).broken == verify.Broken(number=one, kind=verify.REORDERED)


@pytest.mark.parametrize("kept", [0, 1, 11])
def test_a_chain_cut_off_at_its_end_is_found(
    chained: Namespace, work_database: Database, tamper: Tamper, kept: int
) -> None:
    """The head beside the chain remembers how far it went."""
    tamper("DELETE FROM jide.audit WHERE tenant_id = %(t)s AND number > %(n)s", n=kept)
    assert verify.verify(work_database, chained).broken == verify.Broken(number=kept + 1, kind=verify.CUT)


def test_a_row_changed_together_with_its_hash_is_found(
    chained: Namespace, work_database: Database, web_database: Database, tamper: Tamper
) -> None:
    """The row after it still follows on what it was; the last one, on the head."""
    for number in (12, 6):
        row = web_database.fetch("auditor", chained, f"SELECT * FROM jide.audit WHERE number = {number}", {})[0]
        forged = row_hash({**row, "actor_id": "somebody"})
        tamper(
            "UPDATE jide.audit SET actor_id = 'somebody', hash = %(h)s WHERE tenant_id = %(t)s AND number = %(n)s",
            h=forged, n=number,
        )  # fmt: skip
        broken = verify.verify(work_database, chained).broken
        assert broken == verify.Broken(number=number, kind=verify.CHANGED)


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("DELETE FROM jide.audit_heads WHERE tenant_id = %(t)s", 1),
        ("UPDATE jide.audit_heads SET number = 9, hash = (SELECT a.hash FROM jide.audit AS a WHERE a.number = 9 "
         "AND a.tenant_id = %(t)s) WHERE tenant_id = %(t)s", 10),
    ],
)  # fmt: skip
def test_a_head_that_was_moved_back_is_found(
    chained: Namespace, work_database: Database, web_database: Database, tamper: Tamper, statement: str, number: int
) -> None:
    """And what is written then stays unchained, without holding up other tenants."""
    tamper(statement)
    assert verify.verify(work_database, chained).broken == verify.Broken(number=number, kind=verify.ADDED)
    write(web_database, Namespace(tenant_id=chained.tenant_id, user_id="u1"), 1)
    before = chr(ord(chained.tenant_id[0]) - 1)
    assert sequencer.chain_all(work_database, clock=utc_now, after=before, seconds=30) == ""
    assert verify.verify(work_database, chained).unchained == 1


def test_a_chain_written_anew_is_found_by_what_was_noted(
    chained: Namespace, work_database: Database, tamper: Tamper
) -> None:
    """Whoever writes the database can make a whole chain; a head noted elsewhere shows it."""
    noted = verify.verify(work_database, chained).head
    tamper("DELETE FROM jide.audit WHERE tenant_id = %(t)s AND number = 3")
    tamper("UPDATE jide.audit SET number = NULL, previous_hash = NULL, hash = NULL WHERE tenant_id = %(t)s")
    tamper("DELETE FROM jide.audit_heads WHERE tenant_id = %(t)s")
    sequencer.chain(work_database, chained, now=NOW)
    assert verify.verify(work_database, chained).broken is None
    broken = verify.verify(work_database, chained, noted=noted).broken
    assert broken == verify.Broken(number=12, kind=verify.CUT)
    earlier = Head(number=5, hash="0" * 64)
    assert verify.verify(work_database, chained, noted=earlier).broken == verify.Broken(number=5, kind=verify.REWRITTEN)


def test_a_sequencer_that_is_cut_off_goes_on(
    web_database: Database, work_database: Database, user: Namespace, tenant: Namespace
) -> None:
    """Nothing of an unfinished pass stays: neither numbers nor the head."""
    write(web_database, user, 5)
    sequencer.chain(work_database, tenant, now=NOW, most=2)
    with pytest.raises(KeyError), work_database.transaction("system", tenant) as cursor:
        _chain_and_die(cursor, tenant)
    assert numbers(web_database, tenant) == [1, 2, None, None, None]
    assert sequencer.chain(work_database, tenant, now=NOW) == 3
    assert verify.verify(work_database, tenant).broken is None


def _chain_and_die(cursor: Any, tenant: Namespace) -> None:
    cursor.execute(
        "UPDATE jide.audit SET number = 3, previous_hash = '', hash = '' "
        "WHERE number IS NULL AND audit_id = (SELECT max(a.audit_id::text)::uuid FROM jide.audit AS a)"
    )
    cursor.execute("UPDATE jide.audit_heads SET number = 3")
    raise KeyError


def test_while_one_sequencer_chains_another_does_nothing(
    web_database: Database, work_database: Database, user: Namespace, tenant: Namespace
) -> None:
    """The tenant's lock is held until the transaction ends."""
    write(web_database, user, 2)
    with work_database.transaction("system", tenant) as cursor:
        cursor.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('jide.audit:' || %s, 0))", (tenant.tenant_id,)
        )  # fmt: skip
        assert sequencer.chain(work_database, tenant, now=NOW) == 0
    assert sequencer.chain(work_database, tenant, now=NOW) == 2


def test_many_writers_and_two_sequencers_make_one_chain(
    web_database: Database, work_database: Database, tenant: Namespace
) -> None:
    """Rows commit in any order while they are chained; none is left out, none has two places."""
    done = threading.Event()

    def sequence() -> int:
        found = 0
        while not done.is_set():
            found += sequencer.chain(work_database, tenant, now=utc_now(), most=7)
        return found

    with ThreadPoolExecutor(6) as pool:
        sequencers = [pool.submit(sequence) for _ in range(2)]
        people = [Namespace(tenant_id=tenant.tenant_id, user_id=f"u{n}") for n in range(4)]
        writers = [pool.submit(write, web_database, person, 50) for person in people]
        for writer in writers:
            writer.result()
        done.set()
        found = sum(one.result() for one in sequencers)
    while more := sequencer.chain(work_database, tenant, now=utc_now()):
        found += more
    assert found == 200
    report = verify.verify(work_database, tenant)
    assert (report.rows, report.unchained, report.broken) == (200, 0, None)
    assert sorted(n or 0 for n in numbers(web_database, tenant)) == list(range(1, 201))


def test_every_tenant_has_a_chain_of_its_own(web_database: Database, work_database: Database) -> None:
    """One walk chains them all; two tenants' rows never meet."""
    prefix = f"z{new_id().replace('-', '')}"[:40]
    tenants = [Namespace(tenant_id=f"{prefix}{n}", user_id="u1") for n in range(3)]
    for ns in tenants:
        with web_database.transaction("admin", ns) as cursor:
            cursor.execute(
                "INSERT INTO jide.tenants (tenant_id, digest_key) VALUES (%s, %s)", (ns.tenant_id, b"k" * 32)
            )
        write(web_database, ns, 2)
    assert sequencer.chain_all(work_database, clock=utc_now, after=prefix, seconds=30) == ""
    for ns in tenants:
        assert numbers(web_database, ns) == [1, 2]
    assert set(sequencer.list_tenants(work_database)) >= {ns.tenant_id for ns in tenants}


def test_a_sweep_of_the_worker_chains(web_database: Database, work_deps: Deps, user: Namespace) -> None:
    """Each second, so that no row stays without its place for longer."""
    write(web_database, user, 3)
    worker = Worker(work_deps, owner=new_id())
    while any(number is None for number in numbers(web_database, user)):
        worker.step((), sweep=True)
    worker.release()
    assert numbers(web_database, user) == [1, 2, 3]


def test_asking_who_waits_leaves_the_tenant_as_it_was(work_database: Database, chained: Namespace) -> None:
    """A statement that goes through all of them is still within the rights of one."""
    with work_database.transaction("system", chained) as cursor:
        cursor.execute("SELECT jide.audit_waiting(ARRAY['nobody', %s])", (chained.tenant_id,))
        assert cursor.fetchall() == []
        cursor.execute("SELECT count(*) AS rows FROM jide.audit AS a")
        assert cursor.fetchone() == {"rows": 12}


def test_a_walk_that_runs_out_of_time_says_where_to_go_on(web_database: Database, work_database: Database) -> None:
    """The next one starts there."""
    prefix = f"y{new_id().replace('-', '')}"[:40]
    for number in range(2):
        ns = Namespace(tenant_id=f"{prefix}{number}", user_id="u1")
        with web_database.transaction("admin", ns) as cursor:
            cursor.execute(
                "INSERT INTO jide.tenants (tenant_id, digest_key) VALUES (%s, %s)", (ns.tenant_id, b"k" * 32)
            )
        write(web_database, ns, 1)
    assert sequencer.chain_all(work_database, clock=utc_now, after=prefix, seconds=0) == f"{prefix}0"
    assert sequencer.chain_all(work_database, clock=utc_now, after=f"{prefix}0", seconds=0) == f"{prefix}1"
    assert numbers(web_database, Namespace(tenant_id=f"{prefix}1")) == [1]
