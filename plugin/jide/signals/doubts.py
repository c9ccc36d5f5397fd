"""Rules whose object is free text, said twice: sure of what is harmless, for review where it touches on rights."""

import re
from dataclasses import replace
from typing import Final

from jide.signals.rules import Rule

DOUBTED: Final = 0.6
"""How sure such a rule is of words that could serve to gain something."""
_SURE: Final = re.compile(r"<(?:SAFE|SERVE|PLAIN|MINE)_(?:EN|ZH)>")


def with_doubts(*rules: Rule) -> tuple[Rule, ...]:
    """Each rule as it is, and again without <SAFE_…>, <SERVE_…>, <PLAIN_…>, <MINE_…>: heard where it is silent, and
    never promoted."""
    doubted = tuple(
        replace(
            rule, name=f"{rule.name}_doubted", score=DOUBTED, bare=0 if rule.bare == 0 else DOUBTED, rank=rule.rank - 1,
            pattern=_SURE.sub("", rule.pattern),
        )
        for rule in rules
    )  # fmt: skip
    return (*rules, *doubted)
