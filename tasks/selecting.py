"""What the words of a selection name."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, read_text

from .editions import DEFAULT, Edition, edition_of
from .lockfile import read_lock
from .model import Task
from .templates import template_paths


def of_edition(parts: Iterable[str], wanted: Edition | None) -> Edition:
    """The one edition of which the parts of a selection name tasks.

    Args:
        parts: of the selection.
        wanted: the edition that was asked for; None where the ids say it.

    Raises:
        WebariumError: they name tasks of another one, or of several.
    """
    found: dict[Edition, str] = {}
    for part in parts:
        _, colon, mark = part.partition(":")
        if colon or wanted is None:
            found.setdefault(edition_of(mark) if colon else DEFAULT, part)
    if wanted is not None:
        for edition, part in found.items():
            if edition != wanted:
                options = edition.options or "neither --seed nor --salt"
                raise WebariumError(
                    f"'{part}' is of {edition.name}, not of {wanted.name}", remedy=f"give {options}"
                )
        return wanted
    if len(found) > 1:
        one, two = list(found.values())[:2]
        raise WebariumError(
            f"'{one}' and '{two}' are of different worlds", remedy="name tasks of one world at a time"
        )
    return next(iter(found), DEFAULT)


def parts_of(
    selection: str, file: str = "", line: int = 0, within: tuple[Path, ...] = ()
) -> Iterable[tuple[str, tuple[str, int]]]:
    """Each part with the selection file and line that name it; ``within`` are the files being read."""
    for part in selection.replace("\n", ",").split(","):
        part = part.strip()
        if part.startswith("@"):
            inner, path = part[1:], Path(os.path.abspath(part[1:]))
            if not inner:
                remedy = "name it, like @mine.txt, or leave the @ out"
                if file:
                    raise PlaceError("'@' names no file", path=shown_file(file), line=line, remedy=remedy)
                raise WebariumError(f"'@' names no file in the selection '{selection}'", remedy=remedy)
            if path in within:
                raise PlaceError(
                    f"'{part}' leads back to a file that is being read",
                    path=shown_file(file),
                    line=line,
                    remedy="take this line away",
                )
            text = read_text(Path(inner), MEGABYTE, shown=shown_file(inner))
            for number, content in enumerate(text.splitlines(), 1):
                yield from parts_of(content.split("#", 1)[0], inner, number, (*within, path))
        elif part:
            yield part, (file, line)


def shown_file(file: str) -> str:
    """What messages call a file of selections."""
    return f"the selection file {file}"


def may_match(path: Path, parts: list[str]) -> bool:
    """Whether some task of a template's file may be named by these parts."""
    positive = [part for part in parts if not part.startswith("!")]
    if not positive or {"all", "one-per-template", "representative"} & set(positive):
        return True
    folder, name = path.parent.name, f"{path.parent.name}.{path.stem}"
    return any(
        fnmatch.fnmatchcase(folder, part)
        or fnmatch.fnmatchcase(name, part)
        or fnmatch.fnmatchcase(name, part.rpartition(".")[0])  # the id of a task names its template
        for part in positive
    )


def matches(task: Task, pattern: str) -> bool:
    """Whether a pattern names a task; the edition in its id does not count."""
    names = (task.id.partition(":")[0], task.template, task.folder)
    return any(fnmatch.fnmatchcase(name, pattern) for name in names)


def is_there(pattern: str, root: Path, edition: Edition) -> bool:
    """Whether a pattern names a folder, a template or the id of a task; no template is read for it."""
    for path in template_paths(root):
        folder, name = path.parent.name, f"{path.parent.name}.{path.stem}"
        if fnmatch.fnmatchcase(folder, pattern) or fnmatch.fnmatchcase(name, pattern):
            return True
        if fnmatch.fnmatchcase(name, pattern.rpartition(".")[0]):
            lock = read_lock(name, root, edition)
            ids = [f"{name}.{number}" for number in (lock.tasks if lock else ())]
            if fnmatch.filter(ids, pattern):
                return True
    return False


def select(part: str, tasks: list[Task]) -> list[Task]:
    """Those of the tasks that a part names."""
    if part == "all":
        return tasks
    if part == "one-per-template":
        first: dict[str, Task] = {}
        for task in tasks:
            first.setdefault(task.template, task)
        return list(first.values())
    if part == "representative":
        return _representative(select("one-per-template", tasks))
    return [task for task in tasks if matches(task, part)]


def _representative(tasks: list[Task]) -> list[Task]:
    """Two templates of every folder, category and difficulty, and of everything unachievable."""
    groups: dict[tuple[Any, ...], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.folder, task.category, task.difficulty, task.unachievable), []).append(task)
    return [task for group in groups.values() for task in group[:2]]
