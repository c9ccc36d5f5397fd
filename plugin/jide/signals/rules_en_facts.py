"""English wordings by which people say who they are, where they work and what binds them."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="en")
_WE: Final = r"\b(?:i|we|my (?:company|team|firm|shop|business|startup|organi[sz]ation|employer)|our (?:company|team|firm|shop|business|startup|organi[sz]ation|side|office|store|department|clinic|school|farm))"
_TO: Final = r"(?:\s(?:currently|now|mostly|mainly|primarily|also|still|just|only|already|recently|all|usually|both|actually|exclusively|largely|generally|always))?"
_JOIN: Final = r"(?:,\s(?:and\s)?|\sand\s|\s?/\s?|\s&\s|\splus\s|\swith\s|\son\s)"
_CITY: Final = r"(?:[A-Z][A-Za-z'.-]+(?:\s(?:of\s)?[A-Z][A-Za-z'.-]+){0,3}(?:,\s[A-Z][A-Za-z.]+(?:\s[A-Z][a-z]+)?)?)"

FACTS_EN: Final = (
    # --- who
    _fact(
        name="en_name", key="name", shape="name", score=0.92, rank=8,
        pattern=r"\bmy\s(?:full\s|real\s|first\s|last\s)?(?:name's|name\sis|surname\sis)\s(?P<v>(?!not\b)[A-Za-z][\w.'-]*(?:\s(?!and\b|but\b|i\b|from\b|in\b|at\b)[A-Z][\w.'-]*){0,3})",
    ),
    _fact(
        name="en_name_im", key="name", shape="name_cased", score=0.84, rank=5,
        pattern=r"^(?:(?:hi|hello|hey)(?:\sthere)?[,.!]?\s)?(?:i'm|i\sam|this\sis|it's)\s(?P<v>[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2})(?=$|[,.!]|\s(?:from|here|and|in|at)\b)",
    ),
    Rule(
        name="en_call_me", signal="preference", language="en", key="preferred_name", shape="name", score=0.93, bare=0.9, rank=9,
        pattern=r"(?<!don't |not |never |to )\b(?:call|address)\sme\s(?:as\s|by\s)?<OPEN>?(?P<v>(?!later|back|tomorrow|when|if|at|on|via|by|asap|now|today|tonight|in|for|an?\b|crazy|old|before|after|only|please|instead|soon|once|again|or|and|with|over|through|right|first|anytime|any|as|whatever|what|directly|up|out|every|during|between|about|using|the\b|my\b|names)[A-Za-z][\w.'-]*(?:\s(?!please|from|instead|going|and|not|or|when|in|ok|thanks)[A-Z][\w'-]*){0,2})",
    ),
    Rule(
        name="en_go_by", signal="preference", language="en", key="preferred_name", shape="name", score=0.92, bare=0.9, rank=9,
        pattern=r"\bi\s(?:usually\s|always\s|just\s|mostly\s)?(?:go by|prefer to be called|like to be called|prefer being called)\s<OPEN>?(?P<v>[A-Za-z][\w.'-]*(?:\s[A-Z][\w'-]*)?)",
    ),
    Rule(
        name="en_call_me_not", signal="preference", language="en", key="preferred_name", shape="name", score=0.92, bare=0.88, rank=10, polarity="negative",
        pattern=r"<NO_EN>\s(?:call|calling|address|addressing)\sme\s(?:as\s)?<OPEN>?(?P<v>(?!on\b|at\b|after|before|during|back|again\b|about|in\b|by\b|via\b|unless|anymore|when|if\b|every|for\b|late|early|over\b|all\b|any\b)[A-Za-z\ufffc][\w.'\ufffc-]*(?:\s[A-Z\ufffc][\w'\ufffc-]*)?)",
    ),
    Rule(
        name="en_pronoun", signal="preference", language="en", key="pronoun", score=0.92, rank=8,
        pattern=r"\bmy\spronouns\s(?:are|:)\s(?P<v>[a-z]+(?:\s?/\s?[a-z]+){0,2})|\b(?:i\s(?:use|go by)|use|refer to me (?:as|with|by))\s(?P<v>(?:he|she|they|ze|xe)(?:\s?/\s?[a-z]+){1,2})|\brefer to me as (?P<v>he|she|they)\b",
    ),
    _fact(
        name="en_title", key="job_title", shape="title", score=0.88, rank=6,
        pattern=r"\b(?:i<BE>|i\swork\sas|i\swork\sfor\s\S+\sas|as)" + _TO + r"\s(?:an?|the|one of the|our|your)\s(?P<v>(?!fan|big|bit|lot|huge)(?:[a-z0-9/&'-]+\s){0,5}?<TITLE_EN>)(?:\b(?!'s|\sof\s(?:mine|yours)))(?=$|[,.!;]|\s(?:at|in|for|with|and|here|by|from|on|who|of|based|so|working|but|now|myself)\b)",
    ),
    _fact(
        name="en_title_bare", key="job_title", shape="title", score=0.84, rank=5,
        pattern=r"\b(?:i<BE>|i\swork\sas)" + _TO + r"\s(?P<v>(?:[a-z0-9/&-]+\s){0,3}?<TITLE_EN>(?:\s[A-Z][a-z]+)?)(?=$|[,.!;]|\s(?:at|in|for|here|of)\b)",
    ),
    _fact(
        name="en_title_my", key="job_title", shape="title", score=0.88, rank=6,
        pattern=r"\bmy\s(?:job(?:\stitle)?|title|position|profession|occupation)\sis\s(?:an?\s|the\s)?(?P<v>(?!to\b|not\b|on\b|at\b)[^,.!?;\n\ue000]{3,60})",
    ),
    _fact(
        name="en_retired", key="job_title", score=0.8, rank=4, pattern=r"\bi<BE>\s(?:now\s|a\s)?(?P<v>retired(?:\s[a-z]+)?|self-employed|unemployed|freelancing|a stay-at-home (?:mom|mum|dad|parent))\b",
    ),
    _fact(
        name="en_department", key="department", shape="department", score=0.88, rank=7,
        pattern=r"\b(?:i|we)(?:<BE>|'re|\sare|\swork|\ssit|\smoved to|\sjoined|\stransferred to|\sreport to)?" + _TO + r"\s(?:in|on|with|for|to|part of)?\s?(?:the\s|our\s|their\s)(?P<v>(?!same|whole|entire|wrong|right|first|second)[a-z&/ -]{2,30}?\s?(?:department|dept|team|division|unit|desk|office of finance))\b",
    ),
    _fact(
        name="en_department_in", key="department", shape="department", score=0.86, rank=8,
        pattern=r"\bi(?:<BE>|\swork)" + _TO + r"\sin\s(?P<v>finance|accounting|accounts payable|accounts receivable|HR|human resources|legal|marketing|sales|procurement|purchasing|operations|IT|R&D|QA|quality assurance|customer support|customer service|payroll|logistics ops|engineering|product)(?:\b)(?!\s(?:industry|sector|business|field))(?=$|[,.!;]|\s(?:at|and|here|for|so|team)\b)",
    ),
    _fact(
        name="en_role", key="role", shape="role", score=0.86, rank=5,
        pattern=r"\bi(?:<BE>)?" + _TO + r"\s(?:in charge of|responsible for|handle|manage|oversee|run|look after|take care of|handling|managing|overseeing|running|own|coordinate)\s(?P<v>(?!it\b|that\b|this\b|to\b|out\b|you\b|my own\b|into\b)[^.!?;\n\ue000]{3,80})",
    ),
    _fact(
        name="en_employer", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"\bi(?:<BE>)?" + _TO + r"\s(?:work(?:ing)?\s(?:at|for)|employed\s(?:at|by)|joined|started at|intern at|teach(?:ing)?\sat|nurse at)\s(?P<v>(?!home|night|a desk|the moment|myself|least|the weekend|work|first|an hour|my own|this|that|you|the (?:session|meeting|call))(?:(?:an?|the)\s)?[A-Za-z0-9][^,.!?;\n\ue000]{1,60}?)(?=$|[,.!;]|\s(?:as|in|and|since|where|which|now|so|but|doing|on)\b)",
    ),
    _fact(
        name="en_employer_my", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"\b(?:my|our)\s(?:employer|company|firm)(?:'s name)?\s(?:is|is called)\s(?P<v>(?!in\b|at\b|an?\b|the\b|not\b|going|very|based|growing|on\b|called)[A-Z][^,.!?;\n\ue000]{1,50})",
    ),
    _fact(
        name="en_industry", key="industry", score=0.87, rank=6,
        pattern=r"" + _WE + r"(?:<BE>|'re|\sare|\sis|\swork|\swork(?:s|ing))?" + _TO + r"\s(?:in|operate in|operates in)\s(?:the\s)?(?P<v>(?!same|wrong)[a-z0-9&/ -]{2,40}?)\s(?:industry|sector|business|field|space|trade)\b",
    ),
    _fact(
        name="en_industry_in", key="industry", score=0.84, rank=5,
        pattern=r"" + _WE + r"(?:<BE>|'re|\sare|\sis|\swork|\sworks?)" + _TO + r"\sin\s(?P<v>(?:cross-border\s)?e-?commerce|healthcare|health care|education|retail|manufacturing|logistics|agriculture|farming|insurance|banking|fintech|biotech|pharma(?:ceuticals)?|construction|real estate|hospitality|tourism|gaming|consulting|advertising|media|publishing|energy|oil and gas|mining|automotive|aerospace|telecoms?|government|the public sector|non-?profits?|food service|catering|fashion|textiles|shipping|wholesale|import[-/ ]export|software|tech|cybersecurity|law|medicine|academia|journalism|architecture|finance and insurance)\b",
    ),
    _fact(
        name="en_industry_run", key="industry", score=0.8, rank=4,
        pattern=r"\b(?:i|we)(?:\srun|\sown|\shave|\soperate|'re|\sare|<BE>)" + _TO + r"\san?\s(?P<v>(?:[a-z-]+\s){0,3}(?:shop|store|restaurant|caf[eé]|bakery|farm|clinic|agency|startup|consultancy|e-?commerce (?:business|store|site)|online (?:store|shop|business)|practice|studio|brewery|vineyard|orchard|salon|law firm|hotel|guest ?house|school|nursery|dairy|wholesaler|retailer|manufacturer|marketplace))\b",
    ),
    _fact(
        name="en_team", key="team_size", shape="count", score=0.89, rank=7,
        pattern=r"\b(?:we(?:'re|\sare|\shave)|there(?:'s|\sare|\sis)|(?:my|our|the)\s(?:team|company|department|firm|shop)\s(?:is|has|of)|i\s(?:lead|manage|run|have)|team of)" + _TO + r"\s(?:about\s|around\s|just\s|only\s|an?\s|roughly\s)*(?:team\sof\s|company\sof\s|staff\sof\s)?(?P<v>\d{1,6}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|a dozen|a hundred)[\s-](?P<u>people|employees|staff|engineers|developers|devs|of us|persons?|members|person team|colleagues|full-time|agents|nurses|teachers|salespeople)\b",
    ),
    _fact(
        name="en_team_of", key="team_size", shape="count", score=0.88, rank=7,
        pattern=r"\b(?:(?:my|our)\steam\sof|team\ssize\sis|we're\sa\steam\sof|we\sare\sa\steam\sof|(?:my|our)\steam\sis|i\s(?:lead|manage|run)\sa\steam\sof)\s(?P<v>\d{1,5}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b",
    ),
    _fact(
        name="en_location", key="location", shape="place", score=0.89, rank=7,
        pattern=r"\b(?:i|we)(?:<BE>|'re|\sare|'ve|\shave)?" + _TO + r"\s(?:live[ds]?\sin|living\sin|based\s(?:in|out of)|reside\sin|located\sin|settled in|moved\s(?:back\s)?to|relocated\sto|stay\sin|grew up in|(?:come|hail)\sfrom)\s(?P<v>(?!an?\b|the (?:middle|moment|past|same)\b|my\b|fear|this|that|it)(?:the\s)?[A-Za-z][^,.!?;\n\ue000]{1,40}?(?:,\s[A-Z][A-Za-z .]{1,24})?)(?=$|[,.!;]|\s(?:and|with|now|since|for|but|so|these|last|this|where|which|at|from|near)\b)",
    ),
    _fact(
        name="en_location_from", key="location", shape="place_cased", score=0.84, rank=5,
        pattern=r"\b(?:i<BE>|we're|we are|our (?:office|team|company|shop|factory|headquarters|hq) is|my (?:office|home|city|town|address) is)\s(?:currently\s|now\s|originally\s|at\s)?(?:from|in|at|out of|near)\s(?P<v>" + _CITY + r")",
    ),
    _fact(
        name="en_address", key="location", shape="place", score=0.84, rank=6,
        pattern=r"\bmy\s(?:home\s|new\s|shipping\s|mailing\s|delivery\s|work\s)?(?:address|city|hometown|location)\s(?:is|has changed to|changed to)\s(?:now\s)?(?P<v>(?!not\b|wrong|the same)[A-Za-z0-9][^.!?;\n\ue000]{2,100})",
    ),
    _fact(
        name="en_timezone", key="timezone", shape="zone", score=0.9, rank=8,
        pattern=r"\bmy\stime\s?zone\sis\s(?P<v>[A-Za-z0-9/+_: -]{2,40})|\b(?:i<BE>|we're|we are|i work|we work|i live)\s(?:in|on|at)\s(?:the\s)?(?P<v>(?:UTC|GMT)\s?[+-]?\d{0,2}(?::\d\d)?|[A-Z][a-z]+/[A-Z][A-Za-z_]+|CET|CEST|EST|EDT|PST|PDT|CST|BST|IST|JST|SGT|AEST|ET|PT|(?:eastern|pacific|central|mountain|london|singapore|beijing|tokyo)\s(?:standard\s)?time)(?:\s(?:time\s?zone|time))?",
    ),
    _fact(
        name="en_speaks", key="language_spoken", shape="language", score=0.88, rank=7,
        pattern=r"\bi(?:<BE>)?\s(?:can\s|also\s|only\s|mostly\s|mainly\s|natively\s)?(?:speak|fluent in|understand|read and write|a native speaker of|learning to speak)\s(?:some\s|a little\s|fluent\s|basic\s|both\s|good\s)?(?P<v><LANG>(?:" + _JOIN + r"<LANG>){0,4})",
    ),
    _fact(
        name="en_tongue", key="language_spoken", shape="language", score=0.9, rank=8,
        pattern=r"\bmy\s(?:native|first|mother|working|second|main)\s(?:language|tongue)\sis\s(?P<v><LANG>)|\bi<BE>\sa\snative\s(?P<v><LANG>)\sspeaker",
    ),
    _fact(
        name="en_speaks_not", key="language_spoken", shape="language", score=0.87, rank=8, polarity="negative",
        pattern=r"\bi\s(?:do(?:n't|\snot)|can(?:'t|not))\s(?:speak|read|understand)\s(?:any\s|a word of\s)?(?P<v><LANG>)",
    ),
    _fact(
        name="en_family", key="family", score=0.84, rank=5,
        pattern=r"\b(?:i|we)\s(?:have|'ve got|just had)\s(?P<v>(?:an?|one|two|three|four|five|\d)\s(?:[a-z-]+\s){0,3}(?:kids?|children|child|sons?|daughters?|toddlers?|bab(?:y|ies)|twins|siblings|brothers?|sisters?|teenagers?))|\bi<BE>\s(?P<v>married|single|divorced|widowed|engaged|a single (?:mother|father|parent|mom|mum|dad)|a (?:mother|father|mom|mum|dad|parent) of (?:\w+))\b(?!\sto)",
    ),
    _fact(
        name="en_residence", key="residence_type", score=0.84, rank=8,
        pattern=r"\bi\s(?:currently\s)?(?:live|reside)\sin\san?\s(?P<v>(?:[a-z-]+\s){0,3}(?:apartment|flat|house|condo|studio|dorm(?:itory)?|townhouse|bungalow|houseboat|trailer|mobile home|loft|basement|cabin|farmhouse|shared house|cottage|rented room))\b",
    ),
    _fact(
        name="en_allergy", key="dietary", shape="allergy", score=0.92, rank=9,
        pattern=r"\bi(?:<BE>)?\s(?:<ADV_EN>|severely\s|deathly\s|mildly\s)(?:allergic\sto|have\san?\s(?:severe\s|serious\s|bad\s|mild\s|life-threatening\s)?allergy\sto|intolerant\sto)\s(?P<v>[^.!?;\n\ue000]{2,60})|\bi\s(?:have|suffer from)\s(?:an?\s)?(?:severe\s|serious\s|bad\s|mild\s)?(?P<v>[a-z]+(?:\s[a-z]+)?)\s(?:allergy|allergies)\b",
    ),
    _fact(
        name="en_diet", key="dietary", score=0.9, rank=8,
        pattern=r"\bi(?:<BE>)?" + _TO + r"\s(?:strictly\s|a\s|an\s|on a\s|strict\s|following a\s|follow(?:ing)?\s(?:a\s)?|keep\s|eat\s|eating\s|stick to a\s)*(?P<v>(?:strict(?:ly)?\s)?(?:vegan|vegetarian|pescatarian|kosher|halal|keto(?:genic)?|gluten[- ]free|dairy[- ]free|lactose[- ]intolerant|plant[- ]based|low[- ]carb|paleo|celiac|coeliac|low[- ]sodium|nut[- ]free|diabetic-friendly|raw food|macrobiotic|teetotal|sugar[- ]free|low[- ]fodmap))(?:\s(?:diet|lifestyle|food|foods|meals|only|options))?\b",
    ),
    _fact(
        name="en_eats_not", key="dietary", shape="label", score=0.9, rank=8, polarity="negative",
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:do(?:n't|’t|\snot)|never|can(?:'t|not|\snot)|no longer)\s(?:ever\s)?(?:eat|drink|consume|have)\s(?:any\s)?(?P<v>(?!it\b|that\b|this\b|out\b|lunch|breakfast|dinner|time|to\b|access|an?\b|the\b|much\b|enough)[a-z][^,.!?;\n\ue000]{1,50})",
    ),
    _fact(
        name="en_health", key="health", score=0.88, rank=8,
        pattern=r"\b(?:i|i've)\s(?:currently\s)?(?:have|had|got|suffer from|was diagnosed with|live with|struggle with|been diagnosed with)\s(?:an?\s)?(?P<v>(?:[a-z0-9-]+\s){0,3}?(?:diabetes|asthma|hypertension|high blood pressure|depression|anxiety disorder|arthritis|epilepsy|migraines|cancer|heart (?:disease|condition)|(?:back|knee|joint|neck|shoulder|wrist) (?:pain|problems?|issues?|injury)|insomnia|adhd|autism|ibs|anemia|anaemia|celiac disease|crohn's(?: disease)?|thyroid (?:condition|disease)|pcos|eczema|respiratory issues|vertigo|tinnitus|osteoporosis|fibromyalgia|chronic (?:pain|illness)))\b|\bi<BE>\s(?P<v>(?:\w+\s(?:weeks|months)\s)?pregnant|diabetic|asthmatic|epileptic|immunocompromised|autistic)\b",
    ),
    _fact(
        name="en_access", key="accessibility", score=0.89, rank=9,
        pattern=r"\bi(?:<BE>)?\s(?:use\s|rely on\s|am\s|need\s|in\s|have\s)?(?:an?\s)?(?P<v>colou?r[- ]?blind|blind|visually impaired|partially sighted|hard of hearing|deaf|dyslexic|screen reader|wheelchair(?: user)?|low vision|poor eyesight|dyslexia|wheelchair-bound|hearing (?:loss|impairment|aids?)|closed captions|large (?:print|text))\b",
    ),
    # --- with what, for whom
    _fact(
        name="en_stack", key="tech_stack", shape="names", score=0.89, rank=7,
        pattern=r"\b(?:our|my|the)\s(?:entire\s|whole\s|current\s)?(?:stack|tech stack|back ?end|front ?end|database|infrastructure|api|services?|app|platform|codebase|code base|server side|data pipeline)\s(?:is|are|runs on|run on|uses|use|is built (?:on|with|in)|consists of|is written in)\s(?:mostly\s|all\s|mainly\s|currently\s|now\s)?(?P<v>(?!slow|down|broken|not|a mess|too|very|old|using|good|bad|going|in\b|on\b|the\b)[A-Za-z][A-Za-z0-9.+#/, &-]{1,60})",
    ),
    _fact(
        name="en_stack_run", key="tech_stack", shape="names", score=0.87, rank=6,
        pattern=r"\b(?:i|we)(?:'re|\sare|<BE>)?" + _TO + r"\s(?:run|running|deploy|deploying|develop|build|built|host|hosting|moved|migrated|migrating|switched|develop with|use|using|rely)\s(?:everything\s|our\s[a-z]+\s|it\s|all\s)?(?:on|with|in|to|over to|using)?\s?(?P<v><SOFT>(?:" + _JOIN + r"<SOFT>){0,5})(?:\s(?:in production|for (?:the )?(?:backend|back end|frontend|front end|database|storage|cache|caching|queue|messaging|persistence|web)|at work|everywhere|as (?:the|our) \w+))",
    ),
    _fact(
        name="en_stack_on", key="tech_stack", shape="stack", score=0.85, rank=5,
        pattern=r"\b(?:we|project [A-Za-z0-9]+)(?:'re|\sare|'ve|\shave)?" + _TO + r"\s(?:on|run on|running on|deploy(?:ed)? (?:on|to)|build on|built on|moved to|migrated to|hosted on|standardi[sz]ed on|develop in|uses|use|switched to)\s(?P<v><SOFT>(?:" + _JOIN + r"<SOFT>){0,5})(?=$|[.,;!]|\s(?:and|for|now|in|instead|since|at|as|with)\b)",
    ),
    _fact(
        name="en_system", key="system_in_use", shape="system", score=0.84, rank=4,
        pattern=r"" + _WE + r"(?:'re|\sare|\sis|<BE>)?" + _TO + r"\s(?:use|uses|using|work with|works with|run|runs|moved to|switched to|migrated to|subscribe to|rolled out|bought)\s(?P<v>(?!to\b)[A-Z0-9][A-Za-z0-9.+/]*(?:\s[A-Z0-9][A-Za-z0-9.+/]*){0,3})(?=$|[.,;!]|\s(?:for|as|to|at|in|and|on|here|now|instead|with|since|internally|across)\b)",
    ),
    _fact(
        name="en_system_our", key="system_in_use", shape="system", score=0.87, rank=6,
        pattern=r"\b(?:our|my)\s(?:crm|erp|hr system|accounting (?:system|software|package)|ticketing (?:system|tool)|help ?desk|wiki|project tracker|pos|point of sale|inventory system|email provider|calendar|payroll (?:system|software)|chat tool|lms|ehr|emr|cms|data warehouse|warehouse system|billing system|spreadsheet tool|issue tracker|store platform)\s(?:is|runs on|is on)\s(?:now\s|currently\s)?(?P<v>(?!slow|down|broken|not|a\b|very)[A-Za-z0-9][A-Za-z0-9.+/ -]{1,40})",
    ),
    _fact(
        name="en_system_stop", key="system_in_use", shape="system", score=0.87, rank=8, polarity="negative",
        pattern=r"\b(?:we|our (?:company|team))(?:'ve|\shave)?\s(?:no longer use|don't use|do not use|stopped using|dropped|retired|moved (?:off|away from)|got rid of|abandoned|phased out|decommissioned)\s(?P<v>(?!it\b|that\b|this\b|the\b)[A-Za-z0-9][^,.!?;\n\ue000]{1,30}?)(?=$|[.,;!]|\s(?:anymore|any more|for|last|this|since|in|years|and|now)\b)",
    ),
    _fact(
        name="en_environment", key="environment", score=0.87, rank=7,
        pattern=r"\b(?:i<BE>|i'm|i use|i work on|i run|we run|we're|we are|i develop on|my (?:laptop|machine|computer|phone|os|desktop) (?:is|runs))\s(?:on\s|running\s|stuck on\s|using\s|an?\s|only\s|all on\s)*(?P<v>(?:Windows|macOS|Mac OS|Mac(?:Book)?|Linux|Ubuntu|Debian|Fedora|Arch|CentOS|iPhone|iPad|iOS|Android|ChromeOS|Chromebook|WSL|Raspberry Pi)(?:\s(?:\d+(?:\.\d+)*|Pro|Server|laptop|machine|phone))*)|\b(?:we|i)(?:'re|\sare|<BE>)?\s(?:behind|on|in)\san?\s(?P<v>(?:corporate\s)?(?:firewall|proxy|vpn|air-?gapped (?:network|environment)|offline (?:machine|network)))|\b(?:i|we)\s(?P<v>(?:have no|don't have|cannot get) (?:internet|admin|root|network)(?: access)?)",
    ),
    _fact(
        name="en_equipment", key="equipment", shape="subject", score=0.84, rank=6,
        pattern=r"\b(?:my|our)\s(?P<s>(?:[a-z]+\s)?(?:camera|laptop|printer|router|nas|tractor|phone|server|car|bike|oven|3d printer|monitor|graphics card|gpu|drone|combine|scanner|coffee machine|keyboard|headset|tablet|lathe|mill|truck|van|device(?: [a-z0-9]+)?))\s(?:is|'s)\s(?:now\s)?(?:an?\s|the\s)?(?P<v>(?!broken|slow|dead|down|not|too|very|in|on|at|old|new\b|acting|making|really|so|getting|giving|about|out)[A-Za-z0-9][^,.!?;\n\ue000]{1,40})",
    ),
    _fact(
        name="en_crop", key="crop", shape="names", score=0.86, rank=7,
        pattern=r"\b(?:i|we)" + _TO + r"\s(?:grow|farm|cultivate|plant|growing|planted|raise)\s(?:\d+\s(?:acres|hectares|ha)\sof\s|mostly\s|mainly\s|some\s|organic\s)?(?P<v>(?:[a-z]+\s)?(?:rice|wheat|corn|maize|soy(?:beans?)?|barley|oats|rye|potatoes|tomatoes|apples|grapes|olives|coffee|tea|cotton|sugar ?cane|strawberries|blueberries|raspberries|cherries|citrus|oranges|lemons|avocados|almonds|walnuts|lavender|hops|canola|rapeseed|sunflowers|lettuce|cabbages?|onions|garlic|peppers|chil(?:l)?ies|pumpkins|mushrooms|bananas|mangoes|cassava|peanuts|vegetables|herbs|alfalfa|hay|beans|peas|carrots)(?:" + _JOIN + r"[a-z ]{2,24})?)",
    ),
    _fact(
        name="en_market", key="market", shape="region", score=0.9, rank=8,
        pattern=r"" + _WE + r"(?:'re|\sare|\sis|<BE>)?" + _TO + r"\s(?:sell|sells|selling|ship|ships|shipping|export|exports|exporting|operate|operates|expand|expanding|distribute|distributes|target|targets|targeting|serve|serves|focus|focused|cater)\s(?:our\s[a-z ]{2,20}\s|products\s|goods\s|everything\s|[a-z ]{2,24}?\s)?(?:mostly\s|mainly\s|only\s|primarily\s)?(?:in|to|into|on|across|throughout|for)?\s?(?P<v><REGION_EN>(?:" + _JOIN + r"<REGION_EN>){0,4})\b",
    ),
    _fact(
        name="en_market_is", key="market", shape="region", score=0.9, rank=8,
        pattern=r"\b(?:our|my)\s(?:main|target|primary|biggest|core|key|home)\s?(?:export\s)?markets?\s(?:is|are)\s(?P<v>[^.!?;\n\ue000]{2,60})|\b(?:our|my)\s(?:customers|buyers|clients|users)\sare\s(?:mostly\s|mainly\s|all\s|primarily\s)?(?:in|from|based in)\s(?P<v><REGION_EN>(?:" + _JOIN + r"<REGION_EN>){0,3})",
    ),
    _fact(
        name="en_product", key="product", shape="names", score=0.8, rank=4,
        pattern=r"" + _WE + _TO + r"\s(?:sell|sells|make|makes|manufacture|manufactures|produce|produces|export|import|distribute|build|craft)\s(?P<v>(?!it\b|that\b|this\b|sure\b|sense\b|in\b|to\b|on\b|a (?:mistake|difference|living|list|decision|reservation|booking)\b|my\b|money\b|up\b|an?\b|the\b)[a-z][^,.!?;\n\ue000]{2,50}?)(?=$|[,.!;]|\s(?:in|to|on|for|online|across|and ship|from|through|via|at)\b)",
    ),
    # --- what binds
    _fact(
        name="en_budget", key="budget", shape="money", score=0.92, rank=9,
        pattern=r"\b(?:budget|spend(?:ing)?\s(?:limit|cap)|price limit|max(?:imum)? spend)\b[^.!?;\n\d\ue000]{0,34}?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_budget_spend", key="budget", shape="money", score=0.8, rank=6,
        pattern=r"\b(?:i|we)\s(?:can(?:'t|not)?|could|don't want to|won't|will not|can only|want to|are able to|do not want to)\s(?:afford|spend|pay|go (?:over|above|higher than))\s(?:more than\s|over\s|up to\s|at most\s|about\s|around\s|no more than\s)?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_budget_have", key="budget", shape="money", score=0.82, rank=6,
        pattern=r"\b(?:i|we)(?:'ve got|\shave|\sgot)\s(?:about\s|around\s|only\s|up to\s)?(?P<v><MONEY_EN>)\s(?:to spend|for (?:this|the)|budgeted|to work with)",
    ),
    _fact(
        name="en_approval", key="approval_limit", shape="money", score=0.88, rank=10,
        pattern=r"\b(?:approval|sign-?off|purchasing|signing|spending)\s(?:limit|authority|threshold)\b[^.!?;\n\d\ue000]{0,24}?(?P<v><MONEY_EN>)|\bi\scan\s(?:approve|sign off(?: on)?|authori[sz]e)\s(?:up to\s|anything (?:under|below|up to)\s|purchases (?:under|up to)\s)?(?P<v><MONEY_EN>)",
    ),
    _fact(
        name="en_deadline", key="deadline", shape="date", score=0.88, rank=7,
        pattern=r"\b(?:deadline|due date|launch date|go-live(?: date)?|delivery date|cut-?off(?: date)?|submission date)\b\s(?:is|was moved to|moved to|has moved to|has been moved to|got pushed to|for [a-z ]{2,24} is|falls on|=|:)\s?(?:now\s|on\s|by\s|the\s)?(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_deadline_due", key="deadline", shape="date", score=0.86, rank=7,
        pattern=r"\b(?:is|are|it's|everything's|must be|has to be|have to be|needs to be|need to be)\s(?:due|done|finished|delivered|submitted|live|launched|shipped|ready|completed|in)\s(?:on\s|by\s|before\s)(?P<v>[^,.!?;\n\ue000]{2,40})|\b(?:we|i)\s(?:have to|need to|must)\s(?:ship|deliver|submit|launch|finish|hand it in|go live|file|publish)\s(?:[a-z ]{0,20}?)(?:by|before)\s(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_compliance", key="compliance", score=0.92, rank=9,
        pattern=r"\b(?P<v>(?:HIPAA|GDPR|CCPA|SOX|FERPA|COPPA|PIPL|LGPD|FedRAMP|PCI(?:[- ]DSS)?|SOC\s?[12](?:\stype\s(?:ii?|[12]))?|ISO\s?\d{3,5}|WCAG(?:\s?\d\.\d)?(?:\sAA?A?)?|FDA|GxP|GMP|ADA|Section 508|IFRS|GAAP))[- ](?:compliant|compliance|certified|approved|rules|regulations)\b",
    ),
    _fact(
        name="en_compliance_must", key="compliance", score=0.91, rank=9,
        pattern=r"\b(?:must|has to|have to|needs? to|need to|required to|should|bound by|subject to|under|fall under|falls under)\s(?:be\s|also\s|fully\s|strictly\s)?(?:comply with|meet|follow|satisfy|pass|conform to|adhere to|compliant with|in line with|respect|under)?\s?(?:the\s)?(?P<v>HIPAA|GDPR|CCPA|SOX|FERPA|COPPA|PIPL|LGPD|FedRAMP|PCI(?:[- ]DSS)?|SOC\s?[12]|ISO\s?\d{3,5}|WCAG(?:\s?\d\.\d)?(?:\sAA?A?)?|FDA(?:\srules)?|GMP|ADA|IFRS|GAAP)\b",
    ),
    _fact(
        name="en_residency", key="data_residency", score=0.92, rank=9,
        pattern=r"\b(?:(?:our|the|all|customer|patient|user|my|personal)\s){0,3}(?:data|records|files|logs|backups)\s(?:must|has to|have to|needs? to|can only|should|is required to)\s(?:all\s|always\s|only\s)?(?:stay|remain|be stored|be kept|be hosted|live|reside|be processed)\s(?:in|within|on|inside)\s(?P<v>[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_residency_not", key="data_residency", score=0.92, rank=9, polarity="negative",
        pattern=r"\b(?:data|records|files|logs|backups)\s(?:must not|mustn't|cannot|can't|may not|must never|is not allowed to|should never|can not)\s(?:ever\s)?(?P<v>(?:leave|be stored (?:in|outside)|be sent (?:to|outside)|be hosted (?:in|outside)|cross|go to|be processed (?:in|outside)|end up in)\s?[^,.!?;\n\ue000]{2,40})",
    ),
    _fact(
        name="en_rule", key="other_constraint", score=0.76, rank=3,
        pattern=r"\b(?:our|my)\s(?:company|firm|employer|school|hospital|clinic|department|client contract|landlord)\s(?:policy|requires|doesn't allow|does not allow|forbids|rules)\s(?:is\s|that\s|us to\s|to\s|require\s|requires\s|me to\s)*(?P<v>[^.!?;\n\ue000]{4,80})",
    ),
    # --- what is meant to be, what was settled
    _fact(
        name="en_goal", key="goal", score=0.85, rank=5,
        pattern=r"\b(?:my|our)\s(?:main\s|biggest\s|long-term\s|short-term\s|current\s|primary\s)?(?:goal|aim|objective|target|ambition)\s(?:for\s[a-z0-9 ]{2,24}\s|this\s[a-z]+\s)?is\s(?:to\s)?(?P<v>(?!not\b)[^.!?;\n\ue000]{3,100})",
    ),
    _fact(
        name="en_goal_try", key="goal", score=0.76, rank=3,
        pattern=r"\b(?:i<BE>|we're|we are)\s(?:currently\s|now\s)?(?:training for|studying for|preparing for|saving (?:up )?for|working towards?|learning|trying to (?:lose|quit|learn|cut|save|get fit|eat|reduce|build))\s?(?P<v>(?!that\b|it\b|about)[^,.!?;\n\ue000]{2,60})",
    ),
    _fact(
        name="en_decision", key="decision", score=0.83, rank=4,
        pattern=r"\b(?:we|i)(?:'ve|\shave)?\s(?:finally\s|now\s|already\s|all\s)?(?:decided|agreed|settled on|chosen|picked|voted|opted|resolved|committed to)\s(?:to\s|on\s|that\s|for\s)?(?P<v>(?!not sure|yet|if\b|what|it\b)[^.!?;\n\ue000]{3,100})",
    ),
    _fact(
        name="en_task", key="open_task", score=0.78, rank=3,
        pattern=r"\b(?:to-?do|open task|action item|outstanding)\s?:\s?(?P<v>[^.!?;\n\ue000]{3,100})|\bi\sstill\s(?:have to|need to|haven't|owe)\s(?P<v>(?!seen|heard|know|understand|decide)[^.!?;\n\ue000]{3,100})",
    ),
    # --- the rest, with its object in the value
    _fact(
        name="en_my_is", key="other_fact", shape="subject", score=0.74, rank=1,
        pattern=r"\bmy\s(?P<s>(?!question|problem|point|issue|guess|answer|understanding|opinion|bad|goal|friend|concern|apologies|turn|mistake|name|idea|thought|request|plan is|favou?rite|boss|wife|husband|mother|mom|mum|father|dad|son|daughter|brother|sister|manager|colleague|intention|preference|hope|fear|advice|suggestion|first|next|last|only|main)[a-z]+(?:\s[a-z]+){0,2})\s(?:is|are)\s(?:now\s|currently\s)?(?P<v>(?!not\b|that\b|to\b|what|how|why|if\b|about|wrong|right|broken|too\b|so\b|very\b|this\b|in\b|on\b|at\b|asking|going|being|getting|having|coming)[A-Za-z0-9][^,.!?;\n\ue000]{1,60})",
    ),
    _fact(
        name="en_remember", key="?other_fact", shape="infer", score=0.8, rank=1,
        pattern=r"<EN_START>(?:please\s)?(?:remember(?: that|:|,)|(?:please\s)?note(?: that|:)|keep in mind that|don't forget that|for (?:the|your) record,?|bear in mind that|just so you know,?|make a note(?: that|:))\s(?P<v>(?!to\b|when\b|how\b|what\b|the time\b)[^.!?;\n\ue000]{6,140})",
    ),
)
