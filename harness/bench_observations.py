"""Our observations beside BrowserGym's: the same pages of one world, the same Chromium, in turns.

BrowserGym lives in an environment of its own (``make browsergym``); ``browsergym.webarium.bench`` in there is
started as a process and measures its side. Each round loads every page anew on both sides, ours first in one
round, theirs in the next, and times what turns a loaded page into what an agent gets:

- ours: tabs, accessibility tree with ids as text, boxes, HTML, a screenshot of the window as PNG; ``tree``
  is the part of it that an agent gets by default, without HTML and screenshot;
- BrowserGym's ``observe``: elements marked with ids, DOM snapshot, merged accessibility tree, properties, and
  a screenshot of the window; ``text``: the tree and the DOM as text, which agents for BrowserGym add.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from rich.console import Console
from rich.table import Table

from harness.browser import Browser, session_cookies
from harness.environment import Environment
from harness.observation import View
from reset.places import hidden
from reset.world import World
from sites.errors import WebariumError
from sites.spec import load_site
from tasks.actions import Goto
from tasks.loader import load_tasks

PAGES = 10
_OURS = View(frozenset({"axtree", "html"}))


def measure(
    name: str, python: Path | None = None, *, rounds: int = 5, world: str | None = None
) -> dict[str, Any]:
    """Measure both on pages of a site.

    Args:
        name: of the site.
        python: of the environment that has BrowserGym and our plug-in; without, that of ``make browsergym``.
        rounds: how often each page is loaded and observed on each side.
        world: name of a running world to use; one of our own without.

    Returns:
        ``pages``: a list of ``url``, ``elements``, and in milliseconds (medians of the rounds) ``ours``,
        ``tree`` (ours, what an agent gets by default), ``browsergym``, ``browsergym_text``, its
        ``ratio`` to ours, ``ratio_tree`` to our tree, ``ratio_text``; ``median``: the medians of these over
        the pages; ``versions``, ``rounds``, ``site``.

    Raises:
        WebariumError: when there is no BrowserGym, or the other side fails.
    """
    python = python or hidden("browsergym") / "bin" / "python"
    if not python.is_file():
        raise WebariumError(
            f"There is no BrowserGym to compare with: {python} is missing",
            remedy="run `make browsergym`, or name a Python that has the plug-in with --browsergym",
        )
    with _world(name, world) as running:
        site = load_site(name)
        profile = site.default_profile
        cookies = session_cookies(name, running.sessions(site).get(profile)) if profile else []
        with Browser(running.resolver_rules()) as browser, _Peer(python, name, running.name) as peer:
            env = Environment(browser, cookies=cookies, view=_OURS)
            urls = _varied_pages(env, running.url(site))
            times: dict[str, list[dict[str, float]]] = {url: [] for url in urls}
            for number in range(rounds):
                for url in urls:
                    sides = [partial(_observe, env, url), partial(peer.observe, url)]
                    first, second = (side() for side in (sides if number % 2 == 0 else sides[::-1]))
                    times[url].append(first | second)
            env.close()
            ours = {"playwright": version("playwright"), "chromium": browser.version}
            versions = {"webarium": ours, "browsergym": peer.versions}
    pages = [{"url": url, **_medians(rows)} for url, rows in times.items()]
    keys = ("tree", "ours", "browsergym", "browsergym_text", "ratio_tree", "ratio", "ratio_text")
    median = {key: statistics.median(page[key] for page in pages) for key in keys}
    return {"site": name, "rounds": rounds, "pages": pages, "median": median, "versions": versions}


def show(found: dict[str, Any]) -> None:
    """Print what ``measure`` returned."""
    console = Console()
    title = f"one observation on {found['site']}, milliseconds (medians of {found['rounds']} loads)"
    table = Table(title=title, box=None, title_justify="left")
    table.add_column("page", no_wrap=True, max_width=24, min_width=24)
    for column in ("elements", "tree", "all", "BrowserGym", "x tree", "x all"):
        table.add_column(column, justify="right")
    median = {"url": "median", "elements": None, **found["median"]}
    for page in (*found["pages"], median):
        table.add_row(
            urlsplit(page["url"]).path,
            "" if page["elements"] is None else str(page["elements"]),
            *(f"{page[key]:.0f}" for key in ("tree", "ours", "browsergym")),
            *(f"{page[key]:.1f}" for key in ("ratio_tree", "ratio")),
        )
    console.print(table)
    text = found["median"]["browsergym_text"] - found["median"]["browsergym"]
    console.print(f"Its tree and DOM as text, which ours are already: {text:.0f} ms more", highlight=False)
    for name, versions in found["versions"].items():
        console.print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in versions.items()))


class _Peer:
    """The other side, in a process of its own environment."""

    def __init__(self, python: Path, site: str, world: str) -> None:
        profile = load_site(site).default_profile
        task = next(
            (one for one in load_tasks(f"{site}.*") if one.sites == [site] and one.profile[site] == profile),
            None,
        )
        if task is None:
            raise WebariumError(f"{site} has no task of its own for {profile}", remedy="name another site")
        command = [str(python), "-m", "browsergym.webarium.bench", task.id]
        webarium = shlex.join([sys.executable, "-m", "harness.cli"])
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "WEBARIUM_COMMAND": webarium, "WEBARIUM_WORLD": world},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.versions = self._hear()

    def observe(self, url: str) -> dict[str, float]:
        """Durations in milliseconds."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"url": url}) + "\n")
        self._process.stdin.flush()
        took = self._hear()
        return {
            "browsergym": 1000 * took["observe"],
            "browsergym_text": 1000 * (took["observe"] + took["text"]),
        }

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WebariumError(
                "BrowserGym's side ended; its last words are on standard error",
                remedy="see integrations/browsergym/README.md for what its environment needs",
            )
        return dict(json.loads(line))

    def __enter__(self) -> _Peer:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()


@contextmanager
def _world(site: str, name: str | None) -> Iterator[World]:
    if name:
        yield World.attach(name)
        return
    with World.start([load_site(site)], name=f"bench-{os.getpid()}") as started:
        yield started


def _observe(env: Environment, url: str) -> dict[str, float]:
    env.act(Goto(url=url))  # until it has settled
    began = time.perf_counter()
    sight = env.observe()
    env.screenshot()
    took = time.perf_counter() - began
    return {"ours": 1000 * took, "tree": 1000 * sight.seconds["tree"], "elements": len(sight.tree.elements)}


def _varied_pages(env: Environment, start: str) -> list[str]:
    """Pages of different kinds: the first page, what it links to, what these link to."""
    env.open([start])
    found = {_kind(start): start}
    waiting, looked = [start], set()
    while waiting and len(found) < PAGES:
        url = waiting.pop(0)
        looked.add(url)
        env.act(Goto(url=url))
        for element in list(env.observe().observation.elements.values()):
            target = urljoin(url, element.url or "")
            if not element.url or not _can_be_visited(target, start) or _kind(target) in found:
                continue
            if len(found) < PAGES:
                found[_kind(target)] = target
                waiting.append(target)
    return list(found.values())


def _can_be_visited(url: str, start: str) -> bool:
    parts = urlsplit(url)
    away = any(word in url for word in ("logout", "signout", ".csv", "/api/", "/media/", "/static/"))
    return parts.hostname == urlsplit(start).hostname and not parts.fragment and not away


def _kind(url: str) -> str:
    """Addresses that differ in names and numbers only show pages of one kind."""
    parts = [re.sub(r".*[\d_-].*", "*", part) for part in urlsplit(url).path.split("/")]
    return "/".join(parts) + ("?" if urlsplit(url).query else "")


def _medians(rows: list[dict[str, float]]) -> dict[str, Any]:
    found = {key: statistics.median(row[key] for row in rows) for key in rows[0]}
    return {
        **found,
        "elements": int(found["elements"]),
        "ratio": found["browsergym"] / found["ours"],
        "ratio_tree": found["browsergym"] / found["tree"],
        "ratio_text": found["browsergym_text"] / found["ours"],
    }
