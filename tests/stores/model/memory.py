"""A user's memory as the design defines it, in plain lists: written for itself, sharing no code with the service."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

Place = tuple[str, str, str]
"""(project, line, member) - here the member is the plain word, not its digest."""


@dataclass(kw_only=True)
class Version:
    """One version of a line, with what was declared of its end and how it did end.

    heard       when each message that supports it was said
    born_past   written as a piece of the past
    """

    number: int
    key: str
    value: str
    polarity: str
    starts: datetime
    declared: datetime | None
    recorded: datetime
    source: str
    born_past: bool = False
    heard: dict[str, datetime] = field(default_factory=dict)
    until: datetime | None = None
    status: str = "active"
    ended: str | None = None
    ended_at: datetime | None = None

    @property
    def by_hand(self) -> bool:
        """Whether somebody entered it, so that it counts from then; what a reviewer approved was said before."""
        return self.source == "api"

    def support(self) -> list[datetime]:
        """When it was said, each time."""
        return [self.starts, *self.heard.values(), *([self.recorded] if self.by_hand else [])]

    def words(self) -> list[datetime]:
        """When something was said about it: that it is so, unless that was wrong, and that it is over."""
        ended = self.status == "retired" or (self.ended in {"changed", "wrong", "rolled_back"} and not self.born_past)
        said = [] if self.ended == "wrong" else self.support()
        return said + ([self.until] if ended and self.until else [])

    def over(self, now: datetime) -> bool:
        """Whether its time has run out."""
        return self.until is not None and self.until <= now

    def says(self, key: str, value: str, polarity: str) -> bool:
        """Whether it says just this."""
        return (self.key, self.value, self.polarity) == (key, value, polarity)

    def end(self, how: str, at: datetime, now: datetime, status: str = "superseded") -> None:
        """It stops standing; what runs out by itself keeps its end."""
        self.status, self.ended, self.ended_at = status, how, now
        stops = max(at, self.starts)
        self.until = min(self.until, stops) if self.until else stops

    def seen(self, true_at: datetime, known_at: datetime) -> bool:
        """Whether it was held true of `true_at` by who knew what was known at `known_at`."""
        if self.recorded > known_at:
            return False
        knows_end = self.ended_at is not None and self.ended_at <= known_at
        if knows_end and self.ended == "wrong":
            return False
        until = self.until if knows_end or self.ended_at is None else self.declared
        return self.starts <= true_at and (until is None or true_at < until)


@dataclass(kw_only=True)
class Draft:
    """What waits for a reviewer: a statement, and the version that stood when it was heard."""

    draft_id: str
    said: "Said"
    place: Place
    against: int | None
    status: str = "pending"


@dataclass(frozen=True, kw_only=True)
class Said:
    """One statement: what it means, when it was said, in which message.

    source      extractor, reviewer or api; by hand it counts from now on, whatever else was said
    denies      the other member of a set that it takes the place of
    """

    key: str
    value: str
    polarity: str
    at: datetime
    message: str = ""
    ending: str = "changed"
    until: datetime | None = None
    withdraws: bool = False
    source: str = "extractor"
    denies: str = ""


@dataclass(kw_only=True)
class Line:
    """The versions of one line, oldest first."""

    versions: list[Version] = field(default_factory=list)

    @property
    def active(self) -> Version | None:
        """The version that stands, if any."""
        return next((v for v in self.versions if v.status == "active"), None)

    def words(self) -> list[datetime]:
        """When something was said about it, by any of its versions."""
        return [word for version in self.versions for word in version.words()]

    def newest(self) -> datetime | None:
        """When the newest thing was said that supports what stands - or, where nothing does, was said at all."""
        if not self.versions:
            return None
        return max(self.active.support() if self.active else self.words() or [self.versions[-1].starts])

    def deny(self, said: Said, now: datetime) -> datetime | None:
        """End what a correction denies; since when the other is true instead, None where nothing was denied."""
        active, newest = self.active, self.newest()
        if active is None or newest is None or said.at < newest:
            return None
        how = "expired" if active.over(said.at) else said.ending
        active.end(how, said.at, now)
        return active.starts if how == "wrong" else said.at

    def tell(self, said: Said, now: datetime, since: datetime | None = None) -> Version | None:
        """Let a statement have its effect; the version that says so now, None where nothing was to be withdrawn.

        since   where it takes the place of another member, from when
        """
        active, newest = self.active, self.newest()
        at = max(said.at, newest) if newest and said.source == "api" else said.at
        late = newest is not None and at < newest
        if said.withdraws:
            if active is None or late:
                return active
            active.end("withdrawn", at, now, "retired")
            return active
        says_so = active is not None and active.says(said.key, said.value, said.polarity)
        if active and says_so and (late or (active.declared in {None, said.until} and not active.over(at))):
            self._support(active, said)
            return active
        if late:
            return self._remember(said, at, now)
        starts = since if since and not active else at
        if active and active.over(at):
            active.end("expired", at, now)
        elif active:
            starts = active.starts if said.ending == "wrong" else at
            active.end(said.ending, at, now)
        return self._write(said, starts, now)

    def _write(self, said: Said, starts: datetime, now: datetime) -> Version:
        version = Version(
            number=len(self.versions) + 1, key=said.key, value=said.value, polarity=said.polarity, starts=starts,
            declared=said.until, until=said.until, recorded=now, source=said.source,
            heard={said.message: said.at} if said.message else {},
        )  # fmt: skip
        self.versions.append(version)
        return version

    @staticmethod
    def _support(version: Version, said: Said) -> None:
        if said.message:
            version.heard[said.message] = said.at

    def _remember(self, said: Said, at: datetime, now: datetime) -> Version:
        """A late statement is a piece of the past: until the next time something else was said."""
        for old in reversed(self.versions):
            holds = old.status != "active" and old.starts <= at and old.until is not None and at < old.until
            if holds and old.says(said.key, said.value, said.polarity):
                self._support(old, said)
                return old
        ends = [word for word in self.words() if word > at] + ([said.until] if said.until else [])
        piece = self._write(said, at, now)
        piece.status, piece.ended, piece.ended_at, piece.born_past = "superseded", "changed", now, True
        piece.until = min(ends)
        return piece

    def amend(self, said: Said, now: datetime) -> Version:
        """Somebody writes the version that follows the one that stands."""
        active = self.active
        assert active is not None
        if active.says(said.key, said.value, said.polarity) and active.declared == said.until:
            return active
        at = max(now, *active.support())
        over = active.over(at)
        starts = active.starts if said.ending == "wrong" and not over else at
        active.end("expired" if over else said.ending, at, now)
        version = self._write(said, starts, now)
        if active.says(said.key, said.value, said.polarity):
            version.heard = dict(active.heard)
        return version

    def roll_back(self, number: int, now: datetime) -> Version:
        """A new version that says what version `number` said."""
        old = self.versions[number - 1]
        active = self.active
        if active is old:
            return old
        newest = self.newest()
        at = max(now, newest) if newest else now
        if active:
            active.end("expired" if active.over(at) else "rolled_back", at, now)
        until = old.declared if old.declared and old.declared > now else None
        said = Said(key=old.key, value=old.value, polarity=old.polarity, at=at, until=until, source="api")
        version = self._write(said, at, now)
        version.heard = dict(old.heard)
        return version

    def answer(self, true_at: datetime, known_at: datetime) -> Version | None:
        """The version that was true then, as known then: of several the one that began last."""
        seen = [v for v in self.versions if v.seen(true_at, known_at)]
        return max(seen, key=lambda v: (v.starts, v.number), default=None)


class Memory:
    """All lines and drafts of one user."""

    def __init__(self) -> None:
        self.lines: dict[Place, Line] = {}
        self.drafts: list[Draft] = []

    def line(self, place: Place) -> Line:
        """The line at that place, empty where nobody has spoken of it."""
        return self.lines.setdefault(place, Line())

    def tell(self, place: Place, said: Said, now: datetime) -> Version | None:
        """Let a statement have its effect where it belongs: `place` is where it denies, withdraws or says something."""
        if not said.denies:
            return self.line(place).tell(said, now)
        since = self.line(place).deny(said, now)
        own = replace(said, ending="changed")
        return self.line((*place[:2], said.value)).tell(own, now, since)

    def standing(self, place: Place, now: datetime) -> Version | None:
        """The version in force at that place."""
        active = self.lines[place].active if place in self.lines else None
        return None if active is None or active.over(now) else active

    def answers(self, true_at: datetime, known_at: datetime) -> set[tuple[Any, ...]]:
        """Everything that was true then, as known then."""
        return {
            (place[0], version.key, version.value, version.polarity, version.number)
            for place, line in self.lines.items()
            if (version := line.answer(true_at, known_at)) is not None
        }

    def pending(self) -> list[Draft]:
        """What waits for a reviewer."""
        return [draft for draft in self.drafts if draft.status == "pending"]

    def moments(self) -> Iterator[datetime]:
        """Every time at which something begins, ends or becomes known, and the moments around it."""
        for line in self.lines.values():
            for v in line.versions:
                for at in (v.starts, v.until, v.declared, v.recorded, v.ended_at):
                    if at is not None:
                        yield from (at - timedelta(microseconds=1), at, at + timedelta(seconds=1))
