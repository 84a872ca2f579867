"""The action space: WebArena's (its paper, section 2.4 and figure 5) plus select, upload and say.

An action names its element by the id that the current observation gives it, or by page coordinates
in CSS pixels. Agents, oracles and the browser share these types; nothing else crosses the pipe.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, model_validator

from .formats import Reason


class _Action(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _true_is_no_number(cls, data: Any) -> Any:
        """Python takes True for 1, so that an agent's slip would act on the element of that number."""
        for name, value in data.items() if isinstance(data, dict) else ():
            field = cls.model_fields.get(name)
            if isinstance(value, bool) and field and field.annotation is not bool:
                raise ValueError(f"{name} is no yes or no, but was {str(value).lower()}")
        return data


class _OnElement(_Action):
    element: int | None = None
    x: float | None = None
    y: float | None = None

    @model_validator(mode="after")
    def _one_target(self) -> _OnElement:
        by_point = self.x is not None and self.y is not None
        if (self.element is None) == (not by_point):
            raise ValueError("name either an element id or both x and y")
        return self


class Click(_OnElement):
    """Click an element, or a point of the viewport."""

    name: Literal["click"] = "click"
    button: Literal["left", "right", "middle"] = "left"
    count: Literal[1, 2] = 1


class Hover(_OnElement):
    """Move the mouse onto an element or a point."""

    name: Literal["hover"] = "hover"


class Type(_OnElement):
    """Replace an input's content by ``text``; ``enter`` presses Enter after it."""

    name: Literal["type"] = "type"
    text: str
    clear: bool = True
    enter: bool = False


class Select(_Action):
    """Choose options of a select box by their visible labels."""

    name: Literal["select"] = "select"
    element: int
    options: list[str] = Field(min_length=1)


class Upload(_Action):
    """Give a file input a small file made of ``content``; agents never name files of the machine."""

    name: Literal["upload"] = "upload"
    element: int
    filename: str = Field(pattern=r"^[\w .-]{1,80}$")
    content: str


class Press(_Action):
    """Press a key or a combination, written as in Playwright: ``Enter``, ``Control+A``."""

    name: Literal["press"] = "press"
    keys: str = Field(min_length=1, max_length=60)


class Scroll(_Action):
    """Scroll the page by one viewport height (or width)."""

    name: Literal["scroll"] = "scroll"
    direction: Literal["up", "down", "left", "right"]


class NewTab(_Action):
    """Open an empty tab and focus it."""

    name: Literal["new_tab"] = "new_tab"


class TabFocus(_Action):
    """Focus the tab with this index, counted from 0."""

    name: Literal["tab_focus"] = "tab_focus"
    index: int = Field(ge=0)


class CloseTab(_Action):
    """Close the focused tab; the last one cannot be closed."""

    name: Literal["close_tab"] = "close_tab"


class Goto(_Action):
    """Visit a URL of the world's sites."""

    name: Literal["goto"] = "goto"
    url: str


class GoBack(_Action):
    """Go back in the focused tab's history."""

    name: Literal["go_back"] = "go_back"


class GoForward(_Action):
    """Go forward in the focused tab's history."""

    name: Literal["go_forward"] = "go_forward"


class Say(_Action):
    """Say something to the instructor (conversational navigation); it does not end the episode."""

    name: Literal["say"] = "say"
    text: str


class Noop(_Action):
    """Do nothing and observe again."""

    name: Literal["noop"] = "noop"


class Stop(_Action):
    """End the episode with an answer (empty where none is asked for), as text or as JSON.

    ``status`` says how it went, ``reason`` why it cannot be done; without them the answer's text tells.
    """

    name: Literal["stop"] = "stop"
    answer: JsonValue = ""
    status: Literal["done", "not_achievable", "failed"] | None = None
    reason: Reason | None = None

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
    | Type
    | Select
    | Upload
    | Press
    | Scroll
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

_ADAPTER: TypeAdapter[Action] = TypeAdapter(Action)


def parse_action(data: object) -> Action:
    """Validate an action that came as JSON data.

    Raises:
        pydantic.ValidationError: when it is not one of the actions above.
    """
    return _ADAPTER.validate_python(data)
