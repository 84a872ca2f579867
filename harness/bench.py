"""``webarium bench``: resets against recreating containers, and what an observation costs, in one run."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urljoin, urlsplit

from rich.console import Console
from rich.table import Table

from harness.browser import Browser, session_cookies
from harness.environment import Environment
from harness.observation import MODES, View
from reset.bench import bench, lines
from reset.world import World
from sites.spec import Site, load_site
from tasks.actions import Goto

PAGES = 10


def measure(sites: Sequence[str], *, rounds: int = 20) -> dict[str, Any]:
    """Measure resets and observations of sites, each in a world of its own.

    Args:
        sites: names.
        rounds: resets of each kind.

    Returns:
        ``reset`` (see ``reset.bench``) and ``observation``: by site a list of pages with ``url``,
        ``elements`` and durations in milliseconds: ``settle`` (load and come to rest), ``tree``,
        ``screenshot``, ``html``.
    """
    found: dict[str, Any] = {"reset": bench(sites, n=rounds), "observation": {}}
    for name in sites:
        site = load_site(name)
        with World.start([site], name=f"bench-{os.getpid()}") as world:
            found["observation"][name] = _pages(world, site)
    return found


def show(found: dict[str, Any]) -> None:
    """Print what ``measure`` returned."""
    console = Console()
    for line in lines(found["reset"]):
        console.print(line, highlight=False, markup=False)
    for name, pages in found["observation"].items():
        table = Table(title=f"observations of {name}, milliseconds", box=None, title_justify="left")
        for column in ("page", "elements", "settle", "tree", "screenshot", "html"):
            table.add_column(column, justify="left" if column == "page" else "right")
        for page in pages:
            row = [f"{page[key]:.0f}" for key in ("elements", "settle", "tree", "screenshot", "html")]
            table.add_row(page["url"], *row)
        console.print(table)
        median = statistics.median(page["tree"] for page in pages)
        console.print(f"median of the tree: {median:.0f} ms", highlight=False)


def _pages(world: World, site: Site) -> list[dict[str, Any]]:
    """The site's first page and the pages it links to."""
    start = world.url(site)
    profile = site.default_profile
    cookies = session_cookies(site.name, world.sessions(site).get(profile)) if profile else []
    measured = []
    with Browser(world.resolver_rules()) as browser:
        env = Environment(browser, cookies=cookies, view=View(frozenset(MODES)))
        env.open([start])
        found = [urljoin(start, one.url) for one in env.observe().observation.elements.values() if one.url]
        host = urlsplit(start).hostname
        urls = [start, *(url for url in found if urlsplit(url).hostname == host and "#" not in url)]
        for url in list(dict.fromkeys(urls))[:PAGES]:
            if "logout" in url:
                continue
            settled = env.act(Goto(url=url))
            sight = env.observe()
            shot = time.perf_counter()
            env.screenshot()
            html = time.perf_counter()
            env.html()
            measured.append(
                {
                    "url": url,
                    "elements": len(sight.tree.elements),
                    "settle": 1000 * (settled["act"] + settled["settle"]),
                    "tree": 1000 * sight.seconds["tree"],
                    "screenshot": 1000 * (html - shot),
                    "html": 1000 * (time.perf_counter() - html),
                }
            )
        env.close()
    return measured
