"""The Python side of an agent: subclass ``Agent``, end the file with ``serve(MyAgent())``.

Nothing else is needed: ``serve`` reads tasks from stdin, hands observations to the agent and writes its
actions to stdout. Whatever the agent prints goes to stderr, where the harness keeps it as a log.
"""

from __future__ import annotations

import os
import sys
from typing import IO, Any, Literal

from harness.agents.protocol import EndOfEpisode, Observation, TaskMessage, decode, encode
from tasks.actions import Action, Stop
from tasks.formats import Reason

Acts = Action | dict[str, Any] | list[Action | dict[str, Any]]
"""An action, or several that are carried out one after the other."""


class Session:
    """One episode seen from the agent: the task, the current observation, and ``act``."""

    def __init__(self, task: TaskMessage, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.task = task
        self.done = False
        self.last: Stop | None = None
        self._reader = reader
        self._writer = writer
        self._observation: Observation | None = None

    def observe(self) -> Observation:
        """The current observation (no round trip after the first).

        Raises:
            EndOfEpisode: when the harness ended the episode instead.
        """
        if self._observation is None:
            self._observation = self._receive()
        return self._observation

    def act(self, action: Acts, *, thought: str = "", tokens: dict[str, Any] | None = None) -> Observation:
        """Send an action and wait for what the browser shows then.

        Args:
            action: an action of ``tasks.actions`` or the same as a dictionary; or a list of them, each of
                which is a step. Numbers of elements are those of the current observation for all of them.
            thought: why; kept in the trajectory.
            tokens: ``{"prompt": n, "completion": n, "cost": dollars}`` of a model call.

        Raises:
            EndOfEpisode: when the episode is over, as it is after ``stop``, but for an answer that could not
                be read: that is told once, in the ``error`` of the observation.
        """
        self.observe()
        message: dict[str, Any] = {"type": "action"}
        if isinstance(action, list):
            message["actions"] = [_plain(one) for one in action]
        else:
            message["action"] = _plain(action)
        if thought:
            message["thought"] = thought
        if tokens:
            message["tokens"] = tokens
        self._writer.write(encode(message))
        self._writer.flush()
        self._observation = None
        return self.observe()

    def stop(
        self,
        answer: Any = "",
        *,
        status: Literal["done", "not_achievable", "failed"] | None = None,
        reason: Reason | None = None,
        thought: str = "",
        tokens: dict[str, Any] | None = None,
    ) -> Observation | None:
        """End the episode with an answer, as text or as JSON; see ``finish``."""
        stop = Stop(answer=answer, status=status, reason=reason)
        return self.finish(stop, thought=thought, tokens=tokens)

    def finish(
        self, stop: Stop, *, thought: str = "", tokens: dict[str, Any] | None = None
    ) -> Observation | None:
        """End the episode with this action; ``thought`` and ``tokens`` as for ``act``.

        Returns:
            None when it is over. An observation where the answer could not be read: its ``error`` says what
            is wanted, and the agent may stop once more. Where it does not, this answer stands.
        """
        self.last = stop
        try:
            return self.act(stop, thought=thought, tokens=tokens)
        except EndOfEpisode:
            return None

    def fail(self, message: str, *, tokens: dict[str, Any] | None = None) -> None:
        """End the episode as an error: the agent cannot go on through no fault of the task (no endpoint).

        ``tokens`` are what it spent since its last action, as for ``act``.
        """
        spent = {"tokens": tokens} if tokens else {}
        self._writer.write(encode({"type": "error", "message": message, **spent}))
        self._writer.flush()
        self.done = True

    def drain(self) -> None:
        """Read on until the harness says that the episode is over."""
        try:
            while not self.done:
                self._receive()
        except EndOfEpisode:
            return

    def _receive(self) -> Observation:
        line = self._reader.readline()
        if not line:
            self.done = True
            raise EOFError("the harness is gone")
        message = decode(line)
        if message["type"] == "end":
            self.done = True
            raise EndOfEpisode(str(message.get("reason", "")))
        return Observation.from_json(message)


class Agent:
    """Override ``act``; or ``run`` for an agent that wants the whole episode in one function."""

    def reset(self, task: TaskMessage) -> None:
        """A new task begins; forget the last one."""

    def act(self, observation: Observation) -> Acts | tuple[Acts, str]:
        """The next action or a list of actions, alone or with the thought behind it."""
        raise NotImplementedError

    def run(self, session: Session) -> None:
        """Play one episode; returning without ``stop`` gives up with an empty answer."""
        self.reset(session.task)
        observation = session.observe()
        while True:
            decided = self.act(observation)
            action, thought = decided if isinstance(decided, tuple) else (decided, "")
            observation = session.act(action, thought=thought)


def _plain(action: Action | dict[str, Any]) -> dict[str, Any]:
    data = action if isinstance(action, dict) else action.model_dump(mode="json", exclude_defaults=False)
    return {key: value for key, value in data.items() if value is not None}


def serve(agent: Agent) -> None:
    """Play every task the harness sends until it closes the pipe."""
    reader, writer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not break the protocol
    while line := reader.readline():
        message = decode(line)
        if message["type"] != "task":
            continue
        session = Session(TaskMessage.from_json(message), reader, writer)
        try:
            agent.run(session)
            if not session.done:
                why = "" if session.last else "the agent returned without an answer"
                session.finish(session.last or Stop(), thought=why)
        except EndOfEpisode:
            pass
        except (EOFError, BrokenPipeError):
            return
        if not session.done:
            session.drain()
