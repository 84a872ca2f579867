"""Every tagged object of an extract in one SQLite file: `objects.py EXTRACT PHRASES.csv OUT.sqlite`.

The pages of objects, "what is here" and the lists by kind read it; Nominatim keeps only what it searches for.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import sys
from typing import Any

import osmium
from shapes import Point, centre, is_area, middle, rings, size

TABLES = """
CREATE TABLE object (number INTEGER PRIMARY KEY, type TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
  lat REAL NOT NULL, lon REAL NOT NULL, area REAL NOT NULL, tags TEXT NOT NULL, shape TEXT NOT NULL,
  UNIQUE (type, id));
CREATE TABLE tag (key TEXT NOT NULL, value TEXT NOT NULL, number INTEGER NOT NULL,
  PRIMARY KEY (key, value, number)) WITHOUT ROWID;
CREATE TABLE member (relation INTEGER NOT NULL, position INTEGER NOT NULL, type TEXT NOT NULL,
  id INTEGER NOT NULL, role TEXT NOT NULL, PRIMARY KEY (relation, position)) WITHOUT ROWID;
CREATE INDEX member_object ON member (type, id);
CREATE TABLE phrase (text TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (text, key, value)) WITHOUT ROWID;
CREATE VIRTUAL TABLE box USING rtree (number, west, east, south, north);
"""

KINDS = frozenset(
    [
        "amenity",
        "shop",
        "tourism",
        "leisure",
        "historic",
        "office",
        "craft",
        "healthcare",
        "public_transport",
        "railway",
        "highway",
        "place",
        "natural",
        "landuse",
        "man_made",
        "sport",
        "emergency",
    ]
)
"""Keys by which objects of a kind are listed."""

SILENT = frozenset({"created_by", "source", "note", "fixme"})
"""Tags that do not make an object worth a page."""


class Reader(osmium.SimpleHandler):
    """Collects what the file holds; places of nodes come from osmium's index of locations."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: dict[int, list[Point]] = {}
        self.spots: dict[int, Point] = {}
        self.rows: list[dict[str, Any]] = []
        self.members: list[tuple[int, int, str, int, str]] = []

    def node(self, node: Any) -> None:
        """A node: its place is kept for relations, itself when it has tags."""
        tags = dict(node.tags)
        spot = round(node.location.lon, 7), round(node.location.lat, 7)
        self.spots[node.id] = spot
        if set(tags) - SILENT:
            self._add("node", node.id, tags, spot, 0.0, {"type": "Point", "coordinates": spot}, [spot])

    def way(self, way: Any) -> None:
        """A way as a line or an area."""
        points = [(round(n.lon, 7), round(n.lat, 7)) for n in way.nodes if n.location.valid()]
        self.lines[way.id] = points
        tags = dict(way.tags)
        if len(points) < 2 or not set(tags) - SILENT:
            return
        if is_area(tags, points):
            shape = {"type": "Polygon", "coordinates": [points]}
            self._add("way", way.id, tags, centre(points), size(points), shape, points)
        else:
            shape = {"type": "LineString", "coordinates": points}
            self._add("way", way.id, tags, middle(points), 0.0, shape, points)

    def relation(self, relation: Any) -> None:
        """A relation: an area where its outer ways close, else the lines of its members."""
        kinds = {"n": "node", "w": "way", "r": "relation"}
        members = [(kinds[one.type], one.ref, one.role) for one in relation.members]
        self.members += [(relation.id, position, *one) for position, one in enumerate(members)]
        tags = dict(relation.tags)
        lines = [
            (role, self.lines[ref]) for kind, ref, role in members if kind == "way" and ref in self.lines
        ]
        spots = [self.spots[ref] for kind, ref, _ in members if kind == "node" and ref in self.spots]
        everything = [point for _, line in lines for point in line] + spots
        if not everything or not set(tags) - SILENT:
            return
        if tags.get("type") in {"multipolygon", "boundary"}:
            outer = rings([line for role, line in lines if role in {"outer", ""}])
            inner = rings([line for role, line in lines if role == "inner"])
            if outer:
                largest = max(outer, key=size)
                area = sum(map(size, outer)) - sum(map(size, inner))
                shape = {"type": "MultiPolygon", "coordinates": [[ring] for ring in outer]}
                if len(outer) == 1:
                    shape = {"type": "Polygon", "coordinates": [*outer, *inner]}
                self._add("relation", relation.id, tags, centre(largest), area, shape, everything)
                return
        if lines:
            shape = {"type": "MultiLineString", "coordinates": [line for _, line in lines if len(line) > 1]}
            spot = middle(max((line for _, line in lines), key=len))
        else:
            shape = {"type": "MultiPoint", "coordinates": spots}
            spot = spots[0]
        self._add("relation", relation.id, tags, spot, 0.0, shape, everything)

    def _add(
        self,
        kind: str,
        ident: int,
        tags: dict[str, str],
        spot: Point,
        area: float,
        shape: dict[str, Any],
        points: list[Point],
    ) -> None:
        longitudes, latitudes = zip(*points, strict=True)
        self.rows.append(
            {
                "type": kind,
                "id": ident,
                "name": tags.get("name", ""),
                "lat": round(spot[1], 6),
                "lon": round(spot[0], 6),
                "area": round(area, 1),
                "tags": json.dumps(tags, ensure_ascii=False, sort_keys=True),
                "shape": json.dumps(shape, separators=(",", ":")),
                "kinds": sorted((key, tags[key]) for key in KINDS & set(tags)),
                "box": (min(longitudes), max(longitudes), min(latitudes), max(latitudes)),
            }
        )


def main() -> None:
    """Command line."""
    extract, phrases, out = sys.argv[1:]
    reader = Reader()
    reader.apply_file(extract, locations=True)
    database = sqlite3.connect(out)
    database.executescript(TABLES)
    order = {"node": 0, "way": 1, "relation": 2}
    rows = sorted(reader.rows, key=lambda row: (order[row["type"]], row["id"]))
    for number, row in enumerate(rows, 1):
        kinds, box = row.pop("kinds"), row.pop("box")
        database.execute(
            "INSERT INTO object VALUES (:number, :type, :id, :name, :lat, :lon, :area, :tags, :shape)",
            {"number": number, **row},
        )
        # the index keeps 32-bit numbers: it answers with a little more than was asked
        database.execute("INSERT INTO box VALUES (?, ?, ?, ?, ?)", (number, *box))
        for key, value in kinds:
            for one in dict.fromkeys(part.strip() for part in value.split(";")):
                database.execute("INSERT OR IGNORE INTO tag VALUES (?, ?, ?)", (key, one, number))
    database.executemany("INSERT INTO member VALUES (?, ?, ?, ?, ?)", sorted(reader.members))
    with open(phrases, encoding="utf-8", newline="") as stream:
        for line in csv.DictReader(stream):
            if line["operator"] == "-":
                entry = (line["phrase"].lower(), line["class"], line["type"])
                database.execute("INSERT OR IGNORE INTO phrase VALUES (?, ?, ?)", entry)
    database.execute("ANALYZE")
    database.commit()
    database.execute("VACUUM")
    database.close()
    print(f"sitectl build: {len(rows)} objects", flush=True)


if __name__ == "__main__":
    main()
