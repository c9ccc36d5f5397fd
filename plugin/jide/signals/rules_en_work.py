"""English wordings of what people work with and for, what binds them, what they aim at and decided."""

from functools import partial
from typing import Final

from jide.signals.doubts import with_doubts
from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="en")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
WORK_EN: Final = (
    # --- with what, for whom
    _fact(
        name="en_stack", key="tech_stack", shape="names", score=0.89, rank=7,
        pattern=r"\b(?:our|my|the)\s(?:entire\s|whole\s|current\s)?(?:stack|tech stack|back ?end|front ?end|"
        r"database|infrastructure|api|services?|app|platform|codebase|code base|server side|data pipeline)\s(?:is|"
        r"are|runs on|run on|uses|use|is built (?:on|with|in)|consists of|is written in)\s(?:mostly\s|all\s|"
        r"mainly\s|currently\s|now\s)?(?P<v>(?!slow|down|broken|not|a mess|too|very|old|using|good|bad|going|in\b|"
        r"on\b|the\b)[A-Za-z][A-Za-z0-9.+#/, &-]{1,60})",
    ),
    _fact(
        name="en_stack_run", key="tech_stack", shape="stack", score=0.87, rank=6,
        pattern=r"\b(?:i|we)(?:'re|\sare|<BE>)?<TO_EN>\s(?:run|running|deploy|deploying|develop|build|built|host|"
        r"hosting|moved|migrated|migrating|switched|develop with|use|using|rely)\s(?:everything\s|our\s[a-z]+\s|"
        r"it\s|all\s)?(?:on|with|in|to|over to|using)?\s?(?P<v><SOFT>(?:<JOIN_EN><SOFT>){0,5})(?:\s(?:in production|"
        r"for (?:the )?(?:backend|back end|frontend|front end|database|storage|cache|caching|queue|messaging|"
        r"persistence|web)|at work|everywhere|as (?:the|our) \w+))",
    ),
    _fact(
        name="en_stack_on", key="tech_stack", shape="stack", score=0.85, rank=5,
        pattern=r"\b(?:we|everything(?:\swe\s[a-z]+)?|project [A-Za-z0-9]+)(?:'re|\sare|'ve|\shave)?<TO_EN>\s(?:on|"
        r"runs? on|running on|"
        r"deploy(?:ed)? (?:on|to)|build on|built on|moved to|migrated to|hosted on|standardi[sz]ed on|develop in|"
        r"uses|use|switched to)\s(?P<v><SOFT>(?:<JOIN_EN><SOFT>){0,5})(?=$|[.,;!]|\s(?:and|for|now|in|instead|since|"
        r"at|as|with)\b)",
    ),
    _fact(
        name="en_system", key="system_in_use", shape="system", score=0.84, rank=4,
        pattern=r"<WE_EN>(?:'re|\sare|\sis|<BE>)?<TO_EN>\s(?:use|uses|using|work with|works with|run|runs|moved to|"
        r"switched to|migrated to|subscribe to|rolled out|"
        r"bought)\s(?P<v>(?!to\b)<TOOL_EN>(?:<LIST_EN><TOOL_EN>){0,5})(?=$|[.,;!]|\s(?:for|as|"
        r"to|at|in|and|on|here|now|instead|with|since|internally|across)\b)",
    ),
    _fact(
        name="en_system_switch", key="system_in_use", shape="system", score=0.85, rank=5,
        pattern=r"<WE_EN>(?:'re|\sare|\sis|'ve|\shave|\shas|<BE>)?<TO_EN>\s<SWITCH_EN>\s?\bto\s"
        r"(?P<v><TOOL_EN>(?:<LIST_EN><TOOL_EN>){0,3})(?=$|[.,;!]|\s(?:for|as|in|and|on|now|last|this|because|since|"
        r"recently|years?|a)\b)",
    ),
    _fact(
        name="en_system_left", key="system_in_use", polarity="negative", shape="system", score=0.8, rank=5,
        pattern=r"<WE_EN>(?:'re|\sare|\sis|'ve|\shave|\shas|<BE>)?<TO_EN>\s(?=<SWITCH_EN>\s?\bto\s<TOOL_EN>)(?:[a-z]+\s){1,3}?"
        r"from\s(?P<v><TOOL_EN>)(?=\s?\bto\s)",
    ),
    _fact(
        name="en_system_our", key="system_in_use", shape="system", score=0.87, rank=6,
        pattern=r"\b(?:our|my)\s(?:crm|erp|hr system|accounting (?:system|software|package)|ticketing (?:system|"
        r"tool)|help ?desk|wiki|project tracker|pos|point of sale|inventory system|email provider|calendar|"
        r"payroll (?:system|software)|chat tool|lms|ehr|emr|cms|data warehouse|warehouse system|billing system|"
        r"spreadsheet tool|issue tracker|store platform)\s(?:is|runs on|is on)\s(?:now\s|currently\s)?(?P<v>(?!slow|"
        r"down|broken|not|a\b|very)[A-Za-z0-9][A-Za-z0-9.+/ -]{1,40})",
    ),
    _fact(
        name="en_system_runs", key="system_in_use", shape="system", score=0.85, rank=5,
        pattern=r"\b(?:our|my)\s(?:[a-z-]+\s){0,2}?(?:(?:[a-z-]+)\s(?:runs? on|lives? in|is managed in|is done in|"
        r"are managed in|"
        r"is handled in|is kept in|is tracked in)|(?:shop|store|site|website|blog|company|team|office|business|"
        r"organi[sz]ation|"
        r"firm|department|clinic|school)\s(?:is|are)\s(?:all\s)?(?:on|built on|hosted on))\s(?P<v><SOFT>|"
        r"(?-i:[A-Z][A-Za-z0-9.+/]*"
        r"(?:\s[A-Z0-9][A-Za-z0-9.+/]*){0,2}))(?=$|[.,;!]|\s(?:for|and|now|at|since|these|but|with)\b)|"
        r"\b(?:we|i)\s(?:track|manage|keep|log|handle|plan|store|do|run)\s(?:everything|all [a-z ]{2,20}|(?:our|"
        r"my) [a-z ]{2,20}|"
        r"(?:tickets|tasks|orders|invoices|payroll|bookings|stock|inventory|accounting|notes))\s(?:in|on|with|using|"
        r"through)\s(?P<v><SOFT>|(?-i:[A-Z][A-Za-z0-9.+/]*"
        r"(?:\s[A-Z0-9][A-Za-z0-9.+/]*){0,2}))(?=$|[.,;!]|\s(?:for|and|now|at|since|these|but|with)\b)",
    ),
    _fact(
        name="en_system_stop", key="system_in_use", polarity="negative", shape="system", score=0.87, rank=8,
        pattern=r"\b(?:we|our (?:company|team))(?:'ve|\shave)?\s(?:no longer use|don't use|do not use|stopped using|"
        r"dropped|retired|moved (?:off|away from)|got rid of|abandoned|phased out|decommissioned)\s(?P<v>(?!it\b|"
        r"that\b|this\b|the\b)[A-Za-z0-9][^,.!?;\n\ue000]{1,30}?)(?=$|[.,;!]|\s(?:anymore|any more|for|last|this|"
        r"since|in|years|and|now)\b)",
    ),
    _fact(
        name="en_environment", key="environment", score=0.87, rank=7,
        pattern=r"\b(?:i<BE>|i'm|i use|i work on|i run|we run|we're|we are|i develop on|my (?:laptop|machine|"
        r"computer|phone|os|desktop) (?:is|runs))\s(?:on\s|running\s|stuck on\s|using\s|an?\s|only\s|"
        r"all on\s)*(?P<v>(?:Windows|macOS|Mac OS|Mac(?:Book)?|Linux|Ubuntu|Debian|Fedora|Arch|CentOS|iPhone|iPad|"
        r"iOS|Android|ChromeOS|Chromebook|WSL|Raspberry Pi)(?:\s(?:\d+(?:\.\d+)*|Pro|Server|laptop|machine|"
        r"phone))*)|\b(?:we|i)(?:'re|\sare|<BE>)?\s(?:behind|on|in)\san?\s(?P<v>(?:corporate\s)?(?:firewall|proxy|"
        r"vpn|air-?gapped (?:network|environment)|offline (?:machine|network)))|\b(?:i|we)\s(?P<v>(?:have no|"
        r"don't have|cannot get) (?:internet|admin|root|network)(?: access)?)",
    ),
    _fact(
        name="en_equipment", key="equipment", shape="subject", score=0.84, rank=6,
        pattern=r"\b(?:my|our)\s(?P<s>(?:[a-z]+\s)?(?:camera|laptop|printer|router|nas|tractor|phone|server|car|"
        r"bike|oven|3d printer|monitor|graphics card|gpu|drone|combine|scanner|coffee machine|keyboard|headset|"
        r"tablet|lathe|mill|truck|van|device(?: [a-z0-9]+)?))\s(?:is|'s)\s(?:now\s)?(?:an?\s|the\s)?(?P<v>(?!broken|"
        r"slow|dead|down|not|too|very|in|on|at|old|new\b|acting|making|really|so|getting|giving|about|"
        r"out)[A-Za-z0-9][^,.!?;\n\ue000]{1,40})|^(?P<s>(?:device|server|printer|machine|router|node|camera|tractor|host)\s"
        r"(?-i:[A-Z0-9]{1,3}))\s(?:is|'s)\s(?:now\s)?(?:an?\s|the\s)?(?P<v>(?!down|broken|slow|dead|not|too|very|in\b|on\b|at\b|"
        r"offline|online|up\b|out|[a-z]+(?:ed|ing)\b)[A-Za-z0-9][^,.!?;\n\ue000]{1,40})",
    ),
    _fact(
        name="en_crop", key="crop", shape="names", score=0.86, rank=7,
        pattern=r"\b(?:i|we)<TO_EN>\s(?:grow|farm|cultivate|plant|growing|planted|raise)\s(?:\d+\s(?:acres|hectares|"
        r"ha)\sof\s|mostly\s|mainly\s|some\s|organic\s)?(?P<v>(?:[a-z]+\s)?(?:rice|wheat|corn|maize|soy(?:beans?)?|"
        r"barley|oats|rye|potatoes|tomatoes|apples|grapes|olives|coffee|tea|cotton|sugar ?cane|strawberries|"
        r"blueberries|raspberries|cherries|citrus|oranges|lemons|avocados|almonds|walnuts|lavender|hops|canola|"
        r"rapeseed|sunflowers|lettuce|cabbages?|onions|garlic|peppers|chil(?:l)?ies|pumpkins|mushrooms|bananas|"
        r"mangoes|cassava|peanuts|vegetables|herbs|alfalfa|hay|beans|peas|carrots)(?:<JOIN_EN>[a-z ]{2,24})?)",
    ),
    _fact(
        name="en_market", key="market", shape="region", score=0.9, rank=8,
        pattern=r"<WE_EN>(?:'re|\sare|\sis|<BE>)?<TO_EN>\s(?:sell|sells|selling|ship|ships|shipping|export|exports|"
        r"exporting|operate|operates|expand|expanding|distribute|distributes|target|targets|targeting|serve|serves|"
        r"focus|focused|cater)\s(?:our\s[a-z ]{2,20}\s|products\s|goods\s|everything\s|[a-z ]{2,24}?\s)?(?:mostly\s|"
        r"mainly\s|only\s|primarily\s)?(?:in|to|into|on|across|throughout|"
        r"for)?\s?(?P<v><REGION_EN>(?:<JOIN_EN><REGION_EN>){0,4})\b",
    ),
    _fact(
        name="en_market_is", key="market", shape="region", score=0.9, rank=8,
        pattern=r"\b(?:our|my)\s(?:main|target|primary|biggest|core|key|home)\s?(?:export\s)?markets?\s(?:is|"
        r"are)\s(?P<v>[^.!?;\n\ue000]{2,60})|\b(?:our|my)\s(?:customers|buyers|clients|users)\sare\s(?:mostly\s|"
        r"mainly\s|all\s|primarily\s)?(?:in|from|based in)\s(?P<v><REGION_EN>(?:<JOIN_EN><REGION_EN>){0,3})",
    ),
    _fact(
        name="en_product", key="product", shape="names", score=0.8, rank=4,
        pattern=r"<WE_EN><TO_EN>\s(?:sell|sells|make|makes|manufacture|manufactures|produce|produces|export|import|"
        r"distribute|build|craft)\s(?P<v>(?!mostly|mainly|primarily|only|worldwide|globally|online|directly|all over|"
        r"it\b|that\b|this\b|sure\b|sense\b|in\b|to\b|on\b|a (?:mistake|"
        r"difference|living|list|decision|reservation|booking)\b|my\b|money\b|up\b|an?\b|"
        r"the\b)[a-z][^,.!?;\n\ue000]{2,50}?)(?=$|[,.!;]|\s(?:in|to|on|for|online|across|and ship|from|through|via|"
        r"at)\b)",
    ),
    # --- what binds
    _fact(
        name="en_budget", key="budget", shape="money", score=0.92, rank=9,
        pattern=r"\b(?:budget|spend(?:ing)?\s(?:limit|cap)|price limit|"
        r"max(?:imum)? spend)\b(?:(?!n't|\snot\s)[^.!?;\n\d\ue000]){0,34}?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_budget_spend", key="budget", shape="money", score=0.8, rank=6,
        pattern=r"\b(?:i|we)\s(?:can(?:'t|not)?|could|don't want to|won't|will not|can only|want to|are able to|"
        r"do not want to)\s(?:afford|spend|pay|go (?:over|above|higher than))\s(?:more than\s|over\s|up to\s|"
        r"at most\s|about\s|around\s|no more than\s)?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_budget_have", key="budget", shape="money", score=0.82, rank=6,
        pattern=r"\b(?:i|we)(?:'ve got|\shave|\sgot)\s(?:about\s|around\s|only\s|"
        r"up to\s)?(?P<v><MONEY_EN>)\s(?:to spend|for (?:this|the)|budgeted|to work with)",
    ),
    _fact(
        name="en_approval", key="approval_limit", shape="money", score=0.88, rank=10,
        pattern=r"\b(?:approval|sign-?off|purchasing|signing|spending)\s(?:limit|authority|"
        r"threshold)\b[^.!?;\n\d\ue000]{0,24}?(?P<v><MONEY_EN>)|\bi\scan\s(?:approve|sign off(?: on)?|"
        r"authori[sz]e)\s(?:up to\s|anything (?:under|below|up to)\s|purchases (?:under|up to)\s)?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_deadline", key="deadline", shape="date", score=0.88, rank=7,
        pattern=r"\b(?:deadline|due date|launch date|go-live(?: date)?|delivery date|cut-?off(?: date)?|"
        r"submission date)\b\s(?:is|was moved to|moved to|has moved to|has been moved to|got pushed to|"
        r"for [a-z ]{2,24} is|falls on|=|:)\s?(?:now\s|on\s|by\s|the\s)?(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_deadline_due", key="deadline", shape="date", score=0.86, rank=7,
        pattern=r"\b(?:is|are|it's|everything's|must be|has to be|have to be|needs to be|need to be)\s(?:due|done|"
        r"finished|delivered|submitted|live|launched|shipped|ready|completed|in)\s(?:on\s|by\s|"
        r"before\s)(?P<v>[^,.!?;\n\ue000]{2,40})|\b(?:we|i)\s(?:have to|need to|must)\s(?:ship|deliver|submit|"
        r"launch|finish|hand it in|go live|file|publish)\s(?:[a-z ]{0,20}?)(?:by|"
        r"before)\s(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_compliance", key="compliance", score=0.92, rank=9,
        pattern=r"\b(?P<v>(?:HIPAA|GDPR|CCPA|SOX|FERPA|COPPA|PIPL|LGPD|FedRAMP|PCI(?:[- ]DSS)?|"
        r"SOC\s?[12](?:\stype\s(?:ii?|[12]))?|ISO\s?\d{3,5}|WCAG(?:\s?\d\.\d)?(?:\sAA?A?)?|FDA|GxP|GMP|ADA|"
        r"Section 508|IFRS|GAAP))[- ](?:compliant|compliance|certified|approved|rules|regulations)\b",
    ),
    _fact(
        name="en_compliance_must", key="compliance", score=0.91, rank=9,
        pattern=r"\b(?:must|has to|have to|needs? to|need to|required to|should|bound by|subject to|under|"
        r"fall under|falls under)\s(?:be\s|also\s|fully\s|strictly\s)?(?:comply with|meet|follow|satisfy|pass|"
        r"conform to|adhere to|compliant with|in line with|respect|under)?\s?(?:the\s)?(?P<v>HIPAA|GDPR|CCPA|SOX|"
        r"FERPA|COPPA|PIPL|LGPD|FedRAMP|PCI(?:[- ]DSS)?|SOC\s?[12]|ISO\s?\d{3,5}|WCAG(?:\s?\d\.\d)?(?:\sAA?A?)?|"
        r"FDA(?:\srules)?|GMP|ADA|IFRS|GAAP)\b",
    ),
    _fact(
        name="en_residency", key="data_residency", score=0.92, rank=9,
        pattern=r"\b(?:(?:our|the|all|customer|patient|user|my|personal)\s){0,3}(?:data|records|files|logs|"
        r"backups)\s(?:must|has to|have to|needs? to|can only|should|is required to)\s(?:all\s|always\s|"
        r"only\s)?(?:stay|remain|be stored|be kept|be hosted|live|reside|be processed)\s(?:in|within|on|"
        r"inside)\s(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_residency_not", key="data_residency", polarity="negative", score=0.92, rank=9,
        pattern=r"\b(?:data|records|files|logs|backups)\s(?:must not|mustn't|cannot|can't|may not|must never|"
        r"is not allowed to|should never|can not)\s(?:ever\s)?(?P<v>(?:leave|be stored (?:in|outside)|be sent (?:to|"
        r"outside)|be hosted (?:in|outside)|cross|go to|be processed (?:in|outside)|"
        r"end up in)\s?[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_rule", key="other_constraint", score=0.76, rank=3,
        pattern=r"\b(?:our|my)\s(?:company|firm|employer|school|hospital|clinic|department|client contract|"
        r"landlord)\s(?:policy|requires|doesn't allow|does not allow|forbids|rules)\s(?:is\s|that\s|us to\s|to\s|"
        r"require\s|requires\s|me to\s)*(?P<v>[^.!?;\n\ue000]{4,80})",
    ),
    # --- what is meant to be, what was settled
    _fact(
        name="en_goal", key="goal", score=0.85, rank=5,
        pattern=r"\b(?:my|our)\s(?:main\s|biggest\s|long-term\s|short-term\s|current\s|primary\s)?(?:goal|aim|"
        r"objective|target|ambition)\s(?:for\s[a-z0-9 ]{2,24}\s|"
        r"this\s[a-z]+\s)?is\s(?:to\s)?(?P<v>(?!not\b)[^.!?;\n\ue000]{3,100})",
    ),
    _fact(
        name="en_goal_try", key="goal", score=0.76, rank=3,
        pattern=r"\b(?:i<BE>|we're|we are)\s(?:currently\s|now\s)?(?:training for|studying for|preparing for|"
        r"saving (?:up )?for|working towards?|learning|trying to (?:lose|quit|learn|cut|save|get fit|eat|reduce|"
        r"build))\s?(?P<v>(?!that\b|it\b|about)[^,.!?;\n\ue000]{2,60})",
    ),
    _fact(
        name="en_decision", key="decision", score=0.83, rank=4,
        pattern=r"\b(?:we|i)(?:'ve|\shave)?\s(?:finally\s|now\s|already\s|all\s)?(?:decided|agreed|settled on|"
        r"chosen|picked|voted|opted|resolved|committed to)\s(?:to\s|on\s|that\s|for\s)?(?P<v>(?!not sure|yet|if\b|"
        r"what|it\b)[^.!?;\n\ue000]{3,100})",
    ),
    _fact(
        name="en_task", key="open_task", score=0.78, rank=3,
        pattern=r"\b(?:to-?do|open task|action item|outstanding)\s?:\s?(?P<v>[^.!?;\n\ue000]{3,100})|"
        r"\bi\sstill\s(?:have to|need to|haven't|owe)\s(?P<v>(?!seen|heard|know|understand|"
        r"decide)[^.!?;\n\ue000]{3,100})",
    ),
    # --- the rest, with its object in the value
    _fact(
        name="en_my_is", key="other_fact", shape="subject", score=0.74, rank=1,
        pattern=r"\bmy\s(?P<s>(?!question|problem|point|issue|guess|answer|understanding|opinion|bad|goal|friend|"
        r"concern|apologies|turn|mistake|name|idea|thought|request|plan is|favou?rite|boss|wife|husband|mother|mom|"
        r"mum|father|dad|son|daughter|brother|sister|manager|colleague|intention|preference|hope|fear|advice|"
        r"suggestion|first|next|last|only|main)[a-z]+(?:\s[a-z]+){0,2})\s(?:is|are)\s(?:now\s|"
        r"currently\s)?(?P<v>(?!not\b|that\b|to\b|what|how|why|if\b|about|wrong|right|broken|too\b|so\b|very\b|"
        r"this\b|frozen|stuck|missing|gone|late|lost|blank|dead|empty|full|open|ready|due|here|there|ok|okay|fine|"
        r"good|great|bad|slow|"
        r"overdue|pending|[a-z]+ed\b|in\b|on\b|at\b|asking|going|being|getting|having|"
        r"coming)[A-Za-z0-9][^,.!?;\n\ue000]{1,60})",
    ),
    _fact(
        name="en_business", key="other_fact", shape="subject", score=0.76, rank=1,
        pattern=r"^<SAFE_EN>(?:(?:fyi|btw|by the way|note|just so you know|also|hi|hello)[,:.]?\s)?(?:our|"
        r"my)\s(?:company's\s|"
        r"firm's\s)?(?P<s><BUSINESS_EN>)\s(?:(?:is|are)\s(?:always\s|now\s|every\s)?(?P<v>(?!not\b|down|broken|late|slow|wrong|"
        r"missing|empty|full|too\b|very\b|so\b|about\b|going|being|getting|[a-z]+(?:ed|ing)\b|a (?:mess|problem|"
        r"nightmare)|good|"
        r"bad|great|ok|fine|ready|due|the (?:problem|issue|reason)|what|why|how|that\b|where|when|an?\b)(?:<EN1>|"
        r"[.:](?=\w)){2,60})|"
        r"(?P<v>(?:starts?|begins?|ends?|closes?|opens?|runs|run (?:from|until|every|on|in)|takes?|falls?|lasts?|"
        r"goes from)\s"
        r"(?:on|in|at|from|until|every|for|with|between|about|around|up to|\d|one|two|three|four|five|six|seven|"
        r"ten)\b<EN1>{2,60}))"
        r"(?=$|[.!;,])(?!.*\?)",
    ),
    _fact(
        name="en_schedule", key="other_fact", shape="subject", score=0.74, rank=3,
        pattern=r"(?:^|(?<=[,;:]\s))(?:the\s|our\s|my\s)?(?P<s>(?:weekly\s|daily\s)?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s|’s)?"
        r"(?:\s(?:morning|afternoon|evening|night))?\s(?:[a-z-]+\s)?(?:meeting|stand-?up|call|sync|review|class|lesson|shift|retro|"
        r"training|session|seminar|appointment|check-in))\s(?:is|takes place|happens|is held|"
        r"starts)\s(?:always\s|now\s)?"
        r"(?P<v>(?:in|at|on|from)\s<EN1>{2,40})(?=$|[,.!;])",
    ),
    _fact(
        name="en_project_on", key="other_fact", shape="subject", score=0.76, rank=11,
        pattern=r"\bi(?:<BE>|'ve|\shave|\swas|\swork|\sgot)?<TO_EN>\s(?:on|assigned to|working on|moved|"
        r"transferred|switched)\s"
        r"(?:over\s)?(?:from\s(?:the\s)?(?:project\s<EN1>{1,24}?|<EN1>{1,24}?\sproject)\sto\s)?(?:the\s)?"
        r"(?:(?P<s>project)\s(?P<v>(?-i:[A-Z0-9])[\w-]*)|(?P<v>(?-i:[A-Z0-9])[\w-]*)\s(?P<s>project))\b",
    ),
    *with_doubts(_fact(
        name="en_remember", key="?other_fact", shape="infer", score=0.8, rank=1,
        pattern=r"<EN_START>(?:please\s)?(?:remember(?: that|:|,)|(?:please\s)?note(?: that|:)|keep in mind that|"
        r"don't forget that|for (?:the|your) record,?|bear in mind that|just so you know,?|make a note(?: that|"
        r":))\s(?P<v><SAFE_EN><PLAIN_EN>(?!to\b|when\b|how\b|what\b|the time\b)[^.!?;\n\ue000]{6,140})",
    )),
)
# fmt: on
