"""Mind2Web's metrics over recorded demonstrations (its section 4.2).

Each step is judged for itself, with the recorded history before it: was an acceptable element chosen, and
how much of the operation is right? A step succeeds when both are fully right, a task when all its steps do.
Step-wise figures are averaged within a task first and then over tasks (macro average).

``original`` follows the authors' code where it is not what their paper says: a value counts for clicks, too,
and an operation on no element, or where none was acceptable, is worth nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from .files import FormatError, read_once

#: Operations of the paper (section 2).
OPERATIONS = ("CLICK", "TYPE", "SELECT")
#: Hovering and pressing Enter count as clicks (section 2), however they are written.
_CLICKS = frozenset({"HOVER", "ENTER", "PRESS ENTER"})


class Candidate(BaseModel):
    """One element of the snapshot; ``attributes`` is JSON text in the published files and read as such."""

    model_config = ConfigDict(extra="ignore")
    backend_node_id: str
    tag: str = ""
    attributes: dict[str, Any] = Field(default_factory=dict)
    is_original_target: bool = False
    is_top_level_target: bool = False

    @field_validator("attributes", mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    @field_validator("backend_node_id", mode="before")
    @classmethod
    def _text(cls, value: Any) -> str:
        return _node_id(value)


class Operation(BaseModel):
    """What is done to the element: click it, type a text into it, or select an option of it."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    op: str
    value: str = ""
    original_op: str = ""

    @field_validator("value", mode="before")
    @classmethod
    def _none(cls, value: Any) -> Any:
        return "" if value is None else value

    @property
    def kind(self) -> str:
        """``CLICK``, ``TYPE`` or ``SELECT``; empty for anything else."""
        name = " ".join(re.split(r"[\s_-]+", self.op.upper().strip()))
        if name in _CLICKS:
            return "CLICK"
        return "SELECT" if name == "SELECT OPTION" else name if name in OPERATIONS else ""

    def tokens(self, *, original: bool = False) -> frozenset[str]:
        """The tokens that operation F1 compares: the operation and, unless it is a click, the words of its
        value. ``original``: words of the value's first line for every operation, as the authors' code has it.
        """
        if original:
            value = next(iter(self.value.strip().splitlines()), "")
        else:
            value = "" if self.kind == "CLICK" else self.value
        return frozenset([self.kind, *value.split()]) - {""}


class Action(BaseModel):
    """One recorded step. ``pos_candidates`` are all acceptable elements."""

    model_config = ConfigDict(extra="ignore")
    action_uid: str
    operation: Operation
    pos_candidates: list[Candidate]
    neg_candidates: list[Candidate] = Field(default_factory=list)

    @property
    def acceptable(self) -> frozenset[str]:
        """Ids of the acceptable elements."""
        return frozenset(candidate.backend_node_id for candidate in self.pos_candidates)


class Demonstration(BaseModel):
    """One recorded task."""

    model_config = ConfigDict(extra="ignore")
    annotation_id: str
    website: str = ""
    domain: str = ""
    subdomain: str = ""
    confirmed_task: str = ""
    action_reprs: list[str] = Field(default_factory=list)
    actions: list[Action] = Field(min_length=1)


class Prediction(BaseModel):
    """What an agent chose for one step: an element of the snapshot and an operation."""

    model_config = ConfigDict(extra="ignore")
    annotation_id: str
    action_uid: str
    element: str | None
    op: str
    value: str = ""

    @field_validator("element", mode="before")
    @classmethod
    def _text(cls, value: Any) -> str | None:
        if isinstance(value, list | dict | bool):
            raise ValueError(f"an element is named by its number, not {value!r}")
        return None if value is None else _node_id(value)

    @property
    def operation(self) -> Operation:
        """The operation alone."""
        return Operation(op=self.op, value=self.value)


@dataclass(frozen=True)
class StepScore:
    """One step: ``element`` is 0 or 1, ``operation`` the F1 of its operation, from 0 to 1."""

    element: float
    operation: float

    @property
    def success(self) -> bool:
        """Both the element and the whole operation are right."""
        return self.element == 1.0 and self.operation == 1.0


@dataclass(frozen=True)
class TaskScore:
    """One task: its steps in order."""

    annotation_id: str
    steps: tuple[StepScore, ...]

    @property
    def element_accuracy(self) -> float:
        """Share of steps with an acceptable element."""
        return _mean([step.element for step in self.steps])

    @property
    def operation_f1(self) -> float:
        """Mean operation F1 of the steps."""
        return _mean([step.operation for step in self.steps])

    @property
    def step_success_rate(self) -> float:
        """Share of steps that succeeded."""
        return _mean([float(step.success) for step in self.steps])

    @property
    def success(self) -> bool:
        """Whether every step succeeded."""
        return all(step.success for step in self.steps)


@dataclass(frozen=True)
class Scores:
    """The four figures of table 2: step-wise ones are macro averages over tasks; all from 0 to 1."""

    tasks: int
    element_accuracy: float
    operation_f1: float
    step_success_rate: float
    success_rate: float


def element_accuracy(element: str | None, acceptable: Iterable[str]) -> float:
    """1.0 when the chosen element is one of the acceptable ones, else 0.0."""
    return 1.0 if element is not None and element in set(acceptable) else 0.0


def operation_f1(predicted: Operation, reference: Operation, *, original: bool = False) -> float:
    """Token-level F1 of the operation, over sets of tokens as the authors' code has them.

    For clicks that is plain accuracy, as the paper says; ``original`` compares what was predicted as the
    value of a click as well. The recorded click has none.
    """
    ours = predicted.tokens(original=original)
    theirs = reference.tokens(original=original and reference.kind != "CLICK")
    if not ours or not theirs:
        return float(ours == theirs)
    return 2 * len(ours & theirs) / (len(ours) + len(theirs))


def score_step(action: Action, prediction: Prediction | None, *, original: bool = False) -> StepScore:
    """One step against its prediction; no prediction scores nothing."""
    if prediction is None:
        return StepScore(0.0, 0.0)
    if original and (prediction.element is None or not action.acceptable):
        return StepScore(0.0, 0.0)
    return StepScore(
        element_accuracy(prediction.element, action.acceptable),
        operation_f1(prediction.operation, action.operation, original=original),
    )


def score_task(
    demonstration: Demonstration, predictions: Mapping[str, Prediction], *, original: bool = False
) -> TaskScore:
    """One task against its predictions, by ``action_uid``."""
    steps = tuple(
        score_step(action, predictions.get(action.action_uid), original=original)
        for action in demonstration.actions
    )
    return TaskScore(demonstration.annotation_id, steps)


def summarize(scores: Sequence[TaskScore]) -> Scores | None:
    """The figures of table 2 over these tasks; None when there is none."""
    if not scores:
        return None
    return Scores(
        tasks=len(scores),
        element_accuracy=_mean([score.element_accuracy for score in scores]),
        operation_f1=_mean([score.operation_f1 for score in scores]),
        step_success_rate=_mean([score.step_success_rate for score in scores]),
        success_rate=_mean([float(score.success) for score in scores]),
    )


def load_demonstrations(path: Path) -> list[Demonstration]:
    """The demonstrations of one published file, or of all files of a folder (``train_0.json``, ...)."""
    return read_once(path, Demonstration, lambda demo: f"task {demo.annotation_id}")


def load_predictions(
    path: Path, demonstrations: Sequence[Demonstration] | None = None
) -> dict[str, dict[str, Prediction]]:
    """Predictions from JSON lines (or a JSON list), by task and step.

    Args:
        path: the file.
        demonstrations: what may be predicted; anything where it is left out.

    Raises:
        FormatError: when a prediction lacks something, is there twice, or is of no step of a demonstration.
    """
    steps = {demo.annotation_id: {one.action_uid for one in demo.actions} for demo in demonstrations or ()}
    found: dict[str, dict[str, Prediction]] = {}
    records = read_once(path, Prediction, lambda one: f"step {one.action_uid} of task {one.annotation_id}")
    for number, one in enumerate(records):
        if demonstrations is not None and one.action_uid not in steps.get(one.annotation_id, ()):
            what = f"step {one.action_uid!r}" if one.annotation_id in steps else f"task {one.annotation_id!r}"
            raise FormatError(
                f"{path}, record {number}: the demonstrations have no {what}",
                remedy="give the demonstrations that the predictions were made for",
            )
        found.setdefault(one.annotation_id, {})[one.action_uid] = one
    if not found:
        raise FormatError(f"{path} holds no prediction", remedy="give the file that the agent wrote")
    return found


def _node_id(value: Any) -> str:
    """The number of an element as text; 1.0, as tables write it beside missing numbers, is 1."""
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
