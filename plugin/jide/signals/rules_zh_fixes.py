"""Chinese wordings by which people correct what was said or remembered."""

from functools import partial
from typing import Final

from jide.signals.manners import LEAD_ZH
from jide.signals.rules import Rule

_BE: Final = "(?P<verb>是|叫|在|用|姓|属于|做|种|住在|归|按|走|发|选|要)"
_ALSO: Final = r"[，,；;。]?\s?(?:我们?|而|其实|现在|应该|明明|实际上?)*"

_fix = partial(Rule, signal="correction", language="zh", key="", ending="wrong")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
FIXES_ZH: Final = (
    # --- 'no, it is …'
    _fix(
        name="zh_fix_is", score=0.85, rank=9,
        pattern=rf"<START>{LEAD_ZH}(?:其实|实际上|我(?:要的|说的|指的|想要的|用的|们?的?意思)|正确的?(?:说法|答案|应该)?|"
        r"这个|那个|它)?(?:(?:应该|应当|明明)?(?:就)?(?P<verb>是)(?:在)?|(?:应该|应当|得|请)(?P<verb>用|叫|按|在|走|发|选|为|"
        r"写|填)|(?P<verb>改用|换用|改为|用)(?:的是)?)<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_says", score=0.8, rank=7,
        pattern=rf"<START>{LEAD_ZH}(?P<s>(?!不|没|你|您|这|那|谁|什么|应该|我说|我要|我想)[^，。！？；,!?;\n\ue000是在有]{{1,12}}?)"
        r"(?:其实|实际|现在|应该|明明)*(?P<verb>是|在|有|叫|姓|要|用|为|等于)(?:的是)?<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_cai", score=0.8, rank=7,
        pattern=rf"<START>(?:{LEAD_ZH})?(?:应该是|是)?(?P<new>[^，。！？；,!?;\n\ue000是]{{1,24}}?)才(?:对|是对的|正确|没错)"
        r"(?=$|[，。！,!])",
    ),
    _fix(
        name="zh_fix_want", score=0.83, rank=8,
        pattern=r"<WRONG_ZH>[，,。！!：:\s]*(?:我(?:们)?(?:要的|说的|指的|想要的|问的|想说的)(?:其实)?是|"
        r"我(?:们)?(?:要|说的是|指的是|的意思是)|改成|改为|换成|请?改|要)<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_meant", score=0.74, rank=6,
        pattern="^(?:我(?:说的|指的|要的|想要的|想说的)(?:其实|明明)?是|我的意思是|我是说|"
        "我说的不是<ZH>{1,20}[，,]?是)<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_not_but", score=0.84, rank=9,
        pattern=rf"(?:{LEAD_ZH})?(?P<s>(?:我们?(?=不|并))?)(?<![是要还就并说也])(?:不是|并不是|并非|不叫|不在|不用|不姓|"
        rf"不属于|不做|不种|不住在|不归|不按|不走|不发|不选)(?!不)<OLD_ZH>(?:的)?{_ALSO}(?<![就还也都但只可于])(?P<verb>是|叫|在|"
        r"用|姓|属于|做|种|住在|归|按|走|发|选)<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_but_not", score=0.84, rank=9,
        pattern=rf"(?<!不)(?P<s>(?:我们?)?)(?:应该|其实|明明|就)?{_BE}(?P<new>[^，。！？；,!?;\n\ue000是]{{1,30}}?)[，,]?"
        r"(?:而)?(?:不(?P=verb)|(?<=[，,])不是)(?P<old>[^，。！？；,!?;\n\ue000]{1,30})",
    ),
    _fix(
        name="zh_fix_should", score=0.84, rank=8,
        pattern=r"(?P<old>[^，。！？；,!?;\n\ue000]{1,24}?)(?:是错的|不对|错了|有误|写错了|记错了|不准确|"
        r"不正确)[，,。！!]\s?(?:应该|应当|正确的?|其实|实际上?)*(?P<verb>是|为|改成)<NEW_ZH>",
    ),
    _fix(
        name="zh_fix_actual", score=0.74, rank=5,
        pattern="^(?:其实|实际上|应该)(?:应该)?是<NEW_ZH>",
    ),
    # --- it was so, now it is not
    _fix(
        name="zh_was_now", score=0.85, ending="changed", rank=9,
        pattern=r"(?P<old>[^，。！？；,!?;\n\ue000]{1,24}?)(?:那)?(?:是|都是|已经是)(?:去年|以前|之前|上个?月|过去|"
        r"老|旧|老早|上周|早先|好久以前|从前)的?(?:事情?|了|数据|情况|信息|版本|"
        r"老黄历)?(?:了)?[，,。！!]\s?(?:<ZH>{0,6})(?:现在|目前|如今|今年|已经)(?:都)?(?:是|改成|换成|用|叫|在|变成|"
        r"改用|为)?了?<NEW_ZH>",
    ),
    _fix(
        name="zh_gone_now", score=0.84, ending="changed", rank=10,
        pattern=r"(?P<s>(?:我们?|咱们?)?)[^，。！？；,!?;\n\ue000]{0,6}?(?<![对好是行要还])不再?(?:用|在|种|做|喝|吃|住|叫|"
        r"是|干|姓|养|卖|走|搞)(?P<old>[^，。！？；,!?;\n\ue000]{1,16}?)(?:上班|工作|了)*了[，,。；]\s?(?:我们?|现在|"
        r"目前|如今|已经|刚|都|全|就|以后)*(?:改|换|转|搬|调|跳|迁)?(?:行)?(?P<verb>用|种|做|到|成|去|是|在|叫|吃|喝|住|"
        r"卖|养|干|搞)(?:的是|了)?(?P<new>[^，。！？；,!?;\n\ue000了]{1,40})",
    ),
    _fix(
        name="zh_new_job", key="employer", score=0.84, ending="changed", rank=10,
        pattern=r"<START>(?P<s>我?)(?:已经|刚|上个?月|去年|最近|今年|又)*(?:跳槽|离职|换工作|换了?(?:份|个)?(?:新)?(?:工作|"
        r"东家|公司|单位))了?[，,]?\s?(?:我|现在|目前|已经|刚)*(?:到|去|在|来到?|加入|入职)了?(?P<new>[^，。！？；,!?;"
        r"\n\ue000了]{2,20}?)(?:上班|工作|任职)?了?<END_ZH>|<START>(?P<s>我)(?:已经|刚|上个?月|最近)*(?:入职|加入)了?"
        r"(?P<new>[^，。！？；,!?;\n\ue000了群会]{2,20})了<END_ZH>",
    ),
    _fix(
        name="zh_new_department", key="department", score=0.84, ending="changed", rank=10,
        pattern=r"(?P<s>我?)(?:已经|刚|被|上个?月|最近|现在)*(?:调|转|转岗|调动|借调|轮岗|换)(?:到|去|至|进)了?"
        r"(?P<new>[^，。！？；,!?;\n\ue000了]{1,10}?(?:部门?|科|处|中心|车间|事业群))了?<END_ZH>",
    ),
    _fix(
        name="zh_new_post", key="role", score=0.82, ending="changed", rank=10,
        pattern=r"(?P<s>我)(?:已经|刚|被|上个?月|最近|现在|上周|去年)*(?:调|转|换|轮岗?)(?:到|去|至)了?"
        r"(?P<new>[^，。！？；,!?;\n\ue000了]{1,14}?(?:窗口|岗位?|柜台|片区|产线|条线|班组))了?(?:[，,]\s?(?:已经|现在|就)*不再?(?:管|负责|在|做)"
        r"(?P<old>[^，。！？；,!?;\n\ue000]{1,14}?)了)?<END_ZH>",
    ),
    _fix(
        name="zh_swapped", score=0.84, ending="changed", rank=10,
        pattern=r"<START>(?P<old>(?![我你他她这那])[^，。！？；,!?;\n\ue000]{1,16}?)\s?(?:那边|这边|市场)?(?P<s>我们?|咱们?)?(?:已经|早就|现在|都|也)*"
        r"(?:不用|不再用|停用|弃用|淘汰|不再?做|不再?卖|不再?种|不再?养)了[，,]\s?(?:我们|现在|都|已经|全|就)*"
        r"(?P<verb>换成|改用|改成|换了|用|主攻|主做|主打|改做|转做|改种|改卖|改养)(?:的是|了)?\s?(?P<new>[^，。！？；,!?;\n\ue000了]{1,30})",
    ),
    _fix(
        name="zh_now_is", score=0.8, ending="changed", rank=6,
        pattern=r"<START>(?P<s>[^，。！？；,!?;\n\ue000]{0,10}?)(?:现在|如今|目前|从今天起|已经)(?:已经|都)?(?:是|"
        r"改成|改为|换成|变成|改叫|改用|换到|调整为|调到|调成|涨到|降到|升到|升级到|改到|搬到)了?<NEW_ZH>",
    ),
    _fix(
        name="zh_changed_to", score=0.82, ending="changed", rank=7,
        pattern=r"<START>(?:把)?(?P<s>[^，。！？；,!?;\n\ue000]{0,12}?)(?:已经|刚|现在|又|都|要|也|得|需要|请|"
        r"帮我)*(?:改成|改为|换成|变成|调整为|调整到|调到|改用|改到|换到|推迟到|提前到|延到|增加到|减到|降到|涨到|"
        r"换作|更新为)了?<NEW_ZH>",
    ),
    _fix(
        name="zh_from_to", score=0.84, ending="changed", rank=9,
        pattern=r"<START>(?P<s>(?:我们?|<ZH>{0,8}?))(?:已经|刚)?从(?P<old>[^，。！？；,!?;\n\ue000]{1,16}?)(?:调|搬|"
        r"换|改|转|迁|升|降|涨|跳|切|跳槽)(?:到|成|去|为|至|了)了?<NEW_ZH>",
    ),
    # --- it is wrong, and no more is said
    _fix(
        name="zh_reject", score=0.72, bare=0.66, rank=3,
        pattern="(?P<old>(?:这|那|你|上面|刚才|上述)(?:个|些|的|份|条|次)?(?:<ZH>{0,8}?)(?:结论|答案|数字|说法|"
        "结果|方案|判断|数据|理解|回答|信息|解释|建议|总结|计算|金额|推荐|版本|记录|记忆|描述))(?:我|，我|完全|"
        "根本|明显|都|是|并)*(?:不认可|不同意|不认同|不接受|不对|有误|错的|错了|有问题|不准|不准确|不能接受|不正确|"
        "不成立|站不住脚|搞错了|算错了|写错了)",
    ),
    _fix(
        name="zh_reject_you", score=0.7, bare=0.64, rank=2,
        pattern=r"^(?:不|不不|哎|唉|喂)?[，,]?\s?(?P<old>(?:你|您)(?:又|好像|可能|肯定|应该|是不是|完全|真的|都|"
        r"全)*(?:说|搞|弄|记|理解|算|写|听|看|想|猜)(?:错|反|混|岔)(?:了|啦|人|<ZH>{0,8}了))(?![？?])",
    ),
    _fix(
        name="zh_reject_bare", score=0.68, bare=0.62, rank=1,
        pattern="^(?P<old>(?:这|那|你说的|这个|那个)?(?:完全|根本|明显|全|都|肯定)?(?:不对|错了|错啦|"
        "[搞弄记说算写看听理解]{1,2}错(?:了|啦)|不是这样的?|不是这个意思|不是我(?:要|想要|说|问)的))(?:吧|啊|呀|"
        "哦)?[，,。！!]*$",
    ),
)
# fmt: on
