"""Importance: the registry's word for a key, raised by refusals and by what the user stresses."""

import pytest

from jide.profiles.importance import importance_of
from jide.profiles.registry import KEYS


@pytest.mark.parametrize(
    ("text", "polarity", "raised"),
    [
        ("用新加坡元", "positive", []),
        ("别用新加坡元", "negative", ["refusal"]),
        ("务必用新加坡元", "positive", ["emphasis"]),
        ("請務必用新加坡元", "positive", ["emphasis"]),
        ("千万别用新加坡元", "negative", ["refusal", "emphasis"]),
        ("无论如何都用新加坡元", "positive", ["emphasis"]),
        ("金额的币种非常重要，用新加坡元", "positive", ["emphasis"]),
        ("重要客户都用新加坡元", "positive", []),
        ("取绝对值，用新加坡元", "positive", []),
        ("我们有三千万新加坡元", "positive", []),
        ("use SGD", "positive", []),
        ("don't use SGD", "negative", ["refusal"]),
        ("ALWAYS use SGD", "positive", ["emphasis"]),
        ("It must be SGD", "positive", ["emphasis"]),
        ("never, ever use SGD", "negative", ["refusal", "emphasis"]),
        ("No dollars. Ever.", "negative", ["refusal", "emphasis"]),
        ("it's important that amounts are in SGD", "positive", ["emphasis"]),
        ("our most important client pays in SGD", "positive", []),
        ("the forever clever lever", "positive", []),
        ("the best café ever", "positive", []),
        ("use the mustard-coloured SGD notes", "positive", []),
    ],
)
def test_a_refusal_and_emphasis_raise_the_importance(text: str, polarity: str, raised: list[str]) -> None:
    """Each once, by name, in both languages and scripts; a word that only contains another stresses nothing."""
    found = importance_of("currency", polarity, [text])
    assert [reason["reason"] for reason in found.reasons] == ["key", *raised]
    assert found.value == pytest.approx(KEYS["currency"].importance + 0.1 * len(raised))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("polarity", ["positive", "negative"])
def test_the_reasons_add_up_and_never_pass_one(key: str, polarity: str) -> None:
    """For every key of the registry, however often it is stressed."""
    found = importance_of(key, polarity, ["never ever", "务必务必", "must"])
    effects = [reason["effect"] for reason in found.reasons]
    assert found.value == pytest.approx(min(1.0, sum(effects)))
    assert found.reasons[0] == {"reason": "key", "value": key, "effect": KEYS[key].importance}


def test_a_key_that_left_the_registry_still_weighs_something() -> None:
    """What was stored under it can still be shown."""
    assert 0 < importance_of("no_such_key", "positive", ["x"]).value < 1
