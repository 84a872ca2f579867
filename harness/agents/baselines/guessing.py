"""An answer of the right form out of a text that was seen, without understanding either."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterable
from datetime import datetime
from typing import Any

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_DAY = re.compile(rf"\d{{1,2}} (?:{'|'.join(month_name[1:])}) \d{{4}}")
_PLAIN = """
a all an and any are as at be by did do does for from give go has have how if in into is it its last me many
most much my not of on one only or out say so tell than that the their them then there these they this to was
were what when where which who with you your
"""
_STOPWORDS = frozenset(_PLAIN.split())


def keywords(text: str) -> list[str]:
    """The words of an intent that say what it is about, in small letters, in their order, each once."""
    words = re.findall(r"[^\W_][\w'-]*", text.lower())
    return [word for word in dict.fromkeys(words) if word not in _STOPWORDS and len(word) > 2]


def guess(schema: dict[str, Any] | None, texts: Iterable[str]) -> Any:
    """The first value in the texts that has the form of a schema.

    Args:
        schema: of the task message's ``answer_format``; None where no answer is asked for.
        texts: lines of a page, the likeliest first.
    """
    return "" if schema is None else _value(schema, [text for text in texts if text.strip()])


def _value(schema: dict[str, Any], texts: list[str]) -> Any:
    if options := schema.get("enum"):
        told = (option for text in texts for option in options if str(option).lower() in text.lower())
        return next(told, options[0])
    kind = schema.get("type")
    if kind == "array":
        return [_value(schema.get("items") or {}, texts)]
    if kind == "object":
        return {name: _value(one, texts) for name, one in (schema.get("properties") or {}).items()}
    if kind == "boolean":
        return True
    if kind in ("number", "integer"):
        found = next((match[0] for text in texts if (match := _NUMBER.search(text))), "0")
        number = float(found.replace(",", ""))
        return int(number) if number.is_integer() else number
    if schema.get("format") == "date":
        return next((day for text in texts if (day := _day(text))), "2026-03-16")
    return texts[0].strip()[:200] if texts else ""


def _day(text: str) -> str | None:
    if found := _ISO.search(text):
        return found[0]
    if found := _DAY.search(text):
        return datetime.strptime(found[0], "%d %B %Y").date().isoformat()
    return None
