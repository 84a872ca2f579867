"""What every template under tasks/ must fulfil."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluators import judge_all
from evaluators.checks import make_check
from tasks.lint import lint_file
from tasks.loader import build_tasks
from tasks.lockfile import read_lock
from tasks.templates import ROOT, load_template, template_paths

PATHS = template_paths(ROOT)


@pytest.fixture(autouse=True)
def _profiles() -> None:
    """The real profiles, not the ones of the other tests."""


@pytest.mark.parametrize("path", PATHS, ids=[f"{path.parent.name}.{path.stem}" for path in PATHS])
def test_template(path: Path) -> None:
    problems, tasks, _ = lint_file(path)
    assert [str(problem) for problem in problems if problem.level == "error"] == []
    template = load_template(path)
    lock = read_lock(template)
    assert lock is not None, "run: webarium tasks lock"
    assert [task.id for task in tasks] == [f"{template.id}.{number}" for number in sorted(lock.tasks)]
    assert not set(lock.tasks) & set(lock.retired)
    assert build_tasks(template, lock) == tasks
    for task in tasks:
        for index, entry in enumerate(task.checks):
            make_check(task, entry)
            if entry.kind == "answer":  # the reference must be a value of its kind
                evidence = {"check": index, "kind": "answer", "evidence": {"answer": "something", "urls": []}}
                verdict = judge_all(task, [evidence]).checks[index]
                assert verdict.status in ("fail", "undecided"), verdict.why
