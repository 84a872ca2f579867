"""Reading the JSON files that other benchmarks publish, with errors that name file and place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sites import files
from sites.errors import WebariumError
from sites.files import MEGABYTE, PlaceError

LONGEST = 200 * MEGABYTE
"""Bytes of one file: a HAR holds whatever a browser was sent."""

M = TypeVar("M", bound=BaseModel)


class FormatError(WebariumError):
    """A file is not in the format it is read as."""


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
    try:
        return files.read_bytes(path).decode("utf-8", "replace")
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
    """The content of a JSON file, or of a file of JSON lines (then a list).

    Raises:
        FormatError: when the file is missing, too large or not JSON.
    """
    text = read_text(path)
    try:
        return json.loads(text)
    except RecursionError as error:
        raise FormatError(f"{path} is nested too deeply") from error
    except ValueError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            return [json.loads(line) for line in lines]
        except (ValueError, RecursionError):
            raise FormatError(f"{path} is neither JSON nor JSON lines: {whole}") from whole


def read_models(path: Path, model: type[M]) -> list[M]:
    """Every record of a JSON file (one object, a list of them, or JSON lines), checked.

    Raises:
        FormatError: when a record lacks something; the message says which record and what.
    """
    data = read_json(path)
    return [check_model(record, model, f"{path}, record {i}") for i, record in enumerate(as_list(data))]


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
        raise FormatError(f"{where}: {place}: {first['msg']}") from error


def json_files(path: Path) -> Iterator[Path]:
    """The file itself, or every ``*.json`` file of a folder in the order of their names."""
    if path.is_dir():
        yield from sorted(path.glob("*.json"), key=lambda p: (len(p.stem), p.stem))
    else:
        yield path
