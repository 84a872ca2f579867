"""``webarium bench``: resets against recreating containers, what observations cost, how fast scoring is."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import typer
from rich.console import Console
from rich.table import Table

from harness.browser.chromium import Browser, session_cookies
from harness.browser.environment import Environment
from reset.bench import bench, lines
from reset.world import World
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site, load_site
from tasks.actions import Goto

PAGES = 10


def measure(sites: Sequence[str], *, rounds: int = 20, seed: Seed = DEFAULT_SEED) -> dict[str, Any]:
    """Measure resets and observations of sites, each in a world of its own.

    Args:
        sites: names.
        rounds: resets of each kind.
        seed: what their data is made from, and how much of it.

    Returns:
        ``reset`` (see ``reset.bench``) and ``observation``: by site a list of pages with ``url``,
        ``elements`` and durations in milliseconds: ``settle`` (load and come to rest), ``tree``,
        ``screenshot``, ``html``.
    """
    found: dict[str, Any] = {"reset": bench(sites, n=rounds, seed=seed), "observation": {}}
    for name in sites:
        site = load_site(name)
        with World.start([site], name=f"bench-{os.getpid()}", seed=seed) as world:
            found["observation"][name] = _pages(world, site)
    return found


def scoring(answers: Path, run: Path | None = None) -> dict[str, Any]:
    """Measure how fast answers are judged and finished episodes judged again; needs no world.

    Args:
        answers: labelled answers, see ``evaluators.measure``.
        run: a finished run.

    Returns:
        ``answers`` (how many), ``per_second`` by way of judging and, with a run, ``episodes`` and
        ``episodes_per_second``. Seconds are of processor time, so that other programs do not count.
    """
    from evaluators.measure import WAYS, read_rows
    from harness.run.rescore import rescore

    rows = read_rows(answers)
    if not rows:
        raise WebariumError(
            f"{answers} holds no answers",
            remedy="write one a line, as in tests/data/answers.jsonl (docs/values.md)",
        )
    found: dict[str, Any] = {"answers": len(rows), "per_second": {}}
    for name, judge in WAYS.items():
        judge(rows[0])  # loads what is loaded once
        seconds = _processor_seconds(partial(_all, judge, rows))
        found["per_second"][name] = round(len(rows) / seconds, 1)
    if run:
        rescore(run)  # loads the tasks, which is no scoring
        episodes = 0

        def again() -> None:
            nonlocal episodes
            episodes = rescore(run)["episodes"]

        seconds = _processor_seconds(again)
        found |= {"episodes": episodes, "episodes_per_second": round(episodes / seconds, 1)}
    return found


def _all(judge: Callable[[Any], Any], rows: list[Any]) -> None:
    for row in rows:
        judge(row)


def _processor_seconds(action: Callable[[], Any]) -> float:
    began = time.process_time()
    action()
    return max(time.process_time() - began, 1e-9)


def show_scoring(found: dict[str, Any]) -> None:
    """Print what ``scoring`` returned."""
    console = Console()
    table = Table(title=f"{found['answers']} answers, judged a second", box=None, title_justify="left")
    table.add_column("way")
    table.add_column("answers a second", justify="right")
    for name, rate in found["per_second"].items():
        table.add_row(name, f"{rate:.0f}")
    console.print(table)
    if "episodes" in found:
        console.print(
            f"{found['episodes']} episodes judged again: {found['episodes_per_second']:.0f} a second",
            highlight=False,
        )


def show(found: dict[str, Any]) -> None:
    """Print what ``measure`` returned."""
    console = Console()
    for line in lines(found["reset"]):
        typer.echo(line)  # markdown, which a console would wrap
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
        env = Environment(browser, cookies=cookies)
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
