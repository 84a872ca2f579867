"""Webarium's tasks as BrowserGym environments: ``gym.make("browsergym/webarium.shopping.order_total.0")``.

Importing this module registers every task. Where ``WEBARIUM_SERVICE`` names a running ``webarium serve``,
they are its tasks, played in its browser. Else BrowserGym's own browser plays: worlds, resets and verdicts
come from ``webarium drive``, a process in Webarium's own environment; ``WEBARIUM_COMMAND`` names it where it
is not on the path, ``WEBARIUM_WORLD`` a running world to use instead of one of its own,
``WEBARIUM_ANSWER_FORMAT`` how much agents are told of answers: full, format or none.
"""

from __future__ import annotations

import fnmatch
import functools
import os
from typing import Any

import gymnasium
from browsergym.webarium.driver import Driver, DriverError
from browsergym.webarium.env import WebariumEnv
from browsergym.webarium.served import SandboxError, ServedEnv
from browsergym.webarium.task import WebariumTask
from gymnasium.envs.registration import WrapperSpec
from webarium_client import Env
from webarium_client.service import URL

__all__ = [
    "ALL_WEBARIUM_TASK_IDS",
    "Driver",
    "DriverError",
    "SandboxError",
    "ServedEnv",
    "WebariumEnv",
    "WebariumTask",
    "listed",
]


_JUDGE = WrapperSpec("JudgeTruncated", "browsergym.webarium.env:JudgeTruncated", {})


def listed(select: str = "all") -> list[dict[str, Any]]:
    """The tasks there are.

    Args:
        select: as ``webarium eval --tasks`` takes it; of a service ``all``, or patterns with commas.

    Returns:
        ``id``, ``intent``, ``sites`` and, where they are told, ``category`` and ``difficulty`` of each.
    """
    if not os.environ.get(URL):
        found: list[dict[str, Any]] = Driver.shared().ask("tasks", select=select)["tasks"]
        return found
    patterns = ["*"] if select == "all" else select.split(",")
    rows = [{"id": row["task"], "category": "", "difficulty": "", **row} for row in Env().tasks()]
    return [row for row in rows if any(fnmatch.fnmatchcase(row["id"], one.strip()) for one in patterns)]


def _register() -> list[str]:
    ids = []
    kind: Any = ServedEnv if os.environ.get(URL) else WebariumEnv
    for task in listed():
        ids.append(f"webarium.{task['id']}")
        gymnasium.register(
            id=f"browsergym/{ids[-1]}",
            entry_point=functools.partial(kind, task["id"]),
            nondeterministic=False,
            additional_wrappers=(_JUDGE,),
        )
    return ids


ALL_WEBARIUM_TASK_IDS = _register()
