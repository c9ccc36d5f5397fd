"""Named SQL: every statement of the service, by name, from sql/queries/*.sql.

A statement starts with `-- name: <name>` and a comment that describes it. Names are unique in the project;
a test EXPLAINs each against the migrated schema.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import chain
from types import MappingProxyType
from typing import Final

from jide.errors import Misconfigured

_NAME: Final = re.compile(r"^-- name: ([a-z0-9_]+)\n", re.MULTILINE)


def parse(text: str) -> Iterator[tuple[str, str]]:
    """Each (name, statement) of one file of named statements."""
    parts = _NAME.split(text)[1:]
    for name, body in zip(parts[::2], parts[1::2], strict=True):
        yield name, body.strip().rstrip(";")


def collect(texts: Iterable[str]) -> dict[str, str]:
    """name -> statement over all files. Raises Misconfigured when a name stands twice."""
    found: dict[str, str] = {}
    for name, body in chain.from_iterable(map(parse, texts)):
        if name in found:
            raise Misconfigured(f"two queries are called {name}")
        found[name] = body
    return found


def _files() -> Iterator[str]:
    folder = files("jide.sql").joinpath("queries")
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        yield path.read_text(encoding="utf-8")


QUERIES: Final = MappingProxyType(collect(_files()))
"""name -> statement; read once, at import, from the package itself."""
