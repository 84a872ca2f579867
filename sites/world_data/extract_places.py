"""Make places.yaml from an OpenStreetMap extract.

Run by a maintainer, not by the build: the result is small and is kept in the repository.

    python sites/world_data/extract_places.py neubrandenburg.osm.pbf sites/world_data/places.yaml

Needs `osmium` (Debian: osmium-tool). The extract is (c) OpenStreetMap contributors, ODbL 1.0, and so is
the YAML made from it. Only what the sites need is taken: addresses that exist, spread over the streets
of the region, and well-known public places with what people look up about them.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

# How many addresses a town gets: about its share of customers.
QUOTA = {
    "Neubrandenburg": 470,
    "Burg Stargard": 60,
    "Wulkenzin": 30,
    "Neuendorf": 24,
    "Penzlin": 20,
    "Prillwitz": 10,
    "Krukow": 12,
    "Mallin": 12,
    "Bargensdorf": 12,
}
# How many named places of a kind, richest in tags first.
KINDS = {
    "amenity=pharmacy": 14,
    "amenity=restaurant": 9,
    "amenity=cafe": 7,
    "amenity=school": 7,
    "amenity=library": 2,
    "amenity=post_office": 2,
    "amenity=theatre": 2,
    "amenity=hospital": 1,
    "amenity=townhall": 1,
    "amenity=cinema": 1,
    "amenity=fuel": 2,
    "amenity=pub": 2,
    "tourism=museum": 6,
    "tourism=attraction": 5,
    "tourism=hotel": 5,
    "tourism=viewpoint": 3,
    "tourism=zoo": 1,
    "shop=supermarket": 6,
    "shop=chemist": 3,
    "shop=shoes": 2,
    "shop=books": 2,
    "shop=bicycle": 3,
    "shop=bakery": 3,
    "leisure=sports_centre": 3,
    "leisure=park": 3,
    "leisure=stadium": 1,
}


def export(extract: Path, *filters: str) -> Iterator[tuple[dict[str, str], float, float]]:
    """Yield (tags, latitude, longitude) of every object of the extract that passes osmium's tag filters."""
    with tempfile.TemporaryDirectory() as folder:
        part, lines, config = (Path(folder, name) for name in ("part.osm.pbf", "part.geojsonseq", "c.json"))
        config.write_text(json.dumps({"attributes": {"type": True, "id": True}}))
        subprocess.run(["osmium", "tags-filter", extract, *filters, "-o", part], check=True)
        subprocess.run(["osmium", "export", part, "-f", "geojsonseq", "-c", config, "-o", lines], check=True)
        for line in lines.read_text().split("\n")[:-1]:  # splitlines would cut at record separators too
            feature = json.loads(line.strip("\x1e"))
            points = list(corners(feature["geometry"]["coordinates"]))
            longitude = sum(point[0] for point in points) / len(points)
            latitude = sum(point[1] for point in points) / len(points)
            yield feature["properties"], round(latitude, 6), round(longitude, 6)


def corners(coordinates: list[Any]) -> Iterator[list[float]]:
    """Flatten GeoJSON coordinates of any depth to single points."""
    if isinstance(coordinates[0], int | float):
        yield coordinates
        return
    for part in coordinates:
        yield from corners(part)


def number_key(address: dict[str, Any]) -> tuple[int, str]:
    """Sort house numbers as people do: 9, 10, 10a."""
    digits = re.match(r"\d+", address["housenumber"])
    return (int(digits.group()) if digits else 0, address["housenumber"])


def addresses(extract: Path) -> list[dict[str, Any]]:
    """Addresses with street, number, postcode and town, evenly taken from all streets of a town."""
    streets: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for tags, latitude, longitude in export(extract, "nwr/addr:housenumber"):
        city, street = tags.get("addr:city", ""), tags.get("addr:street", "")
        number, postcode = tags.get("addr:housenumber", ""), tags.get("addr:postcode", "")
        if city in QUOTA and street and postcode and re.fullmatch(r"\d{1,3}[a-z]?", number):
            one = {"street": street, "housenumber": number, "postcode": postcode, "city": city}
            streets[city][street].append(one | {"lat": latitude, "lon": longitude})
    chosen: list[dict[str, Any]] = []
    for city, quota in QUOTA.items():
        by_street = streets[city]
        taken: list[dict[str, Any]] = []
        seen: set[tuple[str, str]] = set()
        for turn in range(40):
            for street in sorted(by_street):
                houses = sorted(by_street[street], key=number_key)
                house = houses[(turn * 7 + len(street) * 3) % len(houses)]
                if len(taken) < quota and (street, house["housenumber"]) not in seen:
                    seen.add((street, house["housenumber"]))
                    taken.append(house)
        chosen += sorted(taken, key=lambda a: (a["street"], number_key(a)))
    return chosen


def named(extract: Path) -> list[dict[str, Any]]:
    """Named public places of the kinds above, those with the most of the wanted tags first."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for tags, latitude, longitude in export(extract, *(f"nwr/{kind}" for kind in KINDS)):
        for kind in KINDS:
            key, value = kind.split("=")
            if tags.get(key) != value or "name" not in tags:
                continue
            place: dict[str, Any] = {"name": tags["name"], "kind": value, "lat": latitude, "lon": longitude}
            for field, sources in {
                "street": ("addr:street",),
                "housenumber": ("addr:housenumber",),
                "postcode": ("addr:postcode",),
                "city": ("addr:city",),
                "opening_hours": ("opening_hours",),
                "phone": ("phone", "contact:phone"),
                "wheelchair": ("wheelchair",),
                "cuisine": ("cuisine",),
            }.items():
                text = next((tags[source] for source in sources if source in tags), "")
                if text:
                    place[field] = text
            if place["name"] not in {other["name"] for other in found[kind]}:
                found[kind].append(place)
            break
    chosen = []
    for kind, count in KINDS.items():
        best = sorted(found[kind], key=lambda p: (-len(p), p["name"]))[:count]
        chosen += sorted(best, key=lambda p: p["name"])
    return chosen


def main() -> None:
    """Read the extract named first, write the YAML named second."""
    extract, out = Path(sys.argv[1]), Path(sys.argv[2])
    lines = [
        "# Addresses and named places that exist in and around Neubrandenburg.",
        "# (c) OpenStreetMap contributors, Open Database License 1.0 (https://www.openstreetmap.org/copyright).",
        "# Made by extract_places.py; do not edit by hand.",
    ]
    for title, rows in (("addresses", addresses(extract)), ("places", named(extract))):
        lines.append(f"{title}:")
        for row in rows:
            text = yaml.safe_dump(
                row, allow_unicode=True, default_flow_style=True, sort_keys=False, width=9999
            )
            lines.append(f"- {text.strip()}")
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
