"""Words the rules share: pieces of pattern, written <LIKE_THIS> in a rule and spelt out when it is compiled."""

from collections.abc import Mapping
from typing import Final

from jide.profiles import registry

_HAN: Final = "\u3400-\u9fff"


def _alternatives(*keys: str) -> tuple[str, str]:
    """Known spellings of the keys' values, longest first: Chinese ones, and Latin ones bounded by words."""
    spelt = {s for key in keys for s in registry.spellings(key)}
    ordered = sorted(spelt, key=lambda s: (-len(s), s))
    quoted = [(s, s.replace("+", r"\+").replace(".", r"\.").replace("$", r"\$").replace(" ", r"\s")) for s in ordered]
    chinese = [q for s, q in quoted if any("\u3400" <= c <= "\u9fff" for c in s)]
    latin = [q for s, q in quoted if s.isascii() and s[0].isalnum()]
    return "|".join(chinese), "|".join(latin)


def _either(*keys: str) -> str:
    chinese, latin = _alternatives(*keys)
    bounded = rf"(?<![A-Za-z])(?:{latin})(?![A-Za-z])" if latin else ""
    return rf"(?:\s?(?:{'|'.join(filter(None, (chinese, bounded)))})\s?)"


_NUMBER_ZH: Final = r"(?:\d[\d,，.]*|[零一二两三四五六七八九十百半几]{1,6})"
_CURRENCY: Final = _either("currency")

VOCABULARY: Final[Mapping[str, str]] = {
    # where a clause of a sentence may begin
    "START": r"(?:^|(?<=[，,；;：:、。.!！\s（(—]))",
    "EN_START": r"(?:^|(?<=[,;:.!?(—-]\s)|(?<=\b(?:and|but|so|also|then|because|fyi|note|please|that|btw|hi|hey|hello)\s))",
    # objects
    "ZH": r"[^，。！？；,!?;\n\ue000]",
    "EN": r"[^.!?;\n\ue000]",
    "EN1": r"[^,.!?;:\n\ue000]",
    "OPEN": "[“\"‘'「『《]",
    "CLOSE": "[”\"’'」』》]",
    "END_ZH": r"(?=$|[，。！？；,.!?;、\s])",
    # who speaks, Chinese
    "I_ZH": r"(?<![和跟给对向问让叫比把被替为请帮])(?:我|本人|俺|咱)(?!们?的?(?:同事|老板|领导|朋友|客户|上司|家人))",
    "WE_ZH": r"(?<![和跟给对向问让叫比把被替为请帮])(?:我们?|咱们?|本人|俺|我司|我家|我厂|我店|本店|本公司)"
    r"(?:这边|这里|公司|单位|店里?|团队|部门|厂里?|工厂|家里?|组里?|医院|学校|村里?|合作社|项目组|小组|事业部|办公室)?",
    "ADV_ZH": r"(?:现在|目前|平时|平常|一直|其实|真的|真|还是|就|都|也|又|最|很|特别|非常|超级?|挺|蛮|比较|更|更加|太|主要|一般|通常|"
    r"只|从来|从小|早就|已经|实在|确实|个人|向来|始终|相当|十分|尤其|倒是?|可能|好像|也许|大概是?|似乎|应该|刚|刚刚|才|一共|总共|大概|大约|差不多|可|有点|还){0,3}",
    "WISH_ZH": r"(?:请|麻烦你?|拜托你?|希望你?|要求|记得|务必|必须|最好|尽量|只能|只|就|都|一律|统一|默认|全部|直接|给我|帮我|跟我|对我|"
    r"你|您|要|得|能不能|可以|一概|改|需要|应该|我要?|先){0,4}",
    "NO_ZH": r"(?:千万|绝对|坚决|请|麻烦|拜托|永远|再也|一律|统统|都)?(?:(?<![特区分个差辨性级类告离送识鉴])别再?|(?<!要)不要再?|不用再?|不许再?|不准再?|禁止再?|请勿|勿|莫再?|甭再?|"
    r"不能再?|不可以?再?|不必再?|无需|拒绝|严禁|避免|停止|杜绝|(?<![不多减至缺很太较])少(?=用|说|放|发|写|给我|加|搞|来|整)|不想再?(?:看到|见到|看见|收到|听到)|用不着)"
    r"(?:给我|跟我|对我|和我|向我|总是?|老是?|动不动就?|随便|一直|每次都?|继续|又|还)?",
    # lasting wishes
    "LASTING_ZH": r"(?:以后|今后|往后|从今|从此|从现在(?:起|开始)|从今天(?:起|开始)|打今儿起|将来|日后|下次|下回|每次|每回|每(?:封|篇|份|条|个)|"
    r"一律|统一|默认|永远|始终|总是|再也|别再|不要再|不再|不用再|不许再|不准再|一概|长期|任何时候|所有的?|凡是|记住|请记|"
    r"都(?=用|按|要|写|出|给|以|发|得|改|请))",
    "LASTING_EN": r"\b(?:from now on|from here on|from this point|going forward|moving forward|in (?:the )?future|always|never|"
    r"every ?time|each time|whenever|by default|default to|as a rule|ever|permanently|henceforth|at all times|stop|"
    r"anymore|any more|no longer|remember|keep in mind|(?:all|any|every|each)(?: of)? (?:my|your|our|the)?\s?(?:weekly |monthly |daily )?"
    r"(?:reports?|answers?|repl(?:y|ies)|responses?|messages?|emails?|summar(?:y|ies)|prices?|amounts?|figures?|code|"
    r"examples?|dates?|documents?|conversations?|chats?)|(?:don't|do not|not) [^.,]{1,40}\bagain)\b",
    # kinds of thing
    "LANG": _either("response_language"),
    "CODE": rf"(?:{_either('code_language')}|\s?(?<![A-Za-z])[CR](?![A-Za-z+#])\s?)",
    "CUR": _CURRENCY,
    "SOFT": _either("tech_stack"),
    "FMT": _either("report_format"),
    "CHAN": _either("preferred_channel"),
    "UNIT": _either("unit_system"),
    "MONEY_ZH": rf"(?:人民币|美元|美金|[¥￥$€£])?\s?{_NUMBER_ZH}\s?(?:多|来)?(?:万|千|百|亿|[kKwWmM](?![A-Za-z]))*\s?(?:多|左右)?\s?"
    rf"(?:{_CURRENCY})?(?:\s?(?:每|一|/)个?(?:月|年|周|天|季度|人|次))?",
    "MONEY_EN": rf"(?:US|A|C|S|HK|NT)?[$€£¥₹]?\s?\d[\d,.]*\s?(?:k|m|mn|million|thousand|grand|bn|billion)?(?![A-Za-z%])\s?"
    rf"(?:{_CURRENCY})?(?:\s(?:per|a|an|each|every)\s(?:month|year|week|day|quarter|person|head))?",
    "NUM_ZH": _NUMBER_ZH,
    "REGION": r"(?:东南亚|东盟|欧美|欧洲|北美|南美|拉美|美国|日本|韩国|中东|非洲|泰国|越南|印尼|印度尼西亚|马来西亚|新加坡|菲律宾|澳洲|澳大利亚|"
    r"德国|英国|法国|西班牙|意大利|巴西|墨西哥|俄罗斯|印度|沙特|阿联酋|加拿大|国内|海外|国外|台湾|香港|华东|华南|华北|西南|西北|东北|华中|"
    r"日韩|港澳台|下沉市场|全球)(?:市场|地区|六国|站点?|那边)?",
    "REGION_EN": r"(?:South-?\s?East Asia|SEA|ASEAN|Europe|the EU|EU|North America|the US|USA?|the UK|UK|Japan|Korea|Thailand|Vietnam|Indonesia|"
    r"Malaysia|Singapore|the Philippines|Latin America|LATAM|the Middle East|MENA|Africa|India|Brazil|Mexico|Germany|France|Spain|Italy|"
    r"Australia|Canada|China|the DACH region|the Nordics|APAC|EMEA)",
    "PLACE": r"(?:[" + _HAN + r"]{0,10}(?:省|市|县|镇|村|区|街道|州|路|小区)|北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|长沙|天津|青岛|"
    r"厦门|福州|宁波|郑州|合肥|济南|昆明|大连|沈阳|哈尔滨|长春|东莞|佛山|义乌|无锡|温州|泉州|珠海|南宁|贵阳|兰州|海口|三亚|太原|石家庄|"
    r"南昌|乌鲁木齐|呼和浩特|拉萨|香港|澳门|台北|高雄|新加坡|吉隆坡|曼谷|雅加达|胡志明|河内|马尼拉|东京|大阪|首尔|伦敦|巴黎|柏林|"
    r"纽约|洛杉矶|旧金山|西雅图|多伦多|温哥华|悉尼|墨尔本|迪拜|广东|浙江|江苏|福建|四川|山东|河南|河北|湖南|湖北|安徽|江西|云南|贵州|"
    r"广西|海南|陕西|山西|甘肃|青海|宁夏|新疆|西藏|内蒙古|辽宁|吉林|黑龙江|台湾|美国|英国|德国|法国|日本|韩国|泰国|越南|印尼|马来西亚|"
    r"澳洲|澳大利亚|加拿大)",
    "TITLE_ZH": r"(?:经理|总监|主管|主任|工程师|程序员|设计师|会计师?|出纳|老师|教师|教授|医生|医师|护士长?|律师|农民|农户|果农|菜农|店主|店长|"
    r"老板|司机|厨师|销售员?|客服|采购员?|运营|编辑|记者|翻译|学生|研究生|博士生?|研究员|公务员|科员|科长|处长|局长|村支书|村长|导游|"
    r"顾问|分析师|架构师|开发者?|测试员?|运维|助理|秘书|创始人|合伙人|董事长|总裁|专员|文员|药剂师|药师|兽医|摄影师|自由职业者?|卖家|商家|"
    r"作家|作者|财务|人事|业务员|班主任|管理员|审计员?|CEO|CTO|CFO|COO|HR|PM)",
    "TITLE_EN": r"(?:manager|engineer|developer|programmer|designer|accountant|teacher|professor|lecturer|doctor|physician|nurse|lawyer|"
    r"attorney|paralegal|farmer|grower|seller|shop owner|owner|driver|chef|cook|analyst|architect|consultant|director|lead|head of [a-z ]{2,30}|"
    r"officer|assistant|secretary|founder|co-founder|cofounder|partner|student|researcher|scientist|writer|author|editor|journalist|"
    r"translator|photographer|freelancer|contractor|administrator|admin|buyer|bookkeeper|controller|recruiter|planner|pharmacist|"
    r"vet|veterinarian|dentist|therapist|electrician|plumber|technician|agronomist|clerk|operator|specialist|coordinator|"
    r"supervisor|executive|intern|auditor|pilot|guide|librarian|surgeon|midwife|CEO|CTO|CFO|COO|PM|DBA|SRE)",
    # adverbs, English
    "ADV_EN": r"(?:(?:really|strongly|absolutely|particularly|generally|usually|always|much|definitely|personally|just|also|still|simply|"
    r"totally|deeply|greatly|especially|often|tend to|do|firmly|highly|mostly|only|typically|actively|try to|strictly|deliberately|"
    r"consciously|honestly|truly|genuinely|quite|would|kind of|so|very much|completely|utterly|intensely|rather|mainly|normally|"
    r"currently|now|actually|both|consistently|intentionally|heavily|vehemently|staunchly|increasingly|now|very|thoroughly)\s){0,3}",
    "NO_EN": r"(?:(?:please|pls|kindly|just)\s)?(?:never(?:\sever)?|do(?:n't|n’t|\snot)(?:\sever)?|dont|stop|quit|avoid|no\smore|refrain\sfrom|"
    r"i\s(?:do(?:n't|n’t|\snot)|never)\swant\s(?:you\s)?to|you\s(?:must|should)(?:n't|\snot|\snever)|no\sneed\sto)",
    # openings of a correction
    "WRONG_ZH": r"(?:不对|不是(?:的|这样的?|那样|啊|呀|吧|哦)?(?=[，,。！!])|错了|错啦|不不|不，|搞错|弄错|记错|说错|听错|看错|写错|算错|填错|讲错|你错|理解错|想错|"
    r"纠正|更正|更新|有误|不准确|不正确|不太对|说得不对|说的不对)(?:了|啦|一下|下)?(?:吧|啊|呀|哦|哈|，你|，我)?",
    "WRONG_EN": r"(?:no|nope|nah|not quite|not exactly|wrong|incorrect|that(?:'s|\sis|\swas)(?:\snot|n't)?\s(?:wrong|right|incorrect|correct|true|it|outdated|"
    r"out of date|accurate|inaccurate|what i (?:said|meant|asked(?: for)?|want(?:ed)?)|a mistake)|that\sisn't\s(?:right|correct|true|it|accurate|"
    r"what i (?:said|meant|asked(?: for)?|want(?:ed)?))|you(?:'re|\sare)\s(?:wrong|mistaken)|you(?:'ve)?\s(?:got|have)\s(?:it|that|me|this)\s(?:all\s)?wrong|"
    r"you\smisunderstood(?:\sme)?|you\smisread\s\w+|correction|small correction|i(?:'ve|\shave)?\s(?:misspoke|made a mistake|was wrong|got that wrong)|"
    r"oops|my mistake|my bad|scratch that|i was mistaken)",
    "BE": r"(?:'m|’m|\sam|m)",
    "NOT": r"(?:n't|n’t|\snot)",
}
