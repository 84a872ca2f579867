"""Which tasks the service plays, and which attempts are still to be had.

Where episodes are scored, a task and trial are played once: who could try again would find an answer by
trying. Only what the sandbox spoiled is played again, as often as a run does in all, though the service is
started again meanwhile; what the task itself spoils is not. Where they are for training,
every attempt is the next trial of its task.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from harness.episode.mend import ATTEMPTS
from harness.run.models import JournalLine, Key
from harness.service.refusals import Refused
from tasks.model import Task
from tasks.splits import split_of

SplitOf = Callable[[Task], str]


@dataclass
class Tried:
    """What became of the trials of a task so far."""

    playing: set[int] = field(default_factory=set)
    over: set[int] = field(default_factory=set)
    """Judged, or of no use to be played again."""
    spoiled: dict[int, int] = field(default_factory=dict)
    """By trial, how often the sandbox failed."""

    @property
    def next_trial(self) -> int:
        """The first that was never begun."""
        return max({*self.playing, *self.over, *self.spoiled}, default=-1) + 1

    def open(self, trial: int) -> bool:
        """Whether a scored trial may be played."""
        taken = trial in self.playing or trial in self.over
        return not taken and self.spoiled.get(trial, 0) < ATTEMPTS


class Ledger:
    """The tasks of a service.

    Args:
        tasks: that it plays.
        split_of: the split of a task; all but ``train`` are scored.
        all_scored: whether that is, too.
        run: name of the run; the tasks' names for clients of scored ones come from it.
        trials: how often each scored task may be played.
        before: the run's journal so far.
        config: digest of the configuration that is played; other lines of the journal do not count.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        split_of: SplitOf = split_of,
        *,
        run: str,
        all_scored: bool = False,
        trials: int = 1,
        before: Mapping[Key, JournalLine] | None = None,
        config: str = "",
    ) -> None:
        self.split_of, self._all_scored = split_of, all_scored
        self.trials = trials
        self.tasks = sorted(tasks, key=lambda task: _digits(f"{run} {task.id}"))  # by no meaning
        self._run = run
        self._by_name = {task.id: task for task in self.tasks}
        self._by_name |= {self.handle(task): task for task in self.tasks}
        self._tried = {task.id: Tried() for task in self.tasks}
        self._turn = 0
        for key, line in (before or {}).items():
            if key.config != config or key.task_id not in self._tried:
                continue
            tried = self._tried[key.task_id]
            if line.finished:
                tried.over.add(key.trial)
            else:
                tried.spoiled[key.trial] = max(line.attempts, len(line.attempts_kept))

    def handle(self, task: Task) -> str:
        """What clients call a task: its id; a scored one by digits, since an id often tells the answer."""
        return f"task-{_digits(f'{self._run} {task.id}')[:12]}" if self.scored(task) else task.id

    def scored(self, task: Task) -> bool:
        """Whether its verdict counts, so that it is played once a trial."""
        return self._all_scored or self.split_of(task) != "train"

    def listed(self, split: str | None = None) -> list[dict[str, Any]]:
        """The tasks, as much of them as a client may know.

        Raises:
            Refused: there is no such split.
        """
        found = []
        for task in self._of(split):
            row: dict[str, Any] = {"task": self.handle(task), "split": self.split_of(task)}
            row |= {"scored": self.scored(task), "intent": task.intent, "sites": task.sites}
            if not self.scored(task):
                row |= {"category": task.category, "difficulty": task.difficulty}
            found.append(row)
        return found

    def choose(
        self,
        *,
        task: str | None = None,
        split: str | None = None,
        seed: int | str | None = None,
        trial: int | None = None,
    ) -> tuple[Task, int]:
        """The task and trial that somebody asks for; they are taken from now on.

        Args:
            task: an id, or what ``listed`` calls it.
            split: choose from these; without a task and a split from all.
            seed: the same one chooses the same task; without it the next one that is to be had.
            trial: from 0; without it the next.

        Raises:
            Refused: there is no such task, or the attempt is not to be had.
        """
        if task is not None:
            if task not in self._by_name:
                raise Refused(
                    f"There is no task {task!r} here",
                    code="unknown",
                    status=404,
                    remedy="see: GET /tasks, or list_tasks",
                )
            chosen = self._by_name[task]
        else:
            chosen = self._drawn(self._of(split), seed, trial)
        taken = self._trial(chosen, trial)
        self._tried[chosen.id].playing.add(taken)
        return chosen, taken

    def untaken(self, task: Task, trial: int) -> None:
        """An attempt that was chosen did not begin."""
        self._tried[task.id].playing.discard(trial)

    def judged(self, task: Task, trial: int) -> None:
        """An attempt has a verdict."""
        self._tried[task.id].playing.discard(trial)
        self._tried[task.id].over.add(trial)

    def spoiled(self, task: Task, trial: int, *, again: bool = True) -> int:
        """The sandbox failed in an attempt.

        Args:
            task: that was attempted.
            trial: of it.
            again: whether another attempt may end otherwise.

        Returns:
            How often it failed in this trial so far.
        """
        tried = self._tried[task.id]
        tried.playing.discard(trial)
        tried.spoiled[trial] = tried.spoiled.get(trial, 0) + 1
        if not again:
            tried.over.add(trial)
        return tried.spoiled[trial]

    def _of(self, split: str | None) -> list[Task]:
        found = [task for task in self.tasks if split in (None, self.split_of(task))]
        if not found:
            raise Refused(f"There are no tasks of {split!r} here", code="unknown", status=404)
        return found

    def _drawn(self, pool: list[Task], seed: int | str | None, trial: int | None) -> Task:
        if seed is not None:
            return pool[int(_digits(str(seed)), 16) % len(pool)]
        for _ in pool:
            self._turn += 1
            task = pool[self._turn % len(pool)]
            if not self.scored(task) or self._open(task, trial) is not None:
                return task
        raise Refused("Every task has been played", code="nothing_left", status=409)

    def _open(self, task: Task, trial: int | None) -> int | None:
        wanted = range(self.trials) if trial is None else [trial]
        return next((one for one in wanted if self._tried[task.id].open(one)), None)

    def _trial(self, task: Task, trial: int | None) -> int:
        tried = self._tried[task.id]
        if not self.scored(task):
            if trial is not None and trial < tried.next_trial:
                raise Refused(
                    f"Trial {trial} of {task.id} was begun before",
                    code="attempted",
                    status=409,
                    remedy="leave the trial out: each attempt is the next one",
                )
            return tried.next_trial if trial is None else trial
        if trial is not None and trial >= self.trials:
            raise Refused(
                f"There is no trial {trial}: each task has {self.trials}", code="unknown", status=404
            )
        found = self._open(task, trial)
        if found is None:
            raise Refused(
                "This task was attempted before, and a scored task is played once a trial",
                code="attempted",
                status=409,
                remedy="choose another task",
            )
        return found


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
