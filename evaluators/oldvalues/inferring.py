"""Which type of value an untyped reference is."""

from __future__ import annotations

import re

from .address import Address
from .base import NO_SETTING, Setting, Value
from .coordinates import Coordinates
from .currency import Currency
from .date import Date
from .date_range import DateRange
from .distance import Distance
from .duration import Duration
from .email_address import Email
from .lexicon import stem
from .month_counts import MonthCounts
from .name import Name
from .number import Number
from .order_number import OrderNumber
from .percentage import Percentage
from .phone import Phone
from .status import Status
from .surface import tokens, words
from .text import Text
from .time_of_day import TimeOfDay
from .unachievable import Unachievable
from .url import Url
from .yes_no import YesNo

_LONG_ASKED = re.compile(
    r"\bhow (?:long|much time)\b|\bduration\b|\btravel time\b|\bdriv(?:e|ing) time\b|\bwalk(?:ing)? time\b"
    r"|\btakes?\b|\btime (?:does|to|it takes|needed|required|of the)\b|\bhours and minutes\b",
    re.I,
)
_CLOCK_ASKED = re.compile(
    r"\bwhen\b|\bwhat time\b"
    r"|\b(?:opening|closing|open|close|start(?:ing)?|end|departure|arrival) (?:time|hour)s?\b",
    re.I,
)
_COUNT_ASKED = re.compile(r"\bhow (?:many|much)\b", re.I)
_ORDER_ASKED = re.compile(
    r"\b(?:order|invoice|issue|ticket|tracking|reference|confirmation)(?: (?:number|id|no\.?)s?)\b|"
    r"\bwhich (?:of (?:my|the|these) )?(?:\w+ )?orders?\b|\border #",
    re.I,
)
_PHONE_ASKED = re.compile(r"\b(?:phone|telephone|mobile|contact number|fax|call)\b", re.I)
_NAME_ASKED = re.compile(
    r"\b(?:who|whose|customer|reviewer|user|name of the (?:person|customer|author)|author|contributor"
    r"|person|people|contact)\b",
    re.I,
)
_ADDRESS_ASKED = re.compile(
    r"\b(?:address|where (?:is|does|do)|located|location|ship(?:ped|ping)? to)\b", re.I
)
_STREET = re.compile(
    r"(?:stra(?:ss|ß)e|str\.|platz|weg|allee|gasse|ring|damm|ufer)\s+\d+\s?[a-z]?\b"
    r"|\b\d+\w?\s+(?:[\w'.-]+\s){1,4}(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|boulevard|blvd|court"
    r"|square|way)\b"
    # a postcode and its town; "Slab 20000 power bank" is no address
    r"|(?:^|[,;\n]\s*)(?-i:\d{5}\s+[A-ZÄÖÜ][^\W\d]{2,})",
    re.I,
)


def infer(text: str, setting: Setting = NO_SETTING) -> Value:
    """The value that an untyped, cleaned reference is; the question decides where it reads two ways."""
    asked = setting.intent
    unmistakable: tuple[type[Value], ...] = (Unachievable, YesNo, Email, Url, Coordinates)
    for cls in unmistakable:
        value = cls.parse(text, setting)
        if value:
            return value
    if re.search(r"\d", text):
        value = _with_digits(text, setting, asked)
        if value:
            return value
    counted = re.fullmatch(r"(\d[\d.,]*)((?: [a-z]+){1,2})", text)
    if counted and all(stem(w) in {stem(a) for a in words(asked)} for w in words(counted[2])):
        number = Number.parse(counted[1], setting)
        if number:
            return number
    worded = Number.parse(text, setting) if len(tokens(text)) <= 4 else None
    if worded and not re.fullmatch(r"(?:a|an|once|only an?|second)", text, re.I):
        return worded
    duration = Duration.parse(text, setting)
    if duration:
        return duration
    status = Status.parse(text, setting)
    if status and re.search(r"\b(?:status|state|open|closed|stock|available)\b", asked, re.I):
        return status
    if _NAME_ASKED.search(asked) and 2 <= len(tokens(text)) <= 4 and all(t.capital for t in tokens(text)):
        name = Name.parse(text, setting)
        if name:
            return name
    return Text(text.strip().rstrip(".") or text)


def _with_digits(text: str, setting: Setting, asked: str) -> Value | None:
    if _LONG_ASKED.search(asked) and not _CLOCK_ASKED.search(asked):
        duration = Duration.parse(text, setting)
        if duration:
            return duration
    if re.fullmatch(r"\+?[\d\s()./-]+", text) and (text.startswith("+") or _PHONE_ASKED.search(asked)):
        phone = Phone.parse(text, setting)
        if phone:
            return phone
    if re.fullmatch(r"#\s?[\w-]+|0\d{3,}|[A-Z]{1,5}-\d{3,}", text) or (
        _ORDER_ASKED.search(asked)
        and not _COUNT_ASKED.search(asked)
        and re.fullmatch(r"#?[A-Z]{0,5}-?\d+", text, re.I)
    ):
        order = OrderNumber.parse(text, setting)
        if order and (text.startswith("#") or not _PHONE_ASKED.search(asked)):
            return order
    calendar: tuple[type[Value], ...] = (DateRange, Date, TimeOfDay, Percentage)
    for cls in calendar:
        value = cls.parse(text, setting)
        if value:
            return value
    marked = Currency.find_marked(text)
    if len(marked) == 1 and not any(c.isalnum() for c in text[: marked[0].start] + text[marked[0].end :]):
        return marked[0].value
    measures: tuple[type[Value], ...] = (Duration, Distance, Number)
    for cls in measures:
        value = cls.parse(text, setting)
        if value:
            return value
    if re.fullmatch(r"\+?\(?\d[\d\s()./-]+(?:\s?(?:ext\.?|x)\s?\d+)?", text):
        phone = Phone.parse(text, setting)
        if phone:
            return phone
    counts = MonthCounts.parse(text, setting)
    if counts and len(words(text)) <= 4 * len(counts.counts):
        return counts  # a sentence with a date in it is none
    if _STREET.search(text) or (_ADDRESS_ASKED.search(asked) and re.search(r"\b\d{5}\b", text)):
        return Address.parse(text, setting)
    return None
