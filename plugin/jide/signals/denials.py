"""Corrections: what they deny, and what stands there afterwards."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import regex

from jide.profiles import registry
from jide.signals.fixes import Around, Fix, as_fix
from jide.signals.manners import PLACEHOLDER
from jide.signals.matching import Catch, Reading, statement
from jide.signals.normalise import Found, Words, shape
from jide.signals.objects import HEADED, clean
from jide.signals.openings import SELF, names_nothing
from jide.signals.rules import compile_pattern
from jide.signals.spots import Spot
from jide.signals.stated import read_as
from jide.signals.targets import Denial, Target, likely, named_keys, names_key, rejects, spoken_of
from jide.text import language, simplified

_SHAPES: Final = {
    "currency": "known", "preferred_channel": "known", "budget": "money", "approval_limit": "money",
    "deadline": "date", "code_language": "code", "response_language": "language", "language_spoken": "language",
    "report_format": "report", "team_size": "count", "timezone": "zone", "response_length": "length",
    "location": "place", "name": "name", "preferred_name": "name", "job_title": "title", "department": "department",
}  # fmt: skip
FALLBACK: Final = 2
"""Rank up to which a rule only catches what nothing else does: a correction of a remembered line comes first."""
_TYPED: Final = frozenset({"currency", "budget", "deadline", "code_language", "unit_system"})
_UNTARGETED: Final = 0.6
"""What a correction is worth when nothing it could deny is in sight."""
_LOW: Final = 0.64
"""What a rejection is worth that names nothing and gives nothing; and a meaning that may be a question's own."""
_CLEAR: Final = 0.8
"""What a correction is at least worth that says what is right of something known."""
_SHORT: Final = 80
"""Characters up to which a whole turn may be what a bare 'wrong' denies."""
_WANTS: Final = frozenset({"zh_fix_want", "en_fix_need"})
_TASKS: Final = frozenset({"en_fix_task", "en_fix_instead", "en_fix_mind", "en_fix_make"})
_PASSING: Final = _TASKS | {"en_fix_meant", "zh_fix_meant"}
"""Wordings that, where nothing known is denied, say otherwise what is wanted or asked this time."""
_COUNT: Final = regex.compile(
    r"(?i)^(?:[\d.:]+|[零一二两三四五六七八九十百半]+)\s?\p{Han}{0,2}$|^(?:\d[\d.:]*|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?:\s[a-z]+)?$"
)
"""A number of something: of this order, not of its buyer."""
_SURELY: Final = 0.78
"""What such a wording is at least worth that leaves no doubt that the turn before was wrong."""
_PLAINLY: Final = compile_pattern(
    r"^(?:(?:sorry|oh|wait|actually|hmm|um|well)[,.!]?\s)*(?:no|nope|not (?:quite|that|what)|that's (?:not|wrong))\b|"
    r"\b(?:i(?:'ve|\shave)?\schanged my mind|change of plans?|on second thoughts?|meant|misspoke|instead|rather than|"
    r"not\s(?:the\s)?[\w' -]{2,30}[.!]?$)\b|<WRONG_ZH>|(?:说|指|问|要)的(?:其实|明明)?是|不是.{1,16}(?:是|而是)"
)
_IN_SIGHT: Final = frozenset({"en_fix_not_short", "zh_gone_now", "en_gone_now", "zh_fix_cai"})
_VAGUE: Final = frozenset(
    {"zh_now_is", "zh_changed_to", "zh_from_to", "zh_fix_actual", "en_now_is", "en_changed_to", "en_moved"}
)
_NO_KEY: Final = frozenset({"goal", "open_task", "decision", "liked", "disliked"})
_MEANT: Final = regex.compile(r"(?i)\b(?:meant|mean|said|intended)\b")
_NUMBERED: Final = regex.compile(r"^(?P<head>.*\D)\d+$")


def fixes(reading: Reading, around: Around, found: Sequence[Spot], taken: Sequence[Catch]) -> list[Fix]:
    """The corrections of a message, apart from those that a rule with a key has already caught."""
    settled: list[Fix] = []
    for spot in found:
        place = spot.new or spot.span
        if any(c.words[0] < place[1] and place[0] < c.words[1] for c in taken if c.rule.rank > FALLBACK):
            continue
        if any(f.span[0] < spot.span[1] and spot.span[0] < f.span[1] for f in settled):
            continue
        if fix := _settle(reading, around, spot):
            settled.append(fix)
    return settled


def _settle(reading: Reading, around: Around, spot: Spot) -> Fix | None:
    rule, denial = spot.rule, spot.denial
    same = [t for t in around.all if t.key == rule.key]
    for target in same or likely(denial, around.all, around.asked, around.index):
        if fix := _against(reading, around, spot, target):
            return fix
    if not _counts(around, spot):
        return None
    if not denial.new:
        return _rejected(reading, around, spot)
    found = _unplaced(reading, spot)
    if found is None:
        return None
    answered = around.answered(found.key, denial, None) or (bool(around.asked) and rule.ending == "wrong")
    counted = rule.name in _WANTS and _COUNT.match(str(found.value.get("value", ""))) is not None
    slight = counted or rule.name in _PASSING
    passing = slight and found.key.startswith("other_") and bool(around.asked)
    score = _passing_worth(reading, spot) if passing else _worth(spot, around, found.key)
    fix = as_fix(reading, rule, spot.guarded, spot.span, found, score)
    kind = "context" if rule.key and not denial.lead else "correction"
    return replace(fix, signal=kind, answered=answered, passing=passing)


def _passing_worth(reading: Reading, spot: Spot) -> float:
    """How sure a correction is of the talk itself: surer where the turn before was plainly rejected."""
    plainly = reading.clock.first(_PLAINLY, spot.guarded.sentence.text) is not None
    return max(spot.rule.score, _SURELY) if plainly else min(spot.rule.score, _LOW)


def _worth(spot: Spot, around: Around, key: str) -> float:
    """How sure a correction is that means no known line: with a key of its own as sure as its wording."""
    rule, denial = spot.rule, spot.denial
    if key.partition("_")[0] != "other":
        return rule.score
    if not around.asked and not (denial.lead or denial.old):
        return min(rule.score, 0.5)
    if not around.asked or (denial.old and not denial.lead and not around.has(denial.old)):
        return min(rule.score, _UNTARGETED)
    return rule.score


def _counts(around: Around, spot: Spot) -> bool:
    """Whether a wording that means no known line says enough to stand alone; some do only of something in sight."""
    rule, denial = spot.rule, spot.denial
    if rule.name in _IN_SIGHT:
        return denial.lead or around.has(denial.old)
    if rule.name == "en_fix_meant":
        return denial.lead or (bool(around.asked) and _MEANT.search(denial.sentence) is not None)
    if rule.name in _TASKS:
        return bool(around.asked)
    if rule.name in _VAGUE:
        return denial.lead or (bool(denial.old) and bool(around.asked)) or bool(named_keys(denial.subject))
    return True


def _rejected(reading: Reading, around: Around, spot: Spot) -> Fix | None:
    """The right value is not given: the rejected thing is the value, or the turn that a bare 'wrong' denies."""
    label = clean(spot.denial.old, spot.guarded.sentence.chinese)
    vague = not label or names_nothing(label)
    score = spot.rule.score if around.asked and not vague else min(_LOW, spot.rule.bare or spot.rule.score)
    if vague:
        label = " ".join(around.asked.split())[:_SHORT] or spot.guarded.sentence.text
    found = Found(key="other_fact", value={"value": label[:200]}, polarity="negative")
    fix = as_fix(reading, spot.rule, spot.guarded, spot.span, found, score)
    return replace(fix, type="correction", ending="wrong", bare=True, answered=bool(around.asked))


def _words(reading: Reading, key: str, text: str, denial: Denial, chinese: bool) -> Words:
    return Words(
        key=key,
        polarity="positive",
        text=text,
        plain=simplified(text),
        subject="",
        unit="",
        sentence=denial.sentence,
        at=reading.at,
        zone=reading.zone,
        chinese=chinese,
    )


def _shaped(reading: Reading, key: str, denial: Denial, chinese: bool) -> Found | None:
    words = _words(reading, key, denial.new, denial, chinese)
    found = next(iter(shape(_SHAPES.get(key, "label"), words)), None)
    if found is None or found.key != key:
        return None
    if any(PLACEHOLDER.search(str(v)) or names_nothing(str(v)) for v in found.value.values()):
        return None
    return found


def _unplaced(reading: Reading, spot: Spot) -> Found | None:
    """A value for a correction that means no known line: by what it names, else a plain fact."""
    denial, chinese = spot.denial, spot.rule.language == "zh"
    if spot.rule.key:
        return _shaped(reading, spot.rule.key, denial, chinese)
    for key in [*named_keys(denial.subject or denial.sentence), *sorted(_TYPED)]:
        named = names_key(denial.subject or denial.sentence, key)
        if (named or key == "currency") and key in _SHAPES and (found := _shaped(reading, key, denial, chinese)):
            return found
    if found := _as_a_fact(reading, denial, chinese):
        return found
    label = clean(_numbered(denial.old, HEADED.sub("", denial.new)), chinese)
    if not label or PLACEHOLDER.search(label) or names_nothing(label):
        return None
    if denial.subject and len(denial.subject) <= 40 and not SELF.match(denial.subject):
        label = f"{denial.subject}：{label}" if chinese else f"{denial.subject}: {label}"
    key = "other_preference" if spot.rule.name in _WANTS else "other_fact"
    return Found(key=key, value={"value": label[:200]}, polarity="positive")


def _as_a_fact(reading: Reading, denial: Denial, chinese: bool) -> Found | None:
    """'I'm in Leeds, not London' read as 'I'm in Leeds': the rules of facts know the key."""
    if not denial.verb or not SELF.match(denial.subject):
        return None
    space = "" if chinese else " "
    said = [f"{denial.subject}{space}{denial.verb}{space}{denial.new}", f"{denial.subject}{space}{denial.new}"]
    found = read_as([simplified(text) if chinese else text for text in said], reading.at, reading.zone)
    return next((hit for hit in found if hit.key not in _NO_KEY), None)


def _numbered(old: str, new: str) -> str:
    """'Terminal 2' and '5' make 'Terminal 5'."""
    match = _NUMBERED.match(old.strip())
    return f"{match['head']}{new.strip()}" if match and new.strip().isdigit() else new


def _against(reading: Reading, around: Around, spot: Spot, target: Target) -> Fix | None:
    """The correction of that line; None when the new words are no value of its kind."""
    rule, denial = spot.rule, spot.denial
    if rule.key and target.key != rule.key:
        return None
    sure = rejects(denial, target) or names_key(denial.subject or denial.sentence, target.key)
    echoed = spoken_of(target, around.asked)
    if not (sure or echoed or rule.ending == "changed" or (denial.lead and rule.name != "en_fix_task")):
        return None
    if not denial.new:
        if not target.held:
            return None
        value, polarity = dict(target.value), "negative"
        sure = sure or len(around.asked) <= _SHORT
    else:
        replaced = _replaced(reading, denial, target, spot.guarded.sentence.chinese)
        if replaced is None:
            return None
        value, polarity, sure = replaced, registry.KEYS[target.key].polarity or "positive", True
    own = statement(reading.content, spot.guarded, spot.span)
    found = Found(key=target.key, value=value, polarity=polarity)
    score = max(rule.score, _CLEAR) if rule.score >= 0.65 and sure else rule.score + 0.1
    fix = as_fix(reading, rule, spot.guarded, spot.span, found, score if sure else _LOW)
    return replace(
        fix,
        type=target.type if denial.new else "correction",
        line=target.line,
        member=target.member if target.held else fix.member,
        polarity=polarity,
        statement=_restated(target, value, own) if denial.new and target.held else own,
        scope=target.scope,
        bare=not denial.new,
        answered=around.answered(target.key, denial, target),
    )


def _replaced(reading: Reading, denial: Denial, target: Target, chinese: bool) -> dict[str, Any] | None:
    old = str(target.value.get("value", ""))
    new = _numbered(denial.old if _NUMBERED.match(denial.old) else old, denial.new)
    found = _shaped(reading, target.key, replace(denial, new=new), chinese)
    if found is None:
        return None
    value = dict(found.value)
    subject, colon, _ = old.replace("：", ":").partition(":")
    if colon and isinstance(value.get("value"), str):
        value["value"] = f"{subject}：{value['value']}"[:200] if chinese else f"{subject}: {value['value']}"[:200]
    return value


def _restated(target: Target, value: dict[str, Any], own: str) -> str:
    """The old sentence with the new word in the old one's place, where that can be done; else the user's own."""
    old, new = str(target.value.get("value", "")), str(value.get("value", ""))
    old, new = (part.replace("：", ":").rpartition(":")[2].strip() for part in (old, new))
    if old and new and target.statement.count(old) == 1 and language(own) == language(target.statement):
        return target.statement.replace(old, new)[:200]
    return own
