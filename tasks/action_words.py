"""What is told of the actions, made from the actions themselves: the docs' table, the list of a prompt."""

from __future__ import annotations

import inspect
import json
from typing import Any, get_args

from pydantic_core import PydanticUndefined

from .actions import KINDS

_NOT_OF_A_MODEL = frozenset({"say", "noop", "stop"})
"""Actions that a prompt leaves out: two move nothing, and of stop it says more than fits a line."""
_POINT = {"x": 640, "y": 120}
_END = {"to_x": 640, "to_y": 300}


def name_of(kind: type[Any]) -> str:
    """The name of an action's class, as messages have it."""
    return str(get_args(kind.model_fields["name"].annotation)[0])


def meaning(kind: type[Any]) -> str:
    """What it does, in one line."""
    return " ".join(inspect.cleandoc(kind.__doc__ or "").split())


def example(kind: type[Any], *, by_point: bool = False) -> dict[str, Any] | None:
    """An example of an action; None where it cannot name a point."""
    fields = dict(kind.like)
    if by_point and "element" in fields:
        if "x" not in kind.model_fields:
            return None
        ends = _END if "to_element" in fields else {}
        rest = {key: value for key, value in fields.items() if key not in ("element", "to_element")}
        fields = _POINT | ends | rest
    return {"name": name_of(kind)} | fields


def fields_of(kind: type[Any]) -> str:
    """The fields, with those that may be left out in brackets, as code."""
    shown = []
    for name, field in kind.model_fields.items():
        if name == "name":
            continue
        choices = [json.dumps(one) for one in get_args(field.annotation) if isinstance(one, str | int)]
        word = f"`{name}`" + (f" ({', '.join(choices)})" if choices and name != "direction" else "")
        shown.append(word if field.default is PydanticUndefined else f"[{word}]")
    return ", ".join(shown)


def table() -> str:
    """All actions with their fields and what they do, as a table in Markdown."""
    rows = [f"| `{name_of(kind)}` | {fields_of(kind)} | {meaning(kind)} |" for kind in KINDS]
    return "\n".join(["| action | fields | what it does |", "|---|---|---|", *rows])


def for_a_model(*, by_point: bool) -> list[str]:
    """A line for each action that a model is told of.

    Args:
        by_point: it acts on points of the picture, not on numbers of elements.
    """
    lines = []
    for kind in KINDS:
        shown = example(kind, by_point=by_point)
        if shown is not None and shown["name"] not in _NOT_OF_A_MODEL:
            lines.append(f"{json.dumps(shown)}: {meaning(kind)}")
    return lines
