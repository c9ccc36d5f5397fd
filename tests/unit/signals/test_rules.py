"""The tables of rules themselves: names, keys, shapes and time limits."""

import pytest
import regex

from jide.errors import Misconfigured
from jide.profiles import registry
from jide.signals.matching import RULES
from jide.signals.normalise import SHAPES
from jide.signals.rules import Clock, Rule, compile_rules

ALL = [compiled.rule for rules in RULES.values() for compiled in rules]


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.name)
def test_a_rule_names_a_key_and_a_shape(rule: Rule) -> None:
    """A misspelt key would only show on the message that meets it."""
    assert rule.key.removeprefix("?") in registry.KEYS
    assert rule.shape in SHAPES
    assert rule.name.startswith(f"{rule.language}_")
    if rule.value:
        registry.check_value(rule.key, {"value": rule.value})


def test_no_key_is_without_a_voice_in_either_language() -> None:
    """Chinese and English are equals: what one can say, the other can."""
    spoken = {language: {c.rule.key.removeprefix("?") for c in rules} for language, rules in RULES.items()}
    assert spoken["zh"] ^ spoken["en"] <= {"terminology"}


def test_two_rules_of_one_name_are_refused() -> None:
    """The name is what a reviewer reads."""
    rule = Rule(name="zh_x", signal="context", key="name", language="zh", pattern="x", score=0.5)
    with pytest.raises(Misconfigured):
        compile_rules([rule, rule])


def test_a_rule_out_of_time_is_skipped_and_counted() -> None:
    """A pattern that explodes costs its limit, then the next one is read."""
    clock = Clock()
    evil = regex.compile(r"(?:a|aa|aaa)+(?:a|b)*c(?<!x)$|(a+)+\1+$b")
    found = list(clock.matches(evil, "a" * 5000))
    assert found == []
    assert clock.rushed
    assert clock.first(regex.compile("a"), "a") is not None
