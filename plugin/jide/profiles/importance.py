"""How much a UCU matters: what the registry says of its key, raised by how it was said (pure)."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from jide.profiles.registry import KEYS

_USUAL: Final = 0.5
"""Of a key that the registry no longer has."""

_EMPHASIS: Final = re.compile(
    r"务必|務必|一定要|必须|必須|绝对(?!值|路径|地址|坐标|误差)|絕對(?!值|路徑|位址|座標|誤差)|永远|永遠|千万(?:别|不|要|记)|"
    r"千萬(?:別|不|要|記)|切记|切記|切勿|无论如何|無論如何|任何时候都|任何時候都|(?:很|非常|特别|特別|尤其)重要|"
    r"\b(?:always|never|must(?:n[o'’]?t)?|absolutely|under no circumstances|no matter what|at all times|without fail|"
    r"without exception|(?:very|really|extremely|super|it['’]?s|it is|this is) important|"
    r"(?:not|no|n['’]t)\b[^.!?。！？]{0,40}[.!]?\s?ever)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """What the table looks at: which way a UCU points, and the words it was said in."""

    polarity: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """How much something matters, 0 to 1, and the factors it is made of: their effects, added up, at most 1."""

    value: float
    reasons: tuple[dict[str, Any], ...]


# What raises the registry's importance: name, by how much, when. A refusal is a limit that an answer can break, and
# what somebody stresses they will miss first. Each counts once, however often it was said.
_RAISED_BY: Final[tuple[tuple[str, float, Callable[[_Said], bool]], ...]] = (
    ("refusal", 0.1, lambda said: said.polarity == "negative"),
    ("emphasis", 0.1, lambda said: any(map(_EMPHASIS.search, said.words))),
)


def importance_of(key: str, polarity: str, words: Iterable[str]) -> Importance:
    """How much it matters that a user said this under `key`, in these `words` (quotes, or a statement)."""
    found = KEYS.get(key)
    usual = found.importance if found else _USUAL
    said = _Said(polarity=polarity, words=tuple(words))
    raised = [(name, effect) for name, effect, applies in _RAISED_BY if applies(said)]
    reasons = [{"reason": "key", "value": key, "effect": usual}]
    reasons += [{"reason": name, "value": 1, "effect": effect} for name, effect in raised]
    return Importance(value=min(1.0, round(usual + sum(effect for _, effect in raised), 2)), reasons=tuple(reasons))
