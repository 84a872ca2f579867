"""What ends an episode without a verdict."""

from __future__ import annotations

from sites.errors import WebariumError


class EpisodeTrouble(WebariumError):
    """The world, the browser or the gateway failed: the episode says nothing about the agent."""


class TaskFault(EpisodeTrouble):
    """The task itself is wrong: nobody gets a verdict on it until its author mends it."""

    usual = "mend the template, then see: webarium tasks try TEMPLATE"


class AgentTrouble(WebariumError):
    """The agent itself reported that it cannot go on (its model's endpoint is down)."""
