"""No answer alone gains a point on any task: every attacker that only speaks, on every task, offline."""

from __future__ import annotations

import time
from collections import defaultdict

import pytest
from integrity.answers import ATTACKS, Insider, exhausting
from integrity.report import REPORT, Idle

from evaluators import Outcome, collect_all, judge_all
from tasks.loader import all_tasks
from tasks.model import Task

PLAIN = ("says_nothing", "gives_up", "claims_success")  # for tasks that ask for no answer, too
SLOWEST = 20.0  # CPU seconds for one verdict; what grows with a power of the length takes far longer


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return all_tasks()


@pytest.fixture(scope="module")
def templates(tasks: list[Task]) -> dict[str, list[Task]]:
    found: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        found[task.template].append(task)
    return found


def gains(task: Task, answer: str) -> bool:
    """Whether an answer passes where nothing was done but to open the start page."""
    outcome = Outcome(task_id=task.id, answer=answer, final_url=task.start[0], urls=list(task.start))
    return judge_all(task, collect_all(task, Idle(), outcome)).passed


@pytest.mark.parametrize("name", ATTACKS)
def test_an_answer_alone_gains_nothing(
    name: str, tasks: list[Task], templates: dict[str, list[Task]]
) -> None:
    gained = []
    for task in tasks:
        if name not in PLAIN and not any(check.kind == "answer" for check in task.checks):
            continue  # whatever is said is not even read
        insider = Insider.of(task, templates[task.template])
        for answer in ATTACKS[name](task, insider):
            passed = gains(task, answer)
            REPORT.add("answers", name, task.id, gained=passed)
            if passed:
                gained.append(f"{task.id}: {answer[:300]!r}")
    assert not gained, "\n".join(gained)


def test_the_right_answer_would_pass(tasks: list[Task], templates: dict[str, list[Task]]) -> None:
    """The attackers fail because of what they say: where only an answer is asked, the right one passes."""
    asked = [task for task in tasks if {check.kind for check in task.checks} == {"answer", "changes"}]
    asked = [task for task in asked if not task.unachievable]
    passed = sum(gains(task, ", ".join(Insider.of(task, templates[task.template]).right)) for task in asked)
    assert passed >= 0.9 * len(asked) > 0


def test_no_answer_costs_the_judge_its_time(tasks: list[Task]) -> None:
    kinds: dict[str, Task] = {}
    for task in tasks:
        for check in task.checks:
            if check.kind == "answer":
                kinds.setdefault(check.parsed().kind, task)  # type: ignore[attr-defined]
    slow = []
    for kind, task in kinds.items():
        for name, answer in exhausting():
            started = time.process_time()
            assert not gains(task, answer), f"{kind}: {name}"
            seconds = time.process_time() - started
            REPORT.add("answers", "exhausts_the_judge", task.id, gained=False)
            if seconds > SLOWEST:
                slow.append(f"{kind}: {name}: {seconds:.1f} s")
    assert not slow, "\n".join(slow)
