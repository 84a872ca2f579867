"""How often an episode is tried, and what is done about a world between two attempts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reset.network import await_addresses
from sites.errors import WebariumError

ATTEMPTS = 3
"""Of an episode that meets trouble."""


def mend(world: Any, sites: Iterable[str]) -> None:
    """Start what is dead of a world again, and reset it.

    Raises:
        WebariumError: when that does not help.
    """
    if not callable(getattr(world, "revive", None)):  # a stand-in
        return
    world.revive()
    for site in sites:
        if not _ready(world, site):
            world.revive(site)
    world.reset()
    await_addresses()  # of a world that somebody else starts or ends on this machine: Chromium drops requests


def pristine_digests(world: Any, sites: Iterable[str]) -> dict[str, str]:
    """The state digests by site that every later reset must lead to.

    The world may be somebody's who used it, or one that a dead worker left: it is mended and reset first.

    Raises:
        WebariumError: when that does not help.
    """
    sites = list(sites)
    mend(world, sites)
    return {site: world.digest(site) for site in sites}


def _ready(world: Any, site: str) -> bool:
    """Whether it says so; one that is stopped says nothing."""
    try:
        return bool(world.health(site).get("ready"))
    except WebariumError:
        return False
