"""Files below a folder: which there are, and what is in them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path


def walk(root: Path) -> dict[str, os.stat_result]:
    """Every file, link and folder below `root` by relative path; folders end with a slash."""
    found: dict[str, os.stat_result] = {}
    stack = [(str(root), "")]
    while stack:
        folder, prefix = stack.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                name = prefix + entry.name
                if entry.is_dir(follow_symlinks=False):
                    found[name + "/"] = entry.stat(follow_symlinks=False)
                    stack.append((entry.path, name + "/"))
                else:
                    found[name] = entry.stat(follow_symlinks=False)
    return found


def content(path: Path) -> str:
    """Hash of a file's bytes, or of where a link points."""
    if path.is_symlink():
        return "link:" + os.readlink(path)
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def hashes(root: Path) -> dict[str, str]:
    """Content of every file below `root`; folders count by their name, so that an empty one is seen."""
    return {
        name: "dir" if name.endswith("/") else content(root / name) for name in sorted(walk(root)) if name
    }
