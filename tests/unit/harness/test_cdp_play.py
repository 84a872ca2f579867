"""An episode that is played over CDP is in the journal, however it ends."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from harness.episode.settings import EpisodeSettings
from harness.run.reader import RunFolder
from harness.service.cdp import play as playing
from harness.service.foreign_run import ForeignRun
from sites.errors import WebariumError
from tasks.loader import load_tasks

(TASK,) = load_tasks("home.monthly_use.0")


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (WebariumError("The site is gone", remedy="look"), "The site is gone"),
        (OverflowError("int too large"), "OverflowError: int too large"),
    ],
)
def test_an_episode_that_breaks_stands_in_the_journal(
    error: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> None:
        raise error

    monkeypatch.setattr(playing, "ForeignRun", partial(ForeignRun, factory="given"))
    monkeypatch.setattr(playing, "_world", lambda _: nullcontext(SimpleNamespace(name="none")))
    monkeypatch.setattr(playing, "_episode", breaks)
    settings = playing.PlaySettings(TASK, tmp_path / "run", "cdp", EpisodeSettings())
    with pytest.raises(type(error)):
        playing.play(settings, lambda _: None)
    (line,) = RunFolder(tmp_path / "run").lines.values()
    assert (line.task_id, line.status, line.error) == (TASK.id, "error", told)
