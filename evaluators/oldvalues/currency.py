# ruff: noqa: E501 - names of currencies in groups
"""Amounts of money."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import ClassVar

from babel.numbers import get_currency_name, get_currency_symbol
from price_parser import Price

from tasks.specs import CURRENCIES

from . import numerals
from .base import NO_SETTING, Mention, Setting, Value

# What the sites charge in: the currency of an amount that a reference leaves without one.
SITE_CURRENCY = "EUR"
_CODES = CURRENCIES
_SIGNS = r"(?:US|CA|A|C|AU|NZ)?\$|[€£¥₹]|zł|kr\b\.?|Fr\b\.?|CHF\b"
_WORDS = (
    r"euros?|us[- ]dollars?|american dollars?|canadian dollars?|australian dollars?|dollars?|bucks"
    r"|(?:british )?pounds?(?: sterling)?|"
    r"quid|swiss francs?|francs?|yen|zloty|z[łl]otych|rupees?|yuan|swedish kron(?:a|or)|danish kroner?"
)
_CODE = "|".join(_CODES)
_AMOUNT = rf"(?:{numerals.DIGITS}|\.\d{{2}})"
_MONEY = re.compile(
    rf"(?P<sign>(?<![\w)])-|\bminus\s+)?"
    rf"(?:(?<![A-Za-z])(?:(?:{_CODE})\s?(?=[€£$]))?(?P<before>{_SIGNS}"
    rf"|{_CODE})\s*(?P<minus>-)?(?P<first>{_AMOUNT})(?:,-|\.-|,--)?(?P<first_k>\s?[kK]\b|\s?(?:million"
    rf"|thousand|mn|m)\b)?"
    rf"(?:\s?(?P<behind>{_CODE})\b)?"
    rf"|{numerals.LEFT}(?P<second>{_AMOUNT})(?P<second_k>\s?[kK]\b|\s?(?:million|thousand|mn)\b)?(?:,-"
    rf"|\.-)?\s*-?(?P<after>(?:{_SIGNS})(?!\s?\d+[.,]?\d)|(?:{_CODE})\b|(?:{_WORDS})\b)"
    rf"|(?<![\w-])(?P<third>{numerals.WORDS})[ -](?P<word>(?:{_CODE})\b|(?:{_WORDS})\b))"
    r"(?:\s?(?:and\s+)?(?P<cents>\d{1,2}|"
    + numerals.WORDS
    + r")\s?(?:euro\s?)?(?:cents?|ct|pence|p)\b)?(?![.,]?\d)",
    re.I,
)
# Without one of these no amount carries its currency: cheaper to look for than the amounts.
_SIGNED = re.compile(rf"{_SIGNS}|{_CODE}|{_WORDS}", re.I)
_SMALL = re.compile(r"cent|ct|¢|pence", re.I)
_CENTS = re.compile(
    rf"(?:{numerals.LEFT}(\d+(?:[.,]\d+)?)|(?<![\w-])({numerals.WORDS}))\s?(?P<unit>(?:euro |us )?cents?"
    rf"|ct|¢|pence)(?!\w)",
    re.I,
)
_FREE = re.compile(
    r"\b(?:free of charge|for free|is free|was free|free shipping|no charge|nothing|free)\b", re.I
)
_BARE = re.compile(
    rf"(?P<sign>(?<![\w)])-)?{numerals.LEFT}(?P<number>{numerals.DIGITS})(?!\w)(?![.,]?\d)(?!\s?%)"
)


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    """Signs, codes and English names of the currencies, from Babel, as lower-cased text to code."""
    names = {}
    for code in reversed(_CODES):
        names[code.lower()] = code
        names[get_currency_symbol(code, locale="en_US").lower()] = code
        for count in (1, 2):
            names[get_currency_name(code, count, locale="en").lower()] = code
    return names | {
        "$": "USD", "us$": "USD", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD", "£": "GBP", "¥": "JPY",
        "zł": "PLN", "euro": "EUR", "dollar": "USD", "dollars": "USD", "bucks": "USD", "american dollar": "USD",
        "american dollars": "USD", "us dollar": "USD", "us dollars": "USD", "us-dollars": "USD", "pound": "GBP",
        "pounds": "GBP", "quid": "GBP", "pound sterling": "GBP", "pounds sterling": "GBP", "franc": "CHF",
        "francs": "CHF", "fr": "CHF", "yen": "JPY", "zloty": "PLN", "rupee": "INR", "rupees": "INR", "kr": "kr",
        "yuan": "CNY", "canadian dollars": "CAD", "australian dollars": "AUD",
    }  # fmt: skip


@dataclass(frozen=True)
class Currency(Value):
    """An amount of money. An answer may leave the currency out, never name another one.

    Examples:
        ``€1,234.50`` is ``1.234,50 €``, ``EUR 1234.5``, ``1 234.50 euros`` and ``1234.50``
        ``€59.98`` is ``59 euros and 98 cents``
        ``€5`` is ``five euros`` and ``€5.00``
        ``€5.00`` is not ``$5.00``, ``€15.00`` or ``-€5.00``
    """

    kind: ClassVar[str] = "currency"
    amount: Decimal
    code: str = ""

    @classmethod
    def find(cls, text: str, setting: Setting = NO_SETTING) -> list[Mention[Currency]]:
        """All amounts with a sign, code or name of a currency; when there is none, all bare amounts."""
        found = cls.find_marked(text)
        if found or setting.options.get("currency_required"):
            return found
        bare = list(_BARE.finditer(text))
        with_cents = [m for m in bare if re.search(r"[.,]\d{2}$", m["number"])]
        for m in with_cents or bare:
            amount = _amount(m["number"])
            counts = bool(
                re.match(
                    r"\s(?!and\b|in\b|for\b|is\b|was\b|total\b|each\b|altogether\b|per\b|on\b)[a-z]{3,}",
                    text[m.end() :],
                )
            )
            if m in with_cents or not counts:
                found.append(Mention(cls(-amount if m["sign"] else amount), m.start(), m.end()))
        if not found:
            found += [Mention(cls(Decimal(0)), m.start(), m.end(), weak=True) for m in _FREE.finditer(text)]
            found += [
                Mention(cls(numerals.from_words(m[0])), m.start(), m.end(), weak=m[0].lower() == "one")
                for m in re.finditer(rf"(?<![\w-]){numerals.WORDS}(?![\w-])", text, re.I)
            ]
        return found

    @classmethod
    def find_marked(cls, text: str) -> list[Mention[Currency]]:
        """All amounts that carry their currency."""
        return list(_marked(text))

    @classmethod
    def _read_marked(cls, text: str) -> list[Mention[Currency]]:
        found = []
        for m in _MONEY.finditer(text) if _SIGNED.search(text) else ():
            written = m["first"] or m["second"] or m["third"]
            mark = (m["before"] or m["after"] or m["word"]).lower().rstrip(".")
            code = m["behind"].upper() if m["behind"] and mark == "$" else _names().get(mark, mark)
            amount = numerals.from_words(written) if m["third"] else _amount(written)
            factor = (m["first_k"] or m["second_k"] or "").strip().lower()
            amount *= {"": 1, "k": 1000, "thousand": 1000}.get(factor, 1_000_000)
            if m["cents"]:
                amount += numerals.read(m["cents"]) / 100
            if m["sign"] or m["minus"]:
                amount = -amount
            found.append(Mention(cls(amount, code), m.start(), m.end()))
        for m in _CENTS.finditer(text) if _SMALL.search(text) else ():
            if any(m.start() < x.end and x.start < m.end() for x in found):
                continue
            code = "GBP" if m["unit"].lower() == "pence" else "EUR" if "euro" in m["unit"].lower() else ""
            found.append(Mention(cls(numerals.read(m[1] or m[2]) / 100, code), m.start(), m.end()))
        return sorted(found, key=lambda x: x.start)

    def same(self, other: Currency) -> bool:
        """Equal amounts in the same currency, or one without."""
        return self.amount == other.amount and (not self.code or not other.code or self.code == other.code)

    def __str__(self) -> str:
        return (
            f"{self.amount:.2f} {self.code}".strip()
            if self.amount == round(self.amount, 2)
            else f"{self.amount} {self.code}".strip()
        )


@lru_cache(maxsize=4096)
def _marked(text: str) -> tuple[Mention[Currency], ...]:
    return tuple(Currency._read_marked(text))


@lru_cache(maxsize=4096)
def _amount(written: str) -> Decimal:
    """price-parser's reading ("1.234" is 1234, "12,5" is 12.5), save for amounts below one ("0.125")."""
    if written.startswith((".", "0.", "0,")) or "'" in written:
        return numerals.from_digits("0" + written if written.startswith(".") else written)
    amount = Price.fromstring(written).amount
    return amount if amount is not None else numerals.from_digits(written)
