"""A run in numbers: counted from its journal, never from memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median
from typing import Any

from evaluators.checks.node import node_scores
from harness.journal import read_journal


def summarize(folder: Path, *, wall_seconds: float | None = None) -> dict[str, Any]:
    """Count a run.

    Args:
        folder: the run's.
        wall_seconds: how long it took; added to what earlier parts of a resumed run took.

    Returns:
        ``run``, ``agent``, ``tasks`` (episodes), ``passed``, ``failed``, ``errors``, ``undecided``,
        ``success_rate`` (passed of all episodes, 0 to 1), ``wall_seconds``, ``per_site``,
        ``per_category``, ``per_difficulty``, medians of an episode and, where tasks have key nodes, their
        scores (``key_nodes``, see ``evaluators.checks.node``).
    """
    manifest = _read(folder / "manifest.json")
    before = _read(folder / "summary.json")
    lines = list(read_journal(folder / "journal.jsonl").values())
    wall = (before.get("wall_seconds") or 0.0) + (wall_seconds or 0.0)
    played = [line for line in lines if line["status"] != "error"]
    return {
        "run": folder.name,
        "agent": (manifest.get("agent") or {}).get("name"),
        **_count(lines),
        "wall_seconds": round(wall, 1),
        "steps_median": median(line["steps"] for line in played) if played else None,
        "seconds_median": round(median(line["seconds"] for line in played), 2) if played else None,
        "reset_seconds_median": round(median(line["reset_seconds"] for line in played), 3)
        if played
        else None,
        "tokens": {
            kind: sum((line.get("tokens") or {}).get(kind, 0) for line in lines)
            for kind in ("prompt", "completion")
        },
        "cost": round(sum((line.get("tokens") or {}).get("cost", 0.0) for line in lines), 4),
        "per_site": _grouped(lines, lambda line: line["sites"]),
        "per_category": _grouped(lines, lambda line: [line["category"]]),
        "per_difficulty": _grouped(lines, lambda line: [line["difficulty"]]),
        "key_nodes": node_scores(played),
        "digest": _digest(lines),
    }


def _count(lines: Iterable[dict[str, Any]]) -> dict[str, Any]:
    lines = list(lines)
    statuses = [line["status"] for line in lines]
    passed = statuses.count("passed")
    return {
        "tasks": len(lines),
        "passed": passed,
        "failed": statuses.count("failed"),
        "errors": statuses.count("error"),
        "undecided": sum(1 for line in lines if line.get("undecided")),
        "success_rate": round(passed / len(lines), 4) if lines else 0.0,
    }


def _grouped(
    lines: list[dict[str, Any]], names: Callable[[dict[str, Any]], list[str]]
) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        for name in names(line):
            groups.setdefault(name, []).append(line)
    return {name: _count(group) for name, group in sorted(groups.items())}


def _digest(lines: list[dict[str, Any]]) -> str:
    """One digest of all observations and verdicts: the same for two runs that went the same way."""
    import hashlib

    facts = sorted((line["task_id"], line["trial"], line["status"], line["digest"]) for line in lines)
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:16]


def _read(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}
