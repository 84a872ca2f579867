"""Recall@k: in how many steps is a right element among the first k? (Mind2Web, 4.3; WebLINX, B.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.ranker.candidates import Choice
from harness.ranker.model import Ranks, ranked

KS = (1, 5, 10, 50)


@dataclass(frozen=True)
class Recall:
    """Recall of a ranker over steps.

    Attributes:
        steps: that have a right element to be found; others say nothing about a ranker.
        at: recall by k, from 0 to 1.
        candidates: how many there are on average.
    """

    steps: int
    at: dict[int, float]
    candidates: float


def recall(ranks: Ranks, steps: Sequence[Choice], ks: Sequence[int] = KS) -> Recall | None:
    """Recall@k of a ranker; None where no step has a right element."""
    first: list[int] = []
    sizes = 0
    for one in steps:
        order = [candidate.id for candidate in ranked(ranks, one.query, one.candidates)]
        places = [place for place, number in enumerate(order) if number in one.right]
        if places:
            first.append(places[0])
            sizes += len(order)
    if not first:
        return None
    at = {k: sum(place < k for place in first) / len(first) for k in ks}
    return Recall(len(first), at, sizes / len(first))
