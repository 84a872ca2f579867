"""Renewing what ``tasks/difficulty.json`` holds: scales, weights, bounds, and the fixed splits.

Weights are those of a logistic regression of failure on the features, with a pull towards equal weights, so
that few episodes move them little. Bounds are terciles of the score over all tasks that were measured.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, pstdev, quantiles

from .difficulty import BANDS, FEATURES, SIZES, Calibration, Fixed, Scale, features, score
from .model import Task

MOST_OF_TEMPLATE = 2
"""Tasks of one template that the hard split may hold."""
_PULL, _RATE, _ROUNDS = 0.05, 0.5, 400  # of the regression: its penalty, and how it is descended
_MARK = "webarium lite 1:"


def scaled(tasks: Sequence[Task], known: Calibration) -> dict[str, Scale]:
    """Scales over all measured tasks, with equal weights."""
    counts = [found for task in tasks if (found := features(task, known))]
    scales = {}
    for name in FEATURES:
        logs = [math.log1p(one[name]) for one in counts]
        scales[name] = Scale(mean=round(fmean(logs), 6), spread=round(pstdev(logs), 6) or 1.0)
    return scales


def weighted(
    scales: Mapping[str, Scale], outcomes: Iterable[tuple[Mapping[str, int], bool]]
) -> dict[str, Scale]:
    """The scales with weights by which features went with failure.

    Args:
        scales: as ``scaled`` gives them.
        outcomes: of each episode the features of its task, and whether it passed.
    """
    names = list(scales)
    rows = [
        ([(math.log1p(counts[name]) - scales[name].mean) / scales[name].spread for name in names], not passed)
        for counts, passed in outcomes
    ]
    if not rows:
        return dict(scales)
    start = 1 / len(names)
    weights, bias = [start] * len(names), 0.0
    for _ in range(_ROUNDS):
        slopes, slope = [_PULL * (weight - start) for weight in weights], 0.0
        for values, failed in rows:
            inner = bias + sum(weight * value for weight, value in zip(weights, values, strict=True))
            off = (1 / (1 + math.exp(-max(-30.0, min(30.0, inner)))) - failed) / len(rows)
            slope += off
            slopes = [one + off * value for one, value in zip(slopes, values, strict=True)]
        weights = [weight - _RATE * one for weight, one in zip(weights, slopes, strict=True)]
        bias -= _RATE * slope
    return {
        name: scales[name].model_copy(update={"weight": round(weight, 6)})
        for name, weight in zip(names, weights, strict=True)
    }


def bounds(tasks: Sequence[Task], known: Calibration) -> list[float]:
    """Scores that lie between the bands: terciles of all measured tasks."""
    found = [score(counts, known.scales) for task in tasks if (counts := features(task, known))]
    return [round(one, 6) for one in quantiles(found, n=len(BANDS))] if len(found) > 1 else []


def splits(tasks: Sequence[Task], known: Calibration) -> dict[Fixed, list[str]]:
    """The fixed splits: the hardest tasks, few of a template; and a few of every band and folder."""
    scores = {
        task: score(counts, known.scales)
        for task in map(_Key, tasks)
        if (counts := features(task.task, known))
    }
    ranked = sorted(scores, key=lambda one: (-scores[one], one.task.id))
    taken: Counter[str] = Counter()
    hard: list[str] = []
    for one in ranked:
        if len(hard) < SIZES["hard"] and taken[one.task.template] < MOST_OF_TEMPLATE:
            taken[one.task.template] += 1
            hard.append(one.task.id)
    return {"hard": sorted(hard), "lite": sorted(_lite(ranked, scores, known.bounds))}


class _Key:
    """A task that can be a key."""

    def __init__(self, task: Task) -> None:
        self.task = task


def _lite(ranked: Sequence[_Key], scores: Mapping[_Key, float], between: Sequence[float]) -> list[str]:
    """As many of each band, folders by turns, one task of a template, by a hash of its id."""
    groups: dict[int, dict[str, list[_Key]]] = defaultdict(lambda: defaultdict(list))
    for one in sorted(ranked, key=lambda key: hashlib.sha256(f"{_MARK}{key.task.id}".encode()).digest()):
        groups[sum(scores[one] > bound for bound in between)][one.task.folder].append(one)
    chosen: list[str] = []
    templates: set[str] = set()
    for level in sorted(groups):
        most = SIZES["lite"] // len(groups)
        folders, of_level = groups[level], 0
        while of_level < most and any(folders.values()):
            for folder in sorted(folders):
                left = [one for one in folders[folder] if one.task.template not in templates]
                folders[folder] = left[1:]
                if left and of_level < most:
                    templates.add(left[0].task.template)
                    chosen.append(left[0].task.id)
                    of_level += 1
    return chosen


def written(known: Calibration) -> str:
    """The file's text: a line a task, so that a change can be read."""
    data = known.model_dump()
    measured = data.pop("measured")
    head = json.dumps(data, indent=1, ensure_ascii=False)[:-2]
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(measured[name])}" for name in sorted(measured))
    return head + ',\n "measured": {\n' + lines + "\n }\n}\n"
