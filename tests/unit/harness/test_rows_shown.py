"""Rows of a query can be read at any width, each with its column and whole."""

from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from harness.authoring.sites import MOST_ROWS, show_rows


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
