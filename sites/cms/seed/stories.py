"""The stories that articles are made of, read from ``data/stories``: one text file a section.

A file begins with ``@ slug | Name | what the section is about``; each further line with a mark and a space:

    == key option=value ...   a new story; options: weight, months, place (kind of the map), brand=1,
       project=1, community (of the forum), tags
    V  name/other: value / its other | ...    slots of this story, drawn together once an article
    T  a title          L  an excerpt           P  a paragraph          O  a paragraph that may be left out
    |  another wording of the paragraph above
    C  a comment // the answer to it // the answer to that

Of titles, excerpts and wordings one is drawn. Texts are in the grammar of ``sites.sitekit.grammar``: ``[a|b]`` is a
choice, ``{name}`` a slot; ``facts.py`` has the slots that every story may use. ``modules.yaml`` and ``asides.yaml`` have what may stand
anywhere in a section: paragraphs, what a reporter adds, and words between paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sites.cms.seed.records import Category
from sites.errors import WebariumError
from sites.sitekit.data import load_yaml

DATA = Path(__file__).parent / "data"
_MARK = re.compile(r"^(==|[@VTLPOC|]) (.+)$")


@dataclass(frozen=True, slots=True)
class Variable:
    """Slots of one story whose values belong together: ``names[i]`` gets ``values[drawn][i]``."""

    names: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One of ``wordings`` is printed, or none now and then if the paragraph is ``optional``."""

    optional: bool
    wordings: list[str]


@dataclass(slots=True)
class Story:
    """One story; it is told several times of other places and people."""

    key: str
    category: str
    weight: float
    months: tuple[int, ...]
    place: str
    brand: bool
    project: bool
    community: str
    tags: tuple[str, ...]
    variables: list[Variable] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    leads: list[str] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    comments: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """Everything that is written in the grammar."""
        printed = [text for paragraph in self.paragraphs for text in paragraph.wordings]
        said = [text for thread in self.comments for text in thread]
        return [*self.titles, *self.leads, *printed, *said]


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the paper and its stories."""

    category: Category
    stories: tuple[Story, ...]


@cache
def load_sections() -> tuple[Section, ...]:
    """All sections in the order of their names."""
    return tuple(_read(path) for path in sorted((DATA / "stories").glob("*.txt")))


@cache
def data(name: str) -> Mapping[str, Any]:
    """The file ``data/<name>.yaml``."""
    found: Mapping[str, Any] = load_yaml(DATA / f"{name}.yaml")
    return found


def _read(path: Path) -> Section:
    category: Category | None = None
    stories: list[Story] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not raw.strip() or raw.startswith("#"):
            continue
        match = _MARK.match(raw)
        if match is None or (match[1] != "@" and category is None) or (match[1] in "VTLPOC|" and not stories):
            raise WebariumError(
                f"{path.name}:{number}: cannot read the line {raw[:40]!r}",
                remedy="begin it with one of the marks that stories.py explains",
            )
        mark, text = match[1], match[2].strip()
        if mark == "@":
            category = Category(*text.split(" | "))
        elif mark == "==":
            assert category is not None
            stories.append(_story(text, category.slug))
        else:
            _add(stories[-1], mark, text)
    assert category is not None
    return Section(category, tuple(stories))


def _add(story: Story, mark: str, text: str) -> None:
    if mark == "V":
        names, _, values = text.partition(": ")
        story.variables.append(
            Variable(
                tuple(names.split("/")),
                tuple(
                    tuple(value.strip().split(" / ")) if "/" in names else (value.strip(),)
                    for value in values.split(" | ")
                ),
            )
        )
    elif mark == "T":
        story.titles.append(text)
    elif mark == "L":
        story.leads.append(text)
    elif mark == "C":
        story.comments.append(tuple(text.split(" // ")))
    elif mark == "|":
        story.paragraphs[-1].wordings.append(text)
    else:
        story.paragraphs.append(Paragraph(mark == "O", [text]))


def _story(text: str, category: str) -> Story:
    key, *options = text.split(" ")
    given = dict(option.split("=", 1) for option in options if option)
    return Story(
        f"{category}/{key}",
        category,
        weight=float(given.get("weight", "1")),
        months=tuple(int(part) for part in given.get("months", "").split(",") if part),
        place=given.get("place", ""),
        brand="brand" in given,
        project="project" in given,
        community=given.get("community", ""),
        tags=tuple(part for part in given.get("tags", "").split(",") if part),
    )
