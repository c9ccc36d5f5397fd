"""Quarters of the year, where a user is (pure)."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def end_of(at: datetime, *zones: str | None) -> datetime | None:
    """The first moment after the quarter in which `at` lies, in the first of `zones` that is one, else in UTC.

    None where the calendar ends before that.
    """
    zone = next((found for name in zones if name and (found := _zone(name)) is not None), ZoneInfo("UTC"))
    day = at.astimezone(zone).date()
    month = (day.month - 1) // 3 * 3 + 4  # of the first month of the next quarter, 13 for January
    year, month = (day.year + 1, 1) if month > 12 else (day.year, month)
    if year > date.max.year:
        return None
    return datetime.combine(date(year, month, 1), time(), tzinfo=zone).astimezone(UTC)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
