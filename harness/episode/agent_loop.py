"""An agent's process plays an episode: until it stops, a rule ends it, or it is gone."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from evaluators.nodes import in_words
from harness.agents.naming import AgentSpec
from harness.agents.process import AgentGone, AgentProcess, AgentSlow
from harness.agents.protocol import (
    LOST,
    NODES_OPTION,
    ORACLE_OPTION,
    TASK_OPTION,
    ProtocolError,
    TaskMessage,
    Tokens,
)
from harness.browser.chromium import Browser
from harness.browser.environment import Sight
from harness.episode import phases
from harness.episode.answers import answer_format
from harness.episode.engine import Episode
from harness.episode.limits import INVALID, StopRules
from harness.episode.phases import OnPhase
from harness.episode.results import Acted, Played
from harness.episode.settings import EpisodeSettings, config_of
from harness.episode.several import Several, Stale
from harness.episode.trouble import AgentTrouble
from harness.run.models import AGENT_ERROR, JournalLine
from sites.wording import wording
from tasks import actions
from tasks.loader import oracle_view
from tasks.model import Task

Play = Callable[[Episode, AgentProcess], None]


@dataclass(frozen=True)
class EpisodeResult:
    """A finished episode of a run."""

    line: JournalLine
    played: Played


def run_episode(
    task: Task,
    *,
    trial: int,
    world: Any,
    browser: Browser,
    agent: AgentProcess,
    settings: EpisodeSettings,
    folder: Path,
    pristine: Mapping[str, str] | None = None,
    on_phase: OnPhase | None = None,
    play: Play | None = None,
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
        pristine: state digests by site that the world must have after its reset; None: not compared.
        on_phase: told what begins and how many seconds it may take (``harness.episode.phases``).
        play: lets the agent play; by default ``play_agent``.

    Returns:
        The journal line, and the judged episode.

    Raises:
        EpisodeTrouble: when world, gateway or browser failed; the episode may be run again.
        AgentTrouble: when the agent reported that it cannot go on, for the first time.
    """
    with Episode(
        task,
        trial=trial,
        world=world,
        browser=browser,
        settings=settings,
        folder=folder,
        pristine=pristine,
        on_phase=on_phase,
    ) as episode:
        episode.begin()
        (play or play_agent)(episode, agent)
        episode.end()
        played = episode.judge()
        config = config_of(agent.spec, settings)
        line = episode.record.line(
            played.outcome, played.judgement, trial=trial, agent=agent.spec.name, config=config
        )
    return EpisodeResult(line, played)


def play_agent(episode: Episode, agent: AgentProcess) -> None:
    """Let an agent play; the episode has a reason to be over when this returns.

    Raises:
        AgentTrouble: when the agent reported that it cannot go on, and did not before; after that the
            episode ends as it stands.
    """
    try:
        _play(episode, agent)
    finally:
        if episode.record.work and (said := agent.take_log()):
            (episode.record.work / "agent.log").write_bytes(said)


def _play(episode: Episode, agent: AgentProcess) -> None:
    rules = StopRules(episode.limits)
    watch = _Watch(episode)
    try:
        episode.phases.begin(phases.ANSWER, watch.seconds)
        agent.begin(_task_message(episode, agent.spec), seconds=watch.seconds)
        while not episode.reason:
            if watch.over:
                episode.cut(EPISODE_TIMEOUT)
                break
            for acted in _one_message(episode, agent, watch):
                if not episode.reason and (
                    reason := rules.after(acted.action, digest=acted.digest, invalid=acted.invalid)
                ):
                    episode.cut(f"{reason}: {acted.problem}" if reason == INVALID else reason)
                if not episode.reason and watch.over:
                    episode.cut(EPISODE_TIMEOUT)
                if episode.reason:
                    break
    except AgentTrouble as error:
        if episode.record.agent_errors_now <= AGENT_RETRIES:
            raise
        episode.cut(f"{AGENT_ERROR}: {error.message}")
    except AgentGone as error:
        episode.cut(f"agent_gone: {error}")
    except AgentSlow as error:
        episode.cut(EPISODE_TIMEOUT if watch.over else f"agent_timeout: {error}")
        agent.close()
    episode.phases.begin(phases.LEAVE)
    if agent.running:
        agent.end(episode.reason)
    if agent.spec.knows_oracle:  # that it is lost is a mistake of the template's, and no answer
        ends = [str(line["thought"]) for line in episode.record.trajectory.lines[-ENDINGS:]]
        episode.reason = next((one for one in ends if one.startswith(LOST)), episode.reason)


EPISODE_TIMEOUT = "episode_timeout"
ENDINGS = 2
"""An episode ends with one stop, or with another where the first could not be read."""
AGENT_RETRIES = 1
"""How often an episode is played again because its agent says that it cannot go on."""


class _Watch:
    """How long the agent may be waited for: for one answer, and never beyond the end of the episode.

    ``carried`` are messages of steps whose observation it did not get.
    """

    def __init__(self, episode: Episode) -> None:
        self._answer = episode.limits.answer_seconds
        self._deadline = time.monotonic() + episode.limits.episode_seconds
        self.carried: list[str] = []

    def shown(self, sight: Sight) -> dict[str, Any]:
        """An observation as the agent gets it: with what was said after steps that it saw nothing of."""
        seen, carried = sight.observation.to_json(), self.carried
        self.carried = []
        return seen | {"messages": [*carried, *seen["messages"]]} if carried else seen

    @property
    def seconds(self) -> float:
        """For the next wait."""
        return max(0.0, min(self._answer, self._deadline - time.monotonic()))

    @property
    def over(self) -> bool:
        """Whether the episode's own time is up."""
        return time.monotonic() >= self._deadline


def _one_message(episode: Episode, agent: AgentProcess, watch: _Watch) -> Iterator[Acted]:
    """Observe, let the agent act, carry it out; the observation is kept while the agent thinks.

    Of a message with several actions each is a step. The first that does nothing is the last of them.
    """
    sight = episode.observe()
    asked = time.perf_counter()
    episode.phases.begin(phases.ANSWER, watch.seconds)
    agent.send({"type": "observation", **watch.shown(sight)}, seconds=watch.seconds)
    episode.keep()
    seconds = {"record": time.perf_counter() - asked}
    episode.phases.begin(phases.ANSWER, watch.seconds)
    message: dict[str, Any] = {}
    chosen: list[actions.Action] = []
    problem = ""
    try:
        message = agent.receive(seconds=watch.seconds)
        if message["type"] == "error":
            episode.record.agent_errors += 1
            episode.record.spend(Tokens.from_json(message.get("tokens")))
            raise AgentTrouble(f"the agent cannot go on: {str(message.get('message', ''))[:500]}")
        chosen = read_actions(message)
    except ProtocolError as error:
        problem = error.message
        if message:  # else the process has noted it
            agent.note(problem)
    seconds["agent"] = time.perf_counter() - asked
    thought, tokens = str(message.get("thought") or ""), Tokens.from_json(message.get("tokens"))
    if not chosen:
        said = message.get("action", {"name": "invalid", "actions": message.get("actions")})
        yield episode.refuse(said, problem, thought=thought, tokens=tokens, seconds=seconds)
        return
    several = Several(episode.env, sight)
    for number, action in enumerate(chosen):
        try:
            now = several.as_of_now(action)
        except Stale as error:
            several.stop(number, len(chosen), str(error))
            return
        watch.carried += episode.observe().observation.messages if number else []
        acted = episode.act(now, thought=thought, tokens=tokens, seconds=seconds)
        yield acted
        if acted.problem and number + 1 < len(chosen):
            several.stop(number, len(chosen), "this one did nothing")
            return
        thought, tokens, seconds = "", Tokens(), {}


def read_actions(message: dict[str, Any]) -> list[actions.Action]:
    """The actions of a message: its ``action``, or all of its ``actions``.

    Raises:
        ProtocolError: it holds something else; says which of them.
    """
    if message["type"] != "action":
        raise ProtocolError(f"expected an action, not a message of type {message['type']!r}")
    if "actions" not in message:
        return [_read_action(message.get("action"))]
    found = message["actions"]
    if "action" in message:
        raise ProtocolError("not an action: a message has either action or actions")
    if not isinstance(found, list) or not 1 <= len(found) <= actions.MOST_AT_ONCE:
        raise ProtocolError(f"not an action: actions is a list of 1 to {actions.MOST_AT_ONCE} actions")
    return [_read_action(one, f"{number}.") for number, one in enumerate(found)]


def _read_action(data: Any, place: str = "") -> actions.Action:
    try:
        return actions.parse_action(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:]) or "action"
        raise ProtocolError(f"not an action: {place}{where}: {wording(first)}") from error


def _task_message(episode: Episode, agent: AgentSpec) -> TaskMessage:
    task, settings = episode.task, episode.settings
    known: dict[str, Any] = {TASK_OPTION: task.id} if agent.knows_task else {}
    if agent.knows_oracle:
        known = {ORACLE_OPTION: oracle_view(task.id).model_dump(mode="json", exclude_unset=True)}
    if agent.knows_nodes:
        known = {NODES_OPTION: in_words(task)}
    return TaskMessage(
        episode=secrets.token_hex(8),
        intent=task.intent,
        start_urls=list(task.start),
        sites={site: task.address_of(site) for site in task.sites},
        observation_modes=sorted(settings.view.modes),
        scope=settings.view.scope,
        window=settings.view.window.to_json(),
        marks=settings.view.marks,
        answer_format=answer_format(task, settings.answer_format),
        limits=settings.limits.to_json(),  # those of the task would tell tasks apart
        trial=episode.trial,
        seed=seed_of(task.id, episode.trial),
        options=agent.options | known,
    )


def seed_of(task_id: str, trial: int) -> int:
    """The number of chance that an agent is given for a trial, from 0 to 2^48 - 1."""
    return int.from_bytes(hashlib.sha256(f"{task_id}.{trial}".encode()).digest()[:6], "big")
