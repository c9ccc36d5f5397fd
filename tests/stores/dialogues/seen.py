"""Whether what a dialogue expects is there: UCUs and drafts as the API gives them, against a person's short texts."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.stores.dialogues.screenplay import Expected

Json = Mapping[str, Any]


def holds(text: str, wanted: str) -> bool:
    """Whether `text` holds one of the alternatives of `wanted`, all its parts, as whole words, in any case."""
    plain = _plain(text)
    return any(all(_word(part).search(plain) for part in choice.split("&")) for choice in _plain(wanted).split("|"))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _word(part: str) -> re.Pattern[str]:
    """Latin letters and digits are whole words: neither `Java` in JavaScript nor `400` in 4000."""
    before = r"(?<![a-z0-9])" if part[:1].isascii() and part[:1].isalnum() else ""
    after = r"(?![a-z0-9])" if part[-1:].isascii() and part[-1:].isalnum() else ""
    return re.compile(before + re.escape(part) + after)


def affirmed(value: Json) -> str:
    """Everything that a value says but what it excludes, as one text."""
    return " ; ".join(_texts(part for name, part in value.items() if name != "exclude"))


def excluded(value: Json) -> str:
    """What a value excludes, as one text."""
    return " ; ".join(_texts(value.get("exclude", ())))


def _texts(parts: Iterable[Any]) -> Iterable[str]:
    for part in parts:
        if isinstance(part, list):
            yield from _texts(part)
        elif isinstance(part, float) and part.is_integer():
            yield str(int(part))
        else:
            yield str(part)


def says(ucu: Json, text: str) -> bool:
    """Whether a UCU says `text` of the user, whatever its key."""
    return ucu["polarity"] == "positive" and holds(affirmed(ucu["value"]), text)


def matches(ucu: Json, expected: Expected) -> bool:
    """Whether a UCU or a draft is the one that is expected."""
    if expected.key != "*" and ucu["key"] not in expected.key.split("|"):
        return False
    # A draft carries no project of its own.
    if "project_id" in ucu and (ucu["project_id"] or "") != expected.project and expected.positive is not None:
        return False
    if not expected.text:
        return True
    value = ucu["value"] or {}
    whole = f"{affirmed(value)} ; {excluded(value)}"
    if expected.positive is None:
        return holds(whole, expected.text)
    if expected.positive:
        return says(ucu, expected.text)
    refused = whole if ucu["polarity"] == "negative" else excluded(value)
    return holds(refused, expected.text)


def found(ucus: Sequence[Json], expected: Expected) -> list[Json]:
    """Those of `ucus` that are the one that is expected."""
    return [ucu for ucu in ucus if matches(ucu, expected)]


def short(ucus: Iterable[Json]) -> str:
    """UCUs or drafts as a person reads them in a report."""
    return " · ".join(sorted(map(_one, ucus))) or "nothing"


def _one(ucu: Json) -> str:
    sign = "+" if ucu["polarity"] == "positive" else "-"
    project = f" in {ucu['project_id']}" if ucu.get("project_id") else ""
    without = excluded(ucu["value"] or {})
    text = affirmed(ucu["value"] or {}) + (f" without {without}" if without else "")
    return f"{sign}{ucu['key']}[{text}]{project} x{len(ucu.get('evidence') or ())}"
