"""Phone numbers, ids, cards, addresses and keys, wherever a request carries them: no store holds one."""

import json
from typing import Final

import pytest
import redis

from jide.infra.postgres import Database
from jide.namespace import Namespace
from tests.api.conftest import Caller

SECRETS: Final = {
    "phone": ("我的手机是%s谢谢", "13912345678"),
    "wide phone": ("电话%s", "１３９１２３４５６７８"),
    "resident id": ("身份证%s", "11010519491231002X"),
    "card": ("my card is %s", "4111111111111111"),
    "e-mail": ("write to %s please", "zhang.san@corp-example.cn"),
    "password": ("密码是%s", "Abc@1234567"),
    "key": ("use %s", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"),
}
TURN: Final = {"user_id": "u1", "session_id": "s1"}
TABLES: Final = ("sessions", "messages", "ucus", "ucu_evidence", "drafts", "recalls", "idempotency", "audit")


def tell_everywhere(call: Caller, text: str) -> list[int]:
    """Send `text` in every field that takes one; the statuses."""
    message = {"role": "user", "content": text, "metadata": {text: [{"a": text}]}}
    values = [
        ("other_preference", {"value": text}),
        ("other_fact", {"value": "x", "exclude": [text]}),
        ("report_format", {"format": "Markdown", "elements": [text]}),
    ]
    replies = [
        call("POST", "/turns", query_string=TURN, data={"user": text, "assistant": text}),
        call("POST", "/session/u1/s1", json={"message": message, "metadata": {"channel": text}}),
        *[
            call(
                "POST", "/user/u1/ucu", query_string={"idempotency_key": text + key},
                json={"type": "preference", "key": key, "value": value, "statement": text},
            )
            for key, value in values
        ],
        call("POST", "/user/u1/ucu", json={"type": "fact", "key": "product", "value": {"value": text}}),
        call("GET", "/context", query_string=TURN | {"q": text}),
        call("POST", "/recall", json={"user_id": "u1", "q": text}),
    ]  # fmt: skip
    return [reply.status_code for reply in replies]


def kept(database: Database, tenant: Namespace, client: redis.Redis) -> str:
    """Everything that the stores hold of the tenant's user, as text."""
    ns = Namespace(tenant_id=tenant.tenant_id, user_id="u1")
    held = []
    for table in TABLES:
        role = "auditor" if table == "audit" else "app"
        held += database.fetch(role, ns, f"SELECT '{table}' AS name, t::text AS row FROM jide.{table} AS t", {})
    dumps = [str(client.hgetall(key)) if client.type(key) == b"hash" else "" for key in client.scan_iter()]
    lists = [part.decode() for key in client.scan_iter(_type="list") for part in client.lrange(key, 0, -1)]
    streams = [fields[b"m"].decode() for key in client.scan_iter(_type="stream") for _, fields in client.xrange(key)]
    return json.dumps(held, ensure_ascii=False) + "".join([*dumps, *lists, *streams])


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_is_kept_nowhere(
    call: Caller, web_database: Database, redis_client: redis.Redis, tenant: Namespace, kind: str
) -> None:
    """Not in messages, metadata, values, statements, replies kept for a retry, or idempotency keys."""
    form, secret = SECRETS[kind]
    assert {status // 100 for status in tell_everywhere(call, form % secret)} == {2}
    held = kept(web_database, tenant, redis_client)
    assert secret not in held
    for table in set(TABLES) - {"ucu_evidence", "drafts"}:
        assert f'"{table}"' in held, table  # otherwise what is not there proves nothing


@pytest.mark.parametrize("given", ["13912345678", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"])
def test_a_secret_is_no_request_id(call: Caller, given: str) -> None:
    """Request ids go into logs and audit."""
    assert call("GET", "/user/u1", headers={"X-Request-Id": given}).headers["X-Request-Id"] != given
