"""Trees of files: copy, notice every write by size, times and inode, put back only what changed."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

OLD = 946684800_000000000
"""2000-01-01 in ns, the mtime of restored files: a write in the same clock tick cannot be missed."""

Signature = tuple[int, int, int, int, int]


def signature(info: os.stat_result) -> Signature:
    """What any write, chmod or replacement of a file changes."""
    return (info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino, info.st_mode)


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


def _read_only(path: Path) -> bool:
    """Whether a file is there whose owner may not write to it."""
    try:
        return not path.lstat().st_mode & 0o200
    except FileNotFoundError:
        return False


class Tree:
    """A live copy of a pristine folder that can be compared and restored.

    Args:
        pristine: read-only original.
        live: the copy; whatever is there is thrown away by `create`.
        ignore: top-level names that are nobody's state (sockets, pid files).
    """

    def __init__(self, pristine: Path, live: Path, ignore: frozenset[str] = frozenset()) -> None:
        self.pristine = pristine
        self.live = live
        self.ignore = ignore
        self.original = (
            {name: info.st_mode for name, info in walk(pristine).items()} if pristine.is_dir() else {}
        )
        self.known: dict[str, Signature] = {}

    def create(self) -> None:
        """Copy the whole pristine folder afresh and remember every file."""
        if self.live.exists():
            shutil.rmtree(self.live)
        if self.original:
            subprocess.run(["cp", "-a", "--reflink=auto", str(self.pristine), str(self.live)], check=True)
        else:
            self.live.mkdir(parents=True, exist_ok=True)
        self.live.chmod(0o755)
        self.known = {}
        for name, info in walk(self.live).items():
            self._age(name, info)

    def _age(self, name: str, info: os.stat_result | None = None) -> None:
        path = self.live / name
        if name.endswith("/"):
            # a folder's times change with every file made and removed in it: only its being there counts
            self.known[name] = (0, 0, 0, 0, (info or path.lstat()).st_mode)
            return
        os.utime(path, ns=(OLD, OLD), follow_symlinks=False)
        self.known[name] = signature(path.lstat())

    def changed(self) -> tuple[set[str], set[str], set[str]]:
        """Relative paths (added, removed, touched) since `create` or the last `restore`."""
        now = {
            name: (0, 0, 0, 0, info.st_mode) if name.endswith("/") else signature(info)
            for name, info in walk(self.live).items()
            if name.split("/", 1)[0] not in self.ignore
        }
        added = now.keys() - self.known.keys()
        removed = self.known.keys() - now.keys()
        touched = {name for name in now.keys() & self.known.keys() if now[name] != self.known[name]}
        return added, removed, touched

    def restore(self) -> int:
        """Put the tree back; returns how many files and folders had to be."""
        added, removed, touched = self.changed()
        for name in sorted(added, reverse=True):
            path = self.live / name
            if name.endswith("/"):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        for name in sorted(removed | touched):
            source, target = self.pristine / name, self.live / name
            if name.endswith("/"):
                if not target.is_dir():
                    target.mkdir()
                target.chmod(self.original[name] & 0o7777)
            else:
                # a link would be followed, and a read-only file (git's objects are) could not be opened
                if target.is_symlink() or source.is_symlink() or _read_only(target):
                    target.unlink(missing_ok=True)
                shutil.copy2(source, target, follow_symlinks=False)
            self._age(name)
        return len(added) + len(removed) + len(touched)

    def differences(self) -> dict[str, list[str]]:
        """Files whose content differs from pristine: {"added": [...], "removed": [...], "changed": [...]}."""
        added, removed, touched = self.changed()
        return {
            "added": sorted(added),
            "removed": sorted(removed),
            "changed": sorted(
                name
                for name in touched
                if not name.endswith("/") and content(self.live / name) != content(self.pristine / name)
            ),
        }
