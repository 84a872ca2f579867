"""The action space: WebArena's (its paper, section 2.4 and figure 5) plus what hands can do besides.

An action names its element by the id that the current observation gives it, or by coordinates of the window
in CSS pixels. Agents, oracles and the browser share these types; nothing else crosses the pipe.

What an action is stands here alone: its docstring is what agents, people and models are told of it
(``tasks.action_words``), its fields are the schema, ``like`` is an example of them.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from .formats import Reason


class _Action(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    like: ClassVar[dict[str, Any]] = {}
    """An example of its fields."""

    @model_validator(mode="before")
    @classmethod
    def _true_is_no_number(cls, data: Any) -> Any:
        """Python takes True for 1, so that an agent's slip would act on the element of that number."""
        for name, value in data.items() if isinstance(data, dict) else ():
            field = cls.model_fields.get(name)
            if isinstance(value, bool) and field and field.annotation is not bool:
                raise ValueError(f"{name} is no yes or no, but was {str(value).lower()}")
        return data


def _targets(element: int | None, x: float | None, y: float | None) -> int:
    """How many targets are named: an element, a point; half a point counts as too many."""
    if (x is None) != (y is None):
        return 2
    return (element is not None) + (x is not None)


class _OnElement(_Action):
    element: int | None = None
    x: float | None = None
    y: float | None = None

    @model_validator(mode="after")
    def _one_target(self) -> _OnElement:
        if _targets(self.element, self.x, self.y) != 1:
            raise ValueError("name either an element id or both x and y")
        return self


class Click(_OnElement):
    """Click an element, or a point of the window; `count` 2 or 3 is a double or triple click."""

    name: Literal["click"] = "click"
    button: Literal["left", "right", "middle"] = "left"
    count: Literal[1, 2, 3] = 1
    like: ClassVar[dict[str, Any]] = {"element": 12}


class Hover(_OnElement):
    """Move the mouse onto an element or a point."""

    name: Literal["hover"] = "hover"
    like: ClassVar[dict[str, Any]] = {"element": 12}


class Drag(_OnElement):
    """Drag from an element or a point to another: press there, move, let go."""

    name: Literal["drag"] = "drag"
    to_element: int | None = None
    to_x: float | None = None
    to_y: float | None = None
    like: ClassVar[dict[str, Any]] = {"element": 12, "to_element": 15}

    @model_validator(mode="after")
    def _one_end(self) -> Drag:
        if _targets(self.to_element, self.to_x, self.to_y) != 1:
            raise ValueError("name either to_element or both to_x and to_y")
        return self


class Wheel(_OnElement):
    """Turn the wheel over an element or a point, by `dx` and `dy` CSS pixels: what is below it scrolls."""

    name: Literal["wheel"] = "wheel"
    dx: float = Field(default=0, ge=-10_000, le=10_000)
    dy: float = Field(default=0, ge=-10_000, le=10_000)
    like: ClassVar[dict[str, Any]] = {"element": 12, "dy": 300}

    @model_validator(mode="after")
    def _turned(self) -> Wheel:
        if not self.dx and not self.dy:
            raise ValueError("dx or dy says how far the wheel is turned")
        return self


class Type(_Action):
    """Write text into an element or at a point; without either, where the cursor is.

    `clear` (true; without a target false) replaces what is there, `enter` presses Enter afterwards.
    """

    name: Literal["type"] = "type"
    element: int | None = None
    x: float | None = None
    y: float | None = None
    text: str
    clear: bool = True
    enter: bool = False
    like: ClassVar[dict[str, Any]] = {"element": 12, "text": "..."}

    @model_validator(mode="before")
    @classmethod
    def _where_the_cursor_is(cls, data: Any) -> Any:
        if isinstance(data, dict) and all(data.get(key) is None for key in ("element", "x", "y")):
            return {"clear": False} | data
        return data

    @model_validator(mode="after")
    def _one_target_at_most(self) -> Type:
        if _targets(self.element, self.x, self.y) > 1:
            raise ValueError("name either an element id or both x and y, or neither")
        return self


class Select(_Action):
    """Choose options of a select box by their visible labels."""

    name: Literal["select"] = "select"
    element: int
    options: list[str] = Field(min_length=1)
    like: ClassVar[dict[str, Any]] = {"element": 12, "options": ["..."]}


class Upload(_Action):
    """Give a file input a small text file made of `content`; files of the machine cannot be named."""

    name: Literal["upload"] = "upload"
    element: int
    filename: str = Field(pattern=r"^[\w .-]{1,80}$")
    content: str
    like: ClassVar[dict[str, Any]] = {"element": 12, "filename": "a.txt", "content": "..."}


class Submit(_Action):
    """Send the form that an element belongs to, as Enter in one of its fields does."""

    name: Literal["submit"] = "submit"
    element: int
    like: ClassVar[dict[str, Any]] = {"element": 12}


class Copy(_Action):
    """Copy what a field holds, or the text that another element shows."""

    name: Literal["copy"] = "copy"
    element: int
    like: ClassVar[dict[str, Any]] = {"element": 12}


class Paste(_Action):
    """Paste what was copied last at the end of a field; without an element, where the cursor is."""

    name: Literal["paste"] = "paste"
    element: int | None = None
    like: ClassVar[dict[str, Any]] = {"element": 12}


class Press(_Action):
    """Press a key or a combination, written as in Playwright: `Enter`, `Control+A`."""

    name: Literal["press"] = "press"
    keys: str = Field(min_length=1, max_length=60)
    like: ClassVar[dict[str, Any]] = {"keys": "Control+A"}


class KeyDown(_Action):
    """Hold one key down, until `key_up`: `Shift` and a click, for instance."""

    name: Literal["key_down"] = "key_down"
    key: str = Field(min_length=1, max_length=30)
    like: ClassVar[dict[str, Any]] = {"key": "Shift"}


class KeyUp(_Action):
    """Let go of a key that is held down."""

    name: Literal["key_up"] = "key_up"
    key: str = Field(min_length=1, max_length=30)
    like: ClassVar[dict[str, Any]] = {"key": "Shift"}


class Scroll(_Action):
    """Scroll the page by one window's height or width: up, down, left, right."""

    name: Literal["scroll"] = "scroll"
    direction: Literal["up", "down", "left", "right"]
    like: ClassVar[dict[str, Any]] = {"direction": "down"}


class ScrollTo(_Action):
    """Scroll the page until this point of it, in CSS pixels, is the upper left corner of the window."""

    name: Literal["scroll_to"] = "scroll_to"
    x: float = Field(default=0, ge=0, le=1_000_000)
    y: float = Field(default=0, ge=0, le=1_000_000)
    like: ClassVar[dict[str, Any]] = {"y": 1500}


class Dialog(_Action):
    """Say how the next dialog (alert, confirm, prompt) is answered; `text` is for a prompt.

    Without it a dialog is accepted.
    """

    name: Literal["dialog"] = "dialog"
    accept: bool
    text: str | None = Field(default=None, max_length=5_000)
    like: ClassVar[dict[str, Any]] = {"accept": False}

    @model_validator(mode="after")
    def _text_of_a_yes(self) -> Dialog:
        if self.text is not None and not self.accept:
            raise ValueError("a dialog that is dismissed takes no text")
        return self


class Wait(_Action):
    """Let the page run for some seconds, ten at most."""

    name: Literal["wait"] = "wait"
    seconds: float = Field(gt=0, le=10)
    like: ClassVar[dict[str, Any]] = {"seconds": 2}


class NewTab(_Action):
    """Open an empty tab and focus it."""

    name: Literal["new_tab"] = "new_tab"


class TabFocus(_Action):
    """Focus the tab with this index, counted from 0."""

    name: Literal["tab_focus"] = "tab_focus"
    index: int = Field(ge=0)
    like: ClassVar[dict[str, Any]] = {"index": 0}


class CloseTab(_Action):
    """Close the focused tab; the last one cannot be closed."""

    name: Literal["close_tab"] = "close_tab"


class Goto(_Action):
    """Visit a URL of the world's sites; no other site can be reached."""

    name: Literal["goto"] = "goto"
    url: str
    like: ClassVar[dict[str, Any]] = {"url": "http://..."}


class GoBack(_Action):
    """Go back in the focused tab's history."""

    name: Literal["go_back"] = "go_back"


class GoForward(_Action):
    """Go forward in the focused tab's history."""

    name: Literal["go_forward"] = "go_forward"


class Say(_Action):
    """Say something to the person who gave the task; it does not end the episode."""

    name: Literal["say"] = "say"
    text: str
    like: ClassVar[dict[str, Any]] = {"text": "..."}


class Noop(_Action):
    """Do nothing and observe again."""

    name: Literal["noop"] = "noop"


class Stop(_Action):
    """End the episode with an answer (empty where none is asked for), as text or as JSON.

    `status` says how it went, `reason` why it cannot be done; without them the answer's text tells.
    """

    name: Literal["stop"] = "stop"
    answer: JsonValue = ""
    status: Literal["done", "not_achievable", "failed"] | None = None
    reason: Reason | None = None
    like: ClassVar[dict[str, Any]] = {"answer": "..."}

    @model_validator(mode="after")
    def _reason_of_a_refusal(self) -> Stop:
        if self.reason and self.status != "not_achievable":
            raise ValueError("a reason goes with the status not_achievable")
        return self

    @property
    def text(self) -> str:
        """The answer as text: what is no text, as JSON."""
        if self.answer is None:
            return ""
        return self.answer if isinstance(self.answer, str) else json.dumps(self.answer, ensure_ascii=False)


Action = Annotated[
    Click
    | Hover
    | Drag
    | Wheel
    | Scroll
    | ScrollTo
    | Type
    | Select
    | Upload
    | Submit
    | Copy
    | Paste
    | Press
    | KeyDown
    | KeyUp
    | Dialog
    | Wait
    | NewTab
    | TabFocus
    | CloseTab
    | Goto
    | GoBack
    | GoForward
    | Say
    | Noop
    | Stop,
    Field(discriminator="name"),
]
KINDS: tuple[type[_Action], ...] = get_args(get_args(Action)[0])
"""Every action, in the order in which they are told."""
MOST_AT_ONCE = 20
"""Actions that one message may hold."""

_ADAPTER: TypeAdapter[Action] = TypeAdapter(Action)


def parse_action(data: object) -> Action:
    """Validate an action that came as JSON data.

    Raises:
        pydantic.ValidationError: when it is not one of the actions above.
    """
    return _ADAPTER.validate_python(data)


def schema() -> dict[str, Any]:
    """The JSON Schema of an action."""
    return _ADAPTER.json_schema()
