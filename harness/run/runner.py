"""A run: many episodes, several workers, one journal; it survives the death of any of its parts.

The runner hands episodes to workers and writes what they report. A worker that dies gives its episode back
and is replaced; an episode that meets trouble (a dead database, a lost browser) is tried again and ends as
``error`` after a few attempts. Every finished episode is in the journal before the next one begins.
"""

from __future__ import annotations

import errno
import re
import shutil
import time
from collections import deque
from contextlib import suppress
from typing import Any

from harness import temporary
from harness.agents.orders import try_jail
from harness.elsewhere.tasks import keep_tasks
from harness.episode.mend import ATTEMPTS
from harness.episode.record import error_line
from harness.fleet.coming import ComingImages
from harness.fleet.kinds import FleetWorker, fleet_for
from harness.fleet.local import RESTARTS, Event
from harness.fleet.worker import FULL, REAL_WORLD
from harness.jsonio import write_json
from harness.run.folders import point_latest
from harness.run.identity import manifest_of
from harness.run.interrupts import Interrupts
from harness.run.journal import Journal
from harness.run.models import AGENT_ERROR, JournalLine, Key, Manifest, Summary
from harness.run.reader import RunFolder, read_manifest
from harness.run.settings import Progress, RunError, RunSettings
from harness.run.summary import summarize


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; what is finished is in the journal."""


def check_world(settings: RunSettings) -> None:
    """See that a world that somebody started has what the tasks need, and is the one they are of.

    Raises:
        RunError: it lacks a site, or is of another seed.
    """
    if not settings.world or settings.factory != REAL_WORLD:
        return
    from reset.world import Record

    record = Record.load(settings.world)
    lacking = sorted(set(settings.sites) - set(record.sites)) if record else []
    if record and lacking:
        raise RunError(
            f"The world {record.name!r} has no {', '.join(lacking)}, which the tasks need",
            remedy=f"it has {', '.join(record.sites)}; choose other tasks, or leave --world out",
        )
    if record and record.seed != str(settings.seed):
        raise RunError(
            f"The world {record.name!r} is of seed {record.seed}, but the answers of the tasks are of "
            f"seed {settings.seed}",
            remedy="choose tasks of that world, see docs/worlds.md; or leave --world out",
        )


class Runner:
    """Runs the episodes that the journal does not have yet.

    Args:
        settings: of the run.
        progress: called with an event (``image``, ``images``, ``worker``, ``begun``, ``done``, ``trouble``)
            and its data.
        coming: images that are built while the first tasks are played; all are there without.
    """

    def __init__(
        self,
        settings: RunSettings,
        *,
        progress: Progress | None = None,
        coming: ComingImages | None = None,
    ) -> None:
        self.settings = settings
        self._tell = progress or (lambda event, data: None)
        self._tasks = {task.id: task for task in settings.tasks}
        self._queue: deque[Key] = deque()
        self._attempts: dict[Key, int] = {}
        self._given_up: list[JournalLine] = []  # the last episodes in a row
        self._told_lacking = False
        self._fleet = fleet_for(settings, self._tell, coming)
        self._manifest: Manifest

    def run(self) -> Summary:
        """Run to the end.

        Returns:
            The summary, which is also in ``summary.json``; there it is however the run ends.

        Raises:
            RunError: when the world lacks a site, no worker starts, or the agent cannot go on.
            Interrupted: after Ctrl-C; the run can be resumed.
        """
        folder = self.settings.folder
        check_world(self.settings)
        before = read_manifest(folder)
        if before and before.trials > self.settings.trials:  # its journal would have what nobody asked for
            raise RunError(
                f"The run {folder.name} was begun with --trials {before.trials}, not {self.settings.trials}",
                remedy=f"continue it so: webarium eval --resume {folder}; or begin another run: --run NAME",
            )
        manifest = manifest_of(self.settings, before)  # what is refused leaves no folder
        with Journal(folder) as journal:
            started = time.monotonic()
            finished = self._known()
            if finished and self.settings.agent.jail == "on":
                try_jail(self.settings.agent)  # a run that goes on: after what its own files say
            self._write_manifest(manifest)
            self._queue.extend(self._missing(finished))
            self._clear_partial(finished)
            point_latest(folder.parent, folder.name)
            try:
                self._play_all(journal)
            except BaseException:  # a part of the run, too, whose time counts
                with suppress(Exception):  # what is to be told is why the run ended
                    self._sum_up(started)
                raise
            return self._sum_up(started)

    @property
    def _workers(self) -> int:
        return 1 if self.settings.world else max(1, self.settings.workers)

    # --- what there is to do ------------------------------------------------------------------------------

    def _known(self) -> dict[Key, JournalLine]:
        """What the journal has; a damaged run is refused before anything is played."""
        run = RunFolder(self.settings.folder)
        run.check()
        return run.lines

    def _missing(self, finished: dict[Key, JournalLine]) -> list[Key]:
        config = self.settings.config
        keys = [
            Key(task.id, trial, config)
            for trial in range(self.settings.trials)
            for task in self._tasks.values()
        ]
        return [key for key in keys if key not in finished or not finished[key].finished]

    def _clear_partial(self, finished: dict[Key, JournalLine]) -> None:
        """Folders of episodes that finished without reaching the journal; attempts are kept."""
        known = {line.folder for line in finished.values()}
        for path in (self.settings.folder / "episodes").glob("*"):
            whole = not path.name.startswith(".") and not re.search(r"\.attempt\d+$", path.name)
            if whole and f"episodes/{path.name}" not in known:
                shutil.rmtree(path, ignore_errors=True)

    def _clear_parts(self) -> None:
        """What was cut short in the middle."""
        for path in (self.settings.folder / "episodes").glob(".*"):
            shutil.rmtree(path, ignore_errors=True)

    def _sum_up(self, started: float) -> Summary:
        """Count the run, this part's time added, and keep that."""
        summary = summarize(self.settings.folder, wall_seconds=time.monotonic() - started)
        write_json(self.settings.folder / "summary.json", summary.to_json())
        return summary

    # --- playing ------------------------------------------------------------------------------------------

    def _play_all(self, journal: Journal) -> None:
        """As ``_play``; what breaks it off is said in the words of a run."""
        try:
            self._play(journal)
        except KeyboardInterrupt as error:
            raise Interrupted from error
        except OSError as error:
            writing = error.filename is not None or error.errno in FULL
            where = f"{error.filename}: " if error.filename is not None else ""
            raise RunError(
                f"The run cannot {'be written' if writing else 'go'} on: {where}{error.strerror or error}",
                remedy=f"mend that, then continue: webarium eval --resume {self.settings.folder}",
            ) from error

    def _play(self, journal: Journal) -> None:
        """Play what is missing; whatever happens, workers and worlds are gone afterwards."""
        with Interrupts(self._fleet.hurry) as interrupts:
            try:
                if self._queue:
                    self._fleet.start(min(self._workers, len(self._queue)))
                    self._supervise(journal)
            finally:
                interrupts.ending()
                self._fleet.stop()
                self._fleet.close_worlds()
                self._clear_parts()
                temporary.sweep()  # of workers that were killed

    @property
    def _to_do(self) -> bool:
        return bool(self._queue) or any(one.job for one in self._fleet.workers)

    def _supervise(self, journal: Journal) -> None:
        while self._to_do:
            if not self._fleet.workers:
                raise RunError(
                    "No worker is left to run the remaining episodes",
                    remedy="look at the messages above, then continue with `webarium eval --resume`",
                )
            for event in self._fleet.listen():
                self._take(event, journal)
            self._stop_for_agent(journal)
            self._assign()

    def _take(self, event: Event, journal: Journal) -> None:
        one = event.worker
        if event.kind == "images":
            if event.data is not None:
                self._write_manifest(self._manifest.model_copy(update=event.data))
        elif event.kind == "ready":
            self._note_browser(event.data)
        elif event.kind == "begun":
            task_id, trial = event.data
            self._tell("begun", {"worker": one.number, "task_id": task_id, "trial": trial})
        elif event.kind == "done":
            one.job = None
            self._finish(journal, event.data)
        elif event.kind == "trouble":
            _, _, text, again = event.data
            self._give_back(one, journal, text, again=again)
        elif event.kind == "gone":
            self._give_back(one, journal, event.data, again=True)
            if one.fruitless < RESTARTS and self._queue:
                self._fleet.replace(one)
        elif event.kind == "full":
            raise OSError(errno.ENOSPC, event.data)
        elif event.kind == "away":
            raise RunError(
                event.data,
                remedy=f"start it, then continue: webarium eval --resume {self.settings.folder}",
            )
        else:  # broken: it does not come back, what it played does
            if one.job or self._fleet.workers:
                self._give_back(one, journal, event.data.message, again=True)
            if not self._fleet.workers:
                raise RunError(event.data.message, remedy=event.data.remedy)

    def _assign(self) -> None:
        """Give every idle worker an episode, also one that came back."""
        for one in list(self._fleet.workers):
            if one.busy or not self._queue:
                continue
            key = next((key for key in self._queue if self._fleet.plays(one, self._tasks[key.task_id])), None)
            if key is None:  # what it needs is not built yet, or by now
                self._fleet.widen(one, [self._tasks[key.task_id] for key in self._queue])
                continue
            self._queue.remove(key)
            self._attempts[key] = self._attempts.get(key, 0) + 1
            self._fleet.give(one, key, self._tasks[key.task_id])

    def _give_back(self, one: FleetWorker, journal: Journal, text: str, *, again: bool) -> None:
        """An episode met trouble: it is tried again, or ends as an error.

        Trying again helps unless the task itself is wrong.
        """
        key, one.job = one.job, None
        if key is None:
            self._tell("trouble", {"worker": one.number, "error": text})
            return
        attempt = self._attempts.get(key, 1)
        told = {"task_id": key.task_id, "trial": key.trial, "error": text, "attempt": attempt}
        self._tell("trouble", told)
        if again and attempt < ATTEMPTS:
            self._queue.appendleft(key)
        else:
            line = self._error_line(key, text)
            self._finish(journal, line.model_copy(update={"wrong_task": not again}))

    def _finish(self, journal: Journal, line: JournalLine) -> None:
        line = line.model_copy(update={"attempts": self._attempts.get(line.key, 1)})
        journal.append(line)
        self._tell("done", line.to_json())
        if line.given_up:
            self._given_up.append(line)
        elif line.finished:
            self._given_up.clear()

    def _stop_for_agent(self, journal: Journal) -> None:
        """Stop where the agent cannot go on, whatever it is given: its last episodes count as not played."""
        most = self.settings.most_agent_errors
        if not most or len(self._given_up) < most or not self._to_do:
            return
        folder = self.settings.folder
        why = self._given_up[-1].stop_reason.removeprefix(f"{AGENT_ERROR}: ")
        for line in self._given_up:  # the verdicts stay in the journal; a later line counts
            journal.append(line.model_copy(update={"status": "error", "error": line.stop_reason}))
        raise RunError(
            f"The run stops: {len(self._given_up)} episodes in a row ended with the agent's own error: {why}",
            remedy=f"see what it wrote in {folder / 'agents'} and mend that; then "
            f"`webarium eval --resume {folder}` plays these again (--max-agent-errors 0: it never stops)",
        )

    def _error_line(self, key: Key, text: str) -> JournalLine:
        return error_line(
            self._tasks[key.task_id],
            self.settings.folder / "episodes" / f"{key.task_id}.{key.trial}",
            text,
            trial=key.trial,
            agent=self.settings.agent.name,
            config=key.config,
        )

    # --- manifest -----------------------------------------------------------------------------------------

    def _write_manifest(self, manifest: Manifest) -> None:
        self._manifest = manifest
        write_json(self.settings.folder / "manifest.json", manifest.to_json())
        keep_tasks(self.settings.folder, self.settings.tasks)

    def _note_browser(self, ready: dict[str, Any]) -> None:
        """The first worker that is ready tells which browser the run uses, and how far it is shut in.

        One on another machine tells of its images, too, which this one may not have. What a run that goes on
        was begun with stays.

        Raises:
            RunError: the run was begun with another browser.
        """
        known = self._manifest
        if known.browser and ready["browser"] != known.browser:
            raise RunError(
                f"The browser is Chromium {ready['browser']}, and the run was begun with {known.browser}",
                remedy="install that one again, or begin another run with another name: --run NAME",
            )
        found = {key: getattr(known, key) or ready[key] for key in ("browser", "protection")}
        if not known.image_ids:
            found |= {key: ready[key] for key in ("image_ids", "packages") if ready.get(key)}
        if found != {key: getattr(known, key) for key in found}:
            self._write_manifest(known.model_copy(update=found))
        if ready["lacking"] and not self._told_lacking:
            self._told_lacking = True
            self._tell("trouble", {"error": ready["lacking"]})
