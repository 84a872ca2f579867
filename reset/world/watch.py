"""What is told of a part that does not do what it should."""

from __future__ import annotations

from collections.abc import Sequence

from reset.backends.base import ELSEWHERE, Backend
from reset.errors import SiteError
from reset.plan import container_name

TAIL = 12
"""Lines of a log that an error holds."""


class Watch:
    """An eye on the parts of one world.

    Args:
        backend: what runs them.
        world: the world's name.
        revival: what a person can do about a dead part.
    """

    def __init__(self, backend: Backend, world: str, revival: str) -> None:
        self._backend = backend
        self._world = world
        self._revival = revival

    def alive(self, *parts: str) -> None:
        """Nothing while all of these parts live.

        Raises:
            SiteError: of the first that is dead or gone.
        """
        for name in parts:
            part = self._backend.part(self._world, name)
            if part is None:
                raise self.trouble(name, "is gone")
            if not part.alive:
                raise self.trouble(name, f"is dead ({part.state})")

    def dead(self, parts: Sequence[str]) -> list[str]:
        """Which of these parts do not run."""
        found = {name: self._backend.part(self._world, name) for name in parts}
        return [name for name, part in found.items() if part is None or not part.alive]

    def trouble(self, name: str, what: str) -> SiteError:
        """An error about a part, with how it ended and its last lines."""
        part = self._backend.part(self._world, name)
        ours = part is None or part.state != ELSEWHERE
        where = f" (container {container_name(self._world, name)})" if ours else ""
        text = f"{name} in world {self._world!r}{where} {what}"
        if part is not None:
            if part.end:
                text += f"; {part.end}"
            if tail := self._backend.logs(self._world, name, TAIL):
                text += "\n  its last lines:\n    " + "\n    ".join(line[:300] for line in tail.splitlines())
        return SiteError(text, remedy=self._revival)
