"""Comparing structured values by the types of a results schema, as WebArena-Verified's tasks give them.

An expected value may be a list of alternatives where the schema has one value, a regular expression
(``^...$``), or a value of a type. The types are those of ``evaluators.values`` and, where it has none or
where the package's own verdict is asked for (``original``), those of ``published``.
"""

from __future__ import annotations

import re
import unicodedata
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from scipy.optimize import linear_sum_assignment

from evaluators.base import show
from evaluators.comparison import text_of
from evaluators.inferring import infer
from evaluators.values import same
from evaluators.values.kind import Ask
from evaluators.values.kinds import kind_of
from sites.errors import WebariumError
from tasks import matching

from . import published

Schema = Mapping[str, Any]
Same = Callable[[Any, Any], str | None]

_KINDS = {
    "number": "number",
    "integer": "number",
    "currency": "currency",
    "date": "date",
    "time": "time",
    "duration": "duration",
    "distance": "distance",
    "boolean": "boolean",
    "url": "url",
    "email": "text",
    "phone": "phone",
    "coordinates": "coordinates",
}
_PUBLISHED_ONLY = frozenset(published.KINDS) - {"string", "null", "month"} - _KINDS.keys()
SCHEMA_TYPES = ("array", "object", "string", "null", "month", *_KINDS, *sorted(_PUBLISHED_ONLY))
"""What ``type`` may be in a schema."""

_SLASHED = re.compile(r"^(\d\d?)/(\d\d?)/(\d{4})$")
_QUOTES = str.maketrans("‘’“”–—\u00a0", "''\"\"-- ")


def differs(
    expected: Any,
    actual: Any,
    schema: Schema | None = None,
    *,
    ordered: bool = False,
    original: bool = False,
) -> str | None:
    """What makes a value another than expected, in words; None when it is the same.

    Args:
        schema: JSON schema of the value: ``array``, ``object`` or a simple type; text when there is none.
        ordered: whether the order of arrays matters.
        original: by the rules of the published package.
    """
    schema = schema or {}
    if original:
        return _as_published(expected, actual, schema, ordered)
    kind = schema.get("type")
    if kind == "array":
        return _arrays(expected, actual, schema.get("items") or {}, ordered)
    if kind == "object":
        return _objects(expected, actual, schema, ordered)
    options = expected if isinstance(expected, list | tuple) else [expected]
    if any(same_value(option, actual, str(schema.get("format") or kind or "string")) for option in options):
        return None
    return f"{show(actual, 200)} is not {' or '.join(show(option, 200) for option in options)}"


def same_value(expected: Any, actual: Any, kind: str = "string") -> bool:
    """Whether a single value is the expected one, by type; unknown types are compared as text."""
    if kind in _PUBLISHED_ONLY and expected is not None and actual is not None:
        return published.same(expected, actual, kind)
    if expected is None or actual is None:
        return (expected is None or expected == "") and (actual is None or actual == "")
    if isinstance(expected, Mapping) or isinstance(actual, Mapping | list | tuple):
        return bool(expected == actual)
    if is_pattern(expected):
        return (
            matching.fullmatch(str(expected)[1:-1], text_of(actual), matching.IGNORECASE | matching.DOTALL)
            is not None
        )
    number = _numbers(expected, actual)
    if number is not None and kind in ("number", "integer", "currency"):
        return number
    if kind == "month":
        return _month(expected) is not None and _month(expected) == _month(actual)
    name = _KINDS.get(kind)
    if name is not None:
        typed = _typed(name, expected, actual)
        if typed is not None:
            return typed
    return folded(expected) == folded(actual)


def is_pattern(value: Any) -> bool:
    """Whether an expected text is a regular expression: it begins with ``^`` and ends with ``$``."""
    return isinstance(value, str) and len(value) > 2 and value.startswith("^") and value.endswith("$")


def folded(value: Any) -> str:
    """A text for comparison: one case, single blanks, plain quotes and dashes."""
    text = text_of("true" if value is True else "false" if value is False else value)
    return text_of(unicodedata.normalize("NFKC", text).translate(_QUOTES)).casefold()


def same_folded(expected: Any, actual: Any) -> bool:
    """Whether two texts are one once they are folded."""
    return folded(expected) == folded(actual)


def _numbers(expected: Any, actual: Any) -> bool | None:
    """Both as plain numbers; None when one is not. ``6`` is ``6.0`` and ``"6"``; True is no number."""
    if isinstance(expected, bool) or isinstance(actual, bool):
        return None
    try:
        return Decimal(str(expected).strip()) == Decimal(str(actual).strip())
    except InvalidOperation:
        return None


def _month(value: Any) -> int | None:
    """A month by number or English name, in full or cut to three letters or more; None when it is none."""
    text = folded(value).rstrip(".")
    if text.isdigit():
        return int(text) if 1 <= int(text) <= 12 else None
    names = enumerate(month_name)
    return next((n for n, name in names if n and len(text) >= 3 and name.casefold().startswith(text)), None)


def _typed(name: str, expected: Any, actual: Any) -> bool | None:
    """Both as values of a type; None when the expected one cannot be read as such."""
    if name == "date":  # 03/11/2023 is in March in these tasks
        expected, actual = (_SLASHED.sub(r"\3-\1-\2", str(value)) for value in (expected, actual))
    try:
        format = infer(expected, {"type": name})
    except WebariumError:
        return None
    want, have = (kind_of(format).parse(value, Ask(format)) for value in (expected, actual))
    return None if want is None else have is not None and same(have, want, format)


def _arrays(expected: Any, actual: Any, items: Schema, ordered: bool) -> str | None:
    wanted, found = _listed(expected), _listed(actual)
    if len(wanted) != len(found):
        return f"{len(found)} values, {len(wanted)} expected"
    if ordered:
        pairs = zip(wanted, found, strict=True)
        return next((why for w, f in pairs if (why := differs(w, f, items, ordered=ordered))), None)
    return _assign(wanted, found, lambda w, f: differs(w, f, items, ordered=ordered))


def _assign(wanted: Sequence[Any], found: Sequence[Any], compare: Same) -> str | None:
    """Each value found is one wanted, one to one, whatever the order."""
    if not wanted:
        return None
    costs = [[0 if compare(w, f) is None else 1 for f in found] for w in wanted]
    rows, columns = linear_sum_assignment(costs)
    missing = [wanted[row] for row, column in zip(rows, columns, strict=True) if costs[row][column]]
    return f"missing: {', '.join(show(value, 200) for value in missing)}" if missing else None


def _objects(expected: Any, actual: Any, schema: Schema, ordered: bool) -> str | None:
    if isinstance(expected, list | tuple):  # alternatives
        problems = [_objects(option, actual, schema, ordered) for option in expected]
        return None if None in problems else problems[0] if problems else "nothing was expected"
    if not isinstance(expected, Mapping) or not isinstance(actual, Mapping):
        return f"{show(actual, 200)} is not {show(expected, 200)}"
    properties: Mapping[str, Any] = schema.get("properties") or {key: {} for key in expected}
    for key, part in properties.items():
        why = differs(expected.get(key), actual.get(key), part, ordered=ordered)
        if why is not None:
            return f"{key}: {why}"
    return None


def _as_published(expected: Any, actual: Any, schema: Schema, ordered: bool) -> str | None:
    """As ``differs``, by the package's rules: objects have the same keys, arrays are matched one by one."""
    kind = schema.get("type")
    if kind == "array":
        wanted, found = _listed(expected), _listed(actual)
        items = schema.get("items") or {}
        if len(wanted) != len(found):
            return f"{len(found)} values, {len(wanted)} expected"
        if ordered:
            reasons = (_as_published(w, f, items, ordered) for w, f in zip(wanted, found, strict=True))
            return next((why for why in reasons if why), None)
        left = list(found)
        for value in wanted:  # the first that fits is taken, even where another place needs it
            same = [index for index, one in enumerate(left) if not _as_published(value, one, items, ordered)]
            if not same:
                return f"missing: {show(value, 200)}"
            del left[same[0]]
        return None
    if isinstance(expected, Mapping) and kind in (None, "object") and not schema.get("format"):
        if not isinstance(actual, Mapping) or expected.keys() != actual.keys():
            return f"{show(actual, 200)} has not the keys of {show(expected, 200)}"
        parts = schema.get("properties") or {}
        for key, value in expected.items():
            if why := _as_published(value, actual[key], parts.get(key) or {}, ordered):
                return f"{key}: {why}"
        return None
    name = str(schema.get("format") or kind or "string")
    if (expected is None or actual is None) and name != "null":
        same_value = expected is None and actual is None
    else:
        same_value = published.same(expected, actual, name)
    return None if same_value else f"{show(actual, 200)} is not {show(expected, 200)}"


def _listed(value: Any) -> list[Any]:
    if value is None or value in ("", {}):
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
