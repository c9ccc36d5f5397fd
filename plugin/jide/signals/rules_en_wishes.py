"""English wordings of lasting wishes: how reports and answers should be, and by which way they come."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_wish = partial(Rule, signal="preference", language="en")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
WISHES_EN: Final = (
    # --- what a report looks like
    _wish(
        name="en_report_as", key="report_format", shape="report", score=0.92, bare=0.64, rank=7,
        pattern=r"\b<THING_EN>\b<EN>{0,24}?\b(?:in|as|using|with|use|to|into)\s(?:an?\s|"
        r"the\s)?(?P<v><EN1>{0,24}?<FMT><EN1>{0,24})",
    ),
    _wish(
        name="en_report_give", key="report_format", shape="report", score=0.9, bare=0.62, rank=6,
        pattern=r"\b(?:use|give me|send me|format|deliver|write|present|stick to|put|export|prefer|want|include|add|"
        r"default to)\b<EN>{0,30}?\b(?P<v><FMT>(?:,?\s(?:and|or|with|plus|only)?\s?(?:<FMT>|format|form|files?|"
        r"only))*)",
    ),
    _wish(
        name="en_report_no", key="report_format", polarity="negative", shape="report", score=0.9, bare=0.68, rank=8,
        pattern=r"(?:<EN_START>(?:and\s|but\s|please[,\s])?(?:no|without|skip|drop|lose|ditch|zero|not a single|"
        r"enough with)\s|\b(?:i said no|without)\s)(?:the\s|any\s|more\s|your\s|all the\s)*(?P<v><FMT>(?:(?:,\s|"
        r"\s(?:and|"
        r"or)\s)(?:no\s)?<FMT>)*)",
    ),
    _wish(
        name="en_report_not", key="report_format", polarity="negative", shape="report", score=0.92, bare=0.68, rank=8,
        pattern=r"<NO_EN>\s(?:use|using|give|giving|send|sending|include|including|add|adding|put|putting|write|"
        r"writing|format|formatting|want|do|doing|with|in)?\s?(?:me\s|it\s|them\s|things\s|everything\s|things in\s|"
        r"in\s|any\s|as\s)*(?P<v>(?:an?\s|the\s)?<FMT>(?:(?:,\s|\s(?:and|or)\s)<FMT>)*)",
    ),
    # --- how answers are given
    _wish(
        name="en_length_keep", key="response_length", shape="length", score=0.91, bare=0.66, rank=7,
        pattern=r"\b(?:keep|make|write|be|stay|give me|want|prefer|like|i'd like)\s(?:your\s|the\s|all\s|my\s|"
        r"all your\s|it\s)?(?:<REPLY_EN>\s)?(?:nice and\s|more\s|a bit\s|very\s|really\s|as\s|only\s|"
        r"super\s)?(?P<v>short|shorter|brief|briefer|concise|succinct|terse|to the point|detailed|thorough|in-depth|"
        r"long|longer|crisp|snappy)\b(?!\s(?:film|movie|stor|trip|list|flight|term|walk|hair|time|video|break|stay|"
        r"sleeve|route|book|drive))",
    ),
    _wish(
        name="en_length_noun", key="response_length", shape="length", score=0.9, bare=0.66, rank=7,
        pattern=r"\b(?P<v>short|shorter|brief|briefer|concise|succinct|terse|detailed|thorough|in-depth|long|"
        r"longer)(?:(?:,\s|\sand\s|,\sand\s)[a-z-]+)?\s(?:answers?|repl(?:y|ies)|responses?|explanations?|messages?|"
        r"summar(?:y|ies))\b",
    ),
    _wish(
        name="en_length_cap", key="response_length", score=0.9, bare=0.62, rank=7,
        pattern=r"\b(?P<v>(?:under|within|at most|no more than|max(?:imum)?(?: of)?|fewer than|less than|"
        r"up to)\s(?:\d+|one|two|three|four|five|six|ten|a hundred)\s(?:words?|sentences?|lines?|paragraphs?|"
        r"bullets?|pages?|characters?))\b",
    ),
    _wish(
        name="en_length_no", key="response_length", value="short", score=0.88, bare=0.7, rank=7,
        pattern=r"<NO_EN>\s(?:ramble|rambling|waffle|waffling|go on and on|write (?:me )?(?:essays|walls of text|"
        r"novels)|writing essays|be (?:so )?(?:wordy|verbose|long-winded)|being (?:so )?(?:wordy|verbose|"
        r"long-winded))|\b(?:no|skip the|cut the)\s(?:fluff|filler|waffle|rambling|walls of text|essays|"
        r"long intros?)\b|\bget (?:straight )?to the point\b",
    ),
    _wish(
        name="en_language", key="response_language", shape="language", score=0.93, bare=0.68, rank=8,
        pattern=r"(?<!\bi\s)(?<!\bi (?:often|sometimes|may|might|also|usually)\s)\b(?:repl(?:y|ies|ying)|"
        r"respond(?:ing)?|responses?|"
        r"answer(?:s|ing)?|writ(?:e|ing)|talk(?:ing)?|speak(?:ing)?|communicate|chat|converse|"
        r"correspond|messages?|get back)\b(?:\s(?:to me|back|me|with me|should be|must be|only|all|always|"
        r"everything|to)){0,3}\sin\s(?P<v><LANG>)",
    ),
    _wish(
        name="en_language_of", key="other_preference", shape="subject", score=0.88, bare=0.6, rank=12,
        pattern=r"\b(?:writ(?:e|ing)|draft(?:ing)?|keep(?:ing)?|put|do)\s(?:all\s|any\s|every\s|my\s|our\s|the\s|your\s){0,2}"
        r"(?:code\s|inline\s)?(?P<s><WRITTEN_EN>)\s(?P<v>in\s<LANG>)|\b"
        r"(?:code\s|inline\s)?(?P<s><WRITTEN_EN>)\s(?:should|must|have to|has to|need to|are to)\s"
        r"(?:always\s|all\s|only\s)?be\s(?:written\s)?(?P<v>in\s<LANG>)|\buse\s(?P<v><LANG>)\s?\b(?:for|in)\s(?:all\s|my\s|"
        r"our\s|the\s){0,2}(?:code\s|inline\s)?(?P<s><WRITTEN_EN>)\b",
    ),
    _wish(
        name="en_language_use", key="response_language", shape="language", score=0.9, bare=0.64, rank=8,
        pattern=r"<EN_START>(?:please\s|always\s|just\s|only\s|from now on,?\s|going forward,?\s|let's\s|continue in\s|"
        r"speak to me in\s|i(?:'d)?\sprefer\s|switch to\s|stick to\s|"
        r"stick with\s|use\s|speak\s|i want\s){1,3}(?P<v><LANG>)(?=$|[.,!;]|\s(?:please|from|with|when|for|only|going|"
        r"in|at|"
        r"by|always|over|over\s))",
    ),
    _wish(
        name="en_language_not", key="response_language", polarity="negative",
        shape="language", score=0.92, bare=0.7, rank=9,
        pattern=r"<NO_EN>\s(?:answer|reply|respond|write|talk|speak|use|answering|replying|responding|writing|using|"
        r"talking|speaking)(?:ing)?\s(?:to me\s|me\s)?(?:in\s)?(?P<v><LANG>)",
    ),
    _wish(
        name="en_tone", key="response_style", score=0.9, bare=0.62, rank=6,
        pattern=r"\b(?:use|keep|adopt|maintain|prefer|like|want|stick to|go for|write in|answer in|reply in|"
        r"respond in|speak in|in)\s(?:your\s|the\s|an?\s|it\s|things\s|my\s|more\s|"
        r"all\s){0,2}(?P<v>(?:[a-z-]+(?:,\s|\s(?:and|but)\s|\s)){0,3}<STYLE_EN>)\s(?:tone|voice|style|language|"
        r"register|manner|wording|english)\b",
    ),
    _wish(
        name="en_tone_be", key="response_style", score=0.88, bare=0.62, rank=6,
        pattern=r"\b(?:be|sound|keep (?:it|things|your (?:answers|tone|replies|language))|tone should be|tone:|"
        r"your tone (?:to be )?|i (?:like|want|need) you to be)\s(?:more\s|less\s|a bit more\s|a bit\s|very\s|"
        r"always\s|really\s|strictly\s)?(?P<v><STYLE_EN>)\b(?:\s(?:with me|and \w+|when|please))?",
    ),
    _wish(
        name="en_tone_manner", key="response_style", score=0.88, bare=0.68, rank=6,
        pattern=r"\b(?P<v>(?:lead with|start with|begin with|put|give me)\s(?:the\s)?(?:conclusion|answer|"
        r"bottom line|result|takeaway|key point)s?(?:\s(?:first|up front|upfront|at the top|"
        r"and then[^.!?;]{1,40}))?|bottom line first|explain (?:it |things |everything |this )?(?:like i'm (?:five|5)|"
        r"in plain (?:english|"
        r"words|language))|step by step|in plain (?:english|words|language)|give (?:me )?(?:concrete )?examples|"
        r"with examples|cut (?:out )?the (?:small talk|pleasantries|jargon)|no sugar-?coating|"
        r"tell it to me straight|give it to me straight)\b",
    ),
    _wish(
        name="en_style_no", key="response_style", polarity="negative", score=0.9, bare=0.74, rank=7,
        pattern=r"(?:<NO_EN>\s(?:use|using|add|adding|put|putting|include|including|write|writing|send|sending|be|"
        r"being|give me|throw in|speak|talk|reply|answer|with|in|want)?\s?(?:with\s|in\s|any\s|me\s|the\s|so many\s|"
        r"so much\s|too much\s|too many\s)*|<EN_START>(?:please[,\s]\s?)?(?:no|without|skip|drop|cut|zero|"
        r"enough with)\s(?:the\s|any\s|more\s|your\s|all the\s)*|\bwithout\s(?:the\s|any\s)?)(?P<v>emojis?|"
        r"exclamation (?:marks?|points?)|(?:(?:legal|technical|corporate|marketing|business|medical|tech|"
        r"it)\s)?jargon|buzzwords?|slang|small talk|pleasantries|apologi[sz]ing|apologies|"
        r"disclaimers?|sarcasm|hedging|filler(?: words)?|acronyms|abbreviations|corporate speak|flattery|sycophancy|"
        r"preambles?|puns|jokes|technical terms|clich[eé]s|smileys|passive voice|lecturing|lectures|marketing speak|"
        r"hype|all caps|caps lock|formalities|em dashes|formal language|sugar-?coat(?:ing)?)\b",
    ),
    _wish(
        name="en_style_not_be", key="response_style", polarity="negative", score=0.88, bare=0, rank=6,
        pattern=r"<NO_EN>\s(?:be|being|sound|sounding|act|acting)\s(?:so\s|too\s|that\s|overly\s|such an?\s|all\s)*"
        r"(?P<v>[a-z-]{4,}(?:(?:,|\s(?:and|or))\s[a-z-]+)?)(?=$|[,.!;]|\s(?:in|with|when|to|from|about|please|anymore|"
        r"again|any)\b)",
    ),
    # --- shapes of things
    _wish(
        name="en_currency", key="currency", shape="known", score=0.92, bare=0.72, rank=8,
        pattern=r"\b(?:quote|show|give|list|express|state|report|convert|use|display|put|price|invoice|bill|"
        r"calculate|prefer|want|switch to|stick to|default to|prices?|amounts?|figures?|costs?|numbers|budgets?|"
        r"currency|quotes?|totals?|everything|money|fees|salaries|invoices?|estimates?)\b<EN>{0,36}?\b(?:in|to|into|"
        r"use|is|"
        r"are)\s(?:the\s)?(?P<v><CUR>)",
    ),
    _wish(
        name="en_tax", key="other_preference", shape="subject", score=0.9, bare=0.62, rank=9,
        pattern=r"\b(?P<s>prices?|amounts?|figures?|totals?|quotes?)\b<EN>{0,30}?\b(?P<v>(?:net|"
        r"gross)(?: of tax)?|before tax|pre-?tax|after tax|"
        r"(?:ex|excl|excluding|without|including|incl|with|inclusive of|exclusive of) (?:vat|tax|gst)|"
        r"vat[- ](?:inclusive|exclusive|free))\b|"
        r"\b(?P<v>net|gross|pre-?tax|after-?tax|before-?tax|untaxed)\s(?P<s>prices?|amounts?|figures?|totals?|quotes?)\b",
    ),
    _wish(
        name="en_code_give", key="code_language", shape="code", score=0.9, bare=0.62, rank=8,
        pattern=r"\b(?:give|show|send|write)\s(?:me\s|us\s)?(?P<v><CODE>)\s(?:code|examples?|snippets?|samples?|scripts?)\b",
    ),
    _wish(
        name="en_currency_use", key="currency", shape="known", score=0.9, bare=0.7, rank=7,
        pattern=r"\b(?:use|using|prefer|switch to|stick to|default to|work in|think in|deal in|paid in|"
        r"trade in)\s(?:the\s)?(?P<v><CUR>)(?=$|[.,;!]|\s(?:for|please|when|as|only|from|instead|going|in|"
        r"everywhere|and|not))",
    ),
    _wish(
        name="en_currency_not", key="currency", polarity="negative", shape="known", score=0.9, bare=0.72, rank=9,
        pattern=r"<NO_EN>\s(?:use|using|quote|quoting|show|showing|give|giving|convert|"
        r"converting)\b<EN>{0,20}?\b(?:in\s|to\s)?(?P<v><CUR>)",
    ),
    _wish(
        name="en_code_in", key="code_language", shape="code", score=0.92, bare=0.64, rank=8,
        pattern=r"\b(?:code|examples?|snippets?|scripts?|samples?|functions?|programs?|demos?|programming|"
        r"implementations?)\b<EN>{0,24}?\b(?:in|use|using|with|to be|into|is|are|be)\s(?P<v><CODE>)",
    ),
    _wish(
        name="en_code_use", key="code_language", shape="code", score=0.87, rank=9,
        pattern=r"\b(?:i|we)(?:'m|\sam|\sare|'re|'ve|\shave)?\s<ADV_EN>(?:code|program|write|develop|work|build|script|prefer|"
        r"use|stick to|coding|writing|working|programming|"
        r"(?:switched|moved|migrated|changed)(?: over)?(?: from <CODE>)? to)\s(?:mostly\s|mainly\s|only\s|"
        r"exclusively\s|everything\s)?(?:in\s|with\s|to\s|using\s)?(?P<v><CODE>)(?=$|[.,;!]|\s(?:for|over|to|when|"
        r"as|and|at|now|only|instead|not|rather|because|these|here|exclusively|code|mostly))",
    ),
    _wish(
        name="en_code_must", key="code_language", shape="code", score=0.9, bare=0.74, rank=7,
        pattern=r"\b(?:must|should|has to|have to|needs to|need to|will|only|always|please|default to|stick to|"
        r"stick with)\s(?:always\s|only\s|be\s)?(?:use|write|be written in|be in|written in|code in|go with|using|"
        r"written)\s?(?:in\s)?(?P<v><CODE>)(?=$|[.,;!]|\s(?!sdk|client|app|script))",
    ),
    _wish(
        name="en_code_project", key="code_language", shape="code", score=0.9, rank=8,
        pattern=r"\b(?:for|in|on|within) this (?:project|repo(?:sitory)?|codebase)\b,?\s(?:please\s|we(?:'ll)?\s|"
        r"always\s|"
        r"only\s|let's\s|i want\s|must\s|should\s|will\s|you\s|have to\s|everything\s|is\s|are\s|"
        r"all\scode\s)*(?:uses?|using|"
        r"stick to|stick with|go with|write (?:everything |it )?in|code in|written in|in)\s(?P<v><CODE>)|"
        r"\bthis (?:project|repo(?:sitory)?|codebase) (?:must |has to |should |will |only )*(?:uses?|"
        r"be (?:written )?in|is (?:written )?in|"
        r"is all)\s(?P<v><CODE>)|\bthis (?:project|repo(?:sitory)?|codebase) is\s(?P<v><CODE>)\s?(?:only|all the way)",
    ),
    _wish(
        name="en_code_not", key="code_language", polarity="negative", shape="code", score=0.92, bare=0.74, rank=9,
        pattern=r"(?:<NO_EN>|\bno longer|\bi don't)\s(?:ever\s)?(?:use|using|write|writing|give me|giving me|"
        r"suggest|suggesting|code in|answer in|show me|want)\s(?:in\s|any\s)?(?P<v><CODE>)|"
        r"\bno more (?P<v><CODE>)(?=$|[,.;!]|\s(?:code|examples?|snippets?|please|from|for)\b)",
    ),
    _wish(
        name="en_date_format", key="date_format", score=0.92, bare=0.74, rank=8,
        pattern=r"\b(?:dates?|date format)\b<EN>{0,30}?\b(?:in|as|like|use|is|to|"
        r"written)\s(?P<v>(?:the\s)?(?:ISO(?:\s?8601)?|[dmy]{1,4}[-/.\s][dmy]{1,4}(?:[-/.\s][dmy]{1,4})?|"
        r"day[- ](?:first|month)(?:[- ]year)?|month[- ]first|US|UK|European|American|British|long|24-hour|"
        r"day/month/year|year-month-day|month/day/year)(?:\s(?:format|style|order))?)",
    ),
    _wish(
        name="en_date_format_use", key="date_format", score=0.9, bare=0.72, rank=7,
        pattern=r"\b(?:use|write|prefer|want|with)\s(?P<v>(?:the\s)?(?:ISO(?:\s?8601)?|"
        r"[dmy]{2,4}[-/.][dmy]{2,4}[-/.][dmy]{2,4}|day-first|month-first|24-hour|12-hour|"
        r"year-month-day)(?:\s(?:format|style|clock|time))?|(?:the\s)?(?:American|US|British|UK|European|Chinese)"
        r"(?:[- ]style)?\s(?:dates?(?:\s(?:formats?|style))?))(?:\sdates?|\sfor dates?)?",
    ),
    _wish(
        name="en_number_format", key="number_format", score=0.9, bare=0.72, rank=8,
        pattern=r"\b(?P<v>(?:one|two|three|four|1|2|3|4|no|zero)\sdecimal(?:\splaces?|s)|thousands? separators?|"
        r"round(?:ed)?(?: numbers)? to (?:the nearest )?[a-z0-9 ]{3,20}|scientific notation|(?:comma|"
        r"point) as (?:the )?decimal separator|in (?:thousands|millions)|whole numbers only)\b",
    ),
    _wish(
        name="en_unit", key="unit_system", shape="label", score=0.91, bare=0.72, rank=8,
        pattern=r"\b(?:use|using|in|prefer|give|to|with|into|want|stick to)\s(?:the\s)?(?P<v>metric|imperial|"
        r"celsius|fahrenheit|kilomet(?:re|er)s|miles|kilograms?|kilos|kg|pounds(?!\s?sterling)|litres|liters|"
        r"gallons|acres|hectares|square (?:feet|met(?:re|er)s)|SI units|US customary)(?:\s(?:units?|system|"
        r"measurements?))?(?=$|[.,;!]|\s(?:please|for|only|not|from|when|and|instead|everywhere|always))",
    ),
    _wish(
        name="en_citation", key="citation_style", score=0.9, bare=0.7, rank=8,
        pattern=r"\b(?:cite|citations?|references?|bibliograph(?:y|ies)|footnotes?|sources?)\b<EN>{0,24}?\b(?:in|as|"
        r"use|using|follow|to|per)\s(?P<v>(?:the\s)?(?:APA|MLA|Chicago|Harvard|IEEE|Vancouver|Bluebook|AMA|"
        r"Turabian)(?:\s\d+)?(?:\s(?:style|format))?)|\b(?:use|in|prefer)\s(?P<v>(?:APA|MLA|Harvard|IEEE|Vancouver|"
        r"Bluebook|AMA|Turabian)(?:\s\d+)?)(?:\s(?:style|format))?\b",
    ),
    _wish(
        name="en_sources", key="citation_style", value="cite sources", score=0.9, bare=0.68, rank=7,
        pattern=r"\b(?:cite|include|give|list|show|add|link)\s(?:me\s)?(?:your\s|the\s|all\s|a\s)?(?:sources?|"
        r"references)\b",
    ),
    _wish(
        name="en_channel", key="preferred_channel", shape="known", score=0.92, bare=0.76, rank=7,
        pattern=r"\b(?:contact|reach|message|text|ping|notify|call|write to|get hold of|update|send|remind|tell|"
        r"write)\s(?:out to\s)?(?:me|us|them to me|it to me|everything|updates|things|it)\s(?:only\s|always\s|"
        r"please\s)?(?:on|via|by|through|over|using)\s(?:my\s)?(?P<v><CHAN>)",
    ),
    _wish(
        name="en_channel_send", key="preferred_channel", shape="known", score=0.9, bare=0, rank=7,
        pattern=r"\b(?:send|post|push|deliver|forward|share)\s(?:me\s|us\s)?(?:(?:the|my|our|all|every|each)\s){0,2}(?:(?:weekly|"
        r"daily|monthly|quarterly|nightly|annual|yearly)\s)?(?:[a-z]+\s)?(?:reports?|digests?|summar(?:y|ies)|updates?|"
        r"newsletters?|briefings?|alerts?|notifications?|reminders?|figures|numbers|results|invoices?|statements?)\s(?:to|via|by|"
        r"on|over|through|in)\s(?:my\s|our\s|me\s(?:on|by|via)\s)?(?P<v><CHAN>)(?=$|[.,;!]|\s(?:not|instead|rather|please|and|"
        r"from|every|each|only|channel)\b)",
    ),
    _wish(
        name="en_channel_best", key="preferred_channel", shape="known", score=0.9, bare=0.78, rank=7,
        pattern=r"(?:\b(?P<v><CHAN>)\sis\s(?:the\s)?(?:best|easiest|fastest|preferred|better|fine|"
        r"my preferred)(?:\sway)?(?:\s(?:to|for)\s(?:reach|contact|get|me|us)<EN1>{0,20})|\b(?:best|easiest|"
        r"preferred|fastest)\s(?:way|channel)\sto\s(?:reach|contact|get)\s(?:me|hold of me|us)\sis\s(?:by\s|via\s|"
        r"on\s|through\s)?(?P<v><CHAN>))",
    ),
    _wish(
        name="en_channel_rather", key="preferred_channel", shape="known", score=0.9, bare=0.76, rank=7,
        pattern=r"(?:<EN_START>(?:please\s|just\s|always\s)*(?P<v>email|e-mail|text|message|call|phone|WhatsApp|"
        r"Slack)\s(?:me|us)\b(?=$|[.!;,]|\s(?:instead|rather|not|please|when|if|from|for|whenever|any|about|with|"
        r"only|always)))|\b(?:i|we)(?:'d|\swould)\s(?:rather|prefer|like)\s(?:to\s)?be\s(?:contacted|"
        r"reached|notified|updated)\s(?:by|via|on|over)\s(?P<v><CHAN>)|\b(?:i|"
        r"we)\s<ADV_EN>prefer\s(?:to be (?:contacted|reached) (?:by|via|on|"
        r"over)\s)?(?P<v><CHAN>)(?=$|[.!;,]|\s(?:over|to|instead|rather|for|as|when))",
    ),
    _wish(
        name="en_channel_not", key="preferred_channel", polarity="negative",
        shape="known", score=0.92, bare=0.78, rank=8,
        pattern=r"<NO_EN>\s(?P<v>call|calling|phone|phoning|text|texting|email|emailing|whatsapp|message|messaging|"
        r"ring|ringing|fax|faxing)(?:ing)?\s(?:me|us)(?=$|[,.!;]|\s(?:on|at|again|anymore|any|ever|please|unless|"
        r"about|for|"
        r"during|after|before|when|if|by|because|in|every|all|i)\b)|<NO_EN>\s(?:contact|contacting|reach|reaching|"
        r"message|"
        r"messaging)\s(?:me|us)\s(?:on|via|by|through|over)\s(?P<v><CHAN>)|<EN_START>no\s(?P<v>phone calls|calls|"
        r"texts|text messages|emails)\b",
    ),
    _wish(
        name="en_confirm", key="confirmation", value="ask first", score=0.9, bare=0.74, rank=7,
        pattern=r"\b(?:ask|check with|confirm with|run it by|run (?:it|things|everything) past|consult|"
        r"clear it with)\s(?:me|us)\s(?:first\s)?(?:before|prior to|first)\b|\b(?:wait for|get|need)\smy\s(?:ok|"
        r"okay|approval|confirmation|go-ahead|sign-off)\s(?:before|first)|<NO_EN>\s<EN1>{3,40}\swithout\s(?:asking|"
        r"checking with|confirming with|my (?:ok|approval|confirmation))",
    ),
    _wish(
        name="en_confirm_not", key="confirmation", value="do not ask", score=0.88, bare=0.72, rank=8,
        pattern=r"<NO_EN>\s(?:to\s)?(?:ask(?:ing)?|check(?:ing)?|confirm(?:ing)?)\s(?:me|with me|"
        r"for (?:my )?(?:permission|confirmation))\b|\bno need to (?:ask|confirm|check)\b",
    ),
    _wish(
        name="en_visual", key="visual_form", score=0.88, bare=0.66, rank=9,
        pattern=r"\b(?:use|show|give|draw|include|add|prefer|want|like|present|visuali[sz]e|as|with)\s(?:me\s|it\s|"
        r"them\s|things\s|data\s|results\s|as\s|with\s|in\s|an?\s|the\s|seeing\s){0,4}(?P<v>"
        r"diagrams?|(?:bar|pie|line|area|scatter|column|bubble|radar)\s(?:charts?|graphs?|plots?)|flow ?charts?|"
        r"mind ?maps?|timelines?|visuals|pictures|"
        r"infographics?|gantt charts?|heat ?maps?|dashboards?)\b",
    ),
    _wish(
        name="en_greeting", key="greeting", polarity="negative", score=0.88, bare=0.7, rank=6,
        pattern=r"(?:<NO_EN>\s(?:start|begin|open|starting|beginning|opening)\s(?:every\s<EN1>{1,16}\s|"
        r"your\s<EN1>{1,16}\s|messages\s|with\s|by\s)*(?:with\s|by\s)?|<NO_EN>\s|<EN_START>(?:no|skip the|"
        r"drop the)\s)(?P<v>greetings?|greeting me|hello|hi|salutations?|introductions?|small talk at the start|"
        r"good (?:morning|day))\b",
    ),
    _wish(
        name="en_greeting_say", key="greeting", score=0.88, bare=0.66, rank=9,
        pattern=r"\b(?:start|begin|open|greet me)\b(?!ing)<EN1>{0,24}?\s(?:with|"
        r"by saying)\s<OPEN>(?P<v>[^”\"’」\n]{1,60})<CLOSE>",
    ),
    _wish(
        name="en_range", key="default_range", score=0.88, bare=0, rank=6,
        pattern=r"\b(?:by default|default to|always|unless i say otherwise)\b<EN>{0,30}?\b(?P<v>(?:the\s)?(?:last|"
        r"past|previous)\s(?:\d+|two|three|six|seven|twelve)?\s?(?:days?|weeks?|months?|quarters?|years?)|"
        r"year to date|this (?:month|quarter|year))",
    ),
)
# fmt: on
