"""Free texts that sound like a refusal, and refusals: what the check and the run's counts make of them."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import collect_all, judge_all
from evaluators.base import Outcome, Verdict
from evaluators.heard import NO_REASON, told_of
from tasks.formats import Format
from tasks.model import Task
from tests.unit.evaluators.checks_world import DictWorld, task_with

TITLE, FREE = "The impossible garden", "On Sunday parking is free; the lot lacks shade."
FULL = "It is impossible to find a space after ten."


def asked(check: dict[str, Any], format: Format) -> Task:
    return task_with({"answer": check}).model_copy(update={"answer": format})


def verdict(task: Task, **outcome: Any) -> Verdict:
    said = Outcome(task_id=task.id, told="full", **outcome)
    return judge_all(task, collect_all(task, DictWorld(), said)).checks[0]


@pytest.mark.parametrize("status", ["done", None])
def test_a_free_text_that_sounds_like_a_refusal_is_compared(status: str | None) -> None:
    text = Format(type="text")
    title, facts = asked({"exact": TITLE}, text), asked({"facts": ["free", "Sunday"]}, text)
    assert verdict(title, answer=TITLE, status=status).passed
    assert not verdict(title, answer="The impossible house", status=status).passed
    assert verdict(facts, answer=FREE, status=status).passed
    assert not verdict(facts, answer=FULL, status=status).passed


def test_what_is_said_to_be_done_is_counted_as_done() -> None:
    task = asked({"facts": ["after ten"]}, Format(type="text"))
    for answer in (TITLE, FREE, FULL):
        told = told_of(task, Outcome(task_id=task.id, told="full", answer=answer, status="done"))
        assert told["answer_status"] == "done"


def test_a_refusal_names_its_reason_whatever_the_format() -> None:
    for format in (Format(type="text"), Format(type="number")):
        task = asked({"not_achievable": "any"}, format)
        assert verdict(
            task, answer="It cannot be 5 of them.", status="not_achievable", reason="not_found"
        ).passed
        without = verdict(task, answer="Too late!", status="not_achievable")
        assert (without.passed, NO_REASON in without.why) == (False, True)
        assert not verdict(task, answer="The lot lacks shade.").passed
        assert not verdict(task, answer=TITLE, status="done").passed


def test_a_refusal_passes_no_task_that_can_be_done() -> None:
    task = asked({"exact": 5}, Format(type="number"))
    for answer in ("5", "There are 5 of them, I saw it.", '{"answer": 5}'):
        assert not verdict(task, answer=answer, status="not_achievable", reason="not_found").passed
    for answer in ("N/A: not found. There are 5.", "N/A, 5", "N/A 5"):
        assert not verdict(task, answer=answer).passed
