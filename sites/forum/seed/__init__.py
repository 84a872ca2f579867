"""The seed of the forum: one generator, one seed number, no Django."""

from __future__ import annotations

from sites.forum.seed.records import DEFAULT_SEED, EPOCH, Forum

__all__ = ["DEFAULT_SEED", "EPOCH", "Forum"]
