"""The human agent: what a person presses becomes an action, and only their own page may press it."""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest
from lxml import html

from harness.agents.human.console import Console
from harness.agents.human.settings import address, port_of
from harness.agents.protocol import Element, Observation, Tab, TaskMessage
from harness.commands.run_options import Options, for_people
from sites.errors import WebariumError
from tasks.action_words import name_of
from tasks.actions import KINDS

TASK = TaskMessage("shopping.x.0", "Find <b>the</b> order")
SHOWN: dict[str, Any] = {"in_viewport": True, "visible": True, "clickable": True}
SEEN = Observation(
    step=0,
    url="http://shopping.webarium.test/",
    title="Shop",
    tabs=[Tab(0, "http://shopping.webarium.test/", "Shop", True)],
    elements={
        1: Element(1, "RootWebArea", "Shop", box=(0, 0, 1280, 720)),
        2: Element(2, "link", 'Orders "<i>', box=(10, 20, 100, 30), **SHOWN),
        3: Element(3, "textbox", "Search", box=(10, 60, 100, 30), **SHOWN),
        4: Element(4, "combobox", "Sort", box=(10, 90, 100, 30), **SHOWN),
        5: Element(5, "option", "Price, low first", parent=4, box=(10, 90, 100, 30), **SHOWN),
        6: Element(6, "link", "Far below", box=(10, 2000, 100, 30), clickable=True),
    },
    screenshot=base64.b64encode(b"\x89PNG picture").decode(),
)


class Asked:
    """A console whose agent waits for the person."""

    def __init__(self) -> None:
        self.console, self.seen = Console(0), SEEN
        self.url = f"http://127.0.0.1:{self.console.port}"
        self.actions: list[dict[str, Any]] = []
        threading.Thread(target=self._agent, daemon=True).start()
        deadline = time.monotonic() + 60
        while "version" not in self.page() and time.monotonic() < deadline:
            time.sleep(0.01)

    def _agent(self) -> None:
        while True:
            self.actions.append(self.console.ask(TASK, self.seen))

    def page(self) -> str:
        return httpx.get(f"{self.url}/").text

    def version(self) -> str:
        return str(html.fromstring(self.page()).xpath("string(//input[@name='version']/@value)"))

    def press(self, headers: dict[str, str] | None = None, **form: str) -> httpx.Response:
        data = {"version": self.version()} | {key.replace("_", "."): value for key, value in form.items()}
        return httpx.post(f"{self.url}/", data=data, headers=headers or {}, follow_redirects=False)


@pytest.fixture
def asked() -> Iterator[Asked]:
    one = Asked()
    yield one
    one.console.close()


def test_the_page_shows_task_window_and_what_can_be_pressed(asked: Asked) -> None:
    page = html.fromstring(asked.page())
    assert page.xpath("string(//h1)") == "Find <b>the</b> order"
    spots = page.xpath("//form[@class='window']/button")
    assert [spot.get("title") for spot in spots] == ['link Orders "<i>', "textbox Search", "combobox Sort"]
    assert "left:10px;top:20px;width:100px;height:30px" in spots[0].get("style")
    assert httpx.get(f"{asked.url}/window.png").content == b"\x89PNG picture"


@pytest.mark.parametrize(
    ("form", "action"),
    [
        ({"at_x": "30", "at_y": "40"}, {"name": "click", "x": 30.0, "y": 40.0}),
        ({"do": '{"name": "click", "element": 2}'}, {"name": "click", "element": 2}),
        (
            {"do": '{"name": "type"}', "field": "3", "text": "lamp", "enter": "on"},
            {"name": "type", "element": 3, "text": "lamp", "enter": True},
        ),
        (
            {"do": '{"name": "select"}', "option": "4 Price, low first"},
            {"name": "select", "element": 4, "options": ["Price, low first"]},
        ),
        ({"at_x": "30", "at_y": "40", "as": "hover"}, {"name": "hover", "x": 30.0, "y": 40.0}),
        (
            {"do": '{"name": "click", "element": 2}', "as": "triple click"},
            {"name": "click", "element": 2, "count": 3},
        ),
        ({"at_x": "30", "at_y": "40", "as": "wheel up"}, {"name": "wheel", "x": 30.0, "dy": -300.0}),
        (
            {"do": '{"form": "upload"}', "f_element": "3", "f_filename": "a.txt", "f_content": "Dear shop"},
            {"name": "upload", "element": 3, "filename": "a.txt", "content": "Dear shop"},
        ),
        (
            {"do": '{"form": "dialog"}', "f_accept": "false", "f_text": ""},
            {"name": "dialog", "accept": False},
        ),
        (
            {"do": '{"form": "click"}', "f_element": "2", "f_count": "2", "f_button": "right"},
            {"name": "click", "element": 2, "count": 2, "button": "right"},
        ),
        (
            {"do": '{"form": "type"}', "f_element": "", "f_text": "12", "f_enter": "true"},
            {"name": "type", "text": "12", "enter": True, "clear": False},
        ),
        ({"do": '{"form": "wait"}', "f_seconds": "2"}, {"name": "wait", "seconds": 2.0}),
        (
            {"do": '{"form": "select"}', "f_element": "4", "f_options": "Price, low first\n"},
            {"name": "select", "element": 4, "options": ["Price, low first"]},
        ),
        ({"do": '{"name": "press"}', "keys": "Enter"}, {"name": "press", "keys": "Enter"}),
        ({"do": '{"name": "go_back"}'}, {"name": "go_back"}),
        ({"do": '{"name": "stop"}', "answer": "€5"}, {"name": "stop", "answer": "€5"}),
        (
            {"do": '{"name": "stop"}', "answer": "", "status": "not_achievable", "reason": "not_found"},
            {"name": "stop", "answer": "", "status": "not_achievable", "reason": "not_found"},
        ),
        (
            {"do": '{"name": "stop"}', "answer": "4", "status": "done", "reason": "not_found"},
            {"name": "stop", "answer": "4", "status": "done"},
        ),
    ],
)
def test_what_is_pressed_becomes_an_action(
    asked: Asked, form: dict[str, str], action: dict[str, Any]
) -> None:
    response = asked.press(**form)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    (done,) = asked.actions
    assert {key: done[key] for key in action} == action


def test_a_drag_takes_two_presses(asked: Asked) -> None:
    asked.press(at_x="30", at_y="40", **{"as": "drag"})
    assert asked.actions == []
    page = html.fromstring(asked.page())
    assert page.xpath("string(//*[@role='status'])") == "Now press where it is dragged to."
    assert page.xpath("//input[@name='as' and @checked]/@value") == ["drag"]
    asked.press(do='{"name": "click", "element": 2}', **{"as": "drag"})
    (done,) = asked.actions
    assert done == {"name": "drag", "x": 30.0, "y": 40.0, "to_element": 2}


def test_there_is_a_form_for_every_action(asked: Asked) -> None:
    buttons = html.fromstring(asked.page()).xpath("//button[@name='do']/@value")
    wanted = [name_of(kind) for kind in KINDS if name_of(kind) != "stop"]
    assert [name for name in wanted if json.dumps({"form": name}) not in buttons] == []


def test_a_second_press_of_an_old_page_is_no_second_action(asked: Asked) -> None:
    old = asked.version()
    for _ in range(2):
        httpx.post(f"{asked.url}/", data={"version": old, "do": '{"name": "go_back"}'})
    assert len(asked.actions) == 1


def test_two_presses_before_the_agent_wakes_are_one_action() -> None:
    console = Console(0)
    try:
        console._show(TASK, SEEN)
        form = {"version": str(console._version), "do": '{"name": "go_back"}'}
        first, second = (threading.Thread(target=console.take, args=(form,), daemon=True) for _ in range(2))
        first.start()
        while console._chosen.empty():
            time.sleep(0.01)
        second.start()
        second.join(10)
        assert (second.is_alive(), console._chosen.qsize()) == (False, 1)
        console.rest()
        first.join(60)
        assert not first.is_alive()
    finally:
        console.close()


@pytest.mark.parametrize(
    "form",
    [{"do": "{"}, {}, {"do": "[]"}, {"do": '{"name": "press"}', "keys": ""}, {"do": '{"form": "wait"}'}],
)
def test_what_is_no_action_is_told(asked: Asked, form: dict[str, str]) -> None:
    asked.press(**form)
    assert asked.actions == []
    assert "That is not an action" in html.fromstring(asked.page()).xpath("string(//*[@role='alert'])")


def test_a_page_without_fields_has_nothing_to_write_into(asked: Asked) -> None:
    assert html.fromstring(asked.page()).xpath("//form[@id='write']")
    assert asked.press(do='{"name": "type"}', text="lamp").status_code == 303
    told = html.fromstring(asked.page()).xpath("string(//*[@role='alert'])")
    assert told == "That is not an action: there is no field to write into"
    asked.seen = replace(SEEN, elements={key: SEEN.elements[key] for key in (1, 2)})
    asked.press(do='{"name": "go_back"}')
    page = html.fromstring(asked.page())
    assert page.xpath("//form[@class='window']/button")
    assert page.xpath("//form[@id='write']") == []


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {"host": "evil.example:80"}])
def test_other_sites_cannot_press(asked: Asked, headers: dict[str, str]) -> None:
    assert asked.press(headers=headers, do='{"name": "go_back"}').status_code == 403
    assert httpx.get(f"{asked.url}/", headers=headers).status_code == 403
    assert asked.actions == []


def test_a_taken_port_is_told_before_the_run(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBARIUM_HUMAN_PORT", str(asked.console.port))
    with pytest.raises(WebariumError, match="is taken"):
        address()


def test_port_and_patience() -> None:
    assert port_of({}) == 8765
    assert port_of({"WEBARIUM_HUMAN_PORT": "9000"}) == 9000
    with pytest.raises(WebariumError):
        port_of({"WEBARIUM_HUMAN_PORT": "80"})
    for odd in ("²²²²", "٨٧٦٥", "9" * 5000, ""):
        with pytest.raises(WebariumError, match="no port"):
            port_of({"WEBARIUM_HUMAN_PORT": odd})
    options = for_people(Options(agent="human"))
    assert (options.scope, options.max_repeats, options.answer_seconds) == ("viewport", 0, 3600.0)
