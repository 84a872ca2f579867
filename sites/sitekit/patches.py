"""Changes to the code of others: each knows, by its hash, what it takes the place of, and refuses another.

A new release of Askbot, Pagure or Oscar may do more in a function or a template than the one that ours was
written for. Then the build of the image ends with the name of the place, and somebody reads both again.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import textwrap
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

MISSING = "none"
"""Stands for the hash where there is nothing to take the place of."""


class UpstreamChanged(Exception):
    """What would be replaced is not what the replacement was written for."""


def digest(source: str) -> str:
    """Twelve hexadecimal digits that name a text, whatever it is indented by."""
    return hashlib.sha256(textwrap.dedent(source).encode()).hexdigest()[:12]


def replace(owner: Any, name: str, new: Any, *, of: str) -> Any:
    """Put ``new`` in place of what ``owner`` has by ``name``.

    Args:
        owner: a module, a class, or a table of functions.
        name: the attribute or the key.
        new: what comes there.
        of: `digest` of the source of what is there, decorators and all.

    Returns:
        What was there, for a replacement that calls it.

    Raises:
        UpstreamChanged: something else is there, or nothing.
    """
    place = f"{getattr(owner, '__name__', type(owner).__name__)}.{name}"
    table = isinstance(owner, MutableMapping)
    try:
        found = owner[name] if table else inspect.getattr_static(owner, name)
        source = inspect.getsource(getattr(found, "__func__", found))
    except (AttributeError, KeyError, OSError, TypeError) as error:
        raise UpstreamChanged(f"{place} has no source to know it by: {error}") from None
    if digest(source) != of:
        raise UpstreamChanged(
            f"{place} is {digest(source)}, its replacement was written for {of}: compare the two, mend the"
            f" replacement if need be, and note the new hash"
        )
    before = found if table else getattr(owner, name)
    if table:
        owner[name] = new
    else:
        setattr(owner, name, new)
    return before


def read_notes(file: Path) -> dict[str, str]:
    """The hashes noted in a file, by path: lines "PATH HASH", `MISSING` for a file that is ours alone."""
    lines = (line.partition("#")[0].split() for line in file.read_text().splitlines())
    return dict(line for line in lines if line)  # type: ignore[misc]


def check_files(ours: Path, theirs: Path, notes: Mapping[str, str]) -> None:
    """Check that every file of ours that hides one of theirs hides the one it was written for.

    Args:
        ours: folder of files that are found first.
        theirs: folder in which the same paths are found next.
        notes: hashes of theirs by path, as `read_notes` gives them.

    Raises:
        UpstreamChanged: with every path that differs, has no note, or is noted without a file of ours.
    """
    paths = sorted(str(file.relative_to(ours)) for file in ours.rglob("*") if file.is_file())
    wrong = [f"{path} is noted, but there is no such file" for path in sorted(set(notes) - set(paths))]
    for path in paths:
        found = digest((theirs / path).read_text()) if (theirs / path).is_file() else MISSING
        if path not in notes:
            wrong.append(f"{path} has no note; it hides {found}")
        elif found != notes[path]:
            wrong.append(f"{path} was written for {notes[path]}, now hides {found}")
    if wrong:
        raise UpstreamChanged(f"files that take the place of those in {theirs}:\n  " + "\n  ".join(wrong))


if __name__ == "__main__":
    folder, hidden, noted = map(Path, sys.argv[1:])
    check_files(folder, hidden, read_notes(noted))
