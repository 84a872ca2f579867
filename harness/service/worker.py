"""A worker of the service: its agent is a client, whose messages come through the service's process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from harness.agents.naming import AgentSpec
from harness.agents.process import AgentGone, AgentProcess, AgentSlow
from harness.agents.protocol import TaskMessage, decode
from harness.episode.agent_loop import play_agent
from harness.episode.engine import Episode
from harness.fleet.worker import Worker, WorkerSettings, work

SAID, GONE = "said", "gone"
"""What the service sends of a client: a line of the protocol, or why none will come."""
KEY_NODES = "key_nodes"


class RemoteAgent:
    """A client as the engine knows agents (``harness.agents.process.AgentProcess``).

    Args:
        spec: for reports.
        pipe: to the service.
    """

    pid = None  # no process of this machine has to be ended when it hangs

    def __init__(self, spec: AgentSpec, pipe: Connection) -> None:
        self.spec = spec
        self.running = True
        self.more: Callable[[], dict[str, Any]] = dict
        """What an observation tells besides."""
        self._pipe = pipe

    def begin(self, task: TaskMessage, *, seconds: float) -> None:
        """Hand over a task."""
        self._pipe.send(("tells", task.to_json()))

    def send(self, message: dict[str, Any], *, seconds: float) -> None:
        """Pass a message on."""
        self._pipe.send(("tells", message | self.more()))

    def receive(self, *, seconds: float) -> dict[str, Any]:
        """The client's next message.

        Raises:
            AgentGone: when it was closed, or its lease has ended.
            AgentSlow: when none comes for so long.
            ProtocolError: when it is no message.
        """
        if not self._pipe.poll(seconds):
            raise AgentSlow(f"no action within {seconds:g} s")
        kind, said = self._pipe.recv()
        if kind == GONE:
            self.running = False
            raise AgentGone(said)
        return decode(said)

    def note(self, problem: str) -> None:
        """The next observation says it, too."""

    def end(self, reason: str) -> None:
        """Tell that the episode is over, before it is judged."""
        self._pipe.send(("tells", {"type": "end", "reason": reason}))

    def take_log(self) -> bytes:
        """A client writes no log."""
        return b""

    def close(self, *, seconds: float = 0.0) -> None:
        """The next episode gets another."""
        self.running = False


class SessionWorker(Worker):
    """Plays episodes with clients.

    Args:
        pipe: to the service.
        settings: of the worker.
        options: of every worker.
    """

    def __init__(self, pipe: Connection, settings: WorkerSettings, **options: Any) -> None:
        super().__init__(settings, **options)
        self._pipe = pipe

    def _let_play(self, episode: Episode, agent: AgentProcess) -> None:
        if isinstance(agent, RemoteAgent) and episode.task.key_nodes:  # the service says who is told of them
            agent.more = lambda: {KEY_NODES: episode.nodes()}
        play_agent(episode, agent)

    def _running_agent(self) -> Any:
        return RemoteAgent(self.settings.agent, self._pipe)  # of each episode one of its own


def main(pipe: Connection, settings: WorkerSettings) -> None:
    """The target of the service's processes."""
    work(pipe, settings, partial(SessionWorker, pipe))
