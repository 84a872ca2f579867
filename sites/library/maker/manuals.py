"""The manuals: a folder of Markdown files for each site, one file a question."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from markdown import Markdown

from .page import Article, Book, group_page, groups_of, listing

FOLDERS = {
    "shop": "Shop: buying",
    "shop-dashboard": "Shop: dashboard",
    "forum": "Forum",
    "forge": "Forge",
    "wiki": "Wiki",
    "newspaper": "Newspaper (CMS)",
    "home": "Home, calculator, scratchpad",
}
"""Folder to the heading of its part, in the order of the contents."""

_LINK = re.compile(r'href="([^"]+)"')
_TAG = re.compile(r"<[^>]+>")


def plain(html: str) -> str:
    """Markup taken away, white space made single."""
    text = _TAG.sub(" ", html).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return " ".join(text.replace("&quot;", '"').split())


def read(folder: Path) -> list[Article]:
    """Every article below the folder.

    Raises:
        ValueError: a file without a heading, in an unknown folder, or with a link that leads nowhere.
    """
    files = sorted(folder.glob("*/*.md"))
    known = {file.relative_to(folder).with_suffix("").as_posix() for file in files}
    articles = []
    for file in files:
        path = file.relative_to(folder).with_suffix("").as_posix()
        part = file.parent.name
        if part not in FOLDERS:
            raise ValueError(f"{file}: {part} is no part of the manuals; they are {', '.join(FOLDERS)}")
        head, _, rest = file.read_text(encoding="utf-8").partition("\n")
        if not head.startswith("# "):
            raise ValueError(f"{file}:1: the first line must be a heading, '# ...'")
        html = Markdown(extensions=["tables", "sane_lists"], output_format="html").convert(rest.strip())
        body = _LINK.sub(lambda match, file=file, part=part: _linked(match[1], file, part, known), html)
        articles.append(Article(path, head[2:].strip(), body, plain(html), [FOLDERS[part]]))
    return articles


def _linked(target: str, file: Path, part: str, known: set[str]) -> str:
    """A link between two files as one between two pages."""
    name = target.removesuffix(".md")
    path = name.removeprefix("../") if name.startswith("../") else f"{part}/{name}"
    if not target.endswith(".md") or path not in known:
        raise ValueError(f"{file}: the link to {target} leads to no article")
    return f'href="../{path}"'


def contents(articles: list[Article]) -> Article:
    """The first page: every article under the heading of its part."""
    groups = groups_of(articles)
    parts = "".join(
        f"<section><h2>{escape(name)}</h2>{listing(groups[name], '')}</section>"
        for name in FOLDERS.values()
        if name in groups
    )
    intro = (
        "<p>How things are done on the sites of this world, one question an article. Names of links, buttons"
        " and fields stand in <strong>bold</strong>, as they stand on the pages.</p>"
    )
    return Article("contents", "Contents", intro + f'<div class="parts">{parts}</div>', indexed=False)


def book(folder: Path) -> Book:
    """The manuals as a book."""
    articles = read(folder)
    made = Book(
        name="manuals",
        title="User Manuals",
        description="How to do each thing in the shop, the forum, the forge, the wiki and the newspaper.",
        footer="<p>User Manuals, edition of March 2026.</p>",
    )
    parts = [group_page(name, members) for name, members in groups_of(articles).items()]
    made.articles.extend([contents(articles), *parts, *articles])
    return made
