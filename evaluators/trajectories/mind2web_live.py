"""The files of Mind2Web-Live, and episodes of a run, as key nodes and states (see ``webcanvas``)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from .files import FormatError, read_html, read_json, read_models, read_once
from .webcanvas import Function, KeyNode, State, Target, entered

_NAMES: dict[str, tuple[Target, Function]] = {
    "url_exactly_match": ("url", "exact"),
    "url_included_match": ("url", "include"),
    "url_semantic_match": ("url", "semantic"),
    "element_path_exactly_match": ("element_path", "exact"),
    "element_value_exactly_match": ("element_value", "exact"),
    "element_value_included_match": ("element_value", "include"),
    "element_value_semantic_match": ("element_value", "semantic"),
}


_UNDEFINED = ("element_path_included_match", "element_path_semantic_match")
"""Named by the files' scheme, and left undefined by the paper (its table 1)."""


class _Content(BaseModel):
    model_config = ConfigDict(extra="ignore")
    reference_answer: str
    key: str | None = ""
    netloc: str | None = ""
    path: str | None = ""


class _Evaluation(BaseModel):
    model_config = ConfigDict(extra="ignore")
    match_function_name: str
    content: _Content
    method: Literal["selector", "xpath", ""] | None = None

    @field_validator("match_function_name")
    @classmethod
    def _defined(cls, value: str) -> str:
        if value not in _NAMES:
            what = "WebCanvas does not define the" if value in _UNDEFINED else "there is no"
            raise ValueError(f"{what} match function '{value}'; known are {', '.join(_NAMES)}")
        return value


class LiveTask(BaseModel):
    """One task of a Mind2Web-Live file."""

    model_config = ConfigDict(extra="ignore")
    index: int
    task: str
    reference_task_length: int = Field(ge=1)
    evaluation: list[_Evaluation] = Field(min_length=1)

    def key_nodes(self) -> list[KeyNode]:
        """The key nodes of the task."""
        return [self._node(entry) for entry in self.evaluation]

    def _node(self, entry: _Evaluation) -> KeyNode:
        target, function = _NAMES[entry.match_function_name]
        content = entry.content
        return KeyNode(
            target,
            function,
            content.reference_answer,
            key=content.key or "",
            netloc=content.netloc or "",
            method=entry.method or "selector",
            path=content.path or "",
        )


def load_tasks(path: Path) -> list[LiveTask]:
    """The tasks of a Mind2Web-Live file, unchanged."""
    return read_once(path, LiveTask, lambda task: f"index {task.index}")


@dataclass(frozen=True)
class Episode:
    """What an episode folder of a run says about the way: states, steps, and who ended it."""

    states: tuple[State, ...]
    steps: int
    signalled: bool


class _Target(BaseModel):
    """The element acted on. A press or a click on no element has none."""

    model_config = ConfigDict(extra="ignore")
    css: str | None = None
    value: Any = None
    text: Any = None
    name: Any = None


class _Line(BaseModel):
    """One line of ``trajectory.jsonl``."""

    model_config = ConfigDict(extra="ignore")
    url: str = ""
    action: dict[str, Any] | None = None
    target: _Target | None = None
    problem: Any = None
    html_file: str | None = None

    def value(self) -> str | None:
        """What the action entered or chose; of a click what its element holds, or else says.

        A click may be a key node by the value of its element (appendix C), and the authors' trace has it.
        """
        action, target = self.action or {}, self.target
        if action.get("name") != "click" or target is None:
            return entered(action)
        return next((str(one) for one in (target.value, target.text, target.name) if one), None)


def load_episode(folder: Path) -> Episode:
    """The states of an episode folder (``trajectory.jsonl`` and, for the end, ``outcome.json``).

    A line holds the address *before* its action, so the state after an action has the next line's address,
    and the last one ``final_url``.

    Raises:
        FormatError: when one of the two is missing, or something else.
    """
    lines = read_models(folder / "trajectory.jsonl", _Line)
    end = read_json(folder / "outcome.json")
    if not isinstance(end, dict) or not isinstance(end.get("final_url") or "", str):
        raise FormatError(f"{folder / 'outcome.json'} is not an object with the text final_url")
    after = [line.url for line in lines[1:]] + [end.get("final_url") or ""]
    states: list[State] = []
    steps = 0
    for line, url in zip(lines, after, strict=True):
        if (line.action or {"name": "stop"}).get("name") == "stop":
            continue
        steps += 1
        if not line.problem:  # an action that did nothing acted on nothing
            css = line.target.css if line.target else None
            states.append(State(line.url, css, line.value(), read_html(folder, line.html_file)))
        states.append(State(url=url))
    signalled = bool(lines) and end.get("stop_reason", "stop") == "stop"
    return Episode(tuple(states), steps, signalled)
