"""Where episodes are played: a pool of worlds, and the harness with Inspect's model as its agent.

An episode is Webarium's own, from reset to verdict; only the agent is not a process but answers here. It runs
in a thread, since the harness drives its browser synchronously, and asks the model through Inspect's loop.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio.from_thread
import anyio.to_thread
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    Model,
    ModelOutput,
)

from harness.agents.model.agent import ModelAgent
from harness.agents.model.client import Reply
from harness.agents.model.prompts import Past
from harness.agents.model.settings import settings_of
from harness.agents.naming import AgentSpec
from harness.agents.protocol import Observation, TaskMessage, Tokens
from harness.browser.observation import View
from harness.episode.limits import Limits
from harness.episode.mend import ATTEMPTS
from harness.episode.settings import EpisodeSettings
from harness.fleet.worker import Worker, WorkerSettings
from harness.run.models import JournalLine
from harness.service.foreign_run import ForeignRun
from reset import owners
from tasks.formats import Told
from tasks.model import Task


class SandboxError(RuntimeError):
    """World, browser or gateway failed; it says nothing about the model."""


class InspectModel:
    """Inspect's model as the model agent asks it; to be used in a thread of Inspect's loop."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def ask(self, messages: list[dict[str, Any]], *, deadline: float) -> Reply:
        """The reply to a conversation. Inspect has its own retries, time-outs and cache."""
        output: ModelOutput = anyio.from_thread.run(self._model.generate, [_message(one) for one in messages])
        usage = output.usage
        tokens = Tokens(usage.input_tokens, usage.output_tokens) if usage else Tokens()
        return Reply(output.completion, tokens)


class InspectAgent:
    """Stands where the harness expects an agent's process."""

    def __init__(self, model: Model, options: Mapping[str, Any]) -> None:
        self.spec = AgentSpec("inspect", [], options=settings_of({"model": str(model), **options}, {}))
        self.failure: Exception | None = None
        self.running = True
        self._agent = ModelAgent(lambda settings: InspectModel(model))
        self._task = TaskMessage("", "")
        self._seen: Observation | None = None
        self._past: list[Past] = []

    def begin(self, task: TaskMessage, *, seconds: float) -> None:
        """A new task."""
        self._task, self._past = task, []

    def send(self, message: dict[str, Any], *, seconds: float) -> None:
        """What the browser shows."""
        self._seen = Observation.from_json(message)

    def receive(self, *, seconds: float) -> dict[str, Any]:
        """The model's action; whatever fails in asking is Inspect's to handle, not a failure of the task."""
        assert self._seen is not None
        try:
            decision = self._agent.next(self._task, self._seen, self._past)
        except Exception as error:
            self.failure = error
            return {"type": "error", "message": f"{type(error).__name__}: {error}"}
        tokens = decision.tokens.to_json()
        return {"type": "action", "action": decision.action, "thought": decision.thought, "tokens": tokens}

    def end(self, reason: str) -> None:
        """The episode is over."""

    def take_log(self) -> bytes:
        """It writes none."""
        return b""

    def close(self, *, seconds: float = 0.0) -> None:
        """Nothing runs."""


class _Player(Worker):
    """A worker for one episode, whose agent is given."""

    def __init__(self, settings: WorkerSettings, agent: InspectAgent) -> None:
        super().__init__(settings)
        self._given = agent

    def _running_agent(self) -> Any:
        return self._given


@dataclass
class Stage:
    """A pool of worlds.

    Args:
        tasks: that will be played.
        folder: of the run: manifest, journal, summary, and a folder for each episode.
        view: what the model sees.
        limits: of an episode.
        options: of the model agent.
        answer_format: how much the model is told of the answer that a task asks for.
        worlds: how many.
        world: a running one to use instead.
    """

    tasks: list[Task]
    folder: Path
    view: View
    limits: Limits
    options: dict[str, Any]
    answer_format: Told = "full"
    worlds: int = 1
    world: str | None = None
    _free: asyncio.Queue[str] | None = field(default=None, init=False)
    _run: ForeignRun | None = field(default=None, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    async def play(self, task_id: str, *, trial: int, model: Model) -> dict[str, Any]:
        """Play one episode.

        Returns:
            Its journal line, with ``place``, the folder of its files.

        Raises:
            SandboxError: when the sandbox failed three times.
        """
        free = self._pool()
        name = await free.get()
        try:
            return await anyio.to_thread.run_sync(self._play, name, task_id, trial, model)
        finally:
            free.put_nowait(name)

    def _pool(self) -> asyncio.Queue[str]:
        if self._free is None:
            self._free = asyncio.Queue()
            names = [self.world] if self.world else [f"inspect-{os.getpid()}-{n}" for n in range(self.worlds)]
            for name in names:
                self._free.put_nowait(name)
            if not self.world:
                atexit.register(_remove, names)
        return self._free

    def _play(self, name: str, task_id: str, trial: int, model: Model) -> dict[str, Any]:
        task = next(one for one in self.tasks if one.id == task_id)
        agent = InspectAgent(model, self.options)
        settings = WorkerSettings(
            number=0,
            run=self.folder.resolve(),
            sites=sorted({site for one in self.tasks for site in one.sites}),
            world=name,
            owner=None if self.world else owners.me(),
            agent=agent.spec,
            episode=EpisodeSettings(view=self.view, limits=self.limits, answer_format=self.answer_format),
        )
        player = _Player(settings, agent)
        try:
            player.prepare()
            run = self._of(settings)
            run.begin(task, name)
            for _ in range(ATTEMPTS):
                found = player.play(task, trial)
                if agent.failure:
                    run.fail(task, trial, f"{type(agent.failure).__name__}: {agent.failure}")
                    raise agent.failure
                if found[0] == "done":
                    line: JournalLine = found[1]
                    run.add(line)
                    return line.to_json() | {"place": str(settings.run / str(line.folder))}
            run.fail(task, trial, str(found[3]))
            raise SandboxError(str(found[3]))
        finally:
            player.close()

    def _of(self, settings: WorkerSettings) -> ForeignRun:
        """The run that all episodes of this evaluation belong to."""
        with self._lock:
            if self._run is None:
                self._run = ForeignRun(
                    settings.run, settings.agent, episode=settings.episode, tasks=self.tasks
                )
                atexit.register(self._run.close)
            return self._run


def _remove(names: list[str]) -> None:
    """Remove worlds at the end of the interpreter, which starts no threads any more: in one of its own."""
    for name in names:
        command = [sys.executable, "-m", "harness.commands.cli", "down", "--world", name]
        subprocess.run(command, capture_output=True, check=False)


def _message(message: dict[str, Any]) -> ChatMessage:
    content = message["content"]
    if message["role"] == "system":
        return ChatMessageSystem(content=content)
    if message["role"] == "assistant":
        return ChatMessageAssistant(content=content)
    return ChatMessageUser(content=content if isinstance(content, str) else [_part(part) for part in content])


def _part(part: dict[str, Any]) -> Content:
    if part["type"] == "text":
        return ContentText(text=part["text"])
    return ContentImage(image=part["image_url"]["url"])
