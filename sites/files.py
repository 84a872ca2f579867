"""Files: read without trusting their size or their bytes, written whole or not at all."""

from __future__ import annotations

import errno
import json
import math
import os
import re
import secrets
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sites.errors import WebariumError

MEGABYTE = 1_000_000
LONGEST = 50 * MEGABYTE
"""Bytes that a file of data may have where nothing smaller is said."""

REMEDIES = {
    errno.EACCES: "let this user read and write there, or name another place",
    errno.EPERM: "let this user read and write there, or name another place",
    errno.EROFS: "name a place that can be written",
    errno.ENOSPC: "free some space, or name a place on another disk",
    errno.EDQUOT: "free some space, or name a place on another disk",
    errno.EMFILE: "allow more open files: ulimit -n 4096",
    errno.ENAMETOOLONG: "use a shorter name",
    errno.ELOOP: "name another place; links lead in a circle there",
}
"""What a person can do about errors of the system."""

DEEPEST = 40
"""Levels that the data of one file may be nested."""


class PlaceError(WebariumError):
    """A file is wrong at a place that can be named.

    Args:
        reason: what is wrong.
        path: the file, as its author calls it.
        line: counted from 1; 0 when the whole file is meant.
        remedy: what to do about it.
    """

    usual = "mend what stands there"

    def __init__(self, reason: str, *, path: str, line: int = 0, remedy: str | None = None) -> None:
        self.path, self.line, self.reason = path, line, reason
        super().__init__(f"{path}:{line}: {reason}" if line else f"{path}: {reason}", remedy=remedy)

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: its arguments are not those of an ordinary error."""
        return partial(type(self), path=self.path, line=self.line, remedy=self.remedy), (self.reason,)


def is_there(path: Path, *, shown: str | None = None) -> bool:
    """Whether there is a file; what stands in a file's place and is none, is not taken for nothing.

    Args:
        path: the file; a link to one is one.
        shown: what messages call it; by default its path.

    Raises:
        PlaceError: there is a directory, a link that leads nowhere, or the like.
    """
    if path.is_file():
        return True
    if not os.path.lexists(path):
        return False
    if path.is_dir():
        what = "is no file but a directory"
    elif path.is_symlink():
        what = f"is no file but a link that leads nowhere (to {os.readlink(path)})"
    else:
        what = "is no file"
    raise PlaceError(what, path=shown or str(path), remedy="name a file, or put the file in its place")


def read_bytes(path: Path, limit: int = LONGEST, *, shown: str | None = None) -> bytes:
    """The bytes of a file.

    Args:
        path: the file.
        limit: the most bytes that it may have; more is never read.
        shown: what messages call it; by default its path.

    Raises:
        PlaceError: it is missing, no file, or too large.
    """
    name = shown or str(path)
    try:
        is_there(path, shown=shown)
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        gone = error.errno in (errno.ENOENT, errno.ENOTDIR)
        remedy = "look whether the name is right" if gone else REMEDIES.get(error.errno or 0)
        raise PlaceError(f"cannot be read ({error.strerror})", path=name, remedy=remedy) from error
    if len(data) > limit:
        raise PlaceError(
            f"is larger than {limit / MEGABYTE:g} MB, the most that is read of such a file",
            path=name,
            remedy="split the file, or check that it is the right one",
        )
    return data


def read_text(path: Path, limit: int = LONGEST, *, shown: str | None = None) -> str:
    """The text of a file in UTF-8; see read_bytes.

    Raises:
        PlaceError: as read_bytes, or it is not UTF-8, or holds a NUL byte.
    """
    name = shown or str(path)
    data = read_bytes(path, limit, shown=shown)
    damaged = "restore the file, or save it as UTF-8 text"
    if (place := data.find(b"\0")) >= 0:
        raise PlaceError("holds a NUL byte", path=name, line=_line(data, place), remedy=damaged)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a mark that says nothing
    except UnicodeDecodeError as error:
        line = _line(data, error.start)
        raise PlaceError("is no UTF-8 text", path=name, line=line, remedy=damaged) from error


def _line(data: bytes, place: int) -> int:
    return data.count(b"\n", 0, place) + 1


def strict_json(text: str | bytes, *, once: bool = False) -> Any:
    """The data of a JSON text, UTF-8 where it is bytes.

    Args:
        text: the text.
        once: a key may stand in an object once only; else the last one counts.

    Raises:
        ValueError: it is none; ``NaN``, ``Infinity`` and numbers beyond all bounds are no JSON, nor is
            nesting without end.
    """
    pairs = _each_once if once else None
    try:
        whole = text if isinstance(text, str) else text.decode("utf-8-sig")
        return json.loads(whole, parse_constant=_no_number, parse_float=_finite, object_pairs_hook=pairs)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def why_no_json(error: ValueError) -> str:
    """What is wrong with a text that ``strict_json`` refused, in a sentence without Python's words."""
    if isinstance(error, UnicodeDecodeError):
        return f"it is no UTF-8 text, from byte {error.start + 1} on"
    if not isinstance(error, json.JSONDecodeError):
        return str(error)
    if not error.doc.strip():
        return "it is empty"
    line = f"line {error.lineno}, " if "\n" in error.doc.strip() else ""
    return f"it is no JSON ({error.msg.removesuffix(' at')}, {line}character {error.colno})"


# a number of JSON, or what Python takes for one, that stands in no text
_NUMBER = re.compile(r"(?<=[:\[,\s])-?(?:NaN|Infinity|[0-9.]+[eE][-+]?[0-9]+)(?=[\s,\]}]|$)")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise ValueError(f"the key '{key}' stands in one object twice")
            seen.add(key)
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _finite(word: str) -> float:
    number = float(word)
    if not math.isfinite(number):
        raise ValueError(f"the number {word} is too large")
    return number


def parse_json(text: str, *, shown: str, line: int = 0) -> Any:
    """The data of a JSON text, see strict_json.

    Args:
        text: the text.
        shown: what messages call its file.
        line: the line of the file that the text is; 0 when it is all of the file.

    Raises:
        PlaceError: the text is no JSON.
    """
    try:
        return strict_json(text)
    except json.JSONDecodeError as error:
        raise PlaceError(f"is no JSON ({error.msg})", path=shown, line=line or error.lineno) from error
    except ValueError as error:
        line = line or _line_of_number(text, str(error))
        raise PlaceError(f"is no JSON that is read ({error})", path=shown, line=line) from error


def _line_of_number(text: str, why: str) -> int:
    """The line of the number that a text was refused for, as far as one line by itself tells; else 0."""
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            for word in _NUMBER.findall(line):
                _no_number(word) if word[-1] in "yN" else _finite(word)
        except ValueError as error:
            if str(error) == why:
                return number
    return 0


def read_json(path: Path, limit: int = LONGEST, *, shown: str | None = None) -> Any:
    """The data of a JSON file.

    Raises:
        PlaceError: as read_text and parse_json.
    """
    return parse_json(read_text(path, limit, shown=shown), shown=shown or str(path))


def write_text(path: Path, text: str) -> None:
    """Write a file of UTF-8 text through a temporary one beside it, so that it is there whole or not at all.

    Half characters become question marks. Where a link stands, what it leads to is written.

    Raises:
        PlaceError: the folder cannot be written to, or the disk is full.
    """
    write_bytes(path, text.encode("utf-8", "replace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file as ``write_text`` does; a device or a pipe is written to as it is."""
    try:
        Path(os.path.realpath(path)).parent.mkdir(parents=True, exist_ok=True)
        put(path, data)
    except OSError as error:
        raise PlaceError(
            f"cannot be written ({error.strerror})",
            path=str(path),
            remedy=REMEDIES.get(error.errno or 0, "name another file"),
        ) from error


def put(path: Path, data: bytes) -> None:
    """As ``write_bytes``, into a folder that is there, for callers that know what to say of a failure.

    Raises:
        OSError: it cannot be written; names the file, which that of a full disk does not.
    """
    target = Path(os.path.realpath(path))
    # of several that write the file at once each has a temporary one of its own
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        if target.is_symlink():  # to itself; it would be replaced by the file
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        try:
            part.write_bytes(data)
            if target.exists():
                shutil.copymode(target, part)
            part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def check_replaceable(path: Path, kind: str, ours: Callable[[bytes], bool]) -> None:
    """Look before anything slow whether a file may be written: what is not of its kind is somebody else's.

    Args:
        path: the file to be written.
        kind: what it is to be, for the message, such as ``baseline``.
        ours: tells from the bytes of a file whether it is of that kind.

    Raises:
        PlaceError: a folder is there, or a file that is neither empty nor of that kind.
    """
    if path.is_dir():
        raise PlaceError("is a folder", path=str(path), remedy=f"name a file for the {kind}")
    if path.is_file() and (data := read_bytes(path)) and not ours(data):
        raise PlaceError(
            f"exists and is no {kind}", path=str(path), remedy="name another file, or remove this one first"
        )
