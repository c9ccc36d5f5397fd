"""The review queue, and the extractor's dry run, over HTTP."""

from typing import Final

from flask import Blueprint, Response

from jide.drafts import learning, review, service
from jide.infra.web import params
from jide.infra.web.bodies import read_json
from jide.infra.web.guard import actor, caller, deps, requires
from jide.infra.web.replies import json_reply

blueprint: Final = Blueprint("drafts", __name__, url_prefix="/api/v1/memory")

_LONGEST_AGE: Final = 10 * 366 * 86_400


@blueprint.get("/drafts")
@requires("drafts:r")
def get_drafts() -> Response:
    """Drafts, newest first; of one user, or of the whole tenant. `min_age` is in seconds."""
    ns = params.user_namespace() if params.stated("user_id") else None
    status = params.query_choice("status", (*service.STATUSES, "all"), "pending")
    queue = service.list_drafts(
        deps(), caller(), ns,
        status=None if status == "all" else status,
        min_age=params.query_int("min_age", 0, 0, _LONGEST_AGE),
        before=params.cursor_in(), limit=params.limit(), actor=actor(),
    )  # fmt: skip
    after = params.cursor_out(queue.after) if queue.after else None
    return json_reply({"drafts": queue.drafts, "next_cursor": after, "queue": queue.waiting})


@blueprint.get("/drafts/<draft_id>")
@requires("drafts:r")
def get_draft(draft_id: str) -> Response:
    """One draft, with what was said around it and what it would change."""
    user_id = params.user_namespace().user_id if params.stated("user_id") else None
    return json_reply(service.read_draft(deps(), caller(), user_id, params.object_id(draft_id), actor=actor()))


@blueprint.post("/drafts/<draft_id>/decision")
@requires("drafts:rw")
def post_decision(draft_id: str) -> Response:
    """Approve, amend or reject a draft."""
    body = read_json("decision")
    status, reply = review.decide(deps(), caller(), params.object_id(draft_id), body, params.attempt(body))
    return json_reply(reply, status)


@blueprint.post("/drafts/decisions")
@requires("drafts:rw")
def post_decisions() -> Response:
    """Decide on many drafts at once; each stands or fails by itself."""
    body = read_json("decisions")
    status, reply = review.decide_all(deps(), caller(), body, params.attempt(body))
    return json_reply(reply, status)


@blueprint.post("/extract")
@requires("extract")
def post_extract() -> Response:
    """What the extractor would find in these messages and the gate decide; nothing is stored."""
    signals = learning.dry_run(read_json("extract")["messages"], now=deps().clock(), settings=deps().settings)
    return json_reply({"signals": signals})
