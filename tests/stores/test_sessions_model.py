"""Any mixture of appends, repetitions, clashes, expiry, outages and lost memory, against a simple model."""

import json
from typing import ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from jide.errors import MessageMismatch
from jide.infra.deps import Deps, new_id
from jide.namespace import Namespace, outbox_key
from jide.sessions import archive, store
from tests.stores.talk import append, archived, read_outbox, says, with_settings, without_redis

TURNS = 3
IDS = [f"m{n}" for n in range(8)]
messages = st.lists(st.tuples(st.sampled_from(IDS), st.sampled_from(["一", "two"])), min_size=1, max_size=4)


class Sessions(RuleBasedStateMachine):
    """One session; what each id names, and where it stands, once a reply has said so."""

    deps: ClassVar[Deps]
    tenant: ClassVar[Namespace]

    def __init__(self) -> None:
        super().__init__()
        self.ns = Namespace(tenant_id=self.tenant.tenant_id, user_id=new_id())
        self.told: dict[str, tuple[str, int, int]] = {}
        self.window: list[str] = []

    def _append(self, deps: Deps, batch: list[tuple[str, str]], durable: bool | None, *, live: bool) -> None:
        """Append, and hold the reply against what was told before."""
        named: dict[str, str] = {}
        clash = any(named.setdefault(i, self.told.get(i, (text,))[0]) != text for i, text in batch)
        try:
            reply = append(deps, self.ns, "s1", *(says(text, i) for i, text in batch), durable=durable)
        except MessageMismatch:
            assert clash
            return
        assert not clash
        for (message_id, text), said in zip(batch, reply.messages, strict=True):
            place = (text, said.epoch, said.seq)
            known = message_id in self.told
            assert self.told.setdefault(message_id, place) == place
            if live and not known and message_id not in self.window:
                self.window.append(message_id)
        self.window = self.window[-TURNS * 2 :]

    @rule(batch=messages, durable=st.sampled_from([None, True, False]))
    def say(self, batch: list[tuple[str, str]], durable: bool | None) -> None:
        """Append with both stores there."""
        self._append(self.deps, batch, durable, live=True)

    @rule(batch=messages)
    def say_without_redis(self, batch: list[tuple[str, str]]) -> None:
        """Append in an outage that begins when nothing waits in the outbox, and loses what Redis held."""
        self.archive()
        self.expire()
        self._append(without_redis(self.deps), batch, None, live=False)

    @rule()
    def expire(self) -> None:
        """The session's time has run out."""
        keys = self.ns.session_keys("s1")
        self.deps.redis.delete(keys.session, keys.messages, keys.ids)
        self.window = []

    @rule()
    def archive(self) -> None:
        """What a worker does first: then the archive holds everything."""
        for entry in read_outbox(self.deps.redis, self.ns.bucket, 1000):
            if entry.message is not None and entry.namespace.user_id == self.ns.user_id:
                with self.deps.database.transaction("app", self.ns) as cursor:
                    archive.insert_entry(cursor, entry)
        self.deps.redis.delete(outbox_key(self.ns.bucket))
        found = {m["message_id"]: (m["content"], m["epoch"], m["seq"]) for m in archived(self.deps, self.ns, "s1")}
        assert found == self.told

    @invariant()
    def no_number_is_given_twice(self) -> None:
        """Every message of the session has a number of its own, and a place of its own in the archive."""
        places = [(epoch, seq) for _, epoch, seq in self.told.values()]
        assert len(set(places)) == len(places)
        assert sorted(seq for _, seq in places) == list(range(1, len(places) + 1))

    @invariant()
    def the_window_is_the_newest_in_order(self) -> None:
        """What is live is what was appended since the session began, as far as the window reaches."""
        window = store.read_window(self.deps.redis, self.ns, "s1")
        live = [json.loads(item) for item in window.items] if window else []
        assert [m["message_id"] for m in live] == self.window
        for message in live:
            content, _, seq = self.told[message["message_id"]]
            assert (message["content"], message["seq"]) == (content, seq)


def test_any_history_keeps_every_message_once_under_one_number(web_deps: Deps, tenant: Namespace) -> None:
    Sessions.deps = with_settings(web_deps, window_turns=TURNS)
    Sessions.tenant = tenant
    run_state_machine_as_test(
        Sessions,
        settings=settings(
            max_examples=25, stateful_step_count=15, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
