"""What people say of a run's episodes: whether the task was done, and what went wrong.

``labels/<name>.json`` of a run holds one person's labels. The types of error are those of Online-Mind2Web's
section 6.2; a turn's label is the action that a person would take there (WebLINX, appendix C.6).
"""

from __future__ import annotations

import fcntl
import re
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from evaluators.trajectories.weblinx_text import Action, Box
from harness.jsonio import write_json
from sites.errors import WebariumError
from sites.files import read_json
from sites.wording import wording

Mistake = Literal["filter_and_sorting", "incomplete_steps", "navigation", "misunderstanding", "other"]
MISTAKES: dict[str, str] = {
    "filter_and_sorting": "a filter or an order is wrong, or missing",
    "incomplete_steps": "a step that it takes was left out, such as sending a form",
    "navigation": "it went elsewhere than it had to",
    "misunderstanding": "the goal of the task was not grasped",
    "other": "something else",
}
INTENTS = ("click", "textinput", "submit", "copy", "paste", "load", "say", "scroll", "other")
"""What a person may choose at a turn; WebLINX' names. ``say`` with an answer is the end."""
FOLDER = "labels"
FORM = (
    "mend or remove the file: it holds `episodes`, by TASK.TRIAL with success, mistake and note, "
    "and `turns`, by TASK.TRIAL@STEP with intent, box and text"
)
RUN = "run"
"""Stands for the run itself where people's turns are compared with its own, and so for no person."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Label(BaseModel):
    """One person's word on one episode; a mistake goes with a failure."""

    model_config = ConfigDict(extra="forbid")

    success: bool
    mistake: Mistake | None = None
    note: str = Field(default="", max_length=2_000)

    @model_validator(mode="after")
    def _of_a_failure(self) -> Label:
        if self.success == (self.mistake is not None):
            raise ValueError("a failure has a type of error, a success has none")
        return self


class TurnLabel(BaseModel):
    """The action that a person would take at a step; ``box`` is the element's: x, y, width, height."""

    model_config = ConfigDict(extra="forbid")

    intent: Literal["click", "textinput", "submit", "copy", "paste", "load", "say", "scroll", "other"]
    box: tuple[float, float, float, float] | None = None
    text: str = Field(default="", max_length=2_000)

    def action(self) -> Action:
        """As WebLINX' metrics take it."""
        x, y, width, height = self.box or (0.0, 0.0, 0.0, 0.0)
        box = Box(x, y, x + width, y + height) if self.box else None
        text = self.text or None
        return Action(self.intent, box, text, text if self.intent == "load" else None)


class Labels(BaseModel):
    """One person's labels of a run, by episode (``<task>.<trial>``) and by turn (``<episode>@<step>``)."""

    model_config = ConfigDict(extra="forbid")

    episodes: dict[str, Label] = Field(default_factory=dict)
    turns: dict[str, TurnLabel] = Field(default_factory=dict)


def read_labels(run: Path) -> dict[str, Labels]:
    """All people's labels of a run, by name.

    Raises:
        WebariumError: a file of them is damaged, or called like no person.
    """
    paths = sorted((run / FOLDER).glob("*.json"))
    if mistaken := next((path for path in paths if path.stem == RUN), None):
        raise WebariumError(
            f"{mistaken}: {RUN} stands for the run itself", remedy="give the file another name"
        )
    return {path.stem: _read(path) for path in paths}


def labels_of(run: Path, name: str) -> Labels:
    """One person's labels; none where there is no file yet.

    Raises:
        WebariumError: the name cannot be one of a file, or the file is damaged.
    """
    path = _place(run, name)
    return _read(path) if path.is_file() else Labels()


def add_labels(run: Path, name: str, more: Labels) -> Labels:
    """Keep labels of one person with those kept so far, by whichever of their pages; the newer one stands.

    Returns:
        All of this person's labels.

    Raises:
        WebariumError: the name cannot be one of a file, or the file is damaged.
        OSError: it cannot be written.
    """
    path = _place(run, name)
    path.parent.mkdir(exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as stream:  # the file itself is replaced each time
        fcntl.flock(stream, fcntl.LOCK_EX)
        kept = labels_of(run, name)
        every = Labels(episodes=kept.episodes | more.episodes, turns=kept.turns | more.turns)
        write_json(path, every.model_dump(mode="json"))
    return every


def _place(run: Path, name: str) -> Path:
    if not _NAME.fullmatch(name) or name == RUN:
        raise WebariumError(
            f"{name!r} cannot be the name of a person here",
            remedy=f"use letters, digits, - and _; {RUN} is the run itself",
        )
    return run / FOLDER / f"{name}.json"


def _read(path: Path) -> Labels:
    data: Any = read_json(path)
    try:
        return Labels.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the labels"
        raise WebariumError(f"{path}: {where}: {wording(first)}", remedy=FORM) from error
