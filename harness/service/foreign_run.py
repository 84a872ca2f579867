"""A run folder for episodes that another program asks for one by one."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from harness.agents.naming import AgentSpec
from harness.episode.record import error_line
from harness.episode.settings import EpisodeSettings
from harness.fleet.worker import REAL_WORLD
from harness.jsonio import write_json
from harness.run.identity import manifest_of
from harness.run.journal import Journal, read_journal
from harness.run.models import JournalLine
from harness.run.reader import read_manifest
from harness.run.settings import RunSettings
from harness.run.summary import summarize
from tasks.loader import load_tasks
from tasks.model import Task


class ForeignRun:
    """Manifest, journal and summary of such a run; nothing is written before its first episode.

    Several threads may use it; one process writes it.

    Args:
        folder: ``runs/<id>``.
        agent: who plays.
        episode: settings of each episode.
        tasks: those that are known to come; others may follow.
        factory: of the worlds, see ``harness.fleet.worker``.
        trials: how often each task may be played.
        summary_seconds: the summary is not written more often than that, but for the end.
    """

    def __init__(
        self,
        folder: Path,
        agent: AgentSpec,
        *,
        episode: EpisodeSettings | None = None,
        tasks: Iterable[Task] = (),
        factory: str = REAL_WORLD,
        trials: int = 1,
        summary_seconds: float = 0.0,
    ) -> None:
        self._trials, self._summary_seconds, self._summarized = trials, summary_seconds, -math.inf
        self._counted = True
        self.folder, self.agent = folder, agent
        self._episode = episode or EpisodeSettings()
        self._factory = factory
        self._tasks = {task.id: task for task in tasks}
        self._journal: Journal | None = None
        self._lock = threading.Lock()

    @property
    def config(self) -> str:
        """Digest of the agent's configuration."""
        return self._settings(None).config

    def begin(self, task: Task, world: str) -> None:
        """An episode of a task is to be played.

        Args:
            task: what is played.
            world: name of the world, which runs.

        Raises:
            RunBusy: when another process writes this run.
            RunError: when the folder holds a run of another agent.
        """
        with self._lock:
            if self._journal is not None and task.id in self._tasks:
                return
            journal = self._journal or Journal(self.folder)
            try:
                self._note(task, world, again=self._journal is None)
            except BaseException:
                if self._journal is None:
                    journal.close()
                raise
            (self.folder / "episodes").mkdir(exist_ok=True)
            self._journal = journal

    def _note(self, task: Task, world: str, *, again: bool) -> None:
        """Add a task to the manifest; a run that goes on must be what it was, but for more tasks."""
        before = read_manifest(self.folder)
        if before and again:
            known = {one.id: one for one in load_tasks(",".join(before.tasks))}
            coming, self._tasks = self._tasks, {name: known[name] for name in before.tasks}
            before = manifest_of(self._settings(world), before)
            self._tasks |= coming
        self._tasks[task.id] = task
        manifest = manifest_of(self._settings(world))
        if before:
            manifest = manifest.model_copy(update={"started": before.started, "resumed": before.resumed})
        write_json(self.folder / "manifest.json", manifest.to_json())

    def next_trial(self, task: Task) -> int:
        """The number of the first trial of a task that has no verdict yet."""
        known = read_journal(self.folder / "journal.jsonl", torn=True)
        finished = [line for line in known.values() if line.finished]
        return sum(line.task_id == task.id for line in finished)

    def add(self, line: JournalLine) -> None:
        """An episode is over."""
        with self._lock:
            assert self._journal is not None, "begin comes first"
            self._journal.append(line)
            self._counted = False
            if time.monotonic() - self._summarized >= self._summary_seconds:
                self._summarize()

    def fail(self, task: Task, trial: int, error: str) -> None:
        """An episode has no verdict: the sandbox failed, or nobody ended it."""
        place = self.folder / "episodes" / f"{task.id}.{trial}"
        self.add(error_line(task, place, error, trial=trial, agent=self.agent.name, config=self.config))

    def close(self) -> None:
        """No more episodes."""
        with self._lock:
            if self._journal:
                if not self._counted:
                    self._summarize()
                self._journal.close()
                self._journal = None

    def _summarize(self) -> None:
        """Counts the whole journal, which takes long in a long run."""
        write_json(self.folder / "summary.json", summarize(self.folder).to_json())
        self._summarized, self._counted = time.monotonic(), True

    def _settings(self, world: str | None) -> RunSettings:
        return RunSettings(
            folder=self.folder,
            tasks=list(self._tasks.values()),
            agent=self.agent,
            episode=self._episode,
            selection=",".join(self._tasks),
            trials=self._trials,
            world=world,
            factory=self._factory,
        )
