"""Rows against their pristine selves: key, hash and compressed JSON of every row, baked beside the data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable
from typing import Any

import pymysql

PRISTINE = "pristine"
"""Schema in the same server that holds the pristine rows; the site's own user cannot see it."""

LIMIT = 500
"""Rows that `changes` lists per table and kind; beyond, only the count is exact."""

NUMBERS = {"tinyint", "smallint", "mediumint", "int", "bigint", "float", "double", "year"}
BYTES = {"binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit"}

Cursor = pymysql.cursors.Cursor


def quote(name: str) -> str:
    """A table or column name for SQL."""
    return "`" + name.replace("`", "``") + "`"


class Table:
    """One table of the site and how its rows become JSON.

    Args:
        name: table name.
        columns: (name, data type) in order; generated columns included.
        key: columns of the primary key; without any, a whole row is its own key.
    """

    def __init__(self, schema: str, name: str, columns: list[tuple[str, str]], key: list[str]) -> None:
        self.name = name
        self.columns = columns
        self.key = key
        self.full = f"{quote(schema)}.{quote(name)}"

    def _value(self, column: str, kind: str) -> str:
        if kind in NUMBERS:
            return quote(column)
        if kind in BYTES:
            return f"HEX({quote(column)})"
        # decimals and dates as they print: JSON numbers would lose the zero of 12.50
        return f"CONVERT({quote(column)} USING utf8mb4)"

    def json(self) -> str:
        """SQL expression: the row as a JSON object."""
        parts = (
            f"'{name.replace(chr(39), chr(39) * 2)}', {self._value(name, kind)}"
            for name, kind in self.columns
        )
        return f"JSON_OBJECT({', '.join(parts)})"

    def rows(self) -> str:
        """SQL query: k (MD5 of the key), h (MD5 of the row), j (the row as JSON) of every row."""
        kinds = dict(self.columns)
        if self.key:
            key = ", ".join(self._value(name, kinds[name]) for name in self.key)
            return (
                f"SELECT UNHEX(MD5(JSON_ARRAY({key}))) AS k, UNHEX(MD5({self.json()})) AS h, {self.json()} AS j"
                f" FROM {self.full}"
            )
        return (
            "SELECT UNHEX(MD5(CONCAT(j, ROW_NUMBER() OVER (PARTITION BY j ORDER BY j)))) AS k,"
            f" UNHEX(MD5(j)) AS h, j FROM (SELECT {self.json()} AS j FROM {self.full}) AS plain"
        )


def tables(cursor: Cursor, schema: str, exclude: Collection[str] = ()) -> list[Table]:
    """The base tables of a schema with columns and primary keys, by name."""
    cursor.execute(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = %s AND table_type = 'BASE TABLE'",
        (schema,),
    )
    names = sorted(row[0] for row in cursor.fetchall() if row[0] not in exclude)
    cursor.execute(
        "SELECT table_name, column_name, data_type, column_key = 'PRI' FROM information_schema.columns"
        " WHERE table_schema = %s ORDER BY table_name, ordinal_position",
        (schema,),
    )
    columns: dict[str, list[tuple[str, str]]] = {}
    keys: dict[str, list[str]] = {}
    for table, column, kind, primary in cursor.fetchall():
        columns.setdefault(table, []).append((column, kind))
        if primary:
            keys.setdefault(table, []).append(column)
    return [Table(schema, name, columns[name], keys.get(name, [])) for name in names]


def checksums(cursor: Cursor, found: Iterable[Table]) -> dict[str, int]:
    """CHECKSUM TABLE of each table: it changes with any value of any row."""
    wanted = list(found)
    if not wanted:
        return {}
    cursor.execute(f"CHECKSUM TABLE {', '.join(table.full for table in wanted)} EXTENDED")
    sums = [row[1] for row in cursor.fetchall()]
    return {table.name: value for table, value in zip(wanted, sums, strict=True)}


def definition(cursor: Cursor, table: Table) -> str:
    """SHOW CREATE TABLE, which holds the next AUTO_INCREMENT too."""
    cursor.execute(f"SHOW CREATE TABLE {table.full}")
    row = cursor.fetchone()
    assert row is not None
    return str(row[1])


def bake_rows(cursor: Cursor, schema: str, exclude: Collection[str]) -> dict[str, int]:
    """Fill the pristine schema; returns the number of rows by table."""
    cursor.execute(f"CREATE DATABASE {PRISTINE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    cursor.execute(
        f"CREATE TABLE {PRISTINE}.tables (id SMALLINT UNSIGNED PRIMARY KEY, name VARCHAR(64) UNIQUE, checksum BIGINT,"
        " definition MEDIUMTEXT)"
    )
    cursor.execute(
        f"CREATE TABLE {PRISTINE}.rows (t SMALLINT UNSIGNED, k BINARY(16), h BINARY(16), j LONGBLOB, PRIMARY KEY (t, k))"
    )
    found = tables(cursor, schema, exclude)
    sums = checksums(cursor, found)
    counts = {}
    for number, table in enumerate(found):
        cursor.execute(
            f"INSERT INTO {PRISTINE}.tables VALUES (%s, %s, %s, %s)",
            (number, table.name, sums[table.name], definition(cursor, table)),
        )
        counts[table.name] = cursor.execute(
            f"INSERT INTO {PRISTINE}.rows SELECT {number}, k, h, COMPRESS(j) FROM ({table.rows()}) AS r ORDER BY k"
        )
    return counts


def _load(
    cursor: Cursor, sql: str, arguments: tuple[Any, ...], keys: list[bytes]
) -> dict[bytes, dict[str, Any]]:
    found: dict[bytes, dict[str, Any]] = {}
    for start in range(0, len(keys), 200):
        part = keys[start : start + 200]
        marks = ", ".join(["%s"] * len(part))
        cursor.execute(sql.format(marks=marks), (*arguments, *part))
        for key, text in cursor.fetchall():
            found[bytes(key)] = json.loads(text)
    return found


def _difference(cursor: Cursor, number: int, table: Table | None, ignored: Collection[str]) -> dict[str, Any]:
    """Added, removed and changed rows of one table; `table` is None when it was dropped."""
    cursor.execute(f"SELECT k, h FROM {PRISTINE}.rows WHERE t = %s", (number,))
    before = dict(cursor.fetchall())
    after: dict[bytes, bytes] = {}
    if table is not None:
        cursor.execute(f"SELECT k, h FROM ({table.rows()}) AS r")
        after = dict(cursor.fetchall())
    added = [key for key in after if key not in before]
    removed = [key for key in before if key not in after]
    changed = [key for key, value in after.items() if key in before and before[key] != value]
    counts = {"added": len(added), "removed": len(removed), "changed": len(changed)}
    old_sql = f"SELECT k, CONVERT(UNCOMPRESS(j) USING utf8mb4) FROM {PRISTINE}.rows WHERE t = %s AND k IN ({{marks}})"
    old = _load(cursor, old_sql, (number,), [*removed[:LIMIT], *changed[:LIMIT]])
    new: dict[bytes, dict[str, Any]] = {}
    if table is not None:
        inner = table.rows().replace("{", "{{").replace("}", "}}").replace("%", "%%")
        new_sql = f"SELECT k, j FROM ({inner}) AS r WHERE k IN ({{marks}})"
        new = _load(cursor, new_sql, (), [*added[:LIMIT], *changed[:LIMIT]])
    pairs = []
    for key in changed[:LIMIT]:
        one, two = old[key], new[key]
        columns = [name for name in two if one.get(name) != two[name] and name not in ignored]
        if columns:
            label = {name: two[name] for name in table.key} if table else {}
            pairs.append({"key": label, "before": one, "after": two, "columns": columns})
        else:
            counts["changed"] -= 1
    return {
        "added": [new[key] for key in added[:LIMIT]],
        "removed": [old[key] for key in removed[:LIMIT]],
        "changed": pairs,
        "counts": counts,
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
