"""Reading the JSON files that other benchmarks publish, with errors that name file and place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sites.errors import WebariumError

M = TypeVar("M", bound=BaseModel)


class FormatError(WebariumError):
    """A file is not in the format it is read as."""


def read_json(path: Path) -> Any:
    """The content of a JSON file, or of a file of JSON lines (then a list).

    Raises:
        FormatError: when the file is missing or not JSON.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FormatError(f"cannot read {path}: {error.strerror}") from error
    try:
        return json.loads(text)
    except json.JSONDecodeError as whole:
        lines = [line for line in text.splitlines() if line.strip()]
        try:
            return [json.loads(line) for line in lines]
        except json.JSONDecodeError:
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
