"""What the data files answer, as one hash each: `python3 -m atlas.digest`. Two builds must print the same.

The files themselves may differ: Nominatim's holds the times of its import, the graph padding nobody reads.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from . import geocoder, objects, router
from .places import DATA, inside


def digest(parts: Iterable[Any]) -> str:
    """One hash over things that JSON can hold."""
    whole = hashlib.sha256()
    for part in parts:
        whole.update(json.dumps(part, sort_keys=True).encode() + b"\n")
    return whole.hexdigest()


def tiles() -> Iterable[Any]:
    """Every tile with the hash of its picture."""
    with sqlite3.connect(f"file:{DATA}/tiles.mbtiles?mode=ro&immutable=1", uri=True) as database:
        for zoom, column, row, data in database.execute(
            "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles ORDER BY 1, 2, 3"
        ):
            yield zoom, column, row, hashlib.sha256(data).hexdigest()


def places() -> list[objects.Thing]:
    """Every address, in a fixed order."""
    return [one for one in objects.with_tag("addr:housenumber") if inside(*one.spot)]


def searches() -> Iterable[Any]:
    """What is found for every third name, for every kind near a place, and at every fortieth address."""
    names = sorted({one.name for one in objects.with_tag("name")})
    for name in names[::3]:
        yield name, [hit.record() for hit in geocoder.search(name)]
    for text, key, value in objects.connection().execute("SELECT text, key, value FROM phrase").fetchall():
        yield text, [hit.record() for hit in geocoder.of_kind([(key, value)], (53.5575, 13.261))]
    for one in places()[::40]:
        hit = geocoder.reverse(one.spot)
        yield one.key, hit.record() if hit else None


def ways() -> Iterable[Any]:
    """Ways between addresses far apart in the file, by every means."""
    spots = [one.spot for one in places()[::30]]
    for index, (start, end) in enumerate(zip(spots, spots[::-1], strict=True)):
        engine = list(router.ENGINES)[index % len(router.ENGINES)]
        try:
            yield router.route(engine, [start, end]).record()
        except router.NoRoute as error:
            yield str(error)


def main() -> None:
    """Print them."""
    things = objects.connection().execute("SELECT * FROM object ORDER BY number")
    for name, parts in (("tiles", tiles()), ("objects", things), ("searches", searches()), ("ways", ways())):
        print(f"{name:10} {digest(parts)}", flush=True)


if __name__ == "__main__":
    main()
