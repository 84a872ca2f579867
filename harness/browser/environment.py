"""One episode's browser as an agent knows it: observe, act, observe.

This is all that other drivers (plug-ins, a human, a recorder) need besides the world: ``open`` it on the
start pages, ``observe``, ``act``, and ``close`` it before the outcome is judged.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from harness.agents.protocol import Element, Observation
from harness.browser.acts import BINDING, watch_script
from harness.browser.beside import Beside
from harness.browser.chromium import Browser
from harness.browser.executor import ActionError, Executor
from harness.browser.marks import draw
from harness.browser.observation import (
    Mode,
    Tree,
    View,
    digest_of,
    number_tree,
    take_dom,
    take_html,
    take_mhtml,
    take_screenshot,
    take_tree,
)
from harness.browser.otr import Represents
from harness.browser.page_facts import FORGET_JS
from harness.browser.reach import Reach
from harness.browser.snapshot import Node, parse_snapshot
from harness.browser.tabs import BLANK, Tabs
from harness.browser.watchdog import PageHangs
from sites.facts import stamp
from tasks.actions import Action

OnAct = Callable[[Page, dict[str, Any]], None]
_TRIES = 4  # a page that navigates by itself while it is read is read again
_SHOT_TRIES = 3


@dataclass(frozen=True)
class Sight:
    """An observation together with what only the harness keeps: tree, digest, durations in seconds.

    ``begun`` are the whole page's HTML and the window's picture, where they were taken beside the tree.
    """

    observation: Observation
    tree: Tree
    digest: str
    seconds: dict[str, float] = field(default_factory=dict)
    begun: Mapping[Mode, Beside[Any]] = field(default_factory=dict)


class Environment:
    """A fresh browser context on a world.

    Args:
        browser: the worker's Chromium.
        view: what the agent is shown.
        at_once: ``html``, ``screenshot``: what ``html()`` and ``screenshot()`` will be asked for after each
            observation, and is better taken beside the tree than after it.
        cookies: of the profiles' sessions.
        volatile: CSS selectors, by host, of elements that digests leave out.
        set_world_clock: called with the step before each observation but the first.
        downloads: folder for downloaded files.
        context_options: for Playwright's ``new_context`` (HAR).
        reach: which addresses there are; the world's by default.
        on_act: told of each act on an element, as ``watch.js`` tells it, with its tab; for a browser that
            somebody else drives.
        represents: makes the text of the observation ``otr``.
    """

    def __init__(
        self,
        browser: Browser,
        *,
        view: View | None = None,
        at_once: Iterable[Mode] = (),
        cookies: Iterable[dict[str, Any]] = (),
        volatile: Mapping[str, list[str]] | None = None,
        set_world_clock: Callable[[int], object] | None = None,
        downloads: Path | None = None,
        context_options: dict[str, Any] | None = None,
        reach: Reach | None = None,
        on_act: OnAct | None = None,
        represents: Represents | None = None,
    ) -> None:
        self._represents = represents
        self.view = view or View()
        self.at_once = frozenset(at_once)
        self.step = 0
        self.browser = browser
        self._reach = reach or Reach()
        self._volatile = volatile or {}
        self._set_world_clock = set_world_clock
        self._error: str | None = None
        self._sight: Sight | None = None
        with self.browser.watchdog.over(lambda: BLANK):
            self.context: BrowserContext = browser.new_context(
                cookies, window=self.view.window, **(context_options or {})
            )
            self.tabs = Tabs(
                self.context,
                arriving=browser.downloads,
                downloads=downloads,
                reach=self._reach,
                # somebody else's program at the same browser, and a site that is not ours, go by no steps
                held=not browser.door and not self._reach.hosts,
            )
            self.executor = Executor(self.tabs)
            self.tabs.set_clock(self._reach.now(0), step=0)
            if on_act:
                self.context.expose_binding(BINDING, lambda source, act: on_act(source["page"], act))
                self.context.add_init_script(watch_script(html=False))

    def open(self, urls: Iterable[str]) -> None:
        """Open the start pages, each in a tab of its own, the first in front; nothing is copied yet."""
        for url in urls:
            with self._bounded():
                self._new_tab()
                self.tabs.visit(url)
            self._settle()
        with self._bounded():
            if not self.tabs.pages:
                self._new_tab()
            if len(self.tabs.pages) > 1:
                self.tabs.focus(self.tabs.pages[0])
                self.tabs.settle()

    def _new_tab(self) -> None:
        self.tabs.new()
        if len(self.tabs.pages) == 1:
            self.tabs.front.evaluate(FORGET_JS)

    def observe(self) -> Sight:
        """What stands in the browser now; the same object until the next ``act``.

        Raises:
            PageHangs: when the page does not react, as from all that asks it.
        """
        if self._sight is None:
            with self._bounded():
                self._sight = self._look()
        return self._sight

    def act(self, action: Action) -> dict[str, float]:
        """Carry out an action, let the page settle, move the clock on by one step.

        Returns:
            Durations in seconds: ``act``, ``settle``, ``clock``.

        Raises:
            ActionError: when the action did nothing; the step counts all the same.
            PageHangs: when the page does not react.
        """
        sight = self.observe()
        started = time.perf_counter()
        problem: ActionError | None = None
        self._set_page_clock()
        try:
            with self._bounded():
                self.executor.execute(action, sight.tree)
        except ActionError as error:
            problem = error
        if self._represents and not problem:
            self._represents.did(sight.observation, action)
        acted = time.perf_counter()
        took = self.rest(problem.reason if problem else None)
        if problem:
            raise problem
        return {"act": acted - started} | took

    def rest(self, error: str | None = None) -> dict[str, float]:
        """Something was done: let the page settle, then move the clock on by one step.

        Args:
            error: why the action did nothing.

        Returns:
            Durations in seconds: ``settle``, ``clock``.
        """
        started = time.perf_counter()
        self._settle()
        settled = time.perf_counter()
        self.advance(error)
        return {"settle": settled - started, "clock": time.perf_counter() - settled}

    def advance(self, error: str | None = None) -> None:
        """The next step begins; by itself for ``say`` and for messages that are no action."""
        self.step += 1
        self._error = error
        self._sight = None
        if self._set_world_clock:
            self._set_world_clock(self.step)
        self._set_page_clock()

    def tell(self, message: str) -> None:
        """Have the player told of something with the next observation, also if that is there already."""
        if self._sight is None:
            self.tabs.tell(message)
        else:
            seen = self._sight.observation
            told = replace(seen, messages=[*seen.messages, message])
            self._sight = replace(self._sight, observation=told)

    def screenshot(self) -> bytes | None:
        """A PNG of the window, without marks; None when the page cannot be drawn."""
        return self._taken("screenshot", self._take_picture)

    def html(self) -> str | None:
        """The HTML of the focused tab; None when it cannot be read."""
        return self._taken("html", take_html)

    def dom(self) -> str | None:
        """The DOM of the focused tab with numbers and boxes; None when it cannot be read."""
        with self._bounded():
            return self._retry(take_dom)

    def whole_page(self) -> tuple[str, dict[int, Element]] | None:
        """The focused tab as MHTML, and all its elements; None when it cannot be read."""
        with self._bounded():
            return self._retry(
                lambda page: (
                    take_mhtml(page),
                    take_tree(page, title=page.title(), viewport_only=False).elements,
                )
            )

    def close(self) -> None:
        """Close the context; harmless when it is closed already, or its page hangs."""
        try:
            with self._bounded():
                self.context.close()
        except (PlaywrightError, PageHangs):
            return

    # ------------------------------------------------------------------------------------------------------

    def _bounded(self) -> AbstractContextManager[None]:
        return self.browser.watchdog.over(lambda: " or ".join(page.url for page in self.tabs.pages) or BLANK)

    def _settle(self) -> None:
        with self._bounded():
            self.tabs.settle()

    def _set_page_clock(self) -> None:
        with self._bounded():
            self.tabs.set_clock(self._reach.now(self.step), step=self.step)

    def _look(self) -> Sight:
        for attempt in range(_TRIES):
            try:
                return self._look_once()
            except PlaywrightTimeout:
                if attempt:  # it does not answer at all, and would not the third time
                    raise
                self.tabs.settle(1.0)
            except PlaywrightError as error:
                if attempt == _TRIES - 1 or self.tabs.trouble:
                    raise
                if "crashed" in error.message or not self.tabs.pages:
                    raise
                self.tabs.settle()
        raise AssertionError("unreachable")

    def _look_once(self) -> Sight:
        started = time.perf_counter()
        page = self.tabs.front
        viewport_only = self.view.scope == "viewport"
        stable = self._stable_nodes(page, viewport_only)
        begun = self._begin(page)
        tabs = Beside(page, self.tabs.listing)
        if "screenshot" in begun:
            # The window is drawn in the next frame. The tree's script would hold that up; packing and sending
            # the picture runs beside it.
            page.evaluate("() => globalThis.__webarium?.frame()")
        listing = tabs.result()
        title = next((tab.title for tab in listing if tab.active), "")
        tree = take_tree(page, title=title, viewport_only=viewport_only)
        snapped = time.perf_counter()
        html, shot = self._shown(page, begun, tree)
        observation = Observation(
            step=self.step,
            url=page.url,
            title=title,
            tabs=listing,
            axtree=tree.text if "axtree" in self.view.modes else "",
            elements=tree.elements,
            html=html,
            screenshot=base64.b64encode(shot).decode("ascii") if shot is not None else None,
            error=self._error,
            messages=list(self.tabs.messages),
            time=stamp(self._reach.now(self.step)),
        )
        if self._represents and "otr" in self.view.modes:
            seen = {one: self.executor.facts(one, tree) for one in self._represents.choose(observation)}
            text = self._represents.text(observation, seen, take_dom(page))
            observation = replace(observation, otr=text)
        text = tree.text
        if stable is not None:
            text = number_tree(
                stable, title=title, size=self.view.window.size, viewport_only=viewport_only
            ).text
        digest = digest_of(page.url, [tab.title for tab in listing], text)
        # last: a look that fails on the way is taken again, and must not have used them up
        observation = replace(observation, messages=self.tabs.take_messages())
        seconds = {"tree": snapped - started, "observe": time.perf_counter() - started}
        return Sight(observation, tree, digest, seconds, begun)

    def _begin(self, page: Page) -> dict[Mode, Beside[Any]]:
        """Have the page written and drawn while its tree is made."""
        begun: dict[Mode, Beside[Any]] = {}
        shown = self.view.modes
        if "screenshot" in self.at_once or "screenshot" in shown:
            begun["screenshot"] = Beside(page, lambda: self._take_picture(page))
        if "html" in self.at_once or ("html" in shown and self.view.scope == "page"):
            begun["html"] = Beside(page, lambda: take_html(page))
        return begun

    def _shown(
        self, page: Page, begun: Mapping[Mode, Beside[Any]], tree: Tree
    ) -> tuple[str | None, bytes | None]:
        """HTML and picture as the agent is shown them."""
        html, shot = None, None
        if "html" in self.view.modes:
            whole = self.view.scope == "page"
            html = begun["html"].result() if whole else take_html(page, viewport_only=True)
        if "screenshot" in self.view.modes:
            shot = begun["screenshot"].result()
            if self.view.marks and shot is not None:
                shot = draw(shot, tree.elements.values(), scale=self.view.window.scale)
        return html, shot

    def _stable_nodes(self, page: Page, viewport_only: bool) -> list[Node] | None:
        """The tree's nodes without volatile elements; None when the page has none of them."""
        selectors = self._volatile.get(urlsplit(page.url).hostname or "")
        if not selectors:
            return None
        hidden = page.evaluate("s => globalThis.__webarium?.hide(s) || 0", ", ".join(selectors))
        if not hidden:
            return None
        try:
            return parse_snapshot(page.aria_snapshot(mode="ai", boxes=viewport_only))
        finally:
            page.evaluate("() => globalThis.__webarium?.hide('')")

    def _take_picture(self, page: Page) -> bytes:
        return take_screenshot(page, self.view.window.scale)

    def _taken(self, mode: Mode, take: Callable[[Page], Any]) -> Any:
        begun = self._sight.begun.get(mode) if self._sight else None
        with self._bounded():
            try:
                return begun.result() if begun else self._retry(take)
            except PlaywrightError:
                return self._retry(take)

    def _retry(self, take: Callable[[Page], Any]) -> Any:
        for _ in range(_SHOT_TRIES):
            try:
                return take(self.tabs.front)
            except PlaywrightError:
                if self.tabs.active is None or self.tabs.front.is_closed():
                    return None
                self.tabs.settle(1.0)
        return None
