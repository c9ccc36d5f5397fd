"""Withdrawals: which remembered lines a message takes back, and whether it wants itself kept out of memory."""

from dataclasses import replace
from typing import Final

from jide.profiles import registry
from jide.signals.fixes import Around, Fix, as_fix
from jide.signals.guards import Guarded
from jide.signals.matching import Reading
from jide.signals.normalise import Found
from jide.signals.objects import clean
from jide.signals.rules import Rule, compile_pattern, compile_rules, group
from jide.signals.rules_withdrawals import WITHDRAWALS
from jide.signals.targets import named_keys, same_thing
from jide.text import normalise

WITHDRAW: Final = compile_rules(WITHDRAWALS)
_ORDERS: Final = compile_pattern(
    r"^(?:(?:请|麻烦你?|你|帮我)?(?:忘掉|删掉|删除|清除)|(?:请|麻烦你?|你)(?:忘了|忘记))我(?:住|在哪|叫|是?(?:做|干)什么)[^？?]*$|"
    r"^(?:please\s|just\s)*(?:forget|delete|erase|remove)\s(?:about\s)?(?:where|what|who|when)\si\b[^?]*$"
)
"""A withdrawal that names what it takes back by a question word."""


def withdrawals(reading: Reading, around: Around) -> tuple[list[Fix], bool]:
    """What a message takes back, and whether it wants itself kept out of memory."""
    found: list[Fix] = []
    itself = False
    for guarded in reading.guarded:
        text = guarded.denial or guarded.plain
        if reading.clock.first(_ORDERS, guarded.sentence.text) is not None:
            text = guarded.sentence.text  # 'forget where I live' asks nothing
        if not text:
            continue
        for compiled in WITHDRAW:
            for match in reading.clock.matches(compiled.pattern, text):
                span = (guarded.sentence.start + match.start(), guarded.sentence.start + match.end())
                itself = itself or bool(compiled.rule.value)
                said = group(match, "v")
                words = (
                    reading.content[guarded.sentence.start + said[1] : guarded.sentence.start + said[2]] if said else ""
                )
                found += _taken_back(reading, around, compiled.rule, guarded, span, words.strip())
    return found, itself


def _taken_back(
    reading: Reading, around: Around, rule: Rule, guarded: Guarded, span: tuple[int, int], words: str
) -> list[Fix]:
    """One withdrawal for each remembered line that the words name, by its key or by its value."""
    label = clean(words, guarded.sentence.chinese) or words or rule.value
    plain = as_fix(
        reading,
        rule,
        guarded,
        span,
        Found(key="other_fact", value={"value": label[:200]}, polarity="negative"),
        rule.score,
    )
    plain = replace(plain, signal="withdrawal", ending="withdrawn", polarity="negative")
    if rule.value:
        return [plain]
    keys = named_keys(words)
    meant = [t for t in around.targets if t.key in keys or same_thing(t, words)]
    if meant:
        return [
            replace(
                plain, key=t.key, type=t.type, line=t.line, member=t.member, scope=t.scope, value={"value": label[:200]}
            )
            for t in {(t.line, t.member): t for t in meant}.values()
        ]
    if keys and normalise(label):
        key = registry.KEYS[keys[0]]
        member = "" if key.cardinality == "one" else plain.member
        return [replace(plain, key=key.name, type=key.type, line=key.line, member=member)]
    return [plain]
