"""Wrong rows of a database made from right ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evaluators.base import Outcome
from evaluators.checks.changes import ANYTHING, FILES, KINDS, fits, own, row_problems, rule_of
from evaluators.comparison import same as same_plain
from sites.facts import EPISODE_TIME
from tasks.model import Task
from tasks.specs import ChangesSpec, TableRule

from .base import Evidence, Mutant, mutated, neighbour_value, replaced


def changed_rows(task: Task, index: int, evidence: Evidence, outcome: Outcome) -> Iterator[Mutant]:
    """Rows undone, doubled, of another table or with another value."""
    spec: ChangesSpec = task.judged[index].parsed()  # type: ignore[assignment]
    sites = evidence[index]["evidence"]["sites"]
    for site, data in sites.items():
        rules = (spec.sites or {}).get(site, {})
        changes = own(data)
        made = list(_tables(changes, rules, _Chosen.of(task, rules, outcome)))
        made.append(("something else", "a row of another table", _set(changes, "unnamed_table", _ONE_ROW)))
        if rules.get(FILES) != ANYTHING:
            added = [*changes["files"].get("added", []), "another/file"]
            made.append(
                ("something else", "another file", {**changes, "files": {**changes["files"], "added": added}})
            )
        for kind, name, other in made:
            changed = {**sites, site: {"changes": other, "noise": data["noise"]}}
            yield mutated(kind, f"{name}", evidence, index, sites=changed)


_ONE_ROW = {
    "added": [{"id": 1}], "removed": [], "changed": [], "definition": False,
    "counts": {"added": 1, "removed": 0, "changed": 0},
}  # fmt: skip


@dataclass(frozen=True)
class _Chosen:
    """Which values of a row somebody chose, so that another one is a mistake; the site made all others.

    A template names columns; the oracle entered texts and options that forms carried, with what else stood
    in them. What an ``sql`` check reads is judged there; a copy of a value named elsewhere follows it.
    """

    named: frozenset[str]
    entered: tuple[str, ...]
    sent: tuple[tuple[str, Any], ...]
    read: str

    @classmethod
    def of(cls, task: Task, rules: dict[str, TableRule], outcome: Outcome) -> _Chosen:
        matchers = [m for rule in rules.values() for kind in KINDS for m in _matchers(rule, kind)]
        named = {str(v) for m in matchers for v in m.values() if not isinstance(v, dict | list)}
        entered = [str(step.action["text"]) for step in outcome.steps if step.action.get("text")]
        for step in outcome.steps:
            entered += map(str, step.action.get("options") or [])
        sent = [
            (re.split(r"[-.\[\]]", name.rstrip("]"))[-1], one)
            for request in outcome.requests
            if request.method not in ("GET", "HEAD")
            for name, value in request.form.items()
            for one in (value if isinstance(value, list) else [value])
        ]
        read = " ".join(check.parsed().sql for check in task.judged if check.kind == "sql")  # type: ignore[attr-defined]
        return cls(frozenset(named), tuple(entered), tuple(sent), read)

    def typed(self, value: Any) -> bool:
        """Whether the oracle entered this, a form carried it, and the template names it nowhere."""
        return (
            str(value) not in self.named
            and any(same_plain(text, value) for text in self.entered)
            and any(same_plain(one, value) for _, one in self.sent)
        )

    def carried(self, column: str, value: Any) -> bool:
        """Whether a form carried this in a field of the column's name."""
        field = column.removesuffix("_id")
        return value != "" and any(name == field and same_plain(one, value) for name, one in self.sent)

    def judged_by_sql(self, column: str) -> bool:
        return re.search(rf"\b{re.escape(column)}\b", self.read) is not None


def _matchers(rule: TableRule, kind: str) -> list[dict[str, Any]]:
    wanted = getattr(rule, kind)
    return wanted if isinstance(wanted, list) else []


def _tables(
    changes: dict[str, Any], rules: dict[str, TableRule], chosen: _Chosen
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Rows undone, doubled, written to the neighbour, with a neighbouring value."""
    for table, change in sorted(changes["tables"].items()):
        rule = rule_of(table, rules)
        for kind in KINDS:
            rows = change[kind]
            if getattr(rule, kind) == "any":
                continue  # the site's own bookkeeping, as the template says
            for place, row in enumerate(rows[:6]):
                matchers = [m for m in _matchers(rule, kind) if not row_problems(kind, row, m)]
                rest = rows[:place] + rows[place + 1 :]
                twin = _neighbour_row(kind, row, matchers)
                yield "undone", f"{table}: one row less {kind}", _rows(changes, table, kind, rest)
                yield "doubled", f"{table}: one row more {kind}", _rows(changes, table, kind, [*rows, twin])
                if kind == "changed" and matchers:
                    other = _rows(changes, table, kind, [*rest, twin])
                    yield "other row", f"{table}: the neighbour changed", other
                for what, wrong in _other_values(kind, row, matchers, chosen):
                    yield "other value", f"{table}: {what}", _rows(changes, table, kind, [*rest, wrong])


def _other_values(
    kind: str, row: dict[str, Any], matchers: list[dict[str, Any]], chosen: _Chosen
) -> Iterator[tuple[str, Any]]:
    """A row with another value, or the old one, where somebody chose the value."""
    if kind == "removed":
        return
    values = row["after"] if kind == "changed" else row
    for column, value in values.items():
        if value is None or (kind == "changed" and column not in row["columns"]):
            continue
        if EPISODE_TIME.search(str(value)) or chosen.judged_by_sql(column):
            continue
        rules = [m[column] for m in matchers if column in m and m[column] != {"any": True}]
        freed = kind == "changed" and not rules and chosen.carried(column, value)
        if not (rules or freed or chosen.typed(value)):
            continue
        parts = _parts(rules)
        other = replaced(value, parts[0], neighbour_value(parts[0])) if parts else neighbour_value(value)
        if any(isinstance(rule, dict) and fits(rule, other) for rule in rules):
            continue  # the template says that this would do as well
        if kind == "added":
            yield f"{column} is {other}", {**row, column: other}
            continue
        yield f"{column} is {other}", {**row, "after": {**values, column: other}}
        if not freed:
            left = [name for name in row["columns"] if name != column]
            old = {**values, column: row["before"].get(column)}
            yield f"{column} is as before", {**row, "columns": left, "after": old}


def _parts(rules: list[Any]) -> list[str]:
    """The words that a column has to hold, where the template names words and not the whole value."""
    found = [rule["contains"] for rule in rules if isinstance(rule, dict) and "contains" in rule]
    return [str(word) for words in found for word in (words if isinstance(words, list) else [words])]


def _neighbour_row(kind: str, row: dict[str, Any], matchers: list[dict[str, Any]]) -> dict[str, Any]:
    """The same of another row: another key, and other values where the template tells rows apart by them."""
    if kind != "changed":
        first = "id" if "id" in row else next(iter(row), None)
        return {**row, first: neighbour_value(row[first])} if first else row
    apart = {*row["key"], *(column for m in matchers for column in (m.get("before") or {}))}
    moved = {column: neighbour_value(row["before"][column]) for column in apart if column in row["before"]}
    key = {column: neighbour_value(value) for column, value in row["key"].items()}
    return {**row, "key": key, "before": {**row["before"], **moved}, "after": {**row["after"], **moved}}


def _rows(changes: dict[str, Any], table: str, kind: str, rows: list[Any]) -> dict[str, Any]:
    change = changes["tables"][table]
    counts = {**change["counts"], kind: change["counts"][kind] + len(rows) - len(change[kind])}
    return _set(changes, table, {**change, kind: rows, "counts": counts})


def _set(changes: dict[str, Any], table: str, change: dict[str, Any]) -> dict[str, Any]:
    return {**changes, "tables": {**changes["tables"], table: change}}
