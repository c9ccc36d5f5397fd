"""Chinese wordings of what people work with and for, what binds them, what they aim at and decided."""

from functools import partial
from typing import Final

from jide.signals.doubts import with_doubts
from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="zh")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
WORK_ZH: Final = (
    # --- with what, for whom
    _fact(
        name="zh_stack", key="tech_stack", shape="names", score=0.89, rank=7,
        pattern=r"(?:<WE_ZH>的?|项目的?|系统的?|^|(?<=^(?:我们?|咱们?|公司|项目|系统)[^，。！？；\n\ue000他她你您]{1,30}[，,；]\s?))"
        r"(?:<ADV_ZH>)(?:后端|前端|数据库|技术栈|服务端?|架构|中间件|缓存|"
        r"消息队列|云平台|技术选型|服务器)(?:(?:我们|咱们)(?:这边)?)?(?:上个?月|上周|去年|今年|最近|刚刚?)?(?:<ADV_ZH>)(?:都)?(?:是|用的是|用|使用|采用|基于|跑在|部署在|改用|"
        r"迁移到了?|换成了?|选的是|：|:)(?P<v><ZH>{0,6}[A-Za-z\u4e00-\u9fff][A-Za-z0-9.+#\s\u4e00-\u9fff、和/]{1,40}"
        r"?)(?:了|的|写的|搭的|做的)?<END_LIST_ZH>",
    ),
    _fact(
        name="zh_stack_soft", key="tech_stack", shape="stack", score=0.84, rank=6,
        pattern="(?:<WE_ZH>|项目|系统)<ADV_ZH>(?:都)?(?:用的是|用|使用|采用|基于|跑在|部署在|改用|迁移到了?|"
        "换成了?)(?P<v><SOFT>(?:<JOIN_ZH><SOFT>){0,5})(?:来)?(?:开发|写|做|部署|搭|存|存储|缓存|做缓存|做后端|"
        "做前端|做数据库|框架)|(?:<WE_ZH>|项目|系统)<ADV_ZH>(?:都)?(?:用的是|用|使用|采用|基于|跑在|部署在|改用|换成了?)"
        "(?P<v><SOFT>(?:<JOIN_ZH><SOFT>){1,5})(?:的|了)?<END_LIST_ZH>",
    ),
    _fact(
        name="zh_project_uses", key="tech_stack", shape="names", score=0.8, rank=5,
        pattern=r"项目[A-Za-z\u4e00-\u9fff0-9]{0,6}?(?:用的是|用|使用|采用|改用|换成)了?(?P<v>(?:<SOFT>|"
        r"<CODE>)(?:<JOIN_ZH><SOFT>){0,4})",
    ),
    _fact(
        name="zh_system", key="system_in_use", shape="system", score=0.84, rank=5,
        pattern="(?:<WE_ZH>|^(?=公司|单位|团队|店里|部门|厂里|学校|医院))<ADV_ZH>(?:公司|单位|团队|店里|部门|厂里|学校|医院)?"
        "(?:内部|里)?(?:财务|仓库|人事|销售|生产|办公|店里|记账|客服|沟通|开会|考勤|报销|协作|打卡|管理|做账|开票|挂号|收银|排班)?"
        "<ADV_ZH>(?:用的是|用的|用(?!户|心|"
        "力|来|不|完|过|得|餐|英|中|于)|使用的?是?|在用|上了|换成了?|切到了?|迁到了?|搬到了?|买了|"
        "部署了)(?P<v>(?!的|这|那|你|了)<ZH>{0,14}?(?:[A-Za-z][A-Za-z0-9.+ -]{1,24}|系统|软件|平台|ERP|CRM|OA|"
        "<OFFICE_ZH>|云)(?:<AND_ZH>(?:[A-Za-z][A-Za-z0-9.+-]{1,24}|<OFFICE_ZH>|"
        "[\u4e00-\u9fff]{2,6}(?:系统|软件|平台|云))){0,4})(?:系统|软件|平台|办公|做账|记账|管库存|管理|云|版|K3|U8|"
        "开单)?(?:的|了)?<END_LIST_ZH>",
    ),
    _fact(
        name="zh_system_switch", key="system_in_use", shape="system", score=0.85, rank=6,
        pattern="<SWITCHED_ZH><TOOL_ZH><SWITCH_ZH>(?P<v><TOOL_ZH>)(?:了|啦|的)?<END_ZH>",
    ),
    _fact(
        name="zh_system_left", key="system_in_use", polarity="negative", shape="system", score=0.8, rank=6,
        pattern="<SWITCHED_ZH>(?P<v><TOOL_ZH>)<SWITCH_ZH>(?=<TOOL_ZH>)",
    ),
    _fact(
        name="zh_system_our", key="system_in_use", shape="system", score=0.87, rank=6,
        pattern="(?:<WE_ZH>|^)的?(?:ERP|CRM|OA|WMS|MES|HIS|进销存|财务(?:软件|系统)|收银系统|电子病历|工单系统|店铺|独立站|网店|"
        "办公软件|考勤系统|仓库系统|仓储系统|邮箱|客服系统|人事系统|项目管理工具|店(?=开在))(?:系统)?(?:现在|目前|一直)?(?:用的是|用的|用|是|"
        "上的是|选的是|开在|建在)(?P<v>(?!哪|什么|坏|我|你|自己|不|很|有)<ZH>{1,20}?)(?:的|上|了)?<END_LIST_ZH>",
    ),
    _fact(
        name="zh_system_stop", key="system_in_use", polarity="negative", shape="system", score=0.86, rank=7,
        pattern="<WE_ZH><ADV_ZH>(?:不用|不再用|不再使用|停用|弃用|淘汰|下线|不使用)(?:了)?(?P<v>(?!了|的|这|那|你|"
        "管|我|说|担心|客气|谢|再)<ZH>{1,16}?)(?:系统|软件|平台)?(?:了|啦)<END_ZH>",
    ),
    _fact(
        name="zh_system_gone", key="system_in_use", polarity="negative", shape="system", score=0.84, rank=7,
        pattern="<START>(?P<v>(?:<SOFT>|[A-Za-z][A-Za-z0-9.+]{1,20}))\\s?(?:系统|软件)?(?:我们|咱们)(?:已经|早就|现在|都|也|就){0,3}(?:不用|不再用|停用|弃用|"
        "淘汰|下线)了",
    ),
    _fact(
        name="zh_environment", key="environment", score=0.86, rank=6,
        pattern="(?:<WE_ZH>的?(?:电脑|手机|机器|系统|环境|办公环境|电脑系统)?<ADV_ZH>(?:是|用的?是?|只能用|"
        "跑的?是?|在)[ ]?(?P<v>(?:Windows|Win|Mac|macOS|Linux|Ubuntu|Debian|CentOS|iPhone|iPad|iOS|安卓|Android|鸿蒙|"
        "麒麟|统信|内网|离线环境|苹果)(?:(?![上你我他她您的在])<ZH>){0,12}?)(?:环境|系统|电脑|手机|上)?(?:的|里|，|$|。))|"
        "<WE_ZH><ADV_ZH>(?P<v>(?:不能|无法|没法|连不上|上不了)(?:联网|上外网|外网|连外网|装软件|安装软件)|"
        "只能用内网|在内网)",
    ),
    _fact(
        name="zh_equipment", key="equipment", shape="subject", score=0.84, rank=6,
        pattern=r"(?:^|(?<=[，。；,]))(?:我的?|我们的?|家里的?|公司的?|我家的?)?(?P<s>(?:设备|服务器|电脑|笔记本|"
        r"NAS|手机|相机|打印机|路由器|显卡|拖拉机|机床|无人机|收银机|打印设备|平板|显示器|音箱|空调|咖啡机|交换机|"
        r"收割机|播种机|扫码枪)\s?[A-Za-z0-9]{0,4})(?:的?(?:型号|品牌|牌子))?(?:是|用的是|为)(?P<v>(?!不是|哪|什么|"
        r"一|我|坏|好|新|在|的|怎)<ZH>{1,24}?)(?:的|，|$|。)",
    ),
    _fact(
        name="zh_crop", key="crop", shape="names", score=0.87, rank=7,
        pattern="<WE_ZH>(?:田里|地里|大棚里?|果园里?|这季|今年)?<ADV_ZH>(?:种了?|种植|栽了?|种的是|种植的是|主种|"
        "改种|有)(?:了)?(?:<NUM_ZH>(?:多)?(?:亩|公顷|棚|株|棵|分地))?(?:地)?(?:的)?(?P<v>(?:水稻|稻子|小麦|玉米|"
        "大豆|棉花|花生|油菜|土豆|红薯|高粱|谷子|苹果|梨|桃子?|葡萄|柑橘|橙子?|脐橙|樱桃|草莓|西瓜|番茄|西红柿|"
        "黄瓜|辣椒|茄子|白菜|茶叶?|甘蔗|甜菜|烟叶|药材|猕猴桃|荔枝|龙眼|芒果|香蕉|蓝莓|大蒜|洋葱|枸杞|蘑菇|核桃|"
        "板栗|百香果|火龙果|甜瓜|枇杷|柿子|石榴|枣|冬枣|芝麻|向日葵|葵花)(?:[、和跟]<ZH>{1,8})?)",
    ),
    _fact(
        name="zh_market", key="market", shape="region", score=0.9, rank=8,
        pattern="(?:<WE_ZH>|主要|产品|货|店铺?|业务|(?<=[，,；])(?=(?:现在|目前|如今|改|转)*(?:主攻|主打|主做|做|卖)))(?:的?产品|的货|的?业务|的?生意)?<ADV_ZH>(?:卖|销|销往|卖到|"
        "卖去|卖往|出口到?|发往|面向|针对|做(?:的是)?|主打|深耕|覆盖|销售到?|开拓|主攻|跑|"
        "供应)(?:的?是)?(?P<v><REGION>(?:<JOIN_ZH><REGION>){0,4})",
    ),
    _fact(
        name="zh_market_left", key="market", polarity="negative", shape="region", score=0.86, rank=9,
        pattern="(?P<v><REGION>)(?:那边|这边|市场|的生意|业务)?(?:我们|咱们|已经|现在|都|就|全)*(?:不再?(?:做|卖|跑|碰)|退出|撤出|撤|停)了|"
        "<WE_ZH><ADV_ZH>(?:不再?(?:做|卖(?:到|往)?|跑|供应)|退出|撤出)了?(?P<v><REGION>)(?:那边|这边|市场|业务)?了?<END_ZH>",
    ),
    _fact(
        name="zh_market_is", key="market", shape="region", score=0.9, rank=8,
        pattern="(?:目标|主要|主力|核心)(?:的)?市场(?:主要|就|都)?(?:是|在|为|放在)(?P<v><ZH>{2,20})|(?:客户|买家|"
        "用户)(?:主要|大多|基本|都|大部分){0,2}(?:在|来自|是)(?P<v><REGION>)",
    ),
    _fact(
        name="zh_product", key="product", shape="names", score=0.8, rank=4,
        pattern="(?:<WE_ZH>(?:的?(?:工厂|公司|厂|店))?|店里|公司)<ADV_ZH>(?:是)?<ADV_ZH>(?:(?:卖|生产|销售|经营|加工|代理|批发|出口)(?!了|过|"
        "完|不|个|到|得|给|掉|出去)(?:的是)?(?P<v>(?!这|那|的是)<ZH>{1,20}?)(?:的|为主|这些|之类)?(?:的)?|"
        "(?<=工厂|厂)做(?P<v><ZH>{2,16}?)(?:的)?|做(?!了|过|完|不|个|到|得|事|好|对|错|饭|一下|主|给)(?:的是)?(?P<v>(?!这|那|"
        "的是)<ZH>{1,20}?)(?:的|为主|生意))<END_ZH>|(?:<WE_ZH>)(?:的)?(?:主营|主打|主推)(?:产品)?(?:是|：)?(?P<v><ZH>{1,20})|"
        "(?<=(?:我们?|咱们?)[^，。！？；\n\ue000]{0,12}(?:店|厂|不再?[卖做]<ZH>{1,10}了)[，,]\\s?)(?:现在|就|都)?(?:是)?(?:改)?卖(?:的是)?"
        "(?P<v>(?!这|那|了|完)<ZH>{1,16}?)(?:的)?<END_ZH>",
    ),
    # --- what binds
    _fact(
        name="zh_budget", key="budget", shape="money", score=0.92, rank=9,
        pattern=r"(?:预算|经费|费用上限|开支)(?:(?!不是|并非|没有|不到)[^，。！？；,\d\ue000]){0,14}?(?P<v><MONEY_ZH>)(?:以内|之内|左右|"
        r"以下|上下)?",
    ),
    _fact(
        name="zh_budget_most", key="budget", shape="money", score=0.78, rank=6,
        pattern="(?:<WE_ZH>)<ADV_ZH>(?:最多(?:只)?(?:能)?|顶多(?:能)?)(?:花|出|付|掏|投入)(?P<v><MONEY_ZH>)",
    ),
    _fact(
        name="zh_approval", key="approval_limit", shape="money", score=0.88, rank=10,
        pattern=r"(?:<WE_ZH>的?|单笔)?(?:审批|报销|采购|签字|付款|授信)(?:额度|权限|限额|"
        r"上限)(?:[^，。！？；,\d\ue000]{0,10}?)(?P<v><MONEY_ZH>)",
    ),
    _fact(
        name="zh_deadline", key="deadline", shape="date", score=0.88, rank=7,
        pattern="(?:截止(?:日期?|时间)?|deadline|ddl|DDL|交付(?:日期|时间)|上线(?:时间|日期)|交期|最后期限|"
        "死线)(?:定)?(?:是|在|为|到|改到|改成|推迟到|延到|延期到|提前到|：|:){0,2}(?P<v><ZH>{2,20})",
    ),
    _fact(
        name="zh_deadline_before", key="deadline", shape="date", score=0.86, rank=7,
        pattern="(?:最晚|最迟|必须|务必|得|要|一定要)?(?:在|于)?(?P<v><ZH>{1,14}?(?:日|号|周[一二三四五六日天]|"
        "月底|月末|年底|季度末|明天|后天|星期[一二三四五六日天]))(?:之?前|以前)(?:就)?(?:必须|要|得|一定|务必|需要|"
        "全部|就得)(?:交|完成|上线|交付|提交|做完|搞定|报|发货|交稿|结项|验收|提审|弄完|到货)",
    ),
    _fact(
        name="zh_deadline_must", key="deadline", shape="date", score=0.84, rank=6,
        pattern=r"(?P<v>(?:明年)?(?:(?:\d{1,2}|[一二三四五六七八九十]{1,2})\s?月(?:\s?(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号]|"
        r"[底末初]|份)?|年底|月底|季度末|下?周[一二三四五六日天]))(?:之?前)?(?:就)?(?:必须|一定要|务必|得|要)(?:全部|能|正式)?"
        r"(?:交|完成|上线|交付|提交|做完|搞定|发货|结项|验收|提审|到货|开业|投产)|(?:项目|系统|版本|标书|论文|新品|网站|小程序|APP)"
        r"(?P<v>(?:\d{1,2}|[一二三四五六七八九十]{1,2})\s?月(?:\s?(?:\d{1,2}|[一二三四五六七八九十]{1,3})\s?[日号]|[底末]))(?:之?前)?(?:就)?"
        r"(?:上线|交付|截止|提交|交稿|验收|发布)(?!了|过|的)",
    ),
    _fact(
        name="zh_compliance", key="compliance", score=0.91, bare=0.91, rank=9,
        pattern=r"(?:要|得|必须|需要|应当?|务必|一定要?|都要|须)(?:完全|严格)?(?:符合|遵守|满足|过|通过|遵循|做|"
        r"达到|按照?|拿到)(?P<v><ZH>{0,10}?(?:等保(?:[一二三四]级|2\.0)?|GDPR|HIPAA|PCI(?:[- ]?DSS)?|ISO\s?\d{3,5}|"
        r"SOC\s?2|个保法|网安法|个人信息保护法|数据安全法|网络安全法|合规要求|国标|GB/?T?\s?\d+|GMP|FDA|CE认证|"
        r"WCAG(?:\s?\d\.\d)?|会计准则|税法|药监局?规定|劳动法|有机认证|欧盟标准))",
    ),
    _fact(
        name="zh_residency", key="data_residency", score=0.91, bare=0.9, rank=9,
        pattern="(?:数据|资料|信息|文件|客户数据|日志)(?:都|一律|全部|也)?(?:必须|只能|要|得|只可以?|需要)(?:都|"
        "全部)?(?:存|放|留|保存|存储|存放|保留|部署)(?:储)?(?:在|于)?(?P<v><ZH>{2,16})",
    ),
    _fact(
        name="zh_residency_not", key="data_residency", polarity="negative", score=0.91, bare=0.9, rank=9,
        pattern="(?:数据|资料|信息|文件|客户数据|日志)(?:都|一律|全部|绝对|也)?(?:不能|不得|不可以?|不许|不准|严禁|"
        "禁止)(?:存|放|传|上传|保存|发|离开)?(?:到|在|去)?(?P<v>出境|出国|境外|国外|海外|公有云|公网|外网|公司外部|"
        "内网|第三方<ZH>{0,6})",
    ),
    _fact(
        name="zh_accounting", key="other_constraint", score=0.78, rank=3,
        pattern="(?:<WE_ZH>)(?:这边|公司|单位|这里)?(?:规定|要求|的规矩是|制度是|有规定)[，：:]?(?P<v>(?!你|"
        "吗)<ZH>{4,60})",
    ),
    # --- what is meant to be, what was settled
    _fact(
        name="zh_goal", key="goal", score=0.84, rank=5,
        pattern="(?:<WE_ZH>|^)(?:今年|这个季度|本季度|下半年|明年|现在|最近|的|近期|长期|短期|团队){0,4}的?(?:目标|"
        "KPI|愿望)(?:是|：|:|就是)(?P<v><ZH>{2,60})",
    ),
    _fact(
        name="zh_goal_try", key="goal", score=0.74, rank=3,
        pattern="<I_ZH>(?:今年|最近|正在|在|现在|一直|打算今年){1,3}(?:备考|准备考|学习?|自学|减肥|备战|攻读|"
        "戒)(?P<v><ZH>{1,24})",
    ),
    _fact(
        name="zh_goal_want", key="goal", score=0.78, rank=9,
        pattern="<WE_ZH><ADV_ZH>(?:想|打算|计划|希望|争取|准备)(?:在)?(?:今年|明年|年底|年内|下半年|(?:这个|下个|本)季度|"
        "[一二两三五]年内)(?:之?前|内|就|里)?(?P<v>(?!去|请假|休)<ZH>{3,40})",
    ),
    _fact(
        name="zh_decision", key="decision", score=0.83, rank=4,
        pattern="(?:<WE_ZH>|^(?:公司|单位|团队|学校|院里|局里))(?:已经|最后|最终|现在|今天|刚刚?|昨天|上周|讨论后|商量后|开会){0,3}(?:决定|敲定|拍板|选定|"
        "定下来?|定(?=了[，,]))(?:了)?(?:是|要|，|,)?(?P<v>(?!不了|吗|怎)<ZH>{2,60})",
    ),
    _fact(
        name="zh_task", key="open_task", score=0.78, rank=3,
        pattern="(?:待办(?:事项)?|TO-?DO|未完成)(?:是|：|:)(?P<v><ZH>{2,60})|<I_ZH>(?:的?<ZH>{0,6}?)(?:还没(?:有)?|"
        "尚未|还差)(?P<v>(?:交|写|做|提交|完成|报销|付|签|回复|准备|整理|对)<ZH>{1,30})",
    ),
    # --- the rest, with its object in the value
    _fact(
        name="zh_favourite", signal="preference", key="other_preference", shape="subject", score=0.86, rank=5,
        pattern="<I_ZH>(?P<s>最(?:喜欢|爱|喜爱|中意)的<ZH>{1,12}?|的?最爱<ZH>{0,6}?|的?幸运色|的?幸运数字)(?:一直|"
        "还|就|现在)?是(?P<v>(?!什么|哪|谁|不是)<ZH>{1,24})",
    ),
    _fact(
        name="zh_my_is", key="other_fact", shape="subject", score=0.76, rank=2,
        pattern="(?:<I_ZH>|我们)的(?P<s>(?!意思|问题|话|想法|看法|理解|天|妈|观点|疑问|需求|答案|建议|感觉|心情|错|"
        "意见|要求|重点|名字|回答|同事|朋友|老板|上司|领导|家人)<ZH>{1,10}?)(?<!父亲|母亲|爸爸|妈妈|儿子|女儿|老公|"
        "老婆|哥哥|姐姐|弟弟|妹妹|同学|客户)(?:现在|一直|就|都)?(?:是|为|叫)(?P<v>(?!什么|哪|谁|多少|几|怎|啥|不是|"
        "你|说|想|这样|对|错)<ZH>{1,40})",
    ),
    _fact(
        name="zh_schedule", key="other_fact", shape="subject", score=0.74, rank=3,
        pattern="(?P<s>(?:每?周|星期|每个?星期|礼拜)[一二三四五六日天](?:上午|下午|晚上|"
        "早上)?(?:[0-9一二三四五六七八九十]{1,2}点半?)?(?:的)?(?:开会|例会|周会|晨会|值班|健身|上课|盘点|团建|站会|"
        "班会))(?:在|是在|安排在|地点是)(?P<v><ZH>{1,24})",
    ),
    _fact(
        name="zh_business", key="other_fact", shape="subject", score=0.76, rank=1,
        pattern="^(?:对了|另外|顺便说一下|补充一下|说明一下)?[，,]?<SAFE_ZH>(?:我们?|咱们?|我司|本公司|本店|公司)(?:公司|单位|店里?|厂里?|学校|医院)?的?"
        "(?P<s><BUSINESS_ZH>)(?:一般|通常|都|一直|固定|每年|主要)*(?:(?:是|为)(?P<v>(?!什么|哪|谁|多少|几|怎|啥|不是|不|个|你|"
        "这|那|好|坏)<ZH>{2,40}?)|(?P<v>(?:从(?!不|没|来|<ZH>*?(?:昨天|今天|刚|拖|上周|上个?月|这))|在(?=<ZH>{0,8}?(?:<PLACE>|[楼路街号区园层]|广场|大厦|国外|境外|海外))|到|每)<ZH>{2,40}?))(?:的)?(?=$|[，。！；,.!;])",
    ),
    *with_doubts(_fact(
        name="zh_remember", key="?other_fact", shape="infer", score=0.8, rank=1,
        pattern=r"^(?:请|你|帮我|麻烦你?|一定要?|要)?(?:记住|记一下|记好了?|记着|请记|"
        r"记下来?)(?:了)?[，,：:\s]{0,2}(?P<v><SAFE_ZH><PLAIN_ZH>(?!了|吗|没|这|要|给|带|提醒|你|别|帮|去|它|那|发|先|买|关|回|告诉|"
        r"把)<ZH>{4,80})",
    )),
)
# fmt: on
