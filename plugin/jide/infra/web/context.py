"""What one request carries besides its data: the caller, the process's connections, the request's id."""

from typing import cast

from flask import current_app, g

from jide.caller import Actor, Caller
from jide.infra.deps import Deps

DEPS = "jide.deps"
"""Where app.extensions keeps the function that gives the process's Deps."""


def caller() -> Caller:
    """Whose credential this request carries; only on routes that require a scope."""
    return cast(Caller, g.jide_caller)


def deps() -> Deps:
    """This process's connections, made at its first request."""
    return cast(Deps, current_app.extensions[DEPS]())


def request_id() -> str:
    """This request's id, in its reply, its problem and its log line."""
    return cast(str, g.jide_request_id)


def actor() -> Actor:
    """The caller as the audit names it."""
    return caller().actor(request_id())
