"""What fits a prompt: memories and turns packed into a number of tokens (pure)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jide.recall import render
from jide.recall.rank import Dropped, Memory
from jide.text import estimate_tokens

MEMORIES_SHARE: Final = 0.6
"""The part of the budget that memories may take while there are turns to tell."""

_LEAST_CUT: Final = 40  # tokens; less of a message than that is not worth telling
_CUT: Final = "… "


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """The block, what it tells, what it leaves out for want of room, and its estimated tokens."""

    text: str = ""
    memories: tuple[Memory, ...] = ()
    messages: tuple[Mapping[str, Any], ...] = ()
    dropped: tuple[Dropped, ...] = ()
    tokens: int = 0


def pack(
    memories: Sequence[Memory], messages: Sequence[Mapping[str, Any]], *, max_tokens: int, limit: int, language: str
) -> Packed:
    """The first memories and the last messages that fit `max_tokens`; at most `limit` memories.

    Memories come first, then turns from the newest back, then further memories into what is left. Of the newest
    message the end is told where the whole does not fit (and it says `cut`).
    """
    over = [Dropped(ucu_id=memory.ucu.ucu_id, reason="limit") for memory in memories[limit:]]
    lines = [render.memory_line(memory, language) for memory in memories[:limit]]
    room = max_tokens - _frame(language)
    share = int(room * MEMORIES_SHARE) if messages else room
    kept, used = _fill(lines, share, set())
    turns, more = _last_turns(messages, room - used, language)
    kept, used = _fill(lines, room - more, kept)
    while True:
        told = [line for n, line in enumerate(lines) if n in kept]
        text = render.block(told, [line for _, line in turns], language)
        tokens = estimate_tokens(text)
        if tokens <= max_tokens or not (kept or turns):
            break
        if turns:  # estimates of parts may add up to a little less than that of the whole
            turns = turns[1:]
        else:
            kept.remove(max(kept))
    dropped = [Dropped(ucu_id=m.ucu.ucu_id, reason="budget") for n, m in enumerate(memories[:limit]) if n not in kept]
    return Packed(
        text=text,
        memories=tuple(memory for n, memory in enumerate(memories[:limit]) if n in kept),
        messages=tuple(message for message, _ in turns),
        dropped=(*dropped, *over),
        tokens=tokens,
    )


def _frame(language: str) -> int:
    """Tokens of the block around its lines, with both headings."""
    return estimate_tokens(render.block(["-"], ["-"], language))


def _fill(lines: Sequence[str], room: int, kept: set[int]) -> tuple[set[int], int]:
    """The lines of `kept` and every further one, in order, that still fits; and the tokens they take."""
    costs = [estimate_tokens(line) + 1 for line in lines]
    chosen = set(kept)
    used = sum(costs[n] for n in chosen)
    for n, cost in enumerate(costs):
        if n not in chosen and used + cost <= room:
            chosen.add(n)
            used += cost
    return chosen, used


def _last_turns(
    messages: Sequence[Mapping[str, Any]], room: int, language: str
) -> tuple[list[tuple[Mapping[str, Any], str]], int]:
    """The newest messages that fit, oldest first, with their lines; and the tokens they take."""
    turns: list[tuple[Mapping[str, Any], str]] = []
    used = 0
    for message in reversed(messages):
        line = render.turn_line(message, language)
        cost = estimate_tokens(line) + 1
        if used + cost > room and not turns:
            message = _cut(message, room, language)
            line = render.turn_line(message, language)
            cost = estimate_tokens(line) + 1
        if used + cost > room:
            break
        turns.insert(0, (message, line))
        used += cost
    return turns, used


def _cut(message: Mapping[str, Any], room: int, language: str) -> Mapping[str, Any]:
    """The message with only the end of its content, as much as fits."""
    content = message["content"]
    low, high = 0, len(content)
    while low < high:  # the longest end that fits
        size = (low + high + 1) // 2
        part = {**message, "content": _CUT + content[-size:]}
        if estimate_tokens(render.turn_line(part, language)) + 1 <= room:
            low = size
        else:
            high = size - 1
    if not low or room < _LEAST_CUT:
        return message
    return {**message, "content": _CUT + content[-low:], "cut": True}
