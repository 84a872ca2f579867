"""Whose rows are whose: what an episode wrote, less what an event wrote while it went on.

What an event wrote is itself a difference: of the site after it from the site before it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

Changes = dict[str, Any]
Row = dict[str, Any]

KINDS = ("added", "removed", "changed")


def without_others(
    changes: Changes, others: Sequence[Changes], noise: Mapping[str, Any] | None = None
) -> Changes:
    """What is left of changes when those of others are taken out.

    A row that an event added and that is gone, or reads otherwise, was removed by the agent; a column that
    the event changed and that reads otherwise now was changed by the agent. Files are taken by their paths.

    Args:
        changes: against the pristine state: ``{"tables": ..., "files": ...}``.
        others: the same of each event, in the order of happening.
        noise: the columns of a table that a site writes by itself: a row is the same whatever they hold.
    """
    silent = {table: what for table, what in (noise or {}).items() if what != "all"}
    keys = _keys([changes, *others])
    for other in reversed(others):  # the last is taken off first: each lies on what was there before it
        changes = _without(changes, other, keys, silent)
    return changes


def _keys(every: Iterable[Changes]) -> dict[str, list[str]]:
    """The columns of each table's key, as its changed rows name them."""
    return {
        table: list(row["key"])
        for one in every
        for table, change in (one.get("tables") or {}).items()
        for row in change.get("changed", [])
        if isinstance(row.get("key"), dict) and row["key"]
    }


def _without(
    changes: Changes, other: Changes, keys: Mapping[str, list[str]], silent: Mapping[str, list[str]]
) -> Changes:
    tables = dict(changes.get("tables") or {})
    for name, theirs in (other.get("tables") or {}).items():
        mine = tables.get(name) or {}
        rows = _Rows(keys.get(name) or _guessed_key(mine, theirs), silent.get(name, []))
        left = rows.left(mine, theirs)
        if any(left["counts"].values()) or left["definition"]:
            tables[name] = left
        else:
            tables.pop(name, None)
    files = _files_left(changes.get("files") or {}, other.get("files") or {})
    return {"tables": tables, "files": files}


def _files_left(all_: Mapping[str, list[str]], theirs: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The files that are not theirs; theirs that are as they were before were put back by the agent."""
    left = {kind: [path for path in all_.get(kind, []) if path not in theirs.get(kind, [])] for kind in KINDS}
    known = {path for paths in all_.values() for path in paths}
    for kind, undone in (("added", "removed"), ("removed", "added"), ("changed", "changed")):
        left[undone] += [path for path in theirs.get(kind, []) if path not in known]
    return {kind: paths for kind, paths in left.items() if paths}


def _guessed_key(*changes: Changes) -> list[str]:
    """The first column of a table of which no changed row tells the key; none where several rows share it."""
    lists = [one.get(kind, []) for one in changes for kind in ("added", "removed")]
    first = next((list(row)[:1] for rows in lists for row in rows), [])
    values = [[json.dumps([row.get(one) for one in first], default=str) for row in rows] for rows in lists]
    return first if all(len(set(some)) == len(some) for some in values) else []


class _Rows:
    """The rows of one table: which of them are one and the same row at two times.

    Args:
        key: the columns that name a row; none where they are not known.
        silent: the columns that a site writes by itself.
    """

    def __init__(self, key: Sequence[str], silent: Collection[str]) -> None:
        self._key, self._silent = key, silent

    def left(self, all_: Changes, theirs: Changes) -> Changes:
        """What is left of a table's changes when those of an event are taken out."""
        added, undone = self._taken(all_.get("added", []), theirs.get("added", []))
        removed, put_back = self._taken(all_.get("removed", []), theirs.get("removed", []))
        rewritten = self._paired_off(put_back, undone)  # an event that wrote over a row has done both
        # what the agent had written into before it was removed
        changed = {_key(row): row for row in all_.get("changed", []) + self._paired_off(removed, put_back)}
        for row in theirs.get("changed", []) + rewritten:
            first, last = (_of_key(row["key"], rows) for rows in (removed, added))
            if _key(row) not in changed and (first or last):
                removed = [_as_left(one, row) if one is first else one for one in removed]
                added = [_as_found(one, row) if one is last else one for one in added]
                continue
            mine = _changed_by_me(changed.pop(_key(row), None), row)
            if mine:
                changed[_key(row)] = mine
        left = {"added": added + put_back, "removed": removed + undone, "changed": list(changed.values())}
        return _counted(left, all_)

    def _taken(self, rows: Sequence[Row], theirs: Sequence[Row]) -> tuple[list[Row], list[Row]]:
        """The rows that are not theirs, and theirs that are not among the rows."""
        left, missing = list(rows), []
        for row in theirs:
            same = next((one for one in left if self._loud(one) == self._loud(row)), None)
            if same is None:
                missing.append(row)
            else:
                left.remove(same)
        return left, missing

    def _loud(self, row: Row) -> Row:
        return {column: value for column, value in row.items() if column not in self._silent}

    def _named(self, row: Row) -> Row:
        """What names a row: its key."""
        return {column: row.get(column) for column in self._key}

    def _one(self, row: Row, rows: Sequence[Row]) -> Row | None:
        """The only one of some rows that has the key of a row."""
        same = [one for one in rows if self._key and self._named(one) == self._named(row)]
        return same[0] if len(same) == 1 else None

    def _paired_off(self, before: list[Row], after: list[Row]) -> list[Row]:
        """Rows that are on both sides, as changed ones; they are taken from both."""
        pairs = [(self._one(row, before), row) for row in after if self._one(row, after)]
        for first, last in pairs:
            if first:
                before.remove(first)
                after.remove(last)
        return [self._changed(first, last) for first, last in pairs if first]

    def _changed(self, before: Row, after: Row) -> Row:
        columns = [one for one in self._loud(after) if before.get(one) != after[one]]
        return {"key": self._named(after), "before": before, "after": after, "columns": columns}


def _counted(left: dict[str, list[Row]], all_: Changes) -> Changes:
    """A table's rows with their counts: lists are cut off at some length, counts are not."""
    counts = all_.get("counts") or {}
    beyond = {kind: max(0, counts.get(kind, 0) - len(all_.get(kind, []))) for kind in left}
    return {
        **left,
        "counts": {kind: len(rows) + beyond[kind] for kind, rows in left.items()},
        "definition": bool(all_.get("definition")),
    }


def _of_key(key: Any, rows: Sequence[Row]) -> Row | None:
    """The row of this key; keys without names of columns are not known."""
    named = isinstance(key, dict) and key
    return next((row for row in rows if named and key.items() <= row.items()), None)


def _key(row: Row) -> str:
    return json.dumps(row.get("key"), sort_keys=True, default=str)


def _as_found(row: Row, theirs: Row) -> Row:
    """A row that the agent had added before an event changed it, without what the event wrote there."""
    was, became = theirs["before"], theirs["after"]
    return row | {one: was.get(one) for one in theirs["columns"] if row.get(one) == became.get(one)}


def _as_left(row: Row, theirs: Row) -> Row:
    """A row that the agent removed after an event had changed it, with what the event wrote there."""
    was, became = theirs["before"], theirs["after"]
    return row | {one: became.get(one) for one in theirs["columns"] if row.get(one) == was.get(one)}


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
