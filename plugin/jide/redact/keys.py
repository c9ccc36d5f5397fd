"""Finding keys, tokens and passwords (pure)."""

import re
from collections.abc import Iterator
from typing import Final

from jide.redact.view import MASK, Found, found

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
_BEARER: Final = re.compile(
    r"(?<![A-Za-z])(?:[Bb]earer|[Bb]asic)[ \t]{1,4}(?=[A-Za-z._~+/=-]{0,64}[0-9])([0-9A-Za-z._~+/=-]{16,4096})"
)
_USERINFO: Final = re.compile(rf"(?<=://)([^\s/@:{MASK}]{{0,128}}:[^\s/{MASK}]{{1,256}})(?=@)")

# --- private key blocks ----------------------------------------------------------------

_PEM: Final = re.compile(r"-----(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY: Final = re.compile(r"[A-Za-z0-9+/=\s\\]*")


def _find_blocks(view: str) -> Iterator[Found]:
    """Private key blocks; one without its end goes as far as it looks like one."""
    marks = list(_PEM.finditer(view))
    for n, mark in enumerate(marks):
        follows = marks[n + 1] if n + 1 < len(marks) else None
        if mark[1] == "BEGIN":
            body = _PEM_BODY.match(view, mark.end())
            end = follows.end() if follows and follows[1] == "END" else body.end() if body else mark.end()
            text = view[mark.start() : end]
            if not any(char in text for char in MASK):
                yield Found(kind="SECRET", start=mark.start(), end=end, value=text)


# --- what is called a password ----------------------------------------------------------

_PASSWORD: Final = re.compile(
    r"(?P<word>密码|口令|密钥|秘钥|凭证|验证码|令牌|(?<![a-z])(?:"
    r"pass(?:word|wd|code|phrase)|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?|(?:api|access|private)[ _-]?(?:key|secret)"
    r"|(?:(?:api|access|auth|refresh|bearer)[ _-]?)?token|credential)s?(?![a-z]))"
    r"[\"'”’]?[ \t]{0,4}"
    r"(?P<verb>改成了?|改为了?|设成了?|设为了?|设置为|设置成|就是|还是|是|为|:|=|(?:is|was|to)(?![a-z]))?"
    r"[ \t]{0,4}[:=]?[ \t]{0,4}"
    rf"(?:[\"“‘'「](?P<quoted>[^\r\n\"”’'」{MASK}]{{3,64}})[\"”’'」]|(?P<plain>[!-~]{{3,256}}))",
    re.IGNORECASE,
)
_SAID_ZH: Final = re.compile(
    r"(?:密码|口令|暗号)(?:就?是|为)?[ \t]{0,4}[:：][ \t]{0,4}"
    r"(?P<value>(?![请见找问无没未不已由需要必应联稍])[\u4e00-\u9fff]{2,16})(?![\u4e00-\u9fff])"
)
"""A password of words, written like one: after a colon."""
_ENDING: Final = ".,;:!?)]}>\"'"
_LENGTHS: Final = re.compile(r"[0-9]{1,2}(?:[-~][0-9]{1,2})?")  # "密码为8-16位"


def _all_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


_STRICT: Final = _all_of("密码 口令 验证码 password passwd passcode passphrase pwd passwords")
"""Words after which 'is' is enough; after the others, what follows must look like a key as well."""
_NO_SECRET: Final = _all_of("""
    a an the not no too very so in on at for and or but by from with what where which who how why it its this that
    my your his her our their required needed wrong incorrect correct right invalid valid expired missing empty
    null none weak strong short long reset changed changing lost forgotten secure safe stored saved sent shown
    hidden encrypted hashed protected being used set same new old one only just now still also always never here
    there important mandatory optional simple limit usage true false something anything nothing better good bad
    fine okay case sensitive unknown unavailable blocked locked enabled disabled supported allowed generated
    rotated leaked login access enter
""")


def _find_passwords(view: str) -> Iterator[Found]:
    for match in _PASSWORD.finditer(view):
        group = "quoted" if match["quoted"] else "plain"
        value = match[group] if group == "quoted" else match[group].rstrip(_ENDING)
        if len(value) >= 3 and _is_secret(match["word"].lower(), (match["verb"] or "").lower(), value, group):
            start = match.start(group)
            yield Found(kind="SECRET", start=start, end=start + len(value), value=value)


def _find_said(view: str) -> Iterator[Found]:
    for match in _SAID_ZH.finditer(view):
        yield Found(kind="SECRET", start=match.start("value"), end=match.end("value"), value=match["value"])


def _is_secret(word: str, verb: str, value: str, group: str) -> bool:
    """Whether what follows the word is the secret, and not a sentence about it."""
    mixed = any(char.isdigit() for char in value) and any(char.isalpha() for char in value)
    if _LENGTHS.fullmatch(value) or ("token" in word and value.isdigit()):
        return False  # how long it is, or how many tokens
    if word == "凭证":
        return mixed  # vouchers have names and numbers
    if not verb:
        return len(value) >= 6 and (mixed or (word in _STRICT and value.isdigit()))
    if verb in {":", "="} or group == "quoted":
        return True
    if word not in _STRICT or verb == "to":
        return mixed
    return value.lower() not in _NO_SECRET


def find_secrets(view: str) -> Iterator[Found]:
    """Keys of known forms, credentials in headers and addresses, private keys, and what is called a password."""
    for match in _TOKEN.finditer(view):
        yield found("SECRET", match)
    for pattern in (_BEARER, _USERINFO):
        for match in pattern.finditer(view):
            yield found("SECRET", match, 1)
    yield from _find_blocks(view)
    yield from _find_passwords(view)
    yield from _find_said(view)
