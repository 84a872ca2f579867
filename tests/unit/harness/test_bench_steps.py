"""Steps beside BrowserGym's: which episodes both sides can replay, and what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.commands.bench_observations import Peer
from harness.commands.bench_steps import _actions, measure, show
from sites.errors import WebariumError


def steps(*names: str) -> list[dict[str, Any]]:
    return [{"action": {"name": name}} for name in names]


def test_only_what_both_sides_know_is_replayed() -> None:
    assert _actions(steps("click", "type", "stop")) == steps("click", "type")
    assert _actions([*steps("goto"), {"action": None}]) == steps("goto")
    assert _actions(steps("click", "tab_focus", "stop")) == []


def test_a_table_and_the_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    side = {"steps_per_second": 3.0, "step_median": 0.3, "step_p95": 0.7}
    other = side | {"steps_per_second": 0.75}
    found = {
        "site": "shopping",
        "actions": 200,
        "tasks": 40,
        "webarium": side,
        "browsergym": other,
        "ratio": 4.0,
    }
    facts = {"tasks_per_minute": 20.0, "processor_per_task": 1.5, "resets_per_second": 4.0}
    show(found | facts | {"world_memory": 250_000_000})
    said = capsys.readouterr().out
    assert "the same 200 actions of 40 tasks on shopping" in said
    assert "4.0 times as many steps a second as BrowserGym" in said
    assert "250 MB" in said


def test_without_browsergym_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    with pytest.raises(WebariumError, match="no BrowserGym to compare with"):
        measure("home", tmp_path / "python")


@pytest.mark.parametrize(("crashes", "expected"), [(0, [0.5]), (2, [0.5]), (3, "Target crashed")])
def test_an_episode_whose_tab_crashes_is_played_again(crashes: int, expected: Any, tmp_path: Path) -> None:
    said = ['{"crashed": "Target crashed"}'] * crashes + ['{"seconds": [0.5]}'] * 3
    python = tmp_path / "python"
    python.write_text(
        "#!/bin/sh\necho '{\"pause\": 0.5}'\n" + "".join(f"read asked && echo '{one}'\n" for one in said)
    )
    python.chmod(0o755)
    with Peer(python, "home", "default") as peer:
        if isinstance(expected, list):
            assert peer.replay("home.monthly_use.0", []) == expected
        else:
            with pytest.raises(WebariumError, match=expected):
                peer.replay("home.monthly_use.0", [])
