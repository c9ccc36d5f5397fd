"""From the words of an object to a value of its key: trimmed, spelt the known way, in the shape the registry wants."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import regex

from jide.errors import Invalid
from jide.profiles import registry
from jide.signals.dates import parse_date
from jide.signals.numbers import money_of, number_of, whole
from jide.signals.objects import EDGE, NO_NAME, clean
from jide.signals.rules import compile_pattern
from jide.text import normalise


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a rule caught: the object, the subject and unit where it has them, and the sentence around them."""

    key: str
    polarity: str
    text: str
    plain: str
    """The object in simplified characters, where known words are looked for."""
    subject: str
    unit: str
    sentence: str
    at: datetime
    zone: ZoneInfo
    chinese: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A value of a key; `polarity` is the sentence's."""

    key: str
    value: Mapping[str, Any]
    polarity: str


_BUILT_WITH: Final = frozenset(
    {"PostgreSQL", "MySQL", "Redis", "Kafka", "Kubernetes", "Docker", "MongoDB", "Oracle", "React",
     "Vue", "Angular", "Django", "Flask", "FastAPI",
     "Spring Boot", "Spring", "Node.js", "AWS", "Azure", "GCP", "Alibaba Cloud",
     *registry.KEYS["code_language"].synonyms.values()}
)  # fmt: skip
_SOFTWARE: Final = frozenset(registry.KEYS["tech_stack"].synonyms.values())
_EMOJI: Final = frozenset({"emojis", "表情符号"})
_LAYOUTS: Final = frozenset(
    {"tables", "表格", "bullet points", "要点", "列表", "charts", "图表", "Markdown", "PDF", "plain text", "纯文本"}
)
_FILES: Final = frozenset(
    {"Markdown", "PDF", "Excel", "CSV", "Word", "HTML", "JSON", "LaTeX", "PPT", "plain text", "纯文本"}
)
_PATTERNS: Final = {
    name: compile_pattern(f"<{word}>")
    for name, word in (("language", "LANG"), ("code", "CODE"), ("currency", "CUR"), ("format", "FMT"),
                       ("preferred_channel", "CHAN"), ("unit", "UNIT"), ("place", "PLACE"))
}  # fmt: skip
_CODE_OBJECT: Final = compile_pattern(
    r"^(?:use\s|using\s|to use\s|coding in\s|writing\s|用|写)?(?P<c><CODE>)(?:语言|"
    r"代码|\scode|\sexamples?)?$"
)
_REFUSED: Final = regex.compile(
    r"(?:不要|不用|别用|不可以|不着|(?<!全)无|\bno\b|\bnot\b|\bwithout\b|\bnever\b|\banything but\b|"
    r"\b(?:any|every)thing (?:except|other than)\b)\s*(?:any\s|带|用|出现)?$",
    regex.IGNORECASE,
)
_JOINED: Final = regex.compile(
    r"\s*(?:、|，|,\s*(?:and|or)?\s|\sand\s|\sor\s|\s?&\s?|\splus\s|\s?/\s?|以及|"
    r"(?<=[\u4e00-\u9fff])[和跟与](?=[\u4e00-\u9fff])|\s+[和跟与及]\s*|(?<=[A-Za-z0-9+#])[和跟与及]\s*|"
    r"[和跟与](?=[A-Za-z]))\s*"
)
_LISTED: Final = regex.compile(
    r"\s*、\s*|\s*,\s(?:and\s+)?|\s+(?:and|以及|[和跟与&])\s+|(?<=[A-Za-z0-9])[和跟与]\s?|\s?[和跟与](?=[A-Za-z])|以及"
)
_MEDICINE: Final = regex.compile(
    r"青霉素|头孢|阿司匹林|磺胺|药|疫苗|碘|抗生素|花粉|尘螨|粉尘|灰尘|猫毛|狗毛|毛|乳胶|金属|酒精|紫外线|冷空气|蜜蜂|"
    r"化妆品|香水|"
    r"penicillin|aspirin|ibuprofen|sulfa|drug|medicine|medication|antibiotic|vaccine|latex|pollen|dust|"
    r"\b(?:cats?|dogs?|pets?|fur|bees?|wool|feathers?|down|sun|skin|lavender|rose|lanolin|animals?|dander|horses?)\b|"
    r"wasp|nickel|mold|mould|grass|perfume|fragrance|iodine|codeine|amoxicillin|hay\s?fever|seasonal",
    regex.IGNORECASE,
)
_FURTHER: Final = regex.compile(
    r"[,\s]+(?:and|but|so|or|in any|in all)\s(?:i|we|my|strongly|strictly|have|has|must|need|avoid|love|like|can|"
    r"can't|cannot|"
    r"could|will|would|prefer|always|never|do|don't|any|all|beauty|react|get|am)\b.*$|"
    r"\sin (?:any|all|my|beauty|products)\b.*$",
    regex.IGNORECASE | regex.DOTALL,
)
"""What a sentence goes on to say after the things somebody is allergic to."""
_NO_PLACE: Final = regex.compile(
    r"酒店|宾馆|旅馆|附近|房间|房子|几晚|两晚|一晚|公寓|宿舍|别墅|合租|的地方|哪|得|"
    r"进去|下来|\b(?:hotel|room|apartment|flat|house|dorm)\b"
)
_NO_UNIT: Final = regex.compile(
    r"^(?:内部|全部|一部|大部|部|外部|局部|西部|东部|南部|北部|中部|到处|各处|好处|坏处|"
    r"市中心|中心|购物中心|一组|小组|分组|这组|那组|家.{0,4}处|此处|别处|该组)$"
)
_NAMED: Final = regex.compile(
    r"^(?:在)?(?:一家|一个|一所|某个?|家)?[\u4e00-\u9fff]{0,4}?(?:名叫|叫做|叫作|叫)(?!我|他|她|你|车)|"
    r"(?i)^(?:an?\s|the\s)?(?:[a-z&-]+\s){1,5}?(?:called|named|by the name of)\s(?=\S)"
)
_OF_A_KIND: Final = regex.compile(r"的(?:[\u4e00-\u9fff]{0,6}?(?:公司|单位|企业|机构|工作室|店|厂|学校|医院|集团))$")
"""'a company called X', '一家叫X的公司': only X is the name."""
_ZONES: Final = (
    (regex.compile(r"东八区|北京|上海|中国|beijing|shanghai|china", regex.IGNORECASE), "Asia/Shanghai"),
    (regex.compile(r"东九区|东京|tokyo|\bjst\b", regex.IGNORECASE), "Asia/Tokyo"),
    (regex.compile(r"新加坡|singapore|\bsgt\b", regex.IGNORECASE), "Asia/Singapore"),
    (regex.compile(r"伦敦|london|\bbst\b", regex.IGNORECASE), "Europe/London"),
    (regex.compile(r"纽约|美东|new york|eastern|\be[sd]?t\b", regex.IGNORECASE), "America/New_York"),
    (regex.compile(r"洛杉矶|美西|pacific|\bp[sd]?t\b", regex.IGNORECASE), "America/Los_Angeles"),
    (regex.compile(r"柏林|巴黎|\bces?t\b", regex.IGNORECASE), "Europe/Berlin"),
)


def _one(words: Words, value: Any, key: str = "", **more: Any) -> list[Found]:
    if value == "":
        return []
    return [Found(key=key or words.key, value={"value": value, **more}, polarity=words.polarity)]


def _label(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    return _one(words, registry.canonical(words.key, label) if label else "")


def _known(words: Words) -> list[Found]:
    """Only what the registry has a spelling for."""
    name = "currency" if words.key == "currency" else "preferred_channel"
    match = _PATTERNS[name].search(words.plain)
    verb = regex.sub(r"(?i)(?<=\w)ing$", "", words.text.strip())
    label = match[0].strip() if match else verb
    known = registry.canonical(words.key, label)
    return _one(words, known) if match or known != label else []


def _language(words: Words) -> list[Found]:
    found = [registry.canonical("response_language", m[0]) for m in _PATTERNS["language"].finditer(words.plain)]
    limit = None if registry.KEYS[words.key].cardinality == "set" else 1
    return [hit for label in found[:limit] for hit in _one(words, label)]


def _code(words: Words) -> list[Found]:
    match = _PATTERNS["code"].search(words.plain)
    if match is None or (len(match[0].strip()) == 1 and not match[0].strip().isupper()):
        return []
    return _one(words, registry.canonical("code_language", match[0]), "code_language")


def _length(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    known = registry.canonical("response_length", label)
    plain = regex.search(r"(?i)简|精|短|言简|short|brief|concise|succinct|terse|to the point|crisp|snappy", label)
    full = regex.search(r"(?i)详|具体|细|长|展开|detail|long|thorough|depth", label)
    return _one(words, known if known != label else "short" if plain else "detailed" if full else label)


def _report(words: Words) -> list[Found]:
    """Formats and elements named, refused ones apart; a picture sign belongs to the style."""
    wanted: list[str] = []
    refused: list[str] = []
    for match in _PATTERNS["format"].finditer(words.plain):
        label = registry.canonical("report_format", match[0].strip())
        negated = words.polarity == "negative" or _REFUSED.search(
            words.plain[max(0, match.start() - 24) : match.start()]
        )
        (refused if negated else wanted).append(label)
    named = [label for label in (*wanted, *refused) if label in _EMOJI]
    if named and len(named) == len(wanted) + len(refused):
        polarity = "negative" if refused else "positive"
        return [Found(key="response_style", value={"value": named[0]}, polarity=polarity)]
    value: dict[str, Any] = {}
    if form := next((label for label in wanted if label in _FILES), None):
        value["format"] = form
    if elements := [label for label in dict.fromkeys(wanted) if label not in _FILES and label not in _EMOJI]:
        value["elements"] = elements
    if exclude := list(dict.fromkeys(refused)):
        value["exclude"] = exclude
    if not value:
        label = clean(words.text, words.chinese)
        if (
            not regex.search(r"(?i)格式|形式|样式|模板|版式|\b(?:format|template|layout|style)\b", label)
            or len(label) > 40
        ):
            return []
        value = {"exclude" if words.polarity == "negative" else "format": label}
    return [
        Found(
            key="report_format",
            value=value,
            polarity="positive" if wanted else "negative" if refused else words.polarity,
        )
    ]


def _special(words: Words, label: str) -> list[Found]:
    """A more special key the object belongs to, or nothing."""
    if (match := _CODE_OBJECT.fullmatch(label)) and (len(match["c"].strip()) > 1 or match["c"].strip().isupper()):
        return _one(words, registry.canonical("code_language", match["c"]), "code_language")
    known = registry.canonical("report_format", label)
    if known in _EMOJI or known in _LAYOUTS:
        return _report(words)
    for key in ("currency", "unit_system"):
        if registry.canonical(key, label) != label or label in registry.KEYS[key].synonyms.values():
            return _one(words, registry.canonical(key, label), key)
    return []


def _infer(words: Words) -> list[Found]:
    """By the object: a language for code, a layout, a currency; else the rule's own key."""
    label = clean(words.text, words.chinese)
    if len(label) < 1 or (label.isascii() and len(label) < 2):
        return []
    if special := _special(words, label):
        return special
    key = words.key
    if key == "disliked" and not words.chinese and regex.match(r"(?i)^(?:eat|drink)\w*\s", label):
        key, label = "dietary", label.split(" ", 1)[1]
    return [Found(key=key, value={"value": registry.canonical(key, label)}, polarity=words.polarity)]


def _members(words: Words, tidy: Callable[[str], str]) -> list[Found]:
    parts = [tidy(part) for part in _JOINED.split(words.text)]
    return [hit for part in dict.fromkeys(parts) if part for hit in _one(words, registry.canonical(words.key, part))]


def _names(words: Words) -> list[Found]:
    return _members(words, lambda part: clean(part, words.chinese))[:8]


def _system(words: Words) -> list[Found]:
    """What one builds with is a stack, what one works with a system."""
    found: list[Found] = []
    for part in dict.fromkeys(_LISTED.split(words.text)):
        label = clean(part, words.chinese)
        if regex.search(r"(?i)[你您]|\byour?\b", label):  # the agent's own, or its maker's
            continue
        known = registry.canonical("tech_stack", label) if label else ""
        found += _one(words, known, "tech_stack" if known in _BUILT_WITH else words.key)
    return found[:8]


def _stack(words: Words) -> list[Found]:
    return [replace(hit, key="tech_stack" if _builds(hit) else "system_in_use") for hit in _names(words)]


def _builds(hit: Found) -> bool:
    label = str(hit.value["value"])
    return label not in _SOFTWARE or label in _BUILT_WITH


def _region(words: Words) -> list[Found]:
    return _members(words, lambda part: regex.sub(r"(?:市场|那边|这边|地区)$|^the\s", "", part.strip(EDGE)))[:8]


def _name(words: Words) -> list[Found]:
    name = words.text.strip(EDGE)
    return (
        []
        if NO_NAME.match(name) or regex.search(r"^(?:you|me|him|her)\b|[你我他她吗什么]", name)
        else _one(words, name)
    )


def _name_cased(words: Words) -> list[Found]:
    parts = words.text.strip(EDGE).split()
    return _name(words) if parts and all(part[0].isupper() for part in parts) else []


def _title(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    bad = regex.search(r"[你您他她不没想]|(?i:\b(?:not|fan|your|you|his|her)\b)", label)
    return [] if bad else _one(words, regex.sub(r"^(?:一?[个名位])", "", label))


def _department(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    return (
        []
        if _NO_UNIT.match(label) or regex.search(r"[你他她不哪]|酒店|附近|附近|市中心|会展", label)
        else _one(words, label)
    )


def _place(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    if (
        _is_software(label)
        or _NO_PLACE.search(label)
        or (not words.chinese and len(label.split()) > 5 and not any(c.isdigit() for c in label))
    ):
        return []
    return _one(words, regex.sub(r"(?:人|这边|那边|生活|办公)$", "", label))


def _is_software(label: str) -> bool:
    """'We moved to Postgres': a known name of software is no place."""
    return registry.canonical("tech_stack", label) in _SOFTWARE


def _place_cased(words: Words) -> list[Found]:
    return _place(words) if words.text[:1].isupper() else []


def _place_of_work(words: Words) -> list[Found]:
    label = clean(_NAMED.sub("", words.text), words.chinese)
    label = _OF_A_KIND.sub("", label) if words.chinese and _NAMED.match(words.text) else label
    if _PATTERNS["place"].fullmatch(label):
        return _one(words, label, "location")
    if regex.search(r"(?:部|部门|科|科室)$", label):
        return _one(words, label, "department")
    return [] if regex.search(r"[你他她哪]|附近|酒店工", label) else _one(words, label)


def _role(words: Words) -> list[Found]:
    return _one(words, clean(words.text, words.chinese))


def _zone(words: Words) -> list[Found]:
    label = clean(words.text, words.chinese)
    if "/" in label:
        return _one(words, label)
    return _one(words, next((zone for pattern, zone in _ZONES if pattern.search(label)), label))


def _count(words: Words) -> list[Found]:
    number = number_of(words.text)
    return [] if number is None or number < 1 else _one(words, whole(number), unit="人" if words.chinese else "people")


def _money(words: Words) -> list[Found]:
    value = money_of(words.text, words.sentence)
    return [Found(key=words.key, value=value, polarity=words.polarity)] if value else []


def _date(words: Words) -> list[Found]:
    day = parse_date(words.text, words.at, words.zone)
    return [Found(key="deadline", value={"date": day.isoformat()}, polarity=words.polarity)] if day else []


def _allergy(words: Words) -> list[Found]:
    """Of food: a diet; of anything else: health."""
    found: list[Found] = []
    for part in _JOINED.split(_FURTHER.sub("", words.text)):
        label = clean(part, words.chinese)
        if not label:
            continue
        if _MEDICINE.search(label):
            value = f"{label}过敏" if words.chinese else f"{label} allergy"
            found.append(Found(key="health", value={"value": value}, polarity="positive"))
        else:
            found.append(Found(key="dietary", value={"value": label}, polarity="negative"))
    return found[:8]


def _phrase(words: Words) -> list[Found]:
    return _one(words, " ".join(words.text.split()).strip(EDGE)[:200])


def _pair(words: Words) -> list[Found]:
    """'subject: object', so that one subject has one value."""
    subject = words.subject.strip(EDGE)
    label = clean(words.text, words.chinese)
    if not label or not subject:
        return []
    return _one(words, f"{subject}：{label}" if words.chinese else f"{subject}: {label}")


SHAPES: Final[Mapping[str, Callable[[Words], list[Found]]]] = {
    "label": _label, "known": _known, "language": _language, "code": _code, "length": _length, "report": _report,
    "infer": _infer, "names": _names, "region": _region, "name": _name, "name_cased": _name_cased, "title": _title,
    "department": _department, "place": _place, "place_cased": _place_cased, "place_of_work": _place_of_work,
    "role": _role, "zone": _zone, "count": _count, "money": _money, "date": _date, "allergy": _allergy,
    "phrase": _phrase, "term": _pair, "subject": _pair, "system": _system, "stack": _stack,
}  # fmt: skip


def shape(name: str, words: Words) -> list[Found]:
    """The values an object stands for under that normaliser; none when it is not of the kind."""
    return [found for found in SHAPES[name](words) if _fits(found)]


def _fits(found: Found) -> bool:
    try:
        registry.check_value(found.key, found.value)
    except Invalid:
        return False
    label = found.value.get("value")
    return not isinstance(label, str) or bool(normalise(label))
