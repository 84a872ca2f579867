"""When an episode is ended before the agent stops by itself.

The rules are those of the WebArena paper, appendix A.5: at most 30 steps, the same action repeated more than
three times on the same observation, three invalid actions in a row. Time limits are ours, and so is that
waiting is no repetition: somebody else may act meanwhile.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from math import ceil
from typing import Any

from tasks.actions import Wait
from tasks.loader import oracle_length
from tasks.model import Task

INVALID = "invalid_actions"
WAIT = Wait.model_fields["name"].default


@dataclass(frozen=True)
class Limits:
    """Limits of an episode; 0 switches a rule off.

    Args:
        steps: actions an agent may take.
        repeats: the same action but ``wait`` more often than this in a row, on the same observation, ends the
            episode.
        invalid: so many invalid actions in a row end it.
        answer_seconds: how long an agent may think about one action (its start-up included).
        episode_seconds: how long an episode may take in all.
        step_factor: of the annotated length of a task, which is its oracle's, so many times are granted, the
            final stop besides (WebCanvas, appendix F.3: 1.5); a task without a length has ``steps``.
    """

    steps: int = 30
    repeats: int = 3
    invalid: int = 3
    answer_seconds: float = 180.0
    episode_seconds: float = 1800.0
    step_factor: float = 0.0

    def of(self, task: Task) -> Limits:
        """These limits with what a task has of its own; a long one has room where nobody says a number."""
        usual = max(self.steps, task.room) if self.steps == Limits().steps else self.steps
        if self.step_factor and (length := oracle_length(task)):
            usual = ceil(self.step_factor * length) + 1
        return replace(
            self,
            steps=task.limits.steps or usual,
            episode_seconds=task.limits.seconds or self.episode_seconds,
        )

    def to_json(self) -> dict[str, Any]:
        """The limits as the task message and the manifest show them."""
        told = asdict(self)
        if not self.step_factor:  # runs from before there was one keep their digest
            del told["step_factor"]
        return told


@dataclass
class StopRules:
    """Counts what the rules need; one for each episode."""

    limits: Limits
    taken: int = 0
    _same: int = 0
    _invalid: int = 0
    _last: tuple[str, str] | None = field(default=None)

    def after(self, action: dict[str, Any] | None, *, digest: str, invalid: bool) -> str | None:
        """Count one action.

        Args:
            action: as JSON; None when the message was not even an action.
            digest: of the observation it answers.
            invalid: whether it could not be carried out on that observation.

        Returns:
            The reason to end the episode (``repeated_action``, ``invalid_actions``, ``max_steps``), or None.
        """
        self.taken += 1
        now = (json.dumps(action, sort_keys=True), digest)
        self._same = self._same + 1 if now == self._last else 1
        self._last = now
        self._invalid = self._invalid + 1 if invalid else 0
        if self.limits.invalid and self._invalid >= self.limits.invalid:
            return INVALID
        waits = action is not None and action.get("name") == WAIT
        if self.limits.repeats and not waits and self._same > self.limits.repeats:
            return "repeated_action"
        if self.limits.steps and self.taken >= self.limits.steps:
            return "max_steps"
        return None
