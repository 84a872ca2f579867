"""Oracles played in this process, by the engine of all episodes, so that an author gets an answer in seconds.

``webarium eval --agent oracle`` plays the same oracle as a process of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

from evaluators import Outcome
from harness.agents.oracle import OracleError, Player
from harness.agents.protocol import Observation
from harness.authoring.watchdog import Overtime, watchdog
from harness.browser.chromium import Browser
from harness.browser.executable import BrowserError
from harness.episode.engine import Episode
from harness.episode.events import Timing
from harness.episode.mend import ATTEMPTS, mend
from harness.episode.results import Played
from harness.episode.settings import EpisodeSettings
from harness.episode.stage import Stage
from harness.episode.trouble import EpisodeTrouble, TaskFault
from sites.errors import WebariumError
from tasks import actions, oracle_code
from tasks.loader import oracle_view
from tasks.model import CheckEntry, Task

ORACLE_SECONDS = 600.0
"""How long an oracle may take at most; the longest takes a minute."""
THINKING_SECONDS = 30.0
"""How long it may take between two looks at the page: it computes little."""
SETTINGS = EpisodeSettings(screenshots=False, html=False)


@dataclass(frozen=True)
class OraclePlayed(Played):
    """A judged episode of an oracle: besides, all observations as digests and to read, and its actions."""

    digests: list[str]
    seen: list[str]
    actions: int


class OracleSession:
    """An episode as an oracle's session."""

    def __init__(self, episode: Episode) -> None:
        self.episode = episode
        self.seen: list[str] = []
        self.busy = False
        self._granted = min(ORACLE_SECONDS, episode.limits.episode_seconds)
        self._acted = time.monotonic()
        self._due = self._acted + self._granted

    @property
    def seconds(self) -> float:
        """How many are left."""
        return max(0.0, self._due - time.monotonic())

    def spared(self) -> bool:
        """Whether it is not to be broken off: the browser is at work, or was a moment ago."""
        return self.busy or (self.seconds > 0 and time.monotonic() - self._acted < THINKING_SECONDS)

    @property
    def overtime(self) -> str:
        """What is said of an oracle without end."""
        if self.seconds > 0:
            return f"the oracle neither looked nor acted for {THINKING_SECONDS:g} s: a loop without end?"
        return f"the oracle did not end within {self._granted:g} s"

    def observe(self) -> Observation:
        """The current observation.

        Raises:
            OracleError: when the oracle's time is up.
        """
        if not self.seconds:
            raise OracleError(self.overtime)
        self.busy = True  # the watchdog must not break in on the browser
        try:
            return self.episode.observe().observation
        finally:
            self.busy, self._acted = False, time.monotonic()

    def act(self, action: Any, *, thought: str = "") -> Observation:
        """Act; an action that did nothing leaves its reason in the observation."""
        seen = self.observe()
        self.seen.append(f"{seen.url}\n{seen.axtree}")
        self.busy = True
        try:
            self.episode.act(action, thought=thought)
        finally:
            self.busy, self._acted = False, time.monotonic()
        return self.observe()

    def stop(self, stop: actions.Stop) -> None:
        """The oracle is done, or lost."""
        seen = self.episode.observe().observation
        self.seen.append(f"{seen.url}\n{seen.axtree}")
        self.episode.act(stop)
        if not self.episode.reason:  # it could not be read; an oracle has no other
            self.episode.act(stop)


SessionOf = Callable[[Episode], OracleSession]


def play_oracle(
    player: Player, session: OracleSession, variation: Mapping[str, Any] | None = None
) -> tuple[actions.Stop, OracleError | None]:
    """The oracle's answer, or why it cannot go on; one without end is told so when its time is up.

    Code that could end this process, or reach out of it, is not played.
    """
    if player.view.code and (fault := oracle_code.first_fault(player.view.code)):
        return actions.Stop(), OracleError(f"oracles/{player.view.task_id.split('.')[1]}.py, {fault}")
    try:
        with watchdog(min(THINKING_SECONDS, session.seconds), spared=session.spared):
            return player.play(dict(variation or {})), None
    except Overtime:
        return actions.Stop(), OracleError(f"{player.page.where}: {session.overtime}".removeprefix(": "))
    except OracleError as error:
        return actions.Stop(), error


def free_task(
    name: str, site: str, who: str | None, start: str, *, intent: str = "", covers: list[str] | None = None
) -> Task:
    """A task of nobody's: for looking around, and for what is to become a template."""
    return Task(
        id=f"{name}.0",
        template=name,
        folder=site,
        number=0,
        sites=[site],
        profile={site: who},
        intent=intent,
        start=[start],
        category="navigation",
        covers=covers or [],
        checks=[CheckEntry(kind="changes", spec="none")],
    )


class OraclePlayer:
    """Plays oracles on one world, with a browser of its own that is started anew when it broke.

    A context manager; the world stays.
    """

    def __init__(self, world: Any) -> None:
        self.world = world
        self._browser: Browser | None = None
        self._browsed = False

    @property
    def browser(self) -> Browser:
        """The browser, started when it is first needed.

        Raises:
            BrowserError: when this machine has none that starts.
            EpisodeTrouble: when one that did before does not start again.
        """
        if self._browser is None:
            try:
                self._browser = Browser(self.world.resolver_rules())
            except BrowserError as error:
                if not self._browsed:
                    raise
                raise EpisodeTrouble(error.message, remedy=error.remedy) from error
            self._browsed = True
        return self._browser

    def play(
        self,
        task: Task,
        variation: Mapping[str, Any] | None = None,
        *,
        session_of: SessionOf = OracleSession,
        if_lost: actions.Stop | None = None,
        timing: Timing = "due",
    ) -> OraclePlayed:
        """Play the oracle, or a variation of it, from the pristine state to the verdict.

        Args:
            task: what to play.
            variation: see ``harness.agents.oracle``.
            session_of: makes the session, for one that does not do quite what the oracle says.
            if_lost: the answer of an oracle that cannot go on; without it that is an error.
            timing: of the task's events.

        Raises:
            OracleError: when it cannot go on.
            TaskFault: when the task itself is wrong.
            BrowserError: when there is no browser to play in.
            WebariumError: when the sandbox failed each time.
        """
        return self._tried(task, lambda: self._play(task, variation, session_of, if_lost, timing))

    def stop_at_once(self, task: Task, answer: str) -> Played:
        """An episode in which nothing is done but to answer; it needs no browser.

        Raises:
            WebariumError: when the sandbox failed each time.
        """
        return self._tried(task, lambda: self._stop_at_once(task, answer))

    def close(self) -> None:
        """End the browser."""
        if self._browser:
            self._browser.close()
            self._browser = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _tried(self, task: Task, play: Callable[[], Any]) -> Any:
        """What failed below the page says nothing about the task: it is played again, as in a run."""
        for site in task.sites:
            self.world.site(site)
        for _ in range(ATTEMPTS - 1):
            try:
                return play()
            except (OracleError, TaskFault, BrowserError):
                raise
            except WebariumError:
                with suppress(Exception):  # it may have gone with what failed
                    self.close()
                self._browser = None
                mend(self.world, task.sites)
        return play()

    def _play(
        self,
        task: Task,
        variation: Mapping[str, Any] | None,
        session_of: SessionOf,
        if_lost: actions.Stop | None,
        timing: Timing,
    ) -> OraclePlayed:
        with Episode(
            task, world=self.world, browser=self.browser, settings=SETTINGS, timing=timing
        ) as episode:
            episode.begin()
            session = session_of(episode)
            player = Player(oracle_view(task.id, with_=(variation or {}).get("with")), session)
            answer, lost = play_oracle(player, session, variation)
            session.stop((if_lost or actions.Stop()) if lost else answer)
            episode.end()  # a site that died is told before an oracle that stumbled over it
            if lost and if_lost is None:
                raise lost
            played = episode.judge()
            return OraclePlayed(
                played.outcome,
                played.evidence,
                played.judgement,
                digests=episode.record.digests,
                seen=session.seen,
                actions=player.page.actions,
            )

    def _stop_at_once(self, task: Task, answer: str) -> Played:
        stage = Stage(task, self.world)
        stage.begin()
        outcome = Outcome(task_id=task.id, answer=answer, final_url=task.start[0], urls=list(task.start))
        stage.end()
        judged = stage.judge(outcome, self.browser)
        return Played(outcome, judged.evidence, judged.judgement)
