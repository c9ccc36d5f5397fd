"""Supervisor of the bundled PostgreSQL and Valkey."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    admin_url: str
    redis_url: str


class Engines:
    def __init__(self, home: Path, *, pg_user: str = "") -> None:
        self.home = home

    def start(self) -> Running:
        raise RuntimeError("written by A")

    def stop(self) -> None: ...
