"""Dialogues that are known to go wrong, each with its reason; one that goes right must leave this list."""

from collections.abc import Mapping
from typing import Final

KNOWN: Final[Mapping[str, str]] = {}
