"""Which keys every prompt is told, and by which words a question asks for a key (data)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from jide.text import is_single_han, search_tokens

CORE: Final = (
    "preferred_name", "name", "pronoun", "response_language", "language_spoken", "response_style", "response_length",
    "report_format", "visual_form", "terminology", "confirmation", "currency", "unit_system", "date_format",
    "number_format", "timezone", "forbidden_phrase", "forbidden_topic", "accessibility", "dietary", "compliance",
    "data_residency", "other_constraint", "budget", "deadline", "role", "job_title",
)  # fmt: skip
"""The keys of the core profile, the first told first."""

_CORE_RANK: Final = MappingProxyType({key: rank for rank, key in enumerate(CORE)})
_NEEDED: Final = MappingProxyType(
    {"other_constraint": 0.8, "budget": 0.9, "deadline": 0.9, "role": 0.7, "job_title": 0.7}
)
"""How important a UCU of these keys must be to be told unasked."""


def core_rank(key: str, importance: float) -> int | None:
    """Where a UCU of `key` stands in the core profile; None where it is told only when it is asked for."""
    return _CORE_RANK.get(key) if importance >= _NEEDED.get(key, 0.0) else None


_ASKED_BY: Final = MappingProxyType({
    "name": "姓名 名字 叫什么 贵姓 name",
    "preferred_name": "称呼 怎么叫 名字 called nickname",
    "job_title": "职位 职务 岗位 头衔 职业 工作 title position job occupation",
    "department": "部门 科室 department team",
    "employer": "公司 单位 雇主 企业 company employer organisation organization",
    "industry": "行业 领域 industry sector",
    "team_size": "团队 人数 规模 team headcount",
    "role": "职责 负责 角色 role responsibility responsible",
    "location": "城市 地址 地点 所在地 住在 天气 location city address where based weather",
    "timezone": "时区 几点 时间 timezone clock hours schedule meeting",
    "family": "家人 家庭 孩子 family children wife husband",
    "health": "健康 身体 过敏 病史 health allergy medical",
    "report_format": "周报 月报 日报 报告 报表 格式 report summary format",
    "currency": "金额 货币 币种 价格 报价 价钱 费用 currency price amount cost quote",
    "code_language": "代码 编程 语言 脚本 程序 language code script program programming function",
    "unit_system": "单位 重量 长度 温度 尺寸 units weight length temperature size",
    "date_format": "日期 date",
    "number_format": "数字 小数 number decimal",
    "preferred_channel": "联系 通知 发送 渠道 邮件 微信 电话 短信 contact notify reach send email message channel",
    "citation_style": "引用 参考文献 出处 citation reference source",
    "default_range": "范围 区间 时段 range period",
    "liked": "喜欢 推荐 爱好 口味 like recommend favourite favorite suggest hobby",
    "disliked": "讨厌 不喜欢 推荐 口味 dislike hate recommend avoid suggest",
    "budget": "预算 花费 多少钱 成本 价位 budget spend cost afford",
    "deadline": "截止 期限 交付 什么时候 due deadline deliver when",
    "compliance": "合规 法规 标准 compliance regulation compliant standard",
    "data_residency": "数据 存放 存储 境内 data storage residency hosted",
    "tech_stack": "技术栈 框架 语言 数据库 技术 stack framework database technology library",
    "approval_limit": "审批 额度 approval limit",
    "dietary": "吃 饮食 菜 餐厅 食物 菜谱 eat food diet restaurant recipe meal lunch dinner",
    "accessibility": "无障碍 字体 屏幕 accessibility screen",
    "environment": "环境 系统 服务器 部署 environment server deploy platform",
    "product": "产品 商品 卖 product goods sell",
    "market": "市场 国家 地区 客户 market country region customers sell",
    "crop": "作物 种植 庄稼 crop plant farm",
    "equipment": "设备 机器 型号 equipment device machine",
    "system_in_use": "系统 软件 平台 erp system software platform",
    "decision": "决定 决策 结论 decision decided",
    "open_task": "待办 任务 事项 进度 todo task pending progress",
    "goal": "目标 计划 goal target plan",
})  # fmt: skip


@cache
def _keys_by_token() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for key, words in _ASKED_BY.items():
        for word in words.split():
            tokens = search_tokens(word)
            for token in tokens if len(tokens) == 1 else [t for t in tokens if not is_single_han(t)]:
                found.setdefault(token, set()).add(key)
    return MappingProxyType({token: frozenset(keys) for token, keys in found.items()})


def asked_for(tokens: list[str]) -> frozenset[str]:
    """The keys that a question with these search tokens asks for."""
    known = _keys_by_token()
    return frozenset(key for token in tokens for key in known.get(token, ()))
