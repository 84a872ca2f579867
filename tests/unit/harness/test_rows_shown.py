"""Rows of a table can be read at any width, each with its column and whole, brackets and all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from recorded import TASK, record_run
from rich.console import Console
from typer.testing import CliRunner

from harness.authoring.sites import MOST_ROWS, show_rows
from harness.commands.cli import app
from harness.commands.kept_runs import _show_runs
from harness.run.summary import summarize
from tasks.difficulty import Calibration
from tasks.loader import load_tasks


def shown(rows: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], width: int = 80) -> list[str]:
    stream = io.StringIO()
    show_rows(rows, Console(file=stream, width=width))
    return [*stream.getvalue().splitlines(), *capsys.readouterr().out.splitlines()]


NARROW = {"id": 7, "name": "Ann"}
WIDE = {f"column_{number}": f"value {number}" for number in range(20)}


def test_what_fits_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split() for line in shown([NARROW], capsys)] == [["id", "name"], ["7", "Ann"], ["1", "rows"]]


@pytest.mark.parametrize("row", [WIDE, {"text": "word " * 40}], ids=["columns", "text"])
def test_what_is_wider_is_a_block_for_each_row(
    capsys: pytest.CaptureFixture[str], row: dict[str, Any]
) -> None:
    lines = shown([row, row], capsys)
    block = [f"{name}: {value}" for name, value in row.items()]
    assert lines == ["-- row 1", *block, "-- row 2", *block, "2 rows"]
    assert shown([row], capsys, width=1000)[-1] == "1 rows"
    assert "-- row 1" not in shown([row], capsys, width=1000)


def test_brackets_are_not_taken_for_colours(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown([{"a": "[red]x[/]"}], capsys)[1].strip() == "[red]x[/]"


def test_what_is_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert shown([NARROW] * (MOST_ROWS + 1), capsys)[-1] == f"201 rows, {MOST_ROWS} shown; --json has all"
    assert shown([], capsys)[-1] == "0 rows"


def test_brackets_of_a_task_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    (task,) = load_tasks(TASK)
    odd = task.model_copy(update={"intent": "Find [draft] posts"})
    monkeypatch.setattr("harness.authoring.tasks.loader.load_tasks", lambda *_, **__: [odd])
    assert "Find [draft] posts" in CliRunner().invoke(app, ["tasks", "list"]).stdout


def test_brackets_of_a_run_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    odd = {"run": "run[red]", "agent": "x[/y]"}
    _show_runs([summarize(record_run(tmp_path / "run")).model_copy(update=odd)])
    assert capsys.readouterr().out.splitlines()[1].split()[:2] == ["run[red]", "x[/y]"]


def test_brackets_of_an_agent_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = Calibration(fitted=["x[/y]"])
    monkeypatch.setattr("harness.authoring.tasks.calibrate", lambda *_, **__: odd)
    monkeypatch.setattr("harness.authoring.tasks.find_run", Path)
    assert "fitted on x[/y]" in CliRunner().invoke(app, ["tasks", "calibrate", "run"]).stdout
