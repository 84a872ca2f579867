"""One episode, from reset to verdict, in one line: nothing in here goes back a room.

reset the world -> browser context with the profiles' sessions -> observe and act -> close, settle -> collect
evidence -> judge -> files of the episode and its line of the journal.

Who plays decides what is done between ``begin`` and ``end``: an agent's process (``agent_loop``), an oracle
in this process. A player with a browser of its own uses the world's side alone (``stage``).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Error as PlaywrightError

from evaluators import Outcome
from evaluators.base import Request, StepRecord
from evaluators.nodes import nodes_of
from harness.agents.protocol import Tokens
from harness.browser.chromium import Browser
from harness.browser.environment import Environment, OnAct, Sight
from harness.browser.executable import BrowserError
from harness.browser.executor import ActionError
from harness.episode import phases
from harness.episode.answers import Answers
from harness.episode.events import Timing
from harness.episode.limits import Limits
from harness.episode.person import Person
from harness.episode.phases import OnPhase
from harness.episode.record import Record
from harness.episode.results import Acted, Played
from harness.episode.settings import EpisodeSettings
from harness.episode.stage import Stage
from harness.episode.trouble import EpisodeTrouble
from sites.facts import DOMAIN, site_host
from tasks import actions
from tasks.model import Task


class Episode:
    """One episode in a browser of ours: ``begin``, ``observe`` and ``act``, ``end``, ``judge``.

    A context manager: what leaves it by an exception is closed and kept as an attempt. Where the browser
    failed, or showed signs of a site that is down, the exception is an ``EpisodeTrouble``.

    Args:
        task: what is played.
        trial: number of the trial, from 0, as the agent is told.
        world: where.
        browser: in what.
        settings: of the run.
        folder: of the episode; None keeps nothing on disk.
        pristine: state digests by site that the world must have after its reset; None: not compared.
        on_phase: told what begins and how long it may take.
        timing: of the task's events.
        on_act: told of what is done to elements, where somebody else drives the browser.
    """

    def __init__(
        self,
        task: Task,
        *,
        trial: int = 0,
        world: Any,
        browser: Browser,
        settings: EpisodeSettings | None = None,
        folder: Path | None = None,
        pristine: Mapping[str, str] | None = None,
        on_phase: OnPhase | None = None,
        timing: Timing = "due",
        on_act: OnAct | None = None,
    ) -> None:
        self.task, self.trial = task, trial
        self.settings = (settings or EpisodeSettings()).of(task)
        self.stage = Stage(task, world, pristine=pristine, on_phase=on_phase, timing=timing)
        self.phases = self.stage.phases
        self.record = Record(task, folder, self.phases)
        self._person = Person(task)
        self.env: Environment
        self._closing = ExitStack()
        self._browser, self._on_act = browser, on_act
        self._stop: actions.Stop | None = None
        self._answers = Answers(task, self.settings.answer_format)
        self.reason, self._final_url = "", ""
        self._kept: dict[str, Any] | None = None
        self._pages: dict[int, str | None] = {}
        self._by_path = any(check.kind == "node" for check in task.judged)

    @property
    def limits(self) -> Limits:
        """The run's limits, with what the task has of its own."""
        return self.settings.limits.of(self.task)

    # --- the line -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Reset the world and open the start pages.

        Raises:
            EpisodeTrouble: when the world is not as it must be.
            WebariumError: when the world cannot be reset.
        """
        self.stage.begin()
        self.phases.begin(phases.OPEN)
        self.record.begin(self.settings.view.window)
        self._closing.callback(self.record.trajectory.close)
        self.env = Environment(
            self._browser,
            view=self.settings.view,
            at_once=self.settings.at_once,
            cookies=self.stage.cookies(),
            volatile=self.stage.volatile(),
            set_world_clock=self._set_clock,
            downloads=self.record.work / "downloads" if self.record.work else None,
            context_options=self._context_options(),
            reach=getattr(self.stage.world, "reach", None),
            on_act=self._on_act,
            represents=self.settings.represents(self.task.intent),
        )
        self._closing.callback(self.env.close)
        if self.record.work and self.settings.trace != "never":
            tracing, place = self.env.context.tracing, self.record.work / "trace.zip"
            tracing.start(snapshots=True, screenshots=False, sources=False)
            self._closing.callback(lambda: tracing.stop(path=place))
        self.env.open(self.task.start)
        self.phases.lap("open")

    def observe(self) -> Sight:
        """What stands in the browser now; the same object until the next action."""
        self.phases.begin(phases.OBSERVE)
        return self.env.observe()

    def keep(self) -> None:
        """Keep the current observation in the trajectory; once, however often it is called."""
        if self._kept is not None:
            return
        sight = self.observe()
        self.phases.begin(phases.KEEP)
        html = self.env.html() if self.settings.html or self._by_path else None
        if self._by_path:
            self._pages[sight.observation.step] = html
        self._kept = self.record.trajectory.observed(
            sight.observation,
            digest=sight.digest,
            html=html if self.settings.html else None,
            whole_page=self.env.whole_page() if self.settings.whole_page else None,
            dom=self.env.dom() if self.settings.dom else None,
            screenshot=self.env.screenshot() if self.settings.screenshots else None,
        )

    def act(
        self,
        action: actions.Action,
        *,
        thought: str = "",
        tokens: Tokens | None = None,
        seconds: Mapping[str, float] | None = None,
    ) -> Acted:
        """Carry out an action on the current observation, and keep both.

        Args:
            action: ``stop`` ends the playing and does nothing in the browser; where its answer cannot be
                read, the player is told so once and goes on.
            thought: why.
            tokens: what deciding cost.
            seconds: durations of what was before.
        """
        sight = self.observe()
        self.keep()
        self.phases.begin(phases.ACT)
        problem, invalid, target = None, False, None
        took: dict[str, float] = {}
        if isinstance(action, actions.Stop):
            self._stop = action
            if problem := self._answers.take(action):
                self.env.advance(problem)
            else:
                self.reason = "stop"
        elif isinstance(action, actions.Say):
            reply = self._person.hears(action.text, sight.observation.step)
            self.env.advance()
            if reply:
                self.env.tell(reply)
            self.stage.happen(self.env.step, self.env.tabs.front.url)
        else:
            self._reach(action, sight)
            try:
                took = self.env.act(action)
            except ActionError as error:
                problem, invalid = error.reason, error.invalid
            target = self.env.executor.target
            self._let_others_act()
        acted = Acted(action.model_dump(mode="json"), sight.digest, problem, invalid)
        self._note(acted, target, thought, tokens, sight.seconds | dict(seconds or {}) | took)
        return acted

    def before(self, action: actions.Action) -> None:
        """Somebody else is about to act in the browser: keep what stands there, and have its site on time."""
        self.keep()
        self._reach(action, self.observe())

    def done(self, action: actions.Action, target: dict[str, Any] | None) -> Acted:
        """Somebody else has acted in the browser: keep it, let the page settle, begin the next step.

        Args:
            action: what was done on the current observation.
            target: the element of it, as ``Executor.target`` tells one.
        """
        sight = self.observe()
        self.keep()
        self.phases.begin(phases.ACT)
        took = self.env.rest()
        self._let_others_act()
        acted = Acted(action.model_dump(mode="json"), sight.digest)
        self._note(acted, target, "", None, sight.seconds | took)
        return acted

    def refuse(
        self,
        said: Any,
        problem: str,
        *,
        thought: str = "",
        tokens: Tokens | None = None,
        seconds: Mapping[str, float] | None = None,
    ) -> Acted:
        """Count a step whose message was no action; the next observation says why."""
        sight = self.observe()
        self.keep()
        self.env.advance(problem)
        self.stage.happen(self.env.step, self.env.tabs.front.url)
        acted = Acted(said if isinstance(said, dict) else {"name": "invalid"}, sight.digest, problem, True)
        self._note(acted, None, thought, tokens, sight.seconds | dict(seconds or {}))
        return acted

    def cut(self, reason: str) -> None:
        """End the playing without an answer; what the last action led to is kept."""
        self.reason = reason
        lines = self.record.trajectory.lines
        if self._kept is not None or not lines or lines[-1]["action"] is not None:
            self.keep()
            assert self._kept is not None
            self.record.trajectory.acted(self._kept, action=None, problem=reason)
            self._kept = None

    def end(self) -> None:
        """Close the browser and let the sites come to rest.

        Raises:
            EpisodeTrouble: when something failed below the player's feet.
        """
        self.phases.lap("play")
        self.phases.begin(phases.CLOSE)
        self._no_trouble()
        self._final_url = self.env.tabs.front.url
        self.stage.look(self.env.tabs.front)
        self._closing.close()
        self.phases.lap("close")
        self.stage.end(self._in_play())

    def judge(self) -> Played:
        """The verdict; the episode's folder is complete then.

        Raises:
            EpisodeTrouble: when a check could not run.
        """
        outcome = self._outcome()
        judged = self.stage.judge(outcome, self._browser)
        kept = {"trace.zip": self.settings.trace, "har.zip": self.settings.har}
        self.record.finish(
            outcome,
            judged.evidence,
            judged.judgement,
            extra={"downloads": self.env.tabs.downloads},
            leave_out=[name for name, keep in kept.items() if keep == "failed" and judged.judgement.passed],
        )
        return Played(outcome, judged.evidence, judged.judgement)

    def nodes(self) -> dict[str, int]:
        """How many key nodes the episode has passed so far, and how many there are."""
        self._final_url = self.env.tabs.front.url
        found = nodes_of(self.task, self._outcome())
        return {"passed": sum(one.passed for one in found), "all": len(found)}

    # --- around it ----------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signs = self._signs() if isinstance(error, Exception) else []
        with suppress(PlaywrightError):  # where it is gone, the first error tells
            self._closing.close()
        if error is None:
            return
        if signs and not isinstance(error, EpisodeTrouble):
            found: BaseException = EpisodeTrouble(f"{self.task.id}: {'; '.join(signs)}")
        elif isinstance(error, PlaywrightError | BrowserError):
            found = EpisodeTrouble(f"{self.task.id}: the browser failed: {error.message.splitlines()[0]}")
        else:
            found = error
        self.record.keep(found)
        if found is not error:
            raise found from error

    def _signs(self) -> list[str]:
        """Of a site or a gateway that is down, as far as the browser noticed any."""
        env: Environment | None = getattr(self, "env", None)
        return list(dict.fromkeys(env.tabs.trouble))[:3] if env else []

    def _no_trouble(self) -> None:
        """What failed below the player's feet must not count as its failure."""
        if signs := self._signs():
            raise EpisodeTrouble("; ".join(signs))

    def _let_others_act(self) -> None:
        """A step in the browser is over: the person may say something, others do what is due."""
        if told := self._person.sees(self.env.tabs.front.url, self.env.step):
            self.env.tell(told)
        self.stage.happen(self.env.step, self.env.tabs.front.url)

    def _note(
        self,
        acted: Acted,
        target: dict[str, Any] | None,
        thought: str,
        tokens: Tokens | None,
        seconds: dict[str, float],
    ) -> None:
        spent = tokens or Tokens()
        self.record.spend(spent)
        assert self._kept is not None
        self.record.trajectory.acted(
            self._kept,
            action=acted.action,
            target=target,
            thought=thought,
            tokens=spent.to_json(),
            problem=acted.problem,
            seconds=seconds,
        )
        self._kept = None

    def _in_play(self) -> set[str]:
        """Names of the task's sites, and of those that have been asked for anything."""
        return {*self.task.sites, *(host.removesuffix(f".{DOMAIN}") for host in self.env.tabs.hosts)}

    def _set_clock(self, step: int) -> None:
        """Of the sites in play: a call to each of the world's would cost every step a twentieth."""
        self.stage.world.set_clock(step, self._in_play())

    def _reach(self, action: actions.Action, sight: Sight) -> None:
        """Put a site that was not in play on time before an action leads there."""
        address: str | None = None
        if isinstance(action, actions.Goto):
            address = action.url
        elif isinstance(action, actions.Click) and action.element in sight.observation.elements:
            address = sight.observation.elements[action.element].url
        sites = [site.name for site in getattr(self.stage.world, "sites", ())]
        fresh = {site for site in sites if site_host(site) in (address or "")} - self._in_play()
        if fresh:
            self.stage.world.set_clock(self.env.step, fresh)

    def _outcome(self) -> Outcome:
        tabs = self.env.tabs
        return Outcome(
            task_id=self.task.id,
            answer=self._stop.text if self._stop else None,
            status=self._stop.status if self._stop else None,
            reason=self._stop.reason if self._stop else None,
            told=self.settings.answer_format,
            final_url=self._final_url,
            urls=[visit["url"] for visit in tabs.visited],
            visited=tabs.visited,
            requests=[Request.model_validate(entry) for entry in tabs.requests],
            steps=[
                StepRecord(
                    url=line["url"],
                    step=line["step"],
                    action=line["action"] or {},
                    target=line["target"],
                    html=self._pages.get(line["step"]),
                )
                for line in self.record.trajectory.lines
            ],
            dialogue=self._person.dialogue,
            stop_reason=self.reason,
        )

    def _context_options(self) -> dict[str, Any]:
        options = self.stage.context_options()
        if self.settings.har == "never" or self.record.work is None:
            return options
        return options | {"record_har_path": self.record.work / "har.zip", "record_har_content": "attach"}
