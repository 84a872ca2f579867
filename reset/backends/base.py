"""The contract between a world and whatever runs it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

RUNNING = "running"
ELSEWHERE = "elsewhere"
"""State of a part that somebody else runs: whether it lives is seen by asking it."""


@dataclass(frozen=True)
class Part:
    """A site's container or the gateway's, as far as people and the harness want to know.

    Args:
        name: of the site, or `gateway`.
        state: a word of the engine (`running`, `exited`, ...), or `elsewhere`.
        labels: the engine's.
        image: its tag.
        image_id: what the tag stood for when the container was made.
        end: how it ended, empty while it runs: `exit code 137`, `it ran out of memory`.
    """

    name: str
    state: str
    labels: dict[str, str] = field(default_factory=dict)
    image: str = ""
    image_id: str = ""
    end: str = ""

    @property
    def alive(self) -> bool:
        """Whether it may be asked something."""
        return self.state in (RUNNING, ELSEWHERE)


class Backend(Protocol):
    """What runs a world's parts. Every call may raise EngineError, and SiteError of a part that is gone."""

    def parts(self, world: str) -> list[Part]:
        """The parts of a world of this checkout, running or not."""

    def part(self, world: str, name: str) -> Part | None:
        """One part, None when it is gone."""

    def kill(self, world: str, name: str) -> None:
        """Kill a part and leave it there, as a crash does."""

    def exec(self, world: str, name: str, command: Sequence[str]) -> tuple[int, str]:
        """Run a command in a part as its own user: (exit code, output)."""

    def logs(self, world: str, name: str, lines: int) -> str:
        """The last lines a part wrote, empty when it is gone."""

    def memory(self, world: str, name: str) -> int:
        """Bytes of memory a part uses, page cache left out."""
