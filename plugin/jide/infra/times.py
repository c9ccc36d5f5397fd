"""Times on the wire: RFC 3339, UTC, microseconds, `Z`."""

import re
from datetime import UTC, datetime
from typing import Final

from jide.errors import Invalid

_RFC3339: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?([Zz]|[+-][0-9]{2}:[0-9]{2})"
)


def stamp(at: datetime) -> str:
    """`at` as every reply writes it: 2026-12-01T02:40:37.000000Z."""
    if at.tzinfo is None:
        raise ValueError("a naive datetime has no place on the wire")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def parse_time(text: object, field: str = "time") -> datetime:
    """The UTC time that `text` writes in RFC 3339. Raises Invalid, naming `field`, also where the zone is missing."""
    match = _RFC3339.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise Invalid(f"{field}: expected RFC 3339 with a zone, such as 2026-12-01T08:00:00Z", field=field)
    day, clock, fraction, zone = match.groups()
    micros = (fraction or "0")[:6].ljust(6, "0")
    offset = "+00:00" if zone in "Zz" else zone
    try:
        return datetime.fromisoformat(f"{day}T{clock}.{micros}{offset}").astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise Invalid(f"{field}: no such time", field=field) from error
