"""Which abilities the tasks ask for, which are missing, and how the tasks are spread."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import BaseModel, RootModel

from sites.packs import packs
from sites.source import Source, validate

from .loader import all_tasks
from .model import Task, Template
from .splits import SPLITS, in_split
from .templates import ROOT, load_templates

LISTED = ROOT / "coverage.yaml"


class _Capabilities(RootModel[dict[str, dict[str, str]]]):
    """Groups, each with its numbers and what they mean."""


class Share(BaseModel):
    """A share of all tasks."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """Between 0 and 1."""
        return self.count / self.of if self.of else 0.0


class Coverage(BaseModel):
    """What the tasks cover: numbers with their templates, missing numbers, shares of all tasks.

    ``splits`` counts the tasks of each split, and under ``all`` of all: in all, by folder, by category.
    """

    templates: int
    tasks: int
    covered: dict[str, list[str]]
    missing: dict[str, dict[str, str]]
    unachievable: Share
    several: Share
    difficulty: dict[str, int]
    category: dict[str, int]
    folders: dict[str, dict[str, int]]
    splits: dict[str, dict[str, int]]


def capabilities(path: Path = LISTED) -> dict[str, dict[str, str]]:
    """Every capability: group, number, and what it means; of packs too where they are the checkout's.

    Raises:
        WebariumError: the file is wrong, or a number stands in two groups.
    """
    groups: dict[str, dict[str, str]] = {}
    first: dict[str, str] = {}
    others = [pack.tasks / path.name for pack in packs()] if path == LISTED else []
    for file in (path, *(one for one in others if one.is_file())):
        source = Source(file)
        for group, numbers in validate(_Capabilities, source).root.items():
            for number in numbers:
                if other := first.get(number):
                    reason = f"{number} stands under '{other}' already"
                    remedy = "give each capability a number of its own"
                    raise source.error(reason, (group, number), remedy=remedy)
                first[number] = group
            groups[group] = groups.get(group, {}) | numbers
    return groups


def uses_several(template: Template) -> bool:
    """Whether a template needs several sites or several tabs."""
    tabs = template.oracle != "python" and any(step.name == "new_tab" for step in template.oracle)
    return len(template.sites) > 1 or len(template.start) > 1 or tabs or "tabs" in template.tags


def measure(root: Path = ROOT, listed: Path = LISTED) -> Coverage:
    """Measure all templates under ``root``."""
    groups = capabilities(listed)  # first: it is read at once, the templates take seconds
    return summarize(load_templates(root), all_tasks(root), groups)


def summarize(templates: list[Template], tasks: list[Task], groups: dict[str, dict[str, str]]) -> Coverage:
    """The coverage of these templates and tasks, see measure."""
    covered: dict[str, list[str]] = {}
    for template in templates:
        for number in template.covers:
            covered.setdefault(number, []).append(template.id)
    missing = {
        group: {number: words for number, words in numbers.items() if number not in covered}
        for group, numbers in groups.items()
    }
    several = {template.id for template in templates if uses_several(template)}
    folders: dict[str, dict[str, int]] = {}
    for template in templates:
        folders.setdefault(template.folder, {"templates": 0, "tasks": 0})["templates"] += 1
    for task in tasks:
        folders[task.folder]["tasks"] += 1
    difficulty: dict[str, Any] = Counter(task.difficulty for task in tasks)
    return Coverage(
        templates=len(templates),
        tasks=len(tasks),
        covered=dict(sorted(covered.items(), key=lambda item: _order(item[0]))),
        missing={group: numbers for group, numbers in missing.items() if numbers},
        unachievable=Share(count=sum(task.unachievable for task in tasks), of=len(tasks)),
        several=Share(count=sum(task.template in several for task in tasks), of=len(tasks)),
        difficulty={level: difficulty.get(level, 0) for level in ("easy", "medium", "hard")},
        category=dict(sorted(Counter(task.category for task in tasks).items())),
        folders=folders,
        splits=_splits(tasks, [*folders, *sorted({task.category for task in tasks})]),
    )


def _order(number: str) -> tuple[str, int, str]:
    """What a number of a capability is sorted by: ``S9`` comes before ``S10``; any word is one."""
    letters, digits = re.findall(r"^([^0-9]*)([0-9]{0,9})", number)[0]
    return letters, int(digits or 0), number


def _splits(tasks: list[Task], columns: list[str]) -> dict[str, dict[str, int]]:
    table = {}
    for name, chosen in [*((split, in_split(tasks, split)) for split in SPLITS), ("all", tasks)]:
        counts: Counter[str] = Counter()
        for task in chosen:
            counts.update((task.folder, task.category))
        table[name] = {"tasks": len(chosen), **{column: counts[column] for column in columns}}
    return table
