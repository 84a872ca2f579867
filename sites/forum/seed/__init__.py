"""The seed of the forum: one generator, one seed number, no Django.

``generate(seed, scale)`` returns all records; ``python -m sites.forum.seed`` shows what it made. The threads are
made from the plots in ``data``; goods come from the shop's catalogue of the same seed number, places and
projects from ``sites/world_data``: the shop sells what is praised, the map shows what is named.
"""

from __future__ import annotations

from sites.forum.seed.records import DEFAULT_SEED, EPOCH, Forum

__all__ = ["DEFAULT_SEED", "EPOCH", "Forum", "generate"]


def generate(seed: int = DEFAULT_SEED, scale: float = 1) -> Forum:
    """The forum for a seed number, with ``scale`` times the usual number of questions; see ``assemble``."""
    from sites.forum.seed.assemble import assemble

    return assemble(seed, scale)
