"""Wordings, in both languages, by which people correct what was said or remembered, or take it back."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_zh = partial(Rule, signal="correction", language="zh", key="", ending="wrong")
_en = partial(Rule, signal="correction", language="en", key="", ending="wrong")
_CUT_ZH: Final = r"[^，。！？；,!?;\n\ue000]{1,60}"
_NEW_ZH: Final = r"(?P<new>(?!不是|什么|谁|哪|怎|多少|几|真正想|想问|想知道|想了解|问)" + _CUT_ZH + r")"
_OLD_ZH: Final = r"(?P<old>[^，。！？；,!?;\n\ue000]{1,40}?)"
_NEW_EN: Final = r"(?P<new>(?!not\b|what\b|why\b|how\b|if\b|wrong\b|all\b|ok\b|okay\b|fine\b|good\b)[^.!?;\n\ue000]{1,100})"
_OLD_EN: Final = r"(?P<old>[^,.!?;\n\ue000]{1,60}?)"
_POLITE: Final = (
    r"(?!\s*(?:thanks?|thank you|that(?:'s|\sis|\swould|\swill)\s(?:all|it|fine|okay|ok|everything|good|enough|alright|great|perfect)|i(?:'m|\sam)\s(?:good|fine|ok|okay|all set|done)|"
    r"problem|worries|need|not (?:at the moment|right now|now|today|really|yet)|nothing|no (?:thank|thanks)|it(?:'s|\sis)\s(?:ok|okay|fine|alright|good|all)|don't bother|"
    r"i don't (?:need|think)|that's|maybe later|i won't|that will be|there's nothing|we(?:'re| are) good|you(?:'ve| have)|i appreciate|i think (?:that|i|we)|"
    r"not anything|i do not need|i've got|all good|just (?:that|this)|everything))"
)

FIX: Final = (
    # --- 'no, it is …'
    _zh(
        name="zh_fix_is", score=0.85, rank=9,
        pattern=r"<START>(?:你|您|我|上面|刚才)?(?:的?(?:这个)?(?:结论|答案|数字|理解|记忆|信息|资料|数据))?(?:都|完全|可能|好像|又|还是|刚才|之前)?<WRONG_ZH>[，,。！!：:\s]*(?:其实|实际上|我(?:要的|说的|指的|想要的|们?的?意思)|正确的?(?:说法|答案|应该)?|这个|那个|它)?(?:应该|应当|明明)?(?:就)?是(?:在)?" + _NEW_ZH,
    ),
    _zh(
        name="zh_fix_want", score=0.83, rank=8,
        pattern=r"<WRONG_ZH>[，,。！!：:\s]*(?:我(?:们)?(?:要的|说的|指的|想要的|问的|想说的)(?:其实)?是|我(?:们)?(?:要|说的是|指的是|的意思是)|改成|改为|换成|请?改|要)" + _NEW_ZH,
    ),
    _zh(
        name="zh_fix_meant", score=0.74, rank=6,
        pattern=r"^(?:我(?:说的|指的|要的|想要的|想说的)(?:其实|明明)?是|我的意思是|我是说|我说的不是<ZH>{1,20}[，,]?是)" + _NEW_ZH,
    ),
    _zh(
        name="zh_fix_not_but", score=0.84, rank=9,
        pattern=r"(?:<WRONG_ZH>[，,。！!\s]*)?(?<![是要还就并说])(?:不是|并不是|并非|不叫|不在|不用)" + _OLD_ZH + r"[，,]?(?:而)?(?:是|叫|在|用)" + _NEW_ZH,
    ),
    _zh(
        name="zh_fix_but_not", score=0.84, rank=9,
        pattern=r"(?<!不)(?:应该|其实|明明|就)?是(?P<new>[^，。！？；,!?;\n\ue000是]{1,30}?)[，,]?(?:而)?不是(?P<old>[^，。！？；,!?;\n\ue000]{1,30})",
    ),
    _zh(
        name="zh_fix_should", score=0.84, rank=8,
        pattern=r"(?P<old>[^，。！？；,!?;\n\ue000]{1,24}?)(?:是错的|不对|错了|有误|写错了|记错了|不准确|不正确)[，,。！!]\s?(?:应该|应当|正确的?|其实|实际)?(?:是|为|改成)" + _NEW_ZH,
    ),
    _zh(name="zh_fix_actual", score=0.74, rank=5, pattern=r"^(?:其实|实际上|应该)(?:应该)?是" + _NEW_ZH),
    # --- it was so, now it is not
    _zh(
        name="zh_was_now", score=0.85, ending="changed", rank=9,
        pattern=r"(?P<old>[^，。！？；,!?;\n\ue000]{1,24}?)(?:那)?(?:是|都是|已经是)(?:去年|以前|之前|上个?月|过去|老|旧|老早|上周|早先|好久以前|从前)的?(?:事情?|了|数据|情况|信息|版本|老黄历)?(?:了)?[，,。！!]\s?(?:<ZH>{0,6})(?:现在|目前|如今|今年|已经)(?:都)?(?:是|改成|换成|用|叫|在|变成|改用|为)?了?" + _NEW_ZH,
    ),
    _zh(
        name="zh_now_is", score=0.8, ending="changed", rank=6,
        pattern=r"<START>(?P<s>[^，。！？；,!?;\n\ue000]{0,10}?)(?:现在|如今|目前|从今天起|已经)(?:已经|都)?(?:是|改成|改为|换成|变成|改叫|改用|换到|调整为|调到|调成|涨到|降到|升到|升级到|改到|搬到)了?" + _NEW_ZH,
    ),
    _zh(
        name="zh_changed_to", score=0.82, ending="changed", rank=7,
        pattern=r"<START>(?:把)?(?P<s>[^，。！？；,!?;\n\ue000]{0,12}?)(?:已经|刚|现在|又|都|要|也|得|需要|请|帮我)*(?:改成|改为|换成|变成|调整为|调整到|调到|改用|改到|换到|推迟到|提前到|延到|增加到|减到|降到|涨到|换作|更新为)了?" + _NEW_ZH,
    ),
    _zh(
        name="zh_from_to", score=0.84, ending="changed", rank=9,
        pattern=r"<START>(?P<s>(?:我们?|<ZH>{0,8}?))(?:已经|刚)?从(?P<old>[^，。！？；,!?;\n\ue000]{1,16}?)(?:调|搬|换|改|转|迁|升|降|涨|跳|切|跳槽)(?:到|成|去|为|至|了)了?" + _NEW_ZH,
    ),
    # --- it is wrong, and no more is said
    _zh(
        name="zh_reject", score=0.72, bare=0.66, rank=3,
        pattern=r"(?P<old>(?:这|那|你|上面|刚才|上述)(?:个|些|的|份|条|次)?(?:<ZH>{0,8}?)(?:结论|答案|数字|说法|结果|方案|判断|数据|理解|回答|信息|解释|建议|总结|计算|金额|推荐|版本|记录|记忆|描述))(?:我|，我|完全|根本|明显|都|是|并)*(?:不认可|不同意|不认同|不接受|不对|有误|错的|错了|有问题|不准|不准确|不能接受|不正确|不成立|站不住脚|搞错了|算错了|写错了)",
    ),
    _zh(
        name="zh_reject_you", score=0.7, bare=0.64, rank=2,
        pattern=r"^(?:不|不不|哎|唉|喂)?[，,]?\s?(?P<old>(?:你|您)(?:又|好像|可能|肯定|应该|是不是|完全|真的|都|全)*(?:说|搞|弄|记|理解|算|写|听|看|想|猜)(?:错|反|混|岔)(?:了|啦|人|<ZH>{0,8}了))(?![？?])",
    ),
    _zh(
        name="zh_reject_bare", score=0.68, bare=0.62, rank=1,
        pattern=r"^(?P<old>(?:这|那|你说的|这个|那个)?(?:完全|根本|明显|全|都|肯定)?(?:不对|错了|错啦|搞错(?:了|啦)|弄错(?:了|啦)|记错(?:了|啦)|说错(?:了|啦)|不是这样的?|不是这个意思|不是我(?:要|想要|说|问)的))(?:吧|啊|呀|哦)?[，,。！!]*$",
    ),
    # --- English
    _en(
        name="en_fix_is", score=0.85, rank=9,
        pattern=r"<EN_START><WRONG_EN>\b[,.!:;\s–—-]+" + _POLITE + r"(?:actually[,\s]\s?|sorry[,\s]\s?|in fact[,\s]\s?|but\s|and\s|i\ssaid\s|because\s)*(?:it's|it\sis|it\swas|they're|they\sare|that's|that\sis|the\s(?:right|correct|actual|real|new)\s[a-z ]{1,24}?\sis|it\sshould(?:\s(?:be|say|read|have been))|should\sbe|it\shas\sto\sbe|he's|she's|there\sare|we're|we\sare|(?:my|our|the)\s(?P<s>[a-z ]{2,24}?)\s(?:is|are))\s(?:now\s|actually\s|in\s)?" + _NEW_EN,
    ),
    _en(
        name="en_fix_meant", score=0.84, rank=9,
        pattern=r"(?:<EN_START><WRONG_EN>\b[,.!:;\s–—-]+|^(?:sorry|oh|okay|ok|yes|well|um|hmm|but|right)?[,.!]?\s?(?:but\s|sorry[,\s]\s?|no[,\s]\s?)?)(?:i(?:'m)?\s(?:actually\s|really\s)?(?:asking(?:\s(?:about|for))?|looking for|talking about|referring to|meant|mean|said|was\s(?:asking|talking|referring|looking|thinking)(?:\s(?:about|to|for|of))?|am\s(?:asking|talking|referring)(?:\s(?:about|to|for))?|wanted to know|asked (?:for|about)|intended)|what i (?:meant|wanted|mean|asked)(?:\s[a-z ]{1,20})?\s(?:was|is))\s(?:to (?:say|ask|know)\s|about\s|for\s|that\s)?" + _NEW_EN,
    ),
    _en(
        name="en_fix_wrong", score=0.86, rank=9,
        pattern=r"<EN_START>" + _OLD_EN + r"\s(?:is|was|are|were)\s(?:wrong|incorrect|not right|not correct|outdated|out of date|a mistake|mistaken|no longer (?:true|right|correct|valid|accurate))[,.;:!\s—-]+(?:and\s|because\s|actually\s)?(?:it|that|they|the (?:right|correct|real) [a-z]+)(?:'s|'re|\sis|\sare|\sshould be|\sshould have been|\swas)\s(?:now\s|actually\s)?" + _NEW_EN,
    ),
    _en(
        name="en_fix_not_but", score=0.84, rank=9,
        pattern=r"(?:<EN_START>|\b(?:it's|it\sis|that's|i'm|i\sam|is|was)\s)not\s(?:in\s|at\s|on\s)?(?P<old>(?!sure|only|just|really|bad|yet|a problem|at all)[^,.!?;\n\ue000]{1,50}?)(?:,?\sbut\s|[,;.—-]\s?(?:but\s)?(?:it's|it\sis|that's|i'm|they're|it\sshould be)\s)(?:rather\s|actually\s|in\s)?" + _NEW_EN,
    ),
    _en(
        name="en_fix_but_not", score=0.82, rank=8,
        pattern=r"(?:\b(?:it's|it\sis|i said|i meant|that's|it\sshould be|i asked for|make it|the \w+ is|my (?P<s>[a-z ]{2,20}?) is)\s)(?P<new>(?!not\b)[^,.!?;\n\ue000]{1,50}?),?\s(?:and\s)?not\s(?P<old>(?!yet|sure|bad|that|at all|only|just)[^,.!?;\n\ue000]{1,50})",
    ),
    _en(
        name="en_was_now", score=0.86, ending="changed", rank=9,
        pattern=r"<EN_START>(?:no[,.]\s)?" + _OLD_EN + r"\s(?:was|were)\s(?:last (?:year|month|week|quarter|time)|before|ages ago|years ago|months ago|the old (?:one|version|plan)|previously|back then|(?:in\s)?(?:19|20)\d\d|yesterday)[.,;!\s—-]+(?:and\s|but\s)?(?:(?:now\s)?(?:it's|it\sis|they're|we're on|we're at|i'm at|that's)\s(?:now\s)?(?P<new>(?!not\b)[^,.!?;\n\ue000]{1,60}?)(?:\snow)?(?=$|[,.!?;])|now\s(?:it's\s|it is\s|we use\s|i use\s|i'm in\s)?(?P<new>[^,.!?;\n\ue000]{1,60}))",
    ),
    _en(
        name="en_now_is", score=0.8, ending="changed", rank=6,
        pattern=r"<EN_START>(?:it's|it\sis|they're|now it's|now it is|it has become|these days it's)\s(?P<new>(?!not\b|all\b|time\b|good|fine|ok|right\b|clear|working|great)[^,.!?;\n\ue000]{1,50}?)\s(?:now|these days|as of (?:today|now|this week)|instead)(?=$|[,.!?;])|<EN_START>now (?:it's|it is|they're)\s(?P<new>(?!not\b|all\b|time\b|good|fine|working|clear)[^,.!?;\n\ue000]{1,50})",
    ),
    _en(
        name="en_changed_to", score=0.83, ending="changed", rank=7,
        pattern=r"\b(?:my|our|the)\s(?P<s>[a-z ]{2,30}?)\s(?:has\s|have\s|was\s|is\s|just\s|got\s)*(?:changed|moved|switched|gone up|gone down|increased|decreased|been (?:changed|moved|raised|cut|lowered|extended|pushed)|raised|cut|lowered|extended|pushed back|pushed)\s(?:from\s(?P<old>[^,.!?;\n\ue000]{1,30}?)\s)?to\s(?:be\s)?(?P<new>[^,.!?;\n\ue000]{1,60})|\b(?:change|update|correct|set|switch)\s(?:my|our|the)\s(?P<s>[a-z ]{2,30}?)\s(?:from\s(?P<old>[^,.!?;\n\ue000]{1,30}?)\s)?to\s(?P<new>[^,.!?;\n\ue000]{1,60})|\b(?:my|our)\s(?P<s>[a-z ]{2,30}?)\sis\snow\s(?P<new>[^,.!?;\n\ue000]{1,60})",
    ),
    _en(
        name="en_moved", score=0.84, ending="changed", rank=8,
        pattern=r"\b(?:i|we)(?:'ve|\shave)?\s(?:just\s|recently\s|now\s|already\s)?(?:moved|switched|changed|migrated|transferred|gone)\s(?:over\s)?from\s(?P<old>[^,.!?;\n\ue000]{1,40}?)\sto\s(?P<new>[^,.!?;\n\ue000]{1,40})",
    ),
    _en(
        name="en_fix_task", score=0.58, rank=4,
        pattern=r"<EN_START>(?:no|nope|nah|not quite|wait|wait a minute|hold on|sorry|oh sorry|actually|hmm|oops|on second thoughts?|just a (?:second|moment|minute)|wrong|that's (?:wrong|not right|incorrect|not correct)|i(?:'ve|\shave)?\schanged my mind|change of plans?|never ?mind|now that i think (?:of|about) it|scratch that)\b[,.!:;\s–—-]+(?:and\s)?" + _POLITE + r"(?:(?:but|no|actually|sorry|wait|please|instead|really|just|i'm sorry|i apologi[sz]e|rather|can you|could you|i think|i'd say)[,.]?\s)*(?P<new>(?:make|change|switch|set|put|play|book|reserve|schedule|get|let's|i(?:'d|\swould)?\s(?:actually\s|really\s|rather\s)?(?:want|need|prefer|like|would|meant|said|asked)|i(?:'ll|\swill)|it(?:'s|\sis|\sshould|\shas|\swill)|we(?:'re|\sare|\sneed|\swant|'ll|\swill|'d)|add|find|look|leave|send|for|from|on|at|in|cast|use|try|the|my|only|there|this|at|search|\d|one|two|three|four|five|six)\b[^.!?;\n\ue000]{0,100})",
    ),
    _en(
        name="en_fix_instead", score=0.56, rank=3,
        pattern=r"(?:^|(?<=[.!]\s))(?:(?:please|can you|could you|let's|i(?:'d|\swould)\s(?:like|rather|prefer)|i\s(?:want|need|prefer)|make|change|how about|on)\b[^.!?;\n\ue000]{0,60}?(?P<new>\b(?:to|it|for|at|on|in|the|a)\s[^.!?;\n\ue000]{1,60}?))\s(?:instead|rather)\b(?!\sof)",
    ),
    _en(
        name="en_fix_mind", score=0.6, rank=3,
        pattern=r"\bi(?:'ve|\shave)?\s(?:just\s)?changed\smy\s(?:mind|plans?)\b[,.;:!\s—-]*(?:and\s|so\s|but\s)?(?P<new>[^.!?;\n\ue000]{2,100})",
    ),
    _en(
        name="en_fix_make", score=0.56, rank=3,
        pattern=r"<EN_START>(?:please\s|can you\s|could you\s|actually[,\s]\s?|just\s|instead[,\s]\s?|then\s)*(?:make (?:it|that|them)|change (?:it|that|this|the \w+)(?:\sover)?(?:\sto)?)\s(?P<new>(?!work|stop|happen|so|clear|sound|look|a list|easier|shorter|brief|longer)[^.!?;\n\ue000]{1,80})",
    ),
    _en(
        name="en_reject", score=0.7, bare=0.64, rank=2,
        pattern=r"<EN_START>(?P<old>(?:that|this|your|the)(?:\s(?:answer|conclusion|number|figure|result|summary|calculation|statement|claim|date|amount|total|recommendation|assumption|information|interpretation|reading|reasoning|data|memory|record|last [a-z]+|[a-z]+ you (?:gave|quoted|mentioned)))?)(?:'s|\sis|\swas|\sare|\sisn't|\swasn't|\slooks|\sseems|\scan't be)\s(?:just\s|simply\s|completely\s|totally\s|clearly\s|still\s|plain\s|definitely\s)?(?:wrong|incorrect|not right|not correct|not true|inaccurate|outdated|out of date|right|correct|mistaken|off|not accurate|false)(?<!'s right|is right|was right|'s correct|is correct|was correct|seems right|looks right|looks correct|seems correct|are right|are correct)(?=$|[,.!;])",
    ),
    _en(
        name="en_reject_you", score=0.7, bare=0.64, rank=2,
        pattern=r"<EN_START>(?P<old>you(?:'re|\sare)\s(?:wrong|mistaken)(?:\sabout\s[^.!?;\n\ue000]{1,60})?|you(?:'ve)?\s(?:got|have)\s(?:it|that|me|this|my \w+)\s(?:all\s)?wrong|you\s(?:misunderstood|misread|misheard|miscalculated|mixed up)(?:\s[^.!?;\n\ue000]{1,40})?|i\s(?:don't|do not|can't)\s(?:agree|accept)(?:\s(?:with\s)?(?:this|that|your)[^.!?;\n\ue000]{0,40})?|i\sdisagree(?:\swith\s[^.!?;\n\ue000]{1,40})?|that(?:'s|\sis)(?:\snot|n't)\swhat\si\s(?:said|asked(?: for)?|meant|want(?:ed)?)|that\sisn't\swhat\si\s(?:said|asked(?: for)?|meant|want(?:ed)?))(?=$|[,.!;])",
    ),
)

_back = partial(Rule, signal="withdrawal", key="", ending="withdrawn", polarity="negative")
WITHDRAW: Final = (
    _back(
        name="zh_forget", language="zh", score=0.9,
        pattern=r"<START>(?:请|麻烦你?|帮我|你|你就|那就|可以)?(?:把)?(?:忘掉|忘了|忘记|删掉|删除|清除|清掉|抹掉|移除|别再记着?|不要再记|不用再记)(?:我(?:的|们的?)?|关于我的?|之前(?:说|记)?的?|刚才(?:说)?的?)(?P<v><ZH>{1,24}?)(?:吧|了|这件事|的事|信息|记录|的记忆|这条)?<END_ZH>|把(?:我的?|关于我的?)(?P<v><ZH>{1,20}?)(?:从记忆里|从记录里|都|给)?(?:忘掉|忘了|删掉|删了|删除|清除|清掉|抹掉)",
    ),
    _back(
        name="zh_forget_this", language="zh", score=0.9, value="这段话",
        pattern=r"<START>(?:请|麻烦你?|你|千万)?(?:这|刚才|上面|上)(?:段|句|条|个|件事|些|几句)?(?:话|内容|消息|对话|信息)?(?:请|你|就|都)?(?:别|不要|不用|不必|无需|别给我)(?:记|存|记住|保存|记录|记下来?|往心里记)(?:了|着|录)?|<START>(?:请|麻烦你?)?(?:别|不要|不用|不许|不准)(?:记|记住|记录|保存|存储?|记下)(?:这|刚才|我刚才?|上面)(?:段|句|条|个|件事|些|说)?|<START>(?:当我没说|就当我没说过?|刚才的?(?:话)?不算|别往记忆里存|不要存到记忆)",
    ),
    _back(
        name="en_forget", language="en", score=0.9,
        pattern=r"<EN_START>(?:please\s|can you\s|could you\s|just\s)*(?:forget|delete|erase|remove|wipe|stop remembering|clear|drop)\s(?:about\s|everything (?:about|you know about)\s|what i (?:said|told you) about\s)?(?:my|our)\s(?P<v>[^,.!?;\n\ue000]{2,50}?)(?:\s(?:from (?:your )?(?:memory|records?)|please|now))*(?=$|[,.!?;])",
    ),
    _back(
        name="en_forget_that", language="en", score=0.86,
        pattern=r"<EN_START>(?:please\s|just\s)*forget\s(?:that\s|about the fact that\s)(?P<v>(?:i|we|my|our)\s[^.!?;\n\ue000]{3,80})",
    ),
    _back(
        name="en_forget_this", language="en", score=0.9, value="this message",
        pattern=r"<EN_START>(?:please\s|but\s|and\s)*(?:don't|do not|never)\s(?:remember|save|store|record|keep|log|memori[sz]e|note)\s(?:this|that|any of this|it|what i (?:just )?said|the following|this message)\b|<EN_START>(?:please\s)?(?:forget (?:this|what i (?:just )?said|i said (?:that|anything)|that last (?:message|bit|part)|everything i just said)|off the record|keep this out of (?:your )?memory|this is not for the record|strike that from (?:your )?memory)\b",
    ),
)
