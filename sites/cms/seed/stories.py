"""The stories that articles are made of, read from ``data/stories``: one text file a section.

A file begins with ``@ slug | Name | what the section is about``; each further line with a mark and a space:

    == key option=value ...   a new story; options: weight, months, place (kind of the map), brand=1,
       project=1, community (of the forum), tags
    T  a title          L  the excerpt          P  a paragraph          O  a paragraph that may be left out
    C  a comment // the answer to it

Texts are in the grammar of ``sites.sitekit.grammar``: ``[a|b]`` is a choice, ``{name}`` a slot.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from sites.cms.seed.records import Category
from sites.errors import WebariumError

DATA = Path(__file__).parent / "data"
_MARK = re.compile(r"^(==|[@TLPOC]) (.+)$")


@dataclass(slots=True)
class Story:
    """One story; it is told several times a year of other places and people."""

    key: str
    category: str
    weight: float
    months: tuple[int, ...]
    place: str
    brand: bool
    project: bool
    community: str
    tags: tuple[str, ...]
    titles: list[str] = field(default_factory=list)
    lead: str = ""
    paragraphs: list[tuple[str, str]] = field(default_factory=list)
    comments: list[tuple[str, ...]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the paper and its stories."""

    category: Category
    stories: tuple[Story, ...]


@cache
def load_sections() -> tuple[Section, ...]:
    """All sections in the order of their names."""
    return tuple(_read(path) for path in sorted((DATA / "stories").glob("*.txt")))


def _read(path: Path) -> Section:
    category: Category | None = None
    stories: list[Story] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not raw.strip() or raw.startswith("#"):
            continue
        match = _MARK.match(raw)
        if match is None or (match[1] != "@" and category is None) or (match[1] in "TLPOC" and not stories):
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
        elif mark == "T":
            stories[-1].titles.append(text)
        elif mark == "L":
            stories[-1].lead = text
        elif mark == "C":
            stories[-1].comments.append(tuple(text.split(" // ")))
        else:
            stories[-1].paragraphs.append((mark, text))
    assert category is not None
    return Section(category, tuple(stories))


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
