"""English pieces of pattern: who speaks, how wishes and corrections begin, kinds of thing."""

from collections.abc import Mapping
from typing import Final

# fmt: off
WORDS_EN: Final[Mapping[str, str]] = {
    "EN_START": (
        r"(?:^|(?<=[,;:.!?(—-]\s)|(?<=\b(?:and|but|so|also|then|because|fyi|note|please|that|btw|hi|hey|hello)\s))"
    ),
    "EN": r"[^.!?;\n\ue000]",
    "EN1": r"[^,.!?;:\n\ue000]",
    "LASTING_EN": (
        r"\b(?:from now on|from here on|from this point|going forward|moving forward|in (?:the )?future|always|"
        r"never|every ?time|each time|whenever|by default|default to|as a rule|ever|permanently|henceforth|"
        r"at all times|stop|anymore|any more|no longer|remember|keep in mind|(?:all|any|every|each)(?: of)? (?:my|"
        r"your|our|the)?\s?(?:weekly |monthly |daily )?(?:reports?|answers?|repl(?:y|ies)|responses?|messages?|"
        r"emails?|summar(?:y|ies)|prices?|amounts?|figures?|code|examples?|dates?|documents?|conversations?|chats?)|"
        r"(?:don't|do not|not) [^.,]{1,40}\bagain)\b"
    ),
    "REGION_EN": (
        r"(?:South-?\s?East Asia|SEA|ASEAN|Europe|the EU|EU|North America|the US|USA?|the UK|UK|Japan|Korea|"
        r"Thailand|Vietnam|Indonesia|Malaysia|Singapore|the Philippines|Latin America|LATAM|the Middle East|MENA|"
        r"Africa|India|Brazil|Mexico|Germany|France|Spain|Italy|Australia|Canada|China|the DACH region|the Nordics|"
        r"APAC|EMEA)"
    ),
    "TITLE_EN": (
        "(?:manager|engineer|developer|programmer|designer|accountant|teacher|professor|lecturer|doctor|physician|"
        "nurse|lawyer|attorney|paralegal|farmer|grower|seller|shop owner|owner|driver|chef|cook|analyst|architect|"
        "consultant|director|lead|head of [a-z ]{2,30}|officer|assistant|secretary|founder|co-founder|cofounder|"
        "partner|student|researcher|scientist|writer|author|editor|journalist|translator|photographer|freelancer|"
        "contractor|administrator|admin|buyer|bookkeeper|controller|recruiter|planner|pharmacist|vet|veterinarian|"
        "dentist|therapist|electrician|plumber|technician|agronomist|clerk|operator|specialist|coordinator|"
        "supervisor|executive|intern|auditor|pilot|guide|librarian|surgeon|midwife|CEO|CTO|CFO|COO|PM|DBA|SRE)"
    ),
    "ADV_EN": (
        r"(?:(?:really|strongly|absolutely|particularly|generally|usually|always|much|definitely|personally|just|"
        r"also|still|simply|totally|deeply|greatly|especially|often|tend to|do|firmly|highly|mostly|only|typically|"
        r"actively|try to|strictly|deliberately|consciously|honestly|truly|genuinely|quite|would|kind of|so|"
        r"very much|completely|utterly|intensely|rather|mainly|normally|currently|now|actually|both|consistently|"
        r"intentionally|heavily|vehemently|staunchly|increasingly|now|very|thoroughly)\s){0,3}"
    ),
    "NO_EN": (
        r"(?:(?:please|pls|kindly|just)\s)?(?:never(?:\sever)?|do(?:n't|n’t|\snot)(?:\sever)?|dont|stop|quit|avoid|"
        r"no\smore|refrain\sfrom|i\s(?:do(?:n't|n’t|\snot)|never)\swant\s(?:you\s)?to|you\s(?:must|should)(?:n't|"
        r"\snot|\snever)|no\sneed\sto)"
    ),
    "WRONG_EN": (
        r"(?:no|nope|nah|not quite|not exactly|wrong|incorrect|that(?:'s|\sis|\swas)(?:\snot|n't)?\s(?:wrong|right|"
        r"incorrect|correct|true|it|outdated|out of date|accurate|inaccurate|what i (?:said|meant|asked(?: for)?|"
        r"want(?:ed)?)|a mistake)|that\sisn't\s(?:right|correct|true|it|accurate|what i (?:said|meant|"
        r"asked(?: for)?|want(?:ed)?))|you(?:'re|\sare)\s(?:wrong|mistaken)|you(?:'ve)?\s(?:got|have)\s(?:it|that|"
        r"me|this)\s(?:all\s)?wrong|you\smisunderstood(?:\sme)?|you\smisread\s\w+|correction|small correction|"
        r"i(?:'ve|\shave)?\s(?:misspoke|made a mistake|was wrong|got that wrong)|oops|my mistake|my bad|"
        r"scratch that|i was mistaken)"
    ),
    "BE": r"(?:'m|’m|\sam|m)",
    "NOT": r"(?:n't|n’t|\snot)",
    "THING_EN": (
        r"(?:(?:my|our|the|your|all|any|every|each|weekly|monthly|daily|quarterly|future|final)\s){0,3}(?:reports?|"
        r"summar(?:y|ies)|updates?|notes|docs?|documents?|minutes|briefs?|briefings?|memos?|answers?|repl(?:y|ies)|"
        r"responses?|output|results|figures|quotes?|statements?|lists?|data|exports?|everything|invoices|"
        r"analys[ie]s|plans?|overviews?)"
    ),
    "REPLY_EN": (
        "(?:answers?|repl(?:y|ies)|responses?|messages?|emails?|summar(?:y|ies)|explanations?|it|things|them|"
        "reports?|everything|output|texts?)"
    ),
    "STYLE_EN": (
        "(?:formal|informal|casual|friendly|professional|polite|direct|blunt|playful|humorous|funny|serious|"
        "neutral|warm|conversational|plain|simple|technical|non-technical|academic|encouraging|gentle|honest|"
        "straightforward|relaxed|matter-of-fact|businesslike|upbeat|dry|enthusiastic|respectful|jargon-free|"
        "down-to-earth|laid-back)"
    ),
    "BAD_EN": (
        r"(?:annoying|boring|ineffective|overwhelming|distracting|irritating|tedious|stressful|unpleasant|"
        r"uncomfortable|confusing|exhausting|frustrating|unappealing|off-putting|repulsive|disgusting|dull|"
        r"intimidating|tiring|too \w+|unhelpful|useless|dry|noisy|painful|offensive|disturbing|unbearable|"
        r"difficult to \w+|hard to \w+|impersonal|monotonous|depressing|gross|unnecessary)"
    ),
    "GOOD_EN": (
        r"(?:enjoyable|relaxing|helpful|effective|fascinating|inspiring|calming|engaging|soothing|comforting|"
        r"more (?!than)\w+|appealing|rewarding|fun|therapeutic|refreshing|useful|delicious|best|easier|motivating)"
    ),
    "WE_EN": (
        r"\b(?:i|we|my (?:company|team|firm|shop|business|startup|organi[sz]ation|employer)|our (?:company|team|"
        r"firm|shop|business|startup|organi[sz]ation|side|office|store|department|clinic|school|farm))"
    ),
    "TO_EN": (
        r"(?:\s(?:currently|now|mostly|mainly|primarily|also|still|just|only|already|recently|all|usually|both|"
        r"actually|exclusively|largely|generally|always))?"
    ),
    "JOIN_EN": r"(?:,\s(?:and\s)?|\sand\s|\s?/\s?|\s&\s|\splus\s|\swith\s|\son\s)",
    "CITY_EN": r"(?:[A-Z][A-Za-z'.-]+(?:\s(?:of\s)?[A-Z][A-Za-z'.-]+){0,3}(?:,\s[A-Z][A-Za-z.]+(?:\s[A-Z][a-z]+)?)?)",
    "NEW_EN": (
        r"(?P<new>(?!not\b|what\b|why\b|how\b|if\b|wrong\b|all\b|ok\b|okay\b|fine\b|good\b)[^.!?;\n\ue000]{1,100})"
    ),
    "OLD_EN": r"(?P<old>[^,.!?;\n\ue000]{1,60}?)",
    "POLITE_EN": (
        r"(?!\s*(?:thanks?|thank you|that(?:'s|\sis|\swould|\swill)\s(?:all|it|fine|okay|ok|everything|good|enough|"
        r"alright|great|perfect)|i(?:'m|\sam)\s(?:good|fine|ok|okay|all set|done)|problem|worries|need|"
        r"not (?:at the moment|right now|now|today|really|yet)|nothing|no (?:thank|thanks)|it(?:'s|\sis)\s(?:ok|"
        r"okay|fine|alright|good|all)|don't bother|i don't (?:need|think)|that's|maybe later|i won't|that will be|"
        r"there's nothing|we(?:'re| are) good|you(?:'ve| have)|i appreciate|i think (?:that|i|we)|not anything|"
        r"i do not need|i've got|all good|just (?:that|this)|everything))"
    ),
}
# fmt: on
