"""Recall over HTTP: the block for the next prompt, search, and the log of what was given."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final, TypeVar

from flask import Blueprint, Response, current_app, request

from jide.errors import Forbidden, Invalid, PostgresAway, Unavailable
from jide.infra.logs import log
from jide.infra.times import parse_time
from jide.infra.web import params
from jide.infra.web.bodies import read_fields, read_json
from jide.infra.web.guard import caller, deps, request_id, requires
from jide.infra.web.replies import json_reply, text_reply
from jide.namespace import Namespace
from jide.profiles.ucu import TYPES
from jide.recall import service
from jide.recall.budget import Packed
from jide.recall.rank import Ranking
from jide.recall.service import Recalled

blueprint: Final = Blueprint("recall", __name__, url_prefix="/api/v1/memory")

_LIMIT: Final = 20
_MAX_TOKENS: Final = 1500
_MOST_TOKENS: Final = 200_000
_LANES: Final = "jide.recall"

Value = TypeVar("Value")


class Lanes:
    """Threads on which a recall reads PostgreSQL, so that a server that hangs holds no request beyond its deadline.

    A read that was given up keeps its lane until the server answers or closes; with no lane free, the next recall
    does not wait.
    """

    def __init__(self, size: int) -> None:
        self._free = BoundedSemaphore(size)
        self._threads = ThreadPoolExecutor(max_workers=size, thread_name_prefix="jide-recall")

    def run(self, read: Callable[[], Value], seconds: float) -> Value:
        """What `read` gives within `seconds`; raises PostgresAway when it does not."""
        if seconds <= 0 or not self._free.acquire(blocking=False):
            raise PostgresAway(retry_after=2)
        reading = self._threads.submit(read)
        reading.add_done_callback(lambda _: self._free.release())
        try:
            return reading.result(timeout=seconds)
        except TooLate as error:
            reading.cancel()
            raise PostgresAway("PostgreSQL did not answer in time.", retry_after=2) from error


def _lanes() -> Lanes:
    """This process's lanes, made at its first recall."""
    lanes = current_app.extensions.get(_LANES)
    if lanes is None:
        lanes = current_app.extensions.setdefault(_LANES, Lanes(2 * deps().settings.threads))
    return lanes  # type: ignore[no-any-return]


def _empty_while_away(_: Unavailable) -> Response | None:
    """The answer where even the key cannot be looked up: nothing, unless the caller asks to be told."""
    as_text = params.query_text("format") == "text"
    wanted = params.query_text("on_error") or ("empty" if as_text else "")
    return _reply(_nothing(), as_text) if wanted == "empty" else None


@blueprint.route("/context", methods=["GET", "POST"])
@requires("context:r", away=_empty_while_away)
def post_context() -> Response:
    """What the next prompt should know: 200 whatever is away, unless the caller asks to be told (on_error=fail)."""
    as_text = params.query_choice("format", ("json", "text"), "json") == "text"
    on_error = params.query_choice("on_error", ("empty", "fail", ""), "empty" if as_text else "")
    ns = params.user_namespace()
    session_id = params.query_id("session_id") or ""
    asked = {
        "q": _question(), "limit": params.query_int("limit", _LIMIT, 0, 100),
        "max_tokens": params.query_int("max_tokens", _MAX_TOKENS, 1, _MOST_TOKENS),
        "types": _types(params.query_text("types").split(",")),
    }  # fmt: skip
    try:
        recalled = _recall(ns, session_id, asked)
        if on_error != "empty":
            _refuse_partial(recalled, strictly=on_error == "fail")
    except Exception as error:  # the boundary: a conversation never fails because its memory does
        if on_error != "empty":
            raise
        log.error("recall.failed", request_id=request_id(), error=type(error).__name__)
        recalled = _nothing()
    return _reply(recalled, as_text)


def _question() -> str:
    fields = read_fields("context", "q") if request.method == "POST" else {}
    return str(fields.get("q", params.query_text("q")))


def _types(names: list[str]) -> tuple[str, ...] | None:
    wanted = tuple(name for name in map(str.strip, names) if name)
    if not set(wanted) <= set(TYPES):
        raise Invalid(f"types: of {', '.join(TYPES)}", field="types")
    return wanted or None


def _recall(ns: Namespace, session_id: str, asked: dict[str, Any]) -> Recalled:
    """The recall, with what is left of the deadline for PostgreSQL once the session is read."""
    lanes, deadline = _lanes(), monotonic() + deps().settings.context_deadline_ms / 1000

    def bound(read: Callable[[], tuple[Packed, Ranking]]) -> tuple[Packed, Ranking]:
        return lanes.run(read, deadline - monotonic())

    return service.recall_for_prompt(deps(), caller(), ns, session_id=session_id, bound=bound, **asked)


def _refuse_partial(recalled: Recalled, *, strictly: bool) -> None:
    if recalled.degraded and (strictly or len(recalled.degraded) > 1):
        raise Unavailable(f"Away: {', '.join(recalled.degraded)}.", retry_after=2, parts=list(recalled.degraded))


def _nothing() -> Recalled:
    return Recalled(packed=Packed(), ranking=Ranking(), recall_id=deps().new_id(), degraded=("recall",))


def _reply(recalled: Recalled, as_text: bool) -> Response:
    headers = {"X-Memory-Status": recalled.status, "X-Recall-Id": recalled.recall_id}
    if as_text:
        return text_reply(recalled.packed.text, headers=headers)
    return json_reply(
        {
            "text": recalled.packed.text,
            "messages": list(recalled.packed.messages),
            "memories": recalled.memories,
            "tokens": recalled.packed.tokens,
            "dropped": recalled.dropped,
            "below_threshold": recalled.ranking.below_threshold,
            "degraded": list(recalled.degraded),
            "recall_id": recalled.recall_id,
        },
        headers=headers,
    )


@blueprint.post("/recall")
@requires("context:r")
def post_recall() -> Response:
    """Search a user's memories and archived messages."""
    body = read_json("recall")
    if not caller().trusted:
        raise Forbidden("this key's user ids are not vouched for; it reaches sessions only")
    ns = params.user_namespace(body["user_id"], body.get("project_id"))
    as_of = body.get("as_of")
    recalled = service.search(
        deps(), caller(), ns,
        q=body["q"], limit=body.get("limit", _LIMIT), max_tokens=body.get("max_tokens", _MAX_TOKENS),
        types=_types(body.get("types") or []), as_of=parse_time(as_of, "as_of") if as_of else None,
        include=body.get("include", ("memories", "messages")),
    )  # fmt: skip
    return json_reply(
        {
            "memories": recalled.memories,
            "messages": list(recalled.found),
            "below_threshold": recalled.ranking.below_threshold,
            "dropped": recalled.dropped,
            "recall_id": recalled.recall_id,
        }
    )


@blueprint.get("/recalls/<recall_id>")
@requires("context:r")
def get_recall(recall_id: str) -> Response:
    """What was given to a prompt, and why."""
    user_id = params.user_namespace().user_id if params.query_id("user_id") else None
    return json_reply(service.read_recall(deps(), caller(), user_id, params.object_id(recall_id)))
