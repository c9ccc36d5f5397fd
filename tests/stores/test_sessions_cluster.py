"""Redis in cluster mode: each script and read keeps to one slot."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import redis

from jide.errors import Misconfigured, RedisAway
from jide.infra.deps import Deps
from jide.infra.redis import connect
from jide.namespace import Namespace
from jide.sessions import outbox, service, store
from tests.stores.talk import app, append, free_port, places, read_outbox, says, start_valkey, until

SLOTS = 16384


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[int]]:
    """Two masters with half of the slots each; their ports."""
    ports, processes = [], []
    for _ in range(2):
        port, bus = free_port(), free_port()
        home = tmp_path_factory.mktemp("node")
        processes.append(start_valkey(home, port, "--cluster-enabled", "yes", "--cluster-port", str(bus)))
        ports.append((port, bus))
    try:
        nodes = [redis.Redis(port=port) for port, _ in ports]
        for node in nodes:
            until(node.ping)
        nodes[0].execute_command("CLUSTER ADDSLOTSRANGE", 0, SLOTS // 2 - 1)
        nodes[1].execute_command("CLUSTER ADDSLOTSRANGE", SLOTS // 2, SLOTS - 1)
        nodes[0].execute_command("CLUSTER MEET", "127.0.0.1", ports[1][0], ports[1][1])
        for node in nodes:
            until(lambda n=node: _state(n) == "ok")
            node.close()
        yield [port for port, _ in ports]
    finally:
        for process in processes:
            process.kill()
            process.wait(10)


def _state(node: Any) -> str:
    return str(node.execute_command("CLUSTER INFO")["cluster_state"])


@pytest.mark.parametrize("form", ["redis://127.0.0.1:{0}/?cluster=true", "redis://127.0.0.1:{0},127.0.0.1:{1}"])
def test_sessions_work_in_a_cluster(web_deps: Deps, tenant: Namespace, cluster: list[int], form: str) -> None:
    """Users of many slots: appended, repeated, read, ended, taken from the outbox."""
    deps = replace(web_deps, redis=connect(form.format(*cluster)))
    try:
        people = [replace(tenant, user_id=f"u{n}") for n in range(12)]
        for ns in people:
            for _ in range(2):
                assert places(append(deps, ns, "s1", says("你好", "m1"), says("hi", "m2", "assistant"))) == [
                    (1, 1),
                    (1, 2),
                ]
            assert len(service.read_session(deps, app(ns), ns, "s1").items) == 2
            assert store.read_tail(deps.redis, ns, "s1")[0].message_id == "m2"
            assert store.raise_epoch(deps.redis, ns, "s1", epoch=2, floor=2)
            service.end_session(deps, app(ns), ns, "s1")
        buckets = sorted({ns.bucket for ns in people})
        assert outbox.waiting(deps.redis, range(256)).keys() >= set(buckets)
        for bucket in buckets:
            outbox.ack(deps.redis, bucket, [e.entry_id for e in read_outbox(deps.redis, bucket, 100)])
        outbox.trim_deadlines(deps.redis, buckets)
        assert not outbox.waiting(deps.redis, buckets)
    finally:
        deps.redis.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1", "redis://127.0.0.1:six/0", "redis://a:six,b:6379", "redis://[::1"])
def test_a_url_that_names_no_redis_is_refused_in_words(url: str) -> None:
    with pytest.raises(Misconfigured, match="JIDE_REDIS_URL"):
        connect(url)


def test_a_cluster_that_does_not_answer_is_away() -> None:
    with pytest.raises(RedisAway):
        connect("redis://127.0.0.1:9,127.0.0.1:10")
