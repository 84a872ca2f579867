"""What ``webarium drive`` is asked, field by field; a slip gets a sentence."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, field_validator

from evaluators import Outcome
from sites.errors import WebariumError
from sites.wording import plain_message, wording

MOST_STEPS = 1_000_000
"""Of one episode; more have no time on the sites' clock."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Tasks(_Strict):
    """The tasks that there are."""

    select: str = "all"


class World(_Strict):
    """A world that has a task's sites."""

    task: str


class Begin(_Strict):
    """An episode."""

    task: str


class Clock(_Strict):
    """The sites' time is that of a step; ``url`` is of the page in front."""

    step: Annotated[int, Field(ge=0, le=MOST_STEPS)]
    url: str = ""


class Seen(BaseModel):
    """What the agent saw; what else a program tells is not kept."""

    model_config = ConfigDict(extra="ignore", strict=True)

    url: str | None = None
    title: str | None = None
    axtree: str | None = None
    error: str | None = None
    screenshot: str | None = None

    @field_validator("screenshot")
    @classmethod
    def _in_base64(cls, text: str | None) -> str | None:
        try:
            base64.b64decode(text or "", validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValueError("it is no base64") from error
        return text


class Action(BaseModel):
    """What the agent did."""

    model_config = ConfigDict(extra="allow", strict=True)

    name: str


class Step(_Strict):
    """What the agent saw and did."""

    seen: Seen
    action: Action


class Act(BaseModel):
    """An element that was acted on, as the watch script told it."""

    model_config = ConfigDict(extra="ignore", strict=True)

    url: str
    document: str
    html: str
    paths: list[str]
    action: dict[str, Any]


class Ended(Outcome):
    """What an episode left."""

    task_id: str = ""
    signs: list[str] = []
    acts: list[Act] = []

    @field_validator("urls", mode="before")
    @classmethod
    def _pages(cls, urls: Any) -> Any:
        """Looked at before the outcome takes the address of each."""
        if not isinstance(urls, list) or not all(isinstance(_address(one), str) for one in urls):
            raise ValueError("it is no list of addresses")
        return urls


def _address(page: Any) -> Any:
    return page.get("url") if isinstance(page, dict) else page


class Answer(_Strict):
    """The agent's last word."""

    answer: JsonValue = ""
    status: str | None = None
    reason: str | None = None


class End(_Strict):
    """The episode is judged."""

    outcome: Ended


REQUESTS: dict[str, tuple[type[BaseModel], str]] = {
    "tasks": (Tasks, '"select": "all"'),
    "world": (World, '"task": ID'),
    "begin": (Begin, '"task": ID'),
    "clock": (Clock, '"step": 1'),
    "step": (Step, '"seen": {"url": ...}, "action": {"name": ...}'),
    "answer": (Answer, '"answer": ..., "status": "done"'),
    "end": (End, '"outcome": {"answer": ...}'),
}
"""By what is to be done: its fields, and an example of them."""


def fields_of(request: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What is to be done, and with which fields, as they were sent.

    Raises:
        WebariumError: it is nothing that can be done, or a field is missing, unknown or of another type.
    """
    given = {key: value for key, value in request.items() if key != "do"}
    do = request.get("do")
    if do == "quit" and not given:
        return "quit", {}
    if not isinstance(do, str) or do not in REQUESTS:
        known = ", ".join([*REQUESTS, "quit"])
        raise WebariumError(f"{do!r} is nothing that can be done", remedy=f'write "do": one of {known}')
    model, like = REQUESTS[do]
    try:
        TypeAdapter(model).validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        whole = first["type"] in ("missing", "extra_forbidden") and len(first["loc"]) == 1
        told = plain_message(first) if whole else f"{place}: {wording(first)}"
        raise WebariumError(
            f"The request {do!r} cannot be read: {told}", remedy=f'write {{"do": "{do}", {like}}}'
        ) from error
    return do, given
