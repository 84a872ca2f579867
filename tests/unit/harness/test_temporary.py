"""Temporary folders go with their process, or with the next one that makes any."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from harness.agents.naming import resolve_agent
from harness.run.runner import Runner
from harness.run.settings import RunSettings
from harness.temporary import folder_for, remove, sweep

ROOT = Path(__file__).parents[3]
LEAVES = "from harness.temporary import folder_for; (folder_for('test') / 'left').touch()"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_a_folder_is_empty_and_goes_whole(place: Path) -> None:
    folder = folder_for("test")
    assert list(folder.iterdir()) == []
    (folder / "a").mkdir()
    remove(folder)
    assert list(place.iterdir()) == []
    remove(folder)


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can tell who is gone")
def test_what_others_left_is_removed_and_what_lives_stays(place: Path) -> None:
    mine = folder_for("test")
    subprocess.run([sys.executable, "-c", LEAVES], check=True, cwd=ROOT)
    foreign = place / "webarium-of-somebody"
    foreign.mkdir()
    assert len(list(place.iterdir())) == 3
    sweep()
    assert sorted(place.iterdir()) == sorted([mine.parent, foreign])


@pytest.mark.skipif(sys.platform != "linux", reason="nobody can tell who is gone")
def test_the_end_of_a_run_removes_what_killed_workers_left(place: Path) -> None:
    subprocess.run([sys.executable, "-c", LEAVES], check=True, cwd=ROOT)
    (left,) = place.iterdir()
    Runner(RunSettings(folder=place / "run", tasks=[], agent=resolve_agent("noop"))).run()
    assert not left.exists()
