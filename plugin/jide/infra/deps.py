"""Deps: what services are given; made once per process, after fork, by app.py, worker.py or cli.py."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import uuid_utils

from jide.infra.postgres import Database
from jide.settings import Settings


def utc_now() -> datetime:
    """The time, aware."""
    return datetime.now(UTC)


def new_id() -> str:
    """A UUIDv7: ordered by time, unguessable enough to be no name of anything else."""
    return str(uuid_utils.uuid7())


@dataclass(frozen=True, slots=True, kw_only=True)
class Deps:
    """Connections and clocks. `redis` is a redis-py client (Redis or RedisCluster) that returns bytes."""

    settings: Settings
    database: Database
    redis: Any
    clock: Callable[[], datetime] = utc_now
    new_id: Callable[[], str] = new_id
