"""The README says what is true: its settings table, its commands and its make targets."""

import re
from pathlib import Path

import pytest

from jide.settings import Settings

README = Path("README.md").read_text("utf-8")
ROW = re.compile(r"^\| `(JIDE_[A-Z_]+)` \| (.*?) \| (.*?) \|$", re.MULTILINE)


def settings_table() -> dict[str, tuple[str, str]]:
    """What the README should say: variable -> (default, meaning)."""
    table = {}
    for name, field in Settings.model_fields.items():
        value = field.default
        shown = ",".join(sorted(value)) if isinstance(value, frozenset) else str(value)
        table[f"JIDE_{name.upper()}"] = (f"`{shown}`" if value not in (None, "") else "–", field.description or "")
    return table


def test_settings_table_is_the_settings() -> None:
    """Every setting has a row with its default and meaning, and no other row exists."""
    assert settings_table() == {m[1]: (m[2], m[3]) for m in ROW.finditer(README)}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake (\w+)\b", README))))
def test_make_targets_exist(target: str) -> None:
    """Each `make …` the README mentions is a target."""
    assert re.search(rf"^{target}:", Path("Makefile").read_text("utf-8"), re.MULTILINE)
