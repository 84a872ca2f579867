"""The stop rules, action by action."""

from __future__ import annotations

from harness.episode.limits import Limits, StopRules

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


def test_rules_can_be_switched_off():
    rules = StopRules(Limits(steps=0, repeats=0, invalid=0))
    assert all(rules.after(CLICK, digest="a", invalid=True) is None for _ in range(100))
