"""Makes the books, their list for queries and their checksums, while the image is built.

`python3 bake.py SOURCE TARGET`: SOURCE has books/manuals, books/yearbook.toml and style.css.
"""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

from maker import foldoc, manuals, yearbook, zim
from maker.page import Book

TABLES = """
CREATE TABLE article (book TEXT, path TEXT, title TEXT, date TEXT, text TEXT, PRIMARY KEY (book, path));
CREATE TABLE name (book TEXT, path TEXT, name TEXT);
CREATE TABLE subject (book TEXT, path TEXT, subject TEXT);
CREATE TABLE chart (path TEXT, what TEXT, unit TEXT, top INTEGER, month INTEGER, value INTEGER,
    PRIMARY KEY (path, month));
"""


def list_articles(books: list[Book], target: Path) -> None:
    """What the books hold, as tables: template authors draw parameters from them."""
    target.unlink(missing_ok=True)
    with sqlite3.connect(target) as database:
        database.executescript(TABLES)
        for book in books:
            for one in (article for article in book.articles if article.indexed):
                database.execute(
                    "INSERT INTO article VALUES (?, ?, ?, ?, ?)",
                    (book.name, one.path, one.title, one.date, one.text),
                )
                database.executemany(
                    "INSERT INTO name VALUES (?, ?, ?)", [(book.name, one.path, name) for name in one.other]
                )
                database.executemany(
                    "INSERT INTO subject VALUES (?, ?, ?)",
                    [(book.name, one.path, name) for name in one.groups],
                )


def list_charts(charts: list[yearbook.Chart], target: Path) -> None:
    """The figures of the yearbook, which its pages show as pictures only, as a table beside the others."""
    with sqlite3.connect(target) as database:
        for one in charts:
            database.executemany(
                "INSERT INTO chart VALUES (?, ?, ?, ?, ?, ?)",
                [(one.path, one.what, one.unit, one.top, *pair) for pair in enumerate(one.months, 1)],
            )


def main(source: Path, target: Path) -> None:
    """Make everything."""
    target.mkdir(parents=True, exist_ok=True)
    style = (source / "style.css").read_text()
    charts = yearbook.read(source / "books" / "yearbook.toml")
    books = [manuals.book(source / "books" / "manuals"), foldoc.book(), yearbook.book(charts)]
    sums = []
    for book in books:
        digest = zim.write(book, target / f"{book.name}.zim", style)
        sums.append(f"{digest}  {book.name}.zim\n")
        print(f"{book.title}: {len(book.articles)} pages, {digest}", flush=True)
    (target / "SHA256SUMS").write_text("".join(sums))
    list_articles(books, target / "articles.sqlite")
    list_charts(charts, target / "articles.sqlite")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
