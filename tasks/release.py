"""The release of the default world: which locks and which data belong together.

``tasks/release.json`` freezes them: one digest a folder of locks, one of each site's pristine data. Results
of different releases are not comparable, so a lock that changes without a new release is told.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, is_there, parse_json, read_text, write_text
from sites.wording import wording

from .templates import ROOT

FILE = "release.json"
LOCKS = "answers.lock"
NAME = r"v[0-9]+(\.[0-9]+){0,2}"


class Release(BaseModel):
    """A release.

    Attributes:
        name: such as ``v1``.
        locks: digest of the locks of each folder.
        data: digest of each site's pristine data.
    """

    model_config = ConfigDict(extra="forbid")

    name: str = Field(pattern=f"^{NAME}$")
    locks: dict[str, str]
    data: dict[str, str]


def read_release(root: Path = ROOT) -> Release | None:
    """The release of the tracked tasks; None before there was one.

    Raises:
        WebariumError: the file is damaged.
    """
    path, shown = root / FILE, f"tasks/{FILE}"
    try:
        if not is_there(path, shown=shown):
            return None
        return Release.model_validate(parse_json(read_text(path, MEGABYTE, shown=shown), shown=shown))
    except ValidationError as error:
        raise PlaceError(
            wording(error.errors()[0]), path=shown, remedy=f"restore it: git restore {shown}"
        ) from error


def locks_digests(root: Path = ROOT) -> dict[str, str]:
    """By folder, a digest of the locks that are there now."""
    found = {}
    for folder in sorted(path for path in (root / LOCKS).iterdir() if path.is_dir()):
        whole = hashlib.sha256()
        for path in sorted(folder.glob("*.json")):
            whole.update(f"{path.name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
        found[folder.name] = whole.hexdigest()[:16]
    return found


def write_release(name: str, data: Mapping[str, str], root: Path = ROOT) -> Release:
    """Freeze the locks that are there now, with these data, under a name.

    Raises:
        WebariumError: the name is none, comes before the present one, or is that of a release with other
            locks or data.
    """
    if not re.fullmatch(NAME, name):
        raise WebariumError(f"{name!r} is no name of a release", remedy="use v1, v2, or v1.1")
    new = Release(name=name, locks=locks_digests(root), data=dict(sorted(data.items())))
    before = read_release(root)
    if before and before.name == name and before != new:
        raise WebariumError(
            f"{name} is frozen, and locks or data are others now",
            remedy="give the next release another name; results of the two are not compared",
        )
    if before and _order(name) < _order(before.name):
        raise WebariumError(
            f"{name} comes before the present release {before.name}",
            remedy="give the next release a later name; an old one is restored with git",
        )
    write_text(root / FILE, new.model_dump_json(indent=1) + "\n")
    return new


def _order(name: str) -> list[int]:
    return [int(part) for part in name[1:].split(".")]


def unreleased(root: Path = ROOT) -> Iterator[PlaceError]:
    """Locks that are not as the release has them, folder by folder."""
    release = read_release(root)
    if release is None:
        return
    now = locks_digests(root)
    for folder in sorted(release.locks.keys() | now.keys()):
        if release.locks.get(folder) != now.get(folder):
            yield PlaceError(
                f"the locks are not those of release {release.name}",
                path=f"tasks/{LOCKS}/{folder}",
                remedy="restore them, or make the next release: webarium worlds release vN",
            )


def release_name(root: Path = ROOT) -> str:
    """The release that the tracked tasks are; with ``+`` where locks differ from it, empty without one."""
    release = read_release(root)
    if release is None:
        return ""
    return release.name + ("+" if any(unreleased(root)) else "")
