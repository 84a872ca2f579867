"""A tree of files that is put back: writes are noticed by size, times and inode, what changed is copied."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

from .files import content, walk

OLD = 946684800_000000000
"""2000-01-01 in ns, the mtime of restored files: a write in the same clock tick cannot be missed."""

Signature = tuple[int, int, int, int, int]


def signature(info: os.stat_result) -> Signature:
    """What any write, chmod or replacement of a file changes."""
    return (info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino, info.st_mode)


def _is_folder(name: str) -> bool:
    return not name or name.endswith("/")


def _folder_of(name: str) -> str:
    """The folder that a file or folder is in."""
    head, slash, _ = name.rstrip("/").rpartition("/")
    return head + slash


def _read_only(path: Path) -> bool:
    """Whether a file is there whose owner may not write to it."""
    try:
        return not path.lstat().st_mode & 0o200
    except FileNotFoundError:
        return False


class Tree:
    """A live copy of a pristine folder that can be compared and restored.

    What is known is looked at path by path, and only folders whose times changed are listed: seven thousand
    files and folders take 15 ms so, where listing all of them takes 45.

    Args:
        pristine: read-only original.
        live: the copy; whatever is there is thrown away by `create`.
    """

    def __init__(self, pristine: Path, live: Path) -> None:
        self.pristine = pristine
        self.live = live
        self.original = (
            {name: info.st_mode for name, info in walk(pristine).items()} if pristine.is_dir() else {}
        )
        self.files: dict[str, Signature] = {}
        self.folders: dict[str, Signature] = {}
        """With a slash at the end; the tree itself is ''."""

    def create(self) -> None:
        """Copy the whole pristine folder afresh and remember every file."""
        if self.live.exists():
            shutil.rmtree(self.live)
        if self.original:
            subprocess.run(["cp", "-a", "--reflink=auto", str(self.pristine), str(self.live)], check=True)
        else:
            self.live.mkdir(parents=True, exist_ok=True)
        self.live.chmod(0o755)
        self.files, self.folders = {}, {}
        for name in ["", *walk(self.live)]:
            self._age(name)

    def _age(self, name: str) -> None:
        """Remember a file or folder as it is now, but for its time."""
        path = self.live / name
        os.utime(path, ns=(OLD, OLD), follow_symlinks=False)
        known = self.folders if _is_folder(name) else self.files
        known[name] = signature(path.lstat())

    def changed(self) -> tuple[set[str], set[str], set[str]]:
        """Relative paths (added, removed, touched) since `create` or the last `restore`."""
        added, removed, touched, _ = self._compared()
        return added, removed, touched

    def _compared(self) -> tuple[set[str], set[str], set[str], set[str]]:
        """The same, and the folders in which something came or went, even if all is as before now."""
        added, removed, touched, stirred = set[str](), set[str](), set[str](), set[str]()
        for name, before in self.files.items():
            if (now := self._look(name)) is None:
                removed.add(name)
            elif now != before:
                touched.add(name)
        for name, before in self.folders.items():
            if (now := self._look(name)) is None:
                removed.add(name)
            elif now != before:
                stirred.add(name)
                added |= self._unknown(name)
                if now[-1] != before[-1]:
                    touched.add(name)
        if gone := tuple(name for name in removed if _is_folder(name)):
            # what a link in a folder's place leads to may look as if nothing had happened
            removed |= {name for name in [*self.files, *self.folders] if name.startswith(gone)}
            added, touched, stirred = (
                {name for name in found if not name.startswith(gone)} for found in (added, touched, stirred)
            )
        return added, removed, touched, stirred

    def _look(self, name: str) -> Signature | None:
        """The signature of what is there; None where that is of another kind, or nothing."""
        try:
            # a link to a folder would be followed to the folder with the slash behind it
            info = os.lstat(f"{self.live}/{name}".rstrip("/"))
        except OSError:  # gone, or something else is in its folder's place
            return None
        return signature(info) if stat.S_ISDIR(info.st_mode) == _is_folder(name) else None

    def _unknown(self, folder: str) -> set[str]:
        """What is in a folder and was not there before, with all that is below that."""
        found: set[str] = set()
        with os.scandir(self.live / folder) as entries:
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    found |= {folder + entry.name} - self.files.keys()
                elif (name := f"{folder}{entry.name}/") not in self.folders:
                    found |= {name, *(name + below for below in walk(Path(entry.path)))}
        return found

    def restore(self) -> int:
        """Put the tree back; returns how many files and folders had to be."""
        added, removed, touched, stirred = self._compared()
        for name in sorted(added, reverse=True):
            path = self.live / name
            if _is_folder(name):
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        back = sorted(removed | touched)
        for name in back:
            source, target = self.pristine / name, self.live / name
            if _is_folder(name):
                if not target.is_dir():
                    target.mkdir()
                target.chmod(self.original[name] & 0o7777 if name else 0o755)
            else:
                # a link would be followed, and a read-only file (git's objects are) could not be opened
                if target.is_symlink() or source.is_symlink() or _read_only(target):
                    target.unlink(missing_ok=True)
                shutil.copy2(source, target, follow_symlinks=False)
        # folders last: what is put back into them moves their times
        for name in [*back, *(stirred | {_folder_of(name) for name in back})]:
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
                if not _is_folder(name) and content(self.live / name) != content(self.pristine / name)
            ),
        }
