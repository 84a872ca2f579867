"""Whose rows are whose: what an episode wrote, less what an event wrote while it went on.

What an event wrote is itself a difference: of the site after it from the site before it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

Changes = dict[str, Any]
Row = dict[str, Any]


def without_others(changes: Changes, others: Sequence[Changes]) -> Changes:
    """What is left of changes when those of others are taken out.

    A row that an event added and that is gone, or reads otherwise, was removed by the agent; a column that
    the event changed and that reads otherwise now was changed by the agent.

    Args:
        changes: against the pristine state: ``{"tables": ..., "files": ...}``.
        others: the same of each event, in the order of happening.
    """
    for other in reversed(others):  # the last is taken off first: each lies on what was there before it
        changes = _without(changes, other)
    return changes


def _without(changes: Changes, other: Changes) -> Changes:
    tables = dict(changes.get("tables") or {})
    for name, theirs in (other.get("tables") or {}).items():
        left = _rows_left(tables.get(name) or {}, theirs)
        if any(left["counts"].values()) or left["definition"]:
            tables[name] = left
        else:
            tables.pop(name, None)
    taken = other.get("files") or {}
    files = {
        kind: [path for path in paths if path not in taken.get(kind, [])]
        for kind, paths in (changes.get("files") or {}).items()
    }
    return {"tables": tables, "files": {kind: paths for kind, paths in files.items() if paths}}


def _rows_left(all_: Changes, theirs: Changes) -> Changes:
    added, undone = _taken(all_.get("added", []), theirs.get("added", []))
    removed, put_back = _taken(all_.get("removed", []), theirs.get("removed", []))
    changed = {_key(row): row for row in all_.get("changed", [])}
    for row in theirs.get("changed", []):
        if _key(row) not in changed and _is_among(row.get("key"), removed):
            continue  # what they changed is gone altogether
        mine = _changed_by_me(changed.pop(_key(row), None), row)
        if mine:
            changed[_key(row)] = mine
    left = {"added": added + put_back, "removed": removed + undone, "changed": list(changed.values())}
    counts = all_.get("counts") or {}
    # lists are cut off at some length, counts are not
    beyond = {kind: max(0, counts.get(kind, 0) - len(all_.get(kind, []))) for kind in left}
    return {
        **left,
        "counts": {kind: len(rows) + beyond[kind] for kind, rows in left.items()},
        "definition": bool(all_.get("definition")),
    }


def _taken(rows: Sequence[Row], theirs: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The rows that are not theirs, and theirs that are not among the rows."""
    left, missing = list(rows), []
    for row in theirs:
        if row in left:
            left.remove(row)
        else:
            missing.append(row)
    return left, missing


def _is_among(key: Any, rows: Sequence[Row]) -> bool:
    """Whether a row of this key is one of them; keys without names of columns are not known."""
    return isinstance(key, dict) and any(key.items() <= row.items() for row in rows)


def _key(row: Row) -> str:
    return json.dumps(row.get("key"), sort_keys=True, default=str)


def _changed_by_me(found: Row | None, theirs: Row) -> Row | None:
    """The agent's part of a changed row: before the event, after it, or both; None where it has none."""
    before = dict(found["before"]) if found else dict(theirs["before"])
    after = dict(found["after"]) if found else dict(theirs["before"])
    columns = list(found["columns"]) if found else []
    for column in theirs["columns"]:
        was, became = theirs["before"].get(column), theirs["after"].get(column)
        first, last = before.get(column), after.get(column)
        if last == became:  # untouched since: what the agent wrote, it wrote before
            after[column] = was
        elif first == was:  # untouched until then
            before[column] = became
        columns = [one for one in columns if one != column]
        columns += [column] if before.get(column) != after.get(column) else []
    return {"key": theirs["key"], "before": before, "after": after, "columns": columns} if columns else None
