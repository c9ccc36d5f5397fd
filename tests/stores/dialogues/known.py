"""Dialogues that are known to go wrong, each with its reason; one that goes right must leave this list."""

from collections.abc import Mapping
from typing import Final

KNOWN: Final[Mapping[str, str]] = {
    "zh2_teacher_new_grade": "今年我改教初三了: heard as a role, while the title keeps the old grade",
    "zh2_developer_changes_database": "数据库换成 TiDB 了: TiDB is heard, that the database before it is over is not",
    "zh2_recruiter_tables_then_lists": "别再用表格了，用列表吧: what is wished instead is not heard",
    "zh2_hard_unsure_then_settled": "图表我挺喜欢的: a liking with its object in front is only a draft of a format",
    "en2_sales_region_moves": "the Midwest isn't mine any more: a region given up stays a role",
    "en2_hard_atlas_prose_own_bullets": "have to be prose, numbered lists instead of bullet points: neither is heard",
}
