"""Asking a site for values: rows of the database as JSON, bound parameters, paths into API answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any, Protocol

from sites.errors import WebariumError


class Asked(Protocol):
    """The part of a World that reads from sites."""

    def query(self, site: str, sql: str, params: Mapping[str, Any] = {}) -> list[dict[str, Any]]:
        """Rows of a read-only query."""

    def fetch(self, site: str, path: str, headers: Mapping[str, str] | None = None) -> Any:
        """The answer to a GET request."""


def plain(value: Any) -> Any:
    """A database value as JSON keeps it.

    Decimals become whole numbers where they have no decimal places (counts, sums of counts), else text
    with their decimals; times become ISO text with a blank; durations become seconds.
    """
    if isinstance(value, Decimal):
        return (
            int(value)
            if value == value.to_integral_value() and value.as_tuple().exponent == 0
            else str(value)
        )
    if isinstance(value, datetime):
        return value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


_NAMED = re.compile(r"%\(([^)]+)\)s")


def names_bound(sql: str) -> list[str]:
    """The names that a query binds, in the order of the text."""
    return _NAMED.findall(sql)


def bindings(sql: str, known: Mapping[str, Any]) -> dict[str, Any]:
    """The values for the ``%(name)s`` of a query; dots walk into mappings: ``%(profile.shopping.email)s``.

    Raises:
        WebariumError: when a name is not known, or a value is neither scalar nor a list of scalars.
    """
    bound: dict[str, Any] = {}
    for name in names_bound(sql):
        value: Any = known
        for part in name.split("."):
            try:
                value = value[part]
            except (KeyError, TypeError, IndexError) as error:
                raise WebariumError(
                    f"the query binds %({name})s, which is not known; known are {', '.join(sorted(known))}",
                    remedy="bind it under bind:, or write %% where a percent sign is meant",
                ) from error
        if isinstance(value, Mapping) or (
            isinstance(value, list) and any(isinstance(v, dict | list) for v in value)
        ):
            raise WebariumError(f"%({name})s is not a single value", remedy="name a part of it with a dot")
        bound[name] = value
    return bound


def ask(asked: Asked, site: str, sql: str, known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of a bound query as JSON values."""
    return [{str(key): plain(value) for key, value in row.items()} for row in rows(asked, site, sql, known)]


def rows(asked: Asked, site: str, sql: str, known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Rows of a bound query as the driver gives them."""
    bound = bindings(sql, known)
    # the driver takes %% for % only where something is bound; authors always write %%
    return asked.query(site, sql if bound else sql.replace("%%", "%"), bound)


def pick(data: Any, path: str | None) -> Any:
    """A part of an API answer: ``results.0.name``; ``results.*.name`` gives a list.

    Raises:
        LookupError: when a part of the path does not exist.
    """
    if not path:
        return data
    head, _, rest = path.partition(".")
    if head == "*":
        items = data.values() if isinstance(data, Mapping) else data
        return [pick(item, rest) for item in items]
    try:
        return pick(data[int(head)] if isinstance(data, list) else data[head], rest)
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise LookupError(f"the answer has no part '{head}'") from error
