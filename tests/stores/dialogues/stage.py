"""Plays a dialogue: appended and looked at over HTTP, learned by a worker step by step, on a clock of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import psycopg2
from flask.testing import FlaskClient

from jide.namespace import Namespace, outbox_key
from jide.worker import Worker
from tests.stores.dialogues import seen
from tests.stores.dialogues.screenplay import At, Dialogue, Review, See, Talk, Turn
from tests.stores.dialogues.verdict import Sight, Verdict, judge

BASE = "/api/v1/memory"
PAUSE = timedelta(seconds=20)
SILENCE = timedelta(minutes=31)
MOST_STEPS = 50
"""Steps of the worker after which a bucket that is not empty never will be."""

ALIGN = """
UPDATE jide.sessions SET started_at = %(started)s, last_active = %(now)s, expires_at = %(now)s + interval '30 minutes'
WHERE tenant_id = %(tenant)s AND user_id = %(user)s AND session_id = %(session)s
"""
STATE = "SELECT state FROM jide.sessions WHERE tenant_id = %s AND user_id = %s AND session_id = %s"


@dataclass(slots=True)
class Clock:
    """The time, as the dialogue has it."""

    now: datetime

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A verdict, the step at which it was reached, and what the user had said last."""

    step: int
    verdict: Verdict
    said: tuple[str, ...]

    def __str__(self) -> str:
        found, said = self.verdict, " / ".join(self.said)
        return f"step {self.step} [{found.kind}] expected {found.expected}; got {found.got}; last said: {said}"


class WrongDialogue(AssertionError):
    """Something was not as the dialogue expects; nothing that had ended came back."""


@dataclass(slots=True, kw_only=True)
class Stage:
    """Where a dialogue is played: the app, a worker, the clock both live by, and a look into the database.

    admin       a connection of the bootstrap account: sessions take their times from Redis, which knows no other clock
    """

    client: FlaskClient
    worker: Worker
    admin: Any
    clock: Clock
    user: Namespace
    app_key: str
    reviewer_key: str
    faults: list[Fault] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    step: int = 0
    zone: str = "UTC"
    talks: int = 0
    looks: list[Sequence[seen.Json]] = field(default_factory=list)

    def play(self, dialogue: Dialogue) -> list[Fault]:
        """Every fault that shows, in order."""
        self.zone = dialogue.zone
        for self.step, step in enumerate(dialogue.steps, start=1):
            match step:
                case Talk():
                    self._hold(step)
                case At():
                    self.clock.now = self._local(step.at)
                case Review():
                    self._decide(step)
                case See():
                    self._look(step)
        return self.faults

    # --- what happens -------------------------------------------------------------------

    def _hold(self, talk: Talk) -> None:
        self.talks += 1
        session, started = f"s{self.talks}", self._local(talk.at)
        self.clock.now = started
        self.said.clear()
        turns = (*talk.turns, Turn("user", "/done")) if talk.ends == "done" else talk.turns
        for turn in turns:
            self._append(session, turn, talk.project)
            if turn.role == "user":
                self.said.append(turn.text)
                self._learn(session, started)
            self.clock.now += PAUSE
        self._learn(session, started)
        if talk.ends == "end":
            self._call("POST", f"/session/{self.user.user_id}/{session}/end", 202)
        if talk.ends == "expiry":
            self.clock.now += SILENCE
        self._close(session)

    def _append(self, session: str, turn: Turn, project: str) -> None:
        message = {"role": turn.role, "content": turn.text, "metadata": {"timezone": self.zone}}
        query = f"?project_id={project}" if project else ""
        self._call("POST", f"/session/{self.user.user_id}/{session}{query}", 201, json={"message": message})

    def _learn(self, session: str, started: datetime) -> None:
        """Let the worker take up what was said, a second after it."""
        with self.admin.cursor() as cursor:
            cursor.execute(ALIGN, self._names(session) | {"started": started, "now": self.clock.now})
        self.clock.now += timedelta(seconds=1)
        self._empty()
        with self.admin.cursor() as cursor:  # the worker has archived what the assistant said
            cursor.execute(ALIGN, self._names(session) | {"started": started, "now": self.clock.now})

    def _empty(self) -> None:
        for _ in range(MOST_STEPS):
            self.worker.step({self.user.bucket}, sweep=False)
            if not self.worker.deps.redis.xlen(outbox_key(self.user.bucket)):
                return
        raise TimeoutError(f"the outbox is not empty after {MOST_STEPS} steps")

    def _close(self, session: str) -> None:
        self._empty()
        for _ in range(MOST_STEPS):
            if self._state(session) == "closed":
                return
            self.worker.tenant = self.user.tenant_id[:-1]  # the sweep need not begin with the tenants of other tests
            self.worker.step((), sweep=True)
        raise TimeoutError(f"{session} is not closed after {MOST_STEPS} sweeps")

    def _state(self, session: str) -> str:
        with self.admin.cursor() as cursor:
            cursor.execute(STATE, (self.user.tenant_id, self.user.user_id, session))
            return str(cursor.fetchone()[0])

    def _decide(self, review: Review) -> None:
        meant = seen.found(self._drafts(), review.draft)
        if len(meant) != 1:
            self._note(Verdict("review", f"one draft to decide on, {review.draft}", seen.short(self._drafts())))
            return
        body = {"decision": review.decision} | ({"value": {"value": review.value}} if review.value else {})
        path = f"{BASE}/drafts/{meant[0]['draft_id']}/decision"
        reply = self.client.post(path, json=body, headers=self._headers(self.reviewer_key))
        self.clock.now += PAUSE
        if reply.status_code != 200:
            got = f"{reply.status_code} {reply.get_json(silent=True)}"
            self._note(Verdict("review", f"{review.decision} is taken", got))

    # --- what is seen -------------------------------------------------------------------

    def _look(self, see: See) -> None:
        sight = Sight(
            active=self._active(), drafts=self._drafts(), prompts=self._prompts(see), before=tuple(self.looks)
        )
        self.looks.append(sight.active)
        self._note(*judge(see, sight))

    def _note(self, *verdicts: Verdict) -> None:
        self.faults += [Fault(step=self.step, verdict=found, said=tuple(self.said)) for found in verdicts]

    # --- the API ------------------------------------------------------------------------

    def _active(self) -> list[seen.Json]:
        return list(self._call("GET", f"/user/{self.user.user_id}?limit=500", 200)["memories"])

    def _drafts(self) -> list[seen.Json]:
        return list(self._call("GET", f"/drafts?status=pending&user_id={self.user.user_id}", 200)["drafts"])

    def _prompts(self, see: See) -> list[str]:
        """Blocks for a prompt of a new session: about what is asked, and about each thing that must not be in it."""
        texts = [text for text in (*see.ended, *see.never, *see.unsaid) if isinstance(text, str)]
        project = f"&project_id={see.project}" if see.project else ""
        path = f"/context?user_id={self.user.user_id}&session_id=asks-{self.step}{project}"
        questions = dict.fromkeys([see.about, *(text.split("|")[0] for text in texts)])
        return [self._call("POST", path, 200, json={"q": question})["text"] for question in questions]

    def _call(self, method: str, path: str, status: int, **more: Any) -> Any:
        reply = self.client.open(BASE + path, method=method, headers=self._headers(self.app_key), **more)
        assert reply.status_code == status, (method, path, reply.get_json(silent=True))
        return reply.get_json()

    def _headers(self, key: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {key}"}

    def _names(self, session: str) -> dict[str, Any]:
        return {"tenant": self.user.tenant_id, "user": self.user.user_id, "session": session}

    def _local(self, at: str) -> datetime:
        moment = datetime.fromisoformat(at).replace(tzinfo=ZoneInfo(self.zone))
        assert moment > self.clock.now, f"the clock never goes back: {at}"
        return moment


def connected(url: str) -> Iterator[Any]:
    """A connection of the bootstrap account, each statement for itself."""
    connection = psycopg2.connect(url)
    connection.autocommit = True
    yield connection
    connection.close()
