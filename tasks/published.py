"""Tasks that another benchmark published: made from its file, played on its sites, judged by its rules."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from .model import CheckEntry, Difficulty, Task
from .specs import PUBLISHED, Spec


class PublishedCheck(CheckEntry):
    """A check of a task that was made from another benchmark's file."""

    kinds: ClassVar[dict[str, type[Spec]]] = PUBLISHED


class PublishedTask(Task):
    """A task that another benchmark published, played on that benchmark's own sites.

    ``published`` is the task as its file has it, ``addresses`` where its sites are, ``logged_in`` whether it
    begins with their logins.
    """

    published: dict[str, Any]
    addresses: dict[str, str]
    logged_in: bool = True
    checks: list[PublishedCheck]  # type: ignore[assignment]
    difficulty: Difficulty | Literal["unknown"] = "unknown"  # type: ignore[assignment]

    def address_of(self, site: str) -> str:
        """Where a site is, as the task's file is filled in."""
        return f"{self.addresses[site]}/"
