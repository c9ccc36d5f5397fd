"""Caller: what a credential may do, and for whom."""

import pytest

from jide.caller import IDENTITIES, ROLE_SCOPES, ROLES, Actor, Caller
from jide.errors import BadId, Forbidden, Invalid, NotFound
from jide.namespace import Namespace

ALL_SCOPES = sorted({scope for scopes in ROLE_SCOPES.values() for scope in scopes} | {"profile:r", "drafts:r"})


def caller(*scopes: str, users: frozenset[str] | None = None, role: str = "app") -> Caller:
    """A caller of tenant t with some scopes."""
    return Caller(tenant_id="t", key_id="k1", app_id="a", role=role, scopes=frozenset(scopes), users=users)


@pytest.mark.parametrize("scope", ALL_SCOPES)
def test_scope_opens_itself_and_what_it_implies(scope: str) -> None:
    """Who may write may read; nothing else follows from anything."""
    implied = {"profile:rw": {"profile:r"}, "drafts:rw": {"drafts:r"}, "failed:rw": {"failed:r"}}.get(scope, set())
    for wanted in ALL_SCOPES:
        if wanted in {scope} | implied:
            caller(scope).require(wanted)
        else:
            with pytest.raises(Forbidden, match=wanted):
                caller(scope).require(wanted)


def test_no_scope_opens_nothing() -> None:
    """Deny by default, also for a scope nobody has heard of."""
    for wanted in [*ALL_SCOPES, "", "everything"]:
        with pytest.raises(Forbidden):
            caller().require(wanted)


def test_every_role_has_its_scopes() -> None:
    """The powers are apart: only an app writes conversations, only an admin keys, only an auditor reads the audit."""
    assert set(ROLE_SCOPES) == set(ROLES)
    holders = {scope: {role for role in ROLES if scope in ROLE_SCOPES[role]} for scope in ALL_SCOPES}
    assert holders["session:rw"] == {"app"}
    assert holders["keys:rw"] == {"admin"}
    assert holders["audit:r"] == {"auditor"}
    assert holders["drafts:rw"] == {"reviewer"}
    assert holders["erase"] == {"app", "self"}
    assert IDENTITIES == ("untrusted", "asserted", "signed")


@pytest.mark.parametrize("user", ["u1", "*", "%", "_", "o'brien", "a|b", "u1:s1", "张三"])
def test_namespace_is_the_literal_user_of_the_callers_tenant(user: str) -> None:
    """The tenant is the credential's; the user is a name, never a pattern."""
    assert caller().namespace(user) == Namespace(tenant_id="t", user_id=user)
    assert caller().namespace(user, "项目") == Namespace(tenant_id="t", user_id=user, project_id="项目")


@pytest.mark.parametrize("project", [None, ""])
def test_no_project_is_global(project: str | None) -> None:
    """Absent and empty are the same."""
    assert caller().namespace("u1", project).project_id == ""


@pytest.mark.parametrize(("user", "error"), [("", BadId), (None, BadId), ("a/b", BadId), ("DEFAULT-USER", Invalid)])
def test_nobody_is_refused(user: object, error: type[Invalid]) -> None:
    """Dify's shared name for everybody, and what is no id, name no user."""
    with pytest.raises(error, match="user_id") as caught:
        caller().namespace(user)
    assert caught.value.data["field"] == "user_id"


def test_bad_project_is_named() -> None:
    """The error says which id it was."""
    with pytest.raises(BadId, match="project_id"):
        caller().namespace("u1", "..")


@pytest.mark.parametrize("users", [None, frozenset(), frozenset({"u1", "u2"})])
def test_an_end_users_token_speaks_for_exactly_one_user(users: frozenset[str] | None) -> None:
    """Nobody becomes an end user without saying which."""
    assert caller(users=frozenset({"u1"}), role="self").namespace("u1").user_id == "u1"
    with pytest.raises(Forbidden):
        caller(users=users, role="self")


def test_foreign_user_looks_absent() -> None:
    """A key for some users reaches those; anybody else is the same as not there."""
    own = caller(users=frozenset({"u1", "é"}))
    assert own.namespace("u1").user_id == "u1"
    assert own.namespace("e\u0301").user_id == "é"
    for other in ("u2", "U1", "u1 x", "*"):
        with pytest.raises(NotFound) as caught:
            own.namespace(other)
        assert caught.value.detail == NotFound().detail


def test_caller_for_nobody_reaches_nobody() -> None:
    """An empty set is not the same as no limit."""
    with pytest.raises(NotFound):
        caller(users=frozenset()).namespace("u1")


def test_actor_names_the_credential() -> None:
    """The audit knows the role, the key and the request."""
    assert caller(role="reviewer").actor("r1") == Actor(role="reviewer", actor_id="k1", request_id="r1")
    assert caller().tenant == Namespace(tenant_id="t")
