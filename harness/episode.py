"""One episode, from reset to verdict, in one line: nothing in here goes back a room.

reset the world -> browser context with the profiles' sessions -> agent loop -> close, settle -> collect
evidence -> judge -> files of the episode and its line of the journal.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from playwright.sync_api import Error as PlaywrightError
from pydantic import ValidationError

from evaluators import Judgement, Outcome, collect_all, judge_all
from evaluators.base import Request, StepRecord
from evaluators.checks.node import key_nodes
from harness.agents.process import AgentGone, AgentProcess, AgentSlow, AgentSpec
from harness.agents.protocol import ProtocolError, TaskMessage, Tokens
from harness.browser import DOMAIN, VIEWPORT, Browser, session_cookies
from harness.environment import Environment
from harness.executor import ActionError
from harness.limits import Limits, StopRules
from harness.observation import Mode, View
from harness.trajectory import Trajectory, write_json
from sites.errors import WebariumError
from sites.home.profiles import home_cookies
from tasks import actions
from tasks.model import Task

Keep = Literal["never", "failed", "always"]


class EpisodeTrouble(WebariumError):
    """The world, the browser or the gateway failed: the episode says nothing about the agent."""


class AgentTrouble(WebariumError):
    """The agent itself reported that it cannot go on (its model's endpoint is down)."""


class World(Protocol):
    """What an episode needs of a world (``reset.world.World``)."""

    def reset(self) -> Any:
        """Restore what is dirty; the clock is at the epoch afterwards."""

    def set_clock(self, step: int) -> Any:
        """Move every site to the time of a step."""

    def settle(self, timeout: float = 10.0) -> Any:
        """Wait until no site works on anything."""

    def sessions(self, site: str) -> dict[str, Any]:
        """Cookies by profile."""

    def digest(self, site: str) -> str:
        """A hash of a site's whole state."""

    def resolver_rules(self) -> str:
        """Chromium's rules that lead to this world and nowhere else."""


@dataclass(frozen=True)
class EpisodeSettings:
    """What is the same for all episodes of a run.

    Args:
        view: what the agent sees.
        limits: when an episode is ended.
        trace: whose Playwright trace is kept.
        har: whose HAR is kept.
        screenshots: whether each step's screenshot is kept (the report shows them).
        html: whether each step's HTML is kept.
        check_resets: whether every site's state digest is compared with the pristine one after each reset.
        whole_page: whether each step's page is kept whole, as MHTML and as tree, whatever of it is seen
            (demonstrations want it).
    """

    view: View = field(default_factory=View)
    limits: Limits = field(default_factory=Limits)
    trace: Keep = "never"
    har: Keep = "never"
    screenshots: bool = True
    html: bool = True
    check_resets: bool = False
    whole_page: bool = False

    @property
    def at_once(self) -> frozenset[Mode]:
        """What is taken beside the tree.

        An agent that is shown the tree alone gets it as soon as it is there; what is kept besides is taken
        while the agent thinks.
        """
        if self.view.modes <= {"axtree"}:
            return frozenset()
        kept: tuple[tuple[Mode, bool], ...] = (("screenshot", self.screenshots), ("html", self.html))
        return frozenset(mode for mode, wanted in kept if wanted)

    def to_json(self) -> dict[str, Any]:
        """For manifest and configuration hash."""
        return {
            "observation": sorted(self.view.modes),
            "scope": self.view.scope,
            "limits": self.limits.to_json(),
            "trace": self.trace,
            "har": self.har,
            "screenshots": self.screenshots,
            "html": self.html,
            "check_resets": self.check_resets,
        }


def config_of(agent: AgentSpec, settings: EpisodeSettings) -> str:
    """Twelve hexadecimal digits of what may change an agent's result: itself, its view, its limits."""
    shown = {key: settings.to_json()[key] for key in ("observation", "scope", "limits")}
    content = json.dumps([agent.config, shown], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:12]


@dataclass
class Played:
    """What the agent loop leaves: how it ended, and what was recorded on the way."""

    answer: str | None = None
    reason: str = ""
    said: list[str] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    tokens: Tokens = field(default_factory=Tokens)


class Stopwatch:
    """Durations of an episode's phases, in seconds."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._begin = self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """A phase ends here."""
        now = time.perf_counter()
        self.laps[name] = round(now - self._last, 3)
        self._last = now

    @property
    def total(self) -> float:
        """Since the beginning."""
        return time.perf_counter() - self._begin


@dataclass(frozen=True)
class EpisodeResult:
    """A finished episode."""

    line: dict[str, Any]
    judgement: Judgement
    outcome: Outcome


def run_episode(
    task: Task,
    *,
    trial: int,
    world: World,
    browser: Browser,
    agent: AgentProcess,
    settings: EpisodeSettings,
    folder: Path,
    volatile: Mapping[str, list[str]] | None = None,
    pristine: Mapping[str, str] | None = None,
) -> EpisodeResult:
    """Run one agent on one task.

    Args:
        task: what to do.
        trial: number of the trial, from 0.
        world: the worker's own.
        browser: the worker's own.
        agent: running, between episodes.
        settings: of the run.
        folder: of the episode; complete when this returns.
        volatile: CSS selectors by host that digests leave out.
        pristine: state digests by site that the world must have after its reset; None: not compared.

    Returns:
        The journal line, the verdict and the outcome.

    Raises:
        EpisodeTrouble: when world, gateway or browser failed; the episode may be run again.
        AgentTrouble: when the agent reported that it cannot work.
    """
    started, watch = datetime.now(UTC), Stopwatch()
    world.reset()
    watch.lap("reset")
    for site, digest in (pristine or {}).items():
        if (found := world.digest(site)) != digest:
            raise EpisodeTrouble(
                f"{task.id}: after the reset the state of {site} is {found}, pristine is {digest}"
            )
    watch.lap("check")
    restarts = _restarts(world, task)
    work = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    trajectory = Trajectory(work, viewport=VIEWPORT)
    env: Environment | None = None
    try:
        env = Environment(
            browser,
            view=settings.view,
            at_once=settings.at_once,
            cookies=_cookies(task, world),
            volatile=volatile,
            set_world_clock=world.set_clock,
            downloads=work / "downloads",
            context_options=_har_options(settings, work),
        )
        if settings.trace != "never":
            env.context.tracing.start(snapshots=True, screenshots=False, sources=False)
        env.open(task.start)
        watch.lap("open")
        played = _play(task, env, agent, settings, trajectory)
        watch.lap("play")
        _no_trouble(env)
        final_url = env.tabs.front.url
        if settings.trace != "never":
            env.context.tracing.stop(path=work / "trace.zip")
    except PlaywrightError as error:
        raise EpisodeTrouble(f"{task.id}: the browser failed: {error.message.splitlines()[0]}") from error
    finally:
        trajectory.close()
        if env:
            env.close()
    watch.lap("close")
    _settled(world.settle())
    watch.lap("settle")
    if _restarts(world, task) != restarts:
        raise EpisodeTrouble(f"{task.id}: a process of a site died and was started again during the episode")
    outcome = _outcome(task, env, played, trajectory, final_url)
    evidence = collect_all(task, world, outcome, browser)  # type: ignore[arg-type]
    judgement = judge_all(task, evidence)
    if judgement.broken:
        broken = next(check for check in judgement.checks if check.status == "error")
        raise EpisodeTrouble(f"{task.id}: the check '{broken.check}' could not run: {broken.why}")
    watch.lap("judge")
    _write_files(work, outcome, played, env, evidence, judgement)
    _prune(work, settings, judgement.passed)
    shutil.rmtree(folder, ignore_errors=True)
    work.rename(folder)
    line = {
        "task_id": task.id,
        "trial": trial,
        "agent": agent.spec.name,
        "config": config_of(agent.spec, settings),
        "status": "passed" if judgement.passed else "failed",
        "passed": judgement.passed,
        "score": judgement.score,
        "undecided": judgement.undecided,
        "nodes": key_nodes(judgement),
        "answer": played.answer,
        "stop_reason": played.reason,
        "steps": sum(1 for entry in trajectory.lines if entry["action"] is not None),
        "seconds": round(watch.total, 3),
        "reset_seconds": watch.laps["reset"],
        "phases": watch.laps,
        "digest": _digest(played.digests),
        "started": started.isoformat(timespec="seconds"),
        "folder": f"{folder.parent.name}/{folder.name}",
        "error": None,
        "tokens": played.tokens.to_json(),
        "sites": task.sites,
        "category": task.category,
        "difficulty": task.difficulty,
        "template": task.template,
        "intent": task.intent,
    }
    return EpisodeResult(line, judgement, outcome)


def _play(
    task: Task,
    env: Environment,
    agent: AgentProcess,
    settings: EpisodeSettings,
    trajectory: Trajectory,
) -> Played:
    """The agent loop: until it stops, a rule ends it, or it is gone."""
    limits = Limits(
        **settings.limits.to_json()
        | ({"steps": task.limits.steps} if task.limits.steps else {})
        | ({"episode_seconds": task.limits.seconds} if task.limits.seconds else {})
    )
    played, rules = Played(), StopRules(limits)
    deadline = time.monotonic() + limits.episode_seconds
    try:
        agent.begin(_task_message(task, settings, limits, agent.spec), seconds=limits.answer_seconds)
        while not played.reason:
            if time.monotonic() > deadline:
                played.reason = "episode_timeout"
                _record_last(env, trajectory, settings, played)
                break
            _one_step(env, agent, settings, limits, rules, trajectory, played)
    except AgentGone as error:
        played.reason = f"agent_gone: {error}"
    except AgentSlow as error:
        played.reason = f"agent_timeout: {error}"
        agent.close()
    if played.reason not in ("stop",) and (
        not trajectory.lines or trajectory.lines[-1]["action"] is not None
    ):
        _record_last(env, trajectory, settings, played)
    if agent.running:
        agent.end(played.reason)
    return played


def _one_step(
    env: Environment,
    agent: AgentProcess,
    settings: EpisodeSettings,
    limits: Limits,
    rules: StopRules,
    trajectory: Trajectory,
    played: Played,
) -> None:
    """Observe, let the agent act, carry it out, record it, apply the stop rules."""
    sight = env.observe()
    asked = time.perf_counter()
    agent.send({"type": "observation", **sight.observation.to_json()}, seconds=limits.answer_seconds)
    line = _record(env, trajectory, settings, played)  # while the agent thinks
    recorded = time.perf_counter()
    message: dict[str, Any] = {}
    action: actions.Action | None = None
    problem: str | None = None
    invalid = False
    seconds: dict[str, float] = {}
    try:
        message = agent.receive(seconds=limits.answer_seconds)
        action = _read_action(message)
    except ProtocolError as error:
        problem, invalid = error.message, True
    except (AgentGone, AgentSlow):
        trajectory.acted(line, action=None, problem="no action came", seconds=sight.seconds)
        raise
    thought = time.perf_counter()
    target: dict[str, Any] | None = None
    if isinstance(action, actions.Stop):
        played.answer, played.reason = action.answer, "stop"
    elif isinstance(action, actions.Say):
        played.said.append(action.text)
        env.advance()
    elif action is None:
        env.advance(problem)
    else:
        try:
            seconds = env.act(action)
        except ActionError as error:
            problem, invalid = error.reason, error.invalid
        target = env.executor.target
    raw = message.get("action")
    data = (
        action.model_dump(mode="json") if action else (raw if isinstance(raw, dict) else {"name": "invalid"})
    )
    tokens = Tokens.from_json(message.get("tokens"))
    played.tokens = Tokens(
        played.tokens.prompt + tokens.prompt,
        played.tokens.completion + tokens.completion,
        played.tokens.cost + tokens.cost,
    )
    trajectory.acted(
        line,
        action=data,
        target=target,
        thought=str(message.get("thought") or ""),
        tokens=tokens.to_json(),
        problem=problem,
        seconds=sight.seconds | {"record": recorded - asked, "agent": thought - asked} | seconds,
    )
    if played.reason != "stop":
        played.reason = rules.after(data, digest=sight.digest, invalid=invalid) or ""


def _record(
    env: Environment, trajectory: Trajectory, settings: EpisodeSettings, played: Played
) -> dict[str, Any]:
    sight = env.observe()
    played.digests.append(sight.digest)
    return trajectory.observed(
        sight.observation,
        digest=sight.digest,
        html=env.html() if settings.html else None,
        whole_page=env.whole_page() if settings.whole_page else None,
        screenshot=env.screenshot() if settings.screenshots else None,
    )


def _record_last(env: Environment, trajectory: Trajectory, settings: EpisodeSettings, played: Played) -> None:
    """The last observation of an episode that the agent did not stop: what its last action led to."""
    line = _record(env, trajectory, settings, played)
    trajectory.acted(line, action=None, problem=played.reason)


def _read_action(message: dict[str, Any]) -> actions.Action:
    if message["type"] == "error":
        raise AgentTrouble(f"the agent cannot go on: {str(message.get('message', ''))[:500]}")
    if message["type"] != "action":
        raise ProtocolError(f"expected an action, not a message of type {message['type']!r}")
    try:
        return actions.parse_action(message.get("action"))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "action"
        raise ProtocolError(f"not an action: {where}: {first['msg']}") from error


def _task_message(task: Task, settings: EpisodeSettings, limits: Limits, agent: AgentSpec) -> TaskMessage:
    return TaskMessage(
        task_id=task.id,
        intent=task.intent,
        start_urls=list(task.start),
        sites={site: f"http://{site}.{DOMAIN}/" for site in task.sites},
        observation_modes=sorted(settings.view.modes),
        scope=settings.view.scope,
        limits=limits.to_json(),
        options=agent.options,
    )


def _cookies(task: Task, world: World) -> list[dict[str, Any]]:
    cookies: list[dict[str, Any]] = []
    for site, profile in task.profile.items():
        if profile is None:
            continue
        sessions = world.sessions(site)
        if profile not in sessions:
            raise EpisodeTrouble(
                f"{task.id}: {site} has no session of the profile {profile!r}",
                remedy=f"rebuild the image: webarium build {site}",
            )
        cookies += session_cookies(site, sessions[profile])
    return cookies + home_cookies(task.profile)


def _no_trouble(env: Environment) -> None:
    """What failed below the agent's feet must not count as its failure."""
    problems = list(dict.fromkeys(env.tabs.trouble))
    if problems:
        raise EpisodeTrouble("; ".join(problems[:3]))


def _settled(report: Any) -> None:
    for site, state in (report or {}).items():
        if not state.get("settled", True):
            raise EpisodeTrouble(f"{site} did not come to rest: {state.get('waiting_for')}")


def _restarts(world: World, task: Task) -> int | None:
    """How often processes of the task's sites have been started again after a death; None when unknown.

    Raises:
        EpisodeTrouble: when a site is not ready.
    """
    health = getattr(world, "health", None)
    if not callable(health):
        return None
    total = 0
    for site in task.sites:
        state = health(site)
        if not state.get("ready"):
            raise EpisodeTrouble(f"{site} is not ready: {json.dumps(state, default=str)[:300]}")
        total += _sum_restarts(state)
    return total


def _sum_restarts(state: Any) -> int:
    if isinstance(state, dict):
        own = state.get("restarts")
        return (own if isinstance(own, int) else 0) + sum(map(_sum_restarts, state.values()))
    return sum(map(_sum_restarts, state)) if isinstance(state, list) else 0


def _outcome(task: Task, env: Environment, played: Played, trajectory: Trajectory, final_url: str) -> Outcome:
    requests = [Request.model_validate(entry) for entry in env.tabs.requests]
    by_path = any(check.kind == "node" for check in task.checks)
    steps = [
        StepRecord(
            url=line["url"],
            action=line["action"] or {},
            target=line["target"],
            html=trajectory.page(line) if by_path else None,
        )
        for line in trajectory.lines
    ]
    return Outcome(
        task_id=task.id,
        answer=played.answer,
        final_url=final_url,
        urls=[visit["url"] for visit in env.tabs.visited],
        requests=requests,
        steps=steps,
        stop_reason=played.reason,
    )


def _write_files(
    work: Path,
    outcome: Outcome,
    played: Played,
    env: Environment,
    evidence: list[dict[str, Any]],
    judgement: Judgement,
) -> None:
    extra = {"visited": env.tabs.visited, "said": played.said, "downloads": env.tabs.downloads}
    write_json(work / "outcome.json", outcome.model_dump(mode="json") | extra)
    write_json(work / "evidence.json", evidence)
    write_json(work / "verdict.json", judgement.model_dump(mode="json"))


def _har_options(settings: EpisodeSettings, work: Path) -> dict[str, Any]:
    if settings.har == "never":
        return {}
    return {"record_har_path": work / "har.zip", "record_har_content": "attach"}


def _prune(work: Path, settings: EpisodeSettings, passed: bool) -> None:
    for keep, name in ((settings.trace, "trace.zip"), (settings.har, "har.zip")):
        if keep == "failed" and passed:
            (work / name).unlink(missing_ok=True)


def _digest(digests: list[str]) -> str:
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()[:16]
