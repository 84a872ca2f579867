"""An agent as Webarium starts it: tasks and observations on stdin, actions on stdout, one JSON a line."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
from typing import IO, Any

from .observation import Observation


class EndOfEpisode(Exception):
    """The episode is over; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Task:
    """What is to be done.

    Attributes:
        episode: a word of chance, new in each episode.
        intent: the task in words.
        start_urls: pages that are open at the beginning.
        sites: address by name.
        answer_format: what the answer has to look like: ``sentence``, ``schema``, ``statuses``.
        limits: of steps and seconds.
        options: what ``--agent-option`` gave.
        data: all that was told.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.episode: str = data.get("episode") or ""
        self.intent: str = data.get("intent") or ""
        self.start_urls: list[str] = data.get("start_urls") or []
        self.sites: dict[str, str] = data.get("sites") or {}
        self.answer_format: dict[str, Any] | None = data.get("answer_format")
        self.limits: dict[str, Any] = data.get("limits") or {}
        self.options: dict[str, Any] = data.get("options") or {}


class Session:
    """One episode, seen from the agent.

    Attributes:
        task: what is to be done.
        done: whether it is over.
    """

    def __init__(self, task: Task, reader: IO[bytes], writer: IO[bytes]) -> None:
        self.task, self.done = task, False
        self.last: dict[str, Any] | None = None
        self._reader, self._writer = reader, writer
        self._seen: Observation | None = None

    def observe(self) -> Observation:
        """The current observation.

        Raises:
            EndOfEpisode: there is none any more.
        """
        if self._seen is None:
            self._seen = self._receive()
        return self._seen

    def act(
        self,
        action: dict[str, Any] | list[dict[str, Any]],
        *,
        thought: str = "",
        tokens: dict[str, Any] | None = None,
    ) -> Observation:
        """Send an action and wait for what the browser shows then.

        Args:
            action: with a ``name``; fields that are None are left out. Or several, one after the other.
            thought: why; the report shows it.
            tokens: ``{"prompt": n, "completion": n, "cost": dollars}`` of a model call.

        Raises:
            EndOfEpisode: it was the last one.
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
        self._send(message)
        self._seen = None
        return self.observe()

    def stop(
        self,
        answer: Any = "",
        *,
        status: str | None = None,
        reason: str | None = None,
        thought: str = "",
        tokens: dict[str, Any] | None = None,
    ) -> Observation | None:
        """End the episode with an answer.

        Returns:
            None when it is over. An observation where the answer could not be read: its ``error`` says what
            is wanted, and you may stop once more; if you do not, this answer stands.
        """
        self.last = {"name": "stop", "answer": answer, "status": status, "reason": reason}
        try:
            return self.act(self.last, thought=thought, tokens=tokens)
        except EndOfEpisode:
            return None

    def fail(self, message: str, *, tokens: dict[str, Any] | None = None) -> None:
        """Say that the agent cannot go on through no fault of the task: its model's endpoint is down.

        ``tokens`` are what it spent since its last action, as for ``act``.
        """
        self._send({"type": "error", "message": message} | ({"tokens": tokens} if tokens else {}))
        self.done = True

    def drain(self) -> None:
        """Read on until it is said that the episode is over."""
        try:
            while not self.done:
                self._receive()
        except EndOfEpisode:
            return

    def _send(self, message: dict[str, Any]) -> None:
        self._writer.write(json.dumps(message).encode("ascii") + b"\n")
        self._writer.flush()

    def _receive(self) -> Observation:
        line = self._reader.readline()
        if not line:
            self.done = True
            raise EOFError("Webarium is gone")
        message = json.loads(line)
        if message["type"] == "end":
            self.done = True
            raise EndOfEpisode(str(message.get("reason", "")))
        return Observation(message)


class Agent:
    """Override ``act``, or ``run`` to have the whole episode in one function; they may be ``async def``."""

    def reset(self, task: Task) -> Any:
        """A new task begins; forget the last one."""

    def act(self, observation: Observation) -> Any:
        """The next action, alone or with the thought behind it."""
        raise NotImplementedError

    async def _play(self, session: Session) -> None:
        await _settled(self.reset(session.task))
        seen = session.observe()
        while True:
            decided = await _settled(self.act(seen))
            action, thought = decided if isinstance(decided, tuple) else (decided, "")
            if isinstance(action, dict) and action.get("name") == "stop":
                session.last = action
            seen = session.act(action, thought=thought)

    def run(self, session: Session) -> Any:
        """Play one episode; who returns without ``stop`` gives up with an empty answer."""
        return self._play(session)


def serve(agent: Agent) -> None:
    """Play every task that Webarium sends; whatever is printed meanwhile goes to the agent's log."""
    reader, writer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        asyncio.run(_serve(agent, reader, writer))
    except (EOFError, BrokenPipeError):
        return


async def _serve(agent: Agent, reader: IO[bytes], writer: IO[bytes]) -> None:
    for line in iter(reader.readline, b""):
        message = json.loads(line)
        if message["type"] != "task":
            continue
        session = Session(Task(message), reader, writer)
        try:
            await _settled(agent.run(session))
            if not session.done:
                last = session.last or {"name": "stop", "answer": ""}
                session.act(last, thought="" if session.last else "the agent returned without an answer")
        except EndOfEpisode:
            continue
        session.drain()


def _plain(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if value is not None}


async def _settled(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value
