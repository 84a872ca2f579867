"""Online-Mind2Web: WebJudge in three stages (section 4), difficulty (3.2), efficiency (6.1, equation 2).

WebJudge asks a vision model for the key points of a task, for the screenshots that matter, and for the
outcome. It never sees what the agent says about its own success (the paper leaves the final response out).
The prompts are files in ``prompts/``, in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from evaluators.endpoint import Endpoint, Message, as_data, last_object, picture

from .files import FormatError, check_model, inside, read_json, read_objects, read_once

Difficulty = Literal["easy", "medium", "hard"]
T = TypeVar("T")

#: Screenshots with this score or more are key screenshots (appendix C: delta = 3).
THRESHOLD = 3


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


# ---- WebJudge -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Glance:
    """Stage 2 on one screenshot: its number in the trajectory, its score from 1 to 5, what it shows."""

    index: int
    score: int
    description: str


@dataclass(frozen=True)
class Verdict:
    """WebJudge's outcome. ``undecided`` is true when the model's replies could not be read: no success."""

    success: bool
    why: str
    key_points: tuple[str, ...] = ()
    glances: tuple[Glance, ...] = ()
    key_screenshots: tuple[int, ...] = ()
    undecided: bool = False


class Unreadable(Exception):
    """The model did not answer in the form it was asked for, even when asked again."""


@dataclass
class WebJudge:
    """The three stages over one endpoint.

    Attributes:
        endpoint: a model that reads pictures.
        threshold: score from which a screenshot is a key screenshot.
        tries: how often a reply in the wrong form is answered by asking again.
    """

    endpoint: Endpoint
    threshold: int = THRESHOLD
    tries: int = 2

    def judge(self, task: str, actions: Sequence[str], screenshots: Sequence[bytes]) -> Verdict:
        """Whether the trajectory did the task (equation 1).

        Args:
            task: the task description.
            actions: the agent's actions in order, as text.
            screenshots: PNG or JPEG pictures in order.

        Raises:
            EndpointError: when the endpoint cannot be reached, or offline without recorded replies.
        """
        points: tuple[str, ...] = ()
        glances: list[Glance] = []
        try:
            points = self.key_points(task)
            for index, data in enumerate(screenshots):
                glances.append(self.glance(task, points, index, data))
            keys = [glance for glance in glances if glance.score >= self.threshold]
            success, why = self.outcome(task, points, actions, keys, screenshots)
        except Unreadable as error:
            return Verdict(False, str(error), points, tuple(glances), undecided=True)
        return Verdict(success, why, points, tuple(glances), tuple(glance.index for glance in keys))

    def key_points(self, task: str) -> tuple[str, ...]:
        """Stage 1: what must hold for the task to be done."""
        return self._ask("key_points", [_text(as_data(task, "task"))], _read_key_points)

    def glance(self, task: str, points: Sequence[str], index: int, data: bytes) -> Glance:
        """Stage 2: what one screenshot shows and how much that matters."""
        parts = [_text(as_data(task, "task")), _text(as_data(list(points), "key_points")), picture(data)]
        score, description = self._ask("key_screenshot", parts, _read_glance)
        return Glance(index, score, description)

    def outcome(
        self,
        task: str,
        points: Sequence[str],
        actions: Sequence[str],
        keys: Sequence[Glance],
        screenshots: Sequence[bytes],
    ) -> tuple[bool, str]:
        """Stage 3: success or failure, and why."""
        notes = [{"screenshot": key.index, "shows": key.description} for key in keys]
        parts = [
            _text(as_data(task, "task")),
            _text(as_data(list(points), "key_points")),
            _text(as_data(list(actions), "actions")),
            _text(as_data(notes, "screenshot_notes")),
            *(picture(screenshots[key.index]) for key in keys),
        ]
        return self._ask("outcome", parts, _read_outcome)

    def _ask(self, prompt: str, parts: list[dict[str, Any]], read: Callable[[dict[str, Any]], T]) -> T:
        """One stage: ask, read the reply, and ask again in the same conversation when it has not the form."""
        messages: list[Message] = [
            {"role": "system", "content": load_prompt(prompt)},
            {"role": "user", "content": parts},
        ]
        for _ in range(self.tries + 1):
            reply = self.endpoint.ask(messages)
            try:
                return read(last_object(reply) or {})
            except (KeyError, TypeError, ValueError) as error:
                problem = f"{type(error).__name__}: {error}"
            messages += [
                {"role": "assistant", "content": reply},
                {"role": "user", "content": "That is not the JSON object asked for. Give only that object."},
            ]
        raise Unreadable(f"the judge's reply on {prompt} cannot be read ({problem}): {reply[:200]}")


def load_prompt(name: str) -> str:
    """The text of ``prompts/<name>.md``."""
    return (files(__package__) / "prompts" / f"{name}.md").read_text(encoding="utf-8")


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def _read_key_points(reply: dict[str, Any]) -> tuple[str, ...]:
    points = reply["key_points"]
    if not isinstance(points, list) or not points:
        raise ValueError("key_points is not a list with entries")
    return tuple(str(point) for point in points)


def _read_glance(reply: dict[str, Any]) -> tuple[int, str]:
    score = int(reply["score"])
    if not 1 <= score <= 5:
        raise ValueError(f"a score is from 1 to 5, not {score}")
    return score, str(reply.get("description", ""))


def _read_outcome(reply: dict[str, Any]) -> tuple[bool, str]:
    status = str(reply["status"]).strip().lower()
    if status not in ("success", "failure"):
        raise ValueError(f"status is success or failure, not {status}")
    return status == "success", str(reply.get("reasons", ""))


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
        """The screenshots themselves."""
        return [path.read_bytes() for path in self.screenshots]


class _Published(BaseModel):
    model_config = ConfigDict(extra="ignore")
    task_id: str = ""
    task: str
    action_history: list[str] = Field(default_factory=list)


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
        record = check_model(read_json(folder / "result.json"), _Published, str(folder / "result.json"))
        pictures = sorted((folder / "trajectory").glob("*.*"), key=_number)
        return Trajectory(
            record.task_id or folder.name, task or record.task, tuple(record.action_history), tuple(pictures)
        )
    if (folder / "trajectory.jsonl").exists():
        return _episode(folder, task)
    raise FormatError(f"{folder} holds neither result.json nor trajectory.jsonl")


def _episode(folder: Path, task: str | None) -> Trajectory:
    if task is None:
        raise FormatError(f"{folder}: an episode folder needs the task description beside it")
    steps = read_objects(folder / "trajectory.jsonl")
    actions = tuple(describe(step["action"], step.get("target")) for step in steps if step.get("action"))
    pictures = tuple(inside(folder, step["screenshot"]) for step in steps if step.get("screenshot"))
    return Trajectory(folder.name, task, actions, pictures)


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
