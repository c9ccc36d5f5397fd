"""The words around which nothing is learnt, as data: who else speaks, what is not the case, what is for this once."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Why something teaches nothing.

    reach     'clause', 'sentence' or 'rest' (this sentence and all that follow in the message)
    unless    a lasting wish in the sentence outweighs it
    spares    corrections are still read
    lifts     what outweighs it: 'this trip' is no passing thing where a budget is said of it
    """

    name: str
    pattern: str
    reach: str
    unless: bool = False
    spares: bool = False
    lifts: str = ""


_KIN: Final = (
    r"(?:老板|同事|领导|上司|朋友|客户(?!数据|资料|信息|群|主要|大多|都在|基本)|爸|爸爸|妈|妈妈|父亲|母亲|爷爷|奶奶|"
    r"外公|外婆|姥姥|姥爷|老公|老婆|丈夫|妻子|"
    r"对象|男友|女友|男朋友|女朋友|"
    r"儿子|女儿|孩子|小孩|宝宝|哥哥?|姐姐?|弟弟?|妹妹?|表[哥弟姐妹]|堂[哥弟姐妹]|侄[子女儿]|外甥女?|叔叔?|婶婶|"
    r"伯[伯父母]|舅舅?|舅妈|姑姑?|姑妈|"
    r"姨妈?|阿姨|室友|同学|邻居|闺蜜|哥们|师傅|徒弟|老师|学生|下属|助理|秘书|合伙人|家人|亲戚|婆婆|公公|岳父|岳母|"
    r"房东|供应商|经理|组长|导师|医生)"
)
_KIN_EN: Final = (
    r"(?:boss|manager|colleague|coworker|co-worker|client|customer|friend|girlfriend|boyfriend|wife|husband|partner|"
    r"mother|father|mom|mum|"
    r"dad|brother|sister|son|daughter|kids?|child|children|parents|uncle|aunt|cousin|neighbou?r|roommate|flatmate|"
    r"teacher|student|doctor|"
    r"landlord|supplier|vendor|team ?mate|grandma|grandmother|grandpa|grandfather|assistant|director|ceo|cto|cfo|team "
    r"lead|lead|supervisor)"
)
_DO: Final = (
    r"(?:写|起草|撰写|拟|草拟|编|生成|画|做|制作|翻译|总结|概括|归纳|润色|改写|修改|校对|查|查询|搜|搜索|推荐|介绍|"
    r"列出?|列举|"
    r"计算|算|解释|分析|对比|比较|订|预订|预定|买|安排|规划|设计|整理|讲|说说|找|看看?|看一下|导出|导入|打开|播放|"
    r"发送|排查|检查|来|给出|提供)"
)
_DO_EN: Final = (
    r"(?:write|draft|compose|generate|translate|proofread|paraphrase|rewrite|rephrase|reword|summari[sz]e|explain|"
    r"analy[sz]e|compare|describe|"
    r"list|find|search|look\sup|book|order|buy|schedule|plan|design|calculate|compute|convert|recommend|suggest|"
    r"tell\sme|show\sme|give\sme|"
    r"help\sme|create|build|make\s(?:me\s)?(?:a|an|the|some)\b|play|open|check|debug|fix|edit|polish|outline|review|"
    r"prepare|send|"
    r"i(?:'d|\swould)\slike\sto(?!\sbe\scalled)|i(?:'m|\sam)\slooking\s(?:for|to)|i\s(?:want|need)\s(?:to\s(?:book|"
    r"find|see|know|buy|"
    r"get|make|watch|reserve|go|"
    r"check|schedule|search|rent|order|hear|play|ask|write|learn)|you\sto\s(?:write|draft|find|make|translate|"
    r"summari[sz]e)))"
)
_BINDS: Final = (
    r"(?:预算|经费|截止(?:日期|时间)?|交期|deadline)(?:[^，。！？；]{0,10}?)(?:是|为|在|有|只有|大概|大约|不超过|控制在|最多|上限|：|:|\s)?\s?(?=[\d一二两三四五六七八九十百¥￥$])|"
    r"\b(?:budget|deadline|due date)\b[^.!?;]{0,30}?(?=[\d$€£¥])|\bdeadline\b[^.!?;]{0,30}?\b(?:is|on|by)\b"
)
"""What binds somebody is a fact, of whichever trip or purchase it is said."""
_ASK_ZH: Final = (
    r"(?:什么|甚么|啥|怎么|怎样|如何|哪(?:里|个|些|家|儿|种|位|款|天|年|一)|几(?:点|个|号|月|岁|天|次|位)|"
    r"多少(?![次遍回]了)|"
    r"多(?:大|高|久|远|长|重)|谁|为什么|为何|"
    r"为啥|是不是|有没有|能不能|可不可以|好不好|对不对|要不要|会不会|是否|请问|想问|想知道|想了解|想弄清|想搞清|"
    r"问一下|问下|来着|吗[。.！!~～]?$|"
    r"呢[。.！!~～]?$|么[。.！!~～]?$)"
)

GUARDS: Final = (
    # pasted instructions and roles
    Guard(
        name="pasted_role",
        reach="rest",
        pattern=r"^\W{0,3}(?:system|assistant|developer|user|系统|"
        r"助手)\s?(?:prompt|message|提示)?\s?[\]】]?\s?[:：]",
    ),
    # things to translate, mend or shorten: all that follows is somebody's text
    Guard(
        name="text_given_zh",
        reach="rest",
        pattern=r"(?:翻译|译成|译为|翻成|润色|改写|改一?下|修改|校对|总结|概括|归纳|提炼|摘要|缩写|扩写|朗读|复述|"
        r"分析|解释|纠错|转成|转换|续写|接着写|仿写|"
        r"看看这|这[段篇句封])[^。！？\ue000]{0,25}[：:]",
    ),
    Guard(
        name="text_given_en",
        reach="rest",
        pattern=r"\b(?:translate|proofread|rewrite|paraphrase|rephrase|reword|summari[sz]e|edit|correct|polish|"
        r"explain|analy[sz]e|shorten|"
        r"improve|fix|convert|classify|review|check)\b[^.!?\ue000]{0,60}(?:[:：]|\ufffc)",
    ),
    Guard(
        name="translate_inline",
        reach="sentence",
        pattern=r"(?:翻译|译成|译为|翻成)|\b(?:translate|how do (?:you|i) say)\b",
        unless=True,
    ),
    Guard(
        name="fiction_zh",
        reach="rest",
        pattern=r"(?:写|编|讲|创作|续写|来|生成)[^。！？，]{0,14}(?:故事|小说|剧本|诗|台词|对话|歌词|童话|段子|作文|"
        r"情景|文案|演讲稿|自我介绍|简历|人设)|"
        r"(?:扮演|假装|角色扮演|模拟|饰演|设想你|假设你)",
    ),
    Guard(
        name="fiction_en",
        reach="rest",
        pattern=r"\b(?:write|tell|create|compose|invent|make up|draft|continue|generate)\b[^.!?]{0,40}\b(?:story|tale|"
        r"poem|novel|script|dialogue|"
        r"screenplay|scene|song|lyrics|haiku|essay|joke|bio|resume|cv|persona|speech|monologue|character|sketch|"
        r"limerick)\b|"
        r"\b(?:role-?play|pretend|act as|you are now|play the (?:role|part)|imagine you)\b",
    ),
    # not the case
    Guard(
        name="hypothesis_zh",
        reach="sentence",
        pattern=r"(?:如果|假如|假设|倘若|假使|若是|要是|万一|比方说|打个比方|譬如我|比如我|换作|换成(?:我|你)是|设想|"
        r"想象)(?!以后)",
        unless=True,
    ),
    Guard(
        name="hypothesis_self_zh",
        reach="sentence",
        pattern=r"(?:如果|假如|假设|倘若|要是|万一|即使|就算)(?:说|"
        r"哪天|有一天|以后)?(?:我|咱|本人)",
    ),
    Guard(
        name="hypothesis_en",
        reach="sentence",
        pattern=r"^(?:and |but |so |or )?(?:if|suppose|supposing|imagine|assume|assuming|let's say|say i|"
        r"hypothetically|what if|pretend|unless|"
        r"even if|in case|were i|had i)\b|\b(?:hypothetically|what if|for the sake of argument|let's (?:say|assume|"
        r"pretend|imagine)|"
        r"if i (?:were|was|am|had|use[d]?|live[d]?|work(?:ed)?|move[d]?|could|would)|would(?:n't)? (?:have )?been)\b",
        unless=True,
    ),
    Guard(
        name="hypothesis_self_en",
        reach="sentence",
        pattern=r"\bif i (?:were|was|am|had|used|lived|worked|became|moved|say|said|told)\b|^(?:suppose|imagine|"
        r"hypothetically|pretend|what if)\b",
    ),
    Guard(
        name="longing_zh",
        reach="clause",
        pattern=r"(?:真|好|多么?)希望(?:我|自己|我们)(?!的)|(?:巴不得|恨不得|做梦都想|幻想着?|梦想着?)",
    ),
    Guard(
        name="longing_en",
        reach="clause",
        pattern=r"\b(?:i|we)\s(?:so |really |do |only |just |sometimes )?wish(?:ed)?\s(?:that\s)?(?:i|we|my|our)\b|"
        r"\bif only\b|\b(?:i|we) (?:often |sometimes )?(?:dream|fantasi[sz]e) (?:of|about|that)\b",
    ),
    # somebody else
    Guard(
        name="third_zh",
        reach="clause",
        pattern=r"^(?:但|但是|而|而且|不过|因为|所以|听说|据说|其实|好像|可能|昨天|今天|以前|之前|另外|还有|然后|"
        r"说起来|对了|哎|唉|记得)?"
        r"(?:(?:我们?|咱们?|俺|你们?|您)(?:家|公司|部门|团队|单位)?的?" + _KIN + r"|(?:他|她|它)们?|人家|别人|对方|"
        r"有人|有些人|大家(?!好)|"
        r"(?:供应商|甲方|乙方|房东|店家|卖家|买家|医生|老师|财务)(?=要求|让|叫|说|喜欢|不喜欢|希望|想)|"
        r"客户(?!数据|资料|信息|群|主要|大多|都在|基本)|老板|领导|同事|朋友|那个?人|这个?人|那位|那家|张三|李四|王五|"
        r"小[\u4e00-\u9fff](?!时|说|心|费|组|区|"
        r"学))(?!.{0,6}是我|(?<=大家|别人|同事|朋友)们?(?:都|平时|一般){0,2}(?:叫|喊|称呼|管)我)",
    ),
    Guard(
        name="third_en",
        reach="clause",
        pattern=r"^(?:and |but |so |because |since |though |although |while |well |also |apparently |i (?:think|know|"
        r"heard|guess) (?:that )?)?"
        r"(?:(?:my|our|your|his|her|their|the|a|some|one of (?:my|our))\s(?:[a-z]+\s)?"
        + _KIN_EN
        + r"s?\b|(?:he|she|they|someone|somebody|"
        r"people|everyone|everybody|most people|users|customers|clients|others)\b(?!\s(?:call|know)s?\sme))",
    ),
    Guard(
        name="told_zh",
        reach="sentence",
        spares=True,
        pattern=r"^(?:刚才|之前|上次)?你(?:刚才|之前|"
        r"上次)?(?:说过?|记得|提到过?|告诉我|回答说|写道?|认为|觉得)",
    ),
    Guard(
        name="told_en",
        reach="sentence",
        spares=True,
        pattern=r"^(?:earlier |before |so )?you (?:said|told me|mentioned|wrote|remember(?:ed)?|noted|claimed|think|"
        r"know)\b|^according to\b|\b(?:he|she|they) (?:said|says|told|wrote)\b",
    ),
    Guard(
        name="past_self_zh",
        reach="clause",
        spares=True,
        pattern=r"^我?(?:以前|曾经|过去|小时候|当年|"
        r"原来)(?!.{0,12}现在)",
    ),
    Guard(
        name="past_self_en",
        reach="clause",
        spares=True,
        pattern=r"^(?:i|we) (?:used to|once|had been)\b|"
        r"^(?:when i was|back (?:in|when)|years ago)\b",
    ),
    # this once
    Guard(
        name="once_zh",
        reach="sentence",
        unless=True,
        spares=True,
        lifts=_BINDS,
        pattern=r"(?:(?:上面|以上|下面|以下|刚才|刚刚)(?:的|这|那)|这次|这一次|本次(?!会话|对话)|这回|暂时|临时|先这样|就这一回|仅此一次|这一?(?:封|篇|份|段|句|条|"
        r"首|张|页|题|道)|这个(?:文件|文档|表格?|问题|邮件|图|函数|任务|报告|方案|单子|订单))",
    ),
    Guard(
        name="once_en",
        reach="sentence",
        unless=True,
        spares=True,
        lifts=_BINDS,
        pattern=r"\b(?:this (?:time|once|one|article|email|e-mail|letter|message|document|report|paragraph|sentence|"
        r"text|file|function|task|question|"
        r"page|csv|spreadsheet|dataset|data|image|photo|log|pdf|problem|snippet|slide|draft|list|order|trip|essay|"
        r"answer|reply|summary|code|script|table|paper)|just (?:this|for) (?:once|"
        r"now|today|this)|"
        r"for (?:now|the moment|the time being)|for this (?!project|repo|quarter|week|month|year)[a-z]+|today only|"
        r"only (?:this|today))\b",
    ),
    # tasks
    Guard(
        name="task_zh",
        reach="sentence",
        unless=True,
        spares=True,
        pattern=r"^(?:好的?|嗯|那|那么|你好|您好|哈喽|对了|另外|现在|接着|然后|再|，|,|、)*\s?(?:请|麻烦你?|帮忙?|"
        r"帮我|给我|替我|为我|你能|能不能|可以|可否|能否|我想让你|"
        r"我想请你|我要你|劳驾|拜托你?|你来?|再|想请你|能|您|我想|我要|需要你|把|将){0,4}"
        + _DO
        + r"(?!到|来看|得|话|了算|我)",
    ),
    Guard(
        name="task_inner_zh",
        reach="sentence",
        unless=True,
        spares=True,
        pattern=r"(?:请|麻烦|帮忙|帮我|给我|替我|帮|麻烦你)(?:再|先|你|您|来)?" + _DO + r"(?:一下|"
        r"一?[份篇封个首张段条家款些下]|出|几)",
    ),
    Guard(
        name="task_one_zh",
        reach="sentence",
        unless=True,
        spares=True,
        pattern=r"(?:给我?|发我?|来|想?要|做|出)一[份张篇封个版](?!人|月|星期)",
    ),
    Guard(
        name="task_by_means_zh",
        reach="sentence",
        unless=True,
        spares=True,
        pattern=r"^(?:请|麻烦|帮忙?|帮我|给我|你|能不能|现在|再){0,3}(?:用|拿|以)[^，。！？,]{1,14}?(?:写|画|做|实现|"
        r"生成|翻译|总结|解释|列)"
        r"(?:一下|出|一?[个份篇封段张首条]|这|那|上面|下面)",
    ),
    Guard(
        name="task_en",
        reach="sentence",
        unless=True,
        spares=True,
        pattern=r"^(?:ok(?:ay)?|yes|sure|great|thanks|hi|hello|hey|now|then|and|so|alright|cool|nice|well|"
        r"also)?[,.!]?\s?(?:please\s|kindly\s|"
        r"(?:can|could|would|will)\syou\s(?:please\s)?|i\s(?:want|need)\syou\sto\s|let's\s|just\s|now\s|then\s)*"
        r"(?!give\sme\s(?:only\s|just\s)?(?:short|brief|concise|detailed|straight|direct|bullet|plain)|"
        r"convert\s(?:prices|amounts|all|every))" + _DO_EN,
    ),
)
QUESTIONS: Final = (
    Guard(
        name="question_word_zh",
        reach="clause",
        pattern=r"(?<!不管|无论|不论|管它|没|没有)" + _ASK_ZH + r"(?!都|也|时候都)",
    ),
    Guard(
        name="question_word_en",
        reach="clause",
        pattern=r"^(?:ok(?:ay)?|yes|no|sure|great|thanks|hi|hello|hey|and|so|but|also|well|um|oh|sorry|"
        r"please)?[,.!]?\s?(?:what|who|whom|whose|"
        r"where|why|how|which|is|are|am|was|were|do|does|did|can(?!['’]t\s(?!you))|could|would|will|should|shall|may|might|has|have|"
        r"what's|who's|where's|"
        r"how's|isn't|aren't|don't you|doesn't|didn't|can't you|couldn't|won't|wouldn't|when (?:is|are|was|were|do|"
        r"does|did|will|can|should))\b|"
        r"\b(?:i(?:'m| am)? (?:wonder(?:ing)?|curious)|i(?:'d| would)? (?:want|like) to (?:know|ask|learn|find out)|"
        r"do you know|can you tell|"
        r"any idea|tell me (?:what|who|where|when|why|how|which|about|if|whether))\b",
    ),
)
