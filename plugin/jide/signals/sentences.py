"""Sentences of a message in both languages, with what is quoted or code blanked out; offsets never change."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import regex

MASK: Final = "\ufffc"
"""Stands for a character of a quotation or of code: an object may span it, no rule reads words in it."""
GONE: Final = "\ue000"
"""Stands for a character that a guard took out: nothing may span it."""

MOST: Final = 6000
"""Characters of one message that are read for signals; a longer one is pasted material after that."""

LONGEST: Final = 400
"""Characters read as one sentence; a longer run is cut at its commas, for rules look across a whole sentence."""
MANY: Final = 200
"""Sentences of one message that are read."""

_QUOTED: Final = regex.compile(
    r"(?P<q>```.{0,6000}?(?:```|\Z)|`[^`\n]{1,400}`)"
    r"|“(?P<a>[^“”]{1,600})”|‘(?P<b>[^‘’]{1,300})’(?![A-Za-z])|「(?P<c>[^「」]{1,600})」|『(?P<d>[^『』]{1,600})』"
    r"|\"(?P<e>[^\"\n]{1,600})\"|(?<![\w'])'(?P<f>[^'\n]{2,200})'(?!\w)|《(?P<g>[^《》]{1,100})》"
    r"|^[ \t]*[>|](?P<h>[^\n]{1,1000})$|(?P<u>https?://[^\s，。]{1,500})",
    regex.DOTALL | regex.MULTILINE,
)
_SENTENCE: Final = regex.compile(
    r"(?:[^。！？!?；;\n.]|\.(?![\s\"'”’)]|$)|(?<=\b(?:e\.g|i\.e|mr|mrs|ms|dr|vs|no|st|inc|ltd|co|approx|etc|u\.s|"
    r"a\.m|p\.m))\.(?=\s[a-z0-9]))+"
    r"[。！？!?；;.…]*[”\"’'）)]?",
    regex.IGNORECASE,
)
_CLAUSE: Final = regex.compile(r"(?:[^，,；;：:\ue000])+[，,；;：:]?")
_GOES_ON: Final = regex.compile(r"(?i)(?:,\s|\s(?:and|but|so)\s)(?=(?:i|we|my|our|you|please|don't|never|always)\b)")
_HAN: Final = regex.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence of a message: `text` masked, at [start, end) of the message; `asks` when it ends as a question."""

    text: str
    start: int
    end: int
    asks: bool

    @property
    def chinese(self) -> bool:
        """Whether it has Chinese characters outside of quotations."""
        return _HAN.search(self.text) is not None


def mask(text: str) -> str:
    """`text` with quotations, code and links blanked, the marks around them kept."""
    text = text[:MOST]
    out = list(text)
    for match in _QUOTED.finditer(text, timeout=0.2):
        for name in "qabcdefghu":
            start, end = match.span(name)
            if start >= 0:
                out[start:end] = [c if c == "\n" and name != "q" else MASK for c in text[start:end]]
    return "".join(out)


def split(masked: str) -> list[Sentence]:
    """The sentences of masked text, without the blanks around them."""
    found: list[Sentence] = []
    for match in _SENTENCE.finditer(masked):
        asks = match[0].rstrip("”\"’'）) \t\n").endswith(("?", "？"))
        for at, end in _pieces(masked, *match.span()):
            start, end = trimmed(masked, at, end)
            if start < end:
                found.append(Sentence(text=masked[start:end], start=start, end=end, asks=asks))
        if len(found) >= MANY:
            break
    return found[:MANY]


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """[start, end) in parts of at most LONGEST characters, each cut after a comma where there is one."""
    while end - start > LONGEST:
        comma = max(text.rfind(mark, start, start + LONGEST) for mark in "，,、")
        cut = comma + 1 if comma > start else start + LONGEST
        yield start, cut
        start = cut
    yield start, end


def clauses(text: str) -> list[tuple[int, int]]:
    """Where the clauses of a sentence are, each with the comma that ends it; English ones also go on with 'and I'."""
    found: list[tuple[int, int]] = []
    for clause in _CLAUSE.finditer(text):
        at, end = clause.span()
        for match in _GOES_ON.finditer(text, at, end):
            if match.start() > at:
                found.append((at, match.end()))
                at = match.end()
        found.append((at, end))
    return found


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) of `text` without the blanks at its ends."""
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())


def blank(text: str, start: int, end: int) -> str:
    """`text` with [start, end) taken out."""
    return text[:start] + GONE * (end - start) + text[end:]
