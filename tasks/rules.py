"""What a template may write for counts, rows, keys and directions, tried when it is read.

A text with ``{{ }}`` in it is tried when it is rendered for a task.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import ValidationError

from .actions import Scroll, Stop, Wait
from .formats import REASONS, Format
from .patterns import unrendered

METHODS = ("CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE")
BOUNDS = ("is", "min", "max", "above", "below")
"""Of ``number:``."""
CELL_RULES = ("any", "not", "one_of", "contains", "text", "like", "between", "number", "facts")
STATUSES: tuple[str, ...] = get_args(get_args(Stop.model_fields["status"].annotation)[0])
DIRECTIONS: tuple[str, ...] = get_args(Scroll.model_fields["direction"].annotation)

_KEYS = """
Alt AltGraph AltLeft AltRight ArrowDown ArrowLeft ArrowRight ArrowUp AudioVolumeDown AudioVolumeMute
AudioVolumeUp Backquote Backslash Backspace BracketLeft BracketRight CapsLock Clear Comma ContextMenu
Control ControlLeft ControlOrMeta ControlRight Delete End Enter Equal Escape Home Insert MediaPlayPause
MediaTrackNext MediaTrackPrevious Meta MetaLeft MetaRight Minus NumLock NumpadAdd NumpadDecimal
NumpadDivide NumpadEnter NumpadMultiply NumpadSubtract PageDown PageUp Pause Period PrintScreen Quote
ScrollLock Semicolon Shift ShiftLeft ShiftRight Slash Space Tab
"""
KEYS = frozenset(_KEYS.split()) | {
    *(f"Digit{one}" for one in string.digits), *(f"Numpad{one}" for one in string.digits),
    *(f"Key{one}" for one in string.ascii_uppercase), *(f"F{number}" for number in range(1, 13)),
    *string.digits, *string.ascii_letters, *string.punctuation, " ",
}  # fmt: skip
"""Every key that Playwright knows, by name or as the character that it types."""


def check_keys(text: str) -> None:
    """Refuse a key or combination that Playwright does not know.

    Raises:
        ValueError: it names another.
    """
    for key in re.findall(r"[^+]+|\+(?=\+|$)", text) or [""]:
        if key not in KEYS:
            raise ValueError(f"there is no key '{key}'; write keys as Enter, ArrowDown, a, Control+A")


def check_filename(text: str) -> None:
    """Refuse what is no name of a file alone.

    Raises:
        ValueError: it is empty, or leads to a folder.
    """
    if not text.strip() or re.search(r"[/\\\0]", text) or text in (".", ".."):
        raise ValueError(f"write the name of a file without a folder, not '{text}'")


def check_stop(text: str) -> None:
    """Refuse a status that no answer has.

    Raises:
        ValueError: it is another.
    """
    if text not in STATUSES:
        raise ValueError(f"there is no status '{text}'; an answer is {', '.join(STATUSES)}")


def check_reason(text: str) -> None:
    """Refuse a reason that no refusal has.

    Raises:
        ValueError: it is another.
    """
    if text not in REASONS:
        raise ValueError(f"there is no reason '{text}'; the reasons are {', '.join(REASONS)}")


def check_wait(text: str) -> None:
    """Refuse a number of seconds that no step waits.

    Raises:
        ValueError: it is none, or too many.
    """
    try:
        Wait(seconds=float(text))
    except (ValueError, ValidationError) as error:
        raise ValueError(f"a step waits up to 10 seconds, not '{text}'") from error


def check_direction(text: str) -> None:
    """Refuse a direction in which nothing scrolls.

    Raises:
        ValueError: it is none.
    """
    if text not in DIRECTIONS:
        raise ValueError(f"there is no direction '{text}'; the directions are {', '.join(DIRECTIONS)}")


def check_method(text: str) -> None:
    """Refuse what is no method of HTTP.

    Raises:
        ValueError: it is none.
    """
    if text.upper() not in METHODS:
        raise ValueError(f"there is no method {text}; the methods are {', '.join(METHODS)}")


def check_status(value: Any) -> None:
    """Refuse what is no status of an answer.

    Raises:
        ValueError: it is no number from 100 to 599.
    """
    number = _number(value)
    if value is not None and not unrendered(value) and number not in range(100, 600):
        raise ValueError(f"write a status as 404, not {value}")


def check_count(value: Any) -> None:
    """Refuse what is no number of things.

    Raises:
        ValueError: it is no whole number from 0.
    """
    number = _number(value)
    if value is None or unrendered(value):
        return
    if number is None or number < 0 or number != int(number):
        raise ValueError(f"write a whole number from 0, not {value}")


def check_span(value: Any) -> None:
    """Refuse what is neither a count nor ``{min: ..., max: ...}``, and a span that holds nothing.

    Raises:
        ValueError: it is one of these.
    """
    if not isinstance(value, Mapping):
        check_count(value)
        return
    if not value or set(value) - {"min", "max"}:
        raise ValueError("write a number, or a mapping with min, max or both")
    for bound in value.values():
        check_count(bound)
    _in_order("min", value.get("min"), "max", value.get("max"))


def check_number(value: Any) -> None:
    """Refuse what ``number:`` cannot compare with: a number, or bounds of one.

    Raises:
        ValueError: it is neither.
    """
    bounds = value if isinstance(value, Mapping) else {"is": value}
    for name, bound in bounds.items():
        if name not in BOUNDS:
            raise ValueError(f"number knows {', '.join(BOUNDS)}, not {name}")
        if not unrendered(bound) and _number(bound) is None:
            raise ValueError(f"{bound} is no number")
    for low in ("min", "above"):
        for high in ("max", "below"):
            _in_order(low, bounds.get(low), high, bounds.get(high))


def check_row(row: Mapping[str, Any], *, changed: bool = False) -> None:
    """Refuse rules that no row can be compared by; see ``evaluators.checks.changes``.

    Args:
        row: by column, what is wanted.
        changed: whether it is a row under ``changed``, where ``before`` and ``only`` are no columns.

    Raises:
        ValueError: a column's rule is unknown, or holds for no value.
    """
    cells = [*row.items()]
    if changed:
        before, only = row.get("before", {}), row.get("only", [])
        if not isinstance(before, Mapping) and not unrendered(before):
            raise ValueError(f"before: takes a mapping of columns and values, not {before}")
        if only != "any" and not unrendered(only) and not _are_names(only):
            raise ValueError(f"only: takes a list of columns, or any, not {only}")
        cells = [(column, want) for column, want in cells if column not in ("before", "only")]
        cells += before.items() if isinstance(before, Mapping) else []
    for column, want in cells:
        try:
            _check_cell(want)
        except ValueError as error:
            raise ValueError(f"{column}: {error}") from error


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _check_cell(want: Any) -> None:
    if not isinstance(want, Mapping):
        return
    for rule, value in want.items():
        if rule not in CELL_RULES:
            raise ValueError(f"a column knows {', '.join(CELL_RULES)}, not '{rule}'")
        if unrendered(value):
            continue
        if rule == "not":
            _check_cell(value)
        elif rule == "one_of":
            if not isinstance(value, list):
                raise ValueError("one_of: takes a list")
            for option in value:
                _check_cell(option)
        elif rule in ("contains", "text", "like"):
            several = value if rule == "contains" and isinstance(value, list) and value else [value]
            if any(isinstance(one, list | Mapping) or one is None for one in several):
                raise ValueError(f"{rule}: takes a text{' or several' if rule == 'contains' else ''}")
        elif rule == "facts":
            check_facts(value)
        elif rule == "between":
            if not isinstance(value, list) or len(value) != 2:
                raise ValueError("between: takes [low, high]")
            _in_order("low", value[0], "high", value[1])
        elif rule == "number":
            check_number(value)


def check_facts(facts: Any) -> None:
    """Refuse facts that no text can state: see ``evaluators.facts``.

    Raises:
        ValueError: they are no list, or one of them is neither a phrase nor a typed value.
    """
    if unrendered(facts):
        return
    if not isinstance(facts, list) or not facts:
        raise ValueError("facts: takes a list of phrases, lists of phrases and typed values")
    for some in facts:
        if some == []:
            raise ValueError("facts: a list of phrases of which one will do is empty")
        for fact in some if isinstance(some, list) else [some]:
            if isinstance(fact, Mapping):
                _check_typed(fact)
            elif isinstance(fact, bool) or not re.search(r"\w", str(fact) if fact is not None else ""):
                raise ValueError(f"facts: {fact!r} is no phrase and no {{type: ..., value: ...}}")


def _check_typed(fact: Mapping[str, Any]) -> None:
    if fact.get("type") in (None, "text", "name", "choice", "address", "boolean"):
        raise ValueError("facts: what has no type of its own (a date, an amount) is written as a phrase")
    if fact.get("value") is None:
        raise ValueError("facts: a typed fact is {type: ..., value: ...}")
    try:
        Format.model_validate({key: value for key, value in fact.items() if key != "value"})
    except ValidationError as error:
        raise ValueError(f"facts: {error.errors()[0]['msg'].removeprefix('Value error, ')}") from error


def _in_order(low_name: str, low: Any, high_name: str, high: Any) -> None:
    """Numbers are compared as numbers; where one is none, both are compared as text, as rows are."""
    if low is None or high is None or unrendered(low) or unrendered(high):
        return
    numbers = _number(low), _number(high)
    first, second = numbers if None not in numbers else (str(low), str(high))
    if first > second:  # type: ignore[operator]
        raise ValueError(f"{low_name} {low} is above {high_name} {high}: nothing fits")


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not re.fullmatch(r"-?\d{1,300}(\.\d+)?(e-?\d{1,2})?", str(value).strip()):
        return None
    return float(str(value))
