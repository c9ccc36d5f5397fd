"""What tests of the worker share: workers driven step by step, extractors that fail, what waits where."""

import time
from collections.abc import Callable, Collection, Sequence
from typing import Any

from jide.drafts import learning
from jide.infra.deps import Deps
from jide.namespace import Namespace, outbox_key
from jide.profiles.ucu import UCU
from jide.signals.signal import Signal, Turn
from jide.worker import Worker

NOBODY = Namespace(tenant_id="service")
Append = Callable[..., list[str]]


def worker(deps: Deps, extract: learning.Extract, owner: str = "w1", **more: Any) -> Worker:
    return Worker(deps, owner=owner, extract=extract, **more)


def sweep(this: Worker) -> None:
    """A sweep that walks all tenants; other tests have left theirs."""
    this.step((), sweep=True)
    while this.tenant:
        this.backstop()


def waiting(deps: Deps, user: Namespace) -> int:
    return int(deps.redis.xlen(outbox_key(user.bucket)))


def neighbour(user: Namespace, first: str = "n") -> Namespace:
    """Another user of the same tenant whose sessions share the bucket; another one for each first letter."""
    names = (Namespace(tenant_id=user.tenant_id, user_id=f"{first}{n}") for n in range(100_000))
    return next(ns for ns in names if ns.bucket == user.bucket)


def letters(deps: Deps, user: Namespace) -> list[dict[str, Any]]:
    return deps.database.fetch("worker", user, "SELECT * FROM jide.dead_letters ORDER BY at, dead_letter_id", {})


def either(*extractors: learning.Extract) -> learning.Extract:
    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        return [signal for one in extractors for signal in one(turns, active, indexes, zone)]

    return extract


def failing(word: str, then: learning.Extract) -> learning.Extract:
    def extract(turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str) -> list[Signal]:
        if any(word in turns[n].content for n in indexes):
            raise ValueError("13800138000")
        return then(turns, active, indexes, zone)

    return extract


def session_state(deps: Deps, user: Namespace) -> str:
    (row,) = deps.database.fetch("worker", user, "SELECT state FROM jide.sessions", {})
    return str(row["state"])


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)
