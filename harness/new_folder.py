"""A folder that is there whole or not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sites.errors import WebariumError


@contextmanager
def new_folder(to: Path) -> Iterator[Path]:
    """A folder to fill beside its place, which takes its place when all of it is written.

    Args:
        to: its place; nothing may be there but an empty folder.

    Yields:
        The folder to fill. Of what broke off, nothing is left.

    Raises:
        WebariumError: something is there already, or it cannot be written there.
    """
    if to.exists() and not (to.is_dir() and not any(to.iterdir())):
        raise WebariumError(f"{to} is there already", remedy="name another folder, or remove it")
    place = to.absolute()  # "." has no name
    part = place.with_name(f".{place.name}.part")
    shutil.rmtree(part, ignore_errors=True)  # of a process that was killed
    try:
        part.mkdir(parents=True)
    except OSError as error:
        raise WebariumError(
            f"{to} cannot be written: {error.strerror}", remedy="name another folder"
        ) from error
    try:
        yield part
        part.rename(place)
    finally:
        shutil.rmtree(part, ignore_errors=True)
