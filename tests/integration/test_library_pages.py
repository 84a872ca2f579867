"""The library in a real world: its books are the pinned ones, can be searched and not be changed."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from bench.library_pages import SITE, pages

from reset import images
from reset.world import World
from sites.spec import ROOT, load_site

PINNED = ROOT / "sites" / "library" / "books" / "SHA256SUMS"


@pytest.fixture(scope="module")
def library() -> Iterator[World]:
    images.build([load_site(SITE)])
    with World.start([load_site(SITE)], name=f"library-{os.getpid()}") as world:
        yield world


def hits(world: World, book: str, words: str) -> list[str]:
    """Titles that a search finds, the best first."""
    page = world.fetch(SITE, f"/search?books.name={book}&pattern={words}").text
    return [
        " ".join(title.split()) for title in re.findall(r'<a href="/content/[^"]+">(.*?)</a>', page, re.S)
    ]


def test_the_books_are_the_pinned_ones(library: World) -> None:
    code, sums = library.exec(SITE, ["cat", "/srv/library/SHA256SUMS"])
    assert code == 0
    assert sums == PINNED.read_text(), "a book differs: look at it, then pin it (docs/sites.md)"
    code, said = library.exec(SITE, ["sh", "-c", "cd /srv/library && sha256sum -c SHA256SUMS"])
    assert code == 0, said


def test_every_page_answers_and_loads_nothing_from_elsewhere(library: World) -> None:
    for page in pages(library):
        answer = library.fetch(SITE, page.path)
        assert answer.status_code == 200, page.path
        assert not re.findall(r"(?:src|href)=\"(?:https?:)?//[^\"]+", answer.text), page.path
    assert library.clean(SITE)


def test_every_article_of_the_manuals_is_there(library: World) -> None:
    rows = library.query(SITE, "SELECT path, title FROM article WHERE book = 'manuals'")
    assert len(rows) == len(list((ROOT / "sites/library/books/manuals").glob("*/*.md"))) >= 60
    links = set()
    for row in rows:
        page = library.fetch(SITE, f"/content/manuals/{row['path']}").text
        assert f"<h1>{row['title']}</h1>".replace("'", "&#x27;") in page
        links |= set(re.findall(r'href="\.\./([^"]+)"', page))
    assert {"contents", "style.css", "group/forum"} <= links
    for link in sorted(links):
        assert library.fetch(SITE, f"/content/manuals/{link}").status_code == 200, link


def test_charts_of_the_yearbook_are_pictures(library: World) -> None:
    rows = library.query(SITE, "SELECT path, title FROM article WHERE book = 'yearbook'")
    assert len(rows) >= 5
    first = library.fetch(SITE, "/content/yearbook/contents").text
    for row in rows:
        assert f'href="{row["path"]}"' in first
        assert library.fetch(SITE, f"/content/yearbook/{row['path']}").status_code == 200
        picture = library.fetch(SITE, f"/content/yearbook/charts/{row['path']}.svg")
        assert picture.headers["Content-Type"].startswith("image/svg+xml")
        assert picture.text.count("<path") == 18, "six lines and twelve bars"
    assert "Rain on the Datzeberg" in hits(library, "yearbook", "rain")


def test_links_of_the_dictionary_lead_somewhere(library: World) -> None:
    known = {row["path"] for row in library.query(SITE, "SELECT path FROM article WHERE book = 'computing'")}
    assert len(known) > 10_000
    links: set[str] = set()
    for path in sorted(known)[::300]:
        page = library.fetch(SITE, f"/content/computing/{path}")
        assert page.status_code == 200, path
        links |= set(re.findall(r'href="\.\./(term/[^"]+)"', page.text))
    assert len(links) > 100
    assert links <= known


def test_the_search_reads_the_texts(library: World) -> None:
    assert "Schedule a post" in hits(library, "manuals", "schedule+post")[:3]
    assert "Add a tracking number" in hits(library, "manuals", "carrier+tracking+number")[:3]
    assert hits(library, "computing", "zeppelinflug") == []
    assert "Terms: S" not in hits(library, "computing", "terms")


def test_nobody_can_write(library: World) -> None:
    for method in ("POST", "PUT", "DELETE"):
        library.fetch(SITE, "/content/manuals/contents", method=method)
    assert library.exec(SITE, ["touch", "/srv/library/manuals.zim"])[0] != 0
    assert library.clean(SITE)
    assert library.reset().sites[SITE]["was_clean"]
