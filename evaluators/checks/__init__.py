"""The kinds of check, one module each; importing this package registers them."""

from __future__ import annotations

from evaluators.base import REGISTRY, Check
from sites.errors import WebariumError
from tasks.model import CheckEntry, Task

from . import answer, api, changes, node, page, published, request, secret, sql, url  # noqa: F401

__all__ = ["make_check"]


def make_check(task: Task, entry: CheckEntry) -> Check:
    """The check that an entry of a task describes.

    Raises:
        WebariumError: when nobody implements this kind.
    """
    if entry.kind not in REGISTRY:
        raise WebariumError(
            f"{task.id}: nobody implements the check '{entry.kind}'",
            remedy=f"the checks are {', '.join(REGISTRY)}",
        )
    return REGISTRY[entry.kind](task, entry.parsed())
