"""A person's episode in whole: their page over HTTP, the browser, the verdict."""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest
from lxml import html

from harness.agents.naming import resolve_agent
from harness.browser.observation import View
from harness.episode.settings import EpisodeSettings
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from tasks.model import Task

HERE = Path(__file__).parent
SHOP = "http://shopping.webarium.test"


class Person(threading.Thread):
    """Opens the page, presses the link, then says that the task is done."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.url = f"http://127.0.0.1:{port}/"
        self.pictures: list[bytes] = []

    def run(self) -> None:
        self._press("//button[@title='link First order']", {})
        self._press("//button[@class='done']", {"answer": "12.50"})

    def _press(self, button: str, form: dict[str, str]) -> None:
        while True:
            try:
                page = html.fromstring(httpx.get(self.url, timeout=10).text)
            except httpx.TransportError:
                page = html.fromstring("<p>not there yet</p>")
            if found := page.xpath(button):
                break
            time.sleep(0.1)
        self.pictures.append(httpx.get(f"{self.url}window.png").content)
        (version,) = {str(value) for value in page.xpath("//input[@name='version']/@value")}
        try:
            httpx.post(self.url, data={"version": version, "do": found[0].get("value"), **form}, timeout=70)
        except httpx.TransportError:
            assert form, "only the last answer may end the console"


def test_a_person_does_a_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))  # the spawned worker gets the same search path
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("WEBARIUM_HUMAN_PORT", str(port))
    task = Task(
        id="shopping.first_order.0",
        template="shopping.first_order",
        folder="shopping",
        number=0,
        sites=["shopping"],
        profile={"shopping": "emma"},
        intent="Open my first order.",
        start=[f"{SHOP}/"],
        category="navigation",
        covers=["S1"],
        checks=[{"kind": "url", "spec": f"{SHOP}/order/1"}],  # type: ignore[list-item]
    )
    settings = RunSettings(
        folder=tmp_path / "run",
        tasks=[task],
        agent=resolve_agent("human"),
        factory="local_world:make_world",
        episode=EpisodeSettings(view=View(frozenset({"axtree", "screenshot"}), "viewport")),
    )
    person = Person(port)
    person.start()
    summary = Runner(settings).run()
    assert summary.passed == 1
    folder = settings.folder / "episodes" / "shopping.first_order.0.0"
    steps = [json.loads(line) for line in (folder / "trajectory.jsonl").read_text().splitlines()]
    assert [step["action"]["name"] for step in steps] == ["click", "stop"]
    assert (steps[0]["target"]["role"], steps[0]["target"]["name"]) == ("link", "First order")
    assert all(picture.startswith(b"\x89PNG") for picture in person.pictures)
