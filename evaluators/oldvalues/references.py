"""References that nothing can be compared with, refused before anything is judged."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from sites.errors import WebariumError
from sites.files import strict_json

MOST_DIGITS = 100
"""Of one number; larger ones are amounts of nothing, and cost time without end."""

_HUGE = re.compile(rf"\d(?:[.,' ]?\d){{{MOST_DIGITS}}}")
_NOTHING_IS_AN_ANSWER = ("exact", "list")  # an empty list says that there is nothing to name


_HUGE_WHOLE = re.compile(rf"\d{{{MOST_DIGITS},}}")


def check(kind: str, reference: Any) -> None:
    """Refuse a reference that is empty, in whole or in part, or holds a number beyond all amounts.

    Raises:
        WebariumError: it is one of these.
    """
    may_be_empty = kind == "unachievable"  # its reference is a reason, which may be left open
    if isinstance(reference, list | tuple) and not reference and kind in _NOTHING_IS_AN_ANSWER:
        may_be_empty = True
    if isinstance(reference, list | tuple) and any(isinstance(one, dict | list) for one in reference):
        raise WebariumError(
            "the reference is a list of which an item is a list or an object itself",
            remedy="write a list of texts, numbers, and true or false",
        )
    for part in _parts(reference):
        if _huge(part):
            raise WebariumError(
                f"the reference holds a number that is not finite or has more than {MOST_DIGITS} digits",
                remedy="write an amount that an answer can give",
            )
        if not may_be_empty and (part is None or (isinstance(part, str) and not part.strip())):
            raise WebariumError(
                "the reference is empty, or a part of it is: no answer could be told right from wrong",
                remedy="write what the answer must say, or unachievable where there is nothing to say",
            )


_HELD = ("list", "mapping", "month_counts", "must_include", "unachievable")  # in lists and objects


def as_reference(kind: str, text: str) -> Any:
    """The reference that a text says: a list or an object where it is one in JSON, else the text as it is.

    Raises:
        WebariumError: it begins like JSON, its kind is written in JSON, and it is none.
    """
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return strict_json(text)
    except ValueError as error:
        if kind not in _HELD:
            return text
        raise WebariumError(
            f"the reference {shortened(text[:80])!r} is no JSON ({error})",
            remedy='write it as ["red", "blue"] or {"red": 5}, or without the bracket',
        ) from error


def shortened(text: str) -> str:
    """A text for people, without the digits of numbers that are amounts of nothing.

    >>> shortened("it is " + "9" * 500)
    'it is 99999999... (500 digits)'
    """
    return _HUGE_WHOLE.sub(lambda found: f"{found[0][:8]}... ({len(found[0])} digits)", text)


def beyond_all_amounts(text: str) -> bool:
    """Whether a text holds a number of more digits than any amount has."""
    return _HUGE.search(text) is not None


def _huge(part: Any) -> bool:
    if isinstance(part, float):
        return not math.isfinite(part)
    if isinstance(part, int):
        return abs(part) >= 10**MOST_DIGITS
    return isinstance(part, str) and beyond_all_amounts(part)


def _parts(reference: Any) -> Iterator[Any]:
    """Keys, values and items at any depth; ``None`` for what should hold some and holds none."""
    if isinstance(reference, dict):
        inner = [*reference.keys(), *reference.values()]
    elif isinstance(reference, list | tuple):
        inner = list(reference)
    else:
        yield reference
        return
    if not inner:
        yield None
    for one in inner:
        yield from _parts(one)
