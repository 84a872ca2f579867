"""Whether the answers of a run's tasks were computed from the data that its worlds hold.

A lock is bound to digests of the sites' pristine data. On other data draws and references are computed
again: the same ones are accepted with a warning, others are refused.
"""

from __future__ import annotations

from typing import Any


def data_of(world: Any) -> dict[str, str]:
    """By site, the digest of the pristine data that a running world holds, as far as its images say it."""
    from reset.images.contents import DATA

    parts = world.images()
    return {
        site.name: parts[site.name].labels[DATA]
        for site in world.sites
        if site.name in parts and DATA in parts[site.name].labels
    }
