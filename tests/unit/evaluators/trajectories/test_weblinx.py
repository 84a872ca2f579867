"""WebLINX's figures, worked by hand from the definitions of its section 4."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evaluators.trajectories import weblinx, weblinx_text
from evaluators.trajectories.files import FormatError
from evaluators.trajectories.weblinx import Action, Box

DATA = Path(__file__).parents[3] / "data" / "trajectories" / "weblinx"

# chrF of "abc" against "abd": 1-grams 2 of 3, 2-grams 1 of 2, 3-grams 0 of 1, on both sides, and no longer
# ones: P = R = (2/3 + 1/2 + 0) / 3 = 7/18, and so is F whatever its weight
ABC_ABD = 7 / 18


@pytest.mark.parametrize(
    ("predicted", "reference", "iou"),
    [
        (Box(0, 0, 10, 10), Box(0, 0, 10, 10), 1.0),
        (Box(5, 0, 15, 10), Box(0, 0, 10, 10), 50 / 150),  # 5 x 10 in common; 100 + 100 - 50
        (Box(0, 0, 5, 5), Box(0, 0, 10, 10), 25 / 100),  # contained, but four times smaller
        (Box(20, 0, 30, 10), Box(0, 0, 10, 10), 0.0),
        (Box(10, 0, 20, 10), Box(0, 0, 10, 10), 0.0),  # they only touch
        (None, Box(0, 0, 10, 10), 0.0),
        (Box(3, 3, 3, 3), Box(3, 3, 3, 3), 0.0),  # two points have no area to overlap
    ],
)
def test_iou(predicted: Box | None, reference: Box, iou: float) -> None:
    assert weblinx.box_iou(predicted, reference) == pytest.approx(iou)


def test_chrf() -> None:
    assert weblinx.chrf("room", "room") == 1.0
    assert weblinx.chrf("abc", "abd") == pytest.approx(ABC_ABD, abs=1e-4)
    # "ab" for "abc": P = 1 for both orders, R = (2/3 + 1/2) / 2 = 7/12; chrF weighs recall twice:
    # 5 P R / (4 P + R) = (35/12) / (55/12)
    assert weblinx.chrf("ab", "abc") == pytest.approx(7 / 11, abs=1e-4)
    assert weblinx.chrf("", "abc") == 0.0


@pytest.mark.parametrize(
    ("predicted", "reference", "f1"),
    [
        ("https://www.a.com/x/y", "https://a.com/x/y/", 1.0),
        ("https://a.com/x", "https://www.a.com/x/y", 2 * 2 / 5),  # {a.com, x} and {a.com, x, y}
        ("https://b.com/x", "https://a.com/x", 2 * 1 / 4),
        ("https://w3.org", "https://www.w3.org", 1.0),  # only the leading www. goes, not every w
        ("https://b.com", "https://a.com", 0.0),
        (None, "https://a.com", 0.0),
        ("http://[broken", "https://a.com", 0.0),
    ],
)
def test_urlf(predicted: str | None, reference: str, f1: float) -> None:
    assert weblinx.urlf(predicted, reference) == pytest.approx(f1)


def test_turn_scores() -> None:
    box, other = Box(0, 0, 10, 10), Box(5, 0, 15, 10)
    click = weblinx.score_turn(Action("click", box=other), Action("click", box=box))
    assert (click.score, click.f1) == (pytest.approx(1 / 3), None)

    typed = weblinx.score_turn(
        Action("textinput", box=other, text="abc"), Action("textinput", box=box, text="abd")
    )
    assert typed.score == pytest.approx(ABC_ABD / 3, abs=1e-4)  # IoU x F1

    wrong = weblinx.score_turn(Action("submit", box=box), Action("click", box=box))
    assert (wrong.intent_match, wrong.iou, wrong.score) == (0.0, 0.0, 0.0)


def evaluated(dialogue: weblinx.Dialogue, *, original: bool = False) -> list[int]:
    turns = range(len(dialogue.turns))
    return [index for index in turns if dialogue.reference(index, original=original) is not None]


def test_sample_overall_is_micro_averaged() -> None:
    dialogue = weblinx.load_dialogue(DATA / "booking")
    # not counted: what the instructor says, scrolling, switching tabs
    assert evaluated(dialogue) == [1, 2, 4, 5, 6]
    turns = weblinx.score_dialogue(dialogue, weblinx.load_guesses(DATA / "results.json"))

    say, load, click = ABC_ABD, 2 * 2 / (2 + 3), 1 / 3
    iou_typed, f1_typed = 0.5, ABC_ABD  # half of the field; "abc" for "abd"
    submit = 0.0  # clicked where a form was submitted
    scores = weblinx.summarize(turns)
    assert scores is not None
    assert scores.turns == 5
    assert scores.intent_match == pytest.approx(4 / 5)
    assert scores.element_iou == pytest.approx((click + iou_typed + submit) / 3)
    assert scores.text_f1 == pytest.approx((say + load + f1_typed) / 3, abs=1e-4)
    assert scores.overall == pytest.approx((say + load + click + iou_typed * f1_typed + submit) / 5, abs=1e-4)


def test_nothing_predicted_scores_nothing() -> None:
    scores = weblinx.summarize(weblinx.score_dialogue(weblinx.load_dialogues(DATA)[0], {}))
    assert scores is not None
    assert (scores.intent_match, scores.overall) == (0.0, 0.0)


BOXES = {"a": Box(0, 0, 100, 100), "b": Box(10, 10, 20, 20)}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ("I will click. click(x=15, y=12)", Action("click", box=BOXES["b"])),  # the smallest one there
        ("click(left=1, top=2, right=3, bottom=4)", Action("click", box=Box(1, 2, 3, 4))),
        ("click(x=oh, y=no)", Action("click")),
        (
            'text_input(text="a, (b) \\"c\\"", uid="a")',
            Action("textinput", BOXES["a"], 'a, (b) "c"', uid="a"),
        ),
        ('textinput(value="x", uid="zz")', Action("textinput", text="x", uid="zz")),
        ('say(speaker="navigator", utterance="Done :)") ; click(uid="a")', Action("say", text="Done :)")),
        ('load(url="https://a.com/?q=1,2")', Action("load", url="https://a.com/?q=1,2")),
        ("no idea", Action("unknown")),
        # the intent is the call's name; what only stands before a bracket calls nothing
        ('The user (navigator) wants click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('Sure(ly): click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('click (uid="b")', Action("unknown")),
        ('dblclick(uid="b")', Action("unknown")),
        ('action(intent="click", uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('action(uid="b", intent="text_input", text="x")', Action("textinput", BOXES["b"], "x", uid="b")),
        ('action(uid="b")', Action("unknown")),
        ('action(intent="fly", uid="b")', Action("unknown")),
        ('Click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        # the authors write quotes and backslashes as they are, line ends and tabs with a backslash
        (
            'say(utterance="I found "Blue Lamp", which costs 5 euros", speaker="navigator")',
            Action("say", text='I found "Blue Lamp", which costs 5 euros'),
        ),
        ('say(utterance="It is "Blue Lamp"")', Action("say", text='It is "Blue Lamp"')),
        ('say(utterance="It is "Blue Lamp"', Action("say", text='It is "Blue Lamp')),  # cut off
        (
            'textinput(text="C:\\Users\\Ann", uid="a")',
            Action("textinput", BOXES["a"], "C:\\Users\\Ann", uid="a"),
        ),
        ('say(utterance="one\\ntwo\\tthree \\\\")', Action("say", text="one\ntwo\tthree \\")),
        ('say(utterance="Hi" , )', Action("say", text="Hi")),
        ('textinput(text="lamp", a)', Action("textinput", text="lamp")),  # then the first quote ends it
    ],
)
def test_parse_action(text: str, action: Action) -> None:
    assert weblinx.parse_action(text, BOXES) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ('click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('I will: click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('The user (navigator) wants click(uid="b")', Action("unknown")),  # the first bracket decides
        ('Sure(ly): click(uid="b")', Action("unknown")),
        ('click (uid="b")', Action("unknown")),
        ('pre-click(uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ('text_input(text="a, (b)", uid="a")', Action("textinput", BOXES["a"], "a, (b)", uid="a")),
        ('textinput(value="x", uid="a")', Action("textinput", BOXES["a"], uid="a")),  # text= is its name
        ('say(speaker="navigator", utterance="Done :)")', Action("say", text="Done :)")),
        ('say(utterance="5")', Action("say")),  # digits become a number, and a number is no text
        ('say(utterance="5.5")', Action("say")),
        ('say(utterance="-5")', Action("say")),
        ('say(utterance="5 lamps")', Action("say", text="5 lamps")),
        ("click(x=20.4, y=20.4)", Action("click", box=BOXES["a"])),
        ("click(x=9.5, y=12)", Action("click", box=BOXES["a"])),
        ("click(left=10, top=10, right=20, bottom=20)", Action("click")),  # its box does not name it
        ('load(url="https://a.com/?q=1,2")', Action("load", url="https://a.com/?q=1,2")),
        ('action(intent="click", uid="b")', Action("click", box=BOXES["b"], uid="b")),
        ("action(uid=b)", Action("unknown")),
        ("no idea", Action("unknown")),
        ("", Action("unknown")),
        ('click\n(uid="b")', Action("unknown")),  # what does not touch the bracket is no call
    ],
)
def test_parse_as_published(text: str, action: Action) -> None:
    assert weblinx_text.parse_as_published(text, BOXES) == action


def test_no_text_takes_long_to_read() -> None:
    """What a model writes may be any text: the time must not double with each character."""
    assert weblinx_text.parse_as_published("_" * 40 + '-click!(uid="b")') == Action("unknown")
    assert weblinx_text.parse_as_published("a" * 200_000 + ' (uid="b")') == Action("unknown")
    assert weblinx_text.parse_action("a" * 200_000) == Action("unknown")
    assert weblinx_text.parse_action('say(utterance="' + 'a", ' * 50_000).intent == "say"


def test_boxes_reach_to_whole_pixels_in_the_code() -> None:
    boxes = {"a": Box(10.6, 10, 20.2, 20)}
    assert weblinx_text.parse_action("click(x=20.9, y=15)", boxes).box is None
    assert weblinx_text.parse_as_published("click(x=20.9, y=15)", boxes).box == boxes["a"]


@pytest.mark.parametrize(
    ("predicted", "reference", "f1"),
    [
        ("https://www.a.com/x", "https://a.com/x", 1.0),
        ("https://w3.org", "https://3.org", 1.0),  # every leading w and dot goes
        ("https://A.com", "https://a.com", 0.0),
        ("https://a.com//x", "https://a.com/x", 1.0),  # outer slashes go, and all of them
        ("https://a.com/y//x", "https://a.com/y/x", 2 * 3 / (4 + 3)),  # an empty step is a step
        ("/x", "https://a.com/x", 2 * 1 / 4),  # {"", x} and {a.com, x}
    ],
)
def test_urlf_of_the_code(predicted: str, reference: str, f1: float) -> None:
    assert weblinx.urlf(predicted, reference, original=True) == pytest.approx(f1)


def turn(intent: str, uid: str | None = None, **arguments: object) -> dict[str, object]:
    element = {"element": {"attributes": {"data-webtasks-id": uid}}} if uid else {}
    return {
        "type": "browser",
        "action": {"intent": intent, "arguments": {**element, **arguments}},
        "state": {"page": "page-1.html"},
    }


def test_which_turns_count(tmp_path: Path) -> None:
    """By the paper all of the five intents; the authors' code leaves out what it cannot place."""
    turns = [
        turn("click", "known"),
        turn("click", "lost"),  # no box was recorded
        turn("click", "form"),  # leads to the submission of the same element
        turn("submit", "form"),
        turn("click", "known"),  # leads to the submission of another
        turn("submit", "form"),
        turn("click", "known"),  # leads to a copy
        turn("copy", selected="x"),
        turn("click"),  # no element was recorded
    ]
    box = {"left": 0, "top": 0, "right": 10, "bottom": 10}
    (tmp_path / "bboxes").mkdir()
    (tmp_path / "replay.json").write_text(json.dumps({"data": turns}))
    (tmp_path / "bboxes" / "bboxes-1.json").write_text(json.dumps({"known": box, "form": box}))
    dialogue = weblinx.load_dialogue(tmp_path)
    assert evaluated(dialogue) == [0, 1, 2, 3, 4, 5, 6, 8]
    assert evaluated(dialogue, original=True) == [0, 3, 4, 5]

    guesses = {(tmp_path.name, index): 'click(uid="known")' for index in (0, 1, 3)}
    ours = weblinx.summarize(weblinx.score_dialogue(dialogue, guesses))
    assert ours is not None
    # the lost box overlaps nothing, and nothing was given for five turns
    assert (ours.turns, ours.intent_match) == (8, 2 / 8)
    assert ours.overall == pytest.approx(1 / 8)
    theirs = weblinx.summarize(weblinx.score_dialogue(dialogue, guesses, original=True))
    assert theirs is not None
    assert (theirs.turns, theirs.intent_match, theirs.overall) == (2, 1 / 2, 1 / 2)


def test_groups_of_the_code() -> None:
    """A wrong intent is 0 in both groups; an address counts by chrF in its group where that is better."""
    say = weblinx.score_turn(Action("click"), Action("say", text="Hi"), original=True)
    assert (say.iou, say.f1) == (0.0, 0.0)
    load = weblinx.score_turn(
        Action("load", url="https://b.com"), Action("load", url="https://a.com"), original=True
    )
    assert load.score == 0.0
    assert load.grouped == weblinx.chrf("https://b.com", "https://a.com") > 0.5
    ours = weblinx.score_turn(Action("load", url="https://b.com"), Action("load", url="https://a.com"))
    assert ours.grouped == 0.0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "action: arguments: "),
        ({"element": "button"}, "arguments.element: "),
        ({"element": {"attributes": {"data-webtasks-id": ["b"]}}}, "data-webtasks-id: "),
        ({"text": 5}, "arguments.text: 5 is no text"),
        ({"properties": {"url": 5}}, "arguments.properties.url: 5 is no text"),
    ],
)
def test_what_a_turn_holds_is_of_its_type(tmp_path: Path, arguments: object, words: str) -> None:
    entry = {"type": "browser", "action": {"intent": "click", "arguments": arguments}}
    (tmp_path / "replay.json").write_text(json.dumps({"data": [entry]}))
    with pytest.raises(FormatError, match=f"{tmp_path.name}, turn 0.*{re.escape(words)}"):
        weblinx.score_dialogue(weblinx.load_dialogue(tmp_path), {})


def test_replay_in_another_format(tmp_path: Path) -> None:
    (tmp_path / "replay.json").write_text("[]")
    with pytest.raises(FormatError, match="a replay is an object"):
        weblinx.load_dialogue(tmp_path)
