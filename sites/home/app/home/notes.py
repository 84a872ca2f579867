"""The scratchpad: notes in a SQLite file that is part of the world's state."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

TITLE, TEXT = 120, 20_000
"""Longest title and text, in characters."""

SCHEMA = """
CREATE TABLE note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  created TEXT NOT NULL,
  changed TEXT NOT NULL
)
"""


def path() -> Path:
    """Where the notes are."""
    return Path(os.environ["SITE_FILES"]) / "pad.sqlite"


@contextmanager
def _connected() -> Iterator[sqlite3.Connection]:
    """A connection whose block is one transaction."""
    with closing(sqlite3.connect(path())) as connection, connection:
        connection.row_factory = sqlite3.Row
        yield connection


def now() -> str:
    """The moment as it is stored, UTC: 2026-03-16 09:00:00."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


def create() -> None:
    """An empty scratchpad."""
    with _connected() as connection:
        connection.execute(SCHEMA)


def every(words: str = "") -> list[dict[str, Any]]:
    """Notes that contain all the words in title or text, the one changed last first."""
    with _connected() as connection:
        rows = connection.execute("SELECT * FROM note ORDER BY changed DESC, id DESC").fetchall()
    wanted = words.casefold().split()
    notes = [dict(row) for row in rows]
    return [
        note for note in notes if all(word in f"{note['title']} {note['text']}".casefold() for word in wanted)
    ]


def one(number: int) -> dict[str, Any] | None:
    """A note, or None."""
    with _connected() as connection:
        row = connection.execute("SELECT * FROM note WHERE id = ?", (number,)).fetchone()
    return dict(row) if row else None


def problem(title: str, text: str) -> str:
    """What is wrong with a note that somebody wants to keep; empty when nothing is."""
    if not title:
        return "Please give the note a title."
    if len(title) > TITLE:
        return f"The title is too long: at most {TITLE} characters."
    if len(text) > TEXT:
        return f"The note is too long: at most {TEXT} characters."
    return ""


def add(title: str, text: str, moment: str | None = None) -> int:
    """Keep a new note; returns its number."""
    moment = moment or now()
    with _connected() as connection:
        done = connection.execute(
            "INSERT INTO note (title, text, created, changed) VALUES (?, ?, ?, ?)",
            (title, text, moment, moment),
        )
    return int(done.lastrowid or 0)


def change(number: int, title: str, text: str) -> None:
    """Write a note anew."""
    with _connected() as connection:
        connection.execute(
            "UPDATE note SET title = ?, text = ?, changed = ? WHERE id = ?", (title, text, now(), number)
        )


def delete(number: int) -> None:
    """Throw a note away."""
    with _connected() as connection:
        connection.execute("DELETE FROM note WHERE id = ?", (number,))
