"""How long a reset takes, against removing and running the container anew, in the same run."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from reset import images
from reset.backends.docker import connect
from reset.errors import SiteError
from reset.network import await_addresses
from reset.world import World
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site, load_site

Progress = Callable[[str], None]


def bench(
    names: Sequence[str] = ("shopping",),
    *,
    n: int = 20,
    seed: Seed = DEFAULT_SEED,
    on_progress: Progress | None = None,
) -> dict[str, Any]:
    """Measure resets of each site in a world of its own.

    Args:
        names: sites.
        n: trials of each kind; clean skips get as many.
        seed: what their data is made from, and how much of it.
        on_progress: gets one line at a time.

    Returns:
        {site: {"dirty", "clean", "rerun": {"n", "median", "p95", "min", "max"} in seconds to a page that
        proves that the site answers, "ratio" (rerun by dirty, medians), "start" (s), "image" (bytes), "state"
        (bytes a started world wrote), "memory" (bytes), "exact": every digest after a reset was pristine}}.
    """
    return {name: _measure(load_site(name), n, seed, on_progress or (lambda line: None)) for name in names}


def summary(seconds: Sequence[float]) -> dict[str, float]:
    """Median, 95th percentile (nearest rank), extremes of some durations."""
    ordered = sorted(seconds)
    rank = max(0, -(-95 * len(ordered) // 100) - 1)
    return {
        "n": len(ordered),
        "median": statistics.median(ordered),
        "p95": ordered[rank],
        "min": ordered[0],
        "max": ordered[-1],
    }


def _measure(site: Site, n: int, seed: Seed, say: Progress) -> dict[str, Any]:
    images.build([site], say, seed=seed)
    started = time.monotonic()
    with World.start([site], name=f"bench-{os.getpid()}", seed=seed, on_progress=say) as world:
        start = time.monotonic() - started
        pristine = world.digest(site)
        exact = True
        dirty, clean, rerun = [], [], []
        for number in range(n):
            dirt(world, site)
            dirty.append(_timed(world.reset, world, site))
            exact &= world.digest(site) == pristine
            clean.append(_timed(world.reset, world, site))
            say(f"{site.name}: reset {number + 1} of {n}: {dirty[-1]:.3f} s dirty, {clean[-1]:.3f} s clean")
        for number in range(n):
            dirt(world, site)
            rerun.append(_timed(partial(world.revive, site, final=False), world, site))
            await_addresses()  # of what a reset is held against, only the way to the first page is timed
            exact &= world.digest(site) == pristine
            say(f"{site.name}: docker rm and run {number + 1} of {n}: {rerun[-1]:.3f} s")
        code, output = world.exec(site, ["du", "-sb", "/state"])
        found: dict[str, Any] = {
            "dirty": summary(dirty),
            "clean": summary(clean),
            "rerun": summary(rerun),
            "start": start,
            "image": connect().images.size(images.final(site, seed).tag),
            "state": int(output.split()[0]) if code == 0 else 0,
            "memory": world.memory()[site.name],
            "exact": exact,
        }
        found["ratio"] = found["rerun"]["median"] / found["dirty"]["median"]
        return found


def _timed(action: Callable[[], object], world: World, site: Site) -> float:
    """Seconds of an action and of a page after it that proves that the site answers."""
    started = time.perf_counter()
    action()
    answer = world.fetch(site, site.health)
    seconds = time.perf_counter() - started
    if answer.status_code != 200:
        raise SiteError(f"{site.name} answers {answer.status_code} on {site.health}")
    return seconds


def dirt(world: World, site: Site) -> None:
    """Write as a task does: ten rows in each of the three largest tables, and one file."""
    statements = []
    if site.database is not None:
        schema = site.database.schema_name
        tables = world.query(
            site,
            "SELECT c.table_name AS name, MIN(c.column_name) AS col FROM information_schema.columns c"
            " JOIN information_schema.tables t USING (table_schema, table_name)"
            " WHERE t.table_schema = %(schema)s AND c.column_key = '' AND c.extra = ''"
            " AND c.data_type IN ('char', 'varchar', 'text', 'longtext')"
            " GROUP BY c.table_name, t.table_rows ORDER BY t.table_rows DESC LIMIT 3",
            {"schema": schema},
        )
        statements = [
            f"UPDATE `{one['name']}` SET `{one['col']}` = CONCAT(LEFT(`{one['col']}`, 3), '~') LIMIT 10"  # noqa: S608
            for one in tables
        ]
    script = f"import os\nopen('/state/files/bench-{time.time_ns()}', 'w').write('x')\n"
    if statements:
        script += (
            "import pymysql\n"
            "c = pymysql.connect(unix_socket='/state/run/mysqld.sock', user='site', password='site',"
            f" database={schema!r}, autocommit=True)\n"
            "k = c.cursor()\n"
            f"for s in {statements!r}: k.execute(s)\n"
        )
    code, output = world.exec(site, ["python3", "-sE", "-c", script])
    if code:
        raise SiteError(f"{site.name}: cannot write: {output.strip()[-300:]}")
    if world.clean(site):
        raise SiteError(f"{site.name}: a write was not noticed")


def lines(found: dict[str, Any]) -> list[str]:
    """The figures as one table in Markdown, a row a site; seconds are to the first page, medians with p95."""
    rows = [
        "| site | written to | clean | docker rm + run | times | resets/s | start s | image MB | memory MB |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for site, one in found.items():
        spans = [
            f"{one[kind]['median']:.3f} ({one[kind]['p95']:.3f})" for kind in ("dirty", "clean", "rerun")
        ]
        sizes = [f"{one[kind] / 1e6:.0f}" for kind in ("image", "memory")]
        figures = [f"{one['ratio']:.1f}", f"{1 / one['dirty']['median']:.1f}", f"{one['start']:.1f}", *sizes]
        rows.append(f"| {' | '.join([site, *spans, *figures])} |")
    exact = [site for site, one in found.items() if not one["exact"]]
    rows.append("")
    rows.append(f"every digest pristine: {'yes' if not exact else 'NO, not of ' + ', '.join(exact)}")
    return rows


def main() -> int:
    """`python -m reset.bench [site...] [--n N] [--seed S] [--json]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sites", nargs="*", default=["shopping"])
    parser.add_argument("-n", "--n", type=int, default=20)
    parser.add_argument("--seed", type=Seed.parse, default=DEFAULT_SEED)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    say = None if arguments.json else print
    found = bench(arguments.sites, n=arguments.n, seed=arguments.seed, on_progress=say)
    print(json.dumps(found, indent=1) if arguments.json else "\n".join(lines(found)))
    return 0 if all(one["exact"] for one in found.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
