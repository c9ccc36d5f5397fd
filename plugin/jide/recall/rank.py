"""Which memories a question calls for, in which order, and why the others stay away (pure)."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from jide.profiles.registry import KEYS
from jide.profiles.trust import Weight, weigh
from jide.profiles.ucu import UCU
from jide.recall.topics import asked_for, core_rank
from jide.text import is_single_han, normalise, search_tokens

LONGEST: Final = 2000
"""Characters of a question that are looked at: its last ones."""

THRESHOLD: Final = 0.3
"""The least relevance that is told."""

_LONE_HAN: Final = 0.12  # one Han character in common says little …
_ONLY_HAN: Final = 0.6  # … unless the question has nothing else
_LONE_DIGIT: Final = 0.3
_TOPIC: Final = 0.8  # the question asks for the memory's key
_ROOM: Final = 48  # tokens from which a longer question is likelier to meet words by chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked. Without a word in it, everything is told by its importance."""

    text: str
    tokens: tuple[str, ...]
    keys: frozenset[str]

    @property
    def open(self) -> bool:
        """Whether nothing is asked."""
        return not self.text.strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that may be told, with the words it can be found by."""

    ucu: UCU
    tokens: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A memory that is told: `core` unasked, else for its score."""

    ucu: UCU
    weight: Weight
    score: float
    reason: str
    core: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A memory that is not told, and why."""

    ucu_id: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What is told, the first first; what is not; how many memories stayed below the threshold."""

    memories: tuple[Memory, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    below_threshold: int = 0


def ask(text: str) -> Question:
    """The question as it is looked up; of a long one its end."""
    end = text[-LONGEST:]
    tokens = search_tokens(end)
    return Question(text=end, tokens=tuple(tokens), keys=asked_for(tokens))


def rank(question: Question, candidates: Iterable[Candidate], now: datetime, *, core: bool, total: int) -> Ranking:
    """The order in which to tell `candidates`, which are all that may match the question, out of `total`.

    core    tell the core profile whatever is asked, and first
    """
    dropped: list[Dropped] = []
    ready, seen = [], set()
    for one in _without_overridden(candidates, dropped):
        said = (one.ucu.key, one.ucu.polarity, normalise(one.ucu.statement))
        reason = "disputed" if one.ucu.disputed else "duplicate" if said in seen else ""
        if reason:
            dropped.append(Dropped(ucu_id=one.ucu.ucu_id, reason=reason))
        else:
            seen.add(said)
            ready.append(one)
    memories = []
    worth = weigh_words(question, [one.tokens for one in ready], total)
    below = max(0, total - len(dropped) - len(ready))
    for one in ready:
        memory = _tell(question, one, now, worth, core=core)
        if memory is not None:
            memories.append(memory)
        else:
            below += 1
            if worth.keys() & one.tokens:
                dropped.append(Dropped(ucu_id=one.ucu.ucu_id, reason="below_threshold"))
    memories.sort(key=_order)
    return Ranking(memories=tuple(memories), dropped=tuple(dropped), below_threshold=below)


def _order(memory: Memory) -> tuple[bool, int, float, str]:
    place = core_rank(memory.ucu.key, memory.weight.importance) if memory.core else None
    return not memory.core, place or 0, -memory.score, memory.ucu.ucu_id


def _without_overridden(candidates: Iterable[Candidate], dropped: list[Dropped]) -> list[Candidate]:
    """A project's own value of a single-valued key stands before the global one."""
    found = list(candidates)
    own = {one.ucu.key for one in found if one.ucu.project_id and not one.ucu.disputed and _is_single(one.ucu.key)}
    over = [one for one in found if not one.ucu.project_id and one.ucu.key in own]
    dropped += [Dropped(ucu_id=one.ucu.ucu_id, reason="overridden_by_project") for one in over]
    return [one for one in found if one.ucu.project_id or one.ucu.key not in own]


def _is_single(key: str) -> bool:
    return key in KEYS and KEYS[key].cardinality == "one"


def _tell(
    question: Question, one: Candidate, now: datetime, worth: Mapping[str, float], *, core: bool
) -> Memory | None:
    weight = weigh(one.ucu, now)
    match = relevance(question, worth, one.tokens, asked=one.ucu.key in question.keys)
    value = (0.5 + 0.5 * weight.trust) * (0.7 + 0.3 * weight.importance)
    if core and core_rank(one.ucu.key, weight.importance) is not None:
        score = max(match, weight.importance) * value
        return Memory(ucu=one.ucu, weight=weight, score=round(score, 4), reason="core profile", core=True)
    if question.open:
        return Memory(ucu=one.ucu, weight=weight, score=round(weight.importance * value, 4), reason="nothing asked")
    if match < THRESHOLD:
        return None
    return Memory(ucu=one.ucu, weight=weight, score=round(match * value, 4), reason=_reason(question, worth, one))


def weigh_words(question: Question, texts: Sequence[frozenset[str]], total: int) -> dict[str, float]:
    """What each word of the question is worth: the rarer among `total` texts, of which these may have it, the more."""
    meets = Counter(token for text in texts for token in text)
    only_han = all(map(is_single_han, question.tokens))
    rarest = math.log(1 + (total + 1) / 1.5)
    return {
        token: _kind_worth(token, only_han=only_han) * math.log(1 + (total + 1) / (meets[token] + 0.5)) / rarest
        for token in question.tokens
        if meets[token]
    }


def _kind_worth(token: str, *, only_han: bool) -> float:
    if is_single_han(token):
        return _ONLY_HAN if only_han else _LONE_HAN
    return _LONE_DIGIT if len(token) == 1 else 1.0


def relevance(question: Question, worth: Mapping[str, float], tokens: frozenset[str], *, asked: bool = False) -> float:
    """How much the question calls for a text with these tokens, 0 to 1; `asked`: its key is what is asked for."""
    strength = sum(worth[token] for token in worth.keys() & tokens) + (_TOPIC if asked else 0.0)
    strength /= 1 + math.log2(max(1.0, len(question.tokens) / _ROOM))
    return strength / (1 + strength)


def _reason(question: Question, worth: Mapping[str, float], one: Candidate) -> str:
    common = len(worth.keys() & one.tokens)
    reasons = [f"{common} of the question's words"] if common else []
    return " and ".join([*reasons, *(["asked for by its key"] if one.ucu.key in question.keys else [])])
