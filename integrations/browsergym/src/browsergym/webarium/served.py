"""A task of a running ``webarium serve`` with BrowserGym's observations and actions."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any, NoReturn

import gymnasium
import numpy as np
from browsergym.core.spaces import Anything, Unicode
from browsergym.webarium.sight import of_page
from browsergym.webarium.task import HOW
from browsergym.webarium.words import NoSuchAction, translated
from webarium_client import Env, Refused, Result, spoiled


class SandboxError(RuntimeError):
    """The service failed, its world, browser or worker, or the session was lost: none of the agent's."""


class ServedEnv(gymnasium.Env):  # type: ignore[type-arg]
    """One task; each episode is a session of its own.

    Args:
        task: as the service names it.
        wait: seconds to wait for a world when all are leased.
        options: of BrowserGym's own environment, which choose nothing here: the browser is the service's.
    """

    metadata = {"render_modes": []}  # as Gymnasium has it

    def __init__(self, task: str, wait: float = 600.0, **options: Any) -> None:
        self.task, self._wait = task, wait
        self.action_space = Unicode()
        self.observation_space = Anything()
        self._env: Env | None = None
        self._last: Result
        self._shown: dict[str, Any] = {}
        self._verdict: dict[str, Any] = {}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin the task anew. The seed changes nothing: a task is always the same.

        Raises:
            SandboxError: no world came up.
        """
        self.cut()
        self._env, self._began, self._verdict = Env(), time.time(), {}
        self._last = self._env.reset(self.task, wait=self._wait)
        self._goal = f"{self._last.goal}\n{HOW}"
        self._messages = [{"role": "user", "timestamp": self._began, "message": self._goal}]
        self._sound(self._last.info)
        self._see("", "")
        return self._shown, {"task_info": {"task": self.task}}

    def step(self, action: str) -> Any:
        """Carry out an action; the reward comes with the last one.

        Raises:
            SandboxError: the sandbox failed, or the session was lost; there is no reward.
        """
        if self._env is None:
            return self._shown, 0.0, True, False, {"task_info": self._verdict}
        seen = self._last.observation
        assert seen is not None
        try:
            window = seen.elements[1].box or (0, 0, 1280, 720)
            words = translated(action, self._checked, (window[2] // 2, window[3] // 2))
            self._last = self._env.step(words if len(words) != 1 else words[0])
            problem = self._last.observation.error if self._last.observation else None
        except NoSuchAction as error:
            problem = str(error)
        except Refused as error:
            if error.lost:
                self._fail(str(error))
            problem = str(error)
        self._sound(self._last.info)
        self._see(action, problem or "")
        if not self._last.done:
            return self._shown, 0.0, False, False, {"task_info": {}}
        verdict = self.cut()
        return self._shown, float(verdict["reward"]), True, False, {"task_info": verdict}

    def close(self) -> None:
        """Give the world back; an episode that goes on is judged before."""
        self.cut()

    def cut(self, reason: str = "") -> dict[str, Any]:
        """Close the session.

        Returns:
            The verdict, with ``score`` and, where the service tells them, ``checks``.

        Raises:
            SandboxError: the sandbox failed, or the session was lost; there is no verdict.
        """
        env, self._env = self._env, None
        if env is None:
            return self._verdict
        begun, closed = env.session is not None, env.close()
        if not begun:  # no world was to be had
            return {}
        if why := spoiled(closed):
            self._fail(why)
        row = closed["episodes"][-1]
        self._verdict = row | {"score": row["reward"], "checks": self._last.info.get("checks") or []}
        return self._verdict

    def _checked(self, bid: str) -> bool:
        seen = self._last.observation
        one = seen.elements.get(int(bid)) if seen and bid.isdecimal() else None
        return bool(one and one.states.get("checked"))

    def _see(self, action: str, problem: str) -> None:
        page = of_page(self._last.observation) if self._last.observation else self._shown
        self._shown = {
            **page,
            "chat_messages": tuple(self._messages),
            "goal": self._goal,
            "goal_object": ({"type": "text", "text": self._goal},),
            "last_action": action,
            "last_action_error": problem,
            "elapsed_time": np.asarray([time.time() - self._began]),
        }

    def _sound(self, info: dict[str, Any]) -> None:
        if info.get("masked"):
            self._fail(str(info.get("error")))

    def _fail(self, why: str) -> NoReturn:
        env, self._env = self._env, None
        if env is not None:
            with suppress(Exception):  # what went wrong before is told
                env.close()
        raise SandboxError(f"the sandbox failed: {why}")
