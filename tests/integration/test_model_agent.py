"""The model agent in whole runs: real browser, real processes, an endpoint that fails on purpose."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from standin import DROP, HANG, Reply, StandIn, garbage, pictures, says, says_json, status, texts

from harness.agents.naming import resolve_agent
from harness.browser.observation import View
from harness.episode.settings import EpisodeSettings
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from tasks.model import Task

HERE = Path(__file__).parent
SHOP = "http://shopping.webarium.test"
TASKS = int(os.environ.get("WEBARIUM_FAULT_TASKS", "20"))  # a multiple of ten
PASSING: dict[int, Reply] = {0: status(429), 1: garbage(), 2: HANG, 3: DROP, 4: status(503)}
LASTING: dict[int, Reply] = {
    5: status(500),
    6: status(401, "no such key"),
    7: says(None, refusal="I will not"),
}
STUBBORN = 8  # the model itself does the wrong thing


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE))  # spawned workers get the same search path


def make_task(number: int) -> Task:
    return Task(
        id=f"shopping.first_order.{number}",
        template="shopping.first_order",
        folder="shopping",
        number=number,
        sites=["shopping"],
        profile={"shopping": "emma"},
        intent=f"Open my first order. (number {number})",
        start=[f"{SHOP}/"],
        category="information_seeking",
        covers=["S1"],
        checks=[{"kind": "url", "spec": f"{SHOP}/order/1"}],  # type: ignore[list-item]
    )


def make_settings(
    folder: Path, standin: StandIn, *, tasks: int, view: View | None = None, **options: Any
) -> Any:
    chosen = {"base_url": standin.url, "pause": 0.01, "timeout": 0.5, "attempts": 3, **options}
    return RunSettings(
        folder=folder,
        tasks=[make_task(number) for number in range(tasks)],
        agent=resolve_agent("model:stand-in", options=chosen),
        workers=2,
        factory="local_world:make_world",
        episode=EpisodeSettings(view=view or View()),
    )


def clever(request: dict[str, Any]) -> Reply:
    """What a model would do that reads the page: open the order, then stop."""
    now = texts({"messages": request["messages"][-1:]})
    if "/order/1" in now.split("URL: ")[1].splitlines()[0]:
        return says_json({"name": "stop", "answer": "12.50"})
    line = next((line for line in now.splitlines() if "link 'First order'" in line), None)
    if line is None:  # a busy machine has not drawn the page yet
        return says_json({"name": "noop"})
    number = int(line.split("[")[1].split("]")[0])
    return says(f'The order is the link.\n```json\n{{"name": "click", "element": {number}}}\n```')


def faulty() -> Callable[[dict[str, Any]], Reply]:
    """Each task meets the fault of its number; passing ones only at its first request."""
    seen: Counter[int] = Counter()

    def reply(request: dict[str, Any]) -> Reply:
        number = int(texts(request).rsplit("(number ", 1)[1].split(")")[0])
        seen[number] += 1
        kind = number % 10
        if kind in LASTING:
            return LASTING[kind]
        if kind in PASSING and seen[number] == 1:
            return PASSING[kind]
        return says_json({"name": "stop", "answer": "no idea"}) if kind == STUBBORN else clever(request)

    return reply


def lines_of(folder: Path) -> dict[int, dict[str, Any]]:
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    assert len(lines) == len({line["task_id"] for line in lines}), "each episode is written once"
    return {int(line["task_id"].rsplit(".", 1)[1]): line for line in lines}


def test_faults_of_the_endpoint_are_counted_and_nothing_is_lost(tmp_path: Path) -> None:
    with StandIn([faulty()]) as standin:
        settings = make_settings(tmp_path / "run", standin, tasks=TASKS, price_prompt=1000)
        summary = Runner(settings).run()
    lines = lines_of(settings.folder)
    assert sorted(lines) == list(range(TASKS))
    for number, line in lines.items():
        kind = number % 10
        assert line["status"] == ("failed" if kind in LASTING or kind == STUBBORN else "passed"), line
        assert line["stop_reason"].startswith("agent_error: the agent cannot go on") == (kind in LASTING)
        assert line["agent_errors"] == (2 if kind in LASTING else 0)
    tens = TASKS // 10
    assert (summary.passed, summary.failed, summary.errors) == (6 * tens, 4 * tens, 0)
    # two replies of 10 and 5 tokens for each task that passed, one for the one that is wrong, and six
    # for the one that is refused: asked three times at each of its two attempts, and paid for each time
    assert summary.tokens == {"prompt": 190 * tens, "completion": 95 * tens}
    assert summary.cost == pytest.approx(0.19 * tens)
    folder = settings.folder / lines[0]["folder"]
    steps = [json.loads(line) for line in (folder / "trajectory.jsonl").read_text().splitlines()]
    assert [step["tokens"]["prompt"] for step in steps] == [10, 10]
    assert steps[0]["thought"] == "The order is the link."


def test_an_endpoint_that_comes_back_costs_one_attempt(tmp_path: Path) -> None:
    with StandIn([clever, status(401), clever]) as standin:
        settings = make_settings(tmp_path / "run", standin, tasks=1)
        summary = Runner(settings).run()
    (line,) = lines_of(settings.folder).values()
    assert (summary.passed, line["agent_errors"], line["attempts"]) == (1, 1, 2)
    (kept,) = line["attempts_kept"]
    assert kept["whose"] == "agent"
    assert "401" in kept["error"]
    steps = (settings.folder / kept["folder"] / "trajectory.jsonl").read_text().splitlines()
    assert [json.loads(step)["action"]["name"] for step in steps[:1]] == ["click"]
    assert (line["tokens"]["prompt"], kept["tokens"]["prompt"]) == (20, 10)
    assert summary.tokens["prompt"] == 30, "what the lost attempt cost is counted"


@pytest.mark.parametrize("marks", [True, False])
def test_by_sight(tmp_path: Path, marks: bool) -> None:
    """With marks the numbers are elements; without, the model gives a point of the picture."""

    def by_point(request: dict[str, Any]) -> Reply:
        now = texts({"messages": request["messages"][-1:]})
        if "/order/1" in now:
            return says_json({"name": "stop"})
        return says_json({"name": "click", "x": 30, "y": 89})  # in the line below the heading: the link

    view = View(frozenset({"screenshot"}), marks=marks)
    with StandIn([clever if marks else by_point]) as standin:
        settings = make_settings(tmp_path / "run", standin, tasks=1, view=view)
        summary = Runner(settings).run()
        shown = [pictures(request) for request in standin.requests]
    assert summary.passed == 1, lines_of(settings.folder)
    assert all(len(urls) == 1 and urls[0].startswith("data:image/png;base64,") for urls in shown)
