"""Where runs are kept, and how one that exists is named."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from reset.names import is_name
from sites.errors import WebariumError

RUNS = Path("runs")
LATEST = "latest"
"""The link to the newest run."""


_LEFT_BY_A_START = re.compile(r"\.lock|\..*\.part")


def new_folder(agent: str) -> Path:
    """A folder for a run that nobody named: by date and agent; for people, so it is their own time."""
    words = re.sub(r"[^A-Za-z0-9_-]+", "-", agent)[:30]
    return RUNS / f"{datetime.now():%Y%m%d-%H%M%S}-{words}"


def named_folder(path: Path) -> Path:
    """The folder that ``--run`` names, which is new, empty, or holds a run already.

    Raises:
        WebariumError: a run cannot have this name, or the folder holds something else.
    """
    if path.name == LATEST:
        raise WebariumError(
            f"--run {path}: {LATEST} is the link to the newest run", remedy="use another name with --run"
        )
    if path.is_file():
        raise WebariumError(
            f"--run {path} is a file", remedy="use a name such as --run my-agent, or a new folder"
        )
    if is_run(path):
        return path
    if not is_name(path.name, longest=100, also="._"):
        raise WebariumError(
            f"--run {str(path)!r} is no name for a run's folder",
            remedy="use letters, digits, dashes, dots and underscores, at most 100: --run my-agent",
        )
    if path.is_dir() and any(not _LEFT_BY_A_START.fullmatch(one.name) for one in path.iterdir()):
        raise WebariumError(
            f"--run {path} holds something that is no run", remedy="name a new folder, or an empty one"
        )
    return path


def latest(runs: Path) -> str | None:
    """The name of the newest run, as the link says that leads to it; None where there is no link."""
    try:
        return os.readlink(runs / LATEST)
    except OSError:
        return None


def point_latest(runs: Path, name: str | None) -> None:
    """Lead ``runs/latest`` to a run; without a name, or where that run is gone, to nothing.

    A run that is kept elsewhere (``--run ./name``) gets no link beside it, where nobody looks for one.
    """
    link = runs / LATEST
    part = runs / f".latest.{os.getpid()}"
    with suppress(OSError):
        if runs.resolve().name != RUNS.name:
            return
        if name is None or not (runs / name).is_dir():
            if link.is_symlink():
                link.unlink()
            return
        part.unlink(missing_ok=True)
        part.symlink_to(name)
        part.replace(link)


def near(path: Path) -> Path:
    """A path as people see it: from the current folder where it lies below that, else as it is."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def find_run(name: str) -> Path:
    """Find the folder of a run by its path, its name, or ``latest``, which is the link in ``runs`` alone.

    Raises:
        WebariumError: when there is none of that name.
    """
    places = (RUNS / LATEST,) if name == LATEST else (Path(name), RUNS / name)
    for path in places:
        if is_run(path):
            return near(path.resolve()) if path.is_symlink() else path
    for path in places if name else ():
        if os.path.islink(path) and not os.path.exists(path):
            raise WebariumError(
                f"{path} leads to {os.readlink(path)}, and there is nothing",
                remedy="name a run that is there: webarium runs",
            )
        if os.path.isdir(path):
            raise WebariumError(
                f"{path} is not a run: it has neither manifest.json nor journal.jsonl",
                remedy="see: webarium runs",
            )
    raise WebariumError(f"There is no run {name!r} in {RUNS.absolute()}", remedy="see: webarium runs")


def is_run(path: Path) -> bool:
    """Whether a folder of that name is meant, whatever stands in its files' places."""
    return any(os.path.lexists(path / name) for name in ("manifest.json", "journal.jsonl"))
