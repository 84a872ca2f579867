"""WebJudge, Online-Mind2Web's judge in three stages (section 4 of its paper and appendix C).

It asks a vision model for the key points of a task, for the screenshots that matter, and for the outcome. It
never sees what the agent says about its own success (the paper leaves the final response out). The prompts
are files in ``prompts/``, in our own words; a folder with the authors' own does as well, and then the stages
are laid out and their replies read as the authors do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from evaluators.endpoint import Endpoint, Message, as_data, last_object, picture

from .files import FormatError, read_text

T = TypeVar("T")

#: Screenshots with this score or more are key screenshots (appendix C: delta = 3).
THRESHOLD = 3
#: The files of a folder of prompts.
PROMPTS = ("key_points", "key_screenshot", "outcome")
#: Key screenshots that the authors show to the model in the last stage at most.
_MOST = 50


@dataclass(frozen=True)
class Glance:
    """Stage 2 on one screenshot: its number in the trajectory, its score from 1 to 5, what it shows.

    A score of 0 says that the reply could not be read.
    """

    index: int
    score: int
    description: str


@dataclass(frozen=True)
class Verdict:
    """WebJudge's outcome. ``undecided`` is true when the model's replies could not be read: no success.

    ``unreadable`` counts the replies that could not be read even when they were asked for again.
    """

    success: bool
    why: str
    key_points: tuple[str, ...] = ()
    glances: tuple[Glance, ...] = ()
    key_screenshots: tuple[int, ...] = ()
    undecided: bool = False
    unreadable: int = 0


class Unreadable(Exception):
    """The model did not answer in the form it was asked for, even when asked again."""


@dataclass
class WebJudge:
    """The three stages over one endpoint.

    Attributes:
        endpoint: a model that reads pictures.
        threshold: score from which a screenshot is a key screenshot.
        tries: how often a reply in the wrong form is answered by asking again.
        prompts: a folder with the authors' prompts (``key_points.md``, ``key_screenshot.md``,
            ``outcome.md``), whose replies are read as theirs; then nothing is asked again.
    """

    endpoint: Endpoint
    threshold: int = THRESHOLD
    tries: int = 2
    prompts: Path | None = None

    def __post_init__(self) -> None:
        self._published = (
            {name: read_text(self.prompts / f"{name}.md") for name in PROMPTS} if self.prompts else None
        )
        if self._published and (
            empty := [name for name, text in self._published.items() if not text.strip()]
        ):
            raise FormatError(f"{self.prompts}: {', '.join(empty)} holds no prompt")

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
            lost = 1 + sum(not glance.score for glance in glances)
            return Verdict(False, str(error), points, tuple(glances), undecided=True, unreadable=lost)
        lost = sum(not glance.score for glance in glances)
        shown = tuple(glance.index for glance in keys)
        return Verdict(success, why, points, tuple(glances), shown, unreadable=lost)

    def key_points(self, task: str) -> tuple[str, ...]:
        """Stage 1: what must hold for the task to be done."""
        if self._published:
            return _published_points(self._tell("key_points", [_text(f"Task: {task}")]))
        return self._ask("key_points", [_text(as_data(task, "task"))], _read_key_points)

    def glance(self, task: str, points: Sequence[str], index: int, data: bytes) -> Glance:
        """Stage 2: what one screenshot shows and how much that matters."""
        if self._published:
            asked = f"**Task**: {task}\n\n**Key Points**: {_lines(points)}\n\nThe screenshot is below."
            return _published_glance(index, self._tell("key_screenshot", [_text(asked), picture(data)]))
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
        if self._published:
            keys = keys[:_MOST]
            asked = (
                f"User Task: {task}\n\nKey Points: {_lines(points)}\n\nAction History:\n{_numbered(actions)}"
            )
            if keys:
                notes = _numbered([key.description for key in keys if key.description])
                asked += f"\n\nWhat the key screenshots show:\n{notes}"
            shown = [picture(screenshots[key.index]) for key in keys]
            return _published_outcome(self._tell("outcome", [_text(asked), *shown]))
        told = [{"screenshot": key.index, "shows": key.description} for key in keys]
        parts = [
            _text(as_data(task, "task")),
            _text(as_data(list(points), "key_points")),
            _text(as_data(list(actions), "actions")),
            _text(as_data(told, "screenshot_notes")),
            *(picture(screenshots[key.index]) for key in keys),
        ]
        return self._ask("outcome", parts, _read_outcome)

    def _tell(self, prompt: str, parts: list[dict[str, Any]]) -> str:
        """One stage with the authors' prompt: the reply, as it is."""
        assert self._published is not None
        return self.endpoint.ask(
            [{"role": "system", "content": self._published[prompt]}, {"role": "user", "content": parts}]
        )

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
            except (KeyError, TypeError, ValueError, OverflowError) as error:
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


# ---- replies to the authors' prompts, read as they read them ------------------------------------


def _published_points(reply: str) -> tuple[str, ...]:
    """The lines behind the heading, up to the next one of its kind, or all of them."""
    below = _behind(reply, "**Key Points**:")
    text = reply.rpartition("Key Points:")[2] if below is None else below
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _published_glance(index: int, reply: str) -> Glance:
    """The first figure from 1 to 5 between the first and the second word Score, and the first paragraph of
    the reasoning.

    A reply without one is no key screenshot.
    """
    score = re.search(r"[1-5]", _behind(reply, "Score") or "")
    told = reply.rpartition("**Reasoning**:")[2].strip().partition("\n\n")[0]
    return Glance(index, int(score.group()) if score else 0, " ".join(told.splitlines()))


def _published_outcome(reply: str) -> tuple[bool, str]:
    """Success where that word stands behind ``Status:``. To the authors a reply without it is a failure."""
    said = _behind(reply.lower(), "status:")
    if said is None:
        raise Unreadable(f"the judge's reply on outcome names no status: {reply[:200]}")
    return "success" in said, reply[: reply.lower().index("status:")].strip()


def _behind(reply: str, word: str) -> str | None:
    """What stands behind a word, up to its next occurrence; None without it."""
    parts = reply.split(word, 2)
    return parts[1] if len(parts) > 1 else None


def _lines(points: Sequence[str]) -> str:
    return "".join(f"\n{point}" for point in points)


def _numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
