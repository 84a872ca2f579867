"""Pairs of what is wanted and what is there, each used once: as many as there can be."""

from __future__ import annotations

from collections.abc import Sequence


def paired(fits: Sequence[Sequence[bool]]) -> dict[int, int]:
    """Which thing goes to which wish, so that as many wishes as possible have one.

    A wish that many things fit must not take the only one that fits another: Kuhn's way of augmenting paths.

    Args:
        fits: for each wish, whether each thing fits it.

    Returns:
        By wish, its thing; wishes without one are left out.
    """
    owner: dict[int, int] = {}

    def place(wish: int, seen: set[int]) -> bool:
        for thing, fit in enumerate(fits[wish]):
            if fit and thing not in seen:
                seen.add(thing)
                if thing not in owner or place(owner[thing], seen):
                    owner[thing] = wish
                    return True
        return False

    for wish in range(len(fits)):
        place(wish, set())
    return {wish: thing for thing, wish in owner.items()}
