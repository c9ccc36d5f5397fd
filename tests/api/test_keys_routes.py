"""Keys over HTTP: an administrator makes, sees and revokes those of the own tenant."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.api.conftest import Caller


@pytest.fixture
def admin(client: FlaskClient, admin_key: str) -> Caller:
    """The administrator, calling."""
    return Caller(client=client, key=admin_key)


def test_a_key_is_made_used_and_revoked(admin: Caller, client: FlaskClient) -> None:
    """Its secret is shown once."""
    made = admin("POST", "/keys", json={"app_id": "客服", "scopes": ["context:r", "profile:rw"]})
    assert made.status_code == 201
    key = Caller(client=client, key=made.json["key"])
    assert key("GET", "/user/u1").status_code == 200
    assert key("GET", "/drafts").status_code == 403
    listed = admin("GET", "/keys")
    assert made.json["key_id"] in [row["key_id"] for row in listed.json["api_keys"]]
    assert made.json["key"].rpartition("_")[2] not in listed.text
    assert admin("DELETE", f"/keys/{made.json['key_id']}").json["revoked"] is True
    assert admin("DELETE", f"/keys?key_id={made.json['key_id']}").status_code == 200
    revoked = next(r for r in admin("GET", "/keys").json["api_keys"] if r["key_id"] == made.json["key_id"])
    assert revoked["revoked_at"].endswith("Z")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "app_id"),
        ({"app_id": "a/b"}, "app_id"),
        ({"app_id": "a", "role": "root"}, "role"),
        ({"app_id": "a", "scopes": ["keys:rw"]}, "scopes"),
        ({"app_id": "a", "expires_at": "2030-01-01T00:00:00"}, "expires_at"),
        ({"app_id": "a", "tenant_id": "other"}, "tenant_id"),
    ],
)
def test_a_wrong_wish_is_refused_by_name(admin: Caller, body: dict[str, Any], field: str) -> None:
    """And nothing is made."""
    before = len(admin("GET", "/keys").json["api_keys"])
    reply = admin("POST", "/keys", json=body)
    assert (reply.status_code, reply.json["errors"][0]["field"]) == (422, field)
    assert len(admin("GET", "/keys").json["api_keys"]) == before


def test_another_tenants_key_is_absent(admin: Caller, other_tenant_key: str, client: FlaskClient) -> None:
    """The same bytes as for a key that never was."""
    foreign = admin("DELETE", f"/keys/{other_tenant_key.split('_')[2]}", headers={"X-Request-Id": "r"})
    absent = admin("DELETE", "/keys/aaaaaaaaaaaa", headers={"X-Request-Id": "r"})
    assert (foreign.status_code, foreign.data) == (404, absent.data)
    assert Caller(client=client, key=other_tenant_key)("GET", "/user/u1").status_code == 200
