"""What a dialogue consists of: talks, reviewers' decisions, the passing of time, and what must be seen in between.

Texts that are expected are short: `"CNY|人民币"` is either, `"1500&USD"` both. They are looked for inside a value as
whole words, in any case. A key is a name, `"visual_form|report_format"` either, `"*"` any.
"""

from dataclasses import dataclass
from typing import Final

ALL: Final = ("*",)
"""For `See.only`: nothing but what is listed is active, whatever its key."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One message."""

    role: str
    text: str


def user(text: str) -> Turn:
    """The user says."""
    return Turn("user", text)


def agent(text: str) -> Turn:
    """The assistant says."""
    return Turn("assistant", text)


@dataclass(frozen=True, slots=True)
class Talk:
    """One session, beginning at `at` (local time of the dialogue's zone), its messages 20 seconds apart.

    ends        end (told so), done (the user types /done), expiry (nobody speaks for half an hour)
    """

    at: str
    turns: tuple[Turn, ...]
    project: str = ""
    ends: str = "end"


def talk(at: str, *turns: Turn, project: str = "", ends: str = "end") -> Talk:
    """A session of these turns."""
    return Talk(at, turns, project, ends)


@dataclass(frozen=True, slots=True)
class At:
    """The clock moves on to a local time; nobody says anything."""

    at: str


@dataclass(frozen=True, slots=True)
class Expected:
    """A UCU or draft as a person would name it; `evidence` counts its anchors where that matters.

    positive    True: it is said of the user; False: it is refused, or among what is excluded; None: either
    """

    key: str
    text: str
    positive: bool | None = True
    project: str = ""
    evidence: int | None = None


def has(key: str, text: str, *, project: str = "", evidence: int | None = None) -> Expected:
    """Positive, and the value holds `text`."""
    return Expected(key, text, True, project, evidence)


def refuses(key: str, text: str, *, project: str = "", evidence: int | None = None) -> Expected:
    """Negative, or excluded, and the refused thing holds `text`."""
    return Expected(key, text, False, project, evidence)


def drafted(key: str, text: str = "") -> Expected:
    """A draft of either polarity; without `text` whatever it proposes."""
    return Expected(key, text, None)


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewer decides on the one pending draft that is meant."""

    draft: Expected
    decision: str = "approve"
    value: str = ""


@dataclass(frozen=True, slots=True)
class See:
    """What is seen now.

    active      each of these is an active UCU
    only        under these keys nothing else is active
    ended       was true or held to be true, and is no more: a text is neither an active positive value nor in any
                prompt, an Expected is not active. One of these that comes back is a resurrected value
    never       the same for what was never said of the user
    unsaid      texts that are in no prompt: what is disputed, or belongs to another project
    drafts      exactly these drafts wait for review; None: not looked at
    recalled    texts in the block for a prompt about `about`, said in `project`
    """

    active: tuple[Expected, ...] = ()
    only: tuple[str, ...] = ()
    ended: tuple[str | Expected, ...] = ()
    never: tuple[str | Expected, ...] = ()
    unsaid: tuple[str, ...] = ()
    drafts: tuple[Expected, ...] | None = None
    recalled: tuple[str, ...] = ()
    about: str = ""
    project: str = ""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Several sessions of one user, and what is to be seen between them."""

    name: str
    steps: tuple[Talk | At | Review | See, ...]
    zone: str


def dialogue(name: str, *steps: Talk | At | Review | See, zone: str) -> Dialogue:
    """A dialogue of these steps."""
    return Dialogue(name, steps, zone)
