"""Which site's images come next, how far they are while they are built, and how long the rest may take."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from reset.images.recipes import Recipe, chain
from sites.seeds import DEFAULT_SEED, Seed
from sites.spec import Site

SECONDS = {
    "base": 9.0,
    "mariadb": 4.0,
    "gateway": 4.0,
    "webarium/cms-seed": 40.0,
    "webarium/forum-seed": 110.0,
    "webarium/gitlab-seed": 57.0,
    "webarium/home-seed": 6.0,
    "webarium/library-seed": 25.0,
    "webarium/map-seed": 160.0,
    "webarium/shopping-seed": 110.0,
    "webarium/wiki-seed": 110.0,
}
"""What images took on two cores, by name or repository: an estimate, put right by what they take here."""
UNKNOWN = 60.0
FINAL = 1.5
ENOUGH = 8.0
"""Expected seconds that must have been built before they tell how quick this machine is."""


@dataclass(frozen=True)
class Stand:
    """How far it is.

    Attributes:
        done, of: images that had to be built.
        left: about how many seconds the rest takes.
        doing: what is being built.
        ready: sites all of whose images are there.
    """

    done: int
    of: int
    left: float
    doing: tuple[str, ...]
    ready: tuple[str, ...]


class Line:
    """Sites that wait for their images: one hand takes what lasts longest, the others what is ready soonest.

    So the first tasks can begin soon, and the longest site does not stay to the end, alone on one core.

    Args:
        names: the sites, quickest first.
        hands: how many take from the line; a single one takes the quickest.
    """

    def __init__(self, names: Sequence[str], *, hands: int) -> None:
        self._names, self._long_hand_free = deque(names), hands > 1
        self._lock = threading.Lock()

    @contextmanager
    def next(self) -> Iterator[str]:
        """The name of one site that waits, to be worked on inside; each is given once."""
        with self._lock:
            longest = self._long_hand_free
            name = self._names.pop() if longest else self._names.popleft()
            self._long_hand_free = False
        try:
            yield name
        finally:
            with self._lock:
                self._long_hand_free = self._long_hand_free or longest


class Pace:
    """Counts what is built; may be told by several threads.

    Args:
        sites: whose images are wanted.
        needed: what has to be built.
        seed: what the sites' data is made from.
        at_once: how many sites are built side by side.
        tell: told of each change.
    """

    def __init__(
        self,
        sites: Sequence[Site],
        needed: Sequence[Recipe],
        seed: Seed = DEFAULT_SEED,
        *,
        at_once: int = 1,
        tell: Callable[[Stand], None],
    ) -> None:
        self._chains = {site.name: {one.tag for one in chain([site], seed)} for site in sites}
        self._needed = {one.tag: one for one in needed}
        self._begun: dict[str, float] = {}
        self._took: dict[str, float] = {}
        self._at_once, self._tell = at_once, tell
        self._lock = threading.Lock()

    def needs(self, recipe: Recipe) -> bool:
        """Whether an image has to be built."""
        return recipe.tag in self._needed

    def expected(self, wanted: Sequence[Recipe]) -> float:
        """How many seconds these take that have to be built, as far as that is known."""
        return sum(_seconds(one) for one in wanted if one.tag in self._needed)

    def begins(self, recipe: Recipe) -> str:
        """An image is being built; which one that is."""
        with self._lock:
            self._begun[recipe.tag] = time.monotonic()
            place = f"image {len(self._begun)} of {len(self._needed)}"
        self.tell()
        return place

    def ends(self, recipe: Recipe) -> float:
        """An image is built; in how many seconds."""
        with self._lock:
            self._took[recipe.tag] = time.monotonic() - self._begun[recipe.tag]
        self.tell()
        return self._took[recipe.tag]

    def tell(self) -> None:
        """Tell how far it is."""
        self._tell(self.stand(time.monotonic()))

    def stand(self, now: float) -> Stand:
        """How far it is at a moment of the monotonic clock."""
        with self._lock:
            waiting = self._needed.keys() - self._took.keys()
            known = sum(_seconds(self._needed[tag]) for tag in self._took)
            scale = sum(self._took.values()) / known if known >= ENOUGH else 1.0
            left = 0.0
            for tag in waiting:
                whole = _seconds(self._needed[tag]) * scale
                left += max(whole - (now - self._begun[tag]), whole / 10) if tag in self._begun else whole
            doing = tuple(
                one.name for tag, one in self._needed.items() if tag in waiting & self._begun.keys()
            )
            ready = tuple(name for name, tags in self._chains.items() if not tags & waiting)
            return Stand(len(self._took), len(self._needed), left / self._at_once, doing, ready)


def _seconds(recipe: Recipe) -> float:
    if recipe.name in SECONDS:
        return SECONDS[recipe.name]
    return SECONDS.get(recipe.repository, UNKNOWN) if recipe.repository.endswith("-seed") else FINAL
