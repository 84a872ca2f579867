"""``webarium table``: what several agents passed, side by side, of all tasks and of each group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from harness.compare.comparison import GROUPS
from harness.compare.sides import Episode, Side, load_side
from harness.run.interval import interval_of_share

ALL = "all"
ORDER = ("easy", "medium", "hard")
"""Bands stand in this order, other groups in that of their names."""


def table(names: Sequence[str], by: str = "category") -> list[dict[str, Any]]:
    """A row a run: ``run``, ``agent``, ``unfinished`` and ``rates``, by group and under ``all``.

    A rate has ``episodes``, ``tasks``, ``passed``, ``rate``, ``low`` and ``high``, the bounds of the 95 %
    interval over tasks. Episodes that ended in an error of the sandbox count as not passed.

    Args:
        names: of runs, their folders, or baseline files.
        by: what groups are made by, one of GROUPS. A task of several sites counts with each.

    Raises:
        WebariumError: one of them is no run.
    """
    return [_row(load_side(name), by) for name in names]


def markdown(rows: Sequence[dict[str, Any]]) -> str:
    """The same as a table in Markdown."""
    names = {name for row in rows for name in row["rates"]} - {ALL}
    bands = [name for name in ORDER if name in names]
    columns = [ALL, *bands, *sorted(names - set(bands))]
    head = f"| agent | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}"
    lines = [
        f"| `{row['agent']}` | {' | '.join(_cell(row['rates'].get(name)) for name in columns)} |"
        for row in rows
    ]
    return "\n".join([head, *lines])


def _row(side: Side, by: str) -> dict[str, Any]:
    groups: dict[str, list[Episode]] = defaultdict(list)
    for episode in side.episodes:
        groups[ALL].append(episode)
        for name in GROUPS[by](episode):
            groups[name].append(episode)
    return {
        "run": side.name,
        "agent": side.agent,
        "unfinished": side.unfinished,
        "rates": {name: _rate(group) for name, group in sorted(groups.items())},
    }


def _rate(episodes: list[Episode]) -> dict[str, Any]:
    by_task: dict[str, list[bool]] = defaultdict(list)
    for one in episodes:
        by_task[one.task_id].append(one.passed)
    low, high = interval_of_share([(sum(trials), len(trials)) for trials in by_task.values()])
    passed = sum(one.passed for one in episodes)
    return {
        "episodes": len(episodes),
        "tasks": len(by_task),
        "passed": passed,
        "rate": round(passed / len(episodes), 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def _cell(rate: dict[str, Any] | None) -> str:
    if rate is None:
        return "–"
    of = f"{rate['passed']} of {rate['episodes']}"
    return f"{of}: {rate['rate']:.1%} ({rate['low']:.1%} to {rate['high']:.1%})"
