"""Where ``webarium eval`` plays: in worlds of ours, or on another benchmark's sites (``--sites``)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from harness.elsewhere.sites_file import read_sites_file
from harness.elsewhere.tasks import published_tasks
from harness.fleet.worker import REAL_WORLD
from harness.run.settings import ELSEWHERE
from sites.errors import WebariumError
from tasks.model import Task


@dataclass(frozen=True)
class Place:
    """Where a run plays: in worlds of ours, or on the sites that a file names."""

    elsewhere: str | None = None
    factory: str = REAL_WORLD

    @classmethod
    def of(cls, file: Path | str | None) -> Place:
        """The place that a file of sites names, if there is one."""
        return cls(str(Path(file).absolute()), ELSEWHERE) if file else cls()


def elsewhere_tasks(selection: str, file: Path | None, *, original: bool) -> list[Task] | None:
    """The tasks of another benchmark's file that a selection names; None where it is of our tasks.

    Raises:
        WebariumError: a file is wrong, the selection names nothing, or nobody said where the sites are.
    """
    if file is not None:
        sites = read_sites_file(file)
        tasks = published_tasks(selection, sites, original=original)
        sites.ready(sorted({site for task in tasks for site in task.sites}))
        return [*tasks]
    name = selection.partition(",")[0]
    if not name.startswith("@") and (name.endswith(".json") or ("/" in name and Path(name).exists())):
        raise WebariumError(
            f"{name} holds another benchmark's tasks, and nobody said where its sites are",
            remedy="give --sites sites.yaml (docs/scoring-elsewhere.md)",
        )
    if original:
        raise WebariumError(
            "--original judges tasks of another benchmark", remedy="add --sites sites.yaml, or leave it out"
        )
    return None
