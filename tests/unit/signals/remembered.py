"""What is remembered in the tests of corrections: active memories of another session, by name."""

from typing import Final

from jide.profiles.ucu import UCU
from tests.unit.signals.talk import ucu

REMEMBERED: Final[dict[str, UCU]] = {
    "currency": ucu("currency", {"value": "USD"}, "金额都用美元。"),
    "currency_en": ucu("currency", {"value": "USD"}, "Prices are always in US dollars."),
    "device": ucu("equipment", {"value": "设备A：群晖"}, "设备A是群晖。"),
    "nas": ucu("equipment", {"value": "群晖"}, "我家的NAS是群晖。"),
    "budget": ucu("budget", {"amount": 300000, "currency": "CNY"}, "预算是30万元。"),
    "budget_en": ucu("budget", {"amount": 30000}, "The budget is 30k."),
    "location": ucu("location", {"value": "重庆"}, "我在重庆。"),
    "location_en": ucu("location", {"value": "London"}, "I live in London."),
    "deadline": ucu("deadline", {"date": "2026-03-06"}, "周五交稿。"),
    "deadline_en": ucu("deadline", {"date": "2026-03-06"}, "The report is due on Friday."),
    "job": ucu("job_title", {"value": "产品经理"}, "我是产品经理。"),
    "job_en": ucu("job_title", {"value": "product manager"}, "I'm a product manager."),
    "name": ucu("name", {"value": "章"}, "我姓章。"),
    "name_en": ucu("name", {"value": "Jon"}, "My name is Jon."),
    "employer": ucu("employer", {"value": "华为"}, "我在华为上班。"),
    "employer_en": ucu("employer", {"value": "Acme"}, "I work at Acme."),
    "department": ucu("department", {"value": "财务部"}, "我在财务部管应付。"),
    "department_en": ucu("department", {"value": "HR"}, "I work in HR."),
    "code": ucu("code_language", {"value": "Python"}, "我习惯用Python。"),
    "report": ucu("report_format", {"format": "Markdown"}, "周报用Markdown。"),
    "report_en": ucu("report_format", {"format": "Markdown"}, "Reports in Markdown."),
    "channel_en": ucu("preferred_channel", {"value": "email"}, "Contact me by email."),
    "channel": ucu("preferred_channel", {"value": "邮件"}, "有事发邮件给我。"),
    "terminal": ucu("other_fact", {"value": "Terminal 2"}, "Shipments leave from Terminal 2."),
    "team": ucu("team_size", {"value": 5, "unit": "人"}, "我们团队5个人。"),
    "team_en": ucu("team_size", {"value": 5, "unit": "people"}, "My team has 5 people."),
    "system": ucu("system_in_use", {"value": "SAP"}, "我们公司用SAP。"),
    "timezone_en": ucu("timezone", {"value": "Europe/London"}, "My time zone is London."),
    "tea": ucu("liked", {"value": "茶"}, "我喜欢茶。"),
    "language": ucu("response_language", {"value": "English"}, "请用英文回答。"),
    "crop": ucu("crop", {"value": "小麦"}, "我种小麦。"),
    "diet_en": ucu("dietary", {"value": "vegan"}, "I'm vegan."),
    "industry": ucu("industry", {"value": "教育"}, "我做教育行业。"),
}
