"""``webarium score`` over files that are wrong: each is named with the record, or the row, that is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evaluators.dropin import commands
from evaluators.trajectories.files import FormatError

DATA = Path(__file__).parents[3] / "data"
SAMPLES = {
    "webarena": ("dropin/webarena/tasks.json", "dropin/webarena/outcomes"),
    "verified": ("dropin/verified/tasks.json", "dropin/verified/outcomes"),
    "webcanvas": ("trajectories/webcanvas/tasks.json", "trajectories/webcanvas/runs"),
    "mind2web": ("trajectories/mind2web/demonstrations.json", "trajectories/mind2web/predictions.jsonl"),
    "weblinx": ("trajectories/weblinx", "trajectories/weblinx/results.json"),
}
Change = Callable[[Any], object]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copytree(DATA, tmp_path / "data")
    return tmp_path / "data"


def change(path: Path, how: Change) -> None:
    content = json.loads(path.read_text())
    how(content)
    path.write_text(json.dumps(content))


def required(tasks: Any, contents: Any) -> None:
    tasks[5]["eval"]["program_html"][0]["required_contents"] = contents


@pytest.mark.parametrize(
    ("sample", "how", "words"),
    [
        ("webarena", lambda d: d[0].pop("eval"), "record 0: eval: is missing"),
        ("webarena", lambda d: d[1].update(task_id=1), "record 1: task 1 stands in .* record 0 already"),
        ("webarena", lambda d: d[1].update(task_id="1"), "record 1: task 1 stands in .* record 0 already"),
        ("webarena", lambda d: d.clear(), "holds no task"),
        ("webarena", lambda d: d[1].update(task_id=True), "record 1: task_id: a task has a number, not True"),
        ("verified", lambda d: d[1].update(task_id=True), "record 1: task_id: true is no whole number"),
        (
            "webarena",
            lambda d: d[1].update(task_id="one"),
            "record 1: task_id: a task has a number, not 'one'",
        ),
        (
            "webarena",
            lambda d: d[0]["eval"].update(reference_answers={"must_include": 3}),
            "record 0: eval.reference_answers: must_include is a list of texts, not 3",
        ),
        (
            "webarena",
            lambda d: d[0]["eval"].update(reference_answers={"exact_match": {}}),
            "exact_match is a text or a list of texts",
        ),
        (
            "webarena",
            lambda d: required(d, {"must_include": "blue lamp"}),
            "record 5: .*must_include is a list of texts, not 'blue lamp'",
        ),
        (
            "webarena",
            lambda d: required(d, {"must_include": []}),
            r"record 5: .*must_include is a list of texts, not \[\]",
        ),
        (
            "webarena",
            lambda d: required(d, {"exact_match": ["a"]}),
            r"record 5: .*exact_match is a text, not \['a'\]",
        ),
        ("webarena", lambda d: required(d, {}), "record 5: .*give one of exact_match and must_include"),
        (
            "webarena",
            lambda d: required(d, {"exact_match": "a", "must_include": ["a"]}),
            "record 5: .*give one of exact_match and must_include",
        ),
        ("verified", lambda d: d[1].update(task_id=d[0]["task_id"]), "record 1: task 1 stands in"),
        (
            "verified",
            lambda d: d[0]["eval"][0]["results_schema"]["items"].update(type="banana"),
            "record 0: .*there is no schema type 'banana'; known are array, object",
        ),
        (
            "verified",
            lambda d: d[0]["eval"][0]["expected"].update(status="SUCCES"),
            "record 0: .*'SUCCES' is neither SUCCESS nor",
        ),
        (
            "verified",
            lambda d: d[0]["eval"][0].update(evaluator="VibeEvaluator"),
            "there is no evaluator 'VibeEvaluator'; known are 'AgentResponseEvaluator', 'NetworkEvent",
        ),
        (
            "webcanvas",
            lambda d: d[1]["evaluation"][0].update(match_function_name="url_vaguely_match"),
            "record 1: .*no match function 'url_vaguely_match'; known are url_exactly_match",
        ),
        (
            "webcanvas",
            lambda d: d[0]["evaluation"][0].update(match_function_name="element_path_included_match"),
            "record 0: .*WebCanvas does not define .*'element_path_included_match'; known are url_exactly",
        ),
        (
            "webcanvas",
            lambda d: d[1].update(reference_task_length=0),
            "0 is less than 1",
        ),
        (
            "verified",
            lambda d: d[3]["eval"][1]["expected"].update(url="^__SHOPPING__/(save"),
            "record 3: .*is no regular expression",
        ),
        (
            "webarena",
            lambda d: d[5]["eval"]["program_html"][0].update(locator="document.querySelector("),
            "task 6: the locator 'document.querySelector.' is no JavaScript",
        ),
        ("webcanvas", lambda d: d[1].update(index=0), "record 1: index 0 stands in"),
        ("mind2web", lambda d: d[1].update(annotation_id="trip"), "record 1: task trip stands in"),
    ],
)
def test_a_task_file_is_named_with_its_record(data: Path, sample: str, how: Change, words: str) -> None:
    tasks, outcomes = (data / part for part in SAMPLES[sample])
    change(tasks, how)
    with pytest.raises(FormatError, match=words) as caught:
        commands.score(tasks, outcomes)
    assert caught.value.message.startswith(str(tasks))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"annotation_id": "none", "action_uid": "x", "element": "1", "op": "CLICK"}', "no task 'none'"),
        ('{"annotation_id": "trip", "action_uid": "x", "element": "1", "op": "CLICK"}', "no step 'x'"),
        ('{"annotation_id": "trip", "action_uid": "trip-0", "element": "1"}', "record 4: op: is missing"),
        (
            '{"annotation_id": "trip", "action_uid": "trip-0", "element": "1", "op": "CLICK"}',
            "record 4: step trip-0 of task trip stands in .* record 0 already",
        ),
        ("{", ":5: is no JSON"),
    ],
)
def test_predictions_are_of_known_steps_once_and_whole(data: Path, line: str, words: str) -> None:
    tasks, predictions = (data / part for part in SAMPLES["mind2web"])
    predictions.write_text(predictions.read_text() + line + "\n")
    with pytest.raises(FormatError, match=words):
        commands.score(tasks, predictions)


def test_boxes_are_numbers_and_guesses_are_made_once(data: Path) -> None:
    tasks, results = (data / part for part in SAMPLES["weblinx"])
    change(results, lambda d: d.append(d[0]))
    with pytest.raises(FormatError, match=r"turn .* of booking stands in .* record 0 already"):
        commands.score(tasks, results)
    boxes = tasks / "booking" / "bboxes" / "bboxes-0.json"
    change(results, lambda d: d.pop())
    change(boxes, lambda d: d["b1"].update(left="zero", x="zero"))
    with pytest.raises(FormatError, match=r"bboxes-0\.json: b1\.\w+ is no number"):
        commands.score(tasks, results)


def test_the_format_and_the_outcomes_must_fit_the_task_file(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["webarena"])
    with pytest.raises(FormatError, match="is a task file of webarena, not of weblinx"):
        commands.score(tasks, outcomes, name="weblinx")
    with pytest.raises(FormatError, match=r"tasks\.json is no folder"):
        commands.score(tasks, tasks)
    demos, predictions = (data / part for part in SAMPLES["mind2web"])
    with pytest.raises(FormatError, match="mind2web is a folder"):
        commands.score(demos, predictions.parent)
    tasks.write_text("\n")
    with pytest.raises(FormatError, match="the file is empty"):
        commands.score(tasks, outcomes)


def test_outcomes_of_no_task_are_told(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["verified"])
    assert "of_no_task" not in commands.score(tasks, outcomes).figures
    for name in ("999", "998.0", "notes", "5.1"):  # the last is a trial of task 5
        (outcomes / name).mkdir()
    assert commands.score(tasks, outcomes).figures["of_no_task"] == "998.0, 999, notes"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("agent_response.json", bytes(range(256))),
        ("network.har", b'{"log": {"entries": '),
        ("network.har", b'{"log": {"entries": "none"}}'),
    ],
)
def test_a_broken_outcome_has_a_row_and_the_command_fails(data: Path, name: str, content: bytes) -> None:
    from harness.commands.cli import app

    tasks, outcomes = (data / part for part in SAMPLES["verified"])
    (outcomes / "4" / name).write_bytes(content)
    told = CliRunner().invoke(app, ["score", "--tasks", str(tasks), "--outcomes", str(outcomes), "--json"])
    rows = {row["task_id"]: row for row in json.loads(told.stdout)["rows"]}
    assert (rows["4"]["status"], rows["1"]["status"]) == ("error", "passed")
    assert name in rows["4"]["why"]
    assert told.exit_code != 0
    assert "1 of the outcomes could not be judged: 4" in str(told.exception) + told.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("outcome.json", "{"),
        ("trajectory.jsonl", '{"url": 5}'),
        ("trajectory.jsonl", '{"target": "button"}'),
        ("trajectory.jsonl", '{"action": {"name": "noop"}, "html_file": "../../../page.html"}'),
    ],
)
def test_a_broken_episode_reaches_none_of_its_key_nodes(data: Path, name: str, content: str) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["webcanvas"])
    (outcomes / "0" / name).write_text(content)
    report = commands.score(tasks, outcomes)
    rows = {row.task_id: row for row in report.rows}
    assert (rows["0"].status, rows["0"].score, rows["1"].status) == ("error", 0.0, "passed")
    # 0 of 4 and 2 of 2; both episodes count, with 0 and 2 steps for 2 points, 0 and 0.95
    figures = report.figures
    assert (figures["completion_rate"], figures["task_success_rate"]) == (2 / 6, 0.5)
    assert (figures["efficiency_score"], figures["human_alignment_score"]) == (0.5, 0.475)


def test_an_expected_address_that_is_none_is_told(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["verified"])
    change(tasks, lambda d: d[3]["eval"][1]["expected"].update(url="http://[broken/"))
    row = next(row for row in commands.score(tasks, outcomes).rows if row.task_id == "4")
    assert (row.status, "is no address" in row.why) == ("error", True)


def test_a_pattern_that_cannot_be_read_ends_no_scoring(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["verified"])
    change(tasks, lambda d: d[3]["eval"][1].update(ignored_query_params_patterns=["("]))
    rows = {row.task_id: row for row in commands.score(tasks, outcomes).rows}
    assert (rows["4"].status, rows["1"].status) == ("error", "passed")
    assert "is no regular expression" in rows["4"].why


def test_a_call_in_place_of_an_address_cannot_be_judged(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["webarena"])
    for folder in ("6", "8"):  # these need a browser
        shutil.rmtree(outcomes / folder)
    change(tasks, lambda d: d[4]["eval"].update(eval_types=["url_match"], reference_url="func:open('x')"))
    row = next(row for row in commands.score(tasks, outcomes).rows if row.task_id == "5")
    assert row.status == "error"
    assert "is a call, and url_match compares addresses" in row.why


def test_what_a_task_looks_at_and_nobody_recorded_is_no_failure(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["verified"])
    (outcomes / "4" / "network.har").unlink()
    row = next(row for row in commands.score(tasks, outcomes).rows if row.task_id == "4")
    assert (row.status, "no network.har" in row.why) == ("error", True)
    tasks, outcomes = (data / part for part in SAMPLES["webarena"])
    for folder in ("6", "8"):  # these need a browser
        shutil.rmtree(outcomes / folder)
    change(outcomes / "5" / "outcome.json", lambda d: d.pop("final_url"))
    row = next(row for row in commands.score(tasks, outcomes).rows if row.task_id == "5")
    assert (row.status, "has no final_url" in row.why) == ("error", True)


def test_an_address_of_a_site_has_a_scheme(data: Path) -> None:
    tasks, outcomes = (data / part for part in SAMPLES["webarena"])
    change(outcomes / "sites.json", lambda d: d.update(__SHOPPING__="localhost:7770"))
    with pytest.raises(FormatError, match="__SHOPPING__: 'localhost:7770' is no address of a site"):
        commands.score(tasks, outcomes)


def test_results_are_of_dialogues_that_there_are(data: Path) -> None:
    tasks, results = (data / part for part in SAMPLES["weblinx"])
    change(results, lambda d: d[0].update(demo_name="bookings"))
    with pytest.raises(FormatError, match="there is no dialogue 'bookings'"):
        commands.score(tasks, results)
    change(results, lambda d: d[0].update(demo_name="booking", turn_index=0))
    with pytest.raises(FormatError, match="turn 0 of booking is none of the navigator's"):
        commands.score(tasks, results)
    replay = next(tasks.rglob("replay.json"))
    change(replay, lambda d: next(one for one in d["data"] if one["type"] != "chat")["action"].pop("intent"))
    with pytest.raises(FormatError, match=r"action\.intent is missing"):
        commands.score(tasks, results)


def test_predictions_are_of_elements_and_there_are_some(data: Path) -> None:
    tasks, predictions = (data / part for part in SAMPLES["mind2web"])
    lines = predictions.read_text().splitlines()
    predictions.write_text(json.dumps(json.loads(lines[0]) | {"element": [1]}))
    with pytest.raises(FormatError, match="an element is named by its number"):
        commands.score(tasks, predictions)
    empty = predictions.with_suffix(".jsonl")
    empty.write_text("")
    with pytest.raises(FormatError, match="holds no prediction"):
        commands.score(tasks, empty)
