"""The audit over HTTP, for auditors: who changed or read what, when; people and values only as digests."""

import uuid
from typing import Final

from flask import Blueprint, Response

from jide.infra import audit
from jide.infra.audit import Asked
from jide.infra.web import params
from jide.infra.web.guard import actor, caller, deps, requires
from jide.infra.web.replies import json_reply

blueprint: Final = Blueprint("audit", __name__, url_prefix="/api/v1/memory")


@blueprint.get("/audit")
@requires("audit:r")
def get_audit() -> Response:
    """The tenant's audit, newest first; `subject` is a user's id, of which only the digest is stored."""
    position = params.cursor_in(uuid.UUID)
    asked = Asked(
        since=params.query_time("since"), subject=params.query_id("subject"),
        action=params.query_text("action") or None, before=position[0] if position else None,
    )  # fmt: skip
    rows, after = audit.read_audit(deps().database, caller(), asked, limit=params.limit(), actor=actor())
    return json_reply({"audit": rows, "next_cursor": params.cursor_out((after,)) if after else None})
