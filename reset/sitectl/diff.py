"""What differs from the pristine rows, and one hash for everything."""

# ruff: noqa: S608 - names come from the schema itself and are quoted
from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from typing import Any

from .rows import PRISTINE, Cursor, Table, checksums, definition, tables

LIMIT = 500
"""Rows that `changes` lists per table and kind; beyond, only the count is exact."""

MANY = 300
"""Keys above which rows are read in one pass."""


def _load(
    cursor: Cursor, query: str, arguments: tuple[Any, ...], keys: list[bytes]
) -> dict[bytes, dict[str, Any]]:
    """Rows of a query with columns k and j, by k: those of `keys` only."""
    if len(keys) > MANY:  # one pass over the table beats many lookups by a computed key
        cursor.execute(f"SELECT k, j FROM ({query}) AS r", arguments)
        wanted = set(keys)
        return {bytes(key): json.loads(text) for key, text in cursor.fetchall() if bytes(key) in wanted}
    if not keys:
        return {}
    marks = ", ".join(["%s"] * len(keys))
    cursor.execute(f"SELECT k, j FROM ({query}) AS r WHERE k IN ({marks})", (*arguments, *keys))
    return {bytes(key): json.loads(text) for key, text in cursor.fetchall()}


def _difference(cursor: Cursor, number: int, table: Table | None, ignored: Collection[str]) -> dict[str, Any]:
    """Added, removed and changed rows of one table; `table` is None when it was dropped."""
    cursor.execute(f"SELECT k, h FROM {PRISTINE}.rows WHERE t = %s", (number,))
    before = dict(cursor.fetchall())
    after: dict[bytes, bytes] = {}
    live = ""
    if table is not None:
        cursor.execute(f"SELECT k, h FROM ({table.rows()}) AS r")
        after = dict(cursor.fetchall())
        live = table.rows().replace("%", "%%")
    added = [key for key in after if key not in before]
    removed = [key for key in before if key not in after]
    touched = [key for key, value in after.items() if key in before and before[key] != value]
    baked = f"SELECT k, CONVERT(UNCOMPRESS(j) USING utf8mb4) AS j FROM {PRISTINE}.rows WHERE t = %s"
    old = _load(cursor, baked, (number,), [*removed[:LIMIT], *touched])
    new = _load(cursor, live, (), [*added[:LIMIT], *touched]) if table is not None else {}
    changed = []
    for key in touched:
        one, two = old[key], new[key]
        columns = [
            name
            for name in {**one, **two}
            if one.get(name, ...) != two.get(name, ...) and name not in ignored
        ]
        if columns:
            label = {name: two.get(name) for name in table.key} if table else {}
            changed.append({"key": label, "before": one, "after": two, "columns": columns})
    return {
        "added": [new[key] for key in added[:LIMIT]],
        "removed": [old[key] for key in removed[:LIMIT]],
        "changed": changed[:LIMIT],
        "counts": {"added": len(added), "removed": len(removed), "changed": len(changed)},
    }


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
    """A table's definition without its next AUTO_INCREMENT."""
    head, mark, tail = text.rpartition("AUTO_INCREMENT=")
    return head + tail.lstrip("0123456789") if mark else text


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
