"""The open tabs of one episode: which is in front, what time they have, when they have settled.

``Tabs`` watches a browser context. Dialogs are answered and downloads kept at once, always in the same way,
and told to the agent as messages; requests are counted so that ``settle`` knows when none runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Dialog, Frame, Page
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from harness.agents.protocol import Tab
from harness.browser.downloads import LONGEST_TEXT, Downloads
from harness.browser.executable import BrowserError
from harness.browser.reach import Reach
from harness.browser.traffic import Traffic

SETTLE_SECONDS = 10.0
BLANK = "about:blank"
MOST_MESSAGES = 50  # that an agent is told at once
LONGEST_MESSAGE = 5_000  # characters

_NOT_AGAIN = ("destroyed", "navigat", "detached", "closed", "crashed", "not available", "Cannot find context")


@cache
def page_script() -> str:
    """The script that runs in every document before its own."""
    return (Path(__file__).parent / "page_script.js").read_text(encoding="utf-8")


class Tabs:
    """The tabs of a browser context.

    Args:
        context: fresh, without pages.
        arriving: folder where its Chromium puts what it downloads.
        downloads: folder for downloaded files (created when the first one comes).
        reach: which addresses are the sites'.
        held: what pages put off for longer than a moment waits for the step in which the clock gets there, so
            that how long somebody thinks changes nothing.
    """

    def __init__(
        self,
        context: BrowserContext,
        *,
        arriving: Path,
        downloads: Path | None = None,
        reach: Reach | None = None,
        held: bool = True,
    ) -> None:
        self.context = context
        self.reach = reach or Reach()
        self.pages: list[Page] = []
        self.active: Page | None = None
        self.step = 0
        self.messages: list[str] = []
        self._of_pages = 0
        self.visited: list[dict[str, Any]] = []
        self.trouble: list[str] = []
        """Signs that a site or the gateway is down, for the harness, not for the agent."""
        self._traffic = Traffic(
            context, step=lambda: self.step, tell=self._tell_of_page, trouble=self.trouble, reach=self.reach
        )
        self._downloads = Downloads(
            arriving, downloads, step=lambda: self.step, tell=self._tell_of_file, trouble=self.trouble
        )
        self.requests = self._traffic.requests
        self.hosts = self._traffic.hosts
        self.downloads = self._downloads.entries
        self._now_ms = 0
        self._clock_script: Any = None
        self._popups = 0
        self._announced = 0
        self._opening = False
        self._numbers: dict[Page, int] = {}
        self._next_answer: tuple[bool, str | None] | None = None
        context.set_default_timeout(5_000)
        context.set_default_navigation_timeout(20_000)
        context.add_init_script(page_script() + ("globalThis.__webarium?.hold();" if held else ""))
        context.on("page", self._on_page)
        context.on("dialog", self._on_dialog)

    # --- tabs ---------------------------------------------------------------------------------------------

    @property
    def front(self) -> Page:
        """The focused tab.

        Raises:
            BrowserError: none is open: there is always one as long as Chromium runs.
        """
        if self.active is None:
            raise BrowserError(
                "No tab is open any more: Chromium was ended from outside, or crashed",
                remedy="look whether the machine has memory left",
            )
        return self.active

    def new(self) -> Page:
        """Open an empty tab and focus it."""
        self._opening = True
        try:
            page = self.context.new_page()
        finally:
            self._opening = False
        self.focus(page)
        return page

    def focus(self, page: Page) -> None:
        """Bring a tab to the front."""
        self.active = page
        if len(self.pages) > 1:
            page.bring_to_front()

    def close(self, page: Page) -> None:
        """Close a tab; the one that was opened before it comes to the front."""
        page.close()
        self._forget(page)

    def visit(self, url: str) -> None:
        """Load a URL in the focused tab, as far as its first byte; ``settle`` waits for the rest.

        A page that cannot be loaded is told as a message, as clicking a dead link is.
        """
        try:
            self.front.goto(url, wait_until="commit")
        except PlaywrightError as error:
            if "Download is starting" in error.message or "net::" in error.message:
                return  # the download or the failed request has been told by its own event
            if "interrupted by another navigation" not in error.message:
                raise

    def listing(self) -> list[Tab]:
        """The tab bar."""
        return [
            Tab(index, page.url, self._title(page), page is self.active)
            for index, page in enumerate(self.pages)
        ]

    def tell(self, message: str) -> None:
        """Have the agent told of something that no page has caused, however much pages have to tell."""
        self.messages.append(message)

    def take_messages(self) -> list[str]:
        """What happened since the last call."""
        messages, self.messages, self._of_pages = self.messages, [], 0
        return messages

    @property
    def window(self) -> tuple[int, int]:
        """Width and height of what the focused tab shows, in CSS pixels."""
        size = self.front.viewport_size or {"width": 1280, "height": 720}
        return size["width"], size["height"]

    def answer_next(self, *, accept: bool, text: str | None = None) -> None:
        """Say how the next dialog is answered; those after it are accepted again.

        Args:
            accept: or dismiss it.
            text: for a prompt; None leaves what the page proposes.
        """
        self._next_answer = (accept, text)
        self.tell(f"The next dialog will be {'accepted' if accept else 'dismissed'}.")

    # --- clock --------------------------------------------------------------------------------------------

    def set_clock(self, now: datetime, *, step: int) -> None:
        """Stop the clock of all pages, open and to come, at ``now``."""
        self.step = step
        now_ms = int(now.astimezone(UTC).timestamp() * 1000)
        if now_ms != self._now_ms:
            self._now_ms = now_ms
            self._start_documents_now()
        for page in self.pages:
            for frame in page.frames:
                self._set_frame(frame)

    def _start_documents_now(self) -> None:
        before = self._clock_script
        script = f"globalThis.__webarium?.set({self._now_ms})"
        self._clock_script = self._despite_closing(lambda: self.context.add_init_script(script))
        dispose = getattr(before, "close", None)  # Playwright before 1.59 keeps them all, which only costs
        if dispose:
            self._despite_closing(dispose)

    def _despite_closing(self, call: Callable[[], Any]) -> Any:
        """Make a call that asks every tab and fails as a whole when one of them closes meanwhile."""
        for _ in range(len(self.pages)):
            try:
                return call()
            except PlaywrightError as error:
                if "has been closed" not in error.message:
                    raise
        return call()  # no tab is left that could close: now an error tells of the context itself

    def _set_frame(self, frame: Frame) -> None:
        try:
            frame.evaluate("now => { globalThis.__webarium?.set(now) }", self._now_ms)
        except PlaywrightError:
            return  # it navigates: its next document starts with the new time

    # --- settling -----------------------------------------------------------------------------------------

    def settle(self, timeout: float = SETTLE_SECONDS) -> bool:
        """Wait until no request runs, fonts are ready, nothing short is due and two frames have passed.

        Args:
            timeout: seconds; a page that never rests is taken as it is then.

        Returns:
            Whether everything came to rest.
        """
        deadline = time.monotonic() + timeout
        while True:
            before = self._traffic.seen, self._traffic.ended, len(self.pages)
            rested = self._rest(deadline)
            downloading = self._downloads.running
            idle = self._wait_idle(deadline)
            still = before == (self._traffic.seen, self._traffic.ended, len(self.pages)) and not downloading
            # what a page does with the answer to a request it does after the request has ended
            if rested and idle and still:
                break
            if time.monotonic() >= deadline:
                break
        calm = time.monotonic() < deadline
        if not calm:
            self._traffic.running.clear()  # what did not end in time must not cost every later step as much
            self._downloads.give_up()
        self._guard()
        return calm

    @property
    def popups(self) -> int:
        """How many tabs pages have opened so far."""
        return self._popups

    def expect_popups(self, count: int) -> None:
        """Wait until pages have opened ``count`` tabs in all; a short while at most."""
        if self._popups >= count:
            return
        try:
            self.context.wait_for_event("page", lambda _: self._popups >= count, timeout=2_000)
        except PlaywrightTimeout:
            self._announced = self._popups

    def _rest(self, deadline: float) -> bool:
        page = self.active
        if page is None:  # the last one was closed; another is opened when all has come to rest
            return True
        try:
            # Playwright puts a script of its own into each document before it can take a snapshot; asked for
            # now, this happens while the page still loads.
            page.locator(":root").count()
            left = max(0.0, deadline - time.monotonic()) * 1000
            opened = page.evaluate(
                "async (limit) => { const w = globalThis.__webarium; if (!w) return 0;"
                " await w.settle(limit); return w.takeOpened(); }",
                left,
            )
        except PlaywrightError as error:
            if page.is_closed():
                return self.active is None
            if not any(word in error.message for word in _NOT_AGAIN):
                raise
            return False
        self._announced += opened
        if self._popups < self._announced:
            self.expect_popups(self._announced)
        return page is self.active

    @property
    def _waiting(self) -> bool:
        return bool(self._traffic.running) or self._downloads.running

    def _wait_idle(self, deadline: float) -> bool:
        while self._waiting:
            self._downloads.check()
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            try:  # a request that fails ends the wait at the latest after the short timeout
                self.context.wait_for_event(
                    "requestfinished", lambda _: not self._traffic.running, timeout=min(left, 0.2) * 1000
                )
            except PlaywrightTimeout:
                continue
            except PlaywrightError:
                return False
        return True

    def _guard(self) -> None:
        """Nothing but the world's pages may stand in a tab, however it came there."""
        for page in list(self.pages):
            if page.is_closed():
                self._forget(page)
            elif not is_world_page(page.url):
                self._tell_of_page(f"The browser does not show {page.url.split(':')[0]}: pages.")
                page.goto(BLANK)
        self.keep_one()

    def keep_one(self) -> None:
        """Open an empty tab where none is left.

        Raises:
            PlaywrightError: Chromium is gone.
        """
        if not self.pages:
            self._tell_of_page("The last tab was closed by the page; an empty one was opened.")
            self.new()

    def _tell_of_page(self, message: str, longest: int = LONGEST_MESSAGE) -> None:
        """Have the agent told of what a page has caused; of one that never stops only the beginning."""
        self._of_pages += 1
        if self._of_pages <= MOST_MESSAGES:
            self.messages.append(message[:longest])
        elif self._of_pages == MOST_MESSAGES + 1:
            self.messages.append("More than this happened; the rest is left out.")

    def _tell_of_file(self, message: str) -> None:
        """Have the agent told of a download, with a text that is longer than other messages."""
        self._tell_of_page(message, LONGEST_MESSAGE + LONGEST_TEXT)

    # --- events -------------------------------------------------------------------------------------------

    def _on_page(self, page: Page) -> None:
        self.pages.append(page)
        self._popups += not self._opening
        self._numbers[page] = len(self._numbers)
        self.active = page
        page.on("close", self._forget)
        page.on("crash", lambda page: self.trouble.append(f"the tab at {page.url} crashed"))
        page.on("download", self._downloads.on_download)
        page.on("framenavigated", self._on_navigated)

    def _forget(self, page: Page) -> None:
        if page not in self.pages:
            return
        index = self.pages.index(page)
        self.pages.remove(page)
        self._traffic.forget(page)
        if page is self.active:
            self.active = self.pages[max(0, index - 1)] if self.pages else None

    def _on_navigated(self, frame: Frame) -> None:
        if frame.parent_frame is None and frame.url != BLANK:
            tab = self._numbers.get(frame.page, 0)
            self.visited.append({"step": self.step, "tab": tab, "url": frame.url})

    def _on_dialog(self, dialog: Dialog) -> None:
        kind, text = dialog.type, dialog.message
        accept, answer = True, None
        if kind != "beforeunload" and self._next_answer:
            (accept, answer), self._next_answer = self._next_answer, None
        try:
            if not accept:
                dialog.dismiss()
            elif kind == "prompt":
                dialog.accept(dialog.default_value if answer is None else answer)
            else:
                dialog.accept()
        except PlaywrightError:
            return
        if kind == "beforeunload":
            self._tell_of_page("The page asked whether to leave it; it was left.")
        else:
            done = "accepted" if accept else "dismissed"
            self._tell_of_page(f"The page showed a dialog ({kind}), which was {done}: {text}")

    @staticmethod
    def _title(page: Page) -> str:
        try:
            return page.title()
        except PlaywrightError:
            return ""


def is_world_page(url: str) -> bool:
    """Whether a tab may show this: a site's page, an empty tab, or the browser's own error page."""
    if url in ("", BLANK, ":") or url.startswith(("chrome-error://", "about:srcdoc", "about:blank#")):
        return True
    if url.startswith("blob:"):
        url = url.removeprefix("blob:")
    # An address outside never loads (no name resolves), but its error page may carry its URL.
    return urlsplit(url).scheme in ("http", "https")
