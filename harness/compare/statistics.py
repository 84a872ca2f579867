"""Intervals and the paired test. Tasks of one template resemble each other, so templates are the sample."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm, permutation_test, t

LEVEL = 0.95
RESAMPLES = 9999
_AT_ONCE = 500  # of them; all in one go take hundreds of megabytes, and the figure is the same
_SEED = 0  # the same runs give the same figures


def paired_p_value(differences: Sequence[float], clusters: Sequence[str]) -> float:
    """Two-sided p-value of a paired sign-flip permutation test on the clusters' sums.

    With one binary pair in each cluster this is McNemar's exact test.

    Args:
        differences: second minus first, one for each task.
        clusters: the template of each task.
    """
    sums = [total for total in _sums(differences, clusters)[0] if abs(total) > 1e-12]
    if not sums:
        return 1.0
    changed = np.asarray(sums)
    if len(changed) == 1:  # both signs are equally far from nothing
        return 1.0
    result = permutation_test(
        (changed, np.zeros_like(changed)),
        lambda first, second, axis: np.mean(first - second, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=_AT_ONCE,
        rng=_SEED,
    )
    return min(1.0, float(result.pvalue))


def interval_of_difference(
    differences: Sequence[float], clusters: Sequence[str], *, proportions: bool = False
) -> tuple[float, float] | None:
    """95 % interval of the mean difference; None where the sample tells nothing about its spread.

    Pairs of one trial each with one task a template: Tango's score interval (Statistics in Medicine 17,
    1998). Else Student's t interval over templates, of shares no wider than they can differ.

    Args:
        differences: second minus first, one for each task.
        clusters: the template of each task.
        proportions: whether they are differences of shares of passed trials.
    """
    if not differences:
        return None
    single = len(set(clusters)) == len(clusters)
    if proportions and single and all(value in (-1, 0, 1) for value in differences):
        gained = sum(value == 1 for value in differences)
        lost = sum(value == -1 for value in differences)
        return tango(gained, lost, len(differences))
    bounds = over_clusters(differences, clusters)
    return (max(-1.0, bounds[0]), min(1.0, bounds[1])) if bounds and proportions else bounds


def tango(gained: int, lost: int, pairs: int) -> tuple[float, float]:
    """Score interval of a difference of two paired proportions, ``(gained - lost) / pairs``."""
    b, c, n = gained, lost, pairs
    z = float(norm.ppf(0.5 + LEVEL / 2))

    def score(delta: float) -> float:
        linear = -b - c + (2 * n - b + c) * delta
        root = math.sqrt(max(0.0, linear**2 + 8 * n * c * delta * (1 - delta)))
        nuisance = (root - linear) / (4 * n)
        spread = n * (2 * nuisance + delta * (1 - delta))
        apart = b - c - n * delta
        if spread <= 0:
            return math.copysign(math.inf, apart) if abs(apart) > 1e-6 * n else 0.0
        return apart / math.sqrt(spread)

    edge = 1 - 1e-9
    middle = max(-edge, min(edge, (b - c) / n))
    low = brentq(lambda d: score(d) - z, -edge, middle) if score(-edge) > z else -1.0
    high = brentq(lambda d: score(d) + z, middle, edge) if score(edge) < -z else 1.0
    return float(low), float(high)


def over_clusters(differences: Sequence[float], clusters: Sequence[str]) -> tuple[float, float] | None:
    """Student's t interval of the mean, with clusters as the sample; None when they agree, or there is one.

    The mean is a ratio of the clusters' sums and sizes (the ratio estimator's variance, Cochran, Sampling
    Techniques, ch. 11). With few clusters a bootstrap over them would be far too narrow.
    """
    sums, sizes = _sums(differences, clusters)
    count, total = len(sums), float(sizes.sum())
    if count < 2:
        return None
    mean = float(sums.sum()) / total
    spread = math.sqrt(count / (count - 1) * float(((sums - mean * sizes) ** 2).sum())) / total
    if spread < 1e-12:
        return None
    half = float(t.ppf(0.5 + LEVEL / 2, count - 1)) * spread
    return mean - half, mean + half


@dataclass(frozen=True)
class Spread:
    """Standard deviations, as shares from 0 to 1: between worlds, between templates, and what is left.

    ``rest`` holds what a template's tasks differ by from world to world, and chance.
    """

    worlds: float
    templates: float
    rest: float


def components(rows: Sequence[Sequence[float]]) -> Spread | None:
    """How far success varies with the world and with the template.

    The analysis of variance of a table without repetition, rows and columns random: estimates from mean
    squares, negative ones taken for 0 (Searle, Casella and McCulloch, Variance Components, 1992, chapter 4).

    Args:
        rows: one a template, one share a world in each.

    Returns:
        None for fewer than two rows or columns.
    """
    table = np.asarray(rows, dtype=float)
    if table.ndim != 2 or min(table.shape) < 2:
        return None
    templates, worlds = table.shape
    by_row = table.mean(axis=1, keepdims=True)
    by_column = table.mean(axis=0, keepdims=True)
    left = table - by_row - by_column + table.mean()
    rest = float((left**2).sum()) / ((templates - 1) * (worlds - 1))
    of_worlds = (templates * float(by_column.var(ddof=1)) - rest) / templates
    of_templates = (worlds * float(by_row.var(ddof=1)) - rest) / worlds
    return Spread(*(math.sqrt(max(0.0, one)) for one in (of_worlds, of_templates, rest)))


def _sums(values: Sequence[float], clusters: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    grouped: dict[str, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        grouped.setdefault(cluster, []).append(value)
    return np.array([sum(group) for group in grouped.values()]), np.array(
        [len(group) for group in grouped.values()], dtype=float
    )
