"""WebLINX's optimal text representation: what is told of a page, and how it keeps to its budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from unit.harness.test_export import PAGE

from harness.agents.naming import AgentSpec
from harness.agents.protocol import Element, Observation
from harness.browser.observation import View
from harness.browser.otr import Otr
from harness.commands.view_options import view_of
from harness.episode.settings import EpisodeSettings, config_of
from harness.ranker.otr import Representation, count, cut, threshold
from sites.errors import WebariumError
from tasks.actions import parse_action

SEEN = Observation(
    step=0,
    url="http://shopping.webarium.test/",
    title="Lamps",
    elements={
        1: Element(1, "RootWebArea", "Lamps", box=(0, 0, 1280, 720)),
        2: Element(2, "heading", "Lamps", box=(0, -100, 600, 50), parent=1),
        3: Element(3, "button", "Add", box=(10, 50, 100, 30), parent=1, clickable=True),
        4: Element(4, "textbox", "Search", box=(10, 100, 200, 30), parent=1, clickable=True),
        5: Element(5, "combobox", "Size", box=(10, 140, 80, 30), parent=1, clickable=True),
        6: Element(6, "link", "In a frame", box=(300, 140, 80, 30), parent=1, clickable=True),
    },
)  # fmt: skip
TARGETS: dict[int, dict[str, Any]] = {
    3: {"css": "#buy", "tag": "button", "box": [10, 50, 100, 30]},
    4: {"css": "html > body > div > input", "tag": "input", "box": [10, 100, 200, 30]},
    5: {"css": "#size", "tag": "select", "box": [10, 140, 80, 30]},
    6: {"css": "html > body > a", "tag": "a", "box": [300, 140, 80, 30]},
}


def told(**settings: Any) -> str:
    made = Representation("Search for a lamp", Otr(**settings))
    return made.text(SEEN, {number: TARGETS[number] for number in made.choose(SEEN)}, PAGE)


def test_a_page_is_told_as_published() -> None:
    tree, window, _, *lines = told().splitlines()
    assert tree.startswith("(html(body(div(")
    assert '(button data-webtasks-id="3" id="buy"(span Add))' in tree
    assert '(input data-webtasks-id="4" name="q" placeholder="Search" type="text")' in tree
    assert "hidden" not in tree, "what is not seen is left out"
    assert "bounding_box_rect" not in tree
    assert window == "Viewport size: 720h x 1280w ;"
    assert lines[0] == (
        "(uid = 4) [[tag]] input [[xpath]] /html/body/div/input [[text]] Search [[bbox]] x=10 y=100 "
        "width=200 height=30 [[attributes]] name='q' placeholder='Search' type='text'"
    )
    assert lines[1:] == [
        "(uid = 3) [[tag]] button [[xpath]] /html/body/div/button [[text]] Add [[bbox]] x=10 y=50 width=100 "
        "height=30 [[attributes]] id='buy' [[children]] span",
        "(uid = 5) [[tag]] select [[xpath]] /html/body/div/select [[text]] Size [[bbox]] x=10 y=140 width=80 "
        "height=30 [[attributes]] id='size' [[children]] option",
        "(uid = 6) [[tag]] a [[text]] In a frame [[bbox]] x=300 y=140 width=80 height=30",
    ]


def test_so_many_candidates_are_told_as_was_asked_for() -> None:
    lines = told(candidates=1).splitlines()
    assert [line[:9] for line in lines if line.startswith("(uid")] == ["(uid = 4)"]
    assert "data-webtasks-id" in lines[0]
    assert 'data-webtasks-id="3"' not in lines[0], "it stands beside the candidate, and is none"


@pytest.mark.parametrize("tokens", [40, 60, 90, 130, 200, 300])
def test_nothing_is_longer_than_its_budget(tokens: int) -> None:
    text = told(tokens=tokens)
    assert count(text) <= tokens
    assert text.endswith("none") or "(uid = 4) [[tag]] input" in text, "tag and box are never cut"


def test_the_longest_parts_lose_their_middle_first() -> None:
    assert threshold([2, 10, 10], 12) == 5
    assert threshold([1, 2], 30) == 2
    assert threshold([5, 5], 5) == 2
    assert threshold([5], -1) == 0
    assert cut("aaaa bbbb cccc dddd eeee", 5) == "aaaa bbbb cccc dddd eeee"
    assert cut("aaaa bbbb cccc dddd eeee", 4) == "aaaa bbbb...eeee"
    assert cut("aaaa bbbb cccc dddd eeee", 1) == "..."
    assert cut("aaaa", 0) == ""
    assert count("an unbelievable day.") == 1 + 3 + 1 + 1


def test_what_was_done_is_part_of_what_is_ranked() -> None:
    made = Representation("Go on", Otr(candidates=1))
    assert made.choose(SEEN) == [3], "without a word of the task the first of the page"
    made.did(SEEN, parse_action({"name": "click", "element": 5}))
    made.did(SEEN, parse_action({"name": "go_back"}))
    assert made.choose(SEEN) == [5]


def test_a_page_that_cannot_be_read_leaves_the_elements() -> None:
    text = Representation("Add", Otr()).text(SEEN, {3: TARGETS[3]}, "<html><broken")
    assert (
        text.splitlines()[-1]
        == "(uid = 3) [[tag]] button [[text]] Add [[bbox]] x=10 y=50 width=100 height=30"
    )
    assert Representation("Add", Otr()).text(SEEN, {}, PAGE).endswith("none")


def test_options_are_part_of_what_a_run_is(tmp_path: Path) -> None:
    agent = AgentSpec("mine", ["mine"])
    modes = frozenset({"otr"})
    views = [
        View(modes), View(modes, otr=Otr(candidates=5)), View(modes, otr=Otr(tokens=99)),
        View(modes, otr=Otr(ranker=Path("a"), digest="1")),
        View(modes, otr=Otr(ranker=Path("a"), digest="2")),
    ]  # fmt: skip
    assert len({config_of(agent, EpisodeSettings(view=view)) for view in views}) == len(views)
    moved = View(modes, otr=Otr(ranker=Path("b"), digest="2"))
    assert config_of(agent, EpisodeSettings(view=moved)) == config_of(agent, EpisodeSettings(view=views[-1]))
    assert EpisodeSettings(view=View()).to_json()["otr"] is None
    for view in views:
        assert Otr.from_json(EpisodeSettings(view=view).to_json()["otr"]) == view.otr


def test_options_that_are_none_are_told(tmp_path: Path) -> None:
    def chosen(*options: str, observation: str = "otr") -> View:
        return view_of(observation, "page", "desktop", marks=False, otr=list(options))

    assert chosen("candidates=50", "tokens=4000").otr == Otr(50, 4000)
    for wrong, words in {
        "candidates=0": "candidates", "tokens=ten": "tokens", "budget=1": "no option budget",
        f"ranker={tmp_path / 'none.npz'}": "is no ranker",
    }.items():  # fmt: skip
        with pytest.raises(WebariumError, match=words):
            chosen(wrong)
    with pytest.raises(WebariumError, match="which the agent is not shown"):
        chosen("tokens=5", observation="axtree")
