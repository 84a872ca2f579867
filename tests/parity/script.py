"""A Playwright script that does what an agent did, in a browser that it is given over CDP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, Page

from harness.browser.executor import ends_with_a_key
from harness.browser.page_facts import FACTS_JS
from sites.spec import ROOT

END_SECONDS = 120.0


@contextmanager
def over_cdp(run: Path, task: str, *options: str) -> Iterator[dict[str, Any]]:
    """``webarium play --cdp``: what it tells when clients can connect; it has ended afterwards."""
    command = [sys.executable, "-m", "harness.commands.start", "play", task, "--cdp", "--json"]
    with subprocess.Popen(
        [*command, "--run", str(run), *options],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout
        try:
            yield json.loads(process.stdout.readline())
            process.wait(END_SECONDS)
        finally:
            process.terminate()


class Script:
    """Does one action after the other.

    Args:
        context: the browser's only one.
        told: what ``over_cdp`` gives.
    """

    def __init__(self, context: BrowserContext, told: dict[str, Any]) -> None:
        self._context, self._told = context, told
        start = told["start"]  # Playwright has tabs in the order in which they answered
        self._tabs = sorted(context.pages, key=lambda page: [*start, page.url].index(page.url))
        self._front = self._tabs[0]

    def do(self, action: dict[str, Any], target: dict[str, Any]) -> None:
        """Do an action on the element that it had, which is found by its path."""
        getattr(self, f"_{action['name']}")(self._front, action, target)
        there = len(httpx.get(f"{self._told['cdp']}/json/list").json())
        while len(self._context.pages) < there:
            self._context.wait_for_event("page")
        opened = [page for page in self._context.pages if page not in self._tabs]
        self._tabs = [page for page in [*self._tabs, *opened] if not page.is_closed()]
        if opened or self._front.is_closed():
            self._front = self._tabs[-1]

    def tell(self, action: dict[str, Any]) -> None:
        """Give the answer, or say something to the person who gave the task."""
        place = {"stop": "answer", "say": "say"}[action["name"]]
        given = {key: value for key, value in action.items() if key != "name"}
        httpx.post(f"{self._told['cdp']}/{place}", json=given, timeout=60).raise_for_status()

    def _click(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        if target.get("role") == "option":
            page.locator(target["css"]).first.locator("..").select_option(label=target["name"])
            return
        page.locator(target["css"]).first.click(button=action["button"], click_count=action["count"])

    def _hover(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.locator(target["css"]).first.hover()

    def _type(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        field, text = page.locator(target["css"]).first, action["text"]
        if ends_with_a_key(field.evaluate(FACTS_JS), text):
            field.fill(text[:-1])
            field.press_sequentially(text[-1])
        else:
            field.fill(text)
        if action.get("enter"):
            page.keyboard.press("Enter")
        elif not page.is_closed():
            page.bring_to_front()  # the step is over before a script moves the focus

    def _select(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.locator(target["css"]).first.select_option(label=action["options"])

    def _upload(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        content = action["content"].encode()
        file: Any = {"name": action["filename"], "mimeType": "text/plain", "buffer": content}
        page.locator(target["css"]).first.set_input_files(file)

    def _press(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.keyboard.press(action["keys"])

    def _goto(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.goto(action["url"], wait_until="commit")

    def _go_back(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.go_back(wait_until="commit")

    def _new_tab(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        self._context.new_page()

    def _tab_focus(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        self._front = self._tabs[action["index"]]
        self._front.bring_to_front()

    def _close_tab(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.close()
