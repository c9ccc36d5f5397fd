"""Redaction: what is replaced, what is left alone, and what holds for every text."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jide.redact import redact
from jide.redact.numbers import is_resident_id


def resident(first: str) -> str:
    """A resident id from its first 17 digits."""
    return next(first + last for last in "0123456789X" if is_resident_id(first + last))


def wide(text: str) -> str:
    """`text` in full-width forms."""
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


ID = resident("11010519491231002")
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc+/=\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123_-"

HITS = [
    # mainland mobiles
    ("手机号13800138000谢谢", "手机号[PHONE_1]谢谢"), ("我的电话是 138-0013-8000", "我的电话是 [PHONE_1]"),
    ("138 0013 8000", "[PHONE_1]"), ("1 3 8 0 0 1 3 8 0 0 0", "[PHONE_1]"), ("+86 13800138000", "[PHONE_1]"),
    ("+86-138-0013-8000", "[PHONE_1]"), ("008613800138000", "[PHONE_1]"), ("(+86)13800138000", "[PHONE_1]"),
    (wide("13800138000"), "[PHONE_1]"), ("一三八零零一三八零零零", "[PHONE_1]"), ("幺三八〇〇幺三八〇〇〇",
    "[PHONE_1]"),
    ("138\u200b0013\u200b8000", "[PHONE_1]"), ("1\ufe0f\u20e33\ufe0f\u20e38\ufe0f\u20e300138000", "[PHONE_1]"),
    ("Call 13800138000 or 13900139000.", "Call [PHONE_1] or [PHONE_2]."), ("١٣٨٠٠١٣٨٠٠٠", "[PHONE_1]"),
    ("138‐0013‐8000", "[PHONE_1]"),
    # other phones
    ("(0755) 8351 2345", "[PHONE_1]"), ("座机010-82345678。", "座机[PHONE_1]。"), ("400-820-8820", "[PHONE_1]"),
    ("+852 2345 6789", "[PHONE_1]"), ("+1 415-555-2671", "[PHONE_1]"), ("+44 20 7946 0958", "[PHONE_1]"),
    ("+65 6123 4567", "[PHONE_1]"),
    # resident ids: also of districts and provinces that younger tables miss
    (ID, "[ID_1]"), (f"身份证{ID}，请", "身份证[ID_1]，请"), (ID.lower(), "[ID_1]"), (wide(ID), "[ID_1]"),
    (" ".join(ID), "[ID_1]"), (f"{ID[:6]} {ID[6:14]} {ID[14:]}", "[ID_1]"), (resident("31011519900101123"), "[ID_1]"),
    (resident("81000019950505123"), "[ID_1]"), ("身份证号 110105491231002", "身份证号 [ID_1]"),
    # bank cards and accounts
    ("4111111111111111", "[CARD_1]"), ("4111 1111 1111 1111", "[CARD_1]"), ("5555-5555-5555-4444", "[CARD_1]"),
    ("378282246310005", "[CARD_1]"), ("卡号6222021234567890128", "卡号[CARD_1]"), (wide("4111111111111111"),
    "[CARD_1]"),
    ("6222 0212 3456 7890 128", "[CARD_1]"), ("DE89370400440532013000", "[IBAN_1]"),
    ("GB82 WEST 1234 5698 7654 32 AND SOME MORE", "[IBAN_1] AND SOME MORE"),
    # e-mail
    ("邮箱zhang@qq.com谢谢", "邮箱[EMAIL_1]谢谢"), ("foo.bar+x@mail.example.com.", "[EMAIL_1]."),
    ("13800138000@163.com", "[EMAIL_1]"), (wide("a@b.com"), "[EMAIL_1]"),
    # keys
    ("凭证为sk_test_ABCDEF", "凭证为[SECRET_1]"), ("AKIAIOSFODNN7EXAMPLE", "[SECRET_1]"),
    ("token: ghp_abcdefghijklmnopqrstuvwxyz0123456789", "token: [SECRET_1]"), ("LTAI5tABCDEFGHIJKLMN", "[SECRET_1]"),
    ("xoxb-123456789012-abcdef", "[SECRET_1]"), ("app-AbCdEf1234567890abcdefgh", "[SECRET_1]"),
    ("sk-proj-abc123def456ghi789jkl", "[SECRET_1]"), (JWT, "[SECRET_1]"), (f"key:\n{PEM}\nok",
    "key:\n[SECRET_1]\nok"),
    ("Authorization: Bearer abcdef0123456789abcdef", "Authorization: Bearer [SECRET_1]"),
    ("postgres://admin:s3cret@db.example.com/x", "postgres://[SECRET_1]@db.example.com/x"),
    # passwords
    ("密码是 Abc@12345", "密码是 [SECRET_1]"), ("密码：hunter2", "密码：[SECRET_1]"), ("密码改成Qwer1234了",
    "密码改成[SECRET_1]了"),
    ("我的密码是abc123，别告诉别人", "我的密码是[SECRET_1]，别告诉别人"), ("口令为“芝麻开门吧”",
    "口令为“[SECRET_1]”"),
    ("我的口令是：芝麻开门", "我的口令是：[SECRET_1]"), ("暗号:天王盖地虎。", "暗号:[SECRET_1]。"),
    ("my password is hunter2.", "my password is [SECRET_1]."), ("password: swordfish", "password: [SECRET_1]"),
    ("api key = abcd-efgh", "api key = [SECRET_1]"), ('{"password": "p@ss w"}', '{"password": "[SECRET_1]"}'),
    ("密钥 = a1b2c3d4", "密钥 = [SECRET_1]"),
    # passports
    ("护照号码 E12345678", "护照号码 [PASSPORT_1]"), ("passport no. E12345678", "passport no. [PASSPORT_1]"),
]  # fmt: skip

DECOYS = [
    "AA000000000000:0", "AB12 3456 7890 1234 5678",
    "订单号20240115123456789", "订单号 4111111111111111", "order no. 5555555555554444", "条码6901234567892",
    "ISBN 9787111128069", "2024年1月15日", "2024-01-15 12:00:00", "2024/01/15",
    "550e8400-e29b-41d4-a716-446655440000",
    "v1.2.3.4", "192.168.100.200", "价格 1299.00 元", "¥12,000,000", "预算13800138000元", "3.14159265358979",
    "10086", "110",
    "1705312345678", "20240115123456", "IMEI 356938035643809", "SO13800138000", "QQ 群 123456789", "Python 3.11.7",
    "110105194912310021", "110105299912310029", "0000000000000000", "一二三四五六七八九十", "一百三十八万零一千",
    "密码是多少", "密码忘了怎么办", "密码为8-16位", "记账凭证为空", "凭证为记账凭证", "password is required",
    "the secret is practice", "max tokens: 4096", "token limit is 8000", "the password to success",
    "sk-learn-based-model", "app-store-optimization", "git@github.com:org/repo.git", "what does error 500 mean",
    "https://example.com:8080/a?b=c@d", "bearer of good news and responsibilities", "周一开会在A101", "[PHONE_1]",
    "密码：请联系前台", "口令：未设置", "密码是 [SECRET_1]", "用Go写", "\ud800", "\x00", "",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), HITS)
def test_personal_numbers_and_secrets_are_replaced(text: str, expected: str) -> None:
    """Each becomes a placeholder of its kind, and the words around it stay."""
    found = redact(text)
    assert found.text == expected
    assert sum(found.counts.values()) == len(found.edits) > 0


@pytest.mark.parametrize("text", DECOYS)
def test_other_numbers_and_words_stay(text: str) -> None:
    """Orders, barcodes, dates, prices, versions, ids of things, and talk about passwords are no secrets."""
    found = redact(text)
    assert (found.text, dict(found.counts)) == (text, {})


def test_the_same_value_has_the_same_number() -> None:
    """However it is written; another value has the next number, and a number in use is not used again."""
    assert redact("13800138000, +86 138 0013 8000, 13900139000").text == "[PHONE_1], [PHONE_1], [PHONE_2]"
    assert redact("[PHONE_3] 13800138000").text == "[PHONE_3] [PHONE_4]"
    found = redact("密码是 Abc@12345，邮箱 a@b.com，手机 13800138000")
    assert dict(found.counts) == {"SECRET": 1, "EMAIL": 1, "PHONE": 1}


def test_of_two_that_overlap_the_weightier_wins() -> None:
    """A card that might be called a phone is a card; a password with a phone in it is a password."""
    assert redact("password: x13800138000").text == "password: [SECRET_1]"
    assert redact(f"我的电话{ID}").text == "我的电话[ID_1]"


def test_offsets_lead_back_to_the_original() -> None:
    """Every character outside placeholders is found where it was, also behind wide and invisible characters."""
    text = "Ａ\u200b手机１３８００１３８０００，then b@c.com！end"
    found = redact(text)
    assert found.text == "Ａ\u200b手机[PHONE_1]，then [EMAIL_1]！end"
    outside = re.sub(r"\[\w+\]", lambda m: "\0" * len(m[0]), found.text)
    assert all(text[found.to_original(n)] == char for n, char in enumerate(outside) if char != "\0")
    assert found.to_original(len(found.text)) == len(text)
    assert found.to_original(found.text.index("[PHONE_1]") + 3) == text.index("１")


PIECES = st.sampled_from([
    "13800138000", "138 0013 8000", ID, "4111111111111111", "a@b.com", "sk_test_ABCDEF1234", "密码是", "password: ",
    "token=",
    "[PHONE_1]", "[SECRET_2]", "[EMAIL_1", "_1]", " ", "-", "0", "X", "+86", "一三八零零一三八零零零", "@",
    "://u:p@h", "身份证", "护照E12345678",
    "Bearer abcdef0123456789abcdef", "0755-83512345", "\u200b", "\ue000", "１３８", "中", "'", '"', "“",
    "-----BEGIN PRIVATE KEY-----",
    "2024-01-15", "DE89370400440532013000", "卡号", "元", "，",
])  # fmt: skip
TEXTS = st.one_of(st.text(alphabet=st.characters()), st.lists(st.one_of(PIECES, st.text(max_size=3))).map("".join))


@given(TEXTS)
def test_redacting_twice_is_redacting_once(text: str) -> None:
    """What is redacted stays as it is, whatever the placeholders came to stand beside."""
    once = redact(text)
    again = redact(once.text)
    assert (again.text, dict(again.counts)) == (once.text, {})


@given(TEXTS)
def test_what_is_not_replaced_is_not_changed(text: str) -> None:
    """The text around placeholders is the original's, byte for byte, and the edits cover the rest."""
    found = redact(text)
    rebuilt, at, at_original = [], 0, 0
    for start, end, original_start, original_end in found.edits:
        rebuilt += [text[at_original:original_start], found.text[start:end]]
        assert found.text[at:start] == text[at_original:original_start]
        assert re.fullmatch(r"\[[A-Z]+_[0-9]+\]", found.text[start:end])
        at, at_original = end, original_end
    assert "".join([*rebuilt, text[at_original:]]) == found.text


@pytest.mark.parametrize(
    "piece",
    [
        "1", "1 ", "4111 ", "13800138000 ", "1 3 8 0 0 1 3 8 0 0 0 , ", "a@", "a.", "a@b.com", "eyJ", "eyJaaaaaaaa.",
        "密码", "密码  ",
        "password is ", "://a:", "Bearer ", "0755 83512345 ", "(", "+1 ", "一", "一 ", "DE89 3704 0044 ", "2024-",
        "550e8400-", "1.",
        "护照", "ﷺ", "\u200b", "-----BEGIN PRIVATE KEY-----", "[PHONE_1]", "[PHONE_", "4111 1111 1111 1111 ", "sk-",
        "jk_a_b_",
    ],
)  # fmt: skip
def test_hostile_text_costs_no_more_than_its_length(piece: str) -> None:
    """A quarter of a megabyte of any repeated piece is redacted in a moment."""
    text = piece * (256_000 // len(piece.encode()))
    started = time.perf_counter()
    redact(text)
    assert time.perf_counter() - started < 5
