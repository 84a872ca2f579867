"""The images that worlds run: what goes into them, where they come from, and which are kept."""

from __future__ import annotations

from reset.images.building import Built, build, held_data, ids, keep, missing, packages
from reset.images.keeping import prune, remove
from reset.images.recipes import Recipe, base, chain, data, final, gateway, mariadb, tags

__all__ = [
    "Built", "Recipe", "base", "build", "chain", "data", "final", "gateway", "held_data", "ids", "keep",
    "mariadb", "missing", "packages", "prune", "remove", "tags",
]  # fmt: skip
