"""Verify the audit: compute a tenant's chain again from its rows and say where it is broken first, and how."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from jide.infra.postgres import Database
from jide.infra.queries import QUERIES
from jide.infra.sequencer import Head, read_head, row_hash
from jide.namespace import Namespace

CHANGED: Final = "changed"
MISSING: Final = "missing"
REORDERED: Final = "reordered"
CUT: Final = "cut"
ADDED: Final = "added"
REWRITTEN: Final = "rewritten"

DETAILS: Final = {
    CHANGED: "this row is not as it was chained",
    MISSING: "the row of this number is gone",
    REORDERED: "another row stands in the place of this number",
    CUT: "the rows from this number on are gone from the end of the chain",
    ADDED: "rows from this number on stand beyond the end of the chain",
    REWRITTEN: "the row of this number is not the one that was noted",
}
"""Each way in which a chain can be broken, in words."""

_PAGE: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """The first place where a chain is broken."""

    number: int
    kind: str

    @property
    def detail(self) -> str:
        """What is wrong there, in words."""
        return DETAILS[self.kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What became of verifying one tenant.

    rows            rows of the chain that were computed again
    head            the end of the chain as it is noted beside it
    broken          None where the chain is intact
    unchained       rows that the sequencer has not reached yet; they are protected by nothing
    oldest_seconds  how long the oldest of them has waited
    """

    tenant_id: str
    rows: int
    head: Head
    broken: Broken | None
    unchained: int
    oldest_seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as the command writes it."""
        broken = self.broken
        return {
            "tenant": self.tenant_id,
            "status": "broken" if broken else "intact",
            "rows": self.rows,
            "head": {"number": self.head.number, "hash": self.head.hash},
            "broken": {"number": broken.number, "kind": broken.kind, "detail": broken.detail} if broken else None,
            "unchained": {"rows": self.unchained, "oldest_seconds": round(self.oldest_seconds, 3)},
        }


def verify(database: Database, tenant: Namespace, *, noted: Head | None = None) -> Report:
    """Compute the tenant's chain again, as the system role.

    noted   a number and hash that were written down elsewhere, such as in the worker's log: whoever can write the
            database can write a whole chain anew, but not what was noted outside of it
    """
    with database.transaction("system", tenant) as cursor:
        head = read_head(cursor, tenant)  # what is chained from now on is beyond it, and not judged
        rows, broken = _walk(cursor, tenant, head, noted)
        cursor.execute(QUERIES["audit_tail"], {"tenant_id": tenant.tenant_id})
        tail: Any = cursor.fetchone()
        if broken is None and tail["beyond"] is not None:
            broken = Broken(number=tail["beyond"], kind=ADDED)
    return Report(
        tenant_id=tenant.tenant_id, rows=rows, head=head, broken=broken, unchained=tail["unchained"],
        oldest_seconds=max(0.0, tail["oldest_seconds"] or 0.0),
    )  # fmt: skip


def _walk(cursor: Any, tenant: Namespace, head: Head, noted: Head | None) -> tuple[int, Broken | None]:
    """How many rows were computed again, and where the chain breaks first."""
    last = Head()
    for row in _chained(cursor, tenant, head.number):
        broken = _fault(cursor, tenant, last, row)
        if broken is None and noted is not None and row["number"] == noted.number and row["hash"] != noted.hash:
            broken = Broken(number=noted.number, kind=REWRITTEN)
        if broken is not None:
            return last.number, broken
        last = Head(number=row["number"], hash=row["hash"])
    if last.number < max(head.number, noted.number if noted else 0):
        return last.number, Broken(number=last.number + 1, kind=CUT)
    if last.hash != head.hash:
        return last.number, Broken(number=last.number, kind=CHANGED)
    return last.number, None


def _chained(cursor: Any, tenant: Namespace, last: int) -> Iterator[dict[str, Any]]:
    after = 0
    while True:
        cursor.execute(
            QUERIES["audit_chained"], {"tenant_id": tenant.tenant_id, "after": after, "last": last, "limit": _PAGE}
        )
        page = cursor.fetchall()
        yield from page
        if len(page) < _PAGE:
            return
        after = page[-1]["number"]


def _fault(cursor: Any, tenant: Namespace, last: Head, row: dict[str, Any]) -> Broken | None:
    """What is wrong with the row that comes after `last`."""
    number = last.number + 1
    if row["number"] != number:
        return Broken(number=number, kind=MISSING)
    whole = row["hash"] == row_hash(row)
    if row["previous_hash"] == last.hash:
        return None if whole else Broken(number=number, kind=CHANGED)
    cursor.execute(QUERIES["audit_has_hash"], {"tenant_id": tenant.tenant_id, "hash": row["previous_hash"]})
    if cursor.fetchone()["found"]:
        return Broken(number=number, kind=REORDERED)
    # A row that is whole follows on what is gone: the one before it was changed and given a new hash.
    return Broken(number=last.number if whole and last.number else number, kind=CHANGED)
