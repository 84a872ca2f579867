"""The 95 % interval of a share of passed episodes, where trials of a task say less than tasks would."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def interval_of_share(tasks: Sequence[tuple[float, int]]) -> tuple[float, float]:
    """Wilson's interval of the share passed, with tasks as the sample.

    Trials of a task resemble each other. The number of episodes is replaced by the number of independent
    ones that would vary as much (the ratio estimator's variance, Cochran, Sampling Techniques, ch. 11): with
    one trial a task, or trials that always agree, that is the number of tasks.

    Args:
        tasks: for each task, how many of its episodes passed, and how many there are.
    """
    total = sum(episodes for _, episodes in tasks)
    if not total:
        return 0.0, 1.0
    share = sum(passed for passed, _ in tasks) / total
    spread = sum((passed - share * episodes) ** 2 for passed, episodes in tasks) / total**2
    agreeing = total**2 / sum(episodes**2 for _, episodes in tasks)
    independent = min(float(total), share * (1 - share) / spread) if spread else agreeing
    return _wilson(share, independent)


def _wilson(share: float, size: float) -> tuple[float, float]:
    weight = 1 + _Z**2 / size
    middle = (share + _Z**2 / (2 * size)) / weight
    half = _Z / weight * math.sqrt(share * (1 - share) / size + _Z**2 / (4 * size**2))
    return max(0.0, middle - half), min(1.0, middle + half)
