"""Key nodes from what an oracle's run recorded: derived, confirmed by its other episodes, pinned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from evaluators.base import Outcome
from evaluators.nodes import confirmed
from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from tasks.loader import tasks_of
from tasks.locking import pin_nodes
from tasks.model import Task
from tasks.selecting import of_edition
from tasks.templates import ROOT


def lock_nodes(
    runs: Sequence[Path],
    paths: Sequence[Path],
    root: Path = ROOT,
    *,
    tell: Callable[[str], None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Derive and pin the key nodes of the tasks whose oracle passed; no world is needed.

    Args:
        runs: of the oracle. Every episode of a task after its first has to confirm what the first one shows.
        paths: of the templates.
        root: their folder, in which the locks are.
        tell: told of episodes that are left out: they asked for something else than their task does now.

    Returns:
        One entry a template of which some task was played: its id, ``tasks`` and ``episodes`` that were
        read, ``nodes`` that its lock holds now, and whether it ``changed``.

    Raises:
        WebariumError: a run was not the oracle's, or none of its episodes passed one of these tasks.
    """
    lines: dict[str, list[tuple[RunFolder, JournalLine]]] = defaultdict(list)
    for folder in runs:
        run = RunFolder(folder)
        run.check()
        if run.manifest and run.manifest.agent.name != "oracle":
            raise WebariumError(
                f"{folder} is a run of {run.manifest.agent.name}, not of the oracle",
                remedy="make one: webarium eval --tasks all --agent oracle",
            )
        for line in run.finished:
            if line.passed:
                lines[line.task_id].append((run, line))
    reports = []
    edition = of_edition(lines, None)
    for path in paths:
        name = f"{path.parent.name}.{path.stem}"
        tasks = tasks_of([path], root, edition)
        played = {task.id: _outcomes(task, lines.get(task.id, ()), tell) for task in tasks}
        chosen = [task for task in tasks if played[task.id]]
        if not chosen:
            continue
        nodes = {task.number: confirmed(task, played[task.id]) for task in chosen}
        held, changed = pin_nodes(path, nodes, root, edition)
        reports.append(
            {
                "template": name,
                "tasks": len(chosen),
                "episodes": sum(len(played[task.id]) for task in chosen),
                "nodes": held,
                "changed": changed,
            }
        )
    if not reports:
        raise WebariumError(
            f"no episode of {', '.join(map(str, runs))} passed one of these tasks",
            remedy="make one: webarium eval --tasks all --agent oracle",
        )
    return reports


def _outcomes(
    task: Task, lines: Iterable[tuple[RunFolder, JournalLine]], tell: Callable[[str], None]
) -> list[Outcome]:
    """What a task's episodes left; an old run may have played another task under its id."""
    found = []
    for run, line in lines:
        if line.intent == task.intent:
            found.append(Outcome.model_validate(run.outcome(line)))
        else:
            tell(f"{task.id}: trial {line.trial} of {run.name} is left out: it asked for {line.intent!r}")
    return found
