"""Rows of a project's data file: drawn from lists, corrected later."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from sites.errors import WebariumError
from sites.world_data import addresses, places


@cache
def named(source: str) -> tuple[str, ...]:
    """Names that world_data has: ``streets``, or ``places:cafe,museum``."""
    if source == "streets":
        return tuple(dict.fromkeys(one.street for one in addresses() if one.city == "Neubrandenburg"))
    kind, _, wanted = source.partition(":")
    if kind != "places":
        raise WebariumError(f"no such source of names: {source}", remedy="streets, or places:<kind>,<kind>")
    return tuple(dict.fromkeys(one.name for kind in wanted.split(",") for one in places(kind)))


def value(spec: Any, rng: random.Random) -> Any:
    """A value of a field: of a list, ``int 1 9``, ``int 5 95 5`` (step 5) or ``float 53.5 53.6 4`` (digits).

    A truth value (YAML reads yes and no so) becomes yes or no again.
    """
    if isinstance(spec, list):
        drawn = rng.choice(spec)
        return {True: "yes", False: "no"}[drawn] if isinstance(drawn, bool) else drawn
    kind, *numbers = str(spec).split()
    if kind == "int":
        low, high, step = (*map(int, numbers), 1)[:3]
        return rng.randrange(low, high + 1, step)
    if kind == "float":
        low, high, digits = float(numbers[0]), float(numbers[1]), int(numbers[2])
        return f"{rng.uniform(low, high):.{digits}f}"
    raise WebariumError(f"no such kind of field: {spec}")


def other_value(spec: Any, old: Any, rng: random.Random) -> Any:
    """A value that differs from ``old``; ``old`` itself when there is none."""
    for _ in range(30):
        new = value(spec, rng)
        if new != old:
            return new
    return old


def row(name: str, fields: Mapping[str, Any], rng: random.Random) -> dict[str, Any]:
    """A row; a name such as ``Haus | house`` is the name ``Haus`` with the parts ``n0`` and ``n1``."""
    parts = name.split(" | ")
    whole: dict[str, Any] = {"name": parts[0]}
    whole.update({f"n{index}": part for index, part in enumerate(parts)})
    return whole | {key: value(spec, rng) for key, spec in fields.items()}
