"""Webarium's tasks as BrowserGym environments: ``gym.make("browsergym/webarium.shopping.order_total.0")``.

Importing this module registers every task. Worlds, resets and verdicts come from ``webarium drive``, a
process in Webarium's own environment; ``WEBARIUM_COMMAND`` names it where it is not on the path,
``WEBARIUM_WORLD`` a running world to use instead of one of its own, ``WEBARIUM_ANSWER_FORMAT`` how much
agents are told of answers: full, format or none.
"""

from __future__ import annotations

import functools

import gymnasium
from browsergym.webarium.driver import Driver, DriverError
from browsergym.webarium.env import WebariumEnv
from browsergym.webarium.task import WebariumTask
from gymnasium.envs.registration import WrapperSpec

__all__ = ["ALL_WEBARIUM_TASK_IDS", "Driver", "DriverError", "WebariumEnv", "WebariumTask"]


_JUDGE = WrapperSpec("JudgeTruncated", "browsergym.webarium.env:JudgeTruncated", {})


def _register() -> list[str]:
    ids = []
    for task in Driver.shared().ask("tasks", select="all")["tasks"]:
        ids.append(f"webarium.{task['id']}")
        gymnasium.register(
            id=f"browsergym/{ids[-1]}",
            entry_point=functools.partial(WebariumEnv, task["id"]),
            nondeterministic=False,
            additional_wrappers=(_JUDGE,),
        )
    return ids


ALL_WEBARIUM_TASK_IDS = _register()
