"""A tenant's service keys over HTTP: made, listed, revoked."""

from typing import Final

from flask import Blueprint, Response

from jide.infra import keys
from jide.infra.keys import KeyWish
from jide.infra.times import parse_time
from jide.infra.web import params
from jide.infra.web.bodies import read_json
from jide.infra.web.guard import caller, deps, requires
from jide.infra.web.replies import json_reply

blueprint: Final = Blueprint("keys", __name__, url_prefix="/api/v1/memory")


@blueprint.get("/keys")
@requires("keys:rw")
def get_keys() -> Response:
    """Every key of the tenant, newest first; never a secret."""
    return json_reply({"api_keys": keys.list_keys(deps().database, caller().tenant), "next_cursor": None})


@blueprint.post("/keys")
@requires("keys:rw")
def post_key() -> Response:
    """Make a key; its text is in this reply and nowhere else."""
    body = read_json("key")
    expires = body.get("expires_at")
    wish = KeyWish(**{**body, "expires_at": parse_time(expires, "expires_at") if expires else None})
    status, reply = keys.create_key_once(
        deps().database, caller(), wish, now=deps().clock(), attempt=params.attempt(body)
    )  # fmt: skip
    return json_reply(reply, status)


@blueprint.delete("/keys/<key_id>")
@requires("keys:rw")
def delete_key(key_id: str) -> Response:
    """Revoke a key; every process knows within five seconds."""
    return _revoked(key_id)


@blueprint.delete("/keys")
@requires("keys:rw")
def delete_key_by_query() -> Response:
    """The same with the key's id in the query."""
    return _revoked(params.required_id("key_id"))


def _revoked(key_id: str) -> Response:
    status, reply = keys.revoke_key_once(
        deps().database, caller(), key_id, now=deps().clock(), attempt=params.attempt({"key_id": key_id})
    )  # fmt: skip
    return json_reply(reply, status)
