"""The web server's entry: `jide.wsgi:application`, built when a server process first asks for it, after fork."""

from functools import cache

from flask import Flask

from jide.app import create_app
from jide.settings import load


@cache
def _application() -> Flask:
    return create_app(load())


def __getattr__(name: str) -> Flask:
    """Importing this module connects to nothing; naming `application` does."""
    if name != "application":
        raise AttributeError(name)
    return _application()
