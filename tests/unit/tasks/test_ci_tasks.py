"""What CI plays: bounded, by the commit's hash, and each template at some time."""

from __future__ import annotations

import sys

import pytest

from tasks.loader import ROOM, load_tasks
from tasks.model import KeyNode, Limits, Task
from tasks.specs import NodeSpec
from tests import ci_tasks
from tests.ci_tasks import LONG_STEPS, TESTS_SECONDS, choose, seconds, steps

SOME = load_tasks("home.*, library.*, wiki.*, map.*")
TEMPLATES = [task for task in {task.template: task for task in SOME}.values() if steps(task) < LONG_STEPS]


def long_one(task: Task) -> Task:
    return task.model_copy(update={"room": ROOM * 40})


def test_all_are_played_where_they_fit() -> None:
    found = choose(TEMPLATES, "abc")
    assert found.played == TEMPLATES
    assert (found.left_out, found.long) == ([], [])
    assert found.seconds == seconds(TEMPLATES)
    assert all(0 < steps(task) < LONG_STEPS for task in TEMPLATES)


def test_a_limit_tells_the_length_of_an_oracle_that_cannot_be_counted() -> None:
    task = TEMPLATES[0].model_copy(update={"key_nodes": [], "room": 0, "limits": Limits(steps=90)})
    assert steps(task) == 90 / ROOM
    early = task.model_copy(update={"key_nodes": [KeyNode(node=NodeSpec(url="*"), step=4)]})
    assert steps(early) == 90 / ROOM, "what comes after the last key node is work, too"


def test_long_tasks_get_a_share_by_the_commit() -> None:
    tasks = [long_one(task) if number % 2 else task for number, task in enumerate(TEMPLATES)]
    found = choose(tasks, "abc", long=100)
    short = [task for task in tasks if steps(task) < LONG_STEPS]
    assert [task for task in found.played if steps(task) < LONG_STEPS] == short
    assert 50 < seconds(found.long) <= 100
    assert choose(tasks, "abc", long=100) == found
    assert choose(tasks, "abd", long=100).long != found.long
    seen = {task.id for commit in range(100) for task in choose(tasks, str(commit), long=100).long}
    assert seen == {task.id for task in tasks if steps(task) == 40}, "each has its turn"


def test_the_rest_rotates_where_it_is_too_much() -> None:
    room = seconds(TEMPLATES) / 2
    found = choose(TEMPLATES, "abc", stage=room)
    assert room * 0.9 < found.seconds <= room
    assert len(found.played) + len(found.left_out) == len(TEMPLATES)
    seen = {task.id for commit in range(20) for task in choose(TEMPLATES, str(commit), stage=room).played}
    assert seen == {task.id for task in TEMPLATES}


def test_a_slow_machine_plays_fewer_in_the_same_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ci_tasks, "load_tasks", lambda _: TEMPLATES)
    room = seconds(TEMPLATES) * 0.8

    def chosen(*words: str) -> tuple[set[str], int]:
        monkeypatch.setattr(sys, "argv", ["ci_tasks", "--commit", "abc", "--seconds", str(room), *words])
        ci_tasks.main()
        out, told = capsys.readouterr()
        return set(out.split()), int(told.split(" about ")[1].split()[0])

    usual, estimate = chosen()
    fewer, slow_estimate = chosen("--tests-took", str(2 * TESTS_SECONDS))
    assert fewer < usual
    assert 0.4 < len(fewer) / len(usual) < 0.7
    assert room * 0.9 < estimate <= room + 1
    assert room * 0.8 < slow_estimate <= room + 1
    assert chosen("--tests-took", "60") == (usual, estimate), "a quick one plays no more"
