"""What is known of the tasks of another edition than the default one: which hold, which do not, and why.

It stands beside their locks, in ``.webarium/locks/<seed>[-salt]/made.json``, and is written by
``webarium worlds new``. Only tasks that hold are played.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, is_there, parse_json, read_text, write_text
from sites.wording import wording

from .editions import Edition
from .templates import ROOT

FILE = "made.json"
T = TypeVar("T")


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class MadeTask(_Model):
    """One task.

    Attributes:
        holds: its oracle passed, and every wrong outcome failed.
        fresh: parameters, answers or both are such as no task of the default edition has.
        lock: digest of what it was judged with, so that a changed task is tried again.
        why: why it does not hold.
    """

    holds: bool
    fresh: bool
    lock: str
    why: str = ""


class Made(_Model):
    """What is known of an edition.

    Attributes:
        seed, salt: of the edition.
        data: digest of each site's pristine data with which the locks were computed.
        skipped: templates without a lock, and why; ``tasks`` are those of the others, by plain id.
    """

    seed: str
    salt: str
    data: dict[str, str] = Field(default_factory=dict)
    skipped: dict[str, str] = Field(default_factory=dict)
    tasks: dict[str, MadeTask] = Field(default_factory=dict)

    def holds(self, task_id: str) -> bool:
        """Whether a task counts; its id may carry the edition."""
        found = self.tasks.get(task_id.partition(":")[0])
        return found is not None and found.holds


def read_made(edition: Edition, root: Path = ROOT) -> Made | None:
    """What is known of an edition; None where nothing was made of it.

    Raises:
        WebariumError: the file is damaged.
    """
    path = edition.folder(root) / FILE
    shown = str(path.relative_to(root.parent))
    try:
        if not is_there(path, shown=shown):
            return None
        made = Made.model_validate(parse_json(read_text(path, 5 * MEGABYTE, shown=shown), shown=shown))
        if (made.seed, made.salt) != (str(edition.seed), edition.salt):
            raise ValueError(f"it is of seed {made.seed}, salt {made.salt or 'none'}")
        return made
    except ValidationError as error:
        why = wording(error.errors()[0])
    except PlaceError as error:
        why = error.reason
    except ValueError as error:
        why = str(error)
    raise WebariumError(
        f"{shown} is damaged: {why}",
        remedy=f"delete it and make the tasks again: webarium worlds new {edition.options}",
    )


def write_made(made: Made, edition: Edition, root: Path = ROOT) -> None:
    """Keep what is known of an edition."""
    (root.parent / ".webarium").mkdir(mode=0o700, exist_ok=True)
    write_text(edition.folder(root) / FILE, made.model_dump_json(indent=1) + "\n")


def merge_made(
    made: Made, edition: Edition, root: Path = ROOT, *, templates: Collection[str], sites: Collection[str]
) -> None:
    """Keep what is known of some templates; of others stays what another process found out meanwhile.

    Args:
        made: what is known.
        edition: of which edition.
        root: the folder of the tasks.
        templates: ids of those of which ``made`` is right.
        sites: those of which its data are.
    """
    folder = edition.folder(root)
    (root.parent / ".webarium").mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f".{FILE}.lock").open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        if known := read_made(edition, root):
            made = made.model_copy(
                update={
                    "data": known.data | {site: made.data[site] for site in sites if site in made.data},
                    "skipped": _merged(known.skipped, made.skipped, lambda name: name in templates),
                    "tasks": _merged(
                        known.tasks, made.tasks, lambda name: name.rpartition(".")[0] in templates
                    ),
                }
            )
        write_made(made, edition, root)


def _merged(theirs: Mapping[str, T], mine: Mapping[str, T], is_mine: Callable[[str], bool]) -> dict[str, T]:
    kept = {name: one for name, one in theirs.items() if not is_mine(name)}
    return kept | {name: one for name, one in mine.items() if is_mine(name)}


def require_made(edition: Edition, root: Path = ROOT) -> Made:
    """What is known of an edition.

    Raises:
        WebariumError: nothing was made of it here.
    """
    made = read_made(edition, root)
    if made is None:
        raise WebariumError(
            f"there are no tasks of {edition.name} here",
            remedy=f"make them: webarium worlds new {edition.options}",
        )
    return made
