"""Playwright's snapshot text to numbered elements, on snapshots written by hand."""

from __future__ import annotations

import pytest

from harness.browser.observation import View, digest_of, number_tree
from harness.browser.snapshot import parse_snapshot
from harness.episode.settings import EpisodeSettings

SIZE = (1280, 720)

SHOP = """\
- generic [active] [ref=e1] [box=0,0,1280,2000]:
  - navigation "Main" [ref=e2] [box=0,0,1280,40]:
    - list [ref=e3] [box=0,0,1280,40]:
      - listitem [ref=e4] [box=0,0,100,40]:
        - link "Home" [ref=e5] [cursor=pointer] [box=0,0,80,20]:
          - /url: /
      - listitem [ref=e6] [box=100,0,100,40]:
        - 'link "Books: new \\"ones\\"" [ref=e7] [cursor=pointer] [box=100,0,80,20]':
          - /url: "#x"
  - 'heading "Hello: world" [level=1] [ref=e8] [box=0,50,1280,30]'
  - paragraph [ref=e9] [box=0,90,1280,18]: "Some text, # and: more"
  - generic [ref=e10] [box=0,120,1280,20]:
    - text: Sort
    - combobox "Sort" [ref=e11] [box=40,120,90,20]:
      - option "Price" [box=0,0,0,0]
      - option "Name" [selected] [box=0,0,0,0]
  - textbox "Search" [ref=e12] [box=0,150,200,20]:
    - /placeholder: Find a thing
    - text: lamp
  - spinbutton "Amount" [ref=e13] [box=0,180,60,20]: "3"
  - checkbox "Gift" [checked] [disabled] [ref=e14] [box=0,210,13,13]
  - generic [ref=e15] [cursor=pointer] [box=0,230,90,20]: More
  - button "Save" [ref=e16] [box=0,260,50,20]: Save now
  - iframe [ref=e17] [box=10,300,300,150]:
    - button "Inside" [ref=f1e2] [box=5,6,40,20]
  - button "Far below" [ref=e18] [box=0,1900,80,20]
"""


def tree(**options):
    return number_tree(parse_snapshot(SHOP), title="Shop", size=SIZE, **options)


def test_tree_is_rendered_in_webarenas_manner():
    assert tree().text.split("\n") == [
        "[1] RootWebArea 'Shop'",
        "\t[2] navigation 'Main'",
        "\t\t[3] list ''",
        "\t\t\t[4] listitem ''",
        "\t\t\t\t[5] link 'Home'",
        "\t\t\t[6] listitem ''",
        "\t\t\t\t[7] link 'Books: new \"ones\"'",
        "\t[8] heading 'Hello: world' level: 1",
        "\t[9] paragraph 'Some text, # and: more'",
        "\t[10] StaticText 'Sort'",
        "\t[11] combobox 'Sort' value: 'Name'",
        "\t\t[12] option 'Price'",
        "\t\t[13] option 'Name' selected: True",
        "\t[14] textbox 'Search' value: 'lamp' placeholder: 'Find a thing'",
        "\t[15] spinbutton 'Amount' value: '3'",
        "\t[16] checkbox 'Gift' checked: True disabled: True",
        "\t[17] generic 'More'",
        "\t[18] button 'Save'",
        "\t\t[19] StaticText 'Save now'",
        "\t[20] iframe ''",
        "\t\t[21] button 'Inside'",
        "\t[22] button 'Far below'",
    ]


def test_elements_know_box_parent_depth_and_link_target():
    elements = tree().elements
    home = elements[5]
    assert (home.role, home.name, home.box, home.depth, home.parent, home.url) == (
        "link",
        "Home",
        (0, 0, 80, 20),
        4,
        4,
        "/",
    )
    assert elements[7].url == "#x"
    assert elements[2].parent == 1


def test_refs_lead_back_to_playwright():
    numbered = tree()
    assert numbered.refs[5] == "e5"
    assert numbered.refs[21] == "f1e2"
    assert numbered.refs[10] == "e10", "bare text is found through the element around it"
    assert numbered.refs[12] == "e11", "an option of a closed box through the box"
    assert {10, 12, 13, 19} == numbered.borrowed
    assert 1 not in numbered.refs


def test_boxes_inside_a_frame_are_moved_by_its_place_and_border():
    assert tree().elements[21].box == (10 + 2 + 5, 300 + 2 + 6, 40, 20)
    assert tree(borders={"e17": (0, 7)}).elements[21].box == (15, 313, 40, 20)


def test_viewport_leaves_out_what_lies_below_it():
    text = tree(viewport_only=True).text
    assert "Far below" not in text
    assert "option 'Price'" in text, "options of a closed box have no box of their own"
    assert text.split("\n")[-1] == "\t\t[21] button 'Inside'"


def test_element_half_in_the_viewport_is_seen_and_one_at_its_edge_is_not():
    lines = (
        '- button "Half" [ref=e1] [box=0,700,50,40]\n- button "Edge" [ref=e2] [box=0,720,50,40]\n'
        '- button "Above" [ref=e3] [box=0,-40,50,40]'
    )
    seen = number_tree(parse_snapshot(lines), title="", size=SIZE, viewport_only=True)
    assert [element.name for element in seen.elements.values()] == ["", "Half"]


def test_yaml_escapes_are_undone():
    lines = (
        '- paragraph [ref=e1]: "tab\\there \\"quoted\\" back\\\\slash \\x41"\n- \'button "it\'\'s" [ref=e2]\''
    )
    first, second = parse_snapshot(lines)
    assert first.text == 'tab\there "quoted" back\\slash A'
    assert second.name == "it's"


def test_a_line_that_nobody_knows_is_kept_as_text():
    (node,) = parse_snapshot("- ???")
    assert (node.role, node.text) == ("text", "???")


def test_quotes_and_line_breaks_in_names_stay_on_one_line():
    lines = "- button \"a\\nb 'c'\" [ref=e1]"
    assert (
        number_tree(parse_snapshot(lines), title="", size=SIZE).text.split("\n")[1]
        == "\t[2] button 'a\\nb \\'c\\''"
    )


def test_digest_depends_on_url_titles_and_tree_only():
    same = digest_of("http://a/", ["A"], "tree")
    assert same == digest_of("http://a/", ["A"], "tree")
    assert len(same) == 16
    others = [digest_of("http://b/", ["A"], "tree"), digest_of("http://a/", ["B"], "tree")]
    others += [digest_of("http://a/", ["A", "B"], "tree"), digest_of("http://a/", ["A"], "other")]
    assert same not in others
    assert len(set(others)) == 4


@pytest.mark.parametrize(
    ("modes", "expected"),
    [
        ({"axtree"}, set()),
        ({"axtree", "html"}, {"html", "screenshot"}),
        ({"screenshot"}, {"html", "screenshot"}),
    ],
)
def test_an_agent_that_reads_only_the_tree_waits_for_nothing_else(
    modes: set[str], expected: set[str]
) -> None:
    assert EpisodeSettings(view=View(frozenset(modes))).at_once == expected


def test_what_is_not_kept_is_not_taken_for_keeping() -> None:
    settings = EpisodeSettings(view=View(frozenset({"html"})), screenshots=False, html=False)
    assert settings.at_once == set()


def test_icons_of_what_is_hidden_do_not_count():
    quiet = """\
- generic [ref=e1]:
  - paragraph [ref=e2] [cursor=pointer]:
    - button "Add Answer" [ref=e3]
  - button "Save" [ref=e4]"""
    noisy = """\
- generic [ref=e1]:
  - generic [ref=e9] [cursor=pointer]:
    - paragraph [ref=e2]:
      - button "Add Answer" [ref=e3]
    - text: \uf032 \uf033 \uf0c1
  - button "Save" [ref=e4]"""
    quiet_tree, noisy_tree = (
        number_tree(parse_snapshot(lines), title="", size=SIZE) for lines in (quiet, noisy)
    )
    assert noisy_tree.text == quiet_tree.text
    assert noisy_tree.refs == quiet_tree.refs


def test_an_icon_that_is_all_there_is_stays():
    lines = "- generic [ref=e1] [cursor=pointer]:\n  - text: \uf00d\n- text: \uf00d closed"
    seen = number_tree(parse_snapshot(lines), title="", size=SIZE).text.split("\n")
    assert seen[1:] == ["\t[2] generic '\uf00d'", "\t[3] StaticText '\uf00d closed'"]
