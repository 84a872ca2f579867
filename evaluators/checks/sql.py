"""``sql``: what the site's database says after the episode."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evaluators.base import Check, Outcome, Verdict, WorldView, register
from evaluators.comparison import compare
from tasks.loader import variables
from tasks.specs import SqlSpec
from tasks.values import bindings, plain, rows


@register
class SqlCheck(Check):
    """Runs a bound read-only query and compares its rows."""

    kind = "sql"
    spec: SqlSpec

    def sound(self) -> None:
        """Every name that the query binds is there."""
        bindings(self.spec.sql, self._known())

    def _known(self) -> dict[str, Any]:
        return {
            **variables(self.task, self.task.params),
            "params": self.task.params,
            "reference": self.task.reference,
            **self.spec.bind,
        }

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        found = rows(world, self.spec.site, self.spec.sql, self._known())
        decimals = {name for row in found for name, value in row.items() if isinstance(value, Decimal)}
        plainly = [{str(name): plain(value) for name, value in row.items()} for row in found]
        return {"rows": plainly, "decimals": sorted(map(str, decimals))}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        # JSON keeps decimals as text; here they are the numbers that they are in the database
        decimals = evidence.get("decimals", [])
        judged = [
            {name: _number(value) if name in decimals else value for name, value in row.items()}
            for row in evidence["rows"]
        ]
        found = natural(judged)
        passed, expected, why = compare(self.spec, found, judged)
        return self.verdict(passed, expected=expected, found=found, why=why)


def _number(value: Any) -> Any:
    return Decimal(value) if isinstance(value, str) else value


def natural(rows: list[dict[str, Any]]) -> Any:
    """One value for one row of one column, a mapping for one row, a list for one column, else the rows."""
    if rows and all(len(row) == 1 for row in rows):
        column = [next(iter(row.values())) for row in rows]
        return column[0] if len(column) == 1 else column
    return rows[0] if len(rows) == 1 else rows
