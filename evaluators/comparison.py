"""Comparing what was found with what was expected, for the checks that look something up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from tasks import matching
from tasks.specs import Answered, Comparison

from . import facts
from .base import show


def text_of(value: Any) -> str:
    """A value as text with single blanks; None is the empty text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return " ".join(str(value).split())


def same(expected: Any, found: Any) -> bool:
    """Whether what was found is what was expected, part by part.

    What was found decides how: a number (of JSON, of a numeric column) is compared by value, and then a
    numeral that is expected as text counts as a number, since decimals are kept as text. Text is compared
    as text but for white space: version 1.10 is not 1.1, and 0395 is not 395.
    """
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(k in found and same(v, found[k]) for k, v in expected.items())
    if isinstance(expected, list):
        return (
            isinstance(found, list)
            and len(expected) == len(found)
            and all(same(e, f) for e, f in zip(expected, found, strict=True))
        )
    if expected is None or found is None:
        return expected is None and found is None
    if isinstance(found, dict | list):
        return False
    left, right = text_of(expected), text_of(found)
    if left == right:
        return True
    return _number(found) and _numeral(left) and Decimal(left) == Decimal(right)


def _number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _numeral(text: str) -> bool:
    return re.fullmatch(r"-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?", text) is not None


def holds(text: str, part: str) -> bool:
    """Whether a text holds another at word borders, ignoring case and white space.

    Digits behind a point or comma belong to the word: neither €5 nor 99 stands in €5.99.
    """
    needle = text_of(part).casefold()
    if not needle:
        return False
    before = r"(?<!\w)" if needle[0].isalnum() else ""
    after = r"(?!\w)" if needle[-1].isalnum() else ""
    before += r"(?<!\d[.,])" if needle[0].isdigit() else ""
    after += r"(?![.,]\d)" if needle[-1].isdigit() else ""
    return re.search(before + re.escape(needle) + after, text_of(text).casefold()) is not None


def _flat(found: Any) -> str:
    if isinstance(found, dict):
        return " ".join(_flat(value) for value in found.values())
    if isinstance(found, list):
        return " ".join(_flat(value) for value in found)
    return text_of(found)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def compare(spec: Comparison, found: Any, rows: list[Any]) -> tuple[bool, str, str]:
    """Compare something found with a specification.

    Args:
        spec: the comparisons the author wrote; all of them must hold.
        found: the value in its natural shape, for ``equals``, ``contains`` and the like.
        rows: the same as a list of what was found, for ``count``.

    Returns:
        Whether it holds, the expectation in words, and the reason in one sentence.
    """
    wanted = spec.expected()
    words = "; ".join(f"{name} {show(value)}" for name, value in wanted.items())
    text = _flat(found)
    for name, value in wanted.items():
        problem = None
        if name == "equals" and not same(value, found):
            problem = f"{show(found, 200)} is not {show(value, 200)}"
        elif name == "any_of" and not any(same(option, found) for option in value):
            problem = f"{show(found, 200)} is none of {show(value, 200)}"
        elif name == "contains":
            missing = [item for item in _list(value) if not holds(text, str(item))]
            if missing:
                problem = "missing: " + ", ".join(show(item) for item in missing)
        elif name == "absent":
            present = [item for item in _list(value) if holds(text, str(item))]
            if present:
                problem = "present, but must not be: " + ", ".join(show(item) for item in present)
        elif name == "count" and len(rows) != int(value):
            problem = f"{len(rows)} found, {value} expected"
        elif name == "matches" and matching.search(str(value), text) is None:
            problem = f"{show(text, 200)} does not match {value}"
        elif name == "facts":
            left_out = facts.missing(text, value)
            problem = f"it does not say: {'; '.join(left_out)}" if left_out else None
        elif name == "number":
            problem = number_problem(value, found)
        if problem:
            return False, words, problem
    return True, words, "as expected"


def status_problem(spec: Answered, evidence: Mapping[str, Any]) -> str | None:
    """Why what was answered is not to be judged: an error, or another status than the author expects.

    An error page lacks everything, so that ``absent`` or ``count: 0`` would hold for it by chance.
    """
    status = evidence["status"]
    if spec.status is None:
        return None if status is not None and status < 400 else f"answered {status or 'nothing'}"
    return None if status == int(spec.status) else f"answered {status or 'nothing'}, not {spec.status}"


def number_of(value: Any) -> Decimal | None:
    """The number that a value is, in JSON or as text; None where it is none."""
    text = text_of(value)
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and "_" not in text else None  # Python's own 1_000 is no number here


def number_problem(value: Any, found: Any) -> str | None:
    """Why a value is not within bounds (or not the number that is named); None when it is."""
    bounds = value if isinstance(value, dict) else {"is": value}
    number = number_of(found)
    if number is None:
        return f"{show(found, 200)} is not a number"
    checks = {
        "is": lambda n, b: n == b,
        "min": lambda n, b: n >= b,
        "max": lambda n, b: n <= b,
        "above": lambda n, b: n > b,
        "below": lambda n, b: n < b,
    }
    for name, bound in bounds.items():
        if name not in checks:
            return f"number knows {', '.join(checks)}, not {name}"
        if not checks[name](number, Decimal(text_of(bound))):
            return f"{number} is not {name} {bound}"
    return None
