"""Personal data and secrets -> typed, numbered placeholders such as [PHONE_1], with an offset map (pure).

The text is read through a view of itself: compatibility forms folded, invisible characters left out, Chinese numerals
of long runs as digits; each place of the view knows its place in the text. What is found is masked and the view is
read again until nothing is found, so that redacting twice is redacting once. Every pattern is bounded or starts only
where a run of its characters starts, so the time grows with the text and not with its square.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import phonenumbers
from phonenumbers import Leniency, PhoneNumberMatcher
from stdnum import luhn

KINDS: Final = ("SECRET", "ID", "PASSPORT", "CARD", "IBAN", "PHONE", "EMAIL")
"""What is found, the first winning where two overlap."""

_FILLER: Final = "\ue000"  # stands in the view for what is masked; no pattern matches it
_PLACEHOLDER: Final = re.compile(rf"\[({'|'.join(KINDS)})_([0-9]{{1,6}})\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Redacted:
    """A text that may be stored. `counts` says how many places of each kind were replaced."""

    text: str
    counts: Mapping[str, int] = field(default_factory=dict)
    edits: tuple[tuple[int, int, int, int], ...] = ()
    """(start, end, original start, original end) of each placeholder, in order."""

    def to_original(self, index: int) -> int:
        """Where `index` of the redacted text lies in the original; inside a placeholder, where its secret starts."""
        n = bisect_right(self.edits, index, key=lambda edit: edit[0]) - 1
        if n < 0:
            return index
        _, end, start, original_end = self.edits[n]
        return start if index < end else original_end + index - end


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    kind: str
    start: int
    end: int
    value: str
    """What makes two findings the same person's: digits or letters alone."""


def redact(text: str) -> Redacted:
    """`text` with phones, resident ids, passports, bank cards, IBANs, e-mails, keys and passwords replaced.

    A text without any is returned as it is. Names and addresses are not looked for: patterns cannot tell them.
    """
    view, places = _view(text)
    found = list(_find_all(view))
    if not found:
        return Redacted(text=text)
    found.sort(key=lambda f: f.start)
    return _replace(text, places, found)


def _replace(text: str, places: list[int] | None, found: Iterable[_Found]) -> Redacted:
    used = [(m[1], int(m[2])) for m in _PLACEHOLDER.finditer(text)]
    last = {kind: max((n for k, n in used if k == kind), default=0) for kind in KINDS}
    names: dict[tuple[str, str], str] = {}
    counts: dict[str, int] = {}
    parts: list[str] = []
    edits: list[tuple[int, int, int, int]] = []
    at = length = 0
    for one in found:
        name = names.get((one.kind, one.value))
        if name is None:
            last[one.kind] += 1
            name = names[one.kind, one.value] = f"[{one.kind}_{last[one.kind]}]"
        start, end = (one.start, one.end) if places is None else (places[one.start], places[one.end])
        length += start - at
        parts += [text[at:start], name]
        edits.append((length, length + len(name), start, end))
        length += len(name)
        at = end
        counts[one.kind] = counts.get(one.kind, 0) + 1
    return Redacted(text="".join([*parts, text[at:]]), counts=counts, edits=tuple(edits))


# --- the view -------------------------------------------------------------------------

_INVISIBLE: Final = frozenset({"Cf", "Mn", "Me"})
_NUMERALS: Final = str.maketrans("零〇一幺壹二贰三叁四肆五伍六陆陸七柒八捌九玖", "0011122334455666778899"[:0] or "0011122334455666778899")
_NUMERAL_RUN: Final = re.compile("[0-9零〇一幺壹二贰三叁四肆五伍六陆陸七柒八捌九玖]+(?:[ -][0-9零〇一幺壹二贰三叁四肆五伍六陆陸七柒八捌九玖]+)*+")
_NOT_PERSONAL: Final = re.compile(
    r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?![0-9A-Za-z])"  # UUID
    r"|(?<![0-9])[12][0-9]{3}([-/.])[01]?[0-9]\1[0-3]?[0-9](?![0-9])(?:[T ][0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?)?"  # date
    r"|(?<![0-9.])(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?![0-9.])"  # IP address, version
)


def _view(text: str) -> tuple[str, list[int] | None]:
    """The text as patterns read it, and where each of its characters lies in the text (None: at its own place)."""
    if text.isascii():
        return _masked(text), None
    parts: list[str] = []
    places: list[int] = []
    for place, char in enumerate(text):
        if char < "\x80":
            seen = char
        elif unicodedata.category(char) in _INVISIBLE:
            continue
        else:
            seen = unicodedata.normalize("NFKC", char).replace(_FILLER, "\ufffd")
        parts.append(seen)
        places += [place] * len(seen)
    places.append(len(text))
    return _masked("".join(parts)), places


def _masked(view: str) -> str:
    """The view with numerals as digits, and with fillers over what is neither to be found nor to be looked at."""
    view = _NUMERAL_RUN.sub(_as_digits, view)
    view = _PLACEHOLDER.sub(lambda m: _FILLER * len(m[0]), view)
    return _NOT_PERSONAL.sub(lambda m: _FILLER * len(m[0]), view)


def _as_digits(run: re.Match[str]) -> str:
    return run[0].translate(_NUMERALS) if len(run[0]) >= 11 else run[0]


def _find_all(view: str) -> Iterator[_Found]:
    """Everything in the view, without overlaps: read, mask, read again until nothing is found."""
    while True:
        taken = bytearray(len(view))
        chosen: list[_Found] = []
        every = [*_secrets(view), *_numbers(view), *_passports(view), *_ibans(view), *_phones(view), *_emails(view)]
        every.sort(key=lambda f: (KINDS.index(f.kind), f.start - f.end, f.start))
        for one in every:
            if not any(taken[one.start : one.end]):
                taken[one.start : one.end] = b"\1" * (one.end - one.start)
                chosen.append(one)
        if not chosen:
            return
        yield from chosen
        chosen.sort(key=lambda f: f.start)
        view = _cover(view, chosen)


def _cover(view: str, chosen: Iterable[_Found]) -> str:
    parts, at = [], 0
    for one in chosen:
        parts += [view[at : one.start], _FILLER * (one.end - one.start)]
        at = one.end
    return "".join([*parts, view[at:]])


def _before(view: str, start: int, size: int = 16) -> str:
    """The few characters before a place, not reaching over what is masked."""
    return view[max(0, start - size) : start].rpartition(_FILLER)[2].lower()


# --- keys and passwords ---------------------------------------------------------------

_TOKEN: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"(?:AKIA|ASIA)[0-9A-Z]{16}"  # AWS
    r"|LTAI[0-9A-Za-z]{12,30}|AKID[0-9A-Za-z]{13,40}"  # Alibaba Cloud, Tencent Cloud
    r"|gh[pousr]_[0-9A-Za-z]{16,255}|github_pat_[0-9A-Za-z_]{20,255}|glpat-[0-9A-Za-z_-]{16,64}"
    r"|(?:sk|pk|rk)_(?:live|test)_[0-9A-Za-z]{3,255}"  # Stripe
    r"|sk-(?=[A-Za-z_-]{0,64}[0-9])[0-9A-Za-z_-]{16,255}"  # OpenAI and its kin
    r"|(?:app|dataset)-[0-9A-Za-z]{16,64}"  # Dify
    r"|jk_[a-z0-9-]{1,63}_[0-9A-Za-z]{1,64}_[0-9A-Za-z_-]{16,128}"  # our own
    r"|xox[abeoprs]-[0-9A-Za-z-]{8,255}|hf_[0-9A-Za-z]{20,64}|npm_[0-9A-Za-z]{30,64}|AIza[0-9A-Za-z_-]{30,64}"
    r"|eyJ[0-9A-Za-z_-]{5,8192}\.[0-9A-Za-z_-]{5,16384}(?:\.[0-9A-Za-z_-]{0,4096})?"  # JWT
    r")"
)
_BEARER: Final = re.compile(r"(?<![A-Za-z])(?:[Bb]earer|[Bb]asic)[ \t]{1,4}(?=[A-Za-z._~+/=-]{0,64}[0-9])([0-9A-Za-z._~+/=-]{16,4096})")
_USERINFO: Final = re.compile(r"(?<=://)([^\s/@:\ue000]{0,128}:[^\s/\ue000]{1,256})(?=@)")
_PASSWORD: Final = re.compile(
    r"(?P<word>密码|口令|密钥|秘钥|暗号|凭证|验证码|访问令牌|令牌|(?<![a-z])(?:pass(?:word|wd|code|phrase)|pwd|secret(?:[ _-]?(?:key|access[ _-]?key))?"
    r"|(?:api|access|private)[ _-]?(?:key|token|secret)|(?:access|auth|refresh|bearer)?[ _-]?token|credentials?))"
    r"[\"'”’]?[ \t]{0,4}"
    r"(?P<verb>改成了?|改为了?|设成了?|设为了?|设置为|设置成|就是|还是|是|为|叫|用|:|=|(?<![a-z])(?:is|was|to)(?![a-z]))?[ \t]{0,4}[:=]?[ \t]{0,4}"
    r"(?:[\"“‘'「](?P<quoted>[^\s\"”’'」\ue000]{3,64})[\"”’'」]|(?P<plain>[!-~]{3,256}))",
    re.IGNORECASE,
)
_PEM: Final = re.compile(r"-----(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY: Final = re.compile(r"[A-Za-z0-9+/=\s\\]*")
_NO_SECRET: Final = frozenset(
    "a an the not no too very so to of in on at for and or but by from with what where which who how why it its this that "
    "my your his her our their required needed wrong incorrect correct right invalid valid expired missing empty null none "
    "weak strong short long reset changed changing lost forgotten secure safe stored saved sent shown hidden encrypted hashed "
    "protected being used set same new old one only just now still also always never here there important mandatory optional "
    "simple limit limits count usage true false string number something anything nothing better good bad fine ok okay case "
    "sensitive unknown unavailable blocked locked enabled disabled supported allowed generated rotated leaked".split()  # noqa: SIM905
)
_ENDING: Final = ".,;:!?)]}>\"'"


def _secrets(view: str) -> Iterator[_Found]:
    for match in _TOKEN.finditer(view):
        yield _found("SECRET", match, 0)
    for pattern in (_BEARER, _USERINFO):
        for match in pattern.finditer(view):
            yield _found("SECRET", match, 1)
    yield from _keys(view)
    for match in _PASSWORD.finditer(view):
        one = _password(match)
        if one is not None:
            yield one


def _keys(view: str) -> Iterator[_Found]:
    """Private key blocks; a block without its end goes as far as it looks like one."""
    marks = list(_PEM.finditer(view))
    for n, mark in enumerate(marks):
        if mark[1] != "BEGIN":
            continue
        follows = marks[n + 1] if n + 1 < len(marks) else None
        whole = follows is not None and follows[1] == "END"
        body = _PEM_BODY.match(view, mark.end())
        end = follows.end() if follows is not None and whole else (body.end() if body else mark.end())
        if _FILLER not in view[mark.start() : end]:
            yield _Found(kind="SECRET", start=mark.start(), end=end, value=view[mark.start() : end])


def _password(match: re.Match[str]) -> _Found | None:
    group = "quoted" if match["quoted"] else "plain"
    value = match[group] if group == "quoted" else match[group].rstrip(_ENDING)
    if len(value) < 3 or not _is_password(match["word"].lower(), match["verb"] or "", value, group):
        return None
    start = match.start(group)
    return _Found(kind="SECRET", start=start, end=start + len(value), value=value)


def _is_password(word: str, verb: str, value: str, group: str) -> bool:
    mixed = any(c.isdigit() for c in value) and any(c.isalpha() for c in value)
    if "token" in word and value.isdigit():
        return False  # how many tokens, not which
    if word == "凭证" and not mixed:
        return False  # vouchers have numbers and names
    if not verb:
        return mixed and len(value) >= 6
    if verb in {":", "="} or group == "quoted":
        return True
    return value.lower().strip(_ENDING) not in _NO_SECRET


def _found(kind: str, match: re.Match[str], group: int) -> _Found:
    return _Found(kind=kind, start=match.start(group), end=match.end(group), value=match[group])


# --- numbers: resident ids, bank cards, mobile phones ----------------------------------

_GROUPS: Final = re.compile(r"(?<![0-9A-Za-z_.])\+?[0-9]+(?:[ -][0-9]+)*+[Xx]?(?![0-9A-Za-z_]|@[A-Za-z0-9])")
_PROVINCES: Final = frozenset(
    "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83".split()  # noqa: SIM905
)
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_MOBILE: Final = re.compile(r"(?:\+?86|0086)?1[3-9][0-9]{9}")
_MOBILE_SHAPES: Final = frozenset(
    {(11,), (3, 4, 4), (3, 8), (4, 4, 3), (4, 3, 4), (7, 4), (3, 3, 5), (3, 3, 3, 2), (5, 3, 3), (2, 2, 2, 2, 2, 1)}
)
_CARDS: Final = tuple(
    (re.compile(prefix), lengths)
    for prefix, lengths in (
        ("62", range(16, 20)),  # UnionPay
        ("9558", (19,)),  # UnionPay before 62
        ("4", (16, 18, 19)),  # Visa, and UnionPay on Visa's numbers
        ("5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),  # Mastercard
        ("3[47]", (15,)),  # American Express
        ("35(?:2[89]|[3-8])", (16,)),  # JCB
        ("30[0-5]|3[68]", (14,)),  # Diners Club
        ("6011|65|64[4-9]", (16,)),  # Discover
    )
)
_CARD_SHAPES: Final = re.compile(r"(?:4,){3}4(?:,[123])?|4,6,5|4,6,4|6,(?:[89]|1[0-3])|\d+|(?:1,)+1")
_CARD_WORD: Final = re.compile(r"卡|账号|账户|帐号|visa|master|amex|card|account|acct")
_OTHER_WORD: Final = re.compile(r"订单|单号|运单|流水|快递|条码|编号|货号|order|tracking|invoice|isbn|sku|ean|serial|\bno\b|#")
_ID_WORD: Final = re.compile(r"身份证|证件|\bid\b")
_MONEY: Final = re.compile(r"[ ]?(?:元(?!旦)|美元|人民币|块钱|rmb|usd|cny|dollars?)", re.IGNORECASE)


def _numbers(view: str) -> Iterator[_Found]:
    for run in _GROUPS.finditer(view):
        groups = [(m.start() + run.start(), m.end() + run.start()) for m in re.finditer(r"\+?[0-9]+[Xx]?", run[0])]
        for first in range(len(groups)):
            yield from _from_group(view, groups, first)


def _from_group(view: str, groups: list[tuple[int, int]], first: int) -> Iterator[_Found]:
    """What the groups of digits from `first` on spell, one, two, three … of them together."""
    start = groups[first][0]
    digits, shape = "", []
    for _, (begin, end) in zip(range(19), groups[first:], strict=False):
        digits += view[begin:end]
        shape.append(end - begin)
        if len(digits) > 21:
            return
        kind = _kind(view, digits, tuple(shape), start, end)
        if kind:
            yield _Found(kind=kind, start=start, end=end, value=digits[-11:] if kind == "PHONE" else digits.upper())


def _kind(view: str, digits: str, shape: tuple[int, ...], start: int, end: int) -> str:
    if is_resident_id(digits) or (len(digits) == 15 and is_old_id(digits) and _ID_WORD.search(_before(view, start))):
        return "ID"
    if _MOBILE.fullmatch(digits) and _is_mobile_shape(shape, digits) and not _MONEY.match(view, end):
        return "PHONE"
    return "CARD" if _is_card(view, digits, shape, start) else ""


def _is_mobile_shape(shape: tuple[int, ...], digits: str) -> bool:
    prefix = len(digits) - 11
    if prefix and shape[0] == prefix:
        shape, prefix = shape[1:], 0
    plain = (shape[0] - prefix, *shape[1:])
    return plain in _MOBILE_SHAPES or set(plain) == {1}


def _is_card(view: str, digits: str, shape: tuple[int, ...], start: int) -> bool:
    if not (13 <= len(digits) <= 19 and digits.isdigit() and digits[0] in "234569" and luhn.is_valid(digits)):
        return False
    if len(set(digits)) == 1 or not _CARD_SHAPES.fullmatch(",".join(map(str, shape))):
        return False
    context = _before(view, start, 20)
    if _CARD_WORD.search(context):
        return True
    known = any(len(digits) in lengths and prefix.match(digits) for prefix, lengths in _CARDS)
    return known and not _OTHER_WORD.search(context)


def is_resident_id(digits: str) -> bool:
    """Whether this is a Chinese resident id of 18: province, date of birth and check digit all right."""
    if len(digits) != 18 or not digits[:17].isdigit() or digits[:2] not in _PROVINCES:
        return False
    if not _is_date(digits[6:14]):
        return False
    rest = sum(int(d) * w for d, w in zip(digits, _WEIGHTS, strict=False)) % 11
    return digits[17].upper() == "10X98765432"[rest]


def is_old_id(digits: str) -> bool:
    """Whether this may be a resident id of 15 digits, which has no check digit."""
    return digits.isdigit() and digits[:2] in _PROVINCES and _is_date("19" + digits[6:12])


def _is_date(text: str) -> bool:
    if text[:2] not in {"19", "20"}:
        return False
    try:
        date(int(text[:4]), int(text[4:6]), int(text[6:]))
    except ValueError:
        return False
    return True


# --- phones of other shapes, e-mails, IBANs, passports ----------------------------------

_PHONE_RUN: Final = re.compile(r"[+(]?[0-9](?:[ ().\-/]{0,3}[0-9]){6,39}")
_PHONE_RUNS: Final = 400  # of one text; beyond this many, only mobile phones of the mainland are found
_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?!git@)[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z])"
)
_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_PASSPORT: Final = re.compile(
    r"(?:护照|通行证|passport)[^0-9A-Za-z\ue000]{0,4}(?:号码?|no\b|number)?[^0-9A-Za-z\ue000]{0,4}(?:是|为|is)?"
    r"[^0-9A-Za-z\ue000]{0,4}([A-Z]{1,2}[0-9]{7,9})(?![0-9A-Za-z])",
    re.IGNORECASE,
)


def _phones(view: str) -> Iterator[_Found]:
    """Landlines, service numbers and foreign phones, by the numbering plans of the world."""
    budget = _PHONE_RUNS - view.count(_FILLER + " ")
    for _, run in zip(range(budget), _PHONE_RUN.finditer(view), strict=False):
        start, end = max(0, run.start() - 2), min(len(view), run.end() + 2)
        if end < len(view) and re.match(r"[0-9]|@[A-Za-z0-9]", view[run.end() :][:2]):
            continue
        for hit in PhoneNumberMatcher(view[start:end], "CN", leniency=Leniency.VALID):
            number = phonenumbers.format_number(hit.number, phonenumbers.PhoneNumberFormat.E164)
            yield _Found(kind="PHONE", start=start + hit.start, end=start + hit.end, value=number)


def _emails(view: str) -> Iterator[_Found]:
    for match in _EMAIL.finditer(view):
        yield _Found(kind="EMAIL", start=match.start(), end=match.end(), value=match[0].lower())


def _ibans(view: str) -> Iterator[_Found]:
    for match in _IBAN.finditer(view):
        number = match[0].replace(" ", "")
        if 15 <= len(number) <= 34 and int("".join(str(int(c, 36)) for c in number[4:] + number[:4])) % 97 == 1:
            yield _found("IBAN", match, 0)


def _passports(view: str) -> Iterator[_Found]:
    for match in _PASSPORT.finditer(view):
        yield _found("PASSPORT", match, 1)
