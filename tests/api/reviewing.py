"""A review queue under test: users who say doubtful things, and reviewers who decide, over HTTP."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from jide.drafts import learning
from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace
from tests.api.conftest import BASE
from tests.stores.told import hears, run, tell

T0 = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A tenant's users who talk, and the desk where their drafts are decided on."""

    client: FlaskClient
    work: Deps
    tenant: Namespace
    app: Mapping[str, str]
    reviewer: Mapping[str, str]
    said: list[str] = field(default_factory=list)

    def hear(self, user_id: str, word: str, key: str = "currency", **more: Any) -> str:
        """Let a user say a word in a session of their own; the id of the draft that came of it.

        Each is said a minute after the one before, unless `minute` says when after T0.
        """
        self.said.append(word)
        at = T0 + timedelta(minutes=more.pop("minute", len(self.said)))
        ns = Namespace(tenant_id=self.tenant.tenant_id, user_id=user_id, project_id=more.pop("project_id", ""))
        session = new_id()
        turns = [("assistant", "?"), ("user", f"大概用{word}"), ("assistant", "好的"), ("user", "谢谢")]
        _, message, *_ = tell(self.work.database, ns, session, turns, at=at)
        extract = hears(word, key, **({"confidence": 0.55, "answers": 0} | more))
        learning.learn(run(self.work, extract), ns, session, message)
        (draft,) = [d for d in self.drafts(user_id, "all") if d["evidence"][0]["message_id"] == message]
        return str(draft["draft_id"])

    def drafts(self, user_id: str, status: str = "pending") -> list[dict[str, Any]]:
        """A user's drafts, newest first."""
        reply = self.client.get(f"{BASE}/drafts?user_id={user_id}&status={status}", headers=self.app)
        return list(reply.json["drafts"])

    def draft(self, draft_id: str) -> dict[str, Any]:
        """One draft."""
        found: dict[str, Any] = self.client.get(f"{BASE}/drafts/{draft_id}", headers=self.reviewer).json
        return found

    def decide(self, draft_id: str, decision: str = "approve", **more: Any) -> TestResponse:
        """Decide on a draft; `headers` beside the key's, and the fields of the body."""
        headers = {**self.reviewer, **more.pop("headers", {})}
        body = {"decision": decision, **more}
        return self.client.post(f"{BASE}/drafts/{draft_id}/decision", json=body, headers=headers)

    def decide_all(self, *decisions: Mapping[str, Any], **headers: str) -> TestResponse:
        """Decide on many."""
        body = {"decisions": list(decisions)}
        return self.client.post(f"{BASE}/drafts/decisions", json=body, headers={**self.reviewer, **headers})

    def known(self, user_id: str, **query: str) -> list[dict[str, Any]]:
        """What is known of a user."""
        reply = self.client.get(f"{BASE}/user/{user_id}", query_string=query, headers=self.app)
        return list(reply.json["memories"])

    def values(self, user_id: str) -> dict[str, Any]:
        """key -> value of what is in force."""
        return {memory["key"]: memory["value"].get("value") for memory in self.known(user_id)}

    def audit(self, work: Deps, action: str = "") -> list[dict[str, Any]]:
        """The tenant's audit rows about drafts, as an auditor sees them."""
        query = "SELECT * FROM jide.audit WHERE starts_with(action, 'draft.') AND action LIKE %(action)s ORDER BY at"
        return work.database.fetch("auditor", self.tenant, query, {"action": f"{action or 'draft.'}%"})
