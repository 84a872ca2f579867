"""Webarium's tasks as a benchmark for AgentLab's studies; needs ``agentlab``.

from agentlab.experiments.study import make_study
from browsergym.webarium.study import benchmark

make_study([agent_args], benchmark("shopping.*")).run(n_jobs=2)
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version

import pandas
from agentlab.experiments.loop import EnvArgs
from browsergym.experiments.benchmark import Benchmark, HighLevelActionSetArgs
from browsergym.webarium import listed

MAX_STEPS = 30  # as `webarium eval` has it

# Whatever an agent may do in the browser, and the two ways to end an episode.
_ACTIONS = HighLevelActionSetArgs(subsets=("chat", "infeas", "bid", "coord", "nav", "tab"))


@dataclass
class WebariumEnvArgs(EnvArgs):
    """A task of a study; a worker that unpickles it imports this package, which registers the tasks."""


@dataclass
class WebariumBenchmark(Benchmark):
    """A benchmark that AgentLab can name in its record of what was run."""

    def get_version(self) -> str:
        """The version of this package, as AgentLab asks for it."""
        return version("browsergym-webarium")


def benchmark(select: str = "all", *, max_steps: int = MAX_STEPS) -> WebariumBenchmark:
    """Some tasks as a benchmark.

    Args:
        select: as in ``webarium eval --tasks``: all, one-per-template, ``shopping.*``, an id; of a service
            ``all``, or patterns with commas.
        max_steps: after which an episode counts as failed.
    """
    tasks = listed(select)
    return WebariumBenchmark(
        name="webarium",
        high_level_action_set_args=_ACTIONS,
        is_multi_tab=True,
        supports_parallel_seeds=True,
        env_args_list=[
            WebariumEnvArgs(f"webarium.{task['id']}", task_seed=0, max_steps=max_steps) for task in tasks
        ],
        backends=[],
        task_metadata=pandas.DataFrame(
            {
                "task_name": f"webarium.{task['id']}",
                "category": task["category"],
                "difficulty": task["difficulty"],
                "sites": " ".join(task["sites"]),
            }
            for task in tasks
        ),
    )
