"""The draw of parameters with a salt."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tasks.editions import DEFAULT, Edition
from tasks.lockfile import read_lock
from tasks.locking import lock_paths
from tasks.salting import hashed, hashed_order, lifted, salted
from tasks.templates import load_template


@pytest.mark.parametrize(
    ("sql", "wanted"),
    [
        ("SELECT a FROM t ORDER BY a LIMIT 3", "SELECT a FROM t ORDER BY a LIMIT 3"),
        ("SELECT a FROM t ORDER BY MD5(a)", "SELECT a FROM t ORDER BY MD5(CONCAT(a, 'k'))"),
        (
            "SELECT a FROM t ORDER BY md5(CONCAT('x', a)), b LIMIT 3;",
            "SELECT a FROM t ORDER BY md5(CONCAT(CONCAT('x', a), 'k')), b LIMIT 60;",
        ),
        # the limit chooses what comes first for another reason: it stays
        (
            "SELECT a FROM t ORDER BY a = 1, MD5(a) LIMIT 3",
            "SELECT a FROM t ORDER BY a = 1, MD5(CONCAT(a, 'k')) LIMIT 3",
        ),
        (
            "SELECT a, (SELECT b FROM u ORDER BY MD5(b) LIMIT 1) AS b FROM t ORDER BY a LIMIT 2",
            "SELECT a, (SELECT b FROM u ORDER BY MD5(CONCAT(b, 'k')) LIMIT 1) AS b FROM t ORDER BY a LIMIT 2",
        ),
        # brackets and hashes in texts are texts
        (
            "SELECT 'MD5(', ROW_NUMBER() OVER (ORDER BY MD5(CONCAT('a)', x))) FROM t WHERE x LIKE 'a%%'",
            "SELECT 'MD5(', ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(CONCAT('a)', x), 'k'))) FROM t "
            "WHERE x LIKE 'a%%'",
        ),
    ],
)
def test_the_salt_goes_into_each_hash(sql: str, wanted: str) -> None:
    assert salted(lifted(sql), "k") == wanted
    assert salted(sql, "") == sql


def test_what_is_drawn_by_chance() -> None:
    assert hashed("SELECT a FROM (SELECT b FROM u ORDER BY MD5 (b) LIMIT 1) x")
    assert not hashed("SELECT 'MD5(a)', md5 FROM t ORDER BY a")
    assert not hashed_order("SELECT a FROM (SELECT a FROM t ORDER BY MD5(a)) x ORDER BY a")
    assert not hashed_order("SELECT MD5(a) FROM t")


TEMPLATE = """
intent: Put the {{ title }} into the basket.
covers: ["1"]
category: content_and_config
profile: {shopping: emma}
start: "{{ shopping }}/"
params:
  site: shopping
  sql: SELECT sku, title FROM products ORDER BY MD5(sku) LIMIT 1
  key: [sku]
  limit: 1
checks: [{answer: {exact: "{{ title }}"}}]
oracle: []
"""


def test_a_salt_draws_other_rows_first(root: Path, world: Any) -> None:
    """Of three products the default edition has one; every salt draws one of the others."""
    import hashlib

    world.database.create_function("MD5", 1, lambda value: hashlib.md5(str(value).encode()).hexdigest())
    world.database.create_function("CONCAT", -1, lambda *values: "".join(map(str, values)))
    path = root / "shopping" / "drawn.yaml"
    path.write_text(TEMPLATE)

    def drawn(edition: Edition) -> set[str]:
        lock_paths([path], world, root, edition=edition)
        lock = read_lock(load_template(path), root, edition)
        assert lock
        return {task.params["sku"] for task in lock.tasks.values()}

    first = drawn(DEFAULT)
    others = [drawn(Edition(salt=str(number))) for number in range(12)]
    assert all(len(one) == 1 and not one & first for one in others)
    assert len(set().union(*others)) == 2
    assert drawn(DEFAULT) == first
