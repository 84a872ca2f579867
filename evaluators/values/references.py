"""References that nothing can be compared with, refused before anything is judged."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from sites.errors import WebariumError

MOST_DIGITS = 100
"""Of one number; larger ones are amounts of nothing, and cost time without end."""

_HUGE = re.compile(rf"\d(?:[.,' ]?\d){{{MOST_DIGITS}}}")
_NOTHING_IS_AN_ANSWER = ("exact", "list")  # an empty list says that there is nothing to name


def check(kind: str, reference: Any) -> None:
    """Refuse a reference that is empty, in whole or in part, or holds a number beyond all amounts.

    Raises:
        WebariumError: it is one of these.
    """
    may_be_empty = kind == "unachievable"  # its reference is a reason, which may be left open
    if isinstance(reference, list | tuple) and not reference and kind in _NOTHING_IS_AN_ANSWER:
        may_be_empty = True
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
