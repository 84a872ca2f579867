"""Mutants of actions in a real browser: what is left out or done twice fails, a loose task is found out."""

from __future__ import annotations

from integration.test_verify import Shop, shop, task  # noqa: F401 - fixtures

from harness.authoring import mutation
from harness.authoring.mutation import mutate_played
from harness.authoring.playing import OraclePlayer
from tasks.model import CheckEntry, Task


def mutated(world: Shop, one: Task) -> mutation.MutationReport:
    with OraclePlayer(world) as player:
        return mutate_played(player, one)


def test_left_out_and_doubled_actions_fail(shop: Shop, task: Task, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(mutation, "_siblings", lambda template: ())
    report = mutated(shop, task)
    assert report.problem is None
    assert report.made["action left out"] == 2, "the quantity, and the button"
    assert report.made["action done twice"] == 1
    assert [survivor.name for survivor in report.survivors] == []
    assert report.equivalent == 0


def test_a_task_that_does_not_look_at_the_rows_is_found_out(shop: Shop, task: Task, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr(mutation, "_siblings", lambda template: ())
    anything = CheckEntry(kind="changes", spec={"shopping": {"line": "any"}})
    loose = task.model_copy(update={"checks": [task.checks[0], anything]})
    report = mutated(shop, loose)
    assert {survivor.kind for survivor in report.survivors} == {"action left out", "action done twice"}
