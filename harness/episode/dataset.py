"""A task as a row of a data set: what a trainer needs to know of it, and nothing of what is right."""

from __future__ import annotations

from typing import Any

from harness.episode.answers import answer_format
from harness.episode.limits import Limits
from tasks.canary import CANARY
from tasks.model import Task
from tasks.splits import family_token, split_of


def dataset_row(task: Task) -> dict[str, Any]:
    """The row of a task: plain JSON, with the same keys for every task.

    Neither reference, checks nor oracle are in it, nor whether the task can be done. ``family`` is the same
    for tasks that belong together, and is told for training alone: a family of two templates is one that
    can be done and one that cannot.
    """
    limits = Limits()
    split = split_of(task)
    return {
        "canary": CANARY,
        "id": task.id,
        "template": task.template,
        "split": split,
        "family": family_token(task) if split == "train" else None,
        "intent": task.intent,
        "sites": task.sites,
        "profile": task.profile,
        "start": task.start,
        "category": task.category,
        "covers": task.covers,
        "difficulty": task.difficulty,
        "answer_format": answer_format(task, "full"),
        "limits": {
            "steps": limits.of(task).steps,
            "seconds": limits.of(task).episode_seconds,
        },
    }
