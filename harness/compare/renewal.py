"""A baseline renewed where tasks changed, so that nobody has to play all the others again for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harness.compare.fairness import warnings_of
from harness.compare.sides import Side, load_side, write_baseline
from harness.run.identity import tasks_hash
from sites.errors import WebariumError
from tasks.model import Task

_SHOWN = 5  # ids in a message
_OF_SITES = ("images", "image_ids", "packages")


@dataclass(frozen=True)
class Renewed:
    """A renewed baseline: the tasks whose rows are of the run, and those that are gone.

    ``again`` counts the episodes that were in it before, ``alike`` those of them that looked the same.
    """

    side: Side
    played: list[str]
    gone: list[str]
    again: int
    alike: int


def renew_baseline(run: Path, path: Path, present: Sequence[Task]) -> Renewed:
    """Replace in a baseline what a run played, and leave out the tasks that are gone.

    What the run did not play stays as it was seen before. A changed intent gives a task away that should have
    been played; changes of checks or pages do not show here, so play every task that changed. How many of the
    tasks that are played again look as before tells whether other images show the same.

    Args:
        run: the run's folder.
        path: of the baseline, replaced.
        present: all tasks that there are now, in their order.

    Raises:
        WebariumError: when the run is not finished, is another agent's, was played otherwise, or lacks
            a task that changed; the baseline stays as it is.
    """
    old, new = load_side(str(path)), load_side(str(run))
    if new.unfinished:
        raise WebariumError(new.unfinished, remedy="a baseline is renewed with whole runs")
    if other := _unlike(old, new):
        raise WebariumError(
            f"{path} cannot be renewed with {new.name}: {'; '.join(other)}",
            remedy=f"play all its tasks and make it anew: webarium baseline save RUN {path}",
        )
    played = {one.task_id for one in new.episodes}
    tasks = {task.id: task for task in present}
    stay = [one for one in old.episodes if one.task_id not in played and one.task_id in tasks]
    if changed := sorted({one.task_id for one in stay if one.intent != tasks[one.task_id].intent}):
        more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
        raise WebariumError(
            f"{path}: changed since, and not played by {new.name}: {', '.join(changed[:_SHOWN])}{more}",
            remedy="play these tasks as well, in the same run",
        )
    of_run = [one for one in new.episodes if one.task_id in tasks]
    episodes = sorted([*stay, *of_run], key=lambda one: (one.task_id, one.trial))
    there = {one.task_id for one in episodes}
    whole = [task for task in present if task.id in there]
    facts = new.facts | {"tasks": [task.id for task in whole], "tasks_hash": tasks_hash(whole)}
    facts |= {key: (old.facts.get(key) or {}) | (new.facts.get(key) or {}) for key in _OF_SITES}
    side = replace(new, facts=facts, episodes=episodes)
    write_baseline(side, path)
    before = {(one.task_id, one.trial): one.digest for one in old.episodes}
    again = [one for one in of_run if (one.task_id, one.trial) in before]
    return Renewed(
        side=side,
        played=sorted(played & there),
        gone=sorted({one.task_id for one in old.episodes} - there),
        again=len(again),
        alike=sum(one.digest == before[one.task_id, one.trial] for one in again),
    )


def _unlike(old: Side, new: Side) -> list[str]:
    """What of two runs was otherwise besides their tasks, a clause each."""
    found = [] if old.agent == new.agent else [f"it is of {old.agent}, the run of {new.agent}"]
    both = [replace(side, facts=dict(side.facts), episodes=[], unplanned="") for side in (old, new)]
    for side in both:
        side.facts["tasks"] = []
        for key in ("tasks_hash", *_OF_SITES):  # other images may show the same pages: what was seen tells
            side.facts.pop(key, None)
    if old.edition != new.edition:
        found.append("the tasks are of different worlds")
    return found + warnings_of(*both)
