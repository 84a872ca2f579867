"""A person shows a task once; the template made of it passes its own verification."""

from __future__ import annotations

import itertools
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from lxml import html
from typer.testing import CliRunner
from websockets import Origin
from websockets.sync.client import connect

from harness.authoring import commands as authoring
from harness.authoring import draft as drafts
from harness.authoring.playing import OraclePlayer
from harness.authoring.verify import verify
from harness.service.cdp.play import play
from reset import images
from reset.world import World
from sites.spec import load_site
from tasks.loader import build_task, effective_lock, oracle_view
from tasks.templates import load_template

SITE = "shopping"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"record-{os.getpid()}") as started:
        yield started


class Person(threading.Thread):
    """Presses the buttons that carry these titles, one a page, then says that it is done."""

    def __init__(self, port: int, presses: list[str], answer: str = "") -> None:
        super().__init__(daemon=True)
        self.url = f"http://127.0.0.1:{port}/"
        self.presses, self.answer = presses, answer
        self.seen: list[str] = []

    def run(self) -> None:
        version = ""
        try:
            for title in self.presses:
                version = self._press(f"//button[@title={title!r}]", {}, version)
        finally:  # else the recorder waits for hours
            self._press("//button[@class='done']", {"answer": self.answer}, version)

    def _press(self, button: str, form: dict[str, str], before: str) -> str:
        deadline = time.monotonic() + 100
        while True:
            assert time.monotonic() < deadline, f"no {button}"
            try:
                page = html.fromstring(httpx.get(self.url, timeout=10).text)
            except httpx.TransportError:
                page = html.fromstring("<p>not there yet</p>")
            version = "".join(map(str, page.xpath("(//input[@name='version'])[1]/@value")))
            found = page.xpath(button)
            if found and version != before:
                break
            time.sleep(0.2)
        self.seen.append(button)
        data = {"version": version, "do": found[0].get("value"), **form}
        try:
            httpx.post(self.url, data=data, timeout=70)
        except httpx.TransportError:
            assert form, "only the last answer may end the console"
        return version


@pytest.fixture
def free_port(monkeypatch: pytest.MonkeyPatch) -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    monkeypatch.setenv("WEBARIUM_HUMAN_PORT", str(port))
    return port


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Templates and runs of the test's own."""
    folder = tmp_path / "tasks"
    folder.mkdir()
    monkeypatch.setattr(drafts, "ROOT", folder)
    monkeypatch.setattr(authoring, "ROOT", folder)
    monkeypatch.setattr(authoring, "RUNS", tmp_path / "runs")
    monkeypatch.setattr("harness.authoring.playing.oracle_view", partial(oracle_view, root=folder))
    return folder


@pytest.mark.timeout(900)
def test_a_shown_task_becomes_a_template_that_verifies(
    world: World, root: Path, free_port: int, tmp_path: Path
) -> None:
    person = Person(free_port, ["link Deals", "link Clothing & Shoes"])
    person.start()
    result = CliRunner().invoke(
        authoring.app,
        ["record", "shopping.clothes", "--profile", "emma", "--intent", "Show me clothes.", "--covers", "S9",
         "--world", world.name, "--no-window"],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "passes lint" in result.output
    (episode,) = (tmp_path / "runs").glob("*-record-*/episodes/*")
    lines = [json.loads(line) for line in (episode / "trajectory.jsonl").read_text().splitlines()]
    assert [line["target"]["name"] for line in lines[:2]] == ["Deals", "Clothing & Shoes"]
    assert all(line["target"]["css"] for line in lines[:2])
    for line in lines:
        for key in ("html_file", "mhtml_file", "screenshot", "axtree_file", "elements_file"):
            assert (episode / line[key]).stat().st_size > 0, key
    assert (episode / "har.zip").is_file()
    assert (episode / "trace.zip").is_file()

    template = load_template(root / "shopping" / "clothes.yaml")
    task = build_task(template, effective_lock(template, root), 0)
    assert [step.name for step in template.oracle] == ["click", "click", "stop"]
    found: list[Any] = []
    in_a_thread(lambda: found.append(verified(world, task)))
    assert found[0].ok, [(one.name, one.problem) for one in found[0].attempts if not one.ok]


@pytest.mark.timeout(900)
def test_what_is_done_in_a_browser_of_ones_own_becomes_a_template(
    world: World, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def person(told: dict[str, Any]) -> None:
        """As Chromium's tools do it: the picture of a tab is asked for, and pressed on."""
        address = told["tools"].partition("?ws=")[2]
        try:
            with connect(f"ws://{address}", origin=Origin("devtools://devtools")) as socket:
                numbers = itertools.count(1)

                def ask(method: str, **params: Any) -> Any:
                    number = next(numbers)
                    socket.send(json.dumps({"id": number, "method": method, "params": params}))
                    while (message := json.loads(socket.recv(60))).get("id") != number:
                        pass
                    return message["result"]

                ask("Page.startScreencast", format="jpeg")
                for name in ("Deals", "Clothing & Shoes"):
                    where = f"""(() => {{
                        const link = [...document.links].find(one => one.innerText.trim() === {name!r});
                        const box = link.getBoundingClientRect();
                        return {{x: box.x + box.width / 2, y: box.y + box.height / 2}};
                    }})()"""
                    at = ask("Runtime.evaluate", expression=where, returnByValue=True)["result"]["value"]
                    for kind in ("mousePressed", "mouseReleased"):
                        ask("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **at)
        finally:
            httpx.post(f"{told['cdp']}/answer", json={"status": "done"})

    def played(settings: Any, ready: Any) -> Any:
        def told_too(told: dict[str, Any]) -> None:
            ready(told)
            threading.Thread(target=person, args=(told,), daemon=True).start()

        return play(settings, told_too)

    monkeypatch.setattr(authoring, "play", played)
    result = CliRunner().invoke(
        authoring.app,
        ["record", "shopping.clothes", "--profile", "emma", "--intent", "Show me clothes.", "--covers", "S9",
         "--world", world.name, "--cdp"],
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "open devtools://devtools/bundled/inspector.html?ws=127.0.0.1:" in result.output
    template = load_template(root / "shopping" / "clothes.yaml")
    assert [step.name for step in template.oracle] == ["click", "click", "stop"]


def verified(world: World, task: Any) -> Any:
    with OraclePlayer(world) as player:
        return verify(player, task)


def in_a_thread(work: Callable[[], None]) -> None:
    """Playwright runs once in a thread."""
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
