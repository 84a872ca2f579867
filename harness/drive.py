"""``webarium drive``: worlds, resets and verdicts for a browser that somebody else drives.

A plug-in of another framework (``integrations/``) starts this as a process of its own, because its
environment may pin other versions of what Webarium needs. One JSON object a line goes in, one comes out:

    {"do": "tasks", "select": "all"}      the tasks that there are
    {"do": "world", "task": ID}           a world that has the task's sites, and how a browser gets there
    {"do": "begin", "task": ID}           the world is reset; intent, start pages, cookies, page script
    {"do": "clock", "step": N}            the sites' time is that of a step; the page's is returned
    {"do": "end", "outcome": {...}}       evidence is collected and judged, once
    {"do": "quit"}

Where ``begin`` answers with a ``watch_script``, a check asks which elements were acted on. The script is to
run in every document besides the ``page_script``. What it tells the page's function ``watch_binding`` is to
be in the outcome's ``acts``, each with the ``url`` of its tab.

Answers are ``{"ok": true, ...}`` or ``{"ok": false, "error": ..., "remedy": ...}``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from evaluators import Outcome, collect_all, judge_all
from harness.acts import BINDING, is_watched, steps_of, watch_script
from harness.browser import LOCALE, SWITCHES, TIMEZONE, VIEWPORT, Browser, executable_for
from harness.environment import clock_at
from harness.episode import EpisodeTrouble, _cookies, _restarts, _settled
from harness.tabs import page_script
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.model import Task

Start = Callable[[list[str], str], Any]


class Driver:
    """Plays the part of a run around episodes whose browser is elsewhere.

    Args:
        world: name of a running world to use and leave running; None starts one of our own.
        start: makes a world of some sites under a name; for tests.
    """

    def __init__(self, world: str | None = None, *, start: Start | None = None) -> None:
        self._name = world
        self._start = start or _start
        self._world: Any = None
        self._sites: set[str] = set()
        self._browser: Browser | None = None
        self._task: Task | None = None
        self._restarts: int | None = None
        self._chromium = ""

    def tasks(self, select: str = "all") -> dict[str, Any]:
        """The tasks of a selection, as much of them as an agent may know."""
        chosen = load_tasks(select)
        keys = ("id", "intent", "sites", "category", "difficulty")
        return {"tasks": [{key: getattr(task, key) for key in keys} for task in chosen]}

    def world(self, task: str) -> dict[str, Any]:
        """A world with the task's sites; a later task may need more, and gets a world with all of them."""
        needed = set(_load(task).sites)
        if self._world is None or not needed <= self._sites:
            if self._world is not None and self._name is not None:
                raise WebariumError(f"The world {self._name} lacks sites of {task}: {sorted(needed)}")
            self.close()
            self._sites |= needed
            name = self._name or f"drive-{os.getpid()}"
            self._world = _attach(self._name) if self._name else self._start(sorted(self._sites), name)
        # Once, before a browser for judging runs: Playwright starts only one of itself in a thread.
        self._chromium = self._chromium or str(executable_for())
        return {
            "rules": self._world.resolver_rules(),
            "switches": list(SWITCHES),
            "chromium": self._chromium,
        }

    def begin(self, task: str) -> dict[str, Any]:
        """Reset the world for a task."""
        self.world(task)
        self._task = _load(task)
        self._world.reset()
        self._restarts = _restarts(self._world, self._task)
        return {
            "task": self._task.id,
            "intent": self._task.intent,
            "start": list(self._task.start),
            "cookies": _cookies(self._task, self._world),
            "page_script": page_script(),
            "watch_script": watch_script() if is_watched(self._task) else None,
            "watch_binding": BINDING,
            "viewport": list(VIEWPORT),
            "locale": LOCALE,
            "timezone": TIMEZONE,
            "now": _milliseconds(0),
        }

    def clock(self, step: int) -> dict[str, Any]:
        """Move the sites to the time of a step; ``now`` is for the pages, in milliseconds."""
        if self._world is None:
            raise WebariumError("No episode has begun", remedy='send {"do": "begin", "task": ID} first')
        self._world.set_clock(step)
        return {"now": _milliseconds(step)}

    def end(self, outcome: dict[str, Any]) -> dict[str, Any]:
        """Judge the episode. It can be judged once; the world is dirty until the next begins."""
        task, self._task = self._task, None
        if task is None:
            raise WebariumError("No episode has begun, or it was judged already")
        _settled(self._world.settle())
        if _restarts(self._world, task) != self._restarts:
            raise EpisodeTrouble(f"{task.id}: a process of a site died and was started again")
        acts = outcome.pop("acts", []) if is_watched(task) else []
        drawn = acts or any(check.kind == "page" for check in task.checks)
        browser = self._judging_browser() if drawn else None
        if acts and browser:
            outcome["steps"] = steps_of(acts, browser)
        what = Outcome.model_validate(outcome | {"task_id": task.id})
        judgement = judge_all(task, collect_all(task, self._world, what, browser))
        if judgement.broken:
            broken = next(check for check in judgement.checks if check.status == "error")
            raise EpisodeTrouble(f"{task.id}: the check '{broken.check}' could not run: {broken.why}")
        return {"undecided": judgement.undecided, **judgement.model_dump(mode="json")}

    def close(self) -> None:
        """Remove the world, if it is ours."""
        if self._browser:
            self._browser.close()
            self._browser = None
        if self._world is not None and self._name is None:
            with suppress(WebariumError):
                self._world.close()
        self._world = None

    def _judging_browser(self) -> Browser:
        if self._browser is None:
            self._browser = Browser(self._world.resolver_rules())
        return self._browser


def serve(driver: Driver, reader: IO[str], writer: IO[str]) -> None:
    """Answer requests until ``quit`` or the end of the input; the world goes with it."""
    doing = (driver.tasks, driver.world, driver.begin, driver.clock, driver.end)
    calls: dict[str, Callable[..., dict[str, Any]]] = {method.__name__: method for method in doing}
    try:
        for line in reader:
            try:
                request = json.loads(line)
                name = request.pop("do")
                if name == "quit":
                    return
                answer = {"ok": True, **calls[name](**request)}
            except WebariumError as error:
                answer = {"ok": False, "error": error.message, "remedy": error.remedy}
            except Exception as error:  # the other side must hear of it, whatever it is
                answer = {"ok": False, "error": f"{type(error).__name__}: {error}", "remedy": None}
            writer.write(json.dumps(answer, default=str) + "\n")
            writer.flush()
    finally:
        driver.close()


def _load(task: str) -> Task:
    (found,) = load_tasks(task)
    return found


def _start(sites: list[str], name: str) -> Any:
    from reset.world import World
    from sites.spec import load_site

    return World.start([load_site(site) for site in sites], name=name)


def _attach(name: str) -> Any:
    from reset.world import World

    return World.attach(name)


def _milliseconds(step: int) -> int:
    return int(clock_at(step).timestamp() * 1000)
