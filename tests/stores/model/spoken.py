"""What is spoken of in a story."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from jide.profiles import registry
from tests.stores.model.memory import Version

# What is spoken of: (key, value, the member of its line that the value is).
WORDS: Final = (
    *(("response_length", word, "") for word in ("short", "长", "medium")),
    *(("confirmation", word, "") for word in ("always", "从不")),
    *((key, word, word) for key in ("liked", "disliked") for word in ("jazz", "香菜")),
    *(("tech_stack", word, word) for word in ("Redis", "金蝶")),
)


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """What a message of the story means."""

    key: str
    value: str
    kind: str
    confidence: float
    until: datetime | None
    scope: str
    denies: str = ""

    @property
    def member(self) -> str:
        """The member of its line that it is about."""
        member = next(m for k, v, m in WORDS if (k, v) == (self.key, self.value))
        return self.denies or member

    def refuses(self, version: Version) -> bool:
        """Whether it says no to what that version wishes for."""
        refusal = registry.find_key(self.key).polarity == "negative"
        return refusal and (version.polarity, version.value) == ("positive", self.value)
