"""English wordings of lasting wishes and of taste."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_wish = partial(Rule, signal="preference", language="en")
_THING: Final = (
    r"(?:(?:my|our|the|your|all|any|every|each|weekly|monthly|daily|quarterly|future|final)\s){0,3}(?:reports?|summar(?:y|ies)|updates?|notes|"
    r"docs?|documents?|minutes|briefs?|briefings?|memos?|answers?|repl(?:y|ies)|responses?|output|results|figures|quotes?|statements?|lists?|"
    r"data|exports?|everything|invoices|analys[ie]s|plans?|overviews?)"
)
_REPLY: Final = r"(?:answers?|repl(?:y|ies)|responses?|messages?|emails?|summar(?:y|ies)|explanations?|it|things|them|reports?|everything|output|texts?)"
_STYLE: Final = (
    r"(?:formal|informal|casual|friendly|professional|polite|direct|blunt|playful|humorous|funny|serious|neutral|warm|conversational|"
    r"plain|simple|technical|non-technical|academic|encouraging|gentle|honest|straightforward|relaxed|matter-of-fact|businesslike|upbeat|dry|"
    r"enthusiastic|respectful|jargon-free|down-to-earth|laid-back)"
)
_BAD: Final = (
    r"(?:annoying|boring|ineffective|overwhelming|distracting|irritating|tedious|stressful|unpleasant|uncomfortable|confusing|exhausting|"
    r"frustrating|unappealing|off-putting|repulsive|disgusting|dull|intimidating|tiring|too \w+|unhelpful|useless|dry|noisy|painful|"
    r"offensive|disturbing|unbearable|difficult to \w+|hard to \w+|impersonal|monotonous|depressing|gross|unnecessary)"
)
_GOOD: Final = (
    r"(?:enjoyable|relaxing|helpful|effective|fascinating|inspiring|calming|engaging|soothing|comforting|more (?!than)\w+|appealing|rewarding|"
    r"fun|therapeutic|refreshing|useful|delicious|best|easier|motivating)"
)

WISHES_EN: Final = (
    # --- what a report looks like
    _wish(
        name="en_report_as", key="report_format", shape="report", score=0.92, bare=0.64, rank=7,
        pattern=r"\b" + _THING + r"\b<EN>{0,24}?\b(?:in|as|using|with|use|to|into)\s(?:an?\s|the\s)?(?P<v><EN1>{0,24}?<FMT><EN1>{0,24})",
    ),
    _wish(
        name="en_report_give", key="report_format", shape="report", score=0.9, bare=0.62, rank=6,
        pattern=r"\b(?:use|give me|send me|format|deliver|write|present|stick to|put|export|prefer|want|include|add|default to)\b<EN>{0,30}?\b(?P<v><FMT>(?:,?\s(?:and|or|with|plus|only)?\s?(?:<FMT>|format|form|files?|only))*)",
    ),
    _wish(
        name="en_report_no", key="report_format", shape="report", score=0.9, bare=0.68, rank=8, polarity="negative",
        pattern=r"(?:<EN_START>(?:and\s|but\s|please[,\s])?(?:no|without|skip|drop|lose|ditch|zero|not a single|enough with)\s|\bwithout\s)(?:the\s|any\s|more\s|your\s|all the\s)*(?P<v><FMT>(?:(?:,\s|\s(?:and|or)\s)(?:no\s)?<FMT>)*)",
    ),
    _wish(
        name="en_report_not", key="report_format", shape="report", score=0.92, bare=0.68, rank=8, polarity="negative",
        pattern=r"<NO_EN>\s(?:use|using|give|giving|send|sending|include|including|add|adding|put|putting|write|writing|format|formatting|want|do|doing|with|in)?\s?(?:me\s|it\s|them\s|things\s|everything\s|things in\s|in\s|any\s|as\s)*(?P<v>(?:an?\s|the\s)?<FMT>(?:(?:,\s|\s(?:and|or)\s)<FMT>)*)",
    ),
    # --- how answers are given
    _wish(
        name="en_length_keep", key="response_length", shape="length", score=0.91, bare=0.66, rank=7,
        pattern=r"\b(?:keep|make|write|be|stay|give me|want|prefer|like|i'd like)\s(?:your\s|the\s|all\s|my\s|all your\s|it\s)?(?:" + _REPLY + r"\s)?(?:nice and\s|more\s|a bit\s|very\s|really\s|as\s|only\s|super\s)?(?P<v>short|shorter|brief|briefer|concise|succinct|terse|to the point|detailed|thorough|in-depth|long|longer|crisp|snappy)\b(?!\s(?:film|movie|stor|trip|list|flight|term|walk|hair|time|video|break|stay|sleeve|route|book|drive))",
    ),
    _wish(
        name="en_length_noun", key="response_length", shape="length", score=0.9, bare=0.66, rank=7,
        pattern=r"\b(?P<v>short|shorter|brief|briefer|concise|succinct|terse|detailed|thorough|in-depth|long|longer)(?:,?\s(?:and\s)?[a-z-]+)?\s(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|summar(?:y|ies))\b",
    ),
    _wish(
        name="en_length_cap", key="response_length", score=0.9, bare=0.62, rank=7,
        pattern=r"\b(?P<v>(?:under|within|at most|no more than|max(?:imum)?(?: of)?|fewer than|less than|up to)\s(?:\d+|one|two|three|four|five|six|ten|a hundred)\s(?:words?|sentences?|lines?|paragraphs?|bullets?|pages?|characters?))\b",
    ),
    _wish(
        name="en_length_no", key="response_length", value="short", score=0.88, bare=0.7, rank=7,
        pattern=r"<NO_EN>\s(?:ramble|rambling|waffle|waffling|go on and on|write (?:me )?(?:essays|walls of text|novels)|writing essays|be (?:so )?(?:wordy|verbose|long-winded)|being (?:so )?(?:wordy|verbose|long-winded))|\b(?:no|skip the|cut the)\s(?:fluff|filler|waffle|rambling|walls of text|essays|long intros?)\b|\bget (?:straight )?to the point\b",
    ),
    _wish(
        name="en_language", key="response_language", shape="language", score=0.93, bare=0.68, rank=8,
        pattern=r"\b(?:repl(?:y|ies)|respond|responses?|answers?|write|talk|speak|communicate|chat|converse|correspond|messages?|get back)\b(?:\s(?:to me|back|me|with me|should be|must be|only|all|always|everything|to)){0,3}\sin\s(?P<v><LANG>)",
    ),
    _wish(
        name="en_language_use", key="response_language", shape="language", score=0.9, bare=0.64, rank=8,
        pattern=r"<EN_START>(?:please\s|always\s|just\s|only\s|i(?:'d)?\sprefer\s|switch to\s|stick to\s|stick with\s|use\s|i want\s){1,3}(?P<v><LANG>)(?=$|[.,!;]|\s(?:please|from|with|when|for|only|going|in|at|by|always|over|over\s))",
    ),
    _wish(
        name="en_language_not", key="response_language", shape="language", score=0.92, bare=0.7, rank=9, polarity="negative",
        pattern=r"<NO_EN>\s(?:answer|reply|respond|write|talk|speak|use|answering|replying|responding|writing|using|talking|speaking)(?:ing)?\s(?:to me\s|me\s)?(?:in\s)?(?P<v><LANG>)",
    ),
    _wish(
        name="en_tone", key="response_style", score=0.9, bare=0.62, rank=6,
        pattern=r"\b(?:use|keep|adopt|maintain|prefer|like|want|stick to|go for|write in|answer in|reply in|respond in|speak in|in)\s(?:your\s|the\s|an?\s|it\s|things\s|my\s|more\s|all\s){0,2}(?P<v>(?:[a-z-]+(?:,\s|\s(?:and|but)\s|\s)){0,3}" + _STYLE + r")\s(?:tone|voice|style|language|register|manner|wording|english)\b",
    ),
    _wish(
        name="en_tone_be", key="response_style", score=0.88, bare=0.62, rank=6,
        pattern=r"\b(?:be|sound|keep (?:it|things|your (?:answers|tone|replies|language))|tone should be|tone:|your tone (?:to be )?|i (?:like|want|need) you to be)\s(?:more\s|less\s|a bit more\s|a bit\s|very\s|always\s|really\s|strictly\s)?(?P<v>" + _STYLE + r")\b(?:\s(?:with me|and \w+|when|please))?",
    ),
    _wish(
        name="en_tone_manner", key="response_style", score=0.88, bare=0.68, rank=6,
        pattern=r"\b(?P<v>(?:lead with|start with|begin with|put|give me)\s(?:the\s)?(?:conclusion|answer|bottom line|result|takeaway|key point)s?(?:\s(?:first|up front|upfront|at the top|and then[^.!?;]{1,40}))?|bottom line first|explain (?:it )?(?:like i'm (?:five|5)|in plain (?:english|words|language))|step by step|in plain (?:english|words|language)|give (?:me )?(?:concrete )?examples|with examples|cut (?:out )?the (?:small talk|pleasantries|jargon)|no sugar-?coating|tell it to me straight|give it to me straight)\b",
    ),
    _wish(
        name="en_style_no", key="response_style", score=0.9, bare=0.74, rank=7, polarity="negative",
        pattern=r"(?:<NO_EN>\s(?:use|using|add|adding|put|putting|include|including|write|writing|send|sending|be|being|give me|throw in|speak|talk|reply|answer|with|in|want)?\s?(?:with\s|in\s|any\s|me\s|the\s|so many\s|so much\s|too much\s|too many\s)*|<EN_START>(?:please[,\s]\s?)?(?:no|without|skip|drop|cut|zero|enough with)\s(?:the\s|any\s|more\s|your\s|all the\s)*|\bwithout\s(?:the\s|any\s)?)(?P<v>emojis?|exclamation (?:marks?|points?)|jargon|buzzwords?|slang|small talk|pleasantries|apologi[sz]ing|apologies|disclaimers?|sarcasm|hedging|filler(?: words)?|acronyms|abbreviations|corporate speak|flattery|sycophancy|preambles?|puns|jokes|technical terms|clich[eé]s|smileys|passive voice|lecturing|lectures|marketing speak|hype|all caps|caps lock|formalities|em dashes|formal language|sugar-?coat(?:ing)?)\b",
    ),
    # --- shapes of things
    _wish(
        name="en_currency", key="currency", shape="known", score=0.92, bare=0.72, rank=8,
        pattern=r"\b(?:quote|show|give|list|express|state|report|convert|use|display|put|price|invoice|bill|calculate|prefer|want|switch to|stick to|default to|prices?|amounts?|figures?|costs?|numbers|budgets?|quotes?|totals?|everything|money|fees|salaries|invoices?|estimates?)\b<EN>{0,36}?\b(?:in|to|into|use|is|are)\s(?:the\s)?(?P<v><CUR>)",
    ),
    _wish(
        name="en_currency_use", key="currency", shape="known", score=0.9, bare=0.7, rank=7,
        pattern=r"\b(?:use|using|prefer|switch to|stick to|default to|work in|think in|deal in|paid in|trade in)\s(?:the\s)?(?P<v><CUR>)(?=$|[.,;!]|\s(?:for|please|when|as|only|from|instead|going|in|everywhere|and|not))",
    ),
    _wish(
        name="en_currency_not", key="currency", shape="known", score=0.9, bare=0.72, rank=9, polarity="negative",
        pattern=r"<NO_EN>\s(?:use|using|quote|quoting|show|showing|give|giving|convert|converting)\b<EN>{0,20}?\b(?:in\s|to\s)?(?P<v><CUR>)",
    ),
    _wish(
        name="en_code_in", key="code_language", shape="code", score=0.92, bare=0.7, rank=8,
        pattern=r"\b(?:code|examples?|snippets?|scripts?|samples?|functions?|programs?|demos?|programming|implementations?)\b<EN>{0,24}?\b(?:in|use|using|with|to be|into|is|are)\s(?P<v><CODE>)",
    ),
    _wish(
        name="en_code_use", key="code_language", shape="code", score=0.87, rank=7,
        pattern=r"\b(?:i|we)(?:'m|\sam|\sare|'re)?\s<ADV_EN>(?:code|program|write|develop|work|build|script|prefer|use|stick to|coding|writing|working|programming|switched to|moved to)\s(?:mostly\s|mainly\s|only\s|exclusively\s|everything\s)?(?:in\s|with\s|to\s|using\s)?(?P<v><CODE>)(?=$|[.,;!]|\s(?:for|over|to|when|as|and|at|now|only|instead|not|rather|because|these|here|exclusively|code|mostly))",
    ),
    _wish(
        name="en_code_must", key="code_language", shape="code", score=0.9, bare=0.74, rank=7,
        pattern=r"\b(?:must|should|has to|have to|needs to|need to|will|only|always|please|default to|stick to|stick with)\s(?:always\s|only\s|be\s)?(?:use|write|be written in|be in|written in|code in|go with|using|written)\s?(?:in\s)?(?P<v><CODE>)(?=$|[.,;!]|\s(?!sdk|client|app|script))",
    ),
    _wish(
        name="en_code_not", key="code_language", shape="code", score=0.92, bare=0.74, rank=9, polarity="negative",
        pattern=r"(?:<NO_EN>|\bno longer|\bi don't)\s(?:ever\s)?(?:use|using|write|writing|give me|giving me|suggest|suggesting|code in|answer in|show me|want)\s(?:in\s|any\s)?(?P<v><CODE>)",
    ),
    _wish(
        name="en_date_format", key="date_format", score=0.92, bare=0.74, rank=8,
        pattern=r"\b(?:dates?|date format)\b<EN>{0,30}?\b(?:in|as|like|use|is|to|written)\s(?P<v>(?:the\s)?(?:ISO(?:\s?8601)?|[dmy]{1,4}[-/.\s][dmy]{1,4}(?:[-/.\s][dmy]{1,4})?|day[- ](?:first|month)(?:[- ]year)?|month[- ]first|US|UK|European|American|British|long|24-hour|day/month/year|year-month-day|month/day/year)(?:\s(?:format|style|order))?)",
    ),
    _wish(
        name="en_date_format_use", key="date_format", score=0.9, bare=0.72, rank=7,
        pattern=r"\b(?:use|write|prefer|want|with)\s(?P<v>(?:the\s)?(?:ISO(?:\s?8601)?|[dmy]{2,4}[-/.][dmy]{2,4}[-/.][dmy]{2,4}|day-first|month-first|24-hour|12-hour|year-month-day)(?:\s(?:format|style|clock|time))?)(?:\sdates?|\sfor dates?)?",
    ),
    _wish(
        name="en_number_format", key="number_format", score=0.9, bare=0.72, rank=8,
        pattern=r"\b(?P<v>(?:one|two|three|four|1|2|3|4|no|zero)\sdecimal(?:\splaces?|s)|thousands? separators?|round(?:ed)?(?: numbers)? to (?:the nearest )?[a-z0-9 ]{3,20}|scientific notation|(?:comma|point) as (?:the )?decimal separator|in (?:thousands|millions)|whole numbers only)\b",
    ),
    _wish(
        name="en_unit", key="unit_system", shape="label", score=0.91, bare=0.72, rank=8,
        pattern=r"\b(?:use|using|in|prefer|give|to|with|into|want|stick to)\s(?:the\s)?(?P<v>metric|imperial|celsius|fahrenheit|kilomet(?:re|er)s|miles|kilograms?|kilos|kg|pounds(?!\s?sterling)|litres|liters|gallons|acres|hectares|square (?:feet|met(?:re|er)s)|SI units|US customary)(?:\s(?:units?|system|measurements?))?(?=$|[.,;!]|\s(?:please|for|only|not|from|when|and|instead|everywhere|always))",
    ),
    _wish(
        name="en_citation", key="citation_style", score=0.9, bare=0.7, rank=8,
        pattern=r"\b(?:cite|citations?|references?|bibliograph(?:y|ies)|footnotes?|sources?)\b<EN>{0,24}?\b(?:in|as|use|using|follow|to|per)\s(?P<v>(?:the\s)?(?:APA|MLA|Chicago|Harvard|IEEE|Vancouver|Bluebook|AMA|Turabian)(?:\s\d+)?(?:\s(?:style|format))?)|\b(?:use|in|prefer)\s(?P<v>(?:APA|MLA|Harvard|IEEE|Vancouver|Bluebook|AMA|Turabian)(?:\s\d+)?)(?:\s(?:style|format))?\b",
    ),
    _wish(
        name="en_sources", key="citation_style", value="cite sources", score=0.9, bare=0.68, rank=7,
        pattern=r"\b(?:cite|include|give|list|show|add|link)\s(?:me\s)?(?:your\s|the\s|all\s|a\s)?(?:sources?|references)\b",
    ),
    _wish(
        name="en_channel", key="preferred_channel", shape="known", score=0.92, bare=0.76, rank=7,
        pattern=r"\b(?:contact|reach|message|text|ping|notify|call|write to|get hold of|update|send|remind|tell|write)\s(?:out to\s)?(?:me|us|them to me|it to me|everything|updates|things|it)\s(?:only\s|always\s|please\s)?(?:on|via|by|through|over|using)\s(?:my\s)?(?P<v><CHAN>)",
    ),
    _wish(
        name="en_channel_best", key="preferred_channel", shape="known", score=0.9, bare=0.78, rank=7,
        pattern=r"(?:\b(?P<v><CHAN>)\sis\s(?:the\s)?(?:best|easiest|fastest|preferred|better|fine|my preferred)(?:\sway)?(?:\s(?:to|for)\s(?:reach|contact|get|me|us)<EN1>{0,20})|\b(?:best|easiest|preferred|fastest)\s(?:way|channel)\sto\s(?:reach|contact|get)\s(?:me|hold of me|us)\sis\s(?:by\s|via\s|on\s|through\s)?(?P<v><CHAN>))",
    ),
    _wish(
        name="en_channel_rather", key="preferred_channel", shape="known", score=0.9, bare=0.76, rank=7,
        pattern=r"(?:<EN_START>(?:please\s|just\s|always\s)*(?P<v>email|e-mail|text|message|call|phone|WhatsApp|Slack)\s(?:me|us)\b(?=$|[.!;,]|\s(?:instead|rather|not|please|when|if|from|for|whenever|any|about|with|only|always)))|\b(?:i|we)\s<ADV_EN>prefer\s(?:to be (?:contacted|reached) (?:by|via|on|over)\s)?(?P<v><CHAN>)(?=$|[.!;,]|\s(?:over|to|instead|rather|for|as|when))",
    ),
    _wish(
        name="en_channel_not", key="preferred_channel", shape="known", score=0.92, bare=0.78, rank=8, polarity="negative",
        pattern=r"<NO_EN>\s(?P<v>call|calling|phone|phoning|text|texting|email|emailing|whatsapp|message|messaging|ring|ringing|fax|faxing)(?:ing)?\s(?:me|us)\b|<NO_EN>\s(?:contact|contacting|reach|reaching|message|messaging)\s(?:me|us)\s(?:on|via|by|through|over)\s(?P<v><CHAN>)|<EN_START>no\s(?P<v>phone calls|calls|texts|text messages|emails)\b",
    ),
    _wish(
        name="en_confirm", key="confirmation", value="ask first", score=0.9, bare=0.74, rank=7,
        pattern=r"\b(?:ask|check with|confirm with|run it by|run (?:it|things|everything) past|consult|clear it with)\s(?:me|us)\s(?:first\s)?(?:before|prior to|first)\b|\b(?:wait for|get|need)\smy\s(?:ok|okay|approval|confirmation|go-ahead|sign-off)\s(?:before|first)|<NO_EN>\s<EN1>{3,40}\swithout\s(?:asking|checking with|confirming with|my (?:ok|approval|confirmation))",
    ),
    _wish(
        name="en_confirm_not", key="confirmation", value="do not ask", score=0.88, bare=0.72, rank=7,
        pattern=r"<NO_EN>\s(?:to\s)?(?:ask(?:ing)?|check(?:ing)?|confirm(?:ing)?)\s(?:me|with me|for (?:my )?(?:permission|confirmation))\b|\bno need to (?:ask|confirm|check)\b",
    ),
    _wish(
        name="en_visual", key="visual_form", score=0.88, bare=0.66, rank=6,
        pattern=r"\b(?:use|show|give|draw|include|add|prefer|want|like|present|visuali[sz]e|as|with)\s(?:me\s|it\s|them\s|things\s|data\s|results\s|as\s|with\s|in\s|an?\s|the\s|seeing\s){0,4}(?P<v>charts?|graphs?|diagrams?|bar charts?|pie charts?|line charts?|flow ?charts?|mind ?maps?|timelines?|visuals|pictures|infographics?|gantt charts?|heat ?maps?|dashboards?)\b",
    ),
    _wish(
        name="en_greeting", key="greeting", score=0.88, bare=0.7, rank=6, polarity="negative",
        pattern=r"(?:<NO_EN>\s(?:start|begin|open|starting|beginning|opening)\s(?:every\s<EN1>{1,16}\s|your\s<EN1>{1,16}\s|messages\s|with\s|by\s)*(?:with\s|by\s)?|<NO_EN>\s|<EN_START>(?:no|skip the|drop the)\s)(?P<v>greetings?|greeting me|hello|hi|salutations?|introductions?|small talk at the start|good (?:morning|day))\b",
    ),
    _wish(
        name="en_range", key="default_range", score=0.88, bare=0, rank=6,
        pattern=r"\b(?:by default|default to|always|unless i say otherwise)\b<EN>{0,30}?\b(?P<v>(?:the\s)?(?:last|past|previous)\s(?:\d+|two|three|six|seven|twelve)?\s?(?:days?|weeks?|months?|quarters?|years?)|year to date|this (?:month|quarter|year))",
    ),
    # --- what is never to be said
    _wish(
        name="en_never_say", key="forbidden_phrase", shape="phrase", score=0.94, bare=0.9, rank=10, polarity="negative",
        pattern=r"<NO_EN>\s(?:ever\s)?(?:again\s)?(?:say|saying|write|writing|use|using|tell|telling|reply|replying|answer|answering|start|starting|end|ending|hear|hearing|see|seeing|open|opening|call|type|typing|respond|responding|put|include|sign off)(?:\s(?:to me|me|us|with|the|word|words|phrase|phrases|expression|things like|stuff like|anything like|that|your|messages|emails|replies|ever|again|it|it's|by|saying|term|my|an?|email|reply|message|line))*[,:]?\s<OPEN>(?P<v>[^”\"’'」\n]{1,120}?)[”\"’'」](?!\w)",
    ),
    _wish(
        name="en_never_word", key="forbidden_phrase", shape="phrase", score=0.92, bare=0.88, rank=10, polarity="negative",
        pattern=r"\b(?:the\s)?(?:word|phrase|words|expression|term)\s<OPEN>(?P<v>[^”\"’'」\n]{1,80}?)[”\"’'」]\s(?:is|are)\s(?:banned|off[- ]limits|forbidden|not allowed|never (?:ok|okay|to be used))",
    ),
    _wish(
        name="en_never_say_bare", key="forbidden_phrase", shape="phrase", score=0.88, bare=0.86, rank=9, polarity="negative",
        pattern=r"<NO_EN>\s(?:ever\s)?(?:say|saying|use the (?:word|words|phrase|term)|using the (?:word|phrase|term))\s(?:the\s(?:word|phrase)\s|things like\s)?(?P<v>(?!that|it|this|so|anything|a word|yes to|no to|things|more|me|hello)[^,.!?;:\n\ue000“\"]{2,40}?)(?=\s(?:to me|again|anymore|any more|ever|when|in)\b|$|[,.!?;])",
    ),
    _wish(
        name="en_never_topic", key="forbidden_topic", score=0.9, bare=0.8, rank=8, polarity="negative",
        pattern=r"<NO_EN>\s(?:ever\s)?(?:talk(?:ing)? (?:to me )?about|bring(?:ing)? up|mention(?:ing)?|discuss(?:ing)?|raise|raising|ask(?:ing)? (?:me )?about|speak(?:ing)? (?:to me )?about|remind(?:ing)? me (?:about|of))\s(?:the (?:topic|subject) of\s|anything about\s)?(?P<v>(?!it\b|that\b|this\b|them\b)[^,.!?;\n\ue000]{2,60}?)(?:\s(?:to me|with me|again|anymore|ever|please))*(?=$|[,.!?;])",
    ),
    _wish(
        name="en_topic_off", key="forbidden_topic", score=0.88, bare=0.84, rank=8, polarity="negative",
        pattern=r"<EN_START>(?P<v>(?:my\s)?[a-z' -]{3,40}?)\s(?:is|are)\s(?:a\s)?(?:off[- ]limits|taboo|not up for discussion|a no-go topic)",
    ),
    # --- ways refused, ways wished, last of all
    _wish(
        name="en_refuse_use", key="?other_preference", shape="infer", score=0.88, bare=0.64, rank=4, polarity="negative",
        pattern=r"<EN_START>(?:<NO_EN>)\s(?:ever\s)?(?:use|using|recommend|recommending|suggest|suggesting|give me|giving me|show me|showing me|send me|sending me|put|add|adding|include|including|book|booking|offer|offering|schedule|scheduling|pick|choose|sign me up for)\s(?:me\s|us\s)?(?P<v>(?!it\b|that\b|this\b|them\b)[^.!?;\n\ue000]{2,80})",
    ),
    _wish(
        name="en_no_ever", key="?other_preference", shape="infer", score=0.88, bare=0, rank=4, polarity="negative",
        pattern=r"<EN_START>(?:please[,\s]\s?)?no\s(?:more\s)?(?P<v>(?!thanks?|thank|problem|idea|way|worries|need|one|longer|matter|doubt|wonder|big deal|rush|luck|offen[cs]e|more|i|it|that|you|we|not|never)[a-z][a-z -]{2,40}?)(?=$|[.,!;]|\s(?:please|ever|from now|in (?:my|the|your)|for me|going))",
    ),
    _wish(
        name="en_rest_positive", key="?other_preference", shape="infer", score=0.76, bare=0, rank=1,
        pattern=r"(?:<EN_START>(?:please\s)?(?:from now on|going forward|moving forward|in (?:the )?future|from here on(?: out)?|henceforth|as a rule|by default)[,:]?\s(?:please\s|always\s|i want you to\s|i'd like you to\s|you should\s|just\s)*|<EN_START>(?:please\s)?(?:always|make sure (?:you|to) always|remember to always|be sure to always|default to)\s)(?P<v>(?!don't|do not|never|no\b|i\s|we\s|have\s|had|been|a\s|it|the case|that|happy|glad|nice|good|a pleasure|love[ds]?|want|thought)[a-z][^.!?;\n\ue000]{4,120})",
    ),
    _wish(
        name="en_rest_negative", key="?other_preference", shape="infer", score=0.76, bare=0, rank=1, polarity="negative",
        pattern=r"<EN_START>(?:please\s)?(?:(?:from now on|going forward|in future|in the future)[,:]?\s)?(?:never(?:\sever)?|don't ever|do not ever|stop)\s(?P<v>(?!mind|mean|been|heard|had|knew|thought|seen|by|it|that|there|in|at|say\b|i\b|the)[a-z][^.!?;\n\ue000]{3,120})",
    ),
    # --- taste
    _wish(
        name="en_like", key="?liked", shape="infer", score=0.86, rank=4,
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have\s(?:always\s|long\s)?)?(?<!used to )(?:like|loved?|enjoy(?:ed)?|adore|prefer(?:red)?|favou?r|opt for|swear by|gravitate towards?|appreciate|value|seek out|look for|choose|always choose|stick to|rely on|thrive on|root for|cherish|embrace|advocate for|believe in|go for|lean towards?)\s(?:to\s)?(?P<v>(?!it\b|that\b(?!\s(?:are|is|have))|this\b|these\b|those\b(?!\swho|\sthat|\swith)|you\b|your\b|him\b|her\b|them\b|the (?:first|second|third|last|other|one|idea|sound|answer)\b|how\b|what\b|to (?:know|book|see if|ask|find|check|get a|make a|reserve|buy|hear|order)\b|one\b|mine\b|for\b|at\b|if\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_am", key="?liked", shape="infer", score=0.85, rank=4,
        pattern=r"\b(?:i<BE>|i've always been|i have always been|we're|we are)\s<ADV_EN>(?:a\s)?(?:big\s|huge\s|strong\s|great\s|real\s|avid\s|passionate\s|die-?hard\s|firm\s|lifelong\s|massive\s)?(?:fond of|into|fan of|keen on|passionate about|obsessed with|drawn to|advocate (?:of|for)|supporter of|lover of|believer in|partial to|committed to|dedicated to|interested in(?!\s\w+ing\b)|enthusiastic about|crazy about|mad about|more of an?|most comfortable with|happiest with)\s(?P<v>(?!it\b|that\b|this\b|these\b|you\b|your\b|the (?:first|second|last|one)\b|booking|finding|getting|buying|seeing|going)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_have", key="?liked", shape="infer", score=0.86, rank=4,
        pattern=r"\b(?:i|we)\s<ADV_EN>have\s(?:an?\s)?(?:strong\s|deep\s|real\s|clear\s|definite\s|slight\s|marked\s|particular\s)?(?:preference|passion|soft spot|love|fondness|weakness|affinity|taste|sweet tooth|penchant|thing)\s(?:for|towards?)\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_like_find", key="?liked", shape="infer", score=0.78, rank=3,
        pattern=r"\bi\s<ADV_EN>find\s(?P<v>(?!it\b|that\b|this\b|you\b|out\b|an?\b|some\b|the\b)[^.!?;,\n\ue000]{2,80}?)\s(?:to be\s)?(?:very\s|really\s|so\s|quite\s|extremely\s|incredibly\s|most\s)?" + _GOOD + r"\b",
    ),
    _wish(
        name="en_rather", key="?liked", shape="infer", score=0.8, rank=4,
        pattern=r"\bi(?:'d|\swould)\s(?:much\s|always\s|far\s)?(?:rather|sooner|prefer(?:\sto)?)\s(?:have\s|you\s|use\s)?(?P<v>(?!not|it\b|that\b|this\b|you\b|to book|to see|a table|at\b|the \d)[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_rather_not", key="?disliked", shape="infer", score=0.84, rank=6, polarity="negative",
        pattern=r"\bi(?:'d|\swould)?\s<ADV_EN>(?:rather|sooner|prefer)\s(?:not|you\s(?:didn't|did not|don't))\s(?:to\s)?(?:have\s|use\s|be\s)?(?P<v>[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_only", key="?liked", shape="infer", score=0.8, rank=3,
        pattern=r"\bi\s(?:(?:will|can|usually|strictly|generally|now)\s)?(?:only|exclusively)\s(?P<v>(?:eat|drink|watch|read|use|buy|wear|listen to|play|shop|stay|fly|travel|consume|support|purchase|attend|cook|work with|train|visit|go to|drive|date|follow)\s[^.!?;\n\ue000]{2,120})",
    ),
    _wish(
        name="en_hate", key="?disliked", shape="infer", score=0.9, rank=5, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have\s(?:always\s)?)?(?:dislike[d]?|hate[d]?|detest|despise[d]?|loathe[d]?|avoid(?:ed)?|refuse(?: to)?|reject|oppose|shun|steer clear of|stay away from|keep away from|abhor|dread|resent|boycott|abstain from|refrain from|distrust|disapprove of|struggle with|object to)\s(?:having to\s|being forced to\s|to\s|when\s)?(?P<v>(?!it\b(?!\swhen)|that\b|this\b|these\b|you\b(?!r)|him\b|her\b|them\b|the (?:idea|answer)\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_cannot", key="?disliked", shape="infer", score=0.9, rank=5, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:can(?:'t|not|’t|\snot)|could(?:n't|\snot)|cannot|won't|will not|would never|will never|never)\s(?:really\s|ever\s|possibly\s)?(?:stand|bear|tolerate|handle|deal with|abide|stomach|consider|endure|support|digest|eat|drink|wear|use|watch|buy|cope with|go near|do without|touch|read|listen to|play|own|visit|put up with)\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_dont", key="?disliked", shape="infer", score=0.88, rank=5, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:do(?:n't|’t|\snot)|no longer|never|did(?:n't|\snot))\s(?:really\s|particularly\s|ever\s|even\s|like to\s|want to\s|much\s|at all\s|tend to\s)?(?:like|enjoy|love|care for|want(?!\sto\s(?:book|wait|know|go|miss|lose|pay))|eat|drink|use|watch|wear|believe in|consume|trust|appreciate|support|respond well to|do well with|get along with|find|listen to|play|read|buy|condone|feel comfortable with|prefer|liked|enjoyed|engage in|participate in)\s(?:to\s)?(?P<v>(?!it\b(?!\swhen)|that\b|this\b|these\b|you\b|him\b|her\b|them\b|the (?:first|second|last)\b|anything|any more info|to know)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_not_fan", key="?disliked", shape="infer", score=0.88, rank=6, polarity="negative",
        pattern=r"\b(?:i<BE>|we're|we are|i've never been|i have never been)\s(?:really\s|particularly\s|just\s|simply\s|definitely\s)?(?:not|never|no)\s(?:really\s|particularly\s|much of\s|at all\s|very\s|a big\s|a huge\s|such a\s|at\sall\s|exactly\s)?(?:an?\s)?(?:big\s|huge\s)?(?:fond of|into|fan of|keen on|interested in|comfortable (?:with|in|using|around)|a believer in|willing to|open to|attracted to|drawn to|good with|crazy about)\s(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_averse", key="?disliked", shape="infer", score=0.88, rank=5, polarity="negative",
        pattern=r"\bi<BE>\s<ADV_EN>(?:averse to|opposed to|against|tired of|sick of|afraid of|scared of|terrified of|bothered by|put off by|uncomfortable (?:with|in|around)|turned off by|wary of|fed up with|sensitive to|annoyed by|over\s|repulsed by|concerned about|apprehensive about|hesitant (?:about|to)|skeptical (?:of|about)|easily (?:distracted|overwhelmed) by|done with|claustrophobic in)\s?(?P<v>(?!it\b|that\b|this\b|you\b)[^.!?;\n\ue000]{2,140})",
    ),
    _wish(
        name="en_aversion", key="?disliked", shape="infer", score=0.89, rank=6, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:have|suffer from|get)\s(?:an?\s)?(?:very\s)?(?:strong\s|deep\s|severe\s|serious\s|intense\s|real\s|extreme\s|mild\s|genuine\s|complete\s|great\s|slight\s|profound\s|low\s|deep-seated\s){0,2}(?:aversion|dislike|distaste|intolerance|phobia|fear|hatred|disdain|objections?|issues?|problem|tolerance|no interest|no patience|distrust|sensitivity|moral objections?|ethical concerns?)\s(?:to|towards?|for|of|in|with|about|against)\s(?P<v>(?!it\b|that\b|this\b|you\b|my\b)[^.!?;\n\ue000]{2,140})|\bi have no (?:interest|patience|desire|time|tolerance) (?:in|for|to)\s(?P<v>[^.!?;\n\ue000]{2,100})",
    ),
    _wish(
        name="en_find_bad", key="?disliked", shape="infer", score=0.87, rank=5, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>find\s(?P<v>(?!it\b|that\b|this\b|you\b|out\b)[^.!?;,\n\ue000]{2,90}?)\s(?:to be\s)?(?:very\s|really\s|so\s|quite\s|extremely\s|incredibly\s|a bit\s|rather\s|somewhat\s|often\s){0,2}" + _BAD + r"\b",
    ),
    _wish(
        name="en_hate_me", key="?disliked", shape="infer", score=0.84, rank=4, polarity="negative",
        pattern=r"<EN_START>(?P<v>[a-z][^,.!?;\n\ue000]{2,70}?)\s(?:really\s|just\s|always\s)?(?:makes? me (?:uncomfortable|anxious|nauseous|sick|uneasy|dizzy|nervous|sleepy|angry)|drives? me (?:crazy|mad|nuts|up the wall)|gets? on my nerves|puts? me off|gives? me (?:anxiety|headaches|a headache|migraines|the creeps)|(?:is|are)(?:n't| not) (?:for me|my (?:thing|cup of tea|style))|turns? me off|stress(?:es)? me out|annoys? me|bothers? me|bores? me)\b",
    ),
    _wish(
        name="en_not_dislike", key="?liked", shape="infer", score=0.5, rank=8,
        pattern=r"\bi\s(?:really\s|actually\s)?(?:do(?:n't|’t|\snot)|never|wouldn't say i)\s(?:really\s|actually\s|necessarily\s|exactly\s)?(?:dislike|hate|mind|object to|avoid|detest|have (?:anything|a problem|an issue) (?:against|with))\s(?P<v>[^.!?;\n\ue000]{2,80})",
    ),
    _wish(
        name="en_favourite", key="other_preference", shape="subject", score=0.88, rank=6,
        pattern=r"\bmy\s(?P<s>(?:all-time\s)?favou?rite\s[a-z ]{2,30}?)(?:\s(?:has always been|is now|is still|is|are)|'s)\s(?:now\s|still\s)?(?P<v>(?!not\b|what\b)[^,.!?;\n\ue000]{1,60})",
    ),
    _wish(
        name="en_want_service", key="?other_preference", shape="infer", score=0.82, bare=0, rank=2,
        pattern=r"\bi\s(?:want|need|expect|would like|'d like)\s(?!to\s(?:book|know|find|see|buy|get|make|go))(?P<v>(?:you to\s|your\s|all\s|every\s|my\s)[^.!?;\n\ue000]{4,120})",
    ),
)
