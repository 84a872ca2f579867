"""Rows that are equal by the order asked for come in the order of their keys.

A database gives such rows in any order: with another plan, or after other pages were read, the same page
would list the same answers differently.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sitekit.patches import replace


def install() -> None:
    """Have every query of Django's that is sorted or cut end its order with the primary key."""
    from django.db.models.sql.compiler import SQLCompiler

    total = in_total(SQLCompiler._order_by_pairs)
    replace(SQLCompiler, "_order_by_pairs", total, of="21667f94e31d")


def in_total(pairs: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Iterator[Any]]:
    """Django's method that gives the parts of an order, with the key as the last part."""

    def total(self: Any) -> Iterator[Any]:
        given = list(pairs(self))
        yield from given
        # what is cut without an order and has no columns only asks whether there is a row
        if (given or (self.query.is_sliced and self.query.default_cols)) and key_fits(self.query):
            from django.db.models.expressions import OrderBy

            # in the direction of the part before: an index on that serves both
            descending = bool(given) and given[-1][0].descending
            yield OrderBy(self.query.resolve_ref("pk"), descending=descending), False

    return total


def key_fits(query: Any) -> bool:
    """Whether sorting a query by the key of its rows leaves its result as it is.

    It does not where rows are grouped or joined from several queries, or made distinct without their key.
    """
    meta = query.get_meta()
    if query.combinator or query.group_by is not None or meta is None or meta.pk is None:
        return False
    if not query.distinct:
        return True
    return not query.distinct_fields and (
        query.default_cols or any(one.target == meta.pk for one in query.select)
    )
