"""The steps that an oracle is written in: what each may say, as one model a step.

A target names an element of the current observation the way a person would: by role and name, by a
text it contains, within another element, and by its number where several are alike (counted from 0).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

from .patterns import Regex, Slashed, Strict, once_rendered, unrendered
from .roles import ROLES, Role
from .rules import (
    check_count,
    check_direction,
    check_filename,
    check_keys,
    check_reason,
    check_stop,
    check_wait,
)
from .specs import nested


class Target(Strict):
    """An element of the observation.

    ``{link: "My orders"}`` means ``{role: link, name: "My orders"}``, and so with every role.
    ``name`` and ``text`` are compared whole and exactly but for white space; ``/.../`` is a regular
    expression that is searched. ``text`` is looked for anywhere in the element's content.
    """

    role: Role | None = None
    name: Slashed | None = None
    text: Slashed | None = None
    nth: int | Annotated[str, Field(pattern=r"^-?\d+$|\{\{")] | None = None
    within: Target | None = None

    @model_validator(mode="before")
    @classmethod
    def _role_as_key(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            raise ValueError('a target is a mapping, for instance {link: "My orders"}')
        short = [key for key in data if key in ROLES]
        if not short:
            return data
        if len(short) > 1 or "role" in data or "name" in data:
            raise ValueError("write one role: {link: name}, or {role: link, name: name}")
        rest = {key: value for key, value in data.items() if key != short[0]}
        name = data[short[0]]
        return {**rest, "role": short[0], **({} if name is None else {"name": str(name)})}

    @model_validator(mode="after")
    def _some(self) -> Target:
        if self.role is None and self.name is None and self.text is None:
            raise ValueError("a target needs a role, a name or a text")
        return self


class Pressed(Target):
    """``click: target``; ``count: 2`` is a double click, ``mouse: right`` another button."""

    count: Literal[1, 2, 3] = 1
    mouse: Literal["left", "right", "middle"] = "left"


class Dragged(Strict):
    """``drag: {from: target, to: target}``."""

    from_: Target = Field(alias="from")
    to: Target


class Turned(Strict):
    """``wheel: {over: target, dx: 0, dy: 300}``: what is below the mouse scrolls, by CSS pixels."""

    over: Target
    dx: float = 0
    dy: float = 0


class Corner(Strict):
    """``scroll_to: {x: 0, y: 1500}``: the point of the page that becomes the window's corner."""

    x: float = 0
    y: float = 0


class Answered(Strict):
    """``dialog: {accept: false}``, or with a ``text`` for a prompt: how the next dialog is answered."""

    accept: bool
    text: str | None = None


class Into(Strict):
    """``type: {into: target, text: ..., enter: false}``; without ``into`` where the cursor is."""

    into: Target | None = None
    text: Any
    enter: bool = False
    clear: bool | None = None


class Choose(Strict):
    """``select: {in: target, option: label}`` or ``options: [labels]``."""

    in_: Target = Field(alias="in")
    option: Any = None
    options: list[Any] | None = None

    @model_validator(mode="after")
    def _one(self) -> Choose:
        if (self.option is None) == (self.options is None):
            raise ValueError("write either option: or options:")
        return self


class File(Strict):
    """``upload: {into: target, filename: ..., content: ...}``."""

    into: Target
    filename: Annotated[str, once_rendered(check_filename)]
    content: str


class Pasted(Strict):
    """``paste: {into: target}``; ``paste: {}`` where the cursor is."""

    into: Target | None = None


class Read(Strict):
    """``read: {as: name, from: target, pattern: regex, all: false}``: text from the page into a variable.

    Without ``from`` the whole page is read; ``value: true`` reads the content of a form field;
    ``all: true`` gives a list: every match of the pattern, or the text of every such element. ``told: true``
    reads what the browser and the person told with this page, instead of the page.
    """

    as_: str = Field(alias="as", pattern=r"^[a-z][a-z0-9_]*$")
    from_: Target | None = Field(default=None, alias="from")
    pattern: Regex | None = None
    all: bool = False
    value: bool = False
    told: bool = False

    @model_validator(mode="after")
    def _something(self) -> Read:
        """Letters alone match themselves: what is read is known before, and no page is looked at for it."""
        if self.pattern and not unrendered(self.pattern) and re.fullmatch(r"[\w ,:;-]+", self.pattern):
            raise ValueError(f"'{self.pattern}' reads nothing but itself: put what is to be read in ( )")
        return self

    @model_validator(mode="after")
    def _one_source(self) -> Read:
        if self.told and (self.from_ is not None or self.value):
            raise ValueError("told: reads messages; from: and value: are of the page")
        return self


class Stop(Strict):
    """``stop: text``, or ``stop: {answer: ..., status: ..., reason: ...}``."""

    answer: Any = ""
    status: Annotated[str | None, once_rendered(check_stop)] = None
    reason: Annotated[str | None, once_rendered(check_reason)] = None


# step name -> model of its argument; str means a text, None means no argument is wanted
STEPS: dict[str, type[Strict] | type[str] | type[int] | type[float] | None] = {
    "goto": str,
    "click": Pressed,
    "hover": Target,
    "drag": Dragged,
    "wheel": Turned,
    "type": Into,
    "select": Choose,
    "upload": File,
    "submit": Target,
    "copy": Target,
    "paste": Pasted,
    "press": str,
    "key_down": str,
    "key_up": str,
    "dialog": Answered,
    "wait": float,
    "scroll": str,
    "scroll_to": Corner,
    "back": None,
    "forward": None,
    "new_tab": None,
    "tab": int,
    "close_tab": None,
    "read": Read,
    "expect": Target,
    "say": str,
    "noop": None,
    "stop": Stop,
}
# what the text or number of a step must be
TEXTS: dict[str, Callable[[str], None]] = {
    "press": check_keys,
    "key_down": check_keys,
    "key_up": check_keys,
    "wait": check_wait,
    "scroll": check_direction,
    "tab": check_count,
}
# steps that are no actions of an agent: they only look
LOOKING = frozenset({"read", "expect"})


class Step(Strict):
    """One step: its name and its argument, checked."""

    name: str
    argument: Any = None

    @model_validator(mode="before")
    @classmethod
    def _single_key(cls, data: Any) -> Any:
        if isinstance(data, str):  # `- back`
            data = {data: None}
        if isinstance(data, dict) and set(data) == {"name", "argument"}:
            return data
        if not isinstance(data, dict) or len(data) != 1:
            raise ValueError("a step is one key with its argument, for instance goto: /basket/")
        (name, argument), = data.items()  # fmt: skip
        if name not in STEPS:
            raise ValueError(f"there is no step '{name}'; the steps are {', '.join(STEPS)}")
        wanted = STEPS[name]
        if wanted is None:
            if argument is not None:
                raise ValueError(f"the step {name} takes no argument")
        elif wanted in (str, int, float):
            if argument is None or isinstance(argument, dict | list):
                raise ValueError(f"the step {name} takes a {'text' if wanted is str else 'number'}")
            if name in TEXTS and not unrendered(argument):
                TEXTS[name](str(argument))
        elif name == "stop" and isinstance(argument, str | int | float):
            argument = {"answer": argument}
        elif not isinstance(argument, dict):
            raise ValueError(f"the step {name} takes a mapping")
        return {"name": name, "argument": argument}

    @model_validator(mode="after")
    def _check_argument(self) -> Step:
        model = STEPS[self.name]
        if isinstance(model, type) and issubclass(model, BaseModel):
            nested(model, self.argument, (self.name,))
        return self


def parse_steps(steps: list[Any]) -> list[Step]:
    """Validate a list of steps as it stands in a template.

    Raises:
        pydantic.ValidationError: for an unknown step or a wrong argument.
    """
    return [Step.model_validate(step) for step in steps]


def count_actions(steps: list[Step]) -> int:
    """How many actions an agent needs for these steps: looking is free, and so is the final stop."""
    return sum(step.name not in LOOKING and step.name != "stop" for step in steps)
