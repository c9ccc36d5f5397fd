"""Words the rules share: pieces of pattern, written <LIKE_THIS> in a rule and spelt out when it is compiled."""

from collections.abc import Mapping
from typing import Final

from jide.profiles import registry
from jide.signals.words_en import WORDS_EN
from jide.signals.words_zh import WORDS_ZH

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
    **WORDS_ZH,
    **WORDS_EN,
    "OPEN": "[“\"‘'「『《]",
    "CLOSE": "[”\"’'」』》]",
    "LANG": _either("response_language"),
    "CODE": rf"(?:{_either('code_language')}|\s?(?<![A-Za-z])[CR](?![A-Za-z+#])\s?)",
    "CUR": _CURRENCY,
    "SOFT": _either("tech_stack"),
    "FMT": rf"(?!\s?words?\s?[“\"'‘「])(?:{_either('report_format')})",
    "CHAN": _either("preferred_channel"),
    "UNIT": _either("unit_system"),
    "MONEY_ZH": rf"(?:人民币|美元|美金|[¥￥$€£])?\s?{_NUMBER_ZH}\s?(?:多|来)?(?:万|千|百|亿|"
    rf"[kKwWmM](?![A-Za-z]))*\s?(?:多|左右)?\s?"
    rf"(?:{_CURRENCY})?(?:\s?(?:每|一|/)个?(?:月|年|周|天|季度|人|次))?",
    "MONEY_EN": rf"(?:US|A|C|S|HK|NT)?[$€£¥₹]?\s?\d[\d,.]*\s?(?:k|m|mn|million|thousand|grand|bn|"
    rf"billion)?(?![A-Za-z%])"
    rf"(?:{_CURRENCY})?(?:\s?(?:per|a|an|each|every)\s(?:month|year|week|day|quarter|person|head))?",
    "NUM_ZH": _NUMBER_ZH,
    "PLACE": r"(?:[" + _HAN + r"]{0,10}(?:省|市|县|镇|村|区|街道|州|路|小区)|北京|上海|广州|深圳|杭州|南京|苏州|成都|"
    r"重庆|武汉|西安|长沙|天津|青岛|"
    r"厦门|福州|宁波|郑州|合肥|济南|昆明|大连|沈阳|哈尔滨|长春|东莞|佛山|义乌|无锡|温州|泉州|珠海|南宁|贵阳|兰州|海口|"
    r"三亚|太原|石家庄|"
    r"南昌|乌鲁木齐|呼和浩特|拉萨|香港|澳门|台北|高雄|新加坡|吉隆坡|曼谷|雅加达|胡志明|河内|马尼拉|东京|大阪|首尔|"
    r"伦敦|巴黎|柏林|"
    r"纽约|洛杉矶|旧金山|西雅图|多伦多|温哥华|悉尼|墨尔本|迪拜|广东|浙江|江苏|福建|四川|山东|河南|河北|湖南|湖北|安徽|"
    r"江西|云南|贵州|"
    r"广西|海南|陕西|山西|甘肃|青海|宁夏|新疆|西藏|内蒙古|辽宁|吉林|黑龙江|台湾|美国|英国|德国|法国|日本|韩国|泰国|"
    r"越南|印尼|马来西亚|"
    r"澳洲|澳大利亚|加拿大)",
}
