"""Chinese wordings of what is never to be said or used, of taste, and of wishes that no other rule knows."""

from functools import partial
from typing import Final

from jide.signals.doubts import with_doubts
from jide.signals.rules import Rule

_wish = partial(Rule, signal="preference", language="zh")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
TASTE_ZH: Final = (
    # --- what is never to be said
    _wish(
        name="zh_never_say", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.94, bare=0.9, rank=10,
        pattern=r"<NO_ZH>(?:再)?(?:(?:跟|对|和|给|向)(?:我们?|客户|顾客|用户|"
            r"[^，。！？；,!?;\n\ue000]{1,4}))?(?:再)?(?:说|讲|提|用|回|写|出现|发|回复|扯|使用|"
        r"冒出来?|来一句|拿)(?:什么|这种|类似|那种|“)?(?:<ZH>{0,4}?)<OPEN>+(?P<v>[^”\"」』》’]{1,80})<CLOSE>",
    ),
    _wish(
        name="zh_never_hear", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.92, bare=0.88, rank=10,
        pattern=r"(?:不想|不要|不愿意?|别让我|不希望|讨厌|受不了|最烦)(?:再)?(?:听到?|看到|听见|看见|别人说|你说|"
        r"有人说)(?:什么|这种|类似)?<OPEN>(?P<v>[^”\"」』》’]{1,80})<CLOSE>",
    ),
    _wish(
        name="zh_never_word", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.9, bare=0.86, rank=10,
        pattern=r"<OPEN>(?P<v>[^”\"」』》’]{1,60})<CLOSE>(?:这|那)?(?:个词|几个字|句话|种话|两个字|三个字|"
        r"四个字)(?:以后|今后|就|请|你|我)*(?:别|不要|不许|不准|不想|禁止|不能|不用)(?:再)?(?:说|讲|提|用|写|出现|"
        r"听)",
    ),
    _wish(
        name="zh_never_say_bare", key="forbidden_phrase", polarity="negative",
        shape="phrase", score=0.86, bare=0.62, rank=9,
        pattern="<NO_ZH>(?:跟我|对我|和我)?(?:再)?说(?!话|这|那|教|明|人|谎|服|唱|书|清|到|"
        "起)(?P<v><ZH>{2,12}?)(?:了)?(?:这种话|这样的话|这个词|这几个字|这句话|这类话|之类的话?|了$|了<END_ZH>)",
    ),
    _wish(
        name="zh_never_topic", key="forbidden_topic", polarity="negative", score=0.9, bare=0.78, rank=8,
        pattern=r"<NO_ZH>(?:再)?(?:跟我|和我|对我|向我)?(?:再)?(?:聊|谈论?|提起|提到|提及|提(?!示|供|交|醒|前|高|升|"
        r"取|出|问|炼|速)|讨论|说起|问起|打听|扯)(?:到|关于|任何|我的?(?=[\u4e00-\u9fff]{2}))?(?P<v>(?!了|它|这|那|"
        r"他|她|我<END_ZH>)<ZH>{2,24}?)(?:了|的?(?:话题|事情?|内容))?<END_ZH>",
    ),
    # --- tools and ways refused
    *with_doubts(_wish(
        name="zh_refuse_use", key="?other_preference", polarity="negative",
        shape="infer", score=0.88, bare=0.64, rank=4,
        pattern="(?:<NO_ZH>|不再)(?:给我|跟我|对我)?(?:推荐|用|使用|出|发|给|做|画|写|放|加|带|出现|搞|弄|列|插|塞|"
        "推(?!荐)|采用|安排|订|买|选|打|排)(?:我|成|上|点)?(?P<v><SAFE_ZH>(?!忘|它|他|她|这|那|了|得|心|功|管|担心|说|到|"
        "不)<ZH>{1,30})",
    )),
    _wish(
        name="zh_refuse_it", key="?other_preference", polarity="negative", shape="infer", score=0.8, bare=0.6, rank=3,
        pattern=r"<NO_ZH>(?:给我)?(?P<v>(?:推荐|安排|使用|用|提供)(?:它|这个|这家|那家|那个|这类|那类|这种|"
        r"那种)(?:[\u4e00-\u9fff]{0,8}))(?:了|啦)?<END_ZH>",
    ),
    _wish(
        name="zh_refuse_format", key="report_format", polarity="negative",
        shape="report", score=0.88, bare=0.66, rank=6,
        pattern="(?:<NO_ZH>|不要|不需要|不喜欢|讨厌)(?:用|有|出现|给|做|画|放|加|带|任何|什么|太多|一堆|那么多|看|"
        "写|列|出|使用|插入?|搞|弄){0,3}(?P<v><FMT><ZH>{0,10})",
    ),
    # --- taste
    _wish(
        name="zh_like", key="?liked", shape="infer", score=0.86, rank=4,
        pattern="(?<!都是)(?<!正是)(?<!这是)(?<!那是)(?<!吃到)(?<!看到)(?<!买到)(?:<WE_ZH>|(?<=我[^。！？\ue000]{0,16}(?:喜欢|爱)[^。！？\ue000他她]{1,24}[，,]\\s?)"
        "(?=(?:也|还|又|更|同时)(?:很|挺|特别|非常)?(?:喜欢|爱)))(?:(?:出差|旅[行游]|坐|吃|喝|住|"
        "开车|写|看|听|买|用|工作|周末)<ZH>{0,5}?)?<ADV_ZH>(?:喜欢|喜爱|偏爱|"
        "热爱|钟爱|爱好是?|迷上了?|着迷于|中意|钟情于|爱(?=吃|喝|看|听|玩|用|读|逛|穿|去)|"
        "(?<=[超最很挺太]|特别|非常|超级|真的|真)爱(?!你|我|他|她|国|情|人|护|心|惜)|偏好|倾向于?|更愿意|"
        "习惯(?:于|用)?|宁愿|宁可)(?P<v>(?!(?<=[就最](?:喜欢|爱))<ZH>{1,8}的(?:东西)?了?<END_ZH>)(?!第[一二三四五0-9]|你|您|这|那(?!种|类|样)|它|他|她|"
        "上你|的是你|哪|什么|吗|"
        "了<END_ZH>|"
        "(?:去|吃|看|喝|玩|买|用|听)?的)<ZH>{1,40})",
    ),
    _wish(
        name="zh_like_fan", key="liked", score=0.84, rank=4,
        pattern="<I_ZH><ADV_ZH>是(?:个|一个|一名|位)?(?P<v><ZH>{1,16}?)(?:爱好者|发烧友|迷|控|粉丝|铁粉|死忠粉)",
    ),
    _wish(
        name="zh_hate", key="?disliked", polarity="negative", shape="infer", score=0.89, rank=5,
        pattern="(?:<WE_ZH>|^)<ADV_ZH>(?<!不是)(?<!没有)<HATE_ZH>(?:别人|有人)?(?:给我|对我|"
        "跟我)?(?P<v>(?!你<END_ZH>|您|这(?!种|类|样)|那(?!种|类|样)|它|他|她|了<END_ZH>|死|的(?!是)|"
        "麻烦)<ZH>{1,40})",
    ),
    _wish(
        name="zh_hate_object", key="?disliked", polarity="negative", shape="infer", score=0.86, rank=4,
        pattern="<I_ZH><ADV_ZH>对(?P<v>(?!你|这个|那个|它|他|她)<ZH>{1,24}?)(?:<ADV_ZH>)(?:没兴趣|不感兴趣|"
        "没什么兴趣|无感|提不起兴趣|很?反感|不感冒|深恶痛绝|无法接受|零容忍)",
    ),
    _wish(
        name="zh_not_dislike", key="?liked", shape="infer", score=0.5, rank=10,
        pattern="<WE_ZH><ADV_ZH>(?:不是|并不是|并非|没有|也没有|不至于|谈不上|说不上)(?:说)?(?:不喜欢|讨厌|反感|"
        "不爱|不想用|排斥)(?P<v><ZH>{0,30})",
    ),
    _wish(
        name="zh_like_interest", key="?liked", shape="infer", score=0.82, rank=4,
        pattern="<I_ZH><ADV_ZH>对(?P<v>(?!你|这个|那个|它|他|她|什么)<ZH>{1,24}?)(?:<ADV_ZH>)(?:感兴趣|有兴趣|着迷|"
        "情有独钟|爱不释手)",
    ),
    *with_doubts(_wish(
        name="zh_want_style", key="?other_preference", shape="infer", score=0.84, bare=0, rank=3,
        pattern="<WE_ZH><ADV_ZH>(?:要求|希望|想要|要)(?P<v><SAFE_ZH>(?!你|这|那|它)<ZH>{2,40})",
    )),
    # --- terms and the rest
    _wish(
        name="zh_term", key="terminology", shape="term", score=0.9, bare=0.8, rank=8,
        pattern=r"(?:把)?<OPEN>(?P<s>[^”\"」』》’]{1,24})<CLOSE>(?:这个词|一词)?(?:以后|今后|就|都|请|一律|统一|要|"
        r"在我们这|我们|应该|全部){0,4}(?:叫做?|称为?|写成|翻译成|译成|译为|改叫|改称|说成|叫成)<OPEN>?(?P<v>(?!我|"
        r"你)[^”\"」』》’，。！？]{1,24})<CLOSE>?",
    ),
    *with_doubts(_wish(
        name="zh_lasting_rest", key="?other_preference", shape="infer", score=0.74, bare=0, rank=1,
        pattern="(?:(?:以后|今后|往后|从今往后|从现在起|从现在开始|从今天起|日后)|(?:每次|每回)(?=请|都要|要|都请|"
        "先|帮我|给我))(?![再说会有想可能我他她还没们])(?P<v><SAFE_ZH><MINE_ZH><SERVE_ZH><ZH>{0,10}?(?:请|要|都|一律|统一|先|记得|务必|帮我|给我|"
        "把|在|用|按|对|凡|发|写|回|说|订|买)"
        "<ZH>{3,60})",
    )),
    *with_doubts(_wish(
        name="zh_lasting_rest_not", key="?other_preference", polarity="negative",
        shape="infer", score=0.74, bare=0, rank=1,
        pattern="(?:以后|今后|往后|从今往后|从现在起|从现在开始|日后|每次)(?:请|你|都|就|也)?(?:别|不要|不许|不准|"
        "禁止|不用)(?:再)?(?P<v><SAFE_ZH><MINE_ZH><SERVE_ZH><ZH>{2,60})",
    )),
)
# fmt: on
