"""What a player is told of the answer that a task asks for, and what becomes of one that cannot be read."""

from __future__ import annotations

import json
from typing import Any

from evaluators import values
from evaluators.heard import NO_REASON, heard
from tasks.actions import Stop
from tasks.formats import Told
from tasks.model import Task

STATUSES = {
    "done": "You did what the task asks; the answer holds what it asks for.",
    "not_achievable": "The task cannot be done, and reason says why: not_found (what it speaks of does not "
    "exist), not_permitted (you may not do it) or not_supported (the site has no way to do it).",
    "failed": "You give up, whether or not it can be done.",
}
NOTHING = "No answer is asked for: leave it empty."


def answer_format(task: Task, told: Told) -> dict[str, Any] | None:
    """What a player is told of a task's answer: ``sentence``, ``schema`` and ``statuses``.

    It depends on the declared format alone, so that a task that cannot be done looks like one that can.

    Args:
        task: what is asked.
        told: how much of it; ``format`` leaves the statuses out, and for ``none`` there is nothing.
    """
    if told == "none":
        return None
    found = values.describe(task.answer)
    if task.answer is None:
        found = {"sentence": NOTHING, "schema": None}
    return found | ({"statuses": dict(STATUSES)} if told == "full" else {})


class Answers:
    """Takes the answers of one episode. The first that cannot be read is told, once.

    The telling depends on the format and the question, never on what would be right.

    Args:
        task: what is asked.
        told: how much the player knows of the format; who knows nothing is not told of it afterwards.
    """

    def __init__(self, task: Task, told: Told) -> None:
        self.task, self.told = task, told
        self._was_told = False

    def take(self, stop: Stop) -> str | None:
        """What the player is told; None where the answer ends the episode."""
        if self._was_told or self.told == "none":
            return None
        reading = heard(self.task, stop.text, status=stop.status, reason=stop.reason, told=self.told)
        if reading.status != "malformed":
            return None
        self._was_told = True
        schema = (answer_format(self.task, self.told) or {})["schema"]
        if reading.why == NO_REASON or schema is None:
            wanted = NO_REASON
        else:
            wanted = f"an answer is JSON by this schema: {json.dumps(schema, ensure_ascii=False)}"
        return f"The answer could not be read; {wanted}. You may stop once more."
