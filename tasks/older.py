"""Locks that are older than the file of their template: their values may answer another question."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from multiprocessing import parent_process
from pathlib import Path

from sites.errors import WebariumError
from sites.files import PlaceError

from .editions import DEFAULT, Edition
from .templates import ROOT, TemplateErrors

_told: set[tuple[Path, str]] = set()


def told_older(
    templates: Iterable[str], root: Path = ROOT, edition: Edition = DEFAULT, *, refused: bool = False
) -> None:
    """Tell a person, once in a command, which templates were changed and not locked again.

    Args:
        templates: their ids.
        root: the folder of the tasks.
        edition: whose locks.
        refused: whether nothing is to be done with them, since it would say nothing of the file.

    Raises:
        WebariumError: they are refused.
    """
    names = sorted(templates)
    if refused:
        remedy = f"{_remedy(names, edition)} (or leave them out of the selection)"
        raise WebariumError(_older(names), remedy=remedy)
    new = [name for name in names if (root, name) not in _told]
    _told.update((root, name) for name in new)
    if new and parent_process() is None:  # who started this one has told it
        print(f"webarium: {_older(new)}: {_remedy(new, edition)}", file=sys.stderr)


def while_older(error: TemplateErrors, template: str, edition: Edition) -> TemplateErrors:
    """Mistakes in tasks whose lock is older than the file: the values of a new one may mend them."""
    remedy = f"the lock is older than the file: {_remedy([template], edition)}"
    return TemplateErrors(
        [PlaceError(one.reason, path=one.path, line=one.line, remedy=remedy) for one in error.errors]
    )


def _remedy(names: list[str], edition: Edition) -> str:
    lock = f"webarium tasks lock {','.join(names)}"
    return lock if edition.is_default else f"webarium worlds new {edition.options}"


def _older(names: list[str]) -> str:
    if len(names) == 1:
        return f"the lock of {names[0]} is older than its file"
    few = ", ".join(names[:5]) + (", ..." if names[5:] else "")
    return f"the locks of {few} are older than their files"
