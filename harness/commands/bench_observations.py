"""Our observations beside BrowserGym's: the same pages of one world, the same Chromium, in turns.

BrowserGym lives in an environment of its own (``make browsergym``); ``browsergym.webarium.bench`` in there is
started as a process and measures its side. Each round loads every page anew for each side, in turns forwards
and backwards, waits until it has come to rest, and times what turns a loaded page into what an agent gets:

- by default: ours is tabs and accessibility tree with ids as text, and the elements with their boxes;
  BrowserGym's is all it has: elements marked with ids, DOM snapshot, merged accessibility tree, properties,
  and a screenshot of the window;
- equal work: ours with the page's HTML and a screenshot of the window too, as an agent gets it that asks for
  more than the tree.

Agents for BrowserGym add the tree and the DOM as text, which ours are already; that is measured by itself.
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

from harness.browser.chromium import Browser, session_cookies
from harness.browser.environment import Environment
from harness.browser.observation import Mode
from reset.places import hidden
from reset.world import World
from sites.errors import WebariumError
from sites.spec import load_site
from tasks.actions import Goto
from tasks.loader import load_tasks

_RESET = "reset the world and try again; see: webarium doctor"

PAGES = 10
_TABS = 3
"""How many tabs may be had for one episode: Chromium is newer than BrowserGym's Playwright."""
BESIDE: tuple[Mode, ...] = ("html", "screenshot")


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
        ``pages``: a list of ``url``, ``elements``, and in milliseconds (medians of the rounds) ``default``
        and ``equal`` (ours), ``browsergym``, ``browsergym_text`` (with its tree and DOM as text), and these
        from the address on, with loading and coming to rest: ``default_step``, ``equal_step``,
        ``browsergym_step``; ``ratio_default``, ``ratio_equal``, ``ratio_text`` (of equal work, with text):
        how many times as long BrowserGym takes; ``median``: the medians of these over the pages;
        ``versions``, ``rounds``, ``site``, ``pause`` (ms that BrowserGym waits before each observation).

    Raises:
        WebariumError: when there is no BrowserGym, or the other side fails.
    """
    python = browsergym_python(python)
    with world_of(name, world) as running:
        site = load_site(name)
        profile = site.default_profile
        cookies = session_cookies(name, running.sessions(site).get(profile)) if profile else []
        with Browser(running.resolver_rules()) as browser, Peer(python, name, running.name) as peer:
            env = Environment(browser, cookies=cookies)
            urls = _varied_pages(env, running.url(site))
            times: dict[str, list[dict[str, float]]] = {url: [] for url in urls}
            for number in range(rounds):
                for url in urls:
                    sides = [
                        partial(_observe, env, url),
                        partial(_observe_all, env, url),
                        partial(peer.observe, url),
                    ]
                    found: dict[str, float] = {}
                    for side in sides if number % 2 == 0 else sides[::-1]:
                        found |= side()
                    times[url].append(found)
            env.close()
            ours = {"playwright": version("playwright"), "chromium": browser.version}
            versions = {"webarium": ours, "browsergym": peer.versions}
    pages = [{"url": url, **_medians(rows)} for url, rows in times.items()]
    keys = [key for key in pages[0] if key not in ("url", "elements")]
    median = {key: statistics.median(page[key] for page in pages) for key in keys}
    return {
        "site": name,
        "rounds": rounds,
        "pages": pages,
        "median": median,
        "pause": peer.pause,
        "versions": versions,
    }


def show(found: dict[str, Any]) -> None:
    """Print what ``measure`` returned."""
    console = Console(highlight=False)
    title = f"one observation on {found['site']}, milliseconds (medians of {found['rounds']} loads)"
    table = Table(title=title, box=None, title_justify="left")
    table.add_column("page", no_wrap=True, max_width=24, min_width=24)
    for column in ("elements", "BrowserGym", "default", "times", "equal work", "times"):
        table.add_column(column, justify="right")
    median = found["median"]
    for page in (*found["pages"], {"url": "median", "elements": None, **median}):
        table.add_row(
            urlsplit(page["url"]).path,
            "" if page["elements"] is None else str(page["elements"]),
            f"{page['browsergym']:.0f}",
            *(f"{page['default']:.0f}", f"{page['ratio_default']:.1f}"),
            *(f"{page['equal']:.0f}", f"{page['ratio_equal']:.1f}"),
        )
    console.print(table)
    text = median["browsergym_text"] - median["browsergym"]
    steps = [f"{median[f'{side}_step']:.0f}" for side in ("default", "equal", "browsergym")]
    console.print("BrowserGym: marked elements, DOM, tree, properties, screenshot; it gives all of it always")
    console.print("default: what an agent of ours gets unless it asks for more, the tree and its elements")
    console.print("equal work: tree and elements, HTML, screenshot")
    console.print(f"BrowserGym's tree and DOM as text, which ours are already: {text:.0f} ms more")
    console.print(
        f"With loading and coming to rest: ours {steps[0]} and {steps[1]}, BrowserGym's {steps[2]},"
        f" of which it waits {found['pause']:.0f} always"
    )
    for name, versions in found["versions"].items():
        console.print(f"{name}: " + ", ".join(f"{key} {value}" for key, value in versions.items()))


def browsergym_python(python: Path | None = None) -> Path:
    """The Python that has BrowserGym and our plug-in: the one that was named, else that of `make browsergym`.

    Raises:
        WebariumError: it is not there.
    """
    python = python or hidden("browsergym") / "bin" / "python"
    if not python.is_file():
        raise WebariumError(
            f"There is no BrowserGym to compare with: {python} is missing",
            remedy="run `make browsergym`, or name a Python that has the plug-in with --browsergym",
        )
    return python


class Peer:
    """The other side, in a process of its own environment.

    Args:
        python: of that environment.
        site: some task of which is begun.
        world: where.
    """

    def __init__(self, python: Path, site: str, world: str) -> None:
        profile = load_site(site).default_profile
        task = next(
            (one for one in load_tasks(f"{site}.*") if one.sites == [site] and one.profile[site] == profile),
            None,
        )
        if task is None:
            raise WebariumError(f"{site} has no task of its own for {profile}", remedy="name another site")
        command = [str(python), "-m", "browsergym.webarium.bench", task.id]
        webarium = shlex.join([sys.executable, "-m", "harness.commands.start"])
        self._process = subprocess.Popen(
            command,
            env={**os.environ, "WEBARIUM_COMMAND": webarium, "WEBARIUM_WORLD": world},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.versions = self._hear()
        self.pause = 1000 * self.versions.pop("pause")

    def observe(self, url: str) -> dict[str, float]:
        """Durations in milliseconds."""
        took = self._ask({"url": url})
        return {
            "browsergym": 1000 * took["observe"],
            "browsergym_text": 1000 * (took["observe"] + took["text"]),
            "browsergym_step": 1000 * (took["load"] + took["observe"]),
        }

    def replay(self, task: str, steps: list[dict[str, Any]]) -> list[float]:
        """Seconds of each step of a recorded episode, from a pristine world, up to its whole observation.

        Where its tab crashes, the episode is played again, as often as ``_TABS`` says.
        """
        for _ in range(_TABS):
            found = self._ask({"task": task, "steps": steps})
            if "crashed" not in found:
                break
        if problem := found.get("problem") or found.get("crashed"):
            raise WebariumError(f"{task} cannot be replayed by BrowserGym: {problem}", remedy=_RESET)
        return list(found["seconds"])

    def _ask(self, message: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise WebariumError(
                "BrowserGym's side ended; its last words are on standard error",
                remedy="see integrations/browsergym/README.md for what its environment needs",
            )
        return dict(json.loads(line))

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()


@contextmanager
def world_of(site: str, name: str | None) -> Iterator[World]:
    if name:
        yield World.attach(name)
        return
    with World.start([load_site(site)], name=f"bench-{os.getpid()}") as started:
        yield started


def _observe(env: Environment, url: str) -> dict[str, float]:
    """What an agent gets by default."""
    env.at_once = frozenset()
    started, rested = _load(env, url)
    sight = env.observe()
    ended = time.perf_counter()
    return {
        "default": 1000 * (ended - rested),
        "default_step": 1000 * (ended - started),
        "elements": len(sight.tree.elements),
    }


def _observe_all(env: Environment, url: str) -> dict[str, float]:
    """As much as BrowserGym gives."""
    env.at_once = frozenset(BESIDE)
    started, rested = _load(env, url)
    env.observe()
    written, drawn = env.html(), env.screenshot()
    ended = time.perf_counter()
    if not written or not drawn:
        raise WebariumError(f"{url} cannot be observed", remedy="look at it with `webarium browse`")
    return {"equal": 1000 * (ended - rested), "equal_step": 1000 * (ended - started)}


def _load(env: Environment, url: str) -> tuple[float, float]:
    """When it was asked for, and when it had come to rest."""
    env.observe()  # of the page before, which belongs to no step that is measured
    started = time.perf_counter()
    env.act(Goto(url=url))
    return started, time.perf_counter()


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
        "ratio_default": found["browsergym"] / found["default"],
        "ratio_equal": found["browsergym"] / found["equal"],
        "ratio_text": found["browsergym_text"] / found["equal"],
    }
