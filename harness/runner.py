"""A run: many episodes, several workers, one journal; it survives the death of any of its parts.

The runner hands episodes to workers and writes what they report. A worker that dies gives its episode back
and is replaced; an episode that meets trouble (a dead database, a lost browser) is tried again and ends as
``error`` after a few attempts. Every finished episode is in the journal before the next one begins.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from harness import worker
from harness.agents.process import AgentSpec
from harness.episode import EpisodeSettings, config_of
from harness.journal import FINISHED, Journal, Key, read_journal
from harness.summary import summarize
from harness.trajectory import write_json
from harness.worker import REAL_WORLD, WorkerSettings
from sites.errors import WebariumError
from tasks.model import Task

ATTEMPTS = 3  # of an episode that meets trouble
RESTARTS = 3  # of a worker that dies without finishing anything
QUIT_SECONDS = 15.0
GRACE_SECONDS = 180.0  # for reset, settling and judging around an episode
START_SECONDS = 900.0


class RunError(WebariumError):
    """The run cannot begin or go on."""


class Interrupted(Exception):
    """The run was interrupted; what is finished is in the journal."""


@dataclass(frozen=True)
class RunSettings:
    """What a run is.

    Args:
        folder: ``runs/<id>``.
        tasks: what to do.
        agent: who does it.
        trials: how often each task is done.
        workers: how many worlds work side by side.
        episode: settings of each episode.
        selection: how the tasks were chosen, for the manifest.
        world: a running world to use (and leave running) instead of new ones; takes one worker.
        factory: of worlds, see ``harness.worker``.
    """

    folder: Path
    tasks: list[Task]
    agent: AgentSpec
    trials: int = 1
    workers: int = 1
    episode: EpisodeSettings = field(default_factory=EpisodeSettings)
    selection: str = "all"
    world: str | None = None
    factory: str = REAL_WORLD

    @property
    def config(self) -> str:
        """The agent configuration that journal lines carry."""
        return config_of(self.agent, self.episode)

    @property
    def sites(self) -> list[str]:
        """All sites that some task needs."""
        return sorted({site for task in self.tasks for site in task.sites})


Progress = Callable[[str, dict[str, Any]], None]


@dataclass
class _Worker:
    number: int
    process: Any
    pipe: Connection
    due: float
    """When it must have reported, by the monotonic clock; a worker that hangs is killed."""
    ready: bool = False
    job: Key | None = None
    fruitless: int = 0


class Runner:
    """Runs the episodes that the journal does not have yet.

    Args:
        settings: of the run.
        progress: called with an event (``worker``, ``begun``, ``done``, ``trouble``) and its data.
    """

    def __init__(self, settings: RunSettings, *, progress: Progress | None = None) -> None:
        self.settings = settings
        self._tell = progress or (lambda event, data: None)
        self._tasks = {task.id: task for task in settings.tasks}
        self._queue: deque[Key] = deque()
        self._attempts: dict[Key, int] = {}
        self._workers: list[_Worker] = []
        self._context = multiprocessing.get_context("spawn")
        self._own_worlds: set[str] = set()

    def run(self) -> dict[str, Any]:
        """Run to the end.

        Returns:
            The summary, which is also in ``summary.json``.

        Raises:
            RunError: when no worker starts.
            Interrupted: after Ctrl-C; the run can be resumed.
        """
        folder = self.settings.folder
        with Journal(folder) as journal:
            started = time.monotonic()
            finished = read_journal(journal.path)
            self._write_manifest()
            self._queue.extend(self._missing(finished))
            self._clear_partial(finished)
            _point_latest(folder)
            try:
                if self._queue:
                    self._start_workers()
                    self._supervise(journal)
            except KeyboardInterrupt as error:
                raise Interrupted from error
            finally:
                self._stop_workers()
                self._close_worlds()
            summary = summarize(folder, wall_seconds=time.monotonic() - started)
            write_json(folder / "summary.json", summary)
            return summary

    # --- what there is to do ------------------------------------------------------------------------------

    def _missing(self, finished: dict[Key, dict[str, Any]]) -> list[Key]:
        config = self.settings.config
        keys = [
            Key(task.id, trial, config)
            for trial in range(self.settings.trials)
            for task in self._tasks.values()
        ]
        return [key for key in keys if finished.get(key, {}).get("status") not in FINISHED]

    def _clear_partial(self, finished: dict[Key, dict[str, Any]]) -> None:
        """Folders of episodes that were cut short, or that finished without reaching the journal."""
        known = {line["folder"] for line in finished.values() if line.get("folder")}
        for path in (self.settings.folder / "episodes").glob("*"):
            if path.name.startswith(".") or f"episodes/{path.name}" not in known:
                shutil.rmtree(path, ignore_errors=True)

    # --- workers ------------------------------------------------------------------------------------------

    def _start_workers(self) -> None:
        """Start worlds side by side, and each one's worker as soon as it is up."""
        settings = self.settings
        count = 1 if settings.world else max(1, min(settings.workers, len(self._queue)))
        if settings.factory != REAL_WORLD or settings.world:
            self._workers = [self._spawn(number) for number in range(count)]
            return
        with ThreadPoolExecutor(max_workers=count) as pool:
            starting = {pool.submit(self._start_world, number): number for number in range(count)}
            for future in as_completed(starting):
                future.result()
                self._workers.append(self._spawn(starting[future]))

    def _start_world(self, number: int) -> None:
        from reset.world import World
        from sites.spec import load_site

        name = self._world_name(number)
        self._own_worlds.add(name)
        sites = [load_site(site) for site in self.settings.sites]
        world = World.start(
            sites, name=name, on_progress=lambda line: self._tell("world", {"world": name, "line": line})
        )
        world.detach()

    def _world_name(self, number: int) -> str:
        """Worlds belong to this process: another run's, or a dead run's, never get in the way."""
        return self.settings.world or f"run-{os.getpid()}-{number}"

    def _spawn(self, number: int, fruitless: int = 0) -> _Worker:
        ours, theirs = self._context.Pipe()
        name = self._world_name(number)
        settings = WorkerSettings(
            number=number,
            run=self.settings.folder.resolve(),
            sites=self.settings.sites,
            world=name,
            agent=self.settings.agent,
            episode=self.settings.episode,
            factory=self.settings.factory,
        )
        process = self._context.Process(target=worker.main, args=(theirs, settings), name=f"webarium-{name}")
        process.start()
        theirs.close()
        self._tell("worker", {"worker": number, "pid": process.pid, "state": "starting"})
        return _Worker(number, process, ours, time.monotonic() + START_SECONDS, fruitless=fruitless)

    def _supervise(self, journal: Journal) -> None:
        while self._queue or any(one.job for one in self._workers):
            if not self._workers:
                raise RunError(
                    "No worker is left to run the remaining episodes",
                    remedy="look at the messages above, then continue with `webarium eval --resume`",
                )
            busy = [one.due for one in self._workers if one.job or not one.ready]
            left = max(0.0, min(busy) - time.monotonic()) if busy else None
            events = wait([h for one in self._workers for h in (one.pipe, one.process.sentinel)], left)
            if not events:
                self._kill_overdue()
            for one in list(self._workers):
                if one.pipe in events:
                    self._hear(one, journal)
                elif one.process.sentinel in events:
                    self._bury(one, journal)

    def _kill_overdue(self) -> None:
        for one in self._workers:
            if (one.job or not one.ready) and time.monotonic() >= one.due:
                one.process.kill()  # its sentinel tells the rest

    def _hear(self, one: _Worker, journal: Journal) -> None:
        try:
            message = one.pipe.recv()
        except (EOFError, OSError):
            self._bury(one, journal)
            return
        kind = message[0]
        if kind == "ready":
            one.ready = True
            self._note_browser(message[1]["browser"])
            self._tell("worker", {"worker": one.number, "pid": one.process.pid, "state": "ready"})
        elif kind == "broken":
            self._workers.remove(one)
            one.process.join()
            if not self._workers:
                raise RunError(message[1], remedy=message[2])
            self._tell("trouble", {"worker": one.number, "error": message[1]})
            return
        elif kind == "begun":
            self._tell("begun", {"worker": one.number, "task_id": message[1], "trial": message[2]})
            return
        elif kind == "done":
            one.job, one.fruitless = None, 0
            self._finish(journal, message[1])
        elif kind == "trouble":
            _, _, _, text, again = message
            key, one.job = one.job, None
            assert key is not None
            self._retry(journal, key, text, again=again)
        self._assign(one)

    def _assign(self, one: _Worker) -> None:
        if one.job or not self._queue:
            return
        key = self._queue.popleft()
        one.job = key
        one.due = time.monotonic() + self.settings.episode.limits.episode_seconds + GRACE_SECONDS
        self._attempts[key] = self._attempts.get(key, 0) + 1
        with suppress(BrokenPipeError, OSError):  # it is dead: its sentinel tells
            one.pipe.send(("episode", self._tasks[key.task_id], key.trial))

    def _bury(self, one: _Worker, journal: Journal) -> None:
        """A worker died: its episode goes back to the queue, another worker takes its place."""
        one.process.join(QUIT_SECONDS)
        code = one.process.exitcode
        one.pipe.close()
        self._workers.remove(one)
        text = f"worker {one.number} died (exit code {code})"
        if one.job:
            self._retry(journal, one.job, text, again=True)
        else:
            self._tell("trouble", {"worker": one.number, "error": text})
        if one.fruitless + 1 > RESTARTS:
            return
        if self._queue:
            self._workers.append(self._spawn(one.number, one.fruitless + 1))

    def _retry(self, journal: Journal, key: Key, text: str, *, again: bool) -> None:
        self._tell(
            "trouble",
            {
                "task_id": key.task_id,
                "trial": key.trial,
                "error": text,
                "attempt": self._attempts.get(key, 1),
            },
        )
        if again and self._attempts.get(key, 1) < ATTEMPTS:
            self._queue.appendleft(key)
            self._wake_idle()
        else:
            self._finish(journal, self._error_line(key, text))

    def _wake_idle(self) -> None:
        """Workers that ran out of episodes get the one that came back."""
        for one in self._workers:
            if one.ready and one.job is None and self._queue and one.process.is_alive():
                self._assign(one)

    def _finish(self, journal: Journal, line: dict[str, Any]) -> None:
        line["attempts"] = self._attempts.get(Key.of(line), 1)
        journal.append(line)
        self._tell("done", line)

    def _error_line(self, key: Key, text: str) -> dict[str, Any]:
        task = self._tasks[key.task_id]
        return {
            "task_id": key.task_id,
            "trial": key.trial,
            "agent": self.settings.agent.name,
            "config": key.config,
            "status": "error",
            "passed": False,
            "score": 0.0,
            "undecided": False,
            "answer": None,
            "stop_reason": "error",
            "steps": 0,
            "seconds": 0.0,
            "reset_seconds": 0.0,
            "digest": None,
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
            "folder": None,
            "error": text,
            "tokens": {"prompt": 0, "completion": 0},
            "sites": task.sites,
            "category": task.category,
            "difficulty": task.difficulty,
            "template": task.template,
            "intent": task.intent,
        }

    def _stop_workers(self) -> None:
        for one in self._workers:
            with suppress(BrokenPipeError, OSError):
                if one.job is None and one.ready:
                    one.pipe.send(("quit",))
                else:  # in the middle of an episode, which is discarded
                    one.process.kill()
        for one in self._workers:
            one.process.join(QUIT_SECONDS)
            if one.process.is_alive():
                one.process.kill()
                one.process.join()
            one.pipe.close()
        for path in (self.settings.folder / "episodes").glob(".*"):
            shutil.rmtree(path, ignore_errors=True)

    def _close_worlds(self) -> None:
        if not self._own_worlds:
            return
        from reset.world import World

        for name in sorted(self._own_worlds):
            with suppress(WebariumError):
                World.attach(name).close()

    # --- manifest -----------------------------------------------------------------------------------------

    def _write_manifest(self) -> None:
        path = self.settings.folder / "manifest.json"
        before = json.loads(path.read_text()) if path.is_file() else {}
        if before.get("config", self.settings.config) != self.settings.config:
            raise RunError(
                f"The run {self.settings.folder.name} was made with another agent, observation or limits",
                remedy="choose another name with --run, or continue it as it was with --resume",
            )
        agent = self.settings.agent
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self._manifest = {
            "run": self.settings.folder.name,
            "started": before.get("started", now),
            "resumed": [*before.get("resumed", []), now] if before else [],
            "webarium": version("webarium"),
            "code": code_version(),
            "agent": {
                "name": agent.name,
                "command": agent.command,
                "lasting": agent.lasting,
                "confined": agent.confined,
                "user": agent.user,
                "environment": list(agent.environment),
                "options": agent.options,
            },
            "config": self.settings.config,
            "settings": self.settings.episode.to_json(),
            "selection": self.settings.selection,
            "trials": self.settings.trials,
            "workers": self.settings.workers,
            "sites": self.settings.sites,
            "tasks": [task.id for task in self.settings.tasks],
            "tasks_hash": tasks_hash(self.settings.tasks),
            "seed": os.environ.get("SEED", "1"),
            "epoch": "2026-03-16T09:00:00Z",
            "browser": before.get("browser"),
            "images": self._images(),
        }
        write_json(path, self._manifest)

    def _images(self) -> dict[str, str]:
        """Tags of the images, which are digests of all that went into them.

        A world that was running before may be older than the checkout, so it is asked itself.
        """
        if self.settings.factory != REAL_WORLD:
            return {}
        if self.settings.world:
            from reset.world import World

            world = World.attach(self.settings.world)
            tags = {part: world.container(part).image.tags for part in ("gateway", *self.settings.sites)}
            return {
                part: min(names, key=lambda name: name.endswith(":latest")) for part, names in tags.items()
            }
        from reset.images import final, gateway
        from sites.spec import load_site

        recipes = [gateway(), *(final(load_site(name)) for name in self.settings.sites)]
        return {recipe.name: recipe.tag for recipe in recipes}

    def _note_browser(self, version: str) -> None:
        """The first worker that is ready tells which browser the run uses."""
        if self._manifest["browser"] == version:
            return
        self._manifest["browser"] = version
        write_json(self.settings.folder / "manifest.json", self._manifest)


def tasks_hash(tasks: list[Task]) -> str:
    """Sixteen hexadecimal digits of everything the tasks say, references and checks included."""
    content = json.dumps([task.model_dump(mode="json") for task in tasks], sort_keys=True, default=str)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def code_version() -> str:
    """The commit this code is at, with ``+`` when files differ from it; empty outside of a repository."""
    root = Path(__file__).resolve().parent.parent
    try:
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        return f"{commit}+" if _git(root, "status", "--porcelain", "--untracked-files=no") else commit
    except (OSError, subprocess.SubprocessError):
        return ""


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True, timeout=10
    )
    return done.stdout.strip()


def _point_latest(folder: Path) -> None:
    """``runs/latest`` leads to the newest run."""
    link = folder.parent / "latest"
    part = folder.parent / f".latest.{os.getpid()}"
    with suppress(OSError):
        part.unlink(missing_ok=True)
        part.symlink_to(folder.name)
        part.replace(link)
