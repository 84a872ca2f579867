"""A Chromium that does not start says why; one that is gone is trouble, and the episode is played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from harness.browser.chromium import Browser
from harness.browser.executable import EXECUTABLE_VARIABLE, BrowserError, why_not
from harness.browser.tabs import Tabs
from harness.commands import machine
from harness.episode.engine import Episode
from harness.episode.settings import EpisodeSettings
from harness.episode.trouble import EpisodeTrouble
from tasks.loader import load_tasks

LOG = """BrowserType.launch: Target page, context or browser has been closed
Browser logs:

<launching> /x/start_chromium.sh --headless
[pid=7][err] first
[pid=7][err] /x/chrome: error while loading shared libraries: libnss3.so: no such file
Call log:
  - [pid=7] <process did exit: exitCode=127, signal=null>
"""


@pytest.mark.parametrize(
    ("log", "why"),
    [
        (LOG, "/x/chrome: error while loading shared libraries: libnss3.so: no such file"),
        (LOG.replace("[err]", "[out]"), "it ended with code 127 and said nothing"),
        ("x\n[pid=7] <process did exit: exitCode=null, signal=SIGKILL>", "it was ended by SIGKILL"),
        ("BrowserType.launch: Timeout\nmore", "BrowserType.launch: Timeout"),
    ],
)
def test_the_cause_is_what_chromium_said_last(log: str, why: str) -> None:
    assert why_not(log) == why


def test_doctor_tells_the_cause_and_another_remedy_than_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho libnss3.so is missing >&2\nexit 127\n")
    program.chmod(0o755)
    monkeypatch.setenv(EXECUTABLE_VARIABLE, str(program))
    found: dict[str, Any] = machine._browser()
    assert not found["ok"]
    assert found["found"].endswith("libnss3.so is missing")
    assert EXECUTABLE_VARIABLE in found["remedy"]
    monkeypatch.setattr("harness.browser.chromium.find_chromium", lambda *_, **__: program)
    monkeypatch.delenv(EXECUTABLE_VARIABLE)
    with pytest.raises(BrowserError, match=r"libnss3\.so is missing") as told:
        Browser()
    assert "make browser" in str(told.value.remedy)


def test_without_a_tab_the_browser_is_gone(tmp_path: Path) -> None:
    tabs = Tabs(MagicMock(), arriving=tmp_path)
    with pytest.raises(BrowserError, match="No tab is open"):
        tabs.visit("http://shopping.webarium.test/")


def test_an_episode_without_its_browser_is_trouble() -> None:
    (task,) = load_tasks("shopping.order_total.0")
    world: Any = MagicMock()
    with (
        pytest.raises(EpisodeTrouble, match="the browser failed: No tab"),
        Episode(task, world=world, browser=world, settings=EpisodeSettings()),
    ):
        raise BrowserError("No tab is open any more")
