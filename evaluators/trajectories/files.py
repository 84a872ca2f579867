"""Reading the JSON files that other benchmarks publish, with errors that name file and place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sites import files
from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError, strict_json
from sites.wording import wording

LONGEST = 200 * MEGABYTE
"""Bytes of one file: a HAR holds whatever a browser was sent."""

M = TypeVar("M", bound=BaseModel)


class FormatError(WebariumError):
    """A file is not in the format it is read as."""

    usual = "mend what is named above; docs/scoring-elsewhere.md says what the files hold"


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        FormatError: when the file is missing, too large or no text.
    """
    try:
        return files.read_text(path, LONGEST)
    except PlaceError as error:
        raise FormatError(error.message, remedy=error.remedy) from error


def read_html(folder: Path, name: str | None) -> str | None:
    """A page saved beside an episode, whatever its encoding; None when there is none.

    Raises:
        FormatError: when the name leads out of the folder, or the page is too large.
    """
    path = inside(folder, name) if name else None
    if path is None or not path.is_file():
        return None
    return read_bytes(path).decode("utf-8", "replace")


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, such as a picture.

    Raises:
        FormatError: when the file is missing or too large.
    """
    try:
        return files.read_bytes(path)
    except PlaceError as error:
        raise FormatError(error.message, remedy=error.remedy) from error


def inside(folder: Path, name: str) -> Path:
    """A file that an episode names, which has to lie in its folder.

    Raises:
        FormatError: when it does not.
    """
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise FormatError(f"{name} is outside {folder}", remedy="name a file of the same folder")
    return path


def read_json(path: Path) -> Any:
    """The content of a JSON file, or of a file of JSON lines (then a list); a ``.jsonl`` may be empty.

    Raises:
        FormatError: when the file is missing, empty, too large or not JSON, or names a key twice.
    """
    text = read_text(path)
    lines = path.suffix == ".jsonl"
    if not text.strip() and not lines:
        raise FormatError(f"{path}: the file is empty", remedy=_AGAIN)
    try:
        return strict_json(text, once=True)
    except json.JSONDecodeError as error:
        if not lines and error.msg != "Extra data":  # the first value is broken: these are no lines
            raise _no_json(path, error, error.lineno) from error
    except ValueError as error:
        raise _no_json(path, error) from error
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line.strip():
                found.append(strict_json(line, once=True))
        except ValueError as error:
            raise _no_json(path, error, number) from error
    return found


_AGAIN = "restore the file, or take it from where it was published or recorded again"


def _no_json(path: Path, error: ValueError, line: int = 0) -> FormatError:
    why = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return FormatError(
        f"{path}:{line}: is no JSON ({why})" if line else f"{path}: is no JSON ({why})", remedy=_AGAIN
    )


def read_models(path: Path, model: type[M]) -> list[M]:
    """Every record of a JSON file (one object, a list of them, or JSON lines), checked.

    Raises:
        FormatError: when a record lacks something; the message says which record and what.
    """
    data = read_json(path)
    return [check_model(record, model, f"{path}, record {i}") for i, record in enumerate(as_list(data))]


def read_once(path: Path, model: type[M], name: Callable[[M], str]) -> list[M]:
    """Every record of a file, or of all files of a folder.

    Args:
        path: the file or folder.
        model: what a record is.
        name: what tells a record from all others, in words.

    Raises:
        FormatError: as read_models, or when a record stands there twice.
    """
    places: dict[str, str] = {}
    found: list[M] = []
    for file in json_files(path):
        for number, record in enumerate(read_models(file, model)):
            where = f"{file}, record {number}"
            if (first := places.setdefault(name(record), where)) != where:
                raise FormatError(
                    f"{where}: {name(record)} stands in {first} already", remedy="take one of them away"
                )
            found.append(record)
    return found


def as_list(data: Any) -> list[Any]:
    """A list as it is, anything else as a list of one."""
    return data if isinstance(data, list) else [data]


def check_model(record: Any, model: type[M], where: str) -> M:
    """One record as a model.

    Raises:
        FormatError: when it does not fit.
    """
    try:
        return model.model_validate(record)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the record"
        raise FormatError(f"{where}: {place}: {_words(first)}") from error


def _words(problem: Any) -> str:
    """What pydantic found, as we say it."""
    if problem["type"] == "missing":
        return "is missing"
    return wording(problem)


def json_files(path: Path) -> Iterator[Path]:
    """The file itself, or every ``*.json`` file of a folder in the order of their names."""
    if path.is_dir():
        yield from sorted(path.glob("*.json"), key=lambda p: (len(p.stem), p.stem))
    else:
        yield path
