"""A stream of chance a thing, named by what it decides, so that one more alternative moves nothing but its own things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from random import Random
from typing import TypeVar

T = TypeVar("T")


def stream(*parts: object) -> Random:
    """The stream of the thing that ``parts`` name: seed, kind, key."""
    return Random(":".join(map(str, parts)))


def share(*parts: object) -> float:
    """A number from 0 up to 1 for the thing that ``parts`` name; quicker than a whole stream."""
    digest = blake2b(":".join(map(str, parts)).encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") + 0.5) / 2**64


def heaviest(
    things: Iterable[T], weight: Callable[[T], float], name: Callable[[T], str], *parts: object
) -> T:
    """One of the things by weight. Another thing in the list can only win the draw, not change it for others."""
    return max(things, key=lambda one: share(*parts, name(one)) ** (1 / weight(one)))
