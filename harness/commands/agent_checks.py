"""What an agent needs of the run it is to play: looked at before any world starts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from harness.agents.model import settings as model_settings
from harness.agents.naming import AgentError, AgentSpec
from harness.agents.orders import try_jail
from harness.agents.replay import check_recording, trajectory_of
from tasks.model import Task

_SHOWN = 3


def check_agent(agent: AgentSpec, tasks: Sequence[Task]) -> None:
    """See that the agent can play these tasks.

    Raises:
        WebariumError: a replayed run lacks a task, or a model cannot be asked.
    """
    kind, _, _ = agent.name.partition(":")
    if not agent.lasting:  # not one of ours
        return
    if kind == "replay":
        _check_replay(Path(agent.command[-1]), tasks)
    asked = agent.options if kind == "model" else agent.options.get("endpoint") if kind == "ranker" else None
    if asked:
        settings = model_settings.Settings.model_validate(asked)
        model_settings.check_endpoint(settings, os.environ)


def check_jail(agent: AgentSpec) -> None:
    """See that an agent that is to be in the jail can be.

    Raises:
        AgentError: there is no jail here, or the agent's user may not read it there.
    """
    if agent.jail == "on":
        try_jail(agent)


def _check_replay(run: Path, tasks: Sequence[Task]) -> None:
    lacking = [task.id for task in tasks if trajectory_of(run, task.id) is None]
    if lacking:
        more = f" and {len(lacking) - _SHOWN} more" if len(lacking) > _SHOWN else ""
        raise AgentError(
            f"{run} has no trajectory of {', '.join(lacking[:_SHOWN])}{more}",
            remedy="choose with --tasks what it has played",
        )
    for task in tasks:
        check_recording(run, task.id)
