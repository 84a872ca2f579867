"""What differs from the pristine rows, and one hash for everything."""

# ruff: noqa: S608 - names come from the schema itself and are quoted
from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator
from typing import Any

from .rows import PRISTINE, Cursor, Table, checksums, definition, keys_of_block, tables

LIMIT = 500
"""Rows that `changes` lists per table and kind; beyond, only the count is exact."""

MOST_BLOCKS = 64
"""Beyond this many changed blocks, one pass over the table is quicker than block by block."""


Pair = tuple[Any, Any]
"""A row before and after, as JSON text; None where there is none."""


def _pairs(cursor: Cursor, number: int, table: Table | None) -> Iterator[Pair]:
    """Rows that differ from their pristine selves; `table` is None when it was dropped."""
    if table is None:
        cursor.execute(
            f"SELECT CONVERT(UNCOMPRESS(j) USING utf8mb4), NULL FROM {PRISTINE}.rows WHERE t = %s", (number,)
        )
        yield from cursor.fetchall()
        return
    blocks = _changed_blocks(cursor, number, table) if table.in_blocks else []
    if 0 < len(blocks) <= MOST_BLOCKS:
        for block in blocks:
            yield from _pairs_of_block(cursor, number, table, block)
    else:
        yield from _all_pairs(cursor, number, table)


def _changed_blocks(cursor: Cursor, number: int, table: Table) -> list[int]:
    cursor.execute(f"SELECT b, h FROM {PRISTINE}.blocks WHERE t = %s", (number,))
    pristine = dict(cursor.fetchall())
    cursor.execute(table.blocks())
    live = dict(cursor.fetchall())
    return sorted(block for block in pristine.keys() | live.keys() if pristine.get(block) != live.get(block))


def _pairs_of_block(cursor: Cursor, number: int, table: Table, block: int) -> Iterator[Pair]:
    cursor.execute(f"SELECT k, h, j FROM ({table.rows()} WHERE {table.block()} = %s) AS r", (block,))
    live = {key: (digest, row) for key, digest, row in cursor.fetchall()}
    # pristine rows are found by the hash of their key only: those of all keys that the block can hold
    keys = [hashlib.md5(b"[%d]" % n, usedforsecurity=False).digest() for n in keys_of_block(block)]
    cursor.execute(
        f"SELECT k, h, CONVERT(UNCOMPRESS(j) USING utf8mb4) FROM {PRISTINE}.rows WHERE t = %s AND k IN %s",
        (number, keys),
    )
    pristine = {key: (digest, row) for key, digest, row in cursor.fetchall()}
    for key in pristine.keys() | live.keys():
        (before, old), (after, new) = pristine.get(key, (None, None)), live.get(key, (None, None))
        if before != after:
            yield old, new


def _all_pairs(cursor: Cursor, number: int, table: Table) -> Iterator[Pair]:
    cursor.execute(f"SELECT COUNT(*) FROM {PRISTINE}.rows WHERE t = %s", (number,))
    (before,) = cursor.fetchone() or (0,)
    cursor.execute(f"SELECT COUNT(*) FROM {table.full}")
    (after,) = cursor.fetchone() or (0,)
    # one pass: the hash of each live row against its pristine one, which is found by its key
    cursor.execute(
        f"SELECT CONVERT(UNCOMPRESS(p.j) USING utf8mb4), r.j FROM ({table.rows()}) AS r"
        f" LEFT JOIN {PRISTINE}.rows AS p ON p.t = {number} AND p.k = r.k WHERE p.k IS NULL OR p.h <> r.h"
    )
    pairs = cursor.fetchall()
    yield from pairs
    if before <= after - sum(old is None for old, _ in pairs):
        return
    # the keys of the live rows are computed: as a table of their own they can be looked up
    cursor.execute(
        "CREATE TEMPORARY TABLE IF NOT EXISTS pristine.seen (k BINARY(16) PRIMARY KEY) ENGINE=MEMORY"
    )
    cursor.execute("TRUNCATE pristine.seen")
    cursor.execute(f"INSERT INTO pristine.seen SELECT k FROM ({table.rows()}) AS r")
    cursor.execute(
        f"SELECT CONVERT(UNCOMPRESS(p.j) USING utf8mb4), NULL FROM {PRISTINE}.rows AS p"
        " LEFT JOIN pristine.seen AS s ON s.k = p.k WHERE p.t = %s AND s.k IS NULL",
        (number,),
    )
    yield from cursor.fetchall()


def _written(cursor: Cursor, schema: str) -> set[str]:
    """Tables that were written since the server started, as far as InnoDB remembers."""
    cursor.execute(
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = %s AND update_time IS NOT NULL",
        (schema,),
    )
    return {name for (name,) in cursor.fetchall()}


def _difference(cursor: Cursor, number: int, table: Table | None, ignored: Collection[str]) -> dict[str, Any]:
    """Added, removed and changed rows of one table; `table` is None when it was dropped."""
    added: list[dict[str, Any]] = []
    removed: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    key = table.key if table is not None else []
    for old, new in _pairs(cursor, number, table):
        if old is None:
            added.append(json.loads(new))
        elif new is None:
            removed.append(json.loads(old))
        else:
            one, two = json.loads(old), json.loads(new)
            names = {**one, **two}
            columns = [
                name for name in names if one.get(name, ...) != two.get(name, ...) and name not in ignored
            ]
            if columns:
                label = {name: two.get(name) for name in key}
                changed.append({"key": label, "before": one, "after": two, "columns": columns})
    added.sort(key=lambda row: _sortable(row, key))
    removed.sort(key=lambda row: _sortable(row, key))
    changed.sort(key=lambda pair: _sortable(pair["after"], key))
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
    # a checksum puts neighbouring texts together: one that moves from a column to the next leaves it equal
    written = _written(cursor, schema)
    found: dict[str, Any] = {}
    for name in sorted(baked.keys() | live.keys()):
        number, total, text = baked.get(name, (-1, None, ""))
        if total is not None and sums.get(name) == total and name not in written:
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
