"""Milestones: parts of a task that count by themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluators import Judgement, Outcome, collect_all, judge_all, unsound
from harness.authoring.reports import judged
from tasks.loader import build_tasks, effective_lock
from tasks.model import Task
from tasks.templates import TemplateErrors, load_template

from .checks_world import DictWorld, task_with

PLACED = {
    "reached": "the order is seen",
    "check": {"node": {"url": "http://shopping.webarium.test/orders/7/"}},
}
SAID = {"reached": "the total is told", "weight": 2, "check": {"answer": {"exact": 12}}}
CHECKS = ({"answer": {"exact": 12}}, {"url": "http://shopping.webarium.test/orders/7/"})


def played(task: Task, **outcome: Any) -> Judgement:
    """The judgement of an outcome, with evidence that went through a file."""
    evidence = collect_all(task, DictWorld(), Outcome(task_id=task.id, **outcome))
    return judge_all(task, json.loads(json.dumps(evidence)))


def long_task(*milestones: dict[str, Any]) -> Task:
    """A task with two checks."""
    return task_with(*CHECKS, answer={"type": "number"}, milestones=list(milestones))


@pytest.mark.parametrize(
    ("outcome", "passed", "score"),
    [
        ({"answer": "12", "final_url": "http://shopping.webarium.test/orders/7/"}, True, 1.0),
        ({"answer": "12", "final_url": "http://shopping.webarium.test/"}, False, 2 / 4),
        ({"answer": "13", "urls": ["http://shopping.webarium.test/orders/7/"]}, False, 1 / 4),
        ({"answer": "12", "urls": ["http://shopping.webarium.test/orders/7/"]}, False, 3 / 4),
        ({"answer": "", "final_url": "http://shopping.webarium.test/"}, False, 0.0),
    ],
)
def test_the_score_is_the_share_of_what_was_reached(
    outcome: dict[str, Any], passed: bool, score: float
) -> None:
    judgement = played(long_task(PLACED, SAID), **outcome)
    assert (judgement.passed, judgement.score) == (passed, score)
    assert [one.reached for one in judgement.milestones] == ["the order is seen", "the total is told"]


def test_without_milestones_the_score_is_the_verdict() -> None:
    assert played(long_task(), answer="12").score == 0.0
    assert played(long_task(), answer="12", final_url="http://shopping.webarium.test/orders/7/").score == 1.0


def test_a_milestone_that_cannot_be_judged_is_trouble_and_no_point() -> None:
    judgement = judge_all(long_task(SAID), [])
    assert judgement.broken
    assert judgement.score == 0.0


def test_evidence_from_before_there_were_milestones_judges_the_checks() -> None:
    before = collect_all(long_task(), DictWorld(), Outcome(task_id="shopping.test.0", answer="12"))
    assert [one.passed for one in judge_all(long_task(SAID), before).checks] == [True, False]


def test_verifying_wants_all_of_the_oracle_and_nothing_of_whoever_does_nothing() -> None:
    idle = {"reached": "it is still there", "check": {"url": "http://shopping.webarium.test/"}}
    start = {"final_url": "http://shopping.webarium.test/"}
    assert judged("noop", False, played(long_task(SAID), **start), "").ok
    held = judged("noop", False, played(long_task(idle), **start), "")
    assert (held.ok, held.problem) == (False, "reaches a milestone without doing anything: it is still there")
    right = {"answer": "12", "final_url": "http://shopping.webarium.test/orders/7/"}
    assert judged("oracle", True, played(long_task(SAID), **right), "12").ok
    missed = judged("oracle", True, played(long_task(idle), **right), "12")
    assert not missed.ok
    assert "milestone 'it is still there'" in str(missed.problem)


def test_a_check_that_can_judge_nothing_is_told_of_a_milestone_as_well() -> None:
    bad = {"reached": "the day is told", "check": {"answer": {"exact": "no number"}}}
    assert [index for index, _ in unsound(long_task(bad))] == [2]


TEMPLATE = """\
intent: How many pieces of {{ what }} are in stock?
covers: [S1]
category: information_seeking
profile: {home: null}
start: http://home.webarium.test/
params: [{what: oak}, {what: pine}]
answer: {type: number}
checks:
  - answer: {exact: 3}
milestones:
  - reached: the page of {{ what }} is open
    check: {url: "http://home.webarium.test/{{ what }}"}
oracle:
  - stop: "3"
"""


def test_texts_of_milestones_are_rendered_for_each_task(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    path = tmp_path / "home" / "stock.yaml"
    path.write_text(TEMPLATE)
    template = load_template(path)
    oak, pine = build_tasks(template, effective_lock(template, tmp_path), path)
    assert oak.milestones[0].reached == "the page of oak is open"
    assert pine.judged[1].spec == "http://home.webarium.test/pine"
    path.write_text(
        TEMPLATE.replace('check: {url: "http://home.webarium.test/{{ what }}"}', "check: {urk: /}")
    )
    with pytest.raises(TemplateErrors, match=r"stock\.yaml:\d+: .*there is no check 'urk'"):
        load_template(path)
