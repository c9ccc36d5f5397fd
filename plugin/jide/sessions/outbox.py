"""The outbox in Redis, for the worker: what waits in a bucket, taken in users' turns, let go, put aside, put back."""

import hashlib
import json
from collections import OrderedDict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, Final

from jide.errors import JideError, Unreadable
from jide.infra.redis import Script, translated
from jide.infra.times import parse_time
from jide.namespace import Namespace, attempts_key, deadlines_key, outbox_key, parked_key, split_member
from jide.sessions.message import Arrival, Batch, Message, Place
from jide.sessions.window import from_ms

_PARK: Final = Script("jide.sessions", "park.lua")
_UNPARK: Final = Script("jide.sessions", "unpark.lua")

_PAGE: Final = 200
_PAGES: Final = 50
"""A look at a stream reads this many pages at most; the next look goes on from there."""

_FORGET_AFTER_MS: Final = 3_600_000

Fields = Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutboxEntry:
    """A message that waits for the archive and the extractor; without a message, the end of its session.

    letter_id   the dead letter that it came back with, ''  for an entry that was never put aside
    """

    entry_id: bytes
    namespace: Namespace
    session_id: str
    project_id: str = ""
    message: Message | None = None
    arrival: Arrival | None = None
    letter_id: str = ""


# --- reading --------------------------------------------------------------------------


def waiting(redis: Any, buckets: Sequence[int]) -> dict[int, int]:
    """How many entries wait, for the buckets among `buckets` whose outbox is not empty."""
    if not buckets:
        return {}
    with translated():
        pipeline = redis.pipeline(transaction=False)
        for bucket in buckets:
            pipeline.xlen(outbox_key(bucket))
        return {bucket: length for bucket, length in zip(buckets, pipeline.execute(), strict=True) if length}


def oldest_seconds(redis: Any, buckets: Sequence[int]) -> float:
    """Seconds for which the oldest entry of these buckets has waited, by the clock of Redis; 0.0 where none waits."""
    if not buckets:
        return 0.0
    with translated():
        now, micros = redis.time()
        pipeline = redis.pipeline(transaction=False)
        for bucket in buckets:
            pipeline.xrange(outbox_key(bucket), count=1)
        heads = [page[0][0] for page in pipeline.execute() if page]
    since = min((int(head.partition(b"-")[0]) for head in heads), default=None)
    return 0.0 if since is None else max(0.0, now + micros / 1e6 - since / 1000)


def read_page(redis: Any, bucket: int, after: bytes, count: int) -> list[tuple[bytes, Fields]]:
    """The oldest entries of a bucket after an id (b'' from the start), in order and as they are."""
    with translated():
        found = redis.xrange(outbox_key(bucket), min=b"(" + after if after else "-", count=count)
    return [(entry_id, fields or {}) for entry_id, fields in found]


def parse(entry_id: bytes, fields: Fields) -> OutboxEntry:
    """What an entry says. Raises Unreadable, without any of its content, for one that says nothing."""
    try:
        return _entry(entry_id, json.loads(fields[b"m"]), fields.get(b"l", b"").decode())
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError, JideError) as error:
        raise Unreadable(kind=type(error).__name__) from error


def whose(fields: Fields) -> tuple[Namespace, str] | None:
    """The user and the session that an entry names on its outside, whatever is inside; None where it names none."""
    try:
        ns, session_id = split_member(fields.get(b"s", b"").decode())
    except (ValueError, JideError):
        return None
    return (ns, session_id) if ns.user_id and session_id else None


def fingerprint(fields: Fields) -> str:
    """A name for an entry that says nothing: the same as often as the same comes again."""
    digest = hashlib.sha256()
    for name in (b"s", b"m"):
        digest.update(fields.get(name, b"") + b"\0")
    return digest.hexdigest()[:32]


def _entry(entry_id: bytes, body: Mapping[str, Any], letter_id: str) -> OutboxEntry:
    ns = Namespace(tenant_id=body["tenant"], user_id=body["user"])
    if body.get("kind") == "end":
        return OutboxEntry(entry_id=entry_id, namespace=ns, session_id=body["session"], letter_id=letter_id)
    message = _message(body)
    project = Namespace(tenant_id=ns.tenant_id, user_id=ns.user_id, project_id=body["project"])
    batch = Batch(
        namespace=project, session_id=body["session"], app_id=body["app"], messages=(message,),
        metadata=body["session_metadata"], trusted=body["trusted"],
    )  # fmt: skip
    place = Place(
        message_id=message.message_id, seq=body["seq"], epoch=body["epoch"], content_sha256=message.content_sha256
    )
    arrival = Arrival(
        batch=batch, epoch=place.epoch, places=(place,), now=from_ms(body["now"]), expires_at=from_ms(body["expires"])
    )  # fmt: skip
    return OutboxEntry(
        entry_id=entry_id, namespace=ns, session_id=batch.session_id, project_id=project.project_id, message=message,
        arrival=arrival, letter_id=letter_id,
    )  # fmt: skip


def _message(body: Mapping[str, Any]) -> Message:
    at: datetime = parse_time(body["at"])
    return Message(
        message_id=body["message_id"], role=body["role"], content=body["content"],
        content_sha256=bytes.fromhex(body["content_sha256"]), at=at, tokens=body["tokens"], chosen=True,
        metadata=body["metadata"], redactions=body["redactions"],
    )  # fmt: skip


# --- taking out, putting aside, putting back ------------------------------------------


def begin(redis: Any, bucket: int, entry_id: bytes) -> int:
    """Count an attempt at an entry before it is made; how many that makes."""
    with translated():
        return int(redis.hincrby(attempts_key(bucket), entry_id, 1))


def spare(redis: Any, bucket: int, entry_id: bytes) -> None:
    """Take the count of an attempt back that nobody is to blame for."""
    with translated():
        redis.hincrby(attempts_key(bucket), entry_id, -1)


def ack(redis: Any, bucket: int, entry_ids: Sequence[bytes]) -> None:
    """Take entries out: they are archived and extracted."""
    with translated():
        pipeline = redis.pipeline(transaction=False)
        pipeline.xdel(outbox_key(bucket), *entry_ids)
        pipeline.hdel(attempts_key(bucket), *entry_ids)
        pipeline.execute()


def park(redis: Any, bucket: int, entry_id: bytes, name: str) -> bool:
    """Put an entry aside under a name, with all it holds; False when it was not there."""
    keys = [outbox_key(bucket), parked_key(bucket), attempts_key(bucket)]
    return bool(_PARK.run(redis, keys, [entry_id, name]))


def unpark(redis: Any, bucket: int, name: str, letter_id: str) -> bool:
    """Put what was put aside under this name at the end of the outbox again; False where there is nothing."""
    keys = [outbox_key(bucket), parked_key(bucket)]
    return bool(_UNPARK.run(redis, keys, [name, letter_id, bucket]))


def trim_deadlines(redis: Any, buckets: Sequence[int]) -> None:
    """Forget deadlines that passed an hour ago."""
    if not buckets:
        return
    with translated():
        seconds, _ = redis.time()
        pipeline = redis.pipeline(transaction=False)
        for bucket in buckets:
            pipeline.zremrangebyscore(deadlines_key(bucket), "-inf", seconds * 1000 - _FORGET_AFTER_MS)
        pipeline.execute()


# --- turns ----------------------------------------------------------------------------


class Turns:
    """Who waits in one bucket: the ids of its entries by user, known from a single pass over the stream.

    Users take turns, each of them in the order of the stream, however many entries lie between. Only who holds the
    bucket's lease may use it, for what others take out of the stream it does not hear of.
    """

    def __init__(self, bucket: int) -> None:
        self.bucket = bucket
        self.complete = False
        """Whether the last look reached the end of the stream."""
        self._after = b""
        self._waiting: OrderedDict[bytes, deque[bytes]] = OrderedDict()
        self._bodies: dict[bytes, Fields] = {}

    def __bool__(self) -> bool:
        return bool(self._waiting) or not self.complete

    def waits(self, ns: Namespace) -> bool:
        """Whether something of this user waits here, or may: the stream was not read to its end."""
        return not self.complete or _owner_of(ns) in self._waiting

    def look(self, redis: Any) -> None:
        """Hear of entries that came since the last look."""
        self._bodies = {}
        with translated():
            length = redis.xlen(outbox_key(self.bucket))
        self._read_on(redis)
        if self.complete and sum(map(len, self._waiting.values())) < length:
            # Something lies before what was read last, as where the clock of Redis went back.
            self._waiting.clear()
            self._after = b""
            self._read_on(redis)

    def _read_on(self, redis: Any) -> None:
        self.complete = False
        for _ in range(_PAGES):
            page = read_page(redis, self.bucket, self._after, _PAGE)
            for entry_id, fields in page:
                self._waiting.setdefault(_owner(fields), deque()).append(entry_id)
            if page:
                self._after = page[-1][0]
                self._bodies = dict(page)
            if len(page) < _PAGE:
                self.complete = True
                return

    def take(self, redis: Any, most: int) -> list[tuple[bytes, bytes, Fields]]:
        """The next (user, entry id, fields) of at most `most` entries: one of each user, then a second of each …"""
        owners = list(islice(self._waiting, most))
        chosen: list[tuple[bytes, bytes]] = []
        for turn in range(most):
            left = most - len(chosen)
            more = [(owner, self._waiting[owner][turn]) for owner in owners if len(self._waiting[owner]) > turn]
            chosen += more[:left]
            if not more or left <= len(more):
                break
        for owner, _ in chosen:
            self._waiting.move_to_end(owner)  # next time the others come first
        return self._filled(redis, chosen)

    def _filled(self, redis: Any, chosen: Sequence[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes, Fields]]:
        missing = [entry_id for _, entry_id in chosen if entry_id not in self._bodies]
        if missing:
            with translated():
                pipeline = redis.pipeline(transaction=False)
                for entry_id in missing:
                    pipeline.xrange(outbox_key(self.bucket), entry_id, entry_id)
                for found in pipeline.execute():
                    self._bodies |= {entry_id: fields or {} for entry_id, fields in found}
        for owner, entry_id in chosen:
            if entry_id not in self._bodies:
                self.forget(owner, entry_id)  # it was retracted, or Redis lost it
        return [(owner, entry_id, self._bodies[entry_id]) for owner, entry_id in chosen if entry_id in self._bodies]

    def forget(self, owner: bytes, entry_id: bytes) -> None:
        """An entry left the stream."""
        ids = self._waiting[owner]
        ids.remove(entry_id)
        if not ids:
            del self._waiting[owner]


def _owner(fields: Fields) -> bytes:
    """The user's part of the session's name that an entry carries."""
    return b":".join(fields.get(b"s", b"").split(b":")[:2])


def _owner_of(ns: Namespace) -> bytes:
    return _owner({b"s": ns.session_keys("-").member.encode()})
