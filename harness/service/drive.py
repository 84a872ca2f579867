"""``webarium drive``: worlds, resets and verdicts for a browser that somebody else drives.

A plug-in of another framework (``integrations/``) starts this as a process of its own, because its
environment may pin other versions of what Webarium needs. One JSON object a line goes in, one comes out:

    {"do": "tasks", "select": "all"}      the tasks that there are
    {"do": "world", "task": ID}           a world that has the task's sites, and how a browser gets there
    {"do": "begin", "task": ID}           the world is reset; intent, start pages, cookies, page script
    {"do": "clock", "step": N, "url": U}  the sites' time is that of a step, others act; the pages' time
    {"do": "step", "seen": {...}, "action": {...}}   what the agent saw and did, for the run's folder
    {"do": "answer", "answer": ..., "status": ..., "reason": ...}   the agent's last word, before "end"
    {"do": "end", "outcome": {...}}       evidence is collected and judged, once
    {"do": "quit"}

Where ``begin`` answers with a ``watch_script``, a check asks which elements were acted on. The script is to
run in every document besides the ``page_script``. What it tells the page's function ``watch_binding`` is to
be in the outcome's ``acts``, each with the ``url`` of its tab.

``begin`` answers with the ``answer_format`` as well, which the agent is to be told, and with ``goal``: the
intent and the format as text. Where an answer cannot be read, ``answer`` gives a ``problem``, once in an
episode: the agent is told so and goes on. What ``answer`` was given need not be in the outcome again. A
refusal may be all that an outcome says: a ``status`` with its ``reason``, without an ``answer``.

``trouble`` of ``begin`` says what shows that the sandbox failed: below this domain answers with these
statuses, and requests that failed with these words; besides, a tab that crashed. What is noticed of it is
to be in the outcome's ``signs``: such an episode has no verdict. An episode that is cut short is ended too,
without an ``answer`` and with a ``stop_reason``.

All episodes together are a run, with manifest, journal, summary and a folder for each, as ``webarium eval``
leaves it. ``seen`` takes ``url``, ``title``, ``axtree``, ``error``, and ``screenshot`` as PNG in base64.

Answers are ``{"ok": true, ...}`` or ``{"ok": false, "error": ..., "remedy": ...}``.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from evaluators import Outcome
from evaluators.lines import object_of, read_lines
from harness.agents.naming import AgentSpec
from harness.agents.told import in_words
from harness.browser.acts import BINDING, is_watched, steps_of, watch_script
from harness.browser.chromium import LOCALE, SWITCHES, TIMEZONE, Browser
from harness.browser.executable import executable_for
from harness.browser.tabs import page_script
from harness.browser.traffic import BAD_STATUSES, UNREACHED
from harness.episode.answers import answer_format
from harness.episode.foreign import ForeignEpisode
from harness.episode.settings import EpisodeSettings
from harness.fleet.worker import REAL_WORLD
from harness.run.folders import named_folder, new_folder
from harness.run.settings import RunSettings
from harness.service.foreign_run import ForeignRun
from harness.service.playable import check_playable
from harness.service.requests import fields_of
from sites.errors import WebariumError
from sites.facts import DOMAIN, moment
from sites.files import LONGEST
from sites.seeds import Seed
from tasks.actions import Stop
from tasks.editions import split_id
from tasks.formats import Told
from tasks.loader import load_tasks
from tasks.model import Task

FAULT = "this is a fault of Webarium: please report it with the request"
Start = Callable[[list[str], str, Seed], Any]


class Driver:
    """Plays the part of a run around episodes whose browser is elsewhere.

    Args:
        world: name of a running world to use and leave running; None starts one of our own.
        run: where the run is kept; by default a new folder below ``runs``.
        agent: who plays, for reports.
        answer_format: how much the agent is told of the answer that a task asks for.
        start: makes a world of some sites under a name, with the data of a seed; for tests.
    """

    def __init__(
        self,
        world: str | None = None,
        *,
        run: Path | None = None,
        agent: str = "drive",
        answer_format: Told = "full",
        start: Start | None = None,
    ) -> None:
        self._name = world
        folder = named_folder(run) if run else new_folder(f"{os.getpid()}-{agent}")
        self._told = answer_format
        self._factory = "given" if start else REAL_WORLD
        self._run = ForeignRun(
            folder.resolve(),
            AgentSpec(agent, []),
            episode=EpisodeSettings(answer_format=answer_format),
            factory=self._factory,
        )
        self._looked_at: set[str] = set()
        self._by: dict[str, Any] = {}
        self._start = start or _start
        # a world that is named must be there before anything is asked
        self._world: Any = _attach(world) if world else None
        self._seed: Seed | None = None
        self._sites: set[str] = {site.name for site in self._world.sites} if self._world else set()
        self._browser: Browser | None = None
        self._episode: ForeignEpisode | None = None
        self._chromium = ""

    def tasks(self, select: str = "all") -> dict[str, Any]:
        """The tasks of a selection, as much of them as an agent may know; none with somebody to ask."""
        chosen = [task for task in load_tasks(select) if task.user is None]
        keys = ("id", "intent", "sites", "category", "difficulty")
        return {"tasks": [{key: getattr(task, key) for key in keys} for task in chosen]}

    def world(self, task: str) -> dict[str, Any]:
        """A world with the task's sites; a later task may need more, and gets a world with all of them."""
        needed, seed = set(_load(task).sites), split_id(task)[2].seed
        others = self._name is None and seed != self._seed  # a named one is refused when the episode begins
        if self._world is None or not needed <= self._sites or others:
            if self._name is not None:
                lacking = ", ".join(sorted(needed - self._sites))
                raise WebariumError(
                    f"The world {self._name} lacks sites of {task}: {lacking}",
                    remedy="start one with them: webarium up, or leave --world out",
                )
            self._close_world()
            self._sites |= needed
            self._world = self._start(sorted(self._sites), self._world_name, seed)
            self._seed = seed
            self._looked_at.clear()
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
        self._abandon("another episode was begun before this one ended")
        found = _load(task)
        if found.user:
            raise WebariumError(
                f"{found.id}: somebody has to be asked on the way, and nobody answers here",
                remedy="play it with webarium eval, or over webarium serve",
            )
        self._look_at_data(found)
        self._run.begin(found, self._world_name)
        trial = self._run.next_trial(found)
        self._by = {"trial": trial, "agent": self._run.agent.name, "config": self._run.config}
        place = self._run.folder / "episodes" / f"{found.id}.{trial}"
        episode = ForeignEpisode(found, self._world, place, self._told)
        try:
            episode.begin()
        except WebariumError as error:
            self._run.fail(found, trial, error.message)
            self._let_go()
            raise
        self._episode = episode
        told = answer_format(found, self._told)
        return {
            "task": found.id,
            "folder": str(place),
            "intent": found.intent,
            "answer_format": told,
            "goal": f"{found.intent}\n\n{in_words(told)}".strip(),
            "start": list(found.start),
            "cookies": episode.stage.cookies(),
            "page_script": page_script(),
            "watch_script": watch_script() if is_watched(found) else None,
            "watch_binding": BINDING,
            "trouble": {"domain": DOMAIN, "statuses": list(BAD_STATUSES), "failures": list(UNREACHED)},
            "viewport": list(episode.window.size),
            "locale": LOCALE,
            "timezone": TIMEZONE,
            "now": _milliseconds(0),
        }

    def clock(self, step: int, url: str = "") -> dict[str, Any]:
        """Move the sites to the time of a step; ``now`` is for the pages, in milliseconds.

        Args:
            step: that begins.
            url: of the page in front, for what others do when the agent stands on it.
        """
        if self._world is None:
            raise WebariumError("No episode has begun", remedy='send {"do": "begin", "task": ID} first')
        self._world.set_clock(step)
        if self._episode:
            self._episode.happen(step, url)
        return {"now": _milliseconds(step)}

    def step(self, seen: dict[str, Any], action: dict[str, Any]) -> dict[str, Any]:
        """Keep what the agent saw and did."""
        if self._episode is None:
            raise WebariumError("No episode has begun", remedy='send {"do": "begin", "task": ID} first')
        picture = seen.get("screenshot")
        self._episode.step(seen, action, base64.b64decode(picture) if picture else None)
        return {}

    def answer(
        self, answer: Any = "", status: str | None = None, reason: str | None = None
    ) -> dict[str, Any]:
        """Take the agent's answer; ``problem`` says why it has to be given once more."""
        if self._episode is None:
            raise WebariumError("No episode has begun", remedy='send {"do": "begin", "task": ID} first')
        return {"problem": self._episode.answer(_stop(answer, status, reason))}

    def end(self, outcome: dict[str, Any]) -> dict[str, Any]:
        """Judge the episode. It can be judged once; the world is dirty until the next begins."""
        if self._episode is None:
            raise WebariumError(
                "No episode has begun, or it was judged already",
                remedy='send {"do": "begin", "task": ID} first',
            )
        episode, task = self._episode, self._episode.task
        signs, acts = outcome.pop("signs", []), outcome.pop("acts", [])
        stop = _last_word(episode.stop, *(outcome.pop(name, None) for name in ("answer", "status", "reason")))
        if stop:
            outcome |= {"answer": stop.text, "status": stop.status, "reason": stop.reason}
        what = Outcome.model_validate(outcome | {"task_id": task.id, "told": self._told})
        self._episode = None  # what could not be read before this line may be sent again
        try:
            acts = acts if is_watched(task) else []
            drawn = acts or any(check.kind == "page" for check in task.judged)
            browser = self._judging_browser() if drawn else None
            if acts and browser:
                what = what.model_copy(update={"steps": steps_of(acts, browser)})
            judgement = episode.judge(what, browser, signs=signs)
        except Exception as error:
            self._run.fail(task, self._by["trial"], getattr(error, "message", str(error)))
            raise
        finally:
            self._let_go()
        self._run.add(episode.record.line(what, judgement, **self._by))
        return {"undecided": judgement.undecided, **judgement.model_dump(mode="json")}

    def close(self) -> None:
        """Remove the world, if it is ours; the run is over."""
        with ExitStack() as last:  # from below, each whatever becomes of the others
            last.callback(self._close_world)
            last.callback(self._run.close)
            self._abandon("the program ended before the episode did")

    def _abandon(self, why: str) -> None:
        """An episode that was not ended has no verdict, which the run says."""
        episode, self._episode = self._episode, None
        if episode:
            with ExitStack() as last:
                last.callback(self._let_go)
                last.callback(self._run.fail, episode.task, self._by["trial"], why)
                episode.abandon(WebariumError(why, remedy='end an episode: {"do": "end"}'))

    @property
    def _world_name(self) -> str:
        return self._name or f"drive-{os.getpid()}"

    def _look_at_data(self, task: Task) -> None:
        """See that a task's answers are those of the world's data; once a template, as its lock is one."""
        if task.template not in self._looked_at:
            settings = RunSettings(
                self._run.folder, [task], self._run.agent, world=self._world_name, factory=self._factory
            )
            check_playable(settings, lambda line: print(line, file=sys.stderr, flush=True))
            self._looked_at.add(task.template)

    def _let_go(self) -> None:
        """Between episodes others may play in a world that is not ours alone."""
        if self._name is not None:
            self._world.release()

    def _close_world(self) -> None:
        browser, world = self._browser, self._world
        self._browser = self._world = None
        try:
            if browser:
                browser.close()
        finally:
            if world is not None and self._name is None:
                with suppress(WebariumError):
                    world.close()

    def _judging_browser(self) -> Browser:
        if self._browser is None:
            self._browser = Browser(self._world.resolver_rules())
        return self._browser


def serve(driver: Driver, reader: IO[str], writer: IO[str]) -> None:
    """Answer requests until ``quit`` or the end of the input; the world goes with it.

    Raises:
        WebariumError: there was no request.
    """
    asked = False
    doing: tuple[Callable[..., dict[str, Any]], ...] = (
        driver.tasks, driver.world, driver.begin, driver.clock, driver.step, driver.answer, driver.end,
    )  # fmt: skip
    calls = {method.__name__: method for method in doing}
    try:
        for line in read_lines(reader, LONGEST):
            asked = True
            try:
                do, fields = fields_of(object_of(line, LONGEST, like='{"do": "begin", "task": ID}'))
                if do == "quit":
                    return
                answer = {"ok": True, **calls[do](**fields)}
            except WebariumError as error:
                answer = {"ok": False, "error": error.message, "remedy": error.advice}
            except Exception as error:  # the other side must hear of it, whatever it is
                answer = {"ok": False, "error": f"{type(error).__name__}: {error}", "remedy": FAULT}
            writer.write(json.dumps(answer, default=str) + "\n")
            writer.flush()
    finally:
        driver.close()
    if not asked:
        raise WebariumError(
            "no request came on standard input",
            remedy='this is for programs, which write one JSON object a line, like {"do": "tasks"}',
        )


def _stop(answer: Any, status: Any = None, reason: Any = None) -> Stop:
    try:
        return Stop(answer=answer, status=status, reason=reason)
    except ValidationError as error:
        why = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise WebariumError(f"That is no answer: {why}", remedy="see docs/agents.md: stop") from error


def _last_word(before: Stop | None, answer: Any, status: Any, reason: Any) -> Stop | None:
    """What the agent said last; None: nothing.

    Args:
        before: what it said before the end.
        answer: what the outcome says; None where it does not, like
        status: the same, and
        reason: the same.

    Raises:
        WebariumError: it is no answer.
    """
    if answer is None and before and status in (None, before.status or "done"):  # the same word, or none
        return _stop(before.answer, status or before.status, reason or before.reason)
    if answer is None and status is None and reason is None:
        return None
    return _stop("" if answer is None else answer, status, reason)


def _load(task: str) -> Task:
    found = load_tasks(task)
    if len(found) > 1:
        raise WebariumError(f"{task!r} names {len(found)} tasks", remedy=f"name one: {found[0].id}")
    return found[0]


def _start(sites: list[str], name: str, seed: Seed) -> Any:
    from reset.world import World
    from sites.spec import load_site

    return World.start([load_site(site) for site in sites], name=name, seed=seed)


def _attach(name: str) -> Any:
    from reset.world import World

    return World.attach(name)


def _milliseconds(step: int) -> int:
    return int(moment(step).timestamp() * 1000)
