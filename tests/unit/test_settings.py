"""Settings: read from JIDE_*, within bounds, never shown."""

import pytest
from pydantic import ValidationError

from jide.errors import Misconfigured
from jide.settings import Settings, load, strays


@pytest.mark.parametrize(
    ("name", "text", "field", "value"),
    [
        ("JIDE_SESSION_TTL_SECONDS", "60", "session_ttl_seconds", 60),
        ("JIDE_AUTO_PROMOTE", "0.85", "auto_promote", 0.85),
        ("JIDE_PORT", "0", "port", 0),
        ("JIDE_LOG_LEVEL", "DEBUG", "log_level", "DEBUG"),
        ("JIDE_DURABLE_ROLES", "user, assistant", "durable_roles", frozenset({"user", "assistant"})),
        ("JIDE_DURABLE_ROLES", "", "durable_roles", frozenset()),
    ],
)
def test_environment_is_read(monkeypatch: pytest.MonkeyPatch, name: str, text: str, field: str, value: object) -> None:
    """JIDE_<NAME> sets <name>."""
    monkeypatch.setenv(name, text)
    assert getattr(load(), field) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("JIDE_SESSION_TTL_SECONDS", "0"),
        ("JIDE_SESSION_TTL_SECONDS", "86401"),
        ("JIDE_SESSION_TTL_SECONDS", "半小时"),
        ("JIDE_WINDOW_TURNS", "0"),
        ("JIDE_AUTO_PROMOTE", "1.1"),
        ("JIDE_AUTO_PROMOTE", "nan"),
        ("JIDE_CONTEXT_DEADLINE_MS", "1"),
        ("JIDE_PORT", "65536"),
        ("JIDE_LOG_LEVEL", "LOUD"),
        ("JIDE_DURABLE_ROLES", "users"),
    ],
)
def test_what_is_out_of_bounds_is_named(monkeypatch: pytest.MonkeyPatch, name: str, text: str) -> None:
    """A start with a wrong setting says which variable it was."""
    monkeypatch.setenv(name, text)
    with pytest.raises(Misconfigured, match=f"^{name}: "):
        load()


def test_defaults_are_the_contract() -> None:
    """What is promised where nothing is set."""
    settings = load()
    assert (settings.session_ttl_seconds, settings.window_turns, settings.window_tokens) == (1800, 10, 8000)
    assert (settings.auto_promote, settings.context_deadline_ms) == (0.7, 800)
    assert settings.durable_roles == {"user"}


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """As compose files leave them: an empty host is not every address, an empty port is no mistake."""
    expected = load()
    for name in Settings.model_fields.keys() - {"durable_roles"}:
        monkeypatch.setenv(f"JIDE_{name.upper()}", "")
    assert load() == expected


def test_given_values_win_over_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command's option is nearer than a variable."""
    monkeypatch.setenv("JIDE_PORT", "1234")
    assert load(port=4321).port == 4321


@pytest.mark.parametrize("name", ["database_url", "worker_database_url", "admin_database_url", "redis_url"])
def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A URL's password is in no repr, and reading it is explicit."""
    monkeypatch.setenv(f"JIDE_{name.upper()}", "scheme://user:geheim@host/db")
    settings = load()
    assert "geheim" not in f"{settings!r} {settings} {settings.model_dump()}"
    assert getattr(settings, name).get_secret_value().endswith("@host/db")


def test_wrong_values_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the variable, not what was in it."""
    monkeypatch.setenv("JIDE_SESSION_TTL_SECONDS", "geheim")
    with pytest.raises(Misconfigured) as caught:
        load()
    assert "geheim" not in caught.value.detail


def test_settings_do_not_change() -> None:
    """What a process started with is what it runs with."""
    with pytest.raises(ValidationError):
        load().port = 1


def test_every_setting_says_what_it_is() -> None:
    """The README's table is made of these."""
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_a_misspelt_variable_is_found_with_the_setting_it_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings in any case and what the tests themselves read are none."""
    for name in ("JIDE_PROT", "JIDE_XYZZY_123", "jide_port", "JIDE_TEST_REDIS_URL"):
        monkeypatch.setenv(name, "1")
    assert strays() == {"JIDE_PROT": "JIDE_PORT", "JIDE_XYZZY_123": ""}
