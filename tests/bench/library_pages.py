"""The library's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from bench.pages import Page

from reset.world import World

SITE = "library"


def pages(world: World) -> list[Page]:
    """Contents, lists, the longest article of each book, searches."""
    longest = {
        row["book"]: row["path"]
        for row in world.query(SITE, "SELECT book, path, max(length(text)) FROM article GROUP BY book")
    }
    return [
        Page("books", "/"),
        Page("manuals", "/content/manuals/contents"),
        Page("manuals: longest article", f"/content/manuals/{longest['manuals']}"),
        Page("manuals, searched", "/search?books.name=manuals&pattern=change+price"),
        Page("dictionary", "/content/computing/contents"),
        Page("dictionary: letter S", "/content/computing/letter/s"),
        Page("dictionary: subject", "/content/computing/group/language"),
        Page("dictionary: longest article", f"/content/computing/{longest['computing']}"),
        Page("dictionary, one word", "/search?books.name=computing&pattern=compiler"),
        Page("dictionary, three words", "/search?books.name=computing&pattern=first+personal+computer"),
        Page("dictionary, page 10 of a search", "/search?books.name=computing&pattern=system&start=225"),
        Page("dictionary, no hits", "/search?books.name=computing&pattern=zeppelinflug"),
    ]
