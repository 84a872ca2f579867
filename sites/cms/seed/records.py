"""The records that the generator makes and the loader writes; times are UTC and without fractions."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from sites.facts import EPOCH as EPOCH  # what the site's loaders take from here

"""What the world's clocks show first; nothing was written later."""
DAYS = 3 * 365
"""So far back the archive goes."""


@dataclass(frozen=True, slots=True)
class User:
    """An account. ``role`` is WordPress's: administrator, editor, author, contributor, subscriber."""

    login: str
    name: str
    role: str
    email: str
    about: str
    registered: datetime


@dataclass(frozen=True, slots=True)
class Category:
    """A section of the paper."""

    slug: str
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class Medium:
    """An uploaded picture. ``alt`` may be empty; ``motif`` and ``number`` tell the painter what to paint."""

    id: int
    motif: str
    number: int
    title: str
    alt: str
    caption: str
    author: str
    date: datetime

    @property
    def file(self) -> str:
        """Where it lies below the uploads folder."""
        return f"{self.date:%Y/%m}/{self.motif}-{self.number}.jpg"


@dataclass(slots=True)
class Comment:
    """A comment; ``state`` is approved, pending, spam or trash. ``parent`` is the id it answers, or 0."""

    id: int
    post: int
    parent: int
    name: str
    email: str
    user: str
    text: str
    date: datetime
    state: str


@dataclass(frozen=True, slots=True)
class Revision:
    """An earlier or the last version of a post's texts."""

    author: str
    date: datetime
    title: str
    text: str
    excerpt: str


@dataclass(slots=True)
class Post:
    """An article. ``status`` is WordPress's: publish, draft, pending, future, trash."""

    id: int
    author: str
    category: str
    tags: tuple[str, ...]
    title: str
    slug: str
    excerpt: str
    text: str
    date: datetime
    modified: datetime
    status: str
    picture: int
    sticky: bool = False
    comments_open: bool = True
    revisions: list[Revision] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the tree; ``parent`` is the slug of the page above, or empty."""

    id: int
    slug: str
    title: str
    parent: str
    order: int
    text: str
    author: str
    date: datetime


@dataclass(frozen=True, slots=True)
class Paper:
    """Everything together, in the order in which keys are given."""

    users: list[User]
    categories: list[Category]
    media: list[Medium]
    posts: list[Post]
    pages: list[Page]
    comments: list[Comment]
    menus: dict[str, list[dict[str, str]]]
