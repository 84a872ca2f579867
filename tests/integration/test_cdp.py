"""A Playwright script plays a task in a browser of ours over CDP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Error, Page, sync_playwright

from harness.run.reader import RunFolder
from reset import images
from sites.spec import load_site

TASK = "home.monthly_use.0"


@pytest.fixture(scope="module", autouse=True)
def _image() -> None:
    images.build([load_site("home")])


def refused(call: Any) -> str:
    with pytest.raises(Error) as found:
        call()
    return found.value.message


def answer(page: Page) -> float:
    """What the task asks, from the scratchpad: it is played without a look at the reference."""
    page.get_by_role("link", name="Scratchpad").first.click()
    page.get_by_role("searchbox").fill("meter")
    page.get_by_role("searchbox").press("Enter")
    note = page.get_by_role("article").filter(has_text="Meter readings").inner_text()
    now, before = (
        float(re.findall(r"electricity ([0-9,]+)", part)[0].replace(",", ""))
        for part in note.split("Last year")
    )
    return round((now - before) / 12, 1)


@pytest.mark.timeout(400)
def test_a_playwright_script_passes_over_cdp(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "harness.commands.start", "play", TASK, "--cdp", "--json"]
    with (
        subprocess.Popen(
            [*command, "--run", str(tmp_path / "run")],
            stdout=subprocess.PIPE,
            text=True,
            env=dict(os.environ),
        ) as process,
        ExitStack() as stack,
        sync_playwright() as playwright,
    ):
        stack.callback(process.terminate)  # what fails here must not wait for its end
        assert process.stdout
        told = json.loads(process.stdout.readline())
        address, token = told["cdp"].rsplit("/", 1)
        for place in (
            f"{address}/json/version",
            f"{address}/{token[:-1]}x/json/version",
            f"{address}/x/task",
        ):
            assert httpx.get(place).status_code == 404
        assert (
            httpx.get(f"{told['cdp']}/task", headers={"origin": "http://home.webarium.test"}).status_code
            == 404
        )
        (listed,) = httpx.get(f"{told['cdp']}/json/list", headers={"origin": "devtools://devtools"}).json()
        assert listed["url"] == told["start"][0]
        assert listed["devtoolsFrontendUrl"] == told["tools"]

        browser = playwright.chromium.connect_over_cdp(told["cdp"])
        (context,) = browser.contexts
        (page,) = context.pages
        assert "only http" in refused(lambda: page.goto("file:///etc/passwd"))
        assert "not allowed" in refused(context.cookies)
        assert "not allowed" in refused(lambda: browser.new_context(proxy={"server": "http://127.0.0.1:9"}))
        assert "not allowed" in refused(lambda: page.route("**/*", lambda route: route.abort()))
        found = answer(page)
        left = page.url
        browser.close()
        again = playwright.chromium.connect_over_cdp(told["ws"])  # who comes back finds what he left
        assert again.contexts[0].pages[0].url == left
        nobody = {"done": False, "problem": None, "messages": []}
        assert httpx.post(f"{told['cdp']}/say", json={"text": "Which year?"}).json() == nobody
        assert httpx.get(f"{told['cdp']}/messages").json() == {"messages": []}
        assert "error" in httpx.post(f"{told['cdp']}/answer", content=b"[]").json()
        assert httpx.post(f"{told['cdp']}/answer", json={"answer": found}).json() == {
            "done": True,
            "problem": None,
        }
        verdict = json.loads(process.stdout.readline())
        process.wait(60)
    assert (verdict["status"], verdict["stop_reason"], verdict["steps"]) == ("passed", "stop", 4)
    run = RunFolder(tmp_path / "run")
    (line,) = run.lines.values()
    assert (line.task_id, line.agent) == (TASK, "cdp")
    clicked, wrote, said, stopped = run.steps(line)
    assert clicked.action
    assert wrote.action
    assert clicked.target
    assert said.action == {"name": "say", "text": "Which year?"}
    assert clicked.action["name"] == "click"
    assert (clicked.target["role"], clicked.target["name"]) == ("link", "Scratchpad")
    assert (wrote.action["text"], wrote.action["enter"], wrote.action["clear"]) == ("meter", True, True)
    assert (wrote.url, stopped.url) == ("http://home.webarium.test/scratchpad", left)
    noted = json.loads((tmp_path / "run" / verdict["folder"] / "cdp.json").read_text())
    assert {"Storage.getCookies", "Target.createBrowserContext", "Fetch.enable"} <= {
        one["method"] for one in noted
    }
