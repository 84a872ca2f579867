"""Wrong outcomes made from a right one: what the oracle left, with one thing changed.

Each mutant is the evidence of a task's checks with one mistake in it: a neighbouring value, the value of
another row, an item too few or too many, a row that was not written or written twice, another address. All of
it comes from the evidence and the task, in a fixed order, without a world. A mutant that means the same as
the right outcome is none: ``same`` of the value's type, and the address rules of the checks, say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from evaluators.base import Outcome, Verdict
from evaluators.checks import make_check
from tasks.model import Task

from .answers import Pool, answers
from .base import MONTHS, Evidence, Mutant, deciding, neighbours
from .passages import addresses, findings, nodes, requests
from .rows import changed_rows

__all__ = ["MONTHS", "Evidence", "Mutant", "Pool", "mutants", "neighbours", "verdicts"]

_MAKERS = {
    "url": addresses,
    "changes": changed_rows,
    "request": requests,
    "node": nodes,
    "sql": findings,
    "page": findings,
    "api": findings,
}


def verdicts(task: Task, mutant: Mutant) -> list[Verdict]:
    """Of the checks whose evidence a mutant changed; it survives when all of them pass."""
    return [
        make_check(task, task.judged[index]).judge(mutant.evidence[index]["evidence"])
        for index in mutant.changed
    ]


def mutants(task: Task, evidence: Evidence, outcome: Outcome, pool: Pool | None = None) -> Iterator[Mutant]:
    """Every wrong outcome that can be made from a right one.

    Args:
        task: the task.
        evidence: of the oracle's episode; it must pass.
        outcome: of the same episode; its steps and forms tell which values the oracle chose.
        pool: values of other rows.
    """
    pool = pool or Pool()
    seen: set[str] = set()
    for made in (
        answers(task, evidence, pool),
        *(
            maker(task, index, evidence, outcome)
            for index, check in deciding(task, evidence)
            if (maker := _MAKERS.get(check.kind))
        ),
    ):
        for mutant in made:
            key = repr([mutant.evidence[index] for index in mutant.changed])
            if key not in seen:
                seen.add(key)
                yield mutant
