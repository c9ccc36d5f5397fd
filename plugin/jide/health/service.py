"""Whether messages can be taken, and which parts are away."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from jide.errors import NotMigrated, PostgresAway, RedisAway
from jide.health import store
from jide.infra.deps import Deps
from jide.namespace import Namespace

OK: Final = "ok"
AWAY: Final = "away"
NOT_MIGRATED: Final = "not_migrated"

_SERVICE: Final = Namespace(tenant_id="service")  # the catalogue belongs to no tenant


@dataclass(frozen=True, slots=True, kw_only=True)
class Readiness:
    """Each part's state, and what follows from them."""

    parts: Mapping[str, str]

    @property
    def takes_messages(self) -> bool:
        """One store is enough, but a database without its tables is a deployment that is not finished."""
        return OK in self.parts.values() and self.parts["postgres"] != NOT_MIGRATED

    @property
    def status(self) -> str:
        """ok, degraded or away."""
        if not self.takes_messages:
            return AWAY
        return OK if set(self.parts.values()) == {OK} else "degraded"


def readiness(deps: Deps) -> Readiness:
    """Ask both stores."""
    return Readiness(parts={"postgres": _postgres(deps), "redis": _redis(deps)})


def _postgres(deps: Deps) -> str:
    try:
        with deps.database.transaction("app", _SERVICE) as cursor:
            tables = store.read_tables(cursor)
    except PostgresAway:
        return AWAY
    except NotMigrated:
        return NOT_MIGRATED
    return OK if store.expected_tables() <= tables else NOT_MIGRATED


def _redis(deps: Deps) -> str:
    try:
        store.ping_redis(deps.redis)
    except RedisAway:
        return AWAY
    return OK
