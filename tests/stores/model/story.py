"""A random life of one user, lived in the service and in the model of it side by side."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from jide.caller import ROLE_SCOPES, Caller
from jide.drafts import learning, review
from jide.drafts import service as drafts
from jide.drafts.learning import Pass
from jide.errors import StaleDraft, VersionConflict
from jide.infra.deps import Deps
from jide.infra.idempotency import Attempt
from jide.infra.times import stamp
from jide.namespace import Namespace
from jide.profiles import changes, registry, service
from jide.profiles.service import Filters
from jide.profiles.ucu import UCU
from jide.sessions import service as sessions
from jide.sessions.message import IncomingMessage
from jide.signals.signal import Signal, Turn
from tests.stores.model.memory import Draft, Memory, Place, Said, Version
from tests.stores.model.spoken import WORDS, Spoken
from tests.stores.talk import app
from tests.stores.told import WORKER, found

SURE: Final = 0.9
UNSURE: Final = 0.5


@dataclass
class Clock:
    """The time that both live by: it stands while something happens."""

    now: datetime = datetime(2026, 6, 1, 8, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Now."""
        return self.now


class Story:
    """One user: the service (sessions, extraction, profile, review), the model, and what can happen to both.

    web, work   what a web process and a worker give their services
    """

    def __init__(self, web: Deps, work: Deps, user: Namespace, seed: int) -> None:
        self.clock = Clock()
        self.web, self.work = replace(web, clock=self.clock), replace(work, clock=self.clock)
        self.user, self.dice = user, random.Random(seed)  # noqa: S311  # a story is to be told again, not to be secret
        self.memory = Memory()
        self.spoken: dict[str, Spoken] = {}
        self.sessions: dict[str, datetime] = {}
        self.run = Pass(deps=self.work, actor=WORKER, extract=self._extract, version="model")
        self.reviewer = Caller(
            tenant_id=user.tenant_id, key_id="r1", app_id="review", role="reviewer", scopes=ROLE_SCOPES["reviewer"]
        )
        self.requests = 0

    def step(self) -> str:
        """Let something happen; its name."""
        chances: dict[Callable[[], None], int] = {
            self.say: 30, self.say_late: 8, self.correct: 8, self.withdraw: 5, self.hint: 10, self.decide: 14,
            self.enter: 6, self.amend: 8, self.retire: 3, self.roll_back: 8, self.end: 4, self.expire: 2, self.wait: 8,
        }  # fmt: skip
        happens = self.dice.choices(list(chances), list(chances.values()))[0]
        self.clock.now += timedelta(seconds=self.dice.randrange(1, 120))
        happens()
        return happens.__name__

    # --- what is said ---------------------------------------------------------------------

    def say(self) -> None:
        """Something plain, at times only until some moment."""
        self._tell("plain", SURE, until=self._soon() if self.dice.random() < 0.2 else None)

    def say_late(self) -> None:
        """Something that was said a while ago and arrives now."""
        self._tell("plain", SURE, ago=timedelta(minutes=self.dice.randrange(1, 90)))

    def correct(self) -> None:
        """What was said was never so."""
        self._tell("wrong", SURE)

    def withdraw(self) -> None:
        """It is to be forgotten."""
        self._tell("withdrawal", SURE)

    def hint(self) -> None:
        """Something too vague to be learned unseen."""
        self._tell("plain", UNSURE, until=self._soon() if self.dice.random() < 0.1 else None)

    def _soon(self) -> datetime:
        return self.clock.now + timedelta(minutes=self.dice.randrange(2, 60))

    def _tell(
        self, kind: str, confidence: float, *, until: datetime | None = None, ago: timedelta | None = None
    ) -> None:
        key, value, _ = self.dice.choice(WORDS)
        project = self.dice.choice(["", "", "p1"])
        others = [v for k, v, member in WORDS if k == key and member and v != value]
        spoken = Spoken(
            key=key, value=value, kind=kind, confidence=confidence, until=until,
            scope="project" if project and self.dice.random() < 0.5 else "global",
            denies=self.dice.choice(others) if kind == "wrong" and others and self.dice.random() < 0.7 else "",
        )  # fmt: skip
        session, at = self._session(ago)
        ns = replace(self.user, project_id=project)
        text = f"message {len(self.spoken)} of this story"
        self.spoken[text] = spoken
        message = IncomingMessage(role="user", content=text, at=at)
        reply = sessions.append(self.web, app(ns), ns, session, (message,))
        assert reply.durability == "durable"
        message_id = reply.messages[0].message_id
        self.clock.now += timedelta(seconds=1)
        learning.learn(self.run, self.user, session, message_id)
        self._learn(spoken, at, message_id, project)

    def _session(self, ago: timedelta | None) -> tuple[str, datetime]:
        """The session to speak in, and when: what is late is alone in its own."""
        if ago is not None:
            name = f"late{len(self.spoken)}"
            self.sessions[name] = self.clock.now
            return name, self.clock.now - ago
        name = self.dice.choice(["a", "b"])
        self.sessions[name] = self.clock.now
        return name, self.clock.now

    def _extract(
        self, turns: Sequence[Turn], active: Sequence[UCU], indexes: Collection[int], zone: str
    ) -> list[Signal]:
        """What the messages of the story mean."""
        return [self._signal(self.spoken[turns[n].content], n, len(turns[n].content)) for n in indexes]

    def _signal(self, spoken: Spoken, index: int, length: int) -> Signal:
        kind = {"plain": "preference", "wrong": "correction", "withdrawal": "withdrawal"}[spoken.kind]
        denied = {"member": registry.member_of(spoken.key, {"value": spoken.denies})} if spoken.denies else {}
        return found(
            spoken.key, spoken.value, index, (0, length), signal=kind, confidence=spoken.confidence, scope=spoken.scope,
            ending="wrong" if spoken.kind == "wrong" else "changed", valid_until=spoken.until, **denied,
        )  # fmt: skip

    def _learn(self, spoken: Spoken, at: datetime, message_id: str, heard_in: str) -> None:
        """The same in the model: where it belongs, whether it is learned, waits, or changes nothing."""
        now, polarity = self.clock.now, "negative" if spoken.key == "disliked" else "positive"
        place = self._home(spoken, heard_in)
        said = Said(
            key=spoken.key, value=spoken.value, polarity=polarity, at=at, message=message_id, until=spoken.until,
            ending="wrong" if spoken.kind == "wrong" else "changed", withdraws=spoken.kind == "withdrawal",
            denies=spoken.denies,
        )  # fmt: skip
        stands = self.memory.standing(place, now)
        same = stands is not None and not said.withdraws and stands.says(said.key, said.value, polarity)
        doubts = stands is not None and stands.source == "reviewer" and not same and not said.withdraws
        if doubts or spoken.confidence < self.web.settings.auto_promote:
            against = stands.number if stands else None
            self.memory.drafts.append(Draft(draft_id=self._newest_draft(), said=said, place=place, against=against))
            return
        self.memory.tell(place, said, now)

    def _home(self, spoken: Spoken, heard_in: str) -> Place:
        """A correction or withdrawal means the line where there is something to correct, a refusal what it refuses."""
        line, member = registry.find_key(spoken.key).line, spoken.member
        if spoken.scope == "project":
            return heard_in, line, member
        stands = {p: self.memory.standing((p, line, member), self.clock.now) for p in ("", heard_in)}
        meant = {p for p, version in stands.items() if version and spoken.kind != "plain"}
        refused = {p for p, version in stands.items() if version and spoken.refuses(version)}
        if heard_in and {heard_in} in (meant, refused):
            return heard_in, line, member
        return "", line, member

    def _newest_draft(self) -> str:
        return str(self._queue("pending", 1)[0]["draft_id"])

    # --- what people decide ---------------------------------------------------------------

    def decide(self) -> None:
        """A reviewer approves, amends or rejects something that waits - or finds that it has moved."""
        waiting = self.memory.pending()
        if not waiting:
            return
        draft, verb = self.dice.choice(waiting), self.dice.choice(["approve", "approve", "amend", "reject"])
        if draft.said.withdraws and verb == "amend":
            return
        body: dict[str, Any] = {"decision": verb}
        value = draft.said.value
        if verb == "amend":
            value = self.dice.choice([v for k, v, _ in WORDS if k == draft.said.key])
            body["value"] = {"value": value}
        now = self.clock.now
        stands = self.memory.standing(draft.place, now)
        moved = draft.against != (stands.number if stands else None)
        late = draft.said.until is not None and draft.said.until <= now
        if verb != "reject" and (moved or late):
            assert self._refused(draft.draft_id, body)
            return
        _, reply = review.decide(self.web, self.reviewer, draft.draft_id, body, self._attempt(self.reviewer))
        draft.status = {"approve": "approved", "amend": "amended", "reject": "rejected"}[verb]
        assert reply["status"] == draft.status
        if verb != "reject":
            self._settle(draft, replace(draft.said, value=value, source="reviewer"))

    def _refused(self, draft_id: str, body: dict[str, Any]) -> bool:
        with pytest.raises(StaleDraft) as refused:
            review.decide(self.web, self.reviewer, draft_id, body, self._attempt(self.reviewer))
        return "diff" in refused.value.data

    def _settle(self, draft: Draft, said: Said) -> None:
        """An approval is told where its value belongs; other drafts that say the same are done with."""
        project, line, member = draft.place
        if not said.denies and not said.withdraws and member:
            member = said.value
        version = self.memory.tell((project, line, member), said, self.clock.now)
        for other in self.memory.pending():
            here = other.place[:2] == draft.place[:2]
            if said.withdraws:
                again = other.said.withdraws and other.place == draft.place
            else:
                again = version is not None and version.says(other.said.key, other.said.value, other.said.polarity)
                again = again and not other.said.withdraws
            if here and again:
                other.status = "closed"

    def enter(self) -> None:
        """Somebody enters a value by hand, at times with an end."""
        key, value, member = self.dice.choice(WORDS)
        project = self.dice.choice(["", "p1"])
        until = self._soon() if self.dice.random() < 0.3 else None
        body: dict[str, Any] = {"type": registry.find_key(key).type, "key": key, "value": {"value": value}}
        body |= ({"valid_until": stamp(until)} if until else {}) | ({"project_id": project} if project else {})
        status, _ = changes.assert_ucu(self.web, app(self.user), self.user, body, self._attempt())
        polarity = "negative" if key == "disliked" else "positive"
        said = Said(key=key, value=value, polarity=polarity, at=self.clock.now, until=until, source="api")
        line = self.memory.line((project, registry.find_key(key).line, member))
        before = len(line.versions)
        line.tell(said, self.clock.now)
        assert status == (201 if len(line.versions) > before else 200)

    def _pick(self) -> tuple[Place, Version] | None:
        """A version in force, anywhere."""
        now = self.clock.now
        standing = [(place, v) for place in self.memory.lines if (v := self.memory.standing(place, now))]
        return self.dice.choice(standing) if standing else None

    def amend(self) -> None:
        """Somebody changes a version's value or end - knowing it, or one that is no more."""
        picked = self._pick()
        if picked is None:
            return
        place, version = picked
        words = [v for k, v, m in WORDS if k == version.key and m == place[2]]
        value, until = self.dice.choice(words), version.declared
        body: dict[str, Any] = {"value": {"value": value}, "ending": self.dice.choice(["changed", "wrong"])}
        if self.dice.random() < 0.4:
            until = self._soon()
            body["valid_until"] = stamp(until)
        ucu_id = self._ucu(place, version.number)["ucu_id"]
        if self.dice.random() < 0.25:
            stale = {**body, "expected_version": version.number + 1}
            with pytest.raises(VersionConflict) as refused:
                changes.amend(self.web, app(self.user), self.user, ucu_id, stale, self._attempt())
            assert refused.value.data["current"]["version"] == version.number
        body["expected_version"] = version.number
        _, reply = changes.amend(self.web, app(self.user), self.user, ucu_id, body, self._attempt())
        said = Said(
            key=version.key, value=value, polarity=version.polarity, at=self.clock.now, until=until, source="api",
            ending=body["ending"],
        )  # fmt: skip
        assert reply["version"] == self.memory.line(place).amend(said, self.clock.now).number

    def retire(self) -> None:
        """Somebody withdraws what stands, by hand."""
        picked = self._pick()
        if picked is None:
            return
        place, version = picked
        ucu_id = self._ucu(place, version.number)["ucu_id"]
        changes.retire(self.web, app(self.user), self.user, ucu_id, self._attempt())
        said = Said(
            key=version.key, value=version.value, polarity=version.polarity, at=self.clock.now, withdraws=True,
            source="api",
        )  # fmt: skip
        self.memory.line(place).tell(said, self.clock.now)

    def roll_back(self) -> None:
        """Somebody puts an earlier version back."""
        lines = [(place, line) for place, line in self.memory.lines.items() if line.versions]
        if not lines:
            return
        place, line = self.dice.choice(lines)
        number = self.dice.randrange(1, len(line.versions) + 1)
        ucu_id = self._ucu(place, line.versions[-1].number)["ucu_id"]
        before = len(line.versions)
        status, reply = changes.roll_back(
            self.web, app(self.user), self.user, ucu_id, {"version": number}, self._attempt()
        )
        version = line.roll_back(number, self.clock.now)
        assert (status, reply["version"]) == (201 if len(line.versions) > before else 200, version.number)

    # --- what time does -------------------------------------------------------------------

    def end(self) -> None:
        """A session is over, and read once more."""
        if self.sessions:
            self._close(self.dice.choice(sorted(self.sessions)))

    def expire(self) -> None:
        """Half an hour passes; Redis forgets every conversation."""
        self.clock.now += timedelta(minutes=31)
        self.web.redis.flushdb()
        for name in sorted(self.sessions):
            self._close(name)
        self.sessions = {}

    def _close(self, session: str) -> None:
        sessions.end_session(self.web, app(self.user), self.user, session)
        learning.close(self.run, self.user, session)

    def wait(self) -> None:
        """Some time passes."""
        self.clock.now += timedelta(minutes=self.dice.randrange(1, 240))

    # --- what is asked --------------------------------------------------------------------

    def _attempt(self, caller: Caller | None = None) -> Attempt:
        self.requests += 1
        actor = (caller or app(self.user)).actor("r")
        return Attempt(method="POST", path=f"/{self.requests}", body=None, idempotency_key=None, actor=actor)

    def _queue(self, status: str, limit: int = 500) -> list[dict[str, Any]]:
        queue = drafts.list_drafts(
            self.web, app(self.user), self.user, status=status, min_age=0, before=None, limit=limit, actor=WORKER
        )
        return queue.drafts

    def _read(self, **filters: Any) -> list[dict[str, Any]]:
        page = service.read_profile(
            self.web, app(self.user), self.user, Filters(**filters), before=None, limit=500, actor=WORKER
        )
        assert page.after is None
        return page.memories

    def _ucu(self, place: Place, number: int) -> dict[str, Any]:
        project, line, member = place
        ours = {k for k, _, _ in WORDS if registry.find_key(k).line == line}
        (ucu,) = [
            m for m in self._read(status="all")
            if (m["project_id"] or "", m["version"]) == (project, number)
            and m["key"] in ours and member in ("", m["value"]["value"])
        ]  # fmt: skip
        return ucu

    def answers(self, **filters: Any) -> set[tuple[Any, ...]]:
        """What the service says is true."""
        return {
            (m["project_id"] or "", m["key"], m["value"]["value"], m["polarity"], m["version"])
            for m in self._read(**filters)
        }

    def pending(self) -> set[str]:
        """The drafts that the service lets wait."""
        waits = "SELECT draft_id FROM jide.drafts WHERE status = 'pending' ORDER BY created_at DESC, draft_id DESC"
        return {str(row["draft_id"]) for row in self.work.database.fetch("worker", self.user, waits, {})}

    def moment(self) -> datetime:
        """Some moment that is worth asking about."""
        moments = sorted(self.memory.moments())
        return self.dice.choice(moments) if moments else self.clock.now
