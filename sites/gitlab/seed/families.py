"""Kinds of programs: their files as templates, and what may happen to them.

A file ``families/<program>.family`` begins with a YAML head and goes on with the program's files, each after
a line ``==== <path>``. Files are Jinja templates with ``%% if holidays`` lines and ``«name»`` slots; a path
may begin with ``@each rows r`` to be written once for every row ``r``. What the head may hold:

- ``projects``: what differs from project to project, by project (any slot; ``names`` for the rows)
- ``flags``: what can be added, in the order in which it makes sense. ``c`` subject of the commit, ``t`` of
  the one that adds tests, ``d`` of the one for the docs, ``k`` kind (feature, bug, performance,
  documentation, chore), ``i`` and ``b`` title and text of the issue, ``talk`` its comments (``r:`` reporter,
  ``m:`` maintainer, ``o:`` somebody else), ``needs`` other flags, ``must`` when every project has it
- ``data``: rows of a data file: ``names``, ``fields``, and messages for ``add``, ``fix`` and ``drop``
- ``faq``: questions and answers of the docs; ``asked``: issues that need no commit, with ``end``
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import jinja2
import yaml

from sites.errors import WebariumError

HERE = resources.files(__package__)


class _Loaderless(jinja2.Environment):
    """Templates with line statements that no programming language of the forge uses."""

    def __init__(self) -> None:
        super().__init__(
            line_statement_prefix="%%",
            block_start_string="«%",
            block_end_string="%»",
            variable_start_string="«",
            variable_end_string="»",
            comment_start_string="«#",
            comment_end_string="#»",
            keep_trailing_newline=True,
            undefined=jinja2.StrictUndefined,
            autoescape=False,
        )
        self.filters["slug"] = slug
        self.filters["snake"] = lambda text: slug(text).replace("-", "_")


@cache
def slug(text: str) -> str:
    """``Café am Ring`` as ``cafe-am-ring``."""
    from sites.world_data import ascii_name

    return "-".join(filter(None, (ascii_name(word) for word in re.split(r"[^\w]+", text))))


ENVIRONMENT = _Loaderless()


@cache
def compiled(text: str) -> jinja2.Template:
    """The template of a text."""
    return ENVIRONMENT.from_string(text)


def fill(text: str, slots: Mapping[str, Any]) -> str:
    """The text with its slots filled."""
    return compiled(text).render(slots) if "«" in text else text


@dataclass(frozen=True, slots=True)
class Flag:
    """Something that a project may add; see the head of this module."""

    name: str
    c: str
    t: str = ""
    d: str = ""
    k: str = "feature"
    i: str | tuple[str, ...] = ""
    b: str | tuple[str, ...] = ""
    talk: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    must: bool = False


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of program."""

    program: str
    files: tuple[tuple[str, str], ...]
    flags: dict[str, Flag]
    projects: dict[str, dict[str, Any]]
    data: dict[str, Any]
    faq: tuple[tuple[str, str], ...] = ()
    asked: tuple[dict[str, Any], ...] = ()


@dataclass(slots=True)
class State:
    """What a project consists of at some moment; its files follow from it."""

    slots: dict[str, Any]
    flags: frozenset[str] = frozenset()
    rows: tuple[dict[str, Any], ...] = ()
    faq: tuple[int, ...] = ()
    authors: tuple[str, ...] = ()
    version: str = "0.0"
    releases: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    years: str = ""

    def changed(self, *changes: tuple[Any, ...]) -> State:
        """The state after changes such as (flag, name), (add, row), (set, name, field, value)."""
        new = State(
            self.slots, self.flags, self.rows, self.faq, self.authors, self.version, self.releases, self.years
        )
        for kind, *what in changes:
            if kind == "flag":
                new.flags |= {what[0]}
            elif kind == "add":
                new.rows = (*new.rows, what[0])
            elif kind == "set":
                name, key, value = what
                new.rows = tuple(row | {key: value} if row["name"] == name else row for row in new.rows)
            elif kind == "drop":
                new.rows = tuple(row for row in new.rows if row["name"] != what[0])
            elif kind == "faq":
                new.faq = (*new.faq, what[0])
            elif kind == "author":
                new.authors = (*new.authors, what[0])
            elif kind == "years":
                new.years = what[0]
            elif kind == "release":
                version, day, entries = what
                new.version = version
                new.releases = ((version, day, entries), *new.releases)
            else:
                raise WebariumError(f"no such change: {kind}")
        return new


@dataclass(slots=True)
class Renderer:
    """Writes a project's files."""

    family: Family
    common: Family
    _rows: dict[tuple[Any, ...], dict[str, str]] = field(default_factory=dict)

    def tree(self, state: State) -> dict[str, str]:
        """Every file of the project by path."""
        on = dict.fromkeys((*self.family.flags, *self.common.flags), False) | dict.fromkeys(state.flags, True)
        slots = {
            **state.slots,
            **on,
            "rows": state.rows,
            "faq": [tuple(fill(text, state.slots) for text in self.family.faq[n]) for n in state.faq],
            "authors": state.authors,
            "version": state.version,
            "releases": state.releases,
            "years": state.years,
        }
        files: dict[str, str] = {}
        for path, text in (*self.common.files, *self.family.files):
            if path.startswith("@each "):
                _, listed, name, path = path.split(" ", 3)
                for index, one in enumerate(slots[listed]):
                    # Hundreds of such files, of which a commit changes one or two.
                    key = (path, str(one), str(state.rows[:6]), state.flags, state.version, state.years)
                    if key not in self._rows:
                        inner = {**slots, name: one, "index": index}
                        self._rows[key] = {}
                        self._put(self._rows[key], fill(path, inner), text, inner)
                    files |= self._rows[key]
            else:
                self._put(files, fill(path, slots), text, slots)
        return files

    @staticmethod
    def _put(files: dict[str, str], path: str, text: str, slots: Mapping[str, Any]) -> None:
        content = compiled(text).render(slots).strip("\n")
        if content.strip():
            files[path] = re.sub(r"\n{4,}", "\n\n\n", content) + "\n"


@cache
def load_family(program: str) -> Family:
    """The family of ``families/<program>.family``."""
    path = HERE / "families" / f"{program}.family"
    head, *parts = re.split(r"^==== (.+)\n", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    try:
        data = yaml.safe_load(head) or {}
        flags = {
            name: Flag(
                name, **{key: tuple(v) if isinstance(v, list) else v for key, v in (spec or {}).items()}
            )
            for name, spec in data.get("flags", {}).items()
        }
    except (yaml.YAMLError, TypeError) as error:
        raise WebariumError(f"{program}.family: the head cannot be read: {error}") from error
    files = tuple(zip(parts[::2], parts[1::2], strict=True))
    return Family(
        program,
        files,
        flags,
        data.get("projects", {}),
        data.get("data", {}),
        tuple((q, a) for q, a in data.get("faq", ())),
        tuple(data.get("asked", ())),
    )
