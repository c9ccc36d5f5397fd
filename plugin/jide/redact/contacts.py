"""Finding e-mails, IBANs, passports, and phones beside the mainland's mobiles (pure)."""

import re
from collections.abc import Iterator
from typing import Final

import phonenumbers
from phonenumbers import Leniency, PhoneNumberFormat, PhoneNumberMatcher

from jide.redact.view import Found, before, found, is_money, masks

_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?!git@)[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z])"
)
_IBAN: Final = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}[0-9]{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_IBAN_SIZES: Final = range(15, 35)
_PASSPORT: Final = re.compile(
    r"(?:护照|通行证|passport) ?(?:号码?|no\b|number)?[ :.#-]{0,3}(?:是|为|is)?[ :.#-]{0,3}([A-Z]{1,2}[0-9]{7,9})"
    r"(?![0-9A-Za-z])",
    re.IGNORECASE,
)
_PHONE: Final = re.compile(r"(?<![0-9A-Za-z])[+(]?[0-9](?:[ ().\-/]{0,3}[0-9]){6,39}")
_PHONES: Final = 400  # candidates looked at in one text; mainland mobiles are found beyond them too
_PHONE_START: Final = re.compile(r"[+(01]|[48]00")
_PHONE_WORD: Final = re.compile(
    r"电话|手机|座机|传真|联系|热线|号码|致电|拨打|tel|phone|call|fax|mobile|whatsapp|contact"
)
_BARCODE: Final = re.compile(r"(?:69|97)[0-9]{11}")
_GLUED: Final = re.compile(r"[0-9A-Za-z_]|@[A-Za-z0-9]")


def find_emails(view: str) -> Iterator[Found]:
    """E-mail addresses."""
    for match in _EMAIL.finditer(view):
        yield Found(kind="EMAIL", start=match.start(), end=match.end(), value=match[0].lower())


def find_ibans(view: str) -> Iterator[Found]:
    """International bank account numbers with a right check sum; words in capitals behind one are not its end."""
    for match in _IBAN.finditer(view):
        for end in (match.end(), *reversed([match.start() + space.start() for space in re.finditer(" ", match[0])])):
            number = view[match.start() : end].replace(" ", "")
            if _is_iban(number):
                yield Found(kind="IBAN", start=match.start(), end=end, value=number)
                break


def _is_iban(number: str) -> bool:
    """Length and check sum (ISO 13616)."""
    digits = "".join(str(int(char, 36)) for char in number[4:] + number[:4])
    return len(number) in _IBAN_SIZES and int(digits) % 97 == 1


def find_passports(view: str) -> Iterator[Found]:
    """Passport and travel permit numbers that are called so."""
    for match in _PASSPORT.finditer(view):
        yield found("PASSPORT", match, 1)


def find_phones(view: str) -> Iterator[Found]:
    """Landlines, service numbers and foreign phones, by the numbering plans of the world."""
    budget = range(_PHONES - masks(view))
    for _, run in zip(budget, _PHONE.finditer(view), strict=False):
        if _may_be_phone(view, run):
            start = max(0, run.start() - 2)
            for hit in PhoneNumberMatcher(view[start : run.end() + 2], "CN", leniency=Leniency.VALID):
                number = phonenumbers.format_number(hit.number, PhoneNumberFormat.E164)
                if not is_money(view, start + hit.end):
                    yield Found(kind="PHONE", start=start + hit.start, end=start + hit.end, value=number)


def _may_be_phone(view: str, run: re.Match[str]) -> bool:
    """Whether it starts as phones start, or is called one; barcodes and parts of longer things are none."""
    if _BARCODE.fullmatch(run[0]) or _GLUED.match(view, run.end()):
        return False
    return bool(_PHONE_START.match(run[0]) or _PHONE_WORD.search(before(view, run.start(), 12)))
