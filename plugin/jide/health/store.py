"""What the two stores say about themselves."""

import re
from functools import cache
from typing import Any, Final

from psycopg2.extras import RealDictCursor

from jide.infra import migrations
from jide.infra.queries import QUERIES
from jide.infra.redis import translated

_TABLE: Final = re.compile(r"^CREATE TABLE (?:IF NOT EXISTS )?jide\.(\w+)", re.MULTILINE)


@cache
def expected_tables() -> frozenset[str]:
    """The tables that the shipped migrations make."""
    return frozenset(name for script in migrations.scripts("migrations") for name in _TABLE.findall(script.text))


def read_tables(cursor: RealDictCursor) -> frozenset[str]:
    """The tables there are."""
    cursor.execute(QUERIES["health_tables"])
    return frozenset(row["name"] for row in cursor.fetchall())


def ping_redis(redis: Any) -> None:
    """Return when Redis answers; raises RedisAway otherwise."""
    with translated():
        redis.ping()
