"""A run folder for episodes that another program asks for one by one."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

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

REST = 20
"""Times as long as the last count of the journal took, before it is counted again."""
_OF_TASKS = ("selection", "sites", "tasks", "tasks_hash", "seed", "salt", "images", "image_ids", "packages")
"""What of a manifest changes when a task is added; all else stays."""


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
        workers: how many worlds work side by side.
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
        workers: int = 1,
        summary_seconds: float = 0.0,
    ) -> None:
        self._trials, self._workers, self._summary_seconds = trials, workers, summary_seconds
        self._counted = True
        self._counting: threading.Thread | None = None
        self._count_at = -math.inf  # by the monotonic clock, at the earliest
        self._finished: Counter[str] | None = None  # episodes by task; None before somebody asks
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
            manifest = before.model_copy(update={name: getattr(manifest, name) for name in _OF_TASKS})
        write_json(self.folder / "manifest.json", manifest.to_json())

    def note_browser(self, ready: Mapping[str, Any]) -> None:
        """What plays is ready, and tells its browser and how far that is shut in."""
        found = {key: ready[key] for key in ("browser", "protection") if key in ready}
        with self._lock:
            manifest = read_manifest(self.folder) if self._journal else None
            if manifest and found != {key: getattr(manifest, key) for key in found}:
                write_json(self.folder / "manifest.json", manifest.model_copy(update=found).to_json())

    def next_trial(self, task: Task) -> int:
        """The number of the first trial of a task that has no verdict yet."""
        with self._lock:
            if self._finished is None:
                known = read_journal(self.folder / "journal.jsonl", torn=True)
                self._finished = Counter(line.task_id for line in known.values() if line.finished)
            return self._finished[task.id]

    def add(self, line: JournalLine) -> None:
        """An episode is over."""
        with self._lock:
            assert self._journal is not None, "begin comes first"
            self._journal.append(line)
            if self._finished is not None:
                self._finished[line.task_id] += line.finished
            self._counted = time.monotonic() >= self._count_at
            if self._counted:
                self._count_at = math.inf  # until this count is over
                self._counting = threading.Thread(target=self._count, name="webarium-count", daemon=True)
                self._counting.start()

    def fail(self, task: Task, trial: int, error: str, *, attempts: int = 1) -> None:
        """An episode has no verdict: the sandbox failed, or nobody ended it.

        Args:
            task: that was played.
            trial: of it.
            error: what happened.
            attempts: how often the episode was begun.
        """
        place = self.folder / "episodes" / f"{task.id}.{trial}"
        line = error_line(task, place, error, trial=trial, agent=self.agent.name, config=self.config)
        self.add(line.model_copy(update={"attempts": attempts}))

    def close(self) -> None:
        """No more episodes."""
        if self._counting:
            self._counting.join()
        with self._lock:
            if self._journal:
                if not self._counted:
                    self._summarize()
                self._journal.close()
                self._journal = None

    def _count(self) -> None:
        """Counts in a thread of its own: in a long run it takes long, and nobody is to wait for it."""
        began = time.monotonic()
        try:
            self._summarize()
        except Exception:  # as where a line is being written; counted again later, and told at the end
            self._counted = False
        ended = time.monotonic()
        self._count_at = ended + max(self._summary_seconds, REST * (ended - began))

    def _summarize(self) -> None:
        write_json(self.folder / "summary.json", summarize(self.folder).to_json())

    def _settings(self, world: str | None) -> RunSettings:
        return RunSettings(
            folder=self.folder,
            tasks=list(self._tasks.values()),
            agent=self.agent,
            episode=self._episode,
            selection=",".join(self._tasks),
            trials=self._trials,
            workers=self._workers,
            world=world,
            factory=self._factory,
        )
