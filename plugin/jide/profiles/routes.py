"""A user's profile over HTTP."""

from typing import Final

from flask import Blueprint, Response

from jide.errors import Forbidden
from jide.infra.web import params
from jide.infra.web.bodies import read_json
from jide.infra.web.guard import actor, caller, deps, requires
from jide.infra.web.replies import json_reply
from jide.namespace import Namespace
from jide.profiles import changes, service
from jide.profiles.service import Filters

blueprint: Final = Blueprint("profiles", __name__, url_prefix="/api/v1/memory")


@blueprint.get("/user/<user_id>")
@requires("profile:r")
def get_user(user_id: str) -> Response:
    """What is known of a user, newest recorded first."""
    return _profile(user_id)


@blueprint.get("/profile")
@requires("profile:r")
def get_profile() -> Response:
    """The same with the identity in the query."""
    return _profile(None)


def _whose(user_id: str | None) -> Namespace:
    """Whose profile is meant; a platform that does not vouch for its user ids reaches none."""
    if not caller().trusted:
        raise Forbidden("this key's user ids are not vouched for; it reaches sessions only")
    return params.user_namespace(user_id)


def _profile(user_id: str | None) -> Response:
    ns = _whose(user_id)
    filters = Filters(
        type=params.query_text("type") or None,
        key=params.query_text("key") or None,
        project_id=ns.project_id or None,
        session_id=params.query_id("session_id"),
        min_trust=params.query_number("min_trust", 0.0, 1.0),
        status=params.query_text("status") or None,
        as_of=params.query_time("as_of"),
        known_at=params.query_time("known_at"),
    )
    page = service.read_profile(
        deps(), caller(), ns, filters, before=params.cursor_in(), limit=params.limit(), actor=actor()
    )
    after = params.cursor_out(page.after) if page.after else None
    return json_reply({"user_id": ns.user_id, "memories": page.memories, "next_cursor": after})


@blueprint.post("/user/<user_id>/ucu")
@requires("profile:rw")
def post_ucu(user_id: str) -> Response:
    """Assert a UCU: 201 for a new version of its line, 200 for the same value again."""
    ns = _whose(user_id)
    body = read_json("ucu_assert")
    status, reply = changes.assert_ucu(deps(), caller(), ns, body, params.attempt(body))
    return json_reply(reply, status)


@blueprint.get("/user/<user_id>/ucu/<ucu_id>")
@requires("profile:r")
def get_ucu(user_id: str, ucu_id: str) -> Response:
    """One version, as of a time, as known at another."""
    ns = _whose(user_id)
    ucu = service.read_ucu(
        deps(), caller(), ns, params.object_id(ucu_id), actor=actor(),
        as_of=params.query_time("as_of"), known_at=params.query_time("known_at"),
    )  # fmt: skip
    return json_reply(ucu)


@blueprint.get("/user/<user_id>/ucu/<ucu_id>/history")
@requires("profile:r")
def get_history(user_id: str, ucu_id: str) -> Response:
    """Every version of its line as known at a time, newest first."""
    ns = _whose(user_id)
    position = params.cursor_in(int)
    memories, after = service.read_history(
        deps(), caller(), ns, params.object_id(ucu_id),
        before=position[0] if position else None, limit=params.limit(), actor=actor(),
        known_at=params.query_time("known_at"),
    )  # fmt: skip
    next_cursor = params.cursor_out((after,)) if after is not None else None
    return json_reply({"memories": memories, "next_cursor": next_cursor})


@blueprint.get("/user/<user_id>/ucu/<ucu_id>/evidence")
@requires("profile:r")
def get_evidence(user_id: str, ucu_id: str) -> Response:
    """The messages behind a version, with their neighbours."""
    ns = _whose(user_id)
    evidence = service.read_evidence(deps(), caller(), ns, params.object_id(ucu_id), actor=actor())
    return json_reply({"evidence": evidence})


@blueprint.patch("/user/<user_id>/ucu/<ucu_id>")
@requires("profile:rw")
def patch_ucu(user_id: str, ucu_id: str) -> Response:
    """Change the version in force: the version that follows it; 409 with that version where another one stands."""
    ns = _whose(user_id)
    body = read_json("ucu_amend")
    status, reply = changes.amend(deps(), caller(), ns, params.object_id(ucu_id), body, params.attempt(body))
    return json_reply(reply, status)


@blueprint.post("/user/<user_id>/ucu/<ucu_id>/rollback")
@requires("profile:rw")
def post_rollback(user_id: str, ucu_id: str) -> Response:
    """Put an older version of its line back: 201 for the copy, 200 where that version is in force."""
    ns = _whose(user_id)
    body = read_json("ucu_rollback")
    status, reply = changes.roll_back(deps(), caller(), ns, params.object_id(ucu_id), body, params.attempt(body))
    return json_reply(reply, status)


@blueprint.delete("/user/<user_id>/ucu/<ucu_id>")
@requires("profile:rw")
def delete_ucu(user_id: str, ucu_id: str) -> Response:
    """Retire a version; its line stands empty until the user says something new."""
    ns = _whose(user_id)
    status, reply = changes.retire(deps(), caller(), ns, params.object_id(ucu_id), params.attempt(None))
    return json_reply(reply, status)
