"""The registry of keys: what may be known of a user, in which shape, and how one value follows another."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, cast

import jsonschema
from jsonschema.exceptions import ValidationError

from jide.errors import Invalid
from jide.text import normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One thing that may be known of a user.

    line         the family whose members exclude each other; the key itself unless the registry names one
    cardinality  'one' value, or a 'set' of members with a UCU each
    merge        'replace' the old value, or merge it by 'fields'
    auto         may be promoted without a reviewer
    polarity     'positive' or 'negative' where the key allows only that, else ''
    member       what tells members of a set apart: their whole 'value', or its 'subject' (before a colon)
    """

    name: str
    type: str
    line: str
    cardinality: str
    merge: str
    sensitive: bool
    auto: bool
    lifecycle: str
    importance: float
    schema: Mapping[str, Any]
    polarity: str
    member: str
    label: Mapping[str, str]
    synonyms: Mapping[str, str]
    """Normalised spelling -> the label this project writes."""


_DATA: Final = json.loads(files("jide.schemas").joinpath("registry.json").read_text(encoding="utf-8"))


def _synonyms(groups: Iterable[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for group in groups:
        for label, spellings in _DATA["synonyms"][group].items():
            for spelling in (label, *spellings):
                found.setdefault(normalise(spelling), label)
    return MappingProxyType(found)


def _key(name: str, data: Mapping[str, Any]) -> Key:
    return Key(
        name=name,
        type=data["type"],
        line=data.get("line", name),
        cardinality=data.get("cardinality", "one"),
        merge=data.get("merge", "replace"),
        sensitive=data.get("sensitive", False),
        auto=data.get("auto", True),
        lifecycle=data.get("lifecycle", "permanent"),
        importance=data["importance"],
        schema=MappingProxyType(_DATA["schemas"][data.get("schema", "label")]),
        polarity=data.get("polarity", ""),
        member=data.get("member", "value"),
        label=MappingProxyType(data["label"]),
        synonyms=_synonyms(data.get("synonyms", ())),
    )


KEYS: Final[Mapping[str, Key]] = MappingProxyType({name: _key(name, data) for name, data in _DATA["keys"].items()})
_VALIDATORS: Final = {
    name: jsonschema.Draft202012Validator(dict(key.schema), format_checker=jsonschema.FormatChecker())
    for name, key in KEYS.items()
}


def find_key(name: str) -> Key:
    """The key of that name; Invalid, naming it and what comes near, when the registry has none."""
    key = KEYS.get(name)
    if key is None:
        near = get_close_matches(name[:80], KEYS, n=3) or [other for other in KEYS if other.startswith("other_")]
        raise Invalid(f"key: the registry has no key {name[:80]!r}; it has {', '.join(near)}", field="key")
    return key


def check_value(key: str, value: object) -> None:
    """Raise Invalid, naming the field, unless `value` has the shape of `key`."""
    find_key(key)
    errors = sorted(_VALIDATORS[key].iter_errors(cast(Any, value)), key=lambda e: [str(p) for p in e.absolute_path])
    if not errors:
        return
    found = [
        {"field": ".".join(["value", *path]), "detail": detail}
        for error in errors[:10]
        for path, detail in _faults(error)
    ]
    raise Invalid(f"{found[0]['field']}: {found[0]['detail']}", field=found[0]["field"], errors=found)


def _faults(error: ValidationError) -> Iterator[tuple[list[str], str]]:
    """Where and what each fault of one error is, a field that is missing or too many by its own name."""
    path, asked = [str(part) for part in error.absolute_path], cast(Any, error.validator_value)
    value, schema = cast(Any, error.instance), cast(Any, error.schema)
    if error.validator == "additionalProperties":
        known = schema["properties"]
        fields = f"no such field; there are {', '.join(known)}"
        yield from (([*path, name[:80]], fields) for name in value if name not in known)
    elif error.validator == "required":
        yield from (([*path, name], "missing") for name in asked if name not in value)
    else:
        yield path, error.message[:200]


def spellings(key: str) -> tuple[str, ...]:
    """Every known way to write a label of `key`, as the registry lists them."""
    groups = _DATA["keys"][find_key(key).name].get("synonyms", ())
    return tuple(s for group in groups for label, others in _DATA["synonyms"][group].items() for s in (label, *others))


def canonical(key: str, label: str) -> str:
    """How this project writes `label` under `key`: the known spelling, or the label as it came."""
    return find_key(key).synonyms.get(normalise(label), label)


def _same_label(key: Key, label: object) -> object:
    """What two spellings of one label have in common; numbers and booleans stand for themselves."""
    if isinstance(label, bool):
        return ("bool", label)
    if isinstance(label, int | float):
        return ("number", float(label))
    text = normalise(str(label))
    return normalise(key.synonyms.get(text, text))


def _subject(label: str) -> str:
    """What stands before the first colon, or the whole label."""
    head, colon, tail = label.replace("：", ":").partition(":")
    return head if colon and head.strip() and tail.strip() else label


def member_of(key: str, value: Mapping[str, Any]) -> str:
    """Which member of the key's line `value` is: '' for single-valued keys, else 32 hex digits."""
    found = find_key(key)
    if found.cardinality == "one":
        return ""
    label = value.get("value")
    if found.member == "subject" and isinstance(label, str):
        label = _subject(label)
    same = _same_label(found, label)
    text = same if isinstance(same, str) else json.dumps(same)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _comparable(key: Key, value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _comparable(key, part) for name, part in value.items() if part not in ([], None)}
    if isinstance(value, list | tuple):
        return frozenset(_same_label(key, part) for part in value)
    return _same_label(key, value)


def same_value(key: str, a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether two values say the same thing in other spelling or order."""
    found = find_key(key)
    return _comparable(found, a) == _comparable(found, b)


def merge(
    key: str, old: Mapping[str, Any] | None, new: Mapping[str, Any], polarity: str, *, old_polarity: str = "positive"
) -> tuple[dict[str, Any], str]:
    """The value and polarity of a line after a sentence of that polarity said `new` where `old` stood.

    Keys that merge by fields keep what the sentence does not speak of: a refusal adds to `exclude` and takes the
    thing away where it was wanted, a wish takes it out of `exclude`. The result is negative only when nothing
    positive is left. The caller passes the polarity of the old version; `old` is None where nothing stood.
    """
    found = find_key(key)
    polarity = found.polarity or polarity
    if found.merge == "replace" or (old is None and "value" in new):
        return dict(new), polarity
    if "value" in new:
        return _merge_label(found, old or {}, new, polarity, old_polarity)
    return _merge_report(found, old or {}, new, polarity)


def _union(key: Key, *lists: Iterable[Any]) -> list[Any]:
    """The members of all lists in order, each once."""
    found: dict[object, Any] = {}
    for part in lists:
        for label in part:
            found.setdefault(_same_label(key, label), label)
    return list(found.values())


def _without(key: Key, labels: Iterable[Any], gone: Iterable[Any]) -> list[Any]:
    out = {_same_label(key, label) for label in gone}
    return [label for label in labels if _same_label(key, label) not in out]


def _merge_label(
    key: Key, old: Mapping[str, Any], new: Mapping[str, Any], polarity: str, old_polarity: str
) -> tuple[dict[str, Any], str]:
    refused = list(old.get("exclude", ()))
    if old_polarity == "negative":
        refused = _union(key, [old["value"]], refused)
    if polarity == "positive":
        exclude = _union(key, _without(key, refused, [new["value"]]), new.get("exclude", ()))
        return _with_exclude({k: v for k, v in new.items() if k != "exclude"}, exclude), "positive"
    now = _union(key, [new["value"]], new.get("exclude", ()))
    if old_polarity == "positive" and _without(key, [old["value"]], now):
        return _with_exclude({k: v for k, v in old.items() if k != "exclude"}, _union(key, refused, now)), "positive"
    return _with_exclude({"value": new["value"]}, _without(key, _union(key, now, refused), [new["value"]])), "negative"


def _with_exclude(value: dict[str, Any], exclude: list[Any]) -> dict[str, Any]:
    return {**value, "exclude": [str(label) for label in exclude][-50:]} if exclude else value


def _merge_report(
    key: Key, old: Mapping[str, Any], new: Mapping[str, Any], polarity: str
) -> tuple[dict[str, Any], str]:
    named = [*([new["format"]] if "format" in new else []), *new.get("elements", ())]
    refused = _union(key, new.get("exclude", ()), named if polarity == "negative" else ())
    wanted = [] if polarity == "negative" else named
    merged: dict[str, Any] = {}
    form = new.get("format") if polarity == "positive" and "format" in new else old.get("format")
    if form is not None and _without(key, [form], refused):
        merged["format"] = form
    elements = _without(key, old.get("elements", ()), refused)
    if polarity == "positive":
        elements = _union(key, elements, new.get("elements", ()))
    if elements:
        merged["elements"] = elements[-50:]
    exclude = _without(key, _union(key, old.get("exclude", ()), refused), wanted)
    if exclude:
        merged["exclude"] = exclude[-50:]
    return merged or dict(new), "positive" if "format" in merged or "elements" in merged else "negative"


_SAY: Final = {
    ("zh", "positive"): "用户的{label}：{value}。",
    ("zh", "negative"): "用户不要{value}（{label}）。",
    ("en", "positive"): "The user's {label}: {value}.",
    ("en", "negative"): "The user does not want {value} ({label}).",
}
_SAY_KEY: Final = {
    ("zh", "liked"): "用户喜欢{value}。",
    ("en", "liked"): "The user likes {value}.",
    ("zh", "disliked"): "用户不喜欢{value}。",
    ("en", "disliked"): "The user dislikes {value}.",
    ("zh", "forbidden_phrase"): "不要对用户说“{value}”。",
    ("en", "forbidden_phrase"): 'Never say "{value}" to the user.',
    ("zh", "forbidden_topic"): "不要跟用户谈{value}。",
    ("en", "forbidden_topic"): "Never raise {value} with the user.",
}


def spell(value: Mapping[str, Any], language: str) -> str:
    """`value` in words: the label, the amount with its currency and period, the parts of a format."""
    comma, without = ("、", "不用") if language == "zh" else (", ", "no ")
    if "amount" in value:
        parts = [f"{value['amount']:,}", value.get("currency", ""), value.get("period", "")]
        return " ".join(part for part in parts if part)
    if "date" in value:
        return str(value["date"])
    head = [str(value[name]) for name in ("value", "format") if name in value]
    head += [str(label) for label in value.get("elements", ())]
    if "unit" in value and head:
        head[0] = f"{head[0]} {value['unit']}"
    return comma.join([*head, *(f"{without}{label}" for label in value.get("exclude", ()))])


def default_statement(key: str, value: Mapping[str, Any], polarity: str, language: str) -> str:
    """One plain sentence for a value that came without words of the user's own."""
    found = find_key(key)
    language = language if language in found.label else "en"
    if polarity == "negative" and set(value) == {"exclude"}:
        words = ("、" if language == "zh" else ", ").join(map(str, value["exclude"]))
    else:
        words = spell(value, language)
    sentence = _SAY_KEY.get((language, key)) or _SAY[language, polarity]
    return sentence.format(label=found.label[language], value=words)
