"""Chapters of articles from ``data/prose``: for each kind of thing a file with headings and what may stand below them.

A file holds, line by line::

    # a remark
    == Name | The name            a chapter and other headings for it
    ==! Course                    one that every article has
    ==2 History                   one of two texts
    (museum, school) A text.      a text for things of these sorts only
    A text with {slots}.          one that is left out where a value is missing

The chapter ``@lead`` is the first paragraph, its sentences divided by ``//``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from sites.wiki.seed.chance import SLOT, Chance, capitals
from sites.wiki.seed.region import pools

HEAD = re.compile(r"==(!?)(\d?) *(.+)")
ONLY = re.compile(r"\(([a-z_, é-]+)\) +(.+)")
LEAD = "@lead"
LOCAL = re.compile(r"\{@(?:town|place|village|lake|river|club|paper|author)\b|Swede|duch|1945|1946")
"""What only texts on the lake country name."""


@dataclass(frozen=True)
class Text:
    """One thing that may be said; ``needs`` are the values it names."""

    words: str
    sorts: frozenset[str]
    needs: frozenset[str]


@dataclass
class Chapter:
    """A heading, how many texts stand below it, and whether every article has it."""

    headings: tuple[str, ...]
    always: bool
    count: int
    texts: list[Text] = field(default_factory=list)


@cache
def book(kind: str) -> list[Chapter]:
    """The chapters for a kind of thing, in the order of the file."""
    content = (
        resources.files("sites.wiki.seed").joinpath(f"data/prose/{kind}.txt").read_text(encoding="utf-8")
    )
    found: list[Chapter] = []
    for line in content.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if head := HEAD.fullmatch(line):
            titles = tuple(part.strip() for part in head[3].split("|"))
            found.append(Chapter(titles, bool(head[1]), int(head[2] or 1)))
            continue
        only = ONLY.fullmatch(line)
        words = only[2] if only else line
        sorts = frozenset(part.strip() for part in only[1].split(",")) if only else frozenset()
        found[-1].texts.append(Text(words, sorts, needed(words)))
    return found


def needed(words: str) -> frozenset[str]:
    """The values that a text names and does not draw itself."""
    own, names = set(), set()
    for slot in SLOT.finditer(words):
        own |= {slot[6], slot[8]}
        names |= {slot[2], slot[9]}
    return frozenset(names - own - {"", None})


def fits(text: Text, sort: str, values: dict[str, object]) -> bool:
    """Whether a text can be said of a thing."""
    if values.get("foreign") and LOCAL.search(text.words):
        return False
    return (not text.sorts or sort in text.sorts) and all(values.get(name) for name in text.needs)


def lead(chance: Chance, kind: str, sort: str = "", /, **values: object) -> list[str]:
    """The sentences of the first paragraph."""
    (chapter,) = (one for one in book(kind) if one.headings == (LEAD,))
    able = {one.words: one for one in chapter.texts if fits(one, sort, values)}
    chosen = chance.pick("lead", list(able))
    return [capitals(part.strip()) for part in chance.at("lead").say(chosen, pools(), **values).split("//")]


def chapters(
    chance: Chance, kind: str, count: tuple[int, int], sort: str = "", /, **values: object
) -> list[tuple[str, str]]:
    """Headings and bodies for one thing.

    Args:
        chance: the thing's.
        kind: the file.
        count: how many chapters at least and at most, besides those that every article has.
        sort: which texts with brackets before them are meant.
        values: what the texts may name; empty ones are as good as missing.
    """
    able = []
    for chapter in book(kind):
        texts = [one.words for one in chapter.texts if fits(one, sort, values)]
        if texts and chapter.headings != (LEAD,):
            able.append((chapter, texts))
    free = [chapter.headings[0] for chapter, _ in able if not chapter.always]
    wanted = set(chance.order("chapters", free)[: chance.number("how many chapters", *count)])
    found = []
    for chapter, texts in able:
        title = chapter.headings[0]
        if not chapter.always and title not in wanted:
            continue
        part = chance.at(title)
        chosen = part.order("texts", texts)[: chapter.count]
        body = " ".join(capitals(part.say(words, pools(), **values)) for words in chosen)
        found.append((part.pick("heading", chapter.headings), body))
    return found
