"""Which option of a select box is meant."""

from __future__ import annotations

from typing import Any

import pytest

from harness.browser.choices import place_of, places_of
from harness.browser.observation import Tree, number_tree
from harness.browser.snapshot import parse_snapshot

BOXES = """\
- combobox "First" [ref=e1] [box=0,0,90,20]:
  - option "Same" [box=0,0,0,0]
  - option "Same" [box=0,0,0,0]
- combobox "Second" [ref=e2] [box=0,30,90,20]:
  - option "Named" [box=0,0,0,0]
  - option "Same" [disabled] [box=0,0,0,0]
"""
FACTS: dict[str, Any] = {"options": ["Hidden", "Label", "Same"], "shown": [1, 2], "barred": [2]}


def tree() -> Tree:
    return number_tree(parse_snapshot(BOXES), title="", size=(1280, 720))


def test_an_option_is_known_by_its_place_among_those_that_show() -> None:
    seen = tree()
    first, second, named = seen.elements[3], seen.elements[4], seen.elements[6]
    two = {"options": ["Same", "Same"], "shown": [0, 1], "barred": []}
    assert (place_of(first, seen, two), place_of(second, seen, two)) == (0, 1)
    assert place_of(named, seen, FACTS) == 1


def test_where_the_box_has_others_by_now_its_label_tells() -> None:
    seen = tree()
    changed = {"options": ["New", "Same", "Label"], "shown": [0, 1, 2], "barred": []}
    assert place_of(seen.elements[7], seen, changed) == 1
    assert place_of(seen.elements[6], seen, changed) is None


def test_options_by_their_labels() -> None:
    several = {"options": ["A", "B", "A"], "shown": [0, 1, 2], "barred": [0], "multiple": True}
    assert places_of(several, [" A ", "B"]) == [2, 1], "the first that can be chosen"
    for wanted, why in (
        (["Same"], "'Same', but that is disabled"),
        (["X"], "no option 'X'"),
        (["Label"] * 2, "one"),
    ):
        with pytest.raises(ValueError, match=why):
            places_of(FACTS, wanted)
