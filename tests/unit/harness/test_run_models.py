"""The records of a run's files: versions, what may not stand in them, and what older runs lack."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from harness.run.models import SCHEMA, JournalLine, Manifest, Step

LINE: dict[str, Any] = {"task_id": "shopping.order_total.0", "trial": 0, "config": "c", "status": "passed"}


def test_an_older_line_is_read_and_keeps_its_age() -> None:
    found = JournalLine.read(LINE)
    assert (found.schema_version, found.attempts, found.sites, found.passed) == (0, 1, [], True)
    assert JournalLine(**LINE).schema_version == SCHEMA


def test_a_line_is_written_with_its_version_and_read_back_equal() -> None:
    line = JournalLine(**LINE, answer="½ \ud800", seconds=1.5, tokens={"prompt": 3, "completion": 1})
    data = json.loads(line.to_line())
    assert (data["schema_version"], data["passed"], data["answer"]) == (SCHEMA, True, "½ \ud800")
    assert JournalLine.read(data) == line


def test_a_line_says_whether_the_task_was_wrong() -> None:
    assert not JournalLine.read(LINE).wrong_task, "an older one does not say so"
    error = {**LINE, "status": "error", "error": "it is wrong", "wrong_task": True}
    assert JournalLine.read(json.loads(JournalLine(**error).to_line())).wrong_task
    assert JournalLine.read(error | {"whose": "of a newer one"}).wrong_task


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ({"status": "perhaps"}, "status"),
        ({"schema_version": SCHEMA + 1}, "newer"),
        ({"seconds": math.nan}, "seconds"),
        ({"trial": -1}, "trial"),
        ({"task_id": "../../etc/passwd"}, "task_id"),
        ({"task_id": "a/b"}, "task_id"),
        ({"folder": "/etc"}, "folder"),
        ({"folder": "episodes/../../x"}, "folder"),
        ({"tokens": "many"}, "tokens"),
        ({"tokens": {"prompt": -1}}, "tokens.prompt"),
        ({"steps": -5}, "steps: -5 is less than 0"),
        ({"steps": 10**400}, "steps"),
        ({"seconds": -0.5}, "seconds"),
        ({"phases": {"reset": -1}}, "phases.reset"),
        ({"score": 1.5}, "score"),
        ({"score": "1"}, "score: .*text and no number"),
        ({"trial": "0"}, "trial: .*text and no number"),
        ({"passed": False}, "^passed is false, but status is passed$"),
        ({"status": "failed", "passed": True}, "^passed is true, but status is failed$"),
        ({"status": "failed", "score": 1.0}, "^score is 1, but status is failed$"),
    ],
)
def test_a_damaged_line_is_refused_with_the_key_that_is_wrong(damage: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        JournalLine.read(LINE | damage)


@pytest.mark.parametrize("data", [None, [], "text", 3])
def test_what_is_no_object_is_no_record(data: Any) -> None:
    with pytest.raises(ValueError, match="no JSON object"):
        Manifest.read(data)


@pytest.mark.parametrize(
    ("name", "value"), [("steps", -3), ("answer_seconds", -1), ("seconds", 5), ("steps", 10**400)]
)
def test_limits_of_a_manifest_are_those_that_an_episode_knows(name: str, value: int) -> None:
    settings = {"observation": ["axtree"], "scope": "page", "limits": {"steps": 30, "answer_seconds": 0.5}}
    agent = {"name": "oracle", "command": []}
    manifest = {"run": "r", "started": "", "agent": agent, "config": "c", "tasks": [], "settings": settings}
    assert Manifest.read(manifest).settings.limits == settings["limits"]
    settings["limits"] |= {name: value}  # type: ignore[operator]
    with pytest.raises(ValueError, match=rf"settings\.limits\.{name}"):
        Manifest.read(manifest)


@pytest.mark.parametrize("field", ["axtree_file", "screenshot", "html_file", "elements_file"])
def test_files_of_a_step_lead_nowhere_but_below_the_episode(field: str) -> None:
    with pytest.raises(ValueError, match=field):
        Step.read({"step": 0, field: "../../../../etc/passwd"})


def test_a_step_with_what_is_no_number_is_still_json() -> None:
    step = Step(step=1, action={"name": "click", "x": math.nan}, target={"point": [math.inf, 1.0]})
    data = json.loads(step.to_line(), parse_constant=pytest.fail)
    assert (data["action"]["x"], data["target"]["point"]) == (None, [None, 1.0])


@pytest.mark.parametrize("side", [math.inf, math.nan, 1e300, 10**400])
def test_a_place_that_no_window_has_is_none(side: float) -> None:
    """A page may say of an element whatever it likes; the step is kept all the same."""
    step = Step(step=0, target={"role": "link", "box": [0, side, 1, 1]})
    assert step.target == {"role": "link", "box": None}
    assert Step(step=0, target={"box": [-0.5, 1, 2, 3]}).target == {"box": [-0.5, 1, 2, 3]}


def test_limits_of_a_manifest_stay_what_they_were() -> None:
    # 30 and 30.0 give two digests of one configuration
    settings = {"observation": ["axtree"], "scope": "page", "limits": {"steps": 30, "answer_seconds": 1.5}}
    found = Manifest.read(
        {
            "run": "r",
            "started": "",
            "agent": {"name": "a", "command": ["a"]},
            "config": "c",
            "settings": settings,
            "tasks": [],
        }
    )
    assert json.dumps(found.settings.limits) == '{"steps": 30, "answer_seconds": 1.5}'
