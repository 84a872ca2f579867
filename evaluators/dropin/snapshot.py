"""Reading places in saved HTML by JavaScript expressions, in a browser page that is good for nothing else.

The expressions are the benchmark authors' (``document.querySelector(...).outerText``); the HTML comes from
an agent's browser. So the page gets no network and runs no script of its own, and is thrown away.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from sites.errors import WebariumError


class Snapshots:
    """One browser for many saved pages; a context manager. The browser starts with the first page.

    It lives on a thread of its own, so that it works beside another Playwright in the same program.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="snapshots")
        self._playwright: Any = None
        self._browser: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.submit(self._stop).result()
        self._thread.shutdown()

    def evaluate(self, html: str, url: str, expression: str, before: Sequence[str] = ()) -> str:
        """The value of an expression on a saved page, as text; empty when it throws or gives nothing.

        Args:
            html: the page.
            url: its address, so that relative links come out right.
            expression: JavaScript of the task file.
            before: expressions that open what is folded up, such as clicks; after one that throws, none.

        Raises:
            WebariumError: when there is no browser.
        """
        return self._thread.submit(self._evaluate, html, url, expression, before).result()

    def _evaluate(self, html: str, url: str, expression: str, before: Sequence[str]) -> str:
        context = self._start().new_context(java_script_enabled=False, offline=True, service_workers="block")
        try:
            page = context.new_page()
            served = False

            def serve(route: Any) -> None:
                nonlocal served
                if served:
                    # "aborted" and nothing else: any other failure of a refresh would put an error page here
                    route.abort("aborted")
                    return
                served = True
                route.fulfill(body=html, content_type="text/html; charset=utf-8")

            page.route("**/*", serve)
            page.goto(url, wait_until="commit")
            page.wait_for_load_state("domcontentloaded")
            with suppress(Exception):  # they work on the live page only, where scripts listen
                for one in before:
                    page.evaluate(f"() => {one}")
            try:
                found = page.evaluate(f"() => {expression}")
            except Exception:  # the place is not on this page: that is a finding, not a fault
                return ""
            return "" if found is None else str(found)
        finally:
            context.close()

    def _start(self) -> Any:
        if self._browser is not None:
            return self._browser
        from playwright.sync_api import Error, sync_playwright

        self._playwright = sync_playwright().start()
        arguments = ["--host-resolver-rules=MAP * ~NOTFOUND"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        try:
            self._browser = self._playwright.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
                args=arguments,
            )
        except Error as error:
            self._stop()
            raise WebariumError(
                "reading saved pages needs a browser, and none could be started",
                remedy="install chromium, or record captures instead of pages",
            ) from error
        return self._browser

    def _stop(self) -> None:
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._browser = self._playwright = None
