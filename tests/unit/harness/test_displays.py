"""What people see of a run while it goes on."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from harness.commands import console as module
from harness.commands.console import LiveDisplay, PlainDisplay, display_for


def ended(status: str) -> dict[str, object]:
    return {
        "task_id": "a.b.0",
        "status": status,
        "error": None,
        "stop_reason": "stop",
        "steps": 1,
        "seconds": 1.0,
    }


def test_a_log_gets_lines_and_a_terminal_a_bar() -> None:
    assert isinstance(display_for(1, Console(file=io.StringIO())), PlainDisplay)
    assert isinstance(display_for(1, Console(file=io.StringIO(), force_terminal=True)), LiveDisplay)


def test_a_line_tells_how_far_the_run_is_and_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    display = PlainDisplay(300, Console(file=io.StringIO()))
    assert display.line(1000.0) == "0 of 300 episodes: starting worlds"
    display("begun", {})
    assert display.line(1010.0) == "0 of 300 episodes: 0 passed, 0 failed, 0 errors"
    for status in ("passed", "passed", "failed"):
        display("done", ended(status))
    # three in a minute, so the other 297 take 99
    assert display.line(1060.0) == "3 of 300 episodes: 2 passed, 1 failed, 0 errors; about 1 h 39 min left"


def test_lines_come_without_any_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PLAIN_SECONDS", 0.01)
    out = io.StringIO()
    with PlainDisplay(5, Console(file=out)):
        deadline = time.monotonic() + 60
        while out.getvalue().count("\n") < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert out.getvalue().splitlines()[:2] == ["0 of 5 episodes: starting worlds"] * 2


def test_images_are_told_until_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    out = io.StringIO()
    display = PlainDisplay(300, Console(file=out))
    display("image", {"line": "home: Step 1/5 : ARG [BASE]"})
    assert out.getvalue() == "0:00 home: Step 1/5 : ARG [BASE]\n"
    stand = {"done": 2, "of": 12, "left": 200.0, "doing": ["wiki", "map"], "ready": ["home"]}
    display("images", stand)
    told = "2 of 12 images built, now wiki and map, about 3 min left"
    assert display.line(1000.0) == told
    display("begun", {})
    assert display.line(1000.0) == f"{told}; 0 of 300 episodes: 0 passed, 0 failed, 0 errors"
    display("images", stand | {"done": 12, "doing": []})
    assert display.line(1000.0) == "0 of 300 episodes: 0 passed, 0 failed, 0 errors"


def test_a_terminal_shows_a_bar_of_images() -> None:
    out = io.StringIO()
    with LiveDisplay(3, Console(file=out, force_terminal=True, width=120)) as display:
        display("images", {"done": 2, "of": 12, "left": 200.0, "doing": ["wiki"], "ready": []})
        display._progress.refresh()
    assert "2/12" in out.getvalue()
    assert "now wiki, about 3 min left" in out.getvalue()
