"""Lines from a pipe, read without trusting their length or their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any, BinaryIO

from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, parse_json, strict_json


def read_lines(stream: Iterable[str] | IO[str], longest: int) -> Iterator[str | bytes]:
    """Each line; of one that is too long only the beginning, so that nobody fills the memory.

    Args:
        stream: a text stream, whose bytes are read where it has some, or any lines.
        longest: bytes of one line.
    """
    binary: BinaryIO | None = getattr(stream, "buffer", None)
    if binary is None:
        yield from stream
        return
    while line := binary.readline(longest + 1):
        rest = line
        while len(rest) > longest and not rest.endswith(b"\n"):
            rest = binary.readline(longest + 1)
        yield line


def text_of(line: str | bytes, longest: int, *, remedy: str) -> str:
    """A line that ``read_lines`` gave, as text.

    Raises:
        WebariumError: it is too long, or no UTF-8.
    """
    if len(line) > longest:
        raise WebariumError(f"the line is longer than {longest // MEGABYTE} MB", remedy=remedy)
    try:
        return line if isinstance(line, str) else line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WebariumError("the line is no UTF-8 text", remedy="write UTF-8") from error


def an_object(data: Any, *, like: str) -> dict[str, Any]:
    """What a line holds, where it is a JSON object.

    Raises:
        WebariumError: it is something else.
    """
    if not isinstance(data, dict):
        raise WebariumError("the line is not a JSON object", remedy=f"write {like}")
    return data


def object_of(line: str | bytes, longest: int, *, like: str) -> dict[str, Any]:
    """The JSON object that a line is.

    Args:
        line: as ``read_lines`` gave it.
        longest: bytes of one line.
        like: how such a line looks.

    Raises:
        WebariumError: it is none.
    """
    remedy = f"write one JSON object a line, like {like}"
    try:
        text = text_of(line, longest, remedy=remedy)
        data = parse_json(text, shown="the line")
        strict_json(text, once=True)
    except PlaceError as error:
        raise WebariumError(f"the line {error.reason}", remedy=remedy) from error
    except ValueError as error:
        raise WebariumError(f"the line cannot be read: {error}", remedy="write each key once") from error
    return an_object(data, like=like)
