"""Chinese wordings by which people say who they are, where they work and what binds them."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="zh")
_JOIN: Final = r"(?:[、和跟与,，/+]\s?|以及)"

FACTS_ZH: Final = (
    # --- who
    _fact(
        name="zh_name", key="name", shape="name", score=0.9, rank=8,
        pattern=r"<I_ZH>(?:的)?(?:名字|姓名|全名|真名|大名)?(?:名)?(?:叫做?|是叫)(?P<v>(?!了|他|她|你|个|不|车|外卖|什么|啥|过|人|停|得|着|一)(?:[\u4e00-\u9fff]{2,4}|[A-Za-z][A-Za-z .'-]{1,30}?))(?=$|[，。,.!！\s、；])",
    ),
    _fact(
        name="zh_name_is", key="name", shape="name", score=0.9, rank=8,
        pattern=r"<I_ZH>的?(?:名字|姓名|全名|真名|大名)(?:是|：|:)(?P<v>(?:[\u4e00-\u9fff]{2,5}|[A-Za-z][A-Za-z .'-]{1,30}?))(?=$|[，。,.!！、；])",
    ),
    _fact(
        name="zh_surname", key="name", shape="name", score=0.86, rank=7,
        pattern=r"(?:<I_ZH>|(?<=[，,；;]))(?:免贵)?姓(?P<v>[\u4e00-\u9fff]{1,2}?)(?=$|[，。,.!！、；])",
    ),
    Rule(
        name="zh_call_me", signal="preference", language="zh", key="preferred_name", shape="name", score=0.92, bare=0.88, rank=9,
        pattern=r"(?<!让他|让她|不要|别|别再)(?:叫|称呼|称|喊|管)我(?:为|做|作|一声|叫)?<OPEN>?(?P<v>(?!去|来|过|起|干|做|吃|回|开|别|怎|不|的|了|什么|今|明|先|快|赶|说|上|下|一下)(?:[\u4e00-\u9fff]{1,5}?|[A-Za-z][A-Za-z .'-]{0,24}?))<CLOSE>?(?:就行|就好|即可|吧|就可以|好了|得了|就成)?(?=$|[，。,.!！、；\s])",
    ),
    Rule(
        name="zh_call_me_not", signal="preference", language="zh", key="preferred_name", shape="name", score=0.92, bare=0.86, rank=10, polarity="negative",
        pattern=r"<NO_ZH>(?:叫|称呼|喊)我(?:为|做)?<OPEN>?(?P<v>[\u4e00-\u9fffA-Za-z .'\ufffc-]{1,16}?)<CLOSE>?(?:了)?(?=$|[，。,.!！、；])",
    ),
    Rule(
        name="zh_pronoun", signal="preference", language="zh", key="pronoun", score=0.9, rank=8,
        pattern=r"(?:用|拿)<OPEN>?(?P<v>他|她|TA|ta|您|\ufffc)<CLOSE>?(?:来)?(?:称呼|指代|指|代指)我|<I_ZH>的?(?:人称)?代词(?:是|用|：)<OPEN>?(?P<v>他|她|TA|[a-z]+/[a-z]+)",
    ),
    _fact(
        name="zh_title", key="job_title", shape="title", score=0.87, rank=6,
        pattern=r"<I_ZH><ADV_ZH>(?:的?(?:职业|职位|职务|岗位|工作)是|是|当|担任|任|做|任职|干的是|从事)(?:了|着)?(?:一?(?:名|个|位)|这边的?|公司的?)?(?P<v>(?!不是|来|想|要|说|在|这|那)<ZH>{0,16}?<TITLE_ZH>)(?:的工作|一职|岗|工作|这行|助理)?(?:的|了|啦|<NUM_ZH>年了?)?<END_ZH>",
    ),
    _fact(
        name="zh_title_work", key="job_title", shape="title", score=0.82, rank=5,
        pattern=r"(?:^|[，,])(?:<I_ZH>)?(?:职业|职位|职务|岗位)(?:是|：|:)(?P<v><ZH>{2,16})",
    ),
    _fact(
        name="zh_department", key="department", shape="department", score=0.88, rank=7,
        pattern=r"<I_ZH><ADV_ZH>(?:在|是|属于|来自|调到了?|转到了?|调去了?|转去了?|去了|被分到了?|隶属于?|进了)(?:公司的?|我们|单位的?|集团的?)?(?P<v>[\u4e00-\u9fffA-Za-z]{1,10}?(?:部门?|科室?|处|中心|事业部|车间|办公室|组|团队))(?:的|工作|上班|做|管|负责|任职|当|干)?",
    ),
    _fact(
        name="zh_department_is", key="department", shape="department", score=0.88, rank=7,
        pattern=r"<I_ZH>们?的?(?:所在)?(?:部门|科室)(?:是|叫|：|:)(?P<v><ZH>{2,14})",
    ),
    _fact(
        name="zh_role", key="role", shape="role", score=0.85, rank=5,
        pattern=r"<I_ZH><ADV_ZH>(?:在<ZH>{1,14}?)?(?:主要|现在|目前|平时|这边|专门|专职|兼)?(?:负责|主管|分管|掌管|经手|主抓|(?<!不|没|来|交|被)管(?!你|他|她|它|不|得|理|用|制|道|家)|对接)(?P<v>(?!的|了<END_ZH>|不|你|任何)<ZH>{1,24})",
    ),
    _fact(
        name="zh_employer", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"<I_ZH><ADV_ZH>(?:在|就职于|任职于|供职于|入职了?|加入了?|服务于|受雇于|跳槽到了?|换到了?|来自)(?:一家|一个|一所)?(?P<v><ZH>{1,22}?(?:公司|集团|银行|医院|学校|大学|中学|小学|幼儿园|局|厂|研究所|研究院|设计院|工作室|事务所|机构|协会|酒店|超市|合作社|政府|街道办|居委会|村委会|报社|律所|科技|药房|农场))(?:里|的)?(?=工作|上班|任职|任教|就职|供职|实习|做|当|管|干|教|，|$|。|,)",
    ),
    _fact(
        name="zh_work_at", key="employer", shape="place_of_work", score=0.84, rank=4,
        pattern=r"<I_ZH><ADV_ZH>在(?P<v>(?!家|外面|这|那|网上|线上|办公室|外地|国外|海外|一线|本地|单位|公司<END_ZH>)<ZH>{1,18}?)(?:上班|工作|任职|供职|打工|实习|就职)",
    ),
    _fact(
        name="zh_employer_is", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern=r"(?:<I_ZH>的?|我们的?|我司)(?:公司|单位|东家|雇主)(?:名字|名称|全称)?(?:是|叫做?|：|:)(?P<v>(?!做|一家|个|搞|卖|不|有|在)<ZH>{2,24})",
    ),
    _fact(
        name="zh_industry", key="industry", score=0.86, rank=6,
        pattern=r"<WE_ZH><ADV_ZH>(?:是)?<ADV_ZH>(?:在)?(?:做|从事|干|搞|属于|经营|开|处于|身处|混)(?:的是)?(?P<v>(?!的是|这|那|不|个|什么)<ZH>{0,14}?(?:行业|电商|外贸|贸易|零售|制造业?|教育|培训|医疗|金融|物流|餐饮|农业|养殖业?|种植业?|咨询|广告|游戏|软件|互联网|建筑业?|房地产|服装|美妆|母婴|家居|旅游业?|媒体|能源|化工|汽车|半导体|保险|证券|批发|养殖|进出口|货代|民宿|直播|医药|政务|法律|审计|印刷|纺织|渔业|畜牧业?|林业|快递|仓储))(?:这行|这一?块|方面|生意|业务|行业|相关)?(?:的|工作)?<END_ZH>",
    ),
    _fact(
        name="zh_industry_is", key="industry", score=0.87, rank=6,
        pattern=r"<WE_ZH>(?:所在)?的?(?:行业|领域)(?:是|属于|：)(?P<v><ZH>{2,14})",
    ),
    _fact(
        name="zh_team", key="team_size", shape="count", score=0.89, rank=7,
        pattern=r"<WE_ZH>(?:的)?(?:团队|公司|部门|组|店|小组|厂|科室|项目组)?(?:里|里面)?(?:现在|目前|一共|总共|共|有|只有|就|大概|约|是|加我|才|，){0,4}(?P<v><NUM_ZH>)\s?(?:多)?(?:个|名|位|号)?(?P<u>人|员工|同事|成员|个?开发|销售|客服)(?!类|民币|一|都)",
    ),
    _fact(
        name="zh_location_live", key="location", shape="place", score=0.88, rank=7,
        pattern=r"<WE_ZH><ADV_ZH>(?:人|家|办公室|公司|总部|工厂|店)?<ADV_ZH>(?:住在|住(?!院|宿|店|酒店|的)|定居(?:在|于)?|长住|常住|常驻|驻扎?在|搬到了?|搬去了?|搬来了?|搬回了?|迁到了?|坐标|老家在?|base\s?在?|坐落在|位于)(?P<v>(?!了|哪|几|这|那|不|过|多|的)<ZH>{2,20}?)(?:了|啦|这边|生活|办公|居住|上班|工作)?<END_ZH>",
    ),
    _fact(
        name="zh_location_from", key="location", shape="place", score=0.88, rank=7,
        pattern=r"<WE_ZH><ADV_ZH>从<ZH>{1,12}?(?:搬|迁|移居)(?:到|去|回|至)了?(?P<v><ZH>{2,16}?)(?:了|啦)?<END_ZH>",
    ),
    _fact(
        name="zh_department_from", key="department", shape="department", score=0.86, rank=7,
        pattern=r"<I_ZH><ADV_ZH>从<ZH>{1,12}?(?:调|转|换|轮岗)(?:到|去|至)了?(?P<v>[\u4e00-\u9fffA-Za-z]{1,10}?(?:部门?|科室?|中心|事业部|组|团队))(?:了|啦)?<END_ZH>",
    ),
    _fact(
        name="zh_project_from", key="other_fact", score=0.76, rank=6,
        pattern=r"<I_ZH><ADV_ZH>从<ZH>{1,12}?(?:调|转|换|加入)(?:到|去|至)了?(?P<v>项目<ZH>{1,10}?|<ZH>{1,10}?项目组?)(?:了|啦)?<END_ZH>",
    ),
    _fact(
        name="zh_location_in", key="location", shape="place", score=0.86, rank=5,
        pattern=r"<WE_ZH><ADV_ZH>(?:人|家|办公室|公司|总部|工厂|店)?<ADV_ZH>(?:就)?(?:在|来自|是)(?P<v><PLACE>)(?:人|这边|那边|生活|办公|居住|读书|定居|的)?(?=$|[，。,.!！、；\s]|上班|工作|做|开|教|当|种|读)",
    ),
    _fact(
        name="zh_address", key="location", shape="place", score=0.84, rank=6,
        pattern=r"<I_ZH>们?的?(?:收货|家庭|公司|通讯|邮寄|新)?(?:地址|住址|所在地|所在城市)(?:改成|换成|改为|变成|是|在|：|:)(?P<v>(?!什么|哪)<ZH>{2,60})",
    ),
    _fact(
        name="zh_timezone", key="timezone", shape="zone", score=0.9, rank=8,
        pattern=r"(?:<WE_ZH>的?|这边的?|用我的)?时区(?:是|在|为|用|按|：|:)(?P<v><ZH>{2,20})|<WE_ZH><ADV_ZH>(?:在|用|按)(?P<v>(?:UTC|GMT)\s?[+-]?\d{1,2}(?::\d\d)?|东[一二三四五六七八九十]{1,2}区|西[一二三四五六七八九十]{1,2}区|北京时间|纽约时间|伦敦时间|东京时间)",
    ),
    _fact(
        name="zh_speaks", key="language_spoken", shape="language", score=0.87, rank=7,
        pattern=r"<I_ZH><ADV_ZH>(?:会说?|能说|懂|说|讲|会讲|会点|能听懂)(?:一点|流利的?|一些|点)?(?P<v><LANG>(?:" + _JOIN + r"<LANG>){0,4})<END_ZH>",
    ),
    _fact(
        name="zh_mother_tongue", key="language_spoken", shape="language", score=0.9, rank=8,
        pattern=r"<I_ZH>的?(?:母语|第一语言|工作语言)(?:是|为)(?P<v><LANG>)",
    ),
    _fact(
        name="zh_speaks_not", key="language_spoken", shape="language", score=0.87, rank=8, polarity="negative",
        pattern=r"<I_ZH><ADV_ZH>(?:不会说?|不懂|不会讲|看不懂|听不懂|不太会|不识)(?P<v><LANG>)",
    ),
    _fact(
        name="zh_family", key="family", score=0.84, rank=5,
        pattern=r"<I_ZH>(?:们)?(?:家)?(?:里)?<ADV_ZH>(?:有|养了|生了|刚生了)(?P<v>(?:<NUM_ZH>个?|对|个)<ZH>{0,6}?(?:孩子|儿子|女儿|宝宝|双胞胎|娃|小孩|兄弟|姐妹|老人))|<I_ZH><ADV_ZH>(?P<v>已婚|未婚|单身|离异|离婚了|结婚了|丁克|独生子女|新婚)(?=$|[，。,.!！])",
    ),
    _fact(
        name="zh_residence", key="residence_type", score=0.84, rank=7,
        pattern=r"<I_ZH><ADV_ZH>(?:住的?是?|租的?是?|买的?是?|住在)(?:一套|一间|一栋)?(?P<v>(?:合租|整租|自建|老|小)?(?:公寓|别墅|平房|宿舍|四合院|农村自建房|自建房|合租房|出租屋|loft|单间|学区房|电梯房|筒子楼|一居室|两居室|三居室|[一二两三四]室[一二两]厅|老小区))(?:里|的)?<END_ZH>",
    ),
    _fact(
        name="zh_allergy", key="dietary", shape="allergy", score=0.92, rank=9,
        pattern=r"<I_ZH><ADV_ZH>对(?P<v>(?!你|这|那)<ZH>{1,16}?)(?:严重|有点|都|很|会|也|有)?过敏",
    ),
    _fact(
        name="zh_intolerance", key="dietary", value="乳糖不耐受", score=0.9, rank=9, pattern=r"<I_ZH><ADV_ZH>(?:有)?(?:乳糖不耐受?)",
    ),
    _fact(
        name="zh_diet", key="dietary", score=0.9, rank=8,
        pattern=r"<WE_ZH><ADV_ZH>(?:是)?(?:个|一个|一名)?(?P<v>吃素|吃斋|素食主义者|素食者|素食|纯素|全素|蛋奶素|吃清真|清真饮食|清真|生酮饮食|低碳饮食|忌生冷|忌辛辣|戒糖|戒酒|不喝酒|不沾酒|低盐饮食|无麸质饮食)(?:的|了)?<END_ZH>",
    ),
    _fact(
        name="zh_eats_not", key="dietary", shape="label", score=0.9, rank=8, polarity="negative",
        pattern=r"<WE_ZH><ADV_ZH>(?:不吃|不喝|吃不了|不能吃|不能喝|喝不了|忌口|不碰|戒了|忌)(?P<v>(?!这|那|了<END_ZH>|过|了多|亏|惯)<ZH>{1,14}?)(?:了|的)?<END_ZH>",
    ),
    _fact(
        name="zh_health", key="health", score=0.88, rank=7,
        pattern=r"<I_ZH><ADV_ZH>(?:有|得了|得过|患有|患|确诊了?|查出了?|是)(?P<v><ZH>{0,8}?(?:糖尿病|高血压|哮喘|心脏病|抑郁症?|焦虑症|痛风|癌症?|肿瘤|胃病|胃炎|鼻炎|甲亢|甲减|贫血|癫痫|偏头痛|肝炎|腰椎间盘突出|近视|失眠|湿疹|类风湿|冠心病|高血脂|脂肪肝|肾病|过敏性<ZH>{1,4}|综合征|障碍))|<I_ZH><ADV_ZH>(?P<v>怀孕(?:<ZH>{0,6})?|备孕|在备孕|哺乳期)(?=$|[，。,.!！])",
    ),
    _fact(
        name="zh_access", key="accessibility", score=0.88, rank=8,
        pattern=r"<I_ZH><ADV_ZH>(?:是|有|用|使用|靠)?(?:个|一名)?(?P<v>色盲|色弱|红绿色盲|盲人|视障|弱视|老花眼?|听障|耳背|听力(?:不好|障碍|下降)|视力(?:不好|很差|下降|障碍)|眼睛(?:不好|看不清小字)|读屏(?:软件)?|屏幕阅读器|坐轮椅|用轮椅|行动不便|阅读障碍)",
    ),
    # --- with what, for whom
    _fact(
        name="zh_stack", key="tech_stack", shape="names", score=0.89, rank=7,
        pattern=r"(?:<WE_ZH>的?|项目的?|系统的?|^)(?:<ADV_ZH>)(?:后端|前端|数据库|技术栈|服务端?|架构|中间件|缓存|消息队列|云平台|技术选型|服务器)(?:<ADV_ZH>)(?:都)?(?:是|用的是|用|使用|采用|基于|跑在|部署在|改用|迁移到了?|换成了?|选的是|：|:)(?P<v><ZH>{0,6}[A-Za-z\u4e00-\u9fff][A-Za-z0-9.+#\s\u4e00-\u9fff、和/]{1,40}?)(?:了|的|写的|搭的|做的)?<END_ZH>",
    ),
    _fact(
        name="zh_stack_soft", key="tech_stack", shape="names", score=0.84, rank=5,
        pattern=r"(?:<WE_ZH>|项目|系统)<ADV_ZH>(?:都)?(?:用的是|用|使用|采用|基于|跑在|部署在|改用|迁移到了?|换成了?)(?P<v><SOFT>(?:" + _JOIN + r"<SOFT>){0,5})(?:来)?(?:开发|写|做|部署|搭|存|存储|缓存|做缓存|做后端|做前端|做数据库|框架)",
    ),
    _fact(
        name="zh_project_uses", key="tech_stack", shape="names", score=0.8, rank=5,
        pattern=r"项目[A-Za-z\u4e00-\u9fff0-9]{0,6}?(?:用的是|用|使用|采用|改用|换成)了?(?P<v>(?:<SOFT>|<CODE>)(?:" + _JOIN + r"<SOFT>){0,4})",
    ),
    _fact(
        name="zh_system", key="system_in_use", shape="system", score=0.84, rank=5,
        pattern=r"<WE_ZH><ADV_ZH>(?:财务|仓库|人事|销售|生产|办公|店里|记账|客服)?<ADV_ZH>(?:用的是|用的|用(?!户|心|力|来|不|完|过|得|餐|英|中|于)|使用的?是?|在用|上了|换成了?|切到了?|迁到了?|搬到了?|买了|部署了)(?P<v>(?!的|这|那|你|了)<ZH>{0,14}?(?:[A-Za-z][A-Za-z0-9.+ -]{1,24}|系统|软件|平台|ERP|CRM|OA|金蝶|用友|钉钉|飞书|企业微信|企微|微信|云))(?:系统|软件|平台|办公|做账|记账|管库存|管理|云|版|K3|U8|开单)?(?:的|了)?<END_ZH>",
    ),
    _fact(
        name="zh_system_stop", key="system_in_use", shape="system", score=0.86, rank=7, polarity="negative",
        pattern=r"<WE_ZH><ADV_ZH>(?:不用|不再用|不再使用|停用|弃用|淘汰|下线|不使用)(?:了)?(?P<v>(?!了|的|这|那|你|管|我|说|担心|客气|谢|再)<ZH>{1,16}?)(?:系统|软件|平台)?(?:了|啦)<END_ZH>",
    ),
    _fact(
        name="zh_environment", key="environment", score=0.86, rank=6,
        pattern=r"(?:<WE_ZH>的?(?:电脑|手机|机器|系统|环境|办公环境|电脑系统)?<ADV_ZH>(?:是|用的?是?|只能用|跑的?是?|在)(?P<v>(?:Windows|Win|Mac|macOS|Linux|Ubuntu|Debian|CentOS|iPhone|iPad|iOS|安卓|Android|鸿蒙|麒麟|统信|内网|离线环境|苹果)<ZH>{0,12}?)(?:环境|系统|电脑|手机|上)?(?:的|里|，|$|。))|<WE_ZH><ADV_ZH>(?P<v>(?:不能|无法|没法|连不上|上不了)(?:联网|上外网|外网|连外网|装软件|安装软件)|只能用内网|在内网)",
    ),
    _fact(
        name="zh_equipment", key="equipment", shape="subject", score=0.84, rank=6,
        pattern=r"(?:^|(?<=[，。；,]))(?:我的?|我们的?|家里的?|公司的?|我家的?)?(?P<s>(?:设备|服务器|电脑|笔记本|NAS|手机|相机|打印机|路由器|显卡|拖拉机|机床|无人机|收银机|打印设备|平板|显示器|音箱|空调|咖啡机|交换机|收割机|播种机|扫码枪)\s?[A-Za-z0-9]{0,4})(?:的?(?:型号|品牌|牌子))?(?:是|用的是|为)(?P<v>(?!不是|哪|什么|一|我|坏|好|新|在|的|怎)<ZH>{1,24}?)(?:的|，|$|。)",
    ),
    _fact(
        name="zh_crop", key="crop", shape="names", score=0.87, rank=7,
        pattern=r"<WE_ZH>(?:田里|地里|大棚里?|果园里?|这季|今年)?<ADV_ZH>(?:种了?|种植|栽了?|种的是|种植的是|主种|改种|有)(?:了)?(?:<NUM_ZH>(?:多)?(?:亩|公顷|棚|株|棵|分地))?(?:地)?(?:的)?(?P<v>(?:水稻|稻子|小麦|玉米|大豆|棉花|花生|油菜|土豆|红薯|高粱|谷子|苹果|梨|桃子?|葡萄|柑橘|橙子?|脐橙|樱桃|草莓|西瓜|番茄|西红柿|黄瓜|辣椒|茄子|白菜|茶叶?|甘蔗|甜菜|烟叶|药材|猕猴桃|荔枝|龙眼|芒果|香蕉|蓝莓|大蒜|洋葱|枸杞|蘑菇|核桃|板栗|百香果|火龙果|甜瓜|枇杷|柿子|石榴|枣|冬枣|芝麻|向日葵|葵花)(?:[、和跟]<ZH>{1,8})?)",
    ),
    _fact(
        name="zh_market", key="market", shape="region", score=0.9, rank=8,
        pattern=r"(?:<WE_ZH>|主要|产品|货|店铺?|业务)(?:的?产品|的货|的?业务|的?生意)?<ADV_ZH>(?:卖|销|销往|卖到|卖去|卖往|出口到?|发往|面向|针对|做(?:的是)?|主打|深耕|覆盖|销售到?|开拓|主攻|跑|供应)(?:的?是)?(?P<v><REGION>(?:" + _JOIN + r"<REGION>){0,4})",
    ),
    _fact(
        name="zh_market_is", key="market", shape="region", score=0.9, rank=8,
        pattern=r"(?:目标|主要|主力|核心)(?:的)?市场(?:主要|就|都)?(?:是|在|为|放在)(?P<v><ZH>{2,20})|(?:客户|买家|用户)(?:主要|大多|基本|都|大部分){0,2}(?:在|来自|是)(?P<v><REGION>)",
    ),
    _fact(
        name="zh_product", key="product", shape="names", score=0.8, rank=4,
        pattern=r"(?:<WE_ZH>|店里|公司)<ADV_ZH>(?:是)?<ADV_ZH>(?:卖|生产|销售|经营|加工|代理|批发|出口|做)(?!了|过|完|不|个|到|得|事|好|对|错|饭|一下|主|给)(?:的是)?(?P<v>(?!这|那|的是)<ZH>{1,20}?)(?:的|为主|生意|这些|之类)(?:的)?<END_ZH>|(?:<WE_ZH>)(?:的)?(?:主营|主打|主推)(?:产品)?(?:是|：)?(?P<v><ZH>{1,20})",
    ),
    # --- what binds
    _fact(
        name="zh_budget", key="budget", shape="money", score=0.92, rank=9,
        pattern=r"(?:预算|经费|费用上限|开支)(?:[^，。！？；,\d\ue000]{0,14}?)(?P<v><MONEY_ZH>)(?:以内|之内|左右|以下|上下)?",
    ),
    _fact(
        name="zh_budget_most", key="budget", shape="money", score=0.78, rank=6,
        pattern=r"(?:<WE_ZH>)<ADV_ZH>(?:最多(?:只)?(?:能)?|顶多(?:能)?)(?:花|出|付|掏|投入)(?P<v><MONEY_ZH>)",
    ),
    _fact(
        name="zh_approval", key="approval_limit", shape="money", score=0.88, rank=10,
        pattern=r"(?:<WE_ZH>的?|单笔)?(?:审批|报销|采购|签字|付款|授信)(?:额度|权限|限额|上限)(?:[^，。！？；,\d\ue000]{0,10}?)(?P<v><MONEY_ZH>)",
    ),
    _fact(
        name="zh_deadline", key="deadline", shape="date", score=0.88, rank=7,
        pattern=r"(?:截止(?:日期?|时间)?|deadline|ddl|DDL|交付(?:日期|时间)|上线(?:时间|日期)|交期|最后期限|死线)(?:定)?(?:是|在|为|到|改到|改成|推迟到|延到|延期到|提前到|：|:){0,2}(?P<v><ZH>{2,20})",
    ),
    _fact(
        name="zh_deadline_before", key="deadline", shape="date", score=0.86, rank=7,
        pattern=r"(?:最晚|最迟|必须|务必|得|要|一定要)?(?:在|于)?(?P<v><ZH>{1,14}?(?:日|号|周[一二三四五六日天]|月底|月末|年底|季度末|明天|后天|星期[一二三四五六日天]))(?:之?前|以前)(?:就)?(?:必须|要|得|一定|务必|需要|全部|就得)(?:交|完成|上线|交付|提交|做完|搞定|报|发货|交稿|结项|验收|提审|弄完|到货)",
    ),
    _fact(
        name="zh_compliance", key="compliance", score=0.91, bare=0.91, rank=9,
        pattern=r"(?:要|得|必须|需要|应当?|务必|一定要?|都要|须)(?:完全|严格)?(?:符合|遵守|满足|过|通过|遵循|做|达到|按照?|拿到)(?P<v><ZH>{0,10}?(?:等保(?:[一二三四]级|2\.0)?|GDPR|HIPAA|PCI(?:[- ]?DSS)?|ISO\s?\d{3,5}|SOC\s?2|个保法|网安法|个人信息保护法|数据安全法|网络安全法|合规要求|国标|GB/?T?\s?\d+|GMP|FDA|CE认证|WCAG(?:\s?\d\.\d)?|会计准则|税法|药监局?规定|劳动法|有机认证|欧盟标准))",
    ),
    _fact(
        name="zh_residency", key="data_residency", score=0.91, bare=0.9, rank=9,
        pattern=r"(?:数据|资料|信息|文件|客户数据|日志)(?:都|一律|全部|也)?(?:必须|只能|要|得|只可以?|需要)(?:都|全部)?(?:存|放|留|保存|存储|存放|保留|部署)(?:储)?(?:在|于)?(?P<v><ZH>{2,16})",
    ),
    _fact(
        name="zh_residency_not", key="data_residency", score=0.91, bare=0.9, rank=9, polarity="negative",
        pattern=r"(?:数据|资料|信息|文件|客户数据|日志)(?:都|一律|全部|绝对|也)?(?:不能|不得|不可以?|不许|不准|严禁|禁止)(?:存|放|传|上传|保存|发|离开)?(?:到|在|去)?(?P<v>出境|出国|境外|国外|海外|公有云|公网|外网|公司外部|内网|第三方<ZH>{0,6})",
    ),
    _fact(
        name="zh_accounting", key="other_constraint", score=0.78, rank=3,
        pattern=r"(?:<WE_ZH>)(?:这边|公司|单位|这里)?(?:规定|要求|的规矩是|制度是|有规定)[，：:]?(?P<v>(?!你|吗)<ZH>{4,60})",
    ),
    # --- what is meant to be, what was settled
    _fact(
        name="zh_goal", key="goal", score=0.84, rank=5,
        pattern=r"(?:<WE_ZH>|^)(?:今年|这个季度|本季度|下半年|明年|现在|最近|的|近期|长期|短期|团队){0,4}的?(?:目标|KPI|愿望)(?:是|：|:|就是)(?P<v><ZH>{2,60})",
    ),
    _fact(
        name="zh_goal_try", key="goal", score=0.74, rank=3,
        pattern=r"<I_ZH>(?:今年|最近|正在|在|现在|一直|打算今年){1,3}(?:备考|准备考|学习?|自学|减肥|备战|攻读|戒)(?P<v><ZH>{1,24})",
    ),
    _fact(
        name="zh_decision", key="decision", score=0.83, rank=4,
        pattern=r"<WE_ZH>(?:已经|最后|最终|现在|今天|刚刚?|昨天|上周|讨论后|商量后|开会){0,3}(?:决定|敲定|拍板|选定|定下来?)(?:了)?(?:是|要|，)?(?P<v>(?!不了|吗|怎)<ZH>{2,60})",
    ),
    _fact(
        name="zh_task", key="open_task", score=0.78, rank=3,
        pattern=r"(?:待办(?:事项)?|TODO|未完成)(?:是|：|:)(?P<v><ZH>{2,60})|<I_ZH>(?:的?<ZH>{0,6}?)(?:还没(?:有)?|尚未|还差)(?P<v>(?:交|写|做|提交|完成|报销|付|签|回复|准备|整理|对)<ZH>{1,30})",
    ),
    # --- the rest, with its object in the value
    Rule(
        name="zh_favourite", signal="preference", language="zh", key="other_preference", shape="subject", score=0.86, rank=5,
        pattern=r"<I_ZH>(?P<s>最(?:喜欢|爱|喜爱|中意)的<ZH>{1,12}?|的?最爱<ZH>{0,6}?|的?幸运色|的?幸运数字)(?:一直|还|就|现在)?是(?P<v>(?!什么|哪|谁|不是)<ZH>{1,24})",
    ),
    _fact(
        name="zh_my_is", key="other_fact", shape="subject", score=0.76, rank=2,
        pattern=r"(?:<I_ZH>|我们)的(?P<s>(?!意思|问题|话|想法|看法|理解|天|妈|观点|疑问|需求|答案|建议|感觉|心情|错|意见|要求|重点|名字|回答|同事|朋友|老板|上司|领导|家人)<ZH>{1,10}?)(?<!父亲|母亲|爸爸|妈妈|儿子|女儿|老公|老婆|哥哥|姐姐|弟弟|妹妹|同学|客户)(?:现在|一直|就|都)?(?:是|为|叫)(?P<v>(?!什么|哪|谁|多少|几|怎|啥|不是|你|说|想|这样|对|错)<ZH>{1,40})",
    ),
    _fact(
        name="zh_schedule", key="other_fact", shape="subject", score=0.74, rank=3,
        pattern=r"(?P<s>(?:每?周|星期|每个?星期|礼拜)[一二三四五六日天](?:上午|下午|晚上|早上)?(?:[0-9一二三四五六七八九十]{1,2}点半?)?(?:的)?(?:开会|例会|周会|晨会|值班|健身|上课|盘点|团建|站会|班会))(?:在|是在|安排在|地点是)(?P<v><ZH>{1,24})",
    ),
    _fact(
        name="zh_remember", key="?other_fact", shape="infer", score=0.8, rank=1,
        pattern=r"^(?:请|你|帮我|麻烦你?|一定要?|要)?(?:记住|记一下|记好了?|记着|请记|记下来?)(?:了)?[，,：:\s]{0,2}(?P<v>(?!了|吗|没|这|要|给|带|提醒|你|别|帮|去|它|那|发|先|买|关|回|告诉|把)<ZH>{4,80})",
    ),
)
