"""What differs from the pristine rows, and one hash for everything."""

# ruff: noqa: S608 - names come from the schema itself and are quoted
from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection
from typing import Any

from .rows import PRISTINE, Cursor, Table, checksums, definition, tables

LIMIT = 500
"""Rows that `changes` lists per table and kind; beyond, only the count is exact."""


def _rows(text: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    return found


def _gone(cursor: Cursor, number: int, live: Table | None) -> list[dict[str, Any]]:
    """Pristine rows whose key is in the table no more; all of them when the table itself is gone."""
    sql = f"SELECT CONVERT(UNCOMPRESS(p.j) USING utf8mb4) FROM {PRISTINE}.rows AS p"
    if live is not None:
        # the keys of the live rows are computed: as a table of their own they can be looked up
        cursor.execute(
            "CREATE TEMPORARY TABLE IF NOT EXISTS pristine.seen (k BINARY(16) PRIMARY KEY) ENGINE=MEMORY"
        )
        cursor.execute("TRUNCATE pristine.seen")
        cursor.execute(f"INSERT INTO pristine.seen SELECT k FROM ({live.rows()}) AS r")
        sql += " LEFT JOIN pristine.seen AS s ON s.k = p.k WHERE p.t = %s AND s.k IS NULL"
    else:
        sql += " WHERE p.t = %s"
    cursor.execute(sql, (number,))
    return [_rows(row[0]) for row in cursor.fetchall()]


def _difference(cursor: Cursor, number: int, table: Table | None, ignored: Collection[str]) -> dict[str, Any]:
    """Added, removed and changed rows of one table; `table` is None when it was dropped."""
    cursor.execute(f"SELECT COUNT(*) FROM {PRISTINE}.rows WHERE t = %s", (number,))
    before = int((cursor.fetchone() or (0,))[0])
    added: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    after = 0
    if table is not None:
        cursor.execute(f"SELECT COUNT(*) FROM {table.full}")
        after = int((cursor.fetchone() or (0,))[0])
        # one pass: the hash of each live row against its pristine one, which is found by its key
        cursor.execute(
            f"SELECT r.j, CONVERT(UNCOMPRESS(p.j) USING utf8mb4) FROM ({table.rows()}) AS r"
            f" LEFT JOIN {PRISTINE}.rows AS p ON p.t = {number} AND p.k = r.k WHERE p.k IS NULL OR p.h <> r.h"
        )
        for new, old in cursor.fetchall():
            if old is None:
                added.append(_rows(new))
                continue
            one, two = _rows(old), _rows(new)
            names = {**one, **two}
            columns = [
                name for name in names if one.get(name, ...) != two.get(name, ...) and name not in ignored
            ]
            if columns:
                label = {name: two.get(name) for name in table.key}
                changed.append({"key": label, "before": one, "after": two, "columns": columns})
    removed = _gone(cursor, number, table) if before > after - len(added) else []
    order = table.key if table is not None else []
    added.sort(key=lambda row: _sortable(row, order))
    removed.sort(key=lambda row: _sortable(row, order))
    changed.sort(key=lambda pair: _sortable(pair["after"], order))
    return {
        "added": added[:LIMIT],
        "removed": removed[:LIMIT],
        "changed": changed[:LIMIT],
        "counts": {"added": len(added), "removed": len(removed), "changed": len(changed)},
    }


def _sortable(row: dict[str, Any], key: Collection[str]) -> list[tuple[str, Any]]:
    """A row's key, or the whole row, such that numbers sort as numbers."""
    values = [row.get(name) for name in key] or list(row.values())
    return [("0", value) if isinstance(value, (int, float)) else ("1", str(value)) for value in values]


def changes(
    cursor: Cursor, schema: str, exclude: Collection[str] = (), noise: dict[str, Any] | None = None
) -> dict[str, Any]:
    """What differs from the pristine rows.

    Args:
        exclude: tables never looked at.
        noise: by table, "all" or the columns whose changes count for nothing.

    Returns:
        {table: {"added": [row], "removed": [row], "changed": [{"key", "before", "after", "columns"}],
        "counts": {...}, "definition": True when the table itself was created, dropped or altered}}.
        Lists hold at most `LIMIT` rows; counts are exact. Tables without a difference are left out.
    """
    noise = noise or {}
    skip = {name for name, what in noise.items() if what == "all"} | set(exclude)
    cursor.execute(f"SELECT name, id, checksum, definition FROM {PRISTINE}.tables")
    baked = {
        name: (number, total, text) for name, number, total, text in cursor.fetchall() if name not in skip
    }
    live = {table.name: table for table in tables(cursor, schema, skip)}
    sums = checksums(cursor, live.values())
    found: dict[str, Any] = {}
    for name in sorted(baked.keys() | live.keys()):
        number, total, text = baked.get(name, (-1, None, ""))
        if total is not None and sums.get(name) == total:
            continue
        ignored = noise.get(name, [])
        difference = _difference(cursor, number, live.get(name), ignored)
        altered = (
            name not in live or name not in baked or shape(definition(cursor, live[name])) != shape(text)
        )
        if altered:
            difference["definition"] = True
        if altered or any(difference["counts"].values()):
            found[name] = difference
    return found


def shape(text: str) -> str:
    """A table's definition without its next AUTO_INCREMENT, which an empty table does not show at all."""
    return re.sub(r" AUTO_INCREMENT=\d+", "", text)


def digest(cursor: Cursor, schema: str, exclude: Collection[str] = ()) -> dict[str, str]:
    """By table, a hash of all its values, its definition and its next AUTO_INCREMENT."""
    found = tables(cursor, schema, exclude)
    sums = checksums(cursor, found)
    return {
        table.name: hashlib.sha256(f"{sums[table.name]} {definition(cursor, table)}".encode()).hexdigest()[
            :16
        ]
        for table in found
    }
