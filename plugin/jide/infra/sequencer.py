"""The sequencer: gives each audit row its number and hash, so that what is changed or taken out later shows.

A row's hash covers all its other columns, its number and the hash of the row before. Rows are written unchained, in
their own transactions and without waiting for each other; one sequencer a tenant, whoever holds the tenant's lock, puts
them into one order. The end of the chain moves in the transaction that chains: it may be cut off anywhere.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import orjson
from psycopg2.errors import UniqueViolation

from jide.infra.logs import log
from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.infra.times import stamp
from jide.namespace import Namespace

GENESIS: Final = "0" * 64
"""What the first row follows on."""

COLUMNS: Final = (
    "tenant_id", "audit_id", "at", "actor_role", "actor_id", "subject_digest", "action", "object_type", "object_id",
    "before_digest", "after_digest", "outcome", "reason", "request_id", "number", "previous_hash",
)  # fmt: skip
"""What a hash covers: every column of the audit but the hash itself."""

BATCH: Final = 500
"""Rows chained in one transaction."""

_TENANTS: Final = 1000
_SERVICE: Final = Namespace(tenant_id="service")  # the list of tenants belongs to none


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Where a tenant's chain ends: the number and hash of its last row; 0 and GENESIS before the first."""

    number: int = 0
    hash: str = GENESIS


def row_hash(row: Mapping[str, Any]) -> str:
    """The sha256, in hex, of the canonical JSON of a row: its COLUMNS by name, in order of name, in UTF-8."""
    plain = {name: _plain(row[name]) for name in COLUMNS}
    return hashlib.sha256(orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return stamp(value)
    return value if value is None or isinstance(value, int) else str(value)


def read_head(cursor: Any, tenant: Namespace) -> Head:
    """The end of the tenant's chain."""
    cursor.execute(QUERIES["audit_head"], {"tenant_id": tenant.tenant_id})
    row = cursor.fetchone()
    return Head(number=row["number"], hash=row["hash"]) if row else Head()


def chain(database: Database, tenant: Namespace, *, now: datetime, most: int = BATCH) -> int:
    """Chain the oldest `most` unchained rows of a tenant; how many; none while another sequencer is at it.

    The new end of the chain goes to the log: noted outside the database, it shows a chain that was written anew.
    """
    with database.transaction("system", tenant) as cursor:
        cursor.execute(QUERIES["audit_waits"], {"tenant_id": tenant.tenant_id})
        waits: Any = cursor.fetchone()
        if not waits["mine"]:
            return 0
        head = read_head(cursor, tenant)
        cursor.execute(QUERIES["audit_unchained"], {"tenant_id": tenant.tenant_id, "limit": most})
        links: list[dict[str, Any]] = []
        for row in cursor.fetchall():
            link = {**row, "number": head.number + 1, "previous_hash": head.hash}
            head = Head(number=link["number"], hash=row_hash(link))
            links.append({**link, "hash": head.hash})
        if not links:  # another sequencer was done with them just before
            return 0
        cursor.execute(QUERIES["audit_chain"], {"tenant_id": tenant.tenant_id, **_arrays(links)})
        cursor.execute(
            QUERIES["audit_move_head"],
            {"tenant_id": tenant.tenant_id, "number": head.number, "hash": head.hash, "at": now},
        )
    log.info("audit.chained", tenant_id=tenant.tenant_id, count=len(links), seq=head.number, hash=head.hash)
    return len(links)


def _arrays(links: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {
        "audit_ids": [str(link["audit_id"]) for link in links],
        "numbers": [link["number"] for link in links],
        "previous": [link["previous_hash"] for link in links],
        "hashes": [link["hash"] for link in links],
    }


def chain_all(
    database: Database, *, clock: Callable[[], datetime], after: str = "", seconds: float = 0.5,
    monotonic: Callable[[], float] = time.monotonic,
) -> str:  # fmt: skip
    """Chain what waits in every tenant after `after`, for about `seconds`; the tenant to go on after, '' for the first.

    A tenant whose rows fill a batch is chained to its end before the next one is looked at, unless time runs out.
    """
    deadline = monotonic() + seconds
    while True:
        tenants, waiting = _some_tenants(database, after)
        for name in waiting:
            while _try(database, name, clock()) == BATCH and monotonic() < deadline:
                pass
            if monotonic() >= deadline:
                return name
        if len(tenants) < _TENANTS:
            return ""
        after = tenants[-1]


def list_tenants(database: Database) -> list[str]:
    """Every tenant, in order of name."""
    found: list[str] = []
    while page := _some_tenants(database, found[-1] if found else "")[0]:
        found += page
    return found


def _some_tenants(database: Database, after: str) -> tuple[list[str], list[str]]:
    """The next tenants, and those of them with rows to be chained: two trips, however many they are."""
    with database.transaction("system", _SERVICE) as cursor:
        cursor.execute(QUERIES["work_tenants"], {"after": after, "limit": _TENANTS})
        tenants = [row["tenant_id"] for row in cursor.fetchall()]
        cursor.execute(QUERIES["audit_waiting"], {"tenants": tenants})
        return tenants, [row["tenant_id"] for row in cursor.fetchall()]


def _try(database: Database, name: str, now: datetime) -> int:
    """`chain`, without letting a tenant whose end of the chain was moved back hold up the others."""
    try:
        return chain(database, Namespace(tenant_id=name), now=now)
    except UniqueViolation:
        log.error("audit.broken", tenant_id=name)  # its rows stay unchained, which health tells and verify explains
        return 0
