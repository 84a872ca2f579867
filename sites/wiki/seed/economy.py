"""Companies and products of the brands that the shop sells, and the region's free software."""

from __future__ import annotations

from typing import Any

from sites.wiki.seed import prose
from sites.wiki.seed.chance import Chance, slip
from sites.wiki.seed.markup import article, bullets, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.wiki.seed.region import pools
from sites.world_data.brands import brands as brands_of
from sites.world_data.software import software as software_of

PLURALS = {
    "radio": "radios",
    "battery": "batteries",
    "mouse": "mice",
    "knife": "knives",
    "headphones": "headphones",
    "earbuds": "earbuds",
    "socks": "socks",
    "secateurs": "secateurs",
    "blocks": "building blocks",
    "bed_linen": "bed linen",
    "string_lights": "string lights",
    "coffee": "coffee",
    "tea": "tea",
    "honey": "honey",
    "muesli": "muesli",
    "chocolate": "chocolate",
    "soap": "soap",
    "shampoo": "shampoo",
    "toothbrush": "toothbrushes",
    "torch": "torches",
    "watch_strap": "watch straps",
    "t_shirt": "T-shirts",
    "external_drive": "external drives",
    "usb_stick": "USB sticks",
}
TIERS = {1: "low", 2: "middle", 3: "upper"}


def word(kind: str) -> str:
    """The name of a kind of product."""
    return {
        "usb_stick": "USB stick",
        "t_shirt": "T-shirt",
        "blocks": "building blocks",
        "trainer": "running shoe",
    }.get(kind, kind.replace("_", " "))


def many(kind: str) -> str:
    """Its plural."""
    if kind in PLURALS:
        return PLURALS[kind]
    name = word(kind)
    return name + ("es" if name.endswith(("x", "sh", "ch", "s")) else "s")


def title_of(brand: dict[str, Any]) -> str:
    """The title of a company's article."""
    return f"{brand['name']} (company)" if brand["name"] in ("Linnow",) else str(brand["name"])


def drafts(world: Chance) -> list[Draft]:
    """Companies, product lines, software."""
    found = []
    brands = list(brands_of(world.seed))
    for brand in brands:
        found.append(company(world.at("company", brand["name"]), brand, brands))
        for kind, lines in brand["lines"].items():
            for line in lines:
                if not world.keeps("product", f"{brand['name']} {line}"):
                    continue
                chance = world.at("product", brand["name"], kind, line)
                found.append(product(chance, brand, kind, line, brands))
    return found + software(world)


def line_title(brand: dict[str, Any], kind: str, line: str) -> str:
    """The title of a product line's article; two lines of a brand may share their name."""
    same = sum(line in lines for lines in brand["lines"].values())
    base = f"{brand['name']} {line}"
    return f"{base} ({word(kind)})" if same > 1 else base


def company(chance: Chance, brand: dict[str, Any], brands: list[dict[str, Any]]) -> Draft:
    """The article of a brand."""
    name, town, country, founded = brand["name"], brand["town"], brand["country"], int(brand["founded"])
    staff = chance.number("staff", 9, 59) if brand["tier"] == 3 else chance.number("staff", 24, 519)
    founder = chance.name("founder")
    rows = []
    for kind, lines in brand["lines"].items():
        rows += [(link(line_title(brand, kind, line), line), word(kind)) for line in lines]
    figures = revenues(chance, staff)
    rivals = [one for one in brands if one is not brand and set(one["lines"]) & set(brand["lines"])]
    values = {
        "name": name,
        "town": link(town),
        "country": link(country),
        "makes": brand["makes"],
        "founded": founded,
        "founder": founder,
        "staff": number(staff),
        "character": brand["character"],
        "shop": chance.say(
            "[Since|From] {when} it has [sold through|been listed by] the department store Four Gates.",
            when=chance.number("shop", max(founded, 2012), 2024) if founded < 2024 else 2024,
        ),
        "products": table(["Line", "Kind"], rows),
        "figures": table(["Year", "Revenue (million €)", "Employees"], figures),
        "rivals": english([link(one) for one in chance.order("rivals", map(title_of, rivals))[:3]])
        if len(rivals) > 1
        else "",
    }
    fields = {
        "name": name,
        "founded": str(founded),
        "founder": founder,
        "headquarters": f"{link(town)}, {link(country)}",
        "industry": brand["makes"],
        "head": chance.name("head"),
        "employees": number(staff),
        "revenue": f"{figures[-1][1]} million € (2024)",
    }
    others = [title_of(one) for one in brands if one is not brand and one["town"] == town]
    return Draft(
        title=title_of(brand),
        subject="company",
        fame=int(chance.pick("fame", ("3", "4", "4 too", "5"))[0]),
        lead=prose.lead(chance.at("prose"), "company", **values),
        box=("company", fields),
        sections=prose.chapters(chance.at("prose"), "company", (1, 4), **values),
        categories=[
            f"Companies of {country}",
            f"Companies based in {town}",
            f"Companies founded in {founded}",
        ],
        slips=[
            ("founding year", str(founded), slip(chance.stream("founded slip"), str(founded))),
            ("employees", number(staff), slip(chance.stream("staff slip"), number(staff))),
        ],
        see_also=["List of companies in this encyclopedia", *chance.order("see also", others)[:2]],
    )


def revenues(chance: Chance, staff: int) -> list[tuple[int, str, int]]:
    """Year, revenue in millions, people; the last with the staff of today."""
    value = staff * chance.real("revenue a head", 0.08, 0.26)
    rows = []
    for year in range(2019, 2025):
        people = staff if year == 2024 else chance.number(("staff", year), max(3, staff - 12), staff + 8)
        rows.append((year, f"{value:.1f}", people))
        value *= chance.real(("growth", year), 0.92, 1.17)
    return rows


NEWS = (
    "new colours", "lighter by a fifth", "quieter", "with a longer guarantee", "made of {@material}", "smaller box, same content",
    "spare parts can be ordered singly", "handle of {@material}", "can be opened with a coin", "half the packaging", "a size more",
    "without glue", "drawn anew by {@name}", "washable", "a hook to hang it up by", "instructions that fit on a card",
    "lettering that can be felt", "a {second|longer|flatter} {edge|lid|strap|foot}", "made in {@town} now", "{two|three|four} screws fewer",
)  # fmt: skip
"""What a new version of a product brings."""


def editions(chance: Chance, line: str, begun: int) -> list[tuple[str, int, str]]:
    """Versions of a line with their years, and what was new in each."""
    rows, year = [(line, begun, "first version")], begun
    for index, news in enumerate(chance.order("news", NEWS)[: chance.number("versions", 0, 4)], 2):
        year += chance.number(("pause", index), 1, 4)
        if year <= 2025:
            rows.append(
                (
                    f"{line} {index}",
                    year,
                    chance.at("news").say(news, pools()).lower()
                    if news[0] != "{"
                    else chance.at("news").say(news, pools()),
                )
            )
    return rows


def product(
    chance: Chance, brand: dict[str, Any], kind: str, line: str, brands: list[dict[str, Any]]
) -> Draft:
    """The article of a product line."""
    title = line_title(brand, kind, line)
    tier = TIERS[brand["tier"]]
    begun = chance.number("begun", min(2024, max(int(brand["founded"]), 1988)), 2024)
    designer = chance.name("designer")
    versions = editions(chance, line, begun)
    rivals = [
        link(line_title(one, kind, other))
        for one in brands
        if one is not brand and kind in one["lines"]
        for other in one["lines"][kind]
    ]
    voice = [text for text in brand["voice"] if not text.startswith("(") or f"(kind={kind})" in text]
    values = {
        "title": f"{brand['name']} {line}",
        "tier": tier,
        "a_tier": f"{article(tier)} {tier}",
        "many": many(kind),
        "maker": link(title_of(brand), brand["name"]),
        "begun": begun,
        "designer": designer,
        "voice": chance.pick("voice", voice).split(") ")[-1] if voice else "",
        "said": chance.pick("voice", voice).split(") ")[-1].rstrip(".") if voice else "",
        "versions": table(["Version", "Year", "What was new"], versions),
        "award": chance.pick("award", pools()["award"]),
        "rivals": bullets(chance.some("rivals", sorted(set(rivals)), 3)),
    }
    fields = {
        "name": f"{brand['name']} {line}",
        "kind": word(kind).capitalize() if word(kind) != "USB stick" else "USB stick",
        "maker": link(title_of(brand), brand["name"]),
        "introduced": str(begun),
        "designer": designer,
        "price": tier.capitalize(),
        "versions": str(len(versions)),
    }
    plural = many(kind)
    return Draft(
        title=title,
        subject="product",
        lead=prose.lead(chance.at("prose"), "product", kind, **values),
        box=("product", fields),
        sections=prose.chapters(chance.at("prose"), "product", (2, 5), kind, **values),
        categories=[f"{plural[0].upper()}{plural[1:]} (products)", f"Products of {title_of(brand)}"],
        slips=[("year of introduction", str(begun), slip(chance.stream("slip"), str(begun)))],
        fame=int(chance.pick("fame", ("1", "2", "2 too"))[0]),
    )


def software(world: Chance) -> list[Draft]:
    """Public software projects of the region, as the forge has them."""
    known = software_of(world.seed)
    names = {
        one["username"]: f"{one['given']} {one['family']}" for one in known["owners"] if "persona" not in one
    }
    groups = {one["name"]: one["title"] for one in known["groups"]}
    return [
        program(world.at("software", one["name"]), one, names, groups)
        for one in known["projects"]
        if not one.get("private") and world.keeps("software", one["name"])
    ]


def program(chance: Chance, one: dict[str, Any], names: dict[str, str], groups: dict[str, str]) -> Draft:
    """The article of a program."""
    who = groups.get(one.get("group", ""), names.get(one["owner"], one["owner"]))
    year = str(one["started"])[:4]
    about = one["about"].rstrip(".")
    values = {
        "name": one["name"],
        "language": link(one["language"]) if one["language"] != "C" else "C",
        "about": about[0].lower() + about[1:],
        "who": who,
        "year": year,
        "topics": english([topic.replace("-", " ") for topic in one["topics"]]) if one["topics"] else "",
        "place": link(one["place"]) if one.get("place") else "",
    }
    fields = {
        "name": one["name"],
        "author": who,
        "language": one["language"],
        "licence": one["licence"],
        "first_release": str(one["started"]),
        "repository": "Smithy",
    }
    return Draft(
        title=one["name"][0].upper() + one["name"][1:],
        subject="software",
        lead=prose.lead(chance.at("prose"), "software", **values),
        box=("software", fields),
        sections=prose.chapters(chance.at("prose"), "software", (2, 4), **values),
        categories=["Software of the lake country", f"Software written in {one['language']}"],
        fame=int(one["fame"]),
        slips=[("year", f"in {year}", f"in {slip(chance.stream('slip'), year)}")],
    )
