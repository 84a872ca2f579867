"""Mind2Web's figures, worked by hand from the definitions of its section 4.2."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluators.trajectories import mind2web
from evaluators.trajectories.files import FormatError
from evaluators.trajectories.mind2web import Operation

DATA = Path(__file__).parents[3] / "data" / "trajectories" / "mind2web"


@pytest.mark.parametrize(
    ("predicted", "reference", "f1"),
    [
        (("CLICK", ""), ("CLICK", ""), 1.0),
        (("click", "anything"), ("CLICK", ""), 1.0),  # a click has no value to be right or wrong
        (("TYPE", "york"), ("CLICK", ""), 0.0),  # {TYPE, york} and {CLICK} share nothing
        # {TYPE, york} in {TYPE, new, york}: P = 2/2, R = 2/3, F1 = 2 * 2 / (2 + 3)
        (("TYPE", "york"), ("TYPE", "new york"), 0.8),
        # {SELECT, york} against {TYPE, york}: one of two tokens on each side
        (("SELECT", "york"), ("TYPE", "york"), 0.5),
        # sets, as in the authors' code: a word said twice is one token
        (("TYPE", "new new york"), ("TYPE", "new york"), 1.0),
        (("TYPE", "york new"), ("TYPE", "new york"), 1.0),
        (("TYPE", "New York"), ("TYPE", "new york"), 1 / 3),  # capitals count: TYPE alone is shared
        (("", ""), ("TYPE", "york"), 0.0),
        # hovering and pressing Enter are clicks, on both sides and in any spelling
        (("HOVER", ""), ("CLICK", ""), 1.0),
        (("press enter", ""), ("CLICK", ""), 1.0),
        (("PRESS_ENTER", ""), ("HOVER", ""), 1.0),
        (("CLICK", ""), ("ENTER", ""), 1.0),
        (("ENTER", ""), ("TYPE", "york"), 0.0),
        (("SELECT OPTION", "two"), ("SELECT", "two"), 1.0),
        (("SCROLL", ""), ("CLICK", ""), 0.0),
    ],
)
def test_operation_f1(predicted: tuple[str, str], reference: tuple[str, str], f1: float) -> None:
    ours = Operation(op=predicted[0], value=predicted[1])
    theirs = Operation(op=reference[0], value=reference[1])
    assert mind2web.operation_f1(ours, theirs) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("predicted", "reference", "f1"),
    [
        # {CLICK, anything} against {CLICK}: one of two and one of one, F1 = 2 * 1 / (2 + 1)
        (("CLICK", "anything"), ("CLICK", ""), 2 / 3),
        (("CLICK", ""), ("CLICK", "recorded"), 1.0),  # a recorded click has no value
        (("TYPE", "york\nand more"), ("TYPE", "york"), 1.0),  # the value ends with its line
        (("DRAG", "york"), ("TYPE", "york"), 2 / 3),  # an operation nobody knows is no token
        (("HOVER", ""), ("CLICK", ""), 1.0),
    ],
)
def test_operation_f1_of_the_code(predicted: tuple[str, str], reference: tuple[str, str], f1: float) -> None:
    ours = Operation(op=predicted[0], value=predicted[1])
    theirs = Operation(op=reference[0], value=reference[1])
    assert mind2web.operation_f1(ours, theirs, original=True) == pytest.approx(f1)


def test_an_operation_on_nothing() -> None:
    """The authors' code knows no operation where no element was chosen, or none of those shown was right."""
    operation = {"op": "CLICK", "value": ""}
    target = mind2web.Action.model_validate(
        {"action_uid": "a", "operation": operation, "pos_candidates": [{"backend_node_id": "1"}]}
    )
    nothing = target.model_copy(update={"pos_candidates": []})
    chosen = mind2web.Prediction(annotation_id="t", action_uid="a", element="2", op="CLICK")
    none = chosen.model_copy(update={"element": None})
    scores = [
        [mind2web.score_step(action, one, original=original).operation for original in (False, True)]
        for action, one in ((target, chosen), (target, none), (nothing, chosen))
    ]
    assert scores == [[1.0, 1.0], [1.0, 0.0], [1.0, 0.0]]


def test_any_acceptable_element_counts() -> None:
    assert mind2web.element_accuracy("12", ["11", "12"]) == 1.0
    assert mind2web.element_accuracy("13", ["11", "12"]) == 0.0
    assert mind2web.element_accuracy(None, ["11"]) == 0.0


def test_sample_is_macro_averaged() -> None:
    demonstrations = mind2web.load_demonstrations(DATA / "demonstrations.json")
    predictions = mind2web.load_predictions(DATA / "predictions.jsonl")
    trip, news = (
        mind2web.score_task(demo, predictions.get(demo.annotation_id, {})) for demo in demonstrations
    )

    # trip: elements 1, 1, 0; operations 1, 2*2/(2+3) = 0.8, 1; only the first step is wholly right
    assert trip.element_accuracy == pytest.approx(2 / 3)
    assert trip.operation_f1 == pytest.approx(2.8 / 3)
    assert trip.step_success_rate == pytest.approx(1 / 3)
    assert not trip.success
    assert news.success

    # the mean of the two tasks, not of the four steps (that would be 0.75, 0.95, 0.5)
    scores = mind2web.summarize([trip, news])
    assert scores is not None
    assert scores.element_accuracy == pytest.approx((2 / 3 + 1) / 2)
    assert scores.operation_f1 == pytest.approx((2.8 / 3 + 1) / 2)
    assert scores.step_success_rate == pytest.approx((1 / 3 + 1) / 2)
    assert scores.success_rate == 0.5


def test_a_step_without_prediction_or_acceptable_element_fails() -> None:
    demo = mind2web.load_demonstrations(DATA / "demonstrations.json")[1]
    nothing = mind2web.score_task(demo, {})
    assert (nothing.element_accuracy, nothing.operation_f1, nothing.success) == (0.0, 0.0, False)

    orphan = demo.model_copy(deep=True)
    orphan.actions[0].pos_candidates.clear()
    predictions = mind2web.load_predictions(DATA / "predictions.jsonl")["news"]
    assert not mind2web.score_task(orphan, predictions).success


def test_attributes_are_read_from_their_json_text() -> None:
    demo = mind2web.load_demonstrations(DATA)[0]
    assert demo.actions[0].pos_candidates[0].attributes["href"] == "/rides"


def test_error_names_file_record_and_field(tmp_path: Path) -> None:
    file = tmp_path / "train_0.json"
    file.write_text('[{"annotation_id": "x", "actions": []}]')
    with pytest.raises(FormatError, match=r"train_0\.json, record 0: actions"):
        mind2web.load_demonstrations(file)


def test_summary_of_nothing() -> None:
    assert mind2web.summarize([]) is None


@pytest.mark.parametrize("element", ["1", 1, 1.0])
def test_a_number_names_the_element_of_that_number(element: object) -> None:
    """A table with a gap in its column of elements has 1.0 where 1 was written."""
    record = {"annotation_id": "t", "action_uid": "a", "op": "CLICK", "element": element}
    predicted = mind2web.Prediction.model_validate(record).element
    candidate = mind2web.Candidate.model_validate({"backend_node_id": "1"})
    assert mind2web.element_accuracy(predicted, {candidate.backend_node_id}) == 1.0
    half = mind2web.Prediction.model_validate(record | {"element": 1.5}).element
    assert mind2web.element_accuracy(half, {"1"}) == 0.0
