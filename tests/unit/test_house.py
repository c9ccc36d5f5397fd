"""The house rules find what they are there to find."""

from pathlib import Path

import pytest

from tests import house

HEAD = '"""Says what it is."""\n'
# In pieces, so that this file does not hold what the house forbids.
MACHINE = "/wo" + "rk/somewhere"
REGISTRY = "https://py" + "pi.org/simple"


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        (HEAD + "x = 1\n" * 400, "401 lines"),
        ("x = 1\n", "no docstring"),
        ("\n" + HEAD, "no docstring"),
        (HEAD + "def f():\n    import os\n", "imports inside"),
        (HEAD + "def f():\n" + "    x = 1\n" * 60, "f has 61 lines"),
        (HEAD + "try:\n    f()\nexcept Exception:\n    pass\n", "catches everything"),
        (HEAD + "try:\n    f()\nexcept (OSError, BaseException):\n    pass\n", "catches everything"),
        (HEAD + "try:\n    f()\nexcept:\n    pass\n", "catches everything"),
    ],
)
def test_python_faults(source: str, fault: str) -> None:
    """Each rule names its breach."""
    (found,) = house.python_faults(Path("plugin/jide/x.py"), source)
    assert fault in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("plugin/jide/x.py", HEAD + "x = 1\n" * 399),
        ("plugin/jide/x.py", HEAD + "def f():\n" + "    x = 1\n" * 59),
        ("plugin/jide/x.py", HEAD + "try:\n    f()\nexcept BaseException:\n    g()\n    raise\n"),
        ("plugin/jide/worker.py", HEAD + "try:\n    f()\nexcept Exception:\n    g()\n"),
        ("tests/x.py", HEAD + "def f():\n" + "    x = 1\n" * 60),
        ("tests/__init__.py", ""),
    ],
)
def test_what_is_in_order(path: str, source: str) -> None:
    """Nothing is found where nothing is wrong."""
    assert list(house.python_faults(Path(path), source)) == []


@pytest.mark.parametrize(
    ("path", "text", "fault"),
    [
        ("README.md", f"see {MACHINE}", "a path of one machine"),
        ("deploy/x.yaml", f"index: {REGISTRY}", "a package registry"),
        ("plugin/jide/x.py", "# TO" + "DO later", "left in the code"),
        ("sql/queries/x.sql", "SELECT 1;", "does not say what"),
    ],
)
def test_file_faults(path: str, text: str, fault: str) -> None:
    """Leaks and leftovers are found in any file, with their line."""
    (found,) = house.file_faults(Path(path), text)
    assert found.startswith(f"{path}:1: ")
    assert fault in found


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("# made by hand\na==1 \\\n    --hash=sha256:00\n", 0),
        ("", 1),
        ("a==1\n", 1),
        ("a>=1 --hash=sha256:00\n", 1),
        ("--index-url x\na==1 --hash=sha256:00\n", 1),
    ],
)
def test_lock_faults(text: str, faults: int) -> None:
    """A lock pins by hash and names no index."""
    assert len(list(house.lock_faults(text))) == faults


def test_most_functions_are_short() -> None:
    """One long function in twenty is allowed, two are not."""
    short, long = "def f():\n    pass\n", "def g():\n" + "    x = 1\n" * 45
    assert list(house.length_faults({Path("plugin/a.py"): short * 19 + long})) == []
    assert list(house.length_faults({Path("plugin/a.py"): short * 18 + long * 2})) != []


def test_repository_is_in_order() -> None:
    """`make check` asks the same; here it is asked with every test."""
    assert house.faults() == []
