"""The agent that does nothing: it stops at once with an empty answer. No task may pass with it."""

from __future__ import annotations

from harness.agents.base import Agent, serve
from harness.agents.protocol import Observation
from tasks.actions import Stop


class Noop(Agent):
    """Stops at once."""

    def act(self, observation: Observation) -> Stop:
        """Give up."""
        return Stop(answer="")


if __name__ == "__main__":
    serve(Noop())
