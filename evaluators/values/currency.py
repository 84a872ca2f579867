"""Amounts of money: ``€12.50``, ``12,50 €``, ``EUR 12.5``; another currency is another value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sites.errors import WebariumError
from tasks.formats import Format

from . import numerals
from .folding import plain
from .kind import Ask, Kind, Mention

# Each currency's name, and the marks that stand for it.
CURRENCIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "EUR": ("euros", ("€", "euro", "euros", "eur")),
    "USD": ("US dollars", ("us$", "$", "dollar", "dollars", "usd", "us dollars")),
    "GBP": ("pounds", ("£", "pound", "pounds", "gbp")),
    "CHF": ("Swiss francs", ("chf", "francs", "fr.")),
    "JPY": ("yen", ("¥", "yen", "jpy")),
    "PLN": ("zloty", ("zł", "pln", "zloty")),
    "SEK": ("Swedish kronor", ("sek", "kr")),
    "DKK": ("Danish kroner", ("dkk",)),
    "NOK": ("Norwegian kroner", ("nok",)),
    "CZK": ("Czech koruna", ("kč", "czk")),
    "CAD": ("Canadian dollars", ("ca$", "c$", "cad")),
    "AUD": ("Australian dollars", ("a$", "aud")),
    "NZD": ("New Zealand dollars", ("nz$", "nzd")),
    "INR": ("rupees", ("₹", "inr", "rupees")),
    "CNY": ("yuan", ("cny", "yuan")),
    "HUF": ("forints", ("huf", "forints")),
}
_CODES = {mark: code for code, (_, marks) in CURRENCIES.items() for mark in marks}
_MARK = "|".join(
    (r"(?<![^\W\d_])" if mark[0].isalpha() else "")
    + re.escape(mark)
    + (r"(?![^\W_])" if mark[-1].isalpha() else "")
    for mark in sorted(_CODES, key=len, reverse=True)
)
_AMOUNT = re.compile(
    rf"(?P<sign1>(?<![\w.,\d])-)?(?:(?P<before>{_MARK}) ?)?(?P<sign2>(?<=[^\w.,])-|^-)?"
    rf"(?<![\w.,±])(?P<number>{numerals.NUMBER})(?P<times> ?(?:thousand|million|billion|k)\b)?"
    rf"(?:,-)?(?: ?(?P<after>{_MARK})(?! ?\d))?",
    re.I,
)


class Currency(Kind):
    """Money in the currency that ``unit`` names."""

    name = "currency"

    def parse(self, given: Any, ask: Ask) -> Any | None:
        if not isinstance(given, str):
            number = numerals.exact(given)
            return None if number is None else numerals.canonical(number)
        text = plain(given).strip()
        text = f"-{text[1:].strip()}" if text.startswith("-") else text.removeprefix("+")
        m = _AMOUNT.fullmatch(text)
        if m is None or not _marks(m) <= {_unit(ask.format)}:
            return None
        return _value(m)

    def find(self, text: str, ask: Ask) -> list[Mention]:
        """Amounts with a mark, and without one what is written with two digits for the cents."""
        found = []
        for m in _AMOUNT.finditer(text):
            marks = _marks(m)
            cents = re.search(r"\d[.,]\d\d$", m["number"])
            rest = text[m.end() : m.end() + 2]
            if marks != {_unit(ask.format)} and (marks or not cents or re.match(r" ?[%°]|[^\W\d_]", rest)):
                continue
            value = _value(m)
            if value is not None:
                found.append((bool(marks), Mention(value, m.start(), m.end())))
        marked = [mention for has, mention in found if has]
        return marked or [mention for _, mention in found]

    def same(self, value: Any, reference: Any, format: Format) -> bool:
        cents = 0 if _unit(format) in ("JPY", "HUF") else 2
        return numerals.rounded(value, format, cents) == numerals.rounded(reference, format, cents)

    def sentence(self, format: Format) -> str:
        digits = numerals.digits(format)
        name = CURRENCIES[_unit(format)][0]
        sample = numerals.example(12, format, 0 if _unit(format) in ("JPY", "HUF") else 2)
        return f"one amount in {name}{f', {digits},' if digits else ','} for example {sample}"

    def schema(self, format: Format) -> dict[str, Any]:
        return {"type": "number", "description": CURRENCIES[_unit(format)][0]}

    def nearby(self, value: Any, format: Format) -> Iterator[tuple[str, Any]]:
        yield from numerals.near(value, format, 2)
        other = "$" if _unit(format) != "USD" else "€"
        yield "another currency", f"{other}{value}"


def _unit(format: Format) -> str:
    code = str(format.unit or "").strip()
    code = code.upper() if code.upper() in CURRENCIES else _CODES.get(code.casefold(), "")
    if not code:
        raise WebariumError(
            f"'{format.unit}' is no currency that is read", remedy=f"there are {', '.join(CURRENCIES)}"
        )
    return code


def currencies(text: str) -> set[str]:
    """The currencies that a text names."""
    return {code for m in _AMOUNT.finditer(text) for code in _marks(m)}


def _marks(m: re.Match[str]) -> set[str]:
    return {_CODES[mark.casefold()] for mark in (m["before"], m["after"]) if mark}


def _value(m: re.Match[str]) -> int | float | None:
    number = numerals.decimal(m["number"])
    if number is None:
        return None
    times = (m["times"] or "").strip().casefold()
    number = number.scaleb(numerals.TIMES[times]) if times else number
    return numerals.canonical(-number if m["sign1"] or m["sign2"] else number)


CURRENCY = Currency()
