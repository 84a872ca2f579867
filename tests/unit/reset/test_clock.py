"""The two files from which processes read the time."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from reset.sitectl.clock import AHEAD, Clock, parse
from sites.facts import EPISODE_TIME, EPOCH, moment, stamp


def test_both_files_show_the_moment(tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    clock.set(parse("2026-03-16T09:00:30Z"))
    assert (tmp_path / "clock/stopped").read_text() == "2026-03-16 09:00:30\n"
    offset = float((tmp_path / "clock/running").read_text().strip().rstrip("s"))
    shown = time.time() + offset
    assert shown == pytest.approx(datetime(2026, 3, 16, 9, 0, 30, tzinfo=UTC).timestamp() + AHEAD, abs=0.5)
    assert [path.name for path in (tmp_path / "clock").glob("*.new")] == []


@pytest.mark.parametrize("year", [2025, 2031])
def test_the_host_clock_does_not_show_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    host = datetime(year, 6, 1, 12, 0, tzinfo=UTC).timestamp()
    monkeypatch.setattr(time, "time", lambda: host)
    clock = Clock(tmp_path)
    clock.set(EPOCH)
    assert (tmp_path / "stopped").read_text() == "2026-03-16 09:00:00\n"
    offset = float((tmp_path / "running").read_text().strip().rstrip("s"))
    assert host + offset == pytest.approx(EPOCH.timestamp() + AHEAD, abs=0.002)


@pytest.mark.parametrize("wrong", ["", "tomorrow", "2026-03-16T09:00:00"])
def test_a_moment_needs_a_date_and_a_zone(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse(wrong)


def test_steps_are_ten_seconds_from_the_epoch() -> None:
    assert moment(0) == EPOCH == datetime(2026, 3, 16, 9, 0, tzinfo=UTC)
    assert moment(30) == datetime(2026, 3, 16, 9, 5, tzinfo=UTC)


def test_host_clock_needs_no_environment(tmp_path: Path) -> None:
    assert Clock(tmp_path).env("host") == {}


def test_an_episodes_own_time_is_told_from_other_times() -> None:
    assert EPISODE_TIME.search(f"written {stamp(moment(29))}")
    assert EPISODE_TIME.search("2026-03-16 09:04:50")
    assert not EPISODE_TIME.search("2026-03-16 10:00:00")
    assert not EPISODE_TIME.search("2026-03-15T09:00:00Z")
