"""Attempts at one piece of work - a message, a session's end - and what becomes of it when they fail."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from jide.drafts import learning
from jide.drafts.learning import CLOSE, EXTRACT, Pass
from jide.errors import Unavailable
from jide.infra import logs, metrics
from jide.infra.deps import Deps
from jide.namespace import Namespace


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a worker lends to those who do its work.

    lend    the means to work in a bucket; None while it is not held, or when the worker is to stop
    lose    another worker has the bucket now
    spared  work whose last attempt was cut off by a store that was away: its next one does not count
    """

    deps: Deps
    lend: Callable[[int], Pass | None]
    lose: Callable[[int], None]
    spared: set[tuple[str, ...]] = field(default_factory=set)


def learn(desk: Desk, run: Pass, ns: Namespace, session_id: str, message_id: str) -> bool:
    """Make an attempt at a message that is archived; False when it is to be tried again before the user's next one.

    Raises LeaseLost, and Unavailable when a store is away.
    """
    name = (ns.tenant_id, ns.user_id, session_id, message_id)
    error = _attempt(
        desk, run, name, EXTRACT, lambda again: learning.learn(run, ns, session_id, message_id, again=again)
    )
    if error is None:
        return True
    reason = reason_of(error)
    logs.log.warning("message.failed", bucket=ns.bucket, reason=reason, stage=EXTRACT)
    return learning.fail(run, ns, session_id, message_id, reason=reason)


def close(desk: Desk, run: Pass, ns: Namespace, session_id: str) -> bool:
    """Make an attempt at a session's closing pass; False when it is to be tried again.

    Raises as `learn`.
    """
    name = (ns.tenant_id, ns.user_id, session_id)

    def one(again: bool) -> None:
        learning.close(run, ns, session_id, again=again)

    error = _attempt(desk, run, name, CLOSE, one)
    if error is None:
        return True
    reason = reason_of(error)
    logs.log.warning("message.failed", bucket=ns.bucket, reason=reason, stage=CLOSE)
    return learning.fail_close(run, ns, session_id, reason=reason)


def _attempt(
    desk: Desk, run: Pass, name: tuple[str, ...], stage: str, work: Callable[[bool], None]
) -> Exception | None:
    """Do it once; its error, if it is its own. What a store that was away cut off is not counted."""
    again = name in desk.spared
    desk.spared.discard(name)
    try:
        return timed(run, stage, partial(work, again))
    except Unavailable:
        desk.spared.add(name)
        raise


def timed(run: Pass, stage: str, work: Callable[[], None]) -> Exception | None:
    """Do something at a stage and count it: how long it took, and whether it failed."""
    began = time.perf_counter()
    error = run.tried(work)
    metrics.STAGE_SECONDS.labels(stage).observe(time.perf_counter() - began)
    if error is not None:
        metrics.FAILED_ATTEMPTS.labels(stage).inc()
    return error


def reason_of(error: Exception) -> str:
    """The kind of an error, without any of its values."""
    codes = [getattr(error, "code", None), getattr(error, "pgcode", None), getattr(error.__cause__, "pgcode", None)]
    return ":".join(dict.fromkeys(filter(None, (type(error).__name__, *codes))))
