"""The wiki's main pages; `tests/bench/pages.py` measures them."""

from __future__ import annotations

from bench.pages import Page

from reset.world import World

SITE = "wiki"


def pages(world: World) -> list[Page]:
    """The main pages, with some articles looked up in the world's database."""

    def one(sql: str) -> str:
        rows = world.query(SITE, f"SELECT CONVERT(page_title USING utf8mb4) AS title FROM {sql} LIMIT 1")
        return str(rows[0]["title"])

    busiest = one(
        "revision JOIN page ON page_id = rev_page WHERE page_namespace = 0 GROUP BY page_id"
        " ORDER BY COUNT(*) DESC, page_id"
    )
    term = one(
        "page JOIN categorylinks ON cl_from = page_id WHERE cl_to = 'Algorithms' AND page_namespace = 0"
        " ORDER BY page_len DESC, page_id"
    )
    guest = [
        ("main page", "/wiki/Main_Page"),
        ("town", "/wiki/Neubrandenburg"),
        ("lake", "/wiki/Tollensesee"),
        ("country", "/wiki/Sweden"),
        ("company", "/wiki/Tonwerk"),
        ("computing", f"/wiki/{term}"),
        ("most edited article", f"/wiki/{busiest}"),
        ("longest list", "/wiki/List_of_streets_in_Neubrandenburg"),
        ("list of countries", "/wiki/List_of_countries_by_area"),
        ("season", "/wiki/2023–24_Lakeland_League"),
        ("talk page", "/wiki/Talk:Neubrandenburg"),
        ("category", "/wiki/Category:Lakes_of_the_Lakeland_district"),
        ("category, large", "/wiki/Category:Streets_in_Neubrandenburg"),
        ("redirect", "/wiki/Lake_Tollense"),
        ("history", "/index.php?title=Neubrandenburg&action=history"),
        ("difference", "/index.php?title=Neubrandenburg&diff=cur&oldid=prev"),
        ("information", "/index.php?title=Neubrandenburg&action=info"),
        ("search, many hits", "/index.php?title=Special:Search&search=lake&fulltext=1"),
        ("search, two words", "/index.php?title=Special:Search&search=railway+junction&fulltext=1"),
        ("search, no hits", "/index.php?title=Special:Search&search=zeppelinflug&fulltext=1"),
        ("recent changes", "/wiki/Special:RecentChanges"),
        ("all pages", "/wiki/Special:AllPages"),
        ("what links here", "/wiki/Special:WhatLinksHere/Neubrandenburg"),
        ("statistics", "/wiki/Special:Statistics"),
        ("log", "/wiki/Special:Log"),
        ("user page", "/wiki/User:Emma"),
        ("contributions", "/wiki/Special:Contributions/Emma"),
        ("API: search", "/api.php?action=query&list=search&srsearch=lake&srwhat=text&format=json"),
        ("API: suggestions", "/rest.php/v1/search/title?q=Toll&limit=5"),
    ]
    emma = [
        ("lake, logged in", "/wiki/Tollensesee"),
        ("watchlist", "/wiki/Special:Watchlist"),
        ("watchlist, edit", "/wiki/Special:EditWatchlist"),
        ("preferences", "/wiki/Special:Preferences"),
        ("edit", "/index.php?title=Waren&action=edit"),
        ("edit a section", "/index.php?title=Waren&action=edit&section=1"),
        ("new topic", "/index.php?title=Talk:Waren&action=edit&section=new"),
        ("move", "/wiki/Special:MovePage/Waren"),
    ]
    admin = [
        ("delete", "/index.php?title=Waren&action=delete"),
        ("protect", "/index.php?title=Waren&action=protect"),
        ("block", "/wiki/Special:Block"),
    ]
    found = [Page(name, path) for name, path in guest]
    found += [Page(name, path, "emma") for name, path in emma]
    return found + [Page(name, path, "admin") for name, path in admin]
