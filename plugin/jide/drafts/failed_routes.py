"""What failed over HTTP, for those who look after a tenant: ids, stages and reasons, never what was said."""

from typing import Final

from flask import Blueprint, Response

from jide.drafts import failed
from jide.infra.web import params
from jide.infra.web.guard import actor, caller, deps, requires
from jide.infra.web.replies import json_reply

blueprint: Final = Blueprint("failed", __name__, url_prefix="/api/v1/memory")


@blueprint.get("/failed")
@requires("failed:r")
def get_failed() -> Response:
    """What was put aside, the newest failure first; of one user, or of the whole tenant."""
    user_id = params.user_namespace().user_id if params.stated("user_id") else None
    letters, after = failed.list_failed(
        deps(), caller(), user_id, state=params.query_choice("state", tuple(failed.STATES), "open"),
        before=params.cursor_in(), limit=params.limit(), actor=actor(),
    )  # fmt: skip
    return json_reply({"failed": letters, "next_cursor": params.cursor_out(after) if after else None})


@blueprint.post("/failed/<failed_id>/retry")
@requires("failed:rw")
def post_retry(failed_id: str) -> Response:
    """Ask for another attempt; whether it worked, GET /failed says."""
    status, reply = failed.request_retry(deps(), caller(), params.object_id(failed_id), params.attempt(None))
    return json_reply(reply, status)
