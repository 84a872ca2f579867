"""The first page's pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from bench.pages import Page

from reset.world import World

SITE = "home"


def pages(world: World) -> list[Page]:
    """Every kind of page, with a note looked up in the world's state."""
    note = world.query(SITE, "SELECT id FROM note ORDER BY id LIMIT 1")[0]["id"]
    return [
        Page("sites", "/"),
        Page("calculator", "/calculator"),
        Page("scratchpad", "/scratchpad"),
        Page("scratchpad, searched", "/scratchpad?q=address"),
        Page("note", f"/scratchpad/{note}"),
        Page("API: notes", "/api/notes"),
        Page("API: sites", "/api/sites"),
    ]
