"""Manners of speaking that bear on trust: reserve, double negation, change, authority, instructions, idle words."""

import unicodedata
from typing import Final

import regex

from jide.signals.rules import Clock, compile_pattern
from jide.text import simplified

HEDGED: Final = compile_pattern(
    r"可能(?!性|会用)|好像|大概(?!\s?[\d一二两三四五六七八九十])|也许|似乎|不太确定|不确定|说不定|我猜|或许|估计是|"
    r"应该是吧|记不太清|没想好|再看看|不一定|"
    r"\b(?:maybe|probably|perhaps|possibly|might|i guess|i suppose|not sure|not certain|i think(?! you)|i believe it|"
    r"sort of|i'd imagine|"
    r"could be|not entirely sure|tentatively|for all i know)\b"
)
DOUBLE_NEGATIVE: Final = compile_pattern(
    r"不是(?:说)?(?:我)?(?:不|讨厌|没有?不|反感)(?!对|行|是)|并非不|没有(?:说)?不(?:喜欢|想|要)|没(?:有)?(?:不喜欢|"
    r"讨厌|反感)|不(?:会|能|可能)不|谈不上(?:不喜欢|讨厌)|"
    r"\b(?:do(?:n't|\snot)|wouldn't say i|never|not that i)\s(?:really\s|actually\s|necessarily\s|exactly\s|"
    r"do\s?n.t\s)?(?:dislike|hate|mind|object to|detest|"
    r"don't|avoid)\b|\bnot (?:un\w+|against)\b"
)
CHANGED: Final = compile_pattern(
    r"还是(?=用|换|改|写|说|发|按|以)|改成|改为|改用|换成|换到|换了|变成|调整为|调到|搬到|搬去|现在|如今|不再|从现在起|从今天起|改|更新为|不用了|"
    r"\b(?:now|switched|changed|moved|no longer|instead|anymore|any more|from now on|these days|as of|used to be|was "
    r"last|lately)\b"
)
MENDED: Final = compile_pattern(
    r"改成|改为|换成|调整为|调整到|更新为|推迟到|提前到|改到|\b(?:changed?|moved?|"
    r"update[ds]?|raised?|cut|make it|switch(?:ed)?)\b"
)
REFUSES: Final = compile_pattern(
    r"(?<!要)不要(?!忘)|<BIE_ZH>(?!忘|人|的|家|名)|不许|不准|禁止|(?<!不得)不用(?!说)|不再|不想|没(?:有)?必要|不需要|无[需须]|不必|不宜|"
    r"不应该?|(?<!应)不该|不得(?!不|$)|不会再|不可以?(?=再|用|使用|给|写|说|有|出现|$)|不能(?=再|用|使用|给|写|说|有|出现|$)|用不着|"
    r"(?:切|请)?勿(?=再|用|使|给|写|说|发|以|在|$)|[莫甭](?=再|要|用|给|写|说|发|$)|严禁|拒绝|(?:避免|停止|杜绝)(?=再|用|使用|采用|出现|发|给|写|$)|"
    r"(?<![不多减至缺很太较])少(?=用|说|放|发|写|给我|加|搞|来|整|$)|"
    r"\b(?:don't|do not|never|stop|quit|avoid|without|no longer|refrain from|not to|needn't|need not|no need|shouldn't|"
    r"should not|mustn't|must not|didn't|anything but|(?:any|every)thing (?:except|other than)|"
    r"(?:reports?|answers?|repl(?:y|ies)|documents?|emails?|messages?|it|they|you)\s(?:cannot|can't))\b(?!\sforget)"
)
PARTY: Final = regex.compile(
    r"(?i)^(?:(?:我们?|咱们?)(?:的|家|公司的?)?|(?:my|our|the)\s)?(?:[a-z]+\s)?(?:客户|老板|领导|供应商|甲方|乙方|经理|负责人|联系人|"
    r"(?:clients?|customers?|boss|manager|supplier|vendor|contact)\b)(?:现在|其实|应该)?\s?(?=是|叫|$|(?:is|are)\b)"
)
"""Somebody whom the talk is about, as the subject of 'is'."""
LEAD_ZH: Final = (
    r"(?:(?:哎呀?|唉|喂|哦|噢|呃|额|嗯|等等|等一下|抱歉|不好意思|对不起|对了)[，,。！!\s]*)*"
    r"(?:你们?|您|我|咱|系统|上面|上次|上回|刚才|之前|先前|这里|这个|那个|这|那)*"
    r"(?:又|好像|可能|都|完全|还是|刚才|之前|上次|真的|肯定|的|结论|答案|数字|理解|记忆|信息|资料|数据|给|把)*"
    r"<WRONG_ZH>(?:了|啦|吧)*[，,。！!：:\s]+"
)
LEAD_EN: Final = (
    r"(?:(?:sorry|oh|um|well|hmm|hey|hold on|wait|actually|but|ok(?:ay)?)[,.!]?\s)*"
    r"(?!no\s(?!(?:it|its|it's|that|that's|this|they|they're|he|she|i|i'm|we|we're|you|my|our|the|there|actually|sorry|"
    r"not|wait|in|on|at|please|but|no)\b))"  # 'no tables' is a wish
    r"(?:<WRONG_EN>|you(?:'ve)?\s(?:got|have)\s(?:my|our|the)\s(?P<s>[a-z ]{2,24}?)\swrong|wrong again)"
    r"(?:\s(?:earlier|before|again|there|about (?:that|this|it)|i'm afraid|i think))?[,.!:;\s–—-]+"
)
OPENS: Final = compile_pattern(f"^(?:{LEAD_ZH}|{LEAD_EN})")
DENIES: Final = compile_pattern(r"^(?:<WRONG_ZH>[，,。！!：:\s]|<WRONG_EN>[,.!:;–—-])")
_SELF_REPAIR: Final = compile_pattern(
    r"真正(?:想|要|的问题)|(?:本来|其实|实际上)?想(?:要)?(?:问|了解|知道|说|弄清|搞清)的(?:其实)?是|我的问题是|我想问"
)
ALWAYS: Final = regex.compile(
    r"(?i)^(?:ever|always|never|period|full stop|from now on|going forward|please remember|"
    r"永远|一直|以后都这样|记住了?|切记|千万)\W*$"
)
_AUTHORITY: Final = compile_pattern(
    r"(?<!仓库|图书|库房|档案|宿舍|资料)管理员|权限|审批(?!(?:的?(?:通知|提醒|消息|邮件|进度)))|批准|授权(?!经销|代理)|免审|免签|免检|"
    r"(?:给我|对我|我的.{0,8})(?:都|一律|全部){0,2}(?:免费|免单|包邮)|免运费|超级用户|特权|白名单|豁免|不受.{0,8}(?:限|约束|管)|最高级|签字权|盖章权|系统所有者|我是VIP|"
    r"(?:给我|我的|一律).{0,10}(?:打[^，。]{0,2}折|折扣|优惠价)|"
    r"插队|优先处理我|无限额|不限额|(?:他|她|别|其他|别的|所有)(?:人|用户|员工|同事|客户|病人|患者)们?的(?:工资|薪|数据|资料|信息|订单|病历|账|密码|"
    r"记录)|(?:不用|不要|免|跳过|无需|别再?)[^，。]{0,5}(?:身份|密码|口令|验证码|资质|资格)|我是(?:root|owner|超管|老大|你的?(?:主人|老板|开发))|"
    r"\b(?:admin(?:istrator)?s?|root(?:\s(?:access|user))?|superuser|super user|privileges?|permissions?|"
    r"(?:own|hold|have|know)s?\b[^.,]{0,30}\b(?:log ?in|credentials?|master key|passcodes?|pin codes?)|"
    r"approv(?:e|al|als|er|ers|ing|es)|(?<!FDA[- ])(?<!EMA[- ])approved|authori[sz](?:e[ds]?|ing)|authori[sz]ation|"
    r"grant(?:s|ed)?(?!\s(?:proposal|application|writ|fund))|exempt(?:ed|ion)?|waive[ds]?|bypass|whitelist(?:ed)?|"
    r"allow-?list(?:ed)?|(?<!customs\s)clearance(?!\ssale)|sudo|override|unrestricted|unlimited|sign-?off rights|"
    r"(?:system|account|workspace|tenant) owner|i(?:'m|\sam) (?:a |an )?vip|(?:give|apply|offer|"
    r"make)\b[^.,]{0,30}\b(?:discount|"
    r"free of charge|for free|free shipping)|(?:skip|without|never|don't|do not|stop|no)\b[^.,]{0,24}\b(?:verif(?:y|"
    r"ication)|"
    r"identity|credentials?|passwords?)|"
    r"(?:other|another) (?:user|customer|employee|patient|people|person|tenant|colleague)s?['’]?s?['’]?\s"
    r"(?:salar|data|record|order|message|file|info|password|detail)\w*|everyone(?:'s|’s)\s\w+)\b"
)
_INSTRUCTION: Final = compile_pattern(
    r"忽略(?:以上|之前|上面|前面|先前|所有)|无视(?:以上|之前|规则)|直接(?:批准|通过|放行|执行|同意)|系统提示|"
    r"开发者模式|越狱|听我的(?:命令|指令)|无条件|(?:服从|听从)我|绝对服从|相信我说的|默认(?:同意|批准|通过|放行)|"
    r"(?:不要|不用|不必|无需|别再?|不许|免去?|取消|关闭|关掉|绕过|跳过|省去)(?:再|对我|给我|做|进行|核对|每次|任何|的){0,3}"
    r"(?:审核|审查|校验|核实|核对|验证|检查|审批|过滤|限制|脱敏|风控|鉴权|登录|安全|打码)|"
    r"(?:内容|安全)(?:限制|过滤|审查|策略)|存入记忆|写入(?:系统|记忆)|系统[:：]|SYSTEM\s?[:：]|"
    r"(?:把我|将我)(?:当作|当成|视为|设为|标记为|改成|升级)|角色(?:改|设|换)(?:成|为)|"
    r"\b(?:ignore (?:all |any )?(?:previous|prior|above|earlier|your|the) (?:instructions?|rules?|prompts?|messages?|"
    r"guidelines?)|disregard (?:all|any|the|your|previous)|"
    r"system prompt|developer mode|jailbreak|(?:always |must |shall )obey|obey (?:me|all|my|every)|do anything now|"
    r"without (?:approval|verification|review|checking|question(?:s|ing)?|verifying|validation|restrictions?|limits?)|"
    r"store that|always (?:trust|believe|comply|agree|accept|say yes)|trust (?:me|what i say|everything i)|"
    r"save to memory|(?:note|write|add|commit) to memory|you must comply|new instructions?:|act as (?:root|admin)|"
    r"override your|(?:disable|turn off|switch off|remove|skip|ignore|drop|suspend|lift|bypass)\s(?:all |any |the |"
    r"your |my |"
    r"every |content |safety )*(?:verifications?|checks?|filters?|safeguards?|guardrails?|guidelines|restrictions?|"
    r"limits?|"
    r"safety|moderation|polic(?:y|ies)|rules|security|redaction|validation|authentication|confirmations?)|"
    r"(?:never|don't|do not|stop) (?:redact|mask|filter|censor|moderat|refus|verif|validat|authenticat|question)\w*|"
    r"treat (?:me|my (?:account|requests?)) as|"
    r"(?:set|change|make|update) (?:my |me |user )*(?:role|profile|account|status|access)\w*\s?(?:to|=|:|an?\b))\b|"
    r"<\|[a-z_]+\|>|\brole\s?=|"
    r"\[/?(?:inst|system)|</?(?:system|memory|instructions?)>|"
    r"(?:发到?|发送|转发|上传|提交|推送|同步|\b(?:post|send|forward|upload|report|submit)\b)[^。！？\n]{0,40}https?://|"
    r"\$\(|/etc/passwd|\brm\s-rf\b|\b(?:curl|wget)\s|\bdrop table\b|"
    r"\{\s*[\"“]?(?:tool|function|action|name|arguments)[\"”]?\s*:|"
    r"(?:执行|调用|运行|触发|\b(?:call|run|execute|invoke)\b)\s?[a-z]+_[a-z_]+|"
    r"(?:发送?|写|放|附|包含|带|\b(?:include|send|reveal|print|show)\b)[^。！？\n]{0,24}"
    r"(?:密钥|凭证|\b(?:api[- ]?keys?|secrets?|tokens?|"
    r"credentials|passwords?)\b)|"
    r"(?:付款|支付|转账|汇款|打款|下单|扣款|购买)[^，。！？\n]{0,8}(?:不用|不必|无需|不需要|别再?|不要)[^，。！？\n]{0,6}(?:确认|问|核对)|"
    r"\b(?:pay|transfer|order|purchas|buy|wire)\w*\b[^.!?\n]{0,30}\bwithout (?:asking|confirm|my (?:ok|consent))|"
    r"\b(?:don't|do not|never|no need to) (?:ask|confirm)\b[^.!?\n]{0,30}\b(?:pay|transfer|order|purchas|buy|wire)"
)
_SECRET: Final = compile_pattern(
    r"(?:密码|口令|暗号|身份证号码?|社保号|银行卡号)(?:就?是|为|[:：])(?!什么|多少|哪|谁|怎|错|对的)|"
    r"\b(?:my|our|the)\s(?:[a-z-]+\s){0,2}(?:password|passphrase|passcode|pin(?: code| number)?|ssn|"
    r"social security number)\s?(?:is|was|:|=)"
)
_IDLE: Final = compile_pattern(
    r"^(?:[\s，,。.!！~～、…]|好的?|嗯+|恩+|哦+|噢|行|可以|没问题|谢谢你?|多谢|感谢|辛苦了?|知道了?|明白了?|了解|收到|"
    r"[不别]客气了?|不用谢|再见|拜拜|早上好|早安|"
    r"晚安|你好|您好|哈喽|嗨|是的?|对的?|没错|不错|很好|太好了|棒|赞|哈+|呵+|嘻+|当然|同意|ok(?:ay)?|k|"
    r"thanks?(?:\s(?:a lot|so much|you))?|thank\syou(?:\s(?:so|very)\smuch)?|"
    r"thx|ty|cheers|great|cool|nice|good|perfect|awesome|sure|yes|yep|yeah|no|nope|got it|understood|hi|hello|hey|bye|"
    r"goodbye|lol|haha|right|fine|"
    r"sounds good|no problem|you're welcome|of course|not bad|well done|alright|noted|/done){1,40}$"
)
_LOOKALIKES: Final = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтАВЕКМНОРСТУХІЈЅαεορικντυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧıɡ",
    "aeopcyxijshdqwbkmhtABEKMHOPCTYXIJSaeopikvtuxABEZHIKMNOPTYXig",
)
"""Cyrillic and Greek letters in the place of Latin ones."""
PLACEHOLDER: Final = regex.compile(r"\[[A-Z][A-Z_]*_\d+\]")


def is_idle(text: str) -> bool:
    """Whether a message is thanks, agreement or a greeting and nothing else."""
    return not text.strip() or (len(text) <= 120 and _IDLE.match(text, timeout=0.05) is not None)


def repairs_itself(text: str, clock: Clock) -> bool:
    """Whether a sentence mends the speaker's own question: it corrects nothing remembered."""
    return clock.first(_SELF_REPAIR, text) is not None


def _unmasked(text: str) -> str:
    """`text` as it reads: without what is not seen, in plain letters where others only look like them."""
    seen = "".join(c for c in unicodedata.normalize("NFKC", text) if unicodedata.category(c) != "Cf")
    return simplified(seen).translate(_LOOKALIKES)


def poison(text: str, clock: Clock) -> frozenset[str]:
    """'authority' where a text speaks of rights, 'instruction' where it gives orders, 'secret' where it tells one."""
    found = []
    text = _unmasked(text)
    if clock.first(_AUTHORITY, text):
        found.append("authority")
    if clock.first(_INSTRUCTION, text):
        found.append("instruction")
    if clock.first(_SECRET, text):
        found.append("secret")
    return frozenset(found)
