"""Where runs are kept: `latest` is the newest of those in `runs`, whatever else is called so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.run.folders import RUNS, find_run, point_latest
from sites.errors import WebariumError


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in (RUNS / "mine", Path("apart")):
        folder.mkdir(parents=True)
        (folder / "journal.jsonl").touch()


def test_only_runs_has_a_link_to_the_newest() -> None:
    point_latest(Path("apart").parent, "apart")
    assert not os.path.lexists("latest")
    point_latest(RUNS, "mine")
    assert os.readlink(RUNS / "latest") == "mine"
    point_latest(RUNS.resolve(), None)
    assert not os.path.lexists(RUNS / "latest")


def test_latest_is_that_link_and_no_other() -> None:
    Path("latest").symlink_to("apart")
    with pytest.raises(WebariumError, match="no run 'latest'"):
        find_run("latest")
    point_latest(RUNS, "mine")
    assert find_run("latest") == RUNS / "mine"
    assert find_run("./latest") == Path("apart"), "who names a place means it"
