"""Online-Mind2Web: its files, difficulty (section 3.2), efficiency (6.1, equation 2). ``webjudge`` judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .files import FormatError, check_model, inside, read_bytes, read_json, read_models, read_once

Difficulty = Literal["easy", "medium", "hard"]


# ---- figures over a set of tasks ----------------------------------------------------------------


def difficulty(reference_length: int) -> Difficulty:
    """Difficulty by the number of steps a person needs: easy up to 5, medium from 6 to 10, hard from 11.

    Raises:
        FormatError: for a length below 1.
    """
    if reference_length < 1:
        raise FormatError(f"a reference length is at least 1, not {reference_length}")
    if reference_length <= 5:
        return "easy"
    return "medium" if reference_length <= 10 else "hard"


@dataclass(frozen=True)
class Result:
    """One judged trajectory: whether it succeeded, its steps, and the steps a person needs."""

    success: bool
    steps: int
    reference_length: int


def efficiency(results: Iterable[Result]) -> float | None:
    """Equation 2: mean of steps over reference length, over the successful tasks; lower is better.

    None when nothing succeeded.
    """
    ratios = [result.steps / result.reference_length for result in results if result.success]
    return sum(ratios) / len(ratios) if ratios else None


def success_by_difficulty(results: Iterable[Result]) -> dict[Difficulty, float]:
    """Success rate of each level of difficulty that occurs (figure 4)."""
    groups: dict[Difficulty, list[bool]] = {}
    for result in results:
        groups.setdefault(difficulty(result.reference_length), []).append(result.success)
    return {level: sum(group) / len(group) for level, group in groups.items()}


def agreement(ours: Mapping[str, bool], theirs: Mapping[str, bool]) -> float | None:
    """Agreement rate: the share of tasks judged by both (e.g. model and people) that got one verdict."""
    both = ours.keys() & theirs.keys()
    return sum(ours[task] == theirs[task] for task in both) / len(both) if both else None


# ---- files --------------------------------------------------------------------------------------


class OnlineTask(BaseModel):
    """One task of the benchmark's file."""

    model_config = ConfigDict(extra="ignore")
    task_id: str
    confirmed_task: str
    website: str = ""
    reference_length: int = Field(ge=1)
    level: str = ""


@dataclass(frozen=True)
class Trajectory:
    """What WebJudge needs of one episode."""

    task_id: str
    task: str
    actions: tuple[str, ...]
    screenshots: tuple[Path, ...]

    def pictures(self) -> list[bytes]:
        """The screenshots themselves.

        Raises:
            FormatError: one that the trajectory names is not there.
        """
        return [read_bytes(path) for path in self.screenshots]


class _Published(BaseModel):
    model_config = ConfigDict(extra="ignore")
    task_id: str = ""
    task: str
    action_history: list[str] = Field(default_factory=list)


class _Step(BaseModel):
    model_config = ConfigDict(extra="ignore")
    action: str
    screenshot: str


class _Second(BaseModel):
    model_config = ConfigDict(extra="ignore")
    task_id: str = ""
    task: str
    action_history: list[_Step] = Field(default_factory=list)


class _Line(BaseModel):
    """One line of an episode's ``trajectory.jsonl``."""

    model_config = ConfigDict(extra="ignore")
    action: dict[str, Any] | None = None
    target: dict[str, Any] | None = None
    screenshot: str | None = None


def load_tasks(path: Path) -> list[OnlineTask]:
    """The tasks of an Online-Mind2Web file, unchanged."""
    return read_once(path, OnlineTask, lambda task: f"task {task.task_id}")


def load_trajectory(folder: Path, task: str | None = None) -> Trajectory:
    """One recorded trajectory: either the benchmark's own form (``result.json`` and ``trajectory/*.png``) or
    an episode folder of a Webarium run (``trajectory.jsonl`` and ``steps/*.png``).

    Args:
        folder: the folder of the task or episode.
        task: the task description, which an episode folder does not hold.

    Raises:
        FormatError: when it is neither.
    """
    if (folder / "result.json").exists():
        data = read_json(folder / "result.json")
        if isinstance(data, dict) and data.get("schema_version") == "online-mind2web-v2":
            return _second_version(folder, check_model(data, _Second, str(folder / "result.json")), task)
        record = check_model(data, _Published, str(folder / "result.json"))
        pictures = sorted((folder / "trajectory").glob("*.*"), key=_number)
        return Trajectory(
            record.task_id or folder.name, task or record.task, tuple(record.action_history), tuple(pictures)
        )
    if (folder / "trajectory.jsonl").exists():
        return _episode(folder, task)
    raise FormatError(f"{folder} holds neither result.json nor trajectory.jsonl")


def _second_version(folder: Path, record: _Second, task: str | None) -> Trajectory:
    """The form of later submissions. The last step only reports, so it is no action."""
    steps = record.action_history
    pictures = tuple(inside(folder, f"trajectory/{step.screenshot}") for step in steps)
    actions = tuple(step.action for step in steps[:-1])
    return Trajectory(record.task_id or folder.name, task or record.task, actions, pictures)


def _episode(folder: Path, task: str | None) -> Trajectory:
    if task is None:
        raise FormatError(f"{folder}: an episode folder needs the task description beside it")
    steps = read_models(folder / "trajectory.jsonl", _Line)
    actions = tuple(describe(step.action, step.target) for step in steps if step.action)
    pictures = tuple(inside(folder, step.screenshot) for step in steps if step.screenshot)
    return Trajectory(folder.name, task, actions, pictures)


def load_labels(path: Path) -> dict[str, bool]:
    """People's verdicts by task, true or false (1 and 0 will do).

    Raises:
        FormatError: the file holds something else.
    """
    data = read_json(path)
    if not isinstance(data, dict):
        raise FormatError(f"{path} is not an object of verdicts by task")
    for task, said in data.items():
        if said not in (True, False):
            raise FormatError(f"{path}: {task}: {said!r} is neither true nor false")
    return {task: bool(said) for task, said in data.items()}


def describe(action: Mapping[str, Any], target: Mapping[str, Any] | None = None) -> str:
    """An action as one line: ``click button 'Add to basket'``, ``type textbox 'Search' text='lamp'``.

    The text of the final stop is left out: WebJudge does not rely on the final response.
    """
    name = str(action.get("name", "?"))
    if name == "stop":
        return "stop"
    words = [name]
    if target:
        words.append(f"{target.get('role', 'element')} {str(target.get('name', ''))!r}")
    skipped = {"name", "element", "answer"}
    words += [f"{key}={value!r}" for key, value in action.items() if key not in skipped and value is not None]
    return " ".join(words)


def _number(path: Path) -> tuple[int, str]:
    digits = "".join(c for c in path.stem if c.isdigit())
    return (int(digits) if digits else 0, path.name)
