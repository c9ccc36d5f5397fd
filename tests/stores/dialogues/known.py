"""Dialogues that are known to go wrong, each with its reason; one that goes right must leave this list."""

from collections.abc import Mapping
from typing import Final

KNOWN: Final[Mapping[str, str]] = {
    "zh2_sales_region_moves": "我现在不管浙江了，调到江苏片区了: neither region is heard",
    "zh2_teacher_new_grade": "今年我改教初三了: what a teacher teaches now is not heard, the title keeps the old grade",
    "zh2_developer_changes_database": "Go，数据库是 PostgreSQL, 换成 TiDB 了: neither database is heard",
    "zh2_student_short_this_week": "这周回答我的问题都简短一点: a wish for this week waits for review",
    "zh2_recruiter_tables_then_lists": "别再用表格了，用列表吧: what is wished instead is not heard",
    "zh2_shop_fruit_then_nuts": "开店，卖水果的, 不卖水果了，改卖坚果: neither is heard",
    "zh2_hard_unsure_then_settled": "图表我挺喜欢的: a liking with its object in front is only a draft of a format",
    "zh2_hard_forget_address_and_podcasts": "忘掉我喜欢播客这件事: does not find the liking that was told as 听播客",
    "en2_sales_region_moves": "the Midwest isn't mine any more: a region given up stays a role",
    "en2_teacher_wrong_year": "I teach Year 9 chemistry: what is taught is not heard",
    "en2_developer_leaves_aws_and_typescript": "I've switched to Rust, no more TypeScript examples: neither is heard",
    "en2_hard_atlas_prose_own_bullets": "have to be prose, numbered lists instead of bullet points: neither is heard",
    "en2_hard_jazz_and_never_vegetarian": "I was never vegetarian, I got that wrong: retires no diet",
}
