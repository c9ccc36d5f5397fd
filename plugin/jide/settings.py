"""Settings: the only reader of the environment."""

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from jide.errors import Misconfigured


class Settings(BaseSettings):
    """Every setting, from JIDE_<NAME> in the environment; frozen. The README's table is tested against this."""

    model_config = SettingsConfigDict(env_prefix="JIDE_", frozen=True, extra="ignore", hide_input_in_errors=True)

    home: Path = Field(Path(".jide"), description="engine data, secrets and state.json of `jide up`")
    database_url: SecretStr | None = Field(
        None, description="PostgreSQL; `jide up` and `jide migrate` need an account that may create roles"
    )
    worker_database_url: SecretStr | None = Field(
        None, description="PostgreSQL as jide_work, for `jide worker`; default: JIDE_DATABASE_URL"
    )
    admin_database_url: SecretStr | None = Field(
        None,
        description="PostgreSQL as an account that may create roles, for `jide migrate`; default: JIDE_DATABASE_URL",
    )
    redis_url: SecretStr | None = Field(None, description="Redis 7.0+ or Valkey 7.2+")
    pg_user: str = Field("", description="as root: the system account that runs the bundled PostgreSQL")
    host: str = Field("127.0.0.1", description="address the web server listens on")
    port: int = Field(8080, ge=0, le=65535, description="port the web server listens on; 0 picks a free one")
    workers: int = Field(2, ge=1, le=64, description="web server processes")
    threads: int = Field(4, ge=1, le=64, description="threads per web server process")
    session_ttl_seconds: int = Field(1800, ge=1, le=86400, description="a session's sliding life time")
    window_turns: int = Field(10, ge=1, le=200, description="turns (two messages each) a live session keeps")
    window_tokens: int = Field(8000, ge=100, le=200_000, description="estimated tokens a live session keeps at most")
    auto_promote: float = Field(0.7, ge=0.4, le=1.0, description="confidence from which a signal is promoted unseen")
    durable_roles: Annotated[frozenset[str], NoDecode] = Field(
        frozenset({"user"}), description="comma-separated message roles that commit to PostgreSQL before the reply"
    )
    context_deadline_ms: int = Field(800, ge=50, le=10_000, description="time a prompt's recall may take")
    worker_poll_ms: int = Field(1000, ge=20, le=60_000, description="a worker's sweep interval beside being woken")
    lease_seconds: int = Field(15, ge=2, le=300, description="how long a worker's lease on a bucket lasts unrenewed")
    review_warn_hours: float = Field(72.0, gt=0, description="hours a draft may wait for review before health warns")
    review_alarm_hours: float = Field(336.0, gt=0, description="hours after which it is an alarm")
    review_warn_size: int = Field(200, ge=0, description="drafts that may wait for review before health warns")
    review_alarm_size: int = Field(2000, ge=0, description="drafts beyond which it is an alarm")
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="least severe event logged")

    @model_validator(mode="before")
    @classmethod
    def _unset(cls, values: dict[str, Any]) -> dict[str, Any]:
        """An empty variable, as compose files leave them, is none: an empty host would be every address."""
        return {name: value for name, value in values.items() if value != "" or name == "durable_roles"}

    @field_validator("durable_roles", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return frozenset(filter(None, value.replace(" ", "").split(","))) if isinstance(value, str) else value

    @field_validator("durable_roles")
    @classmethod
    def _known(cls, value: frozenset[str]) -> frozenset[str]:
        # A misspelt role would silently lower a promise about what is never lost.
        if unknown := value - {"user", "assistant", "tool"}:
            raise ValueError(f"no such message role: {', '.join(sorted(unknown))}")
        return value


def load(**overrides: Any) -> Settings:
    """Settings from the environment, with `overrides` on top. Raises Misconfigured naming the variable."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        name = "JIDE_" + "_".join(str(part) for part in first["loc"]).upper()
        raise Misconfigured(f"{name}: {first['msg']}") from error


def strays() -> dict[str, str]:
    """The JIDE_ variables of the environment that are no setting, each with the setting it comes nearest to, or ''."""
    known = [f"JIDE_{name.upper()}" for name in Settings.model_fields]
    given = sorted(name for name in os.environ if name.upper().startswith("JIDE_"))
    return {
        name: next(iter(get_close_matches(name.upper(), known, n=1)), "")
        for name in given
        if name.upper() not in known and not name.upper().startswith("JIDE_TEST_")
    }
