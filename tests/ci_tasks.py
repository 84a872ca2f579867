"""Which tasks a run of CI plays: one of every template, as many as fit in the stage's time.

    python -m tests.ci_tasks > tasks.txt; make eval TASKS=@tasks.txt

Long tasks get a share of their own, and the commit's hash says which of them are played. Where the others are
too many, too, it chooses among these likewise, so that each is played in some of the next commits. What is
left out is named on the standard error. Seconds are estimated from the recorded steps of the oracle; where
the tests have just taken longer than on the machine that the estimates are of, fewer are played, in as long.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

from sites.spec import ROOT
from tasks.loader import ROOM, load_tasks
from tasks.model import Task

STAGE_SECONDS = 1320.0
"""Of the evaluation: 25 minutes with something to spare."""
LONG_SECONDS = 300.0
"""Of these, for long tasks."""
LONG_STEPS = 25
"""Steps of the oracle from which a task is long; none of the short ones has more than 20."""
TESTS_SECONDS = 1120.0
"""Of `make test` where the estimates below are of."""
WORKERS = 2
EPISODE_SECONDS, STEP_SECONDS = 1.0, 0.9
"""Of one of two workers on two cores: 327 tasks with 3,817 steps took 1,913 s there, all set-up included."""
UNRECORDED = {"easy": 6, "medium": 8, "hard": 12}
"""Steps by difficulty, of oracles of which no length is known."""


@dataclass(frozen=True)
class Selection:
    """What is played, in order, what is not, and about how many seconds it takes."""

    played: list[Task]
    left_out: list[Task]
    long: list[Task]
    seconds: float


def steps(task: Task) -> int:
    """About how many steps its oracle has: as recorded up to the last key node, as written, and by its limit.

    The largest counts: an oracle in Python goes on after its last key node, and only the limit tells how far.
    """
    recorded = max((node.step or 0 for node in task.key_nodes), default=0)
    return max(recorded, task.room // ROOM, (task.limits.steps or 0) // ROOM) or UNRECORDED[task.difficulty]


def seconds(tasks: Iterable[Task]) -> float:
    """About how long the workers take for tasks."""
    return sum(EPISODE_SECONDS + STEP_SECONDS * steps(task) for task in tasks) / WORKERS


def choose(
    tasks: list[Task], commit: str, *, stage: float = STAGE_SECONDS, long: float = LONG_SECONDS
) -> Selection:
    """What the run of a commit plays.

    Args:
        tasks: one of every template.
        commit: its hash.
        stage: seconds of the whole stage.
        long: how many of them are for long tasks at most.
    """
    drawn = sorted(tasks, key=lambda task: hashlib.sha256(f"{commit} {task.template}".encode()).digest())
    chosen_long = _fitting([task for task in drawn if steps(task) >= LONG_STEPS], long)
    short = [task for task in drawn if steps(task) < LONG_STEPS]
    chosen = {task.id for task in chosen_long + _fitting(short, stage - seconds(chosen_long))}
    played = [task for task in tasks if task.id in chosen]
    left_out = [task for task in tasks if task.id not in chosen]
    return Selection(played, left_out, chosen_long, seconds(played))


def slowness(tests_took: float) -> float:
    """How many times as long as estimated a machine needs, by the seconds of its `make test`; 1 at least."""
    return max(1.0, tests_took / TESTS_SECONDS)


def _fitting(drawn: list[Task], room: float) -> list[Task]:
    found: list[Task] = []
    for task in drawn:
        if seconds([*found, task]) <= room:
            found.append(task)
    return found


def main() -> None:
    """Print the tasks, one a line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commit", default=None, help="its hash; that of the checkout without")
    parser.add_argument("--seconds", type=float, default=STAGE_SECONDS, help="of the whole stage")
    parser.add_argument("--tests-took", type=float, default=TESTS_SECONDS, help="seconds of `make test` here")
    options = parser.parse_args()
    commit = (
        options.commit
        or subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True, check=False
        ).stdout.strip()
    )
    slow = slowness(options.tests_took)
    found = choose(
        load_tasks("one-per-template"), commit, stage=options.seconds / slow, long=LONG_SECONDS / slow
    )
    for task in found.played:
        print(task.id)
    about = f"about {found.seconds * slow:.0f} s"
    told = [f"{len(found.played)} tasks, one a template, {about} by commit {commit[:12]}"]
    told += [f"long: {task.id} ({steps(task)} steps)" for task in found.long]
    told += [f"left out this time: {task.id}" for task in found.left_out]
    print("\n".join(told), file=sys.stderr)


if __name__ == "__main__":
    main()
