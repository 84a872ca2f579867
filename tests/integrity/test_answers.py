"""No answer alone gains a point on any task: every attacker that only speaks, on every task, offline."""

from __future__ import annotations

import time
from collections import Counter, defaultdict

import pytest
from integrity.answers import ATTACKS, Insider, Said, answer_spec, exhausting, often_visited, text
from integrity.edition import EDITION
from integrity.report import REPORT, Idle

from evaluators import Outcome, collect_all, judge_all
from evaluators.urls import visited
from tasks.loader import load_tasks
from tasks.model import Task

#: For tasks that ask for no answer, too.
PLAIN = ("says_nothing", "refuses_at_once", "refuses_after_two_pages", "gives_up", "claims_success")
SLOWEST = 2.0  # CPU seconds for one verdict; what grows with a power of the length takes far longer


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return load_tasks("all", edition=EDITION)


@pytest.fixture(scope="module")
def templates(tasks: list[Task]) -> dict[str, list[Task]]:
    found: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        found[task.template].append(task)
    return found


@pytest.fixture(scope="module")
def pages(tasks: list[Task]) -> dict[str, list[str]]:
    """For each folder the two pages that whoever refuses everything does best to open."""
    folders: dict[str, list[Task]] = defaultdict(list)
    for task in tasks:
        folders[task.folder].append(task)
    return {folder: often_visited(group) for folder, group in folders.items()}


def gains(task: Task, said: str | Said) -> bool:
    """Whether an answer passes where nothing was done but to open some pages."""
    said = Said(said) if isinstance(said, str) else said
    outcome = Outcome(
        task_id=task.id, answer=said.answer, status=said.status, reason=said.reason, told=said.told,
        final_url=task.start[0], urls=[*task.start, *said.urls],
    )  # fmt: skip
    return judge_all(task, collect_all(task, Idle(), outcome)).passed


def by_design(task: Task, said: str | Said) -> bool:
    """Whether somebody who refuses has looked at all that the template says must be seen, if anything."""
    spec = answer_spec(task)
    if spec is None or spec.not_achievable is None:
        return False
    seen = [*task.start, *(said.urls if isinstance(said, Said) else [])]
    places = [[one] if isinstance(one, str) else one for one in spec.visited]
    return all(any(visited(place, seen) for place in options) for options in places)


@pytest.mark.parametrize("name", ATTACKS)
def test_an_answer_alone_gains_nothing(
    name: str, tasks: list[Task], templates: dict[str, list[Task]], pages: dict[str, list[str]]
) -> None:
    gained = []
    policies: Counter[str] = Counter()
    for task in tasks:
        if name not in PLAIN and not any(check.kind == "answer" for check in task.checks):
            continue  # whatever is said is not even read
        insider = Insider.of(task, templates[task.template], pages[task.folder])
        for number, said in enumerate(ATTACKS[name](task, insider)):
            passed = gains(task, said)
            if passed and name.startswith("refuses") and by_design(task, said):
                policies[f"{name} {number}"] += 1
                passed = False
            REPORT.add("answers", name, task.id, gained=passed)
            if passed:
                gained.append(f"{task.id}: {said!r:.300}")
    if policies:
        policy, most = policies.most_common(1)[0]
        REPORT.by_design[name] = f"{most} of {len(tasks)} tasks at most, by one refusal for all ({policy})"
    assert not gained, "\n".join(gained)


def test_the_right_answer_passes(tasks: list[Task], templates: dict[str, list[Task]]) -> None:
    """The attackers fail because of what they say: where only an answer is asked, the right one passes."""
    failed, asked = [], 0
    for task in tasks:
        insider = Insider.of(task, templates[task.template])
        nothing_else = all(check.kind == "answer" or check.spec == "none" for check in task.checks)
        if insider.right is None or not nothing_else:
            continue
        asked += 1
        if not gains(task, text(insider.right)):
            failed.append(task.id)
    assert asked > 100
    assert failed == []


def test_no_answer_costs_the_judge_its_time(tasks: list[Task]) -> None:
    formats: dict[str, Task] = {}
    for task in tasks:
        for _, leaf in task.answer.leaves() if task.answer else ():
            formats.setdefault(f"{task.answer.shape} {leaf.type}", task)  # type: ignore[union-attr]
    assert len(formats) > 10
    slow = []
    for format, task in formats.items():
        for name, answer in exhausting():
            started = time.process_time()
            assert not gains(task, answer), f"{format}: {name}"
            seconds = time.process_time() - started
            REPORT.add("answers", "exhausts_the_judge", task.id, gained=False)
            if seconds > SLOWEST:
                slow.append(f"{format}: {name}: {seconds:.1f} s")
    assert not slow, "\n".join(slow)
