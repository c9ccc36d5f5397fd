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
        r"at all times|keep (?:on )?(?:answer|reply|writ|us|send|giv|speak|talk|quot|show|call)ing|stop|"
        r"anymore|any more|no longer|remember|keep in mind|(?:all|any|every|each)(?: of)? (?:my|"
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
    "NAMED_EN": (  # "I'm Ann, a buyer …": the trade stands beside the speaker's name
        r"(?<=(?:^|[^\w\s]\s|\b(?:hi|hello|hey|and)\s)(?:i<BE>|my\sname(?:'s|’s|\sis))\s"
        r"(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2}),)"
    ),
    "BUSINESS_EN": (
        r"(?:[a-z]+\s)?(?:(?:fiscal|financial|tax|accounting|school|business)\syear|(?:first|second|third|fourth|last)\squarter|"
        r"(?:office|opening|business|working|store|shop|trading|support|core)\shours|(?:head ?quarters|hq|"
        r"head\soffice)|"
        r"(?:warehouse|factory|plant|showroom|branch|registered\soffice)|(?:peak|busy|high|low|quiet|harvest|planting|growing)\s"
        r"season|(?:release|billing|pay|payment|planning|reporting|sales|budget|procurement|audit|sprint)\scycles?|sprints?|"
        r"pay ?days?|pay\speriod|month[- ]end(?:\sclose)?|year[- ]end|stand-?ups?|stock ?takes?|lead\stimes?|"
        r"minimum\sorders?|"
        r"(?:main|biggest|key|largest|top)\s(?:competitor|carrier)|vat\s(?:number|id)|"
        r"(?:company|business|legal|trading)\sname|domain(?:\sname)?|website|brand(?:\sname)?)"
    ),
    "PERIODIC_EN": (  # what is made again and again, sent some way
        r"(?:\b(?:send|post|push|deliver|forward|share|e-?mail)\s(?:me\s|us\s)?(?:the|my|our)?\s?(?:weekly|daily|monthly|quarterly|"
        r"nightly|annual|yearly)\s[a-z]+(?:\s[a-z]+)?\s(?:to|via|by|on|over|through|in)\s(?:my\s|our\s|me\s(?:on|by|via)\s)?"
        r"<CHAN>(?![^.!?]{0,30}\b(?:today|now|tonight|this|once|tomorrow|asap)\b))"
    ),
    "I_EN": r"(?:\bi(?:<BE>)?|<ELIDED_EN>)",
    "ELIDED_EN": (  # "I live in Leeds and work at Acme": a verb without a subject, after a clause about the speaker
        r"(?:(?=,?\s(?:and\s)?(?:currently\s|now\s)?(?:work(?:ing)?|live|living|based|employed|responsible\sfor|"
        r"in\scharge\sof|handl(?:e|ing)|manag(?:e|ing)|overs(?:ee|eeing)|look(?:ing)?\safter)\s)"
        r"(?<=(?:^|[^\w\s]\s|\b(?:hi|hello|hey|and)\s)(?:i<BE>\s(?:an?\s|based\s|in\s|at\s|from\s|(?-i:[A-Z])[a-z]+)|"
        r"my\sname(?:'s|’s|\sis)\s|i\s(?:work|live)\s)(?:(?!\b(?:he|she|they|who|my|our|his|her|their|you|your)\b)"
        r"[^,.!?;:\n\ue000]){0,50}(?:,\s(?:based|working|an?)\s[^,.!?;:\n\ue000]{1,40})?)(?:,(?:\sand)?|\sand))"
    ),
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
        r"difficult to \w+|hard to \w+|disorienting|unengaging|pointless|creepy|impersonal|monotonous|depressing|"
        r"gross|unnecessary)"
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
    "JOIN_EN": r"(?:<LIST_EN>|\s?\b(?:plus|with|on)\s)",
    "LIST_EN": r"(?:\s?,\s(?:and\s)?|\s?\band\s|\s?/\s?|\s?&\s)",
    "TOOL_EN": (  # a known name, or up to four capitalised words that begin no clause of their own
        r"(?:<SOFT>|(?-i:(?!I\b|We\b|My\b|Our\b|It\b|The\b|They\b|He\b|She\b|You\b|This\b|That\b)[A-Z0-9]"
        r"[A-Za-z0-9.+/]*(?:\s[A-Z0-9][A-Za-z0-9.+/]*){0,3}))"
    ),
    "SWITCH_EN": (  # people move from town to town as well: there, only from a known name
        r"(?:(?:switched|migrated|switching|migrating)\s(?:over\s|away\s|[a-z]{2,16}\s)?from\s<TOOL_EN>|"
        r"(?:moved|changed|went|moving|changing)\s(?:over\s|away\s|[a-z]{2,16}\s)?from\s<SOFT>)"
    ),
    "WRITTEN_EN": (  # what is written beside the answers themselves
        r"(?:comments|variable names|function names|commit messages|doc ?strings|"
        r"(?:customer\s|client\s|outgoing\s)?e-?mails|(?:technical\s|user\s)?documentation|docs|"
        r"(?:weekly\s|monthly\s|daily\s|quarterly\s)?reports|"
        r"contracts|slides|presentations|meeting (?:notes|minutes)|minutes|proposals|error messages|newsletters|"
        r"invoices|cover letters?)"
    ),
    "CALLED_EN": r"(?:an?\s(?:[a-z&-]+\s){1,4}(?:called|named)\s)?",
    "CITY_EN": (
        r"(?-i:[A-Z][A-Za-z'.-]+(?:\s(?:of\s)?[A-Z][A-Za-z'.-]+){0,3}(?:,\s[A-Z][A-Za-z.]+(?:\s[A-Z][a-z]+)?)?)"
    ),
    "NEW_EN": (
        r"(?P<new>(?!not\b|what\b|why\b|how\b|if\b|wrong\b|all\b|ok\b|okay\b|fine\b|good\b)"
        r"(?:[^.!?;\n\ue000]|\.(?=\d)){1,100})"
    ),
    "SAFE_EN": (
        r"(?![^.!?;\n\ue000]*?\b(?:refund|payment|payout|pay|transfer|wire|credit card|card number|"
        r"password|passcode|secret|token|"
        r"identity|verified|two-factor|2fa|mfa|otp|log ?in|accounts?\b|access|rights\b|allowed|permitted|may\b|"
        r"entitled|trust|safe|"
        r"security|polic(?:y|ies)|rules?\b|restrict|limits?\b|signature|sign-?off|supervisor|manager|boss|outrank|"
        r"command|obey|"
        r"comply|follow my|do as i|do what i|you (?:are|must|have|work|will|can|may)\b|charg|priority|who i am|"
        r"whatever i|(?:this|the) user|users?\b|"
        r"logs?\b|records?\b|"
        r"audit|delet|hide|secret|anyone|links?\b|immediately|without|automatic|auto-|salar|payroll|confidential|"
        r"unrestricted|"
        r"my (?:requests?|claims?|expenses?)|instructions?|agree))"
    ),
    "SERVE_EN": (
        r"(?=(?:to\s|also\s|please\s|first\s)?(?:put|writ|list|show|explain|includ|attach|mention|start|begin|end|"
        r"open|clos|sign|us|giv|"
        r"send|answer|repl|respond|recommend|suggest|book|pick|choos|remind|notif|sort|order|group|highlight|translat|"
        r"summari[sz]|cit|add|"
        r"keep|leav|skip|avoid|format|spell|describ|present|label|number|round|break|split|provid|offer|draft|schedul|"
        r"wrap|say|speak|"
        r"talk|call|address|plan|pack|ship|deliver|prefer|assum|repeat|quot|compar|mark|tag|abbreviat|capitali[sz]|"
        r"indent|comment|"
        r"play|cook|order|buy|serv|seat|check (?:the|for) (?:spell|gramm|typo|weather|traffic))"
        r"(?:e|es|s|y|ies|ing|ying|ting|ning|ping|ging)?\b)"
    ),
    # What is to be remembered is plain when it says where or what a thing is, or how the speaker lives: nothing that
    # anybody should do, may do or must believe.
    "PLAIN_EN": (
        r"(?![^.!?;\n\ue000]*?\b(?:you|your|yours|me|myself|must|may|might|can|could|should|shall|will|would|ought|let|nobody|"
        r"no one|whoever|whatever|whenever|anything i|everything i|need(?:s|ed)? (?:no|not|never)|"
        r"never need|counts? as|"
        r"on my (?:word|behalf)|on behalf|speak for|decides?|in charge|owns?|owed?|owes)\b)"
        r"(?:(?=(?:my|our)\s(?:[a-z0-9'’-]+\s){1,4}?(?:is|are|was|were|starts?|ends?|begins?|opens?|closes?|lives?|has|have|weighs?|"
        r"goes|runs?|needs|takes|comes|falls|works|sits|belongs)\b)|"
        r"(?=(?:the|an?)\s(?:[a-z0-9'’-]+\s){1,4}?(?:is|are|sits?|hangs?|lives?|lies|stands?)\s(?:kept\s|stored\s|parked\s|hidden\s|"
        r"always\s|now\s)?(?:in|at|on|under|below|behind|beside|next to|near|inside|between|above|"
        r"opposite|every|called|named|"
        r"from|closed|open|\d)\b)|"
        r"(?=i(?:'m|\sam|'ve|\shave)?\s(?:always\s|usually\s|also\s|only\s|never\s|don't\s|do not\s|"
        r"just\s|currently\s)?(?:live|"
        r"lived|moved|drive|ride|keep|grew up|was born|born|study|studied|studying|take|wake|get up|sleep|"
        r"commute|travel|"
        r"fly|run|swim|play|teach|speak|use|using|wear|read|eat|drink|cook|bake|work|working|start|finish|leave|like|love|"
        r"hate|prefer|dislike|enjoy|avoid|grow|an?\s(?:kids?|child|dog|cat|bike|car)|two|three|married|allergic|vegetarian|"
        r"vegan|retired|left-handed|colou?r-?blind|on\b|off\b|away|in\b|at\b|from\b)\b))"
    ),
    # A wish about the speaker's own things: nobody else's, and no step of somebody's business.
    "MINE_EN": (
        r"(?![^.!?;\n\ue000]*?(?:\b(?:everybody|everyone|anybody|someone|somebody|others?|all (?:users|"
        r"staff|employees|customers)|"
        r"(?:his|her|their)|[a-z]+(?:'s|’s)(?=\s(?:reports?|mails?|e-?mails?|messages?|files?|data|notes|numbers|orders?|"
        r"documents?|calendar|inbox|payslips?))|(?:my|our|the)\s(?:orders?|invoices?|shipments?|tickets?|cases?|expenses?|"
        r"returns?|parcels?|contracts?|deliveries)\s(?:first|ahead|before|even|without|whatever|straight|"
        r"up|down)|ahead of|"
        r"the (?:queue|line)|hidden|internal|raw|masked|invisible|unpaid|payslips?|round(?:ed)? (?:my|our)|"
        r"as (?:coming )?from the|as if i|whatever i (?:say|write|send|paste))\b))"
    ),
    "PART_EN": r"(?:[^,.!?;\n\ue000]|[.,](?=\d))",
    "OLD_EN": r"(?P<old><PART_EN>{1,60}?)",
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
