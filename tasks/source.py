"""A template file as text: its data together with the line of every key and item."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from sites.errors import WebariumError

Where = Sequence[str | int]


class TemplateError(WebariumError):
    """A template is wrong at a place that can be named.

    Args:
        message: what is wrong.
        path: the file, as the author calls it.
        line: counted from 1; 0 when the whole file is meant.
        remedy: what to do about it.
    """

    def __init__(self, message: str, *, path: str, line: int = 0, remedy: str | None = None) -> None:
        self.path, self.line, self.reason = path, line, message
        place = f"{path}:{line}" if line else path
        super().__init__(f"{place}: {message}", remedy=remedy)


class _Loader(yaml.SafeLoader):
    """YAML without surprises: dates stay text, so that an answer is what the author wrote."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rules if tag != "tag:yaml.org,2002:timestamp"]
    for first, rules in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


class Source:
    """The parsed content of one YAML file and where each part of it stands.

    Args:
        path: the file; a relative form of it is used in messages.
        text: its content; read from the file when left out.

    Raises:
        TemplateError: when the file cannot be read, is not YAML, names a key twice or is not a mapping.
    """

    def __init__(self, path: Path, text: str | None = None, *, shown: str | None = None) -> None:
        self.path = path
        self.shown = shown or str(path)
        self._lines: dict[tuple[str | int, ...], int] = {}
        if text is None:
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise TemplateError(f"cannot be read: {error}", path=self.shown) from error
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            if node is None:
                raise TemplateError("the file is empty", path=self.shown, line=1)
            self._walk(node, ())
            data = loader.construct_document(node)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            what = error.problem or error.context or "not valid YAML"
            remedy = None
            if "mapping values are not allowed" in what or "found unknown escape" in what:
                remedy = "put the text in quotes; a pattern belongs in 'single quotes'"
            raise TemplateError(
                what, path=self.shown, line=mark.line + 1 if mark else 0, remedy=remedy
            ) from error
        finally:
            loader.dispose()
        if not isinstance(data, dict):
            raise TemplateError("a template is a mapping of keys to values", path=self.shown, line=1)
        self.data: dict[str, Any] = data

    def _walk(self, node: yaml.Node, where: tuple[str | int, ...]) -> None:
        self._lines.setdefault(where, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in node.value:
                name = str(key.value)
                if name in seen:
                    raise TemplateError(
                        f"the key '{name}' stands here twice", path=self.shown, line=key.start_mark.line + 1
                    )
                seen.add(name)
                self._lines[(*where, name)] = key.start_mark.line + 1
                self._walk(value, (*where, name))
        elif isinstance(node, yaml.SequenceNode):
            for index, item in enumerate(node.value):
                self._lines[(*where, index)] = item.start_mark.line + 1
                self._walk(item, (*where, index))

    @property
    def places(self) -> set[tuple[str | int, ...]]:
        """The path of every key and item of the file."""
        return set(self._lines)

    def line(self, where: Where) -> int:
        """The line of a part of the file, or of the nearest part around it (1 for the whole)."""
        path = tuple(where)
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def error(self, message: str, where: Where = (), *, remedy: str | None = None) -> TemplateError:
        """A TemplateError that points at a part of this file."""
        return TemplateError(message, path=self.shown, line=self.line(where), remedy=remedy)
