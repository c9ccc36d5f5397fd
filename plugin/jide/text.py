"""Text in Chinese and English: comparable spelling, words to search by, language, and a token estimate (pure)."""

import hashlib
import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

import opencc
import snowballstemmer

_HAN_CLASS: Final = "々〆〇\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_KANA: Final = "\u3041-\u30ff\u31f0-\u31ff"
_HAN: Final = re.compile(f"[{_HAN_CLASS}]")
_LATIN_WORD: Final = re.compile(r"[A-Za-z]+")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufe00-\ufe0f]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")

MAX_TOKENS: Final = 1024
"""Search tokens kept of one text, in the order they appear."""
_MAX_WORD: Final = 64  # longer runs are no words; a lexeme of PostgreSQL ends at 2 kB


# --- spelling ------------------------------------------------------------------------


@cache
def _simplifier() -> Any:
    return opencc.OpenCC("t2s")


def simplified(text: str) -> str:
    """`text` with traditional characters in their simplified form."""
    if not _HAN.search(text):
        return text
    return str(_simplifier().convert(_SURROGATE.sub("\ufffd", text)))


def normalise(text: str) -> str:
    """The spelling by which texts are compared: NFKC, case-folded, simplified, trimmed, inner white space folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    seen = _UNSEEN.sub("", unicodedata.normalize("NFKC", folded))
    return " ".join(simplified(seen).split())


def language(text: str) -> str:
    """'zh' where Han characters are at least as many as Latin words, else 'en'."""
    han = len(_HAN.findall(text))
    return "zh" if han and han >= len(_LATIN_WORD.findall(text)) else "en"


def quote_sha256(text: str) -> str:
    """The fingerprint of a quote: 64 hex digits of sha256 over its UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


# --- how much of a prompt ------------------------------------------------------------

_PIECE: Final = re.compile(
    f"(?P<han>[{_HAN_CLASS}{_KANA}\uac00-\ud7af]+)|(?P<word>[A-Za-z]+)|(?P<digits>[0-9]+)|(?P<space>\\s+)|(?P<rest>.)",
    re.DOTALL,
)


def estimate_tokens(text: str) -> int:
    """About how many tokens a language model makes of `text`; meant to err on the high side, never negative.

    From published rules of thumb: 1.5 tokens per Chinese character (the upper end for byte-pair vocabularies), one
    token per short English word and one more per six letters of a longer one, three digits to a token; letters
    outside both scripts count one each, and pictures, which fall apart into bytes, two.
    """
    halves = 0
    for piece in _PIECE.finditer(text):
        kind, size = piece.lastgroup, piece.end() - piece.start()
        if kind == "han":
            halves += 3 * size
        elif kind == "word":
            halves += 2 * (1 + (size - 1) // 6 if size <= 15 else -(-size // 3))
        elif kind == "digits":
            halves += 2 * -(-size // 3)
        elif kind == "rest":
            halves += 4 if ord(piece[0]) > 0xFFFF else 2
        else:
            halves += (size - 1) // 4
    return -(-halves // 2)


# --- words to search by --------------------------------------------------------------

_WORDS: Final = re.compile(
    f"(?P<han>[{_HAN_CLASS}{_KANA}]+)"
    r"|(?P<number>[0-9]+(?:[.,][0-9]+)*+)"
    r"|(?P<sign>c\+\+|[cf]#|\.net\b)"
    f"|(?P<word>(?:(?![{_HAN_CLASS}{_KANA}])[^\\W_])+)"
)
_INNER_DIGITS: Final = re.compile(r"[0-9]{2,}")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")


def _all_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PARTICLES: Final = frozenset("的了着过吗呢吧啊呀哦嗯嘛么之")
_STOP_HAN: Final = _PARTICLES | frozenset(
    "是在有和与及或而但把被让给对向从到于以为也都就还又很太更最再只才该这那此其某每各个些我你您他她它们咱"
    "谁哪啥怎请想要会能可应得地所用做说看下上"
)
_STOP_PAIRS: Final = _all_of("""
    什么 怎么 怎样 如何 为何 哪里 哪个 哪些 多少 几个 这个 那个 这些 那些 这里 那里 这样 那样 可以 能够
    应该 需要 已经 现在 然后 因为 所以 但是 如果 或者 而且 以及 还是 就是 不是 没有 一个 一下 一些 有点
    时候 知道 觉得 谢谢 麻烦 帮我 请问 一直 其实 关于 对于 今天 我们 你们 他们 咱们 自己 大家 之前 以后
    目前 帮忙
""")
_STOP_WORDS: Final = _all_of("""
    a an and any are as at be been but by can could d did do does doing done for from get got had has
    have having he her here hers him his how i if in into is it its just know let ll m may me might mine
    more most must my no nor not now of off on only or other our ours out over own please re s same
    shall she should so some such t tell than thank thanks that the their theirs them then there these
    they this those to too up us use used using ve very want was we were what when where which while who
    whom whose why will with would yes you your yours about again also am because before after during
    both each few further until once ok okay hi hello like make need really
""")
_LOCAL: Final = threading.local()


def search_tokens(text: str, limit: int = MAX_TOKENS) -> list[str]:
    """What `text` can be found by: Han characters and pairs, stemmed words, numbers; unique, in order of appearance.

    Frequent words without a subject are left out. At most `limit` are kept.
    """
    found: dict[str, None] = {}
    for piece in _WORDS.finditer(normalise(text)):
        for token in _tokens(piece.lastgroup or "", piece[0]):
            found.setdefault(token)
        if len(found) >= limit:
            break
    return list(found)[:limit]


def _tokens(kind: str, piece: str) -> Iterator[str]:
    if kind == "han":
        yield from _han_tokens(piece)
    elif kind == "number":
        yield from _number_tokens(piece)
    elif kind == "sign":
        yield piece
    elif piece not in _STOP_WORDS and len(piece) <= _MAX_WORD:
        yield _stem(piece)
        if not piece.isalpha():
            yield from _INNER_DIGITS.findall(piece)


def _han_tokens(run: str) -> Iterator[str]:
    for n, char in enumerate(run):
        if char not in _STOP_HAN:
            yield char
        pair = run[n : n + 2]
        if len(pair) == 2 and _tells(pair):
            yield pair


def _tells(pair: str) -> bool:
    """Whether two characters side by side may be about a subject."""
    return pair not in _STOP_PAIRS and _PARTICLES.isdisjoint(pair) and not _STOP_HAN.issuperset(pair)


def _number_tokens(number: str) -> Iterator[str]:
    """12,000 -> 12000, 89.00 -> 89, 1.2.3 -> itself; a list of numbers one by one."""
    if _THOUSANDS.fullmatch(number):
        number = number.replace(",", "")
    for part in number.split(","):
        if part.count(".") == 1:
            part = part.rstrip("0").rstrip(".")
        yield part[:_MAX_WORD]


@lru_cache(maxsize=8192)
def _stem(word: str) -> str:
    """The English stem of a word of plain letters; any other word as it is."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    stemmer = getattr(_LOCAL, "stemmer", None)
    if stemmer is None:  # a stemmer keeps its word in itself, so each thread has its own
        stemmer = _LOCAL.stemmer = snowballstemmer.stemmer("english")
    return str(stemmer.stemWord(word))


def is_single_han(token: str) -> bool:
    """Whether a search token is one Han character, which says little by itself."""
    return len(token) == 1 and _HAN.match(token) is not None
