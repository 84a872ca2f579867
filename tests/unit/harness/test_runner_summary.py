"""A run's summary is there however the run ends, with the time of all its parts."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Any

import pytest

from harness.agents.naming import AgentSpec
from harness.run import runner
from harness.run.reader import RunFolder
from harness.run.runner import Interrupted, Runner
from harness.run.settings import RunError, RunSettings
from tasks.loader import load_tasks

HOUR = 3600.0


@pytest.fixture
def settings(tmp_path: Path) -> RunSettings:
    return RunSettings(
        folder=tmp_path / "runs" / "one",
        tasks=load_tasks("shopping")[:2],
        agent=AgentSpec("mine", ["mine"]),
        factory="a:stand_in",
    )


class Clock:
    """What the runner takes for the time."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def part(
    settings: RunSettings, monkeypatch: pytest.MonkeyPatch, hours: float, end: BaseException | None
) -> None:
    """Play a part of the run, which takes some hours and ends somehow."""
    clock = Clock()

    def play(*_: Any) -> None:
        clock.now += hours * HOUR
        if end:
            raise end

    monkeypatch.setattr(runner, "time", clock)
    monkeypatch.setattr(Runner, "_play", play)
    Runner(settings).run()


def test_the_time_of_a_part_that_was_broken_off_counts(
    settings: RunSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Interrupted):
        part(settings, monkeypatch, 6, KeyboardInterrupt())
    with pytest.raises(RunError, match="the agent's own error"):
        part(settings, monkeypatch, 2, RunError("5 episodes ended with the agent's own error"))
    with pytest.raises(RunError, match="No space left"):
        part(settings, monkeypatch, 1, OSError(errno.ENOSPC, "No space left on device"))
    part(settings, monkeypatch, 1, None)
    summary = RunFolder(settings.folder).summary
    assert summary is not None
    assert summary.wall_seconds == 10 * HOUR


def test_why_a_run_ended_is_told_where_its_summary_cannot_be_written(
    settings: RunSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: Any) -> None:
        if path.name == "summary.json":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(runner, "write_json", full)
    with pytest.raises(RunError, match="the first error"):
        part(settings, monkeypatch, 1, RunError("the first error"))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            OSError(errno.ENOSPC, "No space left on device", "/x/journal.jsonl"),
            "cannot be written on: /x/journal.jsonl: No space left on device",
        ),
        (OSError(errno.ENOSPC, "No space left on device"), "cannot be written on: No space left on device"),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), "cannot go on: Cannot allocate memory"),
    ],
)
def test_only_what_cannot_be_written_is_told_as_such(
    settings: RunSettings, monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    with pytest.raises(RunError) as caught:
        part(settings, monkeypatch, 1, error)
    assert caught.value.message == f"The run {told}"
    assert f"webarium eval --resume {settings.folder}" in str(caught.value.remedy)
