"""The registry: shapes of values, members of lines, merging, spellings."""

import pytest

from jide.errors import Invalid
from jide.profiles import registry
from jide.profiles.ucu import LIFECYCLES, TYPES


@pytest.mark.parametrize("key", registry.KEYS.values(), ids=lambda key: key.name)
def test_a_key_is_complete(key: registry.Key) -> None:
    """Each key has a known type, a label in both languages and a sane importance."""
    assert key.type in TYPES
    assert key.lifecycle in LIFECYCLES
    assert key.cardinality in {"one", "set"}
    assert key.merge in {"replace", "fields"}
    assert set(key.label) == {"zh", "en"}
    assert 0 < key.importance <= 1
    assert not (key.sensitive and key.auto)


def test_sensitive_keys_are_those_of_family_health_and_accessibility() -> None:
    """And nothing authority-like is promoted by itself."""
    assert {k.name for k in registry.KEYS.values() if k.sensitive} == {"family", "health", "accessibility"}
    assert {k.name for k in registry.KEYS.values() if not k.auto} == {
        "family", "health", "accessibility", "approval_limit",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("currency", {"value": "USD"}),
        ("currency", {"value": "克朗"}),
        ("team_size", {"value": 12, "unit": "人"}),
        ("confirmation", {"value": True}),
        ("report_format", {"format": "Markdown"}),
        ("report_format", {"exclude": ["表格"]}),
        ("budget", {"amount": 0}),
        ("budget", {"amount": 12.5, "currency": "EUR", "period": "month"}),
        ("deadline", {"date": "2026-02-28"}),
        ("liked", {"value": "x" * 200}),
        ("response_style", {"value": "formal", "exclude": ["emojis"]}),
    ],
)
def test_a_value_of_the_keys_shape_is_taken(key: str, value: dict[str, object]) -> None:
    """Shapes, not word lists: any short label."""
    registry.check_value(key, value)


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("currency", {}, "value.value"),
        ("currency", {"value": ""}, "value.value"),
        ("currency", {"value": "  "}, "value.value"),
        ("currency", {"value": "x" * 201}, "value.value"),
        ("currency", {"value": None}, "value.value"),
        ("currency", {"value": ["USD"]}, "value.value"),
        ("currency", {"value": "USD", "more": 1}, "value.more"),
        ("currency", {"code": "USD"}, "value.code"),
        ("currency", "USD", "value"),
        ("currency", None, "value"),
        ("report_format", {}, "value"),
        ("report_format", {"value": "Markdown"}, "value.value"),
        ("report_format", {"elements": "表格"}, "value.elements"),
        ("budget", {"amount": -1}, "value.amount"),
        ("budget", {"amount": "5"}, "value.amount"),
        ("budget", {"currency": "USD"}, "value.amount"),
        ("deadline", {"date": "2026-02-30"}, "value.date"),
        ("deadline", {"date": "soon"}, "value.date"),
        ("liked", {"value": "茶", "exclude": ["x" * 201]}, "value.exclude.0"),
    ],
)
def test_a_value_of_another_shape_is_refused_by_field(key: str, value: object, field: str) -> None:
    """The error names the field."""
    with pytest.raises(Invalid) as caught:
        registry.check_value(key, value)
    assert caught.value.data["field"] == field


@pytest.mark.parametrize("key", ["", "colour", "Currency", "__class__"])
def test_an_unknown_key_is_refused(key: str) -> None:
    """It is named."""
    with pytest.raises(Invalid, match="key"):
        registry.check_value(key, {"value": "x"})


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("curency", {"value": "USD"}, "it has currency"),
        ("favourite_colour", {"value": "red"}, "other_preference"),
        ("currency", {"code": "USD"}, "there are value, unit, exclude"),
        ("budget", {"currency": "USD"}, "missing"),
    ],
)
def test_a_refusal_says_what_would_be_right(key: str, value: object, says: str) -> None:
    """The keys that come near, or those for everything else; the fields there are."""
    with pytest.raises(Invalid, match=says):
        registry.check_value(key, value)


@pytest.mark.parametrize(
    ("key", "one", "other"),
    [
        ("liked", "Jazz", "  jazz "),
        ("liked", "爵士樂", "爵士乐"),
        ("tech_stack", "Postgres", "postgresql"),
        ("tech_stack", "Ｒｅｄｉｓ", "redis"),
        ("equipment", "设备A：群晖", "设备a: 飞牛"),
    ],
)
def test_one_member_in_two_spellings(key: str, one: str, other: str) -> None:
    """Width, case, script, outer spaces and known synonyms make no difference."""
    member = registry.member_of(key, {"value": one})
    assert member == registry.member_of(key, {"value": other})
    assert len(member) == 32
    assert set(member) <= set("0123456789abcdef")


def test_members_are_told_apart() -> None:
    """Other things, other members; single-valued keys have none; liked and disliked meet on one line."""
    assert registry.member_of("liked", {"value": "茶"}) != registry.member_of("liked", {"value": "咖啡"})
    assert registry.member_of("currency", {"value": "USD"}) == ""
    assert registry.member_of("liked", {"value": "茶"}) == registry.member_of("disliked", {"value": "茶"})
    assert registry.KEYS["liked"].line == registry.KEYS["disliked"].line == "taste"


@pytest.mark.parametrize(
    ("key", "old", "old_polarity", "new", "polarity", "merged", "left"),
    [
        (
            "report_format",
            {"format": "PDF"},
            "positive",
            {"exclude": ["表格"]},
            "negative",
            {"format": "PDF", "exclude": ["表格"]},
            "positive",
        ),
        (
            "report_format",
            {"format": "PDF", "elements": ["tables"]},
            "positive",
            {"exclude": ["table"]},
            "negative",
            {"format": "PDF", "exclude": ["table"]},
            "positive",
        ),
        (
            "report_format",
            {"format": "PDF"},
            "positive",
            {"exclude": ["pdf"]},
            "negative",
            {"exclude": ["pdf"]},
            "negative",
        ),
        (
            "report_format",
            {"exclude": ["表格"]},
            "negative",
            {"elements": ["表格"]},
            "positive",
            {"elements": ["表格"]},
            "positive",
        ),
        (
            "report_format",
            {"format": "PDF", "exclude": ["charts"]},
            "positive",
            {"format": "Markdown"},
            "positive",
            {"format": "Markdown", "exclude": ["charts"]},
            "positive",
        ),
        ("report_format", None, "positive", {"exclude": ["表格"]}, "negative", {"exclude": ["表格"]}, "negative"),
        (
            "response_style",
            {"value": "formal"},
            "positive",
            {"value": "emojis"},
            "negative",
            {"value": "formal", "exclude": ["emojis"]},
            "positive",
        ),
        ("code_language", {"value": "Python"}, "positive", {"value": "py"}, "negative", {"value": "py"}, "negative"),
        (
            "code_language",
            {"value": "Python"},
            "negative",
            {"value": "Go"},
            "positive",
            {"value": "Go", "exclude": ["Python"]},
            "positive",
        ),
        ("location", {"value": "北京"}, "positive", {"value": "上海"}, "positive", {"value": "上海"}, "positive"),
        ("liked", {"value": "茶"}, "negative", {"value": "茶"}, "negative", {"value": "茶"}, "positive"),
        ("forbidden_phrase", None, "positive", {"value": "亲"}, "positive", {"value": "亲"}, "negative"),
    ],
)
def test_a_sentence_changes_what_it_speaks_of(
    key: str, old: dict[str, object] | None, old_polarity: str, new: dict[str, object], polarity: str,
    merged: dict[str, object], left: str,
) -> None:  # fmt: skip
    """A refusal adds to exclude and takes the wish away; a wish the reverse; negative only when nothing is left."""
    assert registry.merge(key, old, new, polarity, old_polarity=old_polarity) == (merged, left)
    registry.check_value(key, merged)


@pytest.mark.parametrize(
    ("key", "a", "b", "same"),
    [
        ("currency", {"value": "美元"}, {"value": "usd"}, True),
        ("currency", {"value": "USD"}, {"value": "EUR"}, False),
        ("report_format", {"exclude": ["a", "b"]}, {"exclude": ["B", "a"]}, True),
        ("budget", {"amount": 5}, {"amount": 5.0}, True),
        ("budget", {"amount": 5}, {"amount": 5, "currency": "USD"}, False),
        ("team_size", {"value": 1}, {"value": True}, False),
        ("liked", {"value": "茶", "exclude": []}, {"value": "茶"}, True),
        ("team_size", {"value": 5}, {"value": "5"}, False),
    ],
)
def test_the_same_in_other_words(key: str, a: dict[str, object], b: dict[str, object], same: bool) -> None:
    """Spelling and order make no difference, kinds do."""
    assert registry.same_value(key, a, b) is same


@pytest.mark.parametrize(
    ("key", "value", "polarity", "language", "sentence"),
    [
        ("currency", {"value": "USD"}, "positive", "zh", "用户的货币：USD。"),
        ("currency", {"value": "USD"}, "negative", "en", "The user does not want USD (currency)."),
        ("report_format", {"format": "PDF", "exclude": ["表格"]}, "positive", "zh", "用户的报告格式：PDF、不用表格。"),
        ("report_format", {"exclude": ["表格"]}, "negative", "zh", "用户不要表格（报告格式）。"),
        (
            "budget",
            {"amount": 50000, "currency": "USD", "period": "month"},
            "positive",
            "en",
            "The user's budget: 50,000 USD month.",
        ),
        ("disliked", {"value": "{x} %s"}, "negative", "en", "The user dislikes {x} %s."),
        ("liked", {"value": "茶"}, "positive", "fr", "The user likes 茶."),
    ],
)
def test_a_value_without_words_is_put_into_a_sentence(
    key: str, value: dict[str, object], polarity: str, language: str, sentence: str
) -> None:
    """Text of the value is never a template."""
    assert registry.default_statement(key, value, polarity, language) == sentence
