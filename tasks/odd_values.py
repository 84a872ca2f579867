"""Values of a lock that look as if somebody had edited them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .lockfile import Lock


def odd_one(lock: Lock) -> tuple[tuple[str, ...], str] | None:
    """The first value of another type than most tasks have there, and the part of the template it is of.

    Data may be so (sizes 12, 14, 12a), and so may a lock be that somebody edited. Nothing, the NULL of a
    database, is no type.
    """
    for part in ("params", "reference"):
        rows = {number: getattr(task, part) for number, task in lock.tasks.items()}
        for name in sorted(set().union(*rows.values())):
            types = {number: _type(row[name]) for number, row in rows.items() if row.get(name) is not None}
            if len({*types.values()}) < 2:
                continue
            usual, count = Counter(types.values()).most_common(1)[0]
            odd = [number for number, found in types.items() if found != usual]
            if count > len(odd):  # of two that differ nobody can say
                where = (part, name) if part == "reference" else (part,)
                what = f"{part}.{name} is {types[odd[0]]}, where others have {usual}"
                return where, f"locked task {odd[0]}: {what}"
    return None


def _type(value: Any) -> str:
    words = {str: "a text", bool: "true or false", int: "a number", float: "a number", list: "a list"}
    return words.get(type(value), "an object")
