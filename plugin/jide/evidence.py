"""Anchor: the name people use for a message, session_<id>#msg_<n>[-msg_<m>]."""

import re
from dataclasses import dataclass
from typing import Final

from jide.errors import Invalid
from jide.namespace import check_id, decode_segment, encode_segment

_ANCHOR: Final = re.compile(r"session_([^#:{}]{1,1536})#msg_([1-9][0-9]{0,17})(?:-msg_([1-9][0-9]{0,17}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A message (`last`), with the message it answers (`first`) when the anchor is causal.

    An anchor is text for people: evidence stores the message itself. After a session's counter went back,
    one anchor may name two messages (two epochs); it resolves to the newest.
    """

    session_id: str
    first: int
    last: int

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last:
            raise Invalid("anchor: message numbers start at 1 and go up", field="evidence")

    def __str__(self) -> str:
        head = f"session_{encode_segment(self.session_id)}#msg_{self.first}"
        return head if self.first == self.last else f"{head}-msg_{self.last}"


def parse(text: str) -> Anchor:
    """The anchor that `text` writes; raises Invalid when it is not one."""
    match = _ANCHOR.fullmatch(text)
    if match is None:
        raise Invalid("anchor: expected session_<id>#msg_<n> or session_<id>#msg_<n>-msg_<m>", field="evidence")
    session_id = check_id(decode_segment(match[1]), "evidence")
    first = int(match[2])
    return Anchor(session_id=session_id, first=first, last=int(match[3] or first))


def anchor_prefix(session_id: str) -> str:
    """What stands before the number in each anchor of this session."""
    return f"session_{encode_segment(session_id)}#msg_"
