"""What pydantic finds wrong with somebody's data, in the words of people: the value, and what it is not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

_LONGEST = 60
_NOT = {
    "int_parsing": "is no whole number",
    "int_type": "is no whole number",
    "int_from_float": "is no whole number",
    "int_parsing_size": "is no whole number of a size that can be read",
    "float_parsing": "is no number",
    "float_type": "is no number",
    "finite_number": "is no number that can be counted with",
    "bool_parsing": "is neither true nor false",
    "bool_type": "is neither true nor false",
    "invalid-json-value": "is nothing that JSON can hold",
    "string_type": "is no text",
    "list_type": "is no list",
    "tuple_type": "is no list",
    "greater_than_equal": "is less than {ge}",
    "greater_than": "is not more than {gt}",
    "less_than_equal": "is more than {le}",
    "less_than": "is not less than {lt}",
    "literal_error": "is none of {expected}",
    "enum": "is none of {expected}",
    "string_pattern_mismatch": "is not of the form {pattern}",
}
_COUNTED = {
    "too_short": "{actual_length} is too few; at least {min_length} are wanted",
    "too_long": "{actual_length} is too many; at most {max_length} are read",
    "string_too_short": "the text is shorter than {min_length} characters",
    "string_too_long": "the text is longer than {max_length} characters",
}
_MAPPINGS = ("model_type", "model_attributes_type", "dataclass_type", "dict_type", "mapping_type")
_KEY = re.compile(r"[A-Za-z_][\w.-]*")
_NO_KEYS = {"int", "float", "str", "bool", "none"}


def wording(detail: Mapping[str, Any]) -> str:
    """What is wrong, for a message that names the place before it."""
    kind = detail["type"]
    facts = {
        key: f"{fact:g}" if isinstance(fact, float) else fact
        for key, fact in (detail.get("ctx") or {}).items()
    }
    if kind == "missing":
        return "must be given"
    if kind == "extra_forbidden":
        return "is no known key"
    if kind == "union_tag_invalid":
        what = str(facts["discriminator"]).strip("'")
        return f"there is no {what} '{facts['tag']}'; known are {facts['expected_tags']}"
    if kind in _MAPPINGS:
        return "write a mapping of keys to values"  # not the name of a class of ours
    if kind in _COUNTED:
        return _COUNTED[kind].format(**facts)
    if kind in _NOT:
        value = str(detail["input"]) if kind == "int_from_float" else shown(detail["input"])
        return f"{value} {_NOT[kind].format(**facts)}"
    return str(detail["msg"]).removeprefix("Value error, ")


def plain_message(detail: Mapping[str, Any]) -> str:
    """What is wrong, for a message without a place: it begins with the key, where there is one."""
    words = [part for part in detail["loc"] if isinstance(part, str)]
    key = words[-1] if words else ""
    if detail["type"] == "missing":
        return f"the key '{key}' is missing"
    if detail["type"] == "extra_forbidden":
        return f"the key '{key}' is not known here"
    told = wording(detail)
    named = detail["type"] in _NOT or detail["type"] in _COUNTED
    return f"{key}: {told}" if named and _KEY.fullmatch(key) and key not in _NO_KEYS else told


def meant(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one is most like; None where it is like none.

    >>> meant("tsak", ["task", "split"]), meant("metadata", ["task", "split"])
    ('task', None)
    """
    return next(iter(get_close_matches(word, list(known), 1, 0.75)), None)


def kind_of(value: object) -> str:
    """What a value of JSON or YAML is, as people call it."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    named = {dict: "a mapping", list: "a list", str: "a text"}
    return next((name for kind, name in named.items() if isinstance(value, kind)), "a number")


def shown(value: object) -> str:
    """A value as its author wrote it, cut where it is long."""
    if isinstance(value, str):
        return f"'{_cut(value)}'"
    return _cut(json.dumps(value, ensure_ascii=False, default=str))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
