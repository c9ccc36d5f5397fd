"""The web application: everything a process serves over HTTP, put together."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from flask import Flask, Response, g, request

from jide.drafts import failed_routes
from jide.drafts import routes as drafts
from jide.errors import Misconfigured
from jide.health import routes as health
from jide.infra import logs, metrics, redis
from jide.infra.deps import Deps
from jide.infra.postgres import Database
from jide.infra.web import audit_routes, bodies, context, guard, keys_routes, openapi, problems
from jide.profiles import routes as profiles
from jide.recall import routes as recall
from jide.sessions import routes as sessions
from jide.settings import Settings

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_QUIET: Final = frozenset({"/livez", "/readyz", "/metrics"})  # asked every few seconds: counted, not logged


def create_app(settings: Settings, *, deps: Deps | None = None) -> Flask:
    """The application. Connections are made at a process's first request, after the server has forked.

    Raises Misconfigured when a setting that serving needs is missing.
    """
    for name in ("database_url", "redis_url"):
        if deps is None and getattr(settings, name) is None:
            raise Misconfigured(f"JIDE_{name.upper()} is not set")
    app = Flask("jide", static_folder=None, template_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=bodies.READ, MAX_FORM_MEMORY_SIZE=bodies.READ, MAX_FORM_PARTS=50)
    app.url_map.merge_slashes = False  # a redirect would carry a body and its identity to another name
    app.url_map.strict_slashes = True
    app.extensions[context.DEPS] = _once(lambda: _connect(settings)) if deps is None else lambda: deps
    logs.configure(settings.log_level)
    app.before_request(_start_clock)
    guard.install(app)
    problems.install(app)
    app.after_request(_finish)
    for module in (sessions, profiles, drafts, failed_routes, recall, keys_routes, audit_routes, health, openapi):
        app.register_blueprint(module.blueprint)
    return app


def _once(make: Callable[[], Deps]) -> Callable[[], Deps]:
    """A function that makes its value at the first call, in whichever thread that is, and gives it ever after."""
    made: list[Deps] = []
    lock = Lock()

    def get() -> Deps:
        if not made:
            with lock:
                if not made:
                    made.append(make())
        return made[0]

    return get


def _connect(settings: Settings) -> Deps:
    assert settings.database_url is not None  # noqa: S101  # create_app has looked
    assert settings.redis_url is not None  # noqa: S101
    database = Database(settings.database_url.get_secret_value(), size=settings.threads, application="jide web")
    return Deps(settings=settings, database=database, redis=redis.connect(settings.redis_url.get_secret_value()))


def _start_clock() -> None:
    g.jide_started = time.perf_counter()


def _finish(response: Response) -> Response:
    """Add the headers that every reply has, count it, and write its log line: the route, never the path or query."""
    response.headers["X-Request-Id"] = str(g.get("jide_request_id", ""))
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    route = request.url_rule.rule if request.url_rule else "none"
    seconds = time.perf_counter() - g.jide_started
    # The method of a request without a route is anybody's text.
    method = request.method if request.url_rule else "none"
    metrics.REQUESTS.labels(method=method, route=route, status=str(response.status_code)).inc()
    metrics.REQUEST_SECONDS.labels(route=route).observe(seconds)
    if route not in _QUIET or response.status_code >= 500:
        logs.log.info(
            "http.request", method=method, route=route, status=response.status_code, ms=round(seconds * 1000, 1),
            request_id=g.get("jide_request_id"), code=g.get("jide_code"),
            key_id=g.jide_caller.key_id if guard.authenticated() else None,
        )  # fmt: skip
    if response.status_code >= 400 and guard.authenticated():  # a stranger does not make us wait for a body
        bodies.drain()
    return response
