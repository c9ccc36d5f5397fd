"""Metrics: every jide_* counter and histogram of the service, in one place; labels never name a person.

Several processes serve one port. Where PROMETHEUS_MULTIPROC_DIR was set before they started (`jide up` and
`jide serve` do), each keeps its numbers in files there and any of them answers for all; otherwise a process answers
for itself alone and says so (jide_metrics_scope).
"""

from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1.5, 3.0)


def _counter(name: str, says: str, *labels: str) -> Counter:
    return Counter(f"jide_{name}", says, labels, registry=REGISTRY)


def _gauge(
    name: str, says: str, *labels: str, mode: Literal["mostrecent", "livesum", "livemax"] = "mostrecent"
) -> Gauge:  # fmt: skip
    """Of several processes, the one that looked last is right, unless each has a part of the whole."""
    return Gauge(f"jide_{name}", says, labels, registry=REGISTRY, multiprocess_mode=mode)


REQUESTS: Final = _counter("http_requests_total", "Requests answered", "method", "route", "status")
REQUEST_SECONDS: Final = Histogram(
    "jide_http_seconds", "Time to answer", ("route",), buckets=_SECONDS, registry=REGISTRY
)
MESSAGES: Final = _counter("messages_total", "Messages taken", "role", "durability")
REPEATED: Final = _counter("messages_repeated_total", "Messages that came again and changed nothing")
REDACTIONS: Final = _counter("redactions_total", "Secrets and personal numbers replaced before storing", "kind")
DEGRADED: Final = _counter("degraded_total", "Requests answered without a part that was away", "part")
COUNTER_WENT_BACK: Final = _counter("counter_went_back_total", "Sessions whose Redis counter had gone back")
ARCHIVED: Final = _counter("archived_total", "Messages the worker archived")
SIGNALS: Final = _counter("signals_total", "Signals by what the gate decided", "signal", "decision")
PROMOTIONS: Final = _counter("promotions_total", "UCUs written or supported", "outcome")
DECISIONS: Final = _counter("decisions_total", "Drafts that reviewers decided on", "status")
RECALLS: Final = _counter("recalls_total", "Prompts asked for", "status")
DEAD_LETTERS: Final = _counter("dead_letters_total", "Messages given up after several attempts", "stage")
STAGE_SECONDS: Final = Histogram(
    "jide_stage_seconds", "Time an attempt at a piece of work took", ("stage",), buckets=_SECONDS, registry=REGISTRY
)
FAILED_ATTEMPTS: Final = _counter("failed_attempts_total", "Attempts at a piece of work that failed", "stage")
OUTBOX_ENTRIES: Final = _gauge("outbox_entries", "Entries that wait in the outboxes of held buckets", mode="livesum")
OUTBOX_OLDEST: Final = _gauge("outbox_oldest_seconds", "How long the oldest of them has waited", mode="livemax")
QUEUED_MESSAGES: Final = _gauge("queued_messages", "Archived messages that wait for the extractor")
BUCKETS_HELD: Final = _gauge("buckets_held", "Buckets that the workers hold", mode="livesum")
LEASES_LOST: Final = _counter("leases_lost_total", "Buckets that another worker took over meanwhile")
AUDIT_REFUSED: Final = _counter("refusals_total", "Calls refused for a missing scope", "scope")

HEALTH: Final = _gauge("health_status", "Worst status of a check over all tenants: 0 ok, 1 warn, 2 alarm", "check")
HEALTH_AT: Final = _gauge(
    "health_observed_timestamp_seconds", "When a worker last looked; an old time is a stopped worker"
)
REVIEW_PENDING: Final = _gauge("review_pending", "Drafts that wait for a reviewer")
REVIEW_OLDEST: Final = _gauge("review_oldest_seconds", "How long the oldest draft has waited for a reviewer")
ARCHIVE_LAG: Final = _gauge("archive_lag_seconds", "How long the oldest message has waited for archive or extractor")
DEAD_LETTERS_OPEN: Final = _gauge("dead_letters_open", "Messages given up that wait for people")
AUDIT_UNCHAINED: Final = _gauge("audit_unchained_seconds", "How long the oldest audit row has waited for the chain")


def exposition() -> bytes:
    """The service's numbers in Prometheus' text form."""
    gathered = CollectorRegistry()
    try:
        MultiProcessCollector(gathered)  # type: ignore[no-untyped-call]
    except ValueError:  # no directory: this process alone
        return _scope("process") + generate_latest(REGISTRY)
    return _scope("service") + generate_latest(gathered)


def _scope(of: str) -> bytes:
    head = "# HELP jide_metrics_scope Whose numbers these are\n# TYPE jide_metrics_scope gauge\n"
    return f'{head}jide_metrics_scope{{of="{of}"}} 1\n'.encode()
