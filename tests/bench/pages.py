"""A site's main pages, and how long they take.

`python tests/bench/pages.py SITE [--world NAME | --seed 7x10] [--rounds 5]` prints the table of
docs/sites.md, measured through the gateway of a running world, or of one started for it. The pages of a
site stand in a module of its own.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from reset.world import World
from sites.seeds import DEFAULT_SEED, Seed


@dataclass(frozen=True)
class Page:
    """A page: what people call it, its path, who looks at it (None: a guest)."""

    name: str
    path: str
    profile: str | None = None


def cookies(world: World, site: str, profile: str | None) -> dict[str, str]:
    """The cookies of a profile's session."""
    if profile is None:
        return {}
    return {one["name"]: one["value"] for one in world.sessions(site)[profile]["cookies"]}


def measure(world: World, site: str, pages: list[Page], rounds: int) -> list[tuple[Page, float, float]]:
    """For each page the milliseconds of its first request and the median of ``rounds`` more."""
    jars = {profile: cookies(world, site, profile) for profile in {page.profile for page in pages}}
    table = []
    for page in pages:
        times = []
        for _ in range(rounds + 1):
            start = time.perf_counter()
            answer = world.fetch(site, page.path, cookies=jars[page.profile], follow=False)
            times.append((time.perf_counter() - start) * 1000)
            if answer.status_code != 200:
                raise SystemExit(f"{page.path}: {answer.status_code}")
        table.append((page, times[0], statistics.median(times[1:])))
    return table


def main() -> None:
    """Command line."""
    known = sorted(file.stem.removesuffix("_pages") for file in Path(__file__).parent.glob("*_pages.py"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", choices=known)
    parser.add_argument("--world", help="name of a running world; one is started without it")
    parser.add_argument("--seed", type=Seed.parse, default=DEFAULT_SEED, help="of the one that is started")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    pages = import_module(f"bench.{options.site}_pages").pages
    if options.world:
        world = World.attach(options.world)
        table = measure(world, options.site, pages(world), options.rounds)
        world.detach()
    else:
        from sites.spec import load_site

        with World.start([load_site(options.site)], name=f"{options.site}-pages", seed=options.seed) as world:
            table = measure(world, options.site, pages(world), options.rounds)
    print("| page | first, ms | median, ms |\n|---|---|---|")
    for page, first, median in table:
        print(f"| {page.name} | {first:.0f} | {median:.0f} |")
    medians = [median for _page, _first, median in table]
    print(f"\n{len(table)} pages: median {statistics.median(medians):.0f} ms, slowest {max(medians):.0f} ms")


if __name__ == "__main__":
    main()
