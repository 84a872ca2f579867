"""Faults of params, queries and references are told without a world, and before the lock is called old."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evaluators import unsound
from tasks.lint import lint_file
from tasks.locking import lock_paths
from tasks.templates import template_paths

TOTAL = "  total:\n"


@pytest.fixture
def path(root: Path, world: Any) -> Path:
    lock_paths(template_paths(root), world, root)
    return root / "shopping" / "order_total.yaml"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("offset: 1}", "offset: 1, more: 2}", 8, "row 1 of params has no more"),
        ("{position: second most recent, offset: 1}", "{offset: 1}", 8, "row 2 of params has no position"),
        ("OFFSET %(offset)s", "OFFSET 1; DROP TABLE orders", 10, "one statement is asked, not several"),
        (
            "OFFSET %(offset)s",
            "OFFSET %(ofset)s",
            10,
            r"binds %(ofset)s, which is not known; known are offset",
        ),
        ("OFFSET %(offset)s", "OFFSET %(reference.total)s", 10, "which is not computed before"),
        ("username = ", "username LIKE 'e%' AND username = ", 10, "is written %%"),
        (
            TOTAL,
            "  twice: {value: '{{ reference.total * 2 }}'}\n" + TOTAL,
            10,
            "computed after reference.twice",
        ),
        (
            TOTAL,
            "  own: {value: '{{ reference.own + 1 }}'}\n" + TOTAL,
            10,
            "reference.own is computed from itself",
        ),
        ("WHERE username", "WHERE (username", 10, "its brackets do not match"),
        ("SELECT total", "WITH a AS (SELECT 1) UPDATE b", 10, "is no SELECT but a UPDATE"),
        (TOTAL, "  own: {value: '{{ 1 / 0 }}'}\n" + TOTAL, 10, "division by zero"),
        (
            "{{ reference.total }}",
            "{{ reference.totl }}",
            16,
            "no reference 'totl'; the references",
        ),
        ("with: {offset:", "with: {ofset:", 24, "with: names ofset, which is no parameter"),
        ("second most recent, offset: 1", "most recent, offset: 0", 8, "is the same as row 1"),
        (TOTAL, "  own: {value: '{{ reference[\"none\"] }}'}\n" + TOTAL, 10, "there is no reference 'none'"),
    ],
)
def test_a_fault_is_told_and_not_the_age_of_the_lock(
    path: Path, old: str, new: str, line: int, words: str
) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    for locked in (True, False):
        problems = lint_file(path, path.parents[1])[0]
        assert words in problems[0].message
        assert problems[0].line == line
        assert not [one for one in problems if "lock" in one.message]
        if locked:
            (path.parents[1] / "answers.lock/shopping/order_total.json").unlink()


@pytest.mark.parametrize(
    "sql", ["SELECT ';' AS a, '%%x' AS b", "SELECT 1 AS a;", "SELECT %(profile.shopping.name)s AS a -- ; %%"]
)
def test_a_statement_that_can_be_asked_is_not_a_fault(path: Path, sql: str) -> None:
    path.write_text(path.read_text().replace(TOTAL, f'  x: {{site: shopping, sql: "{sql}"}}\n{TOTAL}', 1))
    (problem,) = lint_file(path, path.parents[1])[0]
    assert "the lock is older" in problem.message


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("{exact: banana}", "'banana' is no value of the declared format"),
        ("{exact: {any_of: [3, banana]}}", "'banana' is no value of the declared format"),
        ("{exact: '€3 or €4'}", "no value of the declared format"),
    ],
)
def test_a_reference_that_is_no_value_of_its_kind_is_told(path: Path, answer: str, words: str) -> None:
    path.write_text(path.read_text().replace('{exact: "{{ reference.total }}"}', answer, 1))
    problems = lint_file(path, path.parents[1], unsound=unsound)[0]
    assert [(one.line, words in one.message) for one in problems if "reference" in one.message] == [
        (16, True)
    ] * 2
    assert "one amount in euros" in str(problems[-1])
