"""WebLINX's figures, worked by hand from the definitions of its section 4."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluators.trajectories import weblinx
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


def test_sample_overall_is_micro_averaged() -> None:
    dialogue = weblinx.load_dialogue(DATA / "booking")
    # not counted: what the instructor says, scrolling, switching tabs
    assert dialogue.evaluated() == [1, 2, 4, 5, 6]
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
    ],
)
def test_parse_action(text: str, action: Action) -> None:
    assert weblinx.parse_action(text, BOXES) == action


def test_replay_in_another_format(tmp_path: Path) -> None:
    (tmp_path / "replay.json").write_text("[]")
    with pytest.raises(FormatError, match="a replay is an object"):
        weblinx.load_dialogue(tmp_path)
