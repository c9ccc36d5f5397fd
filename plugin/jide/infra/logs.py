"""Logs: one JSON object per event, of fields that are on a list; never content, never a query string."""

import sys
from collections.abc import MutableMapping
from typing import Any, Final

import structlog

FIELDS: Final = frozenset({
    "event", "level", "timestamp", "request_id", "tenant_id", "key_id", "app_id", "actor", "role", "scope",
    "method", "route", "status", "code", "ms", "bytes", "error", "where", "sqlstate", "constraint", "reason",
    "bucket", "owner", "fence", "stage", "attempts", "count", "epoch", "seq", "outcome", "part", "name", "version",
    "ucu_id", "draft_id", "recall_id", "key", "hash", "port", "pid", "url", "seconds", "signal",
})  # fmt: skip
"""The fields an event may have: names, ids that the service made, counts and sizes."""

_LEVELS: Final = {"DEBUG": 10, "INFO": 20, "WARNING": 30, "ERROR": 40}


def _allowed(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what is not on the list, and say how much that was."""
    dropped = [field for field in event if field not in FIELDS]
    for field in dropped:
        del event[field]
    if dropped:
        event["dropped"] = len(dropped)
    return event


class _Stderr:
    """Standard error as it stands when a line is written: a server may replace it after start."""

    def __call__(self, *_: Any) -> structlog.WriteLogger:
        return structlog.WriteLogger(sys.stderr)


def configure(level: str = "INFO") -> None:
    """Set up the process's log; once, by whoever starts the process."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _allowed,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=_Stderr(),
        cache_logger_on_first_use=False,
    )


log: Final[Any] = structlog.get_logger()
"""The process's log: log.info("ucu.promoted", ucu_id=…)."""
