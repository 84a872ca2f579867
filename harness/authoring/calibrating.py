"""What runs tell of how hard tasks are: the oracle's way of a task, and who failed it.

A fact is held from the first page that shows it to the last action that needs it: a text that was entered,
chosen, said or answered and that the task did not name. Tokens are a quarter of the letters of the trees of
all pages that were looked at, each counted once.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from harness.run.models import JournalLine, Step
from harness.run.reader import RunFolder
from sites.errors import WebariumError
from sites.files import read_text, write_text
from tasks import calibration
from tasks.difficulty import Calibration, Measured, features, mean_of, place, read
from tasks.loader import tasks_of
from tasks.model import Difficulty, Task
from tasks.templates import ROOT, template_paths

LETTERS = 4
"""Letters that one token stands for: no agent's own count, but the same for all."""
_SHORTEST = 2  # a single letter or digit stands on every page
_SPOKEN = ("text", "options", "option", "value", "content")


def calibrate(
    runs: Sequence[Path],
    *,
    renew_splits: bool = False,
    root: Path = ROOT,
    tasks: Sequence[Task] | None = None,
) -> Calibration:
    """Renew ``tasks/difficulty.json``.

    Args:
        runs: folders; those of the oracle give features, those of others weights.
        renew_splits: draw the fixed splits anew, too; where there are none yet, they are drawn anyway.
        root: the folder of the tasks.
        tasks: all of them as their templates say them, where they are loaded already.

    Raises:
        WebariumError: a run is damaged, or there is nothing to fit to.
    """
    if tasks is None:  # those of packs are others'
        tasks = tasks_of((path for path in template_paths(root) if path.is_relative_to(root)), root)
    by_id = {task.id: task for task in tasks}
    old = read(root)
    measured = {name: one for name, one in old.measured.items() if name in by_id}
    played: list[tuple[str, bool]] = []
    agents: set[str] = set()
    for path in runs:
        run = RunFolder(path)
        run.check()
        agent = run.manifest.agent.name if run.manifest else ""
        for line in run.finished:
            if line.task_id not in by_id:
                continue
            if agent == "oracle":
                if line.passed:
                    measured[line.task_id] = measure(run, line, by_id[line.task_id])
            else:
                agents.add(agent)
                played.append((line.task_id, bool(line.passed)))
    if not measured:
        raise WebariumError(
            "no task's way was ever measured",
            remedy="name a run of the oracle: webarium eval --tasks one-per-template --agent oracle",
        )
    # a new one, since what follows from the measures is kept with them
    groups: dict[Difficulty, list[Measured]] = defaultdict(list)
    for name, one in measured.items():
        groups[by_id[name].difficulty].append(one)
    levels = {level: mean_of(found) for level, found in sorted(groups.items())}
    known = Calibration(**old.model_dump(exclude={"measured", "levels"}), levels=levels, measured=measured)
    if played:
        outcomes = [(counts, passed) for name, passed in played if (counts := features(by_id[name], known))]
        if len({passed for _, passed in outcomes}) < 2:
            raise WebariumError(
                "these runs pass all of their tasks, or none: nothing tells easy from hard",
                remedy="name runs of agents that pass some",
            )
        known.scales = calibration.weighted(calibration.scaled(tasks, known), outcomes)
        known.fitted = sorted(agents)
    else:
        fresh = calibration.scaled(tasks, known)
        weights = {name: scale.weight for name, scale in known.scales.items()}
        known.scales = {
            name: scale.model_copy(update={"weight": weights.get(name, 1)}) for name, scale in fresh.items()
        }
    known.bounds = calibration.bounds(tasks, known)
    if renew_splits or not known.splits:
        known.splits = calibration.splits(tasks, known)
    write_text(place(root), calibration.written(known))
    return known


def measure(run: RunFolder, line: JournalLine, task: Task) -> Measured:
    """What the oracle met on its way through one task."""
    steps = run.steps(line)
    trees: dict[str, str] = {}
    pages: set[str] = set()
    texts: list[str] = []
    for step in steps:
        pages.add(step.url.partition("#")[0])
        text = _text(run.place(line), step)
        trees[step.digest or text] = text
        texts.append(" ".join(text.split()).casefold())
    used: list[tuple[int, str]] = []
    for at, step in enumerate(steps):
        used += [(at, text) for text in _said(step.action or {})]
    used += [(len(steps) - 1, text) for text in _leaves(_value((run.outcome(line) or {}).get("answer")))]
    return Measured(
        pages=len(pages),
        facts=held(task.intent.casefold(), texts, used),
        tokens=sum(len(text) for text in trees.values()) // LETTERS,
    )


def held(intent: str, pages: Sequence[str], used: Iterable[tuple[int, str]]) -> int:
    """The most facts that had to be kept at one time.

    Args:
        intent: what the task says, casefolded; a fact that it names need not be kept.
        pages: texts of the pages in the order of steps, casefolded, with single blanks.
        used: at which step which text was used.
    """
    spans: dict[str, tuple[int, int]] = {}
    for at, text in used:
        fact = " ".join(text.split()).casefold()
        if len(fact) < _SHORTEST or fact in intent:
            continue
        first = next((step for step, page in enumerate(pages[: at + 1]) if fact in page), None)
        if first is not None:
            spans[fact] = (min(first, spans.get(fact, (first, at))[0]), at)
    return max((sum(a <= at <= b for a, b in spans.values()) for at in range(len(pages))), default=0)


def _said(action: dict[str, Any]) -> list[str]:
    return [text for key in _SPOKEN for text in _leaves(action.get(key))]


def _leaves(value: Any) -> list[str]:
    """All texts and numbers of a value; a longer text also by its lines."""
    if isinstance(value, dict):
        return [leaf for one in value.values() for leaf in _leaves(one)]
    if isinstance(value, list):
        return [leaf for one in value for leaf in _leaves(one)]
    if value is None or isinstance(value, bool):
        return []
    return [line for line in str(value).splitlines() if line.strip()]


def _value(answer: Any) -> Any:
    """An answer as a value, where it is written as one."""
    try:
        return json.loads(answer) if isinstance(answer, str) else answer
    except ValueError:
        return answer


def _text(folder: Path, step: Step) -> str:
    """The page as the agent saw it, or nothing where it was not kept."""
    if step.axtree_file is None:
        return ""
    return read_text(folder / step.axtree_file)
