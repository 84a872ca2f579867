"""A task that is wrong is told as such, once, and costs no further attempts; so is a missing browser."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import Outcome
from harness.authoring import playing, verify
from harness.authoring.playing import OraclePlayer
from harness.browser.executable import BrowserError
from harness.episode.results import Played
from harness.episode.stage import Stage
from harness.episode.trouble import EpisodeTrouble, TaskFault
from harness.fleet.worker import Worker
from reset.errors import QueryError, WorldError
from tasks.loader import load_tasks
from tasks.model import CheckEntry

(TASK,) = load_tasks("shopping.order_total.0")
WRONG = TASK.model_copy(
    update={
        "checks": [
            *TASK.checks,
            CheckEntry(kind="sql", spec={"site": "shopping", "sql": "SELECT nothing", "count": 0}),
        ]
    }
)


class World:
    """Has nothing changed, and a database that refuses."""

    def site(self, site: str) -> str:
        """The shop is all it has."""
        if site != "shopping":
            raise WorldError(f"world 'small' has no site {site!r}", remedy="its sites are shopping")
        return site

    def changes(self, site: str) -> dict[str, Any]:
        """None."""
        return {"tables": {}, "files": {}}

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        """What MariaDB says of a column that there is not."""
        raise QueryError("site shopping: the query failed: Unknown column 'nothing'")

    def resolver_rules(self) -> str:
        """None."""
        return ""


def test_a_check_that_can_have_no_verdict_is_a_fault_of_the_task() -> None:
    with pytest.raises(TaskFault, match=r"the check 'sql' \(number 3\) is wrong: .*Unknown column") as told:
        Stage(WRONG, World()).judge(Outcome(task_id=WRONG.id, answer=""))
    assert "mend the statement" in str(told.value.advice)


def test_it_is_played_once_and_nothing_else_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def play(*_: Any, **__: Any) -> Any:
        played.append("oracle")
        raise TaskFault("the check 'sql' (number 3) is wrong: Unknown column", remedy="mend it")

    player = OraclePlayer(World())
    monkeypatch.setattr(player, "_play", play)
    monkeypatch.setattr(player, "_stop_at_once", play)
    report = verify.verify(player, WRONG)
    assert played == ["oracle"]
    (attempt,) = report.attempts
    assert (attempt.wrong_task, attempt.sandbox_failed, report.ok) == (True, False, False)
    assert attempt.problem == (
        "the task is wrong: the check 'sql' (number 3) is wrong: Unknown column (mend it)"
    )


def test_doing_nothing_is_played_once_for_both_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    not_looked_up = CheckEntry(kind="answer", spec={"not_achievable": ["not_found"]})
    task = TASK.model_copy(update={"checks": [not_looked_up]})
    answers = []

    def stop(task: Any, answer: str) -> Played:
        answers.append(answer)
        judged = Stage(task, World()).judge(outcome := Outcome(task_id=task.id, answer=answer, told="none"))
        return Played(outcome, judged.evidence, judged.judgement)

    player = OraclePlayer(World())
    monkeypatch.setattr(player, "stop_at_once", stop)
    empty, other = verify._noops(player, task)
    assert (empty.name, empty.ok) == ("noop", True)
    assert (other.name, other.ok, other.problem) == ("noop N/A", False, "passes, but must fail")
    assert answers == [""]


def test_a_browser_that_there_is_not_ends_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> Any:
        raise BrowserError("WEBARIUM_CHROMIUM names /nowhere, which is not there", remedy="unset it")

    monkeypatch.setattr(playing, "Browser", none)
    with pytest.raises(BrowserError, match="which is not there"):
        verify.verify(OraclePlayer(World()), TASK)


def test_a_browser_that_there_was_is_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> Any:
        raise BrowserError("Chromium does not start")

    player = OraclePlayer(World())
    player._browsed = True
    monkeypatch.setattr(playing, "Browser", none)
    with pytest.raises(EpisodeTrouble):
        _ = player.browser


def test_a_run_does_not_try_a_wrong_task_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    def wrong(*_: Any, **__: Any) -> Any:
        raise TaskFault("it is wrong")

    worker = Worker.__new__(Worker)
    worker.settings = type("Settings", (), {"run": tmp_path, "episode": None})()
    worker._world = worker._browser = worker._pristine = worker._agent = None
    monkeypatch.setattr("harness.fleet.worker.run_episode", wrong)
    monkeypatch.setattr(worker, "prepare", dict)
    monkeypatch.setattr(worker, "_running_agent", lambda: None)
    assert worker.play(TASK, 0) == ("trouble", TASK.id, 0, "it is wrong", False)


def test_a_world_without_the_site_of_a_task_is_told_and_not_mended() -> None:
    (elsewhere,) = load_tasks("home.note_order.0")
    with OraclePlayer(World()) as player, pytest.raises(WorldError, match="world 'small' has no site 'home'"):
        player.stop_at_once(elsewhere, "N/A")
