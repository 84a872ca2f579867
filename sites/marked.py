"""YAML with line numbers: data plus the line on which each value stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from sites.errors import WebariumError

_WORDS = {"extra_forbidden": "is no known key", "missing": "must be given"}

Loc = tuple[Hashable, ...]
Model = TypeVar("Model", bound=BaseModel)


class Marked:
    """A parsed YAML file that knows the line of each of its values.

    Args:
        path: the file, named in every message.
        data: what the file holds, as plain dicts, lists and scalars.
        lines: line (from 1) by path of keys and indexes into `data`.
    """

    def __init__(self, path: Path, data: Any, lines: dict[Loc, int]) -> None:
        self.path = path
        self.data = data
        self._lines = lines

    def line(self, loc: Sequence[Hashable]) -> int:
        """The line of the value at `loc`, or of the nearest enclosing value that is in the file."""
        for end in range(len(loc), -1, -1):
            if (found := self._lines.get(tuple(loc[:end]))) is not None:
                return found
        return 1


def read_marked(path: Path) -> Marked:
    """Read one YAML document.

    Raises:
        WebariumError: the file is missing, or is no YAML; the message starts with `path:line`.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise WebariumError(f"{path}: cannot be read ({error.strerror})") from error
    loader = yaml.SafeLoader(text)
    lines: dict[Loc, int] = {}
    try:
        node = loader.get_single_node()
        if node is None:
            return Marked(path, {}, {(): 1})
        _walk(node, (), lines)
        return Marked(path, loader.construct_document(node), lines)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise WebariumError(f"{path}:{line}: not valid YAML: {getattr(error, 'problem', error)}") from error
    finally:
        loader.dispose()


def _walk(node: yaml.Node, loc: Loc, lines: dict[Loc, int]) -> None:
    lines.setdefault(loc, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = (*loc, key.value)
            lines[name] = key.start_mark.line + 1
            _walk(value, name, lines)
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            _walk(value, (*loc, index), lines)


def validate(model: type[Model], marked: Marked) -> Model:
    """Check a file against its model.

    Raises:
        WebariumError: one line per problem, each `path:line: key: what is wrong`.
    """
    try:
        return model.model_validate(marked.data)
    except ValidationError as error:
        problems = []
        for item in error.errors():
            loc = tuple(item["loc"])
            key = ".".join(str(part) for part in loc) or "file"
            text = _WORDS.get(item["type"]) or item["msg"].removeprefix("Value error, ")
            problems.append((marked.line(loc), f"{marked.path}:{marked.line(loc)}: {key}: {text}"))
        found = list(dict.fromkeys(text for _, text in sorted(problems)))
        raise WebariumError("\n".join(found), remedy="mend the lines named above") from error
