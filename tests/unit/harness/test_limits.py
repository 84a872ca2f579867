"""The stop rules, action by action."""

from __future__ import annotations

import math

from harness.episode.limits import Limits, StopRules
from tasks.loader import load_tasks, oracle_length

CLICK = {"name": "click", "element": 3}


def test_thirty_steps_by_default():
    rules = StopRules(Limits())
    reasons = [rules.after({"name": "click", "element": n}, digest=str(n), invalid=False) for n in range(30)]
    assert reasons == [None] * 29 + ["max_steps"]


def test_same_action_more_than_three_times_on_the_same_observation():
    rules = StopRules(Limits())
    for _ in range(3):
        assert rules.after(CLICK, digest="a", invalid=False) is None
    assert rules.after(CLICK, digest="a", invalid=False) == "repeated_action"


def test_another_observation_or_action_starts_the_count_again():
    rules = StopRules(Limits())
    for digest in ("a", "a", "a", "b", "a", "a", "a"):
        assert rules.after(CLICK, digest=digest, invalid=False) is None
    assert rules.after({"name": "noop"}, digest="a", invalid=False) is None
    assert rules.after(CLICK, digest="a", invalid=False) is None


def test_three_invalid_actions_in_a_row():
    rules = StopRules(Limits())
    for n in range(2):
        assert rules.after({"name": "click", "element": n}, digest="a", invalid=True) is None
    assert rules.after(CLICK, digest="a", invalid=False) is None, "a valid one between them forgives"
    for n in range(2):
        assert rules.after({"name": "click", "element": n}, digest="a", invalid=True) is None
    assert rules.after(None, digest="a", invalid=True) == "invalid_actions"


def test_steps_can_be_a_multiple_of_the_annotated_length():
    (task,) = load_tasks("shopping.order_total.0")
    length = oracle_length(task)
    assert length
    assert Limits(step_factor=1.5).of(task).steps == math.ceil(1.5 * length) + 1, "the stop besides"
    own = task.model_copy(update={"room": 0})
    assert Limits(step_factor=1.5).of(own).steps == Limits().steps, "no length, no multiple"
    assert "step_factor" not in Limits().to_json()
    assert Limits(step_factor=1.5).to_json()["step_factor"] == 1.5


def test_rules_can_be_switched_off():
    rules = StopRules(Limits(steps=0, repeats=0, invalid=0))
    assert all(rules.after(CLICK, digest="a", invalid=True) is None for _ in range(100))
