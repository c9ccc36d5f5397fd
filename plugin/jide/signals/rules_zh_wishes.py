"""Chinese wordings of lasting wishes: how reports and answers should be, and by which way they come."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_wish = partial(Rule, signal="preference", language="zh")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
WISHES_ZH: Final = (
    # --- what a report looks like
    _wish(
        name="zh_report_as", key="report_format", shape="report", score=0.92, bare=0.62, rank=7,
        pattern="<THING_ZH>(?:的?格式)?<ZH>{0,8}?(?<![不别])(?:用|按|以|出(?!现)|给|要|做成|写成|整理成|转成|导出(?:成|为)?|"
        "输出(?:成|为)?|发|采用|使用|是|走|换成|改成|改用)(?P<v><ZH>{1,40})",
    ),
    _wish(
        name="zh_report_lasting", key="report_format", shape="report", score=0.86, bare=0, rank=6,
        pattern="<LASTING_ZH><ZH>{0,16}?(?:用|出|按|给我?|发|以|做成|写成|转成|换成|改成|改用|"
        "要)(?P<v><ZH>{0,10}<FMT><ZH>{0,12})",
    ),
    _wish(
        name="zh_report_with", key="report_format", shape="report", score=0.86, bare=0.6, rank=6,
        pattern="(?:里|里面|中|上|都)?(?:要|得|必须|记得|请|务必)(?:带上?|附上?|包含|加上?|有|"
        "配上?)(?P<v><ZH>{0,10}<FMT><ZH>{0,8})",
    ),
    _wish(
        name="zh_report_needless", key="report_format", polarity="negative",
        shape="report", score=0.86, bare=0.62, rank=6,
        pattern="(?P<v><FMT>)(?:就|都|什么的|这种东西)?(?:免了|不要了|不用了|不需要|别用了|别放了|别出了|可以省了|"
        "省了吧?|去掉)",
    ),
    _wish(
        name="zh_report_want", key="report_format", shape="report", score=0.86, bare=0.62, rank=5,
        pattern=r"(?:^|(?<=[，,]))(?:我?只?要|改成|换成|给我|改用|请用)\s?(?P<v><FMT>)(?:格式|版本?|文件|的)?<END_ZH>",
    ),
    # --- how answers are given
    _wish(
        name="zh_length", key="response_length", shape="length", score=0.9, bare=0.64, rank=7,
        pattern="<REPLY_ZH>?(?:的时候|时)?(?:都|要|得|的|可以|能|尽量|请|再|写|给|保持|说){0,3}(?P<v>简短|简洁|"
        "精简|简单|简明扼要|言简意赅|精炼|短|详细|详尽|具体|细|长|展开)(?:一?点儿?|一?些|为主|即可|就行|就好|"
        "就可以|扼要|地?说|地?回答|地?写)",
    ),
    _wish(
        name="zh_length_want", key="response_length", shape="length", score=0.9, bare=0.64, rank=7,
        pattern="(?:要|保持|尽量|务必|请|力求|喜欢|想要|给我|都)(?:更)?(?P<v>简短|简洁|精简|言简意赅|简明扼要|精炼|"
        "详细|详尽)(?:的?(?:回答|回复|答案|解释|说明|版本?))?<END_ZH>",
    ),
    _wish(
        name="zh_length_cap", key="response_length", shape="label", score=0.9, bare=0.6, rank=7,
        pattern=r"(?:(?:控制|限制|压缩)(?:在|到)|限|最多|不多于|(?=(?:别|不要|不能|不)超过))(?P<v>(?:(?:别|不要|不能|"
        r"不)超过)?\s?<NUM_ZH>\s?(?:个?字|句话?|行|页|段|条|字符|分钟))(?:以内|之内|内|左右)?",
    ),
    _wish(
        name="zh_length_short", key="response_length", value="short", score=0.88, bare=0.66, rank=7,
        pattern="(?:<NO_ZH>(?:那么|这么|太|(?:写|说|讲|回)(?:得|的)?(?:那么|这么|太)?|总是?)?(?:啰嗦|罗嗦|长篇大论|废话|冗长|长|绕|扯)(?:了|"
        "那么多|一大堆)?|少废话|少啰嗦|长话短说|[说讲捡挑拣]重点|只说重点|捞干的说)",
    ),
    _wish(
        name="zh_language", key="response_language", shape="language", score=0.93, bare=0.66, rank=8,
        pattern="(?:(?<!(?<![跟和对给与同])我(?:平时|有时|偶尔)?)(?:用|使用|拿|以|讲|说)|改用|换成|切换成|改成|只用)"
        "(?P<v><LANG>)(?:来|跟我|和我|给我|对我|同我|向我|统一|直接){0,2}(?:reply|answer|回复|回答|答复|回我|回|沟通|交流|答|聊|对话|输出|说话|讲|写|跟我说|说|就行|"
        "就好|"
        "即可|吧)",
    ),
    _wish(
        name="zh_language_of", key="other_preference", shape="subject", score=0.88, bare=0.6, rank=12,
        pattern="(?:代码(?:里的?|的)?)?(?P<s><WRITTEN_ZH>)(?:里|中|上)?(?:的?(?:内容|正文|文字))?(?:以后|今后|往后|请|麻烦|都|一律|统一|全部|全|默认|尽量|要|得|必须|就|改|还是|现在){0,4}"
        "(?P<v>(?:用|使用|写|写成|改成|换成|采用|改用)<LANG>)(?:来?(?:写|撰写|书写|起草|命名))?(?:吧|就行|就好|即可|了)?<END_ZH>|"
        "(?:用|使用|以)(?P<v><LANG>)(?:来)?(?:写|起草|撰写)(?:我的?)?(?P<s><WRITTEN_ZH>)<END_ZH>",
    ),
    _wish(
        name="zh_language_reply", key="response_language", shape="language", score=0.92, bare=0.66, rank=8,
        pattern="(?:回复|回答|答复|输出|跟我说话|和我说话|跟我(?:讲|说|沟通|交流))(?:我|的时候|时|都|请|一律|统一|"
        "要|就|全部|只){0,4}(?:用|使用|改成|换成|改用|是|说|讲)(?P<v><LANG>)",
    ),
    _wish(
        name="zh_language_with_me", key="response_language", shape="language", score=0.9, bare=0.7, rank=8,
        pattern="(?:跟|和|对|同)我(?:都|只|一律|统一|就|请|要|用){0,2}(?:讲|说|聊|写)(?P<v><LANG>)(?:吧|就行|就好|即可)?"
        "<END_ZH>|<WE_ZH><ADV_ZH>习惯(?:于)?(?:看|用|读|说|讲)(?P<v><LANG>)(?:的?(?:回复|回答|资料|内容))?<END_ZH>",
    ),
    _wish(
        name="zh_language_all", key="response_language", shape="language", score=0.9, bare=0.66, rank=7,
        pattern="(?:以后|今后|往后|(?<!们)(?:都|一律|统一|全程))(?:都|请|就|一律|统一|只|跟我){0,2}(?:用|说|讲|写|使用)(?P<v><LANG>)"
        "(?:吧|就行|就好|即可|了)?<END_ZH>",
    ),
    _wish(
        name="zh_language_bare", key="response_language", shape="language", score=0.9, bare=0.62, rank=6,
        pattern="^(?:请|麻烦)?(?:说|用|讲)(?P<v><LANG>)(?:吧|谢谢)?[。.！!]?$",
    ),
    _wish(
        name="zh_language_not", key="response_language", polarity="negative",
        shape="language", score=0.92, bare=0.68, rank=9,
        pattern="<NO_ZH>(?:用|说|讲|使用|写|夹|冒|蹦|混)(?P<v><LANG>)",
    ),
    _wish(
        name="zh_tone", key="response_style", score=0.9, bare=0.58, rank=6,
        pattern="(?:用|以(?!后|前|往|上|下))(?P<v>(?!什么|这|那|刚)<ZH>{1,8}?)(?:一?点儿?|一?些)?的?(?:语气|口吻|语调|文风)|(?:语气|口吻|风格|措辞|文风|口气|(?<!人员|服务|"
        "护士|医生|店员|客服|老板|店家|的)态度|用语|说话方式|语调)(?:上|方面)?(?:都|要|请|用|保持|尽量|改|"
        "得|是|可以|更|稍微|务必|再|偏|走|就){0,4}(?P<v>(?!也|真|超|很|挺|好|非常|特别|太|不错)<ZH>{1,14}?)(?:一?点|一?些|就好|就行|即可)?<END_ZH>",
    ),
    _wish(
        name="zh_talk", key="response_style", score=0.88, bare=0.62, rank=6,
        pattern="(?:说话|说|讲话|讲|表达|回答|回复|写|跟我说话|跟我讲话|解释|说明)(?:都|要|请|得|的|可以|能|再|尽量|用|"
        "更){0,3}(?P<v>直接|正式|随意|轻松|活泼|幽默|客气|委婉|口语化?|通俗|专业|严谨|温柔|亲切|礼貌|接地气|白话|"
        "有条理|大白话)(?:一?点儿?|一?些)",
    ),
    _wish(
        name="zh_talk_manner", key="response_style", score=0.88, bare=0.66, rank=6,
        pattern="(?:<WISH_ZH>)(?P<v>说人话|有话直说|直说|直奔主题|开门见山|就事论事|单刀直入|实话实说|先(?:说|给|"
        "讲|上|写|放)(?:结论|重点|答案|结果|要点)(?:[，,]?(?:再|后)<ZH>{1,12})?|结论先行|结论(?:放|"
        "写)(?:在)?(?:最?前面?|开头)|分点(?:说|回答|列出|写)|分步骤(?:说|讲|写)?|一步一步(?:来|说|讲)|举(?:个|"
        "些)?例子说明|用大白话(?:讲|说|解释)?)",
    ),
    _wish(
        name="zh_talk_not", key="response_style", polarity="negative", score=0.88, bare=0.68, rank=6,
        pattern="<NO_ZH>(?:用|加|发|带|说|写|放|出现|使用|来|整|跟我|那么|这么|太|搞)?(?P<v>客套话?|敬语|表情包?|"
        "表情符号|emoji|书面语|文言文?|空话|大话|颜文字|感叹号|波浪号|网络用语|黑话|术语|套话|官腔|官话|打官腔|绕弯子|拐弯抹角|铺垫|说教|"
        "安慰我|夸我|道歉|客气|鸡汤|卖萌|撒娇|开玩笑|阴阳怪气|缩写|省略号|叠词|火星文|机翻腔)",
    ),
    # --- shapes of things
    _wish(
        name="zh_tax", key="other_preference", shape="subject", score=0.9, bare=0.62, rank=9,
        pattern="(?P<s>金额|价格|报价|价钱|单价|合计)<ZH>{0,8}?(?:都|一律|统一|全部|默认|请)*(?:按照?|用|以|改成|改为|换成|报|给|要|显示成?|是|写)(?P<v>未税|不含税|含税|税前|税后)"
        "(?:的|口径|价格?|金额)*(?:给我|来|算|计算|显示|报|就行|即可|为准)*<END_ZH>|"
        "(?:要|按|给|报|用|看)(?:的是|的都是|我)?(?P<v>未税|不含税|含税|税前|税后)的?(?P<s>金额|价格|报价|价钱|单价|合计)",
    ),
    _wish(
        name="zh_currency", key="currency", shape="known", score=0.93, bare=0.66, rank=8,
        pattern="(?:金额|价格|报价|费用|成本|货款|账单|数字|价钱|售价|单价|利润|钱|货币|币种|计价|"
        "结算)?<ZH>{0,8}?(?:用|按|以|换成|换算成|折成|折算成?|改成|改用|统一成|统一为|显示成?|标|写成?|报成?|算成|"
        "是|为|转成|看)(?P<v><CUR>)(?:来|进行)?(?:结算|计价|报价|显示|计算|标注|为准|表示|核算|报|算|列|写|展示|"
        "呈现|标价|标|说|就行|即可|吧|给我|价|(?:会|可能会?|也许)?(?:更|比较)?(?:好|合适|方便)(?:一?点|一?些)?吧?)?<END_ZH>",
    ),
    _wish(
        name="zh_currency_not", key="currency", polarity="negative", shape="known", score=0.9, bare=0.66, rank=9,
        pattern="<NO_ZH>(?:用|按|以|报|写|显示|标|换算?成)(?P<v><CUR>)",
    ),
    _wish(
        name="zh_code_in", key="code_language", shape="code", score=0.92, bare=0.66, rank=8,
        pattern="(?:代码|示例|例子|脚本|程序|demo|样例|算法|函数|查询)(?:的)?<ZH>{0,8}?(?:用|使用|写成|给我?|以|换成|改成|"
        "改用|是)(?P<v><CODE>)",
    ),
    _wish(
        name="zh_code_write", key="code_language", shape="code", score=0.88, bare=0.62, rank=7,
        pattern="(?:用|使用|改用|拿|以)(?P<v><CODE>)(?:语言)?(?:来|去)?(?:写|开发|编程|实现|给我写|做开发|写代码|"
        "写的|举例|演示)",
    ),
    _wish(
        name="zh_code_self", key="code_language", shape="code", score=0.86, rank=7,
        pattern="<WE_ZH><ADV_ZH>(?:只|习惯|喜欢|偏好|倾向于?|爱){0,2}(?:用|写|使用|敲|(?:全面|全部|整体)?(?:转(?:向|到|用|为|做|成)?|切(?:换)?(?:到|成)|"
        "改写|改用|换(?:成|到))了?)(?P<v><CODE>)(?:语言|代码|开发|写代码|编程|的)?(?:了)?<END_ZH>",
    ),
    _wish(
        name="zh_code_must", key="code_language", shape="code", score=0.9, bare=0.78, rank=7,
        pattern="(?:必须|只能|一律|统一|要|得|只|规定|要求|都)(?:用|使用|采用|改用|写)(?P<v><CODE>)",
    ),
    _wish(
        name="zh_code_not", key="code_language", polarity="negative", shape="code", score=0.92, bare=0.68, rank=9,
        pattern="(?:<NO_ZH>|不要?再?|不再)(?:用|使用|写|给我写|碰|推荐|出现)(?P<v><CODE>)",
    ),
    _wish(
        name="zh_date_format", key="date_format", score=0.92, bare=0.74, rank=8,
        pattern=r"(?<!截止)(?<!交付)(?<!上线)(?<!到期)(?<!发货)(?<!生产)(?<!出生)(?:日期(?:和时间)?|时间(?=<ZH>{1,14}?(?:格式|制|"
        r"写法|形式|[YyHh]{2}|ISO|UTC|时区|[:：]\d\d)))(?:的?格式)?(?:都|要|"
        r"请|一律|统一|全部|请你|就|得|应该|默认|最好|尽量){0,3}(?:用|按照?|写成?|成|是|以|采用|显示(?:成|为)?|为|"
        r"要)(?P<v>(?!今天|明天|周|下|几|\s?\d{1,2}[月日号点:])<ZH>{2,24}?)(?:的?(?:格式|形式|写法|样式|方式)|来写|"
        r"来|写|显示|这种|这样){0,2}<END_ZH>",
    ),
    _wish(
        name="zh_clock", key="date_format", score=0.9, bare=0.68, rank=7,
        pattern="(?:用|按|采用|默认|显示)(?:成|为)?(?P<v>(?:24|12|二十四|十二)小时制)",
    ),
    _wish(
        name="zh_number_format", key="number_format", score=0.9, bare=0.66, rank=8,
        pattern="(?:数字|金额|数值|小数|百分比|数据|价格)?(?:都|要|请|一律|统一|全部|就|得|默认){0,3}(?:保留|加上?|"
        "带上?|精确到|四舍五入到?|用|以|按)(?P<v>(?:[一二两三四0-9]位)?小数(?:点后[一二两三四0-9]位)?|千分位(?:分隔符|"
        "逗号)?|千位分隔符|整数|百分比|万元?|分|角|个位|科学计数法)(?:为单位|表示|显示|就行|即可)?<END_ZH>",
    ),
    _wish(
        name="zh_unit", key="unit_system", shape="label", score=0.91, bare=0.66, rank=8,
        pattern="(?:用|按|以|换成|换算成|使用|采用|改用|统一成?)[ ]?(?P<v>公制|英制|公制单位|英制单位|摄氏度?|华氏度?|"
        "公里|英里|千米|公斤|千克|磅|市?斤|亩|公顷|平方米|平米|坪|英尺|厘米|毫米|盎司|克|升|立方米|吨)(?:来|为|"
        "做)?(?:单位|表示|显示|计算|算|说|标|计|计量|称|为准)?<END_ZH>",
    ),
    _wish(
        name="zh_citation", key="citation_style", score=0.9, bare=0.66, rank=8,
        pattern=r"(?:引用|参考文献|文献|引文|脚注)(?:的?格式|样式)?<ZH>{0,6}?(?:用|按照?|以|采用|是|要|遵循|"
        r"使用|用)\s?(?P<v>APA|MLA|GB/?T?\s?7714(?:-\d{4})?|芝加哥|Chicago|哈佛|Harvard|IEEE|Vancouver|Bluebook|国标|"
        r"<ZH>{1,10}?格式)",
    ),
    _wish(
        name="zh_source", key="citation_style", value="注明出处", score=0.88, bare=0.66, rank=7,
        pattern="(?:都|要|请|务必|必须|一定要?|得|记得)(?:给我?|附上?|注明|标明|标注|列出|写明|带上?)(?:信息|数据|"
        "资料)?(?:的)?(?:出处|来源|引用来源|参考链接|原文链接)",
    ),
    _wish(
        name="zh_channel", key="preferred_channel", shape="known", score=0.9, bare=0.64, rank=7,
        pattern="(?:(?:发|走|用|通过|打|在|上)(?P<v><CHAN>)|(?P<v><CHAN>)(?:上)?(?=联系|通知|沟通|"
        "找我))(?:上)?(?:给我|联系我?|通知我?|告诉我|找我|沟通|发我|提醒我?|跟我说|联络我?|回我|就行|就好)",
    ),
    _wish(
        name="zh_channel_mine", key="preferred_channel", shape="known", score=0.9, bare=0.66, rank=7,
        pattern="(?:通知|提醒|消息|告警|预警|日报|周报|月报|季报|年报|晨报|结果|待办|每[周日天月]的?<ZH>{1,6}?)(?:请|都|就|一律|以后|统一|直接){0,3}(?:发|推送?|同步)(?:到|在|给)"
        "(?:我的?)?(?P<v><CHAN>)(?:上|里|群)?(?:就行|就好|即可|吧)?<END_ZH>|(?:发|打|加)(?:到|给)?我的?(?P<v><CHAN>)(?:上|里)?(?:就行|就好|即可|"
        "吧)?<END_ZH>",
    ),
    _wish(
        name="zh_channel_reach", key="preferred_channel", shape="known", score=0.92, bare=0.72, rank=7,
        pattern="(?:联系|通知|找|提醒|联络|告知|回复)我(?:的?话|的时候|时|都|请|最好|就|一律|尽量|统一|"
        "，){0,3}(?:用|发|打|走|通过|在|上)(?P<v><CHAN>)",
    ),
    _wish(
        name="zh_channel_event", key="preferred_channel", shape="known", score=0.9, bare=0.74, rank=7,
        pattern="(?:有事|有急事|有消息|有进展|有问题|有更新|有结果|急事|重要的?事)(?:请|就|的话|都|直接|可以){0,2}(?P<v><CHAN>)(?:上)?"
        "(?:找|联系|通知|告诉|发)我|(?:有事|有消息|有进展|有问题|有更新|有结果|急事|重要的?事)(?:请|就|的话|都|一律|直接|可以|"
        "尽量){0,3}(?:发|打|走|用|上)(?:我)?(?P<v><CHAN>)",
    ),
    _wish(
        name="zh_channel_not", key="preferred_channel", polarity="negative",
        shape="known", score=0.92, bare=0.76, rank=8,
        pattern="<NO_ZH>(?:给我)?(?:打|发|用|走|通过)(?:我)?(?P<v><CHAN>)(?:给我|联系我?|找我|通知我?|烦我|"
        "轰炸我?)?",
    ),
    _wish(
        name="zh_confirm", key="confirmation", value="ask first", score=0.9, bare=0.72, rank=7,
        pattern="(?:之前|以前|前|的时候|时|都)(?:请|要|得|一定要?|务必|必须|先|都|再|需要){0,4}(?:问(?:一下|过|"
        "问)?我|跟我确认|和我确认|向我确认|经过?我(?:确认|同意)|征求我的?(?:意见|同意)|让我确认|找我确认|给我(?:看|"
        "过目))",
    ),
    _wish(
        name="zh_confirm_first", key="confirmation", value="ask first", score=0.88, bare=0.62, rank=6,
        pattern="先(?:问(?:一下|过|问)?我|跟我确认|和我确认|向我确认|征求我的?(?:意见|同意)|让我(?:确认|过目)|"
        "给我(?:看一?下|过目))(?:再|，|后|一下|$)",
    ),
    _wish(
        name="zh_confirm_not", key="confirmation", value="do not ask", score=0.88, bare=0.68, rank=8,
        pattern="(?:不用|不必|无需|别再?|不需要|用不着)(?:每次都?|总是?|老是?|事事|再)?(?:问我|跟我确认|和我确认|"
        "向我确认|征求我|让我确认|反复确认|确认)(?:了|直接做|直接执行)?",
    ),
    _wish(
        name="zh_visual", key="visual_form", score=0.88, bare=0.62, rank=6,
        pattern="(?:用|以|画成?|做成|配上?|给我?|转成|加上?|喜欢看|想看|要)(?P<v>图表|柱状图|折线图|饼图|流程图|"
        "思维导图|脑图|甘特图|示意图|图片|仪表盘|热力图|时间轴|时间线)(?:来|的形式|的方式)?(?:展示|呈现|说明|表示|"
        "表达|显示|解释|画|看|汇报|对比)?",
    ),
    _wish(
        name="zh_greeting", key="greeting", polarity="negative", score=0.88, bare=0.66, rank=6,
        pattern="<NO_ZH>(?:跟我|对我|说|用|来|每次都?|一上来就|开头[就都]?|一开口就){0,3}(?P<v>打招呼|问候语?|寒暄|问好|"
        "说你好|自我介绍|问候我?|客套开场)",
    ),
    _wish(
        name="zh_greeting_say", key="greeting", score=0.88, bare=0.66, rank=6,
        pattern=r"(?:开头|开场|见面|打招呼|问候)(?:的时候|时|都|请|要|先|就){0,3}(?:说|用|"
        r"讲)<OPEN>(?P<v>[^”\"」』》]{1,30})<CLOSE>",
    ),
    _wish(
        name="zh_range", key="default_range", score=0.88, bare=0, rank=6,
        pattern="(?:默认|统一|一律|都)(?:只)?(?:看|查|取|统计|显示|按|用|给我看)(?P<v>(?:最?近|过去|"
        "上)(?:<NUM_ZH>)?个?(?:天|周|月|季度|年|小时)(?:的)?(?:数据)?|本(?:周|月|季度|年)|年初至今)",
    ),
)
# fmt: on
