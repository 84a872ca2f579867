"""The run of episodes that another program asks for: how often it is counted, and what its manifest says."""

from __future__ import annotations

import threading
import time
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.fleet.local import Event
from harness.jsonio import parse, write_json
from harness.run.journal import read_journal
from harness.run.models import JournalLine
from harness.run.reader import RunFolder, read_manifest
from harness.run.settings import RunSettings
from harness.service import foreign_run
from harness.service import serve as serving
from harness.service.foreign_run import ForeignRun
from sites.errors import WebariumError
from tests.unit.harness.test_service import OTHER, TRAIN, StandInFleet, served

SPEC = AgentSpec("client", [], jail="off")


@pytest.fixture
def book(tmp_path: Path) -> ForeignRun:
    """A run that has begun."""
    found = ForeignRun(tmp_path / "run", SPEC, tasks=[TRAIN, OTHER], factory="given")
    found.begin(TRAIN, "given")
    return found


def line(book: ForeignRun, trial: int) -> JournalLine:
    return JournalLine.of(
        TRAIN, trial=trial, agent="client", config=book.config, status="passed", score=1.0, stop_reason="stop"
    )


class Counted:
    """Stands where a run is counted: how often that was, and what it took by a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times, self.now, self.takes = 0, 0.0, 0.0
        self.go_on = threading.Event()
        self.go_on.set()
        self.fails = False
        monkeypatch.setattr(foreign_run, "summarize", self)
        monkeypatch.setattr(foreign_run, "time", SimpleNamespace(monotonic=lambda: self.now))

    def __call__(self, _: Path) -> Any:
        assert self.go_on.wait(10)
        if self.fails:
            raise WebariumError("a line is cut")
        self.times += 1
        self.now += self.takes
        return SimpleNamespace(to_json=lambda: {"count": self.times})


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def add(book: ForeignRun, trial: int, *, wait: bool = True) -> None:
    book.add(line(book, trial))
    if wait and book._counting:
        book._counting.join()


def test_nobody_waits_while_a_run_is_counted(book: ForeignRun, counted: Counted) -> None:
    counted.go_on.clear()
    for trial in range(3):
        add(book, trial, wait=False)
    assert counted.times == 0
    assert len(read_journal(book.folder / "journal.jsonl")) == 3, "a verdict is kept before it is told"
    counted.go_on.set()
    book.close()
    assert counted.times == 2, "what came meanwhile is counted at the end"


def test_a_count_that_takes_long_is_made_seldom(book: ForeignRun, counted: Counted) -> None:
    counted.takes = 2.0
    add(book, 0)  # counted from 0 to 2 s: not again before 42 s
    counted.now = 41.0
    add(book, 1)
    assert counted.times == 1
    counted.now = 43.0
    add(book, 2)
    assert counted.times == 2
    book.close()
    assert counted.times == 2, "nothing came since"


def test_a_count_that_fails_is_made_again_at_the_end_and_told_then(
    book: ForeignRun, counted: Counted
) -> None:
    counted.fails = True
    add(book, 0)
    with pytest.raises(WebariumError, match="a line is cut"):
        book.close()
    counted.fails = False
    book.close()
    assert parse((book.folder / "summary.json").read_bytes()) == {"count": 1}


def test_the_summary_of_a_run_that_is_over_has_all_of_it(book: ForeignRun) -> None:
    for trial in range(5):
        book.add(line(book, trial))
    book.close()
    summary = RunFolder(book.folder).summary
    assert summary
    assert (summary.tasks, summary.passed) == (5, 5)


def test_a_journal_is_read_once_for_the_numbers_of_trials(
    book: ForeignRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.add(line(book, 0))
    book.close()
    read: list[Path] = []
    monkeypatch.setattr(
        foreign_run, "read_journal", lambda path, **how: read.append(path) or read_journal(path, **how)
    )
    again = ForeignRun(book.folder, SPEC, tasks=[TRAIN, OTHER], factory="given")
    again.begin(TRAIN, "given")
    assert (again.next_trial(TRAIN), again.next_trial(OTHER)) == (1, 0)
    again.add(line(again, 1))
    again.fail(TRAIN, 2, "the sandbox failed")
    assert (again.next_trial(TRAIN), again.next_trial(OTHER)) == (2, 0)
    assert len(read) == 1
    again.close()


def test_a_run_that_goes_on_says_what_it_was_begun_with(book: ForeignRun) -> None:
    book.add(line(book, 0))
    book.close()
    before = read_manifest(book.folder)
    assert before
    begun = {"code": "0123456789ab", "webarium": "0.0.1", "release": "v0.1", "browser": "1.2.3.4"}
    begun |= {"protection": "not at all"}
    write_json(book.folder / "manifest.json", before.model_copy(update=begun).to_json())
    again = ForeignRun(book.folder, SPEC, tasks=[TRAIN], factory="given", workers=3)
    again.begin(TRAIN, "given")
    again.begin(OTHER, "given")
    again.close()
    manifest = read_manifest(book.folder)
    assert manifest
    assert {name: getattr(manifest, name) for name in begun} == begun
    assert (manifest.tasks, manifest.workers) == ([TRAIN.id, OTHER.id], 3)
    assert (manifest.started, len(manifest.resumed)) == (before.started, 1)


def test_a_service_says_how_many_worlds_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ForeignRun", partial(ForeignRun, factory="given"))
    run = RunSettings(folder=tmp_path / "run", tasks=[TRAIN], agent=SPEC, workers=4)
    fleet: Any = StandInFleet(4)
    house = serving.house_of(fleet, run, all_scored=False, lease=60.0)
    house.run.begin(TRAIN, "given")
    house.close()
    manifest = read_manifest(run.folder)
    assert manifest
    assert manifest.workers == 4


def test_a_service_says_which_browser_its_workers_have(tmp_path: Path) -> None:
    for service in served(tmp_path / "run"):
        told = {"browser": "156.0.1.2", "protection": "sandbox", "lacking": "", "world": "given"}
        service.fleet.put(Event(service.fleet.workers[0], "ready", told))
        deadline = time.monotonic() + 10
        while (manifest := read_manifest(tmp_path / "run")) and not manifest.browser:
            assert time.monotonic() < deadline, "nobody noted it"
            time.sleep(0.01)
        assert manifest
        assert (manifest.browser, manifest.protection) == ("156.0.1.2", "sandbox")
