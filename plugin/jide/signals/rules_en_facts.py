"""English wordings by which people say who they are, where they live and work."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="en")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
FACTS_EN: Final = (
    # --- who
    _fact(
        name="en_name", key="name", shape="name", score=0.92, rank=8,
        pattern=r"\bmy\s(?:full\s|real\s|first\s|last\s)?(?:name's|name\sis|"
        r"surname\sis)\s(?P<v>(?!not\b)[A-Za-z][\w.'-]*(?:\s(?!and\b|but\b|i\b|from\b|in\b|at\b)[A-Z][\w.'-]*){0,3})",
    ),
    _fact(
        name="en_name_im", key="name", shape="name_cased", score=0.84, rank=5,
        pattern=r"^(?:(?:hi|hello|hey)(?:\sthere)?[,.!]?\s)?(?:i'm|i\sam|this\sis|"
        r"it's)\s(?P<v>(?-i:[A-Z][a-z]+(?:\s[A-Z][a-z]+){0,2}))(?=$|[,.!]|\s(?:from|here|and|in|at)\b)",
    ),
    _fact(
        name="en_call_me", signal="preference", key="preferred_name", shape="name", score=0.93, bare=0.9, rank=9,
        pattern=r"(?<!don't |not |never |to )\b(?:call|address)\sme\s(?:as\s|by\s)?<OPEN>?(?P<v>(?!later|back|"
        r"tomorrow|when|if|at|on|via|by|asap|now|today|tonight|in|for|an?\b|crazy|old|before|after|only|please|"
        r"instead|soon|once|again|or|and|with|over|through|right|first|anytime|any|as|whatever|what|directly|up|out|"
        r"every|during|between|about|using|the\b|my\b|names)[A-Za-z][\w.'-]*(?:\s(?!please|from|instead|going|and|"
        r"not|or|when|in|ok|thanks)[A-Z][\w'-]*){0,2})",
    ),
    _fact(
        name="en_called", signal="preference", key="preferred_name", shape="name", score=0.9, rank=9,
        pattern=r"\b(?:everyone|everybody|people|friends|most people|colleagues)\s(?:just\s|usually\s|"
        r"here\s)?calls?\sme\s<OPEN>?"
        r"(?P<v>(?!an?\b|the\b|when|if|at|on|late|crazy|back|every)[A-Za-z][\w.'-]*)(?=$|[,.!;”\"’']|\s(?:so|and|at|"
        r"here)\b)|"
        r"\bi(?:'m|\sam)\s(?:known as|called)\s(?P<v>(?-i:[A-Z])[\w.'-]*)",
    ),
    _fact(
        name="en_go_by", signal="preference", key="preferred_name", shape="name", score=0.92, bare=0.9, rank=9,
        pattern=r"\bi(?:'d|\swould)?\s(?:usually\s|always\s|just\s|mostly\s)?(?:go by|prefer to be called|"
        r"like to be called|"
        r"prefer being called)\s<OPEN>?(?P<v>[A-Za-z][\w.'-]*(?:\s[A-Z][\w'-]*)?)",
    ),
    _fact(
        name="en_call_me_not", signal="preference", key="preferred_name", polarity="negative",
        shape="name", score=0.92, bare=0.88, rank=10,
        pattern=r"<NO_EN>\s(?:call|calling|address|addressing)\sme\s(?:as\s)?<OPEN>?(?P<v>(?!on\b|at\b|after|before|"
        r"during|back|again\b|about|in\b|by\b|via\b|unless|anymore|when|if\b|every|for\b|late|early|over\b|all\b|"
        r"any\b)[A-Za-z\ufffc][\w.'\ufffc-]*(?:\s[A-Z\ufffc][\w'\ufffc-]*)?)",
    ),
    _fact(
        name="en_pronoun", signal="preference", key="pronoun", score=0.92, rank=8,
        pattern=r"(?:\bmy\s|^)pronouns(?:\sare|\s?:)\s(?P<v>[a-z]+(?:\s?/\s?[a-z]+){0,2})|\b(?:i\s(?:use|go by)|use|"
        r"refer to me (?:as|with|by))\s(?P<v>(?:he|she|they|ze|xe)(?:\s?/\s?[a-z]+){1,2})|\brefer to me as (?P<v>he|"
        r"she|they)\b",
    ),
    _fact(
        name="en_title", key="job_title", shape="title", score=0.88, rank=6,
        pattern=r"(?:\b(?:i<BE>|i\swork\sas|i\swork\sfor\s\S+\sas|as)|<NAMED_EN>)<TO_EN>\s(?:an?|the|one of the|our)\s"
        r"(?P<v>(?!fan|big|bit|lot|huge)(?:[a-z0-9/&'-]+\s){0,5}?<TITLE_EN>)(?:\b(?!'s|\sof\s(?:mine|"
        r"yours)))(?=$|[,.!;]|\s(?:at|in|for|with|and|here|by|from|on|who|of|based|so|working|but|now|myself)\b)",
    ),
    _fact(
        name="en_title_bare", key="job_title", shape="title", score=0.84, rank=5,
        pattern=r"\b(?:i<BE>|i\swork\sas)<TO_EN>\s(?P<v>(?:[a-z0-9/&-]+\s){0,3}?<TITLE_EN>(?:\s[A-Z][a-z]+)?)(?=$|"
        r"[,.!;]|\s(?:at|in|for|here|of)\b)",
    ),
    _fact(
        name="en_title_my", key="job_title", shape="title", score=0.88, rank=6,
        pattern=r"\bmy\s(?:job(?:\stitle)?|title|position|profession|occupation)\sis\s(?:an?\s|the\s)?(?P<v>(?!to\b|"
        r"not\b|on\b|at\b)[^,.!?;\n\ue000]{3,60})",
    ),
    _fact(
        name="en_retired", key="job_title", score=0.8, rank=4,
        pattern=r"\bi<BE>\s(?:now\s|a\s)?(?P<v>retired(?:\s[a-z]+)?|self-employed|unemployed|freelancing|"
        r"a stay-at-home (?:mom|mum|dad|parent))\b",
    ),
    _fact(
        name="en_department", key="department", shape="department", score=0.88, rank=7,
        pattern=r"\b(?:i|we)(?:<BE>|'re|\sare|\swork|\ssit|\smoved to|\sjoined|\stransferred to|"
        r"\sreport to)?<TO_EN>\s(?:in|on|with|for|to|part of)?\s?(?:the\s|our\s|their\s)(?P<v>(?!same|whole|entire|"
        r"wrong|right|first|second)[a-z&/ -]{2,30}?\s?(?:department|dept|team|division|unit|desk|"
        r"office of finance))\b",
    ),
    _fact(
        name="en_department_in", key="department", shape="department", score=0.86, rank=8,
        pattern=r"\bi(?:<BE>|\swork)<TO_EN>\sin\s(?P<v>finance|accounting|accounts payable|accounts receivable|HR|"
        r"human resources|legal|marketing|sales|procurement|purchasing|operations|IT|R&D|QA|quality assurance|"
        r"customer support|customer service|payroll|logistics ops|engineering|product)(?:\b)(?!\s(?:industry|sector|"
        r"business|field))(?=$|[,.!;]|\s(?:at|and|here|for|so|team)\b)",
    ),
    _fact(
        name="en_role", key="role", shape="role", score=0.86, rank=5,
        pattern=r"<I_EN><TO_EN>\s(?:in charge of|responsible for|handle|manage|oversee|run|look after|"
        r"take care of|handling|managing|overseeing|running|own|coordinate)\s(?P<v>(?!it\b|that\b|this\b|to\b|out\b|"
        r"you\b|my own\b|into\b|(?:in|on|at|after|before|around|along|away|late|for|with|every|outside|daily|a lot)\b)"
        r"[^.!?;\n\ue000]{3,80})",
    ),
    _fact(
        name="en_teaches", key="role", shape="role", score=0.84, rank=5,
        pattern=r"<I_EN><TO_EN>\steach(?:ing)?\s(?P<v>(?!you\b|me\b|him\b|her\b|them\b|my\b|us\b|it\b|at\b|in\b|the\b|how\b|a\b|"
        r"people\b|others\b|myself\b|that\b)(?:(?:year|grade|class|level)\s\w+|\w+\sgrade(?:rs)?|[a-z]+)(?:\s[a-z]+){0,2}?)"
        r"(?=$|[,.!;]|\s(?:at|in|to|for|and|now|this|on|since)\b)",
    ),
    _fact(
        name="en_employer", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"<I_EN><TO_EN>\s(?:work(?:ing)?\s(?:at|for)|employed\s(?:at|by)|joined|started at|intern at|"
        r"teach(?:ing)?\sat|nurse at)\s(?P<v>(?!home|night|a desk|the moment|myself|least|the weekend|work|first|"
        r"an hour|my own|this|that|you|the (?:session|meeting|call))(?:(?:an?|"
        r"the)\s)?[A-Za-z0-9][^,.!?;\n\ue000]{1,60}?)(?=$|[,.!;]|\s(?:as|in|and|since|where|which|now|so|but|doing|"
        r"on)\b)",
    ),
    _fact(
        name="en_employer_title", key="employer", shape="place_of_work", score=0.85, rank=5,
        pattern=r"(?:\b(?:i<BE>|i\swork\sas)|<NAMED_EN>)<TO_EN>\s(?:an?|the)\s<EN1>{0,50}?<TITLE_EN>\s(?:at|for|with)\s(?:the\s)?"
        r"(?P<v>(?-i:[A-Z])[^,.!?;\n\ue000]{1,50}?)(?=$|[,.!;]|\s(?:as|in|and|since|where|which|now|so|but|doing|on|"
        r"out|based)\b)",
    ),
    _fact(
        name="en_location_title", key="location", shape="place_cased", score=0.84, rank=5,
        pattern=r"(?:\b(?:i<BE>|i\swork\sas)|<NAMED_EN>)<TO_EN>\s(?:an?|the)\s<EN1>{0,50}?<TITLE_EN>(?:\s(?:at|for|"
        r"with)\s<EN1>{2,40}?)?\s"
        r"(?:based in|living in|from|in|out of)\s(?P<v>(?!HR\b|IT\b|QA\b|R&D|Sales|Marketing|Finance|Legal|Operations|"
        r"Java|Python|"
        r"January|February|March|April|May|June|July|August|September|October|November|December)<CITY_EN>)",
    ),
    _fact(
        name="en_location_work", key="location", shape="place_cased", score=0.84, rank=5,
        pattern=r"<I_EN><TO_EN>\s(?:work(?:ing)?|employed)\s(?:at|for|by|with)\s(?:the\s)?(?-i:[A-Z])<EN1>{1,40}?\s(?:in|"
        r"based in|out of)\s(?P<v>(?!HR\b|IT\b|QA\b|R&D|Sales|Marketing|Finance|Legal|Operations|January|February|"
        r"March|April|"
        r"May|June|July|August|September|October|November|December)<CITY_EN>)",
    ),
    _fact(
        name="en_employer_my", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"\b(?:my|our)\s(?:employer|company|firm)(?:'s name)?\s(?:is|is called)\s(?P<v>(?!in\b|at\b|an?\b|"
        r"the\b|not\b|going|very|based|growing|on\b|called)[A-Z][^,.!?;\n\ue000]{1,50})",
    ),
    _fact(
        name="en_industry", key="industry", score=0.87, rank=6,
        pattern=r"<WE_EN>(?:<BE>|'re|\sare|\sis|\swork|\swork(?:s|ing))?<TO_EN>\s(?:in|operate in|"
        r"operates in)\s(?:the\s)?(?P<v>(?!same|wrong)[a-z0-9&/ -]{2,40}?)\s(?:industry|sector|business|field|space|"
        r"trade)\b",
    ),
    _fact(
        name="en_industry_in", key="industry", score=0.84, rank=5,
        pattern=r"<WE_EN>(?:<BE>|'re|\sare|\sis|\swork|\sworks?)<TO_EN>\sin\s(?P<v>(?:cross-border\s)?e-?commerce|"
        r"healthcare|health care|education|retail|manufacturing|logistics|agriculture|farming|insurance|banking|"
        r"fintech|biotech|pharma(?:ceuticals)?|construction|real estate|hospitality|tourism|gaming|consulting|"
        r"advertising|media|publishing|energy|oil and gas|mining|automotive|aerospace|telecoms?|government|"
        r"the public sector|non-?profits?|food service|catering|fashion|textiles|shipping|wholesale|"
        r"import[-/ ]export|software|tech|cybersecurity|law|medicine|academia|journalism|architecture|"
        r"finance and insurance)\b",
    ),
    _fact(
        name="en_industry_run", key="industry", score=0.8, rank=4,
        pattern=r"\b(?:i|we)(?:\srun|\sown|\shave|\soperate|'re|\sare|"
        r"<BE>)<TO_EN>\san?\s(?P<v>(?:[a-z-]+\s){0,3}(?:shop|store|restaurant|caf[eé]|bakery|farm|clinic|agency|"
        r"startup|consultancy|e-?commerce (?:business|store|site)|online (?:store|shop|business)|practice|studio|"
        r"brewery|vineyard|orchard|salon|law firm|hotel|guest ?house|school|nursery|dairy|wholesaler|retailer|"
        r"manufacturer|marketplace))\b",
    ),
    _fact(
        name="en_team", key="team_size", shape="count", score=0.89, rank=7,
        pattern=r"\b(?:we(?:'re|\sare|\shave)|there(?:'s|\sare|\sis)|(?:my|our|the)\s(?:team|company|department|"
        r"firm|shop)\s(?:is|has|of)|i\s(?:lead|manage|run|have)|team of)<TO_EN>\s(?:about\s|around\s|just\s|only\s|"
        r"an?\s|roughly\s)*(?:team\sof\s|company\sof\s|staff\sof\s)?(?P<v>\d{1,6}|two|three|four|five|six|seven|"
        r"eight|nine|ten|eleven|twelve|twenty|thirty|fifty|a dozen|a hundred)[\s-](?P<u>people|employees|staff|"
        r"engineers|developers|devs|of us|persons?|members|person team|colleagues|full-time|agents|nurses|teachers|"
        r"salespeople)\b",
    ),
    _fact(
        name="en_team_of", key="team_size", shape="count", score=0.88, rank=7,
        pattern=r"\b(?:(?:my|our)\steam\sof|team\ssize\sis|we're\sa\steam\sof|we\sare\sa\steam\sof|(?:my|"
        r"our)\steam\sis|i\s(?:lead|manage|run)\sa\steam\sof)\s(?P<v>\d{1,5}|two|three|four|five|six|seven|eight|"
        r"nine|ten|twelve|twenty)\b",
    ),
    _fact(
        name="en_location", key="location", shape="place", score=0.89, rank=7,
        pattern=r"(?:\b(?:i|we)(?:<BE>|'re|\sare|'ve|\shave)?|<I_EN>)<TO_EN>\s(?:live[ds]?\sin|living\sin|"
        r"based\s(?:in|out of)|"
        r"reside\sin|located\sin|settled in|moved\s(?:back\s)?to|relocated\sto|stay\sin|grew up in|(?:come|"
        r"hail)\sfrom)\s(?P<v>(?!an?\b|the (?:middle|moment|past|same)\b|my\b|fear|this|that|"
        r"it)(?:the\s)?[A-Za-z][^,.!?;\n\ue000]{1,40}?(?-i:,\s[A-Z][A-Za-z .]{1,24})?)(?=$|[,.!;]|\s(?:and|with|now|"
        r"since|for|but|so|these|last|this|where|which|at|from|near)\b)",
    ),
    _fact(
        name="en_location_office", key="location", shape="place_cased", score=0.86, rank=6,
        pattern=r"\bi(?:<BE>|\swork|\ssit|\swas moved|\smoved|\stransferred)(?:\s(?:now|currently|usually|mostly|"
        r"based|working|out))*\s(?:from|in|at|of|to)\s"
        r"(?:the|our)\s(?P<v>(?!HR\b|IT\b)<CITY_EN>)\s(?:office|branch|site|campus|plant|studio|hub|depot)\b",
    ),
    _fact(
        name="en_diet_no", key="dietary", polarity="negative", score=0.9, rank=9,
        pattern=r"\bi(?:<BE>|\sam)\s(?:no longer|not)\s(?:a\s)?(?P<v>vegan|vegetarian|pescatarian|kosher|keto|"
        r"gluten[- ]free)(?:\s(?:any ?more|now|these days))*"
        r"(?=$|[,.!;])|\bi(?:'ve|\shave|\swas)?\snever\s(?:been\s|was\s)?(?:a\s)?(?P<v>vegan|vegetarian|pescatarian)\b|"
        r"\bi(?:'ve|\shave)?\s(?:stopped being|gave up being|"
        r"quit being)\s(?:a\s)?(?P<v>vegan|vegetarian|pescatarian)\b",
    ),
    _fact(
        name="en_location_from", key="location", shape="place_cased", score=0.84, rank=5,
        pattern=r"\b(?:i<BE>|we're|we are|our (?:office|team|company|shop|factory|headquarters|hq) is|my (?:office|"
        r"home|city|town|address) is)\s(?:currently\s|now\s|originally\s|at\s)?(?:from|in|at|out of|"
        r"near)\s(?P<v>(?!IT\b|HR\b|QA\b|R&D|Sales|Marketing|Finance|Legal)<CITY_EN>)",
    ),
    _fact(
        name="en_location_moved", key="location", shape="place_cased", score=0.84, rank=6,
        pattern=r"\b(?:i|we)(?:'ve|\shave)?\s(?:just\s|recently\s|now\s)?(?:moved|relocated)\s(?:house\s)?from\s"
        r"(?-i:[A-Z])<EN1>{1,30}?\sto\s(?P<v>(?!project\b)<CITY_EN>)(?=$|[,.!;]|\s(?:last|this|now|and|for|in|because|since)\b)",
    ),
    _fact(
        name="en_address", key="location", shape="place", score=0.84, rank=6,
        pattern=r"\bmy\s(?:home\s|new\s|shipping\s|mailing\s|delivery\s|work\s)?(?:address|city|hometown|"
        r"location)\s(?:is|has changed to|changed to)\s(?:now\s)?(?P<v>(?!not\b|wrong|"
        r"the same)[A-Za-z0-9][^.!?;\n\ue000]{2,100})",
    ),
    _fact(
        name="en_timezone", key="timezone", shape="zone", score=0.9, rank=8,
        pattern=r"\bmy\stime\s?zone\sis\s(?P<v>[A-Za-z0-9/+_: -]{2,40})|\b(?:i<BE>|we're|we are|i work|we work|"
        r"i live)\s(?:in|on|at)\s(?:the\s)?(?P<v>(?:UTC|GMT)\s?[+-]?\d{0,2}(?::\d\d)?|[A-Z][a-z]+/[A-Z][A-Za-z_]+|"
        r"CET|CEST|EST|EDT|PST|PDT|CST|BST|IST|JST|SGT|AEST|ET|PT|(?:eastern|pacific|central|mountain|london|"
        r"singapore|beijing|tokyo)\s(?:standard\s)?time)(?:\s(?:time\s?zone|time))?",
    ),
    _fact(
        name="en_speaks", key="language_spoken", shape="language", score=0.88, rank=7,
        pattern=r"\bi(?:<BE>)?\s(?:can\s|also\s|only\s|mostly\s|mainly\s|natively\s)?(?:speak|fluent in|understand|"
        r"read and write|a native speaker of|learning to speak)\s(?:some\s|a little\s|fluent\s|basic\s|both\s|"
        r"good\s)?(?P<v><LANG>(?:<JOIN_EN><LANG>){0,4})",
    ),
    _fact(
        name="en_tongue", key="language_spoken", shape="language", score=0.9, rank=8,
        pattern=r"\bmy\s(?:native|first|mother|working|second|main)\s(?:language|tongue)\sis\s(?P<v><LANG>)|"
        r"\bi<BE>\sa\snative\s(?P<v><LANG>)\sspeaker",
    ),
    _fact(
        name="en_speaks_not", key="language_spoken", polarity="negative", shape="language", score=0.87, rank=8,
        pattern=r"\bi\s(?:do(?:n't|\snot)|can(?:'t|not))\s(?:speak|read|understand)\s(?:any\s|"
        r"a word of\s)?(?P<v><LANG>)",
    ),
    _fact(
        name="en_family", key="family", score=0.84, rank=5,
        pattern=r"\b(?:i|we)\s(?:have|'ve got|just had)\s(?P<v>(?:an?|one|two|three|four|five|"
        r"\d)\s(?:[a-z-]+\s){0,3}(?:kids?|children|child|sons?|daughters?|toddlers?|bab(?:y|ies)|twins|siblings|"
        r"brothers?|sisters?|teenagers?))|\bi<BE>\s(?P<v>married|single|divorced|widowed|engaged|a single (?:mother|"
        r"father|parent|mom|mum|dad)|a (?:mother|father|mom|mum|dad|parent) of (?:\w+))\b(?!\sto)",
    ),
    _fact(
        name="en_residence", key="residence_type", score=0.84, rank=8,
        pattern=r"\bi\s(?:currently\s)?(?:live|reside)\sin\san?\s(?P<v>(?:[a-z-]+\s){0,3}(?:apartment|flat|house|"
        r"condo|studio|dorm(?:itory)?|townhouse|bungalow|houseboat|trailer|mobile home|loft|basement|cabin|"
        r"farmhouse|shared house|cottage|rented room))\b",
    ),
    _fact(
        name="en_allergy", key="dietary", shape="allergy", score=0.92, rank=9,
        pattern=r"\bi(?:<BE>)?\s(?:<ADV_EN>|severely\s|deathly\s|mildly\s)(?:allergic\sto|have\san?\s(?:severe\s|"
        r"serious\s|bad\s|mild\s|life-threatening\s)?allergy\sto|intolerant\sto)\s(?P<v>[^.!?;\n\ue000]{2,60})|"
        r"\bi\s(?:have|suffer from)\s(?:an?\s)?(?:severe\s|serious\s|bad\s|"
        r"mild\s)?(?P<v>[a-z]+(?:\s[a-z]+)?)\s(?:allergy|allergies)\b",
    ),
    _fact(
        name="en_diet", key="dietary", score=0.9, rank=8,
        pattern=r"\bi(?:<BE>)?<TO_EN>\s(?:strictly\s|a\s|an\s|on a\s|strict\s|following a\s|"
        r"follow(?:ing)?\s(?:a\s)?|keep\s|eat\s|eating\s|stick to a\s)*(?P<v>(?:strict(?:ly)?\s)?(?:vegan|"
        r"vegetarian|pescatarian|kosher|halal|keto(?:genic)?|gluten[- ]free|dairy[- ]free|lactose[- ]intolerant|"
        r"plant[- ]based|low[- ]carb|paleo|celiac|coeliac|low[- ]sodium|nut[- ]free|diabetic-friendly|raw food|"
        r"macrobiotic|teetotal|sugar[- ]free|low[- ]fodmap))(?:\s(?:diet|lifestyle|food|foods|meals|only|"
        r"options))?\b",
    ),
    _fact(
        name="en_eats_not", key="dietary", polarity="negative", shape="label", score=0.9, rank=8,
        pattern=r"\b(?:i|we)\s<ADV_EN>(?:do(?:n't|’t|\snot)|never|can(?:'t|not|\snot)|no longer)\s(?:ever\s)?(?:eat|"
        r"drink|consume|have)\s(?:any\s)?(?P<v>(?!it\b|that\b|this\b|out\b|lunch|breakfast|dinner|time|to\b|access|"
        r"an?\b|the\b|much\b|enough)[a-z][^,.!?;\n\ue000]{1,50})",
    ),
    _fact(
        name="en_health", key="health", score=0.88, rank=8,
        pattern=r"\b(?:i|i've)\s(?:currently\s)?(?:have|had|got|suffer from|was diagnosed with|live with|"
        r"struggle with|been diagnosed with)\s(?:an?\s)?(?P<v>(?:[a-z0-9-]+\s){0,3}?(?:diabetes|asthma|hypertension|"
        r"high blood pressure|depression|anxiety disorder|arthritis|epilepsy|migraines|cancer|heart (?:disease|"
        r"condition)|(?:back|knee|joint|neck|shoulder|wrist) (?:pain|problems?|issues?|injury)|insomnia|adhd|autism|"
        r"ibs|anemia|anaemia|celiac disease|crohn's(?: disease)?|thyroid (?:condition|disease)|pcos|eczema|"
        r"respiratory issues|vertigo|tinnitus|osteoporosis|fibromyalgia|chronic (?:pain|illness)))\b|"
        r"\bi<BE>\s(?P<v>(?:\w+\s(?:weeks|months)\s)?pregnant|diabetic|asthmatic|epileptic|immunocompromised|"
        r"autistic)\b",
    ),
    _fact(
        name="en_access", key="accessibility", score=0.89, rank=9,
        pattern=r"\bi(?:<BE>)?\s(?:use\s|rely on\s|am\s|need\s|in\s|have\s)?(?:an?\s)?"
        r"(?P<v>(?:red[- ]green\s)?colou?r[- ]?blind|blind|"
        r"visually impaired|partially sighted|hard of hearing|deaf|dyslexic|screen reader|wheelchair(?: user)?|"
        r"low vision|poor eyesight|dyslexia|wheelchair-bound|hearing (?:loss|impairment|aids?)|closed captions|"
        r"large (?:print|text))\b",
    ),
)
# fmt: on
