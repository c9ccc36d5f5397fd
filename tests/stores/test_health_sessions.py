"""Live sessions in the health report: real ones, whose time in Redis is cut short and given back."""

from collections.abc import Sequence

import pytest

from jide.health.checks import ALARM, OK, WARN
from jide.infra.deps import Deps
from jide.namespace import Namespace, deadlines_key
from tests.stores.looking import look
from tests.stores.talk import append, says


def keys_of(ns: Namespace, session_id: str) -> tuple[str, str, str]:
    keys = ns.session_keys(session_id)
    return keys.session, keys.messages, keys.ids


@pytest.fixture
def sessions(web_deps: Deps, user: Namespace) -> list[str]:
    """Twenty live sessions."""
    names = [f"会话{n}" for n in range(20)]
    for name in names:
        append(web_deps, user, name, says("你好 / hello"))
    return names


def test_shortened_sessions_warn_and_an_append_mends_them(
    web_deps: Deps, work_deps: Deps, user: Namespace, sessions: Sequence[str]
) -> None:
    """Two of twenty warn, most of them alarm; each append gives a session its life time again."""
    assert look(work_deps, user)["session_survival"].value == 0
    for count, status in ((1, OK), (2, WARN), (11, ALARM)):
        for name in sessions[:count]:
            web_deps.redis.pexpire(keys_of(user, name)[0], 60_000)
        assert (count, look(work_deps, user)["session_survival"].status) == (count, status)
    for name in sessions[:11]:
        append(web_deps, user, name, says("还在吗 / still there?"))
    assert look(work_deps, user)["session_survival"].value == 0


@pytest.mark.parametrize("which", [0, 1, 2])
def test_sessions_that_lost_a_key_count(
    web_deps: Deps, work_deps: Deps, user: Namespace, sessions: Sequence[str], which: int
) -> None:
    """Evicted or deleted: gone is less than five minutes. Another tenant's report says nothing of it."""
    for name in sessions[:3]:
        web_deps.redis.delete(keys_of(user, name)[which])
    found = look(work_deps, user)["session_survival"]
    assert (found.status, found.value) == (WARN, 0.15)
    assert look(work_deps, Namespace(tenant_id="another"))["session_survival"].detail.startswith("0 of 0")


def test_idle_sessions_near_their_natural_end_are_well(
    web_deps: Deps, work_deps: Deps, user: Namespace, sessions: Sequence[str]
) -> None:
    """Nobody has spoken for 28 minutes, and two are left: as it should be. Ended sessions have no deadline ahead."""
    seconds, _ = web_deps.redis.time()
    end = (seconds + 120) * 1000
    for name in sessions:
        session, messages, ids = keys_of(user, name)
        web_deps.redis.hset(session, mapping={"last_active": end - 1_800_000, "expires": end})
        web_deps.redis.zadd(deadlines_key(user.bucket), {user.session_keys(name).member: end})
        for key in (session, messages, ids):
            web_deps.redis.pexpireat(key, end)
    found = look(work_deps, user)["session_survival"]
    assert (found.value, found.detail.split(" live")[0]) == (0, "0 of 20")
