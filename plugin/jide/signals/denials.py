"""Corrections and withdrawals: what they deny or take back, and what stands there afterwards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import regex

from jide.profiles import registry
from jide.signals.guards import Guarded
from jide.signals.manners import CHANGED, DENIES, PLACEHOLDER, repairs_itself
from jide.signals.matching import Catch, Reading, languages, statement
from jide.signals.normalise import Found, Words, shape
from jide.signals.objects import clean
from jide.signals.rules import Rule, compile_rules, group
from jide.signals.rules_en_fixes import FIXES_EN
from jide.signals.rules_withdrawals import WITHDRAWALS
from jide.signals.rules_zh_fixes import FIXES_ZH
from jide.signals.targets import Denial, Target, likely, named_keys, names_key, same_thing
from jide.text import language, normalise, simplified

_FIX: Final = compile_rules((*FIXES_ZH, *FIXES_EN))
_WITHDRAW: Final = compile_rules(WITHDRAWALS)
_SHAPES: Final = {
    "currency": "known",
    "preferred_channel": "known",
    "budget": "money",
    "approval_limit": "money",
    "deadline": "date",
    "code_language": "code",
    "response_language": "language",
    "language_spoken": "language",
    "report_format": "report",
    "team_size": "count",
    "timezone": "zone",
    "response_length": "length",
    "location": "place",
    "name": "name",
    "preferred_name": "name",
}
FALLBACK: Final = 2
"""Rank up to which a rule only catches what nothing else does: a correction of a remembered line comes first."""
_TYPED: Final = frozenset({"currency", "budget", "deadline", "code_language", "unit_system"})
_UNTARGETED: Final = 0.6
"""What a correction is worth when nothing it could deny is in sight."""
_WANTS: Final = frozenset({"zh_fix_want"})
_TASKS: Final = frozenset({"en_fix_task", "en_fix_instead", "en_fix_mind", "en_fix_make"})
_VAGUE: Final = frozenset(
    {"zh_now_is", "zh_changed_to", "zh_from_to", "zh_fix_actual", "en_now_is", "en_changed_to", "en_moved"}
)
_NUMBERED: Final = regex.compile(r"^(?P<head>.*\D)\d+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A correction: where it stands, and the line, value and ending it comes to. `rule` says how it was worded."""

    rule: Rule
    guarded: Guarded
    span: tuple[int, int]
    key: str
    type: str
    line: str
    member: str
    value: dict[str, Any]
    polarity: str
    statement: str
    scope: str
    score: float
    ending: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a correction may mean: remembered lines, the assistant's words just before, the message's place."""

    targets: Sequence[Target]
    asked: str
    index: int


def denies(guarded: Guarded, reading: Reading) -> bool:
    """Whether a sentence opens by calling something wrong."""
    return bool(guarded.denial) and reading.clock.first(DENIES, guarded.denial) is not None


def ending_of(guarded: Guarded, reading: Reading, default: str) -> str:
    """'changed' where the sentence says that it was true once."""
    return "changed" if reading.clock.first(CHANGED, guarded.denial or guarded.plain) else default


def fixes(reading: Reading, around: Around, taken: Sequence[Catch]) -> list[Fix]:
    """The corrections of a message, apart from those that a rule with a key has already caught."""
    found: list[Fix] = []
    text = _joined(reading)
    for rule, match, guarded in _fix_matches(reading, text):
        new = group(match, "new")
        spot = (match.start(), match.end()) if new is None else (new[1], new[2])
        if any(c.words[0] < spot[1] and spot[0] < c.words[1] for c in taken if c.rule.rank > FALLBACK):
            continue
        if any(f.span[0] < match.end() and match.start() < f.span[1] for f in found):
            continue
        denial = Denial(
            old=_said(reading, group(match, "old")),
            new=_said(reading, new),
            subject=_said(reading, group(match, "s")),
            sentence=match[0] if len(match[0]) > len(guarded.denial) else guarded.denial,
        )
        if fix := _settle(reading, around, rule, denial, guarded, match.span()):
            found.append(fix)
    return found


def _joined(reading: Reading) -> str:
    """The message with what corrections may not read blanked, so that a wording may go on over a full stop."""
    out = ["\ue000"] * len(reading.content)
    for guarded in reading.guarded:
        if guarded.denial and not repairs_itself(guarded.sentence.text, reading.clock):
            out[guarded.sentence.start : guarded.sentence.end] = guarded.denial
    last = 0
    for guarded in reading.guarded:
        for at in range(last, guarded.sentence.start):
            out[at] = "\n" if "\n" in reading.content[last : guarded.sentence.start] else " "
        last = guarded.sentence.end
    return "".join(out)


def _fix_matches(reading: Reading, text: str) -> Iterator[tuple[Rule, "regex.Match[str]", Guarded]]:
    found = []
    spoken = set(languages(text, any(g.sentence.chinese for g in reading.guarded)))
    for compiled in _FIX:
        if compiled.rule.language in spoken:
            for match in reading.clock.matches(compiled.pattern, text):
                guarded = next((g for g in reading.guarded if g.sentence.start <= match.start() < g.sentence.end), None)
                if guarded is not None:
                    found.append((compiled.rule, match, guarded))
    return iter(sorted(found, key=lambda f: (-f[0].rank, f[1].start())))


def _said(reading: Reading, part: tuple[str, int, int] | None) -> str:
    return reading.content[part[1] : part[2]].strip() if part else ""


def _settle(
    reading: Reading, around: Around, rule: Rule, denial: Denial, guarded: Guarded, span: tuple[int, int]
) -> Fix | None:
    lead = reading.clock.first(DENIES, guarded.denial) is not None
    for target in likely(denial, around.targets, around.asked, around.index):
        if fix := _against(reading, rule, denial, guarded, span, target):
            return fix
    if rule.name in _TASKS and not around.asked:
        return None
    if rule.name in _VAGUE and not lead and not (denial.old and around.asked) and not named_keys(denial.subject):
        return None
    score = rule.score
    if not around.asked:
        score = min(score, _UNTARGETED if lead or denial.old else 0.5)
    if not denial.new:
        return _rejected(reading, rule, denial, guarded, span, rule.score if around.asked else rule.bare or rule.score)
    found = _unplaced(reading, rule, denial)
    if found is None:
        return None
    return _fix(reading, rule, guarded, span, found, score)


def _fix(reading: Reading, rule: Rule, guarded: Guarded, span: tuple[int, int], found: Found, score: float) -> Fix:
    key = registry.KEYS[found.key]
    return Fix(
        rule=rule,
        guarded=guarded,
        span=span,
        key=found.key,
        type=key.type,
        line=key.line,
        member=registry.member_of(found.key, found.value),
        value=dict(found.value),
        polarity=key.polarity or found.polarity,
        statement=statement(reading.content, guarded, span),
        scope="global",
        score=score,
        ending=ending_of(guarded, reading, rule.ending),
    )


def _rejected(
    reading: Reading, rule: Rule, denial: Denial, guarded: Guarded, span: tuple[int, int], score: float
) -> Fix | None:
    """The right value is not given: the rejected thing is the value."""
    label = clean(denial.old, guarded.sentence.chinese)
    if not label:
        return None
    found = Found(key="other_fact", value={"value": label}, polarity="negative")
    return replace(_fix(reading, rule, guarded, span, found, score), type="correction", ending="wrong")


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
    if found is None or found.key != key or any(PLACEHOLDER.search(str(v)) for v in found.value.values()):
        return None
    return found


def _unplaced(reading: Reading, rule: Rule, denial: Denial) -> Found | None:
    """A value for a correction that means no remembered line: by what it names, else a plain fact."""
    chinese = rule.language == "zh"
    for key in [*named_keys(denial.subject or denial.sentence), *sorted(_TYPED)]:
        named = names_key(denial.subject or denial.sentence, key)
        if (named or key == "currency") and key in _SHAPES and (found := _shaped(reading, key, denial, chinese)):
            return found
    label = clean(_numbered(denial.old, denial.new), chinese)
    if not label or PLACEHOLDER.search(label):
        return None
    if denial.subject and len(denial.subject) <= 40:
        label = f"{denial.subject}：{label}" if chinese else f"{denial.subject}: {label}"
    return Found(
        key="other_preference" if rule.name in _WANTS else "other_fact",
        value={"value": label[:200]},
        polarity="positive",
    )


def _numbered(old: str, new: str) -> str:
    """'Terminal 2' and '5' make 'Terminal 5'."""
    match = _NUMBERED.match(old.strip())
    return f"{match['head']}{new.strip()}" if match and new.strip().isdigit() else new


def _against(
    reading: Reading, rule: Rule, denial: Denial, guarded: Guarded, span: tuple[int, int], target: Target
) -> Fix | None:
    """The correction of that line; None when the new words are no value of its kind, or the one it has."""
    if not denial.new:
        value, polarity = dict(target.value), "negative"
    else:
        replaced = _replaced(reading, denial, target, guarded.sentence.chinese)
        if replaced is None:
            return None
        value, polarity = replaced, registry.KEYS[target.key].polarity or "positive"
    own = statement(reading.content, guarded, span)
    return Fix(
        rule=rule,
        guarded=guarded,
        span=span,
        key=target.key,
        type=target.type if denial.new else "correction",
        line=target.line,
        member=target.member,
        value=value,
        polarity=polarity,
        statement=_restated(target, value, own) if denial.new else own,
        scope=target.scope,
        score=max(rule.score, 0.8) if rule.score >= 0.7 else rule.score + 0.1,
        ending=ending_of(guarded, reading, rule.ending),
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


# --- taking back ----------------------------------------------------------------------


def withdrawals(reading: Reading, around: Around) -> tuple[list[Fix], bool]:
    """What a message takes back, and whether it wants itself kept out of memory."""
    found: list[Fix] = []
    itself = False
    for guarded in reading.guarded:
        text = guarded.denial or guarded.plain
        if not text:
            continue
        for compiled in _WITHDRAW:
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
    plain = _fix(
        reading,
        rule,
        guarded,
        span,
        Found(key="other_fact", value={"value": label[:200]}, polarity="negative"),
        rule.score,
    )
    plain = replace(plain, ending="withdrawn", polarity="negative")
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
