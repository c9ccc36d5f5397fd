"""Chinese wordings by which people say who they are, where they live and work."""

from functools import partial
from typing import Final

from jide.signals.rules import Rule

_fact = partial(Rule, signal="context", language="zh")

# One rule, one paragraph: the formatter would make each word of it a line.
# fmt: off
FACTS_ZH: Final = (
    # --- who
    _fact(
        name="zh_name", key="name", shape="name", score=0.9, rank=8,
        pattern=r"<I_ZH>(?:的)?(?:名字|姓名|全名|真名|大名)?(?:名)?(?:叫做?|是叫)(?P<v>(?!了|他|她|你|个|不|车|外卖|"
        r"什么|啥|过|人|停|得|着|一)(?:[\u4e00-\u9fff]{2,4}|[A-Za-z][A-Za-z .'-]{1,30}?))(?=$|[，。,.!！\s、；])",
    ),
    _fact(
        name="zh_name_is", key="name", shape="name", score=0.9, rank=8,
        pattern=r"<I_ZH>的?(?:名字|姓名|全名|真名|大名)(?:是|：|:)(?P<v>(?:[\u4e00-\u9fff]{2,5}|"
        r"[A-Za-z][A-Za-z .'-]{1,30}?))(?=$|[，。,.!！、；])",
    ),
    _fact(
        name="zh_name_after", key="name", shape="name", score=0.9, rank=9,
        pattern=r"(?<=姓[\u4e00-\u9fff]{1,2}[，,\s])(?:名叫|名|叫)(?P<v>[\u4e00-\u9fff]{1,4})<END_ZH>",
    ),
    _fact(
        name="zh_name_am", key="name", shape="name", score=0.82, rank=5,
        pattern=r"^(?:(?:你|您|大家)好[呀啊]?|hi|hello|嗨|哈喽)?[，,。！!\s]{0,2}我是(?P<v>(?!王者|黄金|马上|江西|江苏|黄牛|"
        r"何时|陈述|张三|许多|罗马|谢谢|林业|林场|马来|苏州|贾府|宋朝|唐朝|程序)[老小阿]?[王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许"
        r"韩冯邓曹彭曾肖田董袁潘蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范廖石贾夏韦付邹孟熊秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵"
        r"钱覃武戴莫孔向汤](?![人生的族党控粉])[\u4e00-\u9fff]{0,2}?(?<![\u4e00-\u9fff]{2}[人生师员长])(?<!我是[\u4e00-\u9fff])(?<![啊呀哦啦哈]))[啊呀哦啦哈]?<END_ZH>",
    ),
    _fact(
        name="zh_surname", key="name", shape="name", score=0.86, rank=7,
        pattern=r"(?:<I_ZH>|(?<=[，,；;]))(?:免贵)?姓(?P<v>[\u4e00-\u9fff]{1,2}?)(?=$|[，。,.!！、；])",
    ),
    _fact(
        name="zh_call_me", signal="preference", key="preferred_name", shape="name", score=0.92, bare=0.88, rank=9,
        pattern=r"(?<!让他|让她|不要|别|别再)(?:叫|称呼|称|喊|管)我(?:为|做|作|一声|叫)?<OPEN>?(?P<v>(?!去|来|过|起|"
        r"干|做|吃|回|开|别|怎|不|的|了|什么|今|明|先|快|赶|说|上|下|一下)(?:[\u4e00-\u9fff]{1,5}?|"
        r"[A-Za-z][A-Za-z .'-]{0,24}?))<CLOSE>?(?:就行|就好|即可|吧|就可以|好了|得了|就成)?(?=$|[，。,.!！、；\s])",
    ),
    _fact(
        name="zh_call_me_not", signal="preference", key="preferred_name", polarity="negative",
        shape="name", score=0.92, bare=0.86, rank=10,
        pattern=r"<NO_ZH>(?:叫|称呼|喊)我(?:为|"
        r"做)?<OPEN>?(?P<v>[\u4e00-\u9fffA-Za-z .'\ufffc-]{1,16}?)<CLOSE>?(?:了)?(?=$|[，。,.!！、；])",
    ),
    _fact(
        name="zh_pronoun", signal="preference", key="pronoun", score=0.9, rank=8,
        pattern=r"(?:用|拿)<OPEN>?(?P<v>他|她|TA|ta|您|\ufffc)<CLOSE>?(?:来)?(?:称呼|指代|指|代指)我|"
        r"<I_ZH>的?(?:人称)?代词(?:是|用|：)<OPEN>?(?P<v>他|她|TA|[a-z]+/[a-z]+)",
    ),
    _fact(
        name="zh_title", key="job_title", shape="title", score=0.87, rank=6,
        pattern="<I_ZH><ADV_ZH>(?:的?(?:职业|职位|职务|岗位|工作)是|是|当|担任|任|做|任职|干的是|从事)(?:了|"
        "着)?(?:一?(?:名|个|位)|这边的?|<ZH>{0,10}?(?:部门?|科室?|处|中心|公司|医院|店里?|厂里?|院|局|组|团队|学校|"
        "集团)的)?(?P<v>(?!不是|来|想|要|说|在|这|小(?!学|区|组|店)|那)<ZH>{0,16}?<TITLE_ZH>)(?:的工作|一职|岗|工作|这行|助理)?(?:的|了|啦|"
        "<NUM_ZH>年了?)?<END_ZH>",
    ),
    _fact(
        name="zh_title_at", key="job_title", shape="title", score=0.86, rank=6,
        pattern="(?:<I_ZH>|(?:^|(?<=[，,]))(?=现在|目前))<ADV_ZH>在<ZH>{1,16}?(?:做|当|担任|任)(?:一?(?:名|个|位))?\\s?"
        "(?P<v><ZH>{0,10}?<TITLE_ZH>|(?:[A-Za-z]+\\s){0,3}(?<![A-Za-z])<TITLE_EN>)的?<END_ZH>",
    ),
    _fact(
        name="zh_employer_at", key="employer", shape="place_of_work", score=0.84, rank=4,
        pattern="(?:<I_ZH>|(?:^|(?<=[，,]))(?=现在|目前))<ADV_ZH>在(?:<PLACE>的)?(?P<v>(?!家|这|那|网上|线上|一[家个所]|某)<ZH>{1,16}?)"
        "(?:做|当|担任|任)(?:一?(?:名|个|位))?<ZH>{0,10}?<TITLE_ZH><END_ZH>",
    ),
    _fact(
        name="zh_title_work", key="job_title", shape="title", score=0.82, rank=5,
        pattern="(?:^|[，,])(?:<I_ZH>)?(?:职业|职位|职务|岗位)(?:是|：|:)(?P<v><ZH>{2,16})",
    ),
    _fact(
        name="zh_department", key="department", shape="department", score=0.88, rank=7,
        pattern=r"<I_ZH><ADV_ZH>(?:在|是|属于|来自|调到了?|转到了?|调去了?|转去了?|去了|被分到了?|隶属于?|"
        r"进了)(?:公司的?|我们|单位的?|集团的?)?(?P<v>(?!一家|一个|一所|名?叫|家叫)[\u4e00-\u9fffA-Za-z]{1,10}?(?:部门?|科(?:室|(?![技学研普创幻目达]))|处|(?:数据|研发|采购|客服|运营|"
        r"财务|结算|共享|呼叫|培训|技术|产品|物流|仓储|信息|营销|质检|检验|配送|急诊|影像)中心|事业部|"
        r"车间|办公室|组|团队))(?:的|工作|上班|做|管|负责|任职|当|干)?",
    ),
    _fact(
        name="zh_department_is", key="department", shape="department", score=0.88, rank=7,
        pattern="<I_ZH>们?的?(?:所在)?(?:部门|科室)(?:是|叫|：|:)(?P<v><ZH>{2,14})",
    ),
    _fact(
        name="zh_role", key="role", shape="role", score=0.85, rank=5,
        pattern="<I_ZH><ADV_ZH>(?:在<ZH>{1,14}?)?(?:主要|现在|目前|平时|这边|专门|专职|兼)?(?:负责|主管|分管|掌管|"
        "经手|主抓|(?<!不|没|来|交|被)管(?!你|他|她|它|不|得|理|用|制|道|家)|对接)(?P<v>(?!<ZH>*?的[是人]|的|了<END_ZH>|不|你|"
        "任何)<ZH>{1,24})",
    ),
    _fact(
        name="zh_teaches", key="role", shape="role", score=0.84, rank=5,
        pattern="<I_ZH>(?:今年|现在|这学期|下学期|目前|一直|主要|又|改){0,3}教(?:的是|了)?(?P<v>(?![你您我他她它人过会孩学练训育导材案])"
        "(?:(?:[小初高]|[一二三四五六七八九大])[一二三四五六年级中学]{0,4}(?:的)?<LESSON_ZH>?|"
        "(?:<LESSON_ZH>|法语|日语|钢琴|瑜伽)))(?:了|的|课)?<END_ZH>",
    ),
    _fact(
        name="zh_role_mine", key="role", shape="role", score=0.84, rank=5,
        pattern="<START>(?P<v>(?!这|那|它|你|他|她|都|就)<ZH>{2,14}?)(?:这一?块|这边|这摊|方面|的事情?|的工作)?(?:现在|目前|都|"
        "一直|主要|全){0,2}(?:是我在?|也?由我来?|也?归我)(?:管|负责|跟进|对接|经手|盯)(?:的)?<END_ZH>",
    ),
    _fact(
        name="zh_employer", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern="<I_ZH><ADV_ZH>(?:在|就职于|任职于|供职于|入职了?|加入了?|服务于|受雇于|跳槽到了?|换到了?|"
        "来自)(?:一家|一个|一所)?(?P<v><ZH>{1,22}?(?:公司|集团|银行|医院|学校|大学|中学|小学|幼儿园|局|厂|研究所|"
        "研究院|设计院|工作室|事务所|机构|协会|酒店|超市|合作社|服务中心|卫生院|诊所|门诊部?|法院|检察院|派出所|工商所|税务所|政府|街道办|居委会|村委会|报社|律所|科技|药房|"
        "农场))(?:里|的)?(?=工作|上班|任职|任教|就职|供职|实习|做|当|管|干|教|，|$|。|,)",
    ),
    _fact(
        name="zh_work_at", key="employer", shape="place_of_work", score=0.84, rank=4,
        pattern="<I_ZH><ADV_ZH>在(?P<v>(?!家|外面|这|那|找|网上|线上|办公室|外地|国外|海外|一线|本地|单位|"
        "公司<END_ZH>)<ZH>{1,18}?)(?:上班|工作|任职|供职|打工|实习|就职)",
    ),
    _fact(
        name="zh_employer_is", key="employer", shape="place_of_work", score=0.87, rank=6,
        pattern="(?:<I_ZH>的?|我们的?|我司)(?:公司|单位|东家|雇主)(?:名字|名称|全称)?(?:是|叫做?|：|:)(?P<v>(?!做|"
        "一家|个|搞|卖|不|有|在)<ZH>{2,24})",
    ),
    _fact(
        name="zh_industry", key="industry", score=0.86, rank=6,
        pattern="<WE_ZH><ADV_ZH>(?:是)?<ADV_ZH>(?:在)?(?:做|从事|干|搞|属于|经营|开|处于|身处|"
        "混)(?:的是)?(?P<v>(?!的是|这|那|不|个|什么)<ZH>{0,14}?(?:行业|电商|外贸|贸易|零售|制造业?|教育|培训|医疗|"
        "金融|物流|餐饮|农业|养殖业?|种植业?|咨询|广告|游戏|软件|互联网|建筑业?|房地产|服装|美妆|母婴|家居|旅游业?|"
        "媒体|能源|化工|汽车|半导体|保险|证券|批发|养殖|进出口|货代|民宿|直播|医药|政务|法律|审计|印刷|纺织|渔业|"
        "畜牧业?|林业|快递|仓储))(?:这行|这一?块|方面|生意|业务|行业|相关)?(?:的|工作)?<END_ZH>",
    ),
    _fact(
        name="zh_industry_is", key="industry", score=0.87, rank=6,
        pattern="<WE_ZH>(?:所在)?的?(?:行业|领域)(?:是|属于|：)(?P<v><ZH>{2,14})",
    ),
    _fact(
        name="zh_team", key="team_size", shape="count", score=0.89, rank=7,
        pattern=r"(?:<WE_ZH>|^(?=公司|团队|全公司|店里|部门|厂里|科室))(?:的)?(?:团队|公司|全公司|部门|组|店|小组|厂|科室|项目组)?(?:里|里面)?(?:现在|目前|一共|"
        r"总共|共|"
        r"有|只有|就|大概|约|是|加我|才|，){0,4}\s?(?!一\s?个?人)(?P<v><NUM_ZH>)\s?(?:多)?(?:个|名|位|号)?(?P<u>人|员工|同事|成员|"
        r"个?开发|销售|客服)(?!类|民币|一|都)",
    ),
    _fact(
        name="zh_location_live", key="location", shape="place", score=0.88, rank=7,
        pattern=r"<WE_ZH><ADV_ZH>(?:人|家|办公室|公司|总部|工厂|店)?<ADV_ZH>(?:(?:上个?月|上周|去年|前年|今年|昨天|前天|"
        r"前几天|前阵子|最近|不久前|前不久|月初|年初|[一二两三四五六七八九十几\d]{1,2}(?:天|周|个月|年)前)(?:就|刚|才|已经)?(?=搬|迁|定居))?(?:住在|住(?!院|宿|店|酒店|的)|"
        r"定居(?:在|于)?|长住|常住|常驻|驻扎?在|搬到了?|搬去了?|搬来了?|搬回了?|迁到了?|坐标|老家在?|base\s?在?|"
        r"坐落在|位于)(?P<v>(?!了|哪|几|这|那|不|过|多|的)<ZH>{2,20}?)(?:了|啦|这边|生活|办公|居住|上班|"
        r"工作)?<END_ZH>",
    ),
    _fact(
        name="zh_location_from", key="location", shape="place", score=0.88, rank=7,
        pattern="(?:<WE_ZH><ADV_ZH>|(?<=(?:我|我们|我家)[^，。！？\ue000]{0,3}搬家了?[，,]\\s?)(?:现在|刚)?)从<ZH>{1,12}?"
        "(?:搬|迁|移居)(?:到|去|回|至)了?(?P<v><ZH>{2,16}?)(?:了|啦)?<END_ZH>",
    ),
    _fact(
        name="zh_department_from", key="department", shape="department", score=0.86, rank=7,
        pattern=r"<I_ZH><ADV_ZH>从<ZH>{1,12}?(?:调|转|换|轮岗)(?:到|去|"
        r"至)了?(?P<v>[\u4e00-\u9fffA-Za-z]{1,10}?(?:部门?|科室?|中心|事业部|组|团队))(?:了|啦)?<END_ZH>",
    ),
    _fact(
        name="zh_project_from", key="other_fact", shape="subject", score=0.76, rank=6,
        pattern="<I_ZH><ADV_ZH>(?:从<ZH>{1,12}?(?:调|转|换|加入)(?:到|去|至)了?|(?:在|被调到了?|调到了?|转到了?|加入了?))"
        "(?:(?P<s>项目)(?P<v>[甲乙丙丁戊A-Za-z0-9一二三四五六七八九十]<ZH>{0,8}?)|(?P<v><ZH>{1,8}?)(?P<s>项目)组?)"
        "(?:了|啦|上|里)?(?:做|干|工作)?<END_ZH>",
    ),
    _fact(
        name="zh_location_in", key="location", shape="place", score=0.86, rank=5,
        pattern=r"(?:<WE_ZH>|^(?=公司|总部|工厂|门店))<ADV_ZH>(?:人|家|办公室|公司|总部|工厂|店|门店)?<ADV_ZH>(?:就)?(?:在|来自|"
        r"是)(?P<v><PLACE>)(?:人|这边|那边|生活|办公|居住|读书|定居|的)?(?=$|[，。,.!！、；\s]|上班|工作|做|开|教|"
        r"当|种|读)",
    ),
    _fact(
        name="zh_location_of", key="location", shape="place", score=0.84, rank=5,
        pattern="<I_ZH><ADV_ZH>在(?P<v><PLACE>)的<ZH>{1,16}?(?:做|当|担任|任职|上班|工作|实习)(?!过|客)|"
        "<ELIDED_ZH>(?P<v><PLACE>)人<END_ZH>",
    ),
    _fact(
        name="zh_address", key="location", shape="place", score=0.84, rank=6,
        pattern="<I_ZH>们?的?(?:收货|家庭|公司|通讯|邮寄|新)?(?:地址|住址|所在地|所在城市)(?:改成|换成|改为|变成|"
        "是|在|：|:)(?P<v>(?!什么|哪)<ZH>{2,60})",
    ),
    _fact(
        name="zh_timezone", key="timezone", shape="zone", score=0.9, rank=8,
        pattern=r"(?:<WE_ZH>的?|这边的?|用我的)?时区(?:是|在|为|用|按|：|:)(?P<v><ZH>{2,20})|<WE_ZH><ADV_ZH>(?:在|是|"
        r"用|按|走)的?(?P<v>(?:UTC|GMT)\s?[+-]?\d{1,2}(?::\d\d)?|东[一二三四五六七八九十]{1,2}区|"
        r"西[一二三四五六七八九十]{1,2}区|北京时间|纽约时间|伦敦时间|东京时间)",
    ),
    _fact(
        name="zh_speaks", key="language_spoken", shape="language", score=0.87, rank=7,
        pattern="<I_ZH><ADV_ZH>(?:会说?|能说|懂|说|讲|会讲|会点|能听懂)(?:一点|流利的?|一些|"
        "点)?(?P<v><LANG>(?:<JOIN_ZH><LANG>){0,4})<END_ZH>",
    ),
    _fact(
        name="zh_mother_tongue", key="language_spoken", shape="language", score=0.9, rank=8,
        pattern="<I_ZH>的?(?:母语|第一语言|工作语言)(?:是|为)(?P<v><LANG>)",
    ),
    _fact(
        name="zh_speaks_not", key="language_spoken", polarity="negative", shape="language", score=0.87, rank=8,
        pattern="<I_ZH><ADV_ZH>(?:不会说?|不懂|不会讲|看不懂|听不懂|不太会|不识)(?P<v><LANG>)",
    ),
    _fact(
        name="zh_family", key="family", score=0.84, rank=5,
        pattern="<I_ZH>(?:们)?(?:家)?(?:里)?<ADV_ZH>(?:有|养了|生了|刚生了)(?P<v>(?:<NUM_ZH>个?|对|"
        "个)<ZH>{0,6}?(?:孩子|儿子|女儿|宝宝|双胞胎|娃|小孩|兄弟|姐妹|老人))|<I_ZH><ADV_ZH>(?P<v>已婚|未婚|单身|"
        "离异|离婚了|结婚了|丁克|独生子女|新婚)(?=$|[，。,.!！])",
    ),
    _fact(
        name="zh_residence", key="residence_type", score=0.84, rank=7,
        pattern="<I_ZH><ADV_ZH>(?:住的?是?|租的?是?|买的?是?|住在)(?:一套|一间|一栋)?(?P<v>(?:合租|整租|自建|老|"
        "小)?(?:公寓|别墅|平房|宿舍|四合院|农村自建房|自建房|合租房|出租屋|loft|单间|学区房|电梯房|筒子楼|一居室|"
        "两居室|三居室|[一二两三四]室[一二两]厅|老小区))(?:里|的)?<END_ZH>",
    ),
    _fact(
        name="zh_allergy", key="dietary", shape="allergy", score=0.92, rank=9,
        pattern="<I_ZH><ADV_ZH>对(?P<v>(?!你|这|那)<ZH>{1,16}?)(?:严重|有点|都|很|会|也|有)?过敏",
    ),
    _fact(
        name="zh_allergy_bare", key="dietary", shape="allergy", score=0.9, rank=8,
        pattern="<I_ZH><ADV_ZH>(?P<v>(?!不|对|有|会|皮肤|鼻子|容易|季节|换季|春天|脸|最怕|常|轻|严重|们|的|过|是|吃|喝)<ZH>{1,6}?)"
        "(?:严重|有点|会|也)?过敏<END_ZH>",
    ),
    _fact(
        name="zh_intolerance", key="dietary", value="乳糖不耐受", score=0.9, rank=9,
        pattern="<I_ZH><ADV_ZH>(?:有)?(?:乳糖不耐受?)",
    ),
    _fact(
        name="zh_diet", key="dietary", score=0.9, rank=8,
        pattern="<WE_ZH><ADV_ZH>(?:是)?(?:个|一个|一名)?(?P<v>吃素|吃斋|素食主义者|素食者|素食|纯素|全素|蛋奶素|"
        "吃清真|清真饮食|清真|生酮饮食|低碳饮食|忌生冷|忌辛辣|戒糖|戒酒|不喝酒|不沾酒|低盐饮食|无麸质饮食)(?:的|"
        "了)?<END_ZH>",
    ),
    _fact(
        name="zh_diet_no", key="dietary", polarity="negative", score=0.9, rank=9,
        pattern="<WE_ZH><ADV_ZH>(?:不再?(?:是)?|早就不)(?P<v>吃素|吃斋|素食主义者|素食者|素食|纯素|吃清真|清真饮食|生酮饮食|低碳饮食|戒糖|戒酒)(?:的|了)+<END_ZH>",
    ),
    _fact(
        name="zh_location_office", key="location", shape="place", score=0.86, rank=6,
        pattern="<I_ZH><ADV_ZH>(?:调到了?|搬到了?|在|属于)(?P<v><PLACE>)的?(?:办公室|分公司|分部|办事处|分行|校区|厂区|基地)(?:上班|工作|办公|了)?<END_ZH>",
    ),
    _fact(
        name="zh_eats_not", key="dietary", polarity="negative", shape="label", score=0.9, rank=8,
        pattern="(?:<WE_ZH>|(?<=我[^。！？]{1,24}[，,]))<ADV_ZH>(?:不吃|不喝|吃不了|不能吃|不能喝|喝不了|忌口|不碰|戒了|忌)(?P<v>(?!这|那|"
        "了<END_ZH>|过|了多|亏|惯)<ZH>{1,14}?)(?:了|的)?<END_ZH>",
    ),
    _fact(
        name="zh_health", key="health", score=0.88, rank=7,
        pattern="<I_ZH><ADV_ZH>(?:有|得了|得过|患有|患|确诊了?|查出了?|是)(?P<v><ZH>{0,8}?(?:糖尿病|高血压|哮喘|"
        "心脏病|抑郁症?|焦虑症|痛风|癌症?|肿瘤|胃病|胃炎|鼻炎|甲亢|甲减|贫血|癫痫|偏头痛|肝炎|腰椎间盘突出|近视|"
        "失眠|湿疹|类风湿|冠心病|高血脂|脂肪肝|肾病|过敏性<ZH>{1,4}|综合征|障碍))|"
        "<I_ZH><ADV_ZH>(?P<v>怀孕(?:<ZH>{0,6})?|备孕|在备孕|哺乳期)(?=$|[，。,.!！])",
    ),
    _fact(
        name="zh_access", key="accessibility", score=0.88, rank=8,
        pattern="<I_ZH><ADV_ZH>(?:是|有|用|使用|靠)?(?:个|一名)?(?P<v>色盲|色弱|红绿色盲|盲人|视障|弱视|老花眼?|"
        "听障|耳背|听力(?:不好|障碍|下降)|视力(?:不好|很差|下降|障碍)|眼睛(?:不好|看不清小字)|读屏(?:软件)?|"
        "屏幕阅读器|坐轮椅|用轮椅|行动不便|阅读障碍)",
    ),
)
# fmt: on
