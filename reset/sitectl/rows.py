"""Rows against their pristine selves: key, hash and compressed JSON of every row, baked beside the data.

Blocks of neighbouring keys have a hash as well, so that only those with a change are looked at row by row.
"""

# ruff: noqa: S608 - names come from the schema itself and are quoted
from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable

import pymysql

PRISTINE = "pristine"
"""Schema in the same server that holds the pristine rows; the site's own user cannot see it."""

NUMBERS = {"tinyint", "smallint", "mediumint", "int", "bigint", "float", "double", "year"}
INTEGERS = {"tinyint", "smallint", "mediumint", "int", "bigint"}
BYTES = {"binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob", "bit"}

BLOCK = 256
"""Neighbouring integer keys that share one hash: enough for few hashes, few enough to compare one by one."""

Cursor = pymysql.cursors.Cursor


def keys_of_block(block: int) -> range:
    """The integer keys that `key DIV BLOCK` puts into a block; DIV rounds towards zero."""
    first = block * BLOCK if block > 0 else (block - 1) * BLOCK + 1
    last = (block + 1) * BLOCK - 1 if block >= 0 else block * BLOCK
    return range(first, last + 1)


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
        self.in_blocks = len(key) == 1 and dict(columns)[key[0]] in INTEGERS
        """Whether the rows have an integer key and are hashed in blocks of it."""

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

    def block(self) -> str:
        """SQL expression: the number of the block that a row is in."""
        return f"{quote(self.key[0])} DIV {BLOCK}"

    def blocks(self) -> str:
        """SQL query: number and hash of every block; much cheaper than `rows`."""
        values = ", ".join(f"IFNULL({quote(name)}, CHAR(31))" for name, _ in self.columns)
        # MD5 before the sum: changes of two rows must not cancel each other, as those of bare CRCs do
        row = f"CRC32(MD5(CONCAT_WS(CHAR(30), {values})))"
        return f"SELECT {self.block()} AS b, BIT_XOR({row}) AS h FROM {self.full} GROUP BY b"

    def rows(self) -> str:
        """SQL query: k (MD5 of the key), h (MD5 of the row), j (the row as JSON) of every row."""
        kinds = dict(self.columns)
        if self.key:
            key = ", ".join(self._value(name, kinds[name]) for name in self.key)
            return (
                f"SELECT UNHEX(MD5(JSON_ARRAY({key}))) AS k, UNHEX(MD5({self.json()})) AS h,"
                f" {self.json()} AS j FROM {self.full}"
            )
        return (
            "SELECT UNHEX(MD5(CONCAT(j, ROW_NUMBER() OVER (PARTITION BY j ORDER BY j)))) AS k,"
            f" UNHEX(MD5(j)) AS h, j FROM (SELECT {self.json()} AS j FROM {self.full}) AS plain"
        )


def tables(cursor: Cursor, schema: str, exclude: Collection[str] = ()) -> list[Table]:
    """The base tables of a schema with columns and primary keys, by name."""
    cursor.execute(
        "SELECT table_name FROM information_schema.tables"
        " WHERE table_schema = %s AND table_type = 'BASE TABLE'",
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


def digests(cursor: Cursor, schema: str, exclude: Collection[str] = ()) -> dict[str, str]:
    """By table, a hash of all its values, its definition and its next AUTO_INCREMENT."""
    found = tables(cursor, schema, exclude)
    sums = checksums(cursor, found)
    return {
        table.name: hashlib.sha256(f"{sums[table.name]} {definition(cursor, table)}".encode()).hexdigest()[
            :16
        ]
        for table in found
    }


def bake_rows(cursor: Cursor, schema: str, exclude: Collection[str]) -> dict[str, int]:
    """Fill the pristine schema; returns the number of rows by table.

    Raises:
        RuntimeError: a table is not InnoDB: writes to it would not move the LSN and so not be noticed.
    """
    cursor.execute(
        "SELECT table_name, engine FROM information_schema.tables"
        " WHERE table_schema = %s AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'",
        (schema,),
    )
    if other := [f"{name} ({engine})" for name, engine in cursor.fetchall()]:
        raise RuntimeError(f"tables must be InnoDB, else writes to them go unnoticed: {', '.join(other)}")
    cursor.execute(f"CREATE DATABASE {PRISTINE} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    cursor.execute(
        f"CREATE TABLE {PRISTINE}.tables (id SMALLINT UNSIGNED PRIMARY KEY, name VARCHAR(64) UNIQUE,"
        " checksum BIGINT, definition MEDIUMTEXT)"
    )
    cursor.execute(
        f"CREATE TABLE {PRISTINE}.rows (t SMALLINT UNSIGNED, k BINARY(16), h BINARY(16), j LONGBLOB,"
        " PRIMARY KEY (t, k))"
    )
    cursor.execute(
        f"CREATE TABLE {PRISTINE}.blocks (t SMALLINT UNSIGNED, b BIGINT, h INT UNSIGNED, PRIMARY KEY (t, b))"
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
            f"INSERT INTO {PRISTINE}.rows SELECT {number}, k, h, COMPRESS(j) FROM ({table.rows()}) AS r"
            " ORDER BY k"
        )
        if table.in_blocks:
            cursor.execute(
                f"INSERT INTO {PRISTINE}.blocks SELECT {number}, b, h FROM ({table.blocks()}) AS r"
            )
    return counts
