"""What tells a page of ours from others: it is looked for before a page is written over."""

from __future__ import annotations

from pathlib import Path

from sites.files import check_replaceable

MARK = '<meta name="generator" content="Webarium">'
_HEAD = 4000
"""Bytes at the beginning of a page in which the mark stands."""


def check_page(path: Path) -> None:
    """Look before anything slow whether a page may be written there.

    Raises:
        PlaceError: a folder is there, or a file that is no page of ours.
    """
    check_replaceable(path, "page of Webarium's", lambda data: MARK.encode() in data[:_HEAD])
