"""Paths of files that people name."""

from __future__ import annotations

LONGEST = 255
"""Letters of one part of a path: what file systems take."""


def repository_path(text: str) -> str:
    """The path of a file inside a repository.

    Raises:
        ValueError: it has no name, leads out of the repository or into git's folder, or has odd characters.

    >>> repository_path(" docs/howto/first.md ")
    'docs/howto/first.md'
    """
    path = text.strip()
    parts = path.split("/")
    if not path or path.endswith("/"):
        raise ValueError("The new file needs a name")
    if any(part in ("", ".", "..") or part.lower() == ".git" or len(part) > LONGEST for part in parts):
        raise ValueError(f"{path} is not a path inside the repository")
    if any(ord(letter) < 32 or letter == "\\" for letter in path):
        raise ValueError("The name has characters that file names cannot have")
    return path
