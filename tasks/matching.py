"""Regular expressions of templates and users, matched within bounds.

Python's ``re`` goes back without end on expressions such as ``(a+)+$``, and nothing can stop it. ``regex``
reads the same language and gives up after a time that is asked for. Patterns of our own code need no bound.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import regex

from sites.errors import WebariumError

SECONDS = 5.0
"""Of the processor, for one expression on one text; what is well written takes a thousandth of one."""

IGNORECASE, DOTALL, MULTILINE = int(regex.IGNORECASE), int(regex.DOTALL), int(regex.MULTILINE)

T = TypeVar("T")


class MatchingError(WebariumError):
    """An expression cannot be compiled, or found no end on a text: the task is wrong, not what was done."""


@lru_cache(maxsize=1024)
def compiled(pattern: str, flags: int = 0) -> Any:
    """The expression, ready to be used.

    Raises:
        MatchingError: it is no regular expression.
    """
    try:
        return regex.compile(pattern, flags | regex.VERSION0)
    except (regex.error, RecursionError, OverflowError, MemoryError) as error:
        raise MatchingError(
            f"'{pattern[:80]}' is no regular expression: {error}", remedy="write it as Python's re reads it"
        ) from error


def search(pattern: str, text: str, flags: int = 0) -> Any:
    """As ``re.search``.

    Raises:
        MatchingError: it is no regular expression, or takes too long.
    """
    return _bounded(pattern, text, lambda: compiled(pattern, flags).search(text, timeout=SECONDS))


def fullmatch(pattern: str, text: str, flags: int = 0) -> Any:
    """As ``re.fullmatch``; see search."""
    return _bounded(pattern, text, lambda: compiled(pattern, flags).fullmatch(text, timeout=SECONDS))


def findall(pattern: str, text: str, flags: int = 0) -> list[Any]:
    """As ``re.findall``; see search."""
    return _bounded(pattern, text, lambda: compiled(pattern, flags).findall(text, timeout=SECONDS))


def matches(pattern: str, text: str, flags: int = 0) -> list[Any]:
    """All that ``re.finditer`` gives; see search."""
    return _bounded(pattern, text, lambda: list(compiled(pattern, flags).finditer(text, timeout=SECONDS)))


def first_group(match: Any) -> str:
    """The first group of a match, or all of it where there is no group."""
    return match.group(1) if match.groups() else match.group(0)


def _bounded(pattern: str, text: str, call: Callable[[], T]) -> T:
    try:
        return call()
    except TimeoutError as error:
        raise MatchingError(
            f"the regular expression '{pattern[:80]}' found no end within {SECONDS:g} s "
            f"on a text of {len(text)} characters",
            remedy="write it without a repetition inside of a repetition, such as (a+)+",
        ) from error
