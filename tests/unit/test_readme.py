"""The README says what is true: its settings table, its commands and its make targets."""

import re
from pathlib import Path

import pytest

from jide.settings import Settings

README = Path("README.md").read_text("utf-8")
ENGLISH, CHINESE = README.split("\n# Jide 记得（中文）\n")
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
    assert settings_table() == {m[1]: (m[2], m[3]) for m in ROW.finditer(ENGLISH)}


def test_chinese_settings_table_is_the_settings_too() -> None:
    """The same variables in the same order with the same defaults; the meaning in Chinese."""
    rows = [m.groups() for m in ROW.finditer(CHINESE)]
    assert [(name, default) for name, default, _ in rows] == [(n, d) for n, (d, _) in settings_table().items()]
    assert all(re.search(r"[\u4e00-\u9fff]|Redis", meaning) for _, _, meaning in rows)


def test_both_languages_say_the_same() -> None:
    """As many sections, table rows and commands; each command the same but for its texts and names."""
    for mark in (r"^## ", r"^\| ", r"^\$ ", r"^- ", r"^\d\. ", r"^\*\*\d · "):
        ends = len(re.findall(mark, CHINESE, re.MULTILINE)) - (1 if mark == r"^## " else 0)  # the licence is shared
        assert len(re.findall(mark, ENGLISH, re.MULTILINE)) == ends, mark
    assert [line.split()[1] for line in _commands(ENGLISH)] == [line.split()[1] for line in _commands(CHINESE)]


def _commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("$ ")]


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\bmake (\w+)\b", README))))
def test_make_targets_exist(target: str) -> None:
    """Each `make …` the README mentions is a target."""
    assert re.search(rf"^{target}:", Path("Makefile").read_text("utf-8"), re.MULTILINE)
