"""English wordings of what is never to be said or used, of taste, and of wishes that no other rule knows."""

from functools import partial
from typing import Final

from jide.signals.doubts import with_doubts
from jide.signals.rules import Rule

_wish = partial(Rule, signal="preference", language="en")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
TASTE_EN: Final = (
    # --- what is never to be said
    _wish(
        name="en_never_say", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.94, bare=0.9, rank=10,
        pattern=r"<NO_EN>\s(?:ever\s)?(?:again\s)?(?:say|saying|write|writing|use|using|tell|telling|reply|replying|"
        r"answer|answering|start|starting|end|ending|hear|hearing|see|seeing|open|opening|call|type|typing|respond|"
        r"responding|put|include|sign off)(?:\s(?:to me|me|us|with|the|word|words|phrase|phrases|expression|"
        r"things like|stuff like|anything like|that|your|messages|emails|replies|ever|again|it|it's|by|saying|term|"
        r"my|an?|email|reply|message|line))*[,:]?\s<OPEN>(?P<v>[^”\"’'」\n]{1,120}?)[”\"’'」](?!\w)",
    ),
    _wish(
        name="en_never_word", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.92, bare=0.88, rank=10,
        pattern=r"\b(?:the\s)?(?:word|phrase|words|expression|"
        r"term)\s<OPEN>(?P<v>[^”\"’'」\n]{1,80}?)[”\"’'」]\s(?:is|are)\s(?:banned|off[- ]limits|forbidden|"
        r"not allowed|never (?:ok|okay|to be used))",
    ),
    _wish(
        name="en_never_say_bare", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.88, bare=0.86, rank=9,
        pattern=r"<NO_EN>\s(?:ever\s)?(?:say|saying|use the (?:word|words|phrase|term)|using the (?:word|phrase|"
        r"term))\s(?:the\s(?:word|phrase)\s|things like\s)?(?P<v>(?!that|it|this|so|anything|a word|yes to|no to|"
        r"things|more|me|hello)[^,.!?;:\n\ue000“\"]{2,40}?)(?=\s(?:to me|again|anymore|any more|ever|when|in)\b|$|"
        r"[,.!?;])",
    ),
    _wish(
        name="en_never_topic", key="forbidden_topic", polarity="negative", score=0.9, bare=0.8, rank=8,
        pattern=r"<NO_EN>\s(?:ever\s)?(?:talk(?:ing)? (?:to me )?about|bring(?:ing)? up|mention(?:ing)?|"
        r"discuss(?:ing)?|raise|raising|ask(?:ing)? (?:me )?about|speak(?:ing)? (?:to me )?about|"
        r"remind(?:ing)? me (?:about|of))\s(?:the (?:topic|subject) of\s|anything about\s)?(?P<v>(?!it\b|that\b|"
        r"this\b|them\b)[^,.!?;\n\ue000]{2,60}?)(?:\s(?:to me|with me|again|anymore|ever|please))*(?=$|[,.!?;])",
    ),
    _wish(
        name="en_topic_off", key="forbidden_topic", polarity="negative", score=0.88, bare=0.84, rank=8,
        pattern=r"<EN_START>(?P<v>(?:my\s)?[a-z' -]{3,40}?)\s(?:is|are)\s(?:a\s)?(?:off[- ]limits|taboo|"
        r"not up for discussion|a no-go topic)",
    ),
    # --- ways refused, ways wished, last of all
    *with_doubts(_wish(
        name="en_refuse_use", key="?other_preference", polarity="negative",
        shape="infer", score=0.88, bare=0.64, rank=4,
        pattern=r"<EN_START>(?:<NO_EN>)\s(?:ever\s)?(?:use|using|recommend|recommending|suggest|suggesting|give me|"
        r"giving me|show me|showing me|send me|sending me|put|add|adding|include|including|book|booking|offer|"
        r"offering|schedule|scheduling|pick|choose|sign me up for)\s(?:me\s|us\s)?(?P<v><SAFE_EN>(?!it\b|that\b|this\b|"
        r"them\b)[^.!?;\n\ue000]{2,80})",
    )),
    _wish(
        name="en_no_ever", key="?other_preference", polarity="negative", shape="infer", score=0.88, bare=0, rank=4,
        pattern=r"<EN_START>(?:please[,\s]\s?)?no\s(?:more\s)?(?P<v>(?!thanks?|thank|problem|idea|way|worries|need|"
        r"one|longer|matter|doubt|wonder|big deal|rush|luck|offen[cs]e|more|i|it|that|you|we|not|"
        r"never)[a-z][a-z -]{2,40}?)(?=$|[.,!;]|\s(?:please|ever|from now|in (?:my|the|your)|for me|going))",
    ),
    *with_doubts(_wish(
        name="en_rest_positive", key="?other_preference", shape="infer", score=0.76, bare=0, rank=1,
        pattern=r"(?:<EN_START>(?:please\s)?(?:from now on|going forward|moving forward|in (?:the )?future|"
        r"from here on(?: out)?|henceforth|as a rule|by default)[,:]?\s(?:please\s|always\s|i want you to\s|"
        r"i'd like you to\s|you should\s|just\s)*|<EN_START>(?:please\s)?(?:always|make sure (?:you|to) always|"
        r"remember to always|be sure to always|default to)\s)(?P<v><SAFE_EN><MINE_EN><SERVE_EN>(?!don't|"
        r"do not|never|no\b|i\s|"
        r"we\s|"
        r"have\s|had|"
        r"been|a\s|it|the case|that|happy|glad|nice|good|a pleasure|love[ds]?|want|"
        r"thought)[a-z][^.!?;\n\ue000]{4,120})",
    )),
    *with_doubts(_wish(
        name="en_rest_negative", key="?other_preference", polarity="negative",
        shape="infer", score=0.76, bare=0, rank=1,
        pattern=r"<EN_START>(?:please\s)?(?:(?:from now on|going forward|in future|"
        r"in the future)[,:]?\s)?(?:never(?:\sever)?|don't ever|do not ever|"
        r"stop)\s(?P<v><SAFE_EN><MINE_EN><SERVE_EN>(?!mind|"
        r"mean|been|"
        r"heard|"
        r"had|knew|thought|seen|by|it|that|there|in|at|say\b|i\b|the)[a-z][^.!?;\n\ue000]{3,120})",
    )),
    # --- taste
    _wish(
        name="en_like", key="?liked", shape="infer", score=0.86, rank=4,
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have\s(?:always\s|long\s)?)?(?<!used to )(?:(?<!would\s)(?:like|loved?)|"
        r"enjoy(?:ed)?|adore|"
        r"prefer(?:red)?|favou?r|opt for|swear by|gravitate towards?|appreciate|value|seek out|look for|choose|"
        r"always choose|stick to|rely on|thrive on|root for|cherish|embrace|advocate for|believe in|go for|"
        r"lean towards?)\s(?:to\s)?(?P<v>(?!it\b|that\b(?!\s(?:are|is|have))|this\b|these\b|those\b(?!\swho|\sthat|"
        r"\swith)|you\b|your\b|him\b|her\b|them\b|the (?:[a-z]+ )?ones?\b|the (?:first|second|third|last|other|one|"
        r"idea|sound|answer)\b|"
        r"how\b|what\b|to (?:know|book|see if|ask|find|check|get a|make a|reserve|buy|hear|order)\b|one\b|mine\b|"
        r"for\b|at\b|if\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_am", key="?liked", shape="infer", score=0.85, rank=4,
        pattern=r"\b(?:i<BE>|i've always been|i have always been|we're|we are)\s<ADV_EN>(?:a\s)?(?:big\s|huge\s|"
        r"strong\s|great\s|real\s|avid\s|passionate\s|die-?hard\s|firm\s|lifelong\s|massive\s)?(?:fond of|into|"
        r"fan of|keen on|passionate about|obsessed with|drawn to|advocate (?:of|for)|supporter of|lover of|"
        r"believer in|partial to|committed to|dedicated to|interested in(?!\s\w+ing\b)|enthusiastic about|"
        r"crazy about|mad about|more of an?|most comfortable with|happiest with)\s(?P<v>(?!it\b|that\b|this\b|"
        r"these\b|you\b|your\b|the (?:[a-z]+ )?ones?\b|the (?:first|second|last|one)\b|booking|finding|getting|buying|"
        r"seeing|"
        r"going)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_have", key="?liked", shape="infer", score=0.86, rank=4,
        pattern=r"\b(?:i|we)\s<ADV_EN>have\s(?:an?\s)?(?:strong\s|deep\s|real\s|clear\s|definite\s|slight\s|strict\s|"
        r"ethical\s|personal\s|"
        r"marked\s|particular\s)?(?:preference|passion|soft spot|love|fondness|weakness|affinity|taste|sweet tooth|"
        r"penchant|thing)\s(?:for|towards?)\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_find", key="?liked", shape="infer", score=0.78, rank=3,
        pattern=r"\bi\s<ADV_EN>find\s(?P<v>(?!it\b|that\b|this\b|you\b|out\b|an?\b|some\b|"
        r"the\b)[^.!?;,\n\ue000]{2,80}?)\s(?:to be\s)?(?:very\s|really\s|so\s|quite\s|extremely\s|incredibly\s|"
        r"most\s)?<GOOD_EN>\b",
    ),
    _wish(
        name="en_best", key="?liked", shape="infer", score=0.84, rank=4,
        pattern=r"\bi\s<ADV_EN>(?:(?:learn|work|sleep|do|perform|function|think|relax|concentrate|focus)\sbest\s(?:in|"
        r"with|"
        r"through|when|by|on|under|from)|thrive\s(?:in|on|with|under)|(?:firmly|strongly|truly)\sbelieve\s(?:that|in)|"
        r"prioriti[sz]e|"
        r"(?:only|exclusively)\s(?:consider|accept))\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})|"
        r"\bi<BE>\s<ADV_EN>(?:fascinated|inspired|energi[sz]ed)\sby\s(?P<v>[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_rather", key="?liked", shape="infer", score=0.8, rank=4,
        pattern=r"\bi(?:'d|\swould)\s(?:much\s|always\s|far\s)?(?:rather|sooner|prefer(?:\sto)?)\s(?:have\s|you\s|"
        r"use\s)?(?P<v>(?!not|it\b|that\b|this\b|you\b|to book|to see|a table|at\b|the \d)[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_rather_not", key="?disliked", polarity="negative", shape="infer", score=0.84, rank=6,
        pattern=r"\bi(?:'d|\swould)?\s<ADV_EN>(?:rather|sooner|prefer)\s(?:not|you\s(?:didn't|did not|"
        r"don't))\s(?:to\s)?(?:have\s|use\s|be\s)?(?P<v>[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_only", key="?liked", shape="infer", score=0.8, rank=3,
        pattern=r"\bi\s(?:(?:will|can|usually|strictly|generally|now)\s)?(?:only|exclusively)\s(?P<v>(?:eat|drink|"
        r"want|feed|consider|own|"
        r"watch|read|use|buy|wear|listen to|play|shop|stay|fly|travel|consume|support|purchase|attend|cook|"
        r"work with|train|visit|go to|drive|date|follow)\s[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_hate", key="?disliked", polarity="negative", shape="infer", score=0.9, rank=5,
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have\s(?:always\s)?)?(?:(?:have|need|try|tend|choose|prefer)\sto\s|must\s|"
        r"always\s|"
        r"adamantly\s)?(?:dislike[d]?|hate[d]?|detest|despise[d]?|loathe[d]?|"
        r"avoid(?:ed)?|refuse(?: to)?|reject|oppose|shun|steer clear of|stay away from|keep away from|abhor|dread|"
        r"resent|boycott|abstain from|refrain from|distrust|disapprove of|struggle with|object to)\s(?:having to\s|"
        r"being forced to\s|to\s|when\s)?(?P<v>(?!it\b(?!\swhen)|that\b|this\b|these\b|you\b(?!r)|him\b|her\b|"
        r"them\b|the (?:idea(?!\sof)|answer)\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_cannot", key="?disliked", polarity="negative", shape="infer", score=0.9, rank=5,
        pattern=r"(?:\b(?:i|we)\s|^(?=can(?:'t|’t|not|\snot)\s(?:stand|bear|tolerate|"
        r"stomach)\s))<ADV_EN>(?:can(?:'t|not|’t|\snot)|could(?:n't|\snot)|cannot|won't|will not|"
        r"would never|will never|never)\s(?:really\s|ever\s|possibly\s)?(?:stand|bear|tolerate|handle|deal with|"
        r"abide|stomach|consider|endure|support|digest|eat|drink|wear|use|watch|buy|cope with|go near|do without|"
        r"touch|read|listen to|play|own|visit|put up with)\s(?P<v>(?!it\b|that\b|this\b|"
        r"you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_dont", key="?disliked", polarity="negative", shape="infer", score=0.88, rank=5,
        pattern=r"(?:\b(?:i|we)\s|^(?=no longer\s(?:like|enjoy|love|want)\s))<ADV_EN>(?:do(?:n't|’t|\snot)|"
        r"no longer|never|did(?:n't|\snot))\s(?:really\s|"
        r"particularly\s|ever\s|even\s|like to\s|want to\s|much\s|at all\s|tend to\s)?(?:like|enjoy|love|care for|"
        r"want(?!\sto\s(?:book|wait|know|go|miss|lose|pay))|eat|drink|use|watch|wear|believe in|consume|trust|"
        r"appreciate|support|respond well to|do well with|get along with|find|listen to|play|read|buy|condone|"
        r"feel comfortable with|prefer|liked|enjoyed|engage in|participate in)\s(?:to\s)?(?P<v>(?!it\b(?!\swhen)|"
        r"that\b|this\b|these\b|you\b|him\b|her\b|them\b|the (?:[a-z]+ )?ones?\b|the (?:first|second|last)\b|anything|"
        r"any more info|"
        r"to know)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_not_fan", key="?disliked", polarity="negative", shape="infer", score=0.88, rank=6,
        pattern=r"\b(?:i<BE>|we're|we are|i've never been|i have never been)\s(?:really\s|particularly\s|just\s|"
        r"simply\s|definitely\s)?(?:not|never|no)\s(?:really\s|particularly\s|much of\s|at all\s|very\s|a big\s|"
        r"a huge\s|such a\s|at\sall\s|exactly\s)?(?:an?\s)?(?:big\s|huge\s)?(?:fond of|into|fan of|keen on|"
        r"interested in|comfortable (?:with|in|using|around)|a believer in|willing to|open to|attracted to|drawn to|"
        r"good with|crazy about)\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_averse", key="?disliked", polarity="negative", shape="infer", score=0.88, rank=5,
        pattern=r"\bi<BE>\s<ADV_EN>(?:averse to|opposed to|against|tired of|sick of|afraid of|scared of|"
        r"terrified of|uninterested in|bothered by|put off by|uncomfortable (?:with|in|around)|turned off by|wary of|"
        r"fed up with|"
        r"sensitive to|annoyed by|over\s|repulsed by|concerned about|apprehensive about|hesitant (?:about|to)|"
        r"skeptical (?:of|about)|easily (?:distracted|overwhelmed) by|done with|claustrophobic in)\s?(?P<v>(?!it\b|"
        r"that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_aversion", key="?disliked", polarity="negative", shape="infer", score=0.89, rank=6,
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have|suffer from|get)\s(?:an?\s)?(?:very\s)?(?:strong\s|deep\s|severe\s|"
        r"ethical\s|moral\s|religious\s|extremely\s|very\s|"
        r"serious\s|intense\s|real\s|extreme\s|mild\s|genuine\s|complete\s|great\s|slight\s|profound\s|low\s|"
        r"deep-seated\s){0,2}(?:aversion|dislike|distaste|intolerance|phobia|fear|hatred|disdain|objections?|stance|"
        r"bias|prejudice|"
        r"issues?|problem|tolerance|no interest|no patience|distrust|sensitivity|moral objections?|"
        r"ethical concerns?)\s(?:to|towards?|for|of|in|with|about|against)\s(?P<v>(?!it\b|that\b|this\b|you\b|"
        r"my\b)[^.!?;\n\ue000]{2,140})|\bi have no (?:interest|patience|desire|time|tolerance) (?:in|for|"
        r"to)\s(?P<v>[^.!?;\n\ue000]{2,100})",
    ),
    _wish(
        name="en_find_bad", key="?disliked", polarity="negative", shape="infer", score=0.87, rank=5,
        pattern=r"\b(?:i|we)\s<ADV_EN>find\s(?P<v>(?!it\b|that\b|this\b|you\b|"
        r"out\b)[^.!?;,\n\ue000]{2,90}?)\s(?:to be\s)?(?:very\s|really\s|so\s|quite\s|extremely\s|incredibly\s|"
        r"a bit\s|rather\s|somewhat\s|often\s){0,2}<BAD_EN>\b",
    ),
    _wish(
        name="en_find_it_bad", key="?disliked", polarity="negative", shape="infer", score=0.86, rank=5,
        pattern=r"\b(?:i|we)\s<ADV_EN>find\sit\s(?:very\s|really\s|so\s|quite\s|extremely\s|a bit\s|"
        r"rather\s)?(?:<BAD_EN>|hard|difficult|"
        r"challenging|impossible)\s(?:to\s|when\s)(?P<v>[^.!?;\n\ue000]{3,140})",
    ),
    _wish(
        name="en_hate_also", key="?disliked", polarity="negative", shape="infer", score=0.84, rank=3,
        pattern=r"\b(?:i|i'm|i've|we)\s[^.!?;\n\ue000]{3,110}?(?:,\s|\s)(?:and|but|so)\s(?:strongly\s|strictly\s|"
        r"also\s|always\s|"
        r"actively\s)?(?:(?:have|need|try|prefer)\s(?:to\s)?|must\s)?(?:not\s(?:use|wear|eat|have)|avoid|refuse|"
        r"dislike|hate|"
        r"can(?:'t|not)\s(?:stand|eat|consume|tolerate|use))\s(?:to\s|using\s|consuming\s|eating\s)?(?P<v>(?!it\b|"
        r"that\b|this\b|"
        r"them\b)[^,.!?;\n\ue000]{3,100})|\bi\s[^.!?;\n\ue000]{3,90}?,\savoiding\s(?P<v>[^,.!?;\n\ue000]{3,100})",
    ),
    _wish(
        name="en_hate_me", key="?disliked", polarity="negative", shape="infer", score=0.84, rank=4,
        pattern=r"<EN_START>(?P<v>[a-z][^,.!?;\n\ue000]{2,70}?)\s(?:really\s|just\s|"
        r"always\s)?(?:makes? me (?:uncomfortable|anxious|nauseous|sick|uneasy|dizzy|nervous|sleepy|angry)|"
        r"drives? me (?:crazy|mad|nuts|up the wall)|gets? on my nerves|puts? me off|gives? me (?:anxiety|headaches|"
        r"a headache|migraines|the creeps)|(?:is|are)(?:n't| not) (?:for me|my (?:thing|cup of tea|style))|"
        r"turns? me off|stress(?:es)? me out|annoys? me|bothers? me|bores? me)\b",
    ),
    _wish(
        name="en_not_dislike", key="?liked", shape="infer", score=0.5, rank=8,
        pattern=r"\bi\s(?:really\s|actually\s)?(?:do(?:n't|’t|\snot)|never|wouldn't say i)\s(?:really\s|actually\s|"
        r"necessarily\s|exactly\s)?(?:dislike|hate|mind|object to|avoid|detest|have (?:anything|a problem|"
        r"an issue) (?:against|with))\s(?P<v>[^.!?;\n\ue000]{2,80})",
    ),
    _wish(
        name="en_favourite", key="other_preference", shape="subject", score=0.88, rank=6,
        pattern=r"\bmy\s(?P<s>(?:all-time\s)?favou?rite\s[a-z ]{2,30}?)(?:\s(?:has always been|is now|is still|is|"
        r"are)|'s)\s(?:now\s|still\s)?(?P<v>(?!not\b|what\b)[^,.!?;\n\ue000]{1,60})",
    ),
    *with_doubts(_wish(
        name="en_want_service", key="?other_preference", shape="infer", score=0.82, bare=0, rank=2,
        pattern=r"\bi\s(?:want|need|expect|would like|'d like)\s(?!to\s(?:book|know|find|see|buy|get|make|"
        r"go))(?P<v><SAFE_EN>(?:you to\s|your\s|all\s|every\s|my\s)[^.!?;\n\ue000]{4,120})",
    )),
)
# fmt: on
