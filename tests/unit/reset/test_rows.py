"""How rows become JSON and keys, and what a definition is without its next number."""

from __future__ import annotations

import pytest

from reset.sitectl.diff import shape
from reset.sitectl.rows import BLOCK, Table, keys_of_block, quote


def test_names_are_quoted() -> None:
    assert quote("a`b") == "`a``b`"


def test_a_row_becomes_json_by_type() -> None:
    columns = [("id", "int"), ("price", "decimal"), ("picture", "blob"), ("it's", "varchar")]
    table = Table("shop", "item", columns, ["id"])
    assert table.json() == (
        "JSON_OBJECT('id', `id`, 'price', CONVERT(`price` USING utf8mb4), 'picture', HEX(`picture`),"
        " 'it''s', CONVERT(`it's` USING utf8mb4))"
    )
    assert "JSON_ARRAY(`id`)" in table.rows()


def test_without_a_key_equal_rows_are_told_apart_by_their_number() -> None:
    assert "ROW_NUMBER() OVER (PARTITION BY j ORDER BY j)" in Table("shop", "log", [("a", "text")], []).rows()


def test_shape_leaves_the_next_number_out() -> None:
    one = "CREATE TABLE `a` (`id` int) ENGINE=InnoDB AUTO_INCREMENT=17 DEFAULT CHARSET=utf8mb4"
    two = one.replace("17", "904")
    assert shape(one) == shape(two) != one
    # a table that was empty in the pristine state shows no next number at all
    assert shape(one) == "CREATE TABLE `a` (`id` int) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4"
    assert shape("CREATE TABLE b (x int) ENGINE=InnoDB") == "CREATE TABLE b (x int) ENGINE=InnoDB"
    assert shape(one) != shape(one.replace("`id` int", "`id` bigint"))


@pytest.mark.parametrize("start", [-(2**63), -(2**53) - 700, -700, 0, 2**53 - 300, 2**63 + 5, 2**64 - 700])
def test_every_key_is_in_the_one_block_that_the_server_puts_it_into(start: int) -> None:
    """The server divides whole numbers and rounds towards zero; floating point loses keys from 2^53 on."""
    for key in range(start, start + 700):
        block = abs(key) // BLOCK * (1 if key > 0 else -1)
        assert key in keys_of_block(block)
        assert key not in keys_of_block(block - 1)
        assert key not in keys_of_block(block + 1)
