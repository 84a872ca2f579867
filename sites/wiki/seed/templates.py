"""Templates, help and project pages: what holds the articles together."""

from __future__ import annotations

BOXES: dict[str, tuple[str, dict[str, str]]] = {
    "settlement": (
        "a town, village or city",
        {
            "kind": "Kind",
            "district": "District",
            "country": "Country",
            "coordinates": "Coordinates",
            "area_km2": "Area (km²)",
            "population": "Inhabitants",
            "population_year": "Counted in",
            "first_mentioned": "First mentioned",
            "postcode": "Postal code",
            "time_zone": "Time zone",
        },
    ),
    "lake": (
        "a lake",
        {
            "location": "Near",
            "coordinates": "Coordinates",
            "area_km2": "Area (km²)",
            "length_km": "Length (km)",
            "max_depth_m": "Greatest depth (m)",
            "mean_depth_m": "Mean depth (m)",
            "elevation_m": "Height above sea level (m)",
            "outflow": "Outflow",
        },
    ),
    "river": (
        "a river or stream",
        {
            "length_km": "Length (km)",
            "basin_km2": "Catchment (km²)",
            "source": "Source",
            "mouth": "Mouth",
            "discharge": "Mean discharge",
        },
    ),
    "railway line": (
        "a railway line",
        {
            "length_km": "Length (km)",
            "gauge_mm": "Gauge (mm)",
            "opened": "Opened",
            "stations": "Stations",
            "termini": "From and to",
        },
    ),
    "station": (
        "a railway station",
        {"serves": "Serves", "opened": "Opened", "tracks": "Platform tracks", "lines": "Lines"},
    ),
    "street": (
        "a street",
        {
            "kind": "Kind",
            "town": "Town",
            "postcode": "Postal code",
            "coordinates": "Coordinates",
            "length_m": "Length (m)",
            "named": "Named",
        },
    ),
    "place": (
        "a building or public place",
        {
            "kind": "Kind",
            "town": "Town",
            "address": "Address",
            "coordinates": "Coordinates",
            "opened": "Opened",
            "opening_hours": "Opening hours",
            "phone": "Telephone",
        },
    ),
    "person": (
        "a person",
        {
            "birth_date": "Born",
            "birth_place": "Born in",
            "death_date": "Died",
            "death_place": "Died in",
            "occupation": "Occupation",
            "known_for": "Known for",
        },
    ),
    "club": (
        "a sports club",
        {
            "sport": "Sport",
            "town": "Town",
            "founded": "Founded",
            "colours": "Colours",
            "ground": "Ground",
            "members": "Members",
            "chair": "Chair",
            "league": "League",
        },
    ),
    "season": (
        "a season of a league",
        {
            "sport": "Sport",
            "clubs": "Clubs",
            "champion": "Champion",
            "relegated": "Relegated",
            "best_player": "Best player",
        },
    ),
    "league": ("a league", {"sport": "Sport", "founded": "Founded", "clubs": "Clubs"}),
    "company": (
        "a company",
        {
            "founded": "Founded",
            "founder": "Founder",
            "headquarters": "Seat",
            "industry": "Makes",
            "head": "Managing director",
            "employees": "Employees",
            "revenue": "Revenue",
        },
    ),
    "product": (
        "a product line",
        {
            "kind": "Kind",
            "maker": "Maker",
            "introduced": "Introduced",
            "designer": "Designer",
            "price": "Price range",
            "versions": "Versions",
        },
    ),
    "software": (
        "a program",
        {
            "author": "Author",
            "language": "Written in",
            "licence": "Licence",
            "first_release": "First release",
            "repository": "Repository",
        },
    ),
    "country": (
        "a country",
        {
            "official_name": "Official name",
            "capital": "Capital",
            "region": "Region",
            "area_km2": "Area (km²)",
            "population": "Inhabitants",
            "languages": "Languages",
            "currency": "Currency",
            "demonym": "People are called",
            "calling_code": "Telephone code",
            "internet_tld": "Internet domain",
        },
    ),
}
"""Infoboxes: what each is for, and its fields with their labels."""


def infobox(what: str, labels: dict[str, str]) -> str:
    """The wikitext of an infobox template."""
    rows = "".join(
        f'{{{{#if:{{{{{{{key}|}}}}}}|<tr><th scope="row">{label}</th><td>{{{{{{{key}}}}}}}</td></tr>}}}}\n'
        for key, label in labels.items()
    )
    usage = "\n".join(f"* <code>{key}</code>: {label}" for key, label in labels.items())
    return (
        f'<includeonly><table class="infobox"><caption>{{{{{{name|{{{{PAGENAME}}}}}}}}}}</caption>\n{rows}</table></includeonly>'
        f"<noinclude>The box at the top of an article about {what}. Fields, all but <code>name</code> may be left out:\n{usage}\n\n[[Category:Infobox templates]]</noinclude>"
    )


def templates() -> dict[str, str]:
    """Wikitext by title."""
    found = {f"Infobox {name}": infobox(*box) for name, box in BOXES.items()}
    end = "\n\n[[Category:Notice templates]]</noinclude>"
    found |= {
        "Coord": '<span class="coordinates">{{{1}}}, {{{2}}}</span><noinclude>\n\nCoordinates in degrees: north, then east.\n\n[[Category:Notice templates]]</noinclude>',
        "Stub": f'<div class="notice">This article is short. You can help by adding to it.</div><includeonly>[[Category:Short articles]]</includeonly><noinclude>For articles of a few lines.{end}',
        "Outdated": f'<div class="notice">This article is out of date: {{{{{{1|figures should be checked}}}}}}.</div><includeonly>[[Category:Articles to be checked]]</includeonly><noinclude>Say what is out of date in the first parameter.{end}',
        "Source needed": "<sup>&#91;source needed&#93;</sup><includeonly>[[Category:Articles to be checked]]</includeonly><noinclude>\n\nAfter a statement that needs a source."
        + end,
        "Disambiguation": f'<div class="notice">This page lists articles that share a name.</div><noinclude>For pages that only lead on.{end}',
        "FOLDOC": '<div class="notice">This article is based on the [[Free On-line Dictionary of Computing]]{{#if:{{{1|}}}|, entry of {{{1}}}|}}, © Denis Howe, under the GNU Free Documentation License 1.1 or later.</div>'
        f"<includeonly>[[Category:Articles from FOLDOC]]</includeonly><noinclude>The parameter is the date of the entry.{end}",
        "Geodata": '<div class="notice">Figures: GeoNames (CC BY 4.0) and world-countries (Open Database License). See [[Findling:Sources]].</div>'
        f"<noinclude>For countries and cities.{end}",
        "Welcome": f"== Welcome ==\nWelcome to Findling, {{{{{{1|dear author}}}}}}! Please say in a word why you change something, name your sources, and sign on talk pages with four tildes.<noinclude>{end}",
    }
    return found


FOLDOC_ARTICLE = (
    "The '''Free On-line Dictionary of Computing''' ('''FOLDOC''') is a searchable dictionary of computing subjects. Denis Howe founded it in 1985.\n\n"
    "== Use in this encyclopedia ==\nMany articles on computing are based on it. Each says so at its end. The dictionary may be copied and changed under the GNU Free Documentation License.\n\n"
    "[[Category:Computing standards]]"
)

DISTRICT_ARTICLE = (
    "The '''Lakeland district''' is the region that most articles of this encyclopedia are about: [[Neubrandenburg]] and the towns and villages around it.\n\n"
    "== Lists ==\n* [[List of towns and villages in the Lakeland district]]\n* [[List of lakes of the Lakeland district]]\n* [[List of rivers of the Lakeland district]]\n"
    "* [[List of railway lines in the Lakeland district]]\n* [[List of railway stations in the Lakeland district]]\n\n[[Category:Lists about the lake country]]"
)

MAIN_PAGE = """Welcome to '''Findling''', the encyclopedia of the lake country and of what its people want to know about the rest of the world. A ''Findling'' is a boulder that the ice left behind.

== The lake country ==
* Towns and villages: [[Neubrandenburg]], [[Neustrelitz]], [[Waren]], [[Burg Stargard]] – [[List of towns and villages in the Lakeland district|all]]
* Waters: [[Tollensesee]], [[Müritz]], [[Tollense]] – [[List of lakes of the Lakeland district|all lakes]], [[List of rivers of the Lakeland district|all rivers]]
* Railways: [[Berlin Northern Railway]], [[Lloyd Railway]] – [[List of railway lines in the Lakeland district|all lines]], [[List of railway stations in the Lakeland district|all stations]]
* Neubrandenburg: [[List of streets in Neubrandenburg|streets]], [[List of pharmacies around Neubrandenburg|pharmacies]], [[List of museums around Neubrandenburg|museums]], [[2025 in Neubrandenburg|the last year]]
* Sport: [[Lakeland League]], [[Tollense Lake Regatta]] – [[List of sports clubs in the lake country|all clubs]]

== Companies and products ==
* {companies} – [[List of companies in this encyclopedia|all companies]]

== The world ==
* [[List of countries by population]], [[List of countries by area]], [[List of capitals]]

== Computing ==
* [[:Category:Programming languages|Programming languages]], [[:Category:Algorithms|algorithms]], [[:Category:Networking|networking]], [[:Category:Software of the lake country|software of the lake country]]

== Taking part ==
* [[Help:Editing|How to edit]], [[Findling:Guidelines|what we have agreed upon]], [[Findling:Village pump|where we talk]]"""

PROJECT_PAGES = {
    "About": "'''Findling''' has been written by volunteers since 1 March 2021. It is about the [[Lakeland district]] first and about the world second.\n\nWhat articles say about the lake country is put together for this wiki; it need not be true of the world outside.\n\n[[Category:About Findling]]",
    "Sources": "Where figures and texts come from that were not written here:\n* Positions, streets and opening hours around [[Neubrandenburg]]: OpenStreetMap contributors, Open Database License.\n* Countries: world-countries (Open Database License) and GeoNames (CC BY 4.0). Cities: GeoNames.\n* Computing: [[Free On-line Dictionary of Computing]] (GNU Free Documentation License).\n\n[[Category:About Findling]]",
    "Guidelines": "What we have agreed upon:\n# Say where you know it from.\n# Say in the summary what you have changed.\n# If two disagree, they talk on the talk page of the article before they edit again.\n# Articles about living people say nothing that would hurt them.\n# Pages that several people watch are moved only after asking.\n\n[[Category:About Findling]]",
    "General disclaimer": "Findling gives no guarantee that anything in it is right.\n\n[[Category:About Findling]]",
    "Privacy policy": "Findling keeps your name with every edit and nothing else.\n\n[[Category:About Findling]]",
}
HELP_PAGES = {
    "Contents": "* [[Help:Editing]]\n* [[Help:Talk pages]]\n* [[Help:Watchlist]]\n* [[Help:Redirects]]\n\n[[Category:Help]]",
    "Editing": "Open ''Edit'' at the top of a page, or beside a heading for one section. Change the text, say in a word what you did, save.\n\n== Links ==\n<code><nowiki>[[Tollense]]</nowiki></code> leads to the article [[Tollense]].\n\n== Tables ==\nA row begins with a line <code><nowiki>|-</nowiki></code>, cells are divided by <code><nowiki>||</nowiki></code>.\n\n== Categories ==\n<code><nowiki>[[Category:Towns in the Lakeland district]]</nowiki></code> at the end puts the page into a category.\n\n[[Category:Help]]",
    "Talk pages": "Every page has one: ''Discussion''. Begin a new topic with ''Add topic'' and sign with four tildes.\n\n[[Category:Help]]",
    "Watchlist": "The star at the top puts a page on your watchlist; a second time takes it off.\n\n[[Category:Help]]",
    "Redirects": "A page that says <code><nowiki>#REDIRECT [[Tollense]]</nowiki></code> leads on to [[Tollense]].\n\n[[Category:Help]]",
}
