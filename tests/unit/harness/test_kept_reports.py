"""Reports of verified tasks in a file: what still holds is not played again, all else is."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from evaluators import Judgement
from harness.authoring import kept_reports
from harness.authoring.kept_reports import KeptReports
from harness.authoring.reports import Attempt, TaskReport
from harness.commands.cli import app
from sites.errors import WebariumError
from tasks.loader import load_tasks
from tasks.model import Task

IMAGES = {"gateway": "gateway:1", "home": "home:1", "shopping": "shopping:1"}


@pytest.fixture
def tasks() -> list[Task]:
    return load_tasks("home.monthly_use")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "verified.jsonl"


def _report(task: Task, *, ok: bool = True) -> TaskReport:
    return TaskReport(task=task.id, ok=ok, attempts=[Attempt(name="oracle", wanted=True, ok=ok)], actions=3)


def _keep(file: Path, task: Task, *, ok: bool = True, twice: bool = False) -> None:
    with KeptReports(file, IMAGES, twice=twice) as kept:
        assert kept.add(task, _report(task, ok=ok), kept.made_of(task))


def _held(file: Path, task: Task, *, images: dict[str, str] = IMAGES, twice: bool = False) -> bool:
    with KeptReports(file, images, twice=twice) as kept:
        return kept.of(task) is not None


def test_what_came_out_well_is_found_again(file: Path, tasks: list[Task]) -> None:
    _keep(file, tasks[0])
    with KeptReports(file, IMAGES, twice=False) as kept:
        assert kept.of(tasks[0]) == _report(tasks[0])
        assert kept.of(tasks[1]) is None


def test_what_failed_is_played_again(file: Path, tasks: list[Task]) -> None:
    _keep(file, tasks[0], ok=False)
    assert not _held(file, tasks[0])
    _keep(file, tasks[0])
    assert _held(file, tasks[0])
    _keep(file, tasks[0], ok=False)  # the last line counts
    assert not _held(file, tasks[0])


def test_once_is_not_twice(file: Path, tasks: list[Task]) -> None:
    _keep(file, tasks[0])
    assert not _held(file, tasks[0], twice=True)
    _keep(file, tasks[0], twice=True)
    assert _held(file, tasks[0], twice=True)
    assert _held(file, tasks[0])


def test_another_task_text_image_or_code_makes_a_report_void(
    file: Path, tasks: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    task = tasks[0]
    _keep(file, task)
    assert not _held(file, task.model_copy(update={"intent": "Something else?"}))
    assert not _held(file, task.model_copy(update={"reference": {"average": 5}}))
    assert not _held(file, task, images=IMAGES | {"home": "home:2"})
    assert not _held(file, task, images=IMAGES | {"gateway": "gateway:2"})
    view = kept_reports.oracle_view(task.id)
    with monkeypatch.context() as patched:
        patched.setattr(kept_reports, "oracle_view", lambda _: view.model_copy(update={"oracle": []}))
        assert not _held(file, task)
    with monkeypatch.context() as patched:
        patched.setattr(kept_reports, "_code", lambda: "another judge")
        assert not _held(file, task)


CODE = [
    "evaluators/checks/changes.py", "harness/agents/oracle/page.py", "harness/browser/page.js",
    "harness/episode/engine.py", "harness/authoring/verify.py", "harness/authoring/playing.py",
    "harness/authoring/reports.py", "tasks/loader.py", "harness/authoring/watchdog.py",
    "harness/agents/protocol.py", "reset/world/control.py", "sites/facts.py",
]  # fmt: skip


@pytest.mark.parametrize("place", CODE)
def test_all_that_plays_and_judges_counts(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_reports, "ROOT", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text("1")
    before = kept_reports._code.__wrapped__()
    path.write_text("2")
    assert kept_reports._code.__wrapped__() != before


def test_a_report_on_what_changed_meanwhile_is_not_kept(
    file: Path, tasks: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = kept_reports.oracle_view(tasks[0].id)
    with KeptReports(file, IMAGES, twice=False) as kept:
        before = kept.made_of(tasks[0])
        monkeypatch.setattr(kept_reports, "oracle_view", lambda _: view.model_copy(update={"oracle": []}))
        assert not kept.add(tasks[0], _report(tasks[0]), before)
        assert kept.of(tasks[0]) is None
    assert file.read_bytes() == b""


def test_a_task_that_cannot_be_read_any_more_ends_nothing(
    file: Path, tasks: list[Task], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> None:
        raise WebariumError("half written")

    with KeptReports(file, IMAGES, twice=False) as kept:
        before = kept.made_of(tasks[0])
        monkeypatch.setattr(kept_reports, "oracle_view", broken)
        assert not kept.add(tasks[0], _report(tasks[0]), before)
        assert not kept.add(tasks[0], _report(tasks[0]), kept.made_of(tasks[0]))


def test_each_task_has_one_small_line_in_the_order_of_ids(file: Path, tasks: list[Task]) -> None:
    verdict = Judgement(passed=False, score=0.0, checks=[])
    good = Attempt(name="noop", wanted=False, ok=True, judgement=verdict, answer="a long answer")
    bad = Attempt(name="noop N/A", wanted=False, ok=False, judgement=verdict, answer="N/A")
    told = TaskReport(task=tasks[0].id, ok=False, attempts=[good, bad])
    with KeptReports(file, IMAGES, twice=False) as kept:
        for task in (tasks[1], tasks[0]):
            assert kept.add(task, _report(task), kept.made_of(task))
        assert kept.add(tasks[0], told, kept.made_of(tasks[0]))
        assert len(file.read_bytes().splitlines()) == 3, "each is on the disk at once"
    lines = [json.loads(line)["report"] for line in file.read_bytes().splitlines()]
    assert [line["task"] for line in lines] == [tasks[0].id, tasks[1].id]
    first, second = lines[0]["attempts"]
    assert first == {"name": "noop", "wanted": False, "ok": True}
    assert second["answer"] == "N/A"
    assert "judgement" in second
    with KeptReports(file, IMAGES, twice=False) as kept:
        assert kept.of(tasks[1]) == _report(tasks[1])
        assert kept.of(tasks[0]) is None


def test_what_no_verdict_depends_on_does_not(file: Path, tasks: list[Task]) -> None:
    _keep(file, tasks[0])
    assert _held(file, tasks[0].model_copy(update={"difficulty": "hard", "tags": ["hard"]}))
    assert _held(file, tasks[0], images=IMAGES | {"shopping": "shopping:2"})


def test_a_last_line_that_was_cut_is_cut_off(file: Path, tasks: list[Task]) -> None:
    _keep(file, tasks[0])
    whole = file.read_bytes()
    _keep(file, tasks[1])
    file.write_bytes(file.read_bytes()[:-20])
    assert not _held(file, tasks[1])
    assert file.read_bytes() == whole
    _keep(file, tasks[1])
    assert _held(file, tasks[0])
    assert _held(file, tasks[1])


@pytest.mark.parametrize("damage", [b"{}\n", b"[1]\n", b"nothing\n", b"\xff\n"])
def test_a_line_that_is_no_report_is_named(file: Path, tasks: list[Task], damage: bytes) -> None:
    _keep(file, tasks[0])
    file.write_bytes(file.read_bytes() + damage)
    before = file.read_bytes()
    with pytest.raises(WebariumError, match=r"verified\.jsonl, line 2 is no report"):
        _held(file, tasks[0])
    assert file.read_bytes() == before


def test_a_newer_line_is_not_thrown_away(file: Path, tasks: list[Task]) -> None:
    file.write_bytes(b'{"schema_version": 99}\n')
    with pytest.raises(WebariumError, match="schema version 99"):
        _held(file, tasks[0])


def test_two_do_not_write_one_file(file: Path, tasks: list[Task]) -> None:
    with KeptReports(file, IMAGES, twice=False), pytest.raises(WebariumError, match="another process"):
        _held(file, tasks[0])


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, tasks: list[Task]) -> None:
    with pytest.raises(WebariumError, match="nowhere"):
        _held(tmp_path / "nowhere" / "verified.jsonl", tasks[0])
    with pytest.raises(WebariumError, match="directory"):
        _held(tmp_path, tasks[0])


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """In place of playing: each task that would be, remembered; the second of the template fails."""
    found: list[str] = []

    def play(tasks: list[Task], *, on_report: Callable[[TaskReport], None], **_: object) -> list[TaskReport]:
        reports = [_report(task, ok=not task.id.endswith(".1")) for task in tasks]
        for report in reports:
            found.append(report.task)
            on_report(report)
        return reports

    monkeypatch.setattr("harness.authoring.verify_commands.verify_apart", play)
    monkeypatch.setattr("harness.authoring.verify_commands._images", lambda *_: IMAGES)
    return found


def test_the_command_plays_what_is_left(file: Path, played: list[str]) -> None:
    command = ["tasks", "verify", "home.monthly_use", "--keep", str(file)]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 1
    assert played == ["home.monthly_use.0", "home.monthly_use.1"]
    played.clear()
    second = CliRunner().invoke(app, command)
    assert second.exit_code == 1
    assert played == ["home.monthly_use.1"]
    assert "1 of 2 tasks came out well in" in second.output
    played.clear()
    third = CliRunner().invoke(app, ["tasks", "verify", "home.monthly_use.0", "--keep", str(file)])
    assert third.exit_code == 0
    assert played == []


def test_the_command_says_what_changed_while_it_was_played(
    file: Path, monkeypatch: pytest.MonkeyPatch, played: list[str]
) -> None:
    states = iter(["before", "before", "after", "before"])  # of both tasks before, then after each was played
    monkeypatch.setattr(kept_reports, "made_of", lambda *_: next(states))
    done = CliRunner().invoke(app, ["tasks", "verify", "home.monthly_use", "--keep", str(file)])
    assert "home.monthly_use.0: changed while it was played, not kept" in done.output
    assert [line.count("home.monthly_use.1") for line in file.read_text().splitlines()] == [1]
