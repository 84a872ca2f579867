"""Queries and row-level changes on the bytes of a SQLite file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from reset import sqlite


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Three entries and a table without a primary key."""
    path = tmp_path / "book.sqlite"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT, seen INTEGER)")
        made.execute("CREATE TABLE tag (entry_id INTEGER, word TEXT)")
        made.executemany(
            "INSERT INTO entry VALUES (?, ?, 0)", [(1, "Welcome"), (2, "50% off"), (3, "Goodbye")]
        )
        made.execute("INSERT INTO tag VALUES (1, 'first')")
    return path


def write(path: Path, *statements: str) -> None:
    with sqlite3.connect(path) as book:
        for statement in statements:
            book.execute(statement)


def test_a_query_with_names_lists_and_percent_signs(book: Path) -> None:
    data = book.read_bytes()
    sql = (
        "SELECT id FROM entry WHERE text LIKE '%%o%%' AND id IN %(ids)s AND id <> %(profile.not)s ORDER BY id"
    )
    assert sqlite.query(data, sql, {"ids": [1, 2, 3], "profile.not": 1}) == [{"id": 2}, {"id": 3}]
    assert sqlite.query(data, "SELECT text FROM entry WHERE text LIKE '50%'") == [{"text": "50% off"}]


def test_a_query_cannot_write(book: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        sqlite.query(book.read_bytes(), "DELETE FROM entry")


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n", "too long"),
        (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100001) SELECT i FROM n",
            "more than 100,000 rows",
        ),
        ("SELECT hex(zeroblob(900000000))", "too big"),
    ],
)
def test_a_query_without_end_ends(book: Path, sql: str, words: str) -> None:
    with pytest.raises(sqlite3.Error, match=words):
        sqlite.query(book.read_bytes(), sql)


def test_no_change(book: Path) -> None:
    assert sqlite.changes(book.read_bytes(), book.read_bytes()) == {}


def test_rows_added_removed_and_changed(book: Path) -> None:
    before = book.read_bytes()
    write(
        book,
        "INSERT INTO entry VALUES (4, 'New', 0)",
        "DELETE FROM entry WHERE id = 3",
        "UPDATE entry SET text = 'Hello' WHERE id = 1",
        "INSERT INTO tag VALUES (4, 'fresh')",
    )
    found = sqlite.changes(before, book.read_bytes())
    assert found["entry"]["added"] == [{"id": 4, "text": "New", "seen": 0}]
    assert found["entry"]["removed"] == [{"id": 3, "text": "Goodbye", "seen": 0}]
    (change,) = found["entry"]["changed"]
    assert (change["before"]["text"], change["after"]["text"]) == ("Welcome", "Hello")
    assert change["columns"] == ["text"]
    assert found["tag"]["counts"] == {"added": 1, "removed": 0, "changed": 0}
    assert "definition" not in found["entry"]


def test_noise_and_excluded_tables_are_left_out(book: Path) -> None:
    before = book.read_bytes()
    write(book, "UPDATE entry SET seen = 1", "DELETE FROM tag")
    after = book.read_bytes()
    assert set(sqlite.changes(before, after)) == {"entry", "tag"}
    assert sqlite.changes(before, after, exclude=["tag"], noise={"entry": ["seen"]}) == {}
    assert set(sqlite.changes(before, after, noise={"tag": "all"})) == {"entry"}


def test_tables_made_altered_and_dropped(book: Path) -> None:
    before = book.read_bytes()
    write(
        book,
        "DROP TABLE tag",
        "CREATE TABLE more (id INTEGER)",
        "ALTER TABLE entry ADD COLUMN extra TEXT",
    )
    found = sqlite.changes(before, book.read_bytes())
    assert {name for name, change in found.items() if change.get("definition")} == {"tag", "more", "entry"}
    assert found["tag"]["counts"]["removed"] == 1


def test_counts_are_exact_beyond_the_limit(book: Path) -> None:
    before = book.read_bytes()
    with sqlite3.connect(book) as made:
        made.executemany("INSERT INTO tag VALUES (?, 'x')", [(n,) for n in range(sqlite.LIMIT + 7)])
    found = sqlite.changes(before, book.read_bytes())["tag"]
    assert len(found["added"]) == sqlite.LIMIT
    assert found["counts"]["added"] == sqlite.LIMIT + 7
