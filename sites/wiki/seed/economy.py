"""Companies and products of the brands that the shop sells, and the region's free software."""

from __future__ import annotations

import random
from typing import Any

from sites.wiki.seed.grammar import say, slip
from sites.wiki.seed.markup import article, bullets, english, link, number, table
from sites.wiki.seed.records import Draft
from sites.world_data import draw_names, load
from sites.world_data.brands import brands as brands_of

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


def drafts(rng: random.Random, seed: int) -> list[Draft]:
    """Companies, product lines, software."""
    found = []
    brands = list(brands_of(seed))
    for brand in brands:
        found.append(company(rng, brand, brands))
        for kind, lines in brand["lines"].items():
            found += [product(rng, brand, kind, line, brands) for line in lines]
    return found + software(rng)


def line_title(brand: dict[str, Any], kind: str, line: str) -> str:
    """The title of a product line's article; two lines of a brand may share their name."""
    same = sum(line in lines for lines in brand["lines"].values())
    base = f"{brand['name']} {line}"
    return f"{base} ({word(kind)})" if same > 1 else base


def company(rng: random.Random, brand: dict[str, Any], brands: list[dict[str, Any]]) -> Draft:
    """The article of a brand."""
    name, town, country, founded = brand["name"], brand["town"], brand["country"], int(brand["founded"])
    staff = rng.randrange(9, 60) if brand["tier"] == 3 else rng.randrange(24, 520)
    head = " ".join(draw_names(rng, 1)[0])
    founder = " ".join(draw_names(rng, 1)[0])
    rows = []
    for kind, lines in brand["lines"].items():
        rows += [(link(line_title(brand, kind, line), line), word(kind)) for line in lines]
    revenue = []
    value = staff * rng.uniform(0.08, 0.26)
    for year in range(2019, 2025):
        revenue.append(
            (year, f"{value:.1f}", rng.randrange(max(3, staff - 12), staff + 9) if year < 2024 else staff)
        )
        value *= rng.uniform(0.92, 1.17)
    rivals = [one for one in brands if one is not brand and set(one["lines"]) & set(brand["lines"])]
    sections = [
        (
            "History",
            say(
                rng,
                "The company was founded by {founder} in {year} [with borrowed money|in a former bakery|in two rooms|with three employees]. {character}",
                founder=founder,
                year=founded,
                character=brand["character"],
            )
            + " "
            + say(
                rng,
                "[Since|From] {when} it has [sold through|been listed by] the department store Four Gates.",
                when=rng.randrange(max(founded, 2012), 2024) if founded < 2023 else 2024,
            ),
        ),
        ("Products", table(["Line", "Kind"], rows)),
        ("Figures", table(["Year", "Revenue (million €)", "Employees"], revenue)),
    ]
    if rivals:
        sections.append(
            (
                "Competitors",
                english([link(title_of(one)) for one in rivals[:4]]) + " make goods of the same kinds.",
            )
        )
    fields = {
        "name": name,
        "founded": str(founded),
        "founder": founder,
        "headquarters": f"{link(town)}, {link(country)}",
        "industry": brand["makes"],
        "head": head,
        "employees": number(staff),
        "revenue": f"{revenue[-1][1]} million € (2024)",
    }
    return Draft(
        title=title_of(brand),
        subject="company",
        fame=rng.choice((3, 4, 4, 5)),
        lead=[
            f"'''{name}''' is a company in {link(town)}, {link(country)}, that makes {brand['makes']}.",
            say(
                rng,
                "It was founded in {year} and [employs|has] {staff} people.",
                year=founded,
                staff=number(staff),
            ),
        ],
        box=("company", fields),
        sections=sections,
        categories=[
            f"Companies of {country}",
            f"Companies based in {town}",
            f"Companies founded in {founded}",
        ],
        slips=[
            ("founding year", str(founded), slip(rng, str(founded))),
            ("employees", number(staff), slip(rng, number(staff))),
        ],
        see_also=["List of companies in this encyclopedia"],
    )


MATERIALS = (
    "aluminium",
    "recycled plastic",
    "beech wood",
    "steel",
    "cotton",
    "brass",
    "bamboo",
    "linen",
    "stoneware",
    "glass",
)
AWARDS = (
    "Lakeland Design Prize",
    "Repairable Product of the Year",
    "Golden Screwdriver",
    "Consumers' Plain Speaking Prize",
)


def product(
    rng: random.Random, brand: dict[str, Any], kind: str, line: str, brands: list[dict[str, Any]]
) -> Draft:
    """The article of a product line."""
    title = line_title(brand, kind, line)
    begun = rng.randrange(max(int(brand["founded"]), 1988), 2025)
    designer = " ".join(draw_names(rng, 1)[0])
    versions = []
    year = begun
    for index in range(rng.randrange(1, 5)):
        if year > 2025:
            break
        versions.append(
            (
                f"{line} {index + 1}" if index else line,
                year,
                say(
                    rng,
                    "[first version|new colours|lighter by a fifth|quieter|with a longer guarantee|made of {m}|smaller box, same content|spare parts can be ordered singly]",
                    m=rng.choice(MATERIALS),
                )
                if index
                else "first version",
            )
        )
        year += rng.randrange(1, 5)
    rivals = [
        (one, other)
        for one in brands
        if one is not brand and kind in one["lines"]
        for other in one["lines"][kind]
    ]
    lead = [
        f"'''{brand['name']} {line}''' is {article(TIERS[brand['tier']])} {TIERS[brand['tier']]}-priced line of {many(kind)} by {link(title_of(brand), brand['name'])}.",
        say(
            rng,
            "It has been sold since {year} and was [designed|drawn|conceived] by {who}.",
            year=begun,
            who=designer,
        ),
    ]
    voice = [text for text in brand["voice"] if not text.startswith("(") or f"(kind={kind})" in text]
    sections = []
    if voice:
        sections.append(("Description", f"The maker says: “{rng.choice(voice).split(') ')[-1]}”"))
    sections.append(("Versions", table(["Version", "Year", "What was new"], versions)))
    if rng.random() < 0.4:
        sections.append(
            (
                "Reception",
                f"The line won the {rng.choice(AWARDS)} in {min(begun + rng.randrange(1, 4), 2025)}.",
            )
        )
    if rivals:
        chosen = rng.sample(rivals, min(3, len(rivals)))
        sections.append(
            ("Similar products", bullets(link(line_title(one, kind, other)) for one, other in chosen))
        )
    fields = {
        "name": f"{brand['name']} {line}",
        "kind": word(kind).capitalize(),
        "maker": link(title_of(brand), brand["name"]),
        "introduced": str(begun),
        "designer": designer,
        "price": TIERS[brand["tier"]].capitalize(),
        "versions": str(len(versions)),
    }
    return Draft(
        title=title,
        subject="product",
        lead=lead,
        box=("product", fields),
        sections=sections,
        categories=[f"{many(kind)[0].upper()}{many(kind)[1:]} (products)", f"Products of {title_of(brand)}"],
        slips=[("year of introduction", str(begun), slip(rng, str(begun)))],
        fame=rng.choice((1, 2, 2)),
    )


def software(rng: random.Random) -> list[Draft]:
    """Public software projects of the region, as the forge has them."""
    known = load("projects")
    names = {}
    for one in known["owners"]:
        if "persona" in one:
            continue
        names[one["username"]] = f"{one['given']} {one['family']}"
    groups = {one["name"]: one["title"] for one in known["groups"]}
    found = []
    for one in known["projects"]:
        if one.get("private"):
            continue
        who = groups.get(one.get("group", ""), names.get(one["owner"], one["owner"]))
        year = str(one["started"])[:4]
        about = one["about"].rstrip(".")
        lead = [
            f"'''{one['name']}''' is free software written in {link(one['language']) if one['language'] != 'C' else 'C'}.",
            f"What it does, in its own words: {about[0].lower() + about[1:]}.",
            f"It was begun by {who} in {year}.",
        ]
        sections = []
        if one["topics"]:
            sections.append(
                (
                    "Use",
                    say(
                        rng,
                        "[Its subjects are|It belongs to the subjects] {topics}. [Reports of faults are answered within a week|Its readme is longer than its code|It has been packaged for one distribution|Two schools use it in lessons].",
                        topics=english([topic.replace("-", " ") for topic in one["topics"]]),
                    ),
                )
            )
        if one.get("place"):
            sections.append(("Background", f"It has to do with {link(one['place'])}."))
        fields = {
            "name": one["name"],
            "author": who,
            "language": one["language"],
            "licence": one["licence"],
            "first_release": str(one["started"]),
            "repository": "Smithy",
        }
        found.append(
            Draft(
                title=one["name"][0].upper() + one["name"][1:],
                subject="software",
                lead=lead,
                box=("software", fields),
                sections=sections,
                categories=["Software of the lake country", f"Software written in {one['language']}"],
                fame=int(one["fame"]),
                slips=[("year", f"in {year}.", f"in {slip(rng, year)}.")],
            )
        )
    return found
