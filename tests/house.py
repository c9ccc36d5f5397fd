"""House rules that no linter knows, checked by `python -m tests.house`: sizes, broad excepts, leaks, the lock file."""

import ast
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

MAX_FILE_LINES: Final = 400
P95_FUNCTION_LINES: Final = 40
MAX_FUNCTION_LINES: Final = 60

PYTHON: Final = ("plugin", "sql", "tests")
MAY_CATCH_ALL: Final = (
    "plugin/jide/worker.py",  # the loop goes on
    "plugin/jide/app.py",  # the boundary to the web server
    "plugin/jide/infra/web/",  # as above
    "plugin/jide/recall/routes.py",  # a prompt gets an empty text, never an error
)
BINARY: Final = frozenset(
    {".png", ".jpg", ".gif", ".ico", ".svg", ".woff2", ".onnx", ".npy", ".npz", ".gz", ".zip", ".pdf"}
)

# In comments only: people write these words too, so rules may look for them.
_WORDS: Final = re.compile(r"(?:#|--).*\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3)) + r")\b")
# Put together from pieces, so that this file does not hold what it forbids.
_FOLDERS: Final = "|".join(("wo" + "rk", "tm" + "p", "ro" + "ot", "opt/(?:wheels|py" + "pi)"))
_HOSTS: Final = "|".join(("py" + r"pi\.org", "python" + "hosted", "npm" + r"js\.org", "artifact" + "ory", "ne" + "xus"))
_LEAKS: Final = {
    "a path of one machine": re.compile(rf"(?<![\w.~$}}*/-])/(?:{_FOLDERS})(?:/|\b(?![.\w-]))"),
    "a package registry": re.compile(rf"(?:https?|file)://[^\s\"'<>)]*(?:{_HOSTS}|/simple\b)"),
}
_PINNED: Final = re.compile(r"^[A-Za-z0-9][\w.\[\],-]*==\S+")


def tracked() -> list[Path]:
    """What git keeps, or would keep if it were added now."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    return sorted(Path(name) for name in listing.split("\0") if name and Path(name).is_file())


def functions(tree: ast.AST) -> Iterator[tuple[str, int, int]]:
    """(name, line, length) of every function, nested ones included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node.lineno, (node.end_lineno or node.lineno) - node.lineno + 1


def broad_handlers(tree: ast.AST) -> Iterator[int]:
    """Lines that catch everything and do not raise it again."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type) and not _raises_again(node):
            yield node.lineno


def _is_broad(caught: ast.expr | None) -> bool:
    kinds = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in _EVERYTHING) for kind in kinds)


_EVERYTHING: Final = frozenset({"Exception", "BaseException"})


def _raises_again(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.body[-1], ast.Raise)


def inner_imports(tree: ast.AST) -> Iterator[int]:
    """Lines that import inside a function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (n.lineno for n in ast.walk(node) if isinstance(n, ast.Import | ast.ImportFrom))


def file_faults(path: Path, text: str) -> Iterator[str]:
    """What is wrong with any one file of text."""
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in _LEAKS.items():
            if match := pattern.search(line):
                yield f"{path}:{number}: names {what}: {match[0]}"
        if path.parts[0] in {"plugin", "sql"} and _WORDS.search(line):
            yield f"{path}:{number}: unfinished work is left in the code"
    if path.suffix in {".sql", ".lua"} and not text.startswith("--"):
        yield f"{path}:1: the first line does not say what the file is for"


def python_faults(path: Path, text: str) -> Iterator[str]:
    """What is wrong with one Python file."""
    tree = ast.parse(text, str(path))
    if (lines := len(text.splitlines())) > MAX_FILE_LINES:
        yield f"{path}: {lines} lines, more than {MAX_FILE_LINES}"
    if tree.body and (ast.get_docstring(tree) is None or tree.body[0].lineno != 1):
        yield f"{path}:1: no docstring on the first line"
    for line in inner_imports(tree):
        yield f"{path}:{line}: imports inside a function"
    if path.parts[0] == "plugin":
        yield from service_faults(path, tree)


def service_faults(path: Path, tree: ast.AST) -> Iterator[str]:
    """What is wrong with one file of the service, beyond what is asked of all."""
    for name, line, length in functions(tree):
        if length > MAX_FUNCTION_LINES:
            yield f"{path}:{line}: {name} has {length} lines, more than {MAX_FUNCTION_LINES}"
    if not str(path).startswith(MAY_CATCH_ALL):
        for line in broad_handlers(tree):
            yield f"{path}:{line}: catches everything"


def percentile(lengths: list[int], share: float) -> int:
    """The length that `share` of all functions do not exceed."""
    return sorted(lengths)[max(0, math.ceil(share * len(lengths)) - 1)] if lengths else 0


def length_faults(sources: dict[Path, str]) -> Iterator[str]:
    """Whether the functions of plugin/ are short as a whole."""
    found = [
        length
        for path, text in sources.items()
        if path.parts[0] == "plugin"
        for _, _, length in functions(ast.parse(text))
    ]
    if (p95 := percentile(found, 0.95)) > P95_FUNCTION_LINES:
        yield f"plugin: 95% of functions have up to {p95} lines, more than {P95_FUNCTION_LINES}"


def lock_faults(text: str) -> Iterator[str]:
    """Whether a lock file pins everything by hash and leaves the index to whoever installs."""
    entries = [e for e in re.sub(r"\\\n", " ", text).splitlines() if e.strip() and not e.lstrip().startswith("#")]
    if not entries:
        yield "requirements.lock: empty"
    for entry in entries:
        if entry.startswith("-"):
            yield f"requirements.lock: an index or option line: {entry.split()[0]}"
        elif not _PINNED.match(entry):
            yield f"requirements.lock: not pinned: {entry.split()[0]}"
        elif "--hash=sha256:" not in entry:
            yield f"requirements.lock: no hash: {entry.split()[0]}"


def faults() -> list[str]:
    """Everything that is not as the house wants it."""
    texts = {p: p.read_text("utf-8") for p in tracked() if p.suffix not in BINARY}
    python = {p: t for p, t in texts.items() if p.suffix == ".py" and p.parts[0] in PYTHON}
    checks: list[tuple[dict[Path, str], Callable[[Path, str], Iterator[str]]]] = [
        (texts, file_faults),
        (python, python_faults),
    ]
    found = [fault for some, check in checks for path, text in some.items() for fault in check(path, text)]
    return [*found, *length_faults(python), *lock_faults(texts.get(Path("requirements.lock"), ""))]


def main() -> int:
    """Print every fault; 1 when there is one."""
    found = faults()
    for fault in found:
        print(fault)  # noqa: T201 - this is what the command is for
    print(f"house: {len(found)} faults" if found else "house: in order")  # noqa: T201 - as above
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
