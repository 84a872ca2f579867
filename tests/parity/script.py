"""A Playwright script that does what an agent did, in a browser that it is given over CDP."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page

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
    """

    def __init__(self, context: BrowserContext) -> None:
        self._context = context
        self._front = context.pages[0]

    def do(self, action: dict[str, Any], target: dict[str, Any]) -> None:
        """Do an action on the element that it had, which is found by its path."""
        before = set(self._context.pages)
        getattr(self, f"_{action['name']}")(self._front, action, target)
        opened = [page for page in self._context.pages if page not in before]
        if opened:
            self._front = opened[-1]
        elif self._front.is_closed():
            self._front = self._context.pages[-1]

    def _click(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        if target.get("role") == "option":
            page.locator(target["css"]).first.locator("..").select_option(label=target["name"])
            return
        page.locator(target["css"]).first.click(button=action["button"], click_count=action["count"])

    def _hover(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.locator(target["css"]).first.hover()

    def _type(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        field, text = page.locator(target["css"]).first, action["text"]
        field.fill(text[:-1])
        if text:
            field.press_sequentially(text[-1])
        if action.get("enter"):
            page.keyboard.press("Enter")

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
        self._front = self._context.pages[action["index"]]
        self._front.bring_to_front()

    def _close_tab(self, page: Page, action: dict[str, Any], target: dict[str, Any]) -> None:
        page.close()
