"""A world of SQLite in place of a running one: the same calls, the same bindings."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tasks import templates

DATA = Path(__file__).resolve().parents[2] / "data" / "tasks"
PROFILES = {
    "emma": {"username": "emma", "name": "Emma Vogt", "email": "emma@example.org"},
    "owner": {"username": "owner", "name": "Ole Brandt", "email": "owner@example.org"},
}
SCHEMA = """
CREATE TABLE orders (number TEXT, username TEXT, placed TEXT, total NUMERIC);
INSERT INTO orders VALUES ('100003', 'emma', '2026-03-01', 1234.5), ('100001', 'emma', '2025-12-24', 19.9),
  ('100000', 'emma', '2025-06-01', 75), ('100002', 'jan', '2026-01-01', 5);
CREATE TABLE products (id INTEGER, sku TEXT, title TEXT, price NUMERIC, neighbour TEXT);
INSERT INTO products VALUES (11, 'A-1', 'Blue kettle', 20, 'Red kettle'),
  (12, 'A-2', 'Red kettle', 30, 'Blue kettle'),
  (13, 'A-3', 'Teapot', 40, 'Blue kettle');
"""


class SqliteWorld:
    """What locking needs of a World."""

    def __init__(self) -> None:
        self.database = sqlite3.connect(":memory:")
        self.database.row_factory = sqlite3.Row
        self.database.executescript(SCHEMA)

    def query(self, site: str, sql: str, params: Any = None) -> list[dict[str, Any]]:
        """Rows of a query written for pymysql."""
        names = {name: f"p{index}" for index, name in enumerate(params or {})}
        text = re.sub(r"%\(([^)]+)\)s", lambda match: f":{names[match.group(1)]}", sql).replace("%%", "%")
        return [
            dict(row) for row in self.database.execute(text, {names[k]: v for k, v in (params or {}).items()})
        ]

    def fetch(self, site: str, path: str, headers: Any = None) -> Any:
        """No template of these tests uses an API."""
        raise NotImplementedError


@pytest.fixture(autouse=True)
def _profiles(monkeypatch: pytest.MonkeyPatch) -> None:
    real = templates._profiles
    monkeypatch.setattr(templates, "_profiles", lambda site: PROFILES if site == "shopping" else real(site))


@pytest.fixture
def world() -> SqliteWorld:
    """A fresh world."""
    return SqliteWorld()


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """A copy of the good templates that a test may lock and change."""
    target = tmp_path / "tasks"
    shutil.copytree(DATA / "good", target)
    return target
