"""A history of validations holds any text."""

from __future__ import annotations

from pathlib import Path

from harness.authoring.history import Entry, add, read_history


def test_what_ends_lines_elsewhere_ends_none_of_a_history(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    entries = [
        Entry(when="now", run="runs/a\u2028b", templates={}),
        Entry(when="later", run="runs/c", templates={}),
    ]
    for one in entries:
        add(path, one)
    assert read_history(path) == entries
