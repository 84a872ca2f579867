"""A recording is looked over: steps left out, repeated, re-targeted; key nodes are proposed."""

from __future__ import annotations

import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from lxml import html
from typer.testing import CliRunner

from harness.authoring import draft as drafts
from harness.authoring.commands import app
from harness.authoring.demonstration import Demonstration, oracle_steps
from harness.authoring.review import Edits, StepEdit, candidates, choices, edited
from harness.authoring.review_page import Review
from sites.errors import WebariumError
from tasks.templates import load_template

SHOP = "http://shopping.webarium.test"
ON = {"clickable": True, "visible": True}
ELEMENTS: dict[str, Any] = {
    "1": {"role": "link", "name": "Orders", "box": [10, 10, 80, 20]} | ON,
    "2": {"role": "link", "name": "Basket", "box": [10, 40, 80, 20]} | ON,
    "3": {"role": "textbox", "name": "Search", "box": [10, 70, 80, 20]} | ON,
}


@pytest.fixture
def episode(tmp_path: Path) -> Path:
    """Somebody wrote "lamp" into the search, sent it, and pressed on Orders by mistake."""
    folder = tmp_path / "episode"
    (folder / "steps").mkdir(parents=True)
    (folder / "steps/000.json").write_text(json.dumps(ELEMENTS))
    urls = [f"{SHOP}/", f"{SHOP}/search/?q=lamp", f"{SHOP}/orders/"]
    acted = [
        ({"name": "type", "element": 3, "text": "lamp", "enter": True}, "3", "#q"),
        ({"name": "click", "element": 1}, "1", "a.orders"),
        ({"name": "stop", "answer": ""}, None, None),
    ]
    lines = [
        {
            "step": step, "url": urls[step], "action": action, "elements_file": "steps/000.json",
            "target": {"role": ELEMENTS[number]["role"], "name": ELEMENTS[number]["name"], "css": css}
            if number else None,
        }
        for step, (action, number, css) in enumerate(acted)
    ]  # fmt: skip
    (folder / "trajectory.jsonl").write_text("\n".join(map(json.dumps, lines)))
    steps = [{key: line[key] for key in ("step", "url", "action", "target")} for line in lines]
    visited = [{"url": url, "step": step} for step, url in enumerate(urls)]
    outcome = {"answer": None, "final_url": urls[-1], "urls": urls, "visited": visited, "steps": steps}
    (folder / "outcome.json").write_text(json.dumps(outcome))
    changes = {"changes": {"tables": {}}, "noise": {"tables": {}}}
    evidence = [{"check": 0, "kind": "changes", "evidence": {"sites": {"shopping": changes}}}]
    (folder / "evidence.json").write_text(json.dumps(evidence))
    return folder


def test_steps_are_left_out_repeated_and_pointed_elsewhere(episode: Path) -> None:
    recorded = Demonstration.read(episode)
    assert [one.name for one in choices(recorded, recorded.lines[0])] == ["Orders", "Basket", "Search"]
    assert choices(recorded, recorded.lines[2]) == []
    changed = edited(recorded, Edits({0: StepEdit(2), 1: StepEdit(1, element=2)}))
    typed = {"type": {"into": {"textbox": "Search"}, "text": "lamp", "enter": True}}
    assert oracle_steps(changed) == [typed, typed, {"click": {"link": "Basket"}}, {"stop": ""}]
    assert oracle_steps(edited(recorded, Edits({1: StepEdit(0)}))) == [typed, {"stop": ""}]
    assert oracle_steps(recorded)[1] == {"click": {"link": "Orders"}}, "the recording stays as it was"
    with pytest.raises(WebariumError, match="step 1: its page has no element 9"):
        edited(recorded, Edits({1: StepEdit(1, element=9)}))
    assert oracle_steps(edited(recorded, Edits(answer="3")))[-1] == {"stop": "3"}


def test_key_nodes_are_proposed_with_what_they_say(episode: Path) -> None:
    found = candidates(Demonstration.read(episode))
    functions = {one.function for one in found}
    assert functions == {
        "URL, exact match", "URL, include match", "URL, semantic match", "element path, exact match",
        "element by role and name, exact match", "element value, exact match", "element value, include match",
        "element value, semantic match",
    }  # fmt: skip
    spec = {"url": "{{ shopping }}/search/?q=lamp"}
    (search,) = [one for one in found if one.spec == spec]
    assert (search.passed, search.verdict, search.trivial) == (True, "passed at step 1", False)
    (term,) = [one for one in found if one.spec.get("key") == "q"]
    assert term.passed
    (value,) = [one for one in found if one.function == "element value, exact match"]
    assert value.spec == {"css": "#q", "value": "lamp"}
    assert value.verdict == "passed at step 0"
    assert not any(one.trivial for one in found if one.function.startswith("element"))


def test_what_the_page_cannot_take_is_told(episode: Path) -> None:
    assert Edits.of_form({"times-1": "0", "element-1": "", "node-0": "check", "answer": ""}, 2) == Edits(
        {1: StepEdit(0)}, frozenset(), frozenset({0}), ""
    )
    with pytest.raises(ValueError, match="step 1 is done 0 to 20 times, not 'x'"):
        Edits.of_form({"times-1": "x"}, 0)


def test_what_was_filled_in_stays_after_a_mistake(episode: Path) -> None:
    review = Review(Demonstration.read(episode), 0)
    try:
        number = next(n for n, one in enumerate(review.candidates) if one.passed)
        edits = {
            "times-0": "3", "times-1": "100", "element-1": "2", f"node-{number}": "check", "answer": "<12>",
        }  # fmt: skip
        with httpx.Client(base_url=f"http://127.0.0.1:{review.port}", trust_env=False) as client:
            fresh = html.fromstring(client.get("/").text)
            shown = html.fromstring(client.post("/", data=edits).text)
    finally:
        review._server.close()
    assert fresh.xpath("//input[starts-with(@name, 'times-')]/@value") == ["1", "1", "1"]
    assert fresh.xpath("//option[@selected]") == []
    assert "20 times, not '100'" in shown.xpath("string(//*[@role='alert'])")
    assert shown.xpath("//input[starts-with(@name, 'times-')]/@value") == ["3", "100", "1"]
    chosen = {one.getparent().get("name"): one.get("value") for one in shown.xpath("//option[@selected]")}
    assert chosen == {"element-1": "2", f"node-{number}": "check"}
    assert shown.xpath("//input[@name='answer']/@value") == ["<12>"]


def test_each_field_has_a_name_for_those_who_do_not_see_it(episode: Path) -> None:
    review = Review(Demonstration.read(episode), 0)
    try:
        page = html.fromstring(review.render())
    finally:
        review._server.close()
    assert page.xpath("//*[self::input or self::select][not(@aria-label)][not(ancestor::label)]") == []
    assert page.xpath("//input[@name='answer']/@aria-label") == ["Answer"]
    labels = page.xpath("//select[starts-with(@name, 'node-')]/@aria-label")
    assert labels == [f"Key node {number}" for number in range(1, len(review.candidates) + 1)]


def test_a_template_is_written_as_it_was_looked_over(
    episode: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "tasks"
    root.mkdir()
    monkeypatch.setattr(drafts, "ROOT", root)
    monkeypatch.setattr("harness.authoring.commands.ROOT", root)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    monkeypatch.setenv("WEBARIUM_HUMAN_PORT", str(port))
    shown: list[str] = []

    def person() -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
            until = time.monotonic() + 60
            while not shown and time.monotonic() < until:
                try:
                    shown.append(client.get("/").text)
                except httpx.TransportError:
                    time.sleep(0.1)
            wrong = client.post("/", data={"times-1": "100"}).text
            shown.append(wrong)
            form = {
                "times-0": "1",
                "times-1": "0",
                "times-2": "1",
                "node-0": "node",
                "node-1": "check",
                "answer": "",
            }
            client.post("/", data=form)

    thread = threading.Thread(target=person)
    thread.start()
    words = [
        "record",
        "shopping.lamps",
        "--profile",
        "emma",
        "--intent",
        "Search for lamps.",
        "--covers",
        "S9",
    ]
    done = CliRunner().invoke(app, [*words, "--episode", str(episode), "--review"])
    thread.join()
    assert "URL, exact match" in shown[0]
    assert "step 1 is done 0 to 20 times" in shown[1]
    assert done.exit_code in (0, 1), done.output
    template = load_template(root / "shopping" / "lamps.yaml")
    assert [step.name for step in template.oracle] == ["type", "stop"]
    assert [node.url for node in template.key_nodes] == ["{{ shopping }}/search/?q=lamp"]
    assert template.checks[-1].kind == "node"
