"""YAML as Webarium reads it everywhere: plain data, the line of each value, and no surprises.

A file is one document without tags, anchors and aliases; a key stands once. Only ``true`` and ``false``
are truth values, only decimal digits are numbers, dates and times are text: ``no``, ``14:30``, ``0042``,
``1_000`` and ``2026-03-16`` are what the author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import yaml
from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.resolver import Resolver

from sites.errors import WebariumError
from sites.files import DEEPEST, PlaceError, read_text
from sites.wording import wording

LONGEST_YAML = 200_000
"""Bytes of one YAML file: what people write by hand is far smaller."""

_DIGITS = "0123456789"
# type -> how a word of it is written, and the characters that it may begin with
_SCALARS = {
    "bool": (r"true|True|TRUE|false|False|FALSE", [*"tTfF"]),
    "int": (r"-?(?:0|[1-9][0-9]{0,17})", [*"-", *_DIGITS]),
    "float": (r"-?(?:0|[1-9][0-9]*)\.[0-9]+(?:[eE][-+][0-9]+)?", [*"-", *_DIGITS]),
    "null": (r"~|null|Null|NULL|", [*"~nN", ""]),
}
_KNOWN = {f"tag:yaml.org,2002:{name}" for name in (*_SCALARS, "str", "map", "seq")}

HALF = re.compile("[\ud800-\udfff]")
"""Half of a pair of UTF-16, which no file can hold."""

Where = Sequence[Hashable]
Model = TypeVar("Model", bound=BaseModel)


class _Bounds:
    """What a loader refuses, whoever parses for it."""

    _depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[attr-defined]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.MarkedYAMLError(
                problem="anchors and aliases (&name, *name) are not read: write the value out, or quote it",
                problem_mark=event.start_mark,
            )
        if self._depth == DEEPEST:
            raise yaml.MarkedYAMLError(
                problem=f"nested more than {DEEPEST} levels deep", problem_mark=event.start_mark
            )
        self._depth += 1
        node = super().compose_node(parent, index)  # type: ignore[misc]
        self._depth -= 1
        if node is not None and node.tag not in _KNOWN:
            raise yaml.MarkedYAMLError(
                problem=f"the tag '{node.tag}' is not read here", problem_mark=node.start_mark
            )
        return node


class _Loader(_Bounds, yaml.SafeLoader):
    """The part of YAML described above; its messages are those that people read."""

    yaml_implicit_resolvers: dict[str, Any] = {}


_LOADERS: list[Any] = [_Loader]
if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    class _FastLoader(_Bounds, Composer, CParser, SafeConstructor, Resolver):
        """The same in a fraction of the time: libyaml tells the events, all else is as above."""

        yaml_implicit_resolvers: dict[str, Any] = {}

        def __init__(self, text: str) -> None:
            CParser.__init__(self, text)
            Composer.__init__(self)
            SafeConstructor.__init__(self)
            Resolver.__init__(self)

    _LOADERS.append(_FastLoader)

for _name, (_pattern, _first) in _SCALARS.items():
    for _loader in _LOADERS:
        _loader.add_implicit_resolver(f"tag:yaml.org,2002:{_name}", re.compile(f"^(?:{_pattern})$"), _first)


class Source:
    """The data of one YAML file, and where each part of it stands.

    Args:
        path: the file.
        text: its content; read from the file when left out.
        shown: what messages call the file; by default its path.

    Attributes:
        data: the content as plain dicts, lists and scalars.

    Raises:
        PlaceError: the file cannot be read, is empty, is no YAML as described above, names a key twice or
            holds half a character.
    """

    def __init__(self, path: Path, text: str | None = None, *, shown: str | None = None) -> None:
        self.path = path
        self.shown = shown or str(path)
        self._lines: dict[tuple[Hashable, ...], int] = {}
        if text is None:
            text = read_text(path, LONGEST_YAML, shown=self.shown)
        self.data: Any = self._parsed(text)

    def _parsed(self, text: str) -> Any:
        if len(_LOADERS) > 1:
            with suppress(yaml.YAMLError):  # what is wrong is told below, by the reader that says it better
                return self._read(_LOADERS[-1](text))
            self._lines.clear()
        try:
            loader = _Loader(text)
        except yaml.reader.ReaderError as error:
            line = text.count("\n", 0, error.position) + 1
            reason = f"the character #x{int(error.character):04x} cannot stand in YAML"
            raise PlaceError(reason, path=self.shown, line=line) from error
        try:
            return self._read(loader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            reason = error.problem or error.context or "not valid YAML"
            if "another document" in reason:
                reason = "the file holds several documents, and one is read: take out the line ---"
            quoted = "mapping values are not allowed" in reason or "found unknown escape" in reason
            raise PlaceError(
                f"not valid YAML: {reason}",
                path=self.shown,
                line=mark.line + 1 if mark else 0,
                remedy="put the text in quotes; a pattern belongs in 'single quotes'" if quoted else None,
            ) from error

    def _read(self, loader: Any) -> Any:
        try:
            node = loader.get_single_node()
            if node is None:
                raise PlaceError("the file is empty", path=self.shown, line=1)
            self._walk(node, ())
            return loader.construct_document(node)
        finally:
            loader.dispose()

    def _walk(self, node: yaml.Node, where: tuple[Hashable, ...]) -> None:
        self._lines.setdefault(where, node.start_mark.line + 1)
        if isinstance(node, yaml.ScalarNode):
            self._check_whole(node)
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                line = key.start_mark.line + 1
                if not isinstance(key, yaml.ScalarNode):
                    raise PlaceError("a key is a word, not a list or mapping", path=self.shown, line=line)
                self._check_whole(key)
                if (*where, key.value) in self._lines:
                    raise PlaceError(f"the key '{key.value}' stands here twice", path=self.shown, line=line)
                self._lines[(*where, key.value)] = line
                self._walk(value, (*where, key.value))
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                self._walk(item, (*where, index))

    def _check_whole(self, node: yaml.ScalarNode) -> None:
        """Refuse half a character, which an escape can write and no file can hold."""
        if half := HALF.search(node.value):
            raise PlaceError(
                f"\\u{ord(half[0]):04x} is half a character",
                path=self.shown,
                line=node.start_mark.line + 1,
                remedy="write the character itself, or \\U and its eight hexadecimal digits",
            )

    @property
    def places(self) -> set[tuple[Hashable, ...]]:
        """The path of every key and item of the file."""
        return set(self._lines)

    def line(self, where: Where) -> int:
        """The line of a part of the file, or of the nearest part around it (1 for the whole)."""
        path = tuple(where)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def error(self, reason: str, where: Where = (), *, remedy: str | None = None) -> PlaceError:
        """An error that points at a part of this file."""
        return PlaceError(reason, path=self.shown, line=self.line(where), remedy=remedy)


def misplaced(reason: str, *where: str | int) -> PydanticCustomError:
    """A mistake that a validator of a whole found in a part of it: `validate` names that part's line."""
    return PydanticCustomError("misplaced", "{reason}", {"reason": reason, "where": where})


def validate(model: type[Model], source: Source) -> Model:
    """Check a file against its model.

    Raises:
        WebariumError: one line per problem, each `path:line: key: what is wrong`.
    """
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        problems = []
        for item in error.errors():
            where = (*item["loc"], *(item.get("ctx", {}).get("where") or ()))
            key = ".".join(str(part) for part in where) or "file"
            text = wording(item)
            line = source.line(where)
            problems.append((line, f"{source.shown}:{line}: {key}: {text}"))
        found = list(dict.fromkeys(text for _, text in sorted(problems)))
        raise WebariumError("\n".join(found), remedy="mend the lines named above") from error
