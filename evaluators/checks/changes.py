"""``changes``: what the episode wrote, row by row against the pristine state.

Everything that the template does not name must be untouched, on every site of the task. Rows and
columns that a site writes by itself are listed in ``site.yaml: noise`` and do not count.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any

from evaluators.base import Check, CheckError, Outcome, Verdict, WorldView, register, show
from evaluators.comparison import holds, number_of, number_problem, same, text_of
from evaluators.facts import missing
from evaluators.noise import site_noise
from evaluators.others import without_others
from evaluators.pairing import paired
from evaluators.urls import glob
from tasks.rules import CELL_RULES
from tasks.specs import ChangesSpec, TableRule

KINDS = ("added", "removed", "changed")
UNTOUCHED = TableRule()
ANYTHING = TableRule(added="any", removed="any", changed="any")
FILES = "files"
NO_CHANGE: dict[str, Any] = {
    "added": [], "removed": [], "changed": [], "definition": False,
    "counts": {"added": 0, "removed": 0, "changed": 0},
}  # fmt: skip


@register
class ChangesCheck(Check):
    """Compares added, removed and changed rows with the rules of each table."""

    kind = "changes"
    spec: ChangesSpec

    def sound(self) -> None:
        """Every rule is tried on an empty row: a fact's value that is none of its type raises."""
        every = [one for tables in (self.spec.sites or {}).values() for one in tables.items()]
        for table, rule in every:
            if "*" in table and any(_asks(getattr(rule, kind)) for kind in KINDS):
                raise CheckError(
                    f"the pattern {table} asks for rows, and does not say of which table",
                    remedy="name the table; a pattern allows rows (any) or forbids them (0)",
                )
            for row in (row for kind in KINDS for row in _rows(getattr(rule, kind))):
                row_problems("changed", {"after": dict.fromkeys(row, ""), "columns": []}, row)

    def collect(self, world: WorldView, outcome: Outcome, browser: Any = None) -> dict[str, Any]:
        found: dict[str, dict[str, Any]] = {}
        for site in self.task.sites:
            changes = world.changes(site)
            found[site] = {"changes": changes, "noise": site_noise(site)}
            if others := _others(outcome, site):
                found[site]["others"] = others
            for table, rule in (self.spec.sites or {}).get(site, {}).items():
                if _is_named(table) and table not in changes["tables"]:
                    world.query(site, _probe(table, rule))
        return {"sites": found}

    def judge(self, evidence: dict[str, Any]) -> Verdict:
        rules = self.spec.sites or {}
        problems: list[str] = []
        listed: list[str] = []
        found: list[str] = []
        for site in self.task.sites:  # a site that nothing was collected of is no site without changes
            data = evidence["sites"][site]
            changes, of_site = own(data), rules.get(site, {})
            found += [f"{site}.{line}" for line in summary(changes)]
            problems += [f"{site}.{problem}" for problem in site_problems(changes, of_site)]
            listed += site_problems(own(_as_listed(data)), of_site)
        unknown = [site for site in rules if site not in self.task.sites]
        problems += [f"{site}: no changes were recorded" for site in unknown]
        unsure = not unknown and bool(problems) != bool(listed)
        if unsure:
            problems.append("rows that are not listed may be the site's own, as those are that are listed")
        expected = {
            site: {table: rule.model_dump(exclude_unset=True) for table, rule in tables.items()} or "none"
            for site, tables in rules.items()
        }
        verdict = self.verdict(
            not problems,
            expected=expected or "none",
            found="; ".join(found) or "none",
            why="; ".join(problems) or "exactly what was asked for was written",
        )
        return verdict.model_copy(update={"status": "undecided"}) if unsure else verdict


def _is_named(table: str) -> bool:
    return table != FILES and "*" not in table


def _probe(table: str, rule: TableRule) -> str:
    """A query that fails where a table, or a column that a rule names, is none of the site's.

    Without it a misspelt name reads as "no row was added", a failure of the agent's.
    """
    columns: set[str] = set()
    for kind in KINDS:
        for row in _rows(getattr(rule, kind)):
            aside = {"before", "only"} if kind == "changed" else set()
            columns |= row.keys() - aside
            if aside:
                only = row.get("only", [])
                columns |= {*(row.get("before") or {}), *(only if isinstance(only, list) else [])}
    listed = ", ".join(_quoted(one) for one in sorted(columns)) or "1"
    return f"SELECT {listed} FROM {_quoted(table)} WHERE 1 = 0"  # noqa: S608 - quoted, by a reader


def _quoted(name: str) -> str:
    return f"`{name.replace('`', '``')}`"


def _rows(rule: Any) -> list[dict[str, Any]]:
    return rule if isinstance(rule, list) else []


def _asks(rule: Any) -> bool:
    """Whether rows must have been written; a count that is not drawn yet is no number."""
    return bool(rule) and isinstance(rule, int | list)


def _others(outcome: Outcome, site: str) -> list[dict[str, Any]]:
    return [one.changes for one in outcome.events if one.site == site and one.changes]


def own(data: dict[str, Any]) -> dict[str, Any]:
    """Of the evidence on one site what the agent wrote: no noise, nothing that an event wrote."""
    noise = data["noise"]
    others = [without_noise(one, noise) for one in data.get("others", [])]
    return without_others(without_noise(data["changes"], noise), others, noise["tables"])


def _as_listed(data: dict[str, Any]) -> dict[str, Any]:
    """The evidence as it would be if rows beyond a list that holds a site's own were its own as well."""
    columns, tables = data["noise"]["tables"], {}
    for table, change in (data["changes"].get("tables") or {}).items():
        listed, ignored = change.get("changed", []), columns.get(table, [])
        cut = any(set(row.get("columns", [])) <= set(ignored) for row in listed)
        counts = {**(change.get("counts") or {}), "changed": len(listed)}
        tables[table] = {**change, "counts": counts} if cut else change
    return {**data, "changes": {**data["changes"], "tables": tables}}


def without_noise(changes: dict[str, Any], noise: dict[str, Any]) -> dict[str, Any]:
    """Changes without the tables, columns and files that a site writes by itself."""
    tables: dict[str, Any] = {}
    for table, change in (changes.get("tables") or {}).items():
        ignored = noise["tables"].get(table, [])
        if ignored == "all":
            continue
        listed: list[Any] = change.get("changed", [])
        changed = []
        for row in listed:
            columns = [column for column in row.get("columns", []) if column not in ignored]
            if columns:
                changed.append({**row, "columns": columns})
        kept = {"added": change.get("added", []), "removed": change.get("removed", []), "changed": changed}
        counts = change.get("counts") or {}
        # lists are cut off at some length, counts are not; a site's own noise is in neither
        noisy = {"changed": len(listed) - len(changed)}
        counts = {
            kind: max(len(rows), counts.get(kind, 0) - noisy.get(kind, 0)) for kind, rows in kept.items()
        }
        if any(counts.values()) or change.get("definition"):
            tables[table] = {
                **kept,
                "counts": counts,
                "definition": bool(change.get("definition")),
            }
    files = {
        kind: [path for path in paths if not any(fnmatchcase(path, pattern) for pattern in noise["files"])]
        for kind, paths in (changes.get("files") or {}).items()
    }
    return {"tables": tables, "files": {kind: paths for kind, paths in files.items() if paths}}


def summary(changes: dict[str, Any]) -> list[str]:
    """Each table that changed with its numbers, ``basket_line: 1 added``."""
    lines = []
    for table, change in sorted(changes["tables"].items()):
        counts = [f"{count} {kind}" for kind, count in change["counts"].items() if count]
        counts += ["definition changed"] if change["definition"] else []
        lines.append(f"{table}: {', '.join(counts)}")
    lines += [f"files: {len(paths)} {kind}" for kind, paths in sorted(changes["files"].items())]
    return lines


def site_problems(changes: dict[str, Any], rules: dict[str, TableRule]) -> list[str]:
    """Everything that differs from the rules of one site, in words that name table, row and columns."""
    problems = []
    for table, change in sorted(changes["tables"].items()):
        problems += _table_problems(table, change, rule_of(table, rules))
    for table, rule in rules.items():
        if _is_named(table) and table not in changes["tables"]:
            problems += _table_problems(table, NO_CHANGE, rule)
    file_rule = rules.get(FILES, UNTOUCHED)
    for kind in KINDS:
        paths = changes["files"].get(kind, [])
        problems += _files_problems(kind, paths, getattr(file_rule, kind))
    return problems


def rule_of(table: str, rules: dict[str, TableRule]) -> TableRule:
    """What the template says of a table: by its name, by a pattern, else that it is untouched."""
    if table in rules:
        return rules[table]
    return next((rule for name, rule in rules.items() if "*" in name and glob(name, table)), UNTOUCHED)


def _table_problems(table: str, change: dict[str, Any], rule: TableRule) -> list[str]:
    problems = []
    if change["definition"] and rule != ANYTHING:
        problems.append(f"{table}: the table was created, dropped or altered")
    for kind in KINDS:
        wanted, rows, count = getattr(rule, kind), change[kind], change["counts"][kind]
        if wanted == "any":
            continue
        if isinstance(wanted, list):
            problems += _match_rows(table, kind, rows, wanted)
            if count > len(rows):
                problems.append(f"{table}: {count - len(rows)} more rows were {kind} than are listed")
        elif count != int(wanted):
            detail = "".join(f" [{_describe(kind, row)}]" for row in rows[:3])
            more = f" and {count - 3} more" if count > 3 else ""
            problems.append(f"{table}: {count} {kind}, {wanted} expected{detail}{more}")
    return problems


def _files_problems(kind: str, paths: list[str], wanted: Any) -> list[str]:
    if wanted == "any":
        return []
    if isinstance(wanted, list):
        patterns = [str(item.get("path", "*")) for item in wanted]
        pairs = paired([[glob(pattern, path) for path in paths] for pattern in patterns])
        return [
            f"files: none {kind} like {pattern}" for n, pattern in enumerate(patterns) if n not in pairs
        ] + [f"files: {path} {kind}, not expected" for n, path in enumerate(paths) if n not in pairs.values()]
    if len(paths) != int(wanted):
        return [f"files: {len(paths)} {kind}, {wanted} expected [{', '.join(paths[:3])}]"]
    return []


def _match_rows(table: str, kind: str, rows: list[Any], matchers: list[dict[str, Any]]) -> list[str]:
    """Pair every matcher with a row of its own; rows and matchers left over are problems."""
    fits = [[not row_problems(kind, row, matcher) for row in rows] for matcher in matchers]
    owner = paired(fits)
    missing = [index for index in range(len(matchers)) if index not in owner]
    left = [index for index in range(len(rows)) if index not in owner.values()]
    problems = []
    for index in missing:
        if left:  # say what is wrong with the row that was probably meant
            nearest = min(left, key=lambda row: len(row_problems(kind, rows[row], matchers[index])))
            left.remove(nearest)
            reasons = ", ".join(row_problems(kind, rows[nearest], matchers[index]))
            problems.append(f"{table}: a row was {kind}, but {reasons}")
        else:
            problems.append(f"{table}: no row was {kind} with {show(matchers[index], 300)}")
    problems += [
        f"{table}: a row was {kind} that was not asked for [{_describe(kind, rows[i])}]" for i in left[:3]
    ]
    if len(left) > 3:
        problems.append(f"{table}: {len(left) - 3} more rows were {kind}")
    return problems


def _describe(kind: str, row: dict[str, Any]) -> str:
    if kind == "changed":
        before, after = row.get("before") or {}, row.get("after") or {}
        parts = [f"{c}: {show(before.get(c), 60)} -> {show(after.get(c), 60)}" for c in row["columns"]]
        return f"key {show(row.get('key'), 60)}, {', '.join(parts)}"
    return ", ".join(f"{column}={show(value, 40)}" for column, value in list(row.items())[:8])


def row_problems(kind: str, row: dict[str, Any], matcher: dict[str, Any]) -> list[str]:
    """What makes a row another than a matcher wants; nothing when it fits.

    In ``added`` and ``removed`` a matcher names columns and values. In ``changed`` it names columns and
    their values afterwards; ``before: {...}`` names values beforehand, ``only: [...]`` the columns that
    may differ (by default those that the matcher names, ``only: any`` allows all).
    """
    if kind != "changed":
        return [p for c, want in matcher.items() for p in _value_problem(c, want, row)]
    before, after = row.get("before") or {}, row.get("after") or {}
    wanted = {c: v for c, v in matcher.items() if c not in ("before", "only")}
    problems = [p for c, want in wanted.items() for p in _value_problem(c, want, after)]
    problems += [
        p.replace(" is ", " was ", 1)
        for c, want in (matcher.get("before") or {}).items()
        for p in _value_problem(c, want, before)
    ]
    only = matcher.get("only", list(wanted))
    if only != "any":
        extra = [c for c in row["columns"] if c not in {*only, *wanted}]
        if extra:
            problems.append(f"{', '.join(extra)} changed too")
    return problems


def _value_problem(column: str, want: Any, row: dict[str, Any]) -> list[str]:
    if column not in row:
        return [f"there is no column {column}"]
    found = row[column]
    return [] if fits(want, found) else [f"{column} is {show(found, 120)}, not {show(want, 120)}"]


def fits(want: Any, found: Any) -> bool:
    """Whether a column's value is as wanted.

    A plain value must be the same. A mapping names a rule: ``any``, ``not``, ``one_of``, ``contains``
    (at word borders), ``text`` (but for case and white space), ``between: [low, high]``, ``number``
    (by value, for decimals, which are told as text), ``like`` with ``*`` for any characters,
    ``facts: [...]`` for what a freely worded text must say.
    """
    if not isinstance(want, dict):
        return same(want, found)
    for rule, value in want.items():
        if rule == "any":
            ok = True
        elif rule == "not":
            ok = not fits(value, found)
        elif rule == "one_of":
            ok = any(fits(option, found) for option in value)
        elif rule == "contains":
            ok = all(holds(text_of(found), str(v)) for v in (value if isinstance(value, list) else [value]))
        elif rule == "text":
            ok = text_of(value).casefold() == text_of(found).casefold()
        elif rule == "like":
            ok = glob(str(value), text_of(found))
        elif rule == "number":
            ok = number_problem(value, found) is None
        elif rule == "between":
            ok = _between(value, found)
        elif rule == "facts":
            ok = not missing(str(found or ""), value)
        else:
            raise ValueError(f"a column knows {', '.join(CELL_RULES)}, not '{rule}'")
        if not ok:
            return False
    return True


def _between(bounds: list[Any], found: Any) -> bool:
    low, high = (number_of(bound) for bound in bounds)
    if low is None or high is None:
        return text_of(bounds[0]) <= text_of(found) <= text_of(bounds[1])
    number = number_of(found)
    return number is not None and low <= number <= high
