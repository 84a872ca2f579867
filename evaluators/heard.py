"""What an answer says, read the same way by the judge, the episode and the run's counts."""

from __future__ import annotations

from typing import Any

from evaluators import values
from evaluators.base import Outcome
from tasks.formats import REASONS, Reason, Told
from tasks.model import Task

NO_REASON = f"a refusal names its reason: {', '.join(REASONS[:-1])} or {REASONS[-1]}"


def heard(
    task: Task, answer: str, *, status: Any = None, reason: Reason | None = None, told: Told = "full"
) -> values.Reading:
    """Read an answer to a task, without regard to what would be right.

    Args:
        task: what was asked.
        answer: as the agent gave it.
        status: what it said beside it.
        reason: the same.
        told: how much the agent knew of the format. Who was told of reasons has to name one, unless the
            answer is a text that may be no refusal at all.
    """
    reading = values.read(answer, task.answer, task.intent, status=status, reason=reason)
    if told == "full" and reading.value is None and lacks_reason(reading):
        return values.Reading("malformed", how=reading.how, why=NO_REASON)
    return reading


def lacks_reason(reading: values.Reading) -> bool:
    """Whether it is a refusal that says nothing of why."""
    return reading.status == "not_achievable" and reading.reason is None


def told_of(task: Task, outcome: Outcome) -> dict[str, Any]:
    """What a run keeps of an answer: ``answer_status``, ``answer_reading`` and ``reason``."""
    if outcome.answer is None:
        return {"answer_status": None, "answer_reading": "none", "reason": None}
    reading = heard(task, outcome.answer, status=outcome.status, reason=outcome.reason, told=outcome.told)
    asked = task.answer is not None or reading.status == "not_achievable"
    how: str = reading.how if asked else "none"
    if reading.status == "malformed":
        how = "malformed"
    # without its reason it is a refusal all the same
    says = "not_achievable" if reading.why == NO_REASON else reading.status
    return {"answer_status": says, "answer_reading": how, "reason": reading.reason}
