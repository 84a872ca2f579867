"""An agent whose model is gone stops the run, and costs none of the episodes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.commands.run_options import Options, continued
from harness.episode import agent_loop
from harness.episode.limits import Limits
from harness.episode.mend import ATTEMPTS
from harness.episode.phases import Phases
from harness.episode.record import Record, error_line
from harness.episode.trouble import AgentTrouble
from harness.fleet.local import Event, LocalWorker
from harness.run.journal import Journal
from harness.run.models import JournalLine
from harness.run.reader import RunFolder
from harness.run.runner import Runner
from harness.run.settings import RunError, RunSettings
from sites.errors import WebariumError
from tasks.loader import load_tasks

DOWN = "agent_error: the agent cannot go on: no connection"


class Fleet:
    """Plays what is said: an outcome an episode, in the order in which they are given."""

    def __init__(self, settings: RunSettings, outcomes: str) -> None:
        self.settings, self._outcomes = settings, list(outcomes)
        self.workers: list[Any] = []
        self._given: list[tuple[LocalWorker, JournalLine]] = []
        self.played: list[str] = []
        self._broken: list[LocalWorker] = []
        self._trouble: list[tuple[LocalWorker, Any]] = []

    def start(self, count: int) -> None:
        self.workers = [LocalWorker(n, None, None, 0.0, ready=True) for n in range(count)]  # type: ignore[arg-type]

    def plays(self, one: LocalWorker, task: Any) -> bool:
        return True

    def give(self, one: LocalWorker, key: Any, task: Any) -> None:
        kind = self._outcomes.pop(0) if self._outcomes else "p"
        if kind == "b":
            one.job = key
            self._broken.append(one)
            return
        if kind in "wt":
            one.job = key
            self._trouble.append((one, (key.task_id, key.trial, "it says why", kind == "t")))
            return
        facts: dict[str, Any] = {"p": ("passed", "stop"), "f": ("failed", "stop"), "d": ("failed", DOWN)}
        status, reason = facts[kind]
        line = JournalLine.of(
            task, trial=key.trial, agent="mine", config=key.config, status=status, stop_reason=reason
        )
        one.job = key
        self.played.append(task.id)
        self._given.append((one, line))

    def listen(self) -> list[Event]:
        given, self._given = self._given, []
        broken, self._broken = self._broken, []
        trouble, self._trouble = self._trouble, []
        self.workers = [one for one in self.workers if one not in broken]
        lost = [Event(one, "broken", WebariumError("it does not start again")) for one in broken]
        lost += [Event(one, "trouble", said) for one, said in trouble]
        return lost + [Event(one, "done", line) for one, line in given]

    def stop(self) -> None:
        self.workers = []

    close_worlds = hurry = stop


@pytest.fixture
def settings(tmp_path: Path) -> RunSettings:
    return RunSettings(
        folder=tmp_path / "runs" / "one",
        tasks=load_tasks("shopping")[:12],
        agent=AgentSpec("mine", ["mine"]),
        factory="a:stand_in",
    )


def play(settings: RunSettings, outcomes: str) -> Fleet:
    runner = Runner(settings)
    fleet = runner._fleet = Fleet(settings, outcomes)  # type: ignore[assignment]
    try:
        runner.run()
    finally:
        settings.folder.joinpath("played").write_text("\n".join(fleet.played))
    return fleet


@pytest.mark.parametrize(("workers", "lost"), [(1, 5), (2, 6)])  # what two bring together counts together
def test_five_in_a_row_stop_the_run(settings: RunSettings, workers: int, lost: int) -> None:
    settings = replace(settings, workers=workers)
    with pytest.raises(RunError, match=rf"{lost} episodes in a row .* no connection") as told:
        play(settings, "pf" + lost * "d")
    assert "--resume" in str(told.value.remedy)
    assert str(settings.folder / "agents") in str(told.value.remedy)
    run = RunFolder(settings.folder)
    assert [line.status for line in run.finished] == ["passed", "failed"]
    assert sum(line.status == "error" for line in run.lines.values()) == lost
    journal = (settings.folder / "journal.jsonl").read_text()
    assert journal.count(DOWN) >= 5
    assert journal.count('"status": "failed"') == 1 + lost  # nothing that was written is gone


def test_the_run_goes_on_with_those_that_were_lost(settings: RunSettings) -> None:
    with pytest.raises(RunError):
        play(settings, "pfddddd")
    fleet = play(settings, "")
    assert fleet.played == [task.id for task in settings.tasks[2:]]
    statuses = [line.status for line in RunFolder(settings.folder).lines.values()]
    assert (statuses.count("passed"), statuses.count("failed")) == (11, 1)


def test_other_verdicts_begin_the_row_anew(settings: RunSettings) -> None:
    assert len(play(settings, "ddddpddddfdd").played) == 12


def test_a_run_that_is_over_stays_as_it_is(settings: RunSettings) -> None:
    play(settings, "pppppppddddd")
    assert not [line for line in RunFolder(settings.folder).lines.values() if not line.finished]


def test_the_journal_keeps_whose_fault_an_error_was(settings: RunSettings) -> None:
    play(settings, "pw" + ATTEMPTS * "t")
    lines = list(RunFolder(settings.folder).lines.values())
    assert [(line.status, line.wrong_task, line.attempts) for line in lines[:3]] == [
        ("passed", False, 1),
        ("error", True, 1),
        ("error", False, ATTEMPTS),
    ]


def test_it_may_be_told_never_to_stop(settings: RunSettings) -> None:
    play(replace(settings, most_agent_errors=0), "d" * 12)
    assert len(RunFolder(settings.folder).finished) == 12


def test_a_run_that_goes_on_takes_another_number(settings: RunSettings) -> None:
    with pytest.raises(RunError):
        play(settings, "ddddd")
    options = Options(max_agent_errors=0, given=frozenset({"max_agent_errors"}))
    assert continued(settings.folder, options).most_agent_errors == 0


def test_what_a_worker_had_that_does_not_come_back_is_played_by_another(settings: RunSettings) -> None:
    fleet = play(replace(settings, workers=2), "b")
    assert len(fleet.played) == 12
    assert {line.status for line in RunFolder(settings.folder).lines.values()} == {"passed"}
    with pytest.raises(RunError, match="does not start again"):
        play(replace(settings, folder=settings.folder.with_name("two"), workers=1), "ppb")
    assert len(RunFolder(settings.folder.with_name("two")).lines) == 2, "the rest is for --resume"


def test_an_episode_that_is_played_anew_has_its_retry_again(tmp_path: Path) -> None:
    (task,) = load_tasks("shopping.order_total.0")
    place = tmp_path / "episodes" / f"{task.id}.0"

    def begun() -> Record:
        record = Record(task, place, Phases())
        record.begin()
        return record

    def said_so(record: Record) -> None:
        record.agent_errors += 1
        record.trajectory.close()
        record.keep(AgentTrouble("no connection"))

    said_so(begun())
    again = begun()
    assert (again.agent_errors, again.agent_errors_now) == (1, 1), "the next attempt has none left"
    again.trajectory.close()
    line = error_line(task, place, "it is given up", trial=0, agent="mine", config="c")
    with Journal(tmp_path) as journal:
        journal.append(line)
    anew = begun()
    assert (anew.agent_errors, anew.agent_errors_now) == (1, 0), "it is known, and costs nothing any more"
    said_so(anew)
    assert begun().agent_errors_now == 1


@pytest.mark.parametrize(("before", "now", "again"), [(0, 1, True), (1, 1, True), (0, 2, False)])
def test_only_what_the_agent_says_in_this_play_costs_its_retry(
    monkeypatch: pytest.MonkeyPatch, before: int, now: int, again: bool
) -> None:
    def trouble(*_: object) -> None:
        raise AgentTrouble("no connection")

    monkeypatch.setattr(agent_loop, "_task_message", trouble)  # wherever it comes
    record = SimpleNamespace(work=None, agent_errors=before + now, agent_errors_now=now)
    reasons: list[str] = []
    episode: Any = SimpleNamespace(
        limits=Limits(), phases=Phases(), record=record, reason="", cut=reasons.append
    )
    agent: Any = SimpleNamespace(spec=AgentSpec("mine", ["mine"]), running=False, begin=None)
    if again:
        with pytest.raises(AgentTrouble):
            agent_loop.play_agent(episode, agent)
    else:
        agent_loop.play_agent(episode, agent)
        assert reasons == ["agent_error: no connection"]
