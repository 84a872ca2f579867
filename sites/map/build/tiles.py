"""Render the tiles of the extract into an MBTiles file: `tiles.py STYLE.xml OUT.mbtiles`.

Both cores draw squares of eight by eight tiles, so that labels run over the edges of tiles; one process
writes them in a fixed order. Two runs give the same bytes.
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import os
import sqlite3
import sys
import time
from functools import cache

import mapnik

BOUNDS = (13.1094, 53.4382, 13.4074, 53.6153)
"""West, south, east, north of the extract."""
ZOOMS = range(10, 18)
SIDE = 8
"""Tiles along the side of a square that is drawn at once."""
BUFFER = 128
HALF = math.pi * 6378137
"""Half the circumference of the earth in the units of web mercator."""
FONTS = "/usr/share/fonts/truetype/noto"

Square = tuple[int, int, int, int, int]
"""Zoom, first and last column, first and last row."""


def tile_of(longitude: float, latitude: float, zoom: int) -> tuple[int, int]:
    """Column and row of the tile at a place."""
    side = 2**zoom
    y = math.asinh(math.tan(math.radians(latitude)))
    return int((longitude + 180) / 360 * side), int((1 - y / math.pi) / 2 * side)


def squares() -> list[Square]:
    """Every square to draw, in the order in which it is written."""
    west, south, east, north = BOUNDS
    found = []
    for zoom in ZOOMS:
        left, top = tile_of(west, north, zoom)
        right, bottom = tile_of(east, south, zoom)
        for x in range(left - left % SIDE, right + 1, SIDE):
            for y in range(top - top % SIDE, bottom + 1, SIDE):
                columns = max(x, left), min(x + SIDE - 1, right)
                rows = max(y, top), min(y + SIDE - 1, bottom)
                found.append((zoom, *columns, *rows))
    return found


@cache
def load() -> mapnik.Map:
    """The style with its data, once in each process that draws."""
    mapnik.FontEngine.register_fonts(FONTS, True)
    sheet = mapnik.Map(256, 256)
    mapnik.load_map(sheet, sys.argv[1], False)
    sheet.buffer_size = BUFFER
    return sheet


def draw(square: Square) -> list[tuple[int, int, int, bytes]]:
    """The tiles of a square as (zoom, column, row, PNG)."""
    sheet = load()
    zoom, left, right, top, bottom = square
    width, height = right - left + 1, bottom - top + 1
    span = 2 * HALF / 2**zoom
    sheet.resize(256 * width, 256 * height)
    sheet.zoom_to_box(
        mapnik.Box2d(
            left * span - HALF, HALF - (bottom + 1) * span, (right + 1) * span - HALF, HALF - top * span
        )
    )
    image = mapnik.Image(256 * width, 256 * height)
    mapnik.render(sheet, image)
    return [
        (zoom, left + x, top + y, image.view(256 * x, 256 * y, 256, 256).tostring("png256"))
        for y in range(height)
        for x in range(width)
    ]


def main() -> None:
    """Command line."""
    out = sys.argv[2]
    started = time.monotonic()
    pool = multiprocessing.Pool(os.cpu_count() or 1)
    tiles = sqlite3.connect(out)
    tiles.executescript(
        "CREATE TABLE metadata (name TEXT, value TEXT);"
        "CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB) WITHOUT ROWID;"
        "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT,"
        " PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;"
        "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data"
        " FROM map JOIN images USING (tile_id);"
    )
    tiles.executemany(
        "INSERT INTO metadata VALUES (?, ?)",
        [
            ("name", "OpenStreetMap Carto"),
            ("format", "png"),
            ("type", "baselayer"),
            ("bounds", ",".join(map(str, BOUNDS))),
            ("minzoom", str(ZOOMS[0])),
            ("maxzoom", str(ZOOMS[-1])),
            ("attribution", "© OpenStreetMap contributors"),
        ],
    )
    whole = hashlib.sha256()
    count = 0
    with pool:
        for drawn in pool.imap(draw, squares()):
            for zoom, x, y, data in drawn:
                name = hashlib.sha256(data).hexdigest()
                tiles.execute("INSERT OR IGNORE INTO images VALUES (?, ?)", (name, data))
                # MBTiles counts rows from the south
                tiles.execute("INSERT INTO map VALUES (?, ?, ?, ?)", (zoom, x, 2**zoom - 1 - y, name))
                whole.update(f"{zoom}/{x}/{y} {name}\n".encode())
                count += 1
    tiles.commit()
    tiles.close()
    seconds = time.monotonic() - started
    size = os.path.getsize(out) / 1e6
    print(f"sitectl build: {count} tiles in {seconds:.0f} s, {size:.0f} MB", flush=True)
    print(f"sitectl build: digest of tiles {whole.hexdigest()}", flush=True)


if __name__ == "__main__":
    main()
