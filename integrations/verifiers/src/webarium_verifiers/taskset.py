"""Tasks of the service, each rollout in a session of its own."""

from __future__ import annotations

import fnmatch
import json
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import verifiers.v1 as vf
from verifiers.v1.errors import SandboxError
from webarium_client import AsyncEnv, Env, spoiled

from webarium_verifiers.tools import WebariumState, WebariumTools

TOLD = "Play it in the browser: observe, act, and stop with the answer."


class WebariumData(vf.TaskData):
    """A task; ``webarium`` is what the service calls it."""

    webarium: str


class WebariumTaskConfig(vf.TaskConfig):
    """How tasks are played."""

    tools: vf.ToolsetConfig = vf.ToolsetConfig()
    wait: float = 600.0
    """Seconds to wait for a world when all are leased."""
    gold: Path | None = None
    """A run of `webarium eval --agent oracle`, whose actions `vf-validate` plays again."""


class WebariumTask(vf.Task[WebariumData, WebariumState, WebariumTaskConfig]):
    """One task; the reward is the service's."""

    _sessions: WeakKeyDictionary[Any, str] = WeakKeyDictionary()

    @classmethod
    def toolsets(cls, config: WebariumTaskConfig) -> list[vf.Toolset]:
        """The tools of each rollout."""
        return [WebariumTools(config.tools)]

    async def setup(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Lease a session and begin."""
        env = AsyncEnv()
        begun = await env.reset(self.data.webarium, wait=self.config.wait)
        if begun.masked:
            with suppress(Exception):  # the world is for others now
                await env.close()
            raise SandboxError(f"the sandbox failed: {begun.info.get('error')}")
        trace.state.session = env.session or ""
        self._sessions[runtime] = trace.state.session

    @vf.stop
    async def lost(self, trace: vf.Trace) -> bool:
        """Whether the session was lost: nothing can be played in it any more."""
        return bool(trace.state.lost)

    async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Close the session, which judges what there is; a failure of the sandbox is none of the model's."""
        env = AsyncEnv(session=trace.state.session)
        if trace.state.lost:
            with suppress(Exception):  # what went wrong before is told
                await env.close()
            raise SandboxError(f"the sandbox failed: {trace.state.lost}")
        closed = await env.close()
        if why := spoiled(closed):
            raise SandboxError(f"the sandbox failed: {why}")
        trace.state.verdict = closed["episodes"][-1]

    @vf.reward
    async def passed(self, trace: vf.Trace) -> float:
        """0 to 1."""
        return float(trace.state.verdict["reward"])

    async def validate(self, runtime: vf.Runtime) -> bool | None:
        """Play the oracle's recorded actions; they must get the whole reward."""
        env = AsyncEnv(session=self._sessions.pop(runtime))
        try:
            actions = _recorded(self.config.gold, self.data.webarium) if self.config.gold else None
            if actions is None:
                return None
            await env.observation()
            for action in actions:
                result = await env.step({key: value for key, value in action.items() if value is not None})
            if result.masked:
                raise SandboxError(f"the sandbox failed: {result.info.get('error')}")
            return result.done and result.reward == 1.0
        finally:
            await env.close()


class WebariumConfig(vf.TasksetConfig):
    """Which tasks."""

    split: str = "train"
    tasks: str = "*"
    """A pattern of their names."""
    task: WebariumTaskConfig = WebariumTaskConfig()


class WebariumTaskset(vf.Taskset[WebariumTask, WebariumConfig]):
    """The tasks that a running service lists."""

    def load(self) -> list[WebariumTask]:
        """Ask the service."""
        rows = Env().tasks(self.config.split)
        return [
            WebariumTask(
                WebariumData(
                    id=row["task"],
                    webarium=row["task"],
                    name=row["task"],
                    prompt=f"{row['intent']}\n\n{TOLD}",
                ),
                self.config.task,
            )
            for row in sorted(rows, key=lambda row: row["task"])
            if fnmatch.fnmatchcase(row["task"], self.config.tasks)
        ]


def _recorded(run: Path, task: str) -> list[dict[str, Any]] | None:
    """The actions of a task in a recorded run; None where it holds none that passed."""
    for text in (run / "journal.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["task_id"] == task and line["status"] == "passed":
            steps = (run / line["folder"] / "trajectory.jsonl").read_text(encoding="utf-8").splitlines()
            return [json.loads(step)["action"] for step in steps]
    return None
