"""The brands of a world: houses of ``brands.yaml`` under the names that the world's seed gives them.

The default world has the names that stand first, so that whoever reads about it finds them; every other one
draws names, lines and years of founding. Each draw goes by the hash of what it is about, so that one more
name in a list changes few brands and no others.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import Any

from sites.world_data import load

DEFAULT_SEED = 20260316
OLDER_OR_YOUNGER = 5
"""By how many years the founding of a brand differs at most from the one in the file."""


@cache
def brands(seed: int) -> tuple[dict[str, Any], ...]:
    """Every brand of a world, in the form and order of ``brands.yaml``; do not change what is returned.

    ``lines`` has what is sold today; ``more_lines`` are names of lines that the brand might still use.
    """
    return tuple(_christen(house, seed) for house in load("brands")["brands"])


def in_world(text: str, seed: int) -> str:
    """A text that speaks of brands of the default world, as it is said in another world.

    A line is only renamed where it follows its brand ("Norvik Trail"), since many lines are plain words.
    """
    pattern, names = _renames(seed)
    return pattern.sub(lambda match: names[match[0]], text) if names else text


def _rank(seed: int, *about: str) -> bytes:
    return sha256(":".join((str(seed), *about)).encode()).digest()


def _own_lines(house: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(name for names in house["lines"].values() for name in names))


def _christen(house: dict[str, Any], seed: int) -> dict[str, Any]:
    if seed == DEFAULT_SEED:
        return house
    key = house["name"]
    name = min([key, *house["names"]], key=lambda one: _rank(seed, "brand", key, one))
    mine = _own_lines(house)
    pool = sorted([*mine, *house["more_lines"]], key=lambda one: _rank(seed, "line", key, one))
    called = dict(zip(mine, pool, strict=False))
    shift = _rank(seed, "founded", key)[0] % (2 * OLDER_OR_YOUNGER + 1) - OLDER_OR_YOUNGER
    founded = house["founded"] + shift

    def told(text: str) -> str:
        text = text.replace(str(house["founded"]), str(founded))
        return re.sub(rf"\b{re.escape(key)}\b", name, text)

    return {
        **house,
        "name": name,
        "founded": founded,
        "character": told(house["character"]),
        "voice": [told(line) for line in house["voice"]],
        "lines": {kind: [called[line] for line in lines] for kind, lines in house["lines"].items()},
        "more_lines": pool[len(mine) :],
    }


@cache
def _renames(seed: int) -> tuple[re.Pattern[str], dict[str, str]]:
    names: dict[str, str] = {}
    for house, brand in zip(load("brands")["brands"], brands(seed), strict=True):
        names[house["name"]] = brand["name"]
        for line, new in zip(_own_lines(house), _own_lines(brand), strict=True):
            names[f"{house['name']} {line}"] = f"{brand['name']} {new}"
    changed = {old: new for old, new in names.items() if old != new}
    longest_first = sorted(changed, key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, longest_first)) + r")\b"), changed
