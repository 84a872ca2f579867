"""Images from a registry and to it, by their content tags: `WEBARIUM_REGISTRY=host/path`.

`webarium/home:4fac52361b0f` is `host/path/home:4fac52361b0f` there. The engine's own credentials are used
(`docker login`). Layers that two images share are sent and kept once.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reset.backends.docker import Docker
from reset.errors import EngineError, WorldError
from reset.images.contents import prove
from reset.images.recipes import Recipe

VARIABLE = "WEBARIUM_REGISTRY"
_PLACE = re.compile(r"[a-z0-9.-]+(:\d{1,5})?(/[a-z0-9._-]+)+", re.IGNORECASE)
_DENIED = re.compile(r"\b(denied|unauthorized|forbidden)\b", re.IGNORECASE)


class Registry:
    """A place that has images.

    Args:
        place: `host/path`, or `host:port/path`.
        say: gets one line at a time.

    Raises:
        WorldError: it is no such place.
    """

    def __init__(self, place: str, say: Callable[[str], None]) -> None:
        if not _PLACE.fullmatch(place):
            raise WorldError(
                f"{VARIABLE} is {place!r}, which is no place in a registry",
                remedy="write host/path, such as ghcr.io/owner/webarium or localhost:5000/webarium",
            )
        self.place = place
        self._say = say
        self._answers, self._told = True, False

    def name(self, tag: str) -> str:
        """What an image is called there."""
        return f"{self.place}/{tag.removeprefix('webarium/')}"

    def pull(self, engine: Docker, recipe: Recipe, *, proven: bool, must: bool = False) -> bool:
        """Fetch an image, once it has proved itself; False where the registry has none, or does not give it.

        Args:
            engine: which gets it.
            recipe: of the image.
            proven: whether it has labels to prove itself by: it is one that runs.
            must: whether a registry that does not answer, or refuses, is an error: nobody builds it instead.

        Raises:
            EngineError: the registry does not answer, or refuses, and `must` is set.
            WorldError: what came is something else than it says.
        """
        if not self._answers:
            return False
        name, started = self.name(recipe.tag), time.monotonic()
        try:
            if not engine.images.fetch(name):
                return False
        except EngineError as error:
            if must:
                raise
            denied = bool(_DENIED.search(error.message))  # that image alone: others may be there for all
            self._answers = denied  # one that is away is not asked again for every image
            if not (denied and self._told):
                self._say(f"{self.place}: {error.message}; images are built here")
            self._told = True
            return False
        try:
            if proven:
                prove(engine, name, recipe.tag)
            engine.images.tag(name, recipe.tag)
        finally:
            engine.images.remove(name)
        self._say(f"{recipe.name}: pulled {recipe.tag} in {time.monotonic() - started:.1f} s")
        return True


def from_environment(say: Callable[[str], None]) -> Registry | None:
    """The registry that this machine is told to use; None without.

    Raises:
        WorldError: what it is told is no place.
    """
    place = os.environ.get(VARIABLE, "").strip().rstrip("/")
    return Registry(place, say) if place else None


@dataclass(frozen=True)
class Sent:
    """What became of one image: layers and bytes sent, layers that were there."""

    name: str
    tag: str
    layers: int
    size: int
    there: int
    seconds: float


def push(engine: Docker, registry: Registry, recipes: Sequence[Recipe]) -> list[Sent]:
    """Upload images, as far as the registry does not have them.

    Raises:
        EngineError: it does not answer, or refuses.
    """
    report = []
    for recipe in recipes:
        started = time.monotonic()
        name = registry.name(recipe.tag)
        engine.images.tag(recipe.tag, name)
        try:
            sent = engine.images.push(name)
        finally:
            engine.images.remove(name)
        seconds = time.monotonic() - started
        report.append(Sent(recipe.name, recipe.tag, sent.layers, sent.size, sent.there, seconds))
    return report
