"""The same actions get the same verdict here as from ``webarium eval``.

A scripted model repeats the actions of recorded runs; a page is the same in every run, and so are the numbers
of its elements. ``WEBARIUM_RUNS`` names the runs (folders, separated by ``:``), ``WEBARIUM_WORLD`` a world.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_webarium import webarium

TASKS = int(os.environ.get("WEBARIUM_PARITY_TASKS", "20"))
WORLD = os.environ.get("WEBARIUM_WORLD")
RUNS = [Path(name) for name in os.environ.get("WEBARIUM_RUNS", "").split(":") if name]


def recorded(folder: Path) -> dict[str, tuple[dict[str, Any], list[dict[str, Any]]]]:
    """By intent: the journal line and the actions; the shortest episodes."""
    lines = [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]
    found = {}
    for line in sorted(lines, key=lambda line: (line["steps"], line["task_id"]))[:TASKS]:
        steps = (folder / line["folder"] / "trajectory.jsonl").read_text().splitlines()
        actions = [json.loads(step)["action"] for step in steps]
        found[line["intent"]] = (line, [_without_nulls(action) for action in actions if action])
    return found


def _without_nulls(action: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in action.items() if value is not None}


def play(tasks: list[str], answer: Any, folder: Path) -> EvalLog:
    model = get_model("mockllm/model", custom_outputs=answer, memoize=False)
    chosen = webarium(tasks=",".join(tasks), world=WORLD, run=str(folder))
    (log,) = run_eval(
        chosen, model=model, log_dir=str(folder), display="none", retry_on_error=0, fail_on_error=False
    )
    return log


@pytest.mark.parametrize("run", RUNS, ids=lambda run: run.name)
def test_same_actions_same_verdicts(run: Path, tmp_path: Path) -> None:
    episodes = recorded(run)
    taken: Counter[str] = Counter()

    def answer(messages: list[Any], *_: Any) -> ModelOutput:
        intent = messages[-1].text.split("TASK: ", 1)[1].split("\n\n")[0]
        action = episodes[intent][1][taken[intent]]
        taken[intent] += 1
        output = ModelOutput.from_content("mockllm/model", f"```json\n{json.dumps(action)}\n```")
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)  # else it counts them
        return output

    log = play([line["task_id"] for line, _ in episodes.values()], answer, tmp_path)
    assert log.status == "success", log.error
    assert log.samples is not None
    scores = {str(sample.id): next(iter((sample.scores or {}).values())) for sample in log.samples}
    expected = {line["task_id"]: "C" if line["passed"] else "I" for line, _ in episodes.values()}
    assert {name: score.value for name, score in scores.items()} == expected
    assert all(score.explanation for score in scores.values())
    journal = [json.loads(line) for line in (tmp_path / "journal.jsonl").read_text().splitlines()]
    passed = {line["task_id"]: line["status"] for line in journal}
    assert passed == {line["task_id"]: line["status"] for line, _ in episodes.values()}
    assert json.loads((tmp_path / "summary.json").read_text())["tasks"] == len(episodes)
    assert json.loads((tmp_path / "manifest.json").read_text())["agent"]["name"] == "inspect"


def test_a_model_that_fails_is_an_error_not_a_score(tmp_path: Path) -> None:
    def answer(*_: Any) -> ModelOutput:
        raise RuntimeError("the endpoint is down")

    log = play(["shopping.order_total.0"], answer, tmp_path)
    assert log.samples is not None
    (sample,) = log.samples
    assert sample.error is not None
    assert "the endpoint is down" in sample.error.message
    assert not sample.scores
