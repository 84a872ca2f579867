"""A stream of chance for each thing, named by what the thing is.

So one more alternative in a list changes what draws from that list, and nothing else: ``pick`` gives the new
one its fair share and leaves every other choice as it was, and no stream is used for two things.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import TypeVar

T = TypeVar("T")
_ALL = 2**64 - 1


@lru_cache(maxsize=1 << 18)
def _hash(name: str) -> int:
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


class Chance:
    """Everything that is drawn for one thing: ``Chance(seed, "thread", 17)``."""

    __slots__ = ("_number", "key")

    def __init__(self, *key: object) -> None:
        self.key = ":".join(map(str, key))
        self._number = int.from_bytes(blake2b(self.key.encode(), digest_size=8).digest(), "big")

    def of(self, *more: object) -> Chance:
        """A part of the thing."""
        return Chance(self.key, *more)

    def stream(self, *more: object) -> Random:
        """A stream of its own for one purpose."""
        return Random(":".join((self.key, *map(str, more))))

    def share(self, name: object) -> float:
        """A number above 0 and below 1 for a name, as if drawn; the same whatever else is drawn."""
        return (self._mixed(name) + 0.5) / 2**64

    def _mixed(self, name: object) -> int:
        # The last steps of splitmix64: quick, and every bit of the key and of the name counts.
        bits = self._number ^ _hash(str(name))
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9 & _ALL
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB & _ALL
        return bits ^ (bits >> 31)

    def order(self, things: Iterable[T], name: Callable[[T], object] = str) -> list[T]:
        """The things in an order by chance, in which one more thing changes no other's place."""
        return sorted(things, key=lambda thing: self._mixed(name(thing)))

    def pick(
        self,
        things: Sequence[T],
        name: Callable[[T], object] = str,
        weight: Callable[[T], float] | None = None,
    ) -> T:
        """One of the things by weight. One more thing takes some of the choices and changes no other."""
        if weight is None:
            return min(things, key=lambda thing: self._mixed(name(thing)))
        return min(things, key=lambda thing: -math.log(self.share(name(thing))) / weight(thing))
