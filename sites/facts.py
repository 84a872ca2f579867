"""What is the same in every world and on every machine: addresses and time. Stated here and nowhere else."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

DOMAIN = "webarium.test"
"""Every site is `<name>.webarium.test`."""

EPOCH = datetime(2026, 3, 16, 9, 0, 0, tzinfo=UTC)
"""The moment at which every episode starts."""

STEP = timedelta(seconds=10)
"""How far the clock of all sites moves with each step of an agent."""

EPISODE_TIME = re.compile(EPOCH.strftime(r"%Y-%m-%d([ T])%H:\d\d:\d\d"))
"""An episode's own time as databases write it: it depends on the number of steps."""


def moment(step: int) -> datetime:
    """The sites' time at a step of an episode; step 0 is the epoch."""
    return EPOCH + step * STEP


def stamp(when: datetime) -> str:
    """A moment of the sites' clock in writing: `2026-03-16T09:00:00Z`."""
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def site_host(site: str) -> str:
    """The host name of a site."""
    return f"{site}.{DOMAIN}"


def site_url(site: str) -> str:
    """The address of a site, without a slash at the end."""
    return f"http://{site_host(site)}"


def is_world_host(url: str) -> bool:
    """Whether an address is one of the world's sites."""
    return (urlsplit(url).hostname or "").endswith(f".{DOMAIN}")


def site_of(url: str) -> str | None:
    """The site that an address of the world belongs to: `http://shopping.webarium.test/` gives shopping."""
    return (urlsplit(url).hostname or "").removesuffix(f".{DOMAIN}") if is_world_host(url) else None
