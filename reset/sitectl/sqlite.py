"""The SQLite file that a site names in its site.yaml, as somebody outside of the container may have it."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from io import BufferedReader
from pathlib import Path

from .bake import FILES
from .tree import Tree


def place(named: str | None, files: Tree, *, pristine: bool) -> Path:
    """Where the file is that a site names.

    Args:
        named: what site.yaml says.
        files: the site's files that are state.
        pristine: whether its original is wanted.

    Raises:
        ValueError: the site names none.
    """
    if named is None:
        raise ValueError("this site keeps nothing in SQLite")
    path = Path(named)
    if not path.is_relative_to(FILES):  # data of the image, which nobody can write to
        return path
    return (files.pristine if pristine else files.live) / path.relative_to(FILES)


def copy(path: Path, folder: Path) -> BufferedReader:
    """The file as it is between two transactions, however many processes are writing to it.

    Args:
        path: the file.
        folder: on whose disk the copy lies, since a large one has no room in memory; it has no name there.

    Raises:
        sqlite3.Error: there is no such file, or it is no database.
    """
    descriptor, name = tempfile.mkstemp(dir=folder)
    made = os.fdopen(descriptor, "rb")
    try:
        with (
            closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(name)) as target,
        ):
            # nobody reads the copy after a crash
            target.execute("PRAGMA journal_mode = OFF")
            target.execute("PRAGMA synchronous = OFF")
            source.backup(target)
    except BaseException:
        made.close()
        raise
    finally:
        os.unlink(name)
    return made
