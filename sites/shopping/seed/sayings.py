"""What customers say of each kind of thing, from ``data/sayings``, one file a department."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from sites.sitekit.data import load_yaml
from sites.sitekit.grammar import Line, parse_block

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Pool:
    """What is said in praise and in blame."""

    good: tuple[Line, ...]
    bad: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sayings:
    """What is said of a kind; ``context`` is who speaks and why."""

    good: tuple[Line, ...]
    bad: tuple[Line, ...]
    context: tuple[Line, ...]


@lru_cache(maxsize=1)
def load_pools() -> dict[str, Pool]:
    """What is said of many kinds of things: batteries, zips, delivery; ``data/pools.yaml``."""
    return {
        name: Pool(parse_block(body.get("good"), review=True), parse_block(body.get("bad"), review=True))
        for name, body in load_yaml(DATA / "pools.yaml").items()
    }


def _suit(entry: str, pools: dict[str, Pool]) -> Pool:
    """A pool by name; ``battery(wireless)`` adds conditions to each of its lines."""
    name, _, rest = entry.partition("(")
    conditions = tuple(part for part in rest.rstrip(")").split(";") if part)
    pool = pools[name]

    def narrow(lines: tuple[Line, ...]) -> tuple[Line, ...]:
        return tuple(replace(line, conditions=line.conditions + conditions) for line in lines)

    return Pool(narrow(pool.good), narrow(pool.bad)) if conditions else pool


@lru_cache(maxsize=1)
def load_sayings() -> dict[str, Sayings]:
    """By kind: its own sentences, then those of its pools, then who speaks: of the kind, of its department."""
    pools = load_pools()
    more = load_yaml(DATA / "more_reviews.yaml")
    found: dict[str, Sayings] = {}
    for path in sorted((DATA / "sayings").glob("*.yaml")):
        body = load_yaml(path)
        department = parse_block(body.get("context"))
        for key, raw in body["kinds"].items():
            extra = more.get(key, {})
            suited = [_suit(entry, pools) for entry in ["value", "delivery", *raw.get("pools", [])]]
            found[key] = Sayings(
                good=parse_block(raw["good"] + extra.get("good", ""), review=True)
                + tuple(line for pool in suited for line in pool.good),
                bad=parse_block(raw["bad"] + extra.get("bad", ""), review=True)
                + tuple(line for pool in suited for line in pool.bad),
                context=parse_block(raw.get("context")) + department,
            )
    return found
