"""(tenant, user, project): the only builder of Redis keys and row-level-security settings."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from typing import Any, Final

from jide.errors import BadId

BUCKETS: Final = 256
"""Redis slots and worker leases a deployment is divided into."""

_TENANT: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
_ENCODED: Final = {c: f"%{ord(c):02X}" for c in "#%:{}"}
_TABLE: Final = str.maketrans(_ENCODED)
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # emoji and Indic spelling need them inside a word


def check_id(value: object, field: str = "id") -> str:
    """Return `value` in NFC if it is a legal id, else raise BadId naming `field`."""
    if not isinstance(value, str):
        raise BadId(f"{field}: an id must be a string", field=field)
    text = unicodedata.normalize("NFC", value)
    if not 1 <= len(text) <= 128:
        raise BadId(f"{field}: an id has 1 to 128 characters", field=field)
    if text != text.strip() or text in {".", ".."} or "/" in text or "\\" in text:
        raise BadId(f"{field}: an id has no outer spaces, no '/' or '\\' and is not '.' or '..'", field=field)
    if any(unicodedata.category(c) in _UNSEEN and c not in _JOINERS for c in text) or _JOINERS.issuperset(text):
        raise BadId(f"{field}: an id has only printable characters", field=field)
    return text


def check_tenant(value: str) -> str:
    """Return `value` if it is a legal tenant id: lower-case letters, digits and inner hyphens, at most 63."""
    if not _TENANT.fullmatch(value):
        raise BadId("tenant: lower-case letters, digits and inner hyphens, at most 63", field="tenant")
    return value


def encode_segment(value: str) -> str:
    """Percent-encode the characters that separate segments of keys and anchors."""
    return value.translate(_TABLE)


def decode_segment(value: str) -> str:
    """Undo `encode_segment`; other text is returned as it is."""
    return re.sub(r"%(23|25|3A|7B|7D)", lambda m: chr(int(m[1], 16)), value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionKeys:
    """The Redis keys one append touches, all in the slot of the user's bucket."""

    session: str
    messages: str
    ids: str
    deadlines: str
    outbox: str
    member: str
    """This session's name in the deadlines set: tenant:user:session, each segment encoded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Namespace:
    """Whose memory is meant. `user_id` '' is the tenant alone; `project_id` '' is global."""

    tenant_id: str
    user_id: str = ""
    project_id: str = ""

    def __post_init__(self) -> None:
        check_tenant(self.tenant_id)

    @property
    def bucket(self) -> int:
        """0..255, the same for every session of a user: one script may touch them all."""
        digest = hashlib.sha256(f"{self.tenant_id}\0{self.user_id}".encode()).digest()
        return digest[0] % BUCKETS

    @property
    def rls_settings(self) -> tuple[str, str]:
        """Values of jide.tenant_id and jide.user_id, set LOCAL to a transaction."""
        return self.tenant_id, self.user_id

    def row(self, **more: Any) -> dict[str, Any]:
        """Query parameters: whose rows are meant, and whatever else the statement names."""
        return {"tenant_id": self.tenant_id, "user_id": self.user_id, **more}

    def session_keys(self, session_id: str) -> SessionKeys:
        """The keys of one session of this user."""
        member = ":".join(map(encode_segment, (self.tenant_id, self.user_id, session_id)))
        base = f"jide:{{{bucket_name(self.bucket)}}}:session:{member}"
        return SessionKeys(
            session=base,
            messages=f"{base}:messages",
            ids=f"{base}:ids",
            deadlines=deadlines_key(self.bucket),
            outbox=outbox_key(self.bucket),
            member=member,
        )


def bucket_name(bucket: int) -> str:
    """b000 … b255: hash tag in Redis, lease name in Postgres."""
    return f"b{bucket:03d}"


def deadlines_key(bucket: int) -> str:
    """The bucket's ZSET of live sessions by expiry (milliseconds)."""
    return f"jide:{{{bucket_name(bucket)}}}:deadlines"


def outbox_key(bucket: int) -> str:
    """The bucket's STREAM of appended messages waiting for the archive and the extractor."""
    return f"jide:{{{bucket_name(bucket)}}}:outbox"


def attempts_key(bucket: int) -> str:
    """The bucket's HASH of how often work on an outbox entry was begun."""
    return f"jide:{{{bucket_name(bucket)}}}:attempts"


def parked_key(bucket: int) -> str:
    """The bucket's HASH of outbox entries that were put aside, as they were."""
    return f"jide:{{{bucket_name(bucket)}}}:parked"


def split_member(member: str) -> tuple[Namespace, str]:
    """The namespace and session id that a deadlines member names."""
    tenant, user, session = map(decode_segment, member.split(":"))
    return Namespace(tenant_id=tenant, user_id=user), session
