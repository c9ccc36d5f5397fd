"""The object of a sentence: its words without what leads up to them, trails them or explains them."""

from typing import Final

import regex

_LONGEST: Final = 160
EDGE: Final = " \t\u3000\ue000，。,.!！?？;；:：、-—~～\"“”'‘’「」『』《》()（）*…"
_TAIL_ZH: Final = regex.compile(
    r"(?:吧|了|啊|呀|呢|哦|嘛|哈|啦|哟|呗|的话|就行|就好|即可|就可以|就成|谢谢|可以吗|好吗|好不好|行吗|行不行|一下|"
    r"来着|的说|比较好|更好|最好|"
    r"不了一?点|为主|就够了|都行|得了|什么的|之类的?|这种东西|的东西|这一套|而已|罢了|没问题|这种|方面|的地方|的时候|"
    r"给我|你)$"
)
_HEAD_ZH: Final = regex.compile(
    r"^(?:的|了|着|过|：|是|那种|这种|这类|那类|一些|一点|任何|什么|所有|用(?!友|户|途)|吃的是|看到|"
    r"看见|听到|看|有人|别人|总是|老是|再|又|都)"
)
_CUT_EN: Final = regex.compile(
    r"\s*(?:[,;:]\s*(?:because|but|so|which|and (?:i|we|my|prefer|refuse|avoid|would|always|never|don't|do not|only)|"
    r"especially|including|regardless|"
    r"preferring|as |even|since|due|particularly|thanks|please|although|though|unless|if|when|they|it|this|no matter|"
    r"rather|not|like|such|for me|i|i'm|i've|we|my|he|she)\b.*"
    r"|\s(?:because|since|due to|as (?:it|they|i|these|this|that|he|she|we|my)\b|as opposed to|even (?:if|though|when|"
    r"for)|regardless|unless|although|"
    r"though|so (?:i|that|please|my|we)\b|and (?:i|we|prefer|would|always|never|refuse|avoid|will)\b|but\b|"
    r"when(?:ever)? i|if (?:i|it|possible|you)\b|"
    r"over (?:the )?(?=\w)|rather than|instead of|to avoid|in order to|for (?:ethical|health|religious|environmental|"
    r"personal|medical)\b|"
    r"and don't|no matter).*)$",
    regex.IGNORECASE | regex.DOTALL,
)
_TAIL_EN: Final = regex.compile(
    r"[\s,]+(?:please|thanks|thank you|from now on|going forward|moving forward|in (?:the )?future|from here on|again|"
    r"anymore|any more|ever|at all|"
    r"instead|always|too|as well|very much|a lot|these days|the most|whatsoever|at any cost|by default|ok|okay|only|"
    r"to me|with me|for me|so much|now|"
    r"right now|right|either|(?:last|this|earlier this) (?:week|month|year|quarter)|"
    r"for (?:all|every|any) [a-z ]{2,30}|most of the time|altogether|everywhere|in general|"
    r"more|most|best)$",
    regex.IGNORECASE,
)
_HEAD_EN: Final = regex.compile(
    r"^(?:a|an|the|any|some|to|that|all|of|it when|being|seeing|getting|having|using|in using|when (?:people|you)|"
    r"more|having to|the (?:use|idea|sound|taste|smell|feel) of)\s+",
    regex.IGNORECASE,
)
HEADED: Final = regex.compile(r"(?i)^(?:in|on|at|as|by|via|to|for|from|with)\s(?=\S)")
"""What joins a value to its verb: no part of it."""

NO_NAME: Final = regex.compile(
    r"^(?:sorry|fine|good|just|not|looking|okay|ok|happy|sure|ready|done|back|here|new|glad|very|really|so|trying|"
    r"going|having|using|working|"
    r"interested|curious|tired|busy|free|late|afraid|all|still|also|now|what|why|how|it|your|ur|the|you|vegan|"
    r"vegetarian|allergic|based|tired|excited|confused|worried|retired|married|interested|\w+(?:ish|ese|ing|ican)|"
    r"(?:ital|ind|canad|austral|russ|brazil|as|norweg|egypt|iran|austr|hungar|roman|ukrain|bulgar|colomb|nigeri?|"
    r"malays|"
    r"indones|vegetar|peruv|belg|alban|serb|croat|eston|latv|lithuan|argentin|ethiop|palestin)ian)\b",
    regex.IGNORECASE,
)
"""What follows 'I'm …' and is no name."""


def _shorten(text: str) -> str:
    """At most so many characters, ended at a clause or a word."""
    if len(text) <= _LONGEST:
        return text
    cut = max(text.rfind(mark, 20, _LONGEST) for mark in "，,;；、 ")
    return text[: cut if cut > 0 else _LONGEST].strip(EDGE)


def clean(text: str, chinese: bool) -> str:
    """The object without what leads up to it, trails it or explains it."""
    text = " ".join(text.split()).strip(EDGE)
    head, tail = (_HEAD_ZH, _TAIL_ZH) if chinese else (_HEAD_EN, _TAIL_EN)
    if not chinese:
        text = _CUT_EN.sub("", text).strip(EDGE)
    for _ in range(3):
        shorter = tail.sub("", text).strip(EDGE)
        text = head.sub("", shorter).strip(EDGE) or shorter or text
    return _shorten(text)
