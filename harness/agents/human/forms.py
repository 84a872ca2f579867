"""The person's actions: what a press on the picture means, and a form for each, made from the actions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from tasks.action_words import meaning, name_of
from tasks.actions import KINDS

PRESSES: dict[str, dict[str, Any]] = {
    "click": {"name": "click"},
    "double click": {"name": "click", "count": 2},
    "triple click": {"name": "click", "count": 3},
    "right click": {"name": "click", "button": "right"},
    "hover": {"name": "hover"},
    "drag": {"name": "drag"},
    "wheel down": {"name": "wheel", "dy": 300},
    "wheel up": {"name": "wheel", "dy": -300},
}
"""What a press on the picture can mean; a drag takes two."""
DRAG = "drag"
_AS_JSON = ("true", "false", "1", "2", "3")


@dataclass(frozen=True)
class FormField:
    """A field of an action's form.

    Args:
        name: as the action has it.
        kind: ``element``, ``choice``, ``number``, ``lines`` or ``text``.
        choices: of a choice.
        needed: it cannot be left empty.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    needed: bool = False


@dataclass(frozen=True)
class ActionForm:
    """The form of an action."""

    name: str
    meaning: str
    fields: tuple[FormField, ...]


def forms() -> list[ActionForm]:
    """A form for each action but ``stop``, which the page has one of its own for."""
    return [
        ActionForm(
            name_of(kind),
            meaning(kind),
            tuple(
                _field(name, field.annotation, field.default is PydanticUndefined)
                for name, field in kind.model_fields.items()
                if name != "name"
            ),
        )
        for kind in KINDS
        if name_of(kind) != "stop"
    ]


def from_form(name: str, form: Mapping[str, str]) -> dict[str, Any]:
    """The action that the fields of its form make; what is empty is left out.

    Args:
        name: of the action.
        form: its fields are called ``f.`` and their name.
    """
    kind: type[BaseModel] = next(one for one in KINDS if name_of(one) == name)
    made: dict[str, Any] = {"name": name}
    for key, field in kind.model_fields.items():
        text = form.get(f"f.{key}", "")
        if key == "name" or (text == "" and field.default is not PydanticUndefined):
            continue
        what = _field(key, field.annotation, False)
        if what.kind == "lines":
            made[key] = [line.strip() for line in text.splitlines() if line.strip()]
        elif what.kind == "text" or (what.kind == "choice" and text not in _AS_JSON):
            made[key] = text
        else:
            made[key] = json.loads(text)
    return made


def target_of(form: Mapping[str, str]) -> dict[str, Any] | None:
    """What was pressed on the picture: an element, or a point; None for another form."""
    if "at.x" in form:
        return {"x": int(form["at.x"]), "y": int(form["at.y"])}
    done = form.get("do", "")
    return {"element": json.loads(done)["element"]} if done.startswith('{"name": "click"') else None


def _field(name: str, annotation: Any, needed: bool) -> FormField:
    if name in ("element", "to_element"):
        return FormField(name, "element", needed=needed)
    if get_origin(annotation) is Literal:
        return FormField(name, "choice", tuple(map(str, get_args(annotation))), needed)
    if annotation is bool:
        return FormField(name, "choice", ("true", "false"), needed)
    plain = [one for one in get_args(annotation) or (annotation,) if one is not type(None)]
    if get_origin(annotation) is list:
        return FormField(name, "lines", needed=needed)
    return FormField(name, "text" if plain == [str] else "number", needed=needed)
