"""What a page links to, includes and belongs to, as MediaWiki's parser would say.

No parser: the seed writes plain wikitext, and its templates hold links only outside ``<noinclude>``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sites.wiki.seed.records import CATEGORY, MAIN, NAMES, TEMPLATE

NUMBERS = {name: number for number, name in NAMES.items() if name}
LINK = re.compile(r"\[\[(:?)([^\[\]|]+)(?:\|[^\[\]]*)?\]\]")
CALL = re.compile(r"(?<!\{)\{\{(?!\{|#)([A-Z][^{}|\n]*?)\s*(?=\||\}\})")
Title = tuple[int, str]


@dataclass
class Links:
    """Titles with underscores, by namespace; ``redirect`` leads on from the page."""

    pages: set[Title] = field(default_factory=set)
    templates: set[Title] = field(default_factory=set)
    categories: set[str] = field(default_factory=set)
    redirect: Title | None = None


def key(title: str) -> str:
    """A title as the database has it."""
    title = " ".join(title.replace("_", " ").split())
    return (title[:1].upper() + title[1:]).replace(" ", "_")


def split(title: str) -> Title | None:
    """Namespace and key of a full title; None for special pages and links within a page."""
    title = title.partition("#")[0].strip()
    head, colon, rest = title.partition(":")
    if colon and head.strip() in NUMBERS:
        return NUMBERS[head.strip()], key(rest)
    if not title or (colon and head == "Special"):
        return None
    return MAIN, key(title)


def read(ns: int, title: str, text: str, templates: Mapping[str, str]) -> Links:
    """The links of a page.

    Args:
        ns: its namespace.
        title: its title without that.
        text: its wikitext.
        templates: wikitext of every template by title.
    """
    found = Links()
    text = re.sub(r"<nowiki>.*?</nowiki>", "", text, flags=re.S)
    text = re.sub(r"<includeonly>.*?</includeonly>", "", text, flags=re.S)
    if redirect := re.match(r"#REDIRECT \[\[([^\[\]|]+)\]\]", text):
        found.redirect = split(redirect[1])
    _collect(found, text)
    if ns != TEMPLATE:
        for name in {one.strip() for one in CALL.findall(text)} & set(templates):
            found.templates.add((TEMPLATE, key(name)))
            body = re.sub(r"<noinclude>.*?</noinclude>", "", templates[name], flags=re.S)
            _collect(found, re.sub(r"</?includeonly>", "", body))
    found.pages.discard((ns, key(title)))
    return found


def _collect(found: Links, text: str) -> None:
    for colon, name in LINK.findall(text):
        target = split(name)
        if target is None:
            continue
        if target[0] == CATEGORY and not colon:
            found.categories.add(target[1])
        else:
            found.pages.add(target)
