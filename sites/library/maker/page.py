"""What every page of a book looks like: heading, way back, search; no page knows any address outside."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape

SHELF = "Stacks"
"""The library's name."""

UNSEARCHED, SEARCHED = "<!--htdig_noindex-->", "<!--/htdig_noindex-->"
"""What stands between them is on every page: the indexer leaves it out."""


@dataclass(frozen=True)
class Article:
    """A page of a book.

    Args:
        path: inside the book, without a leading slash.
        title: as the contents and the search show it.
        body: HTML below the heading.
        text: the same without markup.
        groups: names of the groups of the contents that it belongs to.
        other: further titles it is known by.
        date: of its last change as ISO text, where it is known.
        indexed: whether the full-text search finds it.
    """

    path: str
    title: str
    body: str
    text: str = ""
    groups: Sequence[str] = ()
    other: Sequence[str] = ()
    date: str | None = None
    indexed: bool = True


@dataclass(frozen=True)
class Book:
    """What a book is, beside its articles; `name` is part of its address.

    `files` are its pictures, SVG by path.
    """

    name: str
    title: str
    description: str
    footer: str
    articles: list[Article] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)


def up(path: str) -> str:
    """The way from a page to the top of its book."""
    return "../" * path.count("/")


def document(book: Book, article: Article) -> str:
    """An article as a whole HTML page."""
    top = up(article.path)
    groups = "".join(
        f'<li><a href="{top}group/{slug(name)}">{escape(name)}</a></li>' for name in article.groups
    )
    groups = f'<nav class="groups" aria-label="Groups"><ul>{groups}</ul></nav>' if groups else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(article.title)} – {escape(book.title)}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{top}style.css"></head><body>{UNSEARCHED}'
        f'<header><div class="bar"><a class="shelf" href="/">{SHELF}</a>'
        f'<a class="book" href="{top}contents">{escape(book.title)}</a>'
        f'<form role="search" action="/search"><input type="hidden" name="books.name" value="{book.name}">'
        '<input type="search" name="pattern" aria-label="Search this book" placeholder="Search this book">'
        f"<button>Search</button></form></div></header>{SEARCHED}"
        f"<main><article><h1>{escape(article.title)}</h1>{article.body}{UNSEARCHED}{groups}</article></main>"
        f"<footer>{book.footer}</footer>{SEARCHED}</body></html>"
    )


def listing(articles: Iterable[Article], top: str) -> str:
    """Links to articles, in the order given."""
    items = "".join(f'<li><a href="{top}{one.path}">{escape(one.title)}</a></li>' for one in articles)
    return f'<ul class="listing">{items}</ul>'


def sort_key(title: str) -> tuple[bool, str, str]:
    """Titles as a reader looks them up: signs first, then letters whatever their case."""
    return (title[:1].isalnum(), title.casefold(), title)


def slug(name: str) -> str:
    """A name as a part of an address."""
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    kept = "".join(letter if letter.isalnum() else "-" for letter in plain)
    return "-".join(part for part in kept.split("-") if part) or "signs"


def groups_of(articles: Sequence[Article]) -> dict[str, list[Article]]:
    """Articles by group, both by name."""
    found: dict[str, list[Article]] = {}
    for article in sorted(articles, key=lambda one: sort_key(one.title)):
        for name in article.groups:
            found.setdefault(name, []).append(article)
    return dict(sorted(found.items(), key=lambda pair: sort_key(pair[0])))


def group_page(name: str, members: Sequence[Article]) -> Article:
    """The page that lists a group."""
    count = f"{len(members)} article{'' if len(members) == 1 else 's'}"
    body = f"<p>{count}</p>{listing(members, '../')}"
    return Article(path=f"group/{slug(name)}", title=name, body=body, indexed=False)
