"""How hard a task is, by features that can be computed, and the fixed splits that follow from them.

The features come from the template, its lock, and what the oracle met on its recorded way; the last are
measured by ``webarium tasks calibrate`` and kept in ``tasks/difficulty.json``, with scales, weights, bounds
of the bands and the splits. Nothing in that file moves when templates come or go; a command renews it.
Without a run of agents the weights are all the same: the bands are provisional then.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from statistics import fmean
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.errors import WebariumError
from sites.files import MEGABYTE, is_there, parse_json, read_text
from sites.wording import plain_message

from .model import Difficulty, Task
from .templates import ROOT

BANDS: tuple[Difficulty, ...] = get_args(Difficulty)
Fixed = Literal["hard", "lite"]
FIXED: tuple[Fixed, ...] = get_args(Fixed)
SIZES: dict[Fixed, int] = {"hard": 150, "lite": 60}
"""Tasks of each fixed split."""
FEATURES = ("pages", "facts", "tokens", "distractors", "sites", "milestones", "events")
"""What is counted of a task: pages looked at, facts held at a time, tokens of what is to be read, wrong
outcomes that are near misses, sites, milestones, and what others do or say meanwhile."""
LONGEST = 2 * MEGABYTE


class Measured(BaseModel):
    """What the oracle met on its way: pages, facts that it held at a time, tokens of the pages' trees."""

    model_config = ConfigDict(extra="forbid")

    pages: int = Field(ge=0)
    facts: int = Field(ge=0)
    tokens: int = Field(ge=0)


class Scale(BaseModel):
    """How a feature counts: mean and spread of its logarithm over all tasks, and its weight."""

    model_config = ConfigDict(extra="forbid")

    mean: float = 0
    spread: float = Field(default=1, gt=0)
    weight: float = 1


class Calibration(BaseModel):
    """What ``tasks/difficulty.json`` holds. ``fitted`` names the agents whose runs the weights come from.

    ``levels`` are the means of what was measured, by what the templates say.
    """

    model_config = ConfigDict(extra="forbid")

    fitted: list[str] = Field(default_factory=list)
    scales: dict[str, Scale] = Field(default_factory=dict)
    bounds: list[float] = Field(default_factory=list)
    splits: dict[Fixed, list[str]] = Field(default_factory=dict)
    levels: dict[Difficulty, Measured] = Field(default_factory=dict)
    measured: dict[str, Measured] = Field(default_factory=dict)

    @cached_property
    def of_templates(self) -> dict[str, Measured]:
        """The mean over the measured tasks of each template."""
        groups: dict[str, list[Measured]] = defaultdict(list)
        for name, one in self.measured.items():
            groups[name.rpartition(".")[0]].append(one)
        return {name: mean_of(found) for name, found in groups.items()}

    @property
    def provisional(self) -> bool:
        """Whether no agent's run stands behind the weights."""
        return not self.fitted


def mean_of(found: Sequence[Measured]) -> Measured:
    """The mean of each count."""
    return Measured(
        **{key: round(fmean(getattr(one, key) for one in found)) for key in Measured.model_fields}
    )


def place(root: Path = ROOT) -> Path:
    """The file of a folder of tasks."""
    return root / "difficulty.json"


def read(root: Path = ROOT) -> Calibration:
    """What is known of these tasks; nothing where there is no file.

    Raises:
        WebariumError: the file is not what was written.
    """
    path = place(root)
    return _read(path, path.stat().st_mtime_ns) if is_there(path) else Calibration()


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> Calibration:
    try:
        return Calibration.model_validate(parse_json(read_text(path, LONGEST), shown=str(path)))
    except ValidationError as error:
        remedy = "take it from the repository, or renew it: webarium tasks calibrate"
        raise WebariumError(f"{path}: {plain_message(error.errors()[0])}", remedy=remedy) from error


def features(task: Task, known: Calibration) -> dict[str, int] | None:
    """The features of a task, each a count; None where nothing is measured.

    Where its oracle's way was not measured, the mean of its siblings stands in, else that of the measured
    tasks whose template says the same ``difficulty`` (the number of the oracle's actions).

    Args:
        task: as its template says it, not ``banded``.
        known: what was measured.
    """
    found = (
        known.measured.get(task.id)
        or known.of_templates.get(task.template)
        or known.levels.get(task.difficulty)
    )
    if found is None:
        return None
    return {
        **found.model_dump(),
        "distractors": len(task.wrong),
        "sites": len(task.sites),
        "milestones": len(task.milestones),
        "events": len(task.events) + (len(task.user.facts) + len(task.user.turns) if task.user else 0),
    }


def score(counts: Mapping[str, int], scales: Mapping[str, Scale]) -> float:
    """The weighted mean of the features, each by how far its logarithm is from the mean of all tasks."""
    total = sum(abs(scale.weight) for scale in scales.values()) or 1
    parts = (
        (math.log1p(counts[name]) - scale.mean) / scale.spread * scale.weight
        for name, scale in scales.items()
    )
    return sum(parts) / total


def band(task: Task, known: Calibration) -> Difficulty:
    """The band of a task; what its template says where nothing was measured."""
    counts = features(task, known) if known.bounds else None
    if counts is None:
        return task.difficulty
    found = score(counts, known.scales)
    return BANDS[sum(found > bound for bound in known.bounds)]


def banded(tasks: Iterable[Task], root: Path = ROOT) -> list[Task]:
    """The tasks, each with its band."""
    known = read(root)
    return [task.model_copy(update={"difficulty": band(task, known)}) for task in tasks]


def in_fixed(tasks: Iterable[Task], name: str, root: Path = ROOT) -> list[Task]:
    """Those of the tasks that a fixed split holds."""
    held = {task for split, ids in read(root).splits.items() if split == name for task in ids}
    return [task for task in tasks if task.id in held]
