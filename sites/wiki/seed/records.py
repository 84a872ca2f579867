"""What a wiki consists of, and what an article is before it gets a history."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from sites.facts import EPOCH as EPOCH  # what the site's loaders take from here

OPENED = datetime(2021, 3, 1, 8, 0, tzinfo=UTC)
"""When the wiki was founded."""

MAIN, TALK, USER, USER_TALK, PROJECT, PROJECT_TALK = 0, 1, 2, 3, 4, 5
TEMPLATE, HELP, CATEGORY = 10, 12, 14
NAMES = {
    MAIN: "",
    TALK: "Talk",
    USER: "User",
    USER_TALK: "User talk",
    PROJECT: "Findling",
    PROJECT_TALK: "Findling talk",
    TEMPLATE: "Template",
    HELP: "Help",
    CATEGORY: "Category",
}
"""Namespaces by number, as titles begin."""


@dataclass(frozen=True, slots=True)
class User:
    """An account. ``groups`` are MediaWiki's (sysop, bureaucrat, bot); ``keen`` weighs how often one edits,
    ``voice`` is how one speaks."""

    name: str
    real_name: str
    email: str
    registered: datetime
    groups: tuple[str, ...] = ()
    keen: float = 1.0
    interests: tuple[str, ...] = ()
    voice: str = "plain"


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of a page."""

    user: str
    date: datetime
    text: str
    comment: str = ""
    minor: bool = False


@dataclass(slots=True)
class Page:
    """A page and its versions, oldest first. ``subject`` is the kind of thing it is about, for the seed alone."""

    ns: int
    title: str
    revisions: list[Revision]
    subject: str = ""
    protected: str = ""

    @property
    def text(self) -> str:
        """What readers see now."""
        return self.revisions[-1].text

    @property
    def full(self) -> str:
        """The title with its namespace."""
        return f"{NAMES[self.ns]}:{self.title}" if self.ns else self.title


@dataclass(frozen=True, slots=True)
class Move:
    """A page that was renamed and left a redirect behind."""

    user: str
    date: datetime
    old: str
    new: str
    comment: str


@dataclass(slots=True)
class Wiki:
    """All of it. ``watching`` are titles by user name, of subject pages only."""

    users: list[User]
    pages: list[Page]
    watching: dict[str, list[str]]
    moves: list[Move]


@dataclass(slots=True)
class Draft:
    """An article as its last author left it, in parts, so that a history can be made of it.

    Args:
        title: the page's.
        subject: kind of thing ("lake", "club"); decides who writes it and what edits are called.
        lead: sentences of the first paragraph; the first says what it is.
        box: name of the infobox template, and its fields in order.
        sections: heading and body, in order.
        categories: names without the namespace.
        slips: (right, wrong): parts of the text that an earlier version had wrong.
        hatnote: wikitext above everything.
        tail: wikitext before the categories (sources, notices).
        fame: 1 to 6; how often it is edited and how much is said on its talk page. Of 6 there are a handful.
    """

    title: str
    subject: str
    lead: list[str]
    categories: list[str]
    box: tuple[str, dict[str, str]] | None = None
    sections: list[tuple[str, str]] = field(default_factory=list)
    slips: list[tuple[str, str, str]] = field(default_factory=list)
    hatnote: str = ""
    tail: str = ""
    fame: int = 2
    see_also: list[str] = field(default_factory=list)
