"""Temporary folders that say whose they are: what a killed process left is found and removed."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from reset import owners

_OWNER, _FOLDER = "owner", "files"


def folder_for(kind: str) -> Path:
    """A fresh temporary folder of this process; what processes left that are gone is removed first.

    Args:
        kind: what it is for; one word.

    Returns:
        The empty folder, which other users can reach when they are let in; to be given back to ``remove``.
    """
    sweep()
    outer = Path(tempfile.mkdtemp(prefix=f"webarium-{kind}-"))
    (outer / _OWNER).write_text(owners.me(), encoding="utf-8")
    folder = outer / _FOLDER
    folder.mkdir(mode=0o700)
    outer.chmod(0o711)
    return folder


def remove(folder: Path) -> None:
    """Remove a folder of ``folder_for`` with all that is in it; harmless when it is gone."""
    shutil.rmtree(folder.parent, ignore_errors=True)


def sweep() -> None:
    """Remove the folders of processes that are gone."""
    if sys.platform != "linux":  # nobody can tell there who is gone
        return
    for note in Path(tempfile.gettempdir()).glob(f"webarium-*/{_OWNER}"):
        try:
            owner = note.read_text(encoding="utf-8")
        except OSError:  # somebody else's, or removed meanwhile
            continue
        if owner and not owners.alive(owner):  # it is empty for a moment, before it is written
            shutil.rmtree(note.parent, ignore_errors=True)
