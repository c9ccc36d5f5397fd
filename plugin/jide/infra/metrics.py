"""Metrics: every jide_* counter and histogram of the service, in one place; labels never name a person.

Several processes serve one port. Where PROMETHEUS_MULTIPROC_DIR was set before they started (`jide up` and
`jide serve` do), each keeps its numbers in files there and any of them answers for all; otherwise a process answers
for itself alone and says so (jide_metrics_scope).
"""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REGISTRY: Final = CollectorRegistry()
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1.5, 3.0)


def _counter(name: str, says: str, *labels: str) -> Counter:
    return Counter(f"jide_{name}", says, labels, registry=REGISTRY)


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
RECALLS: Final = _counter("recalls_total", "Prompts asked for", "status")
DEAD_LETTERS: Final = _counter("dead_letters_total", "Messages given up after several attempts", "stage")
LEASES_LOST: Final = _counter("leases_lost_total", "Buckets that another worker took over meanwhile")
AUDIT_REFUSED: Final = _counter("refusals_total", "Calls refused for a missing scope", "scope")


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
