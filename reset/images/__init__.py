"""The images that worlds run: what goes into them, and how they are built."""

from __future__ import annotations

from reset.images.building import Built, build, ids, keep, missing, remove
from reset.images.recipes import Recipe, base, chain, data, final, gateway, mariadb, tags

__all__ = [
    "Built", "Recipe", "base", "build", "chain", "data", "final", "gateway", "ids", "keep", "mariadb",
    "missing", "remove", "tags",
]  # fmt: skip
