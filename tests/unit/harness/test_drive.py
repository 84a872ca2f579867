"""The driver for other frameworks: what it tells, what it keeps to itself, one verdict an episode."""

from __future__ import annotations

import errno
import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.browser.chromium import Browser
from harness.report import write_report
from harness.run.reader import RunFolder
from harness.run.rescore import rescore
from harness.service.drive import Driver, serve
from sites.errors import WebariumError
from sites.seeds import DEFAULT_SEED
from tasks.loader import load_tasks

TASK = "shopping.order_total.0"
RIGHT = f"{load_tasks(TASK)[0].reference['total']} EUR"


class World:
    """A world without containers."""

    sites = (SimpleNamespace(name="shopping"),)

    def __init__(self) -> None:
        self.did: list[str] = []

    def reset(self) -> None:
        self.did.append("reset")

    def set_clock(self, step: int) -> None:
        self.did.append(f"clock {step}")

    def settle(self, timeout: float = 10.0, sites: Any = None) -> dict[str, Any]:
        return {}

    def resolver_rules(self) -> str:
        return "MAP *.webarium.test 127.0.0.1:1, MAP * ~NOTFOUND"

    def sessions(self, site: str) -> dict[str, Any]:
        return {"emma": {"cookies": [{"name": "sessionid", "value": "emma"}]}}

    def changes(self, site: str) -> dict[str, Any]:
        return {"tables": {}, "files": {"added": [], "removed": [], "changed": []}}

    def release(self) -> None:
        self.did.append("release")

    def close(self) -> None:
        self.did.append("close")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture(autouse=True)
def _no_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.service.drive.executable_for", lambda: "/usr/bin/chromium")


@pytest.fixture
def driver(world: World, tmp_path: Path) -> Driver:
    return Driver(run=tmp_path / "runs" / "one", start=lambda sites, name, seed: world)


def answers(driver: Driver, *requests: Any) -> list[dict[str, Any]]:
    lines = [request if isinstance(request, str) else json.dumps(request) for request in requests]
    writer = io.StringIO()
    serve(driver, io.StringIO("\n".join(lines) + "\n"), writer)
    return [json.loads(line) for line in writer.getvalue().splitlines()]


def test_an_episode(driver: Driver, world: World) -> None:
    begun, clock, right = answers(
        driver,
        {"do": "begin", "task": TASK},
        {"do": "clock", "step": 3},
        {"do": "end", "outcome": {"answer": RIGHT}},
    )
    assert begun["start"] == ["http://shopping.webarium.test/"]
    assert begun["cookies"][0]["domain"] == "shopping.webarium.test"
    assert "__webarium" in begun["page_script"]
    assert clock["now"] - begun["now"] == 30_000
    assert (right["ok"], right["passed"], right["score"]) == (True, True, 1.0)
    assert world.did == ["reset", "clock 3", "close"]


def test_an_agent_learns_nothing_that_decides(driver: Driver) -> None:
    listed, begun = answers(driver, {"do": "tasks", "select": TASK}, {"do": "begin", "task": TASK})
    assert set(listed["tasks"][0]) == {"id", "intent", "sites", "category", "difficulty"}
    assert "38.79" not in json.dumps([listed, begun])


def test_an_episode_is_judged_once(driver: Driver) -> None:
    replies = answers(
        driver,
        {"do": "end", "outcome": {}},
        {"do": "begin", "task": TASK},
        {"do": "end", "outcome": {"answer": "5"}},
        {"do": "end", "outcome": {"answer": RIGHT}},
    )
    assert [reply["ok"] for reply in replies] == [False, True, True, False]
    assert replies[2]["passed"] is False


@pytest.mark.parametrize(
    "request_", ["nonsense", "[]", '{"do": "fly"}', '{"do": "begin", "task": "no.such.0"}', "{}"]
)
def test_what_it_does_not_understand_is_told_and_it_goes_on(driver: Driver, request_: str) -> None:
    wrong, right = answers(driver, request_, {"do": "tasks", "select": TASK})
    assert wrong["ok"] is False
    assert wrong["error"]
    assert right["ok"] is True


def test_a_world_that_is_not_ours_is_neither_replaced_nor_removed(
    world: World, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr("harness.service.drive._attach", lambda name: world)
    mine = Driver("mine", run=tmp_path / "run", start=lambda sites, name, seed: pytest.fail("a second world"))
    answers(mine, {"do": "begin", "task": TASK}, {"do": "quit"})
    assert world.did == ["reset", "release"]


def test_others_may_play_in_a_named_world_between_two_episodes(
    world: World, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr("harness.service.drive._attach", lambda name: world)
    mine = Driver("mine", run=tmp_path / "run", start=lambda sites, name, seed: pytest.fail("a second world"))
    begin = {"do": "begin", "task": TASK}
    answers(mine, begin, {"do": "end", "outcome": {"answer": RIGHT}}, begin, begin)
    assert world.did == 3 * ["reset", "release"]


def test_trouble_of_the_world_is_no_verdict(driver: Driver, world: World, monkeypatch: Any) -> None:
    busy = {"shopping": {"settled": False, "waiting_for": ["a query"]}}
    monkeypatch.setattr(world, "settle", lambda sites: busy)
    _, ended = answers(
        driver, {"do": "begin", "task": TASK}, {"do": "end", "outcome": {"answer": RIGHT.split()[0]}}
    )
    assert ended["ok"] is False
    assert "did not come to rest" in ended["error"]


def test_an_answer_that_is_none_may_be_given_again(driver: Driver) -> None:
    contradicts = {"answer": RIGHT, "status": "done", "reason": "not_found"}
    _, refused, right = answers(
        driver,
        {"do": "begin", "task": TASK},
        {"do": "end", "outcome": contradicts},
        {"do": "end", "outcome": {"answer": RIGHT}},
    )
    assert (refused["ok"], right["ok"]) == (False, True)
    assert right["passed"] is True


def test_a_refusal_may_be_all_that_an_outcome_says(driver: Driver, tmp_path: Path) -> None:
    refusal = {"status": "not_achievable", "reason": "not_found"}
    answers(driver, {"do": "begin", "task": TASK}, {"do": "end", "outcome": refusal})
    (line,) = run_of(tmp_path).finished
    assert (line.answer, line.answer_status, line.reason) == ("", "not_achievable", "not_found")


def test_an_episode_whose_reset_fails_stands_in_the_journal(
    world: World, monkeypatch: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr("harness.service.drive._attach", lambda name: world)

    def reset() -> None:
        raise WebariumError("the engine is away")

    monkeypatch.setattr(world, "reset", reset)
    mine = Driver("mine", run=tmp_path / "run", start=lambda sites, name, seed: pytest.fail("a second world"))
    (begun,) = answers(mine, {"do": "begin", "task": TASK})
    assert begun["ok"] is False
    (line,) = RunFolder(tmp_path / "run").lines.values()
    assert (line.status, "the engine is away" in str(line.error)) == ("error", True)
    assert world.did == ["release"], "others may play in it"


def test_a_world_of_our_own_has_the_data_of_the_task(world: World, tmp_path: Path) -> None:
    started: list[tuple[list[str], str]] = []

    def start(sites: list[str], name: str, seed: Any) -> World:
        started.append((sites, str(seed)))
        return world

    mine = Driver(run=tmp_path / "run", start=start)
    mine.world(TASK)
    mine.world(TASK)
    assert started == [(["shopping"], str(DEFAULT_SEED))]


def test_the_browser_is_looked_for_once(driver: Driver, monkeypatch: Any) -> None:
    looked: list[str] = []
    monkeypatch.setattr(
        "harness.service.drive.executable_for", lambda: looked.append("now") or "/usr/bin/chromium"
    )
    first, _, second = answers(
        driver, {"do": "world", "task": TASK}, {"do": "begin", "task": TASK}, {"do": "world", "task": TASK}
    )
    assert looked == ["now"], "a second Playwright cannot start beside the one that judges"
    assert first["chromium"] == second["chromium"] == "/usr/bin/chromium"


def test_no_browser_is_started_where_no_check_needs_one(driver: Driver, monkeypatch: Any) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise WebariumError("a browser was started")

    monkeypatch.setattr(Browser, "__init__", refuse)
    assert answers(driver, {"do": "begin", "task": TASK}, {"do": "end", "outcome": {}})[1]["ok"] is True


def test_acts_are_asked_for_where_a_check_wants_elements_and_nowhere_else(driver: Driver) -> None:
    element, place, neither = answers(
        driver,
        {"do": "begin", "task": "shopping.draft_message.1"},
        {"do": "begin", "task": "library.acronym.0"},
        {"do": "begin", "task": TASK},
    )
    assert element["watch_binding"] in element["watch_script"]
    assert "CSS_PATH;" not in element["watch_script"]
    assert (place["watch_script"], neither["watch_script"]) == (None, None)


SEEN = {"url": "http://shopping.webarium.test/", "title": "Shop", "axtree": "[1] RootWebArea 'Shop'"}


def run_of(tmp_path: Path) -> RunFolder:
    run = RunFolder(tmp_path / "runs" / "one")
    run.check()
    return run


def test_episodes_are_a_run_that_every_reader_takes(driver: Driver, tmp_path: Path) -> None:
    answers(
        driver,
        {"do": "begin", "task": TASK},
        {"do": "step", "seen": SEEN, "action": {"name": "code", "code": "click('3')"}},
        {"do": "step", "seen": SEEN, "action": {"name": "stop", "answer": RIGHT}},
        {"do": "end", "outcome": {"answer": RIGHT}},
        {"do": "begin", "task": TASK},
        {"do": "end", "outcome": {"stop_reason": "truncated"}},
    )
    run = run_of(tmp_path)
    assert run.manifest is not None
    assert (run.manifest.agent.name, run.manifest.tasks) == ("drive", [TASK])
    assert run.summary is not None
    assert (run.summary.tasks, run.summary.passed, run.summary.failed) == (2, 1, 1)
    first, second = run.finished
    assert (first.trial, first.status, first.answer, first.steps) == (0, "passed", RIGHT, 2)
    assert (second.trial, second.status, second.answer, second.stop_reason) == (
        1,
        "failed",
        None,
        "truncated",
    )
    assert [step.action["name"] for step in run.steps(first) if step.action] == ["code", "stop"]
    assert rescore(run.path)["same"] == 2
    write_report(run.path)
    assert TASK in (run.path / "report.html").read_text()


def test_signs_of_the_other_browser_are_trouble_and_no_verdict(driver: Driver, tmp_path: Path) -> None:
    sign = "http://shopping.webarium.test/: net::ERR_NETWORK_CHANGED"
    begun, ended, _, again = answers(
        driver,
        {"do": "begin", "task": TASK},
        {"do": "end", "outcome": {"answer": RIGHT, "signs": [sign]}},
        {"do": "begin", "task": TASK},
        {"do": "end", "outcome": {"answer": RIGHT}},
    )
    assert "ERR_NETWORK_CHANGED" in begun["trouble"]["failures"]
    assert ended["ok"] is False
    assert sign in ended["error"]
    assert again["passed"] is True
    (line,) = run_of(tmp_path).finished
    assert (line.trial, line.status) == (0, "passed")
    assert [one.error.split(": ", 1)[1] for one in line.attempts_kept] == [sign]


def test_an_episode_that_nobody_ends_is_an_error(driver: Driver, tmp_path: Path) -> None:
    answers(driver, {"do": "begin", "task": TASK}, {"do": "step", "seen": SEEN, "action": {"name": "noop"}})
    run = run_of(tmp_path)
    (line,) = run.lines.values()
    assert (line.status, line.error) == ("error", "the program ended before the episode did")
    assert len(line.attempts_kept) == 1


def test_nothing_is_written_where_nothing_is_played(driver: Driver, tmp_path: Path) -> None:
    answers(driver, {"do": "tasks", "select": TASK}, {"do": "world", "task": TASK})
    assert not (tmp_path / "runs").exists()


def test_a_run_goes_on_with_more_tasks_but_only_as_what_it_was(
    world: World, driver: Driver, tmp_path: Path
) -> None:
    folder = tmp_path / "runs" / "one"
    end = {"do": "end", "outcome": {}}
    answers(driver, {"do": "begin", "task": TASK}, end, {"do": "begin", "task": "library.acronym.0"}, end)
    again = Driver(run=folder, start=lambda sites, name, seed: world)
    begun, ended = answers(again, {"do": "begin", "task": "shopping.order_total.1"}, end)
    assert begun["ok"], begun
    assert ended["ok"], ended
    run = run_of(tmp_path)
    assert run.manifest is not None
    assert run.manifest.tasks == [TASK, "library.acronym.0", "shopping.order_total.1"]
    assert len(run.finished) == 3
    other = Driver(run=folder, agent="other", start=lambda sites, name, seed: world)
    (refused,) = answers(other, {"do": "begin", "task": TASK})
    assert refused["ok"] is False
    assert "agent" in refused["error"]


@pytest.mark.parametrize(
    ("request_", "words", "remedy"),
    [
        ({"do": 5}, "5 is nothing that can be done", "begin"),
        ({"do": ["tasks"]}, "nothing that can be done", "begin"),
        ({"do": "begin"}, "the key 'task' is missing", '"task": ID'),
        ({"do": "begin", "task": 5}, "task: ", '"task": ID'),
        ({"do": "begin", "tsk": TASK, "task": TASK}, "the key 'tsk' is not known", '"task": ID'),
        ({"do": "begin", "task": "shopping.*"}, "names", "name one"),
        ({"do": "clock", "step": "x"}, "step: ", '"step": 1'),
        ({"do": "clock", "step": -1}, "step: ", '"step": 1'),
        ({"do": "clock", "step": 10**300}, "step: ", '"step": 1'),
        ({"do": "clock", "step": True}, "step: ", '"step": 1'),
        ({"do": "step", "seen": 1, "action": {"name": "noop"}}, "seen: ", '"seen"'),
        ({"do": "step", "seen": {"screenshot": "?"}, "action": {"name": "noop"}}, "screenshot: ", '"seen"'),
        ({"do": "step", "seen": {}, "action": {"name": 5}}, "action.name: ", '"action"'),
        ({"do": "end", "outcome": []}, "outcome: ", '"outcome"'),
        ({"do": "end", "outcome": {"answer": 5}}, "outcome.answer: ", '"outcome"'),
        ({"do": "end", "outcome": {"urls": 7}}, "outcome.urls: ", '"outcome"'),
        ({"do": "end", "outcome": {"urls": [7]}}, "outcome.urls: ", '"outcome"'),
        (
            {"do": "end", "outcome": {"acts": [{"url": "x"}]}},
            "acts.0.document: must be given",
            '"outcome"',
        ),
    ],
)
def test_a_slip_gets_a_sentence_and_the_episode_goes_on(
    driver: Driver, request_: Any, words: str, remedy: str
) -> None:
    begun, slip, ended = answers(
        driver,
        {"do": "begin", "task": TASK},
        request_,
        {"do": "end", "outcome": {"answer": RIGHT}},
    )
    assert (begun["ok"], slip["ok"], ended["passed"]) == (True, False, True)
    assert words in slip["error"]
    assert remedy in slip["remedy"]


def test_a_world_that_is_named_and_missing_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="nosuch"):
        Driver("nosuch", run=tmp_path / "run")


def test_a_folder_of_others_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(WebariumError, match="no run"):
        Driver(run=tmp_path)


def test_input_without_a_request_is_an_error(driver: Driver) -> None:
    with pytest.raises(WebariumError, match="no request came on standard input"):
        serve(driver, io.StringIO(""), io.StringIO())


@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("where", ["ForeignEpisode.abandon", "ForeignRun.fail", "ForeignRun.close"])
def test_a_full_disk_at_the_end_leaves_no_world_behind(
    world: World, monkeypatch: Any, tmp_path: Path, where: str, named: bool
) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("harness.service.drive._attach", lambda name: world)
    mine = Driver("mine" if named else None, run=tmp_path / "run", start=lambda sites, name, seed: world)
    mine.begin(TASK)
    monkeypatch.setattr(f"harness.service.drive.{where}", full)
    with pytest.raises(OSError, match="No space left"):
        mine.close()
    assert world.did == ["reset", "release" if named else "close"]
