"""English wordings by which people correct what was said or remembered."""

from functools import partial
from typing import Final

from jide.signals.manners import LEAD_EN
from jide.signals.openings import STRONG_EN
from jide.signals.rules import Rule

_fix = partial(Rule, signal="correction", language="en", key="", ending="wrong")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
FIXES_EN: Final = (
    # --- English
    _fix(
        name="en_fix_is", score=0.85, rank=9,
        pattern=rf"<EN_START>{LEAD_EN}"
        r"<POLITE_EN>(?:actually[,\s]\s?|sorry[,\s]\s?|in fact[,\s]\s?|"
        r"but\s|and\s|i\ssaid\s|because\s)*(?:it's|it\sis|it\swas|they're|they\sare|that's|that\sis|the\s(?:right|"
        r"correct|actual|real|new)\s[a-z ]{1,24}?\sis|it\sshould(?:\s(?:be|say|read|have been))|should\sbe|"
        r"it\shas\sto\sbe|he's|she's|there\sare|we're|we\sare|(?:my|our|the)\s(?P<s>[a-z ]{2,24}?)\s(?:is|"
        r"are))\s(?:now\s|actually\s|in\s)?<NEW_EN>",
    ),
    _fix(
        name="en_fix_form", key="report_format", score=0.85, rank=10,
        pattern=r"<EN_START><WRONG_EN>[,.!:;–—-]+\s(?:(?:please|actually|sorry|make it|send it|do it|i (?:want|"
        r"need|meant|said)(?: it)?|"
        r"it should be|it's|rather)[,\s]\s?)*(?:in|as)\s(?:an?\s)?(?P<new><FMT>)(?:\s?(?:format|file|document|doc|"
        r"form))?"
        r"(?:,?\s(?:please|instead|thanks|not\s[^.!?;\n\ue000]{1,20}))*(?=$|[.!])",
    ),
    _fix(
        name="en_fix_says", score=0.74, rank=5,
        pattern=r"<EN_START><WRONG_EN>[,.!:;–—-]+\s<POLITE_EN>(?P<new>(?:it|they|we|(?:the|our|my)\s[a-z]+)\s"
        r"(?!(?:is|are|was|were|isn't|aren't|need|want|would|will|'ll|can)\b)[a-z]+s?\s[^.!?;\n\ue000]{3,100})",
    ),
    _fix(
        name="en_fix_states", score=0.8, rank=7,
        pattern=rf"<EN_START>{STRONG_EN}(?:actually[,\s]\s?|in fact[,\s]\s?|because\s|as\s|the\s)*(?P<s>(?!it\b|this\b|"
        r"that\b|there\b|what\b|you\b|no\b|not\b|the\b)[a-z][a-z' ]{0,24}?)\s(?P<verb>is|are|was|were|should be|"
        r"will be)\s(?:now\s|actually\s|in\s|on\s|at\s)?(?P<new>(?!not\b|wrong\b|all\b|fine\b|"
        r"good\b)(?:[^.!?;\n\ue000]|\.(?=\d)){1,100})",
    ),
    _fix(
        name="en_fix_need", score=0.76, rank=6,
        pattern=rf"<EN_START>{STRONG_EN}(?:i\s(?:actually\s)?(?:need|want|wanted|asked for|needed|prefer)|"
        r"(?:please\s)?(?:use|go with|put))\s(?:to\s(?:see|have|know)\s)?<NEW_EN>",
    ),
    _fix(
        name="en_fix_not_short", score=0.8, rank=8,
        pattern=r"^(?:no[,.]\s)?not\s(?P<old><PART_EN>{1,30}?)[.,;—-]\s(?:it's\s|but\s)?(?P<new>[A-Z0-9]"
        r"<PART_EN>{0,40})[.!]?$",
    ),
    _fix(
        name="en_fix_meant", score=0.84, rank=9,
        pattern=r"(?:<EN_START><WRONG_EN>\b[,.!:;\s–—-]+|^(?:sorry|oh|okay|ok|yes|well|um|hmm|but|"
        r"right)?[,.!]?\s?(?:but\s|sorry[,\s]\s?|no[,\s]\s?)?)(?:i(?:'m)?\s(?:actually\s|"
        r"really\s)?(?:asking(?:\s(?:about|for))?|looking for|talking about|referring to|meant|mean|said|"
        r"was\s(?:asking|talking|referring|looking|thinking)(?:\s(?:about|to|for|of))?|am\s(?:asking|talking|"
        r"referring)(?:\s(?:about|to|for))?|wanted to know|asked (?:for|about)|intended)|what i (?:meant|wanted|"
        r"mean|asked)(?:\s[a-z ]{1,20})?\s(?:was|is))\s(?:to (?:say|ask|know)\s|about\s|for\s|that\s)?<NEW_EN>",
    ),
    _fix(
        name="en_fix_wrong", score=0.86, rank=9,
        pattern=r"<EN_START><OLD_EN>\s(?:is|was|are|were)\s(?:wrong|incorrect|not right|not correct|outdated|"
        r"out of date|a mistake|mistaken|no longer (?:true|right|correct|valid|accurate))[,.;:!\s—-]+(?:and\s|"
        r"because\s|actually\s)?(?:it|that|they|the (?:right|correct|real) [a-z]+)(?:'s|'re|\sis|\sare|\sshould be|"
        r"\sshould have been|\swas)\s(?:now\s|actually\s)?<NEW_EN>",
    ),
    _fix(
        name="en_fix_not_but", score=0.84, rank=9,
        pattern=r"(?:<EN_START>|\b(?:it's|it\sis|that's|i'm|i\sam|is|was)\s)not\s(?:in\s|at\s|on\s)?(?P<old>(?!sure|"
        r"only|just|really|bad|yet|a problem|at all)<PART_EN>{1,50}?)(?:,?\sbut\s|"
        r"[,;.—-]\s?(?:but\s)?(?:it's|it\sis|that's|i'm|they're|it\sshould be)\s)(?:rather\s|actually\s|"
        r"in\s)?<NEW_EN>",
    ),
    _fix(
        name="en_fix_but_not", score=0.82, rank=10,
        pattern=r"\b(?:it's|it\sis|it\stakes|i said|i meant|that's|it\sshould be|i asked for|make it|call me|"
        r"the (?P<s>[a-z ]{2,20}?) is|(?P<s>my [a-z ]{2,20}?) (?P<verb>is)|(?P<s>i'm|i am|we're|we are)|(?P<s>i|we)\s"
        r"(?P<verb>work in|work for|work at|live in|use|drive|grow|"
        r"sell))\s(?P<new>(?!not\b)<PART_EN>{1,50}?),?\s"
        r"(?:and\s)?not\s(?:in\s|at\s|for\s)?(?P<old>(?!yet|sure|bad|that|at all|only|just|too|much|very)"
        r"<PART_EN>{1,50})",
    ),
    _fix(
        name="en_was_now", score=0.86, ending="changed", rank=9,
        pattern=r"<EN_START>(?:no[,.]\s)?<OLD_EN>\s(?:was|were)\s(?:last (?:year|month|week|quarter|time)|before|"
        r"ages ago|years ago|months ago|the old (?:one|version|plan)|previously|back then|(?:in\s)?(?:19|20)\d\d|"
        r"yesterday)[.,;!\s—-]+(?:and\s|but\s)?(?:(?:now\s)?(?:it's|it\sis|they're|we're on|we're at|i'm at|"
        r"that's)\s(?:now\s)?(?P<new>(?!not\b)<PART_EN>{1,60}?)(?:\snow)?(?=$|[,.!?;])|now\s(?:it's\s|"
        r"it is\s|we use\s|i use\s|i'm in\s)?(?P<new><PART_EN>{1,60}))",
    ),
    _fix(
        name="en_gone_now", score=0.84, ending="changed", rank=10,
        pattern=r"\b(?:(?P<s>i|we)\s(?:no longer|don't|do not|stopped|quit|gave up)\s(?:work(?:ing)?\s(?:at|for|in|"
        r"with)|"
        r"liv(?:e|ing)\sin|us(?:e|ing)|eat(?:ing)?|drink(?:ing)?|sell(?:ing)?|grow(?:ing)?|driv(?:e|ing))|"
        r"(?P<s>i'm|i am|we're)\s(?:no longer|not)(?:\s(?:in|at|with))?|(?:please\s)?(?:don't|do not|"
        r"stop)(?:\sus(?:e|ing))?)"
        r"\s(?P<old><PART_EN>{1,40}?)(?:\sany ?more)?[,.;]\s(?:and\s|but\s|so\s)?(?:please\s|now\s)?(?:(?:i'm|"
        r"i am|"
        r"we're|i've|we've|i|we)\s(?:now\s|just\s)?)?(?:at|in|with|on|use|using|joined|work(?:ing)?\s(?:at|for|in|"
        r"with)|"
        r"live in|moved to|switched to|switch to|go with)\s(?P<new>(?!it\b|that\b|the\b)<PART_EN>{1,40}?)"
        r"(?:\s(?:now|instead|these days|from now on))*(?=$|[,.!?;])",
    ),
    _fix(
        name="en_swapped", score=0.84, ending="changed", rank=10,
        pattern=r"\b(?P<s>we|i)(?:'ve|\shave)?\s(?:just\s|finally\s|recently\s)?(?:dropped|ditched|got rid of|"
        r"replaced|retired|"
        r"abandoned|stopped using|moved off|moved away from|"
        r"said goodbye to)\s(?P<old><PART_EN>{1,30}?)(?:\s(?:last|this)\s[a-z]+|"
        r"\sin\s[a-z]+|\s(?:recently|already))?[,.;]\s(?:and\s|so\s)?(?:(?:we're|we\sare|i'm|i\sam)\s(?:now\s|all\s)?(?:on|using|with)|"
        r"(?:now\s)?(?:we|i)\s(?P<verb>use)|(?:we\s|i\s)?(?:now use|switched to|moved to|"
        r"went with))\s(?P<new>(?!it\b|that\b)<PART_EN>{1,30}?)"
        r"(?:\s(?:now|instead|these days))*(?=$|[,.!?;])|\b(?P<s>we|i)(?:'ve|\shave)?\s(?:just\s|"
        r"finally\s|recently\s)?replaced\s"
        r"(?P<old><PART_EN>{1,30}?)\s(?:with|by)\s(?P<new>(?!(?:an?|the)\s(?:new|better|other)\sone\b)<PART_EN>{1,30}?)(?=$|[,.!?;])",
    ),
    _fix(
        name="en_new_job", key="employer", score=0.84, ending="changed", rank=10,
        pattern=r"\b(?P<s>i)(?:'ve|\shave)?\s(?:just\s|recently\s)?(?:left|quit|switched (?:jobs )?from|"
        r"moved (?:jobs )?from(?=\s(?-i:[A-Z]<PART_EN>{1,30}?\sto\s(?:join\b|work\b))))\s"
        r"(?P<old>[A-Z]<PART_EN>{0,30}?)[,]?\s(?:and\s(?:have\s|i\s|now\s|just\s|i'm\s)*(?:joined|work(?:ing)?\s"
        r"(?:at|for)|moved to|at|with)|for|to join|to)\s<CALLED_EN>(?P<new>[A-Z]<PART_EN>{0,30}?)(?:\snow)?"
        r"(?=$|[,.!?;])|\bi(?:'ve|\shave)?\s(?:just\s|recently\s)?joined\s<CALLED_EN>(?P<new>[A-Z]<PART_EN>{0,30}?)(?:\sas\s|\s(?:last|"
        r"this)\s|(?=$|[,.!?;]))",
    ),
    _fix(
        name="en_new_department", key="department", score=0.84, ending="changed", rank=10,
        pattern=r"\bi(?:'ve|\shave|\swas|\sgot)?\s(?:just\s|recently\s)?(?:moved|transferred|"
        r"switched)\s(?:over\s)?(?:from\s"
        r"(?P<old><PART_EN>{1,30}?)\s)?to\s(?:the\s)?(?P<new><PART_EN>{2,30}?)\s(?:department|team|"
        r"division)\b",
    ),
    _fix(
        name="en_now_is", score=0.8, ending="changed", rank=6,
        pattern=r"<EN_START>(?:it's|it\sis|they're|now it's|now it is|it has become|"
        r"these days it's)\s(?P<new>(?!not\b|all\b|time\b|good|fine|ok|right\b|clear|working|"
        r"great)<PART_EN>{1,50}?)\s(?:now|these days|as of (?:today|now|this week)|instead)(?=$|[,.!?;])|"
        r"<EN_START>now (?:it's|it is|they're)\s(?P<new>(?!not\b|all\b|time\b|good|fine|working|"
        r"clear)<PART_EN>{1,50})",
    ),
    _fix(
        name="en_changed_to", score=0.83, ending="changed", rank=7,
        pattern=r"\b(?:my|our|the)\s(?P<s>[a-z ]{2,30}?)\s(?:has\s|have\s|was\s|is\s|just\s|got\s)*(?:changed|moved|"
        r"switched|gone up|gone down|increased|decreased|been (?:changed|moved|raised|cut|lowered|extended|pushed)|"
        r"raised|cut|lowered|extended|pushed back|"
        r"pushed)\s(?:from\s(?P<old><PART_EN>{1,30}?)\s)?to\s(?:be\s)?(?P<new><PART_EN>{1,60})|"
        r"\b(?:changed?|updated?|correct|set|switch(?:ed)?|moved?|raised?)\s(?:my|our|"
        r"the)\s(?P<s>[a-z ]{2,30}?)\s(?:from\s(?P<old><PART_EN>{1,30}?)\s)?to\s(?P<new><PART_EN>{1,60"
        r"})|\b(?:my|our)\s(?P<s>[a-z ]{2,30}?)\sis\snow\s(?P<new><PART_EN>{1,60})",
    ),
    _fix(
        name="en_moved", score=0.84, ending="changed", rank=8,
        pattern=r"\b(?:i|we)(?:'ve|\shave)?\s(?:just\s|recently\s|now\s|already\s)?(?:moved|switched|changed|"
        r"migrated|transferred|"
        r"gone)\s(?:over\s)?from\s(?P<old><PART_EN>{1,40}?)\sto\s(?P<new><PART_EN>{1,40})",
    ),
    _fix(
        name="en_fix_task", score=0.58, rank=4,
        pattern=r"<EN_START>(?:no|nope|nah|not quite|wait|wait a minute|hold on|sorry|oh sorry|actually|hmm|oops|"
        r"on second thoughts?|just a (?:second|moment|minute)|wrong|that's (?:wrong|not right|incorrect|"
        r"not correct)|i(?:'ve|\shave)?\schanged my mind|change of plans?|never ?mind|now that i think (?:of|"
        r"about) it|scratch that)\b[,.!:;\s–—-]+(?:and\s)?<POLITE_EN>(?:(?:but|no|actually|sorry|wait|please|"
        r"instead|really|just|i'm sorry|i apologi[sz]e|rather|can you|could you|i think|"
        r"i'd say)[,.]?\s)*(?P<new>(?:make|change|switch|set|put|play|book|reserve|schedule|get|let's|i(?:'d|"
        r"\swould)?\s(?:actually\s|really\s|rather\s)?(?:want|need|prefer|like|would|meant|said|asked)|i(?:'ll|"
        r"\swill)|it(?:'s|\sis|\sshould|\shas|\swill)|we(?:'re|\sare|\sneed|\swant|'ll|\swill|'d)|add|find|look|"
        r"leave|send|for|from|on|at|in|cast|use|try|the|my|only|there|this|at|search|\d|one|two|three|four|five|"
        r"six)\b[^.!?;\n\ue000]{0,100})",
    ),
    _fix(
        name="en_fix_instead", score=0.56, rank=3,
        pattern=r"(?:^|(?<=[.!]\s))(?:(?:please|can you|could you|let's|i(?:'d|\swould)\s(?:like|rather|prefer)|"
        r"i\s(?:want|need|prefer)|make|change|how about|on)\b[^.!?;\n\ue000]{0,60}?(?P<new>\b(?:to|it|for|at|on|in|"
        r"the|a)\s[^.!?;\n\ue000]{1,60}?))\s(?:instead|rather)\b(?!\sof)",
    ),
    _fix(
        name="en_fix_mind", score=0.6, rank=3,
        pattern=r"\bi(?:'ve|\shave)?\s(?:just\s)?changed\smy\s(?:mind|plans?)\b[,.;:!\s—-]*(?:and\s|so\s|"
        r"but\s)?(?P<new>[^.!?;\n\ue000]{2,100})",
    ),
    _fix(
        name="en_fix_make", score=0.56, rank=3,
        pattern=r"<EN_START>(?:please\s|can you\s|could you\s|actually[,\s]\s?|just\s|instead[,\s]\s?|"
        r"then\s)*(?:make (?:it|that|them)|change (?:it|that|this|the \w+)(?:\sover)?(?:\sto)?)\s(?P<new>(?!work|"
        r"stop|happen|so|clear|sound|look|a list|easier|shorter|brief|longer)[^.!?;\n\ue000]{1,80})",
    ),
    _fix(
        name="en_reject", score=0.7, bare=0.64, rank=2,
        pattern=r"<EN_START>(?P<old>(?:that|this|your|the)(?:\s(?:answer|conclusion|number|figure|result|summary|"
        r"calculation|statement|claim|date|amount|total|recommendation|assumption|information|interpretation|"
        r"reading|reasoning|data|memory|record|last [a-z]+|[a-z]+ you (?:gave|quoted|mentioned)))?)(?:'s|\sis|\swas|"
        r"\sare|\sisn't|\swasn't|\slooks|\sseems|\scan't be)\s(?:just\s|simply\s|completely\s|totally\s|clearly\s|"
        r"still\s|plain\s|definitely\s)?(?:wrong|incorrect|not right|not correct|not true|inaccurate|outdated|"
        r"out of date|right|correct|mistaken|off|not accurate|false)(?<!'s right|is right|was right|'s correct|"
        r"is correct|was correct|seems right|looks right|looks correct|seems correct|are right|are correct)(?=$|"
        r"[,.!;])",
    ),
    _fix(
        name="en_reject_you", score=0.7, bare=0.64, rank=2,
        pattern=r"<EN_START>(?P<old>you(?:'re|\sare)\s(?:wrong|mistaken)(?:\sabout\s[^.!?;\n\ue000]{1,60})?|"
        r"you(?:'ve)?\s(?:got|have)\s(?:it|that|me|this|my \w+)\s(?:all\s)?wrong|you\s(?:misunderstood|misread|"
        r"misheard|miscalculated|mixed up)(?:\s<PART_EN>{1,40})?|i\s(?:don't|do not|can't)\s(?:agree|"
        r"accept)(?:\s(?:with\s)?(?:this|that|your)[^.!?;\n\ue000]{0,40})?|"
        r"i\sdisagree(?:\swith\s[^.!?;\n\ue000]{1,40})?|that(?:'s|\sis)(?:\snot|n't)\swhat\si\s(?:said|"
        r"asked(?: for)?|meant|want(?:ed)?)|that\sisn't\swhat\si\s(?:said|asked(?: for)?|meant|want(?:ed)?)|"
        r"(?:no[,.]\s|nope[,.]\s)?(?:wrong(?: again)?|incorrect|not (?:correct|right|true)))(?=$|[,.!;])",
    ),
)
# fmt: on
