"""JSON as files and lines hold it: strict both ways, and whole or not at all."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from sites.files import PlaceError, parse_json, put, read_text
from sites.files import strict_json as parse

__all__ = ["dump", "lines_of", "parse", "read_objects", "write_json"]


def dump(data: Any, *, indent: int | None = None) -> bytes:
    """JSON as UTF-8; numbers that JSON does not have become null, and half characters are escaped."""
    try:
        text = json.dumps(data, indent=indent, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        text = json.dumps(_finite(data), indent=indent, ensure_ascii=False, default=str, allow_nan=False)
    return text.encode("utf-8", "backslashreplace")


def lines_of(text: str) -> list[str]:
    """The lines of a file of JSON lines: what ends lines elsewhere, such as U+2028, may stand within JSON."""
    return text.removesuffix("\n").split("\n") if text else []


def read_objects(path: Path) -> list[dict[str, Any]]:
    """The objects of a file of JSON lines, such as a trajectory.

    Raises:
        PlaceError: it cannot be read, is too large, or a line of it is no JSON object.
    """
    found = []
    for number, line in enumerate(lines_of(read_text(path)), 1):
        if line.strip():
            found.append(parse_json(line, shown=str(path), line=number))
            if not isinstance(found[-1], dict):
                raise PlaceError("is no JSON object", path=str(path), line=number)
    return found


def write_json(path: Path, data: Any) -> None:
    """Write JSON for people to read, so that it is there whole or not at all.

    Raises:
        OSError: it cannot be written; names the file.
    """
    put(path, dump(data, indent=1) + b"\n")


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
