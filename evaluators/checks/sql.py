"""``sql``: what the site's database says after the episode."""

from __future__ import annotations

from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.comparison import compare
from tasks.loader import variables
from tasks.specs import SqlSpec
from tasks.values import ask


@register
class SqlCheck(Check):
    """Runs a bound read-only query and compares its rows."""

    kind = "sql"
    spec: SqlSpec

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        known = {
            **variables(self.task, self.task.params),
            "params": self.task.params,
            "reference": self.task.reference,
            **self.spec.bind,
        }
        return {"rows": ask(world, self.spec.site, self.spec.sql, known)}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        rows = evidence["rows"]
        found = natural(rows)
        passed, expected, why = compare(self.spec, found, rows)
        return self.verdict(passed, expected=expected, found=found, why=why)


def natural(rows: list[dict[str, Any]]) -> Any:
    """One value for one row of one column, a mapping for one row, a list for one column, else the rows."""
    if rows and all(len(row) == 1 for row in rows):
        column = [next(iter(row.values())) for row in rows]
        return column[0] if len(column) == 1 else column
    return rows[0] if len(rows) == 1 else rows
