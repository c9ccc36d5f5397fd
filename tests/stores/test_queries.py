"""Every named query runs against the migrated schema, is described, and is used."""

import re
from collections import defaultdict
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import psycopg2
import pytest

import jide
from jide.errors import Misconfigured
from jide.infra import queries
from jide.infra.queries import QUERIES

SOURCES = {path: path.read_text("utf-8") for path in Path(jide.__file__).parent.rglob("*.py")}


@pytest.fixture(scope="module")
def bootstrap(database_url: str) -> Iterator[Any]:
    """The migrated database without a search path: a table that is not written in full is not found."""
    connection = psycopg2.connect(database_url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute("SET search_path = ''")
        yield cursor
    connection.close()


@pytest.mark.parametrize("name", QUERIES)
def test_query_fits_the_schema(name: str, bootstrap: Any) -> None:
    """PostgreSQL can plan it: every table, column, type and conflict target exists under its full name."""
    nothing: defaultdict[str, None] = defaultdict(lambda: None)
    bootstrap.execute(f"EXPLAIN {QUERIES[name]}", nothing)
    assert bootstrap.fetchall()


@pytest.mark.parametrize("name", QUERIES)
def test_query_is_described(name: str) -> None:
    """A sentence under the name says what the query is for."""
    first, _, rest = QUERIES[name].partition("\n")
    assert re.fullmatch(r"-- \S.{8,}", first)
    assert rest.strip()


@pytest.mark.parametrize("name", QUERIES)
def test_query_is_one_statement_with_typed_parameters(name: str) -> None:
    """One statement; every parameter is cast, so that a null has a type and a text is no number."""
    code = re.sub(r"--.*", "", QUERIES[name])
    assert ";" not in code
    assert re.findall(r"%\(\w+\)s(?!::)", code) == []


@pytest.mark.parametrize("name", QUERIES)
def test_query_is_used(name: str) -> None:
    """No query outlives the code that called it."""
    assert [path for path, text in SOURCES.items() if f'"{name}"' in text]


def test_queries_named_in_the_code_exist() -> None:
    """No code asks for a query that is not there."""
    named = {name for text in SOURCES.values() for name in re.findall(r'QUERIES\["([^"]+)"\]', text)}
    assert named - set(QUERIES) == set()
    assert named


def test_every_file_of_queries_is_all_queries() -> None:
    """Nothing but comments stands before the first name in a file."""
    for path in files("jide.sql").joinpath("queries").iterdir():
        head = re.split(r"^-- name: ", path.read_text("utf-8"), maxsplit=1, flags=re.MULTILINE)[0]
        assert [line for line in head.splitlines() if line and not line.startswith("--")] == []


def test_two_queries_of_one_name_are_refused() -> None:
    """A name stands for one query."""
    text = "-- name: a\n-- Says one.\nSELECT 1;\n\n-- name: b\n-- Says two.\nSELECT 2;\n"
    found = dict(queries.parse(text))
    assert found == {"a": "-- Says one.\nSELECT 1", "b": "-- Says two.\nSELECT 2"}
    with pytest.raises(Misconfigured):
        queries.collect([text, text])
