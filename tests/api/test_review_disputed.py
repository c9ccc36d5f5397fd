"""What a reviewer confirmed, and the user's later words put in doubt: out of every prompt until somebody decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from flask.testing import FlaskClient

from jide.infra.deps import Deps
from jide.namespace import Namespace
from jide.worker import Worker
from tests.api.conftest import BASE

NOBODY = Namespace(tenant_id="service")
MOST_STEPS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A user who talks over HTTP, the worker who listens, and the reviewer."""

    client: FlaskClient
    worker: Worker
    user: Namespace
    app: dict[str, str]
    reviewer: dict[str, str]

    def say(self, session: str, text: str) -> None:
        """Append a message, and let the worker learn from it."""
        path = f"{BASE}/session/{self.user.user_id}/{session}"
        body = {"message": {"role": "user", "content": text}}
        assert self.client.post(path, json=body, headers=self.app).status_code == 201
        for _ in range(MOST_STEPS):
            messages = self.client.get(f"{path}/messages", headers=self.app).json["messages"]
            if all(message["state"] == "done" for message in messages):
                return
            self.worker.step((self.user.bucket,), sweep=True)
        raise AssertionError(f"not learned from after {MOST_STEPS} steps")

    def pending(self) -> list[dict[str, Any]]:
        """The drafts that wait."""
        reply = self.client.get(f"{BASE}/drafts?user_id={self.user.user_id}", headers=self.app)
        return list(reply.json["drafts"])

    def decide(self, decision: str, **more: Any) -> None:
        """Decide on the one draft that waits."""
        (draft,) = self.pending()
        path = f"{BASE}/drafts/{draft['draft_id']}/decision"
        reply = self.client.post(path, json={"decision": decision, **more}, headers=self.reviewer)
        assert reply.status_code == 200, reply.json

    def told(self, question: str) -> tuple[list[str], list[str]]:
        """What a prompt is told, and why it is not told the rest; /context and /recall must say the same."""
        query = {"user_id": self.user.user_id, "session_id": "elsewhere", "q": question}
        context = self.client.get(f"{BASE}/context", query_string=query, headers=self.app).json
        asked = {"user_id": self.user.user_id, "q": question}
        recall = self.client.post(f"{BASE}/recall", json=asked, headers=self.app).json
        values = [memory["value"]["value"] for memory in context["memories"]]
        assert values == [memory["value"]["value"] for memory in recall["memories"]]
        assert all(memory["statement"] in context["text"] for memory in context["memories"])
        return values, [dropped["reason"] for dropped in context["dropped"]]

    def profile(self) -> list[tuple[str, bool]]:
        """The values in force, and whether each is disputed."""
        reply = self.client.get(f"{BASE}/user/{self.user.user_id}", headers=self.app)
        return [(memory["value"]["value"], memory["disputed"]) for memory in reply.json["memories"]]


@pytest.fixture
def talk(
    client: FlaskClient, work_deps: Deps, user: Namespace, app_key: str, reviewer_key: str
) -> Iterator[Talk]:  # fmt: skip
    """A new user, and a worker that holds every bucket."""
    with work_deps.database.transaction("system", NOBODY) as cursor:
        cursor.execute("DELETE FROM jide.leases WHERE name LIKE 'worker:%'")
        cursor.execute("UPDATE jide.leases SET owner = '', expires_at = '-infinity'")
    worker = Worker(work_deps, owner="review")
    yield Talk(
        client=client, worker=worker, user=user, app={"Authorization": f"Bearer {app_key}"},
        reviewer={"Authorization": f"Bearer {reviewer_key}"},
    )  # fmt: skip
    worker.release()


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Something said with reserve, its opposite said plainly, and a question that concerns both."""

    vague: str
    plain: str
    question: str
    again: str


ZH = Words(
    vague="以后报价可能用美元吧。", plain="以后报价改用欧元。", question="报价用什么货币？", again="以后报价都用日元。"
)
EN = Words(
    vague="Maybe use US dollars for my quotes from now on.", plain="From now on, use euros for my quotes.",
    question="Which currency do I want my quotes in?", again="From now on, use yen for my quotes.",
)  # fmt: skip
TONGUES = pytest.mark.parametrize("words", [ZH, EN], ids=["zh", "en"])


@TONGUES
@pytest.mark.parametrize(
    ("decision", "more", "value"),
    [("approve", {}, "EUR"), ("reject", {}, "USD"), ("amend", {"value": {"value": "CHF"}}, "CHF")],
)
def test_what_is_contradicted_is_out_of_recall_until_the_decision(
    talk: Talk, words: Words, decision: str, more: dict[str, Any], value: str
) -> None:
    talk.say("s1", words.vague)
    assert talk.told(words.question) == ([], [])
    talk.decide("approve")
    assert talk.told(words.question) == (["USD"], [])
    talk.say("s2", words.plain)
    (draft,) = talk.pending()
    assert (draft["conflict"], draft["value"], draft["current"]["disputed"]) == (
        "contradicts", {"value": "EUR"}, True,
    )  # fmt: skip
    assert talk.profile() == [("USD", True)]
    assert talk.told(words.question) == ([], ["disputed"])
    talk.decide(decision, **more)
    assert talk.profile() == [(value, False)]
    assert talk.told(words.question) == ([value], [])


@TONGUES
def test_a_dispute_lasts_until_the_last_of_its_drafts_is_decided(talk: Talk, words: Words) -> None:
    talk.say("s1", words.vague)
    talk.decide("approve")
    talk.say("s2", words.plain)
    talk.say("s3", words.again)
    newest, older = talk.pending()
    assert [newest["value"]["value"], older["value"]["value"]] == ["JPY", "EUR"]
    path = f"{BASE}/drafts/{older['draft_id']}/decision"
    assert talk.client.post(path, json={"decision": "reject"}, headers=talk.reviewer).status_code == 200
    assert talk.told(words.question) == ([], ["disputed"])
    talk.decide("reject")
    assert talk.told(words.question) == (["USD"], [])


@TONGUES
def test_older_words_put_neither_an_entry_nor_newer_words_in_doubt(talk: Talk, words: Words) -> None:
    talk.say("s1", words.vague)
    talk.decide("approve")
    talk.say("s2", words.plain)
    assert talk.told(words.question) == ([], ["disputed"])
    (old,) = talk.client.get(f"{BASE}/user/{talk.user.user_id}", headers=talk.app).json["memories"]
    path = f"{BASE}/user/{talk.user.user_id}/ucu/{old['ucu_id']}"
    body = {"expected_version": old["version"], "value": {"value": "CHF"}}
    assert talk.client.patch(path, json=body, headers=talk.app).status_code == 200
    assert (talk.profile(), talk.told(words.question)) == ([("CHF", False)], (["CHF"], []))
    talk.say("s3", words.again)
    assert (talk.profile(), talk.told(words.question)) == ([("JPY", False)], (["JPY"], []))
    (draft,) = talk.pending()
    assert draft["value"] == {"value": "EUR"}
