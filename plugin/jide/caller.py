"""Caller: what a verified credential may do, and for whom."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from jide.errors import Forbidden, Invalid, NotFound
from jide.namespace import Namespace, check_id

ROLES: Final = ("app", "self", "reviewer", "hr", "dept_head", "auditor", "admin")
"""Kinds of credential; each has its PostgreSQL role jide_<role>."""

IDENTITIES: Final = ("untrusted", "asserted", "signed")
"""How far the user ids of a service key are trusted."""

ROLE_SCOPES: Final[dict[str, frozenset[str]]] = {
    "app": frozenset({"session:rw", "context:r", "profile:rw", "extract", "drafts:r", "erase", "tokens"}),
    "self": frozenset({"profile:rw", "context:r", "erase"}),
    "reviewer": frozenset({"drafts:rw", "drafts:r", "profile:r"}),
    "hr": frozenset({"profile:r"}),
    "dept_head": frozenset({"profile:r"}),
    "auditor": frozenset({"audit:r"}),
    "admin": frozenset({"keys:rw", "registry:rw", "health:r", "failed:rw", "failed:r"}),
}
"""Scopes a key of each role may carry, and carries unless it was made with fewer."""

IMPLIED: Final = {"profile:r": "profile:rw", "drafts:r": "drafts:rw", "failed:r": "failed:rw"}
"""A read scope is also granted by the scope that may write."""

_NOBODY: Final = frozenset({"DEFAULT-USER"})  # Dify's shared name for everyone who gave none


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who calls: made only from a verified credential, never from the request."""

    tenant_id: str
    key_id: str
    app_id: str
    role: str
    scopes: frozenset[str]
    identity: str = "asserted"
    users: frozenset[str] | None = field(default=None)
    """The users it may speak for; None is every user of the tenant."""
    subject: str = ""
    """The person behind a credential of staff: who must not decide about themselves; a department head's own id."""
    expires_at: datetime | None = None

    def __post_init__(self) -> None:
        if self.role == "self" and (self.users is None or len(self.users) != 1):
            raise Forbidden("an end user's token speaks for exactly one user")

    def require(self, scope: str) -> None:
        """Raise Forbidden unless this caller carries `scope`."""
        if scope not in self.scopes and IMPLIED.get(scope) not in self.scopes:
            raise Forbidden(f"this key lacks the scope {scope}", scope=scope)

    def namespace(self, user_id: object, project_id: object = None) -> Namespace:
        """The namespace of `user_id`, if this caller may speak for that user.

        Raises BadId for an illegal id, Invalid for Dify's DEFAULT-USER, and NotFound - the same as
        absent, with `out_of_reach` in its data - for a user out of reach.
        """
        user = check_id(user_id, "user_id")
        if user in _NOBODY:
            raise Invalid("user_id: DEFAULT-USER is everybody; send the real user's id", field="user_id")
        project = "" if project_id in (None, "") else check_id(project_id, "project_id")
        if self.users is not None and user not in self.users:
            raise NotFound(out_of_reach=True)
        return Namespace(tenant_id=self.tenant_id, user_id=user, project_id=project)

    @property
    def trusted(self) -> bool:
        """Whether the user ids this caller names are vouched for; otherwise nothing of theirs is promoted."""
        return self.identity != "untrusted"

    @property
    def tenant(self) -> Namespace:
        """The caller's tenant without a user, for what belongs to the tenant as a whole."""
        return Namespace(tenant_id=self.tenant_id)

    def actor(self, request_id: str = "") -> "Actor":
        """This caller as the audit names it."""
        return Actor(role=self.role, actor_id=self.key_id, request_id=request_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who does something, as the audit names it: the database role's kind, an id, the request."""

    role: str
    actor_id: str
    request_id: str = ""
