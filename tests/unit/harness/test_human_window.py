"""The person's window opens when the page answers, shows nothing else, and says what it lacks."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from harness.agents.human.console import Console
from harness.agents.human.window import Window, window_for
from harness.browser.executable import EXECUTABLE_VARIABLE, BrowserError
from harness.commands.evaluation import main
from harness.commands.run_options import Options

SCRIPT = """#!/bin/sh
cd "$(dirname "$0")"
printf '%s\\n' "$@" > part && mv part words
exec sleep 60
"""


@pytest.fixture
def chromium(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program that stands for a Chromium and keeps the words it was started with; and a screen."""
    program = tmp_path / "chromium"
    program.write_text(SCRIPT)
    program.chmod(0o755)
    monkeypatch.setenv(EXECUTABLE_VARIABLE, str(program))
    monkeypatch.setenv("DISPLAY", ":9")
    return program


def words_of(program: Path) -> list[str]:
    place, deadline = program.with_name("words"), time.monotonic() + 15
    while not place.is_file():
        assert time.monotonic() < deadline, "no window was opened"
        time.sleep(0.05)
    return place.read_text().splitlines()


def test_it_shows_the_page_and_reaches_nothing_else(chromium: Path) -> None:
    console = Console(0)
    address = f"http://127.0.0.1:{console.port}/"
    with Window(address) as window:
        words = words_of(chromium)
        assert f"--app={address}" in words
        assert "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" in words
    console.close()
    assert window._process is not None
    assert window._process.poll() is not None, "it is closed with the run"


def test_it_waits_for_the_page(chromium: Path) -> None:
    console = Console(0)
    console.close()
    with Window(f"http://127.0.0.1:{console.port}/"):
        time.sleep(1.2)  # longer than two looks
        assert not chromium.with_name("words").exists()


def test_without_a_screen_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(BrowserError, match="no screen") as found:
        main(Options(tasks="shopping.order_total.0", agent="human", agent_option=["window=true"]))
    assert "xvfb-run" in (found.value.remedy or "")
    with window_for("http://127.0.0.1:1/", None):
        pass  # whoever did not ask for a window is not bothered


def test_without_a_chromium_one_sentence_says_so(chromium: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(EXECUTABLE_VARIABLE, str(chromium.with_name("missing")))
    with pytest.raises(BrowserError, match="which is not there"):
        Window("http://127.0.0.1:1/")
