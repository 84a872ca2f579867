"""State in a SQLite file: read-only queries, and its rows against the pristine ones.

The site's supervisor hands out a copy of the file, which is opened in memory: no query can write to it.
"""

# ruff: noqa: S608 - names come from the file's own schema and are quoted
from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from typing import Any

LIMIT = 500
"""Rows that `changes` lists per table and kind; beyond, only the count is exact."""

MOST_ROWS = 100_000
"""Rows that one query may find."""

_INSTRUCTIONS = 200_000_000
"""Steps of SQLite's machine that one query may take, some seconds: the same number on every machine."""

_LARGEST = 16_000_000
"""Bytes of the largest value that a query may make."""

_NAMED = re.compile(r"%\(([^)]+)\)s")


def _open(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data)
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA query_only = ON")
    return connection


def _native(sql: str, params: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A statement with `%(name)s` in SQLite's own form; a list becomes `(:a, :b)`, as pymysql writes it."""
    values: dict[str, Any] = {}

    def placed(match: re.Match[str]) -> str:
        value = params[match[1]]
        many = value if isinstance(value, list | tuple) else [value]
        names = [f"p{len(values) + index}" for index in range(len(many))]
        values.update(zip(names, many, strict=True))
        text = ", ".join(f":{name}" for name in names)
        return f"({text})" if many is value else text

    return _NAMED.sub(placed, sql).replace("%%", "%"), values


def query(data: bytes, sql: str, params: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Rows of one SELECT on a SQLite file.

    Args:
        data: the file's bytes.
        sql: one statement; values as `%(name)s`. With params, a literal percent sign is written `%%`.
        params: the values; a list stands for `IN %(name)s`.

    Raises:
        sqlite3.Error: the statement is wrong, would write, takes too long or finds more than MOST_ROWS.
        KeyError: a name is not among the params.
    """
    text, values = _native(sql, params) if params else (sql, {})
    with closing(_open(data)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
        # a handler that says yes interrupts the query
        connection.set_progress_handler(lambda: True, _INSTRUCTIONS)
        try:
            rows = connection.execute(text, values).fetchmany(MOST_ROWS + 1)
        except sqlite3.OperationalError as error:
            if error.args == ("interrupted",):
                raise sqlite3.OperationalError("it takes too long: ask for less") from error
            raise
        if len(rows) > MOST_ROWS:
            raise sqlite3.OperationalError(f"it finds more than {MOST_ROWS:,} rows")
        return [dict(row) for row in rows]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    found = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return {row["name"]: row["sql"] for row in found}


def _rows(connection: sqlite3.Connection, table: str) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Every row of a table by its primary key, or by its rowid where it has none."""
    columns = connection.execute(f"PRAGMA table_info({_quoted(table)})").fetchall()
    key = [row["name"] for row in sorted(columns, key=lambda row: row["pk"]) if row["pk"]]
    chosen = ", ".join(_quoted(name) for name in key) if key else "rowid"
    cursor = connection.execute(f"SELECT {chosen}, * FROM {_quoted(table)} ORDER BY {chosen}")
    width = len(key) or 1
    names = [row["name"] for row in columns]
    return {tuple(row)[:width]: dict(zip(names, tuple(row)[width:], strict=True)) for row in cursor}


def _difference(
    before: dict[tuple[Any, ...], dict[str, Any]],
    after: dict[tuple[Any, ...], dict[str, Any]],
    ignored: Collection[str],
) -> dict[str, Any]:
    changed = []
    for key in before.keys() & after.keys():
        old, new = before[key], after[key]
        names = {**old, **new}
        columns = [name for name in names if old.get(name, ...) != new.get(name, ...) and name not in ignored]
        if columns:
            changed.append({"key": list(key), "before": old, "after": new, "columns": columns})
    changed.sort(key=lambda pair: str(pair["key"]))
    added = [row for key, row in after.items() if key not in before]
    removed = [row for key, row in before.items() if key not in after]
    return {
        "added": added[:LIMIT],
        "removed": removed[:LIMIT],
        "changed": changed[:LIMIT],
        "counts": {"added": len(added), "removed": len(removed), "changed": len(changed)},
    }


def changes(
    before: bytes, after: bytes, exclude: Collection[str] = (), noise: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What differs between two states of a SQLite file, row by row.

    Args:
        before: the pristine file.
        after: the live one.
        exclude: tables never looked at.
        noise: by table, "all" or the columns whose changes count for nothing.

    Returns:
        As `reset.sitectl.diff.changes`: by table the rows added, removed and changed with their counts, and
        "definition" where the table itself was created, dropped or altered.
    """
    noise = noise or {}
    skip = {name for name, what in noise.items() if what == "all"} | set(exclude)
    found: dict[str, Any] = {}
    with closing(_open(before)) as old, closing(_open(after)) as new:
        was, now = _tables(old), _tables(new)
        for name in sorted((was.keys() | now.keys()) - skip):
            difference = _difference(
                _rows(old, name) if name in was else {},
                _rows(new, name) if name in now else {},
                noise.get(name, []),
            )
            altered = was.get(name) != now.get(name)
            if altered:
                difference["definition"] = True
            if altered or any(difference["counts"].values()):
                found[name] = difference
    return found
