"""The window of a run, and what else of its view makes a run what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.agents.naming import AgentSpec
from harness.authoring.playing import free_task
from harness.browser.observation import View
from harness.browser.window import DESKTOP, MOBILE, Window
from harness.episode.settings import EpisodeSettings, config_of
from sites.errors import WebariumError


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("desktop", DESKTOP),
        ("1280x720", DESKTOP),
        ("mobile", MOBILE),
        ("1600x900", Window(1600, 900)),
        ("412x915@2", Window(412, 915, 2.0)),
        ("1600x900@1.25", Window(1600, 900, 1.25)),
    ],
)
def test_a_window_is_written_and_read(text: str, window: Window) -> None:
    assert Window.parse(text) == window
    assert Window.parse(str(window)) == window


@pytest.mark.parametrize(
    "text", ["", "wide", "1600", "1600x", "100x900", "1600x9000", "800x600@0", "800x600@9"]
)
def test_what_is_no_window_is_told(text: str) -> None:
    with pytest.raises(WebariumError, match="There is no window"):
        Window.parse(text)


def test_a_task_on_a_phone_is_played_on_one_whatever_the_window_of_the_run() -> None:
    task = free_task("shopping", "shopping", None, "http://shopping.webarium.test/")
    phone = task.model_copy(update={"window": "mobile"})
    wide = EpisodeSettings(view=View(window=Window(1600, 900), marks=True), har="always")
    assert wide.of(task) == wide
    assert wide.of(phone).view.window == MOBILE
    assert replace(wide.of(phone), view=wide.view) == wide
    assert wide.of(phone).view.marks


def test_window_and_marks_make_another_configuration_and_nothing_else_does() -> None:
    agent = AgentSpec("mine", ["mine"])
    views = [View(), View(window=MOBILE), View(window=Window(412, 915, 2.0)), View(marks=True)]
    assert len({config_of(agent, EpisodeSettings(view=view)) for view in views}) == len(views)
    assert config_of(agent, EpisodeSettings(view=View(window=Window(1280, 720)))) == config_of(
        agent, EpisodeSettings()
    )
