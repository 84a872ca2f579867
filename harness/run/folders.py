"""Where runs are kept, and how one that exists is named."""

from __future__ import annotations

import os
from pathlib import Path

from sites.errors import WebariumError

RUNS = Path("runs")
LATEST = "latest"
"""The link to the newest run."""


def near(path: Path) -> Path:
    """A path as people see it: from the current folder where it lies below that, else as it is."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def find_run(name: str) -> Path:
    """Find the folder of a run by its path, its name, or ``latest``.

    Raises:
        WebariumError: when there is none of that name.
    """
    for path in (Path(name), RUNS / name):
        # a folder of that name is meant, whatever stands in its files' places
        if any(os.path.lexists(path / name) for name in ("manifest.json", "journal.jsonl")):
            return near(path.resolve()) if path.is_symlink() else path
    raise WebariumError(f"There is no run {name!r} in {RUNS.absolute()}", remedy="see: webarium runs")
