"""The world's side of an episode: pristine before it, at rest after it, judged once.

Whoever plays, in whatever browser, goes through it, so that every episode has the same checks for trouble
and the same verdict.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from evaluators import Judgement, Outcome, collect_all, judge_all
from evaluators.nodes import with_nodes
from harness.browser.chromium import session_cookies
from harness.episode import phases
from harness.episode.events import Events, Timing, rest
from harness.episode.phases import OnPhase, Phases
from harness.episode.trouble import EpisodeTrouble, TaskFault
from sites.errors import WebariumError
from sites.home.profiles import home_cookies
from tasks.editions import split_id
from tasks.model import Task


class World(Protocol):
    """What an episode needs of a world (``reset.world.World``)."""

    def reset(self) -> Any:
        """Restore what is dirty; the clock is at the epoch afterwards."""

    def set_clock(self, step: int, sites: Collection[str] | None = None) -> Any:
        """Move these sites, or all, to the time of a step."""

    def settle(self, timeout: float = 10.0, sites: Collection[str] | None = None) -> Any:
        """Wait until none of these sites, or of all, works on anything."""

    def sessions(self, site: str) -> dict[str, Any]:
        """Cookies by profile."""

    def digest(self, site: str) -> str:
        """A hash of a site's whole state."""

    def resolver_rules(self) -> str:
        """Chromium's rules that lead to this world and nowhere else."""


@dataclass(frozen=True)
class Judged:
    """The evidence of an episode and the verdict on it."""

    evidence: list[dict[str, Any]]
    judgement: Judgement


class Stage:
    """A world for one episode: ``begin``, then somebody plays, then ``end`` and ``judge``.

    Args:
        task: what is played.
        world: where.
        pristine: state digests by site that the world must have after its reset; None: not compared.
        on_phase: told what begins and how long it may take.
        timing: of the task's events.
    """

    def __init__(
        self,
        task: Task,
        world: Any,
        *,
        pristine: Mapping[str, str] | None = None,
        on_phase: OnPhase | None = None,
        timing: Timing = "due",
    ) -> None:
        self.task, self.world = task, world
        self.phases = Phases(on_phase)
        self._pristine = pristine or {}
        self._restarts: int | None = None
        self._events = Events(task, world, timing)

    def begin(self) -> None:
        """Reset the world.

        Raises:
            EpisodeTrouble: when a site is not ready, or not as it must be after a reset.
            WebariumError: when the world cannot be reset, or is of another seed than the task's answers.
        """
        seed = getattr(self.world, "seed", None)  # a stand-in has none
        wanted = split_id(self.task.id)[2].seed
        if seed is not None and str(seed) != str(wanted):
            raise WebariumError(
                f"{self.task.id} belongs to seed {wanted}, and this world is of seed {seed}",
                remedy="choose tasks of that world, see docs/worlds.md; or use another world",
            )
        self.phases.begin(phases.RESET, getattr(self.world, "reset_seconds", None))
        self.world.reset()
        self.phases.lap("reset")
        self.phases.begin(phases.CHECK)
        for site, digest in self._pristine.items():
            if (found := self.world.digest(site)) != digest:
                raise EpisodeTrouble(
                    f"{self.task.id}: after the reset the state of {site} is {found}, pristine is {digest}"
                )
        self._restarts = self._count_restarts()
        self._events.begin()
        self.phases.lap("check")

    def happen(self, step: int, url: str) -> None:
        """Let others do what they do now: a step is over, and the player stands on a page.

        Raises:
            EpisodeTrouble: when a site fails over it.
        """
        self._events.after(step, url)

    def cookies(self) -> list[dict[str, Any]]:
        """The sessions of the task's profiles, for a browser's context.

        Raises:
            EpisodeTrouble: when a site has no session of a profile.
        """
        cookies: list[dict[str, Any]] = []
        for site, profile in self.task.profile.items():
            if profile is None:
                continue
            sessions = self.world.sessions(site)
            if profile not in sessions:
                raise EpisodeTrouble(
                    f"{self.task.id}: {site} has no session of the profile {profile!r}",
                    remedy=f"rebuild the image: webarium build {site}",
                )
            cookies += session_cookies(site, sessions[profile])
        return cookies + home_cookies(self.task.profile)

    def context_options(self) -> dict[str, Any]:
        """What a browser's context needs besides: the logins of sites that are somebody else's."""
        options = getattr(self.world, "context_options", None)
        return dict(options(self.task)) if callable(options) else {}

    def look(self, page: Any) -> None:
        """Let the world see the player's last page, while it is open; ours are judged without it."""
        look = getattr(self.world, "look", None)
        if callable(look):
            self.phases.begin(phases.JUDGE)
            look(self.task, page)

    def volatile(self) -> dict[str, list[str]]:
        """CSS selectors, by host, of what digests of observations leave out."""
        sites = getattr(self.world, "sites", ())
        return {site.host: list(site.volatile) for site in sites if site.volatile}

    def end(self, sites: Collection[str] | None = None) -> None:
        """Wait until the sites are at rest; the browser is closed, so nothing new comes but events.

        Args:
            sites: names of those that were asked for anything; None where that is not known.

        Raises:
            EpisodeTrouble: when a site does not rest, is not ready, or died meanwhile.
        """
        self.phases.begin(phases.SETTLE)
        rest(self.world, sites)
        self._events.end()
        if self._count_restarts() != self._restarts:
            raise EpisodeTrouble(
                f"{self.task.id}: a process of a site died and was started again during the episode"
            )
        self.phases.lap("settle")

    def judge(self, outcome: Outcome, browser: Any = None) -> Judged:
        """Collect the evidence and judge it.

        Args:
            outcome: what was done; it is told the events.
            browser: for checks of pages that need JavaScript.

        Raises:
            EpisodeTrouble: when a check could not run.
            TaskFault: when it never can.
        """
        self.phases.begin(phases.JUDGE)
        outcome.events = self._events.happened
        evidence = collect_all(self.task, self.world, outcome, browser)
        for number, entry in enumerate(evidence):
            if entry["evidence"].get("whose") == "task":
                raise TaskFault(
                    f"{self.task.id}: the check '{entry['kind']}' (number {number + 1}) is wrong: "
                    f"{entry['evidence']['error']}",
                    remedy=entry["evidence"]["remedy"],
                )
        judgement = with_nodes(self.task, outcome, judge_all(self.task, evidence))
        if judgement.broken:
            broken = next(one for one in judgement.all_verdicts if one.status == "error")
            raise EpisodeTrouble(f"{self.task.id}: the check '{broken.check}' could not run: {broken.why}")
        self.phases.lap("judge")
        return Judged(evidence, judgement)

    def _count_restarts(self) -> int | None:
        """How often processes of the task's sites were started again after a death; None when unknown."""
        health = getattr(self.world, "health", None)
        if not callable(health):
            return None
        total = 0
        for site in self.task.sites:
            state = health(site)
            if not state.get("ready"):
                raise EpisodeTrouble(f"{site} is not ready: {json.dumps(state, default=str)[:300]}")
            total += _restarts_in(state)
        return total


def _restarts_in(state: Any) -> int:
    if isinstance(state, dict):
        own = state.get("restarts")
        return (own if isinstance(own, int) else 0) + sum(map(_restarts_in, state.values()))
    return sum(map(_restarts_in, state)) if isinstance(state, list) else 0
