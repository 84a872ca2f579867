"""The map's main pages and services; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from bench.pages import Page

from reset.world import World

SITE = "map"


def pages(world: World) -> list[Page]:
    """The main pages, searches, ways and tiles."""

    def key(query: str) -> str:
        return str(world.fetch(SITE, "/api/search", params={"query": query}).json()["results"][0]["key"])

    pharmacy = key("Marien-Apotheke")
    tower = key("Treptower Tor")
    ways = [
        Page(
            f"route by {engine}{', 4 stops' if stops else ''}",
            f"/directions?engine={engine}&route={route}{stops}",
        )
        for engine, route in (
            ("car", f"{pharmacy};53.4955,13.3120"),
            ("bicycle", f"{pharmacy};53.4955,13.3120"),
            ("foot", f"{pharmacy};{tower}"),
        )
        for stops in ("", ";53.5476,13.2357;53.5784,13.2839")
    ]
    tiles = [
        Page(f"tile, zoom {zoom}", f"/tiles/{path}.png")
        for zoom, path in (
            (10, "10/549/330"),
            (13, "13/4397/2647"),
            (15, "15/17591/10589"),
            (17, "17/70364/42357"),
        )
    ]
    return [
        Page("home", "/"),
        Page("home, marker", "/?mlat=53.5575&mlon=13.261"),
        Page("search: a place", "/search?query=Marien-Apotheke"),
        Page("search: an address", "/search?query=Katharinenstraße 2"),
        Page("search: a street", "/search?query=Juri-Gagarin-Ring"),
        Page("search: nothing found", "/search?query=Eiffelturm"),
        Page("search: a kind", "/search?query=pharmacies"),
        Page("search: a kind in a town", "/search?query=restaurants in Burg Stargard"),
        Page("search: a kind near a place", "/search?query=bakery near Treptower Tor"),
        Page("place", f"/{pharmacy}"),
        Page("what is here", "/query?lat=53.5575&lon=13.261"),
        Page("directions, empty", "/directions"),
        *ways,
        *tiles,
        Page("API: search", "/api/search?query=Marien-Apotheke"),
        Page("API: route", f"/api/route?engine=car&route={pharmacy};{tower}"),
    ]
